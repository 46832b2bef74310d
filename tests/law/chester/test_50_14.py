"""§ 50-14: climatic and geographic design criteria."""

import pytest

from tests.law.chester.facts import INSPECTOR, OFFICER, Facts, decide, open_, the_one_in_the_way, without
from townwright.law.packs import Pack

ON = "2025-01-06"


def record(pack: Pack) -> Facts:
    """A record with every row and every source."""
    rows = [r.key for r in pack.gates["criteria.adopt"].requirements if r.key.startswith("row.")]
    return {**OFFICER, **{f"criteria.{row}": "as mapped" for row in rows}, "criteria.rows_without_source": set()}


def test_a_whole_record_is_signed(chester: Pack) -> None:
    assert open_(decide(chester, "criteria.adopt", record(chester), ON))


@pytest.mark.proves("CHE-50-14-A-L2/1")
def test_a_row_names_its_map_or_table(chester: Pack) -> None:
    unsourced = {**record(chester), "criteria.rows_without_source": {"ground snow load"}}

    found = the_one_in_the_way(decide(chester, "criteria.adopt", unsourced, ON))

    assert (found.why, found.cite) == ("No source for: ground snow load", "§ 50-14(A)")


@pytest.mark.parametrize(
    ("row", "says", "cite"),
    [
        pytest.param("wind", "Wind design loads", "§ 50-14(A)(1)", marks=pytest.mark.proves("CHE-50-14-A-1-2/1")),
        pytest.param("termite", "Damage from termites", "§ 50-14(A)(1)", marks=pytest.mark.proves("CHE-50-14-A-1-4/1")),
        pytest.param(
            "mean_temperature",
            "Mean annual temperature",
            "§ 50-14(A)(1)",
            marks=pytest.mark.proves("CHE-50-14-A-1-7/1"),
        ),
        pytest.param(
            "heating_difference",
            "RCNYS Chapter 3, heating and cooling: heating temperature difference",
            "§ 50-14(A)(2)",
            marks=pytest.mark.proves("CHE-50-14-A-2/1"),
        ),
        pytest.param(
            "firm",
            "Flood Insurance Rate Map: its panels",
            "§ 50-14(A)(3)(a)",
            marks=pytest.mark.proves("CHE-50-14-A-3-a/1"),
        ),
        ("seismic", "Seismic design category", "§ 50-14(A)(1)"),
        ("winter_temperature", "Winter design temperature", "§ 50-14(A)(1)"),
        ("ice_barrier", "Whether an ice barrier is required", "§ 50-14(A)(1)"),
        ("ground_snow_load", "Ground snow load", "§ 50-14(A)(1)"),
    ],
)
def test_a_row_left_blank_is_named(chester: Pack, row: str, says: str, cite: str) -> None:
    for blank in (without(record(chester), f"criteria.row.{row}"), {**record(chester), f"criteria.row.{row}": ""}):
        found = the_one_in_the_way(decide(chester, "criteria.adopt", blank, ON))
        assert (found.says, found.cite) == (says, cite)


@pytest.mark.proves("CHE-50-14-A-3-b/1")
def test_a_floodway_map_that_is_not_published_is_said_so(chester: Pack) -> None:
    blank = {**record(chester), "criteria.row.fbfm": ""}

    found = the_one_in_the_way(decide(chester, "criteria.adopt", blank, ON))

    assert found.cite == "§ 50-14(A)(3)(b)"
    told = {**blank, "criteria.row.fbfm": "none published, floodway shown on the FIRM"}
    assert open_(decide(chester, "criteria.adopt", told, ON))


@pytest.mark.proves("CHE-50-3-A-11/1")
def test_the_officer_determines_the_criteria(chester: Pack) -> None:
    inspector = {**record(chester), **INSPECTOR}

    found = the_one_in_the_way(decide(chester, "criteria.adopt", inspector, ON))

    assert found.key == "signature"
    assert "CHE-50-3-A-11" in found.provisions
    assert open_(decide(chester, "criteria.adopt", {**record(chester), **OFFICER}, ON))
