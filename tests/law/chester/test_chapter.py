"""The chapter itself, its reserved parts, §§ 50-1, 50-13, 50-19, and who has which power."""

from datetime import date

import pytest

from tests.law.chester.facts import (
    INSPECTOR,
    OFFICER,
    acceptable_element,
    application,
    decide,
    finding_of,
    open_,
    the_one_in_the_way,
)
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.provisions import Provision, ProvisionKind

day = date.fromisoformat


@pytest.mark.proves("CHE-50-HIST-1/1")
def test_the_chapter_as_adopted_has_no_amendments(chester: Pack) -> None:
    chapter = chester.town.chapter
    title = chester.provision("CHE-50-HIST-1")

    assert (chapter.number, chapter.title) == ("50", "Building Construction Administration")
    assert (chapter.adopted, chapter.enacted_by) == (day("2024-04-10"), "L.L. No. 4-2024")
    assert chester.own_provisions()[0] == title
    assert title.kind is ProvisionKind.TEXT_ONLY
    assert "none is" in title.says
    later = [p.id for p in chester.own_provisions() if p.enacted_by or (p.adopted and p.adopted > chapter.adopted)]
    assert later == []
    assert all(p.stands(day("2025-11-03")) for p in chester.own_provisions())


@pytest.mark.proves("CHE-50-HIST-2/1")
def test_a_certificate_of_2019_is_of_the_former_chapter(chester: Pack) -> None:
    chapter = chester.town.chapter

    assert chapter.label(day("2019-06-14")) == "issued under former Ch. 50 (L.L. 6-1991)"
    assert not chapter.governs(day("2019-06-14"))
    assert not chapter.governs(day("2024-04-09"))
    assert chapter.governs(day("2024-04-10"))
    assert chapter.label(day("2024-04-10")) == ""


# -- § 50-1


@pytest.mark.proves("CHE-50-1-A-1/1", "CHE-50-1-A-1/2")
@pytest.mark.parametrize(("swis", "allowed"), [("332201", False), ("332289", True)])
def test_the_swis_code_decides_and_not_the_mailing_city(chester: Pack, swis: str, allowed: bool) -> None:
    told = application(parcel__in_jurisdiction=chester.town.has_parcel(swis), parcel__mailing_city="Monroe")

    decision = decide(chester, "application.file", told, "2025-05-12")

    assert decision.allowed is allowed
    if not allowed:
        found = the_one_in_the_way(decision)
        assert (found.key, found.cite) == ("jurisdiction", "§ 50-1(A)")
        agreed = {**told, "parcel.under_agreement": True}
        assert open_(decide(chester, "application.file", agreed, "2025-05-12"))


@pytest.mark.proves("CHE-50-1-A-2/1")
def test_the_authority_is_the_municipal_home_rule_law(chester: Pack) -> None:
    authority = chester.provision("CHE-50-1-A-2")

    assert authority.section == "§ 50-1"
    assert authority.kind is ProvisionKind.TEXT_ONLY
    assert "section 10 of the Municipal Home Rule Law" in authority.says


@pytest.mark.proves("CHE-50-1-B-1/1")
def test_a_complaint_about_a_vacant_lot_is_taken(chester: Pack) -> None:
    lot = {"complaint.alleged": "Open excavation on a vacant lot", "complaint.received_on": day("2025-06-04")}

    decision = decide(chester, "complaint.receive", lot, "2025-06-04")

    assert open_(decision)
    assert "CHE-50-1-B-1" in decision.findings[0].provisions
    assert not any(name.startswith("building.") for name in chester.gate("complaint.receive").needs(day("2025-06-04")))
    assert chester.numbers.pattern("complaint") == "CM-{year}-{count:04}"
    signature = finding_of(decide(chester, "complaint.close", INSPECTOR, "2025-06-20"), "signature")
    assert (signature.outcome, signature.held_by) == (Outcome.UNMET, "officer")


# -- reserved parts and what is only text


def around(pack: Pack, provision_id: str) -> tuple[Provision, Provision, Provision]:
    """A provision with the one before it and the one after it in the code."""
    own = pack.own_provisions()
    at = [p.id for p in own].index(provision_id)
    return own[at - 1], own[at], own[at + 1]


@pytest.mark.proves("CHE-50-13/1")
def test_section_13_is_reserved_between_complaints_and_criteria(chester: Pack) -> None:
    before, reserved, after = around(chester, "CHE-50-13")

    assert (before.section, reserved.section, after.section) == ("§ 50-12", "§ 50-13", "§ 50-14")
    assert reserved.title == "Section 50-13 reserved"
    assert reserved.kind is ProvisionKind.TEXT_ONLY
    assert reserved.cite_inferred
    headings = list(chester.town.chapter.sections.items())
    at = headings.index(("§ 50-13", "Reserved"))
    assert (headings[at - 1], headings[at + 1]) == (
        ("§ 50-12", "Complaints"),
        ("§ 50-14", "Climatic and geographic design criteria"),
    )


@pytest.mark.proves("CHE-50-4-C/1")
def test_subsection_c_of_section_4_is_reserved(chester: Pack) -> None:
    before, reserved, after = around(chester, "CHE-50-4-C")

    assert [p.cite for p in (before, reserved, after)] == ["§ 50-4(B)", "§ 50-4(C)", "§ 50-4(D)"]
    assert reserved.says == "Reserved; no text."


@pytest.mark.proves("CHE-50-3-E/1")
def test_pay_is_the_boards_and_no_field_holds_it(chester: Pack) -> None:
    pay = chester.provision("CHE-50-3-E")

    assert (pay.cite, pay.kind) == ("§ 50-3(E)", ProvisionKind.TEXT_ONLY)
    people = ("actor.", "appointment.", "certification.", "training.")
    of_people = [fact.name for fact in chester.catalogue if fact.name.startswith(people)]
    assert of_people
    assert not any(word in name for name in of_people for word in ("pay", "salary", "wage", "compensation"))


# -- § 50-2, § 50-3: inspectors


@pytest.mark.proves("CHE-50-2-INSPECTOR/1")
def test_an_inspector_is_appointed_on_the_day_of_the_inspection(chester: Pack) -> None:
    early = {**acceptable_element(), "actor.offices": set()}

    found = the_one_in_the_way(decide(chester, "inspection.accept", early, "2025-03-12"))

    assert found.key == "signature"
    assert found.why == "Not appointed on Wed 12 March 2025, the day of the inspection"
    assert "CHE-50-2-INSPECTOR" in found.provisions
    assert open_(decide(chester, "inspection.accept", acceptable_element(), "2025-03-17"))


# -- § 50-19


@pytest.mark.proves("CHE-50-19-1/1")
@pytest.mark.parametrize(("on", "allowed"), [("2025-03-28", False), ("2025-03-31", False), ("2025-04-01", True)])
def test_a_partner_acts_from_the_first_day_of_the_agreement(chester: Pack, on: str, allowed: bool) -> None:
    agreement = {"agreement.resolution": "41-2025", "agreement.begins_on": day("2025-04-01")}

    decision = decide(chester, "agreement.act", agreement, on)

    assert decision.allowed is allowed
    if not allowed:
        found = the_one_in_the_way(decision)
        assert (found.why, found.cite) == ("In force from Tue 1 April 2025 only", "§ 50-19")


@pytest.mark.proves("CHE-50-19-2/1")
def test_an_agreement_is_checked_by_an_attorney(chester: Pack) -> None:
    agreement = {"agreement.resolution": "41-2025"}

    found = the_one_in_the_way(decide(chester, "agreement.activate", agreement, "2025-04-01"))

    assert (found.key, found.cite) == ("lawful", "§ 50-19")
    named = {**agreement, "agreement.law_checked_by": "D. Ruiz, Esq."}
    assert not decide(chester, "agreement.activate", named, "2025-04-01").allowed
    checked = {**named, "agreement.law_checked_on": day("2025-03-28")}
    assert open_(decide(chester, "agreement.activate", checked, "2025-04-01"))


def test_the_officer_may_do_what_an_inspector_may(chester: Pack) -> None:
    assert open_(decide(chester, "sign.inspector", OFFICER, "2025-03-17"))
