"""Packs: compiled from files, laid over the State's, kept by their hash, asked by name."""

import re
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.law.packs.making import GATES, PERMITS, make_pack
from townwright.law import packs
from townwright.law.check import check
from townwright.law.findings import Outcome
from townwright.law.model import Money, WrittenDate
from townwright.law.packs import Pack, PackError, UnknownName, compile_pack, merge, read_layers, shipped_names
from townwright.law.provisions import Provision, ProvisionKind


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return compile_pack("elsewhere", own=make_pack(tmp_path_factory.mktemp("packs") / "elsewhere"))


def test_the_shipped_packs_compile() -> None:
    assert {"new-york", "chester"} <= set(shipped_names())
    for name in shipped_names():
        assert compile_pack(name).name == name


# ------------------------------------------------------------------------------------------- a town's own pack


def test_a_town_that_is_none_of_the_shipped_ones_needs_no_code(elsewhere: Pack) -> None:
    gate = elsewhere.gate("certificate.issue")

    decision = gate.decide({"town.second_signature": False}, date(2025, 5, 1))

    assert decision.pack_hash == elsewhere.hash
    assert decision.findings[-1].cite == "§ 9-1"
    assert decision.findings[-1].why == "Second signature: no"
    assert elsewhere.gate("certificate.issue") is gate


def test_the_states_gates_hold_in_every_town(elsewhere: Pack) -> None:
    decision = elsewhere.gate("permit.issue").decide({}, date(2025, 5, 1))

    assert "General Municipal Law § 125" in {f.cite for f in decision.findings}


def test_provisions_are_the_towns_own_and_the_states(elsewhere: Pack) -> None:
    assert [p.id for p in elsewhere.own_provisions()] == ["ELS-9-1", "ELS-9-2"]
    assert [p.id for p in elsewhere.own_provisions(date(2025, 1, 1))] == ["ELS-9-1"]
    assert [p.id for p in elsewhere.own_provisions(date(2020, 1, 31))] == ["ELS-9-1"]
    assert elsewhere.provision("NYS-GML-125-1").pack == "new-york"
    assert elsewhere.provision("ELS-9-2").section == "§ 9-2"
    assert elsewhere.provision("ELS-9-1").scenario_ids == ("ELS-9-1/1", "ELS-9-1/2")
    assert elsewhere.provision("ELS-9-2").kind is ProvisionKind.TEXT_ONLY
    assert elsewhere.cite("ELS-9-1") == "§ 9-1"


@pytest.mark.parametrize(
    ("cite", "section"),
    [
        ("§ 50-4(I)", "§ 50-4"),
        ("§ 43-6A(1)(k)[2]", "§ 43-6"),
        ("§ 43-10.1B(4)(a)", "§ 43-10.1"),
        ("Ch. 50, History, note 1", "Ch. 50"),
        ("General Construction Law § 25-a", "General Construction Law § 25-a"),
    ],
)
def test_a_clause_stands_in_its_section_without_the_letter_of_the_subsection(cite: str, section: str) -> None:
    clause = Provision(id="ELS-10.1-A-p1", cite=cite, title="", kind=ProvisionKind.LIMIT, says="")

    assert clause.section == section


def test_a_provision_names_what_carries_it_out(elsewhere: Pack) -> None:
    assert elsewhere.carriers["ELS-9-1"] == (
        "gates.certificate.issue",
        "gates.certificate.issue.requirements.second_signature",
    )
    assert "ELS-9-2" not in elsewhere.carriers


def test_what_there_is_not_is_answered_with_the_nearest(elsewhere: Pack) -> None:
    with pytest.raises(UnknownName, match="no gate is called 'permit.isue'; did you mean 'permit.issue'"):
        elsewhere.gate("permit.isue")
    with pytest.raises(UnknownName, match="no provision is called 'ELS-9-3'"):
        elsewhere.provision("ELS-9-3")
    with pytest.raises(UnknownName, match="no paper is called 'permitt'"):
        elsewhere.paper("permitt")
    with pytest.raises(UnknownName, match="the pack new-york is of no town"):
        compile_pack("new-york").town  # noqa: B018


def test_village_parcels_are_the_towns_only_where_the_village_does_not_enforce(elsewhere: Pack) -> None:
    town = elsewhere.town

    assert town.has_parcel("511111")
    assert not town.has_parcel("511101")
    assert town.has_parcel("511103")
    assert town.village_of("511101") is town.villages[0]


# ------------------------------------------------------------------------------------------------------ keeping


@pytest.mark.parametrize("name", shipped_names())
def test_a_kept_pack_is_the_same_law(name: str) -> None:
    pack = compile_pack(name)

    again = Pack.from_json(pack.to_json())

    assert again == pack
    assert again.hash == pack.hash == compile_pack(name).hash
    assert len(pack.hash) == 64


def test_another_law_has_another_hash(tmp_path: Path) -> None:
    one = compile_pack("elsewhere", own=make_pack(tmp_path / "a" / "elsewhere"))
    other = compile_pack(
        "elsewhere",
        own=make_pack(tmp_path / "b" / "elsewhere", gates__own=GATES.replace("A second", "Another")),
    )

    assert one.hash != other.hash


def test_an_offices_own_folder_may_have_another_name(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "pack", pack="name: elsewhere\ntitle: Chapter 9\nextends: new-york\n")

    assert compile_pack("elsewhere", own=folder).title == "Chapter 9"
    assert compile_pack("chester", own=folder).title.startswith("Town of Chester")
    assert compile_pack("chester", own=tmp_path / "nothing here").name == "chester"


# ------------------------------------------------------------------------------------------------- merging layers

OVER = """\
permit.renew:
  title: May our permit be renewed?
  includes: [certificate.second]
  checklists: [drawings]
  cited: {insurance.disability: [ELS-9-2]}
  requirements:
    - key: fee
      says: The fee is paid
      carries: [ELS-9-1]
      need: {at_least: {fact: fee.paid, other: fee.charged}}
      exceptions:
        - {label: second, when: {is_true: town.second_signature}, carries: [ELS-9-2]}
  switched_off:
    insurance.workers_compensation: The county checks it
insurance:
  cited: {insurance.disability: [ELS-9-1]}
certificate.second:
  title: Is there a second signature?
  requirements:
    - {key: second, says: A second officer signs, carries: [ELS-9-1], need: {is_true: town.second_signature}}
"""

CHECKLISTS = """\
drawings:
  title: Drawings
  fact: review
  lines:
    - {key: plan, says: A plan, carries: [ELS-9-1], always_applies: true}
    - {key: section, says: A section, cite: "§ 9-3", from: "2026-01-01"}
documents:
  held_by: officer
  cited: {d: [ELS-9-2]}
  lines:
    - {key: c, says: Stairs and doors, carries: [ELS-9-1]}
"""


@pytest.fixture(scope="module")
def stricter(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = make_pack(tmp_path_factory.mktemp("packs") / "stricter", gates__over=OVER, checklists=CHECKLISTS)
    return compile_pack("stricter", own=folder)


def test_a_town_adds_to_the_states_gate_and_cites_what_it_has_too(stricter: Pack) -> None:
    requirements = {r.key: r for r in stricter.gates["permit.renew"].requirements}

    assert stricter.gates["permit.renew"].title == "May our permit be renewed?"
    assert list(requirements) == [
        "signature",
        "insurance.workers_compensation",
        "insurance.disability",
        "second",
        "review.plan",
        "review.section",
        "fee",
    ]
    assert requirements["insurance.disability"].cite == "§ 9-1"
    assert requirements["insurance.disability"].carries == ("ELS-9-1", "NYS-GML-125-2")
    assert requirements["fee"].exceptions[0].cite == "§ 9-2(A)(1)"
    assert stricter.gates["insurance"].title == "Is the insurance of those who do the work proved?"


def test_a_requirement_of_the_state_can_be_switched_off_with_a_reason(stricter: Pack) -> None:
    decision = stricter.gate("permit.renew").decide({}, date(2025, 5, 1))

    assert [f.why for f in decision.not_asked] == ["Not asked in this town: The county checks it"]


def test_the_lines_of_a_checklist_are_requirements(stricter: Pack) -> None:
    on = date(2026, 1, 2)
    marked = {
        "review.plan": "not applicable",
        "review.plan.reason": "none",
        "review.section": "not applicable",
        "review.section.reason": "one storey",
    }
    gate = stricter.gate("permit.renew")

    found = {f.key: f for f in gate.decide(marked, on).findings}

    assert found["review.plan"].outcome is Outcome.UNMET
    assert found["review.section"].outcome is Outcome.MET
    assert found["review.section"].cite == "§ 9-3"
    assert "review.section" not in {f.key for f in gate.decide({}, date(2025, 12, 31)).findings}
    assert stricter.catalogue["review.plan"].says == "A plan"


ANSWERED = """\
standards:
  title: Standards
  fact: review
  answers: [satisfied, not satisfied]
  noted: [not satisfied]
  lines:
    - {key: roof, says: Roof tight, cite: "§ 9-3", cure: Mend it}
    - {key: walls, says: Walls tight, cite: "§ 9-3", cure: Mend them}
"""


def test_a_gate_can_ask_for_an_answer_whatever_it_is(tmp_path: Path) -> None:
    gates = f"{GATES}\ninspection.sign: {{title: May it be signed?, answers: [standards, no list]}}\n"
    folder = make_pack(tmp_path / "asked", gates__own=gates, checklists=ANSWERED)
    gate = compile_pack("asked", own=folder).gate("inspection.sign")

    def standing(**facts: str) -> dict[str, tuple[Outcome, str]]:
        told = {name.replace("__", "."): value for name, value in facts.items()}
        return {f.key: (f.outcome, f.cure) for f in gate.decide(told, date(2025, 5, 1)).findings}

    assert standing(review__roof="satisfied", review__walls="not satisfied") == {
        "review.roof": (Outcome.MET, ""),
        "review.walls": (Outcome.UNMET, "Answer the line"),
    }
    assert standing(review__walls="not satisfied", review__walls__note="A hole") == {
        "review.roof": (Outcome.UNKNOWN, "Answer the line"),
        "review.walls": (Outcome.MET, ""),
    }
    complaints = [str(problem) for problem in check("asked", own=folder).errors]
    assert any("inspection.sign.answers: no checklist is called no list" in line for line in complaints)


def test_a_town_changes_the_states_checklist_line_by_line(stricter: Pack) -> None:
    states = compile_pack("new-york").checklists["documents"]
    towns = stricter.checklists["documents"]
    found = {r.key: r for r in stricter.gates["documents.accept"].requirements}

    assert [line.key for line in towns.lines] == [line.key for line in states.lines]
    assert (towns.title, towns.fact, towns.done) == (states.title, states.fact, states.done)
    assert found["review.c"].says == "Stairs and doors"
    assert found["review.c"].held_by == "officer"
    assert found["review.d"].cite == "§ 9-2(A)(1)"
    assert found["review.d"].carries == ("ELS-9-2", "NYS-1203-3-a-3")
    assert found["review.a"].cite == "19 NYCRR § 1203.3(a)"


def test_the_floor_alone_may_be_merged() -> None:
    assert merge(read_layers("new-york")[:1]).name == "new-york"


def test_gates_may_include_each_other_in_a_circle_without_end(tmp_path: Path) -> None:
    circle = (
        "a: {title: A, includes: [b]}\nb: {title: B, includes: [a], requirements: "
        "[{key: x, says: X, carries: [ELS-9-1], need: {is_true: town.second_signature}}]}\n"
    )
    pack = compile_pack("round", own=make_pack(tmp_path / "round", gates__circle=circle))

    assert [r.key for r in pack.gates["a"].requirements] == ["x"]


# ------------------------------------------------------------------------------------------------- days, values


def test_the_offices_own_days_join_the_calendar() -> None:
    pack = compile_pack("chester")

    calendar = pack.calendar(
        closings=[(date(2026, 12, 24), date(2026, 12, 24), "Christmas Eve")],
        proclaimed=[(date(2027, 3, 4), date(2027, 3, 5), "Days of mourning")],
        tolled=[(date(2027, 4, 1), date(2027, 4, 30), "Executive Order 12")],
    )

    assert calendar.closed(date(2026, 12, 24)) is not None
    assert calendar.is_business_day(date(2026, 12, 24))
    assert not calendar.is_business_day(date(2027, 3, 5))
    assert calendar.next_business_day(date(2027, 3, 4)) == date(2027, 3, 8)
    assert calendar.tolled(date(2027, 4, 15)) is not None
    assert pack.calendar().is_business_day(date(2027, 3, 4))


def test_a_towns_closings_never_extend_time(tmp_path: Path) -> None:
    closings = (
        "closings:\n  - {key: eve, name: Christmas Eve, falls: {kind: fixed, month: 12, day: 24}, cite: Res. 1}\n"
        'closed_on:\n  - {day: "2025-07-03", name: Picnic, cite: Res. 2}\n'
    )
    calendar = compile_pack("shut", own=make_pack(tmp_path / "shut", closings=closings)).calendar()

    assert calendar.closed(date(2025, 7, 3)) is not None
    assert calendar.closed(date(2026, 12, 24)) is not None
    assert calendar.is_business_day(date(2026, 12, 24))


def test_a_dated_value_is_that_of_the_day() -> None:
    pack = compile_pack("chester")

    assert pack.value("assembly_area_persons", date(2024, 4, 10)) == 50
    assert pack.value("assembly_area_persons", date(2024, 4, 9)) is None


# ------------------------------------------------------------------------------------------- numbers and papers


def test_numbers_have_a_pattern_for_each_kind() -> None:
    numbers = compile_pack("chester").numbers

    assert numbers.pattern("permit").format(year=2026, count=214) == "BP-2026-0214"
    with pytest.raises(KeyError):
        numbers.pattern("dog licence")


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("BP-{count:04}", "expected both {year} (or {yy}) and {count}"),
        ("BP-{year}", "expected both {year} (or {yy}) and {count}"),
        ("BP-{year}-{number}", "expected a pattern of {year} or {yy} and {count}"),
        ("BP-{year", "expected a pattern of {year} or {yy} and {count}"),
    ],
)
def test_a_pattern_has_the_year_and_the_count(tmp_path: Path, pattern: str, problem: str) -> None:
    folder = make_pack(tmp_path / "odd", numbers=f'permit: {{pattern: "{pattern}", says: Permits}}\n')

    with pytest.raises(PackError) as caught:
        compile_pack("odd", own=folder)

    assert problem in str(caught.value)
    assert "odd/numbers.yaml:1:10: permit.pattern" in str(caught.value)


def test_a_short_year_will_do(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "short", numbers='permit: {pattern: "{yy}-{count}", says: Permits}\n')

    assert compile_pack("short", own=folder).numbers.pattern("permit") == "{yy}-{count}"


def test_a_paper_lacks_what_the_code_requires() -> None:
    paper = compile_pack("chester").paper("certificate_of_compliance")
    values = {f.key: "x" for f in paper.fields}

    unmet = [f for f in paper.filled({**values, "use": "", "part": ""}) if f.outcome is Outcome.UNMET]

    assert [(f.key, f.cite, f.why) for f in unmet] == [("field.use", "§ 50-7(C)(5)", "Use is not given")]
    assert all(f.outcome is Outcome.MET for f in paper.worded({"complies": "The work complies."}))


# -------------------------------------------------------------------------------------------------- bad packs


def test_a_pack_that_is_not_there() -> None:
    with pytest.raises(PackError, match="atlantis:1:1: no pack is called atlantis"):
        compile_pack("atlantis")


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    folder = make_pack(
        tmp_path / "bad",
        pack="name: bad\ntitle: Bad\nextends: new-york\n",
        gates__own=GATES.replace("is_true", "is_tru").replace("says:", "say:"),
        facts="town.x: {kind: colour, says: X, ask: X?}\n",
        readings="a: {says: A}\nb: only words\n",
        values="x: {kind: int, says: X, series: []}\n",
        permit="life: {}\n",
        provisions__10="- id: lower-1\n  cite: 5\n  cite: 6\n",
    )

    with pytest.raises(PackError) as caught:
        compile_pack("bad", own=folder)

    text = str(caught.value)
    assert (
        "bad/gates/own.yaml:6:7: certificate.issue.requirements[1].say: no key is called say; did you mean 'says'"
        in text
    )
    assert "bad/facts.yaml:1:10: town.x.kind: expected 'bool', 'int'" in text
    assert "found 'colour'" in text
    assert "bad/readings.yaml:1:1: a: expected the key taken" in text
    assert "bad/readings.yaml:2:1: b: expected keys, each with its value; found 'only words'" in text
    assert "bad/values.yaml:1:25: x.series: expected at least one dated value" in text
    assert "bad/permit.yaml:1:1: no part of a pack is called permit.yaml; did you mean 'permits.yaml'" in text
    assert "bad/provisions/10.yaml:3:3: expected each key once: 'cite' stands in line 2 too" in text


def test_a_predicate_that_there_is_not_is_named(tmp_path: Path) -> None:
    one = make_pack(tmp_path / "one", gates__own=GATES.replace("{is_true:", "{is_tru:"))
    two = make_pack(tmp_path / "two", gates__own=GATES.replace("{is_true: town.second_signature}", "true"))

    with pytest.raises(
        PackError, match="need: no predicate is called is_tru; did you mean 'is_true'.*; expected all, any"
    ):
        compile_pack("one", own=one)
    with pytest.raises(PackError, match="need: expected a mapping of one predicate: all, any"):
        compile_pack("two", own=two)


def test_a_gate_in_two_files_is_named_twice(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "twice", gates__second=GATES)

    with pytest.raises(
        PackError, match="twice/gates/second.yaml:1:1: certificate.issue: expected each of the gates once"
    ):
        compile_pack("twice", own=folder)


def test_a_pack_does_not_stand_on_itself(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "named", pack="name: named\ntitle: T\nextends: named\n")

    with pytest.raises(PackError, match="named/pack.yaml:3:1: extends: 'named' stands on itself"):
        compile_pack("named", own=folder)


def test_the_folder_and_the_name_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_pack(tmp_path / "folder", pack="name: another\ntitle: T\n")
    monkeypatch.setattr(packs, "SHIPPED", tmp_path)

    with pytest.raises(PackError, match="folder/pack.yaml:1:1: name: expected 'folder', the folder's name"):
        compile_pack("folder")


def test_what_stands_in_no_file_is_marked_with_the_folder(tmp_path: Path) -> None:
    layer = read_layers("spots", own=make_pack(tmp_path / "spots"))[-1]

    assert str(layer.mark("gates", "no such gate")) == "spots:1:1"
    assert str(layer.mark("periodic", "classes")) == "spots:1:1"
    assert str(layer.mark("provisions", 1)) == "spots/provisions/09.yaml:9:3"


@pytest.mark.parametrize(
    ("amount", "problem"),
    [("12.5", "expected an amount in quotes with its cents"), ("free", "expected an amount"), ("-1.00", "")],
)
def test_money_is_written_to_the_cent(amount: str, problem: str) -> None:
    read = TypeAdapter(Money)

    if problem:
        with pytest.raises(ValidationError, match=problem):
            read.validate_python(amount)
    else:
        assert read.validate_python(Decimal(amount)) == read.validate_python(amount) == Decimal("-1.00")


def test_a_day_is_written_in_full() -> None:
    read = TypeAdapter(WrittenDate)

    assert read.validate_python("2025-04-14") == read.validate_python(date(2025, 4, 14)) == date(2025, 4, 14)
    with pytest.raises(ValidationError, match="expected a date in quotes"):
        read.validate_python("2025-4-14")
    with pytest.raises(ValidationError):
        read.validate_python("2025-02-30")


def test_a_pack_without_its_first_page(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "headless")
    (folder / "pack.yaml").unlink()

    layer = read_layers("headless", own=folder)

    assert str(layer[0].problems[0]) == "headless/pack.yaml:1:1: expected this file"


# -- files and figures that cannot be right ----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A sound pack, in which one thing is then broken."""
    made = make_pack(tmp_path / "bad")
    assert check("bad", own=made).errors == ()
    return made


def problems(folder: Path, **more: Any) -> list[str]:
    return [str(one) for one in check("bad", own=folder, **more).problems if one.mark.file.startswith("bad/")]


def test_a_folder_in_place_of_a_file(folder: Path) -> None:
    (folder / "numbers.yaml").mkdir()
    assert problems(folder) == ["bad/numbers.yaml:1:1: expected a file that can be read: Is a directory"]


def test_a_link_that_leads_to_itself(folder: Path) -> None:
    (folder / "numbers.yaml").symlink_to("numbers.yaml")
    (said,) = problems(folder)
    assert said.startswith("bad/numbers.yaml:1:1: expected a file that can be read: Too many")


@pytest.mark.parametrize("name", ["numbers.yml", "Numbers.YAML", "gates/below/own.yaml"])
def test_a_file_that_nobody_would_read_is_not_passed_over(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("permit: {}\n", encoding="utf-8")
    (said,) = problems(folder)
    assert said.startswith(f"bad/{name}:1:1: no part of a pack is called {name}")


def test_a_folder_of_packs_names_the_page_that_a_pack_lacks(folder: Path) -> None:
    (folder / "pack.yaml").unlink()
    assert str(check("bad", shelf=folder.parent).errors[0]) == "bad/pack.yaml:1:1: expected this file"


@pytest.mark.parametrize("name", ["..", ".hidden", "a/b"])
def test_no_other_folder_is_taken_for_a_pack(folder: Path, name: str) -> None:
    (folder.parent / ".hidden").mkdir()
    (said,) = check(name, shelf=folder.parent).errors
    assert f"no pack is called {name}" in str(said)


def test_a_year_without_its_first_figure(folder: Path) -> None:
    (folder / "permits.yaml").write_text(PERMITS.replace('"2', '"0', 1), encoding="utf-8")
    assert [said.partition(": ")[2] for said in problems(folder)] == [
        "default.life[1].from: expected a year from 1600 on: the year 20 is a slip of the pen"
    ]


def test_a_time_that_leads_to_no_day(folder: Path) -> None:
    (folder / "permits.yaml").write_text(re.sub(r"months: \d+", "months: 99999", PERMITS), encoding="utf-8")
    assert "expected at most 12000; found 99999" in problems(folder)[0]


@pytest.mark.parametrize(
    "part",
    [
        '{kind: flat, amount: "-5.00"}',
        '{kind: bands, fact: application.cost, bands: [{up_to: "9", amount: "-5.00"}, {amount: "9.00"}]}',
        '{kind: counts, each: {building.tenants: "-5.00"}}',
    ],
)
def test_an_amount_below_nothing_is_warned_of(folder: Path, part: str) -> None:
    schedule = f"schedules: [{{name: S, lines: [{{code: a, title: A, parts: [{part}]}}]}}]\n"
    (folder / "fees.yaml").write_text(f'setting: {{cite: "§ 9-4"}}\n{schedule}', encoding="utf-8")
    (said,) = [one for one in problems(folder) if "gap" not in one and "nothing" in one and "amount" in one]
    assert said.endswith("parts: warning: an amount below nothing takes away from the fee")
