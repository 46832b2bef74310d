"""§ 43-10.2: the solar fast track."""

from datetime import date
from typing import Any

import pytest

from tests.law.shelter_island.facts import (
    INSPECTOR,
    application,
    asked,
    decide,
    finding_of,
    open_,
    ready_certificate,
    solar,
    solar_papers,
    the_one_in_the_way,
    without,
)
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.programmes import Track, fast_track

FILED = "2026-03-03"


def track(
    pack: Pack,
    completed: date | None = date(2026, 3, 3),
    *,
    waived: dict[str, date] | None = None,
    begun: bool = False,
    on: str = FILED,
    **changes: Any,
) -> Track:
    """A solar application held against the fast track."""
    series = pack.programmes.fast_tracks["solar"]
    return fast_track(series, asked(pack, solar(**changes), on), completed=completed, waived=waived, begun=begun)


def fails(found: Track, key: str) -> str:
    """The section of the only condition that fails."""
    finding = the_one_in_the_way(found.decision)
    assert finding.key == f"programme.{key}"
    assert found.determine_by is None
    assert not found.no_fee
    return finding.cite


@pytest.mark.proves("SHI-43-10.2-A-p1/1")
@pytest.mark.parametrize(
    ("completed", "due"), [(date(2026, 3, 3), date(2026, 3, 17)), (date(2026, 6, 5), date(2026, 6, 22))]
)
def test_an_application_is_decided_in_fourteen_days(island: Pack, completed: date, due: date) -> None:
    found = track(island, completed, on=completed.isoformat())

    assert found.determine_by is not None
    assert found.determine_by.act_by == due
    assert found.determine_by.cite == "§ 43-10.2A"


def test_the_fast_track_is_free_and_the_ordinary_way_is_not(island: Pack) -> None:
    assert track(island).no_fee
    assert not track(island, solar__height="7").no_fee
    assert not track(island, begun=True).no_fee


@pytest.mark.proves("SHI-43-10.2-A-1-p1/1")
def test_an_array_on_the_ground_takes_the_ordinary_way(island: Pack) -> None:
    assert fails(track(island, solar__mount="ground"), "roof") == "§ 43-10.2A(1)"
    assert fails(track(island, solar__host="other"), "roof") == "§ 43-10.2A(1)"
    assert track(island, solar__host="accessory", solar__host_legal=True).decision.allowed


@pytest.mark.proves("SHI-43-10.2-A-1-p2/1")
def test_the_roof_has_a_single_layer(island: Pack) -> None:
    assert track(island, solar__layers=1).decision.allowed
    assert fails(track(island, solar__layers=2), "layers") == "§ 43-10.2A(1)"
    assert fails(track(island, solar__layers=3), "layers") == "§ 43-10.2A(1)"
    assert fails(track(island, solar__layers=3, waived={"layers": date(2026, 3, 10)}), "layers")


@pytest.mark.proves("SHI-43-10.2-A-1-p3/1")
def test_a_waiver_for_a_second_layer_starts_the_clock(island: Pack) -> None:
    asked_for = track(island, solar__layers=2)
    granted = track(island, solar__layers=2, waived={"layers": date(2026, 3, 10)})

    assert asked_for.waivers == ("layers",)
    assert granted.determine_by is not None
    assert granted.determine_by.act_by == date(2026, 3, 24)


@pytest.mark.proves("SHI-43-10.2-A-2-p1/1")
def test_a_tilted_rack_is_not_flush(island: Pack) -> None:
    assert fails(track(island, solar__flush=False), "flush") == "§ 43-10.2A(2)"


@pytest.mark.parametrize(
    ("name", "key", "value", "passes"),
    [
        pytest.param("height", "height", "5.9", True, marks=pytest.mark.proves("SHI-43-10.2-A-2-p2/1")),
        pytest.param("height", "height", "6.0", True, marks=pytest.mark.proves("SHI-43-10.2-A-2-p2/1")),
        pytest.param("height", "height", "6.1", False, marks=pytest.mark.proves("SHI-43-10.2-A-2-p2/1")),
        pytest.param("ridge_clear", "ridge", "17.9", False, marks=pytest.mark.proves("SHI-43-10.2-A-2-p3/1")),
        pytest.param("ridge_clear", "ridge", "18.0", True, marks=pytest.mark.proves("SHI-43-10.2-A-2-p3/1")),
        pytest.param("ridge_clear", "ridge", "18.1", True, marks=pytest.mark.proves("SHI-43-10.2-A-2-p3/1")),
    ],
)
def test_inches_above_the_roof_and_at_the_ridge(island: Pack, name: str, key: str, value: str, passes: bool) -> None:
    found = track(island, **{f"solar__{name}": value})

    assert found.decision.allowed is passes
    if not passes:
        assert fails(found, key) == "§ 43-10.2A(2)"


@pytest.mark.proves("SHI-43-10.2-A-2-p4/1")
def test_the_path_to_the_ridge_is_measured_by_itself(island: Pack) -> None:
    narrow = track(island, solar__ridge_clear="24", solar__path_clear="17.9")

    assert fails(narrow, "path") == "§ 43-10.2A(2)"
    assert track(island, solar__ridge_clear="24", solar__path_clear="18.0").decision.allowed


@pytest.mark.proves("SHI-43-10.2-A-3-p1/1")
def test_photovoltaic_load_of_five_pounds_and_no_more(island: Pack) -> None:
    assert track(island, solar__pv_load="5.0").decision.allowed
    assert fails(track(island, solar__pv_load="5.1"), "pv_load") == "§ 43-10.2A(3)"


MIXED = {"solar__has_hot_water": True, "solar__og_100": True, "solar__pv_load": "4.0"}


@pytest.mark.proves("SHI-43-10.2-A-3-p2/1")
def test_a_mixed_system_passes_each_for_its_own_part(island: Pack) -> None:
    assert track(island, **MIXED, solar__hot_water_load="6.0").decision.allowed
    assert fails(track(island, **MIXED, solar__hot_water_load="6.1"), "hot_water_load") == "§ 43-10.2A(3)"


@pytest.mark.proves("SHI-43-10.2-A-4/1")
def test_the_installer_is_on_the_list_on_the_day_of_filing(island: Pack) -> None:
    assert fails(track(island, solar__contractor_listed_until=date(2026, 2, 28)), "contractor") == "§ 43-10.2A(4)"
    assert track(island, solar__contractor_listed_until=date(2026, 3, 3)).decision.allowed


@pytest.mark.proves("SHI-43-10.2-A-5-p1/1")
def test_panels_of_the_later_standard_are_for_the_inspector(island: Pack) -> None:
    later = track(island, solar__panel_standards={"UL 61730"})

    assert fails(later, "panels") == "§ 43-10.2A(5)"
    assert later.waivers == ("panels",), "an equivalence finding is offered"
    found = track(island, solar__panel_standards={"UL 61730"}, waived={"panels": date(2026, 3, 3)})
    assert found.decision.allowed
    assert track(island, solar__panel_standards={"CE"}).waivers == ()


@pytest.mark.proves("SHI-43-10.2-A-5-p2/1")
def test_an_inverter_is_tested_and_on_the_list(island: Pack) -> None:
    assert fails(track(island, solar__inverter_listed=False), "inverters") == "§ 43-10.2A(5)"
    assert fails(track(island, solar__inverter_tested=False), "inverters") == "§ 43-10.2A(5)"


@pytest.mark.proves("SHI-43-10.2-A-6/1")
def test_og_100_is_asked_of_hot_water_alone(island: Pack) -> None:
    assert track(island).decision.allowed
    hot_water = {"solar__has_pv": False, "solar__has_hot_water": True, "solar__hot_water_load": "5"}
    assert fails(track(island, **hot_water, solar__og_100=False), "hot_water_equipment") == "§ 43-10.2A(6)"
    assert track(island, **hot_water, solar__og_100=True).decision.allowed


@pytest.mark.proves("SHI-43-10.2-A-7-p1/1")
def test_a_combiner_box_without_approval_is_named(island: Pack) -> None:
    found = track(island, solar__equipment_not_approved={"combiner box"})

    assert fails(found, "other_equipment") == "§ 43-10.2A(7)"
    assert "combiner box" in the_one_in_the_way(found.decision).why


@pytest.mark.proves("SHI-43-10.2-A-7-p2/1")
def test_an_old_edition_fails_until_it_is_redrawn(island: Pack) -> None:
    assert fails(track(island, solar__electrical_code_current=False), "electrical_code") == "§ 43-10.2A(7)"
    assert track(island, solar__electrical_code_current=True).decision.allowed


# ----------------------------------------------------------------------------------------- B to F: papers


@pytest.mark.proves("SHI-43-10.2-B-p1/1")
def test_the_ordinary_form_starts_no_clock(island: Pack) -> None:
    ordinary = track(island, solar__form="ordinary")

    assert fails(ordinary, "form") == "§ 43-10.2B"
    incomplete = decide(island, "fast_track.complete", solar_papers(solar__form="ordinary"), FILED)
    assert the_one_in_the_way(incomplete).why == "Fast-track application missing"


@pytest.mark.proves("SHI-43-10.2-B-p2/1")
def test_the_last_paper_completes_it(island: Pack) -> None:
    waiting = solar_papers(solar__one_line_diagram=False)

    assert not decide(island, "fast_track.complete", waiting, FILED).allowed
    assert open_(decide(island, "fast_track.complete", solar_papers(), "2026-03-12"))
    assert track(island, None).determine_by is None
    found = track(island, date(2026, 3, 12))
    assert found.determine_by is not None
    assert found.determine_by.act_by == date(2026, 3, 26)


@pytest.mark.parametrize(
    ("changes", "key", "cite"),
    [
        pytest.param(
            {"solar.layout_certified_by": "nobody"},
            "layout",
            "§ 43-10.2C",
            marks=pytest.mark.proves("SHI-43-10.2-C-p1/1"),
            id="a neat drawing that nobody certified",
        ),
        pytest.param(
            {"solar.equipment_diagram": False},
            "equipment_diagram",
            "§ 43-10.2C",
            marks=pytest.mark.proves("SHI-43-10.2-C-p2/1"),
            id="no equipment location diagram",
        ),
        pytest.param(
            {"solar.load_certificate": False},
            "load",
            "§ 43-10.2D",
            marks=pytest.mark.proves("SHI-43-10.2-D-p1/1"),
            id="no load certificate",
        ),
        pytest.param(
            {"solar.wind_certificate": False},
            "wind",
            "§ 43-10.2D",
            marks=pytest.mark.proves("SHI-43-10.2-D-p2/1"),
            id="silent on wind",
        ),
    ],
)
def test_each_paper_is_asked_for_by_itself(island: Pack, changes: dict[str, Any], key: str, cite: str) -> None:
    found = the_one_in_the_way(decide(island, "fast_track.complete", {**solar_papers(), **changes}, "2026-03-12"))

    assert (found.key, found.cite) == (key, cite)


@pytest.mark.proves("SHI-43-10.2-C-p3/1")
def test_the_one_line_diagram_completes_the_papers(island: Pack) -> None:
    before = decide(island, "fast_track.complete", solar_papers(solar__one_line_diagram=False), "2026-03-11")

    assert the_one_in_the_way(before).key == "one_line_diagram"
    assert open_(decide(island, "fast_track.complete", solar_papers(), "2026-03-12"))


@pytest.mark.proves("SHI-43-10.2-E-p1/1")
def test_no_survey_is_asked_of_a_fast_track_application(island: Pack) -> None:
    survey = ("survey.made_on", "survey.copies", "survey.feet_per_inch")
    no_survey = without(application(solar__form="fast track"), *survey)

    decision = decide(island, "application.complete", no_survey, FILED)

    assert open_(decision)
    assert "survey" in [finding.key for finding in decision.not_asked]
    assert finding_of(decision, "survey").cite == "§ 43-10.2E"
    ordinary = without(application(), *survey)
    assert not decide(island, "application.complete", ordinary, FILED).allowed


@pytest.mark.proves("SHI-43-10.2-E-p2/1")
def test_a_barn_brings_its_old_survey_and_proof_that_it_is_legal(island: Pack) -> None:
    barn = solar_papers(solar__host="accessory", solar__existing_survey=True)

    decision = decide(island, "fast_track.complete", barn, FILED)

    assert finding_of(decision, "existing_survey").outcome is Outcome.MET
    found = the_one_in_the_way(decision)
    assert (found.why, found.cite) == ("No proof of legality", "§ 43-10.2E")
    assert open_(decide(island, "fast_track.complete", {**barn, "solar.host_legal": True}, FILED))


@pytest.mark.proves("SHI-43-10.2-F/1")
def test_an_unlabeled_meter_fails_the_final_inspection(island: Pack) -> None:
    final = {
        **INSPECTOR,
        "inspection.element": "final",
        "inspection.is_final": True,
        "inspection.found_covered": False,
        "inspection.hidden_open": set(),
        "inspection.open_elements": set(),
        "solar.unlabeled": {"second meter"},
    }

    found = the_one_in_the_way(decide(island, "inspection.accept", final, "2026-05-07"))

    assert found.why == "Without a label: second meter"
    assert found.cite == "§ 43-10.2F"
    barred = decide(island, "certificate.issue", ready_certificate(solar__unlabeled={"second meter"}), "2026-06-15")
    assert the_one_in_the_way(barred).key == "labels"
    assert open_(decide(island, "inspection.accept", {**final, "solar.unlabeled": set()}, "2026-05-07"))
