"""Facts about solar energy systems on roofs."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "solar.form",
        Kind.CHOICE,
        "Solar application",
        "On which form is the solar application made?",
        "applicant",
        choices={"fast track": "uniform fast-track application", "ordinary": "ordinary permit application"},
    )
    yield Fact(
        "solar.mount",
        Kind.CHOICE,
        "Mounted on",
        "What is it mounted on?",
        "applicant",
        choices={"roof": "a roof", "ground": "the ground"},
    )
    yield Fact(
        "solar.host",
        Kind.CHOICE,
        "Building",
        "What sort of building bears it?",
        "applicant",
        choices={"home": "a home", "accessory": "an accessory structure of a home", "other": "another building"},
    )
    yield Fact(
        "solar.host_legal",
        Kind.BOOL,
        "Structure shown to be legal",
        "Is it shown by a certificate, a permit or an older record that the structure is legal?",
        "applicant",
    )
    yield Fact("solar.layers", Kind.INT, "Layers of roofing", "How many layers of roofing are there?", "applicant")
    yield Fact(
        "solar.flush",
        Kind.BOOL,
        "Flush and parallel to the roof",
        "Is it flush with the roof and parallel to it?",
        "applicant",
    )
    for key, says, ask in (
        ("height", "Height above the roof", "How far does it rise above the roof?"),
        ("ridge_clear", "Clear at the ridge", "How much is left clear at the ridge?"),
        ("path_clear", "Clear path to the ridge", "How wide is the clear path to the ridge?"),
    ):
        yield Fact(f"solar.{key}", Kind.NUMBER, says, ask, "applicant", unit="in")
    yield Fact("solar.has_pv", Kind.BOOL, "Photovoltaic", "Does it make electricity?", "applicant")
    yield Fact("solar.has_hot_water", Kind.BOOL, "Hot water", "Does it make hot water?", "applicant")
    yield Fact(
        "solar.pv_load", Kind.NUMBER, "Load of the photovoltaic part", "What load does it add?", "applicant", unit="psf"
    )
    yield Fact(
        "solar.hot_water_load",
        Kind.NUMBER,
        "Load of the hot water part",
        "What load does it add?",
        "applicant",
        unit="psf",
    )
    yield Fact(
        "solar.contractor_listed_from",
        Kind.DATE,
        "Contractor prescreened",
        "From which day is the contractor on the list of prescreened ones?",
    )
    yield Fact(
        "solar.contractor_listed_until",
        Kind.DATE,
        "Contractor prescreened until",
        "Until which day is the contractor on the list?",
    )
    yield Fact(
        "solar.panel_standards",
        Kind.SET,
        "Panels certified to",
        "To which standards are the panels certified by a recognised laboratory?",
        "applicant",
    )
    yield Fact(
        "solar.inverter_tested",
        Kind.BOOL,
        "Inverter tested to UL 1741",
        "Is the inverter tested to UL 1741?",
        "applicant",
    )
    yield Fact(
        "solar.inverter_listed",
        Kind.BOOL,
        "Inverter on the State's list",
        "Is the inverter on the list of the Public Service Commission?",
        "applicant",
    )
    yield Fact(
        "solar.og_100", Kind.BOOL, "Certified to OG-100", "Is the hot water equipment certified to OG-100?", "applicant"
    )
    yield Fact(
        "solar.equipment_not_approved",
        Kind.SET,
        "Equipment without approval",
        "Which further equipment (modules, combiner boxes, mounts) has no approval for public use?",
        "applicant",
    )
    yield Fact(
        "solar.electrical_code_current",
        Kind.BOOL,
        "To the National Electrical Code in force",
        "Does all of it comply with the National Electrical Code in force?",
        "officer",
    )
    yield Fact(
        "solar.layout_certified_by",
        Kind.CHOICE,
        "Layout drawing certified by",
        "Who certified the drawing of the panels on the roof?",
        "applicant",
        choices={"engineer": "a professional engineer", "architect": "a registered architect", "nobody": "nobody"},
    )
    for key, says in (
        ("equipment_diagram", "Equipment location diagram"),
        ("one_line_diagram", "One-line electrical diagram"),
        ("load_certificate", "Certificate of the load-bearing capacity"),
        ("wind_certificate", "Certificate for wind load"),
        ("existing_survey", "Existing survey"),
    ):
        yield Fact(f"solar.{key}", Kind.BOOL, says, f"Is it filed: {says.lower()}?", "applicant")
    yield Fact(
        "solar.unlabeled",
        Kind.SET,
        "Without a warning label",
        "Which utility meters and AC disconnect switches bear no warning label?",
        "inspector",
    )
