"""The records by address: a case, the acts open on it, its history. Each through the model's authorised queryset."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router
from pydantic import BaseModel

from townwright.office import clock
from townwright.office.permits.models import Permit
from townwright.office.register import acts
from townwright.office.register.errors import NoSuchThing
from townwright.office.register.models import Entry

router = Router(tags=["records"])


class PermitOut(BaseModel):
    """A permit or its application, with the status that the law gives it today."""

    id: UUID
    case: UUID
    number: str | None
    title: str
    place: str
    status: str
    version: int
    received_on: date | None
    filed_on: date | None
    issued_on: date | None
    commence_by: date | None
    last_day: date | None


class OfferOut(BaseModel):
    """An act that may be done on a record, or what shuts it."""

    act: str
    title: str
    open: bool
    decision: dict[str, Any]


class EntryOut(BaseModel):
    """One entry of a history."""

    seq: int
    at: datetime
    on: date
    act: str
    said: str
    by: str
    title: str
    corrects: int | None


def _permit(request: HttpRequest, key: UUID) -> Permit:
    visible = Permit.objects.visible_to(request.auth)  # type: ignore[attr-defined]
    permit = visible.with_status(clock.today()).select_related("case").filter(pk=key).first()
    if permit is None:
        raise NoSuchThing("There is no such record here.")
    return permit


def _out(permit: Any, version: int) -> PermitOut:
    return PermitOut(
        id=permit.pk,
        case=permit.case_id,
        number=permit.case.number,
        title=permit.case.title,
        place=permit.case.place,
        status=permit.status,
        version=version,
        received_on=permit.received_on,
        filed_on=permit.filed_on,
        issued_on=permit.issued_on,
        commence_by=permit.commence_by,
        last_day=permit.last_day,
    )


@router.get("/permits/{key}", response=PermitOut, summary="A permit")
def permit(request: HttpRequest, key: UUID) -> PermitOut:
    """A permit or its application, with the status that the law gives it today."""
    row = _permit(request, key)
    return _out(row, acts.version(row.case_id))


@router.get("/permits/{key}/acts", response=list[OfferOut], summary="What may be done on a permit")
def permit_acts(request: HttpRequest, key: UUID) -> list[OfferOut]:
    """The acts open on a permit, and what shuts the rest."""
    row = _permit(request, key)
    return [
        OfferOut(act=offer.spec.name, title=offer.spec.title, open=offer.open, decision=offer.decision.to_json())
        for offer in acts.offers(row, request.auth)  # type: ignore[attr-defined]
    ]


@router.get("/permits/{key}/history", response=list[EntryOut], summary="The history of a permit")
def permit_history(request: HttpRequest, key: UUID) -> list[EntryOut]:
    """Every entry of the register that bears on the permit's case, oldest first."""
    row = _permit(request, key)
    return [
        EntryOut(
            seq=e.seq, at=e.at, on=e.on, act=e.act, said=e.said, by=e.actor_name, title=e.title, corrects=e.corrects
        )
        for e in Entry.objects.filter(touched__ref=row.case_id).order_by("seq")
    ]
