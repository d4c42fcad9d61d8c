"""Channel tests, address status, unsubscribe links, and messages about changed addresses."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domains.accounts.account import Channel, NoticeKind
from domains.accounts.account_table import TRANSFERS, Transfer
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import AddressState, AddressStatus, make_address_key
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from portal.secrets import RotatingSecret
from portal.tables import Table
from portal.types import get_utc_now
from tests.api.clock import Clock
from tests.api.conftest import Outbox
from tests.api.faults import hide_table
from tests.api.profile_support import (
    CONFIRMATION,
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    TEST,
    UNSUBSCRIBE,
    VERIFICATION,
    confirm_email,
    enter_code,
    make_preferences,
    register,
    use_clock,
)
from tests.api.support import (
    DELIVERIES_TABLE,
    MESSAGES_TABLE,
    UNSUBSCRIBE_SECRET,
    USERS_TABLE,
    Client,
    Person,
)

NUMBER = "+16025550123"
ONE_CLICK = "List-Unsubscribe=One-Click"
MULTIPART = (
    b'--edge\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--edge--\r\n'
)


@pytest.fixture
def rosa(client: Client) -> Client:
    """Return the client of Rosa, with her sign-in address and an unverified number."""
    acting = register(client)
    assert acting.put(PREFERENCES, make_preferences(number=NUMBER, reminders=["email", "text"])).status == 200
    return acting


@pytest.fixture
def inbox(stored: Any) -> Any:
    """Return Rosa's messages by type."""

    def read(person: Person = ROSA) -> dict[str, Any]:
        items = stored["messages"].scan()["Items"]
        return {item["type"]: item for item in items if item["user_id"] == person.user_id}

    return read


def set_address_status(
    channel: Channel, address: str, state: AddressState, at: datetime | None = None
) -> None:
    """Set the status of an address as the networks or the owner would."""
    statuses = DeliveriesTable(DELIVERIES_TABLE)
    assert statuses.set_status(make_address_key(channel, address), AddressStatus(state, at or get_utc_now()))


def get_addresses(client: Client) -> dict[str, Any]:
    return {address["channel"]: address for address in client.get(PREFERENCES).json["addresses"]}


def get_channels(client: Client) -> dict[str, list[str]]:
    return {notice["kind"]: notice["channels"] for notice in client.get(PREFERENCES).json["notices"]}


def make_token(
    kind: NoticeKind = "reminders", channel: Channel = "email", person: Person = ROSA, secret: str = ""
) -> str:
    wanted = Unsubscription(person.user_id, kind, channel)
    return UnsubscribeTokens(RotatingSecret(secret or UNSUBSCRIBE_SECRET)).issue_token(wanted)


def make_link(*arguments: Any, **options: Any) -> str:
    return f"{UNSUBSCRIBE}?token={make_token(*arguments, **options)}"


class TestAddressStatus:
    @pytest.mark.parametrize("state", ["bounced", "complained", "stopped"])
    def test_address_status_is_shown_with_time(self, rosa: Client, state: AddressState) -> None:
        at = get_utc_now()
        set_address_status("email", ROSA.email, state, at)
        known = get_addresses(rosa)
        assert known["email"]["status"] == state
        assert datetime.fromisoformat(known["email"]["statusAt"]) == at
        assert (known["text"]["status"], known["text"]["statusAt"]) == ("usable", None)
        saved = rosa.put(PREFERENCES, make_preferences(language="es")).json
        assert saved["addresses"][0]["status"] == state

    def test_address_status_ignores_spelling(self, rosa: Client, outbox: Outbox) -> None:
        set_address_status("email", ROSA.email, "bounced")
        rosa.put(PREFERENCES, make_preferences("Rosa@EXAMPLE.com"))
        assert get_addresses(rosa)["email"]["status"] == "bounced"
        enter_code(rosa, outbox)
        assert get_addresses(rosa)["email"]["status"] == "usable"
        set_address_status("email", "ROSA@example.com", "bounced", get_utc_now() + timedelta(seconds=1))
        assert get_addresses(rosa)["email"]["status"] == "bounced"

    @pytest.mark.parametrize("state", ["bounced", "complained"])
    def test_new_code_makes_bounced_address_usable(
        self, rosa: Client, outbox: Outbox, state: AddressState
    ) -> None:
        set_address_status("email", ROSA.email, state)
        assert rosa.post(VERIFICATION, {"channel": "email"}).status == 202
        code = next(word.strip(".") for word in outbox.mail[-1].text.split() if word.strip(".").isdigit())
        confirmed = rosa.post(CONFIRMATION, {"channel": "email", "code": code})
        assert confirmed.json["addresses"][0]["status"] == "usable"
        assert rosa.post(VERIFICATION, {"channel": "email"}).json["code"] == "alreadyVerified"
        set_address_status("email", ROSA.email, state, get_utc_now() + timedelta(seconds=1))
        assert get_addresses(rosa)["email"]["status"] == state

    def test_stopped_number_gets_no_code(self, rosa: Client, outbox: Outbox) -> None:
        set_address_status("text", NUMBER, "stopped")
        answer = rosa.post(VERIFICATION, {"channel": "text"})
        assert (answer.status, answer.json["code"]) == (409, "addressNotUsable")
        assert outbox.text_messages == []
        set_address_status("text", NUMBER, "usable", get_utc_now() + timedelta(seconds=1))
        assert rosa.post(VERIFICATION, {"channel": "text"}).status == 202

    def test_saving_number_again_keeps_stop(self, rosa: Client) -> None:
        set_address_status("text", NUMBER, "stopped")
        rosa.put(PREFERENCES, make_preferences())
        rosa.put(PREFERENCES, make_preferences(number=NUMBER))
        assert get_addresses(rosa)["text"]["status"] == "stopped"


class TestQuietHoursAndFrequency:
    def test_quiet_hours_and_frequency_are_stored(self, rosa: Client) -> None:
        wanted = {"emailFrequency": "daily", "quietHours": {"start": "21:00", "end": "07:00"}}
        saved = rosa.put(PREFERENCES, make_preferences() | wanted).json
        assert {name: saved[name] for name in wanted} == wanted
        assert rosa.get(PREFERENCES).json == saved

    def test_empty_quiet_hours_are_refused_in_both_languages(self, rosa: Client) -> None:
        body = make_preferences() | {"quietHours": {"start": "21:00", "end": "21:00"}}
        english = rosa.put(PREFERENCES, body).problems()
        spanish = rosa.sending(accept_language="es").put(PREFERENCES, body).problems()
        assert list(english) == list(spanish) == ["quietHours.end"]
        assert english != spanish

    @pytest.mark.parametrize(
        ("change", "property_name"),
        [
            ({"emailFrequency": "weekly"}, "emailFrequency"),
            ({"emailFrequency": None}, "emailFrequency"),
            ({"quietHours": "21:00"}, "quietHours"),
            ({"quietHours": {"start": "21:00"}}, "quietHours.end"),
            ({"quietHours": {"start": "24:00", "end": "07:00"}}, "quietHours.start"),
            ({"quietHours": {"start": "9:00", "end": "07:00"}}, "quietHours.start"),
            ({"quietHours": {"start": "٢١:00", "end": "07:00"}}, "quietHours.start"),
            ({"quietHours": {"start": "21:00", "end": "07:60"}}, "quietHours.end"),
            ({"quietHours": {"start": "21:00", "end": "07:00", "zone": "UTC"}}, "quietHours.zone"),
        ],
    )
    def test_invalid_time_or_frequency_is_refused(
        self, rosa: Client, change: dict[str, Any], property_name: str
    ) -> None:
        assert list(rosa.put(PREFERENCES, make_preferences() | change).problems()) == [property_name]


class TestChannelTest:
    def test_channel_test_creates_message_for_channel(self, rosa: Client, inbox: Any) -> None:
        answer = rosa.post(TEST, {"channel": "email"})
        assert answer.status == 202
        message = inbox()["test"]
        assert answer.json == {
            "messageId": message["id"],
            "channel": "email",
            "sentTo": "r•••@example.com",
        }
        assert message["only_channel"] == "email"
        assert message["unread"].startswith("portal#")

    def test_channel_test_is_limited_to_one_per_minute(
        self, rosa: Client, stored: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = Clock(datetime(2026, 11, 21, 19, 0, tzinfo=UTC))
        use_clock(monkeypatch, clock)
        assert rosa.post(TEST, {"channel": "email"}).status == 202
        clock.advance(seconds=59.5)
        refused = rosa.post(TEST, {"channel": "email"})
        assert (refused.status, refused.json["code"]) == (429, "testAlreadySent")
        assert refused.headers["retry-after"] == "1"
        clock.advance(seconds=0.5)
        assert rosa.post(TEST, {"channel": "email"}).status == 202
        assert rosa.post(TEST, {"channel": "email"}).headers["retry-after"] == "60"
        tests = [item for item in stored["messages"].scan()["Items"] if item["type"] == "test"]
        assert len(tests) == 2

    def test_each_channel_has_own_test(
        self, rosa: Client, outbox: Outbox, stored: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rosa.post(VERIFICATION, {"channel": "text"})
        code = next(word.strip(".") for word in outbox.text_messages[-1][1].split() if word[:6].isdigit())
        rosa.post(CONFIRMATION, {"channel": "text", "code": code})
        use_clock(monkeypatch, Clock())
        answers = [rosa.post(TEST, {"channel": channel}).json for channel in ("email", "text")]
        assert [answer["sentTo"] for answer in answers] == ["r•••@example.com", "•••-•••-0123"]
        channels = {item["id"]: item.get("only_channel") for item in stored["messages"].scan()["Items"]}
        assert [channels[answer["messageId"]] for answer in answers] == ["email", "text"]

    def test_parallel_channel_tests_send_one(
        self, rosa: Client, stored: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        noon = datetime(2026, 11, 21, 19, 0, 30, tzinfo=UTC)
        use_clock(monkeypatch, lambda: noon)
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda _: rosa.post(TEST, {"channel": "email"}), range(8)))
        assert sorted(answer.status for answer in answers) == [202] + [429] * 7
        tests = [item for item in stored["messages"].scan()["Items"] if item["type"] == "test"]
        assert len(tests) == 1
        assert {answer.headers.get("retry-after") for answer in answers} == {None, "30"}

    def test_unverified_address_is_refused(self, rosa: Client, inbox: Any) -> None:
        answer = rosa.post(TEST, {"channel": "text"})
        assert (answer.status, answer.json["code"]) == (409, "addressNotVerified")
        assert "test" not in inbox()

    @pytest.mark.parametrize("state", ["bounced", "complained", "stopped"])
    def test_unusable_address_is_refused(self, rosa: Client, inbox: Any, state: AddressState) -> None:
        set_address_status("email", ROSA.email, state)
        answer = rosa.post(TEST, {"channel": "email"})
        assert (answer.status, answer.json["code"]) == (409, "addressNotUsable")
        assert "test" not in inbox()

    def test_unsaved_address_is_refused(self, client: Client) -> None:
        rosa = register(client)
        assert list(rosa.post(TEST, {"channel": "email"}).problems()) == ["channel"]
        rosa.put(PREFERENCES, make_preferences())
        assert list(rosa.post(TEST, {"channel": "text"}).problems()) == ["channel"]


class TestUnsubscribing:
    def test_link_shows_subscription_without_changing(self, rosa: Client) -> None:
        before = rosa.get(PREFERENCES).json
        answer = rosa.acting_as(None).get(make_link())
        assert answer.status == 200
        assert answer.headers["cache-control"] == "no-store"
        assert answer.json == {
            "kind": "reminders",
            "channel": "email",
            "sentTo": "r•••@example.com",
            "isSubscribed": True,
        }
        assert rosa.get(PREFERENCES).json == before

    @pytest.mark.parametrize(
        ("content_type", "body"),
        [
            ("application/x-www-form-urlencoded", ONE_CLICK),
            ("application/x-www-form-urlencoded", ONE_CLICK.encode()),
            ("multipart/form-data; boundary=edge", MULTIPART),
            ("application/json", "{}"),
            ("application/json", None),
            (None, None),
            ("text/plain", "x" * 300_000),
        ],
    )
    def test_every_request_form_unsubscribes(
        self, rosa: Client, content_type: str | None, body: object
    ) -> None:
        stranger = rosa.acting_as(None).sending(content_type=content_type)
        answer = stranger.post(make_link(), body)
        assert (answer.status, answer.json["isSubscribed"]) == (200, False)
        assert get_channels(rosa) == {
            "security": ["email"],
            "accountActivity": ["email"],
            "agencyMessages": ["email"],
            "reminders": ["text"],
            "news": ["email"],
        }

    def test_other_preferences_are_kept(self, rosa: Client) -> None:
        wanted = {"emailFrequency": "daily", "quietHours": {"start": "21:00", "end": "07:00"}}
        before = rosa.put(PREFERENCES, make_preferences(number=NUMBER, language="es") | wanted).json
        rosa.acting_as(None).post(make_link("news"))
        after = rosa.get(PREFERENCES).json
        assert after | {"notices": None} == before | {"notices": None}

    def test_parallel_unsubscribes_all_succeed(self, rosa: Client) -> None:
        kinds: list[NoticeKind] = ["accountActivity", "agencyMessages", "reminders"]
        stranger = rosa.acting_as(None)
        with ThreadPoolExecutor(3) as threads:
            answers = list(threads.map(lambda kind: stranger.post(make_link(kind), ONE_CLICK), kinds))
        assert [answer.status for answer in answers] == [200] * 3
        assert [get_channels(rosa)[kind] for kind in kinds] == [[], [], ["text"]]

    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_security_notices_by_email_cannot_be_stopped(self, rosa: Client, method: str) -> None:
        stranger = rosa.acting_as(None)
        english = stranger.call(method, make_link("security")).problems()
        spanish = stranger.sending(accept_language="es").call(method, make_link("security")).problems()
        assert list(english) == list(spanish) == ["token"]
        assert english != spanish
        assert get_channels(rosa)["security"] == ["email"]

    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_forged_link_is_404(self, rosa: Client, method: str) -> None:
        before = rosa.get(PREFERENCES).json
        signed = make_token()
        said, _, signature = signed.rpartition(".")
        ben = Person("ben@example.com")
        forged = [
            "x",
            ".",
            said,
            signed.replace("reminders", "news"),
            make_token(secret="another secret"),
            make_token(person=ben).rpartition(".")[0] + "." + signature,
        ]
        for each in forged:
            answer = rosa.acting_as(None).call(method, f"{UNSUBSCRIBE}?token={each}")
            assert (answer.status, answer.json["code"]) == (404, "linkNotFound"), each
        assert rosa.get(PREFERENCES).json == before

    def test_security_notices_by_text_message_can_be_stopped(self, rosa: Client) -> None:
        rosa.put(PREFERENCES, make_preferences(number=NUMBER, security=["email", "text"]))
        answer = rosa.acting_as(None).post(make_link("security", "text"))
        assert (answer.status, answer.json["isSubscribed"]) == (200, False)
        assert get_channels(rosa)["security"] == ["email"]

    def test_token_in_body_is_refused(self, rosa: Client) -> None:
        assert list(rosa.post(UNSUBSCRIBE, {"token": make_token()}).problems()) == ["token"]
        assert get_channels(rosa)["reminders"] == ["email", "text"]

    def test_removed_address_is_not_shown(self, rosa: Client) -> None:
        rosa.put(PREFERENCES, make_preferences())
        answer = rosa.acting_as(None).get(make_link("reminders", "text"))
        assert answer.json["sentTo"] == ""
        assert answer.json["isSubscribed"] is False

    def test_person_without_preferences_has_no_subscription(self, client: Client, table: Any) -> None:
        answer = client.post(make_link())
        assert (answer.status, answer.json["isSubscribed"], answer.json["sentTo"]) == (200, False, "")
        assert table.scan()["Items"] == []

    def test_link_from_before_account_transfer_works(self, rosa: Client) -> None:
        before = Person("rosa@old.example")
        Table(USERS_TABLE, TRANSFERS).put(Transfer(ROSA.user_id, get_utc_now()), user_id=before.user_id)
        assert rosa.acting_as(None).post(make_link(person=before)).status == 200
        assert get_channels(rosa)["reminders"] == ["text"]

    def test_logs_contain_no_personal_data(self, rosa: Client, output: Any) -> None:
        rosa.acting_as(None).post(make_link(), ONE_CLICK)
        logged = output()
        assert "POST /api/profile/unsubscribe" in logged
        assert make_token() not in logged
        assert ROSA.email not in logged


class TestChangeMessages:
    def test_confirmed_address_change_sends_inbox_message(
        self, rosa: Client, inbox: Any, outbox: Outbox
    ) -> None:
        rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, NUMBER))
        assert "contactPreferencesChanged" not in inbox()
        confirm_email(rosa, outbox)
        message = inbox()["contactPreferencesChanged"]
        assert message["notice"] == "security"
        for text in json.loads(message["body"]).values():
            assert "r•••@work.example, •••-•••-0123" in text
        assert OTHER_ADDRESS not in str(message)

    @pytest.mark.parametrize("number", [None, "602-555-0199"])
    def test_changed_or_removed_number_sends_inbox_message(
        self, rosa: Client, inbox: Any, number: str | None
    ) -> None:
        rosa.put(PREFERENCES, make_preferences(number=number))
        assert "contactPreferencesChanged" in inbox()

    def test_each_change_sends_one_message(self, rosa: Client, stored: Any, outbox: Outbox) -> None:
        rosa.put(PREFERENCES, make_preferences())
        for number in (NUMBER, NUMBER, None):
            assert rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, number)).status == 200
        assert confirm_email(rosa, outbox).status == 200
        reported = [item for item in stored["messages"].scan()["Items"] if item["notice"] == "security"]
        assert len(reported) == 4

    def test_change_without_message_is_not_saved(self, rosa: Client, inbox: Any, outbox: Outbox) -> None:
        assert rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, NUMBER)).status == 200
        with hide_table(MESSAGES_TABLE):
            assert confirm_email(rosa, outbox).status == 500
        assert get_addresses(rosa)["email"]["address"] == ROSA.email
        assert "contactPreferencesChanged" not in inbox()
