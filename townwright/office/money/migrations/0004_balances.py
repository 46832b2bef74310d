"""What is left of each charge and credit, kept by a trigger as lines come in, and summed up once for those there are.

A later migration that remakes the table of lines in SQLite loses the trigger and has to create it anew.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import townwright.office.money.cents

#: The charge or credit that a line belongs to: a line that reverses a loose credit belongs to that.
_OF = "COALESCE({0}of_id, {0}reverses_id, {0}id)"

#: In SQLite the dates are text and `min` of two is a function, in PostgreSQL it is `LEAST`.
_KEEP = """
    INSERT INTO money_balance (line_id, case_id, amount, since) VALUES ({of}, NEW.case_id, NEW.amount, NEW."on")
    ON CONFLICT (line_id) DO UPDATE SET
        amount = money_balance.amount + excluded.amount, since = {earlier}(money_balance.since, excluded.since);
"""


def forwards(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Sums up what there is, then creates the trigger in the words of the database at hand."""
    editor.execute(
        "INSERT INTO money_balance (line_id, case_id, amount, since) "
        f'SELECT {_OF.format("")}, case_id, SUM(amount), MIN("on") FROM money_line '
        f"GROUP BY {_OF.format('')}, case_id",
        params=None,
    )
    keep = _KEEP.format(of=_OF.format("NEW."), earlier="MIN" if editor.connection.vendor == "sqlite" else "LEAST")
    if editor.connection.vendor == "sqlite":
        editor.execute(f"CREATE TRIGGER money_line_balance AFTER INSERT ON money_line BEGIN {keep} END", params=None)
    else:
        editor.execute(
            f"CREATE FUNCTION money_keep_balance() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {keep} RETURN NULL; END $$",
            params=None,
        )
        editor.execute(
            "CREATE TRIGGER money_line_balance AFTER INSERT ON money_line "
            "FOR EACH ROW EXECUTE FUNCTION money_keep_balance()",
            params=None,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("cases", "0004_open_ones_by_index"),
        ("money", "0003_owed_by_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="Balance",
            fields=[
                (
                    "line",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="money.line",
                    ),
                ),
                ("amount", townwright.office.money.cents.DollarsField()),
                ("since", models.DateField()),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="balances", to="cases.case"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("amount", 0), _negated=True),
                        fields=["case", "amount"],
                        name="open_balances",
                    )
                ],
            },
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop, elidable=False),
    ]
