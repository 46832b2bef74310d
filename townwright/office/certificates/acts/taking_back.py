"""A certificate issued in error or on incorrect information: the finding, the time to correct it, and the decision."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from townwright.law.calendar import Period, in_words
from townwright.law.certificates import CorrectionRule, correction_ends
from townwright.law.findings import Decision
from townwright.office import laws
from townwright.office.cases.acts import date_done, set_date
from townwright.office.cases.days import when_set_again
from townwright.office.cases.models import SetDate
from townwright.office.certificates import filing, papers
from townwright.office.certificates.models import Certificate, CertificateFinding
from townwright.office.papers import acts as press
from townwright.office.papers.models import Paper
from townwright.office.permits.inputs import LONG
from townwright.office.permits.telling import tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError

CORRECT_BY = "certificate.correct_by"


class Find(Act):
    """A finding against a certificate."""

    ground: Literal["issued in error", "incorrect information"] = Field(title="Ground")
    facts: str = Field(default="", title="What was found", max_length=4000, json_schema_extra=LONG)
    days: int | None = Field(default=None, title="Days to correct it", ge=1, le=3650)
    correct_by: date | None = Field(default=None, title="Or: correct it by")


def _may_find(certificate: Certificate, given: Find | None, on: date, actor: Actor) -> Decision:
    told = filing.of_actor(actor, on)
    if given is None:
        return filing.but(
            filing.decide("certificate.finding", certificate, on, told), "finding.ground", "finding.facts"
        )
    told |= {"finding.ground": given.ground, "finding.facts": given.facts}
    return filing.decide("certificate.finding", certificate, on, told)


def _stands(certificate: Certificate, on: date) -> bool:
    return certificate.key_on(on) in ("in force", "suspended") and certificate.open_finding() is None


@act(
    "certificate.find",
    title="Record a finding against the certificate",
    subject=Certificate,
    by=OFFICERS,
    decide=_may_find,
    signs="officer",
    applies=_stands,
    danger=True,
)
def find(doing: Doing[Certificate], given: Find) -> None:
    """Records why a certificate should not stand and sets the time to correct it, with a notice to the owner."""
    certificate, rules = doing.subject, laws.pack().certificates
    if not _stands(certificate, doing.on):
        raise InputError({"": "Only a certificate that stands, and has no open finding, can be found against."})
    if (given.days is None) == (given.correct_by is None):
        raise InputError({"days": "Set the time to correct it: a number of days, or a day."})
    if given.correct_by is not None and given.correct_by <= doing.on:
        raise InputError({"correct_by": "The time to correct it ends after the day of the finding."})
    time = Period(days=given.days) if given.days is not None else given.correct_by
    assert time is not None, "one of the two is given"
    end = correction_ends(_rule(rules), begins=doing.on, time=time, calendar=laws.calendar())
    row = CertificateFinding.objects.create(
        certificate=certificate,
        ground=given.ground,
        facts=given.facts,
        found_on=doing.on,
        correct_by=end.nominal,
        act_by=end.act_by,
    )
    set_date(doing, certificate.case, end, begins=doing.on)
    until = f"by {in_words(end.nominal)}" + (
        f" (at the latest {in_words(end.act_by)})" if end.act_by != end.nominal else ""
    )
    how = "in error" if given.ground == "issued in error" else "on incorrect information"
    words = [
        f"{_name(certificate)} was found to be issued {how}.",
        given.facts,
        f"Correct this {until}. What is not corrected by then to the officer's satisfaction leads to the revocation or "
        f"the suspension of the certificate ({end.cite}).",
    ]
    paper = papers.print_letter(doing, certificate, "Finding on your certificate", *words)
    tell(doing, certificate.case, "finding on your certificate", *words, parts=papers.TO, papers=(paper,))
    doing.say(f"Found: {given.ground}, {given.facts}. To be corrected by {in_words(end.nominal)}")
    doing.changed({}, {"finding": row.pk, "correct_by": end.nominal, "act_by": end.act_by})


def _rule(rules: Any) -> CorrectionRule:
    """The town's rule on the time to correct. Raises `InputError` where its code has none."""
    if rules is None or rules.correction is None:
        raise InputError({"": "The code does not say how a certificate is taken back."})
    rule: CorrectionRule = rules.correction
    return rule


def _name(certificate: Certificate) -> str:
    return f"{certificate.get_kind_display()} {certificate.case.number}"


class Corrected(Act):
    """That the deficiency is corrected."""

    words: str = Field(title="How it was corrected", min_length=1, max_length=2000, json_schema_extra=LONG)


def _found(certificate: Certificate, on: date) -> bool:
    return certificate.open_finding() is not None


@act(
    "certificate.corrected",
    title="Find it corrected",
    subject=Certificate,
    by=OFFICERS,
    signs="officer",
    applies=_found,
)
def corrected(doing: Doing[Certificate], given: Corrected) -> None:
    """Finds that the deficiency was corrected to the officer's satisfaction; the certificate stands."""
    row = _decided(doing, "corrected", given.words)
    row.corrected_on = doing.on
    row.save(update_fields=["corrected_on"])
    date_done(doing.subject.case, CORRECT_BY, doing.on)
    _tell(doing, "the finding is settled", f"It was found corrected on {in_words(doing.on)}: {given.words}")
    doing.say(f"Found corrected: {given.words}")


class TakeBack(Act):
    """The decision on a finding that was not corrected."""

    words: str = Field(default="", title="Note to the owner", max_length=2000, json_schema_extra=LONG)


def _may_suspend(certificate: Certificate, given: TakeBack | None, on: date, actor: Actor) -> Decision:
    return filing.decide("certificate.suspend", certificate, on, filing.of_actor(actor, on))


def _may_revoke(certificate: Certificate, given: TakeBack | None, on: date, actor: Actor) -> Decision:
    return filing.decide("certificate.revoke", certificate, on, filing.of_actor(actor, on))


@act(
    "certificate.suspend",
    title="Suspend the certificate",
    subject=Certificate,
    by=OFFICERS,
    decide=_may_suspend,
    applies=_found,
    danger=True,
)
def suspend(doing: Doing[Certificate], given: TakeBack) -> None:
    """Suspends a certificate whose deficiency was not corrected in the time that was set."""
    certificate = doing.subject
    row = _decided(doing, "suspended", given.words)
    certificate.suspended_on = doing.on
    certificate.save(update_fields=["suspended_on"])
    _take_back(doing, "suspended", row, given.words)


@act(
    "certificate.revoke",
    title="Revoke the certificate",
    subject=Certificate,
    by=OFFICERS,
    decide=_may_revoke,
    applies=_found,
    danger=True,
)
def revoke(doing: Doing[Certificate], given: TakeBack) -> None:
    """Revokes a certificate whose deficiency was not corrected in the time that was set. Its paper is void."""
    certificate = doing.subject
    row = _decided(doing, "revoked", given.words)
    certificate.revoked_on = doing.on
    certificate.save(update_fields=["revoked_on"])
    if certificate.paper_id is not None:
        press.void(Paper.objects.get(pk=certificate.paper_id), on=doing.on, why="The certificate is revoked")
    _take_back(doing, "revoked", row, given.words)


def _decided(doing: Doing[Certificate], decision: str, words: str) -> CertificateFinding:
    row = doing.subject.open_finding()
    if row is None:
        raise InputError({"": "There is no finding to decide on."})
    row.decision, row.decided_on, row.words = decision, doing.on, words
    row.save(update_fields=["decision", "decided_on", "words"])
    return row


def _take_back(doing: Doing[Certificate], what: str, row: CertificateFinding, words: str) -> None:
    told = [f"{_name(doing.subject)} is {what} from {in_words(doing.on)} on.", row.facts, *([words] if words else [])]
    paper = papers.print_letter(doing, doing.subject, f"Your certificate is {what}", *told)
    _tell(doing, f"your certificate is {what}", *told, papers_of=(paper,))
    doing.say(f"Certificate {doing.subject.case.number} {what}: {row.ground}, {row.facts}")
    doing.changed({f"{what}_on": None}, {f"{what}_on": doing.on})


def _tell(doing: Doing[Certificate], subject: str, *words: str, papers_of: tuple[Paper, ...] = ()) -> None:
    tell(doing, doing.subject.case, subject, *words, parts=papers.TO, papers=papers_of)


class Lift(Act):
    """The end of a suspension."""

    words: str = Field(title="What was shown", min_length=1, max_length=2000, json_schema_extra=LONG)


@act(
    "certificate.lift",
    title="Lift the suspension",
    subject=Certificate,
    by=OFFICERS,
    signs="officer",
    applies=lambda certificate, on: certificate.key_on(on) == "suspended",
)
def lift(doing: Doing[Certificate], given: Lift) -> None:
    """Lifts a suspension once what was wrong is corrected; a revoked certificate is not revived."""
    certificate = doing.subject
    if certificate.key_on(doing.on) != "suspended":
        raise InputError({"": "The certificate is not suspended."})
    certificate.lifted_on = doing.on
    certificate.save(update_fields=["lifted_on"])
    _tell(doing, "the suspension is lifted", f"{_name(certificate)} is in force again from {in_words(doing.on)} on.")
    doing.say(f"Suspension lifted: {given.words}")
    doing.changed({"lifted_on": None}, {"lifted_on": doing.on})


@when_set_again
def keep_in_step(doing: Doing[Any], row: SetDate) -> None:
    """Keeps the time to correct in step where a new holiday or tolling has moved its end."""
    if row.kind == CORRECT_BY:
        findings = CertificateFinding.objects.filter(certificate__case_id=row.case_id, decided_on=None)
        findings.update(correct_by=row.nominal, act_by=row.act_by)
