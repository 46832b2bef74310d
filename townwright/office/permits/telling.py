"""Telling the people of a permit what happened: by e-mail, or without one by a letter to post."""

from __future__ import annotations

from typing import Any

from townwright.office import laws
from townwright.office.cases.models import Case, Party
from townwright.office.outbox.acts import send
from townwright.office.papers.letterhead import public_address
from townwright.office.papers.models import Paper
from townwright.office.people.models import Person
from townwright.office.register.acts import Doing

#: Who is told of what becomes of an application, and of a permit.
OF_APPLICATION = (Party.Part.APPLICANT, Party.Part.AGENT)
OF_PERMIT = (Party.Part.HOLDER, Party.Part.OWNER)


def tell(
    doing: Doing[Any],
    case: Case,
    subject: str,
    *paragraphs: str,
    parts: tuple[str, ...] = OF_APPLICATION,
    papers: tuple[Paper, ...] = (),
) -> None:
    """Puts one message in the outbox for each person who has one of the parts in the case."""
    town = laws.pack().town.name
    where = f"{case.title}, {case.place}"
    follow = f"Where it stands at any time: {public_address()}/follow/{case.link_code}" if case.link_code else ""
    for person in people(case, parts):
        send(
            doing,
            to_name=person.name,
            email=person.email,
            postal=person.postal,
            subject=f"{case.number or town}: {subject}",
            text="\n\n".join(filter(None, [f"{person.name}:", where, *paragraphs, follow, town])),
            case_id=case.pk,
            files=[str(paper.file_id) for paper in papers],
        )


def people(case: Case, parts: tuple[str, ...]) -> list[Person]:
    """Those who have one of the parts in a case now, each once, in the order of the parts."""
    rows = Party.objects.filter(case=case, part__in=parts, ends=None).select_related("person")
    ordered = sorted(rows, key=lambda row: parts.index(row.part))
    return list({row.person_id: row.person for row in ordered}.values())
