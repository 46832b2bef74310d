"""Facts: reading, showing, the catalogue and its families."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest

from townwright.law.catalogue import CATALOGUE, each_once
from townwright.law.facts import Catalogue, Fact, FactError, Kind, show_money
from townwright.law.words import did_you_mean, listed

COST = Fact("cost", Kind.MONEY, "Cost", "What will it cost?")
AREA = Fact("area", Kind.NUMBER, "Area", "How large?", unit="sq ft")
SETS = Fact("sets", Kind.INT, "Sets", "How many?")
FILED = Fact("filed", Kind.DATE, "Filed", "When?")
READY = Fact("ready", Kind.BOOL, "Ready", "Is it?")
NAME = Fact("name", Kind.TEXT, "Name", "Who?")
OPEN = Fact("open", Kind.SET, "Open", "What is open?", choices={"a": "first", "b": "second"})
STATE = Fact("state", Kind.CHOICE, "State", "How?", choices={"good": "in good order", "bad": "broken"})
LINE = Fact("line", Kind.CHOICE, "Line:", "How is it?", choices={"done": "done"}, family=True)


@pytest.mark.parametrize(
    ("fact", "told", "read"),
    [
        (COST, "1290.00", Decimal("1290.00")),
        (COST, 1290, Decimal(1290)),
        (COST, Decimal("0.01"), Decimal("0.01")),
        (AREA, "612.5", Decimal("612.5")),
        (AREA, "13.88 m2", Decimal("149.4031")),
        (AREA, "9.290304 m²", Decimal("100.0000")),
        (SETS, 2, 2),
        (FILED, "2025-04-14", date(2025, 4, 14)),
        (FILED, date(2025, 4, 14), date(2025, 4, 14)),
        (READY, False, False),
        (NAME, "", ""),
        (OPEN, ["a", "b", "a"], frozenset({"a", "b"})),
        (OPEN, set(), frozenset()),
        (STATE, "good", "good"),
        (STATE, None, None),
    ],
)
def test_a_value_is_read_in_the_facts_own_type(fact: Fact, told: Any, read: Any) -> None:
    found = fact.read(told)

    assert found == read
    assert type(found) is type(read)


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (COST, "twelve"),
        (COST, "13.88 m2"),
        (AREA, "13.8.8 m2"),
        (COST, True),
        (COST, "NaN"),
        (COST, 1.1),
        (SETS, True),
        (SETS, "2"),
        (FILED, "14/4/2025"),
        (FILED, datetime(2025, 4, 14)),
        (READY, "yes"),
        (READY, 1),
        (NAME, 4),
        (OPEN, "a"),
        (STATE, "so-so"),
    ],
)
def test_a_value_of_another_type_is_refused_by_name(fact: Fact, told: Any) -> None:
    with pytest.raises(FactError, match=fact.name):
        fact.read(told)


@pytest.mark.parametrize(
    ("fact", "value", "shown"),
    [
        (COST, Decimal("1234.5"), "$1,234.50"),
        (AREA, Decimal(12000), "12,000 sq ft"),
        (SETS, 2, "2"),
        (FILED, date(2026, 3, 2), "Mon 2 March 2026"),
        (READY, True, "yes"),
        (READY, False, "no"),
        (NAME, "", "blank"),
        (OPEN, frozenset({"b", "a", "z"}), "first, second and z"),
        (OPEN, frozenset(), "none"),
        (STATE, "bad", "broken"),
        (STATE, None, "not known"),
    ],
)
def test_a_value_is_shown_as_people_read_it(fact: Fact, value: Any, shown: str) -> None:
    assert fact.show(value) == shown


def test_money_below_zero_has_its_sign_before_the_dollar() -> None:
    assert show_money(Decimal("-50")) == "-$50.00"


def test_a_family_stands_for_what_a_pack_names() -> None:
    catalogue = Catalogue([LINE])

    made = catalogue["line.stair_width"]
    assert (made.name, made.says, made.family) == ("line.stair_width", "Line: stair width", False)
    assert catalogue["line.e.members"].says == "Line: e members"
    assert "line" not in catalogue
    assert "line.c" in catalogue
    assert catalogue["line.c.reason"].kind is Kind.TEXT
    assert catalogue.read("line.c.note", "too narrow") == "too narrow"


def test_a_packs_own_fact_stands_before_a_family() -> None:
    own = Fact("line.c", Kind.BOOL, "Own", "Own?")
    catalogue = Catalogue([LINE, SETS]).with_([own])

    assert catalogue["line.c"] is own
    assert catalogue["line.d"].kind is Kind.CHOICE
    assert {fact.name for fact in catalogue} == {"sets", "line.c", "line"}


def test_an_unknown_fact_is_answered_with_the_nearest() -> None:
    with pytest.raises(FactError, match=r"no fact is called 'document.sets'; did you mean 'documents.sets'"):
        CATALOGUE["document.sets"]


def test_every_common_fact_can_be_asked_for() -> None:
    for fact in CATALOGUE:
        assert fact.ask.endswith("?"), fact.name
        assert fact.held_by in {"applicant", "clerk", "inspector", "officer", "office"}, fact.name
        assert fact.kind is not Kind.CHOICE or fact.choices, fact.name


def test_words_in_a_row() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"], "or") == "a or b"
    assert did_you_mean("zzz", ["a"]) == ""


def test_no_two_common_facts_have_one_name() -> None:
    assert [*each_once([COST, AREA])] == [COST, AREA]
    with pytest.raises(ValueError, match="two facts are called cost"):
        [*each_once([COST, AREA, COST])]
