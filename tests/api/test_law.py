"""The code by the API: its provisions in order, found, and one by its id as of a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from tests.api.conftest import Program
from tests.office.factories import Office
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.office.register.actors import Actor

AsProgram = Callable[[Actor], Program]


def test_lists_the_provisions_of_a_day_in_the_order_of_the_code(town: Office, program: AsProgram) -> None:
    found = program(town.staff.clerk).get("law/provisions").json()
    ids = [one["id"] for one in found]
    assert ids.index("CHE-50-2-TOWN") < ids.index("CHE-50-10-H-1") < ids.index("NYS-1203-1")
    assert found[ids.index("NYS-1203-1")]["own"] is False
    assert {one["section"] for one in found if one["own"]} >= {"§ 50-4", "§ 50-10"}


def test_finds_by_a_section_in_any_spelling_and_by_words(town: Office, program: AsProgram) -> None:
    clerk = program(town.staff.clerk)
    assert clerk.get("law/provisions?q=50-4+I").json()[0]["cite"] == "§ 50-4(I)"
    assert "CHE-50-4-A-3" in [one["id"] for one in clerk.get("law/provisions?q=solid-fuel+chimney").json()]
    assert clerk.get("law/provisions?q=zeppelin").json() == []


def test_gives_a_provision_with_its_values_carriers_and_scenarios(town: Office, program: AsProgram) -> None:
    one = program(town.staff.clerk).get("law/provisions/che-50-4-i-2").json()
    assert (one["id"], one["cite"], one["stands"], one["cite_inferred"]) == ("CHE-50-4-I-2", "§ 50-4(I)", True, True)
    assert one["values"][0]["value"] == "12 months; reminders 60, 30, 7 days before"
    assert one["values"][0]["since"] == "2024-04-10" and one["values"][0]["until"] is None
    assert {"part": "Life of a permit", "words": "How long a permit is in force", "stands_in": ""} in one[
        "carried_out_by"
    ]
    assert one["scenarios"][0]["id"] == "CHE-50-4-I-2/1"


def test_is_the_law_of_the_day_that_is_asked_for(town: Office, program: AsProgram) -> None:
    text = laws.pack().to_json().replace('"value":{"months":12,', '"value":{"months":18,')
    laws.bring_into_force(Pack.from_json(text), date(2027, 1, 1))
    clerk = program(town.staff.clerk)
    assert clerk.get("law/provisions/CHE-50-4-I-2").json()["values"][0]["value"].startswith("12 months")
    later = clerk.get("law/provisions/CHE-50-4-I-2?as_of=2027-01-02").json()
    assert later["values"][0]["value"].startswith("18 months")


def test_says_what_there_is_not(town: Office, program: AsProgram) -> None:
    clerk = program(town.staff.clerk)
    for address in ("law/provisions/CHE-99-9", "law/provisions?as_of=1990-01-01"):
        answer = clerk.get(address)
        assert answer.status_code == 404 and answer["Content-Type"] == "application/problem+json", address
    assert clerk.get("law/provisions?as_of=soon").status_code == 422
    assert Program().get("law/provisions").status_code == 401
