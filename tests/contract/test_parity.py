"""The routes in code, the events of the template and the OpenAPI document are the same list."""

from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate
from samtranslator.yaml_helper import yaml_parse

from shared.contract.export import list_groups, make_openapi_document

ROOT = Path(__file__).parents[2]
METHODS = {"get", "put", "post", "patch", "delete"}


@pytest.fixture(scope="module")
def document() -> Any:
    return make_openapi_document()


@pytest.fixture(scope="module")
def template_routes() -> dict[str, Any]:
    """Return the group and the authorizer of each route of the template."""
    template = yaml_parse((ROOT / "template.yaml").read_text(encoding="utf-8"))
    routes = {}
    for logical_id, resource in template["Resources"].items():
        if resource["Type"] != "AWS::Serverless::Function":
            continue
        for event in resource["Properties"].get("Events", {}).values():
            if event["Type"] == "HttpApi":
                properties = event["Properties"]
                authorizer = properties.get("Auth", {}).get("Authorizer", "PortalAuthorizer")
                key = f"{properties['Method'].upper()} {properties['Path']}"
                routes[key] = (logical_id.removesuffix("Function").lower(), authorizer)
    return routes


@pytest.fixture(scope="module")
def code_routes() -> dict[Any, Any]:
    return {
        endpoint.route: (routes.group, endpoint.audience.authorizer)
        for routes in list_groups()
        for endpoint in routes
    }


def test_template_routes_match_the_code(template_routes: dict[str, Any], code_routes: dict[Any, Any]) -> None:
    assert template_routes == code_routes


def test_openapi_routes_match_the_code(document: Any, code_routes: dict[Any, Any]) -> None:
    documented = {
        f"{method.upper()} {path}"
        for path, operations in document["paths"].items()
        for method in operations
        if method in METHODS
    }
    assert documented == set(code_routes)


def test_documented_routes_are_kept(code_routes: dict[Any, Any]) -> None:
    frozen = (ROOT / "tests/contract/documented_routes.txt").read_text(encoding="utf-8").split("\n")
    assert sorted(code_routes) == sorted(filter(None, frozen))


def test_document_is_valid_openapi(document: Any) -> None:
    validate(document)


def test_route_is_lower_case_without_final_slash(code_routes: dict[Any, Any]) -> None:
    for route in code_routes:
        path = route.partition(" ")[2]
        assert path == path.lower()
        assert not path.endswith("/")


def test_unknown_request_field_is_outside_the_contract(document: Any) -> None:
    for address, path in document["paths"].items():
        # Direct Line clients send whole activities, of which the assistant reads a few fields.
        if address.startswith("/api/chatbot/directline/"):
            continue
        for operation in path.values():
            # The form is defined by others and may contain more fields than the portal reads.
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content:
                reference = content["schema"]["$ref"]
                model = document["components"]["schemas"][reference.rsplit("/", 1)[1]]
                assert model["additionalProperties"] is False
