"""Lines of an address in standard form."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.addresses.standard_form import cut_house_number, is_only_street, standardize
from tests.cases import read_cases

CASES = read_cases(__file__)


@pytest.mark.parametrize(("written", "kind", "line1"), CASES["boxes_routes_and_mileposts_are_recognized"])
def test_boxes_routes_and_mileposts_are_recognized(written: str, kind: str, line1: str) -> None:
    lines = standardize(written, "")
    assert (lines.kind, lines.line1) == (kind, line1)


@pytest.mark.parametrize(("line1", "line2", "written"), CASES["route_and_box_are_joined_from_two_lines"])
def test_route_and_box_are_joined_from_two_lines(line1: str, line2: str, written: str) -> None:
    lines = standardize(line1, line2)
    assert (lines.line1, lines.line2) == (written, "")


@pytest.mark.parametrize(
    ("written", "line1", "line2"), CASES["street_is_abbreviated_and_unit_moved_to_line_2"]
)
def test_street_is_abbreviated_and_unit_moved_to_line_2(written: str, line1: str, line2: str) -> None:
    lines = standardize(written, "")
    assert (lines.kind, lines.line1, lines.line2) == ("street", line1, line2)


@pytest.mark.parametrize(
    ("written", "line2"),
    [
        ("Suite 100, Building 2", "STE 100 BLDG 2"),
        ("2nd Floor", "FL 2ND"),
        ("#12", "# 12"),
        ("Space Cowboys Building", "SPACE COWBOYS BUILDING"),
    ],
)
def test_unit_on_line_2_is_abbreviated(written: str, line2: str) -> None:
    assert standardize("12 Main St", written).line2 == line2


@pytest.mark.parametrize(
    "written",
    [
        *("", "Main Street", "12", "behind the old mill", "Boxwood Lane", "1st Avenue", "5th St"),
        *("Ussery Rd", "USS Arizona Dr", "Unit 5", "Milepost Rd"),
    ],
)
def test_line_without_a_street_number_is_unknown(written: str) -> None:
    assert standardize(written, "").kind == "unknown"


@pytest.mark.parametrize(("line1", "number", "street"), CASES["house_number_is_split_off"])
def test_house_number_is_split_off(line1: str, number: str, street: str) -> None:
    assert cut_house_number(line1) == (number, street)


@pytest.mark.parametrize(("line1", "line2", "expected"), CASES["only_street_excludes_box_route_and_milepost"])
def test_only_street_excludes_box_route_and_milepost(line1: str, line2: str, expected: bool) -> None:
    assert is_only_street(standardize(line1, line2)) is expected


@given(st.text(max_size=100), st.text(max_size=100))
def test_any_text_is_accepted(line1: Any, line2: Any) -> None:
    lines = standardize(line1, line2)
    assert lines.line1 == lines.line1.strip()


@given(
    st.integers(1, 99999),
    st.sampled_from(["N", "South", "E", "West"]),
    st.sampled_from(["Main", "Congress", "Camelback"]),
    st.sampled_from(["Street", "Ave", "Boulevard", "Rd"]),
    st.sampled_from(["", "Apt 4", "Suite 221", "Unit B", "Suite 100 Building 2"]),
)
def test_standard_form_is_idempotent(number: Any, direction: Any, name: Any, suffix: Any, unit: Any) -> None:
    once = standardize(f"{number} {direction} {name} {suffix} {unit}", "")
    assert standardize(once.line1, once.line2) == once
