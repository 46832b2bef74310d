"""The papers of a certificate, filled with what stands on record on the day of the act."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from townwright.law.calendar import Deadline, in_words
from townwright.law.words import listed
from townwright.office import laws
from townwright.office.cases.models import Party
from townwright.office.certificates.facts import parcel_of
from townwright.office.certificates.models import Certificate, Determination
from townwright.office.inspections.papers import places, printed
from townwright.office.papers import forms
from townwright.office.papers.letterhead import letterhead
from townwright.office.papers.models import Paper
from townwright.office.people.models import Ownership
from townwright.office.permits.papers import deadline, person, signature
from townwright.office.permits.telling import people
from townwright.office.register.acts import Doing

_FORMS: dict[str, type[forms.Certificate]] = {
    "occupancy": forms.CertificateOfOccupancy,
    "compliance": forms.CertificateOfCompliance,
    "temporary": forms.TemporaryCertificate,
}
#: To whom letters about a certificate go: the first who has one of these parts.
TO = (Party.Part.HOLDER, Party.Part.OWNER, Party.Part.APPLICANT)


def kind_of(certificate: Certificate) -> str:
    """The kind of its paper, which is also that of its number."""
    return _FORMS[certificate.kind].kind


def print_certificate(doing: Doing[Any], certificate: Certificate, ends: Deadline | None = None) -> Paper:
    """Prints the certificate as it is issued; `ends` is the last day of a temporary one."""
    fields = _fields(doing, certificate)
    if ends is not None:
        fields |= _of_a_temporary(certificate, ends)
    return printed(doing, certificate.case_id, _FORMS[certificate.kind](**fields))


def _fields(doing: Doing[Any], certificate: Certificate) -> dict[str, Any]:
    pack, permit = laws.pack(), certificate.permit
    kept = pack.paper(kind_of(certificate))
    return {
        "letterhead": letterhead(),
        "title": kept.title,
        "lead": kept.opening,
        "number": certificate.case.number,
        "permit_number": permit.number if permit is not None else "",
        "permit_issued": permit.issued_on if permit is not None else None,
        "permit_history": _history(certificate),
        "property_name": certificate.property_name,
        "address": certificate.address,
        "tax_map": certificate.tax_map,
        "owners": [person(owner, "owner") for owner in _owners(certificate, doing.on)],
        "work": permit.work if permit is not None else certificate.words,
        "part": certificate.part if certificate.coverage == "part" else "",
        "use": certificate.use,
        "occupancy": certificate.occupancy,
        "construction": certificate.construction_type,
        "assembly": [forms.Assembly(room=each["name"], load=each["load"]) for each in certificate.assembly],
        "conditions": said(certificate.conditions),
        "issued": doing.on,
        "statement": _statement(certificate),
        "signature": signature(doing),
    }


def _statement(certificate: Certificate) -> str:
    """What is certified, in the words of the code; a sentence that names a day of the permit needs that day."""
    permit = certificate.permit
    days = {
        "{accepted}": permit.documents_accepted_on if permit is not None else None,
        "{inspected}": permit.completed_on if permit is not None else None,
    }
    words = []
    for directive in laws.pack().paper(kind_of(certificate)).directives:
        if certificate.temporary and directive.key == "duty":
            continue
        named = {name: day for name, day in days.items() if name in directive.text}
        text = directive.text
        for name, day in named.items():
            text = text.replace(name, in_words(day) if day is not None else "")
        if all(day is not None for day in named.values()):
            words.append(text)
    for each in certificate.signatures:
        if each["name"] != certificate.signed_by:
            signed = in_words(date.fromisoformat(each["on"]))
            words.append(f"Signed too by {each['name']}, {each['title']}, on {signed}.")
    if certificate.conversion_outcome == "complies" and certificate.conversion_on is not None:
        reviewed = in_words(certificate.conversion_on)
        words.insert(
            0, f"It was reviewed under class {certificate.occupancy} on {reviewed} and complies with both Codes."
        )
    return " ".join(words)


def _history(certificate: Certificate) -> list[forms.Fact]:
    """Renewals and amendments of the permit, beside its own day of issue."""
    permit = certificate.permit
    if permit is None:
        return []
    renewed = [in_words(row.approved_on) for row in permit.renewals.all() if row.approved_on]
    amended = [in_words(row.issued_on) for row in permit.amendments.all() if row.issued_on]
    told = (("Renewed", renewed), ("Amended", amended))
    return [forms.Fact(label=label, text=listed(days)) for label, days in told if days]


def _owners(certificate: Certificate, on: date) -> list[Any]:
    parcel = parcel_of(certificate)
    rows = Ownership.objects.on(on).filter(parcel=parcel).select_related("person") if parcel is not None else ()
    return [row.person for row in rows]


def said(rows: Iterable[dict[str, str]]) -> list[forms.Said]:
    """Kept words with their sections."""
    return [forms.Said(text=row["text"], cite=row.get("cite", "")) for row in rows]


def _of_a_temporary(certificate: Certificate, ends: Deadline) -> dict[str, Any]:
    """The period, the determinations, the terms and what is still to be done, with the holder's duty."""
    gate = laws.pack().gate("certificate.temporary")
    cites = {each.key.removeprefix("determination."): each.cite for each in gate.requirements}
    made = {row.key: row for row in certificate.determinations.filter(holds=True)}
    duty = next(each for each in laws.pack().paper(kind_of(certificate)).directives if each.key == "duty")
    return {
        "effective_from": certificate.starts_on,
        "effective_through": deadline(ends),
        "determinations": [
            forms.Determination(
                text=row.get_key_display(), cite=cites.get(row.key.replace(" ", "_"), ""), made_on=row.made_on
            )
            for key in Determination.Key.values
            if (row := made.get(key)) is not None
        ],
        "terms": said(certificate.terms),
        "open_items": [forms.OpenItem(text=row.text, cite=row.cite, due=row.due) for row in certificate.items.all()],
        "duty": forms.Said(text=duty.text, cite=duty.cite),
    }


def print_letter(doing: Doing[Any], certificate: Certificate, title: str, *body: str) -> Paper:
    """Prints a letter about a certificate to its holder or owner, signed by the officer."""
    to = next(iter(people(certificate.case, TO)), None)
    number = certificate.case.number or ""
    about = [("Certificate", number), ("Permit", certificate.permit.number if certificate.permit else "")]
    return printed(
        doing,
        certificate.case_id,
        forms.Letter(
            letterhead=letterhead(),
            title=title,
            number=number,
            to=person(to) if to is not None else forms.Party(name="Whom it concerns"),
            sent=doing.on,
            body=list(body),
            reference=[
                *(forms.Fact(label=label, text=text) for label, text in about if text),
                *(forms.Fact(label="Place", text=place.address) for place in places(certificate.case)),
            ],
            signature=signature(doing),
        ),
    )
