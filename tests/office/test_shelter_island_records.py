"""Shelter Island, § 43-5A in its office: what the page of a lot lists."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.office.factories import CHECK, do
from tests.office.factories_inspections import DECK
from tests.office.factories_shelter_island import Island
from tests.pages.visitor import said
from townwright.office import clock
from townwright.office.certificates.models import Certificate
from townwright.office.permits.models import Permit
from townwright.office.staff.models import Account

pytestmark = pytest.mark.both_engines

SAFE = {
    "safe_to_occupy": True,
    "safe_evidence": "Walked through on 2 April",
    "life_safety": True,
    "egress_provided": True,
    "components": [{"name": "Smoke alarms", "installed": True, "operational": True}],
}


def certificate_for(island: Island, permit: Permit, when: str, **given: Any) -> Certificate:
    """A certificate applied for and paid."""
    contents = {"use": "One-family dwelling", "occupancy": "R-3", "construction_type": "V-B", "payment": CHECK}
    made = do("certificate.apply", permit, when, island.staff.clerk, **contents, **given)
    return Certificate.objects.get(pk=made.subject_id)


@pytest.mark.proves("SHI-43-5-A-p3/1")
def test_the_lots_page_lists_permit_and_certificates_with_number_day_and_status(island: Island) -> None:
    # Given a permit, a temporary certificate and a certificate of occupancy issued on one lot in 2026
    officer = island.staff.officer
    site = island.site("2026-01-12", island.submitted("2026-01-12", answers=DECK))
    site.accept("2026-04-01")
    temporary = certificate_for(island, site.permit, "2026-04-02", kind="temporary")
    do("certificate.determine", temporary, "2026-04-03", officer, **SAFE)
    found = {"building.is_finished": True, "electrical.certificate_on": "2026-04-02"}
    do("certificate.note", temporary, "2026-04-03", officer, facts=found)
    do("certificate.issue_temporary", temporary, "2026-04-03", officer, starts_on="2026-04-03", ends_on="2026-10-03")
    site.finish("2026-06-01")
    final = certificate_for(island, site.permit, "2026-06-02")
    do("certificate.note", final, "2026-06-02", officer, facts={"zoning.checked_on": "2026-06-02"})
    do("certificate.issue", final, "2026-06-19", officer)
    temporary.case.refresh_from_db()
    final.case.refresh_from_db()

    # When the page of the lot is opened
    clerk = Client()
    account = Account.objects.get(pk=island.staff.clerk.id)
    clerk.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    with clock.fixed("2026-07-01 10:00"):
        words = said(clerk.get(f"/island/desk/parcels/{island.parcel.pk}/"))

    # Then each stands there with its number, its day and how it stands
    listed, happened = words.split("Everything that happened here")
    assert f"{site.permit.number} Wooden deck permit Mon 12 Jan 2026 Closed" in listed
    assert f"{temporary.case.number} Temporary Certificate of Occupancy certificate Thu 2 Apr 2026 Superseded" in listed
    assert f"{final.case.number} Certificate of Occupancy certificate Tue 2 Jun 2026 In force" in listed
    for day, number in (
        ("Mon 12 Jan 2026 Permit", site.permit.number),
        ("Fri 3 Apr 2026 Temporary certificate", temporary.case.number),
        ("Fri 19 Jun 2026 Certificate of Occupancy", final.case.number),
    ):
        assert f"{day} {number} issued" in happened
