"""The components of a page as plain data. A view builds them, a template tag of the same name writes them.

What each is for, and when to use it, stands in its docstring; the look stands in `townwright.css`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from django.core.paginator import Page

from townwright.law.findings import Decision
from townwright.office.register.acts import Offer
from townwright.pages import words
from townwright.pages.inline import Cite, Link, Tag


@dataclass(frozen=True, slots=True)
class Clock:
    """Days with the office and days with the applicant. `running` says whose days count now."""

    ours: int
    theirs: int
    running: Literal["", "us", "you"] = ""
    note: Any = ""
    public: bool = False

    @property
    def share(self) -> int:
        """Width of the office's part of the bar, of 200."""
        total = self.ours + self.theirs
        return round(200 * self.ours / total) if total else 0

    @property
    def rest(self) -> int:
        """Where the other part of the bar begins: a hair after ours, at the edge where one of them is all."""
        return self.share + 1 if 0 < self.share < 200 else self.share

    @property
    def remainder(self) -> int:
        """Width of the applicant's part of the bar."""
        return 200 - self.rest


@dataclass(frozen=True, slots=True)
class Status:
    """The first thing on a case: what is so, why and until when, and who has it. One a page.

    `mood` is good, ask (something is not known), due (time runs, or it is with the applicant) or bad.
    `say` can be read aloud on the telephone as it stands.
    """

    say: str
    why: Any = ""
    mood: Literal["", "good", "ask", "due", "bad"] = ""
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class OpenAct:
    """An act that is open now: a button named with a verb. At most one of a list is `first`.

    With `posts` the button sends a form at once (the page must be inside no other form); otherwise it opens
    the act's page. `confirm` is asked first, where the browser can.
    """

    title: str
    href: str
    first: bool = False
    bad: bool = False
    posts: bool = False
    confirm: str = ""
    hidden: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShutAct:
    """An act that is not open: its name as text, with what stands in the way. Never a grey button."""

    title: str
    why: Any
    see: Link | None = None

    @classmethod
    def by(cls, title: str, decision: Decision, href: str = "#gate") -> ShutAct:
        """The act as a decision shuts it. One finding is said in full, several are counted."""
        shut = decision.standing_in_the_way
        if len(shut) == 1:
            finding = shut[0]
            return cls(title, (f"{finding.says}. ", Cite(finding.cite, next(iter(finding.provisions), ""))))
        return cls(title, f"{words.standing(decision)}.", Link("See which", href))


@dataclass(frozen=True, slots=True)
class Banner:
    """What binds everyone who opens this page. `stop` comes first and alone in solid red."""

    kind: Literal["stop", "vac", "viol", "info"]
    title: str
    body: Any = ""
    act: Link | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a history.

    `kind` is law (an act of law, filled dot), event (hollow), bad (against someone, red) or next (to come).
    `when` is a date, or words ("about 3 days", "1988").
    """

    when: date | str
    title: str
    body: Any = ""
    kind: Literal["law", "event", "bad", "next"] = "event"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    `title` heads it; `label` stands before the value on a telephone, where the head is gone; `kind` is text,
    number (to the right) or main (what the row is about: its header); `sort` is the name by which the list
    can be sorted; `by` lets the browser sort a short table ("text", "number"); `unseen` keeps the title for
    readers of the screen; `run` lets short cells stand beside each other on a telephone.
    """

    key: str
    title: str
    kind: Literal["text", "number", "main"] = "text"
    label: str = ""
    sort: str = ""
    by: Literal["", "text", "number"] = ""
    unseen: bool = False
    run: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A value with more to say: `pressure` due or late, `worth` for sorting in the browser."""

    value: Any
    pressure: Literal["", "due", "late"] = ""
    worth: str | None = None


@dataclass(frozen=True, slots=True)
class Pager:
    """Where in a long list one is. `rows` counts all rows; each page is a link of its own."""

    number: int
    pages: int
    rows: int
    size: int

    @classmethod
    def of(cls, page: Page[Any]) -> Pager:
        """The pager of a Django page."""
        paginator = page.paginator
        return cls(page.number, paginator.num_pages, paginator.count, paginator.per_page)

    @property
    def first(self) -> int:
        """Number of the first row shown."""
        return (self.number - 1) * self.size + 1 if self.rows else 0

    @property
    def last(self) -> int:
        """Number of the last row shown."""
        return min(self.number * self.size, self.rows)

    @property
    def shown(self) -> list[int | None]:
        """Page numbers to offer: the ends and the neighbours; None where some are left out."""
        near = {1, self.pages, *range(self.number - 1, self.number + 2)}
        out: list[int | None] = []
        for number in sorted(n for n in near if 1 <= n <= self.pages):
            if out and out[-1] is not None and number - out[-1] > 1:
                out.append(None)
            out.append(number)
        return out


@dataclass(frozen=True, slots=True)
class Table:
    """A list. Rows are mappings from column key to value; a value is anything `{% show %}` knows, or a
    `Cell`.

    `caption` names it for readers of the screen; `empty` says what would be in it; `showing` is the filter in
    force in words; `change` and `csv` are the addresses to change the filter and to take the rows away;
    `sorted_by` is a column's `sort` name, with a minus for the largest first; `total` closes the table.
    """

    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Any]]
    caption: str
    empty: str
    showing: str = ""
    change: str = ""
    csv: str = ""
    sorted_by: str = ""
    pager: Pager | None = None
    total: Mapping[str, Any] = field(default_factory=dict)
    seen_caption: bool = False


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A number, or a paper, that opens something."""

    text: str
    href: str
    count: int | None = None
    note: Any = ""
    pressure: Literal["", "due", "late"] = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of documents, frozen as it came. Only the current one is open."""

    title: str
    note: str
    table: Table | None = None
    body: Any = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class AskItem:
    """One item of a change request with its answer. `state` says where it is; `acts` are links or buttons."""

    number: int
    title: str
    body: Any
    state: Tag
    why: Any = ""
    cite: Cite | None = None
    reply: Any = ""
    acts: Sequence[Any] = ()
    done: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A term and its value, with a quieter line where there is more to say."""

    term: str
    value: Any
    note: Any = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a small chart; `hot` marks what has waited too long."""

    label: str
    count: int
    hot: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """A small bar chart for what people look at rather than read. `title` and the counts are read out."""

    title: str
    bars: Sequence[Bar]

    @property
    def alt(self) -> str:
        """The chart in words."""
        return f"{self.title}: " + "; ".join(f"{bar.label}, {bar.count or 'none'}" for bar in self.bars) + "."

    @property
    def drawn(self) -> list[dict[str, Any]]:
        """Where each bar stands, on a field of 60 a bar by 132."""
        top = max((bar.count for bar in self.bars), default=0) or 1
        out = []
        for place, bar in enumerate(self.bars):
            height = max(1, round(80 * bar.count / top))
            x = 8 + 60 * place
            out.append(
                {
                    "bar": bar,
                    "x": x,
                    "y": 104 - height,
                    "height": height,
                    "middle": x + 23,
                    "above": 98 - height,
                }
            )
        return out

    @property
    def width(self) -> int:
        """Width of the field."""
        return max(60 * len(self.bars), 60)


@dataclass(frozen=True, slots=True)
class Progress:
    """Long work: how far it is, in words and as a bar. `total` None while it is not known yet."""

    title: str
    done: int
    total: int | None
    note: Any = ""
    running: bool = True


def acts_from(offers: Iterable[Offer], address: Callable[[str], str], first: str = "") -> list[OpenAct | ShutAct]:
    """What the register offers on a subject, as acts of a page: `address` gives the page of an act by name.

    `first` names the act that comes first, if it is open.
    """
    return [
        OpenAct(offer.spec.title, address(offer.spec.name), offer.spec.name == first, offer.spec.danger)
        if offer.open
        else ShutAct.by(offer.spec.title, offer.decision)
        for offer in offers
    ]


def in_order(banners: Iterable[Banner]) -> list[Banner]:
    """Banners as they are read: a stop first, then vacancy, then violations, then the rest."""
    order = ("stop", "vac", "viol", "info")
    return sorted(banners, key=lambda banner: order.index(banner.kind))
