"""The full-text index over the words of entries: FTS5 kept by triggers on SQLite, an index on PostgreSQL."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# Only whole words and their beginnings are asked for, so the table keeps neither places nor sizes of them.
FTS5 = (
    "CREATE VIRTUAL TABLE find_words USING fts5(words, content='find_entry', content_rowid='id', "
    "tokenize='unicode61', prefix='2 3', detail='none', columnsize=0)",
    "CREATE TRIGGER find_words_in AFTER INSERT ON find_entry BEGIN "
    "INSERT INTO find_words(rowid, words) VALUES (new.id, new.words); END",
    "CREATE TRIGGER find_words_out AFTER DELETE ON find_entry BEGIN "
    "INSERT INTO find_words(find_words, rowid, words) VALUES ('delete', old.id, old.words); END",
    "CREATE TRIGGER find_words_new AFTER UPDATE OF words ON find_entry BEGIN "
    "INSERT INTO find_words(find_words, rowid, words) VALUES ('delete', old.id, old.words); "
    "INSERT INTO find_words(rowid, words) VALUES (new.id, new.words); END",
)
# A stored column has statistics, by which PostgreSQL tells a rare word from a common one. The index has no list of
# pending changes, which every search would have to read to its end.
TEXT_SEARCH = (
    "ALTER TABLE find_entry ADD COLUMN found tsvector "
    "GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '))) STORED",
    "CREATE INDEX find_words ON find_entry USING gin (found) WITH (fastupdate = off)",
)


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Makes the index of the engine at hand."""
    for statement in FTS5 if schema_editor.connection.vendor == "sqlite" else TEXT_SEARCH:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("find", "0001_initial")]
    operations = [migrations.RunPython(make, elidable=False)]
