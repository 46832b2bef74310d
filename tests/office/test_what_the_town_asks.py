"""What one town alone asks for: facts beneath `town.` on a certificate, a second signature, parts of the town, the
fee of missed years.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.office.factories import Office, appointed, day, do, log_in, on_the_day
from tests.office.factories_inspections import issued
from tests.office.test_certificates import act, finished, in_the_way, refused, says, unreadable, wanted
from tests.office.test_permits_changes import CHECK, holder
from townwright.law.town import TownFact
from townwright.office import laws
from townwright.office.certificates.facts import of_signatures
from townwright.office.permits.acts.applying import fee_measures
from townwright.office.places.models import Flag
from townwright.office.register.actors import Role
from townwright.office.register.acts import can_be_told
from townwright.office.register.errors import InputError, Refused
from townwright.office.register.facts import gather

pytestmark = pytest.mark.both_engines


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack that asks for a survey of 90 days, a second signature, and knows a third office of the town."""
    now = laws.pack()
    engineer = now.place.officers["officer"].model_copy(update={"title": "Town Engineer", "carries": ()})
    place = now.place.model_copy(update={"officers": {**now.place.officers, "engineer": engineer}})
    fact = TownFact(kind="date", says="Survey dated", ask="On which day was the survey made?")
    gate = now.gates["certificate.issue"]
    ours = type(gate).model_validate({
        "title": gate.title,
        "requirements": [
            {"key": "second", "says": "The engineer signs too", "cite": "§ 1",
             "need": {"contains": {"fact": "certificate.signed_by_offices", "value": "engineer"}}},
            {"key": "survey", "says": "A survey not older than 90 days", "cite": "§ 2",
             "need": {"within": {"fact": "town.survey_on", "days": 90}}},
        ],
    })  # fmt: skip
    wider = gate.model_copy(update={"requirements": (*gate.requirements, *ours.requirements)})
    pack = now.model_copy(
        update={"place": place, "facts": {"town.survey_on": fact}, "gates": {**now.gates, "certificate.issue": wider}}
    )
    for cached in ("catalogue", "_gates", "hash"):
        pack.__dict__.pop(cached, None)
    monkeypatch.setattr(laws, "pack", lambda on=None: pack)


@pytest.fixture
def asking_of_zoning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack that asks, before a certificate, for a fact of the common catalogue that no record of the office tells."""
    now = laws.pack()
    gate = now.gates["certificate.issue"]
    ours = type(gate).model_validate({
        "title": gate.title,
        "requirements": [
            {"key": "zoning", "says": "The use is checked under zoning", "cite": "§ 3",
             "need": {"on_or_before": {"fact": "zoning.checked_on"}}},
        ],
    })  # fmt: skip
    wider = gate.model_copy(update={"requirements": (*gate.requirements, *ours.requirements)})
    pack = now.model_copy(update={"gates": {**now.gates, "certificate.issue": wider}})
    for cached in ("catalogue", "_gates", "hash"):
        pack.__dict__.pop(cached, None)
    monkeypatch.setattr(laws, "pack", lambda on=None: pack)


def signer(name: str = "Odile Vance", office: str = "engineer") -> Any:
    """Somebody appointed to an office of the town."""
    return appointed(log_in(name, Role.INSPECTOR), office)


class TestCertificates:
    def test_a_certificate_waits_for_the_survey_and_the_second_signature(self, town: Office, asking: None) -> None:
        with on_the_day("2025-01-02"):
            engineer = signer()
        site = finished(town, "2025-03-03", "2025-06-30")
        certificate = wanted(town, site.permit, "2025-07-01")

        refusal = refused("certificate.issue", certificate, "2025-07-01", town.staff.officer)
        assert in_the_way(refusal) == [("second", "§ 1"), ("survey", "§ 2")]

        do("certificate.note", certificate, "2025-07-01", town.staff.clerk, facts={"town.survey_on": "2025-04-02"})
        do("certificate.sign", certificate, "2025-07-01", engineer)
        certificate.refresh_from_db()
        # 90 days from 2 April is 1 July; on 2 July the survey is too old.
        refusal = refused("certificate.issue", certificate, "2025-07-02", town.staff.officer)
        assert in_the_way(refusal) == [("survey", "§ 2")]
        act(town, "certificate.issue", certificate, "2025-07-01")
        assert "Signed too by Odile Vance, Town Engineer, on Tue 1 July 2025." in says(certificate)["statement"]

    def test_what_the_common_catalogue_has_is_noted_where_the_code_asks_it(
        self, town: Office, asking_of_zoning: None
    ) -> None:
        certificate = wanted(town, finished(town, "2025-03-03", "2025-06-30").permit, "2025-07-01")
        refusal = refused("certificate.issue", certificate, "2025-07-01", town.staff.officer)
        assert in_the_way(refusal) == [("zoning", "§ 3")]

        do("certificate.note", certificate, "2025-07-01", town.staff.clerk, facts={"zoning.checked_on": "2025-06-30"})

        certificate.refresh_from_db()
        assert gather(certificate, ["zoning.checked_on"], day("2025-07-01")) == {"zoning.checked_on": "2025-06-30"}
        act(town, "certificate.issue", certificate, "2025-07-01")

    @pytest.mark.parametrize("name", ["certificate.kind", "parcel.in_flood_hazard_area", "setback.proposed"])
    def test_what_records_tell_or_the_code_does_not_ask_is_not_noted(
        self, town: Office, asking_of_zoning: None, name: str
    ) -> None:
        certificate = wanted(town, finished(town, "2025-03-03", "2025-06-30").permit, "2025-07-01")
        (said,) = unreadable(
            "certificate.note", certificate, "2025-07-01", town.staff.clerk, facts={name: "22"}
        ).values()
        assert "asks for no such fact" in said

    def test_who_issues_it_is_not_the_second_one(self, town: Office, asking: None) -> None:
        site = finished(town, "2025-03-03", "2025-06-30")
        certificate = wanted(town, site.permit, "2025-07-01")
        do("certificate.sign", certificate, "2025-07-01", town.staff.officer)
        certificate.refresh_from_db()
        name = town.staff.officer.name
        assert of_signatures(certificate, day("2025-07-01")) == {
            "certificate.signed_by": {name}, "certificate.signed_by_offices": {"officer"},
        }  # fmt: skip
        assert of_signatures(certificate, day("2025-06-30"))["certificate.signed_by"] == frozenset()
        assert of_signatures(certificate, day("2025-07-01"), but=name)["certificate.signed_by"] == frozenset()
        assert says_twice(certificate, town) == {"": f"{name} has signed it already."}

    def test_only_who_holds_an_office_signs(self, town: Office) -> None:
        certificate = wanted(town, finished(town, "2025-03-03", "2025-06-30").permit, "2025-07-01")
        refusal = refused("certificate.sign", certificate, "2025-07-01", town.staff.clerk)
        (finding,) = refusal.decision.standing_in_the_way
        assert finding.why == "Noor Fairweather holds none on Tue 1 July 2025"

    @pytest.mark.parametrize(
        ("facts", "words"),
        [
            ({"town.survey": "2025-04-02"}, "asks for no such fact"),
            ({"application.cost": "1"}, "asks for no such fact"),
            ({"town.survey_on": "spring"}, "is a date"),
        ],
    )
    def test_only_the_towns_own_facts_are_noted(
        self, town: Office, asking: None, facts: dict[str, str], words: str
    ) -> None:
        certificate = wanted(town, finished(town, "2025-03-03", "2025-06-30").permit, "2025-07-01")
        (said,) = unreadable("certificate.note", certificate, "2025-07-01", town.staff.clerk, facts=facts).values()
        assert words in said


def says_twice(certificate: Any, town: Office) -> dict[str, str]:
    """What is wrong with a second signature of the same person."""
    return unreadable("certificate.sign", certificate, "2025-07-02", town.staff.officer)


class TestPlaces:
    def test_a_parcel_lies_in_parts_of_the_town(self, town: Office) -> None:
        given = {"kind": "district", "words": "Hamlet of Lower Mills", "source": "Zoning map"}
        do("parcel.flag", town.parcel, "2025-07-01", town.staff.clerk, **given)
        told = gather(town.parcel, ["parcel.districts"], day("2025-07-01"))
        assert told == {"parcel.districts": {"Hamlet of Lower Mills"}}
        assert gather(town.parcel, ["parcel.districts"], day("2025-06-30")) == {"parcel.districts": frozenset()}
        flag = Flag.objects.get(kind="district")
        do("parcel.unflag", town.parcel, "2025-08-01", town.staff.clerk, flag=flag.pk, reason="Map amended")
        assert gather(town.parcel, ["parcel.districts"], day("2025-08-01")) == {"parcel.districts": frozenset()}

    def test_a_part_of_the_town_has_a_name(self, town: Office) -> None:
        given = {"kind": "district", "source": "Zoning map"}
        assert "words" in unreadable("parcel.flag", town.parcel, "2025-07-01", town.staff.clerk, **given)


class TestFees:
    @pytest.mark.parametrize(
        ("when", "years"), [("2026-03-03", 0), ("2026-03-04", 1), ("2027-03-03", 1), ("2027-03-04", 2)]
    )
    def test_missed_years_and_the_first_fee_can_make_a_fee(self, town: Office, when: str, years: int) -> None:
        permit = issued(town, "2025-03-03").permit
        permit.commenced_on = day("2025-03-10")
        permit.save()
        told = fee_measures(permit, day(when))
        assert (told["permit.years_missed"], told["fee.original"]) == (years, 219)

    def test_before_its_issue_a_permit_has_missed_nothing(self, town: Office) -> None:
        permit = town.submitted("2025-03-03")
        assert "permit.years_missed" not in fee_measures(permit, day("2025-03-03"))


@pytest.fixture
def fines_are_paid(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The town's pack, by which a permit is renewed only once every fine is paid."""
    now = laws.pack()
    fact = TownFact(kind="money", says="Fines owed", ask="How much is owed in fines?", held_by="office")
    gate = now.gates["renewal.submit"]
    ours = type(gate).model_validate({
        "title": gate.title,
        "requirements": [
            {"key": "fines", "says": "Every fine is paid", "cite": "§ 4",
             "need": {"at_most": {"fact": "town.fines_owed", "limit": "0.00"}}},
        ],
    })  # fmt: skip
    wider = gate.model_copy(update={"requirements": (*gate.requirements, *ours.requirements)})
    pack = now.model_copy(update={"facts": {"town.fines_owed": fact}, "gates": {**now.gates, "renewal.submit": wider}})
    for cached in ("catalogue", "_gates", "hash"):
        pack.__dict__.pop(cached, None)
    monkeypatch.setattr(laws, "pack", lambda on=None: pack)


class TestRenewals:
    """What the town's own code asks of a renewal is told with the application to renew, as of its day."""

    def lapsed(self, town: Office) -> Any:
        permit = issued(town, "2024-09-09").permit
        do("permit.commence", permit, "2024-10-08", town.staff.officer, began_on="2024-10-08", evidence="inspection")
        return permit

    def applied(self, town: Office, permit: Any, by: Any = None, **answers: Any) -> None:
        by = by or town.staff.clerk
        do("permit.apply_renewal", permit, "2025-10-01", by, payment=CHECK, answers=answers)

    @pytest.mark.parametrize("answers", [{}, {"town.fines_owed": "0.01"}])
    def test_it_waits_for_fines_and_for_somebody_to_say_so(
        self, town: Office, fines_are_paid: None, answers: dict[str, Any]
    ) -> None:
        permit = self.lapsed(town)
        with pytest.raises(Refused) as refusal:
            self.applied(town, permit, **answers)
        assert in_the_way(refusal.value) == [("fines", "§ 4")]

    def test_once_they_are_paid_it_is_taken_in(self, town: Office, fines_are_paid: None) -> None:
        permit = self.lapsed(town)
        self.applied(town, permit, **{"town.fines_owed": "0.00"})
        permit.refresh_from_db()
        assert permit.open_renewal() is not None

    def test_what_was_found_before_the_permit_does_not_count(self, town: Office, fines_are_paid: None) -> None:
        permit = self.lapsed(town)
        permit.reviewed = {**permit.reviewed, "town.fines_owed": "0.00"}
        permit.save()
        with pytest.raises(Refused):
            self.applied(town, permit)

    def test_a_question_that_is_none_a_wrong_answer_and_one_for_the_office(
        self, town: Office, fines_are_paid: None
    ) -> None:
        permit = self.lapsed(town)
        for answers in ({"town.other": "1.00"}, {"town.fines_owed": "none at all"}):
            with pytest.raises(InputError):
                self.applied(town, permit, **answers)
        with pytest.raises(InputError, match="for the office to say"):
            self.applied(town, permit, holder(permit), **{"town.fines_owed": "0.00"})


class TestTold:
    @pytest.mark.parametrize(
        ("name", "told"),
        [("actor.offices", True), ("town.survey_on", True), ("certificate.signed_by", True),
         ("schedule.resolution", True), ("town", False), ("nothing.known", False)],
    )  # fmt: skip
    def test_what_anybody_in_the_office_can_tell(self, name: str, told: bool) -> None:
        assert can_be_told(name) is told


class TestWho:
    def test_a_pack_says_which_officer_does_an_act(self, town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
        now = laws.pack()
        gate = type(now.gates["certificate.issue"]).model_validate({
            "title": "Who keeps the register of complaints?",
            "requirements": [{
                "key": "clerk", "says": "The Town Clerk notes districts", "cite": "§ 3",
                "need": {"contains": {"fact": "actor.offices", "value": "town_clerk"}},
            }],
        })  # fmt: skip
        clerk = now.place.officers["officer"].model_copy(update={"title": "Town Clerk"})
        place = now.place.model_copy(update={"officers": {**now.place.officers, "town_clerk": clerk}})
        pack = now.model_copy(update={"place": place, "gates": {**now.gates, "who.parcel.flag": gate}})
        for cached in ("catalogue", "_gates", "hash"):
            pack.__dict__.pop(cached, None)
        monkeypatch.setattr(laws, "pack", lambda on=None: pack)
        given = {"kind": "district", "words": "Hamlet of Lower Mills", "source": "Zoning map"}
        with on_the_day("2025-01-02"):
            keeper = appointed(log_in("Ione Castellane", Role.CLERK), "town_clerk")

        refusal = refused("parcel.flag", town.parcel, "2025-07-01", town.staff.officer, **given)

        assert in_the_way(refusal) == [("clerk", "§ 3")]
        do("parcel.flag", town.parcel, "2025-07-01", keeper, **given)
        assert Flag.objects.filter(kind="district").exists()
