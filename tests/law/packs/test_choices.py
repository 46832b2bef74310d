"""Which answers of a common list a town's code knows, each with its section."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.law.packs.making import make_pack
from townwright.law.choices import Choice, certificates, choices, insurances, wrong_certificate
from townwright.law.facts import FactError
from townwright.law.packs import Pack, compile_pack

ON = date(2026, 11, 17)
STATE = "19 NYCRR § 1203.3"


def grounds(pack: Pack, gate: str = "permit.finding", on: date = ON) -> dict[str, str]:
    """The grounds that a gate knows, each with its section."""
    return {each.value: each.cite for each in choices(pack.gate(gate), "finding.ground", on)}


def made(folder: Path, **files: str) -> Pack:
    """A small pack of its own."""
    return compile_pack("elsewhere", own=make_pack(folder / "elsewhere", **files))


#: What each town's code says of a permit that should not stand.
FOUND = {
    "chester": {"issued in error": "§ 50-4(J)", "work violates a code": "§ 50-4(J)"},
    "cortlandt": dict.fromkeys(("work violates a code", "breaks a condition", "false statement"), "§ 149-13(F)"),
    "shelter-island": {
        "issued in error": "§ 43-13A(2)",
        "work violates a code": f"{STATE}(a)",
        "false statement": "§ 43-13A(1)",
        "departs from application": "§ 43-13A(3)",
        "stop order disobeyed": "§ 43-13A(4)",
    },
    "sweden": {"issued in error": f"{STATE}(a)", "work violates a code": f"{STATE}(a)"},
}


@pytest.mark.parametrize("town", FOUND)
def test_each_town_has_its_own_grounds_against_a_permit_each_with_its_section(town: str) -> None:
    assert grounds(compile_pack(town)) == FOUND[town]


def test_a_ground_is_said_in_the_words_of_the_catalogue() -> None:
    (first, _) = choices(compile_pack("chester").gate("permit.finding"), "finding.ground", ON)
    assert first == Choice("issued in error", "issued in error on wrong or incomplete information", "§ 50-4(J)")


def test_a_list_on_which_a_gate_says_nothing_stands_whole() -> None:
    pack = compile_pack("chester")
    found = choices(pack.gate("permit.lift"), "finding.ground", ON)
    assert [each.value for each in found] == list(pack.catalogue["finding.ground"].choices)
    assert {each.cite for each in found} == {""}
    with pytest.raises(FactError):
        choices(pack.gate("permit.lift"), "finding.weather", ON)


GATE = """\
permit.finding:
  requirements:
    - {key: ground, %s says: Listed, cite: "§ 9-7",
       need: {one_of: {fact: finding.ground, values: [work violates a code]}}}
    - {key: information, says: Left out here, cite: "§ 9-7", need: {known: finding.facts}}
%s
"""


@pytest.mark.parametrize("mild", ["warn: true,", "discretion: true,"])
def test_what_only_warns_or_is_left_to_the_officer_closes_nothing(tmp_path: Path, mild: str) -> None:
    assert len(grounds(made(tmp_path, gates__more=GATE % (mild, "")))) == 7


def test_a_ground_counts_from_its_day(tmp_path: Path) -> None:
    # Given a code that has one ground, and from 2026 on leaves that to nobody
    dated = (
        '    - {key: later, says: Never, from: "2026-01-01", cite: "§ 9-8",\n'
        "       when: {equals: {fact: finding.ground, value: work violates a code}}, need: {never: No longer}}"
    )
    pack = made(tmp_path, gates__more=GATE % ("", dated))
    # Then it is offered until then
    assert grounds(pack, on=date(2025, 12, 31)) == {"work violates a code": f"{STATE}(a)"}
    assert grounds(pack, on=date(2026, 1, 1)) == {}


def test_what_no_answer_could_mend_closes_none(tmp_path: Path) -> None:
    # Given a requirement that names the ground and can never be met, whatever the ground
    never = "    - {key: shut, says: Shut, cite: '§ 9-8', need: {all: [{never: Shut}, {filled: finding.ground}]}}"
    assert grounds(made(tmp_path, gates__more=GATE % ("", never))) == {"work violates a code": f"{STATE}(a)"}


@pytest.mark.parametrize(
    ("town", "known"),
    [
        ("chester", {"occupancy": "§ 50-7(A)", "compliance": "§ 50-7(A)", "temporary": "§ 50-7(D)"}),
        ("cortlandt", {"occupancy": "§ 149-14(A)", "temporary": "§ 149-14(C)"}),
        ("sweden", dict.fromkeys(("occupancy", "compliance", "temporary"), f"{STATE}(d)")),
    ],
)
def test_each_town_has_its_own_certificates(town: str, known: dict[str, str]) -> None:
    assert {each.value: each.cite for each in certificates(compile_pack(town), ON)} == known


def test_a_certificate_that_the_code_has_not_is_said_with_those_that_it_has() -> None:
    pack = compile_pack("cortlandt")
    assert wrong_certificate(pack, "occupancy", ON) == ""
    assert wrong_certificate(pack, "compliance", ON) == (
        "This town's code has no such certificate. It has: Certificate of Occupancy and Temporary certificate."
    )


def test_a_town_can_be_without_a_temporary_certificate() -> None:
    pack = compile_pack("cortlandt")
    ended: Any = pack.certificates.temporary
    gone = ended.model_copy(
        update={"root": (*ended.root, ended.root[0].model_copy(update={"since": date(2026, 1, 1), "value": None}))}
    )
    rules = pack.certificates.model_copy(update={"temporary": gone, "temporary_without_limit": None, "kinds": {}})
    pack = pack.model_copy(update={"certificates": rules})
    assert certificates(pack, date(2026, 1, 1)) == ()
    assert wrong_certificate(pack, "temporary", ON).endswith("It has: none.")
    assert [each.value for each in certificates(pack, date(2025, 12, 31))] == ["temporary"]


def test_proof_of_insurance_is_of_the_kinds_that_the_law_asks_for(tmp_path: Path) -> None:
    # Given the State's law, which asks for two; and a town that asks for liability insurance from 2026 on
    state = ["workers_compensation", "disability"]
    assert [each.value for each in insurances(compile_pack("chester"), ON)] == state
    own = """\
permit.issue:
  requirements:
    - {key: liability, says: Liability insurance, cite: "§ 9-5", from: "2026-01-01",
       need: {all: [{equals: {fact: insurance.liability, value: insured}},
       {on_or_after: {fact: insurance.liability_until}}]}}
"""
    pack = made(tmp_path, gates__more=own)
    assert [each.value for each in insurances(pack, date(2025, 12, 31))] == state
    (further,) = (each for each in insurances(pack, ON) if each.value not in state)
    assert further == Choice("liability", "Liability insurance", "§ 9-5")
