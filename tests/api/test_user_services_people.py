"""Support staff: search, the pages of a person, notices sent again, and lifted locks."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest

from domains.accesslog.access_log_table import AccessLogTable
from domains.accounts.account_table import AccountRepository
from domains.assurance.enhanced_authentication import CREDIT_BUREAU
from domains.assurance.tries_table import TriesTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.dispatch import DispatchKey
from domains.reference.data import get_terms_catalog
from portal.secrets import RotatingSecret
from tests.api.agency_support import NEWS, SUBSCRIPTIONS, World, connect
from tests.api.applications_support import ApplicationsWorld, add_business
from tests.api.messages_support import deliver, make_agency_message, make_portal_message
from tests.api.profile_support import ACCEPT, ROSA, register
from tests.api.support import (
    DELIVERIES_TABLE,
    DOCUMENT_SECRET,
    MESSAGES_TABLE,
    TRIES_TABLE,
    UNKNOWN_ID,
    USERS_TABLE,
    Client,
)
from tests.api.user_services_fixtures import BEN, GRACE, MINE, desk, rosa, world
from tests.api.user_services_support import (
    DOWN,
    FAILING_WRITE,
    MAX_FAILURES,
    SAM,
    Desk,
    add_delivery,
    fail_tries,
    list_kinds,
    list_lines,
    make_tokens,
)

__all__ = ["desk", "rosa", "world"]


RENEWAL = make_agency_message(ROSA, "renewal")


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
        with mock.patch.object(AccessLogTable, "add_records", side_effect=DOWN):
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
        with mock.patch.object(DeliveriesTable, "write_next", return_value=FAILING_WRITE):
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
            after = tries.take_slot(f"try-{number}", CREDIT_BUREAU, world.now)
            assert table.save_tries("a stranger", registration, tries, after)
        (lock,) = desk.person(ROSA, "locks").json["items"]
        assert (lock["id"], lock["failures"], lock["lockedUntil"] is None) == ("2", MAX_FAILURES, False)
        assert desk.lift(ROSA, "2").json == {"items": []}
        assert not table.get_tries("another", registration).count_slots(CREDIT_BUREAU, world.now)

    @pytest.mark.parametrize("reason", ["", "why", "x" * 301, "why \u202e\u200b"])
    def test_empty_reason_is_refused(self, desk: Desk, reason: str) -> None:
        assert list(desk.lift(ROSA, reason=reason).problems()) == ["reason"]

    def test_parallel_try_is_not_lost(self, world: World, desk: Desk, rosa: Client) -> None:
        fail_tries(world, ROSA)
        with mock.patch.object(TriesTable, "write_tries", return_value=[FAILING_WRITE]):
            answer = desk.lift(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "locksChanged")
        assert desk.person(ROSA, "locks").json["items"][0]["failures"] == 5
        assert list_kinds(rosa) == ["view", "view"]
