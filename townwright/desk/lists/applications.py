"""Applications, by where they stand; decisions that are due; cases that nothing brings back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models import Case as Choose
from django.db.models import Exists, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce

from townwright.desk import where
from townwright.desk.lists import CLERK, OFFICER, Waiting, columns, waits
from townwright.law.certificates import CERTIFICATE_STATUS
from townwright.law.permits import PERMIT_STATUS
from townwright.office.cases.models import Case, Note, RequestItem, SetDate
from townwright.office.cases.status import as_expression
from townwright.office.inspections.models import InspectionRequest
from townwright.office.permits.models import Amendment, Change, Ground, Renewal
from townwright.pages.components import Cell, Column
from townwright.pages.inline import Button, Day
from townwright.pages.lists import Listed

#: Days with the office after which an application is shown as late.
LATE = 30


def _cases(today: date) -> QuerySet[Any]:
    """Open cases of permits and certificates with their status on a day, their clock and their officer.

    What is closed is left out by the index: status is computed for what is still open, however old the office is.
    """
    return _written(today).all()


@lru_cache(maxsize=2)
def _written(today: date) -> QuerySet[Any]:
    """The query of a day, written once, for to write out the ladders takes longer than to ask. It serves every office
    of the process, which has the same ladders: only copies of it are read.
    """
    status = Choose(
        When(kind="permit", then=as_expression(PERMIT_STATUS, today, "permit__")),
        default=as_expression(CERTIFICATE_STATUS, today, "certificate__"),
    )
    cases = Case.objects.filter(kind__in=("permit", "certificate"), closed_on=None).annotate(status=status)
    return columns.with_clock(cases.select_related("permit", "certificate"), today)


def permits(today: date) -> QuerySet[Any]:
    """Cases of permits."""
    return _cases(today).filter(kind="permit")


#: A certificate that wants only the officer's signature.
_SIGNED_NEXT = Q(kind="certificate", status="applied for", certificate__ready_on__isnull=False)


def with_us(today: date) -> QuerySet[Any]:
    """Applications of any kind that the office has to look at."""
    mine = Q(kind="permit", status="with us") | Q(kind="certificate", status="applied for")
    return _cases(today).filter(mine).exclude(_SIGNED_NEXT)


def ready(today: date) -> QuerySet[Any]:
    """Applications of any kind that want only the officer's signature, since when."""
    found: QuerySet[Any] = _cases(today).filter(Q(kind="permit", status="ready") | _SIGNED_NEXT)
    since: QuerySet[Any] = found.annotate(since=Coalesce("permit__ready_on", "certificate__ready_on"))
    return since


def open_applications(today: date) -> QuerySet[Any]:
    """Applications that are neither decided nor withdrawn."""
    open_now = Q(kind="permit", status__in=("not filed", "with us", "with applicant", "ready"))
    return _cases(today).filter(open_now | Q(kind="certificate", status="applied for"))


def _next_step(row: Any) -> Any:
    """What an application needs next, from what is on record."""
    if row.kind == "certificate":
        return "Ready to sign" if row.certificate.ready_on else "What is missing to the certificate"
    permit = row.permit
    if row.status == "ready":
        return "Ready to issue: the officer's signature"
    if row.status == "not filed":
        return "Not filed: fee, form or signature"
    if permit.documents_accepted_on is not None:
        return "Documents accepted: what else the permit waits for"
    if row.replied:
        return "Look at the replies"
    return "First look: complete?" if not row.looked_at else "Review goes on"


def with_next_step(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows with what `_next_step` reads."""
    answered = RequestItem.objects.filter(
        request__case=OuterRef("pk"), state__in=(RequestItem.State.ANSWERED, RequestItem.State.NOT_APPLICABLE)
    )
    marked = Case.objects.filter(pk=OuterRef("pk"), permit__marks__isnull=False)
    told: QuerySet[Any] = rows.annotate(replied=Exists(answered), looked_at=Exists(marked))
    return told


def _of_applications(today: date) -> Sequence[Listed]:
    return (
        columns.number("Application", columns.itself),
        columns.work(columns.itself),
        Listed(Column("next", "What it needs next"), _next_step),
        columns.days("ours", "Days with us", LATE),
        columns.days("theirs", "With them"),
        columns.officer(),
    )


def _issuing(row: Any) -> str:
    """Where the application is issued."""
    if row.kind == "permit":
        return where.act("permit.issue", row.permit.pk)
    temporary = row.certificate.temporary
    return where.act("certificate.issue_temporary" if temporary else "certificate.issue", row.certificate.pk)


def _received() -> Listed:
    return Listed(
        Column("received", "Received", sort="received"),
        lambda row: Day(row.received_on, "short") if row.received_on else "",
        lambda row: row.received_on,
        ("received_on",),
    )


waits(
    Waiting(
        name="to-review",
        title="Applications to review",
        counted="Applications with us",
        rule="with us, any kind",
        empty="No application waits for us. What is filed and not yet decided stands here.",
        rows=lambda today: with_next_step(with_us(today)),
        columns=_of_applications,
        first="-ours",
        case="",
        of=OFFICER,
    )
)

waits(
    Waiting(
        name="ready",
        title="Ready to issue",
        counted="Ready to issue",
        rule="only the officer's signature is wanting",
        empty="Nothing is ready to issue. An application stands here once only the signature is wanting.",
        rows=ready,
        columns=lambda today: (
            columns.number("Application", columns.itself),
            columns.work(columns.itself),
            Listed(
                Column("since", "Ready since", sort="since"),
                lambda row: Day(row.since, "short"),
                lambda row: row.since,
                ("since",),
            ),
            Listed(
                Column("waited", "Days", "number", label="Days"),
                lambda row: (today - row.since).days,
            ),
            Listed(
                Column("act", "Issue", unseen=True),
                lambda row: Button("Issue", _issuing(row), about=f" {row.number}"),
            ),
        ),
        first="since",
        case="",
        of=OFFICER,
    )
)

waits(
    Waiting(
        name="with-applicant",
        title="Applications with the applicant",
        counted="Applications with the applicant",
        rule="asked for something",
        empty="Nothing waits for an applicant. An application that was returned with a request stands here.",
        rows=lambda today: (
            permits(today)
            .filter(status="with applicant")
            .annotate(
                reply_by=SetDate.objects.filter(
                    case=OuterRef("pk"), kind="application.reply", done_on=None, replaced=False
                ).values("act_by")[:1]
            )
        ),
        columns=lambda today: (
            columns.number("Application", columns.itself),
            columns.work(columns.itself),
            Listed(
                Column("reply", "Reply by", sort="reply"),
                lambda row: (
                    Cell(Day(row.reply_by, "short"), "late" if row.reply_by < today else "") if row.reply_by else ""
                ),
                lambda row: row.reply_by,
                ("reply_by",),
            ),
            columns.days("theirs", "Days with them"),
            columns.officer(),
        ),
        first="reply",
        case="",
        of=CLERK | OFFICER,
    )
)

waits(
    Waiting(
        name="not-filed",
        title="Received, not yet filed",
        counted="Received, not yet filed",
        rule="the fee, the form or the signature is wanting",
        empty="Every application that came in is filed. One whose fee is unpaid stands here.",
        rows=lambda today: permits(today).filter(status="not filed"),
        columns=lambda today: (
            columns.number("Application", columns.itself),
            columns.work(columns.itself),
            _received(),
            columns.officer(),
        ),
        first="received",
        case="",
        of=CLERK,
    )
)

waits(
    Waiting(
        name="applications",
        title="Open applications",
        counted="Open applications",
        rule="neither decided nor withdrawn",
        empty="No application is open.",
        rows=lambda today: with_next_step(open_applications(today)),
        columns=lambda today: (*_of_applications(today)[:2], _received(), *_of_applications(today)[2:]),
        first="received",
        case="",
        of=OFFICER,
    )
)


# -- decisions -------------------------------------------------------------------------------------------------------

#: What an officer has to decide on a permit, in words.
_TO_DECIDE = (
    ("ground", "A finding: suspend or revoke?"),
    ("change", "A change during the work"),
    ("amendment", "An amended permit"),
    ("renewal", "A renewal"),
)


def _decisions(today: date) -> QuerySet[Any]:
    of = {"permit": OuterRef("permit__pk")}
    found: QuerySet[Any] = (
        permits(today)
        .annotate(
            ground=Exists(Ground.objects.filter(**of, decided_on=None)),
            change=Exists(Change.objects.filter(**of, decided_on=None)),
            amendment=Exists(Amendment.objects.filter(**of, issued_on=None, refused_on=None, filed_on__isnull=False)),
            renewal=Exists(Renewal.objects.filter(**of, approved_on=None, refused_on=None, filed_on__isnull=False)),
        )
        .filter(Q(ground=True) | Q(change=True) | Q(amendment=True) | Q(renewal=True))
    )
    return found


def _to_decide(row: Any) -> str:
    return "; ".join(said for name, said in _TO_DECIDE if getattr(row, name))


waits(
    Waiting(
        name="decisions",
        title="Decisions due",
        counted="Decisions due",
        rule="findings, changes, amendments and renewals that are not decided",
        empty="No decision is due. A finding, a change, an amendment or a renewal stands here until it is decided.",
        rows=_decisions,
        columns=lambda today: (
            columns.number("Permit", columns.itself),
            columns.work(columns.itself),
            Listed(Column("what", "What to decide"), _to_decide),
            columns.officer(),
        ),
        first="number",
        case="",
        of=OFFICER,
        pressure="due",
    )
)


# -- left lying ------------------------------------------------------------------------------------------------------


def _no_next_date(today: date) -> QuerySet[Any]:
    """Open cases that nothing brings back: not before the office, no date to come, no call to return, no visit."""
    dated = SetDate.objects.filter(case=OuterRef("pk"), done_on=None, replaced=False, act_by__gte=today)
    calls = Note.objects.filter(case=OuterRef("pk"), called_back_on=None, call_back_by__isnull=False)
    booked = InspectionRequest.objects.pending().filter(case=OuterRef("pk"), scheduled_on__isnull=False)
    found: QuerySet[Any] = (
        columns.with_clock(Case.objects.filter(closed_on=None), today)
        .annotate(permit_is=as_expression(PERMIT_STATUS, today, "permit__"))
        .annotate(certificate_is=as_expression(CERTIFICATE_STATUS, today, "certificate__"))
        .exclude(kind="permit", permit_is__in=("with us", "ready", "not filed"))
        .exclude(kind="certificate", certificate_is__in=("draft", "applied for", "in force"))
        .filter(~Exists(dated), ~Exists(calls), ~Exists(booked))
    )
    return found


waits(
    Waiting(
        name="no-next-date",
        title="Cases without a next date",
        counted="Cases without a next date",
        rule="open, and nothing brings them back",
        empty="Every open case has a next step and a date.",
        rows=_no_next_date,
        columns=lambda today: (
            columns.number("Case", columns.itself),
            columns.work(columns.itself),
            Listed(
                Column("opened", "Opened", sort="opened"),
                lambda row: Day(row.opened_on, "short"),
                lambda row: row.opened_on,
                ("opened_on",),
            ),
            columns.officer(),
        ),
        first="opened",
        case="",
        of=OFFICER,
        pressure="due",
    )
)
