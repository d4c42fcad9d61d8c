"""A function of template.yaml for a measurement: its environment and the event of a call."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from _bench import ROOT

from domains.reference.data import get_terms_catalog
from infrastructure.local.events import make_request_event
from infrastructure.local.http import Request
from infrastructure.local.intrinsics import Resolver
from infrastructure.stacks.transform import read
from portal.principal import Caller, Principal
from tests.lambda_context import Context

CONTEXT = Context()
_SECRET = "measurement"
_HOST = "portal.example"
# Variables that Lambda itself sets.
_LAMBDA = {"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing"}
# No resource is created, so the outputs of other stacks are their names, except for addresses.
_ADDRESSES = {
    "Outputs.Issuer": "https://issuer.example",
    "Outputs.JwksUri": "https://issuer.example/keys",
}


@cache
def _template() -> dict[str, Any]:
    return read(ROOT / "template.yaml")


@cache
def environment_of(function: str) -> Mapping[str, str]:
    """Return the environment that the template gives a function, by its logical id."""
    template = _template()
    parameters = {name: each.get("Default", name) for name, each in template["Parameters"].items()}
    resolver = Resolver(
        template,
        {**parameters, "AWS::Region": "us-east-1", "AWS::StackName": "measurement", "AWS::Partition": "aws"},
        resource=lambda name: name,
        attribute=lambda name, attribute: _ADDRESSES.get(attribute, f"{name}-{attribute}"),
        dynamic=lambda _service, _name: json.dumps({"current": _SECRET}),
    )
    variables = (
        template["Globals"]["Function"]["Environment"]["Variables"]
        | template["Resources"][function]["Properties"]["Environment"]["Variables"]
    )
    return _LAMBDA | {name: str(value) for name, value in resolver.resolve(variables).items()}


def event_of(path: str, body: bytes | None = None) -> dict[str, Any]:
    """Return the event of a call by a signed-in person: a GET, or a POST of JSON."""
    headers = (("x-origin-verify", _SECRET), ("Host", _HOST), ("Content-Type", "application/json"))
    request = Request("GET" if body is None else "POST", path, headers=headers, body=body or b"")
    event = make_request_event(request, path, {}, api_id="abc", domain=_HOST)
    person = Principal(
        user_id="a" * 26,
        email="person@example.com",
        is_email_verified=True,
        name="Pat Person",
        roles=frozenset(),
        accepted_terms=get_terms_catalog().current.version,
        session_id="s" * 26,
    )
    end_of_year_9999 = 253402300799
    caller = Caller(person, expires_at=end_of_year_9999)
    event["requestContext"]["authorizer"] = caller.to_authorizer_context()
    return event
