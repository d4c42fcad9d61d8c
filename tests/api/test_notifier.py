"""Announcements by recipient, time and language: the notifier over moto at any time."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from domains.accounts.account import QuietHours
from domains.deliveries.deliveries_table import SHARDS, DeliveriesTable
from domains.deliveries.delivery import AddressStatus, make_address_key
from domains.deliveries.dispatch import DispatchKey, make_dispatch
from domains.messages.account_notices import make_channel_test_notice, make_contact_change_notice
from domains.messages.inbox_table import InboxTable
from domains.messages.message import SUPPORT_ANSWER, SUPPORT_QUESTION
from portal.language import Text
from tests.api.messages_support import (
    BEN,
    ROSA,
    deliver,
    make_agency_message,
    make_portal_message,
)
from tests.api.notifier_fixtures import notifier
from tests.api.notifier_support import (
    LONG_AGO,
    MORNING,
    NOON,
    NUMBER,
    ORIGIN,
    Notifier,
    fail_service,
    get_record,
    get_text,
    list_sent_mail,
    list_sent_texts,
    list_steps,
    make_refusal,
    register,
    save_preferences,
    take_failures,
)
from tests.api.support import DELIVERIES_TABLE, MESSAGES_TABLE, Client, invoke
from tests.lambda_context import Context

__all__ = ["notifier"]

NIGHT = QuietHours("21:00", "07:00")


EVENING = NOON.replace(day=22, hour=4, minute=0)
"""9 p.m. in Arizona."""


MINUTE = timedelta(minutes=1)


def make_security_notice() -> Any:
    return make_contact_change_notice(ROSA.user_id, 2, {"email": ROSA.email}, NOON)


def make_stream_event(*messages: Any, name: str = "INSERT") -> dict[str, Any]:
    """Return an event as Lambda receives it from the stream of the messages table."""
    return {
        "Records": [
            {
                "eventName": name,
                "dynamodb": {
                    "Keys": {"user_id": {"S": message.user_id}, "id": {"S": message.id}},
                    "SequenceNumber": str(number),
                },
            }
            for number, message in enumerate(messages)
        ]
    }


def test_message_is_announced_by_preferred_channels(notifier: Notifier) -> None:
    register()
    save_preferences(agencyMessages=["email", "text"])
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    [mail] = list_sent_mail()
    assert (mail["To"], mail["Subject"]) == (
        ROSA.email,
        "New message from Motor Vehicle Division",
    )
    [(number, text)] = list_sent_texts()
    assert number == NUMBER
    assert message.sender.en in text
    assert list_steps(message) == list_steps(message, "text") == [("sending", None), ("accepted", None)]
    assert [each.sent_to for each in get_record(message)] == ["r•••@example.com", "•••-•••-0123"]
    assert (notifier.summary.sent, notifier.summary.waiting, notifier.summary.failed) == (2, 0, 0)


def test_support_answer_is_announced_without_content(notifier: Notifier) -> None:
    register()
    save_preferences(accountActivity=["email", "text"])
    support = Text(en="Support", es="Equipo de ayuda")
    message = make_portal_message(ROSA, "answer", type=SUPPORT_ANSWER, sender=support, thread_id="first")
    notifier.deliver(message)
    [mail], [(_, text)] = list_sent_mail(), list_sent_texts()
    assert mail["Subject"] == "New message from Support"
    assert "answer" not in get_text(mail) + text
    assert "new message from Support" in text


def test_own_question_is_not_announced(notifier: Notifier) -> None:
    register()
    save_preferences(accountActivity=["email", "text"])
    message = make_portal_message(ROSA, "question", type=SUPPORT_QUESTION, is_unread=False)
    notifier.deliver(message)
    assert (list_sent_mail(), list_sent_texts(), get_record(message)) == ([], [], [])


def test_delivery_record_expires_after_one_year(notifier: Notifier, stored: Mapping[str, Any]) -> None:
    save_preferences()
    notifier.deliver(make_agency_message(ROSA, "1"))
    ends = {int(item["expires_at"]) for item in stored[DELIVERIES_TABLE].scan()["Items"]}
    assert ends == {int((notifier.now + timedelta(days=365)).timestamp())}


def test_announcements_are_in_language_of_person(notifier: Notifier) -> None:
    save_preferences(language="es", agencyMessages=["email", "text"])
    notifier.deliver(make_agency_message(ROSA, "1"))
    [mail] = list_sent_mail()
    assert mail["Subject"] == "Mensaje nuevo de División de Vehículos"
    [(_, text)] = list_sent_texts()
    assert text.startswith("Saguaro: mensaje nuevo de Division de Vehiculos. ")


@pytest.mark.parametrize("channels", [[], ["text"]])
def test_disabled_notice_is_not_sent(notifier: Notifier, channels: list[Any] | list[str]) -> None:
    save_preferences(agencyMessages=channels)
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    assert list_sent_mail() == []
    assert [each.channel for each in get_record(message)] == (channels or ["email"])
    if not channels:
        assert list_steps(message) == [("notSent", "preferences")]


def test_security_notice_is_emailed_at_any_hour(notifier: Notifier) -> None:
    save_preferences(security=[], frequency="daily", quiet=QuietHours("00:00", "23:59"))
    notifier.deliver(make_security_notice())
    [mail] = list_sent_mail()
    assert mail["List-Unsubscribe"] is None
    assert list_steps(make_security_notice())[-1] == ("accepted", None)


def test_missing_preferences_announce_only_security_notices(
    notifier: Notifier,
) -> None:
    register()
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message, make_security_notice())
    [mail] = list_sent_mail()
    assert mail["To"] == ROSA.email
    assert list_steps(message) == [("notSent", "preferences")]
    assert list_steps(make_security_notice())[-1] == ("accepted", None)


def test_unknown_person_gets_no_announcement(notifier: Notifier) -> None:
    notifier.deliver(make_agency_message(BEN, "1"), make_security_notice())
    assert list_sent_mail() == []
    assert list_steps(make_agency_message(BEN, "1")) == [("notSent", "preferences")]
    assert list_steps(make_security_notice()) == [("notSent", "noAddress")]


def test_unverified_address_gets_no_announcement(notifier: Notifier) -> None:
    save_preferences(verified_at=None, agencyMessages=["email", "text"])
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    assert list_sent_mail() == []
    assert list_sent_texts() == []
    assert list_steps(message) == list_steps(message, "text") == [("notSent", "unverified")]


def test_registration_address_needs_no_verification(notifier: Notifier) -> None:
    register()
    save_preferences(email="Rosa@Example.com", verified_at=None)
    notifier.deliver(make_agency_message(ROSA, "1"))
    assert len(list_sent_mail()) == 1


@pytest.mark.parametrize("state", ["bounced", "complained", "stopped"])
def test_unusable_address_gets_no_announcement(notifier: Notifier, state: Any) -> None:
    save_preferences()
    DeliveriesTable(DELIVERIES_TABLE).set_status(
        make_address_key("email", ROSA.email), AddressStatus(state, NOON)
    )
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    assert list_sent_mail() == []
    assert list_steps(message) == [("notSent", state)]


@pytest.mark.parametrize(("state", "is_sent"), [("bounced", True), ("complained", True), ("stopped", False)])
def test_new_verification_clears_address_status_except_stop(
    notifier: Notifier, state: Any, is_sent: bool
) -> None:
    save_preferences(verified_at=NOON)
    DeliveriesTable(DELIVERIES_TABLE).set_status(
        make_address_key("email", ROSA.email), AddressStatus(state, NOON - MINUTE)
    )
    notifier.deliver(make_agency_message(ROSA, "1"))
    assert len(list_sent_mail()) == is_sent


def test_missing_number_is_recorded(notifier: Notifier) -> None:
    save_preferences(number=None, agencyMessages=["text"])
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    assert list_steps(message, "text") == [("notSent", "noAddress")]


@pytest.mark.parametrize(
    ("now", "is_quiet"),
    [
        (EVENING - timedelta(seconds=1), False),
        (EVENING, True),
        (MORNING - timedelta(seconds=1), True),
        (MORNING, False),
    ],
)
def test_quiet_hours_are_exact_to_the_second(notifier: Notifier, now: Any, is_quiet: bool) -> None:
    save_preferences(quiet=NIGHT, agencyMessages=["email", "text"])
    notifier.now = now
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    assert len(list_sent_mail()) == len(list_sent_texts()) == (not is_quiet)
    if is_quiet:
        assert list_steps(message) == list_steps(message, "text") == [("waiting", "quietHours")]


def test_delayed_announcement_is_sent_once_in_the_morning(notifier: Notifier) -> None:
    save_preferences(quiet=NIGHT)
    notifier.now = EVENING
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    notifier.now = MORNING - timedelta(seconds=1)
    notifier.run()
    assert list_sent_mail() == []
    assert notifier.run(after=timedelta(seconds=1)).sent == 1
    assert notifier.run(after=MINUTE).sent == 0
    assert len(list_sent_mail()) == 1
    assert list_steps(message) == [("waiting", "quietHours"), ("sending", None), ("accepted", None)]


def test_preferences_are_read_when_waiting_ends(notifier: Notifier) -> None:
    save_preferences(quiet=NIGHT, agencyMessages=["email", "text"])
    notifier.now = EVENING
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    save_preferences(quiet=QuietHours("06:00", "09:00"), revision=2, agencyMessages=["email"])
    notifier.now = MORNING
    notifier.run()
    assert list_sent_texts() == []
    assert list_steps(message, "text") == [("waiting", "quietHours"), ("notSent", "preferences")]
    assert list_sent_mail() == []
    notifier.run(after=timedelta(hours=2))
    assert len(list_sent_mail()) == 1


def test_message_read_while_waiting_is_not_announced(notifier: Notifier) -> None:
    save_preferences(quiet=NIGHT)
    notifier.now = EVENING
    read, binned, new = (make_portal_message(ROSA, name) for name in ("read", "binned", "new"))
    notifier.deliver(read, binned, new)
    inbox = InboxTable(MESSAGES_TABLE)
    assert inbox.replace_message(read, replace(read, is_unread=False, read_at=EVENING))
    assert inbox.replace_message(binned, replace(binned, deleted_at=EVENING))
    notifier.now = MORNING
    notifier.run()
    assert list_steps(read)[-1] == list_steps(binned)[-1] == ("notSent", "alreadyRead")
    assert len(list_sent_mail()) == 1
    assert list_steps(new)[-1] == ("accepted", None)


@pytest.mark.parametrize("channel", ["email", "text"])
def test_channel_test_ignores_preferences(notifier: Notifier, channel: Any) -> None:
    save_preferences(accountActivity=[], frequency="daily", quiet=QuietHours("00:00", "23:59"))
    message = make_channel_test_notice(ROSA.user_id, channel, NOON, NOON)
    notifier.deliver(message)
    assert [each.channel for each in get_record(message)] == [channel]
    assert (len(list_sent_mail()), len(list_sent_texts())) == ((1, 0) if channel == "email" else (0, 1))


def test_mail_header_unsubscribe_disables_notice_kind(notifier: Notifier, client: Client) -> None:
    register()
    save_preferences()
    notifier.deliver(make_agency_message(ROSA, "1"))
    [mail] = list_sent_mail()
    address = mail["List-Unsubscribe"].strip("<>").removeprefix(ORIGIN)
    machine = client.sending(content_type="application/x-www-form-urlencoded")
    assert machine.post(address, mail["List-Unsubscribe-Post"]).status == 200
    following = make_agency_message(ROSA, "2")
    notifier.deliver(following, make_agency_message(ROSA, "3", notice="reminders"))
    assert list_steps(following) == [("notSent", "preferences")]
    assert len(list_sent_mail()) == 2


def test_missing_message_is_not_announced(notifier: Notifier) -> None:
    save_preferences()
    message = make_agency_message(ROSA, "1")
    notifier.announce(message)
    assert get_record(message) == []


@pytest.mark.parametrize(
    ("channel", "operation", "code"),
    [
        ("email", "SendEmail", "MessageRejected"),
        ("email", "SendEmail", "BadRequestException"),
        ("text", "Publish", "InvalidParameter"),
        ("text", "Publish", "OptedOut"),
    ],
)
def test_permanent_refusal_fails_at_once(notifier: Notifier, channel: str, operation: str, code: str) -> None:
    save_preferences(agencyMessages=[channel])
    message = make_agency_message(ROSA, "1")
    with fail_service(operation, make_refusal(operation, code)) as attempts:
        notifier.deliver(message)
        notifier.run(after=timedelta(days=1))
    assert len(attempts) == 1
    assert list_steps(message, channel) == [("sending", None), ("failed", "refused")]
    assert [failure["channel"] for failure in take_failures()] == [channel]


def test_handler_processes_stream_batch(notifier: Notifier) -> None:
    save_preferences()
    messages = [make_agency_message(ROSA, str(number)) for number in range(3)]
    deliver(*messages)
    answer = invoke("notifier", make_stream_event(*messages), Context())
    assert answer == {"batchItemFailures": []}
    assert len(list_sent_mail()) == 3


def test_handler_announces_only_new_messages(notifier: Notifier) -> None:
    save_preferences()
    message = make_agency_message(ROSA, "1")
    deliver(message)
    invoke("notifier", make_stream_event(message, name="MODIFY"), Context())
    assert get_record(message) == []


def test_unreadable_record_does_not_stop_batch(notifier: Notifier, caplog: pytest.LogCaptureFixture) -> None:
    save_preferences()
    messages = [make_agency_message(ROSA, str(number)) for number in range(3)]
    deliver(*messages)
    event = make_stream_event(*messages)
    event["Records"][1]["dynamodb"]["Keys"] = {}
    answer = invoke("notifier", event, Context())
    assert answer == {"batchItemFailures": [{"itemIdentifier": "1"}]}
    assert [bool(get_record(message)) for message in messages] == [True, False, True]
    [line] = [vars(each) for each in caplog.records if each.levelname == "ERROR"]
    assert line["error"] == "KeyError"


def test_record_without_time_is_retried(notifier: Notifier) -> None:
    save_preferences()
    message = make_agency_message(ROSA, "1")
    deliver(message)
    assert invoke("notifier", make_stream_event(message), Context(1000)) == {
        "batchItemFailures": [{"itemIdentifier": "0"}]
    }
    assert list_sent_mail() == []
    assert invoke("notifier", make_stream_event(message), Context()) == {"batchItemFailures": []}
    assert len(list_sent_mail()) == 1


def test_schedule_sends_due_announcements_and_reports_counts(notifier: Notifier) -> None:
    save_preferences(quiet=NIGHT)
    notifier.now = LONG_AGO.replace(hour=12)
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    assert list_steps(message) == [("waiting", "quietHours")]
    save_preferences(revision=2)
    done = invoke("notifier", {"detail-type": "Scheduled Event"}, Context())
    assert done == {"sent": 1, "waiting": 0, "failed": 0, "unknown": 0, "isComplete": True}
    assert len(list_sent_mail()) == 1
    assert take_failures() == []


def test_log_counts_announcements_without_personal_data(
    notifier: Notifier, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    save_preferences(agencyMessages=["email", "text"])
    message = make_agency_message(ROSA, "1")
    deliver(message)
    invoke("notifier", make_stream_event(message), Context())
    written = "".join(capsys.readouterr()) + str([vars(record) for record in caplog.records])
    [counted] = [
        metrics["AnnouncementsSent"]
        for line in written.splitlines()
        if line.startswith("{") and "AnnouncementsSent" in (metrics := json.loads(line))
    ]
    assert counted == [2.0]
    for private in (ROSA.email, NUMBER, message.subject["en"], message.body["en"], ROSA.user_id):
        assert private not in written


def test_schedule_without_time_leaves_announcement_to_next_run(notifier: Notifier) -> None:
    save_preferences(quiet=NIGHT)
    notifier.now = datetime(2026, 1, 1, 12, 0, tzinfo=NOON.tzinfo)
    notifier.deliver(make_agency_message(ROSA, "1"))
    save_preferences(revision=2)
    assert invoke("notifier", {}, Context(1000))["isComplete"] is False
    assert list_sent_mail() == []
    assert invoke("notifier", {}, Context())["sent"] == 1


def test_schedule_starts_with_different_shard_each_minute(stored: Mapping[str, Any]) -> None:
    table = DeliveriesTable(DELIVERIES_TABLE)
    for number in range(60):
        key = DispatchKey(f"person-{number}", "a" * 26, "email")
        table.save_dispatch(
            make_dispatch(key, "").mark_waiting("tryAgain", NOON, NOON, is_digest=False), NOON
        )
    found = [list(table.list_due(NOON + number * MINUTE)) for number in range(SHARDS)]
    assert len({keys[0] for keys in found}) == SHARDS
    assert all(len(set(keys)) == 60 for keys in found)
