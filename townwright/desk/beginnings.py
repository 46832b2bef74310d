"""What the sheets of single acts begin with: findings that are not met, a parcel and its owners, reasons."""

from __future__ import annotations

from dataclasses import replace

from townwright.desk import where
from townwright.desk.sheets import Sheet, Start, is_id, starts
from townwright.law import choices
from townwright.law.findings import Finding
from townwright.office import laws
from townwright.office.certificates import reading as certificates
from townwright.office.inspections import reading as inspections
from townwright.office.inspections.models import InspectionRequest
from townwright.office.people.models import Ownership
from townwright.office.permits import reading
from townwright.office.permits.models import Change, Permit
from townwright.office.places.models import Parcel
from townwright.pages import words
from townwright.pages.inline import Strong


@starts("permit.request_changes")
def of_a_request(sheet: Sheet) -> Start:
    """Every requirement that is not met, each chosen already; what is not to be asked for is taken out. What nobody has
    looked at yet can be asked for, and is not chosen.
    """
    found = _unmet(sheet)
    choices = [(finding.key, f"{finding.says} ({finding.cite})") for finding in found]
    hints = {"findings": "Take out what is not to be asked for. Each becomes an item of its own, with its section."}
    chosen = [finding.key for finding in found if not words.not_looked_at(finding)]
    return Start({"findings": chosen}, {"findings": choices}, hints)


@starts("permit.disapprove")
def of_a_disapproval(sheet: Sheet) -> Start:
    """The requirements that are not met, as reasons with their sections."""
    found = [finding for finding in _unmet(sheet) if not words.not_looked_at(finding)]
    reasons = [{"text": ". ".join(filter(None, (f.says, f.why))), "cite": f.cite} for f in found]
    return Start({"reasons": reasons})


@starts("permit.review")
def of_a_review(sheet: Sheet) -> Start:
    """Replies that are looked at from the case: the checklist has a page of its own."""
    return Start(choices={"marks.item": []} if "items_accepted" in sheet.asked else {})


@starts("permit.issue")
def of_an_issue(sheet: Sheet) -> Start:
    """The certificates of the town's code; the last day is asked for only where the officer fixes it."""
    asked = sheet.subject is not None and reading.officer_fixes_last_day(sheet.subject, sheet.on)
    return Start(known={"certificate_kind": _final(sheet)}, hidden=frozenset() if asked else frozenset({"expires_on"}))


@starts("certificate.apply_for_conversion")
def of_a_conversion(sheet: Sheet) -> Start:
    """The certificates of the town's code that are final."""
    return Start(known={"kind": _final(sheet)})


def _final(sheet: Sheet) -> list[choices.Choice]:
    known = choices.certificates(laws.pack(), sheet.on)
    return [each for each in known if each.value != choices.TEMPORARY]


@starts("permit.find_ground")
def of_a_finding(sheet: Sheet) -> Start:
    """The grounds that the town's code has, each with its section."""
    return Start(known={"ground": choices.choices(laws.pack().gate("permit.finding"), "finding.ground", sheet.on)})


@starts("certificate.find")
def of_a_finding_on_a_certificate(sheet: Sheet) -> Start:
    """The grounds on which a certificate is taken back, each with its section."""
    return Start(known={"ground": choices.choices(laws.pack().gate("certificate.finding"), "finding.ground", sheet.on)})


@starts("certificate.note")
def of_a_note(sheet: Sheet) -> Start:
    """What the town's code asks for before a certificate and no record tells, as questions."""
    return Start(notes=certificates.to_note(sheet.on))


@starts("insurance.record")
def of_an_insurance(sheet: Sheet) -> Start:
    """The kinds of insurance of which the law asks for proof."""
    return Start(known={"kind": _insurances(sheet)})


@starts("permit.change_parties")
def of_the_parties(sheet: Sheet) -> Start:
    """The kinds of insurance of which the law asks for proof."""
    return Start(known={"insurances.kind": _insurances(sheet)})


def _insurances(sheet: Sheet) -> list[choices.Choice]:
    """The kinds by their names in the records, which have blanks."""
    known = choices.insurances(laws.pack(), sheet.on)
    return [replace(each, value=each.value.replace("_", " ")) for each in known]


#: Facts that the office itself brings about.
_OWN = frozenset({"actor.offices", "application.open_requests"})


def _unmet(sheet: Sheet) -> list[Finding]:
    """What stands in the way of completeness and of the documents, each once.

    The signature and what was asked for already are no thing to ask for.
    """
    permit = sheet.subject
    both = (
        *reading.decision_on_completeness(permit, sheet.on).standing_in_the_way,
        *reading.decision_on_documents(permit, sheet.actor, sheet.on).standing_in_the_way,
    )
    return [f for f in {f.key: f for f in both}.values() if not _OWN & {*f.facts}]


@starts("permit.submit")
def of_an_application(sheet: Sheet) -> Start:
    """A form on paper for the parcel that the address names: its address, tax map number and owners of record."""
    parcels = list(Parcel.objects.filter(pk__in=[key for key in sheet.asked.get("parcels", ()) if is_id(key)]))
    owned = Ownership.objects.on(sheet.on).filter(parcel__in=parcels, may_sign=True).select_related("person")
    owners = {row.person_id: row.person for row in owned}
    return Start(
        {
            "on_paper": True,
            "buildings": [{"tax_map": parcel.key, "address": parcel.address} for parcel in parcels],
            "people": [
                {"part": "owner", "who": {"person": person.pk, "name": person.name}} for person in owners.values()
            ],
        },
        choices={"for_permit": _waiting_for_a_new_one(parcels)},
        hidden=frozenset({"kind"}),
        about=(
            "At ",
            *(where.place(f"{parcel.address}, print key {parcel.key}. ", parcel.pk) for parcel in parcels),
            *(
                Strong(f"It lies {whose}, which enforces the codes there. ")
                for whose in map(elsewhere, parcels)
                if whose
            ),
            "The day of the received stamp is the day on which it happened.",
        ),
        title="Take in the application",
    )


def _waiting_for_a_new_one(parcels: list[Parcel]) -> list[tuple[str, str]]:
    """The permits of these parcels with a change of the work that needs a new permit."""
    changed = Permit.objects.filter(
        case__parcels__in=parcels, changes__decision=Change.Decision.NEW, changes__settled_on=None
    )
    return [(str(row.pk), f"{row.number}, {row.case.title}") for row in changed.select_related("case").distinct()]


def elsewhere(parcel: Parcel) -> str:
    """In which village, or that in another town, a parcel lies; empty for one of the town's own."""
    if parcel.jurisdiction not in (Parcel.Whose.VILLAGE, Parcel.Whose.ELSEWHERE):
        return ""
    village = laws.pack().town.village_of(parcel.swis)
    return f"in the {village.name}" if village else parcel.get_jurisdiction_display()


# -- inspections -----------------------------------------------------------------------------------------------------


def _lines(sheet: Sheet) -> list[tuple[str, str]]:
    """The lines of the permit's plan that are still open, with how each stands."""
    rows = inspections.plan(sheet.subject, sheet.on)
    return [(row.line.key, f"{row.line.title} ({row.words.lower()})") for row in rows if row.key not in _DONE]


_DONE = frozenset({"satisfactory", "not applicable"})


@starts("inspection.request")
def of_a_call(sheet: Sheet) -> Start:
    """The open lines of the plan by their names, several at once. At the desk it is mostly a call."""
    return Start({"channel": "telephone"}, {"lines": _lines(sheet)})


@starts("inspection.not_applicable", "inspection.require", "inspection.ask_documents")
def of_a_line(sheet: Sheet) -> Start:
    """The open lines of the plan by their names."""
    return Start(choices={"line": _lines(sheet)})


@starts("inspection.record")
def of_a_visit(sheet: Sheet) -> Start:
    """What was asked for, line by line, and what is open from before; each waits for its answer."""
    pending = inspections.open_requests(sheet.subject)
    asked = sheet.asked.get("request") or (str(pending[0].pk) if pending else "")
    request = InspectionRequest.objects.filter(pk=asked, permit=sheet.subject).first() if asked else None
    lines = _lines(sheet)
    wanted = [line.key for line in request.lines.all()] if request is not None else [key for key, _ in lines[:1]]
    carried = inspections.carried(sheet.subject, sheet.on)
    kinds = [(key, kind.title) for key, kind in laws.pack().inspections.violations.items()]
    sections = inspections.sections(sheet.subject)
    return Start(
        {
            "request": str(request.pk) if request is not None else "",
            "results": [{"line": key} for key in wanted],
            "looks": [{"violation": str(row.pk)} for row in carried],
        },
        {
            "results.line": lines,
            "looks.violation": [(str(row.pk), f"{row.title} ({row.cite})") for row in carried],
            "observed.kind": kinds,
            "observed.line": [("", "None in particular"), *lines],
        },
        about=f"Sections cited for these elements before: {', '.join(sections[:6])}." if sections else "",
    )
