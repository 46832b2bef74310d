"""Amendments of a compiled pack: laid over it as dated entries, and nothing of the past is touched."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townwright.law.amendments import (
    Amendment,
    AmendmentError,
    amended,
    from_the_beginning,
    looser,
    places,
    standing,
    too_early,
    wrong,
)
from townwright.law.calendar import Calendar
from townwright.law.differences import differences
from townwright.law.packs import Pack, compile_pack
from townwright.law.permits import Term, term

day = date.fromisoformat
CHESTER = compile_pack("chester")
STATE = compile_pack("new-york")
LIFE = "permits.default.life"
EIGHTEEN = {"months": 18, "rolls": False, "remind": [60]}
FEE = "gates.permit.issue.requirements.fee"
NEW = "gates.permit.issue.requirements.town.survey"
SURVEY = {"says": "A survey is on file", "need": {"is_true": "parcel.in_jurisdiction"}, "cite": "§ 50-4(C)"}


def change(place: str = LIFE, begins: str = "2027-01-01", value: Any = EIGHTEEN, **given: Any) -> Amendment:
    """An amendment by Local Law 3 of 2026."""
    plain = {"place": place, "from": begins, "value": value, "cite": "§ 50-4(I)", "enacted_by": "L.L. 3-2026"}
    return Amendment.model_validate({**plain, **given})


def dates(pack: Pack, issued: str, kind: str = "building") -> Term:
    """The term of a permit issued on a day."""
    return term(pack.permits.of(kind), day(issued), Calendar(pack.holidays))


def ends(pack: Pack, issued: str) -> str:
    """The last day of a permit issued on a day."""
    life = dates(pack, issued).life
    assert life is not None
    return life.act_by.isoformat()


def keys(pack: Pack, gate: str, on: str) -> list[str]:
    """The requirements of a gate on a day."""
    return [one.key for one in pack.gates[gate].requirements if one.in_force(day(on))]


# -- values ------------------------------------------------------------------------------------------------


def test_a_permit_issued_from_the_first_day_on_lives_by_the_amended_rule_and_no_earlier_one_does() -> None:
    """Given a life of twelve months and eighteen from 2027-01-01, when permits issue on both sides of that day."""
    pack = amended(CHESTER, [change()])
    assert ends(pack, "2026-12-31") == ends(CHESTER, "2026-12-31") == "2027-12-31"
    assert ends(pack, "2027-01-01") == "2028-07-01"
    assert pack.hash != CHESTER.hash
    kept = pack.permits.default.life
    assert kept is not None
    assert kept.root[-1].carries == kept.root[0].carries and kept.root[-1].enacted_by == "L.L. 3-2026"
    assert Pack.from_json(pack.to_json()).hash == pack.hash


def test_an_amendment_that_the_pack_has_taken_up_changes_nothing() -> None:
    pack = amended(CHESTER, [change()])
    assert amended(pack, [change()]).hash == pack.hash
    with pytest.raises(AmendmentError, match="another rule from Fri 1 January 2027 already by L.L. 3-2026") as error:
        amended(pack, [change(value={"months": 24, "rolls": False})])
    assert error.value.about == "from"


def test_a_later_rule_that_stands_already_goes_on_from_its_own_day() -> None:
    later = amended(CHESTER, [change(begins="2030-01-01", value={"months": 24, "rolls": False})])
    pack = amended(later, [change()])
    assert [ends(pack, issued) for issued in ("2029-12-31", "2030-01-01")] == ["2031-06-30", "2032-01-01"]


def test_null_ends_a_rule() -> None:
    pack = amended(CHESTER, [change(place="permits.default.commence", value=None)])
    assert dates(pack, "2026-12-31").commence is not None
    assert dates(pack, "2027-01-01").commence is None


def test_a_rule_that_the_code_did_not_have_begins_on_its_day_and_nothing_stood_before() -> None:
    pack = amended(CHESTER, [change(place="permits.default.exterior", value={"months": 9, "rolls": True})])
    before, after = dates(pack, "2026-12-31"), dates(pack, "2027-01-01")
    assert before.exterior is None and before.not_on_file == ()
    assert after.exterior is not None and after.exterior.act_by == day("2027-10-01")


def test_a_named_value_is_amended_by_its_name() -> None:
    pack = amended(CHESTER, [change(place="values.assembly_area_persons", value=40)])
    assert [pack.value("assembly_area_persons", day(on)) for on in ("2026-12-31", "2027-01-01")] == [50, 40]
    assert standing(pack, "values.assembly_area_persons", day("2027-01-01")).value == 40


@pytest.mark.parametrize(
    ("place", "value", "about", "says"),
    [
        ("permits.default.lief", EIGHTEEN, "value", "no key is called lief; did you mean 'life'"),
        ("permits.nobody.life", EIGHTEEN, "place", "permits.nobody.life; did you mean 'permits.default.life'"),
        ("nothing", 1, "place", "the pack has nothing at nothing"),
        ("gates.permit.issue.title", "Other", "place", "is no dated value and no requirement of a gate"),
        ("values.assembly_area_persons.series.x", 1, "place", "the pack has nothing at"),
        (LIFE, {"months": 18, "roll": False}, "value", "no key is called roll; did you mean 'rolls'"),
        (LIFE, {"months": "x", "rolls": False}, "value", "found 'x'"),
        ("permits.default.renewal", {"called": "renewal"}, "value", "expected the key most; expected the key length"),
        (FEE, "yes", "value", "a requirement is a mapping"),
        (FEE, {**SURVEY, "need": {"is_ture": "fee.paid"}}, "value", "no predicate is called is_ture"),
    ],
)
def test_what_cannot_be_is_refused_in_words(place: str, value: Any, about: str, says: str) -> None:
    with pytest.raises(AmendmentError) as error:
        amended(CHESTER, [change(place=place, value=value)])
    assert error.value.about == about and says in str(error.value)


def test_law_is_not_made_for_days_that_have_passed_nor_before_its_filing() -> None:
    one = change()
    assert too_early(one, day("2027-01-01")) == ""
    assert "Law is not made for days that have passed" in too_early(one, day("2027-01-02"))
    assert too_early(one, day("2026-12-01"), day("2027-01-01")) == ""
    assert "filed on Sat 2 January 2027" in too_early(one, day("2026-12-01"), day("2027-01-02"))


# -- what was issued before --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("issued", "last"),
    [
        ("2025-12-31", "2025-12-31+12"),  # ends the day before: over, and it does not come back
        ("2026-01-01", "2027-07-01"),  # its last day is the first day of the rule: reached
        ("2026-11-30", "2028-05-30"),
        ("2027-01-01", "2028-07-01"),
    ],
)
def test_a_rule_that_reaches_issued_permits_counts_them_anew_if_their_end_has_not_come(issued: str, last: str) -> None:
    reaching = change(value={**EIGHTEEN, "issued_too": True})
    assert reaching.reaches_issued and not change().reaches_issued and not change(value=None).reaches_issued
    found = ends(amended(CHESTER, [reaching]), issued)
    assert found == ("2026-12-31" if last.endswith("+12") else last)


def test_a_shorter_rule_that_reaches_issued_permits_ends_none_before_its_own_first_day() -> None:
    pack = amended(CHESTER, [change(value={"months": 6, "rolls": False, "issued_too": True})])
    assert ends(pack, "2026-02-10") == "2027-01-01"
    assert ends(pack, "2026-07-01") == "2027-01-01"
    assert ends(pack, "2026-07-02") == "2027-01-02"


def test_only_the_terms_of_permits_can_reach_what_was_issued() -> None:
    value = {"months": 9, "rolls": False, "issued_too": True}
    with pytest.raises(AmendmentError, match="no key is called issued_too"):
        amended(CHESTER, [change(place="certificates.temporary", value=value)])


def test_what_if_it_had_always_been_the_law() -> None:
    assert ends(from_the_beginning(CHESTER, change()), "2024-04-10") == "2025-10-10"
    assert dates(from_the_beginning(CHESTER, change()), "1999-01-01").life is not None
    asked = from_the_beginning(CHESTER, change(place=NEW, value=SURVEY))
    assert "town.survey" in keys(asked, "permit.issue", "2001-01-01")
    gone = from_the_beginning(CHESTER, change(place=FEE, value=None))
    assert "fee" in keys(CHESTER, "permit.issue", "2025-01-01")
    assert "fee" not in keys(gone, "permit.issue", "2025-01-01")


# -- requirements ------------------------------------------------------------------------------------------


def test_a_requirement_is_added_from_its_day_on() -> None:
    pack = amended(CHESTER, [change(place=NEW, value=SURVEY)])
    assert "town.survey" not in keys(pack, "permit.issue", "2026-12-31")
    assert "town.survey" in keys(pack, "permit.issue", "2027-01-01")
    assert amended(pack, [change(place=NEW, value=SURVEY)]).hash == pack.hash


def test_a_requirement_is_replaced_and_the_old_one_stands_to_the_day_before() -> None:
    pack = amended(CHESTER, [change(place=FEE, value=SURVEY)])
    before, after = (standing(pack, FEE, day(on)) for on in ("2026-12-31", "2027-01-01"))
    assert before.value["says"] == standing(CHESTER, FEE, day("2026-12-31")).value["says"]
    assert after.value["says"] == "A survey is on file" and after.since == day("2027-01-01")
    assert keys(pack, "permit.issue", "2026-12-31").count("fee") == 1
    assert keys(pack, "permit.issue", "2027-01-01").count("fee") == 1
    with pytest.raises(AmendmentError, match="another rule from Fri 1 January 2027 already; one a day"):
        amended(pack, [change(place=FEE, value={**SURVEY, "says": "Two surveys are on file"})])
    with pytest.raises(AmendmentError, match="one a day"):
        amended(pack, [change(place=FEE, value=None)])


def test_a_replaced_requirement_differs_by_its_end_and_by_the_new_one() -> None:
    found = differences(CHESTER, amended(CHESTER, [change(place=FEE, value=SURVEY)]))
    assert [one.place for one in found] == [
        ("gates", "permit.issue", "requirements", "fee", "until"),
        ("gates", "permit.issue", "requirements", "fee from 2027-01-01"),
    ]


def test_a_requirement_before_one_that_stands_already_ends_where_that_begins() -> None:
    later = amended(CHESTER, [change(place=NEW, begins="2030-01-01", value=SURVEY)])
    pack = amended(later, [change(place=NEW, value={**SURVEY, "says": "A sketch is on file"})])
    says = [standing(pack, NEW, day(on)).value["says"] for on in ("2029-12-31", "2030-01-01")]
    assert says == ["A sketch is on file", "A survey is on file"]
    assert keys(pack, "permit.issue", "2030-01-01").count("town.survey") == 1


def test_a_requirement_ends() -> None:
    pack = amended(CHESTER, [change(place=FEE, value=None)])
    assert "fee" in keys(pack, "permit.issue", "2026-12-31")
    assert "fee" not in keys(pack, "permit.issue", "2027-01-01")
    assert amended(pack, [change(place=FEE, value=None)]).hash == pack.hash
    with pytest.raises(AmendmentError, match="no requirement fee is in force on Sat 1 January 2028"):
        amended(pack, [change(place=FEE, begins="2028-01-01", value=None)])


def test_what_the_check_finds_wrong_is_told_and_what_was_wrong_before_is_not() -> None:
    strange = {**SURVEY, "need": {"is_true": "parcel.in_jursidiction"}, "carries": ["CHE-99-9"]}
    found = wrong(CHESTER, amended(CHESTER, [change(place=NEW, value=strange)]))
    assert len(found) == 2
    assert "town.survey" in found[0] and "parcel.in_jursidiction" in found[0]
    assert "no provision is called CHE-99-9" in found[1]
    assert wrong(CHESTER, amended(CHESTER, [change()])) == ()
    overlapping = {"label": "small", "when": {"is_true": "parcel.in_jurisdiction"}}
    pair = {**SURVEY, "exceptions": [overlapping, {**overlapping, "label": "old"}]}
    assert any(
        "small and old may apply together" in one
        for one in wrong(CHESTER, amended(CHESTER, [change(place=NEW, value=pair)]))
    )
    of_class = [{"title": "Any", "when": {"is_true": "nobody.knows"}, "cite": "§ 1"}]
    odd = Pack.model_validate({**CHESTER.model_dump(by_alias=True), "periodic": {"exempt": of_class}})
    assert any(one.startswith("periodic.exempt[1].when") for one in wrong(CHESTER, odd))


# -- the State's floor -------------------------------------------------------------------------------------


def test_where_the_amended_law_is_looser_than_the_states_both_are_shown() -> None:
    """Given the State's fire inspection of assembly areas at least each year, when the town makes it two years."""
    place = "periodic.classes.assembly.every"
    assert standing(CHESTER, place, day("2027-01-01")).value["months"] == 12
    two = amended(CHESTER, [change(place=place, value={"months": 24, "rolls": True}, cite="§ 50-11(A)")])
    found = looser(CHESTER, two, day("2027-01-01"))
    assert [(one.town_cite, one.place[:3]) for one in found] == [("§ 50-11(A)", ("periodic", "classes", "assembly"))]
    assert "1203" in found[0].state_cite
    assert looser(CHESTER, two, day("2026-12-31")) == ()
    assert looser(CHESTER, amended(CHESTER, [change()]), day("2027-01-01")) == ()


def test_where_a_requirement_of_the_state_ends_both_are_shown() -> None:
    place = "gates.permit.issue.requirements.stop_work"
    state = standing(STATE, place, day("2027-01-01"))
    found = looser(CHESTER, amended(CHESTER, [change(place=place, value=None)]), day("2027-01-01"))
    assert {one.state_cite for one in found} == {state.cite}


# -- all of it ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_place_can_be_looked_up_and_amended_ones_stand_there() -> None:
    found = places(CHESTER)
    assert LIFE in found and FEE in found and "values.assembly_area_persons" in found
    assert all(standing(CHESTER, place, day("2026-11-30")) for place in found)
    assert standing(CHESTER, NEW, day("2026-11-30")).value is None
    assert standing(CHESTER, "permits.default.exterior", day("2026-11-30")).value is None


@given(
    months=st.integers(1, 240),
    rolls=st.booleans(),
    begins=st.dates(day("2024-04-11"), day("2035-12-31")),
    before=st.integers(1, 4000),
    too=st.booleans(),
)
@settings(max_examples=12, deadline=None)
def test_on_every_day_before_the_first_the_law_is_what_it_was(
    months: int, rolls: bool, begins: date, before: int, too: bool
) -> None:
    one = change(begins=begins.isoformat(), value={"months": months, "rolls": rolls})
    pack = amended(CHESTER, [one])
    earlier = max(begins - timedelta(days=before), day("2024-04-10")).isoformat()
    assert dates(pack, earlier) == dates(CHESTER, earlier)
    assert standing(pack, LIFE, day(earlier)) == standing(CHESTER, LIFE, day(earlier))
    for name in CHESTER.gates:
        assert pack.gates[name] == CHESTER.gates[name]
    assert Amendment.from_json(one.to_json()) == one


@given(
    key=st.sampled_from([one.key for one in CHESTER.gates["permit.issue"].requirements]),
    begins=st.dates(day("2024-04-11"), day("2035-12-31")),
    before=st.integers(1, 4000),
    ended=st.booleans(),
)
@settings(max_examples=12, deadline=None)
def test_before_its_day_a_changed_requirement_decides_nothing(key: str, begins: date, before: int, ended: bool) -> None:
    one = change(f"gates.permit.issue.requirements.{key}", begins.isoformat(), None if ended else SURVEY)
    earlier = begins - timedelta(days=before)
    try:
        pack = amended(CHESTER, [one])
    except AmendmentError:
        assert ended and key not in keys(CHESTER, "permit.issue", begins.isoformat())
        return
    assert pack.gate("permit.issue").decide({}, earlier, "x") == CHESTER.gate("permit.issue").decide({}, earlier, "x")
