"""Shelter Island, §§ 43-7C, 43-7E, 43-9D, 43-10.5, 43-15A in its office: what visits ask and find."""

from __future__ import annotations

import pytest

from tests.office.factories import day
from tests.office.factories_inspections import result
from tests.office.factories_shelter_island import Island
from tests.office.test_papers_press import words
from townwright.office.inspections import reading
from townwright.office.inspections.models import Violation
from townwright.office.outbox.models import Message
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper

pytestmark = pytest.mark.both_engines


@pytest.mark.proves("SHI-43-7-C-p4/1")
def test_no_plans_at_the_site_fail_the_item_and_the_holder_is_told(island: Island, printed: None) -> None:
    site = island.site("2026-04-13")

    visit = site.visit("2026-05-12", result("footing"), documents_on_site=False)

    violation = Violation.objects.get(kind="documents_not_on_site")
    assert (violation.cite, violation.found_on) == ("§ 43-7C", day("2026-05-12"))
    notice = Paper.objects.get(pk=visit.paper_id)
    check = {"text": "Is the approved set at the site?", "answer": "No", "cite": "§ 43-7C"}
    assert check in notice.data["checks"]
    assert "§ 43-7C" in words(bytes_of(notice))
    assert Message.objects.filter(to_name="Dara Ortiz", text__contains="§ 43-7C").exists()


@pytest.mark.proves("SHI-43-7-E/1")
def test_whether_the_permit_is_posted_is_asked_until_the_work_is_complete(island: Island) -> None:
    site = island.site("2026-04-13")
    first = reading.questions(site.permit, day("2026-05-12"))
    site.finish("2026-08-14")

    assert ("permit_displayed", "Is the permit posted at a prominent spot of the site?", "§ 43-7E") in first
    assert site.permit.completed_on == day("2026-08-14")
    assert reading.questions(site.permit, day("2026-09-01")) == []


@pytest.mark.proves("SHI-43-9-D-p2/1")
def test_a_trench_that_keeps_out_people_alone_fails_for_the_animals(island: Island) -> None:
    site = island.site("2026-04-13")

    seen = {"kind": "excavation_open_to_animals", "words": "The trench is closed with tape only"}
    site.visit("2026-04-16", result("footing"), observed=[seen])

    (violation,) = Violation.objects.all()
    assert (violation.kind, violation.title, violation.cite, violation.found_on) == (
        "excavation_open_to_animals",
        "Excavation not guarded against animals",
        "§ 43-9D",
        day("2026-04-16"),
    )


@pytest.mark.proves("SHI-43-10.5/1")
def test_an_aluminum_feeder_fails_the_inspection_and_is_a_violation(island: Island) -> None:
    site = island.site("2026-01-12", island.submitted("2026-01-12", nature="Barn"))

    seen = {"kind": "aluminum_wiring", "words": "An aluminum feeder", "line": "wiring"}
    failure = {"words": "An aluminum feeder", "section": "§ 43-10.5"}
    visit = site.visit("2026-05-13", result("wiring", "not satisfactory", failures=[failure]), observed=[seen])

    assert visit.results.get(line__key="wiring").outcome == "not satisfactory"
    violation = Violation.objects.get(kind="aluminum_wiring")
    assert (violation.cite, violation.of_work, violation.found_on) == ("§ 43-10.5", True, day("2026-05-13"))


@pytest.mark.proves("SHI-43-15-A-p1/1")
def test_a_house_that_is_lived_in_before_its_certificate_is_a_violation(island: Island) -> None:
    site = island.site("2026-01-12")
    site.accept("2026-05-20")

    seen = {"kind": "occupied", "words": "Ada and Tom Reyes live there", "happened_on": "2026-06-12"}
    site.visit("2026-06-12", observed=[seen])

    violation = Violation.objects.get(kind="occupied")
    assert (violation.cite, violation.happened_on) == ("§ 43-15A", day("2026-06-12"))
    assert violation.words == "Ada and Tom Reyes live there"
