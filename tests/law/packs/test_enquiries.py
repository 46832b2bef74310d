"""The enquiries of a pack: what the check says of a topic that cannot be answered, and which answers the packs have."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.law.packs.making import make_pack
from townwright.law.asking import Settled, enquiry, topics
from townwright.law.check import check
from townwright.law.enquiries import Reply, Topic
from townwright.law.packs import Pack, compile_pack, shipped_names

ON = date(2026, 11, 17)
YES, NO = Reply(says="Yes."), Reply(says="No.")


def test_a_topic_is_answered_by_a_gate_or_by_the_kinds_of_operating_permits() -> None:
    one = Topic(title="One", gate="permit.not_needed", needed=YES, free=NO)
    assert one.replies["open"].says.startswith("We cannot")
    for gate, operating in (("", False), ("permit.not_needed", True)):
        with pytest.raises(ValidationError, match="expected a gate, or operating: true"):
            Topic(title="Both or none", gate=gate, operating=operating, needed=YES, free=NO)


WRONG = """\
order: [work, wrok]
topics:
  work:
    title: Work
    gate: permit.not_neded
    state: permit.not_needed
    first: [application.work_typ, application.area]
    tells: {application.work_type: juggle, application.cots: "1"}
    needed: {says: Yes., bring: [application.complete, application.compleet], shows: [documents, plans]}
    free: {says: No.}
questions:
  application.work_type:
    choices: {construct: Build, juggle: Juggle}
    hints: {constructs: A house}
  work.in_dwelling_unit: {choices: {"yes": In a home, "maybe": Perhaps}}
  work.colour: {ask: Which colour?}
"""


def test_the_check_names_what_is_not_there(tmp_path: Path) -> None:
    report = check("elsewhere", make_pack(tmp_path / "elsewhere", enquiries=WRONG))

    assert [(p.place, p.says.partition(";")[0]) for p in report.errors if "enquiries" in p.mark.file] == [
        ("order[2]", "no topic is called wrok"),
        ("topics.work.gate", "no gate is called permit.not_neded"),
        ("topics.work.needed.bring[2]", "no gate is called application.compleet"),
        ("topics.work.needed.shows[2]", "no checklist is called plans"),
        (
            "topics.work.tells.application.work_type",
            "application.work_type is one of construct, enlarge, alter, improve, remove, relocate, demolish, repair, "
            "solid fuel or other, not 'juggle'",
        ),
        ("topics.work.tells.application.cots", "no fact is called 'application.cots'"),
        ("topics.work.first[1]", "no fact is called application.work_typ"),
        ("questions.application.work_type.choices.juggle", "application.work_type has no choice juggle"),
        ("questions.application.work_type.hints.constructs", "application.work_type has no choice constructs"),
        ("questions.work.in_dwelling_unit.choices.maybe", "work.in_dwelling_unit has no choice maybe"),
        ("questions.work.colour", "no fact is called work.colour"),
    ]


@pytest.mark.parametrize("name", [name for name in shipped_names() if name != "new-york"])
def test_every_topic_of_a_shipped_town_can_be_asked(name: str) -> None:
    """Each has a gate that is not settled before anything was told, and a first question with words."""
    pack = compile_pack(name)
    assert "work" in topics(pack, ON)
    for key, topic in topics(pack, ON).items():
        if topic.operating:
            continue
        then = enquiry(pack, topic, ON).ask({})
        assert not isinstance(then, Settled), key
        assert then.fact.ask.endswith("?"), key


@pytest.fixture(scope="module")
def chester() -> Pack:
    return compile_pack("chester")


def ended(pack: Pack, topic: str, **told: object) -> tuple[str, tuple[str, ...]]:
    """How a topic ends for some answers, and what was asked for it."""
    answers = {name.replace("__", "."): value for name, value in told.items()}
    walk = enquiry(pack, pack.enquiries.topics[topic], ON).walk(answers)  # type: ignore[arg-type]
    assert isinstance(walk.then, Settled)
    return walk.then.ending, walk.asked


@pytest.mark.proves("CHE-50-4-A-2/1")
def test_a_shed_that_is_moved_needs_a_permit_and_its_size_is_not_asked(chester: Pack) -> None:
    ending, asked = ended(chester, "work", application__work_type="relocate")

    assert ending == "unmet"
    assert asked == ("application.work_type",)


def test_a_repair_that_no_code_governs_needs_none(chester: Pack) -> None:
    told = {"application__work_type": "repair", "work__under_energy_code": False}

    assert ended(chester, "work", **told, work__under_uniform_code=False)[0] == "met"
    assert ended(chester, "work", **told, work__under_uniform_code=True)[0] == "unmet"


def test_a_stove_in_a_home_needs_one_after_two_questions(chester: Pack) -> None:
    ending, asked = ended(chester, "work", application__work_type="solid fuel", work__in_dwelling_unit=True)

    assert (ending, len(asked)) == ("unmet", 2)


@pytest.mark.parametrize(
    ("converted", "permit", "ending", "questions"),
    [(True, None, "unmet", 1), (False, True, "unmet", 2), (False, False, "met", 2)],
)
def test_another_use_needs_a_certificate(
    chester: Pack, converted: bool, permit: bool | None, ending: str, questions: int
) -> None:
    told = {"certificate__conversion": converted, "certificate__under_permit": permit}
    found, asked = ended(chester, "use", **{name: value for name, value in told.items() if value is not None})

    assert (found, len(asked)) == (ending, questions)
