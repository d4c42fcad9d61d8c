"""Lines of an address in standard form."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.addresses.standard_form import cut_house_number, is_only_street, standardize


@pytest.mark.parametrize(
    ("written", "kind", "line1"),
    [
        ("PO Box 1234", "poBox", "PO BOX 1234"),
        ("P.O. Box 1234", "poBox", "PO BOX 1234"),
        ("p o box #12-A", "poBox", "PO BOX 12-A"),
        ("Post Office Box 7", "poBox", "PO BOX 7"),
        ("Box 7", "poBox", "PO BOX 7"),
        ("PO Drawer 45", "poBox", "PO BOX 45"),
        ("P.O. Drawer X", "poBox", "PO BOX X"),
        ("Drawer 45", "poBox", "PO BOX 45"),
        ("POB 12", "poBox", "PO BOX 12"),
        ("P.O.B. 12", "poBox", "PO BOX 12"),
        ("PO-Box 12", "poBox", "PO BOX 12"),
        ("POBox 12", "poBox", "PO BOX 12"),
        ("PO Box No. 012", "poBox", "PO BOX 12"),
        ("PO\u00a0Box\u00a012–A", "poBox", "PO BOX 12-A"),
        ("Lockbox 12", "poBox", "PO BOX 12"),
        ("Lock Box 12", "poBox", "PO BOX 12"),
        ("Caller 12", "poBox", "PO BOX 12"),
        ("Firm Caller 12", "poBox", "PO BOX 12"),
        ("Bin 12", "poBox", "PO BOX 12"),
        ("Apartado 12", "poBox", "PO BOX 12"),
        ("Apartado Postal 12", "poBox", "PO BOX 12"),
        ("General Delivery", "generalDelivery", "GENERAL DELIVERY"),
        ("HC-1 Box 29", "highwayContract", "HC 1 BOX 29"),
        ("HC–1 Box–29", "highwayContract", "HC 1 BOX 29"),
        ("HC01 Box 29", "highwayContract", "HC 1 BOX 29"),
        ("HC 1, Box #29A", "highwayContract", "HC 1 BOX 29A"),
        ("HCR 72 Box 293", "highwayContract", "HC 72 BOX 293"),
        ("Highway Contract Route 68 Box 23A", "highwayContract", "HC 68 BOX 23A"),
        ("Star Rte 68 Box 23A", "highwayContract", "HC 68 BOX 23A"),
        ("Box 29 HC 1", "highwayContract", "HC 1 BOX 29"),
        ("RR-3 Box 12", "ruralRoute", "RR 3 BOX 12"),
        ("RR03 Box 98D", "ruralRoute", "RR 3 BOX 98D"),
        ("RFD Route 4 #87A", "ruralRoute", "RR 4 BOX 87A"),
        ("RD 4 Box 19-1A", "ruralRoute", "RR 4 BOX 19-1A"),
        ("Rural Rte 3 Box 12", "ruralRoute", "RR 3 BOX 12"),
        ("Rt. 1 Box 20", "ruralRoute", "RR 1 BOX 20"),
        ("Route No. 1, Box No. 20", "ruralRoute", "RR 1 BOX 20"),
        ("Box 98D, RR 3", "ruralRoute", "RR 3 BOX 98D"),
        ("PSC-4 Box 1000", "military", "PSC 4 BOX 1000"),
        ("CMR 830 Box 2930", "military", "CMR 830 BOX 2930"),
        ("Unit 2050, Box 4190", "military", "UNIT 2050 BOX 4190"),
        ("HC 1 Box 345", "highwayContract", "HC 1 BOX 345"),
        ("H.C. 1 Box 345", "highwayContract", "HC 1 BOX 345"),
        ("HC1 Box 345", "highwayContract", "HC 1 BOX 345"),
        ("Star Route 2 Box 9B", "highwayContract", "HC 2 BOX 9B"),
        ("RR 3 Box 12", "ruralRoute", "RR 3 BOX 12"),
        ("Rural Route 3, Box 12", "ruralRoute", "RR 3 BOX 12"),
        ("PSC 4 Box 1000", "military", "PSC 4 BOX 1000"),
        ("N Hwy 89A Mile Marker 352", "milepost", "N HWY 89A MILEPOST 352"),
        ("US Hwy 60 MP 287.5", "milepost", "US HWY 60 MILEPOST 287.5"),
        ("State Route 87, milepost 200", "milepost", "STATE HWY 87 MILEPOST 200"),
        ("I-40 Milepost 195", "milepost", "I HWY 40 MILEPOST 195"),
        ("Hwy 89 MP 465", "milepost", "HWY 89 MILEPOST 465"),
        ("Milepost 342.5 US 191", "milepost", "US HWY 191 MILEPOST 342.5"),
        ("MP 342.5 on US Hwy 191", "milepost", "US HWY 191 MILEPOST 342.5"),
        ("39.2 Mile Marker", "milepost", "MILEPOST 39.2"),
        ("39.2 Mile Marker Hwy 89", "milepost", "HWY 89 MILEPOST 39.2"),
        ("Navajo Route 12 MP 5.5", "milepost", "NAVAJO ROUTE 12 MP 5.5"),
        ("Old Trading Post Road, milepost 7", "milepost", "OLD TRADING POST ROAD MILEPOST 7"),
        ("Milepost 441 Hwy 264, behind the store", "milepost", "MILEPOST 441 HWY 264 BEHIND THE STORE"),
        ("3 mi N of Hwy 264 MP 441", "directions", "3 MI N OF HWY 264 MP 441"),
        ("2.5 miles west of Chinle", "directions", "2.5 MILES WEST OF CHINLE"),
        ("About 1/2 mile past the chapter house", "directions", "ABOUT 1/2 MILE PAST THE CHAPTER HOUSE"),
        ("1½ miles up Wash Rd", "directions", "1 1/2 MILES UP WASH RD"),
        ("0.7 mi SE of Tsaile", "directions", "0.7 MI SE OF TSAILE"),
        ("300 ft. from Route 7", "directions", "300 FT FROM ROUTE 7"),
        ("USS NIMITZ (CVN-68)", "military", "USS NIMITZ (CVN-68)"),
        ("uss nimitz (cvn–68)", "military", "USS NIMITZ (CVN-68)"),
        ("U.S.S. Nimitz", "military", "USS NIMITZ"),
        ("USCGC Hamilton", "military", "USCGC HAMILTON"),
        ("USNS Comfort", "military", "USNS COMFORT"),
        ("USNV Relentless", "military", "USNV RELENTLESS"),
        ("psc 808 box 22", "military", "PSC 808 BOX 22"),
        ("CMR 450, BOX 1000", "military", "CMR 450 BOX 1000"),
        ("general delivery", "generalDelivery", "GENERAL DELIVERY"),
        ("HC 62 Box 12", "highwayContract", "HC 62 BOX 12"),
        ("Hwy Contract 62, Box 12", "highwayContract", "HC 62 BOX 12"),
        ("RR 2 Box 18", "ruralRoute", "RR 2 BOX 18"),
    ],
)
def test_boxes_routes_and_mileposts_are_recognized(written: str, kind: str, line1: str) -> None:
    lines = standardize(written, "")
    assert (lines.kind, lines.line1) == (kind, line1)


@pytest.mark.parametrize(
    ("line1", "line2", "written"),
    [
        ("HC 1", "Box 29", "HC 1 BOX 29"),
        ("HC-1", "Box #29", "HC 1 BOX 29"),
        ("Rural Route 3", "Box 12", "RR 3 BOX 12"),
        ("PSC 4", "Box 1000", "PSC 4 BOX 1000"),
        ("Box 29", "HC 1", "HC 1 BOX 29"),
        ("Unit 2050", "Box 4190", "UNIT 2050 BOX 4190"),
    ],
)
def test_route_and_box_are_joined_from_two_lines(line1: str, line2: str, written: str) -> None:
    lines = standardize(line1, line2)
    assert (lines.line1, lines.line2) == (written, "")


@pytest.mark.parametrize(
    ("written", "line1", "line2"),
    [
        ("1300½ W. Washington St.", "1300 1/2 W WASHINGTON ST", ""),
        ("12½ N Elm St", "12 1/2 N ELM ST", ""),
        ("12 ½ N Elm St", "12 1/2 N ELM ST", ""),
        ("12 1/2 N Elm St", "12 1/2 N ELM ST", ""),
        ("12-1/2 N Elm St", "12-1/2 N ELM ST", ""),
        ("12‑1/2 N Elm St", "12-1/2 N ELM ST", ""),
        ("12¾ N Elm St", "12 3/4 N ELM ST", ""),
        ("１２ N Elm St", "12 N ELM ST", ""),
        ("12-A N Elm St", "12-A N ELM ST", ""),
        ("12-14B N Elm St", "12-14B N ELM ST", ""),
        ("842 E 1700 S", "842 E 1700 S", ""),
        ("842 East 1700 South", "842 E 1700 S", ""),
        ("39.2 Rd", "39.2 RD", ""),
        ("1234 39.2 Road", "1234 39.2 RD", ""),
        ("12 Mile Creek Rd", "12 MILE CREEK RD", ""),
        ("12 MM Ranch Rd", "12 MM RANCH RD", ""),
        ("12 Mile North Rd", "12 MILE NORTH RD", ""),
        ("12 USS Arizona Way", "12 USS ARIZONA WAY", ""),
        ("12 S Ussery Rd Unit 5", "12 S USSERY RD", "UNIT 5"),
        ("N6W23001 Bluemound Road", "N6W23001 BLUEMOUND RD", ""),
        ("1300 W. Washington St. 1st Floor", "1300 W WASHINGTON ST", "FL 1ST"),
        ("123 N Central Ave Apt 4B", "123 N CENTRAL AVE", "APT 4B"),
        ("400 West Congress Suite 221", "400 W CONGRESS", "STE 221"),
        ("12 North Avenue", "12 NORTH AVE", ""),
        ("7 Calle del Norte", "7 CALLE DEL NORTE", ""),
        ("5 Main Street Northwest", "5 MAIN ST NW", ""),
        ("100 Speedway Boulevard #12", "100 SPEEDWAY BLVD", "# 12"),
        ("12-345 E Camino Real", "12-345 E CAMINO REAL", ""),
        ("400 W Congress St Suite 100 Bldg 2", "400 W CONGRESS ST", "STE 100 BLDG 2"),
        ("400 W Congress St Building B, Floor 2, Room 201", "400 W CONGRESS ST", "BLDG B FL 2 RM 201"),
        ("400 W Congress St Suite #5", "400 W CONGRESS ST", "STE # 5"),
        ("400 W Congress St Apt 4 Rear", "400 W CONGRESS ST", "APT 4 REAR"),
        ("1200 W Space Center Dr", "1200 W SPACE CENTER DR", ""),
        ("1200 W Space Center Dr Space 7", "1200 W SPACE CENTER DR", "SPC 7"),
        ("500 N Lot Ln", "500 N LOT LN", ""),
        ("100 N Building Way", "100 N BUILDING WAY", ""),
        ("4400 E Unit Rd", "4400 E UNIT RD", ""),
        ("4400 E Unit 5 Rd", "4400 E UNIT 5 RD", ""),
        ("5 E Trailer Ln", "5 E TRAILER LN", ""),
    ],
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


@pytest.mark.parametrize(
    ("line1", "number", "street"),
    [
        ("123 N CENTRAL AVE", "123", "N CENTRAL AVE"),
        ("123A N CENTRAL AVE", "123A", "N CENTRAL AVE"),
        ("12 1/2 MAIN ST", "12 1/2", "MAIN ST"),
        ("12-1/2 MAIN ST", "12-1/2", "MAIN ST"),
        ("12 1ST AVE", "12", "1ST AVE"),
        ("1ST AVE", "", "1ST AVE"),
    ],
)
def test_house_number_is_split_off(line1: str, number: str, street: str) -> None:
    assert cut_house_number(line1) == (number, street)


@pytest.mark.parametrize(
    ("line1", "line2", "expected"),
    [
        ("12 Main St", "Apt 4", True),
        ("12 Box Canyon Rd", "", True),
        ("12 Milepost Rd", "", True),
        ("12 Hummingbird Ln", "", True),
        ("Main St", "", False),
        ("PO Box 4", "", False),
        ("12 Main St", "PO Box 4", False),
        ("12 Main St", "P.O. Box", False),
        ("12 Main St Box 4", "", False),
        ("12 Rural Route 3", "", False),
        ("12 N Hwy 89 MP 352", "", False),
    ],
)
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
