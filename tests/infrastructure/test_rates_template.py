"""web.yaml and identity.yaml: the rates of calls and pages, and what a refused one gets."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infrastructure.stacks.transform import read
from portal.contract import ErrorReply
from tests.infrastructure.templates import list_routes

REPOSITORY = Path(__file__).parents[2]
TEMPLATE = read(REPOSITORY / "infrastructure/stacks/web.yaml")
IDENTITY = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]
RESOURCES = TEMPLATE["Resources"]
PUBLIC_ROUTES = TEMPLATE["Mappings"]["PublicRoutes"]
ROUTES = list_routes()


def list_rate_rules() -> dict[str, dict[str, Any]]:
    rules = RESOURCES["WebAcl"]["Properties"]["Rules"]
    return {rule["Name"]: rule for rule in rules if "RateBasedStatement" in rule["Statement"]}


def get_rate(name: str) -> dict[str, Any]:
    return list_rate_rules()[name]["Statement"]["RateBasedStatement"]


# These hold for all calls, or for all pages, and not for some routes.
GENERAL = {"RateOfTokens", "RateOfCalls", "RateOfPages"}
PEOPLE = 300
"""300 people behind one address can sign in within the five minutes of a rate."""


def get_path_match(name: str) -> dict[str, Any]:
    scope = get_rate(name)["ScopeDownStatement"]
    return scope.get("NotStatement", {}).get("Statement", scope)["RegexMatchStatement"]


def build_expression(name: str) -> str:
    """Build the expression for the paths of a rate, as the template's functions do."""
    text = get_path_match(name)["RegexString"]
    if isinstance(text, str):
        return text
    outer, variables = text["Fn::Sub"]
    separator, found = variables["Paths"]["Fn::Join"]
    mapping, group, key = found["Fn::FindInMap"]
    assert mapping == "PublicRoutes"
    return outer.replace("${Paths}", separator.join(PUBLIC_ROUTES[group][key]))


def list_rates(path: str) -> list[str]:
    """List the rates for a group of routes that count this path."""
    return [name for name in list_rate_rules().keys() - GENERAL if re.search(build_expression(name), path)]


def test_public_routes_have_exactly_one_rate() -> None:
    public = {path for path, methods in ROUTES.items() if "NONE" in methods.values()}
    listed = [path for group in PUBLIC_ROUTES.values() for path in group["Paths"]]
    missing = {path for path in public if not any(re.fullmatch(each, path) for each in listed)}
    assert not missing, f"Add to PublicRoutes of web.yaml, in the group whose rate fits: {sorted(missing)}"
    gone = {each for each in listed if not any(re.fullmatch(each, path) for path in public)}
    assert not gone, f"Not public, or no route any more; take out of PublicRoutes of web.yaml: {sorted(gone)}"
    assert len(listed) == len(set(listed))
    rates = {path: list_rates(path) for path in public}
    assert {path: found for path, found in rates.items() if len(found) != 1} == {}
    assert "RateOfCodes" not in {name for found in rates.values() for name in found}


def test_private_routes_have_no_public_rate() -> None:
    private = {path for path, methods in ROUTES.items() if "NONE" not in methods.values()}
    assert {name for path in private for name in list_rates(path)} == {"RateOfCodes"}


def test_rate_counts_all_spellings_of_a_path() -> None:
    for name in list_rate_rules().keys() - {"RateOfTokens"}:
        match = get_path_match(name)
        steps = sorted(match["TextTransformations"], key=lambda step: step["Priority"])
        assert match["FieldToMatch"] == {"UriPath": {}}, name
        assert [step["Type"] for step in steps] == ["URL_DECODE", "NORMALIZE_PATH", "LOWERCASE"], name
        assert (
            name in GENERAL
            or build_expression(name).endswith("/*$")
            or not build_expression(name).endswith("$")
        ), name


def test_calls_and_pages_are_separated_by_path() -> None:
    calls = ["/configuration", "/api/users", *ROUTES]
    pages = ["/", "/dashboard", "/assets/index-B1a2.js", "/apiary", "/robots.txt"]
    assert [path for path in calls if not re.search(build_expression("RateOfCalls"), path)] == []
    assert [path for path in pages if re.search(build_expression("RateOfCalls"), path)] == []
    assert build_expression("RateOfPages") == build_expression("RateOfCalls")
    assert "NotStatement" in get_rate("RateOfPages")["ScopeDownStatement"]


def test_office_can_sign_in_within_the_rates() -> None:
    measured = json.loads((REPOSITORY / "tests/e2e/pages.json").read_text(encoding="utf-8"))["costs"]
    # Every request of the most costly page, as if each were a call: more than a person's first pages ask.
    requests = max(page["requests"] for page in measured)
    assert get_rate("RateOfCalls")["Limit"] >= PEOPLE * requests
    assert get_rate("RateOfPages")["Limit"] >= 2 * PEOPLE * requests
    assert get_rate("RateOfLists")["Limit"] >= PEOPLE
    # The limit of one token is far below that of the address, and still allows ten such pages.
    assert 10 * requests <= get_rate("RateOfTokens")["Limit"] <= get_rate("RateOfCalls")["Limit"] / 30


def test_provider_rate_fits_an_office_and_limits_guessing() -> None:
    rule, _bad_inputs = IDENTITY["SignInAcl"]["Properties"]["Rules"]
    statement = rule["Statement"]["RateBasedStatement"]
    assert (statement["AggregateKeyType"], statement["EvaluationWindowSec"]) == ("IP", 300)
    assert 2 * PEOPLE <= statement["Limit"] < 3 * PEOPLE
    method, token = statement["ScopeDownStatement"]["AndStatement"]["Statements"]
    assert method["ByteMatchStatement"]["SearchString"] == "POST"
    assert token["NotStatement"]["Statement"]["ByteMatchStatement"]["SearchString"] == "/oauth2/token"
    pool = {"Fn::GetAtt": ["UserPool", "Arn"]}
    assert IDENTITY["SignInAclOfPool"]["Properties"]["ResourceArn"] == pool


def test_rate_uses_the_address_seen_by_cloudfront() -> None:
    kinds = {name: get_rate(name)["AggregateKeyType"] for name in list_rate_rules()}
    assert not any("ForwardedIPConfig" in get_rate(name) for name in kinds)
    assert kinds.pop("RateOfTokens") == "CUSTOM_KEYS"
    assert set(kinds.values()) == {"IP"}
    address, header = get_rate("RateOfTokens")["CustomKeys"]
    (step,) = header["Header"]["TextTransformations"]
    assert (address, header["Header"]["Name"], step["Type"]) == ({"IP": {}}, "authorization", "LOWERCASE")


@pytest.mark.parametrize("folder", ["functions", "shared/python"])
def test_functions_do_not_trust_address_headers(folder: str) -> None:
    reported = re.compile(r"x-forwarded-for|viewer-address|source_?ip\b", re.IGNORECASE)
    files = list((REPOSITORY / folder).rglob("*.py"))
    assert files
    assert [str(file) for file in files if reported.search(file.read_text(encoding="utf-8"))] == []


def list_refusals() -> Iterator[tuple[str, dict[str, Any], dict[str, str], dict[str, str]]]:
    """List each rate with its statement, and the headers and body of its refusals."""
    for acl in (RESOURCES["WebAcl"], IDENTITY["SignInAcl"]):
        for rule in acl["Properties"]["Rules"]:
            if "RateBasedStatement" not in rule["Statement"]:
                continue
            response = rule["Action"]["Block"]["CustomResponse"]
            assert response["ResponseCode"] == 429
            headers = {header["Name"]: header["Value"] for header in response["ResponseHeaders"]}
            body = acl["Properties"]["CustomResponseBodies"][response["CustomResponseBodyKey"]]
            yield rule["Name"], rule["Statement"]["RateBasedStatement"], headers, body


def test_refused_calls_get_json_and_refused_pages_get_a_page() -> None:
    for name, statement, headers, body in list_refusals():
        # After a whole evaluation window no earlier call counts.
        assert headers["Retry-After"] == str(statement["EvaluationWindowSec"]) == "300", name
        assert headers["Cache-Control"] == "no-store", name
        if name in ("RateOfPages", "RateOfSignIns"):
            assert body["ContentType"] == "TEXT_HTML", name
            assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'", name
            assert '<html lang="en">' in body["Content"], name
            assert '<div lang="es">' in body["Content"], name
            assert "five minutes" in body["Content"], name
            assert "cinco minutos" in body["Content"], name
        else:
            assert body["ContentType"] == "APPLICATION_JSON", name
            reply = ErrorReply.model_validate_json(body["Content"])
            assert (reply.code, reply.request_id) == ("tooManyRequests", ""), name
