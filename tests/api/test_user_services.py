"""Support staff: views and changes, notices to the person, and complete logging."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, get_args
from unittest import mock

import pytest
from pynamodb.exceptions import QueryError, TransactWriteError
from pynamodb.transactions import TransactWrite

from domains.accesslog.access_log_table import AccessLogTable
from domains.accesslog.record import Purpose, get_staff_number
from domains.accounts.account import Account
from domains.accounts.account_table import AccountRepository
from domains.agencies.subscriptions_table import ClearedItem
from domains.assurance.enhanced_authentication import CREDIT_BUREAU
from domains.assurance.tries_table import TriesTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.dispatch import DispatchKey
from domains.reference.data import get_terms_catalog
from functions.userservices.reach import PARTS
from functions.userservices.repository import DashboardsRepository
from functions.userservices.texts import PURPOSES
from portal.principal import ROLES
from portal.secrets import RotatingSecret
from tests.api.agency_support import AGENCY, NEWS, SUBSCRIPTIONS, World, connect, run_agency
from tests.api.applications_support import ApplicationsWorld, add_business
from tests.api.messages_support import deliver, make_agency_message, make_portal_message
from tests.api.profile_support import ACCEPT, OTHER_ADDRESS, PREFERENCES, ROSA, make_preferences, register
from tests.api.support import (
    ACCESS_LOG_TABLE,
    DELIVERIES_TABLE,
    DOCUMENT_SECRET,
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    TRIES_TABLE,
    UNKNOWN_ID,
    USERS_TABLE,
    Answer,
    Client,
    Person,
)
from tests.api.user_services_support import (
    MAX_FAILURES,
    SAM,
    Desk,
    add_delivery,
    fail_tries,
    make_desk,
    make_tokens,
)

BLOCKS = ("", "contact", "connections", "applications", "locks")
ADA = Person("ada@example.com", groups=("admin",), second_factor=True)
BEN = Person("ben@example.com", name="Ben Whitehorse")
GRACE = Person("grace@example.com", groups=("support",), second_factor=True, agency_id=AGENCY)
OTHER_AGENCY = replace(GRACE, email="omar@example.com", agency_id="other-agency")
MINE = "/api/profile/access"
RENEWAL = make_agency_message(ROSA, "renewal")


CALLS: Mapping[str, Callable[[Desk, Person], Answer]] = {
    "identity": lambda desk, person: desk.person(person),
    "contact": lambda desk, person: desk.person(person, "contact"),
    "connections": lambda desk, person: desk.person(person, "connections"),
    "applications": lambda desk, person: desk.person(person, "applications"),
    "allow": lambda desk, person: desk.allow(person),
    "resend": lambda desk, person: desk.resend(person, RENEWAL.id),
    "locks": lambda desk, person: desk.person(person, "locks"),
    "lift": lambda desk, person: desk.lift(person),
    "reload": lambda desk, person: desk.reload(person),
    "clear": lambda desk, person: desk.clear(person),
    "restore": lambda desk, person: desk.restore(person),
}
OF_PORTAL_SUPPORT = {"contact", "allow", "resend", "locks", "lift"}
CHANGES = {"allow", "resend", "lift", "reload", "clear", "restore"}


@pytest.fixture
def world(client: Client) -> Iterator[World]:
    with run_agency() as agency:
        world = World(client, agency)
        world.register()
        for person in (ROSA, SAM, BEN):
            register(client, person)
        yield world


@pytest.fixture
def rosa(world: World) -> Client:
    return world.acting_as(ROSA)


@pytest.fixture
def desk(world: World) -> Desk:
    return make_desk(world)


def list_lines(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(stored[ACCESS_LOG_TABLE].scan()["Items"])


def prepare(world: World, rosa: Client) -> None:
    """Prepare data for every call."""
    connect(rosa)
    fail_tries(world, ROSA)
    deliver(RENEWAL)
    add_delivery(ROSA, RENEWAL.id, "failed", world.now)
    for address in (ROSA.email, OTHER_ADDRESS):
        assert rosa.put(PREFERENCES, make_preferences(address)).status == 200


def make_every_call(desk: Desk, person: Person) -> Iterator[Any]:
    """Call every route about a person."""
    for call in CALLS.values():
        yield call(desk, person)


def refuse(transaction: TransactWrite) -> None:
    """Return a transaction part whose condition fails."""
    transaction.delete(ClearedItem(UNKNOWN_ID, ClearedItem.KEY), ClearedItem.ids.exists())


def connect_other_agency(rosa: Client, stored: Mapping[str, Any]) -> str:
    """Connect the person with a service of an unknown agency, and return its id."""
    assert rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).status == 201
    table = stored[SUBSCRIPTIONS_TABLE]
    (item,) = (each for each in table.scan()["Items"] if each.get("service_id") == NEWS)
    table.put_item(Item={**item, "service_id": "other-agency-permits"})
    return "other-agency-permits"


def list_kinds(rosa: Client) -> list[str]:
    """List the kinds of the person's accesses in order of time."""
    return [access["kind"] for access in reversed(rosa.get(MINE).json["items"])]


class TestAccess:
    def test_person_sees_staff_purpose_and_fields(self, desk: Desk, rosa: Client) -> None:
        assert desk.person(ROSA, "locks").status == 200
        page = rosa.get(MINE).json
        assert page == {
            "items": [
                {
                    "number": 1,
                    "at": "2026-11-20T18:30:00Z",
                    "staffNumber": get_staff_number(SAM.user_id),
                    "agency": None,
                    "role": "support",
                    "purpose": "resident-asked",
                    "caseNumber": "C-1042",
                    "kind": "view",
                    "call": "GET /api/users/{id}/locks",
                    "fields": ["locks"],
                    "resultCount": 1,
                    "proof": None,
                }
            ],
            "isLogReadable": True,
            "nextToken": None,
        }

    def test_every_call_is_logged_for_person(self, desk: Desk, rosa: Client, world: World) -> None:
        prepare(world, rosa)
        assert [answer.status for answer in make_every_call(desk, ROSA)] == [200] * len(CALLS)
        calls = [item["call"] for item in rosa.get(MINE).json["items"]]
        assert len(calls) == len(set(calls)) == len(CALLS)

    def test_access_log_has_no_data_of_person(self, desk: Desk, stored: Mapping[str, Any]) -> None:
        for part in ("", "contact"):
            assert desk.person(ROSA, part).status == 200
        lines = list_lines(stored)
        assert lines
        for shown in ("Delgado", "Pima", "1988", ROSA.email, "r•••@example.com"):
            assert shown not in str(lines)

    def test_access_pages_have_personal_tokens(self, desk: Desk, rosa: Client) -> None:
        for block in BLOCKS:
            desk.person(ROSA, block)
            desk.world.passes(seconds=1)
        first = rosa.get(f"{MINE}?limit=3").json
        rest = rosa.get(f"{MINE}?limit=3&nextToken={first['nextToken']}").json
        assert (len(first["items"]), len(rest["items"]), rest["nextToken"]) == (3, 2, None)
        other = desk.world.acting_as(BEN).get(f"{MINE}?nextToken={first['nextToken']}")
        assert list(other.problems()) == ["nextToken"]

    def test_accesses_to_other_people_are_hidden(self, desk: Desk) -> None:
        desk.person(ROSA)
        assert desk.world.acting_as(BEN).get(MINE).json["items"] == []

    @pytest.mark.parametrize(
        "fault",
        [
            {"attribute": "add_records", "side_effect": TransactWriteError("down")},
            {"attribute": "get_last_number", "side_effect": QueryError("down")},
            {"attribute": "add_records", "return_value": False},
        ],
        ids=["write refused", "read refused", "number always taken"],
    )
    def test_failed_access_log_prevents_every_call(
        self, world: World, desk: Desk, stored: Mapping[str, Any], rosa: Client, fault: dict[str, Any]
    ) -> None:
        prepare(world, rosa)
        before = {name: table.scan()["Items"] for name, table in stored.items()}
        with mock.patch.object(AccessLogTable, **fault):
            for answer in make_every_call(desk, ROSA):
                assert (answer.status, answer.json["code"]) == (503, "accessNotRecorded")
                assert set(answer.json) == {"code", "message", "wordings", "requestId", "parameters"}
        assert {name: table.scan()["Items"] for name, table in stored.items()} == before


class TestPermissions:
    @pytest.mark.parametrize("header", ["purpose", "case_number"])
    def test_missing_purpose_or_case_number_is_refused(
        self, desk: Desk, stored: Mapping[str, Any], header: str
    ) -> None:
        for answer in make_every_call(desk.sending(**{header: None}), ROSA):
            assert list(answer.problems()) == [header.replace("_", "-")]
        assert list_lines(stored) == []

    def test_unknown_purpose_is_refused(self, desk: Desk) -> None:
        assert list(desk.sending(purpose="curiosity").person(ROSA).problems()) == ["purpose"]

    @pytest.mark.parametrize("staff", [SAM, ADA], ids=["support", "admin"])
    def test_both_roles_need_second_factor(self, world: World, staff: Person) -> None:
        if staff is ADA:
            register(world.client, staff)
        desk = make_desk(world, staff)
        assert desk.person(ROSA).status == 200
        for answer in make_every_call(desk.acting_as(replace(staff, second_factor=False)), ROSA):
            assert (answer.status, answer.json["code"]) == (403, "secondFactorRequired")

    @pytest.mark.parametrize("groups", [(), ("government",)])
    def test_other_groups_are_refused(self, desk: Desk, groups: Any, stored: Mapping[str, Any]) -> None:
        for answer in make_every_call(desk.acting_as(replace(SAM, groups=groups)), ROSA):
            assert (answer.status, answer.json["code"]) == (403, "noAccess")
        assert list_lines(stored) == []

    def test_own_record_is_refused(self, desk: Desk, stored: Mapping[str, Any]) -> None:
        for answer in make_every_call(desk.acting_as(replace(SAM, groups=ROLES)), SAM):
            assert (answer.status, answer.json["code"]) == (403, "ownRecord")
        assert list_lines(stored) == []

    @pytest.mark.parametrize("call", CALLS)
    @pytest.mark.parametrize("staff", ["support", "own agency", "other agency"])
    def test_each_call_is_limited_to_responsible_staff(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any], call: str, staff: str
    ) -> None:
        member = {"support": SAM, "own agency": GRACE, "other agency": OTHER_AGENCY}[staff]
        if member is not SAM:
            register(world.client, member)
        prepare(world, rosa)
        if call == "restore":
            assert desk.clear(ROSA).status == 200
        logged = len(list_lines(stored))
        answer = CALLS[call](desk.acting_as(member), ROSA)
        if staff == "support" or (staff == "own agency" and call not in OF_PORTAL_SUPPORT):
            assert answer.status == 200
            assert len(list_lines(stored)) == logged + 2
        else:
            assert (answer.status, answer.json["code"]) == (403, "notYourCase")
            assert len(list_lines(stored)) == logged

    def test_response_time_does_not_reveal_found_people(self, world: World, rosa: Client) -> None:
        register(world.client, GRACE)
        make_tokens(ROSA)
        moment = [0.0]
        waits: list[float] = []

        def work(self: AccountRepository, user_id: str) -> Account:
            moment[0] += 0.1
            return get_account(self, user_id)

        get_account = AccountRepository.get_account
        desk = make_desk(world, GRACE, monotonic=lambda: moment[0], sleep=waits.append)
        support = make_desk(world, monotonic=lambda: moment[0], sleep=waits.append)
        with mock.patch.object(AccountRepository, "get_account", work):
            assert desk.person(ROSA).status == 403
            assert desk.person(Person("nobody@example.com")).status == 403
            assert desk.search(email=ROSA.email).json["items"] == []
            assert desk.search(email="nobody@example.com").json["items"] == []
            assert support.person(Person("nobody@example.com")).status == 403
            assert len(support.search(email=ROSA.email).json["items"]) == 1
        assert waits == pytest.approx([0.3, 0.3, 0.4, 0.4])

    @pytest.mark.parametrize("call", CALLS)
    @pytest.mark.parametrize("purpose", get_args(Purpose))
    def test_each_purpose_allows_only_named_calls(
        self,
        world: World,
        desk: Desk,
        rosa: Client,
        stored: Mapping[str, Any],
        call: str,
        purpose: Purpose,
    ) -> None:
        prepare(world, rosa)
        if call == "restore":
            assert desk.clear(ROSA).status == 200
        before = {name: table.scan()["Items"] for name, table in stored.items()}
        answer = CALLS[call](desk.sending(purpose=purpose), ROSA)
        if purpose in ("resident-asked", "complaint") or call not in CHANGES:
            assert answer.status == 200
        else:
            assert (answer.status, answer.json["code"]) == (403, "purposeChangesNothing")
            assert PURPOSES[purpose].en in answer.json["message"]
            assert {name: table.scan()["Items"] for name, table in stored.items()} == before

    def test_person_lists_available_parts(self, world: World, desk: Desk, rosa: Client) -> None:
        register(world.client, GRACE)
        connect(rosa)
        looks = ["identity", "connections", "applications"]
        agency = desk.acting_as(GRACE)
        assert agency.person(ROSA).json["parts"] == [*looks, "reload", "clear", "restore"]
        assert agency.sending(purpose="quality-check").person(ROSA).json["parts"] == looks
        assert desk.person(ROSA).json["parts"] == list(PARTS)

    def test_agency_sees_no_account_details(self, world: World, desk: Desk, rosa: Client) -> None:
        register(world.client, GRACE)
        connect(rosa)
        make_tokens(ROSA)
        agency = desk.acting_as(GRACE)
        person = agency.person(ROSA).json
        account = (
            "registeredAt",
            "linkedAtRegistration",
            "state",
            "acceptedTerms",
            "currentTerms",
            "terms",
        )
        assert {person[each] for each in account} == {None}
        assert person["displayName"] == "Rosa Delgado"
        (found,) = agency.search(lastName="Delgado", firstName="Rosa").json["items"]
        assert found["state"] is None
        shown = [access["fields"] for access in rosa.get(MINE).json["items"]]
        assert shown == [["birthYear", "county", "email", "name"]] * 2

    def test_missing_and_foreign_people_get_same_answer(self, world: World, desk: Desk) -> None:
        nobody = Person("nobody@example.com")
        register(world.client, GRACE)
        for staff, person in ((SAM, nobody), (GRACE, nobody), (GRACE, ROSA)):
            answers = list(make_every_call(desk.acting_as(staff), person))
            assert {(each.status, each.json["code"]) for each in answers} == {(403, "notYourCase")}
            assert len({each.json["message"] for each in answers}) == 1

    def test_agency_sees_only_own_cards(self, world: World, desk: Desk, rosa: Client) -> None:
        register(world.client, GRACE)
        connect(rosa)
        cards = desk.acting_as(GRACE).person(ROSA, "connections").json["items"]
        assert [card["serviceName"] for card in cards] == ["Vehicles"]
        assert rosa.get(MINE).json["items"][0]["agency"] == AGENCY


class TestSearch:
    @pytest.fixture(autouse=True)
    def tokens(self, world: World) -> None:
        make_tokens(ROSA, SAM, BEN)

    @pytest.mark.parametrize(
        "criteria",
        [
            {"lastName": "delgado", "firstName": "Rosa"},
            {"lastName": "Delgadoh", "firstName": "rosa"},
            {"lastName": "Delgado", "birthYear": "1988"},
            {"email": "Rosa@Example.com"},
        ],
        ids=lambda each: " ".join(each.values()),
    )
    def test_person_is_found_by_known_details(self, desk: Desk, criteria: dict[str, str]) -> None:
        found = desk.search(**criteria).json
        assert {
            "id": ROSA.user_id,
            "displayName": "Rosa Delgado",
            "email": "r•••@example.com",
            "county": "Pima",
            "birthYear": 1988,
            "state": "termsNotAccepted",
        } in found["items"]
        assert found["isTruncated"] is False

    def test_each_listed_person_sees_number_of_results(self, desk: Desk, rosa: Client) -> None:
        # Every person is registered as Rosa Delgado.
        found = {each["id"] for each in desk.search(lastName="Delgado", firstName="Rosa").json["items"]}
        assert found == {ROSA.user_id, BEN.user_id}
        (access,) = rosa.get(MINE).json["items"]
        assert (access["call"], access["resultCount"]) == ("GET /api/users/search", 2)
        assert access["fields"] == ["birthYear", "county", "email", "name", "state"]

    def test_search_without_results_is_logged(self, desk: Desk, stored: Mapping[str, Any]) -> None:
        assert desk.search(lastName="Nobody", firstName="Nora").json["items"] == []
        assert len(list_lines(stored)) == 1

    def test_search_with_too_many_results_is_logged(self, desk: Desk, stored: Mapping[str, Any]) -> None:
        with mock.patch("domains.people.finder.MAX_LISTED_ACCOUNTS", 1):
            answer = desk.search(lastName="Delgado", firstName="Rosa")
        assert (answer.status, answer.json["code"]) == (409, "tooManyPeople")
        assert len(list_lines(stored)) == 1

    def test_agency_finds_only_own_people(self, world: World, desk: Desk, rosa: Client) -> None:
        register(world.client, GRACE)
        agency = desk.acting_as(GRACE)
        assert agency.search(lastName="Delgado", firstName="Rosa").json["items"] == []
        connect(rosa)
        found = agency.search(lastName="Delgado", firstName="Rosa").json["items"]
        assert [each["id"] for each in found] == [ROSA.user_id]

    @pytest.mark.parametrize(
        ("criteria", "field"),
        [
            ({"lastName": "Delgado"}, ""),
            ({"lastName": "Delgado", "birthYear": "last year"}, "birthYear"),
            ({"email": "rosa@"}, "email"),
            ({"phone": "12", "lastName": "Delgado"}, "phone"),
            ({"lastName": "Delgado", "county": "pima"}, "county"),
        ],
    )
    def test_invalid_field_is_reported(self, desk: Desk, criteria: dict[str, str], field: str) -> None:
        assert list(desk.search(**criteria).problems()) == [field]

    def test_failed_access_log_lists_no_results(self, desk: Desk) -> None:
        with mock.patch.object(AccessLogTable, "add_records", side_effect=TransactWriteError("down")):
            answer = desk.search(lastName="Delgado", firstName="Rosa")
        assert (answer.status, answer.json["code"]) == (503, "accessNotRecorded")


class TestPerson:
    def test_person_has_registration_terms_and_next_step(self, desk: Desk, rosa: Client) -> None:
        assert rosa.put(ACCEPT, {"version": get_terms_catalog().current.version}).status == 200
        person = desk.person(ROSA).json
        assert person["displayName"] == "Rosa Delgado"
        assert (person["birthYear"], person["county"], person["email"]) == (1988, "Pima", "r•••@example.com")
        assert (person["state"], [each["outcome"] for each in person["terms"]]) == (4, ["accepted"])
        assert person["acceptedTerms"] == person["currentTerms"]
        assert "1988-04-02" not in str(person)

    def test_addresses_without_preferences_are_masked(self, desk: Desk) -> None:
        contact = desk.person(ROSA, "contact")
        assert contact.json["addresses"] == [
            {
                "channel": "email",
                "sentTo": "r•••@example.com",
                "isVerified": True,
                "status": "usable",
                "statusAt": None,
            }
        ]
        assert "rosa@example.com" not in contact.text

    def test_agency_notices_name_only_sender(self, world: World, desk: Desk, rosa: Client) -> None:
        welcome = make_portal_message(ROSA, "welcome")
        before = desk.person(ROSA, "contact").json["unread"]["count"]
        deliver(welcome, RENEWAL)
        for place, message_id in enumerate((welcome.id, RENEWAL.id, UNKNOWN_ID)):
            add_delivery(ROSA, message_id, "delivered", world.now - timedelta(minutes=place))
        contact = desk.person(ROSA, "contact").json
        assert [(each["sender"], each["subject"]) for each in contact["deliveries"]] == [
            (welcome.sender.en, welcome.subject["en"]),
            (RENEWAL.sender.en, None),
            (None, None),
        ]
        assert contact["unread"] == {"count": before + 2, "atLeast": False}
        assert rosa.get(MINE).json["items"][0]["fields"] == ["addresses", "deliveries", "unread"]

    def test_applications_of_own_businesses_are_listed(self, world: World, desk: Desk, rosa: Client) -> None:
        applications = ApplicationsWorld(world.client, world.agency)
        business = add_business("Agave Bakery LLC", roles={ROSA: "owner"})
        assert desk.person(ROSA, "applications").json == {"items": []}
        assert applications.begin(ROSA, business=business).status == 201
        (listed,) = desk.person(ROSA, "applications").json["items"]
        assert (listed["businessName"], listed["state"]) == ("Agave Bakery LLC", "draft")

    def test_connection_explains_empty_card(self, world: World, desk: Desk, rosa: Client) -> None:
        identity = connect(rosa).json["identityId"]
        assert rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).status == 201
        first, second = desk.person(ROSA, "connections").json["items"]
        assert (first["serviceName"], first["agencyName"], first["isOffered"]) == (
            "Vehicles",
            "Test Agency",
            True,
        )
        (record,) = first["records"]
        assert (record["status"], record["checkedAt"]) == ("connected", None)
        # The label of a record can contain an address or a plate.
        assert record.keys() == {"status", "connectedAt", "checkedAt"}
        assert (first["notAnsweringSince"], first["askedAgainFrom"]) == (None, None)
        assert first["lastFailure"] is None
        world.agency.mode = "error"
        assert rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata").status == 503
        failed, _ = desk.person(ROSA, "connections").json["items"]
        assert failed["lastFailure"] == {"at": failed["lastFailure"]["at"], "fault": "failed"}
        assert failed["notAnsweringSince"] is None
        assert (second["serviceId"], second["records"]) == (NEWS, [])
        assert "reference" not in str(first)


class TestResend:
    def test_failed_notice_is_resent_once(self, world: World, desk: Desk, rosa: Client) -> None:
        deliver(RENEWAL)
        add_delivery(ROSA, RENEWAL.id, "failed", world.now)
        world.passes(minutes=5)
        answer = desk.resend(ROSA, RENEWAL.id).json
        assert (answer["state"], answer["reason"]) == ("waiting", "tryAgain")
        assert (answer["messageId"], answer["sender"]) == (RENEWAL.id, RENEWAL.sender.en)
        due = list(DeliveriesTable(DELIVERIES_TABLE).list_due(world.now))
        assert due == [DispatchKey(ROSA.user_id, RENEWAL.id, "email")]
        again = desk.resend(ROSA, RENEWAL.id)
        assert (again.status, again.json["code"]) == (409, "noticeNotFailed")
        assert list_kinds(rosa) == ["change", "view"]

    @pytest.mark.parametrize("channel", ["email", "text", "pigeon"])
    def test_delivered_or_unknown_notice_is_not_resent(self, world: World, desk: Desk, channel: str) -> None:
        add_delivery(ROSA, RENEWAL.id, "delivered", world.now)
        for message_id in (RENEWAL.id, UNKNOWN_ID):
            assert desk.resend(ROSA, message_id, channel).json["code"] == "noticeNotFailed"

    def test_parallel_change_is_not_overwritten(self, world: World, desk: Desk) -> None:
        add_delivery(ROSA, RENEWAL.id, "failed", world.now)
        with mock.patch.object(DeliveriesTable, "write_next", return_value=refuse):
            assert desk.resend(ROSA, RENEWAL.id).json["code"] == "noticeChanged"


class TestLocks:
    def test_lifted_lock_notifies_person_with_reason(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        fail_tries(world, ROSA)
        (lock,) = desk.person(ROSA, "locks").json["items"]
        assert (lock["id"], lock["failures"]) == ("3", 5)
        assert lock["lockedUntil"] == "2026-11-21T18:30:00Z"
        assert desk.lift(ROSA, reason="Her license was renewed").json == {"items": []}
        again = desk.lift(ROSA)
        assert (again.status, again.json["code"]) == (409, "notLocked")
        reported = [
            item for item in stored[MESSAGES_TABLE].scan()["Items"] if item.get("type") == "lockLifted"
        ]
        assert len(reported) == 1
        assert "Her license was renewed" in reported[0]["body"]
        assert list_kinds(rosa) == ["view", "change", "view"]

    def test_lock_by_tries_of_other_account_is_lifted(self, world: World, desk: Desk) -> None:
        table = TriesTable(TRIES_TABLE, RotatingSecret(DOCUMENT_SECRET))
        accounts = AccountRepository(USERS_TABLE)
        registration = accounts.get_account(ROSA.user_id).registration
        for number in range(MAX_FAILURES):
            tries = table.get_tries("a stranger", registration)
            after = tries.take(f"try-{number}", CREDIT_BUREAU, world.now)
            assert table.save_tries("a stranger", registration, tries, after)
        (lock,) = desk.person(ROSA, "locks").json["items"]
        assert (lock["id"], lock["failures"], lock["lockedUntil"] is None) == ("2", MAX_FAILURES, False)
        assert desk.lift(ROSA, "2").json == {"items": []}
        assert not table.get_tries("another", registration).count(CREDIT_BUREAU, world.now)

    @pytest.mark.parametrize("reason", ["", "why", "x" * 301, "why \u202e\u200b"])
    def test_empty_reason_is_refused(self, desk: Desk, reason: str) -> None:
        assert list(desk.lift(ROSA, reason=reason).problems()) == ["reason"]

    def test_parallel_try_is_not_lost(self, world: World, desk: Desk, rosa: Client) -> None:
        fail_tries(world, ROSA)
        with mock.patch.object(TriesTable, "write_tries", return_value=refuse):
            answer = desk.lift(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "locksChanged")
        assert desk.person(ROSA, "locks").json["items"][0]["failures"] == 5
        assert list_kinds(rosa) == ["view", "view"]


class TestReload:
    def test_reload_asks_every_agency_and_notifies_person(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        identity = connect(rosa).json["identityId"]
        data = f"/api/subscriptions/identities/{identity}/servicedata"
        assert rosa.get(data).status == 200
        world.passes(seconds=1)
        (card,) = desk.reload(ROSA).json["items"]
        assert (card["serviceName"], card["outcome"]) == ("Vehicles", "reloaded")
        assert rosa.get(data).json["checkedAt"] == card["checkedAt"]
        subjects = [message["subject"] for message in rosa.get("/api/messages").json["items"]]
        assert "Support reloaded your dashboard" in subjects

    def test_reload_of_shared_record_tells_agency_number_of_accounts(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        connect(rosa)
        connect(world.acting_as(BEN))
        (card,) = desk.reload(ROSA).json["items"]
        assert card["outcome"] == "reloaded"
        assert world.agency.calls[-1].body["accounts"] == 2

    def test_reload_at_unavailable_agency_keeps_last_copy(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        identity = connect(rosa).json["identityId"]
        before = rosa.get(f"/api/subscriptions/identities/{identity}/servicedata").json["checkedAt"]
        world.passes(seconds=1)
        world.agency.mode = "away"
        (card,) = desk.reload(ROSA).json["items"]
        assert (card["outcome"], card["checkedAt"]) == ("unavailable", before)

    def test_reload_of_revoked_record_revokes_card(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        world.agency.records = {}
        (card,) = desk.reload(ROSA).json["items"]
        assert card["outcome"] == "revoked"
        (shown,) = rosa.get(SUBSCRIPTIONS).json["items"]
        assert shown["identities"][0]["status"] == "revoked"

    def test_card_without_time_is_postponed(self, world: World, rosa: Client) -> None:
        connect(rosa)
        moments = iter([0.0, 0.0, 0.0, 100.0])
        (card,) = make_desk(world, monotonic=lambda: next(moments)).reload(ROSA).json["items"]
        assert card["outcome"] == "postponed"

    @pytest.mark.parametrize("name", ["Ben", "Rosa", "Rosa  Delgado Ortiz"])
    def test_wrong_name_is_logged_as_view_of_name(
        self, desk: Desk, rosa: Client, stored: Mapping[str, Any], name: str
    ) -> None:
        for act in (desk.reload, desk.clear):
            logged = len(list_lines(stored))
            assert list(act(ROSA, name).problems()) == ["confirmed-name"]
            assert len(list_lines(stored)) == logged + 2
            desk.world.passes(seconds=1)
        items = rosa.get(MINE).json["items"]
        assert [(each["kind"], each["fields"]) for each in items] == [("view", ["name"])] * 2

    def test_wrong_name_without_access_log_is_not_revealed(self, desk: Desk) -> None:
        with mock.patch.object(AccessLogTable, "add_records", side_effect=TransactWriteError("down")):
            for act in (desk.reload, desk.clear):
                assert act(ROSA, "Ben").json["code"] == "accessNotRecorded"

    def test_case_and_accents_of_name_are_ignored(self, desk: Desk) -> None:
        assert desk.reload(ROSA, "  rosa DELGADÓ ").status == 200


class TestClear:
    def test_clear_removes_cards_and_keeps_connections(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        cleared = desk.clear(ROSA).json
        assert cleared == {"clearedAt": "2026-11-20T18:30:00Z", "restorableUntil": "2026-11-27T18:30:00Z"}
        (card,) = rosa.get(SUBSCRIPTIONS).json["items"]
        assert (card["isOnDashboard"], len(card["identities"])) == (False, 1)
        subjects = [message["subject"] for message in rosa.get("/api/messages").json["items"]]
        assert "Support cleared your dashboard" in subjects
        seen = desk.person(ROSA, "connections").json
        assert [each["isOnDashboard"] for each in seen["items"]] == [False]
        assert seen["restorableUntil"] == "2026-11-27T18:30:00Z"

    def test_second_clear_changes_nothing(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        connect(rosa)
        first = desk.clear(ROSA).json
        world.passes(hours=1)
        assert desk.clear(ROSA).json == first
        reported = [
            item for item in stored[MESSAGES_TABLE].scan()["Items"] if item.get("type") == "dashboardCleared"
        ]
        assert len(reported) == 1

    def test_clear_can_be_undone_for_seven_days(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        desk.clear(ROSA)
        world.passes(days=6, hours=23)
        restored = desk.restore(ROSA).json
        assert ([each["isOnDashboard"] for each in restored["items"]], restored["restorableUntil"]) == (
            [True],
            None,
        )
        assert rosa.get(SUBSCRIPTIONS).json["items"][0]["isOnDashboard"] is True
        assert desk.restore(ROSA).json["code"] == "nothingToRestore"

    def test_only_person_can_restore_after_seven_days(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        desk.clear(ROSA)
        world.passes(days=7)
        answer = desk.restore(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "nothingToRestore")
        for _ in range(2):
            cards = rosa.post(f"{SUBSCRIPTIONS}/restoredashboard").json["items"]
            assert [card["isOnDashboard"] for card in cards] == [True]

    def test_record_connected_after_clear_is_shown(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        assert rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).status == 201
        desk.clear(ROSA)
        world.passes(seconds=1)
        connect(rosa, "XYZ9")
        cards = rosa.get(SUBSCRIPTIONS).json["items"]
        assert [card["isOnDashboard"] for card in cards] == [True, False]
        assert [card["sortIndex"] for card in cards] == [0, 1]

    def test_constantly_changing_dashboard_is_conflict(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        with mock.patch.object(DashboardsRepository, "write_cleared", return_value=refuse):
            answer = desk.clear(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "dashboardChanged")
        assert rosa.get(SUBSCRIPTIONS).json["items"][0]["isOnDashboard"] is True
        assert list_kinds(rosa) == ["view"]

    def test_clear_and_restore_without_effect_are_logged_as_views(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        connect(rosa)
        for act, status in (
            (desk.restore, 409),
            (desk.clear, 200),
            (desk.clear, 200),
            (desk.restore, 200),
            (desk.restore, 409),
        ):
            assert act(ROSA).status == status
            world.passes(seconds=1)
        assert list_kinds(rosa) == ["view", "change", "view", "change", "view"]

    def test_dashboard_without_cards_is_refused(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        reported = stored[MESSAGES_TABLE].scan()["Items"]
        answer = desk.clear(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "nothingToClear")
        world.passes(seconds=1)
        assert desk.reload(ROSA).json == {"items": []}
        assert list_kinds(rosa) == ["view", "view"]
        assert stored[MESSAGES_TABLE].scan()["Items"] == reported

    def test_agency_restores_only_own_cards(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        register(world.client, GRACE)
        connect(rosa)
        foreign = connect_other_agency(rosa, stored)
        agency = desk.acting_as(GRACE)
        assert desk.clear(ROSA).status == 200
        world.passes(seconds=1)
        (card,) = agency.restore(ROSA).json["items"]
        assert (card["serviceName"], card["isOnDashboard"]) == ("Vehicles", True)
        on_dashboard = {
            each["serviceId"]: each["isOnDashboard"]
            for each in desk.person(ROSA, "connections").json["items"]
        }
        assert on_dashboard.pop(foreign) is False
        assert list(on_dashboard.values()) == [True]
        assert agency.person(ROSA, "connections").json["restorableUntil"] is None
        assert agency.restore(ROSA).json["code"] == "nothingToRestore"
        assert desk.person(ROSA, "connections").json["restorableUntil"] == "2026-11-27T18:30:00Z"
        cards = desk.restore(ROSA).json["items"]
        assert [each["isOnDashboard"] for each in cards] == [True, True]


def test_unknown_id_is_refused(desk: Desk) -> None:
    assert desk.client.get(f"/api/users/{UNKNOWN_ID}").json["code"] == "notYourCase"
