"""Address validation routes: outcomes, and claims that are never made."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import boto3
import pytest
from botocore.stub import Stubber

from functions.addressvalidation.amazon_location import AmazonLocation
from functions.addressvalidation.routes import routes
from portal.http import HttpSettings, create_app
from portal.secrets import RotatingSecret
from tests.api.support import ORIGIN_SECRET, TELEMETRY, Client
from tests.unit.addressvalidation.support import answer as recorded_answer
from tests.unit.addressvalidation.support import real_client, service_with

PATH = "/api/addressvalidation"
CAPITOL = {"line1": "1700 W Washington St", "city": "Phoenix", "state": "AZ", "zip": "85007"}


def validate(client: Client, **changes: Any) -> Any:
    answer = client.post(PATH, CAPITOL | changes)
    assert answer.status == 200, answer.text
    return answer.json


def list_codes(answer: Any) -> set[tuple[Any, ...]]:
    return {(message["propertyName"], message["code"]) for message in answer["messages"]}


@pytest.mark.parametrize(
    ("address", "kind", "line1", "line2", "city", "zip_code"),
    [
        (
            "1300 W. Washington St. 1st Floor Phoenix, AZ 85007-2929",
            "street", "1300 W WASHINGTON ST", "FL 1ST", "PHOENIX", "85007-2929",
        ),
        (
            "123 N Central Ave Apt 4B Phoenix Arizona 85004",
            "street", "123 N CENTRAL AVE", "APT 4B", "PHOENIX", "85004",
        ),
        (
            "400 West Congress Suite 221 Tucson Arizona 85701",
            "street", "400 W CONGRESS", "STE 221", "TUCSON", "85701",
        ),
        ("PO Box 1234, Flagstaff AZ 86002", "poBox", "PO BOX 1234", "", "FLAGSTAFF", "86002"),
        ("HC 1 Box 345, Tuba City AZ 86045", "highwayContract", "HC 1 BOX 345", "", "TUBA CITY", "86045"),
        (
            "N Hwy 89A Mile Marker 352, Sedona AZ 86336",
            "milepost", "N HWY 89A MILEPOST 352", "", "SEDONA", "86336",
        ),
    ],
)  # fmt: skip
def test_single_line_is_split_into_parts(
    client: Client, address: str, kind: str, line1: str, line2: str, city: str, zip_code: str
) -> None:
    answer = client.post(PATH, {"address": address}).json
    assert (answer["outcome"], answer["kind"]) == ("VERIFIED_AREA", kind)
    suggestion = answer["suggestion"]
    assert (suggestion["line1"], suggestion["line2"]) == (line1, line2)
    assert (suggestion["city"], suggestion["state"], suggestion["zip"]) == (city, "AZ", zip_code)


def test_matching_area_is_verified_with_county(client: Client) -> None:
    answer = validate(client, line1="1700 west washington street", state="arizona")
    assert answer["outcome"] == "VERIFIED_AREA"
    assert answer["suggestion"] == {
        "line1": "1700 W WASHINGTON ST",
        "line2": "",
        "city": "PHOENIX",
        "state": "AZ",
        "zip": "85007",
        "country": "US",
        "countyId": "maricopa",
    }
    assert "GeoNames" in answer["credit"]


def test_city_spellings_are_equivalent(client: Client) -> None:
    for city in ("St. Johns", "Saint Johns", "ST JOHNS"):
        answer = validate(client, city=city, zip="85936")
        assert answer["outcome"] == "VERIFIED_AREA", city


@pytest.mark.parametrize(
    ("changes", "code", "filled"),
    [
        ({"city": ""}, ("city", "filledIn"), {"city": "PHOENIX"}),
        ({"state": ""}, ("state", "filledIn"), {"state": "AZ"}),
        ({"city": "Tuba City", "zip": ""}, ("zip", "filledIn"), {"zip": "86045"}),
    ],
)
def test_unambiguous_part_is_filled_in(
    client: Client, changes: dict[str, Any], code: tuple[Any, ...], filled: dict[str, Any]
) -> None:
    answer = validate(client, **changes)
    assert answer["outcome"] == "CORRECTED"
    assert code in list_codes(answer)
    assert filled.items() <= answer["suggestion"].items()


def test_city_with_several_zip_codes_is_ambiguous(client: Client) -> None:
    answer = validate(client, zip="")
    assert answer["outcome"] == "AMBIGUOUS"
    assert list_codes(answer) == {("zip", "several")}
    assert 1 < len(answer["alternatives"]) <= 10
    assert {each["city"] for each in answer["alternatives"]} == {"PHOENIX"}


def test_city_of_other_zip_code_is_ambiguous_and_unchanged(client: Client) -> None:
    answer = validate(client, city="Tucson")
    assert answer["outcome"] == "AMBIGUOUS"
    assert list_codes(answer) == {("city", "differs")}
    assert answer["suggestion"]["city"] == "TUCSON"
    assert answer["alternatives"] == []


CITIES = [
    ("Oro Valley", "85737"),
    ("ORO VALLEY", "85755"),
    ("Ahwatukee", "85048"),
    ("Ahwatukee Foothills", "85044"),
    ("Marana", "85743"),
    ("Sahuarita", "85614"),
    ("Paradise Valley", "85253"),
    ("Fountain Hills", "85268"),
    ("Sun Lakes", "85248"),
    ("Anthem", "85086"),
    ("San Tan Valley", "85142"),
    ("Queen Creek", "85140"),
    ("Catalina Foothills", "85718"),
    ("Casas Adobes", "85704"),
    ("Green Valley", "85614"),
    ("Arizona City", "85123"),
    ("Laveen", "85339"),
    ("Phoenix", "85339"),
    ("Litchfield Park", "85340"),
    ("Vail", "85641"),
    ("Corona de Tucson", "85641"),
    ("Drexel Heights", "85746"),
    ("Village of Oak Creek", "86351"),
    ("Pinetop", "85935"),
    ("Kykotsmovi", "86039"),
    ("Hotevilla", "86030"),
    ("Shungopavi", "86043"),
    ("Moenkopi", "86045"),
    ("Bodaway/Gap", "86020"),
    ("Coalmine Canyon", "86045"),
    ("Pinon", "86510"),
    ("Piñon Chapter", "86510"),
    ("St. Michaels", "86511"),
    ("Nahat’a’dzil", "86512"),
    ("Tachee", "86510"),
    ("Cove", "86544"),
    ("Whippoorwill", "86510"),
]


@pytest.mark.parametrize(("city", "zip_code"), CITIES)
def test_each_name_in_use_is_accepted_as_typed(client: Client, city: str, zip_code: str) -> None:
    answer = validate(client, city=city, zip=zip_code)
    assert (answer["outcome"], answer["messages"]) == ("VERIFIED_AREA", [])
    assert answer["suggestion"]["city"] == city.upper().replace(".", "")
    assert answer["alternatives"] == []


@pytest.mark.parametrize(
    ("city", "zip_code", "spelling"),
    [
        ("Tuscon", "85701", "TUCSON"),
        ("Pheonix", "85007", "PHOENIX"),
        ("Scotsdale", "85251", "SCOTTSDALE"),
        ("Orro Valley", "85737", "ORO VALLEY"),
        ("Flagstaf", "86001", "FLAGSTAFF"),
        ("Cinle", "86503", "CHINLE"),
    ],
)
def test_misspelled_city_is_kept_with_spelling_as_alternative(
    client: Client, city: str, zip_code: str, spelling: str
) -> None:
    answer = validate(client, city=city, zip=zip_code)
    assert (answer["outcome"], list_codes(answer)) == ("AMBIGUOUS", {("city", "misspelled")})
    assert answer["suggestion"]["city"] == city.upper()
    assert [(each["city"], each["zip"]) for each in answer["alternatives"]] == [(spelling, zip_code)]


@pytest.mark.parametrize(
    ("city", "zip_code"),
    [
        ("Springfield", "85701"),
        ("Tucson", "85007"),
        ("Chinle", "85007"),
        ("Window Rock", "86001"),
        ("Shangri-La", "86001"),
    ],
)
def test_unknown_city_for_zip_code_is_a_hint_without_replacement(
    client: Client, city: str, zip_code: str
) -> None:
    answer = validate(client, city=city, zip=zip_code)
    assert (answer["outcome"], list_codes(answer)) == ("AMBIGUOUS", {("city", "differs")})
    assert (answer["suggestion"]["city"], answer["suggestion"]["zip"]) == (city.upper(), zip_code)
    assert answer["alternatives"] == []


@pytest.mark.parametrize(
    ("city", "state", "zip_code", "outcome", "codes"),
    [
        ("Monument Valley", "AZ", "84536", "VERIFIED_AREA", set()),
        ("Oljato", "AZ", "84536", "VERIFIED_AREA", set()),
        ("Colorado City", "AZ", "84784", "VERIFIED_AREA", set()),
        ("Red Lake", "AZ", "87328", "VERIFIED_AREA", set()),
        ("Mexican Hat", "AZ", "84531", "VERIFIED_AREA", set()),
        ("Lupton", "AZ", "87301", "AMBIGUOUS", {("zip", "acrossBorder")}),
        ("Cove", "AZ", "87420", "AMBIGUOUS", {("zip", "acrossBorder")}),
        ("Fredonia", "AZ", "84741", "AMBIGUOUS", {("zip", "acrossBorder")}),
        ("Ehrenberg", "AZ", "92225", "AMBIGUOUS", {("zip", "acrossBorder")}),
        ("Navajo Mountain", "UT", "86044", "UNVERIFIED", {("state", "notCovered")}),
        ("Tse Bonito", "NM", "86515", "UNVERIFIED", {("state", "notCovered")}),
        ("Hildale", "UT", "84784", "UNVERIFIED", {("state", "notCovered")}),
        ("Phoenix", "AZ", "90210", "INVALID", {("zip", "anotherState")}),
        ("Phoenix", "AZ", "75201", "INVALID", {("zip", "anotherState")}),
        ("Salt Lake City", "AZ", "84101", "INVALID", {("zip", "anotherState")}),
        ("Phoenix", "UT", "85007", "AMBIGUOUS", {("state", "notCovered"), ("zip", "anotherState")}),
    ],
)
def test_zip_code_may_serve_both_sides_of_border(
    client: Client, city: str, state: str, zip_code: str, outcome: str, codes: set[tuple[str, str]]
) -> None:
    answer = validate(client, line1="PO Box 360001", city=city, state=state, zip=zip_code)
    assert (answer["outcome"], list_codes(answer)) == (outcome, codes)
    if suggestion := answer["suggestion"]:
        assert (suggestion["city"], suggestion["zip"]) == (city.upper(), zip_code)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"zip": "85199"}, ("zip", "unknown")),
        ({"state": "CA", "zip": "90001", "city": "Los Angeles"}, ("state", "notCovered")),
        ({"city": "Nowhere", "zip": ""}, ("city", "unknown")),
        ({"line1": "Washington Street"}, ("line1", "noHouseNumber")),
    ],
)
def test_address_outside_list_is_unverified(
    client: Client, changes: dict[str, Any], code: tuple[Any, ...]
) -> None:
    answer = validate(client, **changes)
    assert answer["outcome"] == "UNVERIFIED"
    assert code in list_codes(answer)
    assert answer["suggestion"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"line1": ""}, ("line1", "missing")),
        ({"line1": "  "}, ("line1", "missing")),
        ({"zip": "8500"}, ("zip", "malformed")),
        ({"zip": "8500²"}, ("zip", "malformed")),
        ({"zip": "85007–29291"}, ("zip", "malformed")),
        ({"zip": "85007-29"}, ("zip", "malformed")),
        ({"zip": "10001"}, ("zip", "anotherState")),
        ({"state": "ZZ"}, ("state", "unknown")),
        ({"city": "", "zip": ""}, ("city", "missing")),
        ({"state": "", "zip": ""}, ("state", "missing")),
        ({"country": "XX"}, ("country", "unknown")),
        ({"address": "1 Main St, Phoenix AZ 85007"}, ("address", "bothForms")),
    ],
)
def test_invalid_address_gets_no_suggestion(
    client: Client, changes: dict[str, Any], code: tuple[Any, ...]
) -> None:
    answer = validate(client, **changes)
    assert answer["outcome"] == "INVALID"
    assert code in list_codes(answer)
    assert answer["suggestion"] is None
    assert answer["alternatives"] == []


@pytest.mark.parametrize("name", ["line1", "line2", "city", "state", "zip"])
@pytest.mark.parametrize("character", ["\x00", "\u202e", "\u200b", "\u00ad", "\ufeff"])
def test_invisible_characters_are_ignored(client: Client, name: str, character: str) -> None:
    parts = CAPITOL | {"line2": "Suite 2"}
    assert validate(client, **parts | {name: f"{parts[name]}{character}"}) == validate(client, **parts)
    line = client.post(PATH, {"address": f"1700 W Washington St, {character}Phoenix AZ 85007"}).json
    assert line["outcome"] == "VERIFIED_AREA"


def test_zip_code_of_this_state_suggests_this_state(client: Client) -> None:
    answer = validate(client, state="CA")
    assert answer["outcome"] == "AMBIGUOUS"
    assert [each["state"] for each in answer["alternatives"]] == ["AZ"]


@pytest.mark.parametrize(
    "address", ["", "   ", ",", "AZ 85007", "x" * 300, "🌵 🌵 🌵", "' OR 1=1 --", "\x00"]
)
def test_unreadable_line_is_invalid(client: Client, address: str) -> None:
    answer = client.post(PATH, {"address": address})
    assert (answer.status, answer.json["outcome"]) == (200, "INVALID")


def test_foreign_address_is_returned_unverified(client: Client) -> None:
    abroad = {
        "line1": "Avenida Juárez 20",
        "city": "Nogales",
        "state": "Sonora",
        "zip": "84000",
        "country": "mx",
    }
    answer = client.post(PATH, abroad).json
    assert (answer["outcome"], answer["kind"]) == ("UNVERIFIED", "otherCountry")
    assert answer["suggestion"]["country"] == "MX"
    assert answer["suggestion"]["line1"] == "AVENIDA JUÁREZ 20"


@pytest.mark.parametrize(
    "written",
    [
        "85364–1234",
        "85364 1234",
        "85364‑1234",
        "８５３６４－１２３４",
        "٨٥٣٦٤١٢٣٤",
        " 85364-1234 ",
        "853641234",
    ],
)
def test_zip_code_is_read_as_on_page(client: Client, written: str) -> None:
    answer = validate(client, city="Yuma", zip=written)
    assert (answer["outcome"], answer["suggestion"]["zip"]) == ("VERIFIED_AREA", "85364-1234")
    line = client.post(PATH, {"address": f"1700 W Washington St, Yuma AZ {written}"}).json
    assert (line["outcome"], line["suggestion"]["zip"]) == ("VERIFIED_AREA", "85364-1234")


@pytest.mark.parametrize(
    ("line1", "city", "state", "zip_code"),
    [
        ("PSC 4 Box 1000", "APO", "AE", "09063"),
        ("PSC 808 BOX 22", "FPO", "AE", "09618"),
        ("UNIT 2050 BOX 4190", "APO", "AP", "96278"),
        ("unit 45013", "apo", "ap", "96338"),
        ("CMR 450 BOX 1000", "APO", "AE", "09705"),
        ("USS NIMITZ (CVN-68)", "FPO", "AP", "96620"),
        ("uss nimitz (cvn–68)", "fpo", "ap", "96620"),
        ("USCGC HAMILTON", "FPO", "AP", "96667-3931"),
        ("USNS COMFORT", "FPO", "AE", "09566"),
        ("Embassy Mail Room", "DPO", "AA", "34022"),
    ],
)
def test_military_address_needs_no_house_number(
    client: Client, line1: str, city: str, state: str, zip_code: str
) -> None:
    answer = validate(client, line1=line1, city=city, state=state, zip=zip_code)
    assert (answer["outcome"], answer["kind"]) == ("UNVERIFIED", "military")
    assert list_codes(answer) == {("state", "notCovered")}
    line = client.post(PATH, {"address": f"{line1}, {city} {state} {zip_code}"}).json
    assert line == answer


@pytest.mark.parametrize("line1", ["Unit 5", "Ussery Rd", "USS Arizona Dr"])
def test_street_without_number_is_no_military_address(client: Client, line1: str) -> None:
    answer = validate(client, line1=line1)
    assert (answer["outcome"], answer["kind"]) == ("UNVERIFIED", "unknown")
    assert list_codes(answer) == {("line1", "noHouseNumber")}


@pytest.mark.parametrize(
    "line1", ["2.5 miles west of Chinle", "3 mi N of Hwy 264 MP 441", "½ mile past the chapter house"]
)
def test_directions_are_kept_and_mail_needs_another_address(client: Client, line1: str) -> None:
    answer = validate(client, line1=line1, city="Chinle", zip="86503")
    assert (answer["outcome"], answer["kind"]) == ("VERIFIED_AREA", "directions")
    assert list_codes(answer) == {("line1", "directions")}
    assert answer["suggestion"]["line1"] == line1.upper().replace("½", "1/2")


def test_query_gets_same_answer_as_body(client: Client) -> None:
    assert client.get(f"{PATH}?{urlencode(CAPITOL)}").json == validate(client)


def test_request_fields_are_validated(client: Client) -> None:
    assert list(client.post(PATH, {"line1": "x" * 101}).problems()) == ["line1"]
    assert list(client.post(PATH, {"street": "x"}).problems()) == ["street"]
    assert list(client.post(PATH, {"country": "USA"}).problems()) == ["country"]


def test_messages_are_in_spanish_and_answer_is_not_cached(client: Client) -> None:
    answer = client.sending(accept_language="es").post(PATH, CAPITOL | {"city": ""})
    assert answer.json["messages"][0]["text"] == "La ciudad se completó según el código postal."
    assert answer.headers["cache-control"] == "no-store"


def test_answers_never_claim_deliverability(client: Client) -> None:
    everything = str(
        [client.post(PATH, CAPITOL | changes).text for changes in ({}, {"city": ""}, {"zip": ""})]
    )
    assert "deliverable" not in everything.lower()


@pytest.fixture
def amazon_location(client: Client) -> Iterator[tuple[Any, ...]]:
    """Return a client of the function with Amazon Location enabled, and the stub that answers."""
    aws = real_client()
    settings = HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))
    app = create_app((routes, service_with(AmazonLocation())), settings=settings, telemetry=TELEMETRY)
    with Stubber(aws) as stubber, mock.patch.object(boto3, "client", return_value=aws):
        yield replace(client, app_of=lambda _: app), stubber


def test_amazon_location_answer_is_returned(amazon_location: tuple[Any, ...]) -> None:
    client, stubber = amazon_location
    stubber.add_response("geocode", recorded_answer("wrong_zip_corrected"))
    answer = validate(client.sending(accept_language="es"), zip="85701")
    assert answer["outcome"] == "AMBIGUOUS"
    assert answer["suggestion"]["zip"] == "85701"
    assert [each["zip"] for each in answer["alternatives"]] == ["85007-2812"]
    assert answer["messages"][0] == {
        "propertyName": "zip",
        "code": "changed",
        "text": "El mapa tiene otro código postal para esta dirección. Revíselo.",
    }
    assert answer["credit"].startswith("Addresses: Amazon Location Service; ZIP Codes: GeoNames")


def test_amazon_location_failure_falls_back_to_list(
    amazon_location: tuple[Any, ...],
) -> None:
    client, stubber = amazon_location
    stubber.add_client_error("geocode", "ThrottlingException", http_status_code=429)
    answer = validate(client, zip="85701")
    assert answer["outcome"] == "AMBIGUOUS"
    assert list_codes(answer) == {("city", "differs"), ("line1", "lookupFailed")}
    assert "Amazon" not in answer["credit"]


def test_settled_address_makes_no_amazon_location_call(amazon_location: tuple[Any, ...]) -> None:
    client, _ = amazon_location
    # The stub has no answer, so that any call is an error.
    assert validate(client)["outcome"] == "VERIFIED_AREA"
    assert validate(client, line1="PO Box 12", city="Tucson")["outcome"] == "AMBIGUOUS"
    assert validate(client, zip="8500")["outcome"] == "INVALID"


def test_disabled_setting_makes_no_amazon_location_call(client: Client) -> None:
    with mock.patch.object(boto3, "client") as make:
        answer = validate(client, zip="85701")
    assert list_codes(answer) == {("city", "differs")}
    make.assert_not_called()
