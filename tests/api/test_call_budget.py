"""Each route keeps to its row of the budget of DynamoDB calls; the client of all API tests checks it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from domains.accounts.account_table import AccountRepository
from tests.api import call_budget
from tests.api.access_matrix import ACTORS, MATRIX, ROSA
from tests.api.address_book_support import HOME
from tests.api.businesses_support import add_bakery, copy
from tests.api.call_budget import IS_RECORDING, Cost, check_request, list_too_high, read_budget
from tests.api.calls import RequestCalls, record_request
from tests.api.inbound_support import connect, register_agencies_with_message_types
from tests.api.messages_support import deliver, make_agency_message, make_portal_message
from tests.api.records_support import LICENSES, PASSES, VEHICLES, make_transaction, store
from tests.api.support import (
    BUSINESSES_TABLE,
    USERS_TABLE,
    Client,
    Person,
    act_as,
    list_template_routes,
)
from tests.api.test_access_matrix import call_route, complete_again

_ACTORS = {"NONE": "nobody", "AgencyAuthorizer": "agency", "ChatAuthorizer": "nobody"}
PURPOSE = {"purpose": "resident-asked", "case_number": "C-1042", "idempotency_key": "call-of-a-new-person"}


# Numbers not below those of the largest sample person, so that a call for each of them exceeds the budget.
BUSINESSES, MESSAGES, TRANSACTIONS, HOLDERS = 12, 60, 120, 8
RESERVED = ("Quartzine Lantern LLC", "Ocotillo Kite Works LLC", "Velvetine Orbit LLC")
OWN_LISTS = (
    "/api/users",
    "/api/profile/completed",
    "/api/profile/access",
    "/api/profile/addresses",
    "/api/profile/contactpreferences",
    "/api/profile/termsandconditions",
    "/api/subscriptions",
    "/api/subscriptions/agencyservice",
    "/api/transactions",
    "/api/transactions/summary",
    "/api/messages",
    "/api/messages/all",
    "/api/messages/bin",
    "/api/messages/unread/count",
    "/api/agency/messages/agencies",
    "/api/agency/messages/unread/status",
    f"/api/agency/messages/service/{VEHICLES}",
    f"/api/agency/messages/service/{VEHICLES}/unread/count",
    "/api/businessapplications/applications",
    "/api/businessapplications/businesses",
    "/api/businessapplications/businessnames/reservations",
    "/api/businessapplications/businessagency",
    "/api/businessapplications/forms",
    "/api/businessapplications/plan",
    "/api/businessapplications/lookups/businesscharactercategories",
)
STAFF_LISTS = ("", "/applications", "/connections", "/contact", "/locks")


@pytest.mark.skipif(IS_RECORDING, reason="the run writes the rows")
def test_budget_has_row_for_each_route() -> None:
    assert {route for route, _ in read_budget()} == {route.key for route in list_template_routes()}


@pytest.mark.parametrize("route", list_template_routes(), ids=lambda route: route.key)
def test_new_person_keeps_to_budget(client: Client, table: Any, route: Any) -> None:
    actor = ACTORS[_ACTORS.get(route.authorizer, "registered")]
    if route.authorizer == "PortalAuthorizer":
        statuses = MATRIX[route.key][1]
        if statuses[2] == 403 and statuses[4] != 403:
            actor = ACTORS["admin"]
        complete_again(client.acting_as(actor), table)
    acting = replace(client.acting_as(actor), budget="none")
    call_route(acting.sending(**PURPOSE), route.key, MATRIX[route.key][0])


@pytest.fixture
def rosa(client: Client, stored: Mapping[str, Any]) -> Client:
    """Return a client of a person with much of everything."""
    person = ROSA
    acting = client.acting_as(person)
    complete_again(acting, stored[USERS_TABLE])
    register_agencies_with_message_types()
    for holder in (person, *(Person(f"holder-{number}@example.com") for number in range(HOLDERS))):
        for service_id in (VEHICLES, LICENSES, PASSES):
            connect(holder, f"record of {service_id}", service_id)
    for number in range(MESSAGES):
        deliver(make_portal_message(person, str(number)), make_agency_message(person, str(number)))
    store(*(make_transaction(person, str(number)) for number in range(TRANSACTIONS)))
    copy(stored[BUSINESSES_TABLE], add_bakery(acting), BUSINESSES - 1)
    for name in RESERVED:
        body = {"name": name, "entityType": "llc"}
        assert acting.post("/api/businessapplications/businessnames/reservations", body).status == 201
    for number in range(10):
        key = acting.sending(idempotency_key=f"address-{number:08}")
        assert key.post("/api/profile/addresses", HOME | {"line2": f"Unit {number}"}).status == 201
    return acting


def test_lists_of_person_with_much_data_keep_to_budget(rosa: Client) -> None:
    assert len(rosa.get("/api/businessapplications/businesses").json["items"]) == BUSINESSES
    for path in OWN_LISTS:
        assert rosa.get(path).status == 200, path


def test_staff_pages_of_person_with_much_data_keep_to_budget(rosa: Client) -> None:
    admin = rosa.acting_as(ACTORS["admin"]).sending(**PURPOSE)
    for block in STAFF_LISTS:
        assert admin.get(f"/api/users/{rosa.person.user_id}{block}").status == 200, block


class TestCheck:
    @pytest.fixture(autouse=True)
    def row(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(call_budget, "_measured", {})
        monkeypatch.setattr(call_budget, "_read_twice", set())
        monkeypatch.setattr(call_budget, "IS_RECORDING", False)
        rows = {("GET /a", "largest"): Cost(2, 3)}
        monkeypatch.setattr(call_budget, "read_budget", lambda: rows)

    def test_request_within_row_passes(self) -> None:
        check_request("GET /a", "largest", RequestCalls(["GetItem a", "Query b"], units=4))

    @pytest.mark.parametrize(
        ("calls", "described"),
        [
            (
                RequestCalls(["GetItem a"] * 3, units=1.5),
                "3 calls and 2 units instead of 2 calls and 3 units",
            ),
            (RequestCalls(["Query b"], units=4.5), "1 calls and 5 units instead of 2 calls and 3 units"),
        ],
    )
    def test_request_beyond_row_names_row_and_difference(self, calls: RequestCalls, described: str) -> None:
        with pytest.raises(AssertionError, match=f"call_budget.csv: GET /a, largest: {described}"):
            check_request("GET /a", "largest", calls)

    def test_route_without_row_fails(self) -> None:
        with pytest.raises(AssertionError, match="has no row of GET /b"):
            check_request("GET /b", "largest", RequestCalls())

    def test_reading_key_twice_fails_unless_written_between(self) -> None:
        calls = RequestCalls()
        calls.record_reads([("a", "1")])
        calls.record_writes(["a"])
        calls.record_reads([("a", "1")])
        check_request("GET /a", "largest", calls)
        calls.record_reads([("a", "1")])
        with pytest.raises(AssertionError, match="GET /a reads twice"):
            check_request("GET /a", "largest", calls)

    def test_row_above_need_is_listed(self) -> None:
        check_request("GET /a", "largest", RequestCalls(["GetItem a"], units=3))
        assert "GET /a, largest: 1 calls and 3 units instead of 2 calls and 3 units" in list_too_high()


@pytest.mark.unmapped
def test_calls_are_measured_with_units(client: Client, stored: Mapping[str, Any]) -> None:
    acting = client.acting_as(ACTORS["registered"])
    complete_again(acting, stored[USERS_TABLE])
    bulky = "x" * 5000
    with act_as("profile"), record_request() as calls:
        AccountRepository(USERS_TABLE).get_account(acting.person.user_id)
    before = calls.units
    stored[USERS_TABLE].put_item(Item={"user_id": acting.person.user_id, "item": "zzz", "content": bulky})
    with act_as("profile"), record_request() as calls:
        AccountRepository(USERS_TABLE).get_account(acting.person.user_id)
    assert calls.made == ["Query users"]
    assert (before, calls.units) == (1, 2)
