"""Facts about what goes with an application: who applies, affidavits, copies, scales, signatures, and what is
searched before a permit issues.
"""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

_CAPACITIES = {
    "owner": "owner",
    "lessee": "lessee",
    "owner's agent": "agent of the owner",
    "lessee's agent": "agent of the lessee",
    "architect": "architect employed on the work",
    "engineer": "engineer employed on the work",
    "builder": "builder employed on the work",
    "other": "none of these",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "application.capacity",
        Kind.CHOICE,
        "Applies as",
        "In what capacity is the application made?",
        "applicant",
        choices=_CAPACITIES,
    )
    yield Fact(
        "application.form_retired_on",
        Kind.DATE,
        "Form in use until",
        "Until which day was the form that was used in force?",
        "clerk",
    )
    yield Fact(
        "application.certificate_applied",
        Kind.BOOL,
        "Certificate applied for with it",
        "Is the certificate for the same work applied for at the same time?",
        "applicant",
    )
    yield Fact(
        "affidavit.owner_authorizes",
        Kind.BOOL,
        "Affidavit: the owner authorizes the work",
        "Does an affidavit say that the owner authorizes the work?",
        "applicant",
    )
    yield Fact(
        "affidavit.applicant_authorized",
        Kind.BOOL,
        "Affidavit: authority to apply",
        "Does an affidavit say that the applicant is authorized to apply?",
        "applicant",
    )
    yield Fact("documents.specifications", Kind.BOOL, "Specifications filed", "Are specifications filed?", "applicant")
    yield Fact(
        "documents.plan_scale",
        Kind.NUMBER,
        "Scale of the plans, to the foot",
        "How many inches of the plans stand for one foot?",
        "applicant",
        unit="in",
    )
    yield Fact(
        "documents.plans_signed",
        Kind.BOOL,
        "Plans signed",
        "Are the plans signed by who answers for them?",
        "applicant",
    )
    yield Fact(
        "documents.specifications_signed",
        Kind.BOOL,
        "Specifications signed",
        "Are the specifications signed by who answers for them?",
        "applicant",
    )
    yield Fact(
        "documents.seal_required",
        Kind.BOOL,
        "Seal required",
        "Does State law want an architect's or engineer's seal on these plans?",
        "officer",
    )
    yield Fact(
        "documents.not_examined",
        Kind.SET,
        "Documents not examined",
        "Which filed documents have not been examined?",
        "officer",
    )
    yield Fact(
        "documents.set_handed_over",
        Kind.BOOL,
        "Approved set handed over",
        "Is the approved set handed over with the permit?",
        "clerk",
    )
    yield Fact(
        "professional.is_staff",
        Kind.BOOL,
        "Designer is an officer of this office",
        "Is the designer an officer or employee of this office?",
    )
    yield Fact(
        "amendment.part_began_on",
        Kind.DATE,
        "Part that changes begun",
        "On which day did the part of the work begin that the amendment changes?",
        "inspector",
    )
    yield Fact(
        "permit.signature",
        Kind.CHOICE,
        "Signature on the permit",
        "How is the permit signed?",
        "officer",
        choices={"signed": "signed", "affixed": "affixed on the officer's authority", "none": "not signed"},
    )
    yield Fact(
        "parcel.open_violations",
        Kind.SET,
        "Open violations on the parcel",
        "Which violations of the town's code are open on the parcel, besides those that this permit cures by a written "
        "finding of the officer?",
    )
    yield Fact(
        "parcel.violations_searched_on",
        Kind.DATE,
        "Search for violations confirmed",
        "On which day did the officer confirm the search for violations?",
        "officer",
    )
    yield Fact(
        "subdivision.fire_devices_required",
        Kind.BOOL,
        "Fire-protection devices required in the subdivision",
        "Is the lot in a subdivision of which fire-protection devices are a required improvement?",
    )
    yield Fact(
        "subdivision.fire_devices_installed_on",
        Kind.DATE,
        "Fire-protection devices installed",
        "On which day were they installed?",
        "applicant",
    )
    yield Fact(
        "subdivision.fire_devices_approved_on",
        Kind.DATE,
        "Fire-protection devices approved",
        "On which day did the fire district approve them?",
        "applicant",
    )
    yield Fact(
        "zoning.checked_on", Kind.DATE, "Zoning checked", "On which day was the use checked under zoning?", "officer"
    )
    yield Fact(
        "certificate.open_requests",
        Kind.SET,
        "Asked for before the certificate and not received",
        "Which papers asked for before the certificate have not come?",
        "applicant",
    )
    yield Fact(
        "building.is_finished", Kind.BOOL, "Building finished", "Is the building completely finished?", "inspector"
    )
    yield Fact(
        "building.dwelling_under_alteration",
        Kind.BOOL,
        "Dwelling altered or added to, with an earlier certificate",
        "Is a dwelling that has a certificate altered or added to, under a permit and not complete yet?",
    )
    yield Fact(
        "electrical.result",
        Kind.CHOICE,
        "Electrical inspection",
        "What did the electrical inspector find last?",
        "inspector",
        choices={"approved": "approved", "disapproved": "disapproved"},
    )
    yield Fact(
        "electrical.certificate_on",
        Kind.DATE,
        "Underwriter's certificate filed",
        "On which day did the underwriter's certificate, a temporary one at least, come in?",
        "applicant",
    )
    yield Fact("finding.document", Kind.TEXT, "Document", "Which document says it?", "officer")
    yield Fact("finding.why_material", Kind.TEXT, "Why it is material", "Why is it material?", "officer")
    yield Fact("finding.rule_overlooked", Kind.TEXT, "Rule overlooked", "Which rule was overlooked?", "officer")
    yield Fact(
        "finding.departs_from", Kind.TEXT, "Departs from", "From which approved sheet does the work depart?", "officer"
    )
    yield Fact("finding.inspected_on", Kind.DATE, "Seen at an inspection", "On which day was it seen?", "officer")
    yield Fact("stop_order.served_on", Kind.DATE, "Stop order served", "On which day was the stop order served?")
    yield Fact("stop_order.rescinded_on", Kind.DATE, "Stop order rescinded", "On which day was it rescinded?")
    yield Fact("stop_order.work_seen_on", Kind.DATE, "Work seen", "On which day was work seen after it?", "inspector")
    yield Fact(
        "stop_order.holder_disobeys",
        Kind.BOOL,
        "The permit holder disobeys it",
        "Is it the permit holder who fails or refuses to obey it?",
        "officer",
    )
