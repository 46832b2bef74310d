"""§ 43-10.1: the electrical inspectors of the town."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from tests.law.shelter_island.facts import (
    decide,
    electrical_letter,
    finding_of,
    open_,
    ready_certificate,
    the_one_in_the_way,
)
from townwright.law.calendar import Calendar
from townwright.law.electrical import (
    Certification,
    Inspector,
    Interest,
    Policy,
    authority,
    first_term,
    qualified,
    renewed_term,
    report,
)
from townwright.law.findings import Decision
from townwright.law.packs import Pack

LEAST = {
    "aggregate": Decimal("2000000"),
    "products": Decimal("2000000"),
    "injury": Decimal("1000000"),
    "occurrence": Decimal("1000000"),
    "fire": Decimal("300000"),
    "medical": Decimal("5000"),
}
EVIDENCE = {"electrical_code": "Course certificate of 2025-11-03"}


def policy(since: date = date(2025, 7, 1), until: date = date(2027, 6, 30), **covers: int) -> Policy:
    """Insurance at its six minimums, but for what is given."""
    return Policy(since, until, {**LEAST, **{key: Decimal(amount) for key, amount in covers.items()}})


#: Authorized by resolution 41 of 2026-02-24, certified in both fields, insured, licensed for long.
OKORO = Inspector(
    authorised=((date(2026, 2, 24), date(2029, 2, 24)),),
    licensed=((date(2010, 1, 4), None),),
    certifications=(
        Certification("general", date(2024, 7, 1), date(2027, 7, 1)),
        Certification("dwellings", date(2024, 7, 1), date(2027, 7, 1)),
    ),
    policies=(policy(),),
)


def filed(
    pack: Pack, inspector: Inspector, dated: date, installation: str = "dwelling", installer: str = "Cove Wiring"
) -> Decision:
    """A report of a day on an installation."""
    return report(pack.electrical, inspector, dated=dated, installation=installation, installer=installer)


def applies(pack: Pack, inspector: Inspector, on: date, evidence: Mapping[str, object] | None = None) -> Decision:
    """The standards of a day held against an applicant."""
    return qualified(pack.electrical, inspector, EVIDENCE if evidence is None else evidence, on)


# ---------------------------------------------------------------------------------------------------- A: who


@pytest.mark.proves("SHI-43-10.1-A-p1/1")
def test_the_section_itself_names_the_fire_underwriters(island: Pack) -> None:
    reyes = Inspector(agency="fire_underwriters")

    decision = filed(island, reyes, date(2026, 2, 11))

    assert decision.allowed
    assert finding_of(decision, "electrical.authorised").why == "Named: New York Board of Fire Underwriters"
    assert finding_of(decision, "electrical.authorised").cite == "§ 43-10.1A"


@pytest.mark.proves("SHI-43-10.1-A-p3/1")
def test_a_disapproval_bars_the_certificate_until_it_is_approved(island: Pack) -> None:
    disapproved = ready_certificate(electrical__result="disapproved")

    found = the_one_in_the_way(decide(island, "certificate.issue", disapproved, "2026-06-15"))

    assert found.cite == "§ 43-10.1A"
    assert found.why == "Disapproved, and not approved since"
    assert open_(decide(island, "certificate.issue", ready_certificate(), "2026-06-15"))


@pytest.mark.proves("SHI-43-10.1-A-p4/1")
def test_the_town_pays_for_no_electrical_inspection(island: Pack) -> None:
    found = the_one_in_the_way(decide(island, "electrical.charge", {"electrical.payer": "town"}, "2026-03-26"))

    assert found.why == "The Town pays for no electrical inspection"
    assert found.cite == "§ 43-10.1A"
    assert open_(decide(island, "electrical.charge", {"electrical.payer": "owner"}, "2026-03-26"))


@pytest.mark.proves("SHI-43-10.1-A-p5/1")
def test_only_who_is_named_reports_and_not_before_the_resolution(island: Pack) -> None:
    colleague = replace(OKORO, authorised=())

    early = filed(island, OKORO, date(2026, 2, 20))

    assert the_one_in_the_way(early).why == "Not named by the board by then"
    assert not filed(island, colleague, date(2026, 3, 2)).allowed
    assert filed(island, OKORO, date(2026, 3, 2)).allowed
    assert filed(island, OKORO, date(2026, 2, 24)).allowed
    bare = decide(island, "electrical.authorize", {"appointment.resolution": ""}, "2026-02-24")
    assert the_one_in_the_way(bare).cite == "§ 43-10.1A"


# ---------------------------------------------------------------------------------------------- B: standards


@pytest.mark.proves("SHI-43-10.1-B/1")
def test_an_application_that_misses_a_standard_does_not_go_on(island: Pack) -> None:
    four_of_five = electrical_letter(electrical__standards_unmet={"Insurance"})

    found = the_one_in_the_way(decide(island, "electrical.qualify", four_of_five, "2026-02-10"))

    assert found.why == "Not met: Insurance"
    assert found.cite == "§ 43-10.1B"
    assert open_(decide(island, "electrical.qualify", electrical_letter(), "2026-02-10"))


@pytest.mark.proves("SHI-43-10.1-B-1/1")
@pytest.mark.parametrize(
    ("on", "passes"), [(date(2026, 3, 2), False), (date(2026, 3, 3), True), (date(2026, 3, 4), True)]
)
def test_ten_years_as_a_licensed_electrician(island: Pack, on: date, passes: bool) -> None:
    applicant = replace(OKORO, licensed=((date(2016, 3, 3), None),))

    decision = applies(island, applicant, on)

    assert decision.allowed is passes
    if not passes:
        assert the_one_in_the_way(decision).says == "A licensed electrician for 10 years"


@pytest.mark.proves("SHI-43-10.1-B-2-p1/1")
def test_both_certifications_are_current(island: Pack) -> None:
    applicant = replace(
        OKORO,
        certifications=(
            Certification("dwellings", date(2024, 7, 1), date(2027, 6, 30)),
            Certification("general", date(2023, 2, 1), date(2026, 1, 31)),
        ),
    )

    found = the_one_in_the_way(applies(island, applicant, date(2026, 2, 10)))

    assert found.why == "Not current: Electrical General"
    assert applies(island, applicant, date(2026, 1, 31)).allowed


@pytest.mark.proves("SHI-43-10.1-B-2-p2/1")
def test_an_inspector_keeps_to_the_certification(island: Pack) -> None:
    inspector = replace(
        OKORO,
        certifications=(
            Certification("dwellings", date(2024, 7, 1), date(2027, 6, 30)),
            Certification("general", date(2023, 5, 1), date(2026, 4, 30)),
        ),
    )

    decision = filed(island, inspector, date(2026, 5, 6), installation="other")

    found = finding_of(decision, "electrical.scope")
    assert not decision.allowed
    assert found.says == "Certified for the installation: Electrical General"
    assert found.cure
    assert "SHI-43-10.1-B-2-p2" in found.provisions
    assert filed(island, inspector, date(2026, 4, 30), installation="other").allowed


@pytest.mark.proves("SHI-43-10.1-B-3/1")
def test_knowing_the_electrical_code_is_shown(island: Pack) -> None:
    found = the_one_in_the_way(applies(island, OKORO, date(2026, 2, 24), {}))

    assert found.says == "Familiar with the National Electrical Code"
    assert "SHI-43-10.1-B-3" in found.provisions
    assert applies(island, OKORO, date(2026, 2, 24)).allowed


@pytest.mark.proves("SHI-43-10.1-B-4-p1/1")
def test_no_report_counts_without_insurance(island: Pack) -> None:
    lapsed = replace(OKORO, policies=(policy(until=date(2026, 6, 30)),))

    decision = filed(island, lapsed, date(2026, 7, 2))

    assert not decision.allowed
    assert {f.why for f in decision.standing_in_the_way} == {"Insurance not in force"}
    assert filed(island, lapsed, date(2026, 6, 30)).allowed


@pytest.mark.proves("SHI-43-10.1-B-4-p2/1")
def test_amounts_without_a_certificate_prove_nothing(island: Pack) -> None:
    typed = electrical_letter(electrical__insurance_certificate=False)

    found = the_one_in_the_way(decide(island, "electrical.qualify", typed, "2026-02-10"))

    assert found.why == "Certificate missing"
    assert found.cite == "§ 43-10.1B(4)"


@pytest.mark.proves("SHI-43-10.1-B-4-p3/1")
def test_the_town_is_an_additional_insured_not_the_holder_only(island: Pack) -> None:
    holder = electrical_letter(electrical__town_insured=False)

    found = the_one_in_the_way(decide(island, "electrical.qualify", holder, "2026-02-10"))

    assert found.why == "Not additional insured"
    assert found.cite == "§ 43-10.1B(4)"


@pytest.mark.parametrize(
    ("cover", "short", "cite"),
    [
        pytest.param("aggregate", 1999999, "(a)", marks=pytest.mark.proves("SHI-43-10.1-B-4-a/1")),
        pytest.param("injury", 999999, "(c)", marks=pytest.mark.proves("SHI-43-10.1-B-4-c/1")),
        pytest.param("occurrence", 999999, "(d)", marks=pytest.mark.proves("SHI-43-10.1-B-4-d/1")),
        pytest.param("fire", 299999, "(e)", marks=pytest.mark.proves("SHI-43-10.1-B-4-e/1")),
        pytest.param("medical", 4999, "(f)", marks=pytest.mark.proves("SHI-43-10.1-B-4-f/1")),
    ],
)
def test_each_cover_has_its_own_least_amount(island: Pack, cover: str, short: int, cite: str) -> None:
    too_low = replace(OKORO, policies=(policy(**{cover: short}),))
    enough = replace(OKORO, policies=(policy(**{cover: short + 1}),))
    above = replace(OKORO, policies=(policy(**{cover: short + 2}),))

    found = the_one_in_the_way(applies(island, too_low, date(2026, 2, 24)))

    assert found.cite == f"§ 43-10.1B(4){cite}"
    assert found.fact == short
    assert applies(island, enough, date(2026, 2, 24)).allowed, "the policy passes as a whole"
    assert applies(island, above, date(2026, 2, 24)).allowed


@pytest.mark.proves("SHI-43-10.1-B-4-b/1")
def test_a_general_aggregate_does_not_stand_in_for_products(island: Pack) -> None:
    short = replace(OKORO, policies=(policy(aggregate=4000000, products=1999999),))
    enough = replace(OKORO, policies=(policy(aggregate=4000000, products=2000000),))

    found = the_one_in_the_way(applies(island, short, date(2026, 2, 24)))

    assert found.says == "Products and completed operations aggregate: $2,000,000.00 at least"
    assert found.cite == "§ 43-10.1B(4)(b)"
    assert applies(island, enough, date(2026, 2, 24)).allowed


@pytest.mark.proves("SHI-43-10.1-B-5-p1/1")
def test_nobody_inspects_what_his_own_company_installed(island: Pack) -> None:
    owner = replace(OKORO, interests=(Interest("Okoro Electric", date(2012, 1, 1)),))

    found = the_one_in_the_way(filed(island, owner, date(2026, 3, 12), installer="Okoro Electric"))

    assert found.cite == "§ 43-10.1B(5)"
    assert filed(island, owner, date(2026, 3, 12)).allowed


@pytest.mark.proves("SHI-43-10.1-B-5-p2/1")
def test_two_percent_are_an_interest_while_they_are_held(island: Pack) -> None:
    holder = replace(OKORO, interests=(Interest("Bay Wiring", date(2025, 1, 1), date(2026, 3, 31)),))

    refused = filed(island, holder, date(2026, 3, 30), installer="Bay Wiring")

    assert the_one_in_the_way(refused).key == "electrical.conflict"
    assert not filed(island, holder, date(2026, 3, 31), installer="Bay Wiring").allowed
    assert filed(island, holder, date(2026, 4, 2), installer="Bay Wiring").allowed


# --------------------------------------------------------------------------------------- C: the application


@pytest.mark.parametrize(
    ("changes", "key", "why"),
    [
        pytest.param(
            {"electrical.letter": {"written", "signed"}},
            "letter",
            "Only: in writing and signed; it is to be in writing, signed and verified",
            marks=pytest.mark.proves("SHI-43-10.1-C-p1/1"),
            id="not verified",
        ),
        pytest.param(
            {"electrical.trade_name": ""},
            "trade_name",
            "Trade name not given",
            marks=pytest.mark.proves("SHI-43-10.1-C-1/1"),
            id="no trade name",
        ),
        pytest.param(
            {"electrical.residence": ""},
            "residence",
            "Residence address not given",
            marks=pytest.mark.proves("SHI-43-10.1-C-2-p1/1"),
            id="an office address only",
        ),
        pytest.param(
            {
                "electrical.applicant_kind": "corporation",
                "electrical.officers": {"P. Hale", "R. Ito", "S. Juarez"},
                "electrical.without_residence": {"S. Juarez"},
            },
            "officers",
            "Without residence address: S. Juarez",
            marks=pytest.mark.proves("SHI-43-10.1-C-2-p2/1"),
            id="an officer without address",
        ),
        pytest.param(
            {"electrical.applicant_kind": "unincorporated", "electrical.members_complete": False},
            "members",
            "Not confirmed that all members are named, or an address is missing",
            marks=pytest.mark.proves("SHI-43-10.1-C-2-p3/1"),
            id="three of four members",
        ),
        pytest.param(
            {"electrical.has_liens": True, "electrical.liens": ""},
            "liens",
            "Yes, without identification and nature",
            marks=pytest.mark.proves("SHI-43-10.1-C-3/1"),
            id="liens without details",
        ),
        pytest.param(
            {"electrical.open_requests": {"stockholders", "directors"}},
            "asked_for",
            "Open: directors and stockholders",
            marks=pytest.mark.proves("SHI-43-10.1-C-4-a/1"),
            id="answered with inspectors only",
        ),
    ],
)
def test_what_an_application_lacks_is_named(island: Pack, changes: dict[str, object], key: str, why: str) -> None:
    decision = decide(island, "electrical.apply", {**electrical_letter(), **changes}, "2026-02-03")

    found = the_one_in_the_way(decision)
    assert (found.key, found.why) == (key, why)
    assert found.cite.startswith("§ 43-10.1C")
    assert open_(decide(island, "electrical.apply", electrical_letter(), "2026-02-03"))


def test_a_lien_does_not_by_itself_bar(island: Pack) -> None:
    lien = electrical_letter(electrical__has_liens=True, electrical__liens="Mechanic's lien of 2024, $1,200")

    assert open_(decide(island, "electrical.apply", lien, "2026-02-03"))


@pytest.mark.proves("SHI-43-10.1-C-4/1")
def test_references_that_were_asked_for_complete_it(island: Pack) -> None:
    waiting = electrical_letter(electrical__open_requests={"references"})

    found = the_one_in_the_way(decide(island, "electrical.apply", waiting, "2026-02-06"))

    assert found.why == "Open: references"
    assert found.cite == "§ 43-10.1C(4)"
    assert open_(decide(island, "electrical.apply", electrical_letter(), "2026-02-13"))


@pytest.mark.proves("SHI-43-10.1-C-4-d/1")
def test_a_standard_without_a_paper_is_not_met(island: Pack) -> None:
    ticked = electrical_letter(electrical__standards_without_evidence={"Ten years licensed"})

    found = the_one_in_the_way(decide(island, "electrical.qualify", ticked, "2026-02-10"))

    assert found.why == "Evidence missing: Ten years licensed"
    assert found.cite == "§ 43-10.1C(4)(d)"


# ---------------------------------------------------------------------------------------- D, E: how long


@pytest.mark.proves("SHI-43-10.1-D-p1/1")
def test_a_first_authorization_is_as_long_as_the_certification(island: Pack, calendar: Calendar) -> None:
    series = island.electrical.term
    assert series is not None
    rule = series.on(date(2026, 2, 24))
    assert rule is not None

    end = first_term(rule, date(2026, 2, 24), OKORO.certifications, calendar)

    assert end is not None
    assert (end.nominal, end.act_by) == (date(2029, 2, 24), date(2029, 2, 24)), "a Saturday, not moved"
    assert authority(island.electrical, OKORO, date(2027, 6, 30)).allowed
    insured = replace(OKORO, policies=(policy(until=date(2029, 12, 31)),))
    assert authority(island.electrical, insured, date(2027, 7, 1)).allowed
    suspended = authority(island.electrical, insured, date(2027, 7, 2))
    assert the_one_in_the_way(suspended).key == "electrical.certified"


@pytest.mark.proves("SHI-43-10.1-D-p2/1")
def test_a_report_of_a_day_without_insurance_is_refused_later_too(island: Pack) -> None:
    gap = replace(OKORO, policies=(policy(until=date(2026, 6, 30)), policy(since=date(2026, 7, 15))))

    decision = filed(island, gap, date(2026, 7, 8))

    assert not decision.allowed
    assert {f.why for f in decision.standing_in_the_way} == {"Insurance not in force"}
    assert filed(island, gap, date(2026, 7, 15)).allowed


@pytest.mark.proves("SHI-43-10.1-D-p3/1")
def test_a_substantiated_complaint_suspends(island: Pack) -> None:
    complained_of = replace(OKORO, substantiated=(date(2026, 4, 6),))

    assert authority(island.electrical, complained_of, date(2026, 4, 5)).allowed
    found = the_one_in_the_way(authority(island.electrical, complained_of, date(2026, 4, 6)))
    assert found.cite == "§ 43-10.1D"
    assert authority(island.electrical, OKORO, date(2026, 4, 6)).allowed, "an unfounded one does nothing"


ENDED = replace(OKORO, authorised=((date(2023, 9, 15), date(2026, 9, 15)),))


@pytest.mark.proves("SHI-43-10.1-E-p1/1")
def test_an_authorization_that_was_not_renewed_has_expired(island: Pack) -> None:
    found = the_one_in_the_way(filed(island, ENDED, date(2026, 9, 16)))

    assert found.why == "Expired from Wed 16 September 2026"
    assert filed(island, ENDED, date(2026, 9, 15)).allowed


@pytest.mark.proves("SHI-43-10.1-E-p2/1")
def test_a_renewal_runs_three_years(island: Pack, calendar: Calendar) -> None:
    series = island.electrical.term
    assert series is not None
    rule = series.on(date(2026, 9, 1))
    assert rule is not None

    assert renewed_term(rule, date(2026, 9, 15), date(2026, 9, 1), calendar).act_by == date(2029, 9, 15)
    assert renewed_term(rule, date(2026, 9, 15), date(2026, 10, 5), calendar).act_by == date(2029, 10, 5), "late"


RENEWAL = {
    "electrical.organisation_changes": set(),
    "electrical.standards_unmet": set(),
    "electrical.substantiated_complaints": set(),
}


@pytest.mark.proves("SHI-43-10.1-E-p3/1")
def test_a_renewal_needs_no_new_resolution(island: Pack) -> None:
    renewed = replace(ENDED, authorised=(*ENDED.authorised, (date(2026, 9, 16), date(2029, 9, 15))))

    assert open_(decide(island, "electrical.renew", RENEWAL, "2026-09-01"))
    assert "appointment.resolution" not in island.gate("electrical.renew").needs(date(2026, 9, 1))
    assert filed(island, renewed, date(2026, 9, 16)).allowed


@pytest.mark.proves("SHI-43-10.1-E-p4/1")
def test_a_changed_organisation_needs_a_finding(island: Pack) -> None:
    changed = {**RENEWAL, "electrical.organisation_changes": {"two of three officers replaced since 2023"}}

    found = the_one_in_the_way(decide(island, "electrical.renew", changed, "2026-08-20"))

    assert found.why == "Changed: two of three officers replaced since 2023; no finding"
    assert found.cite == "§ 43-10.1E"
    settled = {**changed, "electrical.changes_finding": "The same inspectors and premises"}
    assert open_(decide(island, "electrical.renew", settled, "2026-08-20"))


@pytest.mark.proves("SHI-43-10.1-E-p5/1")
def test_insurance_that_fell_short_bars_the_renewal(island: Pack) -> None:
    thin = replace(ENDED, policies=(policy(fire=250000),))
    wanting = {f.cite for f in applies(island, thin, date(2026, 8, 20)).standing_in_the_way}

    decision = decide(island, "electrical.renew", {**RENEWAL, "electrical.standards_unmet": wanting}, "2026-08-20")

    assert wanting == {"§ 43-10.1B(4)(e)"}
    assert the_one_in_the_way(decision).why == "Not met: § 43-10.1B(4)(e)"


@pytest.mark.proves("SHI-43-10.1-E-p6/1")
def test_a_complaint_refers_the_renewal_to_the_board(island: Pack) -> None:
    complained_of = {**RENEWAL, "electrical.substantiated_complaints": {"2025-05-20"}}

    found = the_one_in_the_way(decide(island, "electrical.renew", complained_of, "2026-08-20"))

    assert found.why == "Substantiated: 2025-05-20; referred to the Town Board"
    assert found.held_by == "board"
