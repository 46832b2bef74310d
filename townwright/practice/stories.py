"""What happened in the invented town: one story a case, so that every state that a page can show is there.

A story is told in acts of the past, each done by whoever would have done it, on a day counted back from the present.
What a town's law asks for beyond what the stories give is still missing there: the case then stands a step earlier.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from townwright.law.calendar import add_months
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.office.cases.models import Party, RequestItem
from townwright.office.inspections import reading
from townwright.office.inspections.models import InspectionRequest
from townwright.office.people.models import Person
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel
from townwright.office.register.errors import ActError
from townwright.practice.drawings import drawn
from townwright.practice.world import PASSWORD, Town

log = logging.getLogger(__name__)

#: What the work is, as answers to the law's questions about inspections.
NOTHING = {
    "work.foundation": False,
    "work.slab": False,
    "work.framed": False,
    "work.rated_assemblies": False,
    "work.conditioned": False,
    "work.gypsum_board": False,
    "work.systems": [],
    "work.energy_items": [],
    "factory.applies": False,
}
HOUSE = NOTHING | dict.fromkeys(
    ("work.foundation", "work.slab", "work.framed", "work.conditioned", "work.gypsum_board"), True
)
ADDITION = NOTHING | dict.fromkeys(("work.foundation", "work.framed", "work.conditioned", "work.gypsum_board"), True)
DECK = NOTHING | dict.fromkeys(("work.foundation", "work.framed"), True)


#: What every applicant states on the form, in towns that ask for it.
STATED = {"application.compliance_stated": True}

#: What is said of an ordinary application where the town's law asks it: nothing is out of the way.
ORDINARY: dict[str, Any] = {
    "application.certificate_applied": True,
    "application.staff_owned": False,
    "building.is_finished": True,
    "documents.plan_scale": "0.25",
    "documents.plans_signed": True,
    "documents.seal_required": True,
    "documents.specifications": True,
    "documents.specifications_signed": True,
    "parcel.open_violations": [],
    "septic.advanced_required": False,
    "septic.work": "none",
    "setback.proposed": "42",
    "setback.required": "20",
    "solar.form": "ordinary",
    "subdivision.fire_devices_required": False,
    "survey.copies": 2,
    "survey.feet_per_inch": "20",
    "work.is_reconstruction": False,
}

#: Of the same, the days: that of the application.
ORDINARY_DAYS = ("parcel.violations_searched_on", "survey.made_on", "zoning.checked_on")

#: The kind of building that an occupancy is.
_KINDS = {"one-family dwelling": "one-family", "two-family dwelling": "two-family"}


def ordinary(pack: Pack, day: date) -> dict[str, Any]:
    """The answers to what the gates of a pack ask on a day."""
    asked = {name for gate in pack.gates for name in pack.gate(gate).needs(day)}
    said = ORDINARY | dict.fromkeys(ORDINARY_DAYS, day.isoformat())
    return {name: value for name, value in said.items() if name in asked}


@dataclass
class Story:
    """One case, told act by act. `ago` is always the number of days before the present."""

    town: Town
    place: str
    title: str
    owner: str
    permit: Permit = field(init=False)

    @property
    def parcel(self) -> Parcel:
        """Where it happens."""
        return self.town.parcels[self.place]

    def do(self, name: str, data: dict[str, Any], *, ago: int, by: str = "clerk", hour: str = "10:00") -> UUID:
        """One act on the permit."""
        key = self.town.do(name, data, ago=ago, by=by, subject=self.permit.pk, hour=hour)
        self.permit.refresh_from_db()
        return key

    def applies(
        self,
        ago: int,
        *,
        work: str = "alter",
        answers: dict[str, Any] = NOTHING,
        cost: str = "12000.00",
        area: int | None = None,
        designer: str | None = "castellane",
        contractor: str | None = None,
        paid: bool = True,
        check: str = "",
        scope: str = "",
        occupancy: str = "one-family dwelling",
        proposed: str = "",
        apart: bool = False,
    ) -> Story:
        """The application comes in, at the counter, with its fee (or without)."""
        person = self.town.person
        people = [{"part": "owner", "who": person(self.owner)}, {"part": "applicant", "who": person(self.owner)}]
        if designer:
            people.append({"part": "design professional", "who": person(designer)})
        if contractor:
            people.append({"part": "contractor", "who": person(contractor)})
        with self.town.then(ago, "09:30"):
            documents = (
                drawn(self.title, self.place, self.parcel.print_key, person(designer), apart=apart) if designer else []
            )
        data = {
            "parcels": [self.parcel.pk],
            "people": people,
            "work_types": [work],
            "nature": self.title,
            "location": "As the site plan shows",
            "extent": "The part that the drawings show",
            "scope": scope or "All work shown on the drawings",
            "cost": cost,
            "area": area,
            "answers": {
                "building.kind": _KINDS.get(occupancy, "nonresidential"),
                **STATED,
                **ordinary(self.town.pack, self.town.day(ago)),
                **answers,
            },
            "occupancy_existing": occupancy,
            "occupancy_proposed": proposed,
            "construction_type": "V-B",
            "buildings": [{"tax_map": self.parcel.print_key, "address": self.place, "occupancy": occupancy}],
            "buildings_affected": 1,
            "documents": documents,
            "signed_by": person(self.owner)["name"],
            "signed_as": "owner",
            "signed_on": self.town.day(ago),
        }
        if paid:
            data["payment"] = {"method": "check" if check else "card", "check_number": check}
        key = self.town.do("permit.submit", data, ago=ago, hour="09:30")
        self.permit = Permit.objects.get(pk=key)
        return self

    def insured(self, ago: int, who: str = "contractor") -> Story:
        """Proof of compensation and disability cover comes in: the contractor's, or the owner's exemption."""
        party = Party.objects.filter(case_id=self.permit.case_id, part=who).first()
        assert party is not None
        until = self.town.day(ago).replace(month=12, day=31)
        forms = (("workers compensation", "C-105.2"), ("disability", "DB-120.1"))
        if who != "contractor":
            forms = (("workers compensation", "BP-1"), ("disability", "CE-200"))
        self.do(
            "permit.change_parties",
            {
                "why": "Proof of insurance",
                "insurances": [
                    {
                        "who": party.pk,
                        "kind": kind,
                        "form": form,
                        "carrier": "Empire Mutual (invented)",
                        "ends": until.replace(year=until.year + 1),
                    }
                    for kind, form in forms
                ],
            },
            ago=ago,
        )
        return self

    def reviewed(self, ago: int, *, without: tuple[str, ...] = ()) -> Story:
        """The officer looks through the documents; items named in `without` are not satisfied."""
        designer = self.permit.party("design professional")
        name = designer.name if designer else ""
        items = [line.key for line in laws.pack().lines_of("review")]
        marks = [
            {
                "item": item,
                "outcome": "not satisfied" if item in without else "satisfied",
                "words": "Not shown on any sheet" if item in without else "",
            }
            for item in items
            if item != "h.flood"
        ]
        self.do(
            "permit.review",
            {
                "marks": marks,
                "code_sections": ["RCNYS R301", "RCNYS R507"],
                "seal_name": name,
                "seal_signed_by": name,
                "seal_license_number": designer.license_number if designer else "",
                "special_inspections_apply": False,
                "facts": {"work.minor_project": True},
            },
            ago=ago,
            by="officer",
        )
        return self

    def examined(self, ago: int) -> Story:
        """Both codes are examined, the set is accepted, and the site has been looked at."""
        self.do("permit.examine", {"uniform_code": "complies", "energy_code": "complies"}, ago=ago, by="officer")
        self.do(
            "permit.accept_documents",
            {"method": "electronic", "returned_to": self.town.person(self.owner)["name"], "returned_how": "by e-mail"},
            ago=ago,
            by="officer",
            hour="11:00",
        )
        return self.visited(ago, ["site"])

    def issued(self, ago: int, *, conditions: tuple[str, ...] = (), kind: str = "occupancy") -> Story:
        """The permit issues, for a year where the code sets no period of its own."""
        fixed = laws.pack().permits.default.life is None
        self.do(
            "permit.issue",
            {
                "conditions": [{"text": text} for text in conditions],
                "certificate_kind": _certificate(kind),
                "expires_on": add_months(self.town.day(ago), 12) if fixed else None,
            },
            ago=ago,
            by="officer",
            hour="14:00",
        )
        return self

    def permitted(self, ago: int, *, took: int = 14, kind: str = "compliance", **application: Any) -> Story:
        """From application to permit without a hitch, issued on the day given."""
        contractor = application.get("contractor")
        self.applies(ago + took, **application)
        self.insured(ago + took - 1, "contractor" if contractor else "owner")
        self.reviewed(ago + took // 2).examined(ago + 1)
        return self.issued(ago, kind=kind)

    def begun(self, ago: int) -> Story:
        """Work begins, and the inspector sees it."""
        self.do("permit.commence", {"began_on": self.town.day(ago), "evidence": "inspection"}, ago=ago, by="inspector")
        return self

    def visited(
        self,
        ago: int,
        lines: list[str],
        *,
        failed: str = "",
        section: str = "",
        hour: str = "13:00",
        asked: bool = False,
    ) -> Story:
        """A visit; `lines` are satisfactory, or the last of them fails with words and a section."""
        request = self._asks(ago + 2, lines).pk if asked else None
        results = [
            {
                "line": line,
                "outcome": "not satisfactory",
                "failures": [{"words": failed, "section": section, "sheet": "S-101"}],
            }
            if failed and line == lines[-1]
            else {"line": line, "outcome": "satisfactory"}
            for line in lines
        ]
        data: dict[str, Any] = {"results": results, "request": request}
        if self.permit.issued_on is not None:
            data |= {"permit_displayed": True, "documents_on_site": True}
        self.do("inspection.record", data, ago=ago, by="inspector", hour=hour)
        return self

    def asked_for(self, ago: int, line: str, *, in_days: int | None = None, hour: str = "9 to 12") -> Story:
        """Somebody rings for an inspection; a date is given, or none yet."""
        request = self._asks(ago, [line])
        if in_days is not None:
            when = {"day": self.town.day(-in_days), "hour": hour, "inspector": self.town.staff["inspector"].id}
            self.town.do("inspection.schedule", when, ago=ago, subject=request.pk, hour="08:45")
        return self

    def _asks(self, ago: int, lines: list[str]) -> InspectionRequest:
        caller = self.town.person(self.owner)
        call = {"lines": lines, "caller": caller["name"], "phone": caller["phone"], "channel": "telephone"}
        self.do("inspection.request", call, ago=ago, hour="08:40")
        return InspectionRequest.objects.pending().filter(permit=self.permit).latest("called_at")

    def finished(self, ago: int) -> Story:
        """Every line that the plan still has is accepted, the final last."""
        with self.town.then(ago):
            rows = reading.plan(self.permit, self.town.day(ago))
        waiting = [
            row.line.key for row in rows if row.key in ("not ready", "ready", "unknown") and row.line.key != "final"
        ]
        covering = [key for key in waiting if key == "sheetrock"]
        self.visited(ago, [key for key in waiting if key not in covering], hour="09:00")
        if covering:
            self.visited(ago, covering, hour="11:00")
        return self.visited(ago, ["final"], hour="15:00")


def _certificate(kind: str) -> str:
    """The kind of certificate that a story wants, or one of occupancy where the town has no other."""
    return kind if kind in laws.pack().certificates.kinds else "occupancy"


def tell_stories(town: Town) -> None:
    """Tells every story. One that a town's law does not let go on is left where it stood, and the log says why."""
    for number, story in enumerate(STORIES, start=1):
        try:
            story(town)
        except ActError as error:
            log.info("story %s of %s stopped: %s", number, town.pack.name, error)


def _an_applicant_with_an_account(town: Town) -> None:
    found = Person.objects.filter(name=town.person("brandt")["name"]).first()
    if found is not None:
        town.do(
            "account.open",
            {
                "username": "applicant",
                "name": found.name,
                "role": "applicant",
                "password": PASSWORD,
                "person": found.pk,
            },
            ago=19,
            by="administrator",
        )


def _addition_with_a_request(town: Town) -> None:
    s = Story(town, "38 Lakeside Terrace", "Two-story addition and rear deck", "brandt")
    s.applies(
        20,
        work="enlarge",
        answers=ADDITION,
        cost="94200.00",
        area=612,
        contractor="hollow-oak",
        check="2214",
        apart=True,
    )
    s.insured(18).reviewed(9, without=("g", "h.distances"))
    s.do(
        "permit.request_changes",
        {
            "findings": ["review.g", "review.h.distances"],
            "words": "Everything else is in order.",
        },
        ago=8,
        by="officer",
    )


def _house_in_review(town: Town) -> None:
    s = Story(town, "22 Old Orchard Spur", "New one-family house with attached garage", "whitcombe")
    s.applies(
        43,
        work="construct",
        answers=HOUSE | {"work.rated_assemblies": True},
        cost="468000.00",
        area=2340,
        designer="okonjo",
        contractor="hollow-oak",
        check="2201",
        apart=True,
    )
    s.insured(40).reviewed(31, without=("e.members",))
    s.do("permit.request_changes", {"findings": ["review.e.members"]}, ago=31, by="officer", hour="16:00")
    with town.then(12):
        documents = drawn(s.title, s.place, s.parcel.print_key, town.person("okonjo"), apart=True)
    (item,) = RequestItem.objects.filter(request__case_id=s.permit.case_id)
    s.do("permit.answer", {"item": item.pk, "words": "Member sizes are on the new S-101"}, ago=12, hour="09:00")
    s.do("permit.resubmit", {"words": "Revised framing plan", "documents": documents}, ago=12)


def _solar_waits_for_the_site(town: Town) -> None:
    s = Story(town, "140 Lakeside Terrace", "Roof-mounted solar panels, 8.4 kW", "varga")
    s.applies(14, answers=NOTHING, cost="21400.00", contractor="sunward")
    s.insured(13).reviewed(6)
    s.do("permit.examine", {"uniform_code": "complies", "energy_code": "complies"}, ago=4, by="officer")
    s.do("permit.accept_documents", {"method": "electronic"}, ago=4, by="officer")
    s.asked_for(3, "site", in_days=0, hour="3 to 4")


def _stove_just_in(town: Town) -> None:
    Story(town, "17 Quarry Hill Road", "Wood stove and chimney", "delacroix").applies(
        1, work="solid fuel", cost="6800.00", contractor="hearthside", answers=NOTHING | {"work.in_dwelling_unit": True}
    )


def _not_paid(town: Town) -> None:
    Story(town, "27 Glenmere Cutoff", "Shed on a slab, 10 by 14 feet", "nguyen").applies(
        2, work="construct", cost="5200.00", area=140, paid=False, answers=NOTHING | {"work.slab": True}
    )


def _ready_to_issue(town: Town) -> None:
    s = Story(town, "12 Old Orchard Spur", "Kitchen alteration, one bearing wall moved", "szabo")
    s.applies(
        19, cost="38500.00", area=260, contractor="ridgeline", answers=NOTHING | {"work.framed": True}, check="771"
    )
    s.insured(17).reviewed(9).examined(5)


def _framing_failed(town: Town) -> None:
    s = Story(town, "112 Quarry Hill Road", "Screened porch and deck", "nakagawa")
    s.permitted(74, work="enlarge", answers=DECK, cost="31200.00", area=336, contractor="ridgeline")
    s.begun(60).visited(58, ["footing"], asked=True)
    s.visited(
        9,
        ["framing"],
        failed="Ledger fastened with nails alone; no lateral load connector",
        section="RCNYS R507.9",
        asked=True,
    )
    s.asked_for(2, "framing", in_days=0, hour="10:00")


def _footing_today(town: Town) -> None:
    s = Story(town, "88 Glenmere Cutoff", "Detached garage, 24 by 28 feet", "stoltz")
    s.permitted(
        20,
        work="construct",
        answers=NOTHING | {"work.foundation": True, "work.slab": True, "work.framed": True},
        cost="58000.00",
        area=672,
        contractor="hollow-oak",
    )
    s.asked_for(3, "footing", in_days=0, hour="8:45").asked_for(1, "slab")


def _begin_soon(town: Town) -> None:
    Story(town, "30 Tannery Court", "Finished basement", "abara").permitted(
        178,
        answers=NOTHING | {"work.framed": True, "work.gypsum_board": True, "work.conditioned": True},
        cost="27900.00",
        area=640,
    )


def _ends_soon(town: Town) -> None:
    s = Story(town, "8 Summerville Pike", "New roof structure over the kitchen wing", "pelletier")
    s.permitted(350, answers=NOTHING | {"work.framed": True}, cost="44000.00", contractor="ridgeline").begun(330)
    s.visited(300, ["framing"], asked=True)


def _expired(town: Town) -> None:
    s = Story(town, "61 Sugarhouse Lane", "Addition over the garage", "mcteague")
    s.permitted(410, work="enlarge", answers=ADDITION, cost="61000.00", area=410).begun(395).visited(380, ["footing"])


def _never_begun(town: Town) -> None:
    Story(town, "4 Cider Mill Close", "Two-bay garage", "lindgren").permitted(
        230, work="construct", answers=DECK | {"work.slab": True}, cost="52000.00", area=600
    )


def _renewed(town: Town) -> None:
    s = Story(town, "9 Tannery Court", "Dormers and new bath", "hartono")
    s.permitted(420, answers=ADDITION, cost="73000.00", area=380).begun(400).visited(390, ["footing"])
    s.do("permit.apply_renewal", {"payment": {"method": "check", "check_number": "1180"}}, ago=40)
    s.do("permit.renew", {}, ago=36, by="officer")


def _suspended(town: Town) -> None:
    s = Story(town, "73 Quarry Hill Road", "Second dwelling unit in the attic", "lukasz")
    s.permitted(120, answers=ADDITION, cost="66000.00", area=540, occupancy="two-family dwelling").begun(110)
    s.do(
        "permit.find_ground",
        {
            "ground": "work violates a code",
            "sections": ["RCNYS R310.1"],
            "words": "No egress window in either attic bedroom",
        },
        ago=30,
        by="officer",
    )
    s.do("permit.suspend", {"words": "Until both showings are made"}, ago=30, by="officer", hour="11:00")


def _disapproved(town: Town) -> None:
    s = Story(town, "27 Glenmere Cutoff", "Deck toward the side yard", "nguyen")
    s.applies(64, work="enlarge", answers=DECK, cost="14800.00", area=220).reviewed(55)
    s.do(
        "permit.disapprove",
        {
            "reasons": [
                {
                    "text": "The deck stands 2 feet into the required side yard",
                    "cite": "Zoning, Schedule of District Regulations",
                }
            ]
        },
        ago=52,
        by="officer",
    )


def _withdrawn(town: Town) -> None:
    s = Story(town, "61 Sugarhouse Lane", "Above-ground pool", "mcteague")
    s.applies(33, cost="9400.00")
    s.do("permit.withdraw", {"why": "Bought a boat instead"}, ago=29)


def _certificate_ready(town: Town) -> None:
    s = Story(town, "12 Old Orchard Spur", "Replacement chimney", "szabo")
    s.permitted(
        66,
        work="solid fuel",
        cost="8900.00",
        contractor="hearthside",
        answers=NOTHING | {"work.in_dwelling_unit": True},
    )
    s.begun(60).finished(12)
    asked = {"kind": _certificate("compliance"), "payment": {"method": "cash"}}
    town.do("certificate.apply", asked, ago=6, subject=s.permit.pk)


def _closed_with_certificate(town: Town) -> None:
    s = Story(town, "88 Glenmere Cutoff", "Rear addition", "stoltz")
    s.permitted(
        300, work="enlarge", answers=ADDITION, cost="88000.00", area=480, contractor="hollow-oak", kind="occupancy"
    )
    s.begun(290).finished(120)
    key = town.do(
        "certificate.apply",
        {"kind": "occupancy", "use": "One-family dwelling", "payment": {"method": "check", "check_number": "3020"}},
        ago=115,
        subject=s.permit.pk,
    )
    town.do(
        "certificate.receive_paper",
        {"paper": "energy_tests", "prepared_by": "Blue Door Testing (invented)"},
        ago=110,
        subject=key,
    )
    town.do(
        "certificate.judge_preparer", {"paper": "energy_tests", "acceptable": True}, ago=109, subject=key, by="officer"
    )
    town.do("certificate.issue", {}, ago=108, subject=key, by="officer")


def _temporary(town: Town) -> None:
    s = Story(town, "5 Foundry Row", "Fit-out of unit A as a cafe", "foundry")
    s.permitted(
        260,
        answers=NOTHING | {"work.framed": True, "work.rated_assemblies": True},
        cost="132000.00",
        area=1850,
        designer="okonjo",
        contractor="hollow-oak",
        occupancy="M",
        proposed="A-2",
        kind="occupancy",
    )
    s.begun(250).visited(220, ["framing"])
    ago = _half_a_year_or_less(town)
    key = town.do(
        "certificate.apply",
        {
            "kind": "temporary",
            "payment": {"method": "check", "check_number": "88"},
            "coverage": "part",
            "part": "Unit A, dining room and kitchen",
            "use": "Cafe",
            "occupancy": "A-2",
            "construction_type": "II-B",
        },
        ago=ago + 1,
        subject=s.permit.pk,
    )
    if "electrical.certificate_on" in town.pack.gate("certificate.temporary").needs(town.day(ago)):
        underwriters = {"electrical.certificate_on": town.day(ago + 1).isoformat()}
        town.do("certificate.note", {"facts": underwriters}, ago=ago, subject=key)
    town.do(
        "certificate.determine",
        {
            "safe_to_occupy": True,
            "safe_evidence": "Walked through",
            "life_safety": True,
            "egress_provided": True,
            "components": [{"name": "Smoke and carbon monoxide alarms", "installed": True, "operational": True}],
        },
        ago=ago,
        subject=key,
        by="officer",
    )
    town.do(
        "certificate.issue_temporary",
        {
            "starts_on": town.day(ago),
            "ends_on": _last_day(town, ago),
            "terms": [{"text": "Second floor closed to the public"}],
        },
        ago=ago,
        subject=key,
        by="officer",
    )


def _last_day(town: Town, ago: int) -> date:
    """The last day of that certificate: in four days, or where the code fixes its length, the day that it says."""
    series = town.pack.certificates.temporary
    rule = series.on(town.day(ago)) if series else None
    if rule is not None and rule.value.exactly:
        return laws.calendar().nominal(town.day(ago), rule.value)
    return town.day(-4)


def _half_a_year_or_less(town: Town) -> int:
    """How long ago a temporary certificate issued that ends in four days: 175 days, or less where the code says so."""
    series = town.pack.certificates.temporary
    for ago in (175, 80):
        rule = series.on(town.day(ago)) if series else None
        if rule is not None and laws.calendar().nominal(town.day(ago), rule.value) >= town.day(-4):
            return ago
    return 20


def _old_cards(town: Town) -> None:
    for place, card in (
        (
            "61 Sugarhouse Lane",
            {
                "number": "B-4127",
                "type": "Garage",
                "year": 1988,
                "applicant": "F. McTeague",
                "words": "Frame garage 20 x 22. No certificate on the card.",
            },
        ),
        (
            "38 Lakeside Terrace",
            {
                "number": "71-16",
                "type": "Dwelling",
                "year": 1971,
                "kind": "certificate",
                "words": "Certificate of occupancy, one-family dwelling",
            },
        ),
    ):
        town.do("old_record.enter", {"parcel": town.parcels[place].pk, **card}, ago=200)
    town.do(
        "paper_years.record",
        {
            "first": 1962,
            "last": 1994,
            "kinds": "Permits and certificates",
            "scanned": "no",
            "where": "Basement, cabinets 3 to 9",
        },
        ago=400,
    )


def _telephone(town: Town) -> None:
    parcel = town.parcels["301 Summerville Pike"]
    town.do(
        "note.take",
        {
            "parcel": parcel.pk,
            "how": "call",
            "who": "Hall committee",
            "phone": town.phone("555-0193"),
            "words": "Asked what a new kitchen hood needs. Told them: a permit, and to come by with the cut sheet.",
            "call_back_by": town.day(-1),
        },
        ago=1,
        hour="14:20",
    )


STORIES: tuple[Callable[[Town], None], ...] = (
    _old_cards,
    _renewed,
    _expired,
    _ends_soon,
    _closed_with_certificate,
    _temporary,
    _never_begun,
    _begin_soon,
    _suspended,
    _framing_failed,
    _certificate_ready,
    _disapproved,
    _house_in_review,
    _withdrawn,
    _footing_today,
    _addition_with_a_request,
    _an_applicant_with_an_account,
    _ready_to_issue,
    _solar_waits_for_the_site,
    _not_paid,
    _stove_just_in,
    _telephone,
)
