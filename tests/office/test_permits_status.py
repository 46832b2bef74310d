"""The status of a permit in queries is the law's own ladder, on every day, on both databases; the lists of the day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.office.factories import Office
from townwright.law.permits import PERMIT_STATUS
from townwright.office.permits import reading
from townwright.office.permits.models import Permit
from townwright.office.register.acts import offers

pytestmark = pytest.mark.both_engines

#: Days close together, so that they meet, and none.
DAYS = st.none() | st.dates(date(2025, 2, 26), date(2025, 3, 4))


@pytest.fixture
def permit(town: Office) -> Permit:
    """An application whose dates are then set by hand."""
    return town.submitted("2025-03-03", paid=False)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    dates=st.fixed_dictionaries(dict.fromkeys(PERMIT_STATUS.fields, DAYS)),
    today=st.dates(date(2025, 2, 26), date(2025, 3, 4)),
)
def test_the_query_says_what_the_law_says(permit: Permit, dates: dict[str, date | None], today: date) -> None:
    Permit.objects.filter(pk=permit.pk).update(**dates)
    asked: Any = Permit.objects.with_status(today).get(pk=permit.pk)
    assert asked.status == PERMIT_STATUS.on(dates, today).key
    assert asked.key_on(today) == asked.status
    assert Permit.objects.with_status(today).that_are(asked.status).count() == 1


class TestOffers:
    """Every act is offered with its decision in every state, open or shut, and none needs its input for that."""

    def shown(self, permit: Permit, town: Office, when: str) -> tuple[set[str], set[str]]:
        """What the officer is offered: the acts that are open, and those that are shut."""
        found = offers(permit, town.staff.officer, date.fromisoformat(when))
        assert all(offer.open or offer.decision.standing_in_the_way for offer in found)
        opened = {offer.spec.name for offer in found if offer.open}
        return opened, {offer.spec.name for offer in found} - opened

    def test_from_the_application_to_the_revocation(self, town: Office, site_inspected: None) -> None:
        permit = town.submitted("2025-03-03", paid=False)
        opened, shut = self.shown(permit, town, "2025-03-03")
        assert {"permit.withdraw", "permit.request_changes", "permit.void"} <= opened
        assert {"permit.issue", "permit.review", "permit.accept_documents", "permit.disapprove"} <= shut
        town.paid(permit, "2025-03-03", "219.00")
        opened, shut = self.shown(permit, town, "2025-03-03")
        assert {"permit.review", "permit.examine", "permit.disapprove"} <= opened
        assert {"permit.issue", "permit.accept_documents"} <= shut
        town.do("permit.request_changes", permit, "2025-03-03", items=[{"title": "Survey"}])
        opened, shut = self.shown(permit, town, "2025-03-03")
        assert {"permit.answer", "permit.extend_reply"} <= opened
        assert "permit.resubmit" in shut
        item = permit.case.requests.get().items.get()
        town.do("permit.review", permit, "2025-03-03", items_withdrawn=[item.pk])
        town.ready("2025-03-03", permit)
        opened, shut = self.shown(permit, town, "2025-03-03")
        assert "permit.issue" in opened
        assert "permit.accept_documents" not in opened | shut
        town.do("permit.issue", permit, "2025-03-03", certificate_kind="compliance")
        opened, shut = self.shown(permit, town, "2025-03-04")
        assert {"permit.commence", "permit.report_change", "permit.apply_amendment", "permit.find_ground"} <= opened
        assert "permit.apply_renewal" in shut
        assert not {"permit.issue", "permit.withdraw", "permit.suspend", "permit.lift", "permit.amend"} & (
            opened | shut
        )
        opened, shut = self.shown(permit, town, "2026-03-04")
        assert "permit.apply_renewal" in opened
        assert "permit.apply_amendment" in shut
        town.suspended("2025-07-14", permit)
        opened, shut = self.shown(permit, town, "2025-07-14")
        assert "permit.show" in opened
        assert "permit.lift" in shut
        ground = {"ground": "work violates a code", "sections": ["R311.7"]}
        town.do("permit.find_ground", permit, "2025-07-15", **ground)
        town.do("permit.revoke", permit, "2025-07-15")
        opened, shut = self.shown(permit, town, "2025-07-16")
        assert {name for name in opened | shut if name.startswith("permit.")} <= {"permit.correct"}


class TestLists:
    def test_to_review_shows_whose_days_they_are(self, town: Office) -> None:
        permit = town.submitted("2025-03-03")
        town.do("permit.request_changes", permit, "2025-03-06", items=[{"title": "Survey"}])
        assert reading.to_review(date(2025, 3, 7)) == []
        item = permit.case.requests.get().items.get()
        town.do("permit.answer", permit, "2025-03-10", item=item.pk, words="Here")
        town.do("permit.resubmit", permit, "2025-03-10")
        (row,) = reading.to_review(date(2025, 3, 12))
        assert (row.permit, row.days_with_us, row.days_with_applicant) == (permit, 3 + 2, 4)
        assert row.status == "With the office"
        said = reading.standing(permit, date(2025, 3, 12))
        assert (said.who_has_it, said.days_with_us) == ("the office", 5)

    def test_ending_within_thirty_days(self, town: Office, site_inspected: None) -> None:
        permit = town.issued("2025-04-14")
        assert reading.ending(date(2025, 9, 13)) == []
        (row,) = reading.ending(date(2025, 9, 14))
        assert (row.by, row.why) == (date(2025, 10, 14), "Work not begun")
        town.do("permit.commence", permit, "2025-05-06", began_on="2025-05-05", evidence="inspection")
        assert reading.ending(date(2025, 9, 14)) == []
        (row,) = reading.ending(date(2026, 4, 1))
        assert (row.by, row.why) == (date(2026, 4, 14), "Term ends")

    @pytest.mark.proves("CHE-50-3-A-L2/1")
    def test_what_expired_without_a_final_inspection_is_in_the_queue(self, town: Office, site_inspected: None) -> None:
        permit = town.issued("2024-09-08")
        town.do("permit.commence", permit, "2024-10-01", began_on="2024-10-01", evidence="inspection")
        (row,) = reading.lapsed(date(2025, 9, 9))
        assert (row.permit, row.status, row.by, row.days) == (permit, "Expired", date(2025, 9, 9), 0)
        assert reading.standing(permit, date(2025, 9, 9)).cite == "§ 50-4(I)"

    def test_a_standing_says_everything_aloud(self, town: Office) -> None:
        permit = town.submitted("2025-03-03", paid=False)
        said = reading.standing(permit, date(2025, 3, 4))
        assert (said.key, said.who_has_it) == ("not filed", "the applicant")
        assert said.aloud == (
            "BP-2025-0001 for Wooden deck, 38 Lakeside Terrace: received, not yet filed, since Mon 3 March 2025. "
            "Fee of $219.00 not paid; $0.00 received."
        )

    def test_lists_ask_as_often_for_many_as_for_few(self, town: Office) -> None:
        counts = []
        for more in (1, 4):
            for _ in range(more):
                town.submitted("2025-03-03")
            with CaptureQueriesContext(connection) as asked:
                rows = reading.to_review(date(2025, 3, 12))
                assert [str(party.person) for row in rows for party in row.permit.case.parties.all()]
                assert [str(place.parcel) for row in rows for place in row.permit.case.on_parcels.all()]
            counts.append(len(asked))
        assert len(rows) == 5
        assert counts[0] == counts[1]
        assert reading.latest(date(2025, 3, 12)).count() == 5

    def test_an_invented_day_long_ago_has_no_status_of_later(self, town: Office, site_inspected: None) -> None:
        permit = town.issued("2025-04-14")
        for days in range(3):
            before = date(2025, 4, 14) - timedelta(days=days + 1)
            assert permit.key_on(before) in ("draft", "ready", "with us")
