"""The OpenAPI documents as references to read: examples, descriptions, and the rules of common linters."""

import json
import re
from itertools import combinations
from typing import Any

import pytest

from domains.agencies import protocol
from shared.contract.examples import list_faults, read_examples
from shared.contract.export import make_agency_protocol_document, make_openapi_document

# Both are paths of the public specification, and no message has the id "service".
AMBIGUOUS = {("/api/agency/messages/service/{id}", "/api/agency/messages/{messageid}/replies")}
NO_VERBS = {"A", "An", "Any", "Its", "Need", "Needs", "Only", "Require", "Requires", "Safe", "The"}


OF_THE_PORTAL = pytest.mark.parametrize("document", [make_openapi_document], indirect=True)


@pytest.fixture(scope="module", params=[make_openapi_document, make_agency_protocol_document])
def document(request: pytest.FixtureRequest) -> Any:
    return request.param()


@pytest.fixture(scope="module")
def operations(document: Any) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": operation
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method != "servers"
    }


@OF_THE_PORTAL
def test_operation_has_examples(operations: dict[str, Any]) -> None:
    for route, operation in operations.items():
        replies = [reply for status, reply in operation["responses"].items() if status < "300"]
        contents = [content for reply in replies for content in reply["content"].values()]
        sent = operation.get("requestBody", {}).get("content", {}).values()
        hint = f"{route}: `TEST_EXAMPLES=record npm test -- api` adds examples"
        assert any("example" in content for content in contents), hint
        assert all("example" in content for content in sent), hint


@OF_THE_PORTAL
def test_examples_fit_their_schemas(document: Any) -> None:
    examples = read_examples()
    faults = [fault for route in examples for fault in list_faults(document, route, examples[route])]
    assert faults == [], "`TEST_EXAMPLES=record npm test -- api` replaces them"


@OF_THE_PORTAL
def test_unfit_example_is_noticed(document: Any) -> None:
    route = "POST /api/profile/addresses"
    example = read_examples()[route]
    assert list_faults(document, "POST /api/gone", example) == ["POST /api/gone does not exist"]
    assert list_faults(document, route, {**example, "request": {}})
    assert list_faults(document, route, {**example, "reply": {}})
    assert list_faults(document, route, {"status": 201, "reply": example["reply"]})


def test_examples_contain_no_secret() -> None:
    assert not re.search(r"eyJ[\w-]{8,}|X-Amz-Credential|PRIVATE KEY", json.dumps(read_examples()))


@pytest.mark.parametrize("part", ["summary", "description"])
def test_text_begins_with_a_verb(operations: dict[str, Any], part: str) -> None:
    found = {route: operation[part].split()[0] for route, operation in operations.items()}
    assert {route: word for route, word in found.items() if word in NO_VERBS or not word.istitle()} == {}


def test_description_adds_to_the_summary(operations: dict[str, Any]) -> None:
    for route, operation in operations.items():
        summary, description = (
            set(re.findall(r"\w+", operation[part].lower())) for part in ("summary", "description")
        )
        assert description - summary, route


def test_tag_is_described(document: Any, operations: dict[str, Any]) -> None:
    described = {tag["name"] for tag in document["tags"] if tag["description"]}
    assert {tag for operation in operations.values() for tag in operation["tags"]} == described


def test_every_call_to_an_agency_is_described() -> None:
    calls = {value for name, value in vars(protocol).items() if name.isupper() and isinstance(value, str)}
    paths = set(make_agency_protocol_document()["paths"])
    assert {f"/{call}" for call in calls} == {path for path in paths if not path.startswith("/api/")}


def test_contact_is_named(document: Any) -> None:
    assert document["info"]["contact"]


def test_component_is_used(document: Any) -> None:
    text = json.dumps(document)
    for kind in ("schemas", "responses"):
        assert [name for name in document["components"][kind] if f'/{kind}/{name}"' not in text] == []


@OF_THE_PORTAL
def test_paths_are_unambiguous(document: Any) -> None:
    parts = {path: path.split("/") for path in sorted(document["paths"])}
    found = set()
    for pair in combinations(parts, 2):
        differing = [(a, b) for a, b in zip(parts[pair[0]], parts[pair[1]], strict=False) if a != b]
        kinds = {("{" in a, "{" in b) for a, b in differing}
        is_precise = (False, False) in kinds or kinds in ({(True, False)}, {(False, True)})
        if len(parts[pair[0]]) == len(parts[pair[1]]) and not is_precise:
            found.add(pair)
    assert found == AMBIGUOUS
