"""The engine behind every act: ask the law, then change records, register, papers and outbox together or not at all.

An act is declared once and is then open to every door (page, API, import, command line) under its name::

    class IssuePermit(Act):
        conditions: list[str] = Field(default=[], title="Special conditions")

    @act("permit.issue", subject=Permit, title="Issue the permit", by=OFFICERS, gate="permit.issue")
    def issue(doing: Doing[Permit], given: IssuePermit) -> None:
        ...

`perform` does one, `ask` gives the law's decision and changes nothing, `offers` lists what is open on a subject.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from townwright.law.findings import Decision
from townwright.office import clock, laws
from townwright.office.register import chain, facts
from townwright.office.register.actors import STAFF, Actor, Role
from townwright.office.register.errors import (
    InputError,
    NoSuchThing,
    NotAllowed,
    Overtaken,
    Refused,
    UnknownAct,
)
from townwright.office.register.inputs import in_plain_words
from townwright.office.register.models import Entry

S = TypeVar("S", bound=Model)
Facts = Mapping[str, Any]

OFFICE_STAFF = STAFF
ANYONE = frozenset(Role)
OFFICERS = frozenset({Role.OFFICER, Role.SYSTEM})
INSPECTORS = frozenset({Role.INSPECTOR, Role.OFFICER, Role.SYSTEM})
ADMINISTRATORS = frozenset({Role.ADMINISTRATOR, Role.OFFICER, Role.SYSTEM})


class Act(BaseModel):
    """What every act may be given: an earlier day on which it counts, with the reason why it is entered late."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    on: date | None = Field(default=None, title="Day on which it happened", description="Today, if left empty.")
    late_reason: str = Field(
        default="", title="Why it is entered late", max_length=400, description="Needed for an earlier day."
    )
    corrects: int | None = Field(
        default=None,
        title="Register entry that this corrects",
        ge=1,
        description="Nothing is deleted: the mistaken entry stays and is shown with its correction.",
    )
    overrule: dict[str, str] = Field(
        default={},
        title="Decided otherwise",
        description="Finding, and the officer's written reason.",
    )


G = TypeVar("G", bound=Act)


@dataclass(slots=True)
class Doing(Generic[S]):
    """An act while it is done: who, when, on what, under which decision, and what it leaves behind.

    The function of the act changes records itself and tells the rest here: `say` for the sentence in the history,
    `changed` for before and after, `touch` for the histories it belongs to, `paper` and `message` for what went out.
    """

    name: str
    actor: Actor
    on: date
    at: datetime
    seq: int
    decision: Decision
    _subject: S | None = None
    said: str = ""
    title: str = ""
    touched: dict[UUID, str] = field(default_factory=dict)
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    private: dict[str, str] = field(default_factory=dict)
    papers: list[dict[str, Any]] = field(default_factory=list)
    messages: list[dict[str, Any]] = field(default_factory=list)

    @property
    def subject(self) -> S:
        """The row that the act is done on, or that it has made."""
        assert self._subject is not None, f"{self.name} has no subject yet"
        return self._subject

    def made(self, subject: S) -> S:
        """Names the row that the act has made as its subject."""
        self._subject = subject
        return subject

    def say(self, sentence: str, /, *, private: Mapping[str, str] | None = None) -> None:
        """The sentence that the history shows; `private` words are kept beside the register and only hashed in it."""
        self.said = sentence
        self.private.update({name: words for name, words in (private or {}).items() if words})

    def changed(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """What the act changed."""
        self.before.update(before)
        self.after.update(after)

    def touch(self, *, case: UUID | None = None, parcel: UUID | None = None, person: UUID | None = None) -> None:
        """Puts the act into a history."""
        for ref, kind in ((case, "case"), (parcel, "parcel"), (person, "person")):
            if ref is not None:
                self.touched[ref] = kind

    def paper(self, **facts_of_paper: Any) -> None:
        """Notes a paper that was printed: its id, kind, number and SHA-256."""
        self.papers.append(facts_of_paper)

    def message(self, **facts_of_message: Any) -> None:
        """Notes a message put in the outbox."""
        self.messages.append(facts_of_message)


@dataclass(frozen=True, slots=True)
class Spec:
    """One act as declared. `gives` names the facts that the input itself supplies: an offer does not miss them."""

    name: str
    title: str
    run: Callable[[Doing[Any], Any], None]
    given: type[Act]
    subject: type[Model] | None
    by: frozenset[Role]
    gate: str | None
    signs: str | None
    gives: tuple[str, ...]
    input_facts: Callable[[Any, Any, date], Facts] | None
    decide: Callable[[Any, Any, date, Actor], Decision] | None
    applies: Callable[[Any, date], bool] | None
    danger: bool

    def tells(self, fact: str) -> bool:
        """Whether the input itself can supply a fact; a name in `gives` that ends in a dot is all beneath it."""
        return any(fact == one or (one.endswith(".") and fact.startswith(one)) for one in self.gives)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an act: the law's decision and, unless it was only asked for, the register entry.

    `again` is True where the same key had been used before and the first answer is returned.
    """

    decision: Decision
    entry: Entry | None = None
    subject_id: UUID | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """An act that a person might do on a subject now, with the decision that opens or shuts it."""

    spec: Spec
    decision: Decision

    @property
    def open(self) -> bool:
        """Whether nothing stands in the way that the act's own input would not settle."""
        return all(
            f.outcome == "unknown" and f.missing and all(map(self.spec.tells, f.missing)) or f.discretion
            for f in self.decision.standing_in_the_way
        )


_specs: dict[str, Spec] = {}
_followers: list[Callable[[Doing[Any]], None]] = []


def act(
    name: str,
    *,
    title: str,
    subject: type[Model] | None = None,
    by: Iterable[Role] = OFFICE_STAFF,
    gate: str | None = None,
    signs: str | None = None,
    gives: Iterable[str] = (),
    input_facts: Callable[[Any, Any, date], Facts] | None = None,
    decide: Callable[[Any, Any, date, Actor], Decision] | None = None,
    applies: Callable[[Any, date], bool] | None = None,
    danger: bool = False,
) -> Callable[[Callable[[Doing[S], G], None]], Callable[[Doing[S], G], None]]:
    """Declares an act.

    `subject` is the model it is done on (None: it makes something new); `by` the roles that may do it at all; `gate`
    the gate of the pack that opens it, or `decide` a function where a gate's facts are not enough; `signs` the
    office whose appointment the act needs on its day; `input_facts` turns the input into facts, `gives` names them;
    `applies` hides it from the offers where it makes no sense; `danger` marks what works against somebody.
    """

    def declare(run: Callable[[Doing[S], G], None]) -> Callable[[Doing[S], G], None]:
        if name in _specs:
            raise ValueError(f"two acts are called {name}")
        given = typing.get_type_hints(run)["given"]
        _specs[name] = Spec(
            name,
            title,
            run,
            given,
            subject,
            frozenset(by),
            gate,
            signs,
            tuple(gives),
            input_facts,
            decide,
            applies,
            danger,
        )
        return run

    return declare


def afterwards(follow: Callable[[Doing[Any]], None]) -> Callable[[Doing[Any]], None]:
    """Registers what follows from every act, in its transaction and before its entry is written.

    For what rests on facts of several apps (an application is ready once the last of them is told): `doing.touched`
    says whom and what the act bears on.
    """
    _followers.append(follow)
    return follow


def spec(name: str) -> Spec:
    """The act of a name. Raises `UnknownAct`."""
    try:
        return _specs[name]
    except KeyError:
        raise UnknownAct(f"There is no act called {name}.") from None


def specs() -> tuple[Spec, ...]:
    """Every act, by name."""
    return tuple(_specs[name] for name in sorted(_specs))


def can_be_told(name: str, gate: str = "") -> bool:
    """Whether a fact can be known to a gate: it is told by an app, given with an act, noted for that gate, or known of
    whoever acts.
    """
    return (
        name.startswith("actor.")
        or facts.told(name)
        or facts.noted(name, gate)
        or any(name in one.gives for one in _specs.values())
    )


def names() -> frozenset[str]:
    """The names of all acts."""
    return frozenset(_specs)


def read(declared: Spec, data: Act | Mapping[str, Any]) -> Act:
    """The act's input from data. Raises `InputError` with one plain sentence a field."""
    if isinstance(data, Act):
        return data
    try:
        return declared.given.model_validate(data)
    except ValidationError as error:
        raise InputError(in_plain_words(error, declared.given)) from None


def find(declared: Spec, subject_id: UUID | None, actor: Actor) -> Model | None:
    """The act's subject, if this person may see it. Raises `NoSuchThing`, also for what is not theirs to see."""
    if declared.subject is None:
        return None
    row = None
    if subject_id is not None:
        visible = declared.subject._default_manager.visible_to(actor)  # type: ignore[attr-defined]
        row = visible.filter(pk=subject_id).first()
    if row is None:
        raise NoSuchThing("There is no such record here.")
    return typing.cast(Model, row)


def decision_on(declared: Spec, subject: Model | None, given: Act | None, on: date, actor: Actor) -> Decision:
    """What the law says to an act on a day: its gate over the facts told by name and those of its own input."""
    told: dict[str, Any] = {"actor.role": actor.role.value, "actor.offices": actor.offices(on)}
    if given is not None and declared.input_facts is not None:
        told.update(declared.input_facts(subject, given, on))
    pack = laws.pack()
    if declared.decide is not None:
        decision = declared.decide(subject, given, on, actor)
    elif declared.gate is not None:
        gate = pack.gate(declared.gate)
        decision = gate.decide({**facts.gather(subject, gate.needs(on), on), **told}, on, pack.hash)
    else:
        decision = Decision(gate=declared.name, on=on, pack_hash=pack.hash)
    if declared.signs is not None:
        gate = pack.gate(f"sign.{declared.signs}")
        decision = decision.and_(*gate.decide(told, on, pack.hash).findings)
    if (who := f"who.{declared.name}") in pack.gates:
        # The town's code says which of its officers does this: the clerk who keeps a register, say.
        gate = pack.gate(who)
        found = gate.decide({**facts.gather(subject, gate.needs(on), on), **told}, on, pack.hash)
        decision = decision.and_(*found.findings)
    return decision


def ask(name: str, data: Act | Mapping[str, Any], *, actor: Actor, subject_id: UUID | None = None) -> Outcome:
    """The law's decision on an act with this input; nothing is changed."""
    declared = spec(name)
    _may_do(declared, actor)
    given = read(declared, data)
    subject = find(declared, subject_id, actor)
    return Outcome(_decided(declared, subject, given, _day(given, actor), actor), subject_id=subject_id)


def perform(
    name: str,
    data: Act | Mapping[str, Any],
    *,
    actor: Actor,
    subject_id: UUID | None = None,
    key: str | None = None,
    seen: int | None = None,
) -> Outcome:
    """Does one act, whole or not at all.

    `key` (made with the form) makes a double click harmless: the same key again returns the first answer. `seen` is
    the version of the case that the person looked at. Raises `InputError`, `NotAllowed`, `NoSuchThing`, `Refused`
    with the findings, or `Overtaken` with what somebody else did meanwhile.
    """
    declared = spec(name)
    _may_do(declared, actor)
    given = read(declared, data)
    on = _day(given, actor)
    with laws.remembered(), transaction.atomic():
        end = chain.locked_head()
        laws.forget()  # another act may have changed the law until this one had the lock
        if key is not None and (first := Entry.objects.filter(key=key).first()) is not None:
            return _again(first, declared, actor)
        subject = find(declared, subject_id, actor)
        if seen is not None and subject is not None:
            _not_overtaken(subject, seen)
        if given.corrects is not None:
            _names_its_own(given.corrects, subject)
        decision = _decided(declared, subject, given, on, actor)
        if not decision.allowed:
            raise Refused(decision)
        doing: Doing[Any] = Doing(name, actor, on, clock.now(), end.seq + 1, decision, subject)
        doing.title = actor.title(on, (declared.signs,) if declared.signs else ())
        declared.run(doing, given)
        for ref in histories(doing.subject):
            doing.touched.setdefault(ref, "case" if ref == getattr(doing.subject, "case_id", None) else "parcel")
        for follow in _followers:
            follow(doing)
        kept, private = _split(given)
        entry = chain.append(
            end,
            at=doing.at,
            on=on,
            act=name,
            actor_id=actor.id,
            actor_name=actor.name,
            title=doing.title,
            subject_id=doing.subject.pk,
            said=doing.said or declared.title,
            key=key,
            touched=doing.touched,
            content=_content(doing, kept),
            private={**private, **doing.private},
            corrects=given.corrects,
        )
    return Outcome(decision, entry, doing.subject.pk)


def offers(subject: Model, actor: Actor, on: date | None = None) -> list[Offer]:
    """The acts that this person might do on a subject, each open or shut, with the decision that says why."""
    day = on or clock.today()
    return [
        Offer(declared, decision_on(declared, subject, None, day, actor))
        for declared in specs()
        if declared.subject is not None
        and isinstance(subject, declared.subject)
        and actor.role in declared.by
        and (declared.applies is None or declared.applies(subject, day))
    ]


def version(case_id: UUID) -> int:
    """A case's version: the number of the last register entry that bears on it, 0 before the first."""
    last = Entry.objects.filter(touched__ref=case_id).order_by("-seq").values_list("seq", flat=True).first()
    return last or 0


def histories(subject: Model) -> list[UUID]:
    """The histories that a row belongs to by itself: its case and its parcel."""
    return [ref for name in ("case_id", "parcel_id") if isinstance(ref := getattr(subject, name, None), UUID)]


def _may_do(declared: Spec, actor: Actor) -> None:
    if actor.role not in declared.by:
        raise NotAllowed(f"{declared.title}: this is not open to {actor.name} ({actor.role.value}).")


def _day(given: Act, actor: Actor) -> date:
    today = clock.today()
    on = given.on or today
    if not actor.is_staff and (on < today or given.corrects is not None or given.overrule):
        raise NotAllowed("Only the office enters an earlier day, corrects an entry, or decides otherwise.")
    if on > today:
        raise InputError({"on": f"This day has not come yet. Give {today:%Y-%m-%d} or an earlier day."})
    if on.year < 1850:
        raise InputError({"on": f"The year {on.year} cannot be right. Write all four figures of the year."})
    if on < today and not given.late_reason:
        raise InputError({"late_reason": "Say why this is entered later than the day on which it happened."})
    return on


def _decided(declared: Spec, subject: Model | None, given: Act, on: date, actor: Actor) -> Decision:
    decision = decision_on(declared, subject, given, on, actor)
    if not given.overrule:
        return decision
    if any(not reason.strip() for reason in given.overrule.values()):
        raise InputError({"overrule": "Deciding otherwise needs a written reason."})
    try:
        return decision.overrule(given.overrule)
    except ValueError as error:
        raise InputError({"overrule": f"{error}."}) from None


def _not_overtaken(subject: Model, seen: int) -> None:
    since = Entry.objects.filter(touched__ref__in=histories(subject)[:1], seq__gt=seen).order_by("seq")
    if entries := list(since):
        raise Overtaken(entries)


def _names_its_own(seq: int, subject: Model | None) -> None:
    refs = histories(subject) if subject is not None else []
    if not Entry.objects.filter(seq=seq, touched__ref__in=refs).exists():
        raise InputError({"corrects": f"Entry {seq} of the register is not about this."})


def _again(first: Entry, declared: Spec, actor: Actor) -> Outcome:
    if first.act != declared.name or first.actor_id != actor.id:
        raise InputError({"key": "This key was used for another act. Load the page again."})
    return Outcome(Decision.from_json(first.content["decision"]), first, first.subject_id, again=True)


def _split(given: BaseModel, at: str = "given") -> tuple[dict[str, Any], dict[str, str]]:
    """What was given, apart: the fields that the register may hold, and by their paths the private words.

    A field marked secret (a password, a key) is kept nowhere.
    """
    kept: dict[str, Any] = {}
    private: dict[str, str] = {}

    def plain(value: Any, path: str) -> Any:
        if isinstance(value, BaseModel):
            part, words = _split(value, path)
            private.update(words)
            return part
        if isinstance(value, (list, tuple)):
            return [plain(each, f"{path}.{number}") for number, each in enumerate(value)]
        if isinstance(value, dict):
            return {str(key): plain(each, f"{path}.{key}") for key, each in value.items()}
        return value

    for name, info in type(given).model_fields.items():
        value = getattr(given, name)
        if not info.is_required() and value == info.get_default(call_default_factory=True):
            continue
        extra = info.json_schema_extra
        if isinstance(extra, dict) and extra.get("secret"):
            continue
        if isinstance(extra, dict) and extra.get("private"):
            private[f"{at}.{name}"] = str(value)
        else:
            kept[name] = plain(value, f"{at}.{name}")
    return kept, private


def _content(doing: Doing[Any], kept: dict[str, Any]) -> dict[str, Any]:
    return {
        "given": kept,
        "decision": doing.decision.to_json(),
        "before": doing.before,
        "after": doing.after,
        "papers": doing.papers,
        "messages": doing.messages,
        "role": doing.actor.role.value,
    }
