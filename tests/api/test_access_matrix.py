"""Access matrix: every route of the template × every kind of actor.

The routes are read from the template, so that a new one cannot be forgotten: it fails until it has its row.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

import pytest

from portal.principal import ROLES
from tests.api.access_matrix import (
    ACTORS,
    DETAILS,
    MATRIX,
    NOT_COMPLETE,
    OPEN_BEFORE_TERMS,
    PREFERENCES,
    ROSA,
    TERMS,
    Query,
)
from tests.api.support import (
    Client,
    list_template_routes,
    load_template,
)

CASES = [
    pytest.param(route, actor, body, status, id=f"{route} by {actor}")
    for route, (body, statuses) in MATRIX.items()
    for actor, status in zip(ACTORS, statuses, strict=True)
]


def complete(client: Client) -> None:
    """Register, accept the terms and set contact preferences."""
    assert client.post("/api/users/register", DETAILS).status == 201
    assert client.put("/api/profile/termsandconditions/accept", TERMS).status == 200
    assert client.put("/api/profile/contactpreferences", PREFERENCES).status == 200


def call_route(client: Client, route: Any, sent: Any) -> Any:
    """Call a route with the request of its row."""
    method, path = route.split()
    if sent and (method == "GET" or isinstance(sent, Query)):
        return client.call(method, f"{path}?{urlencode(sent)}")
    return client.call(method, path, sent)


@cache
def list_stored_items() -> dict[Any, Any]:
    """Return the items that `complete` wrote for each person, to avoid three slow calls per row."""
    return {}


def complete_again(client: Client, table: Any) -> None:
    """Restore the state after `complete` from the stored items."""
    kept, user_id = list_stored_items(), client.person.user_id
    if user_id not in kept:
        complete(client)
        kept[user_id] = table.scan()["Items"]
    else:
        with table.batch_writer() as batch:
            for item in kept[user_id]:
                batch.put_item(Item=item)


# Table items of actors who are registered and have contact preferences.
WITHOUT_TERMS: dict[str, dict[str, str] | None] = {
    "never accepted": None,
    "declined": {},
    "older version": {"accepted_terms": "2020-01-01"},
}
GATED = sorted(
    route.key
    for route in list_template_routes()
    if route.authorizer == "PortalAuthorizer" and route.key not in OPEN_BEFORE_TERMS
)


def make_client_without_terms(client: Client, table: Any, actor: str) -> Client:
    """Return a client of a person who completed everything except the terms."""
    access = WITHOUT_TERMS[actor]
    # With every role, so that only the terms close a route.
    person = replace(ROSA, accepted_terms=(access or {}).get("accepted_terms", ""), groups=ROLES)
    acting = client.acting_as(person)
    complete_again(acting, table)
    key = {"user_id": person.user_id, "item": "access"}
    if access is None:
        table.delete_item(Key=key)
    else:
        table.put_item(Item=key | access)
    return acting


@pytest.mark.parametrize("route", GATED)
@pytest.mark.parametrize("actor", WITHOUT_TERMS)
def test_routes_are_closed_before_terms_are_accepted(
    client: Client, stored: Mapping[str, Any], table: Any, actor: str, route: str
) -> None:
    acting = make_client_without_terms(client, table, actor)
    before = list_contents(stored)
    for body, headers in ((MATRIX[route][0], {"idempotency_key": "before-the-terms"}), (None, {})):
        answer = call_route(acting.sending(**headers), route, body)
        assert (answer.status, answer.json["code"]) == (403, "termsNotAccepted")
    assert list_contents(stored) == before


@pytest.mark.parametrize("route", sorted(OPEN_BEFORE_TERMS))
@pytest.mark.parametrize("actor", WITHOUT_TERMS)
def test_registration_routes_are_open_before_terms_are_accepted(
    client: Client, table: Any, actor: str, route: str
) -> None:
    acting = make_client_without_terms(client, table, actor)
    assert call_route(acting, route, MATRIX[route][0]).status not in (401, 403)


def test_terms_decision_opens_and_closes_portal_at_once(client: Client) -> None:
    acting = client.acting_as(replace(ROSA, accepted_terms=""))
    acting.post("/api/users/register", DETAILS)
    for decision, status in (("decline", 403), ("accept", 200), ("decline", 403), ("accept", 200)):
        acting.put(f"/api/profile/termsandconditions/{decision}", TERMS)
        assert acting.get("/api/profile/addresses").status == status


def list_contents(stored: Mapping[str, Any]) -> Any:
    """Return the content of every table."""
    return {name: table.scan()["Items"] for name, table in stored.items()}


def test_matrix_rows_match_template_routes() -> None:
    assert {route.key for route in list_template_routes()} == set(MATRIX)


@pytest.mark.parametrize(("route", "actor", "body", "status"), CASES)
def test_each_actor_gets_expected_status(
    client: Client, table: Any, route: Any, actor: Any, body: Any, status: Any
) -> None:
    acting = client.acting_as(ACTORS[actor])
    if actor not in NOT_COMPLETE:
        complete_again(acting, table)
    answer = call_route(acting.sending(idempotency_key="a-row-of-the-matrix"), route, body)
    assert answer.status == status, answer.text


@pytest.mark.parametrize("route", MATRIX)
def test_request_without_origin_secret_is_refused(
    client: Client, stored: Mapping[str, Any], route: str
) -> None:
    direct = client.acting_as(ACTORS["admin"]).sending(x_origin_verify=None)
    assert call_route(direct, route, MATRIX[route][0]).status == 403
    assert [table.scan()["Items"] for table in stored.values()] == [[]] * len(stored)


PUBLIC_BUT_NOT_FOUND = {
    "GET /api/businessapplications/businessnames/companies/{id}": 404,
    "GET /api/authentication/walletrequests/{handle}": 404,
    "POST /api/authentication/walletrequests/{handle}": 415,
}


def test_gateway_authorizes_every_private_route() -> None:
    auth = load_template()["Resources"]["PortalApi"]["Properties"]["Auth"]
    assert auth["DefaultAuthorizer"] == "PortalAuthorizer"
    assert set(auth["Authorizers"]) == {"PortalAuthorizer", "AgencyAuthorizer", "ChatAuthorizer"}
    for route in list_template_routes():
        statuses = dict(zip(ACTORS, MATRIX[route.key][1], strict=True))
        if route.is_public:
            assert set(statuses.values()) == {PUBLIC_BUT_NOT_FOUND.get(route.key, 200)}, route.key
        elif route.authorizer == "ChatAuthorizer":
            assert set(statuses.values()) == {401}, route.key
        elif route.authorizer == "AgencyAuthorizer":
            assert {status for actor, status in statuses.items() if actor != "agency"} == {401}, route.key
        else:
            assert statuses["nobody"] == statuses["agency"] == 401, route.key


def test_new_user_does_not_see_data_of_other_users(client: Client) -> None:
    complete(client.acting_as(ACTORS["registered"]))
    nora = client.acting_as(ACTORS["unregistered"])
    assert nora.get("/api/users/registered").json["isRegistered"] is False
    assert nora.get("/api/users").json["menuItems"] == []
    assert nora.get("/api/profile/completed").json == {"isCompleted": False, "unverified": []}
    assert nora.get("/api/profile/termsandconditions").json["decision"] is None
