"""The check of a pack: what it finds, and where it says that it stands."""

import json
from pathlib import Path

import pytest

from tests.law.packs.making import GATES, PROVISIONS, TOWN, make_pack
from townwright.law.check import check, compiled, contrast, pack_schema
from townwright.law.packs import compile_pack, shipped_names


def found(folder: Path) -> list[str]:
    """What the check says of the town's own files."""
    return [str(p) for p in check(folder.name, own=folder).problems if p.mark.file.startswith(folder.name)]


def test_the_shipped_packs_have_no_errors() -> None:
    for name in shipped_names():
        assert check(name).errors == ()


def test_a_good_pack_has_nothing_wrong(tmp_path: Path) -> None:
    assert found(make_pack(tmp_path / "good")) == []


def test_a_provision_without_a_home_is_a_warning(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "bare", gates__own="{}\n", facts="# none\n")

    assert found(folder) == [
        "bare/provisions/09.yaml:1:3: [1]: warning: nothing in the pack carries out ELS-9-1",
    ]
    report = check("bare", own=folder)
    assert report.sound
    assert report.to_json()["problems"][-1] == {
        "file": "bare/provisions/09.yaml",
        "line": 1,
        "column": 3,
        "place": "[1]",
        "says": "nothing in the pack carries out ELS-9-1",
        "warning": True,
        "waits_for": "",
    }
    assert str(report).splitlines()[-1].startswith("bare: 0 errors, ")


def test_files_that_cannot_be_read_come_first(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "broken", gates__own="a: [\n")

    report = check("broken", own=folder)

    assert not report.sound
    assert len(report.problems) == 1
    assert str(report).endswith("broken: 1 error, 0 warnings")


def test_ids_of_provisions_are_unique_through_all_layers(tmp_path: Path) -> None:
    again = PROVISIONS + PROVISIONS.replace("ELS-9-1", "NYS-GML-125-1")
    folder = make_pack(tmp_path / "again", provisions__09=again)

    lines = found(folder)

    assert any("[3]: expected each provision once: NYS-GML-125-1" in line for line in lines)
    assert any("[4]: expected each provision once: ELS-9-2" in line for line in lines)


def test_what_is_carried_out_exists(tmp_path: Path) -> None:
    folder = make_pack(
        tmp_path / "typo", gates__own=GATES.replace("      carries: [ELS-9-1]", "      carries: [ELS-9-11]")
    )

    assert found(folder) == [
        "typo/gates/own.yaml:7:17: certificate.issue.requirements[1].carries[1]: "
        "no provision is called ELS-9-11; did you mean 'ELS-9-1' or 'ELS-9-2'?",
    ]


WRONG = """\
certificate.issue:
  title: May the certificate issue?
  includes: [sign.oficer]
  checklists: [drawing]
  switched_off: {second: Because}
  requirements:
    - key: second
      says: A second officer signs
      need: {is_true: town.second_signatur}
    - key: second
      says: Twice
      carries: [ELS-9-1]
      need: {at_least: {fact: application.cost, value: cap}}
      when: {empty: application.cost}
      why: {unmet: "{costs} is too much", met: "{fact} {limit} {on} {missing}"}
  """

CHECKLISTS = """\
drawing:
  title: Drawings
  fact: review
  lines:
    - {key: plan, says: A plan, when: {is_true: town.sign}}
other:
  title: Others
  fact: marks
  lines:
    - {key: plan, says: A plan}
"""


def test_gates_and_checklists_name_what_there_is(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "wrong", gates__own=WRONG, checklists=CHECKLISTS)

    lines = found(folder)

    gates = "wrong/gates/own.yaml"
    assert (
        f"{gates}:3:3: certificate.issue.includes: no gate is called sign.oficer; did you mean 'sign.officer'?" in lines
    )
    assert f"{gates}:6:3: certificate.issue.requirements: expected each requirement once: second" in lines
    assert (
        f"{gates}:7:7: certificate.issue.requirements[1].key: warning: second names no section and carries no provision"
        in lines
    )
    assert (
        f"{gates}:9:14: certificate.issue.requirements[1].need.is_true: no fact is called 'town.second_signatur'; "
        "did you mean 'town.second_signature'?" in lines
    )
    assert any("requirements[2].need.at_least.value: no dated value is called 'cap'" in line for line in lines)
    assert any("when.empty: expected a fact that is a set; application.cost is a money" in line for line in lines)
    assert any("why.unmet: no fact is called costs" in line for line in lines)
    assert any("checklists.yaml:5:" in line and "no fact is called 'town.sign'" in line for line in lines)
    assert any("other.fact: no family of facts is called marks" in line for line in lines)


def test_a_checklist_and_a_switched_off_requirement_exist(tmp_path: Path) -> None:
    gates = "a:\n  title: A\n  checklists: [drawings]\n  switched_off: {fee: Because}\n"
    folder = make_pack(tmp_path / "missing", gates__more=gates, checklists=CHECKLISTS.split("other:")[0])

    lines = found(folder)

    assert any("a.checklists: no checklist is called drawings; did you mean 'drawing'?" in line for line in lines)
    assert any("a.switched_off.fee: no requirement is called fee" in line for line in lines)


def test_what_a_town_cites_of_the_pack_below_is_there(tmp_path: Path) -> None:
    gates = "insurance:\n  cited: {insurance.disabilty: [ELS-9-1]}\nnew.gate:\n  requirements: []\n"
    checklists = "documents:\n  cited: {z: [ELS-9-1], a: [ELS-9-1]}\n"
    lines = found(make_pack(tmp_path / "cites", gates__more=gates, checklists=checklists))

    assert lines == [
        "cites/gates/more.yaml:2:11: insurance.cited.insurance.disabilty: no requirement below is called "
        "insurance.disabilty; did you mean 'insurance.disability'?",
        "cites/gates/more.yaml:3:1: new.gate: expected the key title: no pack below has the gate new.gate",
        "cites/checklists.yaml:2:11: documents.cited.z: no line is called z",
    ]


EXCEPTIONS = """\
certificate.issue:
  title: May the certificate issue?
  requirements:
    - key: second
      says: A second officer signs
      carries: [ELS-9-1]
      need: {is_true: town.second_signature}
      exceptions:
"""


@pytest.mark.parametrize(
    ("exceptions", "overlap"),
    [
        pytest.param(
            [
                "{label: a, when: {is_true: documents.electronic}}",
                "{label: b, when: {known: application.scope}}",
            ],
            True,
            id="no order",
        ),
        pytest.param(
            [
                "{label: a, when: {is_true: documents.electronic}, goes_before: [b]}",
                "{label: b, when: {known: application.scope}}",
            ],
            False,
            id="an order",
        ),
        pytest.param(
            [
                "{label: a, when: {is_true: documents.electronic}, goes_before: [b]}",
                "{label: b, when: {known: application.scope}, goes_before: [a]}",
            ],
            True,
            id="each before the other",
        ),
        pytest.param(
            [
                "{label: a, when: {is_true: documents.electronic}}",
                "{label: b, when: {is_false: documents.electronic}}",
            ],
            False,
            id="yes and no",
        ),
        pytest.param(
            [
                "{label: a, when: {is_true: documents.electronic}}",
                "{label: b, when: {not: {is_true: documents.electronic}}}",
            ],
            False,
            id="not",
        ),
        pytest.param(
            [
                "{label: a, when: {all: [{equals: {fact: application.work_type, value: repair}},"
                " {known: documents.sets}]}}",
                "{label: b, when: {one_of: {fact: application.work_type, values: [alter, enlarge]}}}",
            ],
            False,
            id="other values",
        ),
        pytest.param(
            [
                "{label: a, when: {equals: {fact: application.work_type, value: alter}}}",
                "{label: b, when: {one_of: {fact: application.work_type, values: [alter, enlarge]}}}",
            ],
            True,
            id="a value in common",
        ),
        pytest.param(
            [
                '{label: a, when: {known: application.scope}, until: "2024-12-31"}',
                '{label: b, when: {known: application.extent}, from: "2025-01-01"}',
            ],
            False,
            id="other days",
        ),
        pytest.param(
            [
                '{label: a, when: {known: application.scope}, from: "2025-01-01"}',
                '{label: b, when: {known: application.extent}, until: "2024-12-31"}',
            ],
            False,
            id="other days, the later first",
        ),
    ],
)
def test_exceptions_that_may_apply_together_need_an_order(tmp_path: Path, exceptions: list[str], overlap: bool) -> None:
    gates = EXCEPTIONS + "".join(f"        - {one}\n" for one in exceptions)
    lines = found(make_pack(tmp_path / "both", gates__own=gates))

    assert any("a and b may apply together" in line for line in lines) is overlap
    assert overlap or lines == []


def test_an_exception_goes_before_one_that_there_is(tmp_path: Path) -> None:
    gates = EXCEPTIONS + (
        "        - {label: farm, when: {known: application.scope}, need: {is_true: documents.electronics},"
        " goes_before: [frm]}\n"
    )
    lines = found(make_pack(tmp_path / "lone", gates__own=gates))

    assert any(
        "exceptions[1].goes_before: no exception is labelled frm; did you mean 'farm'?" in line for line in lines
    )
    assert any("exceptions[1].need.is_true: no fact is called 'documents.electronics'" in line for line in lines)


def test_sections_look_after_themselves(tmp_path: Path) -> None:
    inspections = 'elements:\n  - {key: slab, title: Slab, cite: "§ 9-4", when: {is_true: work.slabs}}\n'
    lines = found(make_pack(tmp_path / "sections", inspections=inspections))

    assert any(
        "inspections.yaml:2:" in line and "no fact is called 'work.slabs'; did you mean 'work.slab'" in line
        for line in lines
    )


def test_a_towns_own_fact_lies_beneath_town(tmp_path: Path) -> None:
    facts = "town.second_signature: {kind: bool, says: S, ask: S?}\nsignature: {kind: bool, says: S, ask: S?}\n"

    assert found(make_pack(tmp_path / "names", facts=facts)) == [
        "names/facts.yaml:2:1: signature: expected a name that begins with town., not signature",
    ]


def test_a_day_that_stands_in_for_that_of_filing_is_a_warning(tmp_path: Path) -> None:
    town = TOWN.replace('in_force_from: "2020-02-01"', 'in_force_from: "2020-02-01", in_force_to_be_confirmed: true')

    assert found(make_pack(tmp_path / "waiting", town=town)) == [
        "waiting/town.yaml:15:83: chapter.in_force_from: warning: Sat 1 February 2020 stands in for the day from which "
        "the chapter is in force; enter the real one"
    ]


def test_a_chapter_is_not_in_force_before_it_was_adopted(tmp_path: Path) -> None:
    def errors(day: str) -> list[str]:
        town = TOWN.replace('in_force_from: "2020-02-01"', f'in_force_from: "{day}"')
        return found(make_pack(tmp_path / "early", town=town))

    assert errors("2020-01-01") == []
    (error,) = errors("2019-12-31")
    assert "expected a day on or after the adoption, 2020-01-01" in error


def test_colours_can_be_read_on_white_and_on_paper(tmp_path: Path) -> None:
    pale = TOWN.replace('link: "#17563d"', 'link: "#8fd0ad"').replace('town_soft: "#d5e2da"', 'town_soft: "#224433"')
    lines = found(make_pack(tmp_path / "pale", town=pale))

    assert any("colours.link: expected a contrast of 4.5:1 with #ffffff, found 1.8:1" in line for line in lines)
    assert any("colours.link: expected a contrast of 4.5:1 with #f7f5ee" in line for line in lines)
    assert any("colours.town_soft: expected a contrast of 4.5:1 with #1c4a38" in line for line in lines)
    assert contrast("#ffffff", "#000000") == pytest.approx(21)


LOOSER = """\
permit.issue:
  title: May the permit issue?
  switched_off: {insurance.workers_compensation: The county checks it}
  requirements:
    - key: insurance.disability
      says: Disability cover
      cite: "§ 9-5"
      need: {equals: {fact: insurance.disability, value: insured}}
      warn: true
      until: "2030-12-31"
    - key: signature
      says: Signed
      cite: "§ 9-6"
      need: {contains: {fact: actor.offices, value: officer}}
"""


def test_a_rule_looser_than_the_states_is_reported_with_both_sections(tmp_path: Path) -> None:
    lines = found(make_pack(tmp_path / "looser", gates__looser=LOOSER))

    assert lines == [
        "looser/gates/looser.yaml:3:18: permit.issue.switched_off.insurance.workers_compensation: warning: Workers' "
        "compensation cover is proved, or its exemption is not asked here: The county checks it; the State's minimum "
        "is General Municipal Law § 125",
        "looser/gates/looser.yaml:5:7: permit.issue.requirements[1]: warning: § 9-5: Disability cover is only warned "
        "of; the State's minimum is General Municipal Law § 125",
        "looser/gates/looser.yaml:5:7: permit.issue.requirements[1]: warning: § 9-5: Disability cover is asked only to "
        "Tue 31 December 2030; the State's minimum is General Municipal Law § 125",
    ]


def test_editors_get_a_schema_of_every_file() -> None:
    schema = pack_schema()

    assert {"town", "permits", "gates", "provisions", "papers"} <= set(schema["properties"])
    assert json.dumps(schema)
    assert schema["$defs"]["town"]["properties"]["name"]["type"] == "string"


def test_what_is_only_doubtful_of_a_compiled_pack_is_left_out(tmp_path: Path) -> None:
    pack = compile_pack("elsewhere", own=make_pack(tmp_path / "elsewhere"))
    gate = pack.gates["certificate.issue"]
    bare = gate.requirements[-1].model_copy(update={"cite": "", "carries": ()})
    doubtful = gate.model_copy(update={"requirements": (*gate.requirements[:-1], bare)})

    assert [*compiled(pack.model_copy(update={"gates": {**pack.gates, "certificate.issue": doubtful}}))] == []
