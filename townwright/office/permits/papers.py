"""The papers of a permit, filled with what stands on record on the day of the act."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.law import inspections
from townwright.law.calendar import Deadline as SetEnd
from townwright.law.calendar import in_words
from townwright.law.permits import Term
from townwright.law.predicates import Asked
from townwright.law.words import listed
from townwright.office import laws
from townwright.office.cases.models import Party, RequestItem, SetDate
from townwright.office.files.models import Document
from townwright.office.money.acts import fee_facts, schedule_on
from townwright.office.papers import acts as press
from townwright.office.papers import forms
from townwright.office.papers.letterhead import letterhead
from townwright.office.papers.models import Paper
from townwright.office.people.models import Person
from townwright.office.permits import facts
from townwright.office.permits.documents import last_round, plans_of
from townwright.office.permits.inputs import Cited
from townwright.office.permits.models import Permit
from townwright.office.register.acts import Doing
from townwright.office.register.facts import gather

_ROLES = {
    Party.Part.OWNER: "owner",
    Party.Part.APPLICANT: "applicant",
    Party.Part.AGENT: "owner's agent",
    Party.Part.HOLDER: "permit holder",
    Party.Part.CONTRACTOR: "contractor",
    Party.Part.DESIGNER: "design professional",
}


def print_it(doing: Doing[Any], permit: Permit, data: forms.PaperData) -> Paper:
    """Prints a paper of the permit's case and notes it with the act."""
    paper = press.print_paper(
        data.kind, data, case_id=permit.case_id, number=data.number, entry_seq=doing.seq, at=doing.at, on=doing.on
    )
    doing.paper(id=paper.pk, kind=paper.kind, number=paper.number, sha256=paper.sha256)
    return paper


def put_in_place(permit: Permit, new: Paper) -> None:
    """Marks the papers of the same kind that still stood as replaced by the new one."""
    olds = Paper.objects.filter(case_id=permit.case_id, kind=new.kind, void_on=None, replaced_by=None).exclude(
        pk=new.pk
    )
    for old in olds:
        press.replace(old, new)


def signature(doing: Doing[Any], office: str = "officer") -> forms.Signature:
    """Who signs, in the office held on the day of the act."""
    held = doing.actor.appointment(office, doing.on)
    title = held.title if held else doing.actor.title(doing.on)
    return forms.Signature(name=doing.actor.name, office=f"{title}, for the {laws.pack().town.name}")


def places(permit: Permit) -> list[forms.Place]:
    """The parcels with their tax map numbers."""
    return [forms.Place(address=str(p), tax_map=p.key, name=p.name) for p in facts.parcels_of(permit)]


def named(permit: Permit, *parts: str, reach: bool = False) -> list[forms.Party]:
    """Those who have one of the parts, as papers name them; telephone and e-mail only where `reach` asks for them."""
    rows = facts.parties(permit, *parts)
    return [person(row.person, _ROLES.get(Party.Part(row.part), row.part), reach=reach) for row in rows]


def person(who: Person, role: str = "", *, reach: bool = False) -> forms.Party:
    """Somebody as papers name them. What hangs at a site or goes to others says no telephone and no e-mail."""
    license_ = f"{who.profession} {who.license_number}".strip() if who.license_number else ""
    return forms.Party(
        name=who.name,
        role=role,
        address=who.postal.splitlines(),
        phone=who.phone if reach else "",
        email=who.email if reach else "",
        detail=license_,
    )


def addressee(permit: Permit, *parts: str) -> forms.Party:
    """To whom a letter goes: the first who has one of the parts."""
    for part in parts:
        if (who := permit.party(part)) is not None:
            return person(who, _ROLES.get(Party.Part(part), ""))
    return forms.Party(name=permit.signed_by or "Whom it concerns")


def deadline(end: SetEnd | SetDate, *, note: str = "") -> forms.Deadline:
    """A date of the law for a paper: the nominal end, and the day to act by where it is another."""
    why = ", ".join(str(day) for day in (end.why if isinstance(end, SetEnd) else end.passed_over))
    act_by = end.act_by if end.act_by != end.nominal else None
    return forms.Deadline(nominal=end.nominal, act_by=act_by, why=why, note=note, cite=end.cite)


def said(cited: Iterable[Cited] | Iterable[dict[str, str]]) -> list[forms.Said]:
    """Words with their sections, given or kept."""
    return [forms.Said.model_validate(each if isinstance(each, dict) else each.model_dump()) for each in cited]


def document_lines(documents: Iterable[Document], mark: str = "") -> list[forms.DocumentLine]:
    """Documents as papers list them."""
    return [
        forms.DocumentLine(
            name=f"{row.sheet} {row.title}".strip(),
            sheets=row.file.sheets or None,
            mark=mark,
            digest=row.file.sha256[:16],
        )
        for row in documents
    ]


# -- each paper ------------------------------------------------------------------------------------------------------


def application(permit: Permit, *, how: str) -> forms.Application:
    """The application as submitted."""
    catalogue = laws.pack().catalogue
    questions = [
        ("Location", permit.location),
        ("Nature", permit.nature),
        ("Extent", permit.extent),
        ("Scope", permit.scope),
    ]
    work = [forms.Fact(label=label, text=text) for label, text in questions]
    answers = [
        forms.Fact(label=catalogue[name].says, text=catalogue[name].show(catalogue.read(name, value)))
        for name, value in sorted(permit.answers.items())
    ]
    buildings = [
        forms.Fact(
            label=f"{each['tax_map']}, {each['address']}",
            text=", ".join(filter(None, (each["what"], each["occupancy"], each["occupancy_proposed"]))),
        )
        for each in permit.buildings
    ]
    parts = [("The work", work), ("Buildings affected", buildings), ("Further questions", answers)]
    received = permit.received_on
    assert received is not None, "an application has a day on which it came in"
    signed = f"as {permit.signed_as}" + (f", {in_words(permit.signed_on)}" if permit.signed_on else "")
    latest = last_round(permit.case)
    return forms.Application(
        letterhead=letterhead(),
        number=permit.application_number or permit.number,
        received=received,
        how=how,
        round=latest.count if latest else None,
        places=places(permit),
        work=permit.work,
        cost=permit.cost,
        applicants=named(permit, Party.Part.APPLICANT, reach=True)
        or named(permit, Party.Part.OWNER)
        or [addressee(permit)],
        owners=named(permit, Party.Part.OWNER, reach=True),
        documents=document_lines(plans_of(permit.case)),
        sections=[forms.Section(title=title, rows=rows) for title, rows in parts if rows],
        signed_by=[forms.Fact(label=permit.signed_by, text=signed)] if permit.signed_by else [],
    )


def change_request(
    permit: Permit, items: list[RequestItem], *, sent: date, end: SetEnd, words: str
) -> forms.ChangeRequest:
    """The request for changes, item by item."""
    latest = last_round(permit.case)
    return forms.ChangeRequest(
        letterhead=letterhead(),
        number=permit.application_number or permit.number,
        to=addressee(permit, *_APPLICANTS),
        sent=sent,
        places=places(permit),
        work=permit.work,
        received=latest.opened_on if latest else permit.received_on,
        round=latest.count if latest else None,
        lead=words,
        answer_by=deadline(end),
        items=[
            forms.RequestItem(text=item.words or item.title, about=item.title if item.words else "", cite=item.cite)
            for item in items
        ],
        answer=[
            forms.Said(
                text="Answer each item by itself: send what is asked for, or say that it does not apply and why."
            )
        ],
    )


_APPLICANTS = (Party.Part.APPLICANT, Party.Part.AGENT, Party.Part.OWNER)


def disapproval(doing: Doing[Any], permit: Permit, reasons: list[Cited]) -> forms.Disapproval:
    """The disapproval with its reasons."""
    return forms.Disapproval(
        letterhead=letterhead(),
        number=permit.application_number or permit.number,
        to=addressee(permit, *_APPLICANTS),
        sent=doing.on,
        places=places(permit),
        work=permit.work,
        received=permit.filed_on or permit.received_on,
        reasons=[forms.Reason(text=each.text, cite=each.cite) for each in reasons],
        notices=[forms.Said(text=d.text, cite=d.cite) for d in laws.pack().paper("disapproval").directives],
        signature=signature(doing),
    )


def documents_accepted(
    doing: Doing[Any], permit: Permit, documents: list[Document], *, mark: str, to: str, how: str, returned: date
) -> forms.DocumentsAccepted:
    """The receipt for the accepted documents, with the notices of the code."""
    directives = laws.pack().paper("documents_accepted").directives
    notices = [forms.Said(text=d.text, cite=d.cite) for d in directives if d.key != "keep_at_site"]
    return forms.DocumentsAccepted(
        letterhead=letterhead(),
        number=permit.application_number or permit.number,
        to=forms.Party(name=to) if to else addressee(permit, *_APPLICANTS),
        how=how,
        places=places(permit),
        work=permit.work,
        documents=document_lines(documents, mark)
        or [forms.DocumentLine(name="Construction documents on paper", mark=mark)],
        accepted=doing.on,
        returned=returned,
        notices=notices,
        duties=[forms.Said(text=d.text, cite=d.cite) for d in directives if d.key == "keep_at_site"],
        signature=signature(doing),
    )


def permit_paper(doing: Doing[Any], permit: Permit, term: Term) -> forms.Permit:
    """The permit with its placard, as it stands after the act."""
    pack = laws.pack()
    kept = pack.paper("permit")
    issued = permit.issued_on
    assert issued is not None and term.life is not None, "a permit is printed once it is issued and has its term"
    display = next((d for d in kept.directives if d.key == "display"), kept.directives[0])
    lines = plan_of(permit, doing.on)
    return forms.Permit(
        letterhead=letterhead(),
        lead=kept.opening,
        number=permit.number,
        application=permit.application_number if permit.application_number != permit.number else "",
        holders=named(permit, Party.Part.HOLDER),
        places=places(permit),
        work=permit.work,
        documents=_accepted_set(permit),
        contractors=named(permit, Party.Part.CONTRACTOR),
        professionals=named(permit, Party.Part.DESIGNER),
        fee=_paid(permit, doing.on),
        issued=issued,
        begin_by=deadline(term.commence) if term.commence else None,
        in_force_through=deadline(term.life),
        directives=[forms.Said(text=d.text, cite=d.cite) for d in kept.directives],
        inspections=[line.title for line in lines],
        inspections_cite=lines[0].cite.partition("(")[0] if lines else "",
        conditions=said(permit.conditions),
        more=_history(permit),
        signature=signature(doing),
        placard=forms.Placard(
            notice=forms.Said(text=display.text, cite=display.cite),
            work=permit.work,
            elements=[line.title for line in lines],
            foot=[f"{phone.label} {phone.number}" for phone in pack.town.telephones[:1]],
        ),
    )


def _accepted_set(permit: Permit) -> str:
    accepted = permit.documents_accepted_on
    if accepted is None:
        return "None"
    sheets = sum(row.file.sheets or 0 for row in plans_of(permit.case, accepted=True))
    counted = [f"{sheets} sheets"] if sheets else []
    return ", ".join([*counted, f"accepted {in_words(accepted)}", permit.acceptance_mark])


def _paid(permit: Permit, on: date) -> forms.Paid | None:
    told = fee_facts(permit.case, facts.APPLICATION_FEE, on)
    schedule = schedule_on(permit.filed_on or on)
    amount = told.get("fee.paid")
    return forms.Paid(amount=amount, schedule=str(schedule or "")) if isinstance(amount, Decimal) else None


def _history(permit: Permit) -> list[forms.Fact]:
    """Amendments and renewals of the permit with their days."""
    amended = [in_words(row.issued_on) for row in permit.amendments.exclude(issued_on=None) if row.issued_on]
    renewed = [in_words(row.approved_on) for row in permit.renewals.exclude(approved_on=None) if row.approved_on]
    told = [("Amended", amended), ("Renewed", renewed)]
    return [forms.Fact(label=label, text=listed(days)) for label, days in told if days]


def plan_of(permit: Permit, on: date) -> list[inspections.PlanLine]:
    """The inspections that the code names for the work, for the paper to list."""
    pack = laws.pack()
    names = [
        fact.name for fact in pack.catalogue if fact.name.startswith(("application.", "work.", "parcel.", "building."))
    ]
    asked = Asked(gather(permit, names, on), on, pack.catalogue, laws.calendar(), pack.value)
    lines = inspections.plan(pack.inspections, asked)
    return [line for line in lines if line.state is inspections.State.REQUIRED and not line.before_issue]


def letter(doing: Doing[Any], permit: Permit, title: str, body: list[str], *parts: str) -> forms.Letter:
    """A plain letter to the first who has one of the parts, signed by the officer."""
    return forms.Letter(
        letterhead=letterhead(),
        title=title,
        number=permit.number,
        to=addressee(permit, *parts),
        sent=doing.on,
        body=body,
        reference=[
            forms.Fact(label="Permit", text=permit.number),
            *(forms.Fact(label="Place", text=p.address) for p in places(permit)),
        ],
        signature=signature(doing),
    )
