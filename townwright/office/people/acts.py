"""Entering people: somebody given with an act is looked up first and entered only if not known."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from townwright.office.people.models import Insurance, Ownership, Person
from townwright.office.places.models import Parcel
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError


class PersonGiven(BaseModel):
    """Somebody, as an act is given them. Only the name is ever required."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    person: UUID | None = Field(default=None, title="Known to the office", json_schema_extra={"widget": "hidden"})
    name: str = Field(default="", title="Name", max_length=200)
    kind: Literal["person", "firm", "estate", "trust", "public body"] = Field(default="person", title="Person or firm")
    phone: str = Field(default="", title="Telephone", max_length=60, json_schema_extra={"private": True})
    email: str = Field(
        default="", title="E-mail", max_length=200, description="If you have one.", json_schema_extra={"private": True}
    )
    postal: str = Field(
        default="", title="Postal address", max_length=400, json_schema_extra={"private": True, "widget": "textarea"}
    )
    profession: Literal["", "architect", "engineer"] = Field(default="", title="Profession")
    license_number: str = Field(default="", title="License number", max_length=40)
    license_ends: date | None = Field(default=None, title="Registration expires")
    firm_name: str = Field(default="", title="Firm", max_length=200)
    sole_practitioner: bool | None = Field(default=None, title="Sole practitioner")
    authorization_number: str = Field(default="", title="Certificate of authorization number", max_length=40)

    @property
    def empty(self) -> bool:
        """Whether nobody is named."""
        return self.person is None and not self.name


def enter(doing: Doing[Any], given: PersonGiven) -> Person:
    """The person given: the one meant by key, one of the same name and reach, or a new one.

    What is given and was not known is added to a known person; what was known is never overwritten by an act that only
    mentions them. Who is not of the office knows nobody by key or by name alone, and adds nothing to anybody: else a
    stranger could put an address of their own beside a name that the office knows. Raises `InputError` for a key that
    names nobody.
    """
    of_office = doing.actor.is_staff
    if given.person is not None:
        known = Person.objects.filter(pk=given.person).first() if of_office else None
        if known is None:
            raise InputError({"person": "There is no such person here."})
        return _completed(known, given)
    for candidate in Person.objects.filter(name__iexact=given.name, kind=given.kind, merged_into=None):
        if _same_reach(candidate, given, by_name=of_office):
            return _completed(candidate, given) if of_office else candidate
    person = Person.objects.create(**given.model_dump(exclude={"person"}))
    doing.touch(person=person.pk)
    return person


_MORE = (
    "phone",
    "email",
    "postal",
    "profession",
    "license_number",
    "license_ends",
    "firm_name",
    "sole_practitioner",
    "authorization_number",
)


def _same_reach(person: Person, given: PersonGiven, *, by_name: bool) -> bool:
    """One of telephone, e-mail, postal address or license agrees; without any of them `by_name` says."""
    marks = ("phone", "email", "postal", "license_number")
    told = [name for name in marks if getattr(given, name)]
    return any(getattr(person, name) == getattr(given, name) for name in told) if told else by_name


def _completed(person: Person, given: PersonGiven) -> Person:
    news = {
        name: value
        for name in _MORE
        if (value := getattr(given, name)) not in ("", None) and getattr(person, name) in ("", None)
    }
    for name, value in news.items():
        setattr(person, name, value)
    if news:
        person.save(update_fields=list(news))
    return person


class RecordOwner(Act):
    """An owner of a parcel, from a day on."""

    parcel: UUID = Field(title="Parcel")
    owner: PersonGiven = Field(title="Owner")
    how: str = Field(default="owner", title="How", max_length=60, description="Owner, life tenant, trustee, executor.")
    share: str = Field(default="", title="Share", max_length=40)
    begins: date | None = Field(default=None, title="Day of the deed")
    roll_day: date | None = Field(default=None, title="Day on the roll")
    may_sign: bool = Field(default=True, title="May sign for the owners")
    signing_paper: str = Field(default="", title="Paper that says so", max_length=200)
    in_place_of: UUID | None = Field(default=None, title="In place of", description="The owner who sold.")


@act("owner.record", title="Record an owner")
def record_owner(doing: Doing[Ownership], given: RecordOwner) -> None:
    """Records who owns a parcel from the day of a deed; the one in whose place they come stays on record until then."""
    parcel = Parcel.objects.filter(pk=given.parcel).first()
    if parcel is None:
        raise InputError({"parcel": "There is no such parcel."})
    if given.owner.empty:
        raise InputError({"owner": "Say who the owner is."})
    if given.in_place_of is not None:
        before = Ownership.objects.filter(pk=given.in_place_of, parcel=parcel).first()
        if before is None:
            raise InputError({"in_place_of": "This is no owner of the parcel."})
        before.ends = given.begins or doing.on
        before.save(update_fields=["ends"])
    person = enter(doing, given.owner)
    doing.made(
        Ownership.objects.create(
            parcel=parcel,
            person=person,
            how=given.how,
            share=given.share,
            begins=given.begins,
            roll_day=given.roll_day,
            may_sign=given.may_sign,
            signing_paper=given.signing_paper,
        )
    )
    doing.touch(parcel=parcel.pk, person=person.pk)
    doing.say(f"{person.name} recorded as {given.how} of {parcel.address}")


class RecordInsurance(Act):
    """Proof of insurance, or an exemption from it."""

    person: UUID = Field(title="Who")
    kind: Literal["workers compensation", "disability", "liability"] = Field(title="Kind")
    form: str = Field(title="Form", min_length=1, max_length=40, description="C-105.2, DB-120.1, CE-200, BP-1 …")
    carrier: str = Field(default="", title="Carrier", max_length=200)
    policy: str = Field(default="", title="Policy", max_length=60)
    begins: date | None = Field(default=None, title="From")
    ends: date | None = Field(default=None, title="Good to")
    file: UUID | None = Field(default=None, title="Scan", json_schema_extra={"file": True})


@act("insurance.record", title="Record proof of insurance")
def record_insurance(doing: Doing[Insurance], given: RecordInsurance) -> None:
    """Records proof of insurance once, good for every permit of that contractor or owner."""
    person = Person.objects.filter(pk=given.person).first()
    if person is None:
        raise InputError({"person": "There is no such person."})
    if given.begins and given.ends and given.ends < given.begins:
        raise InputError({"ends": "The last day lies before the first."})
    doing.made(
        Insurance.objects.create(
            person=person,
            kind=given.kind,
            form=given.form,
            carrier=given.carrier,
            policy=given.policy,
            begins=given.begins,
            ends=given.ends,
            file_id=given.file,
        )
    )
    doing.touch(person=person.pk)
    doing.say(f"{given.form} of {person.name} recorded{f', good to {given.ends}' if given.ends else ''}")
