"""The chapter as a whole, how its time is counted, and what has no behaviour: §§ 169-1 to 169-3, 169-10, 169-11."""

from datetime import date

import pytest

from tests.law.sweden.facts import day, in_force, rule
from townwright.law.calendar import Calendar, Period, RollingPeriod
from townwright.law.packs import Pack
from townwright.law.provisions import ProvisionKind
from townwright.law.vacancy import (
    certificate_lost_on,
    exemption,
    register_by,
    vacancy,
    vacant_from,
    years_vacant,
)


@pytest.mark.proves("SWE-169-0/1")
def test_the_chapter_was_adopted_by_local_law_8_of_2020(sweden: Pack) -> None:
    chapter, line = sweden.town.chapter, sweden.provision("SWE-169-0")

    assert (chapter.number, chapter.adopted, chapter.enacted_by) == ("169", date(2020, 8, 25), "L.L. No. 8-2020")
    assert (line.adopted, line.enacted_by, line.until) == (date(2020, 8, 25), "L.L. No. 8-2020", None)


def test_all_of_the_chapter_is_there_and_its_section_numbers_are_to_be_confirmed(sweden: Pack) -> None:
    provisions = sweden.own_provisions()
    of_the_chapter = [one for one in provisions if not one.cite.startswith("General Construction Law")]

    assert (len(provisions), sum(len(one.accept) for one in provisions)) == (192, 203)
    assert len(of_the_chapter) == 187
    assert all(one.cite_inferred for one in of_the_chapter)
    assert {one.section for one in provisions} == set(sweden.town.chapter.sections)


@pytest.mark.proves("SWE-169-1/1")
def test_a_notice_to_register_names_the_chapter_and_its_local_law(sweden: Pack) -> None:
    basis = next(one for one in sweden.paper("notice_to_register").directives if one.key == "legal_basis")

    assert basis.text == "Legal basis: Town Code Chapter 169 (Local Law No. 8 of 2020)."
    assert basis.must_stand
    assert basis.cite == "§ 169-1"


@pytest.mark.proves("SWE-169-2/1", "SWE-169-3-a/1", "SWE-169-3-b/1", "SWE-169-10/1")
@pytest.mark.parametrize(
    ("provision", "words"),
    [
        ("SWE-169-2", ["Municipal Home Rule Law § 10", "Town Law §§ 261 through 264"]),
        ("SWE-169-3-a", ["unsightly", "unsafe", "stay vacant for years"]),
        (
            "SWE-169-3-b",
            [
                "identifying and registering vacant buildings",
                "title holders' responsibilities",
                "further the buildings' rehabilitation",
            ],
        ),
        ("SWE-169-10", ["invalid or unconstitutional, the rest stands"]),
    ],
)
def test_what_is_only_text_is_shown_and_no_rule_hangs_on_it(sweden: Pack, provision: str, words: list[str]) -> None:
    found = sweden.provision(provision)

    assert found.kind is ProvisionKind.TEXT_ONLY
    assert [one for one in words if one not in found.says] == []
    assert provision not in sweden.carriers


# -- time ----------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-0-p1/1")
@pytest.mark.parametrize(("event", "last"), [("2025-05-05", "2025-06-04"), ("2024-02-10", "2024-03-11")])
def test_thirty_days_leave_out_the_day_of_the_event(calendar: Calendar, event: str, last: str) -> None:
    assert calendar.nominal(day(event), Period(days=30)) == day(last)


@pytest.mark.proves("SWE-169-0-p2/1")
@pytest.mark.parametrize(
    ("event", "nominal", "act_by"),
    [
        ("2025-01-13", "2025-02-12", "2025-02-13"),
        ("2025-05-09", "2025-06-08", "2025-06-09"),
        ("2025-10-05", "2025-11-04", "2025-11-05"),
        ("2025-10-29", "2025-11-28", "2025-11-28"),
        ("2027-06-04", "2027-07-04", "2027-07-06"),
    ],
)
def test_an_act_rolls_off_weekends_and_public_holidays_only(
    sweden: Pack, event: str, nominal: str, act_by: str
) -> None:
    closed = sweden.calendar(closings=[(day("2025-11-28"), day("2025-11-28"), "The day after Thanksgiving")])

    found = register_by(rule(sweden), vacant=day(event), received=None, calendar=closed).governs

    assert closed.closed(day("2025-11-28"))
    assert found is not None
    assert (found.nominal, found.act_by) == (day(nominal), day(act_by))


@pytest.mark.proves("SWE-169-0-p3/1")
@pytest.mark.parametrize(
    ("start", "period", "last"),
    [
        ("2025-12-31", Period(months=2), "2026-02-28"),
        ("2020-02-29", Period(years=1), "2021-02-28"),
        ("2023-02-28", Period(years=1), "2024-02-28"),
    ],
)
def test_months_run_to_the_same_numbered_day(calendar: Calendar, start: str, period: Period, last: str) -> None:
    assert calendar.nominal(day(start), period) == day(last)


@pytest.mark.proves("SWE-169-0-p4/1")
def test_states_do_not_roll(sweden: Pack, calendar: Calendar) -> None:
    mail = sweden.orders.kinds["notice_to_register"].root[0].value
    assert mail is not None and mail.ways["first-class mail"].deemed is not None
    received = calendar.nominal(day("2025-08-26"), mail.ways["first-class mail"].deemed)
    _, exempt = exemption(
        in_force(sweden.vacancy.exemption),
        cause="fire",
        event=day("2025-05-05"),
        requested=day("2025-05-10"),
        calendar=calendar,
    )
    vacant = vacant_from(sweden.vacancy.categories["F"], {"unoccupied": day("2025-03-08")}, calendar=calendar)

    assert (received, f"{received:%A}") == (day("2025-08-31"), "Sunday")
    assert (exempt, f"{exempt:%A}") == (day("2025-07-04"), "Friday")
    assert vacant is not None and (vacant, f"{vacant:%A}") == (day("2025-06-07"), "Saturday")


@pytest.mark.proves("SWE-169-0-p5/1")
def test_over_leaves_the_number_out_and_no_later_than_takes_it_in(sweden: Pack, calendar: Calendar) -> None:
    start, law = day("2025-01-06"), sweden.vacancy

    def at(days: int) -> date:
        return calendar.nominal(start, Period(days=days))

    lost = certificate_lost_on(law, start, calendar)
    due = register_by(rule(sweden), vacant=start, received=None, calendar=calendar).governs

    over_90 = ["F" in vacancy(law, {"unoccupied": start}, on=at(n), calendar=calendar) for n in (89, 90, 91)]
    longer_than_365 = [lost is not None and lost <= at(n) for n in (364, 365, 366)]
    late = [due is not None and due.passed(at(n)) for n in (29, 30, 31)]
    assert (over_90, longer_than_365, late) == ([False, False, True], [False, False, True], [False, False, True])


# -- § 169-11 ------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-11/1")
def test_what_was_vacant_before_the_chapter_counts_from_its_first_day(filed: Pack) -> None:
    calendar, vacant = filed.calendar(), day("2018-03-01")

    due = register_by(rule(filed), vacant=vacant, received=None, calendar=calendar).governs

    assert filed.town.chapter.in_force_from == day("2020-09-03")
    assert due is not None
    assert (due.nominal, due.act_by) == (day("2020-10-03"), day("2020-10-05"))
    assert certificate_lost_on(filed.vacancy, vacant, calendar) == day("2021-09-04")
    assert years_vacant(vacant, day("2021-03-01")) == 3


def test_until_the_day_of_filing_is_entered_the_pack_says_so(sweden: Pack, filed: Pack) -> None:
    assert sweden.town.chapter.in_force_to_be_confirmed
    assert not filed.town.chapter.in_force_to_be_confirmed
    assert in_force(filed.penalties.penalties["chapter_169"]).since == day("2020-09-03")
    assert isinstance(in_force(filed.vacancy.certificate_lost).value, RollingPeriod)
