"""Errors are declared once, raised, and stand in the contract of the routes that answer them."""

import ast
import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from samtranslator.yaml_helper import yaml_parse

import portal
from portal.errors import DomainError, TooManyCalls
from shared.contract.export import list_groups, make_openapi_document
from tests.api.support import Answer, TemplateRoute, check_declared

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "functions", ROOT / "shared/python/portal", ROOT / "shared/python/domains")


def list_subclasses(error: type[DomainError]) -> Iterator[type[DomainError]]:
    for subclass in error.__subclasses__():
        yield subclass
        yield from list_subclasses(subclass)


def list_declared_errors() -> list[type[DomainError]]:
    """Every class of the code that deploys which has a sentence, and therefore is no base."""
    for module in pkgutil.walk_packages(portal.__path__, "portal."):
        importlib.import_module(module.name)
    list_groups()
    found = {error for error in list_subclasses(DomainError) if hasattr(error, "text")}
    deployed = [error for error in found if error.__module__.startswith(("functions.", "portal."))]
    return sorted(deployed, key=lambda error: error.__name__)


ERRORS = list_declared_errors()
NAMES = [error.__name__ for error in ERRORS]


def list_raised_names() -> set[str]:
    """List names that are raised, called, or given to a function that retries or to a `Limit`."""
    names = set()
    for path in (path for folder in SOURCES for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Raise(exc=ast.Name(id=name)) | ast.Raise(exc=ast.Attribute(attr=name)):
                    names.add(name)
                case ast.Call(
                    func=ast.Name(id="update_until_saved" | "retry_lost_races")
                    | ast.Attribute(attr="count_call" | "admit_call" | "write_change"),
                    args=[*_, ast.Name(id=name)],
                ):
                    names.add(name)
                case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                    names.add(name)
    return names


def test_code_has_one_class_per_status() -> None:
    declared = Counter((error.status, error.code) for error in ERRORS if "code" in vars(error))
    assert [code for code, count in declared.items() if count > 1] == []


def test_error_schema_names_are_unique() -> None:
    models = {
        model.__name__
        for routes in list_groups()
        for endpoint in routes
        for model in endpoint.replies.values()
    }
    assert [name for name, count in Counter(NAMES).items() if count > 1] == []
    assert models.isdisjoint(NAMES)


@pytest.mark.parametrize("error", ERRORS, ids=NAMES)
def test_both_languages_use_the_same_parameters(error: type[DomainError]) -> None:
    assert (
        type(error.text)(en=error.text.es, es="").list_parameter_names() == error.text.list_parameter_names()
    )


def test_every_error_is_raised_somewhere() -> None:
    assert set(NAMES) - list_raised_names() == {TooManyCalls.__name__}


def test_every_error_is_declared_by_a_route() -> None:
    declared = {error for routes in list_groups() for endpoint in routes for error in endpoint.errors}
    assert set(ERRORS) - declared == set()


def test_route_declares_each_error_once() -> None:
    for endpoint in (endpoint for routes in list_groups() for endpoint in routes):
        assert len(endpoint.errors) == len(set(endpoint.errors)), endpoint.route


def test_web_acl_answer_is_declared() -> None:
    web = yaml_parse((ROOT / "infrastructure/stacks/web.yaml").read_text(encoding="utf-8"))
    bodies = web["Resources"]["WebAcl"]["Properties"]["CustomResponseBodies"]
    answer = yaml_parse(bodies["TooManyRequests"]["Content"])
    text = TooManyCalls.text
    assert answer == {
        "code": TooManyCalls.code,
        "message": f"{text.en} / {text.es}",
        "wordings": {"en": text.en, "es": text.es},
        "requestId": "",
        "parameters": {},
    }


def get_codes(document: Any, responses: Any, status: int) -> set[str]:
    name = responses[str(status)]["$ref"].rsplit("/", 1)[1]
    schema = document["components"]["responses"][name]["content"]["application/json"]["schema"]
    names = [shape["$ref"].rsplit("/", 1)[1] for shape in schema.get("anyOf", [schema])]
    schemas = [document["components"]["schemas"][name] for name in names if name != "GatewayReply"]
    return {code for schema in schemas for code in schema["allOf"][1]["properties"]["code"]["enum"]}


def test_contract_lists_the_codes_of_each_answer() -> None:
    document = make_openapi_document()
    for endpoint in (endpoint for routes in list_groups() for endpoint in routes):
        responses = document["paths"][endpoint.path][endpoint.method.lower()]["responses"]
        for status in (401, 403, 404, 409, 413, 415, 429, 500, 503):
            expected = {error.code for error in endpoint.errors if error.status == status}
            if expected or str(status) in responses:
                assert get_codes(document, responses, status) == expected, (endpoint.route, status)


def test_contract_names_the_parameters_of_a_sentence() -> None:
    schema = make_openapi_document()["components"]["schemas"]["NameReserved"]
    assert schema["description"] == "Someone else has reserved this name until {until}."
    assert schema["allOf"][1]["properties"]["parameters"]["required"] == ["until"]


@pytest.mark.parametrize(
    ("status", "code", "is_declared"),
    [
        (404, "transactionNotFound", True),
        (503, "catalogueUnavailable", True),
        (403, "termsNotAccepted", True),
        (404, "addressNotFound", False),
        (409, "transactionNotFound", False),
        (413, "bodyTooLarge", False),
    ],
)
def test_undeclared_answer_fails_an_api_test(status: int, code: str, is_declared: bool) -> None:
    route = TemplateRoute("GET", "/api/transactions/{id}", "transactions", "PortalAuthorizer")
    answer = Answer(status, {}, f'{{"code": "{code}"}}')
    if is_declared:
        check_declared(route, answer)
    else:
        with pytest.raises(AssertionError, match=f"does not declare {status} {code}"):
            check_declared(route, answer)


@pytest.mark.parametrize("status", [201, 304, 400])
def test_undeclared_status_fails_an_api_test(status: int) -> None:
    route = TemplateRoute("GET", "/api/transactions/{id}", "transactions", "PortalAuthorizer")
    with pytest.raises(AssertionError, match=r"GET /api/transactions/\{id\}"):
        check_declared(route, Answer(status, {}, "{}"))
