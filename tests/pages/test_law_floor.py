"""Where a town's rule is looser than the State's minimum: on the law page, and at the findings where it is used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar

import pytest
from django.test import Client

from tests.office.factories import Office
from tests.office.factories_shelter_island import island
from tests.pages.reading import text
from tests.pages.visitor import Visitor
from townwright.law.findings import Decision
from townwright.law.packs import Pack
from townwright.law.permits import TermRules
from townwright.office import clock, laws
from townwright.office.register.errors import InputError
from townwright.office.staff.models import Account
from townwright.pages import law_floor

Desk = Callable[..., Any]
TODAY = date(2026, 11, 17)
pytestmark = pytest.mark.usefixtures("blank_papers")


def only_warned_of(key: str = "insurance.workers_compensation") -> tuple[Pack, str]:
    """The law with a requirement of the State's floor that is only warned of; its gate."""
    pack = laws.pack()
    name = "permit.issue"
    gate = pack.gates[name]
    changed = tuple(r.model_copy(update={"warn": True}) if r.key == key else r for r in gate.requirements)
    assert changed != gate.requirements
    gates = {**pack.gates, name: gate.model_copy(update={"requirements": changed})}
    return Pack.from_json(pack.model_copy(update={"gates": gates}).to_json()), name


@pytest.fixture
def looser(town: Office) -> Pack:
    """Such a law, in force."""
    pack, _ = only_warned_of()
    laws.bring_into_force(pack, date(2026, 1, 1))
    return pack


def test_what_is_looser_is_listed_at_the_top_with_both_sections(town: Office, desk: Desk, looser: Pack) -> None:
    said = text(desk(town.staff.clerk).get("law/"))
    (one,) = [each for each in law_floor.looser(looser, TODAY) if each.beneath("gates", "permit.issue")]
    top = said.partition("Looser than the State’s minimum")[2].partition("Sections in force")[0]
    assert one.says in top and one.town_cite in top and one.state_cite in top
    assert "General Municipal Law § 125" in one.state_cite


def test_the_clause_says_so_the_state_s_and_the_town_s(town: Office, desk: Desk, looser: Pack) -> None:
    (one,) = [each for each in law_floor.looser(looser, TODAY) if each.beneath("gates", "permit.issue")]
    for cite in (one.town_cite, one.state_cite):
        provision = next(p for p in looser.provisions if p.cite == cite)
        said = text(desk(town.staff.clerk).get(f"law/{provision.id}/"))
        assert f"Looser than the State’s minimum: {one.says}" in said and "the town's rule is applied" in said.replace(
            "’", "'"
        )


def test_findings_of_the_gate_carry_the_note_for_staff(town: Office, desk: Desk, looser: Pack) -> None:
    permit = town.submitted("2026-11-02")
    note = "Looser than the State’s minimum"
    page = text(desk(town.staff.officer).get(f"do/permit.issue/{permit.pk}/"))
    assert note in page and "General Municipal Law § 125" in page


def test_the_public_is_not_told(visitor: Visitor, town: Office, looser: Pack) -> None:
    permit = town.submitted("2026-11-02")
    for address in ("/code/", "/code/50-4/", f"/follow/{permit.case.link_code}/"):
        assert "Looser than" not in text(visitor.get(address))


def test_a_decision_is_noted_by_the_law_that_made_it(town: Office, looser: Pack) -> None:
    gate = looser.gate("permit.issue")
    decision = gate.decide({}, TODAY, looser.hash)
    (key,) = law_floor.notes(decision)
    assert key == "insurance.workers_compensation"
    before = laws.pack(date(2025, 1, 1))
    assert law_floor.notes(before.gate("permit.issue").decide({}, TODAY, before.hash)) == {}


@pytest.mark.parametrize("digest", ["", "0" * 64])
def test_a_decision_of_no_kept_law_has_no_notes(town: Office, digest: str) -> None:
    assert law_floor.notes(Decision("permit.issue", TODAY, pack_hash=digest)) == {}


def test_a_pack_whose_floor_is_not_there_is_looser_than_nothing(town: Office) -> None:
    alone = Pack.from_json(laws.pack().model_copy(update={"extends": "nowhere"}).to_json())
    assert law_floor.looser(alone, TODAY) == ()


class TestExceptions:
    """An exception is noted only where it was what counted."""

    def exempted(self) -> Pack:
        """The law with an exception to a requirement of the State's floor that the State does not allow."""
        pack = laws.pack()
        gate = pack.gates["permit.issue"]
        plain = gate.model_dump(mode="json", by_alias=True)
        for one in plain["requirements"]:
            if one["key"] == "insurance.workers_compensation":
                one["exceptions"] = [
                    {"label": "small", "when": {"at_most": {"fact": "application.area", "limit": 10}}, "says": "Small"}
                ]
        gates = {**pack.gates, "permit.issue": type(gate).model_validate(plain)}
        return Pack.from_json(pack.model_copy(update={"gates": gates}).to_json())

    def test_is_noted_where_it_was_asked_for_and_not_elsewhere(self, town: Office) -> None:
        pack = self.exempted()
        laws.bring_into_force(pack, date(2026, 1, 1))
        assert [one.place[-1] for one in law_floor.looser(pack, TODAY) if "exceptions" in one.place] == ["small"]
        gate = pack.gate("permit.issue")
        small = law_floor.notes(gate.decide({"application.area": "5"}, TODAY, pack.hash))
        large = law_floor.notes(gate.decide({"application.area": "500"}, TODAY, pack.hash))
        assert list(small) == ["insurance.workers_compensation"] and large == {}


def test_a_permit_that_never_ends_is_noted_on_its_page(town: Office, desk: Desk) -> None:
    # Given a law that sets no period for permits and has nobody fix the last day
    permits = laws.pack().permits.model_copy(update={"default": TermRules(), "kinds": {}, "expiration": None})
    endless = Pack.from_json(laws.pack().model_copy(update={"permits": permits}).to_json())
    before = town.issued("2025-11-03")
    laws.bring_into_force(endless, date(2026, 1, 1))
    permit = town.ready("2026-11-02")
    # When the pages are opened, then that of the application says so, with the State's section; the old permit's not
    says = "Looser than the State’s minimum, 19 NYCRR § 1203.3(a) : a permit bears no day on which it expires."
    officer = desk(town.staff.officer)
    assert says in text(officer.get(f"cases/{permit.case_id}/"))
    assert "Looser than" not in text(officer.get(f"cases/{before.case_id}/"))
    # And no permit is issued that could not be printed as the State wants it
    with pytest.raises(InputError, match="sets no last day"):
        town.do("permit.issue", permit, "2026-11-02", certificate_kind="compliance")


class TestDoINeedAPermit:
    """The answer of the counter, which the office has on the telephone too."""

    FENCE: ClassVar[dict[str, str]] = {
        "about": "work", "application.work_type": "construct", "work.components": "none",
        "work.structure": "fence", "fence.encloses_pool": "no",
    }  # fmt: skip

    def test_tells_staff_where_the_rule_that_decided_is_looser_and_nobody_else(
        self, offices: Any, settings: Any
    ) -> None:
        # Given a fence in Shelter Island, which its code exempts and the State does not
        settings.SIGN_PAPERS = False
        clerk = Client()
        with island(offices) as office:
            account = Account.objects.get(pk=office.staff.clerk.id)
            clerk.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        address = "/island/do-i-need-a-permit/"
        # When the answer is read at the office's telephone and at the counter
        with clock.fixed("2026-05-05 10:00"):
            told, public = (text(who.get(address, self.FENCE)) for who in (clerk, Client()))
            unsettled = text(clerk.get(address, {"about": "work"}))
        # Then staff see the exemption with both sections, and the public the same answer without it
        assert "No. You need no building permit" in told and "No. You need no building permit" in public
        note = told.partition("For the office: looser than the State’s minimum")[2]
        assert "but not: fence" in note and "§ 43-6A(1)(d)" in note and "19 NYCRR § 1203.3(a)" in note
        assert "but not: playground" not in note, "another exemption had no part in it"
        assert "looser than" not in public.lower() and "looser than" not in unsettled.lower()
