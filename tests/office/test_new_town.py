"""The guide to a new town, done as it stands there: its pack is written, checked and opened, and a permit lives in the
office from the counter to its certificate, by that town's own numbers, titles, periods, fees and gates.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.test import Client

from tests.office.factories import Office, Staff, day, do, on_the_day, owner
from tests.office.factories_inspections import DECK, IN_ORDER, result
from townwright import cli
from townwright.counter.apply import application
from townwright.law.check import check
from townwright.law.fees import FeeSchedule
from townwright.office import clock, laws, storage
from townwright.office.certificates.models import Certificate
from townwright.office.papers import press
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Draft, Permit
from townwright.office.permits.terms import standing_of
from townwright.office.places.models import Parcel
from townwright.office.register.actors import SYSTEM, Role
from townwright.office.register.acts import perform
from townwright.office.register.errors import Refused
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account

CHECKOUT = Path(__file__).parents[2]
GUIDE = CHECKOUT / "docs" / "new-town.md"
EXAMPLE = CHECKOUT / "docs" / "examples" / "harrow-mills"

_BLOCK = re.compile(r"^```(sh|yaml)\n(.*?)^```$", re.M | re.S)


def blocks() -> Iterator[tuple[str, str]]:
    """What the guide has somebody do, in its order: ("sh", a command) or the path of a file and what to write there."""
    for kind, text in _BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        if kind == "sh":
            yield from (("sh", line) for line in text.splitlines())
        else:
            head, _, content = text.partition("\n")
            yield head.removeprefix("# packs/"), content


def test_the_guide_shows_the_example_whole() -> None:
    shown = {path: content for path, content in blocks() if path != "sh"}
    there = {
        f"harrow-mills/{path.relative_to(EXAMPLE).as_posix()}": path.read_text(encoding="utf-8")
        for path in EXAMPLE.rglob("*.yaml")
    }
    assert shown == there


def test_the_example_has_nothing_wrong_or_doubtful() -> None:
    problems = [one for one in check("harrow-mills", own=EXAMPLE).problems if one.mark.file.startswith("harrow")]
    assert problems == []


@pytest.fixture
def followed(
    offices: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: Any
) -> str:
    """The guide followed to its end in an empty data folder, in January 2026; what its commands printed."""
    settings.SIGN_PAPERS = False
    blank = io.BytesIO()
    sheet = pikepdf.Pdf.new()
    sheet.add_blank_page()
    sheet.save(blank)
    monkeypatch.setattr(press, "press", lambda *_, **__: blank.getvalue())
    monkeypatch.setattr("getpass.getpass", lambda prompt: "a-long-word-of-nobody")
    monkeypatch.chdir(tmp_path)
    said = []
    with on_the_day("2026-01-05"):
        for what, text in blocks():
            if what == "sh":
                assert cli.main(shlex.split(text)[1:]) == 0, (text, capsys.readouterr())
                said.append(capsys.readouterr().out)
            else:
                path = storage.data_folder() / "packs" / what
                assert path.parent.is_dir(), path
                path.write_text(text, encoding="utf-8")
    return "\n".join(said)


def test_a_permit_lives_by_the_new_towns_code_from_the_counter_to_its_certificate(followed: str) -> None:
    assert "harrow-mills: 0 errors, 0 warnings" in followed
    assert "Town of Harrow Mills, Chapter 84" in followed
    with storage.bound_to("harrow-mills"):
        town = _town()
        permit, certificate = _permit_life(town)
        cases = (str(permit.case_id), str(certificate.case_id))
    _pages(town, cases)


def _town() -> Office:
    """The office on its first day: its people, the board's schedule as the pack has it, a parcel and its owner."""
    officer = actor_of(Account.objects.get(username="m.aldous"))
    (schedule,) = laws.pack().fees_rules.schedules
    assert isinstance(schedule, FeeSchedule)
    lines = [line.model_dump(mode="json", by_alias=True, exclude_defaults=True) for line in schedule.lines]
    given = {"name": schedule.name, "resolution": "9-2026", "adopted": "2026-01-05", "begins": "2026-01-05"}
    with on_the_day("2026-01-05"):
        perform("schedule.adopt", {**given, "more": lines}, actor=officer)
        given = {"swis": "519989", "print_key": "12-1-4", "address": "7 Race Street"}
        place = Parcel.objects.get(pk=perform("parcel.record", given, actor=SYSTEM).subject_id)
        owner(place)
    do("parcel.flag", place, "2026-01-05", SYSTEM, kind="no flood", source="FIRM")
    return Office(Staff(officer, officer, officer, officer), place)


#: Pages of the desk and of the counter, with words of this town's own that stand on them.
PAGES = {
    "desk/": "Town of Harrow Mills",
    "desk/cases/{permit}/": "HM-26-001",
    "desk/cases/{permit}/review/": "HM-26-001",
    "desk/cases/{certificate}/": "HMC-26-001",
    "desk/law/": "§ 84-9",
    "desk/law/84-9/": "The Town Engineer signs too",
    "desk/office/": "Town Engineer",
    "desk/office/numbers/": "HMC",
    "desk/office/fees/": "Schedule of 2026",
    "desk/office/law/": "Chapter 84",
    "desk/office/days/": "Harrow Mills",
    "desk/money/": "Harrow Mills",
    "desk/new/application/": "Harrow Mills",
    "": "Town of Harrow Mills",
    "code/": "§ 84-5",
    "apply/": "Harrow Mills",
    "property/": "Harrow Mills",
}


def _pages(town: Office, cases: tuple[str, str]) -> None:
    """The pages are this town's, by its own names, numbers and sections."""
    client = Client()
    with storage.bound_to("harrow-mills"):
        account = Account.objects.get(username="m.aldous")
        client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    with clock.fixed("2026-06-11 09:00"):
        for address, words in PAGES.items():
            whole = f"/harrow-mills/{address.format(permit=cases[0], certificate=cases[1])}"
            answer = client.get(whole, follow=True)
            assert answer.status_code == 200, whole
            text = answer.content.decode()
            assert words in text, (whole, words)
            assert "Chester" not in text, whole


def _permit_life(town: Office) -> tuple[Permit, Certificate]:
    officer = town.staff.officer
    engineer = actor_of(Account.objects.get(username="t.ferro"))
    assert officer.role is Role.OFFICER

    # The counter: bands make the fee. $18,000 is in the second band: $75 and 13 started thousands at $7.
    answers = {**DECK, "town.sewage_system": True}
    permit = town.submitted("2026-01-12", paid=False, answers=answers)
    assert permit.number == "HM-26-001"
    assert permit.filed_on is None
    town.paid(permit, "2026-01-12", "166.00")
    assert permit.filed_on is not None

    # The counter asks what this town alone wants to know.
    asked = application.questions(Draft(kind="building", answers={}), day("2026-01-12"))
    assert "town.sewage_system" in asked
    assert "town.survey_on" not in asked

    # The county's approval is the town's own gate.
    do("inspection.record", permit, "2026-01-13", officer, results=[result("site")])
    permit.refresh_from_db()
    town.ready("2026-01-20", permit)
    with pytest.raises(Refused) as refused:
        town.do("permit.issue", permit, "2026-01-29", certificate_kind="occupancy")
    (finding,) = refused.value.decision.standing_in_the_way
    assert (finding.key, finding.cite) == ("health_department", "§ 84-5(E)")
    assert (finding.why, finding.held_by) == ("The approval is not on file", "applicant")
    town.do("permit.review", permit, "2026-01-29", facts={"town.health_approved_on": "2026-01-28"})
    town.do("permit.issue", permit, "2026-01-30", certificate_kind="occupancy")

    # Three months to begin: 30 April; eighteen months in force: 30 July 2027. Each under its section.
    standing = standing_of(permit, permit.issued_on)
    assert (permit.commence_by.isoformat(), permit.last_day.isoformat()) == ("2026-04-30", "2027-07-30")
    assert (standing.cite, standing.provisions) == ("§ 84-5(C)", ("HRM-84-5-C-2",))
    paper = Paper.objects.get(kind="permit")
    assert paper.data["signature"]["office"] == "Building Inspector, for the Town of Harrow Mills"

    # The work, and the certificate: its survey and its second signature.
    lines = [result(key) for key in permit.plan.filter(state="required", final=False).values_list("key", flat=True)
             if key != "site"]  # fmt: skip
    do("inspection.record", permit, "2026-06-01", officer, results=lines, **IN_ORDER)
    do("inspection.record", permit, "2026-06-08", officer, results=[result("final")], **IN_ORDER)
    said = {"use": "One-family dwelling", "occupancy": "R-3", "construction_type": "V-B"}
    made = do("certificate.apply", permit, "2026-06-09", officer, payment={"method": "cash"}, **said)
    certificate = Certificate.objects.get(pk=made.subject_id)
    do("certificate.note", certificate, "2026-06-09", officer, facts={"town.survey_on": "2026-03-11"})
    # 90 days from 11 March is 9 June; on the 10th the survey has become too old, and nobody but the officer signed.
    with pytest.raises(Refused) as refused:
        do("certificate.issue", certificate, "2026-06-10", officer)
    assert [(one.key, one.cite) for one in refused.value.decision.standing_in_the_way] == [
        ("engineer", "§ 84-9(B)"),
        ("survey", "§ 84-9(C)"),
    ]
    do("certificate.note", certificate, "2026-06-10", officer, facts={"town.survey_on": "2026-06-10"})
    do("certificate.sign", certificate, "2026-06-10", engineer)
    do("certificate.issue", certificate, "2026-06-10", officer)

    certificate.refresh_from_db()
    permit.refresh_from_db()
    assert certificate.case.number == "HMC-26-001"
    assert permit.closed_on is not None
    printed = Paper.objects.get(pk=certificate.paper_id).data
    assert "Signed too by Tamsin Ferro, Town Engineer, on Wed 10 June 2026." in printed["statement"]
    assert printed["signature"]["office"] == "Building Inspector, for the Town of Harrow Mills"
    return permit, certificate
