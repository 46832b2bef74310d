"""What the people of a case can do in it by its link: each act with a short sheet in their words.

The act's own input asks what a clerk has to be asked. Here each is asked as little as the act needs from its people;
the rest (who, when, in which case) is known from the link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, Self
from uuid import UUID

from django.db.models import Model
from django.http import Http404
from pydantic import BaseModel, ConfigDict, Field, model_validator

from townwright.counter.apply.steps import KINDS
from townwright.law.choices import Choice, certificates
from townwright.office import clock, laws
from townwright.office.cases.models import Case, RequestItem
from townwright.office.certificates.models import Certificate
from townwright.office.files.tray import DocumentKind
from townwright.office.inspections import reading as inspections
from townwright.office.inspections.models import DocumentationRequest, InspectionRequest
from townwright.office.permits.acts.links import Email
from townwright.office.permits.models import Permit

_LONG: dict[str, Any] = {"widget": "textarea"}
_PAPERS: dict[str, Any] = {"widget": "select", "choices": KINDS}


class Sheet(BaseModel):
    """What one act asks of its people."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class WithPapers(Sheet):
    """Papers that come with it."""

    files: list[UUID] = Field(
        default=[],
        title="Papers or photographs",
        description="PDF is best for drawings.",
        json_schema_extra={"file": "any"},
    )
    kind: DocumentKind = Field(default="plans", title="What they are", json_schema_extra=_PAPERS)
    sheet: str = Field(
        default="",
        title="Sheet number",
        max_length=40,
        description="For a single drawing, as it stands on it: A-001. It takes the place of the earlier one.",
    )

    @model_validator(mode="after")
    def _one_sheet_one_file(self) -> Self:
        if self.sheet and len(self.files) > 1:
            raise ValueError(
                "A sheet number belongs to one drawing. Send the others by themselves, or leave the number empty."
            )
        return self

    def documents(self) -> list[dict[str, Any]]:
        """The papers as acts take them."""
        return [{"file": str(file), "kind": self.kind, "sheet": self.sheet} for file in self.files]


class AnswerWords(Sheet):
    """An answer in words."""

    words: str = Field(default="", title="Your answer", max_length=4000, json_schema_extra=_LONG)


class AnswerItem(WithPapers, AnswerWords):  # the words come before the papers on the page
    """The answer to one thing that was asked for."""

    does_not_apply: bool = Field(default=False, title="This does not apply to me. My answer says why.")


class AddPapers(WithPapers):
    """Papers that come by themselves."""

    words: str = Field(default="", title="What they are about", max_length=1000, json_schema_extra={**_LONG, "rows": 2})


class HandBack(Sheet):
    """The application handed back with its answers."""

    words: str = Field(default="", title="A word to us", max_length=2000, json_schema_extra={**_LONG, "rows": 3})


class Why(Sheet):
    """A reason that may be left out."""

    why: str = Field(default="", title="Why", max_length=400, json_schema_extra={**_LONG, "rows": 2})


class ChangeWords(Sheet):
    """What changes."""

    words: str = Field(title="What changes", min_length=1, max_length=2000, json_schema_extra=_LONG)
    happened_on: date | None = Field(default=None, title="Since when", description="If it has happened already.")


class TellChange(WithPapers, ChangeWords):
    """A change of the work."""


class AmendWords(Sheet):
    """What is to be amended."""

    words: str = Field(title="What is to be amended", min_length=1, max_length=4000, json_schema_extra=_LONG)


class ApplyToAmend(WithPapers, AmendWords):
    """An application for an amended permit."""


class ApplyToRenew(Sheet):
    """An application to renew."""


class AskInspection(Sheet):
    """Work that is ready to be looked at."""

    lines: list[str] = Field(title="What is ready?", min_length=1)
    ready_on: date | None = Field(default=None, title="From which day?", description="Today, if left empty.")
    caller: str = Field(default="", title="Your name", max_length=200, json_schema_extra={"autocomplete": "name"})
    phone: str = Field(
        default="", title="Telephone for the day of the visit", max_length=60, json_schema_extra={"autocomplete": "tel"}
    )
    words: str = Field(
        default="", title="What the inspector should know", max_length=1000, json_schema_extra={**_LONG, "rows": 2}
    )


class MoveInspection(Sheet):
    """Another day."""

    day: date = Field(title="Ready from which day instead?")
    why: str = Field(title="Why", min_length=1, max_length=400)


class NeededWhy(Sheet):
    """A reason that is needed."""

    why: str = Field(title="Why", min_length=1, max_length=400)


class SendDocument(Sheet):
    """A document that was asked for with an inspection."""

    file: UUID | None = Field(default=None, title="The document", json_schema_extra={"file": "any"})
    words: str = Field(default="", title="Remarks", max_length=1000, json_schema_extra={**_LONG, "rows": 2})


class ApplyForCertificate(Sheet):
    """An application for a certificate."""

    kind: Literal["occupancy", "compliance", "temporary"] = Field(
        title="Which certificate?",
        json_schema_extra={
            "choices": {
                "occupancy": ["Certificate of occupancy", "new buildings, additions that people use, another use"],
                "compliance": ["Certificate of compliance", "other work"],
                "temporary": ["Temporary certificate", "to use it, or a part, before all is done"],
            }
        },
    )
    words: str = Field(default="", title="What we should know", max_length=2000, json_schema_extra={**_LONG, "rows": 3})


class SendLinkTo(Sheet):
    """Somebody who shall have the link too."""

    name: str = Field(title="Their name", min_length=1, max_length=200)
    email: Email = Field(title="Their e-mail", min_length=1, max_length=200)


class Question(Sheet):
    """A question to the office."""

    words: str = Field(title="Your question", min_length=1, max_length=2000, json_schema_extra=_LONG)
    phone: str = Field(
        default="", title="Telephone, if we should call", max_length=60, json_schema_extra={"autocomplete": "tel"}
    )
    reply_by: bool = Field(default=False, title="I need more time to reply")


# -- what can be done ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A case that its link has opened, and what the address names in it."""

    case: Case
    named: UUID | None
    asked: Mapping[str, str]

    @property
    def of(self) -> UUID:
        """What the address names. Raises `Http404` where it names nothing."""
        if self.named is None:
            raise Http404("Say which one it is about.")
        return self.named

    def permit(self) -> Permit:
        """The permit of the case. Raises `Http404` where there is none."""
        found = Permit.objects.filter(case=self.case).select_related("case").first()
        if found is None:
            raise Http404("There is no permit here.")
        return found


@dataclass(frozen=True, slots=True)
class Doable:
    """One act as the counter offers it. `subject` finds what it is done on, in this case alone; `known` are the
    answers of a list that the town's law knows.
    """

    name: str
    title: str
    button: str
    sheet: type[Sheet]
    subject: Callable[[Place], Model]
    data: Callable[[Any, Place], dict[str, Any]]
    about: str = ""
    begins: Callable[[Place], dict[str, Any]] = lambda place: {}
    choices: Callable[[Place], dict[str, Sequence[tuple[str, str]]]] = lambda place: {}
    known: Callable[[Place], dict[str, Sequence[Choice]]] = lambda place: {}
    danger: bool = False
    done: str = ""


def _permit(place: Place) -> Model:
    return place.permit()


def _case(place: Place) -> Model:
    return place.case


def _of(found: Model | None) -> Model:
    if found is None:
        raise Http404("There is no such thing in this case.")
    return found


def item_of(place: Place) -> RequestItem:
    """The item of a change request that the address names, if it belongs to this case."""
    found = RequestItem.objects.filter(pk=place.of, request__case=place.case).first()
    if found is None:
        raise Http404("There is no such thing in this case.")
    return found


def _request(place: Place) -> Model:
    return _of(InspectionRequest.objects.filter(pk=place.of, case=place.case).first())


def _documentation(place: Place) -> Model:
    return _of(DocumentationRequest.objects.filter(pk=place.of, case=place.case).first())


def _certificate(place: Place) -> Model:
    return _of(Certificate.objects.filter(pk=place.of, permit__case=place.case).first())


def _plain(given: Sheet, place: Place) -> dict[str, Any]:
    return given.model_dump(exclude_none=True)


def _with_documents(given: WithPapers, place: Place) -> dict[str, Any]:
    plain = given.model_dump(exclude={"files", "kind", "sheet"}, exclude_none=True)
    return {**plain, "documents": given.documents()}


def _answer(given: AnswerItem, place: Place) -> dict[str, Any]:
    return {**_with_documents(given, place), "item": str(item_of(place).pk)}


def _answered_so_far(place: Place) -> dict[str, Any]:
    item = item_of(place)
    not_mine = item.state == RequestItem.State.NOT_APPLICABLE or "not" in place.asked
    return {"words": item.answer, "does_not_apply": not_mine}


def _lines(place: Place) -> dict[str, Sequence[tuple[str, str]]]:
    """The inspections that can be asked for now: not accepted, not set aside, not asked for already."""
    rows = inspections.plan(place.permit(), clock.today())
    closed = ("satisfactory", "not applicable")
    return {"lines": [(row.line.key, row.line.title) for row in rows if row.key not in closed and row.request is None]}


def _longer(place: Place) -> dict[str, Any]:
    key = _uuid(place.asked.get("about", ""))
    about = RequestItem.objects.filter(pk=key, request__case=place.case).first() if key else None
    start = {"words": f"About “{about.title}”: "} if about else {}
    return {**start, "reply_by": "longer" in place.asked}


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


_ALL = (
    Doable(
        "permit.answer",
        "Answer",
        "Send the answer",
        AnswerItem,
        _permit,
        _answer,
        begins=_answered_so_far,
        about="Answer in words, add a paper, or say why it does not apply. You can change it until you hand it back.",
        done="Your answer is kept. Hand it back to us when everything is answered.",
    ),
    Doable(
        "permit.resubmit",
        "Hand it back to us",
        "Hand it back",
        HandBack,
        _permit,
        _plain,
        about="We look at it again once you hand it back. What you have sent is then frozen as it is.",
        done="We have it back and look at it now.",
    ),
    Doable(
        "permit.add_documents",
        "Add papers",
        "Add these papers",
        AddPapers,
        _permit,
        _with_documents,
        about="After the drawings were accepted, new ones wait as a change until we have decided on it.",
        done="Your papers are here.",
    ),
    Doable(
        "permit.withdraw",
        "Withdraw the application",
        "Withdraw the application",
        Why,
        _permit,
        _plain,
        danger=True,
        about="It ends, and stays on record as withdrawn. Fees that were paid are not given back by that: ask us.",
        done="The application is withdrawn.",
    ),
    Doable(
        "permit.report_change",
        "Tell us of a change",
        "Send it",
        TellChange,
        _permit,
        _with_documents,
        about="Any change from the accepted drawings. We say whether the work may go on or needs an amended permit.",
        done="We have your notice of the change.",
    ),
    Doable(
        "permit.apply_amendment",
        "Ask for an amended permit",
        "Send the application",
        ApplyToAmend,
        _permit,
        lambda given, place: {**_with_documents(given, place), "hold_unpaid": True},
        about="It is filed once its fee is paid, at the counter or by post.",
        done="We have it. It is filed once its fee is paid.",
    ),
    Doable(
        "permit.apply_renewal",
        "Ask to renew the permit",
        "Send the application",
        ApplyToRenew,
        _permit,
        lambda given, place: {"hold_unpaid": True},
        about="It is filed once its fee is paid, at the counter or by post.",
        done="We have it. It is filed once its fee is paid.",
    ),
    Doable(
        "inspection.request",
        "Ask for an inspection",
        "Ask for it",
        AskInspection,
        _permit,
        lambda given, place: {**_plain(given, place), "channel": "on line"},
        choices=_lines,
        about="Say what is ready and from which day. We write to you with the day of the visit.",
        done="We have your request and write to you with the day.",
    ),
    Doable(
        "inspection.move",
        "Move the inspection",
        "Move it",
        MoveInspection,
        _request,
        _plain,
        about="Its day is given up, and we give you another from the day that you name.",
        done="The inspection waits for another day.",
    ),
    Doable(
        "inspection.cancel",
        "Call off the inspection",
        "Call it off",
        NeededWhy,
        _request,
        lambda given, place: {**_plain(given, place), "how": "withdrawn"},
        danger=True,
        about="It costs nothing and fails nothing. Ask for it again when the work is ready.",
        done="The inspection is called off.",
    ),
    Doable(
        "inspection.receive_documents",
        "Send the document",
        "Send it",
        SendDocument,
        _documentation,
        _plain,
        done="The document is here.",
    ),
    Doable(
        "certificate.apply",
        "Ask for the certificate",
        "Send the application",
        ApplyForCertificate,
        _permit,
        lambda given, place: {**_plain(given, place), "hold_unpaid": True},
        known=lambda place: {"kind": certificates(laws.pack(), clock.today())},
        about="It is filed once its fee is paid, at the counter or by post.",
        done="We have it. It is filed once its fee is paid.",
    ),
    Doable(
        "case.ask",
        "Ask us",
        "Send the question",
        Question,
        _case,
        _plain,
        begins=_longer,
        about="We answer by the next business day.",
        done="We have your question and answer by the next business day.",
    ),
    Doable(
        "case.share_link",
        "Send a link to someone else",
        "Send the link",
        SendLinkTo,
        _case,
        _plain,
        about="Your architect, your contractor, your bank. Who has the link can see and do here what you can.",
        done="The link is on its way.",
    ),
)

DOABLE: dict[str, Doable] = {each.name: each for each in _ALL}
