"""The price indexes that lines of a schedule follow; as permanent as the lines.

The column may be empty, so that SQLite adds it without remaking the table and its triggers. The one against changes
names its columns, and is made anew with this one among them.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_TABLE = "money_feeschedule"


def forwards(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Creates the trigger against changes anew, in the words of the database at hand."""
    with editor.connection.cursor() as cursor:
        described = editor.connection.introspection.get_table_description(cursor, _TABLE)
    columns = ", ".join(f'"{column.name}"' for column in described)
    on = f"BEFORE UPDATE OF {columns} ON {_TABLE}"
    if editor.connection.vendor == "sqlite":
        editor.execute(f"DROP TRIGGER {_TABLE}_unchanged")
        refuse = "BEGIN SELECT RAISE(ABORT, 'the ledger is permanent'); END"
        editor.execute(f"CREATE TRIGGER {_TABLE}_unchanged {on} {refuse}")
    else:
        editor.execute(f"DROP TRIGGER {_TABLE}_unchanged ON {_TABLE}")
        editor.execute(f"CREATE TRIGGER {_TABLE}_unchanged {on} FOR EACH ROW EXECUTE FUNCTION money_refuse()")


class Migration(migrations.Migration):
    dependencies = [("money", "0004_balances")]

    operations = [
        migrations.AddField(model_name="feeschedule", name="indexes", field=models.JSONField(null=True)),
        migrations.RunPython(forwards, migrations.RunPython.noop, elidable=False),
    ]
