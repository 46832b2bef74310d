"""Certificates with their records and papers: applied for, prepared, issued, refused, temporary, taken back."""

from __future__ import annotations

import re
import subprocess
from decimal import Decimal
from typing import Any

import pytest

from tests.office.factories import CHECK, Office, appointed, day, do, log_in, on_the_day, parcel, pdf, schedule
from tests.office.factories_inspections import DECK, HOUSE, Site, applied, failed, issued, result
from townwright.office import jobs
from townwright.office.cases.acts import days_held
from townwright.office.cases.models import SetDate
from townwright.office.certificates import reading
from townwright.office.certificates.acts.temporary import remind_of_what_ends
from townwright.office.certificates.models import Certificate, CertificatePaper
from townwright.office.find import port
from townwright.office.inspections.models import Violation
from townwright.office.laws import rehearsing
from townwright.office.laws.models import Amendment
from townwright.office.money.models import FeeSchedule, Payment
from townwright.office.outbox.models import Message
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit
from townwright.office.places.models import AssemblyArea, Building, BuildingFacts
from townwright.office.register.actors import Actor, Role
from townwright.office.register.acts import offers
from townwright.office.register.errors import InputError, Refused
from townwright.office.staff.models import Account

pytestmark = pytest.mark.both_engines

CONTENTS = {"use": "One-family dwelling", "occupancy": "R-3", "construction_type": "V-B"}


def refused(name: str, subject: Any, when: str, actor: Actor, **given: Any) -> Refused:
    """The refusal of an act on a day."""
    with pytest.raises(Refused) as caught:
        do(name, subject, when, actor, **given)
    return caught.value


def unreadable(name: str, subject: Any, when: str, actor: Actor, **given: Any) -> dict[str, str]:
    """What is wrong with the input of an act, by field."""
    with pytest.raises(InputError) as caught:
        do(name, subject, when, actor, **given)
    return caught.value.errors


def in_the_way(refusal: Refused) -> list[tuple[str, str]]:
    """Key and section of each finding that stands in the way."""
    return [(finding.key, finding.cite) for finding in refusal.decision.standing_in_the_way]


def wanted(town: Office, permit: Permit, when: str, **given: Any) -> Certificate:
    """A certificate applied for and paid."""
    outcome = do("certificate.apply", permit, when, town.staff.clerk, **{"payment": CHECK, **CONTENTS, **given})
    return Certificate.objects.select_related("case", "permit").get(pk=outcome.subject_id)


def act(town: Office, name: str, certificate: Certificate, when: str, actor: Actor | None = None, **given: Any) -> None:
    """An act of the officer on a certificate, which then has its new state."""
    do(name, certificate, when, actor or town.staff.officer, **given)
    certificate.refresh_from_db()
    certificate.case.refresh_from_db()


def finished(town: Office, issued_on: str, done: str, work: dict[str, Any] = DECK, **given: Any) -> Site:
    """A permit whose work is finished and found satisfactory."""
    site = issued(town, issued_on, work, **given)
    site.finish(done)
    return site


def certified(
    town: Office, when: str, *, issued_on: str = "2025-03-03", done: str = "2025-06-30", **given: Any
) -> Certificate:
    """A certificate issued on a day."""
    site = finished(town, issued_on, done)
    certificate = wanted(town, site.permit, when, **given)
    act(town, "certificate.issue", certificate, when)
    return certificate


def conversion(town: Office, when: str, **given: Any) -> Certificate:
    """A shop that becomes a cafe without any work, applied for and paid."""
    given = {
        "parcel": town.parcel.pk, "use": "Cafe", "occupancy": "A-2", "construction_type": "V-B", "payment": CHECK,
        "people": [{"part": "owner", "who": {"name": "Dara Ortiz", "email": "dara@ortiz.example"}}], **given,
    }  # fmt: skip
    outcome = do("certificate.apply_for_conversion", None, when, town.staff.clerk, **given)
    return Certificate.objects.select_related("case").get(pk=outcome.subject_id)


def says(certificate: Certificate) -> dict[str, Any]:
    """What stands on the certificate's paper."""
    return Paper.objects.get(pk=certificate.paper_id).data


# -- (A) what needs one ------------------------------------------------------------------------------------------------


@pytest.mark.proves("CHE-50-7-A-1/1")
def test_finished_work_without_a_certificate_is_listed_with_its_days(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")

    (row,) = reading.finished_without_certificate(day("2025-09-30"))

    assert (row.permit, row.finished_on, row.days) == (site.permit, day("2025-06-30"), 92)
    certificate = wanted(town, site.permit, "2025-10-01")
    act(town, "certificate.issue", certificate, "2025-10-01")
    assert reading.finished_without_certificate(day("2025-10-01")) == []
    site.permit.refresh_from_db()
    site.permit.case.refresh_from_db()
    assert (site.permit.closed_on, site.permit.case.closed_on) == (day("2025-10-01"), day("2025-10-01"))


@pytest.mark.proves("CHE-50-7-A-2/1")
def test_a_conversion_is_certified_without_a_permit_number(town: Office) -> None:
    certificate = conversion(town, "2025-10-14")
    officer, inspector = town.staff.officer, town.staff.inspector
    act(town, "certificate.inspect", certificate, "2025-10-20", inspector, satisfactory=True)
    act(town, "certificate.review_conversion", certificate, "2025-10-21", outcome="complies", words="Under class A-2")

    act(town, "certificate.issue", certificate, "2025-10-21", officer)

    assert (certificate.permit, certificate.case.number) == (None, "CO-2025-0001")
    assert (says(certificate)["permit_number"], says(certificate)["permit_issued"]) == ("", None)
    assert says(certificate)["labels"]["none"] == "none"
    assert "complies with both Codes" in says(certificate)["statement"]


@pytest.mark.proves("CHE-50-7-A-3/1")
def test_moving_in_before_the_certificate_is_a_violation(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    moved_in = {"kind": "occupied", "words": "A tenant lives there", "happened_on": "2025-07-05"}

    site.visit("2025-07-10", observed=[moved_in])

    violation = Violation.objects.get(kind="occupied")
    assert (violation.cite, violation.happened_on) == ("§ 50-7(A)", day("2025-07-05"))
    final = Paper.objects.filter(kind="inspection_report", printed_on="2025-06-30").latest("id").data
    assert "gives no permission" in final["next_steps"][0]["text"]
    certificate = wanted(town, site.permit, "2025-07-21")
    act(town, "certificate.issue", certificate, "2025-07-21")
    violation.refresh_from_db()
    assert violation.cured_on == day("2025-07-21")
    given = {"observed": [{**moved_in, "happened_on": "2025-07-22"}], "kind": "other", "allowed_by": "§ 50-7"}
    wrong = unreadable("inspection.record", site.permit, "2025-07-23", town.staff.inspector, **given)
    assert wrong == {"observed.0.kind": "A certificate was in force on that day."}


# -- (B) what must be so -----------------------------------------------------------------------------------------------


@pytest.mark.proves("CHE-50-7-B-L1/1")
def test_a_certificate_that_is_ready_is_refused_on_a_cited_section_only(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-07-14")
    certificate = wanted(town, site.permit, "2025-07-18")
    assert reading.ready() == [certificate]
    assert reading.standing(certificate, day("2025-07-18")).why == "Ready for the officer's signature"

    refusal = refused("certificate.refuse", certificate, "2025-07-18", town.staff.officer, reason="Not convinced")

    assert in_the_way(refusal) == [("ground", "§ 50-7(B)")]
    assert reading.ready() == [certificate]
    act(town, "certificate.refuse", certificate, "2025-07-18", cite="RCNYS R311.7", reason="Stair too steep")
    assert certificate.key_on(day("2025-07-18")) == "refused"
    assert reading.standing(certificate, day("2025-07-18")).cite == "RCNYS R311.7"
    letter = Paper.objects.get(kind="letter").data
    assert "Stair too steep (RCNYS R311.7)" in letter["body"]
    assert site.permit.key_on(day("2025-07-18")) == "in force"
    assert (
        "decided already"
        in unreadable("certificate.refuse", certificate, "2025-07-19", town.staff.officer, cite="x", reason="y")[""]
    )


@pytest.mark.proves("CHE-50-7-B-L2/1")
def test_a_converted_building_is_reviewed_itself(town: Office) -> None:
    certificate = conversion(town, "2025-10-14")
    act(town, "certificate.inspect", certificate, "2025-11-04", town.staff.inspector, satisfactory=True)

    refusal = refused("certificate.issue", certificate, "2025-11-05", town.staff.officer)

    (finding,) = refusal.decision.standing_in_the_way
    assert (finding.key, finding.cite) == ("conversion", "§ 50-7(B)")
    assert finding.why.startswith("The converted part must itself comply")
    act(town, "certificate.review_conversion", certificate, "2025-11-05", outcome="does not comply", words="One exit")
    refused("certificate.issue", certificate, "2025-11-05", town.staff.officer)


@pytest.mark.proves("CHE-50-7-B-L3/1")
def test_every_certificate_has_its_inspection(town: Office) -> None:
    certificate = conversion(town, "2025-10-14", use="Day care", occupancy="I-4")
    act(town, "certificate.review_conversion", certificate, "2025-11-03", outcome="complies", words="Under class I-4")

    refusal = refused("certificate.issue", certificate, "2025-11-05", town.staff.officer)

    assert in_the_way(refusal) == [("inspected", "§ 50-7(B)")]
    failures = [{"words": "No second exit", "section": "BCNYS 1006"}]
    act(
        town,
        "certificate.inspect",
        certificate,
        "2025-11-07",
        town.staff.inspector,
        satisfactory=False,
        failures=failures,
    )
    refusal = refused("certificate.issue", certificate, "2025-11-07", town.staff.officer)
    assert {key for key, _ in in_the_way(refusal)} == {"inspected", "violations"}
    exit_ = Violation.objects.get(case=certificate.case)
    looks = [{"violation": exit_.pk, "outcome": "corrected"}]
    act(town, "certificate.inspect", certificate, "2025-11-12", town.staff.inspector, satisfactory=True, looks=looks)
    act(town, "certificate.issue", certificate, "2025-11-12")
    assert certificate.issued_on == day("2025-11-12")


def test_an_inspection_before_the_certificate_says_how_it_fails(town: Office) -> None:
    certificate = conversion(town, "2025-10-14")
    inspector = town.staff.inspector
    refusal = refused("certificate.inspect", certificate, "2025-11-05", inspector, satisfactory=False)
    assert ("failures", "§ 50-5(D)") in in_the_way(refusal)
    bare = [{"words": "No exit sign"}]
    refusal = refused("certificate.inspect", certificate, "2025-11-05", inspector, satisfactory=False, failures=bare)
    assert in_the_way(refusal) == [("sections", "§ 50-5(D)")]
    wrong = unreadable("certificate.inspect", certificate, "2025-11-05", inspector, satisfactory=True, failures=bare)
    assert "failures" in wrong


@pytest.mark.proves("CHE-50-7-B-L4/1")
def test_a_papers_preparer_is_found_acceptable_first(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-07-30")
    certificate = wanted(town, site.permit, "2025-08-11")
    officer = town.staff.officer
    act(
        town,
        "certificate.settle_paper",
        certificate,
        "2025-08-11",
        paper="special_inspections",
        applies=True,
        why="Steel beam",
    )
    assert (
        "has not come in"
        in unreadable(
            "certificate.judge_preparer",
            certificate,
            "2025-08-11",
            officer,
            paper="special_inspections",
            acceptable=True,
        )["paper"]
    )
    report = {"paper": "special_inspections", "prepared_by": "Hillside Testing", "file": pdf("report.pdf").pk}
    act(town, "certificate.receive_paper", certificate, "2025-08-12", town.staff.clerk, **report)

    refusal = refused("certificate.issue", certificate, "2025-08-12", officer)

    assert in_the_way(refusal) == [("special_inspections", "§ 50-7(B)(1)")]
    act(town, "certificate.judge_preparer", certificate, "2025-08-13", paper="special_inspections", acceptable=True)
    act(town, "certificate.issue", certificate, "2025-08-13")
    assert "special" not in str(site.permit.case.lines.values_list("what", flat=True))


@pytest.mark.proves("CHE-50-7-B-1-1/1")
def test_structural_observations_that_were_set_to_apply_are_needed(town: Office) -> None:
    permit = applied(town, "2025-03-24", {**DECK, "paper.applies.structural_observations": True})
    site = Site(town, town.issued("2025-04-01", permit, certificate_kind="occupancy"))
    site.finish("2025-09-01")
    certificate = wanted(town, permit, "2025-09-05")

    refusal = refused("certificate.issue", certificate, "2025-09-09", town.staff.officer)

    assert in_the_way(refusal) == [("structural_observations", "§ 50-7(B)(1)")]


@pytest.mark.proves("CHE-50-7-B-1-2/1")
def test_a_statement_of_special_inspections_calls_for_the_final_report(town: Office) -> None:
    statement = {"file": pdf("statement.pdf").pk, "kind": "special inspections statement"}
    permit = applied(town, "2025-03-24", documents=[statement])
    site = Site(town, town.issued("2025-04-01", permit, certificate_kind="occupancy"))
    site.finish("2025-09-01")
    certificate = wanted(town, permit, "2025-09-05")

    refusal = refused("certificate.issue", certificate, "2025-09-09", town.staff.officer)

    assert in_the_way(refusal) == [("special_inspections", "§ 50-7(B)(1)")]


@pytest.mark.proves("CHE-50-7-B-2/1")
def test_a_house_in_a_flood_hazard_area_needs_its_certification(town: Office) -> None:
    site = issued(town, "2025-03-03")
    do("parcel.flag", town.parcel, "2025-04-01", town.staff.clerk, kind="flood", source="Map of 2025, panel 412F")
    site.finish("2025-10-06")
    certificate = wanted(town, site.permit, "2025-10-13")

    refusal = refused("certificate.issue", certificate, "2025-10-20", town.staff.officer)

    assert in_the_way(refusal) == [("flood_hazard", "§ 50-7(B)(2)")]
    assert ("Flood hazard certifications", True, None) in reading.papers(certificate, day("2025-10-20"))


@pytest.mark.proves("CHE-50-7-B-3/1")
def test_an_air_leakage_line_calls_for_its_written_test_result(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-09-01", HOUSE)
    assert site.permit.plan.get(key="energy.air_leakage").state == "required"
    certificate = wanted(town, site.permit, "2025-09-05")

    refusal = refused("certificate.issue", certificate, "2025-09-09", town.staff.officer)

    assert in_the_way(refusal) == [("energy_tests", "§ 50-7(B)(3)")]


@pytest.mark.proves("CHE-50-7-B-4/1")
def test_a_manufactured_home_shows_seal_insignia_and_data_plate(town: Office) -> None:
    site = issued(town, "2025-06-02", {**DECK, "factory.applies": True})
    site.finish("2025-08-25")
    certificate = wanted(town, site.permit, "2025-08-25")
    inspector = town.staff.inspector
    act(town, "certificate.see_plates", certificate, "2025-08-28", inspector, seal="NY-88123", insignia="HUD-4471")

    refusal = refused("certificate.issue", certificate, "2025-08-29", town.staff.officer)

    assert in_the_way(refusal) == [("factory_built", "§ 50-7(B)(4)")]
    assert "seal" in unreadable("certificate.see_plates", certificate, "2025-08-29", inspector)
    act(town, "certificate.see_plates", certificate, "2025-08-29", inspector, data_plate="DP-20418")
    act(town, "certificate.issue", certificate, "2025-08-29")


def test_open_work_and_open_elements_stand_in_the_way(town: Office) -> None:
    site = issued(town, "2025-03-03")
    site.accept("2025-06-02")
    site.visit("2025-06-30", failed("final", "No handrail"))
    certificate = wanted(town, site.permit, "2025-07-01")

    refusal = refused("certificate.issue", certificate, "2025-07-01", town.staff.officer)

    assert {key for key, _ in in_the_way(refusal)} >= {"final", "inspected", "violations"}
    assert reading.ready() == []
    said = reading.standing(certificate, day("2025-07-01"))
    assert (said.key, said.why) == ("applied for", f"{len(in_the_way(refusal))} things are missing")
    site.visit("2025-07-07", result("final"), payment=CHECK)
    assert reading.ready() == [certificate]


# -- (C) what it says --------------------------------------------------------------------------------------------------


@pytest.mark.proves("CHE-50-7-C-1/1")
@pytest.mark.usefixtures("printed")
def test_the_permit_number_stands_on_it_or_none(town: Office) -> None:
    under_permit = certified(town, "2025-07-21")
    without = conversion(town, "2025-07-14")
    act(town, "certificate.inspect", without, "2025-07-16", town.staff.inspector, satisfactory=True)
    act(town, "certificate.review_conversion", without, "2025-07-16", outcome="complies", words="A-2")
    act(town, "certificate.issue", without, "2025-07-21")

    assert says(under_permit)["permit_number"] == "BP-2025-0001"
    assert says(without)["permit_number"] == ""
    assert re.search(r"Building permit none", text_of(without))
    assert re.search(r"Building permit BP-2025-0001", text_of(under_permit))


def text_of(certificate: Certificate) -> str:
    """The words of the printed certificate, in one line."""
    content = bytes_of(Paper.objects.get(pk=certificate.paper_id))
    read = subprocess.run(["pdftotext", "-layout", "-", "-"], input=content, capture_output=True, check=True)
    return " ".join(read.stdout.decode().split())


@pytest.mark.proves("CHE-50-7-C-2/1")
def test_the_permits_first_day_of_issue_stands_with_the_renewal_beside_it(town: Office) -> None:
    site = issued(town, "2024-06-10")
    site.do("permit.commence", "2024-07-01", began_on="2024-07-01", evidence="inspection", words="Footing seen")
    site.do("permit.apply_renewal", "2025-06-20", town.staff.clerk, payment=CHECK)
    site.do("permit.renew", "2025-06-23", town.staff.officer)
    site.finish("2025-10-20")
    certificate = wanted(town, site.permit, "2025-11-03")

    act(town, "certificate.issue", certificate, "2025-11-03")

    assert says(certificate)["permit_issued"] == "2024-06-10"
    assert says(certificate)["permit_history"] == [{"label": "Renewed", "text": "Mon 23 June 2025", "cite": ""}]


@pytest.mark.proves("CHE-50-7-C-3/1")
def test_the_tax_map_number_is_needed_and_the_name_is_not(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    certificate = wanted(town, site.permit, "2025-07-18")
    Certificate.objects.filter(pk=certificate.pk).update(tax_map="")

    refusal = refused("certificate.issue", certificate, "2025-07-21", town.staff.officer)

    assert in_the_way(refusal) == [("tax_map_number", "§ 50-7(C)(3)")]
    act(town, "certificate.write", certificate, "2025-07-21", town.staff.clerk, tax_map="17-1-42.2")
    act(town, "certificate.issue", certificate, "2025-07-21")
    assert (says(certificate)["tax_map"], says(certificate)["property_name"]) == ("17-1-42.2", "")
    assert says(certificate)["address"] == "38 Lakeside Terrace"


@pytest.mark.proves("CHE-50-7-C-4/1")
def test_a_part_is_described(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    certificate = wanted(town, site.permit, "2025-07-18", coverage="part")

    refusal = refused("certificate.issue", certificate, "2025-07-21", town.staff.officer)

    assert in_the_way(refusal) == [("part", "§ 50-7(C)(4)")]
    act(town, "certificate.write", certificate, "2025-07-21", town.staff.clerk, part="first floor, units 1 and 2")
    act(town, "certificate.issue", certificate, "2025-07-21")
    assert says(certificate)["part"] == "first floor, units 1 and 2"
    assert reading.uncovered(site.permit, day("2025-07-21")) == ["first floor, units 1 and 2"]


@pytest.mark.proves("CHE-50-7-C-5/1")
def test_use_and_class_print_and_become_those_of_the_building(town: Office) -> None:
    shop = Building.objects.create(parcel=town.parcel)
    BuildingFacts.objects.create(building=shop, use="Shop", occupancy="M", construction="V-B", area=2400)
    certificate = conversion(town, "2025-10-14", use="Restaurant")
    act(town, "certificate.inspect", certificate, "2025-11-04", town.staff.inspector, satisfactory=True)
    act(town, "certificate.review_conversion", certificate, "2025-11-04", outcome="complies", words="A-2")

    act(town, "certificate.issue", certificate, "2025-11-05")

    assert (says(certificate)["use"], says(certificate)["occupancy"]) == ("Restaurant", "A-2")
    before, after = shop.facts_on(day("2025-11-04")), shop.facts_on(day("2025-11-05"))
    assert before is not None and after is not None
    assert (before.occupancy, after.occupancy, after.use, after.area) == ("M", "A-2", "Restaurant", 2400)


def test_a_part_adds_its_class_to_those_of_the_building(town: Office) -> None:
    shop = Building.objects.create(parcel=town.parcel)
    BuildingFacts.objects.create(building=shop, use="Shop", occupancy="M", construction="V-B")
    certificate = conversion(town, "2025-10-14", coverage="part", part="Corner unit")
    act(town, "certificate.inspect", certificate, "2025-11-04", town.staff.inspector, satisfactory=True)
    act(town, "certificate.review_conversion", certificate, "2025-11-04", outcome="complies", words="A-2")
    act(town, "certificate.issue", certificate, "2025-11-05")
    after = shop.facts_on(day("2025-11-05"))
    assert after is not None
    assert (after.occupancy, after.use) == ("M, A-2", "Shop")


def test_of_several_buildings_one_is_meant(town: Office) -> None:
    first, second = (Building.objects.create(parcel=town.parcel, count=count) for count in (1, 2))
    site = finished(town, "2025-03-03", "2025-06-30")
    clerk = town.staff.clerk
    other = Building.objects.create(parcel=parcel("9 Elsewhere"))
    assert "building" in unreadable(
        "certificate.apply", site.permit, "2025-07-18", clerk, **CONTENTS, payment=CHECK, building=other.pk
    )
    certificate = wanted(town, site.permit, "2025-07-18")
    assert "Several buildings" in unreadable("certificate.issue", certificate, "2025-07-21", town.staff.officer)[""]
    act(town, "certificate.write", certificate, "2025-07-21", clerk, building=second.pk)
    act(town, "certificate.issue", certificate, "2025-07-21")
    assert second.facts_on(day("2025-07-21")) is not None
    assert first.facts_on(day("2025-07-21")) is None


@pytest.mark.proves("CHE-50-7-C-6/1")
def test_the_type_of_construction_is_needed(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    certificate = wanted(town, site.permit, "2025-07-18", construction_type="")

    refusal = refused("certificate.issue", certificate, "2025-07-21", town.staff.officer)

    assert in_the_way(refusal) == [("construction_type", "§ 50-7(C)(6)")]
    act(town, "certificate.write", certificate, "2025-07-21", town.staff.clerk, construction_type="V-B")
    act(town, "certificate.issue", certificate, "2025-07-21")
    assert says(certificate)["construction"] == "V-B"
    assert "construction_type" in unreadable(
        "certificate.write", certificate, "2025-07-22", town.staff.clerk, construction_type="V-C"
    )


@pytest.mark.proves("CHE-50-7-C-7/1")
def test_the_loads_of_assembly_areas_print_room_by_room(town: Office) -> None:
    hall = Building.objects.create(parcel=town.parcel)
    for name, load, gathering in (("Dining room", 72, True), ("Hall", 120, True), ("Office", 10, False)):
        AssemblyArea.objects.create(building=hall, name=name, occupant_load=load, gathering=gathering)
    certificate = conversion(town, "2025-10-14")
    act(town, "certificate.inspect", certificate, "2025-11-04", town.staff.inspector, satisfactory=True)
    act(town, "certificate.review_conversion", certificate, "2025-11-04", outcome="complies", words="A-2")
    stage = AssemblyArea.objects.create(building=hall, name="Stage", occupant_load=0)
    refusal = refused("certificate.issue", certificate, "2025-11-05", town.staff.officer)
    assert in_the_way(refusal) == [("assembly", "§ 50-7(C)(7)")]
    stage.delete()

    act(town, "certificate.issue", certificate, "2025-11-05")

    assert says(certificate)["assembly"] == [{"room": "Dining room", "load": 72}, {"room": "Hall", "load": 120}]


@pytest.mark.proves("CHE-50-7-C-8/1")
def test_the_permits_conditions_flow_in(town: Office) -> None:
    condition = {"text": "Guard rail inspection yearly", "cite": "§ 50-3(A)(2)"}
    permit = applied(town, "2025-03-03")
    site = Site(town, town.issued("2025-03-03", permit, certificate_kind="compliance", conditions=[condition]))
    site.finish("2025-06-30")
    certificate = wanted(town, permit, "2025-07-18")
    act(town, "certificate.issue", certificate, "2025-07-21")
    assert says(certificate)["conditions"] == [condition]
    assert certificate.kind == "compliance"


@pytest.mark.proves("CHE-50-7-C-9-1/1", "CHE-50-3-D-2/1")
def test_only_the_officer_or_the_acting_officer_in_the_term_signs(town: Office) -> None:
    with on_the_day("2025-07-01"):
        acting = appointed(
            log_in("Ada Acting", Role.OFFICER),
            "officer",
            "2025-07-07",
            acting=True,
            ends=day("2025-08-15"),
            why_acting="Illness",
            resolution="9-2025",
        )
    site = finished(town, "2025-03-03", "2025-06-30")
    certificate = wanted(town, site.permit, "2025-07-01")
    inspector = Actor(
        town.staff.inspector.id, town.staff.inspector.name, Role.OFFICER, town.staff.inspector.appointments
    )

    refusal = refused("certificate.issue", certificate, "2025-07-21", inspector)

    assert in_the_way(refusal) == [("signature", "§ 50-7(C)(9)")]
    refused("certificate.issue", certificate, "2025-07-06", acting)
    act(town, "certificate.issue", certificate, "2025-07-21", acting)
    signature = says(certificate)["signature"]
    assert (signature["name"], signature["office"]) == (
        "Ada Acting",
        "Acting Code Enforcement Officer, for the Town of Chester",
    )


@pytest.mark.proves("CHE-50-7-C-9-2/1")
def test_it_is_not_dated_before_the_last_paper_came_in(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30", HOUSE)
    certificate = wanted(town, site.permit, "2025-07-01")
    paper = {"paper": "energy_tests", "prepared_by": "Blower Door LLC"}
    act(town, "certificate.receive_paper", certificate, "2025-07-21", town.staff.clerk, **paper)
    act(town, "certificate.judge_preparer", certificate, "2025-07-21", paper="energy_tests", acceptable=True)

    early = {"on": "2025-07-18", "late_reason": "Signed on Friday"}
    refusal = refused("certificate.issue", certificate, "2025-07-21", town.staff.officer, **early)

    reasons = [finding.why for finding in refusal.decision.standing_in_the_way]
    assert "The earliest date is Mon 21 July 2025" in reasons
    act(town, "certificate.issue", certificate, "2025-07-21")
    assert says(certificate)["issued"] == "2025-07-21"


@pytest.mark.proves("CHE-50-2-CERT-OCCUPANCY/1")
def test_a_certificate_of_occupancy_makes_both_statements(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    certificate = wanted(town, site.permit, "2025-07-18")
    act(town, "certificate.issue", certificate, "2025-07-18")
    statement = says(certificate)["statement"]
    assert "complies with the construction documents" in statement
    assert "accepted on Mon 3 March 2025" in statement
    assert "fit for occupancy" in statement


@pytest.mark.proves("CHE-50-2-CERT-COMPLIANCE/1")
def test_a_certificate_of_compliance_speaks_of_the_work_alone(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-07-14", certificate_kind="compliance")
    certificate = wanted(town, site.permit, "2025-07-15")
    act(town, "certificate.issue", certificate, "2025-07-15")
    statement = says(certificate)["statement"]
    assert "in compliance with the approved construction documents and with the Codes" in statement
    assert "occupancy" not in statement
    assert certificate.case.number == "CC-2025-0001"


# -- (D) temporary ones ------------------------------------------------------------------------------------------------

SAFE = {
    "safe_to_occupy": True, "safe_evidence": "Walked through on 2 May", "life_safety": True, "egress_provided": True,
    "components": [{"name": "Smoke alarms", "installed": True, "operational": True}],
}  # fmt: skip
PERIOD = {"starts_on": "2025-05-05", "ends_on": "2025-11-05"}


def temporary(town: Office, when: str = "2025-05-01", **given: Any) -> Certificate:
    """A temporary certificate applied for, its work not done."""
    site = issued(town, "2025-03-03", HOUSE)
    return wanted(town, site.permit, when, kind="temporary", **given)


@pytest.mark.proves("CHE-50-7-D-1/1")
def test_the_officer_may_decline_a_temporary_certificate(town: Office) -> None:
    certificate = temporary(town)
    refusal = refused("certificate.decline_temporary", certificate, "2025-05-02", town.staff.officer)
    assert [key for key, _ in in_the_way(refusal)] == ["reason"]
    act(town, "certificate.decline_temporary", certificate, "2025-05-02", reason="Elevator and landscaping are open")
    assert certificate.key_on(day("2025-05-02")) == "refused"


@pytest.mark.proves("CHE-50-7-D-2/1")
def test_the_first_determination_is_needed(town: Office) -> None:
    certificate = temporary(town)
    act(town, "certificate.determine", certificate, "2025-05-05", life_safety=True, egress_provided=True)

    refusal = refused("certificate.issue_temporary", certificate, "2025-05-05", town.staff.officer, **PERIOD)

    (finding,) = refusal.decision.standing_in_the_way
    assert (finding.key, finding.cite) == ("determination.safe", "§ 50-7(D)")


@pytest.mark.proves("CHE-50-7-D-3/1")
def test_alarms_are_installed_and_work(town: Office) -> None:
    certificate = temporary(town)
    alarms = {"name": "Carbon monoxide alarms", "installed": True, "operational": False}
    act(town, "certificate.determine", certificate, "2025-05-05", **{**SAFE, "components": [alarms]})

    refusal = refused("certificate.issue_temporary", certificate, "2025-05-05", town.staff.officer, **PERIOD)

    assert [f.why for f in refusal.decision.standing_in_the_way] == [
        "Not installed and working: Carbon monoxide alarms"
    ]
    act(town, "certificate.determine", certificate, "2025-05-07", components=[{**alarms, "operational": True}])
    act(town, "certificate.issue_temporary", certificate, "2025-05-07", **{**PERIOD, "starts_on": "2025-05-07"})
    assert certificate.issued_on == day("2025-05-07")
    # It is decided: nobody has it any more, though it runs on for months.
    assert days_held(certificate.case, day("2025-05-07")) == days_held(certificate.case, day("2025-09-01"))


@pytest.mark.proves("CHE-50-7-D-4/1")
def test_egress_is_that_of_the_whole_structure(town: Office) -> None:
    certificate = temporary(town, coverage="part", part="First floor")
    act(town, "certificate.determine", certificate, "2025-05-05", **{**SAFE, "egress_provided": False})
    refusal = refused("certificate.issue_temporary", certificate, "2025-05-05", town.staff.officer, **PERIOD)
    assert in_the_way(refusal) == [("determination.egress", "§ 50-7(D)")]


def test_life_safety_that_the_officer_denies_stands_in_the_way_without_items(town: Office) -> None:
    certificate = temporary(town)
    act(town, "certificate.determine", certificate, "2025-05-05", **{**SAFE, "life_safety": False, "components": []})
    refusal = refused("certificate.issue_temporary", certificate, "2025-05-05", town.staff.officer, **PERIOD)
    assert in_the_way(refusal) == [("determination.life_safety", "§ 50-7(D)")]
    assert (
        "Nothing was determined"
        in unreadable("certificate.determine", certificate, "2025-05-05", town.staff.officer)[""]
    )


@pytest.mark.proves("CHE-50-7-D-5/1")
def test_terms_print_and_breaking_one_is_a_violation(town: Office) -> None:
    certificate = temporary(town)
    act(town, "certificate.determine", certificate, "2025-05-05", **SAFE)
    closed = {"text": "Third floor closed to the public", "cite": "§ 50-7(D)"}
    act(town, "certificate.issue_temporary", certificate, "2025-05-05", **PERIOD, terms=[closed])
    assert says(certificate)["terms"] == [closed]

    assert certificate.permit is not None
    broken = {"kind": "terms_broken", "words": "Third floor closed to the public: found open"}
    Site(town, certificate.permit).visit("2025-05-17", observed=[broken])

    violation = Violation.objects.get(kind="terms_broken")
    assert (violation.cite, violation.happened_on) == ("§ 50-7(D)", day("2025-05-17"))
    assert closed["text"] in violation.words


@pytest.mark.parametrize(("months", "longer"), [(5, 1), (6, 0), (12, 0)])
def test_a_changed_length_is_held_against_temporary_certificates_and_moves_none(
    town: Office, months: int, longer: int
) -> None:
    """Given one of six months, when another length is rehearsed, then it is told apart and does not move."""
    certificate = temporary(town)
    act(town, "certificate.determine", certificate, "2025-05-05", **SAFE)
    act(town, "certificate.issue_temporary", certificate, "2025-05-05", **PERIOD)
    given = {"place": "certificates.temporary", "begins": "2025-07-01", "cite": "§ 50-7(D)"}
    value = f"{{months: {months}, rolls: true, counted_from: start}}"
    drafted = do("amendment.draft", None, "2025-05-06", town.staff.officer, value=value, **given)
    row = Amendment.objects.get(pk=drafted.subject_id)
    do("amendment.rehearse", row, "2025-05-06", town.staff.officer)
    row.refresh_from_db()
    found = {figure["says"]: figure for figure in row.figures}
    lasted = found["Temporary certificates that lasted longer than it would have let them"]
    assert lasted["count"] == longer
    assert found["Issued temporary certificates whose last day changes"]["count"] == 0
    rows = rehearsing.rows_of(row, lasted["rows"]) if longer else []
    assert [one.case_id for one in rows or ()] == [certificate.case_id] * longer
    pending = next(figure for figure in row.figures if figure["rows"] == "certificates.then.pending")
    assert pending["count"] == 0 and not rehearsing.rows_of(row, "certificates.then.pending")


@pytest.mark.parametrize(
    ("key", "need", "words"),
    [
        ("town.other", "{equals: {fact: certificate.coverage, value: part}}", "will be stopped by it"),
        ("town.other", "{is_true: solar.host_legal}", "it is not known whether they meet it"),
        ("determination.safe", "", "will be let through, which the law now stops"),
    ],
)
def test_a_changed_requirement_is_held_against_certificates_that_are_applied_for(
    town: Office, key: str, need: str, words: str
) -> None:
    """Given a temporary certificate of the whole applied for, when a requirement of its gate is changed or ends."""
    certificate = temporary(town)
    value = f"{{says: Other, need: {need}}}" if need else ""
    given = {"begins": "2025-07-01", "cite": "§ 50-7(D)", "value": value}
    place = f"gates.certificate.temporary.requirements.{key}"
    drafted = do("amendment.draft", None, "2025-05-06", town.staff.officer, place=place, **given)
    row = Amendment.objects.get(pk=drafted.subject_id)
    do("amendment.rehearse", row, "2025-05-06", town.staff.officer)
    row.refresh_from_db()
    counted = {figure["says"].rpartition(": ")[2]: figure for figure in row.figures}
    assert {says: figure["count"] for says, figure in counted.items() if figure["count"]} == {words: 1}
    rows = rehearsing.rows_of(row, counted[words]["rows"])
    assert rows is not None and [one.pk for one in rows] == [certificate.pk]


@pytest.mark.proves("CHE-50-7-D-6/1")
def test_no_last_day_is_filled_in_for_the_officer(town: Office) -> None:
    certificate = temporary(town)
    act(town, "certificate.determine", certificate, "2025-05-05", **SAFE)
    refusal = refused(
        "certificate.issue_temporary", certificate, "2025-05-05", town.staff.officer, starts_on="2025-05-05"
    )
    assert in_the_way(refusal) == [("period", "§ 50-7(D)")]
    refused("certificate.issue_temporary", certificate, "2025-05-05", town.staff.officer)
    wrong = unreadable(
        "certificate.issue_temporary",
        certificate,
        "2025-05-05",
        town.staff.officer,
        starts_on="2025-05-01",
        ends_on="2025-06-01",
    )
    assert "before the day of its issue" in wrong["starts_on"]
    refusal = refused(
        "certificate.issue_temporary",
        certificate,
        "2025-05-05",
        town.staff.officer,
        starts_on="2025-05-05",
        ends_on="2025-05-04",
    )
    assert "temporary.period" in [key for key, _ in in_the_way(refusal)]


@pytest.mark.proves("CHE-50-7-D-7/1")
def test_six_months_are_the_most(town: Office) -> None:
    certificate = temporary(town, "2025-10-27")
    act(town, "certificate.determine", certificate, "2025-10-31", **SAFE)
    given = {"starts_on": "2025-10-31", "ends_on": "2026-05-01"}

    refusal = refused("certificate.issue_temporary", certificate, "2025-10-31", town.staff.officer, **given)

    (finding,) = refusal.decision.standing_in_the_way
    assert (finding.key, finding.limit) == ("longest", day("2026-04-30"))
    act(town, "certificate.issue_temporary", certificate, "2025-10-31", **{**given, "ends_on": "2026-04-30"})
    kept = SetDate.objects.get(case=certificate.case)
    assert (kept.act_by, kept.reminders) == (day("2026-04-30"), ["2026-03-01", "2026-03-31", "2026-04-23"])


@pytest.mark.proves("CHE-50-7-D-7/2", "CHE-50-2-TCO/1")
def test_a_temporary_certificate_lapses_by_itself_and_closes_no_permit(town: Office) -> None:
    certificate = temporary(town, "2025-09-01")
    act(town, "certificate.determine", certificate, "2025-09-02", **SAFE)
    act(town, "certificate.issue_temporary", certificate, "2025-09-02", starts_on="2025-09-02", ends_on="2026-03-02")
    permit = certificate.permit
    assert permit is not None

    def lapsed(when: str) -> bool:
        return Certificate.objects.with_status(day(when)).filter(pk=certificate.pk, status="lapsed").exists()

    assert (lapsed("2026-03-02"), lapsed("2026-03-03")) == (False, True)
    said = reading.standing(certificate, day("2026-03-03"))
    assert (said.key, said.since, said.cite) == ("lapsed", day("2026-03-03"), "§ 50-7(D)")
    assert reading.standing(certificate, day("2026-03-02")).until == day("2026-03-02")
    permit.refresh_from_db()
    assert permit.closed_on is None
    occupied = {"kind": "occupied", "words": "Still lived in", "happened_on": "2026-03-02"}
    assert (
        "in force"
        in unreadable(
            "inspection.record",
            permit,
            "2026-03-05",
            town.staff.inspector,
            observed=[occupied],
            permit_displayed=True,
            documents_on_site=True,
        )["observed.0.kind"]
    )
    Site(town, permit).visit("2026-03-05", observed=[{**occupied, "happened_on": "2026-03-03"}])
    assert Violation.objects.filter(kind="occupied").count() == 1
    assert reading.time_under_temporary(permit, day("2026-03-10")) == 182


@pytest.mark.proves("CHE-50-7-D-8/1")
def test_the_list_of_what_is_open_goes_out_thirty_days_before_the_end(town: Office) -> None:
    Account.objects.filter(pk=town.staff.officer.id).update(email="officer@chester.example")
    site = issued(town, "2025-03-03")
    site.accept("2025-04-14", "framing")
    certificate = wanted(town, site.permit, "2025-05-01", kind="temporary")
    act(town, "certificate.determine", certificate, "2025-05-05", **SAFE)
    more = [{"text": "Landscaping", "due": "2025-07-01"}, {"text": "Elevator test", "cite": "§ 50-7(B)"}]
    act(town, "certificate.issue_temporary", certificate, "2025-05-05", **PERIOD, open_items=more)
    assert [row.text for row in certificate.items.all()] == ["Landscaping", "Elevator test", "Inspection: Framing"]
    assert "full compliance" in says(certificate)["duty"]["text"]
    assert reading.temporary_ending(day("2025-10-05")) == []
    with on_the_day("2025-09-06"):
        remind_of_what_ends()
    before = Message.objects.count()

    with on_the_day("2025-10-06"):
        assert remind_of_what_ends in jobs._sweeps
        remind_of_what_ends()
        remind_of_what_ends()

    sent = list(Message.objects.order_by("made_at", "id")[before:])
    assert {message.to_address for message in sent} == {"dara@ortiz.example", "officer@chester.example"}
    assert all("30 days left, 3 items open" in message.subject for message in sent)
    assert all("Landscaping, by Tue 1 July 2025" in message.text for message in sent)
    (row,) = reading.temporary_ending(day("2025-10-06"))
    assert (row[0], row[1], len(row[2])) == (certificate, 30, 3)
    item = certificate.items.first()
    do("certificate.item_done", item, "2025-10-07", town.staff.clerk, words="Seeded")
    assert len(reading.temporary_ending(day("2025-10-07"))[0][2]) == 2
    assert "was done" in unreadable("certificate.item_done", item, "2025-10-08", town.staff.clerk)[""]
    assert "in force" in unreadable("certificate.remind", certificate, "2025-11-06", town.staff.clerk)[""]


def test_the_final_certificate_takes_the_place_of_the_temporary_one(town: Office) -> None:
    site = issued(town, "2025-03-03", HOUSE)
    first = wanted(town, site.permit, "2025-05-01", kind="temporary")
    tests = {"paper": "energy_tests", "prepared_by": "Blower Door LLC"}
    act(town, "certificate.receive_paper", first, "2025-05-02", town.staff.clerk, **tests)
    act(town, "certificate.judge_preparer", first, "2025-05-02", paper="energy_tests", acceptable=True)
    act(town, "certificate.determine", first, "2025-05-05", **SAFE)
    act(town, "certificate.issue_temporary", first, "2025-05-05", **PERIOD)
    site.finish("2025-08-04")

    last = wanted(town, site.permit, "2025-08-11")

    assert last.papers.get(key="energy_tests").received_on == day("2025-05-02")
    act(town, "certificate.issue", last, "2025-08-11")
    first.refresh_from_db()
    first.case.refresh_from_db()
    assert (first.key_on(day("2025-08-11")), first.case.outcome) == ("superseded", "superseded by CO-2025-0001")
    assert reading.time_under_temporary(site.permit, day("2025-12-01")) == 99
    assert [row.case.number for row in reading.of_permit(site.permit)] == ["CO-2025-0001", "TC-2025-0001"]
    assert reading.of_parcel(town.parcel)[0] == last


# -- (E) taken back ----------------------------------------------------------------------------------------------------

FORGED = {"ground": "incorrect information", "facts": "The electrical report is forged"}


@pytest.mark.proves("CHE-50-7-E-1/1")
def test_a_finding_opens_the_time_to_correct(town: Office) -> None:
    certificate = certified(town, "2025-06-30")
    assert unreadable("certificate.find", certificate, "2025-07-01", town.staff.officer, **FORGED) == {
        "days": "Set the time to correct it: a number of days, or a day."
    }
    bare = refused("certificate.find", certificate, "2025-07-01", town.staff.officer, ground="issued in error", days=30)
    assert in_the_way(bare) == [("facts", "§ 50-7(E)")]

    act(town, "certificate.find", certificate, "2025-07-01", **FORGED, days=30)

    finding = certificate.findings.get()
    assert (finding.ground, finding.found_on, finding.act_by) == (
        "incorrect information",
        day("2025-07-01"),
        day("2025-07-31"),
    )
    letter = Paper.objects.get(kind="letter").data
    assert "The electrical report is forged" in letter["body"]
    assert "Correct this by Thu 31 July 2025" in letter["body"][2]
    assert letter["to"]["name"] == "Dara Ortiz"
    again = unreadable("certificate.find", certificate, "2025-07-02", town.staff.officer, **FORGED, days=30)
    assert "no open finding" in again[""]


@pytest.mark.proves("CHE-50-7-E-2/1")
@pytest.mark.parametrize("decision", ["revoke", "suspend"])
def test_the_time_to_correct_runs_out_first(town: Office, decision: str) -> None:
    certificate = certified(town, "2025-06-30")
    act(town, "certificate.find", certificate, "2025-07-01", **FORGED, correct_by="2025-07-31")

    refusal = refused(f"certificate.{decision}", certificate, "2025-07-20", town.staff.officer)

    (finding,) = refusal.decision.standing_in_the_way
    assert (finding.key, finding.cite) == ("period", "§ 50-7(E)")
    assert "possible from the day after" in finding.why
    refused(f"certificate.{decision}", certificate, "2025-07-31", town.staff.officer)
    act(town, f"certificate.{decision}", certificate, "2025-08-01", words="Nothing was sent")
    state = {"revoke": "revoked", "suspend": "suspended"}[decision]
    assert certificate.key_on(day("2025-08-01")) == state
    assert Paper.objects.get(pk=certificate.paper_id).state == ("void" if decision == "revoke" else "stands")
    assert reading.decision_due(day("2025-08-02")) == []
    assert (
        "There is no finding"
        in unreadable("certificate.corrected", certificate, "2025-08-02", town.staff.officer, words="x")[""]
    )


@pytest.mark.proves("CHE-50-7-E-3/1")
def test_what_is_not_corrected_in_time_waits_for_a_decision(town: Office) -> None:
    certificate = certified(town, "2025-06-30")
    act(town, "certificate.find", certificate, "2025-07-01", **FORGED, correct_by="2025-07-31")
    assert reading.decision_due(day("2025-07-31")) == []

    ((finding, since),) = reading.decision_due(day("2025-08-01"))

    assert (finding.certificate, since) == (certificate, day("2025-08-01"))
    with on_the_day("2025-08-01"):
        can = {offer.spec.name for offer in offers(certificate, town.staff.officer) if offer.open}
    assert can >= {"certificate.revoke", "certificate.suspend", "certificate.corrected"}


def test_a_weekend_gives_the_owner_the_next_business_day(town: Office) -> None:
    certificate = certified(town, "2025-06-30")
    act(town, "certificate.find", certificate, "2025-07-01", **FORGED, correct_by="2025-08-02")
    assert certificate.findings.get().act_by == day("2025-08-04")
    assert "at the latest Mon 4 August 2025" in Paper.objects.get(kind="letter").data["body"][2]
    refused("certificate.revoke", certificate, "2025-08-04", town.staff.officer)
    assert (
        "after the day"
        in unreadable(
            "certificate.find",
            certified(town, "2025-07-02"),
            "2025-07-03",
            town.staff.officer,
            **FORGED,
            correct_by="2025-07-03",
        )["correct_by"]
    )


def test_what_is_corrected_stands(town: Office) -> None:
    certificate = certified(town, "2025-06-30")
    act(town, "certificate.find", certificate, "2025-07-01", **FORGED, days=30)
    act(town, "certificate.corrected", certificate, "2025-07-20", words="A true report came in")
    assert certificate.key_on(day("2025-07-20")) == "in force"
    assert SetDate.objects.get(case=certificate.case).done_on == day("2025-07-20")
    refused("certificate.revoke", certificate, "2025-08-01", town.staff.officer)


def test_a_suspension_is_lifted_and_a_revoked_certificate_is_not_revived(town: Office) -> None:
    certificate = certified(town, "2025-06-30")
    act(town, "certificate.find", certificate, "2025-07-01", **FORGED, days=30)
    act(town, "certificate.suspend", certificate, "2025-08-01")
    act(town, "certificate.lift", certificate, "2025-08-20", words="A true report came in")
    assert certificate.key_on(day("2025-08-20")) == "in force"
    assert reading.standing(certificate, day("2025-08-10")).why == "Since Fri 1 August 2025"
    assert (
        "not suspended" in unreadable("certificate.lift", certificate, "2025-08-21", town.staff.officer, words="x")[""]
    )
    act(town, "certificate.find", certificate, "2025-09-02", **FORGED, days=10)
    act(town, "certificate.revoke", certificate, "2025-09-15")
    assert (
        "not suspended" in unreadable("certificate.lift", certificate, "2025-09-16", town.staff.officer, words="x")[""]
    )


# -- (F) the fee, drafts, links ----------------------------------------------------------------------------------------


@pytest.mark.proves("CHE-50-7-F/1")
def test_the_fee_of_the_temporary_certificate_does_not_count_towards_the_final_one(town: Office) -> None:
    site = issued(town, "2025-03-03")
    first = wanted(town, site.permit, "2025-05-01", kind="temporary")
    assert first.case.lines.balance() == 0
    assert [line.amount for line in first.case.lines.filter(kind="charge")] == [Decimal("150.00")]
    site.finish("2025-10-13")

    refusal = refused("certificate.apply", site.permit, "2025-10-20", town.staff.clerk, **CONTENTS)

    (finding,) = refusal.decision.standing_in_the_way
    assert (finding.cite, finding.why) == ("§ 50-7(F)", "Fee of $100.00 not paid; $0.00 received")
    certificate = wanted(town, site.permit, "2025-10-20")
    assert certificate.filed_on == day("2025-10-20")


def test_unpaid_it_stays_a_draft_until_the_till_has_the_money(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    holder = Actor(None, "Dara Ortiz", Role.PUBLIC, cases=frozenset({site.permit.case_id}))
    do("certificate.apply", site.permit, "2025-07-07", holder, **CONTENTS, hold_unpaid=True)
    certificate = Certificate.objects.visible_to(holder).get()
    said = reading.standing(certificate, day("2025-07-07"))
    assert (said.key, said.why) == ("draft", "Its fee is not paid")
    assert reading.undecided() == [certificate]
    assert "payment" in unreadable(
        "certificate.apply", site.permit, "2025-07-07", holder, kind="compliance", payment=CHECK
    )
    assert (
        "applied for already"
        in unreadable("certificate.apply", site.permit, "2025-07-07", holder, hold_unpaid=True)["kind"]
    )

    split = {"case": certificate.case_id, "amount": "100.00"}
    paid = do("payment.take", None, "2025-07-09", town.staff.clerk, splits=[split], payer="Dara Ortiz", **CHECK)

    certificate.refresh_from_db()
    assert (certificate.filed_on, certificate.ready_on) == (day("2025-07-09"), day("2025-07-09"))
    do("payment.return", _payment(paid), "2025-07-14", town.staff.clerk, why="Insufficient funds")
    certificate.refresh_from_db()
    assert (certificate.filed_on, certificate.ready_on) == (None, None)


def _payment(outcome: Any) -> Any:
    return Payment.objects.get(pk=outcome.subject_id)


def test_without_a_fee_in_the_schedule_none_is_taken(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    FeeSchedule.objects.bulk_create([
        FeeSchedule(name="None", resolution="R-9", adopted=day("2025-07-01"), begins=day("2025-07-01"), lines=[{
            "code": "search", "title": "Search", "parts": [{"kind": "flat", "amount": "5.00"}]}], entry_seq=1)
    ])  # fmt: skip
    refusal = refused("certificate.apply", site.permit, "2025-07-07", town.staff.clerk, **CONTENTS, hold_unpaid=True)
    assert [key for key, _ in in_the_way(refusal)] == ["fee_set"]


def test_a_fee_of_nothing_files_at_once(town: Office) -> None:
    schedule("2025-06-01", "Free", certificate_occupancy="0.00")
    site = finished(town, "2025-03-03", "2025-06-30")
    do("certificate.apply", site.permit, "2025-07-07", town.staff.clerk, **CONTENTS)
    assert Certificate.objects.get().filed_on == day("2025-07-07")
    second = finished(town, "2025-07-08", "2025-07-14")
    given = {**CONTENTS, "payment": CHECK}
    assert (
        "no fee to pay"
        in unreadable("certificate.apply", second.permit, "2025-07-14", town.staff.clerk, **given)["payment"]
    )


def test_an_application_is_withdrawn_and_stays_on_record(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    certificate = wanted(town, site.permit, "2025-07-07")
    act(town, "certificate.withdraw", certificate, "2025-07-08", town.staff.clerk, why="Wrong kind")
    assert (certificate.key_on(day("2025-07-08")), certificate.case.outcome) == ("withdrawn", "withdrawn")
    assert "decided" in unreadable("certificate.withdraw", certificate, "2025-07-09", town.staff.clerk, why="x")[""]
    assert "decided" in unreadable("certificate.write", certificate, "2025-07-09", town.staff.clerk, use="Shed")[""]


def test_only_an_issued_permit_has_a_certificate(town: Office) -> None:
    permit = applied(town, "2025-03-03")
    assert "issued" in unreadable("certificate.apply", permit, "2025-03-04", town.staff.clerk, payment=CHECK)[""]
    site = issued(town, "2025-03-05")
    with on_the_day("2025-03-06"):
        assert "certificate.apply" in {offer.spec.name for offer in offers(site.permit, town.staff.clerk)}


def test_papers_from_outside_come_as_files_and_what_is_written_changes_something(town: Office) -> None:
    site = issued(town, "2025-03-03", HOUSE)
    certificate = wanted(town, site.permit, "2025-05-01")
    holder = Actor(None, "Dara Ortiz", Role.PUBLIC, cases=frozenset({site.permit.case_id}))
    paper = {"paper": "energy_tests", "prepared_by": "Blower Door LLC"}
    assert "file" in unreadable("certificate.receive_paper", certificate, "2025-05-02", holder, **paper)
    do("certificate.receive_paper", certificate, "2025-05-02", holder, **paper, file=pdf("test.pdf").pk)
    assert CertificatePaper.objects.get(key="energy_tests").acceptable is None
    assert (
        "Nothing to change"
        in unreadable("certificate.write", certificate, "2025-05-02", town.staff.clerk, use="One-family dwelling")[""]
    )
    other = Actor(None, "Somebody", Role.PUBLIC)
    assert not Certificate.objects.visible_to(other).exists()


def test_temporary_and_final_certificates_have_acts_of_their_own(town: Office) -> None:
    site = finished(town, "2025-03-03", "2025-06-30")
    certificate = wanted(town, site.permit, "2025-07-07")
    assert (
        "Only a temporary"
        in unreadable("certificate.determine", certificate, "2025-07-07", town.staff.officer, **SAFE)[""]
    )
    act(town, "certificate.issue", certificate, "2025-07-07")
    assert "parcel" in unreadable(
        "certificate.apply_for_conversion",
        None,
        "2025-07-08",
        town.staff.clerk,
        parcel=site.permit.pk,
        people=[{"part": "owner", "who": {"name": "X"}}],
        payment=CHECK,
    )
    assert "people.0.who.name" in unreadable(
        "certificate.apply_for_conversion",
        None,
        "2025-07-08",
        town.staff.clerk,
        parcel=town.parcel.pk,
        people=[{"part": "owner", "who": {}}],
        payment=CHECK,
    )


def test_a_certificate_is_found_by_its_number(town: Office) -> None:
    certificate = certified(town, "2025-07-21")
    assert [hit.object_id for hit in port.find("CO-2025-0001", limit=5)] == [certificate.pk]


def test_what_is_decided_is_not_decided_twice(town: Office) -> None:
    issued_one = certified(town, "2025-07-21")
    wrong = unreadable("certificate.issue", issued_one, "2025-07-22", town.staff.officer)
    assert "decided already" in wrong[""]
    running = temporary(town)
    act(town, "certificate.determine", running, "2025-05-05", **SAFE)
    act(town, "certificate.issue_temporary", running, "2025-05-05", **PERIOD)
    wrong = unreadable("certificate.issue_temporary", running, "2025-05-06", town.staff.officer, **LATER)
    assert "Only a temporary certificate" in wrong[""]
    wrong = unreadable("certificate.write", running, "2025-05-06", town.staff.clerk, use="Shed")
    assert "stays as it is" in wrong[""]


LATER = {"starts_on": "2025-05-06", "ends_on": "2025-11-05"}


def test_offers_tell_of_every_act_whether_it_is_open(town: Office) -> None:
    running = temporary(town)
    act(town, "certificate.determine", running, "2025-05-05", **SAFE)
    final = conversion(town, "2025-05-05")

    def open_acts(certificate: Certificate) -> dict[str, bool]:
        return {offer.spec.name: offer.open for offer in offers(certificate, town.staff.officer, day("2025-05-05"))}

    assert open_acts(running)["certificate.issue_temporary"]
    assert open_acts(running)["certificate.decline_temporary"]
    assert not open_acts(final)["certificate.issue"]
    assert open_acts(final)["certificate.refuse"]
    assert open_acts(final)["certificate.inspect"]
    act(town, "certificate.issue_temporary", running, "2025-05-05", **PERIOD)
    assert open_acts(running)["certificate.find"]
    assert open_acts(running)["certificate.remind"]
