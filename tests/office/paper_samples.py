"""Data of papers for tests: of each kind a usual one, a sparse one with only what must be there, an overfull
one.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from townwright.office.papers import forms as f

AT = datetime(2026, 11, 19, 15, 30, tzinfo=UTC)

HEAD = f.Letterhead(
    town="Town of Chester",
    office="Code Enforcement Officer, Orange County, New York",
    colour="#1c4a38",
    genuine="chester.example/genuine",
    genuine_url="https://chester.example/chester/genuine/",
)
FULL_HEAD = HEAD.model_copy(
    update={
        "address": ["1786 Kings Highway", "Chester, NY 10918"],
        "contact": "(845) 555-0142, weekdays 8:30 to 4:30, office@chester.example",
        "practice": True,
        "colour": "#1d3f5e",
    }
)
OFFICER = f.Signature(name="R. Abernathy-Cole", office="Code Enforcement Officer, for the Town of Chester")
PLACE = f.Place(address="22 Old Orchard Spur, Chester", tax_map="6-1-118")
OWNER = f.Party(
    name="Quillan Whitcombe-Asare",
    role="owner",
    address=["22 Old Orchard Spur", "Chester, NY 10918"],
    phone="(845) 555-0188",
)

FOREIGN = [
    "Łukasz Żółć-Šťastný",
    "Nguyễn Thị Phương Ngọc",
    "Ørsted Æðelþryð Ásgeirsdóttir",
    "Ştefan Țărnă",
    "Ελένη Παπαδοπούλου",
    "Юрий Щербаков",
    "Zoë O’Brien-D’Angelo",
    "İbrahim Çağlayangöl",
]
LONG = (
    "Alteration and enlargement of an existing two-story mixed use building with a new sprinkler system, "
    "a second means of "
    "egress from the upper floor, replacement of the electric service, and a new foundation under the "
    "east wing"
)
PEOPLE = [
    f.Party(
        name=f"{name} {n}",
        role="owner",
        address=[f"{n} Kings Highway", "Chester, NY 10918"],
        phone="(845) 555-0100",
        email="a-rather-long-address-without-any-place-to-break@an-equally-long-host-name.example",
        detail="may sign for all",
    )
    for n in range(1, 4)
    for name in FOREIGN
]


def said(count: int) -> list[f.Said]:
    """So many long duties, each with a section."""
    return [f.Said(text=f"{LONG}, item {n}.", cite=f"§ 50-4(D)({n})") for n in range(1, count + 1)]


def _of(model: type[f.PaperData], **given: Any) -> f.PaperData:
    return model(**{"letterhead": HEAD, **given})


DIRECTIVES = [
    f.Said(text="Do all work as the accepted construction documents show.", cite="§ 50-4(H)"),
    f.Said(
        text="Tell the Code Enforcement Officer at once of any change during the work. A change that "
        "needs a new or amended "
        "permit waits for it.",
        cite="§ 50-4(H)",
    ),
    f.Said(
        text="Keep this permit, or its placard, in plain view at the site until the work is complete, "
        "and the accepted "
        "documents at hand.",
        cite="§ 50-4(E), (G)",
    ),
    f.Said(
        text="Leave work open to view until it is inspected and accepted, and call when each element is ready.",
        cite="§ 50-5(A)",
    ),
    f.Said(text="Not use or occupy the building before its certificate of occupancy.", cite="§ 50-7(A)"),
]
ELEMENTS = [
    "Footing and foundation",
    "Slab",
    "Framing",
    "Electrical, plumbing, mechanical",
    "Garage fire separation",
    "Insulation, Energy Code",
    "Sheetrock",
    "Chimney and gas vents",
    "Final",
]
PLACARD = f.Placard(
    notice=f.Said(text="Post in plain view until the work is complete,", cite="§ 50-4(G)"),
    work="New one-family house",
    elements=ELEMENTS,
    foot=[
        "Inspections: (845) 555-0142 or scan.",
        "Anyone may check this permit and report work that goes beyond it.",
    ],
)
CERTIFICATE: dict[str, Any] = {
    "number": "CO-2027-0061",
    "lead": "The structure described here may be used and occupied as stated, under Chapter 50 of the "
    "Code of the Town of Chester.",
    "permit_number": "BP-2026-0198",
    "permit_issued": date(2026, 11, 19),
    "permit_history": [f.Fact(label="Renewed", text="Mon 22 November 2027", cite="§ 50-4(I)")],
    "address": "22 Old Orchard Spur, Chester",
    "tax_map": "6-1-118",
    "owners": [
        f.Party(name="Quillan Whitcombe-Asare", role="owners"),
        f.Party(name="Dara Whitcombe-Asare", role="owners"),
    ],
    "work": "New one-family house, two stories with attached garage, 2,340 sq ft",
    "use": "One-family dwelling",
    "occupancy": "R-3 (Residential Code)",
    "construction": "V-B",
    "assembly": [f.Assembly(room="Dining room", load=72), f.Assembly(room="Hall", load=120)],
    "conditions": [f.Said(text="Guard rail is inspected once a year.", cite="§ 50-3(A)(2)")],
    "issued": date(2028, 3, 2),
    "statement": "The work was inspected and complies with the Uniform Code, the Energy Code and Chapter 50.",
    "notices": [
        f.Said(text="This certificate may be suspended or revoked if it was issued in error.", cite="§ 50-7(E)"),
        f.Said(text="A change of use or occupancy needs a permit and a new certificate first.", cite="§ 50-7(A)"),
    ],
    "signature": OFFICER,
}
TEMPORARY: dict[str, Any] = {
    **CERTIFICATE,
    "number": "TC-2027-0007",
    "part": "First floor, units 1 and 2",
    "lead": "The part described here may be occupied for the period stated, before the work under its "
    "permit is complete.",
    "effective_from": date(2027, 5, 5),
    "effective_through": f.Deadline(nominal=date(2027, 11, 5), note="at most six months", cite="§ 50-7(D)"),
    "determinations": [
        f.Determination(text="the part covered may be occupied safely;", cite="§ 50-7(D)(1)", made_on=date(2027, 5, 4)),
        f.Determination(
            text="fire and smoke detection and fire protection equipment is installed and works;",
            cite="§ 50-7(D)(2)",
            made_on=date(2027, 5, 4),
        ),
        f.Determination(
            text="all required means of egress from the structure are provided.",
            cite="§ 50-7(D)(3)",
            made_on=date(2027, 5, 5),
        ),
    ],
    "terms": [f.Said(text="The third floor is closed to the public.", cite="§ 50-7(D)")],
    "open_items": [
        f.OpenItem(text="Landscaping and grading at the east side", cite="§ 50-7(B)", due=date(2027, 7, 1)),
        f.OpenItem(text="Elevator acceptance test", cite="§ 50-7(B)"),
    ],
    "duty": f.Said(
        text="The permit holder brings the building into full compliance with the Uniform Code and the Energy Code.",
        cite="§ 50-7(D)",
    ),
}
SENT: dict[str, Any] = {
    "to": OWNER,
    "sent": date(2026, 11, 17),
    "places": [PLACE],
    "work": "New one-family house",
    "number": "BA-2026-0231",
}

USUAL: dict[str, f.PaperData] = {
    "application": _of(
        f.Application,
        number="BA-2026-0231",
        lead="As it was submitted. A change is a new round and leaves this paper as it is.",
        received=date(2026, 11, 3),
        how="on line, Tue 3 November 2026, 8:41 p.m.",
        round=1,
        applicants=[
            f.Party(
                name="Hollow Oak Builders LLC",
                role="contractor",
                phone="(845) 555-0177",
                email="permits@hollowoak.example",
            )
        ],
        owners=[OWNER],
        places=[PLACE],
        work="New one-family house, two stories with attached garage, 2,340 sq ft; driveway and septic as shown",
        cost=Decimal("388200.00"),
        sections=[
            f.Section(
                title="The building",
                cite="§ 50-4(D)(3)",
                rows=[
                    f.Fact(label="Use", text="One-family dwelling"),
                    f.Fact(label="Occupancy classification", text="R-3"),
                    f.Fact(label="Type of construction", text="V-B"),
                    f.Fact(label="Stories", text="2"),
                    f.Fact(label="Area", text="2,340 sq ft"),
                    f.Fact(label="Truss or pre-engineered wood", text="Yes, roof (R)"),
                ],
            ),
            f.Section(
                title="The site",
                rows=[
                    f.Fact(label="Water", text="Well"),
                    f.Fact(label="Sewage", text="Septic, county approval OC-2026-118"),
                    f.Fact(label="Flood hazard area", text="No"),
                    f.Fact(label="Wetland within 100 ft", text=""),
                ],
            ),
        ],
        documents=[
            f.DocumentLine(name="Drawings A-1 to S-4", sheets=14, digest="9c41 e07b 5d12"),
            f.DocumentLine(name="Survey with foundation location", sheets=1, digest="77ab 01ce 9920"),
            f.DocumentLine(name="Workers’ compensation, CE-200", sheets=1, digest="0b3d 5514 aa71"),
        ],
        declarations=[
            f.Said(
                text="The work will follow the Uniform Code, the Energy Code and the documents handed in.",
                cite="§ 50-4(D)",
            ),
            f.Said(
                text="What stands here is true to the best of my knowledge. A false statement is punishable.",
                cite="Penal Law § 210.45",
            ),
        ],
        signed_by=[
            f.Fact(label="Owner", text="Quillan Whitcombe-Asare, signed on line Tue 3 November 2026, 8:40 p.m.")
        ],
    ),
    "permit": _of(
        f.Permit,
        number="BP-2026-0198",
        lead="Permission is given to the holder to do the work described here, at this place, under "
        "Chapter 50 of the Code of the Town of Chester.",
        holders=[
            f.Party(name="Quillan Whitcombe-Asare", role="owners"),
            f.Party(name="Dara Whitcombe-Asare", role="owners"),
        ],
        places=[PLACE],
        work="New one-family house, two stories with attached garage, 2,340 sq ft; Type VB; driveway and "
        "septic as shown",
        documents="Set of 14 sheets accepted Wed 18 November 2026, mark A-0198-3",
        contractors=[f.Party(name="Hollow Oak Builders LLC")],
        fee=f.Paid(
            amount=Decimal("3882.00"),
            receipt="R-2026-1702",
            schedule="schedule 2026-1 (Resolution 14 of 2026)",
        ),
        issued=date(2026, 11, 19),
        begin_by=f.Deadline(nominal=date(2027, 5, 19), note="or it becomes invalid", cite="§ 50-4(I)"),
        in_force_through=f.Deadline(nominal=date(2027, 11, 19), note="expires the day after", cite="§ 50-4(I)"),
        directives=DIRECTIVES,
        inspections=[
            "Footing and foundation",
            "slab",
            "framing",
            "electrical, plumbing, mechanical",
            "fire-resistant construction at garage",
            "insulation and Energy Code",
            "sheetrock",
            "chimney and gas vents",
            "final",
        ],
        inspections_cite="§ 50-5(B)",
        conditions=[
            f.Said(text="Silt fence stays until grass has taken.", cite="§ 50-3(A)(2)"),
            f.Said(text="Foundation location survey before framing.", cite="§ 50-5(C)"),
        ],
        placard=PLACARD,
        signature=OFFICER,
    ),
    "change_request": _of(
        f.ChangeRequest,
        **SENT,
        lead="Your application cannot be decided yet. What follows is all that we found; each item can "
        "be answered by itself.",
        received=date(2026, 11, 3),
        round=1,
        items=[
            f.RequestItem(
                text="Show the septic field and the well with their distances.",
                cite="§ 50-4(D)(5)(f)",
                about="Sheet C-1",
            ),
            f.RequestItem(
                text="Sign and seal every sheet of the structural drawings.",
                cite="§ 50-4(D)(5)(b)",
                about="Sheets S-1 to S-4",
            ),
            f.RequestItem(
                text="Send proof of workers’ compensation or the exemption CE-200.",
                cite="Workers’ Compensation Law § 57",
            ),
        ],
        answer=[
            f.Said(
                text="Answer on line under your application, by post, or at the counter. You may answer "
                "one item at a time."
            ),
            f.Said(text="The clock of our review stands still until your answer is here."),
        ],
        signature=OFFICER,
        copies=["Hollow Oak Builders LLC"],
    ),
    "disapproval": _of(
        f.Disapproval,
        **SENT,
        lead="The application named here is disapproved.",
        received=date(2026, 11, 3),
        reasons=[
            f.Reason(
                text="The second floor has no emergency escape opening in two bedrooms.",
                cite="§ 50-4(F); RCNYS R310.1",
                quoted="Every sleeping room shall have not less than one operable emergency escape and rescue opening.",
            ),
            f.Reason(text="The documents show no foundation below frost depth.", cite="§ 50-4(F); RCNYS R403.1.4.1"),
        ],
        next_steps=[
            f.Said(text="Change the documents and apply again; the fee paid counts for it.", cite="§ 50-4(K)"),
            f.Said(text="Ask the State for a variance from the Uniform Code.", cite="19 NYCRR Part 1205"),
        ],
        signature=OFFICER,
    ),
    "inspection_report": _of(
        f.InspectionReport,
        number="BP-2026-0198-I3",
        to=OWNER,
        permit="BP-2026-0198",
        places=[PLACE],
        inspected=date(2027, 2, 9),
        element="Framing",
        portion="East half",
        present="J. Ortega, Hollow Oak Builders LLC",
        satisfactory=False,
        result="Not satisfactory",
        findings=[
            f.ReportFinding(
                text="Joists over the kitchen are notched in the middle third.",
                cite="RCNYS R502.8.1",
                where="Sheet S-2, grid B-3",
                photographs=2,
            ),
            f.ReportFinding(
                text="Beam size differs from the accepted documents.",
                cite="§ 50-4(H)",
                where="Sheet S-2",
                photographs=1,
            ),
        ],
        keep_exposed=f.Said(
            text="Framing of the east half stays open until it is corrected, inspected again and found satisfactory.",
            cite="§ 50-5(D)",
        ),
        checks=[
            f.Check(text="Permit displayed", answer="Yes", cite="§ 50-4(G)"),
            f.Check(text="Accepted documents at the site", answer="No", cite="§ 50-4(E)"),
        ],
        next_steps=[
            f.Said(
                text="Correct both items and ask for a new inspection, on line or at (845) 555-0142.",
                cite="§ 50-5(A)",
            )
        ],
        signature=f.Signature(name="M. Delacroix", office="Building Inspector, for the Town of Chester"),
    ),
    "receipt": _of(
        f.Receipt,
        number="R-2026-1702",
        received=date(2026, 11, 19),
        payer=f.Party(name="Hollow Oak Builders LLC", address=["4 Mill Lane", "Goshen, NY 10924"]),
        method="Check",
        check_number="20418",
        memo="Old Orchard + Camp Monroe",
        schedule="Schedule 2026-1 (Resolution 14 of 2026)",
        lines=[
            f.ReceiptLine(
                case="BP-2026-0198",
                what="Permit fee, new one-family house",
                how="$500.00 and $8.50 per $1,000 or part of $388,200.00",
                amount=Decimal("3806.50"),
            ),
            f.ReceiptLine(case="BP-2026-0198", what="Certificate of occupancy", how="flat", amount=Decimal("75.50")),
            f.ReceiptLine(case="BP-2026-0205", what="Permit fee, deck", how="flat", amount=Decimal("150.00")),
        ],
        total=Decimal("4032.00"),
        notices=[
            f.Said(
                text="A check that comes back unpaid is charged $20.00, and what was paid with it counts as unpaid.",
                cite="Gen. Mun. Law § 85",
            )
        ],
        signature=f.Signature(name="T. Okonkwo", office="Clerk, Building Department"),
    ),
    "certificate_of_occupancy": _of(f.CertificateOfOccupancy, **CERTIFICATE),
    "certificate_of_compliance": _of(
        f.CertificateOfCompliance, **{**CERTIFICATE, "number": "CC-2027-0019", "assembly": []}
    ),
    "temporary_certificate": _of(f.TemporaryCertificate, **TEMPORARY),
    "documents_accepted": _of(
        f.DocumentsAccepted,
        number="BA-2026-0231",
        lead="The construction documents listed here were accepted, and one set is returned to you.",
        to=OWNER,
        how="electronically, and one printed set by hand",
        places=[PLACE],
        work="New one-family house",
        documents=[
            f.DocumentLine(name="Drawings A-1 to S-4", sheets=14, mark="A-0198-3", digest="9c41 e07b 5d12"),
            f.DocumentLine(name="Truss design", sheets=6, mark="A-0198-3", digest="c0de 7741 01fa"),
        ],
        accepted=date(2026, 11, 18),
        returned=date(2026, 11, 18),
        notices=[
            f.Said(
                text="The return of accepted documents does not authorize you to start work, and does "
                "not mean that a permit will issue.",
                cite="§ 50-4(E)",
            ),
            f.Said(text="No work begins until and unless the permit is issued.", cite="§ 50-4(E)"),
        ],
        duties=[
            f.Said(
                text="Keep this set at the work site, at hand for code enforcement personnel.",
                cite="§ 50-4(E)",
            )
        ],
        signature=OFFICER,
    ),
    "letter": _of(
        f.Letter,
        title="Your question about a fence",
        to=OWNER,
        sent=date(2026, 11, 17),
        reference=[
            f.Fact(label="Place", text="22 Old Orchard Spur, tax map 6-1-118"),
            f.Fact(label="Your letter", text="Mon 9 November 2026"),
        ],
        body=[
            "Dear Mr. Whitcombe-Asare,",
            "A fence that is not part of an enclosure around a swimming pool needs no building permit. "
            "It still has to keep to "
            "the Uniform Code and to the zoning of your district.",
            "If the fence goes around the pool, call us before you begin.",
            "Yours truly,",
        ],
        enclosures=["Work that needs no permit, § 50-4(B)"],
        copies=["Planning Board"],
        signature=OFFICER,
    ),
}

#: With no more than must be there.
SPARSE: dict[str, f.PaperData] = {
    "application": _of(
        f.Application,
        number="7",
        received=date(2026, 11, 3),
        applicants=[f.Party(name="Ng")],
        places=[f.Place(address="Lake Rd")],
        work="Shed",
    ),
    "permit": _of(
        f.Permit,
        number="7",
        holders=[f.Party(name="Ng")],
        places=[f.Place(address="Lake Rd")],
        work="Shed",
        documents="None needed",
        issued=date(2026, 11, 19),
        in_force_through=f.Deadline(nominal=date(2027, 11, 19)),
        directives=DIRECTIVES[:1],
        placard=f.Placard(notice=f.Said(text="Post in plain view."), work="Shed"),
    ),
    "change_request": _of(
        f.ChangeRequest, **{**SENT, "to": f.Party(name="Ng")}, items=[f.RequestItem(text="Sign it.")]
    ),
    "disapproval": _of(
        f.Disapproval, **{**SENT, "to": f.Party(name="Ng")}, reasons=[f.Reason(text="No well.", cite="§ 1")]
    ),
    "inspection_report": _of(
        f.InspectionReport,
        number="7",
        to=f.Party(name="Ng"),
        permit="7",
        places=[f.Place(address="Lake Rd")],
        inspected=date(2027, 2, 9),
        element="Final",
        satisfactory=True,
        result="Satisfactory as completed",
    ),
    "receipt": _of(
        f.Receipt,
        number="7",
        received=date(2026, 11, 19),
        payer=f.Party(name="Ng"),
        method="Cash",
        total=Decimal("0.01"),
        lines=[f.ReceiptLine(case="7", what="Copy", amount=Decimal("0.01"))],
    ),
    **{
        model.kind: _of(
            model,
            number="7",
            address="Lake Rd",
            tax_map="1-1-1",
            use="Shed",
            occupancy="U",
            construction="V-B",
            issued=date(2028, 3, 2),
            signature=OFFICER,
        )
        for model in (f.CertificateOfOccupancy, f.CertificateOfCompliance)
    },
    "temporary_certificate": _of(
        f.TemporaryCertificate,
        number="7",
        address="Lake Rd",
        tax_map="1-1-1",
        use="Shed",
        occupancy="U",
        construction="V-B",
        issued=date(2027, 5, 5),
        signature=OFFICER,
        effective_from=date(2027, 5, 5),
        effective_through=f.Deadline(nominal=date(2027, 6, 5)),
        determinations=TEMPORARY["determinations"][:1],
        duty=TEMPORARY["duty"],
    ),
    "documents_accepted": _of(
        f.DocumentsAccepted,
        number="7",
        to=f.Party(name="Ng"),
        places=[f.Place(address="Lake Rd")],
        work="Shed",
        documents=[f.DocumentLine(name="Sketch")],
        accepted=date(2026, 11, 18),
        returned=date(2026, 11, 18),
        notices=[f.Said(text="This is no leave to start.")],
        signature=OFFICER,
    ),
    "letter": _of(
        f.Letter, title="Fence", to=f.Party(name="Ng"), sent=date(2026, 11, 17), body=["No permit is needed."]
    ),
}

LONG_NAME = "The Honourable Society for the Preservation of Bridges, Barns and Boundary Stones of the "
"Lower Hudson Valley, Inc."
MANY_PLACES = [
    f.Place(
        address=f"{n} Kings Highway Extension (rear lot, by right of way over 14-2-{n}), Chester",
        tax_map=f"14-2-{n}.12",
        name="Sugar Loaf Crafts Village" if n % 2 else "",
    )
    for n in range(1, 6)
]
ROLLED = f.Deadline(
    nominal=date(2027, 5, 30),
    act_by=date(2027, 6, 1),
    why="Sunday, then Memorial Day",
    note="or it becomes invalid",
    cite="§ 50-4(I)",
)
FILLED: dict[str, Any] = {
    "letterhead": FULL_HEAD,
    "lead": LONG + ".",
    "more": [f.Fact(label=f"Fact of the town’s own number {n}", text=LONG, cite="§ 50-1") for n in range(3)],
    "holders": PEOPLE,
    "applicants": PEOPLE[:9],
    "owners": PEOPLE,
    "contractors": PEOPLE[:4],
    "professionals": PEOPLE[:4],
    "places": MANY_PLACES,
    "work": LONG,
    "directives": said(14),
    "conditions": said(12),
    "notices": said(5),
    "duties": said(6),
    "answer": said(5),
    "next_steps": said(7),
    "declarations": said(6),
    "terms": said(9),
    "inspections": [f"{LONG[:60]} {n}" for n in range(24)],
    "begin_by": ROLLED,
    "in_force_through": ROLLED,
    "answer_by": ROLLED,
    "effective_through": ROLLED,
    "items": [
        f.RequestItem(
            text=f"{LONG}. {n}",
            cite=f"§ 50-4(D)(5)({n})",
            about="Sheets A-101 to A-118 and the specifications",
        )
        for n in range(30)
    ],
    "reasons": [f.Reason(text=LONG, cite="§ 50-4(F)", quoted=LONG) for _ in range(18)],
    "findings": [
        f.ReportFinding(text=LONG, cite="RCNYS R502.8.1", where=FOREIGN[n % 8], photographs=n) for n in range(18)
    ],
    "checks": [f.Check(text=LONG[:90], answer="Does not apply", cite=f"§ 50-5(B)({n})") for n in range(40)],
    "remarks": "\n\n".join([LONG] * 4),
    "sections": [
        f.Section(
            title=f"Part {n}: {LONG[:50]}",
            cite="§ 50-4(D)(3)",
            rows=[f.Fact(label=f"{LONG[:55]}?", text=(LONG, "", "Yes")[m % 3], cite="§ 50-4") for m in range(12)],
        )
        for n in range(1, 6)
    ],
    "documents": [
        f.DocumentLine(name=f"{LONG[:70]}, part {n}", sheets=n, mark=f"A-0198-{n}", digest="9c41 e07b 5d12")
        for n in range(1, 60)
    ],
    "signed_by": [
        f.Fact(label="Owner", text=f"{name}, signed on line Tue 3 November 2026, 8:40 p.m.") for name in FOREIGN
    ],
    "lines": [
        f.ReceiptLine(case=f"BP-2026-{n // 3:04}", what=LONG[:80], how=LONG, amount=Decimal("1234567.89"))
        for n in range(45)
    ],
    "total": Decimal("1234567.89") * 45,
    "assembly": [f.Assembly(room=f"Hall {n} of the {LONG_NAME}", load=50 + n) for n in range(25)],
    "open_items": [f.OpenItem(text=LONG, cite="§ 50-7(B)", due=date(2027, 7, 1) if n % 2 else None) for n in range(15)],
    "determinations": [f.Determination(text=LONG, cite="§ 50-7(D)(1)", made_on=date(2027, 5, 4)) for _ in range(6)],
    "permit_history": [f.Fact(label="Renewed", text="Mon 22 November 2027", cite="§ 50-4(I)") for _ in range(5)],
    "copies": [f"{name}, {LONG_NAME}" for name in FOREIGN],
    "enclosures": [LONG] * 6,
    "body": [LONG + ". " + LONG + "."] * 14,
    "reference": [f.Fact(label="Your letter of", text=LONG, cite="§ 1")] * 4,
    "to": f.Party(
        name=LONG_NAME,
        address=[
            "Attention: " + FOREIGN[0],
            "Suite 4100, Building C",
            "1786 Kings Highway Extension",
            "Chester, NY 10918-4471",
        ],
    ),
    "payer": f.Party(name=LONG_NAME, address=["Suite 4100"]),
    "property_name": LONG_NAME,
    "part": LONG,
    "use": LONG,
    "placard": f.Placard(
        notice=PLACARD.notice,
        work=LONG,
        elements=[f"{LONG[:48]} {n}" for n in range(32)],
        foot=[LONG, *PLACARD.foot],
    ),
    "signature": f.Signature(
        name=FOREIGN[2] + " " + FOREIGN[0],
        office="Acting Code Enforcement Officer and Building Inspector, for the Town of Chester",
        how="Signed electronically Thu 19 November 2026, 10:30 a.m.",
    ),
}

#: With long names, and lists that run over several sheets; in a practice office.
OVERFULL: dict[str, f.PaperData] = {
    kind: type(data)(
        **{
            **{name: getattr(data, name) for name in type(data).model_fields},
            **{name: value for name, value in FILLED.items() if name in type(data).model_fields},
            **({"documents": LONG} if kind == "permit" else {}),
        }
    )
    for kind, data in USUAL.items()
}
