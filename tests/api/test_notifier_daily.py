"""Daily emails of the notifier."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from domains.accounts.account import QuietHours
from tests.api.messages_support import (
    ROSA,
    make_agency_message,
    record_dynamodb_calls,
)
from tests.api.notifier_fixtures import notifier
from tests.api.notifier_support import (
    MORNING,
    ORIGIN,
    Notifier,
    fail_service,
    get_text,
    list_sent_mail,
    list_sent_texts,
    list_steps,
    make_refusal,
    save_preferences,
)
from tests.api.support import act_as

__all__ = ["notifier"]

MINUTE = timedelta(minutes=1)


def test_daily_email_lists_all_waiting_messages_once(notifier: Notifier) -> None:
    save_preferences(frequency="daily", agencyMessages=["email", "text"])
    messages = [make_agency_message(ROSA, str(number)) for number in range(3)]
    notifier.deliver(*messages[:2])
    notifier.run(after=timedelta(hours=3))
    notifier.deliver(messages[2])
    assert list_sent_mail() == []
    assert len(list_sent_texts()) == 3
    notifier.now = MORNING + timedelta(hours=1)
    assert notifier.run().sent == 3
    assert notifier.run(after=MINUTE).sent == 0
    [mail] = list_sent_mail()
    assert mail["Subject"] == "You have 3 new messages"
    for message in messages:
        assert list_steps(message) == [("waiting", "dailyDigest"), ("sending", None), ("accepted", None)]
        assert f"{ORIGIN}/messages/service/adot-mvd-vehicles/{message.id}" in get_text(mail)


def test_next_daily_email_is_sent_next_day(notifier: Notifier) -> None:
    save_preferences(frequency="daily")
    notifier.deliver(make_agency_message(ROSA, "1"))
    notifier.now = MORNING + timedelta(hours=1)
    notifier.run()
    notifier.deliver(make_agency_message(ROSA, "2"))
    notifier.run(after=timedelta(hours=23))
    assert len(list_sent_mail()) == 1
    notifier.run(after=timedelta(hours=1))
    assert len(list_sent_mail()) == 2


def test_daily_email_waits_for_end_of_quiet_hours(notifier: Notifier) -> None:
    save_preferences(frequency="daily", quiet=QuietHours("21:00", "09:30"))
    notifier.deliver(make_agency_message(ROSA, "1"))
    notifier.now = MORNING + timedelta(hours=2, minutes=29)
    notifier.run()
    assert list_sent_mail() == []
    notifier.run(after=MINUTE)
    assert len(list_sent_mail()) == 1


def test_large_daily_email_is_sent_in_time(
    notifier: Notifier,
) -> None:
    save_preferences(frequency="daily")
    messages = [make_agency_message(ROSA, str(number)) for number in range(220)]
    notifier.deliver(*messages)
    notifier.now += timedelta(days=1)
    with act_as("notifier"), record_dynamodb_calls() as calls:
        assert notifier.service.process_due_deliveries(lambda: 60_000).is_complete
    assert len(calls) < 700
    [mail] = list_sent_mail()
    assert mail["Subject"] == "You have 220 new messages"
    assert "170 more are in the portal." in get_text(mail)
    assert {list_steps(message)[-1] for message in messages} == {("accepted", None)}


def test_daily_email_without_time_is_left_to_next_run(notifier: Notifier) -> None:
    save_preferences(frequency="daily")
    messages = [make_agency_message(ROSA, str(number)) for number in range(110)]
    notifier.deliver(*messages)
    notifier.now += timedelta(days=1)
    remaining = iter([60_000] * 50)
    with act_as("notifier"):
        assert not notifier.service.process_due_deliveries(lambda: next(remaining, 0)).is_complete
    assert list_sent_mail() == []
    remaining = iter([60_000] * 101)
    with act_as("notifier"):
        assert not notifier.service.process_due_deliveries(lambda: next(remaining, 0)).is_complete
    last = Counter(list_steps(message)[-1] for message in messages)
    assert last == {("accepted", None): 100, ("waiting", "dailyDigest"): 10}
    notifier.run(after=10 * MINUTE)
    notifier.run(after=timedelta(days=1))
    assert {list_steps(message)[-1] for message in messages} == {("accepted", None)}
    assert [mail["Subject"] for mail in list_sent_mail()] == [
        "You have 110 new messages",
        "You have 10 new messages",
    ]


def test_failed_large_daily_email_is_retried_completely(notifier: Notifier) -> None:
    save_preferences(frequency="daily")
    messages = [make_agency_message(ROSA, str(number)) for number in range(110)]
    notifier.deliver(*messages)
    with fail_service("SendEmail", make_refusal("SendEmail", "ThrottlingException"), times=1):
        notifier.run(after=timedelta(days=1))
    assert {list_steps(message)[-1] for message in messages} == {("waiting", "tryAgain")}
    notifier.run(after=MINUTE)
    assert {list_steps(message)[-1] for message in messages} == {("accepted", None)}
    assert [mail["Subject"] for mail in list_sent_mail()] == ["You have 110 new messages"]


def test_daily_email_retried_after_midnight_keeps_next_daily(
    notifier: Notifier,
) -> None:
    save_preferences(frequency="daily", quiet=QuietHours("07:00", "23:50"))
    before_midnight = datetime(2026, 11, 22, 6, 50, tzinfo=UTC)
    notifier.now = before_midnight - timedelta(hours=20)
    first, second = make_agency_message(ROSA, "1"), make_agency_message(ROSA, "2")
    notifier.deliver(first)
    with fail_service("SendEmail", make_refusal("SendEmail", "ThrottlingException")) as failed:
        notifier.now = before_midnight
        for pause in (0, 1, 5):
            notifier.run(after=pause * MINUTE)
    assert len(failed) == 3
    notifier.run(after=15 * MINUTE)
    assert list_steps(first)[-1] == ("accepted", None)
    notifier.deliver(second)
    notifier.now = before_midnight + timedelta(days=1)
    notifier.run()
    assert list_steps(second)[-1] == ("accepted", None)
    assert len(list_sent_mail()) == 2


def test_daily_email_omits_disabled_notices(notifier: Notifier) -> None:
    save_preferences(frequency="daily")
    kept = make_agency_message(ROSA, "1")
    dropped = make_agency_message(ROSA, "2", notice="reminders")
    notifier.deliver(kept, dropped)
    save_preferences(frequency="daily", revision=2, reminders=[])
    notifier.now = MORNING + timedelta(hours=1)
    notifier.run()
    [mail] = list_sent_mail()
    assert mail["Subject"].startswith("New message from")
    assert list_steps(dropped)[-1] == ("notSent", "preferences")
