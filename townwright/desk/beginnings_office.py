"""What the sheets of the office's own acts begin with: people, offices and kinds to choose from by their names."""

from __future__ import annotations

import json

from townwright.desk.sheets import Choices, Sheet, Start, everybody, is_id, starts
from townwright.office import laws
from townwright.office.laws.models import DayOff
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Role
from townwright.office.staff.models import Account, Appointment
from townwright.pages import words

#: Kinds of certification that the Department of State gives, and of training that it counts.
CERTIFICATIONS: Choices = [
    (kind, kind[:1].upper() + kind[1:]) for kind in ("code enforcement official", "building safety inspector")
]
TRAINING: Choices = [
    (kind, kind[:1].upper() + kind[1:]) for kind in ("basic", "in-service", "advanced in-service", "other")
]


@starts("appointment.make")
def of_an_appointment(sheet: Sheet) -> Start:
    """Somebody of the office, and an office of the town."""
    offices = [(key, office.title) for key, office in laws.pack().officers.items()]
    return Start(choices={"account": everybody(), "office": offices})


@starts("appointment.end")
def of_an_end(sheet: Sheet) -> Start:
    """The appointment that the address names, in words."""
    rows = Appointment.objects.select_related("account").filter(ends=None)
    named = [(str(row.pk), f"{row.account.name}, {row.title}, from {words.day(row.begins)}") for row in rows]
    return Start(choices={"appointment": named})


@starts("certification.record")
def of_a_certification(sheet: Sheet) -> Start:
    """Somebody of the office, and the kind."""
    return Start(choices={"account": everybody(), "kind": CERTIFICATIONS})


@starts("training.record")
def of_training(sheet: Sheet) -> Start:
    """Somebody of the office, and the kind."""
    return Start(choices={"account": everybody(), "kind": TRAINING})


#: What a log-in can be for.
_ROLES = (Role.CLERK, Role.INSPECTOR, Role.OFFICER, Role.ADMINISTRATOR, Role.APPLICANT)


@starts("account.open")
def of_a_log_in(sheet: Sheet) -> Start:
    """A first password that is told to its holder, who changes it; roles that people have."""
    return Start(
        choices={"role": [(role.value, role.value.capitalize()) for role in _ROLES]},
        hidden=frozenset({"person"}),
        hints={"password": "Tell it to its holder, who changes it at once."},
    )


@starts("account.close")
def of_closing_a_log_in(sheet: Sheet) -> Start:
    """Any log-in that is open, those of applicants too."""
    rows = Account.objects.filter(is_active=True).order_by("name", "username")
    return Start(choices={"account": [(str(row.pk), f"{row.name or row.username}, {row.role}") for row in rows]})


@starts("calendar.take_back")
def of_days_back(sheet: Sheet) -> Start:
    """Days that stand in the calendar."""
    rows = DayOff.objects.filter(taken_back_on=None).order_by("-begins")
    named = [(str(row.pk), f"{row.get_kind_display()}, {words.day(row.begins)}: {row.why}") for row in rows]
    return Start(choices={"day": named})


@starts("amendment.change")
def of_a_draft(sheet: Sheet) -> Start:
    """The draft as it is."""
    row = sheet.subject
    value = "" if row.value is None else json.dumps(row.value, ensure_ascii=False)
    told = {"place": row.place, "begins": row.begins, "cite": row.cite, "carries": row.carries, "why": row.why}
    return Start({**told, "value": value})


@starts("old_record.enter")
def of_an_old_card(sheet: Sheet) -> Start:
    """The parcel that the address names, said above the form."""
    asked = str(sheet.asked.get("parcel", ""))
    parcel = Parcel.objects.filter(pk=asked).first() if is_id(asked) else None
    return Start(about=f"For {parcel}. What does not stand on the card is left empty." if parcel else "")
