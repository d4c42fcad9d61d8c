"""Questions to an address provider, and the outcomes of its answers."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from functions.addressvalidation.contract import AddressValidationReply
from functions.addressvalidation.judgement import POSSIBLE, SURE
from functions.addressvalidation.provider import (
    AddressProviderUnavailable,
    AddressQuestion,
    Candidate,
    MatchScores,
)
from tests.cases import read_cases
from tests.unit.addressvalidation.support import Provider, answer_with, list_codes, validate

CASES = read_cases(__file__)

ROOT = Path(__file__).parents[3]
ANTHEM = {"line1": "4100 W Anthem Way", "city": "Anthem", "state": "AZ", "zip": "85086"}
"""The post office of this ZIP Code is Phoenix, so that the list leaves the city open."""
HOUSE = Candidate(
    place_type="house",
    house_number="4100",
    street="W Anthem Way",
    city="Anthem",
    state="AZ",
    zip_code="85086",
    plus_four="",
    county="Maricopa",
    scores=MatchScores(overall=1, house_number=1, street=1, city=1, state=1, zip_code=1),
    is_number_corrected=False,
    is_zip_for_boxes=False,
    has_units=False,
)


def set_scores(candidate: Any, overall: Any, **parts: Any) -> Any:
    return replace(candidate, scores=replace(candidate.scores, overall=overall, **parts))


def validate_recorded(name: Any, **address: Any) -> AddressValidationReply:
    with answer_with(name) as amazon_location:
        return validate(amazon_location, **address)


def test_city_list_without_provider_is_ambiguous() -> None:
    reply = validate(None, **ANTHEM)
    assert reply.outcome == "AMBIGUOUS"
    assert list_codes(reply) == {("city", "differs")}


def test_known_house_is_verified_with_plus_four_and_county() -> None:
    reply = validate_recorded("full_match", **ANTHEM, line2="Apt 4")
    assert reply.outcome == "VERIFIED_AREA"
    assert list_codes(reply) == {("line1", "found")}
    assert reply.alternatives == []
    assert reply.suggestion.model_dump() == {
        "line1": "4100 W ANTHEM WAY",
        "line2": "APT 4",
        "city": "ANTHEM",
        "state": "AZ",
        "zip": "85086-1812",
        "country": "US",
        "county_id": "maricopa",
    }
    assert reply.credit.startswith("Addresses: Amazon Location Service; ")
    assert "GeoNames" in reply.credit


def test_wrong_zip_is_kept_with_map_as_alternative() -> None:
    reply = validate_recorded(
        "wrong_zip_corrected", line1="1700 W Washington St", city="Phoenix", state="AZ", zip="85701"
    )
    assert reply.outcome == "AMBIGUOUS"
    assert list_codes(reply) == {("zip", "changed"), ("line2", "unitMissing")}
    assert reply.suggestion.zip == "85701"
    assert [(each.zip, each.county_id) for each in reply.alternatives] == [("85007-2812", "maricopa")]


def test_given_unit_is_not_reported_missing() -> None:
    reply = validate_recorded(
        "wrong_zip_corrected",
        line1="1700 W Washington St Ste 3",
        city="Phoenix",
        state="AZ",
        zip="85701",
    )
    assert list_codes(reply) == {("zip", "changed")}
    assert [each.line2 for each in reply.alternatives] == ["STE 3"]


def test_unknown_house_number_keeps_the_entered_city() -> None:
    address = {"line1": "9 West Washington Street", "city": "Tempe", "state": "AZ", "zip": "85003"}
    reply = validate_recorded("house_number_missing", **address)
    assert reply.outcome == "AMBIGUOUS"
    assert list_codes(reply) == {("city", "differs"), ("line1", "numberNotOnMap")}
    assert (reply.suggestion.city, reply.suggestion.line1) == ("TEMPE", "9 W WASHINGTON ST")
    assert reply.alternatives == []


def test_street_without_a_number_does_not_choose_the_zip_code() -> None:
    reply = validate_recorded("house_number_missing", line1="9 W Washington St", city="Phoenix", state="AZ")
    assert ("zip", "several") in list_codes(reply)
    assert len(reply.alternatives) > 1
    assert reply.suggestion.zip == ""


def test_street_without_a_number_does_not_change_the_zip_code() -> None:
    address = {"line1": "9 W Washington St", "city": "Tempe", "state": "AZ", "zip": "85007"}
    reply = validate_recorded("house_number_missing", **address)
    assert (reply.suggestion.city, reply.suggestion.zip) == ("TEMPE", "85007")
    assert {each.zip for each in reply.alternatives} <= {"85007"}


def test_estimated_place_has_no_alternatives() -> None:
    reply = validate(Provider([replace(HOUSE, place_type="estimatedHouse")]), **ANTHEM)
    assert (reply.outcome, reply.alternatives) == ("AMBIGUOUS", [])
    assert list_codes(reply) == {("line1", "numberNotOnMap")}


def test_replaced_house_number_is_not_verified() -> None:
    reply = validate(Provider([replace(HOUSE, is_number_corrected=True)]), **ANTHEM)
    assert (reply.outcome, list_codes(reply)) == ("AMBIGUOUS", {("line1", "numberChanged")})
    assert reply.alternatives == []


def test_estimated_house_is_not_verified() -> None:
    reply = validate_recorded(
        "house_number_estimated", line1="1750 W Washington St", city="Tempe", state="AZ", zip="85007"
    )
    assert reply.outcome == "AMBIGUOUS"
    assert list_codes(reply) == {("line1", "numberNotOnMap")}
    assert (reply.suggestion.city, reply.alternatives) == ("TEMPE", [])


def test_house_number_and_city_are_never_replaced() -> None:
    reply = validate_recorded(
        "house_number_corrected", line1="1700 W Washington St", city="Tempe", state="AZ", zip="85007"
    )
    assert reply.outcome == "AMBIGUOUS"
    assert list_codes(reply) == {("line1", "numberChanged")}
    assert (reply.suggestion.line1, reply.suggestion.city) == ("1700 W WASHINGTON ST", "TEMPE")
    assert reply.alternatives == []


def test_equal_matches_are_both_offered() -> None:
    reply = validate_recorded("two_candidates", line1="510 Washington", city="Phoenix", state="AZ")
    assert reply.outcome == "AMBIGUOUS"
    assert list_codes(reply) == {("line1", "several")}
    assert [(each.line1, each.zip) for each in reply.alternatives] == [
        ("510 W WASHINGTON ST", "85003-2108"),
        ("510 E WASHINGTON ST", "85004-2303"),
    ]
    assert reply.suggestion.line1 == "510 WASHINGTON"


def test_exact_match_wins_over_similar_street() -> None:
    other = replace(HOUSE, street="E Anthem Way")
    reply = validate(Provider([other, HOUSE]), **ANTHEM)
    assert (reply.outcome, list_codes(reply)) == ("VERIFIED_AREA", {("line1", "found")})


def test_duplicate_house_is_merged() -> None:
    estimated = replace(HOUSE, place_type="estimatedHouse")
    reply = validate(Provider([estimated, HOUSE, replace(HOUSE, plus_four="1812")]), **ANTHEM)
    assert (reply.outcome, list_codes(reply)) == ("VERIFIED_AREA", {("line1", "found")})


@pytest.mark.parametrize("name", ["no_result", "another_state"])
def test_address_not_on_the_map_is_unverified(name: str) -> None:
    address = {"line1": "1700 W Washington St", "city": "Phoenix", "state": "AZ", "zip": "85199"}
    reply = validate_recorded(name, **address)
    assert reply.outcome == "UNVERIFIED"
    assert list_codes(reply) == {("zip", "unknown"), ("line1", "notOnMap")}
    assert reply.suggestion.line1 == "1700 W WASHINGTON ST"


def test_weak_street_match_is_only_offered() -> None:
    reply = validate_recorded("similar", line1="1700 W Washington St", city="Tempe", state="AZ", zip="85007")
    assert reply.outcome == "AMBIGUOUS"
    assert ("line1", "similar") in list_codes(reply)
    assert reply.alternatives[0].line1 == "1700 W WILSON ST"


def test_zip_code_for_boxes_does_not_verify_a_street() -> None:
    reply = validate_recorded("zip_for_boxes", **ANTHEM)
    assert reply.outcome == "UNVERIFIED"
    assert list_codes(reply) == {("line1", "found"), ("zip", "forBoxes")}


@pytest.mark.parametrize(
    ("candidate", "outcome"),
    [
        (set_scores(HOUSE, SURE), "VERIFIED_AREA"),
        (set_scores(HOUSE, SURE - 0.01), "AMBIGUOUS"),
        (set_scores(HOUSE, 1, house_number=POSSIBLE - 0.01), "AMBIGUOUS"),
        (set_scores(HOUSE, 1, street=POSSIBLE - 0.01), "AMBIGUOUS"),
        (set_scores(HOUSE, 1, street=None, house_number=None), "VERIFIED_AREA"),
        (replace(HOUSE, street="W Anthem Wy"), "CORRECTED"),
        (replace(HOUSE, zip_code="", city="", county=""), "VERIFIED_AREA"),
        (replace(HOUSE, state="NV"), "AMBIGUOUS"),
    ],
)
def test_thresholds_are_exact(candidate: Any, outcome: Any) -> None:
    assert validate(Provider([candidate]), **ANTHEM).outcome == outcome


def test_low_score_is_ignored() -> None:
    reply = validate(Provider([set_scores(HOUSE, POSSIBLE - 0.01)]), **ANTHEM)
    assert ("line1", "notOnMap") in list_codes(reply)


@pytest.mark.parametrize(
    ("entered", "found", "outcome", "zip_code"),
    [
        ("85086-1812", "1812", "VERIFIED_AREA", "85086-1812"),
        ("85086-9999", "1812", "AMBIGUOUS", "85086-9999"),
        ("85086-9999", "", "VERIFIED_AREA", "85086-9999"),
        ("85086", "1812", "VERIFIED_AREA", "85086-1812"),
    ],
)
def test_plus_four_is_kept_or_filled_in(entered: Any, found: Any, outcome: str, zip_code: str) -> None:
    reply = validate(Provider([replace(HOUSE, plus_four=found)]), **ANTHEM | {"zip": entered})
    assert (reply.outcome, reply.suggestion.zip) == (outcome, zip_code)


def test_city_list_correction_is_kept() -> None:
    reply = validate(Provider([HOUSE]), **ANTHEM | {"state": ""})
    assert reply.outcome == "CORRECTED"
    assert list_codes(reply) == {("state", "filledIn"), ("line1", "found")}


def test_question_omits_unit_and_plus_four() -> None:
    provider = Provider()
    validate(provider, **ANTHEM | {"line1": "4100 West Anthem Way Apt 4", "zip": "85086-1812"})
    assert provider.asked == [AddressQuestion("4100", "W ANTHEM WAY", "ANTHEM", "AZ", "85086")]


@pytest.mark.parametrize("changes", CASES["provider_is_not_asked_when_the_list_decides"])
def test_provider_is_not_asked_when_the_list_decides(
    changes: dict[str, Any],
) -> None:
    provider = Provider([HOUSE])
    reply = validate(provider, **ANTHEM | changes)
    assert provider.asked == []
    assert "somebody" not in reply.credit


@pytest.mark.parametrize(
    "changes",
    [{}, {"zip": "85199"}, {"zip": ""}, {"city": "Nowhere", "zip": ""}, {"line1": "12 Box Canyon Rd"}],
)
def test_open_street_address_is_asked_once(changes: dict[str, Any]) -> None:
    provider = Provider()
    validate(provider, **ANTHEM | changes)
    assert len(provider.asked) == 1


@pytest.mark.parametrize("reason", ["timeout", "throttled", "refused", "unreachable", "malformed"])
def test_provider_failure_keeps_the_city_list_result(reason: Any) -> None:
    reply = validate(Provider(failure=AddressProviderUnavailable(reason)), **ANTHEM)
    alone = validate(None, **ANTHEM)
    assert list_codes(reply) == list_codes(alone) | {("line1", "lookupFailed")}
    assert reply.model_copy(update={"messages": alone.messages}) == alone


def test_message_text_is_english_or_spanish() -> None:
    texts = {
        language: validate(Provider([HOUSE]), language, **ANTHEM).messages[0].text
        for language in ("en", "es")
    }
    assert texts["en"] == "The map has this house number. We have not confirmed mail delivery."
    assert texts["es"] == "El mapa tiene este número de casa. Eso no dice si el correo llega allí."


@pytest.mark.parametrize(
    ("provider", "loaded"),
    [("offline", "set()"), ("amazonLocation", "{'functions.addressvalidation.amazon_location'}")],
)
def test_unused_provider_is_not_loaded(provider: str, loaded: str) -> None:
    program = (
        "import sys, functions.addressvalidation.app; "
        "print({'boto3', 'functions.addressvalidation.amazon_location'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={
            "PYTHONPATH": f"{ROOT}:{ROOT / 'shared/python'}",
            "ADDRESS_PROVIDER": provider,
            "ORIGIN_SECRETS": '{"current": "secret"}',
            "POWERTOOLS_METRICS_NAMESPACE": "Tests",
            "POWERTOOLS_SERVICE_NAME": "addressvalidation",
        },
    )
    assert done.stdout.strip() == loaded


def test_unknown_provider_fails_at_startup() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import functions.addressvalidation.app"],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": f"{ROOT}:{ROOT / 'shared/python'}",
            "ADDRESS_PROVIDER": "somebody",
            "ORIGIN_SECRETS": '{"current": "secret"}',
            "POWERTOOLS_METRICS_NAMESPACE": "Tests",
            "POWERTOOLS_SERVICE_NAME": "addressvalidation",
        },
    )
    assert done.returncode != 0
    assert "ADDRESS_PROVIDER" in done.stderr
