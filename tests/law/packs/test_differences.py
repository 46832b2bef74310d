"""What two packs say differently."""

from pathlib import Path

from tests.law.packs.making import make_pack
from townwright.law.differences import Difference, differences
from townwright.law.packs import Pack, compile_pack

VALUES = """\
town_persons:
  kind: int
  says: Persons of a crowd
  series:
    - {from: "2020-02-01", value: 50, cite: "§ 9-1", enacted_by: L.L. 1-2020}
"""
LATER = VALUES + '    - {from: "2027-01-01", value: 40, cite: "§ 9-1", enacted_by: L.L. 3-2026}\n'


def pack(folder: Path, **files: str) -> Pack:
    """A small pack of the name `elsewhere`."""
    return compile_pack("elsewhere", make_pack(folder / "elsewhere", **files))


def test_a_pack_is_as_it_is(tmp_path: Path) -> None:
    assert differences(pack(tmp_path), pack(tmp_path)) == ()


def test_a_further_value_and_a_changed_word_are_named_by_their_places(tmp_path: Path) -> None:
    before = pack(tmp_path / "before", values=VALUES)
    changed = before.model_copy(update={"title": "Elsewhere, as amended"})
    after = changed.model_copy(update={"values": pack(tmp_path / "after", values=LATER).values})
    found = differences(before, after)
    assert found[0] == Difference(("title",), before.title, "Elsewhere, as amended")
    assert found[1].place == ("values", "town_persons", "series", "2027-01-01")
    assert (found[1].part, found[1].before) == ("values", "")
    assert '"value": 40' in found[1].after
    assert differences(after, before)[1] == Difference(found[1].place, found[1].after, "")


def test_a_requirement_put_before_others_is_one_difference(tmp_path: Path) -> None:
    before = pack(tmp_path)
    gate = before.gates["certificate.issue"]
    first = gate.requirements[0].model_copy(update={"key": "another", "says": "Another thing is so"})
    gates = {**before.gates, "certificate.issue": gate.model_copy(update={"requirements": (first, *gate.requirements)})}
    (found,) = differences(before, before.model_copy(update={"gates": gates}))
    assert found.place == ("gates", "certificate.issue", "requirements", "another")


def test_lists_of_plain_values_and_lists_without_a_key_are_held_against_each_other_whole(tmp_path: Path) -> None:
    before = pack(tmp_path)
    provisions = (before.provisions[-1].model_copy(update={"who": ("officer", "owner")}),)
    (found,) = differences(before, before.model_copy(update={"provisions": (*before.provisions[:-1], *provisions)}))
    assert (found.before, found.after) == ("[]", '["officer", "owner"]')
    shown = before.provisions[-2]
    first, second = shown.accept
    turned = shown.model_copy(update={"accept": (second, first)})
    (found,) = differences(
        before, before.model_copy(update={"provisions": (*before.provisions[:-2], turned, before.provisions[-1])})
    )
    assert found.place[-1] == "accept" and "one signature" in found.before


def test_something_that_was_nothing_before(tmp_path: Path) -> None:
    before = pack(tmp_path)
    (found,) = differences(before, before.model_copy(update={"place": None}))
    assert found.place == ("place",) and found.after == "" and "Town of Elsewhere" in found.before


def test_what_only_one_of_two_packs_has_is_a_difference_by_its_name() -> None:
    old = compile_pack("chester")
    name = next(iter(old.readings))
    new = old.model_copy(update={"readings": {key: each for key, each in old.readings.items() if key != name}})
    (found,) = differences(old, new)
    assert found.place == ("readings", name)
    (other_way,) = differences(new, old)
    assert other_way.place == ("readings", name)
