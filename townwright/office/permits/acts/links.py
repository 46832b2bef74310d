"""The link that opens a case without an account: sent to those who have a part in it, or to whom they name; questions.

Nobody learns here whether a case exists: a link goes only to an address that the office has on file, or that somebody
who holds the link already gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated
from uuid import UUID

from django.db.models import Q
from pydantic import AfterValidator, Field
from pydantic.config import JsonDict

from townwright.law.calendar import Period, in_words
from townwright.office import laws
from townwright.office.cases.models import Case, Note, Party
from townwright.office.outbox.acts import send
from townwright.office.papers.letterhead import public_address
from townwright.office.people.models import Person
from townwright.office.permits.models import Draft
from townwright.office.register.actors import Role
from townwright.office.register.acts import ANYONE, Act, Doing, act
from townwright.office.register.errors import InputError

_PRIVATE: JsonDict = {"private": True}
_ADDRESS = re.compile(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+\.[^@\s,;<>\".]+")


def _an_address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise ValueError("This is no e-mail address. Write it like name@example.org.")
    return text


Email = Annotated[str, AfterValidator(_an_address)]


class SendLink(Act):
    """A link to one's own case: by its number and a last name, or by the case where a paper of it was shown."""

    number: str = Field(default="", title="Number", max_length=60)
    name: str = Field(default="", title="Last name, or name of the firm", max_length=200)
    case: UUID | None = Field(default=None, title="Case", json_schema_extra={"widget": "none"})


@act("case.send_link", title="Send the link to a case", by=ANYONE)
def send_link(doing: Doing[Case], given: SendLink) -> None:
    """Sends the link of a case to those of its people whom the name means, at the address that the office has."""
    case = _meant(given)
    people = _people(case, given.name) if case is not None else []
    reached = [person for person in people if person.email or person.postal]
    if case is None or not reached:
        raise InputError({"number": "No case of this number and name has an address that a link could go to."})
    doing.made(case)
    for person in reached:
        _send(doing, case, person.name, person.email, person.postal, "Somebody asked us for the link to this case.")
    doing.say(f"Link to {case.number} sent to {', '.join(person.name for person in reached)}")


def _meant(given: SendLink) -> Case | None:
    if given.case is not None:
        return Case.objects.filter(pk=given.case).exclude(link_code=None).first()
    number = given.number
    if not number or not given.name:
        return None
    numbered = Q(number__iexact=number) | Q(permit__application_number__iexact=number)
    return Case.objects.filter(numbered).exclude(link_code=None).first()


def _people(case: Case, name: str) -> list[Person]:
    rows = Party.objects.filter(case=case, ends=None).select_related("person")
    people = {row.person_id: row.person for row in rows}.values()
    if name:
        return [person for person in people if _is_called(person, name)]
    applicants = {row.person_id for row in rows if row.part in (Party.Part.APPLICANT, Party.Part.HOLDER)}
    return [person for person in people if person.pk in applicants]


def _is_called(person: Person, name: str) -> bool:
    """Whether a name is the person's last name, or the whole of it."""
    asked, whole = name.casefold().split(), person.name.casefold().replace(",", " ").split()
    return bool(asked) and (whole[-len(asked) :] == asked or whole[: len(asked)] == asked and person.kind != "person")


class ShareLink(Act):
    """Somebody who shall have the link too."""

    name: str = Field(title="Their name", min_length=1, max_length=200)
    email: Email = Field(title="Their e-mail", min_length=1, max_length=200, json_schema_extra=_PRIVATE)


@act("case.share_link", title="Send the link to somebody", subject=Case, by=ANYONE)
def share_link(doing: Doing[Case], given: ShareLink) -> None:
    """Sends the link of a case to somebody whom its people name. Who has the link may act in the case."""
    case = doing.subject
    if case.link_code is None:
        raise InputError({"": "This case has no link."})
    _send(doing, case, given.name, given.email, "", f"{doing.actor.name} asked us to send you the link to this case.")
    doing.say(f"Link sent to {given.name}, at the wish of {doing.actor.name}")


def _send(doing: Doing[Case], case: Case, name: str, email: str, postal: str, first: str) -> None:
    town = laws.pack().town
    text = [
        f"{name}:",
        f"{case.number}, {case.title}, {case.place}",
        first,
        f"{public_address()}/follow/{case.link_code}",
        "It opens where the case stands, its papers, and what you can do. Whoever has the link can do the same.",
        town.name,
    ]
    send(
        doing,
        to_name=name,
        email=email,
        postal=postal,
        subject=f"{case.number}: your link",
        text="\n\n".join(text),
        case_id=case.pk,
    )


class SendDraftLink(Act):
    """Where the link to an application that is being written shall go."""

    code: str = Field(title="Code of the draft", min_length=10, max_length=64, json_schema_extra=_PRIVATE)
    email: Email = Field(title="Your e-mail", min_length=1, max_length=200, json_schema_extra=_PRIVATE)


@act("draft.send_link", title="Send the link to a draft", by=ANYONE)
def send_draft_link(doing: Doing[Draft], given: SendDraftLink) -> None:
    """Sends the link by which an application that is being written is opened again."""
    draft = Draft.objects.filter(code=given.code, submitted_case_id=None).first()
    if draft is None:
        raise InputError({"code": "There is no such draft."})
    doing.made(draft)
    text = [
        "This link opens the application that you are writing, on any device:",
        f"{public_address()}/apply/{draft.code}/",
        "Nothing is sent to the office before you sign it.",
        laws.pack().town.name,
    ]
    send(
        doing,
        to_name=given.email,
        email=given.email,
        subject="Your application: come back by this link",
        text="\n\n".join(text),
    )
    doing.say("Link to an application that is being written sent")


class Ask(Act):
    """A question to the office."""

    words: str = Field(
        title="Your question", min_length=1, max_length=2000, json_schema_extra=_PRIVATE | {"widget": "textarea"}
    )
    phone: str = Field(default="", title="Telephone", max_length=60, json_schema_extra=_PRIVATE)
    reply_by: bool = Field(default=False, title="I ask for more time to reply")


@act("case.ask", title="Ask the office", subject=Case, by=(Role.PUBLIC, Role.APPLICANT))
def ask(doing: Doing[Case], given: Ask) -> None:
    """Keeps a question of the people of a case as a note, to be answered by the next business day."""
    case = doing.subject
    back = laws.calendar().deadline(doing.on, Period(business_days=1), kind="note.call_back").act_by
    Note.objects.create(
        case=case,
        how=Note.How.EMAIL,
        who=doing.actor.name,
        phone=given.phone,
        words=_with_wish(given),
        on=doing.on,
        by_name=doing.actor.name,
        call_back_by=back,
    )
    doing.say(
        f"{'More time to reply asked for' if given.reply_by else 'Question received'}; answer by {in_words(back)}"
    )


def _with_wish(given: Ask) -> str:
    wish: Iterable[str] = ["Asks for more time to reply."] if given.reply_by else []
    return "\n".join([*wish, given.words])
