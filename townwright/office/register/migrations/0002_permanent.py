"""Database triggers: an entry of the register is neither changed nor deleted, private words are only disposed of."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

SQLITE = """
CREATE TRIGGER register_entry_unchanged BEFORE UPDATE ON register_entry
  BEGIN SELECT RAISE(ABORT, 'register entries are permanent'); END;
CREATE TRIGGER register_entry_kept BEFORE DELETE ON register_entry
  BEGIN SELECT RAISE(ABORT, 'register entries are permanent'); END;
CREATE TRIGGER register_private_unchanged BEFORE UPDATE ON register_private
  BEGIN SELECT RAISE(ABORT, 'private words of the register are never changed'); END;
CREATE TRIGGER register_touched_unchanged BEFORE UPDATE ON register_touched
  BEGIN SELECT RAISE(ABORT, 'register entries are permanent'); END;
CREATE TRIGGER register_touched_kept BEFORE DELETE ON register_touched
  BEGIN SELECT RAISE(ABORT, 'register entries are permanent'); END;
"""

POSTGRESQL = """
CREATE FUNCTION register_refuse() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'register entries are permanent'; END $$;
CREATE TRIGGER register_entry_kept BEFORE UPDATE OR DELETE ON register_entry
  FOR EACH ROW EXECUTE FUNCTION register_refuse();
CREATE TRIGGER register_entry_whole BEFORE TRUNCATE ON register_entry
  FOR EACH STATEMENT EXECUTE FUNCTION register_refuse();
CREATE TRIGGER register_private_unchanged BEFORE UPDATE ON register_private
  FOR EACH ROW EXECUTE FUNCTION register_refuse();
CREATE TRIGGER register_touched_kept BEFORE UPDATE OR DELETE ON register_touched
  FOR EACH ROW EXECUTE FUNCTION register_refuse();
"""


def forwards(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Creates the triggers in the words of the database at hand."""
    if editor.connection.vendor == "sqlite":
        for statement in SQLITE.strip().split("END;"):
            if statement.strip():
                editor.execute(f"{statement} END;")
    else:
        editor.execute(POSTGRESQL.replace("%", "%%"), params=None)


class Migration(migrations.Migration):
    dependencies = [("register", "0001_initial")]

    operations = [migrations.RunPython(forwards, migrations.RunPython.noop, elidable=False)]
