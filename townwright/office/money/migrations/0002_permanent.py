"""Database triggers: what stands in the ledger is neither changed nor deleted; a correction is a further line.

Of a payment only the day may be added on which it came back or was found mistaken, of a claim what became of it.
A later migration that remakes one of these tables in SQLite loses its triggers and has to create them anew.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

#: Table and the columns that a further act may fill in.
TABLES = {
    "money_feeschedule": (),
    "money_line": (),
    "money_close": (),
    "money_payment": ("returned_on", "void_on"),
    "money_claim": ("allowed_on", "allowed_by", "refused_on", "refused_why", "paid_on", "check_number"),
}


def columns(editor: BaseDatabaseSchemaEditor, table: str) -> str:
    """The columns of a table that never change."""
    with editor.connection.cursor() as cursor:
        names = [column.name for column in editor.connection.introspection.get_table_description(cursor, table)]
    return ", ".join(f'"{name}"' for name in names if name not in TABLES[table])


def forwards(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Creates the triggers in the words of the database at hand."""
    sqlite = editor.connection.vendor == "sqlite"
    if not sqlite:
        editor.execute(
            "CREATE FUNCTION money_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'the ledger is permanent'; END $$",
            params=None,
        )
    for table in TABLES:
        fixed = columns(editor, table)
        if sqlite:
            refuse = "BEGIN SELECT RAISE(ABORT, 'the ledger is permanent'); END"
            editor.execute(f"CREATE TRIGGER {table}_unchanged BEFORE UPDATE OF {fixed} ON {table} {refuse}")
            editor.execute(f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} {refuse}")
        else:
            row, table_wide = "FOR EACH ROW EXECUTE FUNCTION money_refuse()", "FOR EACH STATEMENT EXECUTE FUNCTION money_refuse()"
            editor.execute(f"CREATE TRIGGER {table}_unchanged BEFORE UPDATE OF {fixed} ON {table} {row}")
            editor.execute(f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} {row}")
            editor.execute(f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} {table_wide}")


class Migration(migrations.Migration):
    dependencies = [("money", "0001_initial")]

    operations = [migrations.RunPython(forwards, migrations.RunPython.noop, elidable=False)]
