"""Several cases that are one job: the building permit, the plumbing, an agency's electrical certificate."""

from __future__ import annotations

from pydantic import Field

from townwright.office.cases.models import Case, Job
from townwright.office.find.port import find
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError


class JoinJob(Act):
    """The other case of the job."""

    other: str = Field(title="Number of the other case", min_length=1, max_length=60)
    title: str = Field(default="", title="What the job is called", max_length=200, description="The work, if empty.")


@act("job.join", title="Join with another case of the same job", subject=Case)
def join(doing: Doing[Case], given: JoinJob) -> None:
    """Puts two cases into one job. A case that is in a job brings the other one into it; two jobs do not merge."""
    case = doing.subject
    other = _meant(doing, given.other)
    if other is None or other.pk == case.pk:
        raise InputError({"other": "There is no other case of this number, or several may be meant by it."})
    if case.job_id is not None and other.job_id is not None and case.job_id != other.job_id:
        raise InputError({"other": f"{other.number} belongs to another job. Take it out of that one first."})
    if case.job_id is not None and case.job_id == other.job_id:
        raise InputError({"other": f"{other.number} is in this job already."})
    job = case.job or other.job or Job.objects.create(title=given.title or case.title, begun=doing.on)
    for each in (case, other):
        each.job = job
        each.save(update_fields=["job"])
        doing.touch(case=each.pk)
    doing.changed({}, {"job": job.pk, "cases": [case.number, other.number]})
    doing.say(f"{case.number} and {other.number} joined as one job: {job.title}")


def _meant(doing: Doing[Case], number: str) -> Case | None:
    """The case of a number as it stands on it, or in any style that means one case alone."""
    cases = Case.objects.visible_to(doing.actor)
    as_written = cases.filter(number__iexact=number).first()
    if as_written is not None:
        return as_written
    found = list(cases.filter(number__in=[hit.number for hit in find(number).exact])[:2])
    return found[0] if len(found) == 1 else None


class LeaveJob(Act):
    """Why the case is no part of the job."""

    why: str = Field(title="Why", min_length=1, max_length=200)


@act("job.leave", title="Take out of the job", subject=Case, applies=lambda case, on: case.job_id is not None)
def leave(doing: Doing[Case], given: LeaveJob) -> None:
    """Takes a case out of its job; the others stay joined."""
    case = doing.subject
    if case.job is None:
        raise InputError({"": "The case is in no job."})
    doing.changed({"job": case.job.pk}, {"job": None})
    doing.say(f"{case.number} taken out of the job {case.job.title}: {given.why}")
    case.job = None
    case.save(update_fields=["job"])
