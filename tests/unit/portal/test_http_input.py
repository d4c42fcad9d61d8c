"""The app factory: bodies, queries, forms, and headers of a call."""

import base64
import codecs
import json
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import Field

from portal.contract import RequestContract
from portal.errors import (
    InvalidRequest,
)
from portal.routes import MAX_BODY_BYTES
from portal.validation import refuse_names_of_python
from tests.cases import read_cases
from tests.unit.portal.http_support import call

CASES = read_cases(__file__)


@pytest.mark.parametrize(("body", "property_name"), CASES["invalid_body_is_reported_by_field"])
def test_invalid_body_is_reported_by_field(body: str | None, property_name: str) -> None:
    status, problems, _ = call(body=body)
    assert status == 400
    assert [problem["propertyName"] for problem in problems] == [property_name]
    assert problems[0]["applicationSection"] == "things"
    assert all(problems[0]["validationErrors"])


@pytest.mark.parametrize("body", ['{"name": "Ann"}', ' {"name": "Ann"}', '{"name": "\\ufeffAnn"}'])
def test_byte_order_mark_before_a_body_is_ignored(body: str) -> None:
    marked = base64.b64encode(codecs.BOM_UTF8 + body.encode()).decode()
    assert call(body=marked, encoded=True)[:2] == call(body=body)[:2]
    assert call(body=f"\ufeff{body}")[0] == 201


@pytest.mark.parametrize(
    "body", ["\ufeff", "\ufeff\ufeff{}", '{\ufeff"name": "Ann"}', '{"name": "Ann"}\ufeff']
)
def test_byte_order_mark_elsewhere_is_refused(body: str) -> None:
    assert call(body=body)[0] == 400


def test_problems_are_in_spanish() -> None:
    _, problems, headers = call(body="{}", headers={"accept-language": "es-MX,es;q=0.9,en;q=0.8"})
    assert problems[0]["validationErrors"] == ["Este dato es obligatorio."]
    assert headers["Content-Language"] == "es"


class Part(RequestContract):
    small_part: int = 1


class Whole(RequestContract):
    first_part: Part | None = None
    other_parts: tuple[Part, ...] = ()
    parts_by_name: Mapping[str, Part] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ({"first_part": {}}, ["first_part"]),
        ({"firstPart": {"small_part": 2}}, ["firstPart.small_part"]),
        ({"otherParts": [{}, {"small_part": 2}]}, ["otherParts.1.small_part"]),
        ({"partsByName": {"a": {"small_part": 2}}}, ["partsByName.a.small_part"]),
        ({"first_part": {}, "other_parts": []}, ["first_part", "other_parts"]),
        ({"firstPart": {"smallPart": 2}, "otherParts": [{"smallPart": 3}], "partsByName": {"a": {}}}, []),
    ],
)
def test_python_field_names_are_unknown(sent: Any, names: list[str]) -> None:
    received = Whole.model_validate_json(json.dumps(sent), strict=True)
    found = []
    try:
        refuse_names_of_python(received, sent)
    except InvalidRequest as refused:
        found = [problem.property_name for problem in refused.problems]
    assert found == names


def test_python_field_name_is_reported() -> None:
    status, problems, _ = call(body='{"name": "Ann", "shelf_number": 2}')
    assert (status, [each["propertyName"] for each in problems]) == (400, ["shelf_number"])
    assert call(body='{"name": "Ann", "shelfNumber": 2}')[0] == 201


def test_flood_of_unknown_fields_gets_a_short_answer() -> None:
    body = json.dumps({"name": "Ann", **{"x" * 300 + str(number): 1 for number in range(500)}})
    status, problems, _ = call(body=body)
    assert status == 400
    assert len(problems) <= 50
    assert max(len(problem["propertyName"]) for problem in problems) <= 100


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"]
)
def test_other_media_types_than_json_are_refused(content_type: str) -> None:
    status, error, _ = call(body='{"name": "Ann"}', headers={"content-type": content_type})
    assert (status, error["code"]) == (415, "unsupportedMediaType")


@pytest.mark.parametrize("content_type", ["Application/JSON", "application/json; charset=utf-8"])
def test_json_media_type_variants_are_accepted(content_type: str) -> None:
    assert call(body='{"name": "Ann"}', headers={"content-type": content_type})[0] == 201


def test_body_over_the_size_limit_is_refused() -> None:
    frame = len('{"name": ""}')
    assert call(body=json.dumps({"name": "x" * (MAX_BODY_BYTES - frame)}))[0] == 201
    status, error, _ = call(body=json.dumps({"name": "x" * (MAX_BODY_BYTES - frame + 1)}))
    assert (status, error["code"]) == (413, "bodyTooLarge")
    assert error["message"] == "The request is larger than 256 KB."
    assert error["parameters"] == {"kilobytes": 256}


def test_encoded_body_is_decoded_or_refused() -> None:
    body = base64.b64encode(b'{"name": "Ann"}').decode()
    assert call(body=body, encoded=True)[0] == 201
    assert call(body="%%%", encoded=True)[0] == 400


@pytest.mark.parametrize(
    ("content_type", "body", "encoded"),
    [
        ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click", False),
        ("multipart/form-data; boundary=x", base64.b64encode(b"--x\r\n\xff--x--").decode(), True),
        ("application/json", '{"limit": 4}', False),
        ("", None, False),
        ("text/plain", "x" * (MAX_BODY_BYTES + 1), False),
    ],
)
def test_query_only_write_ignores_the_body(content_type: str, body: str | None, encoded: bool) -> None:
    status, answer, _ = call(
        resource="/api/links",
        body=body,
        encoded=encoded,
        headers={"content-type": content_type},
        query={"limit": ["3"]},
        signed_in=False,
    )
    assert (status, answer["heard"]) == (200, "3")


def test_query_only_write_checks_the_query() -> None:
    status, problems, _ = call(resource="/api/links", query={"limit": ["many"]}, signed_in=False)
    assert (status, problems[0]["propertyName"]) == (400, "limit")


def test_query_is_validated_like_a_body() -> None:
    assert call(method="GET", query={"limit": ["3"]})[1]["heard"] == "3"
    status, problems, _ = call(method="GET", query={"limit": ["many"]})
    assert (status, problems[0]["propertyName"]) == (400, "limit")
    assert call(method="GET", query={"other": ["1"]})[0] == 400


class TestIdempotencyKey:
    def put(self, *key: Any) -> tuple[Any, ...]:
        headers = {"Idempotency-Key": key[0]} if key else {}
        return call(method="PUT", body='{"name": "Ann"}', headers=headers)

    @pytest.mark.parametrize("key", ["a" * 8, "A1-" * 21 + "z", "0f0d8e9e-4a0f-4b52-9f2f-1d6a3c3c9b11"])
    def test_view_receives_the_key(self, key: str) -> None:
        status, body, _ = self.put(key)
        assert (status, body["heard"]) == (200, key)

    @pytest.mark.parametrize("key", [(), ("",), ("a" * 7,), ("a" * 65,), ("with space",), ("ñandúñandú",)])
    def test_missing_or_malformed_key_is_refused(self, key: tuple[Any, ...]) -> None:
        status, problems, _ = self.put(*key)
        assert status == 400
        assert [problem["propertyName"] for problem in problems] == ["Idempotency-Key"]


class TestForms:
    def send(self, body: str, content_type: str = "application/x-www-form-urlencoded") -> tuple[int, Any]:
        status, answer, _ = call(resource="/api/forms", body=body, headers={"content-type": content_type})
        return status, answer

    def test_form_is_read(self) -> None:
        status, answer = self.send("name=Ann+%C3%91", "application/x-www-form-urlencoded; charset=utf-8")
        assert (status, answer["heard"]) == (200, "Ann Ñ")

    @pytest.mark.parametrize(
        "body", ["name=Ann&name=Bob", "name", "&".join(f"f{n}=1" for n in range(21)), "name=\udcff"]
    )
    def test_repeated_field_or_invalid_form_is_refused(self, body: str) -> None:
        status, problems = self.send(body)
        assert (status, problems[0]["propertyName"]) == (400, "")

    def test_form_fields_are_checked(self) -> None:
        status, problems = self.send("surname=Ann")
        assert (status, {each["propertyName"] for each in problems}) == (400, {"name", "surname"})

    def test_json_instead_of_a_form_is_refused(self) -> None:
        status, error = self.send('{"name": "Ann"}', "application/json")
        expected = "Send the body with the header Content-Type: application/x-www-form-urlencoded."
        assert (status, error["message"]) == (415, expected)
