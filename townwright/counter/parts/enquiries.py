"""An enquiry at the counter ("Do I need a permit?"): what an address says, where it leads, and back into an address.

The answers stand in the address and nowhere else: a link holds them all, the browser goes back through them, and the
office keeps nothing of who asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from urllib.parse import urlencode

from django.http import QueryDict

from townwright.counter import where
from townwright.law import asking
from townwright.law.asking import Enquiry, Question, Settled, Walk
from townwright.law.enquiries import TICKED, Line, Reply, Together, Topic, Wording
from townwright.law.facts import Fact, Kind, Value
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.office.money.acts import Estimate, estimate
from townwright.office.register.errors import InputError
from townwright.pages.fields import read_amount, read_day

#: The answer of somebody who does not know.
NOT_KNOWN = "not-known"
#: The answer to a list of things that none of them is there.
NONE = "none"
#: What the form of a list sends: the facts on it, and what was ticked.
OF, TICKS = "of", "ticks"
#: The facts of a list that somebody does not know, and so is asked one by one.
SINGLY = "singly"
#: What an address says beside the answers: the topic, the kind of operating permit, the question that was just put, and
#: the one to be put again.
_OWN = ("about", "kind", "asked", "at", OF, TICKS, SINGLY, "csrfmiddlewaretoken")
_LONGEST = 200
_NONE_AND_OTHERS = "You ticked that none fits beside others. Which is right?"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that can be ticked."""

    value: str
    words: str
    hint: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    """A question as the page puts it. `typed` is what was answered, right or wrong; `of` are the facts of a list, and
    `fields` those of them that are filled in.
    """

    name: str
    ask: str
    hint: str
    choices: tuple[Choice, ...] = ()
    many: bool = False
    unit: str = ""
    kind: str = ""
    typed: str = ""
    may_not_know: bool = True
    not_known: bool = False
    wrong: str = ""
    of: tuple[str, ...] = ()
    fields: tuple[Put, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given, in words, with the address of its question."""

    ask: str
    words: str
    change: str


@dataclass(slots=True)
class Asked:
    """What an address asks: a topic with the answers so far, and where they lead. `wrong` is what could not be read, by
    the name of its question, and `strange` what belongs to no question here.
    """

    pack: Pack
    on: date
    query: QueryDict
    key: str
    topic: Topic
    kind: str
    enquiry: Enquiry
    walk: Walk
    answers: dict[str, Value]
    aside: frozenset[str]
    singly: frozenset[str] = frozenset()
    extra: dict[str, Value] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)

    @property
    def told(self) -> dict[str, Value]:
        """All that is known: from the topic, from the questions on the way, and for the fee."""
        on_the_way = {name: self.answers[name] for name in self.walk.asked if name in self.answers}
        return {**self.enquiry.told, **on_the_way, **self.extra}

    @property
    def reply(self) -> Reply | None:
        """The answer in the words of the pack, once the enquiry is settled."""
        if isinstance(self.walk.then, Question):
            return None
        return {"met": self.topic.free, "unmet": self.topic.needed, "open": self.topic.open}[self.walk.then.ending]

    @property
    def settled(self) -> Settled:
        """How it ended; asked for only where it has."""
        assert isinstance(self.walk.then, Settled)
        return self.walk.then

    # -- addresses -----------------------------------------------------------------------------------------------

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What the address says, without what is not asked on the way."""
        about = [("about", self.key), *([("kind", self.kind)] if self.kind else [])]
        alone = [(SINGLY, name) for name in sorted(self.singly)]
        return [*about, *alone, *(pair for name in (*self.walk.asked, *self.extra) for pair in self.written(name))]

    def written(self, name: str) -> Iterator[tuple[str, str]]:
        """An answer as an address has it."""
        if name in self.aside:
            yield name, NOT_KNOWN
            return
        value = self.extra[name] if name in self.extra else self.answers[name]
        match value:
            case bool():
                yield name, "yes" if value else "no"
            case frozenset():
                yield from ((name, each) for each in sorted(value) or [NONE])
            case date():
                yield name, value.isoformat()
            case _:
                yield name, str(value)

    @property
    def link(self) -> str:
        """The address of what is shown here."""
        return f"{where.permit_needed()}?{urlencode(self.pairs)}"

    def change(self, name: str) -> str:
        """The address at which a question is put again, with the other answers kept."""
        return f"{where.permit_needed()}?{urlencode([*self.pairs, ('at', name)])}"

    @property
    def first(self) -> str:
        """The address of the page on which topic and kind are chosen."""
        chosen = [("about", self.key), *([("kind", self.kind), ("at", "kind")] if self.kind else [("at", "about")])]
        return f"{where.permit_needed()}?{urlencode(chosen)}"

    # -- words ---------------------------------------------------------------------------------------------------

    def given(self) -> list[Given]:
        """Every answer, in the order of the questions."""
        about = urlencode({"about": self.key, "at": "about"})
        begun = [Given("What is it about?", self.topic.title, f"{where.permit_needed()}?{about}")]
        if self.kind:
            title = asking.kinds(self.pack, self.on)[self.kind]
            begun.append(Given("Which of these is it?", title, self.first))
        return [*begun, *(self._given(step) for step in self.walk.steps)]

    def _given(self, step: tuple[str, ...]) -> Given:
        if len(step) == 1:
            return Given(self._wording(step[0]).ask, self._said(step[0]), self.change(step[0]))
        together = list_of(self.pack, step)
        said = (self._said_on(line, step) for line in together.lines)
        return Given(together.ask, "; ".join(filter(None, said)) or together.none, self.change(step[0]))

    def _said_on(self, line: Line, step: tuple[str, ...]) -> str:
        """What was answered to one line of a list; empty where it was not ticked."""
        if line.fact not in step:
            return ""
        if line.fact in self.aside:
            return f"{line.says}: you do not know"
        match self.answers[line.fact]:
            case bool() as value:
                return line.says if value else ""
            case frozenset() as value:
                return self._said(line.fact) if value else ""
        return f"{line.says} {self._said(line.fact)}"

    def put(self, names: tuple[str, ...]) -> Put:
        """A question as the page puts it, with what was answered."""
        if len(names) == 1:
            return put(self.pack, names[0], self.query.getlist(names[0]), wrong=self.wrong.get(names[0], ""))
        return put_together(self.pack, names, self.query, self.wrong)

    def step_of(self, name: str) -> tuple[str, ...]:
        """The facts that are asked together with one where it was asked, or is to be."""
        then = (self.walk.then.names,) if isinstance(self.walk.then, Question) else ()
        return next((step for step in (*self.walk.steps, *then) if name in step), (name,))

    def _wording(self, name: str) -> Wording:
        return wording(self.pack, name)

    def _said(self, name: str) -> str:
        if name in self.aside:
            return "You do not know"
        fact, said = self.pack.catalogue[name], self._wording(name)
        value = self.answers[name]
        if isinstance(value, frozenset):
            return ", ".join(said.choices.get(each, each) for each in sorted(value)) or "None of these"
        key = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        shown = fact.show(value)
        return said.choices.get(key, shown[:1].upper() + shown[1:])


# -- reading an address ------------------------------------------------------------------------------------------------


def read(query: QueryDict, pack: Pack, on: date) -> Asked | None:
    """What an address asks. None where it has no topic (or no kind) of this town, which is then to be chosen."""
    key, kind = query.get("about", ""), query.get("kind", "")
    topic = asking.topics(pack, on).get(key)
    if topic is None or (topic.operating and kind not in asking.kinds(pack, on)):
        return None
    enquiry = _enquiry(pack.hash, key, kind if topic.operating else "", on)
    answers: dict[str, Value] = {}
    query, wrong = _unfolded(query, pack)
    aside, strange = set(), []
    others: dict[str, Value] = {}
    for name in query:
        if name in _OWN:
            continue
        if name not in pack.catalogue:
            strange.append(name[:60])
            continue
        if name in enquiry.facts and query.get(name) == NOT_KNOWN:
            aside.add(name)
            continue
        if name not in enquiry.facts and not query.get(name):
            continue
        try:
            value = read_answer(pack.catalogue[name], query.getlist(name))
        except ValueError as error:
            if name in enquiry.facts or may_be_told(pack, name):
                wrong[name] = str(error)
            else:
                strange.append(name)
        else:
            (answers if name in enquiry.facts else others)[name] = value
    singly = enquiry.facts & set(query.getlist(SINGLY))
    walk = enquiry.walk(answers, aside, singly)
    own = kind if topic.operating else ""
    found = Asked(
        pack, on, query, key, topic, own, enquiry, walk, answers, frozenset(aside), singly, wrong=wrong, strange=strange
    )
    _take_extra(found, others)
    return found


def _unfolded(query: QueryDict, pack: Pack) -> tuple[QueryDict, dict[str, str]]:
    """An address in which the list that was sent stands as an answer to each of its facts; and what of it is wrong.

    Who does not know the whole of a list is asked it fact by fact.
    """
    names = [name for name in query.getlist(OF) if name in pack.catalogue]
    ticked = query.getlist(TICKS)
    if not names:
        return query, {}
    plain = query.copy()
    if NOT_KNOWN in ticked:
        for name in names:
            plain.pop(name, None)
            plain.appendlist(SINGLY, name)
        return plain, {}
    if pack.catalogue[names[0]].kind not in TICKED:
        return plain, {}
    if not ticked:
        return plain, {names[0]: "Tick all that fit, or say that none does."}
    if NONE in ticked and len(ticked) > 1:
        return plain, {names[0]: _NONE_AND_OTHERS}
    for name in names:
        if pack.catalogue[name].kind is Kind.BOOL:
            plain[name] = "yes" if name in ticked else "no"
        else:
            things = [tick.removeprefix(f"{name}=") for tick in ticked if tick.startswith(f"{name}=")]
            plain.setlist(name, things or [NONE])
    return plain, {}


def _take_extra(found: Asked, others: dict[str, Value]) -> None:
    """Takes what only the fee wants to know, where it does; the rest belongs to no question."""
    if isinstance(found.walk.then, Settled):
        while wanted := [name for each in fees(found) for name in each.missing if name in others]:
            found.extra[wanted[0]] = others.pop(wanted[0])
    elif all(may_be_told(found.pack, name) for name in others):
        return  # told for the fee before an earlier question was changed
    found.strange.extend(others)


def may_be_told(pack: Pack, name: str) -> bool:
    """Whether an applicant can tell a fact for the fee: a number or an amount."""
    fact = pack.catalogue[name]
    return fact.held_by == "applicant" and fact.kind in (Kind.INT, Kind.NUMBER, Kind.MONEY)


@lru_cache(maxsize=256)
def _enquiry(pack_hash: str, key: str, kind: str, on: date) -> Enquiry:
    # Known by the hash of the law, so what one office asks is the same in every other.
    pack = laws.kept(pack_hash)
    return asking.enquiry(pack, pack.enquiries.topics[key], on, kind)


def fees(asked: Asked) -> list[Estimate]:
    """What the lines of the schedule come to that an answer makes due."""
    found = []
    for code in asked.reply.fees if asked.reply else ():
        try:
            found.append(estimate(code, asked.told, asked.on))
        except InputError:
            found.append(Estimate(code))
    return found


# -- answers -----------------------------------------------------------------------------------------------------------


def read_answer(fact: Fact, typed: list[str]) -> Value:
    """An answer in the type of its fact. Raises `ValueError` in plain words."""
    text = typed[-1].strip() if typed else ""
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    if not text:
        raise ValueError("Give an answer, or say that you do not know.")
    match fact.kind:
        case Kind.BOOL if text in ("yes", "no"):
            return text == "yes"
        case Kind.CHOICE if text in fact.choices or not fact.choices:
            return text[:_LONGEST]
        case Kind.SET if NONE in typed and len(typed) == 1:
            return frozenset()
        case Kind.SET if NONE in typed:
            raise ValueError(_NONE_AND_OTHERS)
        case Kind.SET if not fact.choices or set(typed) <= fact.choices.keys():
            return frozenset(each[:_LONGEST] for each in typed)
        case Kind.BOOL | Kind.CHOICE | Kind.SET:
            raise ValueError("Choose one of the answers below.")
        case Kind.DATE:
            return read_day(text)
        case Kind.TEXT:
            return text[:_LONGEST]
        case Kind.MONEY:
            value = read_amount(shown)
            if value < 0:
                raise ValueError("An amount below zero cannot be right.")
            return value
    return _number(fact, text, shown)


def _number(fact: Fact, text: str, shown: str) -> int | Decimal:
    bare = text.removesuffix(fact.unit).strip().replace(",", "") if fact.unit else text.replace(",", "")
    try:
        number = Decimal(bare) if len(bare) <= 12 else Decimal("NaN")
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise ValueError(f"“{shown}” is not a number. Write it in figures, such as 120.")
    if number < 0:
        raise ValueError("A number below zero cannot be right.")
    if fact.kind is Kind.INT and number != int(number):
        raise ValueError(f"“{shown}” is not a whole number. Write it without a fraction.")
    return int(number) if fact.kind is Kind.INT else number


def wording(pack: Pack, name: str) -> Wording:
    """The words of a question: the pack's for the counter, and the catalogue's where it has none."""
    fact, said = pack.catalogue[name], pack.enquiries.questions.get(name, Wording())
    choices = {key: words[:1].upper() + words[1:] for key, words in fact.choices.items()}
    if fact.kind is Kind.BOOL:
        choices = {"yes": "Yes", "no": "No"}
    return Wording(ask=said.ask or fact.ask, hint=said.hint, choices={**choices, **said.choices}, hints=said.hints)


def list_of(pack: Pack, names: tuple[str, ...]) -> Together:
    """The list on which facts stand that are asked together."""
    return next(one for one in pack.enquiries.together.values() if names[0] in one.facts)


def put_together(pack: Pack, names: tuple[str, ...], query: QueryDict, wrong: Mapping[str, str]) -> Put:
    """A list as the page puts it: with something to tick on each line, or a field."""
    together = list_of(pack, names)
    lines = [line for line in together.lines if line.fact in names]
    if pack.catalogue[names[0]].kind not in TICKED:
        fields = (
            replace(put(pack, line.fact, query.getlist(line.fact), wrong=wrong.get(line.fact, "")), ask=line.says)
            for line in lines
        )
        return Put("", together.ask, together.hint, of=names, fields=tuple(fields))
    ticked, answered = query.getlist(TICKS), any(name in query for name in names)
    choices = [choice for line in lines for choice in _ticks(pack, line, query)]
    none = NONE in ticked or (answered and not any(choice.chosen for choice in choices))
    choices.append(Choice(NONE, together.none, chosen=none))
    return Put(TICKS, together.ask, together.hint, tuple(choices), True, wrong=wrong.get(names[0], ""), of=names)


def _ticks(pack: Pack, line: Line, query: QueryDict) -> Iterator[Choice]:
    ticked, answers = query.getlist(TICKS), query.getlist(line.fact)
    if pack.catalogue[line.fact].kind is Kind.BOOL:
        yield Choice(line.fact, line.says, chosen=line.fact in ticked or "yes" in answers)
        return
    for key, says in wording(pack, line.fact).choices.items():
        value = f"{line.fact}={key}"
        yield Choice(value, says, chosen=value in ticked or key in answers)


def put(pack: Pack, name: str, typed: list[str], *, may_not_know: bool = True, wrong: str = "") -> Put:
    """A question as the page puts it, with what was answered."""
    fact, said = pack.catalogue[name], wording(pack, name)
    many = fact.kind is Kind.SET and bool(fact.choices)
    choices = dict(said.choices)
    if many:
        choices[NONE] = "None of these"
    return Put(
        name,
        said.ask,
        said.hint,
        tuple(Choice(key, words, said.hints.get(key, ""), key in typed) for key, words in choices.items()),
        many,
        fact.unit,
        fact.kind.value,
        "" if NOT_KNOWN in typed else (typed[-1] if typed else ""),
        may_not_know,
        NOT_KNOWN in typed,
        wrong,
    )


def as_json(told: Mapping[str, Value]) -> dict[str, object]:
    """Facts as a draft keeps them."""
    return {
        name: sorted(value) if isinstance(value, frozenset) else value if isinstance(value, bool | int) else str(value)
        for name, value in told.items()
    }
