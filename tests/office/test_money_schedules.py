"""Fee schedules: a resolution puts one in force from a day on, and each fee is that of its own day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

import pytest
from django.db import DatabaseError, connection, transaction

from tests.office.money_cases import (
    CLERK,
    OFFICER,
    a_case,
    adopt,
    adopt_practice,
    charge,
    dollars,
    flat,
)
from townwright.law.findings import Outcome
from townwright.office import clock, storage
from townwright.office.money import acts as money
from townwright.office.money.models import FeeSchedule, Line
from townwright.office.register.acts import ask, perform
from townwright.office.register.errors import InputError, NotAllowed, Refused
from townwright.pages.forms import form_of

pytestmark = [pytest.mark.usefixtures("office", "blank_papers"), pytest.mark.both_engines]

CODES = {
    "permit.application",
    "permit.amendment",
    "permit.renewal",
    "inspection",
    "reinspection",
    "certificate.occupancy",
    "certificate.compliance",
    "certificate.temporary",
}


@pytest.fixture(autouse=True)
def _winter(at: Callable[[str], Any]) -> Iterator[None]:
    at("2025-01-03 10:00")
    yield


class TestPuttingOneInForce:
    @pytest.mark.proves("CHE-50-18-1/1")
    def test_without_a_resolution_number_it_is_refused_and_the_earlier_one_goes_on(self) -> None:
        earlier = adopt("Schedule of 2024", "2024-05-01", flat("reinspection", "50.00"), resolution="2024-61")
        with pytest.raises(Refused) as refused:
            adopt("Schedule of 2025", "2025-01-03", flat("reinspection", "60.00"), resolution="")
        finding = refused.value.decision.standing_in_the_way[0]
        assert (finding.key, finding.cite) == ("resolution", "§ 50-18")
        assert "the earlier schedule goes on" in finding.why
        assert money.schedule_on(date(2025, 1, 3)) == earlier
        assert FeeSchedule.objects.count() == 1

    @pytest.mark.parametrize(("missing", "key"), [("adopted", "resolved_on"), ("begins", "in_force_from")])
    def test_without_one_of_its_days_it_is_refused(self, missing: str, key: str) -> None:
        given = {
            "name": "2025",
            "resolution": "2025-12",
            "adopted": "2025-01-02",
            "begins": "2025-01-08",
            "lines": [flat("reinspection", "50.00")],
            missing: None,
        }
        with pytest.raises(Refused) as refused:
            perform("schedule.adopt", given, actor=OFFICER)
        assert key in {finding.key for finding in refused.value.decision.standing_in_the_way}

    def test_listed_actions_without_a_line_are_warned_of_and_do_not_stop_it(self) -> None:
        given = {
            "name": "2025",
            "resolution": "2025-12",
            "adopted": "2025-01-02",
            "begins": "2025-01-08",
            "lines": [flat("permit.application", "100.00", action="permit.apply")],
        }
        decision = ask("schedule.adopt", given, actor=OFFICER).decision
        (warning,) = decision.of(Outcome.WARNING)
        assert "Renewed building permit" in warning.why and "Temporary certificate of occupancy" in warning.why
        assert "No line for: Building permit" not in warning.why
        assert decision.allowed
        assert FeeSchedule.objects.count() == 0

    def test_the_entry_says_what_came_into_force(self) -> None:
        outcome = perform(
            "schedule.adopt",
            {
                "name": "Schedule of 2025",
                "resolution": "2025-12",
                "adopted": "2025-01-02",
                "begins": "2025-01-08",
                "lines": [{**flat("reinspection", "50.00"), "account": "A2555"}],
            },
            actor=OFFICER,
        )
        assert outcome.entry is not None
        said = outcome.entry.said
        assert "Schedule of 2025 put in force from Wed 8 January 2025 by Resolution 2025-12" in said
        assert said.endswith("of Thu 2 January 2025, 1 line")
        assert outcome.entry.content["after"]["lines"][0]["code"] == "reinspection"
        assert charge_account() == "A2555"

    @pytest.mark.parametrize(
        ("change", "field", "words"),
        [
            ({"begins": "2025-01-01"}, "begins", "before the day of its resolution"),
            ({"lines": []}, "lines", "at least one line"),
            ({"lines": [flat("x", "1.00"), flat("x", "2.00")]}, "lines", "each code once"),
            ({"lines": [{**flat("x", "1.00"), "minimum": "9.00", "maximum": "8.00"}]}, "lines", "minimum"),
            ({"lines": [{**flat("x", "1.00"), "per": "8.00", "fact": "application.price"}]}, "lines", "no fact"),
            ({"lines": [{**flat("x", "1.00"), "per": "8.00", "fact": "application.signed_by"}]}, "lines", "no fee"),
            (
                {"lines": [{**flat("x", "1.00"), "per": "8.00", "fact": "application.cost", "every": "0"}]},
                "lines.0.every",
                "More than 0",
            ),
            ({"lines": [flat("x", "$1,290.00")]}, "lines.0.base", "This is no amount"),
            ({"lines": [flat("x", "about fifty")]}, "lines.0.base", "This is no amount"),
            ({"lines": [flat("x", "12.345")]}, "lines.0.base", "no more than two decimal places"),
            ({"lines": [flat("x", "-1.00")]}, "lines.0.base", "At least 0"),
            ({"lines": [flat("x", "NaN")]}, "lines.0.base", "finite"),
            ({"adopted": "0206-01-02", "begins": "0206-01-02"}, "adopted", "year 206"),
        ],
    )
    def test_what_cannot_be_is_said_in_words(self, change: dict[str, Any], field: str, words: str) -> None:
        given = {
            "name": "2025",
            "resolution": "2025-12",
            "adopted": "2025-01-02",
            "begins": "2025-01-08",
            "lines": [flat("reinspection", "50.00")],
            **change,
        }
        with pytest.raises(InputError) as wrong:
            perform("schedule.adopt", given, actor=OFFICER)
        assert words in wrong.value.errors[field]
        assert FeeSchedule.objects.count() == 0

    def test_a_name_is_given_once(self) -> None:
        adopt("2025", "2025-01-03", flat("reinspection", "50.00"))
        with pytest.raises(InputError, match="a schedule of this name"):
            adopt("2025", "2025-01-03", flat("reinspection", "60.00"))

    def test_a_clerk_does_not_do_it(self) -> None:
        with pytest.raises(NotAllowed):
            perform("schedule.adopt", {"name": "x"}, actor=CLERK)

    def test_an_invented_one_is_for_practice(self, office: storage.Office, monkeypatch: pytest.MonkeyPatch) -> None:
        assert adopt_practice().invented
        monkeypatch.setattr(storage, "office", lambda slug=None: replace(office, practice=False))
        with pytest.raises(InputError, match="for a practice office"):
            adopt("2025", "2025-01-03", flat("reinspection", "50.00"), invented=True)

    def test_its_form_can_be_made(self) -> None:
        form = form_of(money.setting.AdoptSchedule)()
        assert {"name", "resolution", "adopted", "begins"} <= set(form.fields)


def charge_account() -> str:
    with clock.fixed("2025-01-08 09:00"):
        return charge(a_case(), "reinspection").account


class TestWhichOneCounts:
    def test_it_counts_from_its_first_day_to_the_day_before_the_next(self) -> None:
        first = adopt("2024", "2024-05-01", flat("reinspection", "40.00"))
        second = adopt("2025", "2025-01-03", flat("reinspection", "50.00"))
        assert money.schedule_on(date(2024, 4, 30)) is None
        assert money.schedule_on(date(2024, 5, 1)) == first
        assert money.schedule_on(date(2025, 1, 2)) == first
        assert money.schedule_on(date(2025, 1, 3)) == second

    def test_of_two_from_one_day_the_later_resolution_counts(self) -> None:
        for name, adopted in (("amended", "2024-12-20"), ("first", "2024-12-01")):
            perform(
                "schedule.adopt",
                {
                    "name": name,
                    "resolution": name,
                    "adopted": adopted,
                    "begins": "2025-01-03",
                    "lines": [flat("reinspection", "50.00")],
                },
                actor=OFFICER,
            )
        assert str(money.schedule_on(date(2025, 1, 3))).startswith("amended (Resolution amended of Fri 20 Dec")

    @pytest.mark.proves("CHE-50-18-2/1")
    def test_an_inspection_pays_the_schedule_of_the_day_of_the_visit(self, at: Callable[[str], Any]) -> None:
        old = adopt("2025", "2025-01-03", flat("inspection", "30.00", action="inspection.construction"))
        case = a_case(opened=date(2025, 2, 13))
        at("2025-06-20 09:00")
        new = adopt("2025 amended", "2025-06-20", flat("inspection", "45.00", action="inspection.construction"))
        at("2025-07-02 14:00")
        later = adopt_from("2025-07-01", flat("inspection", "55.00", action="inspection.construction"))
        line = charge(case, "inspection")
        assert (line.amount, line.schedule, line.on) == (dollars("55.00"), later, date(2025, 7, 2))
        assert line.cite == "§ 50-5(E)"
        assert money.schedule_on(date(2025, 2, 13)) == old
        assert money.schedule_on(date(2025, 6, 30)) == new

    @pytest.mark.proves("CHE-50-4-K-3/1")
    def test_a_renewal_pays_the_fee_in_force_on_the_day_of_its_application(self, at: Callable[[str], Any]) -> None:
        adopt("2025", "2025-01-03", flat("permit.renewal", "150.00", action="permit.renew"))
        at("2025-07-02 09:00")
        adopt_from("2025-07-01", flat("permit.renewal", "200.00", action="permit.renew"))
        assert money.estimate("permit.renewal", {}, date(2025, 6, 30)).amount == dollars("150.00")
        assert money.estimate("permit.renewal", {}, date(2025, 7, 1)).amount == dollars("200.00")
        line = charge(a_case(), "permit.renewal")
        assert (line.amount, line.cite) == (dollars("200.00"), "§ 50-4(K)")

    def test_a_late_entry_pays_the_fee_of_the_day_on_which_it_happened(self, at: Callable[[str], Any]) -> None:
        adopt("2025", "2025-01-03", flat("reinspection", "50.00"))
        case = a_case()
        at("2025-07-02 09:00")
        adopt_from("2025-07-01", flat("reinspection", "60.00"))
        assert charge(case, "reinspection", on="2025-06-30", late_reason="Power gone").amount == dollars("50.00")
        assert charge(case, "reinspection", on="2025-07-01", late_reason="Power gone").amount == dollars("60.00")


def adopt_from(begins: str, *lines: dict[str, Any]) -> FeeSchedule:
    """A schedule that was resolved in June and counts from a later day."""
    outcome = perform(
        "schedule.adopt",
        {
            "name": f"from {begins}",
            "resolution": "2025-77",
            "adopted": "2025-06-11",
            "begins": begins,
            "lines": list(lines),
        },
        actor=OFFICER,
    )
    return FeeSchedule.objects.get(pk=outcome.subject_id)


HOUSE = {
    "code": "permit.application",
    "title": "New house",
    "action": "permit.apply",
    "per": "8.00",
    "every": "1000",
    "fact": "application.cost",
    "minimum": "250.00",
}


class TestWhatAFeeComesTo:
    @pytest.mark.proves("CHE-50-18-3/1")
    def test_eight_dollars_per_thousand_with_a_minimum(self, at: Callable[[str], Any]) -> None:
        adopt("2025", "2025-01-03", HOUSE)
        at("2025-09-18 09:00")
        line = charge(a_case(), "permit.application", {"application.cost": "30000"})
        assert line.amount == dollars("250.00")
        assert "30 × $8.00 per $1,000 or part of it, $240.00" in line.worked_out
        assert "Raised to the minimum of $250.00, $10.00" in line.worked_out

    @pytest.mark.parametrize(
        ("cost", "fee"),
        [
            ("31000", "250.00"),
            ("31000.01", "256.00"),
            ("31250", "256.00"),
            ("32000", "256.00"),
            ("32000.01", "264.00"),
            ("0", "250.00"),
        ],
    )
    def test_at_below_and_above_a_thousand_and_the_minimum(self, cost: str, fee: str) -> None:
        adopt("2025", "2025-01-03", HOUSE)
        found = money.estimate("permit.application", {"application.cost": Decimal(cost)}, date(2025, 1, 3))
        assert found.amount == dollars(fee)

    def test_an_estimate_names_what_is_missing_and_changes_nothing(self) -> None:
        adopt("2025", "2025-01-03", HOUSE)
        found = money.estimate("permit.application", {}, date(2025, 1, 3))
        assert (found.amount, found.missing, found.in_schedule) == (None, ("application.cost",), True)
        assert Line.objects.count() == 0

    def test_an_estimate_without_schedule_or_line_says_so(self) -> None:
        assert not money.estimate("permit.application", {}, date(2025, 1, 3)).in_schedule
        adopt("2025", "2025-01-03", HOUSE)
        assert not money.estimate("permit.renewal", {}, date(2025, 1, 3)).in_schedule

    def test_a_cost_below_zero_is_refused_in_words(self) -> None:
        adopt("2025", "2025-01-03", HOUSE)
        with pytest.raises(InputError, match="below zero"):
            money.estimate("permit.application", {"application.cost": Decimal(-1)}, date(2025, 1, 3))

    def test_the_practice_schedule_has_a_line_for_every_listed_action(self) -> None:
        schedule = money.practice_schedule()
        assert schedule.invented
        assert {line.code for line in schedule.lines} >= CODES
        adopt_practice()
        for code in CODES:
            fee = money.estimate(code, {"application.cost": Decimal("12500")}, date(2025, 1, 3))
            assert fee.amount is not None and fee.cite, code
        assert money.estimate("inspection", {}, date(2025, 1, 3)).amount == 0
        assert money.estimate("reinspection", {}, date(2025, 1, 3)).amount == dollars("50.00")
        assert money.estimate(
            "permit.application", {"application.cost": Decimal("12500")}, date(2025, 1, 3)
        ).amount == dollars("179.00")
        decision = ask(
            "schedule.adopt",
            {
                "name": "again",
                "resolution": "x",
                "adopted": "2025-01-02",
                "begins": "2025-01-02",
                "more": list(schedule.lines),
                "invented": True,
            },
            actor=OFFICER,
        ).decision
        assert decision.of(Outcome.WARNING) == ()


class TestAPriceIndex:
    """A line that follows a price index is charged by it, and the index is as permanent as the line."""

    LINE: ClassVar = {
        "code": "certificate.occupancy",
        "title": "Certificate of occupancy",
        "parts": [{"kind": "flat", "amount": "50.00"}],
        "indexed": {"index": "cpi", "base": "2024-01-01"},
    }

    @staticmethod
    def _values(*pairs: tuple[str, str]) -> dict[str, Any]:
        return {"cpi": [{"from": since, "value": value, "cite": "CPI", "enacted_by": "BLS"} for since, value in pairs]}

    def _adopted(self, *pairs: tuple[str, str]) -> FeeSchedule:
        given = {"name": "Schedule of 2025", "resolution": "1", "adopted": "2025-01-02", "begins": "2025-01-02"}
        more = {"more": [self.LINE], "indexes": self._values(*pairs)}
        perform("schedule.adopt", {**given, **more}, actor=OFFICER)
        return FeeSchedule.objects.get(name="Schedule of 2025")

    def test_the_fee_follows_it(self) -> None:
        self._adopted(("2024-01-01", "300.0"), ("2025-02-01", "330.0"))
        before, after = (money.estimate("certificate.occupancy", {}, date(2025, *on)) for on in ((1, 31), (2, 1)))
        assert (before.amount, after.amount) == (Decimal("50.00"), Decimal("55.00"))

    def test_without_its_value_of_the_base_day_it_is_refused(self) -> None:
        with pytest.raises(InputError, match="has no value on 2024-01-01"):
            self._adopted(("2025-01-01", "330.0"))

    def test_its_values_never_change(self) -> None:
        row = self._adopted(("2024-01-01", "300.0"))
        with pytest.raises(DatabaseError, match="permanent"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE money_feeschedule SET indexes = '{}' WHERE name = %s", [row.name])
