"""The client of Amazon Location: requests, answers and failures."""

import io
import json
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import boto3
import pytest
from aws_lambda_powertools import Logger
from botocore.awsrequest import AWSResponse
from botocore.config import Config
from botocore.exceptions import ConnectTimeoutError, EndpointConnectionError, ReadTimeoutError
from botocore.stub import Stubber

from functions.addressvalidation.amazon_location import AmazonLocation
from functions.addressvalidation.provider import AddressProviderUnavailable, AddressQuestion, MatchScores
from functions.addressvalidation.recorded_provider import RecordedProvider
from portal.observability import Telemetry
from tests.cases import read_cases
from tests.unit.addressvalidation.support import ANSWERS, Provider, answer, answer_with, real_client

CASES = read_cases(__file__)

QUESTION = AddressQuestion(
    house_number="4100", street="W ANTHEM WAY", city="ANTHEM", state="AZ", zip_code="85086"
)
REQUEST: dict[str, Any] = CASES["request"]


class RawBody(io.BytesIO):
    def stream(self, **_: Any) -> Iterator[Any]:
        yield self.read()


def make_failing(handler: Any) -> tuple[Any, ...]:
    """Return a client whose requests go to the handler, and the list of sent requests."""
    sent = []

    def before_send(request: Any, **_: Any) -> Any:
        sent.append(request)
        return handler(request)

    def client(service: Any, *, config: Any) -> Any:
        assert service == "geo-places"
        made = real_client(config=config)
        made.meta.events.register("before-send.geo-places.Geocode", before_send)
        return made

    return mock.patch.object(boto3, "client", client), sent


def make_answer(status: Any, body: Any, **headers: Any) -> Callable[..., Any]:
    return lambda request: AWSResponse(request.url, status, headers, RawBody(body))


def make_raising(error: Any) -> Any:
    def handler(_: Any) -> None:
        raise error

    return handler


def get_reason(handler: Any) -> Any:
    patched, sent = make_failing(handler)
    with patched, pytest.raises(AddressProviderUnavailable) as failure:
        AmazonLocation().find_candidates(QUESTION)
    assert len(sent) == 1, "a person waits, so nothing is tried twice"
    return failure.value.reason


def test_request_matches_the_botocore_model() -> None:
    operation = real_client().meta.service_model.operation_model("Geocode")
    members = operation.input_shape.members
    assert REQUEST.keys() <= members.keys()
    assert REQUEST["QueryComponents"].keys() <= members["QueryComponents"].members.keys()
    types = members["Filter"].members["IncludePlaceTypes"].member
    assert set(REQUEST["Filter"]["IncludePlaceTypes"]) <= set(types.enum)
    assert REQUEST["IntendedUse"] in members["IntendedUse"].enum


def test_response_members_match_the_botocore_model() -> None:
    item = (
        real_client()
        .meta.service_model.operation_model("Geocode")
        .output_shape.members["ResultItems"]
        .member.members
    )
    address, scores = item["Address"].members, item["MatchScores"].members
    details = item["PostalCodeDetails"].member.members
    assert {"PointAddress", "SecondaryAddress", "InterpolatedAddress", "Street"} <= set(
        item["PlaceType"].enum
    )
    assert item["AddressNumberCorrected"].type_name == "boolean"
    assert {"Country", "Region", "SubRegion", "Locality", "PostalCode", "Street", "AddressNumber"} <= set(
        address
    )
    assert "Code3" in address["Country"].members
    assert "Code" in address["Region"].members
    assert "Name" in address["SubRegion"].members
    assert scores["Overall"].type_name == "double"
    parts = scores["Components"].members["Address"].members
    assert {"Region", "Locality", "PostalCode", "AddressNumber", "Intersection"} <= set(parts)
    assert parts["Intersection"].member.type_name == "double"
    assert "PostOfficeBoxes" in details["UspsZip"].members["ZipClassificationCode"].enum
    assert "HighRise" in details["UspsZipPlus4"].members["RecordTypeCode"].enum


@pytest.mark.parametrize("name", sorted(path.stem for path in ANSWERS.glob("*.json")))
def test_recorded_answers_match_the_botocore_model(name: Any) -> None:
    def check(shape: Any, value: Any, path: Any) -> None:
        if shape.type_name == "structure":
            assert value.keys() <= shape.members.keys(), path
            assert set(shape.required_members) <= value.keys(), path
            for key, each in value.items():
                check(shape.members[key], each, f"{path}.{key}")
        elif shape.type_name == "list":
            for each in value:
                check(shape.member, each, path)
        elif getattr(shape, "enum", None):
            assert value in shape.enum, path

    output = real_client().meta.service_model.operation_model("Geocode").output_shape
    check(output, answer(name), name)


def test_request_has_address_parts_and_storage_use() -> None:
    client = real_client()
    with Stubber(client) as stubber, mock.patch.object(boto3, "client", return_value=client) as make:
        stubber.add_response("geocode", answer("full_match"), REQUEST)
        (candidate,) = AmazonLocation().find_candidates(QUESTION)
        stubber.assert_no_pending_responses()
    config: Config = make.call_args.kwargs["config"]
    assert (config.connect_timeout, config.read_timeout) == (1, 2)
    assert candidate.place_type == "house"
    assert (candidate.house_number, candidate.street) == ("4100", "W Anthem Way")
    assert (candidate.city, candidate.state, candidate.county) == ("Anthem", "AZ", "Maricopa")
    assert (candidate.zip_code, candidate.plus_four) == ("85086", "1812")
    assert candidate.scores == MatchScores(overall=1, house_number=1, street=1, city=1, state=1, zip_code=1)
    assert not candidate.is_number_corrected
    assert not candidate.is_zip_for_boxes
    assert not candidate.has_units


def test_unknown_and_forbidden_input_is_left_out() -> None:
    seen = []
    patched, _ = make_failing(
        lambda request: (
            seen.append(json.loads(request.body)) or make_answer(200, b'{"ResultItems": []}')(request)  # type: ignore[func-returns-value]
        )
    )
    with patched:
        found = AmazonLocation().find_candidates(
            AddressQuestion(house_number="1", street="A;B " + "x" * 120, city=" ; ", state="AZ", zip_code="")
        )
    assert found == []
    components = seen[0]["QueryComponents"]
    assert components == {
        "Country": "USA",
        "Region": "AZ",
        "Street": ("A B " + "x" * 120)[:100],
        "AddressNumber": "1",
    }


@pytest.mark.parametrize(
    ("name", "place_type", "attribute"),
    [
        ("house_number_missing", "street", None),
        ("house_number_estimated", "estimatedHouse", None),
        ("house_number_corrected", "house", "is_number_corrected"),
        ("zip_for_boxes", "house", "is_zip_for_boxes"),
        ("wrong_zip_corrected", "house", "has_units"),
    ],
)
def test_place_type_and_flags_are_read(name: str, place_type: str, attribute: str | None) -> None:
    with answer_with(name) as amazon_location:
        (candidate,) = amazon_location.find_candidates(QUESTION)
    assert candidate.place_type == place_type
    reported = {
        each for each in ("is_number_corrected", "is_zip_for_boxes", "has_units") if getattr(candidate, each)
    }
    assert reported == ({attribute} if attribute else set())


def test_point_of_interest_is_ignored() -> None:
    place = answer("full_match")
    place["ResultItems"][0]["PlaceType"] = "PointOfInterest"
    client = real_client()
    with Stubber(client) as stubber, mock.patch.object(boto3, "client", return_value=client):
        stubber.add_response("geocode", place)
        assert AmazonLocation().find_candidates(QUESTION) == []


def test_foreign_state_is_ignored() -> None:
    place = answer("full_match")
    place["ResultItems"][0]["Address"]["Country"] = {"Code2": "MX", "Code3": "MEX", "Name": "Mexico"}
    client = real_client()
    with Stubber(client) as stubber, mock.patch.object(boto3, "client", return_value=client):
        stubber.add_response("geocode", place)
        (candidate,) = AmazonLocation().find_candidates(QUESTION)
    assert candidate.state == ""


@pytest.mark.parametrize(
    ("code", "status", "reason"),
    [
        ("ThrottlingException", 429, "throttled"),
        ("AccessDeniedException", 403, "refused"),
        ("ValidationException", 400, "refused"),
        ("InternalServerException", 500, "refused"),
    ],
)
def test_service_error_has_a_reason(code: str, status: int, reason: str) -> None:
    client = real_client()
    with Stubber(client) as stubber, mock.patch.object(boto3, "client", return_value=client):
        stubber.add_client_error("geocode", code, "not shown: 4100 W Anthem Way", status)
        with pytest.raises(AddressProviderUnavailable) as failure:
            AmazonLocation().find_candidates(QUESTION)
    assert failure.value.reason == reason
    assert str(failure.value) == reason


@pytest.mark.parametrize(
    ("status", "body", "headers", "reason"),
    [
        (429, b'{"Message": "x"}', {"x-amzn-ErrorType": "ThrottlingException"}, "throttled"),
        (403, b'{"Message": "x"}', {"x-amzn-ErrorType": "AccessDeniedException"}, "refused"),
        (500, b"<html>", {}, "refused"),
        (200, b"<html>", {}, "malformed"),
        (200, b"", {}, "malformed"),
        (200, b'{"ResultItems": null}', {}, "malformed"),
        (200, b'{"ResultItems": [{"PlaceType": "Street", "MatchScores": {"Overall": ""}}]}', {}, "malformed"),
        (200, b'{"ResultItems": [{"Title": "without a type"}]}', {}, "malformed"),
        (200, b'{"ResultItems": "many"}', {}, "malformed"),
        (200, b'{"ResultItems": [7]}', {}, "malformed"),
        (200, b"[]", {}, "malformed"),
        (200, b"\xff\xfe", {}, "malformed"),
    ],
)  # fmt: skip
def test_unreadable_answer_has_a_reason(
    status: int, body: bytes, headers: dict[str, Any], reason: str
) -> None:
    assert get_reason(make_answer(status, body, **headers)) == reason


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectTimeoutError(endpoint_url="https://places.example"), "timeout"),
        (ReadTimeoutError(endpoint_url="https://places.example"), "timeout"),
        (EndpointConnectionError(endpoint_url="https://places.example"), "unreachable"),
    ],
)
def test_timeout_is_a_failure(error: Any, reason: str) -> None:
    assert get_reason(make_raising(error)) == reason


@pytest.fixture
def log() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def telemetry(request: pytest.FixtureRequest, log: io.StringIO) -> Telemetry:
    """Log into `log`, under a name of its own: loggers of one name share the first stream."""
    return Telemetry("tests", "Tests", Logger(request.node.nodeid, stream=log))


def test_failure_is_logged_and_counted_without_the_address(
    capsys: pytest.CaptureFixture[str], log: io.StringIO, telemetry: Telemetry
) -> None:
    recorded = RecordedProvider(Provider(failure=AddressProviderUnavailable("throttled")), telemetry)
    with pytest.raises(AddressProviderUnavailable):
        recorded.find_candidates(QUESTION)
    (line,) = [json.loads(each) for each in log.getvalue().splitlines()]
    assert (line["level"], line["reason"]) == ("WARNING", "throttled")
    counted = capsys.readouterr().out
    metric = json.loads(counted)
    assert metric["outcome"] == "throttled"
    assert metric["AddressLookup"][0] >= 0
    for written in (log.getvalue(), counted):
        assert QUESTION.street not in written
        assert QUESTION.city not in written


def test_call_outcomes_are_counted(
    capsys: pytest.CaptureFixture[str], log: io.StringIO, telemetry: Telemetry
) -> None:
    with answer_with("full_match") as amazon_location:
        recorded = RecordedProvider(amazon_location, telemetry)
        assert len(recorded.find_candidates(QUESTION)) == 1
        assert recorded.credit == amazon_location.credit
    RecordedProvider(Provider(), telemetry).find_candidates(QUESTION)
    outcomes = [json.loads(line)["outcome"] for line in capsys.readouterr().out.splitlines()]
    assert outcomes == ["found", "nothingFound"]
    assert log.getvalue() == ""
