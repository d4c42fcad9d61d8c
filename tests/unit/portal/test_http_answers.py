"""The app factory: headers, errors, and other formats of an answer."""

import json
from datetime import date
from typing import Any

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError, ReadTimeoutError

from portal.errors import (
    Conflict,
    DomainError,
    Forbidden,
    InvalidRequest,
    NotFound,
    Problem,
    TooManyRequests,
    Unavailable,
)
from portal.language import Text
from tests.unit.portal.http_support import TEXT, call, get_answer, make_raising, make_routes


def read_list(**asked: Any) -> tuple[Any, ...]:
    return call(method="GET", resource="/api/lists", **asked)


def test_cacheable_answer_has_an_etag() -> None:
    _, _, headers = read_list()
    assert headers["Cache-Control"] == "public, max-age=60"
    assert headers["Vary"] == "Accept-Language"
    assert headers["ETag"] == read_list()[2]["ETag"]
    assert headers["ETag"] != read_list(query={"limit": ["3"]})[2]["ETag"]
    assert headers["ETag"] != read_list(headers={"accept-language": "es"})[2]["ETag"]


@pytest.mark.parametrize("known", ["{tag}", "W/{tag}", '"other", {tag}', "*"])
def test_known_etag_answers_304(known: str) -> None:
    tag = read_list()[2]["ETag"]
    status, body, headers = read_list(headers={"if-none-match": known.format(tag=tag)})
    assert (status, body, headers["ETag"]) == (304, None, tag)
    assert headers["Cache-Control"] == "public, max-age=60"
    assert headers["Vary"] == "Accept-Language"


@pytest.mark.parametrize("known", ["", '"other"', 'W/"other"', "no tag", '"', "x" * 9000])
def test_unknown_etag_answers_200(known: str) -> None:
    status, body, _ = read_list(headers={"if-none-match": known})
    assert (status, body["heard"]) == (200, "10")


def test_error_and_private_answer_have_no_etag() -> None:
    status, _, headers = read_list(query={"limit": ["many"]}, headers={"if-none-match": "*"})
    assert (status, headers["Cache-Control"]) == (400, "no-store")
    assert "ETag" not in headers
    status, _, headers = call(method="GET", headers={"if-none-match": "*"})
    assert status == 200
    assert "ETag" not in headers


BASES = [(Forbidden, 403), (NotFound, 404), (Conflict, 409), (Unavailable, 503)]


@pytest.mark.parametrize(("base", "status"), BASES)
def test_error_has_status_and_language(base: type[DomainError], status: int) -> None:
    error = type("Declared", (base,), {"code": "c", "text": TEXT})
    answered, body, headers = call(
        make_raising(error), body='{"name": "Ann"}', headers={"accept-language": "es"}
    )
    wordings = {"en": "In English.", "es": "En español."}
    expected = {
        "code": "c",
        "message": "En español.",
        "wordings": wordings,
        "requestId": "r-1",
        "parameters": {},
    }
    assert (answered, body) == (status, expected)
    assert ("Retry-After" in headers) is (status == 503)


class Taken(Conflict):
    code = "taken"
    text = Text(
        en="{holder} has {the_name} until {until}, {cents:,} cents a day.",
        es="{holder} tiene {the_name} hasta el {until}, {cents:,} centavos al día.",
    )


@pytest.mark.parametrize(
    ("language", "message", "holder"),
    [
        ("en", "The State has Ann until March 31, 2027, 1,200 cents a day.", "The State"),
        ("es", "El Estado tiene Ann hasta el 31 de marzo de 2027, 1,200 centavos al día.", "El Estado"),
    ],
)
def test_parameters_fill_the_message_and_the_body(language: str, message: str, holder: str) -> None:
    error = Taken(
        holder=Text(en="The State", es="El Estado"), the_name="Ann", until=date(2027, 3, 31), cents=1200
    )
    _, body, _ = call(make_raising(error), body='{"name": "Ann"}', headers={"accept-language": language})
    assert body["message"] == message
    assert body["parameters"] == {"holder": holder, "theName": "Ann", "until": "2027-03-31", "cents": 1200}


@pytest.mark.parametrize("parameters", [{}, {"holder": "x"}, {"email": "pat@example.com"}])
def test_error_with_wrong_parameters_is_refused(
    parameters: dict[str, str],
) -> None:
    with pytest.raises(TypeError, match="taken"):
        Taken(**parameters)


class Waiting(TooManyRequests):
    code = "waiting"
    text = TEXT


def test_waiting_time_is_in_retry_after() -> None:
    status, body, headers = call(make_raising(Waiting(retry_after_seconds=60)), body='{"name": "Ann"}')
    assert (status, body["code"], body["parameters"]) == (429, "waiting", {})
    assert headers["Retry-After"] == "60"


def make_client_error(code: str, status: int = 400, *reasons: str) -> ClientError:
    answer: Any = {
        "Error": {"Code": code, "Message": "x"},
        "ResponseMetadata": {"HTTPStatusCode": status},
        "CancellationReasons": [{"Code": reason} for reason in reasons],
    }
    return ClientError(answer, "GetItem")


@pytest.mark.parametrize(
    "error",
    [
        make_client_error("ProvisionedThroughputExceededException"),
        make_client_error("TransactionCanceledException", 400, "None", "ThrottlingError"),
        ReadTimeoutError(endpoint_url="x"),
        EndpointConnectionError(endpoint_url="x"),
        make_client_error("SlowDown", 503),
        make_client_error("InternalError", 500),
    ],
)
def test_temporary_aws_failure_is_retryable(error: Exception) -> None:
    status, body, headers = call(make_raising(error), body='{"name": "Ann"}')
    assert (status, body["code"], headers["Retry-After"]) == (503, "storageUnavailable", "5")


@pytest.mark.parametrize(
    "error",
    [
        make_client_error("AccessDeniedException"),
        make_client_error("ValidationException"),
        make_client_error("TransactionCanceledException", 400, "ValidationError"),
    ],
)
def test_programming_error_is_not_retryable(error: Exception) -> None:
    status, body, headers = call(make_raising(error), body='{"name": "Ann"}')
    assert (status, body["code"]) == (500, "internalError")
    assert "Retry-After" not in headers


def test_service_problems_look_like_contract_problems() -> None:
    service = make_raising(InvalidRequest(Problem("name", TEXT), Problem("name", TEXT)))
    status, problems, _ = call(service, body='{"name": "Ann"}')
    assert status == 400
    assert problems == [
        {
            "applicationSection": "things",
            "propertyName": "name",
            "validationErrors": ["In English."] * 2,
            "wordings": {"en": ["In English."] * 2, "es": ["En español."] * 2},
        }
    ]


def test_unexpected_error_shows_only_the_request_id(caplog: pytest.LogCaptureFixture) -> None:
    status, body, _ = call(make_raising(RuntimeError("the database password is x")), body='{"name": "Ann"}')
    assert (status, body["code"], body["requestId"]) == (500, "internalError", "r-1")
    assert "password" not in json.dumps(body)
    assert "RuntimeError" in caplog.text
    [logged] = [vars(record) for record in caplog.records if record.message == "unhandled"]
    assert logged["request_id"] == "r-1"


def test_text_model_uses_the_endpoint_media_type() -> None:
    answer = get_answer([(make_routes(), str)], "GET", "/api/texts")
    assert (answer["body"], answer["headers"]["Content-Type"]) == ("e30.e30.", "application/jwt")


class TestAlternatives:
    def get(self, accept: Any) -> tuple[Any, ...]:
        headers = {} if accept is None else {"accept": accept}
        answer = get_answer([(make_routes(), str)], "GET", "/api/thinglist", headers=headers)
        return answer["statusCode"], answer["headers"], answer["body"]

    def test_file_is_sent_when_preferred(self) -> None:
        status, headers, body = self.get("text/csv, application/json;q=0.5")
        assert (status, body) == (200, "thing\r\n")
        assert headers["Content-Type"] == "text/csv; charset=utf-8"
        assert headers["Content-Disposition"] == 'attachment; filename="things.csv"'
        assert headers["Cache-Control"] == "no-store"
        assert headers["Link"] == "</more>"
        assert headers["Vary"] == "Accept"

    @pytest.mark.parametrize("accept", [None, "*/*", "application/json", "text/csv;q=0.1, */*"])
    def test_json_is_the_default(self, accept: str | None) -> None:
        status, headers, body = self.get(accept)
        assert (status, json.loads(body)["heard"]) == (200, "thing")
        assert headers["Content-Type"] == "application/json"
        assert headers["Vary"] == "Accept"

    def test_unsupported_media_type_is_refused(self) -> None:
        status, _, body = self.get("application/pdf")
        assert (status, json.loads(body)["code"]) == (406, "notAcceptable")

    def test_json_only_endpoint_ignores_accept(self) -> None:
        assert call(method="GET", headers={"accept": "application/pdf"})[0] == 200
