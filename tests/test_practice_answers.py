"""What is said of an ordinary application in a practice office: what its pack asks, and no more."""

from datetime import date

from townwright.law.packs import compile_pack
from townwright.practice.stories import ORDINARY, ORDINARY_DAYS, ordinary

ON = date(2026, 11, 17)


def test_every_answer_is_one_that_the_pack_asks_for() -> None:
    for name in ("chester", "shelter-island"):
        pack = compile_pack(name)
        asked = {fact for gate in pack.gates for fact in pack.gate(gate).needs(ON)}

        assert ordinary(pack, ON).keys() == asked & {*ORDINARY, *ORDINARY_DAYS}


def test_the_days_are_that_of_the_application() -> None:
    said = ordinary(compile_pack("shelter-island"), ON)

    assert said["survey.made_on"] == said["parcel.violations_searched_on"] == "2026-11-17"
    assert "survey.made_on" not in ordinary(compile_pack("chester"), ON)


def test_each_answer_is_of_its_questions_kind() -> None:
    pack = compile_pack("shelter-island")

    for name, value in ordinary(pack, ON).items():
        assert pack.catalogue.read(name, value) is not None
