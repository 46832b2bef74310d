"""Several cases that are one job."""

from __future__ import annotations

import pytest

from tests.office.factories import Office
from townwright.office.cases.models import Case, Job
from townwright.office.register.acts import perform
from townwright.office.register.errors import InputError
from townwright.office.register.models import Entry

pytestmark = pytest.mark.both_engines


def joined(town: Office, case: Case, other: str, **given: str) -> None:
    perform("job.join", {"other": other, **given}, actor=town.staff.clerk, subject_id=case.pk)
    case.refresh_from_db()


@pytest.fixture
def cases(town: Office) -> list[Case]:
    return [town.submitted("2026-11-02").case for _ in range(3)]


def test_two_cases_become_one_job_and_a_third_joins_it(town: Office, cases: list[Case]) -> None:
    first, second, third = cases
    joined(town, first, str(second.number).lower(), title="The house on the hill")
    joined(town, third, str(first.number))
    assert set(Job.objects.get().cases.all()) == {first, second, third}
    assert Job.objects.get().title == "The house on the hill"
    assert Entry.objects.filter(act="job.join", touched__ref=second.pk).count() == 1


@pytest.mark.parametrize("style", ["26-2", "bp 2026 2", "2026-0002"])
def test_the_other_case_is_named_in_any_style_of_its_number(town: Office, cases: list[Case], style: str) -> None:
    first, second, _ = cases
    assert second.number == "BP-2026-0002"
    joined(town, first, style)
    assert set(Job.objects.get().cases.all()) == {first, second}


def test_a_case_leaves_and_the_others_stay(town: Office, cases: list[Case]) -> None:
    first, second, _ = cases
    joined(town, first, str(second.number))
    perform("job.leave", {"why": "Another owner"}, actor=town.staff.clerk, subject_id=first.pk)
    first.refresh_from_db()
    assert (first.job, list(Job.objects.get().cases.all())) == (None, [second])


@pytest.mark.parametrize("other", ["BP-1900-0001", "itself"])
def test_a_number_of_no_other_case_is_refused(town: Office, cases: list[Case], other: str) -> None:
    with pytest.raises(InputError, match="no other case"):
        joined(town, cases[0], str(cases[0].number) if other == "itself" else other)


def test_the_same_twice_and_two_jobs_are_refused(town: Office, cases: list[Case]) -> None:
    first, second, third = cases
    fourth = town.submitted("2026-11-02").case
    joined(town, first, str(second.number))
    joined(town, third, str(fourth.number))
    with pytest.raises(InputError, match="already"):
        joined(town, first, str(second.number))
    with pytest.raises(InputError, match="another job"):
        joined(town, first, str(third.number))
