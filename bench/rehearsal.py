"""A change of the law on one million permits: against OpenFisca, vectorised, and against plain SQL.

``bench/run rehearsal [--permits COUNT] [--turns TURNS] [--keep DIR]``. An office of so many permits, issued over forty
years, one in twenty still open. The question is the board's: had a permit always lived eighteen months in place of
twelve, which would be something else today? Townwright answers by its law and its database; OpenFisca by the same date
arithmetic over numpy arrays that lie in memory, holidays given; plain SQL by one statement of SQLite's own date
functions. Townwright and OpenFisca must come to the same numbers, or the run stops. For plain SQL it is counted how
many dates it gets wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from openfisca_core import entities, periods, simulation_builder, taxbenefitsystems, variables
from timing import medians, print_ratios

FIRST, TODAY = date(2024, 4, 10), date(2064, 4, 10)
SLUG = "million"
OURS, WHOLE, FISCA, READ, SQL = (
    "Townwright, this question",
    "Townwright, the whole rehearsal",
    "OpenFisca, arrays in memory",
    "OpenFisca, arrays read from the records",
    "Plain SQL, one statement",
)
ENDED = ("closed", "revoked")


def main() -> None:
    """Builds the office and asks in turns."""
    parser = argparse.ArgumentParser(prog="bench/run rehearsal", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--permits", type=int, default=1_000_000, metavar="COUNT")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="build the office there, or use the one that is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as thrown_away:
        folder = options.keep or Path(thrown_away)
        os.environ.update(TOWNWRIGHT_DATA=str(folder), DJANGO_SETTINGS_MODULE="townwright.site.settings")
        import django

        django.setup()
        from townwright.office import storage

        if not (folder / SLUG).is_dir():
            build(options.permits)
        with storage.bound_to(SLUG):
            compare(options.turns)


def tell(line: str) -> None:
    """What is going on, apart from the results."""
    print(line, file=sys.stderr, flush=True)


# -- the office --------------------------------------------------------------------------------------------------------


def build(count: int) -> None:
    """An office of so many permits. One case and one permit are made, and copied by the database."""
    from django.db import connection, transaction

    from townwright.office import clock, laws, storage
    from townwright.office.cases.models import Case
    from townwright.office.permits.models import Permit
    from townwright.office.staff.opening import open_office

    start = perf_counter()
    open_office(SLUG, laws.shipped("chester"), practice=True, today=TODAY, begins=FIRST)
    with storage.bound_to(SLUG), transaction.atomic(), connection.cursor() as cursor:
        assert connection.vendor == "sqlite", "the copying is written for SQLite"
        case = Case.objects.create(kind="permit", title="Deck", place="38 Lakeside Terrace", opened_on=FIRST,
                                   opened_at=clock.now(), number="BP")  # fmt: skip
        permit = Permit.objects.create(case=case, received_on=FIRST, filed_on=FIRST, issued_on=FIRST)
        cursor.execute("CREATE TEMP TABLE days (n INTEGER PRIMARY KEY, day TEXT, by_day TEXT, last TEXT)")
        cursor.executemany("INSERT INTO days VALUES (%s, %s, %s, %s)", list(terms()))
        days = (TODAY - FIRST).days
        # Spread so that the same day of issue stands far apart in the table, as it would not in a real one.
        cursor.execute(
            "CREATE TEMP TABLE copies AS WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
            " WHERE n < %s) SELECT n, (n * 7919) %% %s AS day FROM numbers",
            [count, days],
        )
        key = "substr(t.id, 1, 24) || printf('%08x', c.n)"
        copy(cursor, Case, {"id": key, "number": "'BP-' || c.n"})
        # Nine in ten began in time, one in twenty never did; nineteen in twenty are closed, a month before their end.
        begun = "CASE WHEN c.n % 20 = 7 THEN NULL WHEN c.n % 20 = 9 THEN date(d.by_day, '+9 days') ELSE d.day END"
        closed = "CASE WHEN c.n % 20 = c.n % 400 THEN NULL ELSE date(d.last, '-30 days') END"
        dates = {"issued_on": "d.day", "commence_by": "d.by_day", "last_day": "d.last", "commenced_on": begun}
        case_key = "substr(t.case_id, 1, 24) || printf('%08x', c.n)"
        dates |= {"id": key, "case_id": case_key, "closed_on": closed}
        copy(cursor, Permit, dates, "JOIN days d ON d.n = c.day")
        permit.delete()
        case.delete()
        cursor.execute("ANALYZE")
    tell(f"{count:,} permits in {perf_counter() - start:,.0f} s")


def terms() -> Any:
    """The dates of a permit by its day of issue, as the law gives them."""
    from townwright.law.permits import term
    from townwright.office import laws

    rules, calendar = laws.pack(TODAY).permits.of("building"), laws.calendar(TODAY)
    for n in range((TODAY - FIRST).days):
        day = FIRST + timedelta(days=n)
        ends = term(rules, day, calendar).dates
        yield n, *(each and each.isoformat() for each in (day, ends["commence_by"], ends["last_day"]))


def copy(cursor: Any, model: Any, otherwise: dict[str, str], join: str = "") -> None:
    """Copies the one row of a table as often as there are copies."""
    columns = [field.column for field in model._meta.concrete_fields]
    values = ", ".join(otherwise.get(column, f't."{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table
    # Written out before it is read: the row is copied, and not its copies too.
    cursor.execute(f'INSERT INTO "{table}" ({names}) SELECT {values} FROM copies c CROSS JOIN "{table}" t {join}')  # noqa: S608


# -- the contestants ---------------------------------------------------------------------------------------------------


def compare(turns: int) -> None:
    """Asks each, holds their answers against each other, and prints the ratios."""
    from django.db import transaction

    from townwright.office import clock, laws
    from townwright.office.laws import rehearsing
    from townwright.office.laws.models import Amendment
    from townwright.office.laws.rehearsing import Rehearsal
    from townwright.office.permits.models import Permit

    with clock.fixed(f"{TODAY} 10:00"), transaction.atomic():
        row = Amendment.objects.create(
            place="permits.default.life", value={"months": 18, "rolls": False}, begins=TODAY + timedelta(days=90),
            cite="§ 50-4(I)", drafted_on=TODAY, drafted_by="Bench",
        )  # fmt: skip
        rehearsal = Rehearsal(row, laws.pack(), TODAY, TODAY)
        whole = Rehearsal(row, laws.pack(), TODAY, row.begins)
        records = read_records()
        fisca = Fisca(records)
        found = {OURS: ours(rehearsal), FISCA: fisca.ask(), SQL: plain_sql()}
        assert found[OURS] == found[FISCA], (found[OURS], found[FISCA])
        contestants = {
            OURS: lambda: ours(rehearsal),
            WHOLE: lambda: rehearsing.rehearse(whole),
            FISCA: fisca.ask,
            READ: lambda: Fisca(read_records()).ask(),
            SQL: plain_sql,
        }
        notes = {
            OURS: said(found[OURS]),
            WHOLE: f"two questions, two days, {len(rehearsing.rehearse(whole))} figures with their lists",
            FISCA: "the same numbers",
            READ: "the same numbers",
            SQL: f"{said(found[SQL])}; {wrong_in_sql():,} days to begin wrong",
        }
        days = len({*records["issued_on"].tolist()})
        print(f"{Permit.objects.count():,} permits, {days:,} days of issue")
        print_ratios(medians(contestants, turns=turns), OURS, notes)
        transaction.set_rollback(True)


def said(found: dict[tuple[str, str], int]) -> str:
    """What would be something else."""
    return ", ".join(f"{count:,} {now} would be {would}" for (now, would), count in sorted(found.items()))


def ours(rehearsal: Any) -> dict[tuple[str, str], int]:
    """The law for each day of issue, and the database for the permits."""
    from django.db.models import Count, F

    from townwright.office.permits import rehearsing

    rehearsal.row.terms.all().delete()
    rehearsing._work_out(rehearsal)
    groups = (
        rehearsing.joined(rehearsal.row, "always", TODAY)
        .exclude(status_0=F("new_status_0"))
        .order_by()
        .values_list("status_0", "new_status_0")
        .annotate(count=Count("pk"))
    )
    return {(now, would): count for now, would, count in groups}


COLUMNS = ("issued_on", "commence_by", "last_day", "commenced_on", "closed_on")


def read_records() -> dict[str, Any]:
    """The dates of all permits as arrays; a day that is not set is NaT."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(COLUMNS)} FROM permits_permit")  # noqa: S608
        rows = cursor.fetchall()
    columns = zip(*rows, strict=True)
    return {name: np.array(column, dtype="datetime64[D]") for name, column in zip(COLUMNS, columns, strict=True)}


def holidays() -> Any:
    """The public holidays of the calendar, for numpy."""
    from townwright.office import laws

    calendar = laws.calendar()
    years = range(FIRST.year, TODAY.year + 4)
    return np.array([one.day for year in years for one in calendar.holidays(year)], dtype="datetime64[D]")


def month_later(days: Any, months: int) -> Any:
    """Months from days on: the same-numbered day, or the last day of a shorter month."""
    in_month = days.astype("datetime64[M]")
    last = (in_month + months + 1).astype("datetime64[D]") - 1
    return np.minimum((in_month + months).astype("datetime64[D]") + (days - in_month.astype("datetime64[D]")), last)


class Fisca:
    """A country package of one entity, whose formulas are the terms of a permit and its status."""

    def __init__(self, records: dict[str, Any]) -> None:
        self.records = records
        self.off = holidays()

    def ask(self) -> dict[tuple[str, str], int]:
        """A new simulation over the records: the status by either rule, and the pairs that differ."""
        builder = simulation_builder.SimulationBuilder()
        simulation = builder.build_default_simulation(system(self.off), count=len(self.records["issued_on"]))
        for name in ("issued_on", "commenced_on", "closed_on"):
            simulation.set_input(name, "ETERNITY", self.records[name])
        now, would = (simulation.calculate(name, TODAY.isoformat()) for name in ("status_now", "status_would"))
        differ = now != would
        pairs, counts = np.unique(now[differ] * 10 + would[differ], return_counts=True)
        return {
            (STATUSES[pair // 10], STATUSES[pair % 10]): int(count) for pair, count in zip(pairs, counts, strict=True)
        }


STATUSES = ("closed", "invalid", "expired", "in force")


def system(off: Any) -> Any:
    """The variables of a permit as OpenFisca has them."""
    entity = entities.build_entity("permit", "permits", "A permit", is_person=True)
    made = taxbenefitsystems.TaxBenefitSystem([entity])

    def variable(name: str, value_type: type, unit: Any, formula: Any = None) -> None:
        parts = {"value_type": value_type, "entity": entity, "definition_period": unit, "label": name}
        if formula is not None:
            parts["formula"] = formula
        made.add_variable(type(name, (variables.Variable,), parts))

    def ends(months: int) -> Any:
        return lambda permit, period: month_later(permit("issued_on", period), months)

    def begins_by(permit: Any, period: Any) -> Any:
        return np.busday_offset(month_later(permit("issued_on", period), 6), 0, roll="forward", holidays=off)

    def status(last_day: str) -> Any:
        def formula(permit: Any, period: Any) -> Any:
            today = np.datetime64(TODAY)
            closed, begun = permit("closed_on", period), permit("commenced_on", period)
            by = permit("commence_by", period)
            late = (by < today) & (np.isnat(begun) | (begun > by))
            conditions = [closed <= today, late, permit(last_day, period) < today]
            return np.select(conditions, [0, 1, 2], 3).astype(np.int32)

        return formula

    eternity, day = periods.DateUnit.ETERNITY, periods.DateUnit.DAY
    for name in ("issued_on", "commenced_on", "closed_on"):
        variable(name, date, eternity)
    variable("commence_by", date, eternity, begins_by)
    variable("last_now", date, eternity, ends(12))
    variable("last_would", date, eternity, ends(18))
    variable("status_now", int, day, status("last_now"))
    variable("status_would", int, day, status("last_would"))
    return made


#: What somebody would write by hand: no month's end, no holidays.
_STATUS = """CASE WHEN closed_on <= :today THEN 'closed'
    WHEN date(issued_on, '+6 months') < :today
        AND (commenced_on IS NULL OR commenced_on > date(issued_on, '+6 months')) THEN 'invalid'
    WHEN date(issued_on, '+{months} months') < :today THEN 'expired' ELSE 'in force' END"""
_PLAIN = f"""SELECT now, would, count(*) FROM (
    SELECT {_STATUS.format(months=12)} AS now, {_STATUS.format(months=18)} AS would FROM permits_permit
) WHERE now <> would GROUP BY now, would""".replace(":today", f"'{TODAY}'")  # noqa: S608


def plain_sql() -> dict[tuple[str, str], int]:
    """One statement over the same table."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_PLAIN)
        return {(now, would): count for now, would, count in cursor.fetchall()}


def wrong_in_sql() -> int:
    """On how many permits plain SQL has another last day to begin the work than the law."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM permits_permit WHERE commence_by <> date(issued_on, '+6 months')")
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
