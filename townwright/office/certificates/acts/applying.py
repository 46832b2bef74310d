"""Applying for a certificate: for the work under a permit, or for a change of use without one; and withdrawing it."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from townwright.law import choices
from townwright.law.findings import Decision
from townwright.law.permits import ISSUED
from townwright.office import laws
from townwright.office.cases.acts import close_case
from townwright.office.certificates import filing
from townwright.office.certificates.inputs import Contents
from townwright.office.certificates.models import Certificate
from townwright.office.permits.inputs import LONG, PartyGiven, PaymentGiven
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ANYONE, Act, Doing, act
from townwright.office.register.errors import InputError


class Application(Contents):
    """What both kinds of application are given."""

    words: str = Field(default="", title="Remarks", max_length=2000, json_schema_extra=LONG)
    payment: PaymentGiven | None = Field(default=None, title="Payment")
    hold_unpaid: bool = Field(
        default=False,
        title="Keep it as a draft until the fee is paid",
        description="Otherwise it is not taken without its fee.",
    )


class Apply(Application):
    """A certificate for the work under a permit."""

    kind: Literal["", "occupancy", "compliance", "temporary"] = Field(
        default="", title="Certificate", description="The one named in the permit, if left empty."
    )


def _may_apply(permit: Permit, given: Apply | None, on: date, actor: Actor) -> Decision:
    if given is None:
        return filing.may_submit(_kind(permit, ""), None, True, on)
    return filing.may_submit(_kind(permit, given.kind), given.payment, given.hold_unpaid, on)


def _kind(permit: Permit, asked: str) -> str:
    return asked or permit.certificate_kind or Certificate.Kind.OCCUPANCY.value


def _under_way(permit: Permit, on: date) -> bool:
    return permit.key_on(on) in ISSUED - {"closed", "revoked"}


@act(
    "certificate.apply",
    title="Apply for a certificate",
    subject=Permit,
    by=ANYONE,
    decide=_may_apply,
    gives=("fee.paid", "fee.charged"),
    applies=_under_way,
)
def apply(doing: Doing[Permit], given: Apply) -> None:
    """Takes an application for the certificate of a permit's work. Unpaid it is a draft, or is not taken."""
    permit = doing.subject
    kind = _kind(permit, given.kind)
    if not _under_way(permit, doing.on):
        raise InputError({"": "Only a permit that was issued, and has not ended, can have its certificate."})
    if permit.certificates.filter(kind=kind, issued_on=None, refused_on=None, withdrawn_on=None).exists():
        raise InputError({"kind": "This certificate is applied for already."})
    _known(kind, doing.on)
    first = permit.case.on_parcels.select_related("parcel").get(first=True)
    _taken_in(doing, kind, first.parcel, permit, given)


class ApplyForConversion(Application):
    """A certificate for a change of use or occupancy class, with no work that needs a permit."""

    parcel: UUID = Field(title="Parcel")
    kind: Literal["occupancy", "compliance"] = Field(default="occupancy", title="Certificate")
    people: list[PartyGiven] = Field(title="People and firms", min_length=1)


def _may_apply_for_conversion(_: None, given: ApplyForConversion | None, on: date, actor: Actor) -> Decision:
    if given is None:
        return filing.may_submit("occupancy", None, True, on)
    return filing.may_submit(given.kind, given.payment, given.hold_unpaid, on)


@act(
    "certificate.apply_for_conversion",
    title="Apply for a certificate without a permit",
    by=ANYONE,
    decide=_may_apply_for_conversion,
)
def apply_for_conversion(doing: Doing[Certificate], given: ApplyForConversion) -> None:
    """Takes an application for the certificate of a building, or a part of one, that is put to another use."""
    _known(given.kind, doing.on)
    parcel = Parcel.objects.filter(pk=given.parcel).first()
    if parcel is None:
        raise InputError({"parcel": "There is no such parcel here. Find it by address or tax map number."})
    _taken_in(doing, given.kind, parcel, None, given)


def _known(kind: str, on: date) -> None:
    """Raises `InputError` for a certificate that the town's code does not have."""
    if wrong := choices.wrong_certificate(laws.pack(), kind, on):
        raise InputError({"kind": wrong})


def _taken_in(doing: Doing[Any], kind: str, parcel: Parcel, permit: Permit | None, given: Application) -> None:
    certificate = filing.take_in(
        doing,
        kind=kind,
        parcel=parcel,
        permit=permit,
        given=given,
        words=given.words,
        payment=given.payment,
        people=getattr(given, "people", ()),
    )
    filed = certificate.filed_on is not None
    doing.say(
        f"{certificate.get_kind_display()} {'applied for' if filed else 'wanted, not filed: its fee is not paid'}"
    )
    doing.changed({}, {"certificate": certificate.pk, "kind": kind, "filed_on": certificate.filed_on})


class Withdraw(Act):
    """The end of an application."""

    why: str = Field(title="Why", min_length=1, max_length=1000, json_schema_extra=LONG)


@act(
    "certificate.withdraw",
    title="Withdraw the application",
    subject=Certificate,
    by=ANYONE,
    applies=lambda certificate, on: certificate.pending,
)
def withdraw(doing: Doing[Certificate], given: Withdraw) -> None:
    """Ends an application that is not decided; it stays on record."""
    certificate = doing.subject
    if not certificate.pending:
        raise InputError({"": "It is decided."})
    certificate.withdrawn_on, certificate.ready_on = doing.on, None
    certificate.save(update_fields=["withdrawn_on", "ready_on"])
    close_case(certificate.case, outcome="withdrawn", on=doing.on)
    doing.say(f"Application withdrawn: {given.why}")
