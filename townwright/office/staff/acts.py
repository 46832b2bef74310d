"""Accounts and appointments: opening a log-in, appointing to an office of the town, certifying, ending."""

from __future__ import annotations

import hashlib
import secrets
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError as PasswordTooWeak
from pydantic import Field

from townwright.office import laws
from townwright.office.register.actors import Actor, Appointed, Role
from townwright.office.register.acts import ADMINISTRATORS, Act, Doing, act
from townwright.office.register.errors import InputError
from townwright.office.staff.models import Account, ApiKey, Appointment, Certification, Training


def actor_of(account: Account) -> Actor:
    """The account as one who acts: its role, its appointments, and the cases that it opens."""
    appointments = tuple(Appointed(a.office, a.title, a.begins, a.ends, a.acting) for a in account.appointments.all())
    return Actor(account.pk, account.name or account.username, Role(account.role), appointments)


def account_of_key(secret: str) -> Account | None:
    """The account that an API key acts as, if the key is good and the account is."""
    row = ApiKey.objects.filter(digest=_digest(secret), revoked_on=None).select_related("account").first()
    return row.account if row is not None and row.account.is_active else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class OpenAccount(Act):
    """A new log-in for somebody of the office."""

    username: str = Field(title="Log-in name", min_length=1, max_length=150)
    name: str = Field(title="Full name", min_length=1, max_length=200)
    role: Role = Field(title="What the log-in is for")
    email: str = Field(default="", title="E-mail")
    phone: str = Field(default="", title="Telephone")
    person: UUID | None = Field(default=None, title="The person on record", description="Opens that person's cases.")
    password: str = Field(
        title="First password", min_length=1, json_schema_extra={"secret": True, "widget": "password"}
    )


@act("account.open", title="Open a log-in", by=ADMINISTRATORS)
def open_account(doing: Doing[Account], given: OpenAccount) -> None:
    """Opens a log-in. A log-in signs nothing until its holder is appointed."""
    if given.role in (Role.SYSTEM, Role.PUBLIC):
        raise InputError(
            {"role": "A log-in is for an applicant, a clerk, an inspector, an officer or an administrator."}
        )
    if Account.objects.filter(username__iexact=given.username).exists():
        raise InputError({"username": "This log-in name is taken."})
    account = Account(
        username=given.username,
        name=given.name,
        role=given.role,
        email=given.email,
        phone=given.phone,
        person_id=given.person,
    )
    try:
        validate_password(given.password, account)
    except PasswordTooWeak as weak:
        raise InputError({"password": " ".join(weak.messages)}) from None
    account.set_password(given.password)
    account.save()
    doing.made(account)
    doing.say(f"Log-in opened for {given.name}, {given.role}")
    doing.changed({}, {"username": given.username, "role": given.role})


class CloseAccount(Act):
    """A log-in that nobody uses any more."""

    account: UUID = Field(title="Whose")
    why: str = Field(title="Why", min_length=1, max_length=200)


@act("account.close", title="Close a log-in", by=ADMINISTRATORS)
def close_account(doing: Doing[Account], given: CloseAccount) -> None:
    """Closes a log-in at once, its open sessions and keys with it. Appointments are ended by an act of their own."""
    account = Account.objects.filter(pk=given.account).first()
    if account is None:
        raise InputError({"account": "There is no such log-in."})
    if not account.is_active:
        raise InputError({"account": "This log-in is closed already."})
    if account.pk == doing.actor.id:
        raise InputError({"account": "Nobody closes the log-in that they are signed in by."})
    account.is_active = False
    account.save(update_fields=["is_active"])
    ApiKey.objects.filter(account=account, revoked_on=None).update(revoked_on=doing.on)
    doing.made(account)
    doing.touch(person=account.pk)
    doing.say(f"Log-in of {account.name} closed: {given.why}")
    doing.changed({"active": True}, {"active": False})


class MakeAppointment(Act):
    """An appointment by the town board."""

    account: UUID = Field(title="Who")
    office: str = Field(title="Office of the town", min_length=1)
    begins: date = Field(title="First day")
    ends: date | None = Field(
        default=None, title="Last day", description="Leave empty for an appointment without an end."
    )
    resolution: str = Field(default="", title="Resolution of the town board", max_length=120)
    acting: bool = Field(default=False, title="Acting")
    why_acting: str = Field(default="", title="Why the office holder cannot serve", max_length=200)
    experience: str = Field(default="", title="Background experience relied on", max_length=300)
    civil_service: str = Field(default="", title="Civil service status", max_length=60)


def _appointment_facts(_: Any, given: MakeAppointment, on: date) -> dict[str, Any]:
    others = Appointment.objects.filter(office=given.office, acting=given.acting)
    overlapping = [
        a
        for a in others
        if (given.ends is None or a.begins <= given.ends) and (a.ends is None or a.ends >= given.begins)
    ]
    return {
        "appointment.office": given.office,
        "appointment.resolution": given.resolution,
        "appointment.acting": given.acting,
        "appointment.overlaps": bool(overlapping),
        "appointment.experience": given.experience or None,
        "appointment.why_acting": given.why_acting,
    }


@act(
    "appointment.make",
    title="Appoint",
    by=ADMINISTRATORS,
    gate="appointment.make",
    input_facts=_appointment_facts,
    gives=(
        "appointment.office",
        "appointment.resolution",
        "appointment.acting",
        "appointment.overlaps",
        "appointment.experience",
        "appointment.why_acting",
    ),
)
def make_appointment(doing: Doing[Appointment], given: MakeAppointment) -> None:
    """Appoints somebody to an office of the town, by a resolution, from a day on."""
    account = Account.objects.filter(pk=given.account).first()
    if account is None:
        raise InputError({"account": "There is no such log-in."})
    officers = laws.pack().officers
    if given.office not in officers:
        raise InputError({"office": f"This town has no such office. It has: {', '.join(sorted(officers))}."})
    if given.ends is not None and given.ends < given.begins:
        raise InputError({"ends": "The last day lies before the first."})
    title = officers[given.office].title
    appointment = Appointment.objects.create(
        account=account,
        office=given.office,
        title=f"Acting {title}" if given.acting else title,
        acting=given.acting,
        begins=given.begins,
        ends=given.ends,
        resolution=given.resolution,
        why_acting=given.why_acting,
        experience=given.experience,
        civil_service=given.civil_service,
    )
    doing.made(appointment)
    doing.touch(person=account.pk)
    doing.say(f"{account.name} appointed {appointment.title} from {given.begins:%Y-%m-%d}, {given.resolution}")
    doing.changed({}, {"office": given.office, "begins": given.begins, "ends": given.ends})


class EndAppointment(Act):
    """The end of an appointment."""

    appointment: UUID = Field(title="Appointment")
    ends: date = Field(title="Last day")
    why: str = Field(title="Why", min_length=1, max_length=200)


@act("appointment.end", title="End an appointment", by=ADMINISTRATORS)
def end_appointment(doing: Doing[Appointment], given: EndAppointment) -> None:
    """Sets the last day of an appointment; what was signed before stays good."""
    appointment = Appointment.objects.filter(pk=given.appointment).first()
    if appointment is None:
        raise InputError({"appointment": "There is no such appointment."})
    if given.ends < appointment.begins:
        raise InputError({"ends": "The last day lies before the first."})
    before = appointment.ends
    appointment.ends = given.ends
    appointment.save(update_fields=["ends"])
    doing.made(appointment)
    doing.touch(person=appointment.account_id)
    doing.say(
        f"Appointment of {appointment.account.name} as {appointment.title} ends {given.ends:%Y-%m-%d}: {given.why}"
    )
    doing.changed({"ends": before}, {"ends": given.ends})


class RecordCertification(Act):
    """A certification by the Department of State, or that it was marked inactive or revoked."""

    account: UUID = Field(title="Who")
    kind: str = Field(title="Kind", min_length=1, max_length=40)
    number: str = Field(title="Certificate number", min_length=1, max_length=40)
    issued: date = Field(title="Issued")
    inactive_from: date | None = Field(default=None, title="Inactive from")
    revoked_on: date | None = Field(default=None, title="Revoked on")


@act("certification.record", title="Record a certification", by=ADMINISTRATORS)
def record_certification(doing: Doing[Certification], given: RecordCertification) -> None:
    """Records a Department of State certification; the same number again records what became of it."""
    account = Account.objects.filter(pk=given.account).first()
    if account is None:
        raise InputError({"account": "There is no such log-in."})
    certification, _ = Certification.objects.update_or_create(
        account=account,
        number=given.number,
        defaults={
            "kind": given.kind,
            "issued": given.issued,
            "inactive_from": given.inactive_from,
            "revoked_on": given.revoked_on,
        },
    )
    doing.made(certification)
    doing.touch(person=account.pk)
    doing.say(f"Certification {given.number} of {account.name} recorded")


class RecordTraining(Act):
    """Training of one day."""

    account: UUID = Field(title="Who")
    day: date = Field(title="Day")
    kind: str = Field(title="Kind", min_length=1, max_length=40)
    hours: str = Field(title="Hours", pattern=r"^\d{1,3}(\.\d{1,2})?$")
    topic: str = Field(title="Topic", min_length=1, max_length=200)
    provider: str = Field(default="", title="Provider", max_length=200)


@act("training.record", title="Record training", by=ADMINISTRATORS)
def record_training(doing: Doing[Training], given: RecordTraining) -> None:
    """Records hours of training."""
    account = Account.objects.filter(pk=given.account).first()
    if account is None:
        raise InputError({"account": "There is no such log-in."})
    doing.made(
        Training.objects.create(
            account=account,
            day=given.day,
            kind=given.kind,
            hours=given.hours,
            topic=given.topic,
            provider=given.provider,
        )
    )
    doing.touch(person=account.pk)
    doing.say(f"{given.hours} hours of {given.kind} training of {account.name} recorded")


class MakeApiKey(Act):
    """A key for a program."""

    account: UUID = Field(title="Acts as")
    label: str = Field(title="What it is for", min_length=1, max_length=80)
    secret: str = Field(
        default_factory=lambda: secrets.token_urlsafe(32),
        title="Key",
        min_length=32,
        json_schema_extra={"secret": True, "widget": "password"},
    )


@act("apikey.make", title="Make an API key", by=ADMINISTRATORS)
def make_api_key(doing: Doing[ApiKey], given: MakeApiKey) -> None:
    """Makes a key by which a program acts as an account. Only its hash is kept; whoever makes it keeps the key."""
    account = Account.objects.filter(pk=given.account).first()
    if account is None:
        raise InputError({"account": "There is no such log-in."})
    doing.made(
        ApiKey.objects.create(account=account, label=given.label, digest=_digest(given.secret), made_on=doing.on)
    )
    doing.touch(person=account.pk)
    doing.say(f"API key for {account.name} made: {given.label}")


class RevokeApiKey(Act):
    """The end of a key."""


@act(
    "apikey.revoke",
    title="Revoke the key",
    subject=ApiKey,
    by=ADMINISTRATORS,
    applies=lambda key, on: key.revoked_on is None,
)
def revoke_api_key(doing: Doing[ApiKey], given: RevokeApiKey) -> None:
    """Ends a key at once."""
    doing.subject.revoked_on = doing.on
    doing.subject.save(update_fields=["revoked_on"])
    doing.touch(person=doing.subject.account_id)
    doing.say(f"API key revoked: {doing.subject.label}")
