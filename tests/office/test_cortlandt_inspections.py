"""Inspections and certificates of an office that works by Cortlandt's Chapter 149, and what its till took."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.office import factories
from tests.office.factories import Office, do
from tests.office.factories_cortlandt import an_office, applied, blank_papers, issued, page, text_of
from tests.office.factories_inspections import jobs, result
from townwright.office import clock
from townwright.office.inspections import reading
from townwright.office.inspections.models import InspectionRequest, Violation
from townwright.office.money import reading as money
from townwright.office.money.models import Payment
from townwright.office.papers.models import Paper
from townwright.office.register.acts import perform
from townwright.office.register.errors import Refused


@pytest.fixture
def town(
    offices: Any, settings: Any, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Office]:
    """The office; its papers are blank sheets unless the test asks for `printed` ones."""
    if "printed" not in request.fixturenames:
        blank_papers(monkeypatch)
    with an_office(offices, settings) as opened:
        yield opened


class TestInspections:
    @pytest.mark.proves("COR-149-12-1/1")
    def test_framing_begun_before_the_permit_is_a_violation_with_its_days(self, town: Office) -> None:
        site = issued(town, "2025-04-15")
        seen = {"kind": "started_early", "words": "Framing began", "happened_on": "2025-04-10"}
        site.visit("2025-04-16", observed=[seen])
        row = Violation.objects.get()
        assert (row.title, row.cite, row.happened_on) == ("Work begun before the permit", "§ 149-12", date(2025, 4, 10))
        assert row.words == "Framing began. Begun 5 days before the permit."
        assert "COR-149-12-1" in row.provisions
        text = page(town.staff.officer, f"desk/cases/{site.permit.case_id}/print/", "2025-04-17 09:00")
        assert "Work begun before the permit" in text
        (finding,) = Paper.objects.filter(kind="inspection_report").latest("id").data["findings"]
        assert finding["text"] == "Work begun before the permit. Framing began. Begun 5 days before the permit."
        assert finding["cite"] == "§ 149-12"

    @pytest.mark.proves("COR-149-14-A-1/1")
    def test_a_store_in_use_before_its_final_inspection_is_a_violation(self, town: Office) -> None:
        site = issued(town, "2025-04-24")
        site.accept("2025-10-01")
        seen = {"kind": "occupied", "words": "Goods are being sold", "happened_on": "2025-10-18"}
        site.visit("2025-10-20", observed=[seen])
        row = Violation.objects.get()
        assert (row.title, row.cite) == ("Occupied without a certificate", "§ 149-14(A)")
        assert (row.words, row.happened_on) == ("Goods are being sold", date(2025, 10, 18))

    @pytest.mark.proves("COR-149-15-E-1-c/1")
    def test_an_element_told_to_be_ready_is_so_from_that_minute_and_on_the_list(self, town: Office) -> None:
        site = issued(town, "2025-04-24", answers={"work.slab": True})
        site.accept("2025-05-06", "slab", "framing")
        with clock.fixed("2025-05-07 08:40"):
            given = {"lines": ["slab"], "channel": "telephone", "caller": "D. Ortiz"}
            perform("inspection.request", given, actor=town.staff.clerk, subject_id=site.permit.pk)
        row = InspectionRequest.objects.get()
        called = clock.local(row.called_at)
        assert (f"{called:%Y-%m-%d %H:%M}", row.ready_on) == ("2025-05-07 08:40", date(2025, 5, 7))
        (waiting,) = jobs("2025-05-07")
        assert [line.title for line in waiting.lines] == ["Preparation for concrete slab"]
        (slab,) = [each for each in reading.plan(site.permit, date(2025, 5, 7)) if each.line.key == "slab"]
        assert slab.request == row

    @pytest.mark.proves("COR-149-15-E-2-d/1")
    def test_the_file_has_when_framing_was_ready_and_who_accepted_it(self, town: Office) -> None:
        site = issued(town, "2025-04-24")
        site.accept("2025-05-20", "framing")
        asked = site.asked("2025-06-02", "framing")
        site.visit("2025-06-03", result("framing"), request=asked.pk)
        text = page(town.staff.officer, f"desk/cases/{site.permit.case_id}/print/", "2025-06-04 09:00")
        assert "Framing § 149-15(E)(2)(d) Accepted Tue 3 Jun 2025, Mateo Thornbury" in text
        assert "Inspection asked for: Framing, ready Mon 2 June 2025" in text


class TestCertificates:
    @pytest.mark.proves("COR-149-2-A-1/1", "COR-149-14-G-1/1", "COR-149-14-G-3/1")
    def test_names_the_department_the_completion_and_each_use_with_its_extent(
        self, town: Office, printed: None
    ) -> None:
        site = issued(town, "2025-04-24")
        site.finish("2025-10-02")
        certificate = applied(town, site, "2025-10-03", occupancy="R-3", construction_type="V-B")
        # A certificate that says no use is refused
        with pytest.raises(Refused) as error:
            do("certificate.issue", certificate, "2025-10-06", town.staff.officer)
        in_the_way = [(each.key, each.cite, each.why) for each in error.value.decision.standing_in_the_way]
        assert in_the_way == [("use", "§ 149-14(G)", "Use not given")]
        uses = "Ground floor: retail, 2,400 sq ft; second floor: two dwelling units"
        do("certificate.write", certificate, "2025-10-06", town.staff.officer, use=uses)
        do("certificate.issue", certificate, "2025-10-06", town.staff.officer)
        text = text_of("certificate_of_occupancy")
        assert "Department of Code Administration and Enforcement" in text
        assert "Building Department" not in text
        assert f"Building permit {site.permit.number}" in text
        assert "The work has been completed." in text
        assert "Its final inspection was satisfactory on Thu 2 October 2025." in text
        assert uses in text
        assert "Issued Mon 6 October 2025" in text

    @pytest.mark.proves("COR-149-16-1/1")
    def test_an_old_one_says_what_the_lawful_use_is(self, town: Office) -> None:
        # Given a certificate of 1974 for a two-family dwelling, typed in with its number
        card = {"kind": "certificate", "number": "1974-88", "year": 1974, "words": "Two-family dwelling"}
        do("old_record.enter", None, "2025-02-03", town.staff.clerk, parcel=town.parcel.pk, **card)
        known = {"use": "Two-family dwelling", "source": "Certificate 1974-88 of 1974"}
        do("building.record", town.parcel, "2025-02-03", town.staff.clerk, **known)
        # When the use is read in 2025
        text = page(town.staff.officer, f"desk/parcels/{town.parcel.pk}/", "2025-06-02 09:00")
        assert "Building 1 Two-family dwelling Known from: Certificate 1974-88 of 1974" in text
        # and the certificate itself is on record, accepted as it stands
        assert "1974-88 1974 Certificate Two-family dwelling" in text


class TestTheTill:
    @pytest.mark.proves("COR-149-5-F-2/1")
    def test_a_fee_of_the_zoning_board_stands_under_its_code(self, town: Office) -> None:
        factories.schedule("2025-01-01", "Schedule of 2025", variance_apply="250.00")
        permit = issued(town, "2025-04-24").permit
        do("charge.add", permit.case, "2025-08-04", town.staff.clerk, code="variance.apply", measures=[])
        town.paid(permit, "2025-08-04", "250.00", check_number="2207")
        taken = Payment.objects.latest("id")
        assert (taken.method, str(taken.amount), taken.receipt) == ("check", "250.00", "R-2025-00002")
        totals = money.totals(date(2025, 8, 4), date(2025, 8, 4))
        assert {code: str(each.collected) for code, each in totals.items()} == {"variance.apply": "250.00"}

    @pytest.mark.proves("COR-149-17-A-5/1")
    def test_what_was_charged_and_what_was_collected_are_both_reported(self, town: Office) -> None:
        factories.schedule("2025-01-01", "Schedule of 2025", variance_apply="400.00")
        permit = issued(town, "2025-03-24").permit
        do("charge.add", permit.case, "2025-04-22", town.staff.clerk, code="variance.apply", measures=[])
        town.paid(permit, "2025-04-24", "300.00", short="part")
        april = money.totals(date(2025, 4, 1), date(2025, 4, 30))
        whole = money.together(april.values())
        assert (str(whole.charged), str(whole.collected), str(whole.balance)) == ("400.00", "300.00", "100.00")
