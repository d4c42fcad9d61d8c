"""Linking of an earlier registration to a new identity of the same person."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from domains.accounts.account import TermsDecision
from domains.accounts.account_table import ADDRESS_BOOK_KEY, CONTACT_PREFERENCES_KEY
from domains.accounts.one_time_code import OneTimeCodes
from domains.accounts.one_time_codes_table import OneTimeCodesTable
from functions.profile.repository import ProfileRepository
from functions.users.repository import UsersRepository
from portal.tables import write_together
from tests.api.address_book_support import BOOK, add_address
from tests.api.conftest import Outbox
from tests.api.faults import show_stale_index
from tests.api.messages_support import run_meanwhile
from tests.api.support import USERS_TABLE, Client, Person, make_users_app

BEFORE = Person("rosa@example.com", subject="before")
AFTER = replace(BEFORE, subject="after", name="Rosa Token")
LINK = "/api/users/link"
CONFIRM = "/api/users/link/confirm"
DETAILS = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "dateOfBirth": "1984-05-17",
    "countyId": "pima",
    "language": "es",
}
NOT_THE_CODE = {"code": ["This is not the code we sent, or it has expired. Check it, or ask for a new one."]}


class Time:
    """Clock of the function under test."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)

    def __call__(self) -> Any:
        return self.now

    def passes(self, **amount: Any) -> None:
        self.now += timedelta(**amount)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def client(client: Client, time: Time) -> Client:
    """Return a client with a movable clock of users; BEFORE is registered and complete."""
    users = make_users_app(time)
    rest = client.app_of
    client = replace(client, app_of=lambda group: users if group == "users" else rest(group))
    rosa = client.acting_as(BEFORE)
    assert rosa.post("/api/users/register", DETAILS).status == 201
    version = rosa.get("/api/profile/termsandconditions").json["version"]
    rosa.put("/api/profile/termsandconditions/accept", {"version": version})
    proposal = rosa.get("/api/profile/contactpreferences").json
    notices = [{"kind": notice["kind"], "channels": notice["channels"]} for notice in proposal["notices"]]
    requested = {
        "language": "es",
        "addresses": [{"channel": "email", "address": BEFORE.email}],
        "notices": notices,
    }
    assert rosa.put("/api/profile/contactpreferences", requested).status == 200
    return client


@pytest.fixture
def rosa(client: Client) -> Client:
    """Return the client of Rosa with her new identity."""
    return client.acting_as(AFTER)


@pytest.fixture
def code_for(outbox: Outbox) -> Any:
    """Return a function that requests a code and reads it in the outbox."""

    def ask(client: Client) -> Any:
        answer = client.post(LINK, {})
        assert answer.status == 202, answer
        return outbox.mail[-1].subject.split()[0]

    return ask


def make_wrong_code(code: Any) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def get_items(table: Any, person: Any) -> dict[Any, Any]:
    return {item["item"]: item for item in table.scan()["Items"] if item["user_id"] == person.user_id}


def get_content(table: Any, person: Any, key: str) -> Any:
    return json.loads(get_items(table, person)[key]["content"])


def make_client_with_repository(client: Client, time: Any, repository: Any) -> Client:
    app = make_users_app(time, repository)
    return replace(client, app_of=lambda group: app if group == "users" else client.app_of(group))


class TestLinking:
    def test_confirmed_code_moves_account(self, rosa: Client, table: Any, outbox: Outbox) -> None:
        assert rosa.get("/api/users/registered").json == {"isRegistered": False, "canLink": True}
        assert rosa.get("/api/users").json["postLoginAction"] == 2
        corrected = {**DETAILS, "preferredName": None, "countyId": "maricopa", "revision": 1}
        del corrected["language"]
        assert rosa.acting_as(BEFORE).put("/api/profile/details", corrected).status == 200
        before = get_items(table, BEFORE)

        sent = rosa.post(LINK, {})
        assert sent.status == 202
        assert sent.json == {"sentTo": "r•••@example.com", "expiresAt": "2026-11-21T18:40:00Z"}
        assert [mail.address for mail in outbox.mail] == [BEFORE.email]

        linked = rosa.post(CONFIRM, {"code": outbox.mail[0].subject.split()[0]})
        assert linked.status == 200
        assert linked.json == {
            "isRegistered": True,
            "displayName": "Rosa Delgado",
            "registeredAt": "2026-11-21T18:30:00Z",
        }
        assert rosa.get("/api/users/registered").json == {"isRegistered": True, "canLink": False}
        assert rosa.get("/api/users").json["postLoginAction"] == 1
        after = get_items(table, AFTER)
        del after["signins"]  # of the new identity, by the call above
        moved = json.loads(before["registration"]["content"]) | {"linked_from": BEFORE.user_id}
        assert get_content(table, AFTER, "registration") == moved
        before["registration"]["content"] = after["registration"]["content"]
        assert after == {key: item | {"user_id": AFTER.user_id} for key, item in before.items()}
        assert list(get_items(table, BEFORE)) == ["transfer"]
        assert get_content(table, BEFORE, "transfer")["moved_to"] == AFTER.user_id

    def test_second_confirmation_gets_same_answer(self, rosa: Client, code_for: Any) -> None:
        code = code_for(rosa)
        first = rosa.post(CONFIRM, {"code": code})
        again = rosa.post(CONFIRM, {"code": code})
        assert (again.status, again.json) == (200, first.json)

    def test_old_identity_may_register_or_link_back(
        self, client: Client, rosa: Client, code_for: Any, table: Any
    ) -> None:
        rosa.post(CONFIRM, {"code": code_for(rosa)})
        old = client.acting_as(BEFORE)
        assert old.get("/api/users/registered").json == {"isRegistered": False, "canLink": True}
        assert old.post(CONFIRM, {"code": code_for(old)}).status == 200
        assert old.get("/api/users").json["postLoginAction"] == 1
        assert "transfer" not in get_items(table, BEFORE)
        assert rosa.get("/api/users/registered").json == {"isRegistered": False, "canLink": True}
        assert rosa.post("/api/users/register", DETAILS).status == 201

    def test_pending_code_is_not_moved(self, client: Client, rosa: Client, code_for: Any, table: Any) -> None:
        codes = OneTimeCodes(OneTimeCodesTable(USERS_TABLE))
        codes.issue_code(BEFORE.user_id, "text", "+16025550123", "111111", datetime.now(UTC))
        rosa.post(CONFIRM, {"code": code_for(rosa)})
        assert "code#text" in get_items(table, BEFORE)
        assert "code#text" not in get_items(table, AFTER)

    def test_email_is_in_request_language(self, rosa: Client, outbox: Outbox) -> None:
        rosa.sending(accept_language="es").post(LINK, {})
        [mail] = outbox.mail
        assert "es su código para vincular su registro" in mail.subject
        assert "Nadie del portal le pedirá este código" in mail.text
        assert "10 minutos" in mail.text


class TestNothingToLink:
    @pytest.mark.parametrize(
        "person",
        [
            Person("stranger@example.com"),
            replace(AFTER, email_verified=False),
            replace(AFTER, email=""),
            replace(AFTER, email="rosa@example.com.evil.example"),
        ],
    )
    def test_other_people_have_nothing_to_link(self, client: Client, outbox: Outbox, person: Person) -> None:
        somebody = client.acting_as(person)
        assert somebody.get("/api/users/registered").json == {"isRegistered": False, "canLink": False}
        for answer in (somebody.post(LINK, {}), somebody.post(CONFIRM, {"code": "123456"})):
            assert answer.status == 404
            assert answer.json["code"] == "nothingToLink"
        assert outbox.mail == []

    def test_registered_person_cannot_link(self, client: Client, outbox: Outbox) -> None:
        rosa = client.acting_as(BEFORE)
        for answer in (rosa.post(LINK, {}), rosa.post(CONFIRM, {"code": "123456"})):
            assert answer.status == 409
            assert answer.json["code"] == "alreadyRegistered"
        assert outbox.mail == []

    def test_two_registrations_with_same_address_prevent_link(self, client: Client, rosa: Client) -> None:
        other = client.acting_as(replace(AFTER, subject="yet another"))
        assert other.post("/api/users/register", DETAILS).status == 201
        assert rosa.get("/api/users/registered").json["canLink"] is False
        assert rosa.post(LINK, {}).status == 404

    def test_missing_addresses_prevent_link(self, client: Client) -> None:
        nameless = replace(BEFORE, email="", subject="without an address")
        assert client.acting_as(nameless).post("/api/users/register", DETAILS).status == 201
        other = client.acting_as(replace(nameless, subject="without one either"))
        assert other.get("/api/users/registered").json["canLink"] is False

    def test_new_registration_prevents_link(self, rosa: Client, code_for: Any, table: Any) -> None:
        code = code_for(rosa)
        assert rosa.post("/api/users/register", DETAILS | {"countyId": "yuma"}).status == 201
        answer = rosa.post(CONFIRM, {"code": code})
        assert (answer.status, answer.json["code"]) == (409, "alreadyRegistered")
        assert "registration" in get_items(table, BEFORE)

    def test_code_of_other_address_links_nothing(
        self, client: Client, rosa: Client, code_for: Any, table: Any
    ) -> None:
        other = replace(BEFORE, email="other@example.com", subject="other")
        assert client.acting_as(other).post("/api/users/register", DETAILS).status == 201
        code = code_for(rosa)
        moved = client.acting_as(replace(AFTER, email=other.email))
        answer = moved.post(CONFIRM, {"code": code})
        assert (answer.status, answer.json["code"]) == (404, "nothingToLink")
        assert "registration" in get_items(table, other)

    def test_stale_index_entry_prevents_link(
        self, client: Client, rosa: Client, code_for: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rosa.post(CONFIRM, {"code": code_for(rosa)})
        show_stale_index(monkeypatch, "by_email", {"user_id": BEFORE.user_id, "item": "registration"})
        other = client.acting_as(replace(AFTER, subject="yet another"))
        assert other.get("/api/users/registered").json["canLink"] is False


class TestCodes:
    def test_wrong_code_moves_nothing(self, rosa: Client, code_for: Any, table: Any) -> None:
        code = code_for(rosa)
        assert rosa.post(CONFIRM, {"code": make_wrong_code(code)}).problems() == NOT_THE_CODE
        assert "registration" in get_items(table, BEFORE)
        assert rosa.post(CONFIRM, {"code": code}).status == 200

    def test_code_expires_after_ten_minutes(self, rosa: Client, code_for: Any, time: Time) -> None:
        code = code_for(rosa)
        time.passes(minutes=10)
        assert rosa.post(CONFIRM, {"code": code}).problems() == NOT_THE_CODE

    def test_code_works_until_expiry(self, rosa: Client, code_for: Any, time: Time) -> None:
        code = code_for(rosa)
        time.passes(minutes=9, seconds=59)
        assert rosa.post(CONFIRM, {"code": code}).status == 200

    def test_second_code_waits_one_minute_and_voids_first(
        self, rosa: Client, code_for: Any, time: Time, outbox: Outbox
    ) -> None:
        first = code_for(rosa)
        time.passes(seconds=59)
        too_soon = rosa.post(LINK, {})
        assert too_soon.status == 429
        assert too_soon.json["code"] == "codeAlreadySent"
        assert 0 < int(too_soon.headers["retry-after"]) <= 60
        assert len(outbox.mail) == 1
        time.passes(seconds=1)
        second = code_for(rosa)
        if first != second:
            assert rosa.post(CONFIRM, {"code": first}).problems() == NOT_THE_CODE
        assert rosa.post(CONFIRM, {"code": second}).status == 200

    def test_code_of_other_person_is_refused(
        self, client: Client, rosa: Client, code_for: Any, time: Time
    ) -> None:
        other = client.acting_as(replace(AFTER, subject="yet another"))
        code = code_for(other)
        assert rosa.post(CONFIRM, {"code": code}).problems() == NOT_THE_CODE

    def test_unsent_code_does_not_delay_next_code(self, rosa: Client, code_for: Any) -> None:
        ses = boto3.client("ses")
        ses.delete_identity(Identity="portal.example")
        answer = rosa.post(LINK, {})
        ses.verify_domain_identity(Domain="portal.example")
        assert answer.status == 503
        assert answer.json["code"] == "messageNotSent"
        assert rosa.post(CONFIRM, {"code": code_for(rosa)}).status == 200


class TestHostileInput:
    def test_fields_in_link_request_are_refused(self, rosa: Client, outbox: Outbox) -> None:
        answer = rosa.post(LINK, {"email": "mallory@example.com"})
        assert answer.problems() == {"email": ["This field does not exist here. Remove it."]}
        assert outbox.mail == []

    @pytest.mark.parametrize(
        ("code", "message"),
        [
            (123456, "Enter text."),
            (None, "Enter text."),
            ({"$ne": ""}, "Enter text."),
            ("", "Enter at least 6 characters."),
            ("12345", "Enter at least 6 characters."),
            ("1234567", "Enter at most 6 characters."),
            ("abcdef", NOT_THE_CODE["code"][0]),
            ("١٢٣٤٥٦", NOT_THE_CODE["code"][0]),
            ("\u202e12345", "Enter at least 6 characters."),
        ],
    )
    def test_malformed_code_is_refused(self, rosa: Client, code_for: Any, code: object, message: Any) -> None:
        code_for(rosa)
        assert rosa.post(CONFIRM, {"code": code}).problems() == {"code": [message]}

    def test_error_is_in_spanish(self, rosa: Client) -> None:
        answer = rosa.sending(accept_language="es").post(CONFIRM, {"code": "123456"})
        assert answer.problems()["code"][0].startswith("Este no es el código que enviamos")

    def test_logs_contain_no_code_or_address(
        self, rosa: Client, code_for: Any, output: Callable[[], str]
    ) -> None:
        code = code_for(rosa)
        rosa.post(CONFIRM, {"code": make_wrong_code(code)})
        rosa.post(CONFIRM, {"code": code})
        written = output()
        # Durations in the metrics have more digits than a code.
        assert f'"{code}"' not in written
        for secret in ("example.com", "Rosa", "Delgado"):
            assert secret not in written


def raise_conflict() -> None:
    """Raise DynamoDB's conflict of parallel transactions, which moto never raises."""
    reasons = [
        {"Code": "TransactionConflict", "Message": "Transaction is ongoing for the item"},
        {"Code": "None"},
    ]
    error = {"Code": "TransactionCanceledException", "Message": "Transaction cancelled"}
    raise ClientError({"Error": error, "CancellationReasons": reasons}, "TransactWriteItems")


class TestMoving:
    def test_large_account_is_moved_completely(self, rosa: Client, code_for: Any, table: Any) -> None:
        for number in range(1, 60):
            add_decision(number)
        rosa.post(CONFIRM, {"code": code_for(rosa)})
        assert len([key for key in get_items(table, AFTER) if key.startswith("terms#")]) == 60
        assert list(get_items(table, BEFORE)) == ["transfer"]

    def test_interrupted_move_can_be_repeated(
        self, rosa: Client, code_for: Any, table: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.users.repository._MAX_MOVED", 4)
        for number in range(1, 6):
            add_decision(number)
        with monkeypatch.context() as interrupted:
            interrupted.setattr("functions.users.repository.write_together", fail_at(2))
            assert rosa.post(CONFIRM, {"code": code_for(rosa)}).status == 503
        assert len(get_items(table, BEFORE)) == 5
        assert "registration" in get_items(table, BEFORE)
        assert "registration" not in get_items(table, AFTER)
        assert rosa.post(CONFIRM, {"code": code_for(rosa)}).status == 200
        assert len([key for key in get_items(table, AFTER) if key.startswith("terms#")]) == 6
        assert list(get_items(table, BEFORE)) == ["transfer"]

    def test_parallel_change_of_earlier_account_is_not_lost(
        self, rosa: Client, code_for: Any, table: Any, time: Time
    ) -> None:
        class PreferencesChangeMeanwhile(UsersRepository):
            def list_items(self, user_id: Any) -> Any:
                items = super().list_items(user_id)
                for item in items:
                    if item["item"] == CONTACT_PREFERENCES_KEY:
                        self._items.put(item | {"version": item["version"] + 1})
                return items

        code = code_for(rosa)
        answer = make_client_with_repository(rosa, time, PreferencesChangeMeanwhile(USERS_TABLE)).post(
            CONFIRM, {"code": code}
        )
        assert answer.status == 409
        assert answer.json["code"] == "linkChangedMeanwhile"
        assert set(get_items(table, AFTER)) <= {"code#link"}
        assert rosa.post(CONFIRM, {"code": code_for(rosa)}).status == 200

    def test_conflicting_transaction_is_409(self, rosa: Client, code_for: Any, table: Any) -> None:
        code = code_for(rosa)
        with run_meanwhile("TransactWriteItems", raise_conflict, before=True):
            answer = rosa.post(CONFIRM, {"code": code})
        assert (answer.status, answer.json["code"]) == (409, "linkChangedMeanwhile")
        assert "registration" in get_items(table, BEFORE)
        assert rosa.post(CONFIRM, {"code": code_for(rosa)}).status == 200

    def test_parallel_address_book_change_is_not_lost(
        self, client: Client, rosa: Client, code_for: Any, table: Any, time: Time
    ) -> None:
        class AddressBookChangesMeanwhile(UsersRepository):
            def list_items(self, user_id: Any) -> Any:
                items = super().list_items(user_id)
                if user_id == BEFORE.user_id and any(item["item"] == ADDRESS_BOOK_KEY for item in items):
                    assert add_address(client.acting_as(BEFORE), f"address-{next(numbers)}").status == 201
                return items

        numbers = count()
        assert add_address(client.acting_as(BEFORE), "first-address").status == 201
        code = code_for(rosa)
        overtaken = make_client_with_repository(rosa, time, AddressBookChangesMeanwhile(USERS_TABLE))
        assert overtaken.post(CONFIRM, {"code": code}).json["code"] == "linkChangedMeanwhile"
        assert set(get_items(table, AFTER)) <= {"code#link"}
        before = client.acting_as(BEFORE).get(BOOK).json
        assert rosa.post(CONFIRM, {"code": code_for(rosa)}).status == 200
        assert rosa.get(BOOK).json == before
        assert client.acting_as(BEFORE).get(BOOK).json["code"] == "notRegistered"

    def test_repeat_after_lost_reply_succeeds(
        self, rosa: Client, code_for: Any, table: Any, time: Time
    ) -> None:
        class LosesTheReply(UsersRepository):
            def move_account(self, earlier_user_id: Any, user_id: Any, at: Any) -> None:
                super().move_account(earlier_user_id, user_id, at)
                raise ReadTimeoutError(endpoint_url="dynamodb")

        code = code_for(rosa)
        assert (
            make_client_with_repository(rosa, time, LosesTheReply(USERS_TABLE))
            .post(CONFIRM, {"code": code})
            .status
            == 503
        )
        assert rosa.post(CONFIRM, {"code": code}).json["isRegistered"] is True
        assert list(get_items(table, BEFORE)) == ["transfer"]


def fail_at(number: Any) -> Any:
    """Run transactions up to the given one, after which the table is unreachable."""
    numbers = count(1)

    def write(items: Any) -> Any:
        if next(numbers) >= number:
            raise ReadTimeoutError(endpoint_url="dynamodb")
        return write_together(items)

    return write


def add_decision(number: int) -> None:
    decision = TermsDecision(str(number), "2020-01-01", "accepted", datetime(2020, 1, 1, tzinfo=UTC))
    assert ProfileRepository(USERS_TABLE).create_terms_decision(BEFORE.user_id, decision, number)
