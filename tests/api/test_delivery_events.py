"""Delivery events of the mail and telephone networks, handled by the template's function over moto."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import permutations
from typing import Any
from unittest import mock

import pytest
from botocore.client import BaseClient
from botocore.exceptions import ReadTimeoutError

from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import AddressState, AddressStatus
from domains.deliveries.dispatch import Dispatch
from domains.messages.account_notices import make_contact_change_notice
from domains.messages.message import InboxMessage
from domains.messages.messages_table import MessagesTable
from functions.deliveryevents.service import EventsFailed
from tests.api.clock import MovesProcessClock
from tests.api.conftest import Outbox
from tests.api.messages_support import BEN, ROSA, make_agency_message
from tests.api.notifier_fixtures import message, notifier
from tests.api.notifier_support import (
    NOON,
    NUMBER,
    Notifier,
    get_mail_id,
    get_record,
    get_status,
    hear,
    list_portal_messages,
    list_sent_mail,
    list_sent_texts,
    list_steps,
    make_reply,
    make_time,
    register,
    save_preferences,
)
from tests.api.profile_support import (
    OTHER_ADDRESS,
    PREFERENCES,
    VERIFICATION,
    confirm_email,
    make_preferences,
)
from tests.api.profile_support import register as register_online
from tests.api.support import Client

__all__ = ["message", "notifier"]

SECOND = timedelta(seconds=1)


DELIVERED, BOUNCED, COMPLAINED = (NOON + number * SECOND for number in (2, 3, 4))


def make_mail_event(
    kind: Any,
    at: Any,
    provider_id: Any = None,
    tags: Any = None,
    destination: str = ROSA.email,
    **details: Any,
) -> str:
    """Return an event in the form of the SES developer guide."""
    about: Any = {
        "Delivery": {"processingTimeMillis": 546, "recipients": [ROSA.email], "smtpResponse": "250 ok"},
        "Bounce": {
            "bounceType": "Permanent",
            "bounceSubType": "General",
            "bouncedRecipients": [{"emailAddress": ROSA.email, "action": "failed", "status": "5.1.1"}],
        },
        "Complaint": {"complainedRecipients": [{"emailAddress": ROSA.email}], "feedbackId": "1"},
        "Reject": {"reason": "Bad content"},
    }[kind]
    return json.dumps(
        {
            "eventType": kind,
            "mail": {
                "timestamp": make_time(NOON),
                "messageId": get_mail_id() if provider_id is None else provider_id,
                "destination": [destination],
                "source": "no-reply@portal.example",
                "tags": {"ses:configuration-set": ["saguaro"]} | (tags or {}),
            },
            kind.lower(): {"timestamp": make_time(at), **about, **details},
        }
    )


def test_delivery_is_recorded_with_network_time(message: InboxMessage) -> None:
    hear(make_mail_event("Delivery", DELIVERED))
    [delivery] = get_record(message)
    assert delivery.state == "delivered"
    assert delivery.steps[-1].at == DELIVERED
    assert get_status().state == "usable"


def test_permanent_bounce_marks_address_and_notifies_person(
    message: InboxMessage, stored: Mapping[str, Any], notifier: Notifier
) -> None:
    hear(make_mail_event("Bounce", BOUNCED))
    assert list_steps(message)[-1] == ("bounced", None)
    assert get_status() == AddressStatus("bounced", BOUNCED)
    assert list_portal_messages(stored) == ["addressBounced"]
    following = make_agency_message(ROSA, "2")
    notifier.deliver(following)
    assert list_steps(following) == [("notSent", "bounced")]
    assert len(list_sent_mail()) == 1


@pytest.fixture
def lost_answers() -> Iterator[Any]:
    """Return the tags of emails that SES accepted and whose replies were lost."""
    call, taken = BaseClient._make_api_call, []

    def losing(self: Any, operation: Any, parameters: Any) -> Any:
        answer = call(self, operation, parameters)
        if operation != "SendEmail":
            return answer
        taken.append({tag["Name"]: [tag["Value"]] for tag in parameters["EmailTags"]})
        raise ReadTimeoutError(endpoint_url="https://email.example")

    with mock.patch.object(BaseClient, "_make_api_call", losing):
        yield taken


class TestLostAnswer:
    def test_is_resolved_by_next_event(self, notifier: Notifier, lost_answers: Any) -> None:
        save_preferences()
        message, other = make_agency_message(ROSA, "1"), make_agency_message(ROSA, "2")
        notifier.deliver(message)
        notifier.deliver(other)
        assert list_steps(message) == [("sending", None), ("unknown", "noAnswer")]
        hear(make_mail_event("Delivery", DELIVERED, tags=lost_answers[0]))
        assert list_steps(message) == [("sending", None), ("accepted", None), ("delivered", None)]
        assert [step.at for step in get_record(message)[0].steps[1:]] == [NOON, DELIVERED]
        assert list_steps(other) == [("sending", None), ("unknown", "noAnswer")]
        hear(make_mail_event("Complaint", COMPLAINED))
        assert list_steps(message)[-1] == ("complained", None)

    def test_is_resolved_by_bounce_that_marks_address(
        self, notifier: Notifier, lost_answers: Any, stored: Mapping[str, Any]
    ) -> None:
        save_preferences()
        message = make_agency_message(ROSA, "1")
        notifier.deliver(message)
        for _ in range(2):
            hear(make_mail_event("Bounce", BOUNCED, tags=lost_answers[0]))
        assert list_steps(message) == [("sending", None), ("accepted", None), ("bounced", None)]
        assert get_status() == AddressStatus("bounced", BOUNCED)
        assert list_portal_messages(stored) == ["addressBounced"]

    def test_is_resolved_after_handler_was_interrupted(self, notifier: Notifier, lost_answers: Any) -> None:
        save_preferences()
        message = make_agency_message(ROSA, "1")
        with (
            mock.patch.object(Dispatch, "mark_unknown", side_effect=KeyboardInterrupt),
            pytest.raises(KeyboardInterrupt),
        ):
            notifier.deliver(message)
        assert list_steps(message) == [("sending", None)]
        hear(make_mail_event("Delivery", DELIVERED, tags=lost_answers[0]))
        notifier.run(after=timedelta(hours=1))
        assert list_steps(message) == [("sending", None), ("accepted", None), ("delivered", None)]
        assert len(list_sent_mail()) == 1

    def test_resolves_every_message_of_daily_email(self, notifier: Notifier, lost_answers: Any) -> None:
        save_preferences(frequency="daily")
        messages = [make_agency_message(ROSA, str(number)) for number in range(3)]
        notifier.deliver(*messages)
        notifier.run(after=timedelta(days=1))
        assert len(lost_answers) == 1
        hear(make_mail_event("Delivery", DELIVERED, tags=lost_answers[0]))
        assert {list_steps(message)[-1] for message in messages} == {("delivered", None)}

    def test_is_not_resolved_by_event_of_other_claim(self, notifier: Notifier, lost_answers: Any) -> None:
        save_preferences()
        message = make_agency_message(ROSA, "1")
        notifier.deliver(message)
        with pytest.raises(EventsFailed):
            hear(make_mail_event("Delivery", DELIVERED, tags={"claim": ["another"]}))
        assert list_steps(message)[-1] == ("unknown", "noAnswer")

    def test_after_event_changes_nothing(self, notifier: Notifier) -> None:
        save_preferences()
        message = make_agency_message(ROSA, "1")
        call = BaseClient._make_api_call

        def overtaken(self: Any, operation: Any, parameters: Any) -> Any:
            answer = call(self, operation, parameters)
            if operation == "SendEmail":
                tags = {tag["Name"]: [tag["Value"]] for tag in parameters["EmailTags"]}
                hear(make_mail_event("Delivery", DELIVERED, answer["MessageId"], tags))
            return answer

        with mock.patch.object(BaseClient, "_make_api_call", overtaken):
            notifier.deliver(message)
        assert list_steps(message) == [("sending", None), ("accepted", None), ("delivered", None)]


def test_not_spam_report_is_no_complaint(message: InboxMessage, stored: Mapping[str, Any]) -> None:
    hear(make_mail_event("Complaint", COMPLAINED, complaintFeedbackType="not-spam"))
    assert list_steps(message)[-1] == ("accepted", None)
    assert get_status().state == "usable"
    assert list_portal_messages(stored) == []


@pytest.mark.parametrize("kind", ["Transient", "Undetermined"])
def test_full_mailbox_does_not_mark_address(
    message: InboxMessage, stored: Mapping[str, Any], kind: str
) -> None:
    hear(make_mail_event("Bounce", BOUNCED, bounceType=kind, bounceSubType="MailboxFull"))
    assert list_steps(message)[-1] == ("bounced", "tryAgain")
    assert get_status().state == "usable"
    assert list_portal_messages(stored) == []


def test_automatic_reply_does_not_undo_delivery(message: InboxMessage) -> None:
    automatic_reply = make_mail_event("Bounce", BOUNCED, bounceType="Transient", bounceSubType="General")
    hear(automatic_reply)
    hear(make_mail_event("Delivery", DELIVERED))
    hear(automatic_reply)
    assert list_steps(message) == [("sending", None), ("accepted", None), ("delivered", None)]


def test_reject_with_write_conflict_is_retried(message: InboxMessage) -> None:
    with mock.patch.object(DeliveriesTable, "save_dispatch", return_value=False), pytest.raises(EventsFailed):
        hear(make_mail_event("Reject", NOON))
    hear(make_mail_event("Reject", NOON))
    assert list_steps(message)[-1] == ("failed", "refused")


@pytest.mark.parametrize("order", list(permutations(["Delivery", "Bounce", "Complaint"])))
def test_repeated_events_in_any_order_give_same_result(
    message: InboxMessage, stored: Mapping[str, Any], order: Any
) -> None:
    moments = {"Delivery": DELIVERED, "Bounce": BOUNCED, "Complaint": COMPLAINED}
    for kind in (*order, *order):
        hear(make_mail_event(kind, moments[kind]))
    assert list_steps(message) == [
        ("sending", None),
        ("accepted", None),
        ("delivered", None),
        ("bounced", None),
        ("complained", None),
    ]
    assert get_status() == AddressStatus("complained", COMPLAINED)
    assert list_portal_messages(stored).count("addressComplained") == 1
    assert list_portal_messages(stored).count("addressBounced") <= 1


def test_later_bounces_of_marked_address_send_no_message(
    notifier: Notifier, stored: Mapping[str, Any]
) -> None:
    save_preferences()
    for number in range(3):
        notifier.deliver(make_agency_message(ROSA, str(number)))
    for number in range(3):
        hear(make_mail_event("Bounce", BOUNCED + number * SECOND, get_mail_id(number)))
    assert get_status() == AddressStatus("bounced", BOUNCED)
    assert list_portal_messages(stored) == ["addressBounced"]


def test_daily_email_bounce_notifies_each_person_with_address(
    notifier: Notifier, stored: Mapping[str, Any]
) -> None:
    for person in (ROSA, BEN):
        save_preferences(person, frequency="daily" if person is ROSA else "immediate")
        notifier.deliver(make_agency_message(person, "1"), make_agency_message(person, "2"))
    notifier.run(after=timedelta(hours=21))
    hear(make_mail_event("Bounce", BOUNCED, get_mail_id(2)))
    for number in (1, 2):
        assert list_steps(make_agency_message(ROSA, str(number)))[-1] == ("bounced", None)
        assert list_steps(make_agency_message(BEN, str(number)))[-1] == ("accepted", None)
    assert list_portal_messages(stored, ROSA) == list_portal_messages(stored, BEN) == ["addressBounced"]


def test_event_before_known_email_is_retried(message: InboxMessage) -> None:
    with pytest.raises(EventsFailed, match="1 of 2"):
        hear(
            make_mail_event("Delivery", DELIVERED, "unknown yet", tags={"claim": ["unknown yet"]}),
            make_mail_event("Delivery", DELIVERED),
        )
    assert list_steps(message)[-1] == ("delivered", None)


@pytest.mark.parametrize(
    ("kind", "at", "state", "notice"),
    [
        ("Bounce", BOUNCED, "bounced", "addressBounced"),
        ("Complaint", COMPLAINED, "complained", "addressComplained"),
    ],
)
def test_event_of_email_without_delivery_marks_address_and_notifies_person(
    stored: Mapping[str, Any],
    message: InboxMessage,
    kind: str,
    at: datetime,
    state: AddressState,
    notice: str,
) -> None:
    hear(make_mail_event(kind, at, "code"))
    hear(make_mail_event(kind, at, "code"))
    assert list_steps(message)[-1] == ("accepted", None)
    assert get_status() == AddressStatus(state, at)
    assert list_portal_messages(stored) == [notice]


class Today(MovesProcessClock):
    """Clock of every function."""

    def __init__(self, now: datetime) -> None:
        self.now = now


def test_address_of_bounced_code_is_usable_after_next_code(client: Client, outbox: Outbox) -> None:
    today = Today(NOON)
    rosa = register_online(client)
    assert rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS)).status == 200
    assert rosa.post(VERIFICATION, {"channel": "email", "address": "new"}).status == 202
    assert outbox.mail[-1].address == OTHER_ADDRESS
    hear(make_mail_event("Bounce", BOUNCED, get_mail_id(-1), destination=OTHER_ADDRESS))
    assert get_status(address=OTHER_ADDRESS) == AddressStatus("bounced", BOUNCED)
    today.now = NOON + timedelta(minutes=5)
    assert confirm_email(rosa, outbox).status == 200
    [email] = rosa.get(PREFERENCES).json["addresses"]
    assert (email["address"], email["status"]) == (OTHER_ADDRESS, "usable")


def test_interrupted_notice_is_sent_on_retry(message: InboxMessage, stored: Mapping[str, Any]) -> None:
    with mock.patch.object(MessagesTable, "add_message", side_effect=OSError), pytest.raises(EventsFailed):
        hear(make_mail_event("Bounce", BOUNCED))
    assert list_portal_messages(stored) == []
    hear(make_mail_event("Bounce", BOUNCED))
    assert list_portal_messages(stored) == ["addressBounced"]


@pytest.mark.parametrize(
    "reported",
    [
        "Successfully validated SNS topic for Amazon SES event publishing.",
        "[]",
        "{}",
        '{"eventType": "Open"}',
        '{"eventType": "Bounce", "mail": {}}',
        '{"originationNumber": "STOP", "messageBody": "STOP", "inboundMessageId": "1"}',
        make_reply("thank you"),
    ],
)
def test_unrelated_event_changes_nothing(
    message: InboxMessage, stored: Mapping[str, Any], reported: str, outbox: Outbox
) -> None:
    hear(reported)
    assert list_steps(message)[-1] == ("accepted", None)
    assert list_portal_messages(stored) == []
    assert list_sent_texts() == []


def test_bounce_of_former_address_sends_no_message(message: InboxMessage, stored: Mapping[str, Any]) -> None:
    save_preferences(email="rosa.new@example.com", revision=2)
    hear(make_mail_event("Bounce", BOUNCED))
    assert get_status().state == "bounced"
    assert list_portal_messages(stored) == []


def test_bounce_of_registration_address_notifies_person(
    notifier: Notifier, stored: Mapping[str, Any]
) -> None:
    register()
    notifier.deliver(make_contact_change_notice(ROSA.user_id, 2, {"email": ROSA.email}, NOON))
    before = list_portal_messages(stored)
    hear(make_mail_event("Bounce", BOUNCED))
    assert sorted([*before, "addressBounced"]) == list_portal_messages(stored)


def test_logs_contain_no_address(
    message: InboxMessage, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(EventsFailed):
        hear(
            make_mail_event("Bounce", BOUNCED),
            make_mail_event("Bounce", BOUNCED, "unknown", tags={"claim": ["unknown"]}),
            make_reply("STOP"),
        )
    written = str([vars(record) for record in caplog.records]) + "".join(capsys.readouterr())
    assert ROSA.email not in written
    assert NUMBER not in written
