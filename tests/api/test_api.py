"""The API: the same acts as on a page, the same refusals, each as a problem that a program can read."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from ninja.responses import NinjaJSONEncoder
from openapi_spec_validator import validate

from tests.api.conftest import Program
from tests.office.factories import Office
from townwright.api.api import api
from townwright.office.cases.models import Note
from townwright.office.register import acts
from townwright.office.register.actors import SYSTEM, Actor
from townwright.office.register.models import Entry
from townwright.office.staff.models import ApiKey

AsProgram = Callable[[Actor], Program]
PROBLEM = "application/problem+json"
ISSUE = {"certificate_kind": "compliance"}


def note(town: Office, **more: object) -> dict[str, object]:
    return {"parcel": town.parcel.pk, "words": "Asked about a fence", "who": "Mr. Quill", **more}


class TestAnAct:
    def test_is_done_under_its_name(self, town: Office, program: AsProgram) -> None:
        answer = program(town.staff.clerk).act("note.take", given=note(town))
        assert answer.status_code == 200
        body = answer.json()
        entry = Entry.objects.get(seq=body["entry"])
        assert (entry.act, entry.actor_name) == ("note.take", town.staff.clerk.name)
        assert body["said"] == entry.said
        assert body["allowed"] is True
        assert Note.objects.filter(pk=body["subject"]).exists()

    def test_only_asked_for_changes_nothing(self, town: Office, program: AsProgram) -> None:
        answer = program(town.staff.clerk).act("note.take", ask=True, given=note(town))
        assert (answer.status_code, answer.json()["allowed"], answer.json()["entry"]) == (200, True, None)
        assert not Note.objects.exists()

    def test_with_the_same_key_gives_the_first_answer(self, town: Office, program: AsProgram) -> None:
        clerk = program(town.staff.clerk)
        first = clerk.act("note.take", key="k-7", given=note(town)).json()
        second = clerk.act("note.take", key="k-7", given=note(town)).json()
        assert (first["entry"], first["again"], second["again"]) == (second["entry"], False, True)

    def test_refused_by_the_law_is_409_with_the_findings(self, town: Office, program: AsProgram) -> None:
        permit = town.submitted("2026-11-02")
        answer = program(town.staff.officer).act("permit.issue", subject=permit.pk, given=ISSUE)
        assert (answer.status_code, answer["Content-Type"]) == (409, PROBLEM)
        unmet = {f["cite"] for f in answer.json()["decision"]["findings"] if f["outcome"] != "met"}
        assert "§ 50-4(F)" in unmet
        permit.refresh_from_db()
        assert permit.issued_on is None

    def test_on_what_somebody_else_changed_is_409_with_the_entries(self, town: Office, program: AsProgram) -> None:
        permit = town.submitted("2026-11-02")
        seen = acts.version(permit.case_id)
        town.do("permit.examine", permit, "2026-11-16", uniform_code="complies")
        answer = program(town.staff.officer).act(
            "permit.examine", subject=permit.pk, seen=seen, given={"energy_code": "complies"}
        )
        assert answer.status_code == 409
        assert [entry["act"] for entry in answer.json()["entries"]] == ["permit.examine"]

    @pytest.mark.parametrize(
        ("given", "field"),
        [({"words": ""}, "words"), ({"on": "0206-01-01", "late_reason": "x"}, "on"), ({"how": "pigeon"}, "how")],
    )
    def test_that_cannot_be_read_is_422_and_names_the_field(
        self, town: Office, program: AsProgram, given: dict[str, str], field: str
    ) -> None:
        answer = program(town.staff.clerk).act("note.take", given=note(town, **given))
        assert (answer.status_code, answer["Content-Type"]) == (422, PROBLEM)
        assert any(name.split(".")[-1] == field for name in answer.json()["errors"])

    def test_of_another_name_is_404(self, town: Office, program: AsProgram) -> None:
        assert program(town.staff.clerk).act("note.burn", given={}).status_code == 404

    def test_on_a_record_that_is_not_there_is_404(self, town: Office, program: AsProgram) -> None:
        answer = program(town.staff.officer).act("permit.issue", subject=town.parcel.pk, given=ISSUE)
        assert (answer.status_code, answer.json()["title"]) == (404, "NoSuchThing")

    def test_that_is_not_this_persons_is_403(self, town: Office, program: AsProgram) -> None:
        permit = town.submitted("2026-11-02")
        answer = program(town.staff.clerk).act("permit.issue", subject=permit.pk, given=ISSUE)
        assert answer.status_code == 403


class TestWhoCalls:
    def test_nobody_is_let_in_without_a_key(self, town: Office) -> None:
        answer = Program().act("note.take", given=note(town))
        assert (answer.status_code, answer["Content-Type"]) == (401, PROBLEM)

    def test_a_wrong_key_is_none(self, town: Office) -> None:
        assert Program("guessed").act("note.take", given=note(town)).status_code == 401

    def test_a_revoked_key_is_none(self, town: Office, program: AsProgram) -> None:
        clerk = program(town.staff.clerk)
        acts.perform("apikey.revoke", {}, actor=SYSTEM, subject_id=ApiKey.objects.get().pk)
        assert clerk.act("note.take", given=note(town)).status_code == 401

    def test_a_key_of_a_closed_log_in_is_none(self, town: Office, program: AsProgram) -> None:
        clerk = program(town.staff.clerk)
        account = ApiKey.objects.get().account
        account.is_active = False
        account.save()
        assert clerk.act("note.take", given=note(town)).status_code == 401

    def test_the_key_itself_is_kept_nowhere(self, town: Office, program: AsProgram) -> None:
        program(town.staff.clerk)
        assert "key-of-clerk" not in Entry.objects.get(act="apikey.make").body


class TestARecord:
    def test_a_permit_has_the_status_that_the_law_gives_it_today(self, town: Office, program: AsProgram) -> None:
        permit = town.issued("2025-11-10")
        body = program(town.staff.clerk).get(f"permits/{permit.pk}").json()
        assert (body["status"], body["last_day"], body["number"]) == ("invalid", "2026-11-10", permit.case.number)
        assert body["version"] == acts.version(permit.case_id)

    def test_the_acts_of_a_permit_say_which_are_open_and_what_shuts_the_rest(
        self, town: Office, program: AsProgram
    ) -> None:
        permit = town.submitted("2026-11-02")
        offers = {o["act"]: o for o in program(town.staff.officer).get(f"permits/{permit.pk}/acts").json()}
        assert offers["permit.examine"]["open"] is True
        assert offers["permit.issue"]["open"] is False
        assert any(f["outcome"] != "met" for f in offers["permit.issue"]["decision"]["findings"])

    def test_the_history_of_a_permit_is_its_entries(self, town: Office, program: AsProgram) -> None:
        permit = town.submitted("2026-11-02")
        history = program(town.staff.clerk).get(f"permits/{permit.pk}/history").json()
        assert history[0]["act"] == "permit.submit"
        assert history[0]["on"] == "2026-11-02"

    def test_a_permit_that_is_not_there_is_404(self, town: Office, program: AsProgram) -> None:
        assert program(town.staff.clerk).get(f"permits/{town.parcel.pk}").status_code == 404


@pytest.mark.slow
def test_the_api_describes_itself_and_has_every_act() -> None:
    schema = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/"), cls=NinjaJSONEncoder))
    validate(schema)
    assert {f"/acts/{spec.name}" for spec in acts.specs()} <= set(schema["paths"])
