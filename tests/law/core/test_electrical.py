"""Electrical inspectors: standards at their limits, terms to the day, and whose reports are taken when."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar
from townwright.law.dated import Dated
from townwright.law.electrical import (
    AuthorityTerm,
    Certification,
    ElectricalRules,
    Inspector,
    Interest,
    Policy,
    authority,
    first_term,
    qualified,
    renewed_term,
    report,
)
from townwright.law.findings import Outcome

day = date.fromisoformat
COVERS = {
    "aggregate": ("General aggregate", "2000000.00", "a"),
    "products": ("Products", "2000000.00", "b"),
    "personal": ("Personal injury", "1000000.00", "c"),
    "occurrence": ("Each occurrence", "1000000.00", "d"),
    "fire": ("Fire damage", "300000.00", "e"),
    "medical": ("Medical expense", "5000.00", "f"),
}
FULL = {key: Decimal(least) for key, (_, least, _) in COVERS.items()}


def town(**standards: Any) -> ElectricalRules:
    """Shelter Island's inspectors, with standards of its own where they are given."""
    value = {
        "licensed_for": {"years": 10},
        "certifications": {"general": "Electrical General", "dwellings": "Dwellings"},
        "scope": {"dwelling": "dwellings", "other": "general"},
        "evidence": {"code": "Familiar with the National Electrical Code", "insured": "Town is additional insured"},
        "insurance": {
            key: {"title": title, "least": least, "cite": f"§ 43-10.1B(4)({letter})"}
            for key, (title, least, letter) in COVERS.items()
        },
        **standards,
    }
    return ElectricalRules.model_validate(
        {
            "named": {"nybfu": {"title": "New York Board of Fire Underwriters", "cite": "§ 43-10.1A"}},
            "standards": [{"from": "2004-06-18", "cite": "§ 43-10.1B", "enacted_by": "L.L. 8-2004", "value": value}],
            "term": [
                {
                    "from": "2004-02-13",
                    "cite": "§ 43-10.1D",
                    "enacted_by": "L.L. 1-2004",
                    "value": {"first": "as certification", "renewal": {"years": 3}, "remind": [90]},
                }
            ],
            "conflict": {"cite": "§ 43-10.1B(5)"},
            "complaints": {"cite": "§ 43-10.1D"},
        }
    )


RULES = town()
EVIDENCE: dict[str, object] = {"code": "course 2025", "insured": True}
GENERAL = Certification("general", day("2024-07-01"), day("2027-07-01"))
DWELLINGS = Certification("dwellings", day("2024-07-01"), day("2027-06-30"))
OKORO = Inspector(
    authorised=((day("2026-02-24"), day("2029-02-24")),),
    licensed=((day("2010-01-01"), None),),
    certifications=(GENERAL, DWELLINGS),
    policies=(Policy(day("2025-01-01"), day("2027-12-31"), FULL),),
)


def term_rule(rules: ElectricalRules = RULES) -> Dated[AuthorityTerm]:
    """The term of an authorisation."""
    assert rules.term is not None
    rule = rules.term.on(day("2026-01-01"))
    assert rule is not None
    return rule


def open_keys(inspector: Inspector, on: str, rules: ElectricalRules = RULES) -> list[str]:
    """What stands against an inspector's authority on a day."""
    return [f.key for f in authority(rules, inspector, day(on)).standing_in_the_way]


# -- standards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("applied", "met"), [("2026-03-02", False), ("2026-03-03", True), ("2026-03-04", True)])
def test_ten_years_a_licensed_electrician(applied: str, met: bool) -> None:
    inspector = replace(OKORO, licensed=((day("2016-03-03"), None),))

    decision = qualified(RULES, inspector, EVIDENCE, day(applied))

    assert decision.allowed is met
    assert [f.key for f in decision.standing_in_the_way] == ([] if met else ["electrical.licensed"])


def test_licences_are_summed_without_overlap() -> None:
    spans = ((day("2014-01-01"), day("2019-01-01")), (day("2016-01-01"), day("2018-01-01")), (day("2021-01-01"), None))

    for applied, met in (("2025-12-31", False), ("2026-01-01", True)):
        decision = qualified(RULES, replace(OKORO, licensed=spans), EVIDENCE, day(applied))
        assert decision.allowed is met


def test_a_town_can_ask_for_months_or_nothing() -> None:
    fresh = replace(OKORO, licensed=((day("2025-08-01"), None),))

    assert qualified(town(licensed_for={"months": 6}), fresh, EVIDENCE, day("2026-02-01")).allowed
    assert not qualified(town(licensed_for={"months": 6}), fresh, EVIDENCE, day("2026-01-31")).allowed
    assert qualified(town(licensed_for=None), replace(fresh, licensed=()), EVIDENCE, day("2026-01-31")).allowed


@pytest.mark.parametrize(("key", "letter"), [(key, letter) for key, (_, _, letter) in COVERS.items()])
def test_each_cover_has_its_least_amount(key: str, letter: str) -> None:
    for cents, met in ((-1, False), (0, True), (1, True)):
        covers = FULL | {key: FULL[key] + Decimal(cents) / 100}
        policies = (Policy(day("2025-01-01"), day("2027-12-31"), covers),)
        decision = qualified(RULES, replace(OKORO, policies=policies), EVIDENCE, day("2026-02-10"))
        assert decision.allowed is met
        assert [f.cite for f in decision.standing_in_the_way] == ([] if met else [f"§ 43-10.1B(4)({letter})"])


def test_a_cover_that_is_missing_is_none() -> None:
    policies = (Policy(day("2025-01-01"), day("2027-12-31"), {key: FULL[key] for key in FULL if key != "fire"}),)

    assert open_keys(replace(OKORO, policies=policies), "2026-03-02") == ["electrical.insurance.fire"]


@pytest.mark.parametrize(("certified_in", "met"), [("all", False), ("any", True)])
def test_certification_in_both_fields_or_in_either(certified_in: str, met: bool) -> None:
    inspector = replace(OKORO, certifications=(DWELLINGS, replace(GENERAL, expires=day("2026-01-31"))))

    decision = qualified(town(certified_in=certified_in), inspector, EVIDENCE, day("2026-02-10"))

    assert decision.allowed is met
    assert {f.why for f in decision.standing_in_the_way} == (set() if met else {"Not current: Electrical General"})


def test_evidence_is_shown_and_older_standards_are_not_guessed() -> None:
    (wanting,) = qualified(RULES, OKORO, {"code": "course"}, day("2026-02-10")).standing_in_the_way
    (older,) = qualified(RULES, OKORO, EVIDENCE, day("2004-06-17")).standing_in_the_way

    assert (wanting.key, wanting.why) == ("electrical.insured", "No evidence")
    assert older.outcome is Outcome.UNKNOWN


# -- how long ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("certifications", "authorised", "end"),
    [
        ((GENERAL,), "2026-02-24", "2029-02-24"),  # a Saturday, not moved
        (
            (GENERAL, replace(DWELLINGS, issued=day("2026-01-01"), expires=day("2026-04-11"))),
            "2026-02-24",
            "2026-06-04",
        ),
        ((), "2026-02-24", None),
    ],
)
def test_a_first_authorisation_is_as_long_as_the_shortest_certification(
    calendar: Calendar, certifications: tuple[Certification, ...], authorised: str, end: str | None
) -> None:
    found = first_term(term_rule(), day(authorised), certifications, calendar)

    assert (found.act_by if found else None) == (day(end) if end else None)
    if found:
        assert (found.nominal, found.reminders) == (found.act_by, (found.act_by - timedelta(days=90),))


def test_a_first_authorisation_can_have_a_time_of_its_own(calendar: Calendar) -> None:
    rule = term_rule().model_copy(
        update={"value": AuthorityTerm.model_validate({"first": {"years": 2}, "renewal": {"years": 1}})}
    )

    found = first_term(rule, day("2026-02-24"), (), calendar)

    assert found is not None and found.act_by == day("2028-02-24")


@pytest.mark.parametrize(
    ("accepted", "end"), [("2026-09-01", "2029-09-15"), ("2026-09-15", "2029-09-15"), ("2026-10-01", "2029-10-01")]
)
def test_a_renewal_runs_from_the_end_it_replaces_or_from_its_acceptance(
    calendar: Calendar, accepted: str, end: str
) -> None:
    assert renewed_term(term_rule(), day("2026-09-15"), day(accepted), calendar).act_by == day(end)


# -- on a day ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "authorised"), [("2026-02-20", False), ("2026-02-24", True), ("2026-09-15", True), ("2026-09-16", False)]
)
def test_authority_runs_from_the_resolution_to_its_end(on: str, authorised: bool) -> None:
    inspector = replace(OKORO, authorised=((day("2026-02-24"), day("2026-09-15")),))

    assert open_keys(inspector, on) == ([] if authorised else ["electrical.authorised"])


def test_an_ended_authority_says_so() -> None:
    inspector = replace(OKORO, authorised=((day("2026-02-24"), day("2026-09-15")),))

    ended, never = (
        authority(RULES, one, day("2026-10-01")).standing_in_the_way[0]
        for one in (inspector, replace(OKORO, authorised=()))
    )

    assert (ended.why, ended.cite) == ("Expired from Wed 16 September 2026", "§ 43-10.1D")
    assert never.why == "Not named by the board by then"


@pytest.mark.parametrize(
    ("on", "suspended"), [("2026-06-30", False), ("2026-07-08", True), ("2026-07-14", True), ("2026-07-15", False)]
)
def test_a_lapse_of_insurance_suspends(on: str, suspended: bool) -> None:
    policies = (Policy(day("2025-07-01"), day("2026-06-30"), FULL), Policy(day("2026-07-15"), day("2027-07-14"), FULL))

    keys = open_keys(replace(OKORO, policies=policies), on)

    assert bool(keys) is suspended
    assert all(key.startswith("electrical.insurance.") for key in keys)


@pytest.mark.parametrize(("on", "suspended"), [("2026-04-05", False), ("2026-04-06", True)])
def test_only_a_substantiated_complaint_suspends(on: str, suspended: bool) -> None:
    inspector = replace(OKORO, substantiated=(day("2026-04-06"),))

    assert open_keys(inspector, on) == (["electrical.complaints"] if suspended else [])


def test_those_whom_the_section_names_need_no_resolution_and_are_warned_of() -> None:
    reyes = Inspector(agency="nybfu")

    decision = report(RULES, reyes, dated=day("2026-02-11"), installation="other", installer="Bay Wiring")

    assert decision.allowed
    assert {f.key for f in decision.of(Outcome.WARNING)} == {
        "electrical.certified",
        "electrical.scope",
        *(f"electrical.insurance.{key}" for key in COVERS),
    }
    insured = replace(reyes, certifications=OKORO.certifications, policies=OKORO.policies)
    assert authority(RULES, insured, day("2026-02-11")).of(Outcome.WARNING) == ()


def test_a_town_without_standards_asks_the_resolution_alone() -> None:
    bare = ElectricalRules()

    assert authority(bare, Inspector(authorised=OKORO.authorised), day("2026-03-02")).allowed
    found = report(bare, Inspector(), dated=day("2026-03-02"), installation="other", installer="Bay Wiring")
    assert [(f.key, f.cite) for f in found.findings] == [("electrical.authorised", "Resolution of the board")]
    unscoped = report(
        town(scope={}, certifications={}), OKORO, dated=day("2026-03-02"), installation="x", installer="y"
    )
    assert unscoped.allowed


# -- reports -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("installation", "dated", "allowed"),
    [
        ("dwelling", "2027-06-30", True),
        ("other", "2026-05-06", True),
        ("dwelling", "2027-07-01", False),
        ("ship", "2026-05-06", False),
    ],
)
def test_an_inspector_reports_within_the_certification(installation: str, dated: str, allowed: bool) -> None:
    decision = report(
        town(certified_in="any"), OKORO, dated=day(dated), installation=installation, installer="Bay Wiring"
    )

    assert decision.allowed is allowed


@pytest.mark.parametrize(
    ("installer", "dated", "allowed"),
    [
        ("Okoro Electric", "2026-03-12", False),
        ("Bay Wiring", "2026-03-31", False),
        ("Bay Wiring", "2026-04-01", True),
        ("Harbour Electric", "2026-03-12", True),
    ],
)
def test_nobody_inspects_the_work_of_a_company_of_interest(installer: str, dated: str, allowed: bool) -> None:
    inspector = replace(
        OKORO,
        interests=(
            Interest("Okoro Electric", day("2020-01-01")),
            Interest("Bay Wiring", day("2025-01-01"), day("2026-03-31")),
        ),
    )

    decision = report(RULES, inspector, dated=day(dated), installation="other", installer=installer)

    assert decision.allowed is allowed
    assert [f.cite for f in decision.standing_in_the_way] == ([] if allowed else ["§ 43-10.1B(5)"])


@given(
    issued=st.dates(date(2000, 1, 1), date(2050, 1, 1)),
    length=st.integers(1, 2000),
    authorised=st.dates(date(2000, 1, 1), date(2050, 1, 1)),
)
def test_an_authorisation_is_about_as_long_as_its_certification(
    calendar: Calendar, issued: date, length: int, authorised: date
) -> None:
    certification = Certification("general", issued, issued + timedelta(days=length))

    found = first_term(term_rule(), authorised, (certification,), calendar)

    assert found is not None
    assert abs((found.act_by - authorised).days - length) <= 3
