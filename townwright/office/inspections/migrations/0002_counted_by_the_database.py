"""The minute of a booked hour and the day since when a line fails, as columns; filled in once for what there is."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from townwright.law.inspections import Event, Happening, stand
from townwright.office.inspections import hours

#: What results are to the law; those by which a line fails first.
_EVENTS: dict[str, Event] = {
    "not satisfactory": "not satisfactory",
    "covered": "covered",
    "satisfactory": "satisfactory",
    "not seen": "no entry",
}


def forwards(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Reads the hours that were written, each once, and lets the law read the lines that ever failed."""
    office = editor.connection.alias
    requests = apps.get_model("inspections", "InspectionRequest")._default_manager.using(office)
    for hour in list(requests.exclude(hour="").order_by().values_list("hour", flat=True).distinct()):
        requests.filter(hour=hour).update(minute=hours.minute(hour))
    lines = apps.get_model("inspections", "PlanLine")._default_manager.using(office)
    for line, day in list(_failing(apps.get_model("inspections", "Result")._default_manager.using(office))):
        lines.filter(pk=line).update(failed_on=day)


def _failing(results: Any) -> Iterator[tuple[Any, date]]:
    """Lines that stand failed, with the day of the last failure."""
    counted = results.filter(faulty_on=None).exclude(outcome="satisfactory", visit__closed_on=None)
    failed = results.filter(faulty_on=None, outcome__in=list(_EVENTS)[:2]).values("line")
    rows = counted.filter(line__in=failed).order_by("line", "visit__done_on", "visit", "id")
    columns = rows.values_list("line", "outcome", "portion", "visit__done_on", "visit__closed_on")
    for line, of_line in groupby(columns, key=lambda row: row[0]):
        happened = [
            Happening(closed if outcome == "satisfactory" else done, _EVENTS[outcome], portion)
            for _, outcome, portion, done, closed in of_line
        ]
        if stand(happened, date.max).failed:
            yield line, max(one.on for one in happened if one.event in list(_EVENTS)[:2])


class Migration(migrations.Migration):
    dependencies = [
        ("inspections", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="inspectionrequest",
            name="minute",
            field=models.PositiveSmallIntegerField(default=1440, editable=False),
        ),
        migrations.AddField(
            model_name="planline",
            name="failed_on",
            field=models.DateField(null=True, verbose_name="failing, since the inspection of"),
        ),
        migrations.AddIndex(
            model_name="inspectionrequest",
            index=models.Index(fields=["scheduled_on", "ended_on", "minute"], name="requests_in_order_of_day"),
        ),
        migrations.AddIndex(
            model_name="planline",
            index=models.Index(
                condition=models.Q(("failed_on__isnull", False)), fields=["permit", "failed_on"], name="lines_that_fail"
            ),
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop, elidable=False),
    ]
