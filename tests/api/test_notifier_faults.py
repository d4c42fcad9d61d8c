"""At most one announcement for a message and channel, also after failures and in parallel."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any
from unittest import mock

import pytest

from domains.accounts.account import QuietHours
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.dispatch import ANSWERS_WITHIN, MAX_TRIES, PAUSES
from tests.api.conftest import Outbox
from tests.api.faults import Killed, disturb_each_call, lose_reply
from tests.api.messages_support import BEN, ROSA, deliver, make_agency_message
from tests.api.notifier_support import (
    LOST,
    NOON,
    REJECTED,
    THROTTLED,
    Notifier,
    fail_service,
    get_record,
    list_sent_mail,
    list_sent_texts,
    list_steps,
    make_failures_queue,
    make_refusal,
    save_preferences,
    take_failures,
)
from tests.api.support import DELIVERIES_TABLE

pytestmark = pytest.mark.proof

MORNING = NOON.replace(day=22, hour=15, minute=0)
"""8 a.m. on the next day in Arizona."""


@pytest.fixture
def notifier(stored: Mapping[str, Any], outbox: Outbox) -> Notifier:
    make_failures_queue()
    save_preferences()
    return Notifier()


def names(outcomes: Any) -> list[Any]:
    return [type(each).__name__ if not hasattr(each, "response") else str(each)[:50] for each in outcomes]


def test_repeated_record_is_announced_once(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    notifier.announce(message, message)
    notifier.run(after=timedelta(hours=1))
    assert len(list_sent_mail()) == 1
    assert list_steps(message) == [("sending", None), ("accepted", None)]


def test_parallel_handlers_announce_record_once(notifier: Notifier) -> None:
    save_preferences(agencyMessages=["email", "text"], revision=2)
    messages = [make_agency_message(ROSA, str(number)) for number in range(5)]
    deliver(*messages)
    others = [Notifier() for _ in range(8)]
    with ThreadPoolExecutor(len(others)) as threads:
        list(threads.map(lambda each: each.announce(*messages), others))
    assert (len(list_sent_mail()), len(list_sent_texts())) == (5, 5)
    assert sum(each.summary.sent for each in others) == 10


def test_parallel_schedules_announce_once(notifier: Notifier) -> None:
    save_preferences(quiet=QuietHours("11:00", "12:00"), revision=2)
    single = [make_agency_message(ROSA, str(number)) for number in range(3)]
    notifier.deliver(*single)
    save_preferences(BEN, email=BEN.email, frequency="daily")
    digest = [make_agency_message(BEN, str(number)) for number in range(3)]
    notifier.deliver(*digest)
    assert list_sent_mail() == []
    others = [Notifier(now=MORNING) for _ in range(6)]
    with ThreadPoolExecutor(len(others)) as threads:
        list(threads.map(lambda each: each.run(), others))
    assert sorted(mail["To"] for mail in list_sent_mail()) == [BEN.email, *[ROSA.email] * 3]
    assert {list_steps(message)[-1] for message in single + digest} == {("accepted", None)}


def test_handler_interrupted_before_answer_becomes_unknown(
    notifier: Notifier,
) -> None:
    message = make_agency_message(ROSA, "1")
    deliver(message)
    with fail_service("SendEmail", Killed()), pytest.raises(Killed):
        notifier.announce(message)
    assert list_steps(message) == [("sending", None)]
    notifier.announce(message)
    assert notifier.run(after=ANSWERS_WITHIN - timedelta(seconds=1)).unknown == 0
    assert notifier.run(after=timedelta(seconds=1)).unknown == 1
    notifier.announce(message)
    notifier.run(after=timedelta(days=1))
    assert list_steps(message) == [("sending", None), ("unknown", "noAnswer")]
    assert list_sent_mail() == []


def test_handler_interrupted_after_sending_does_not_resend(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    deliver(message)
    with mock.patch.object(DeliveriesTable, "save_dispatch", end_at_save(2)), pytest.raises(Killed):
        notifier.announce(message)
    assert len(list_sent_mail()) == 1
    notifier.announce(message)
    notifier.run(after=ANSWERS_WITHIN)
    notifier.announce(message)
    assert list_steps(message) == [("sending", None), ("unknown", "noAnswer")]
    assert len(list_sent_mail()) == 1


def end_at_save(number: Any) -> Any:
    """Return a `save` that ends the handler at the given call."""
    save = DeliveriesTable.save_dispatch
    calls = []

    def ending(self: Any, dispatch: Any, now: Any) -> Any:
        calls.append(dispatch)
        if len(calls) == number:
            raise Killed
        return save(self, dispatch, now)

    return ending


def test_lost_reply_leaves_unknown_outcome(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    with fail_service("SendEmail", LOST) as attempts:
        notifier.deliver(message)
    assert list_steps(message) == [("sending", None), ("unknown", "noAnswer")]
    assert attempts == ["SendEmail"]
    notifier.run(after=timedelta(days=1))
    assert list_sent_mail() == []


@pytest.mark.parametrize("error", THROTTLED, ids=names(THROTTLED))
def test_unsent_announcement_is_retried_once(
    notifier: Notifier, error: Any, caplog: pytest.LogCaptureFixture
) -> None:
    message = make_agency_message(ROSA, "1")
    with fail_service("SendEmail", error, times=2):
        notifier.deliver(message)
        assert list_steps(message) == [("sending", None), ("waiting", "tryAgain")]
        assert notifier.summary.waiting == 1
        assert notifier.run(after=PAUSES[0] - timedelta(seconds=1)).waiting == 0
        assert notifier.run(after=timedelta(seconds=1)).waiting == 1
    assert list_sent_mail() == []
    notifier.announce(message)
    assert list_sent_mail() == []
    assert notifier.run(after=PAUSES[1]).sent == 1
    notifier.run(after=timedelta(days=1))
    assert len(list_sent_mail()) == 1
    assert list_steps(message)[-1] == ("accepted", None)
    assert ROSA.email not in str([vars(record) for record in caplog.records])


def test_five_failed_tries_go_to_failure_queue(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    with fail_service("SendEmail", THROTTLED[0]) as attempts:
        notifier.deliver(message)
        for pause in PAUSES:
            assert take_failures() == []
            notifier.run(after=pause)
        notifier.run(after=timedelta(days=1))
    assert len(attempts) == MAX_TRIES == 5
    assert list_steps(message)[-1] == ("failed", "tryAgain")
    assert take_failures() == [
        {"userId": ROSA.user_id, "messageId": message.id, "channel": "email", "reason": "tryAgain"}
    ]


def test_pauses_between_tries_grow(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    with fail_service("SendEmail", THROTTLED[0]):
        notifier.deliver(message)
        for pause in PAUSES:
            notifier.run(after=pause - timedelta(seconds=1))
            notifier.run(after=timedelta(seconds=1))
    [delivery] = get_record(message)
    tries = [step.at for step in delivery.steps if step.state == "sending"]
    assert [later - earlier for earlier, later in pairwise(tries)] == list(PAUSES)


def test_replayed_failure_is_sent_once(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    with fail_service("SendEmail", REJECTED):
        notifier.deliver(message)
        assert notifier.replay(message) == "failed"
    assert notifier.replay(message) == "accepted"
    assert notifier.replay(message) == "accepted"
    assert len(list_sent_mail()) == 1
    assert list_steps(message)[-3:] == [("waiting", "tryAgain"), ("sending", None), ("accepted", None)]


@pytest.mark.parametrize(
    ("requested", "reason"),
    [({"frequency": "daily"}, "dailyDigest"), ({"quiet": QuietHours("00:00", "23:59")}, "quietHours")],
)
def test_replay_respects_quiet_hours_and_daily_email(
    notifier: Notifier, requested: dict[str, Any], reason: str
) -> None:
    message = make_agency_message(ROSA, "1")
    with fail_service("SendEmail", REJECTED):
        notifier.deliver(message)
        assert notifier.replay(message) == "failed"
    save_preferences(revision=2, **requested)
    assert notifier.replay(message) == "waiting"
    assert list_steps(message)[-1] == ("waiting", reason)
    assert list_sent_mail() == []


def test_replay_starts_missing_delivery(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    deliver(message)
    assert notifier.replay(message) == "accepted"
    assert notifier.replay(make_agency_message(ROSA, "gone")) == "notSent"


def test_replay_does_not_resend_unknown_outcome(notifier: Notifier) -> None:
    message = make_agency_message(ROSA, "1")
    with fail_service("SendEmail", LOST):
        notifier.deliver(message)
    assert notifier.replay(message) == "unknown"
    assert list_sent_mail() == []


def test_failing_queue_does_not_hide_failure(notifier: Notifier, caplog: pytest.LogCaptureFixture) -> None:
    message = make_agency_message(ROSA, "1")
    with (
        fail_service("SendMessage", make_refusal("SendMessage", "OverLimit")),
        fail_service("SendEmail", REJECTED),
    ):
        notifier.deliver(message)
    assert list_steps(message)[-1] == ("failed", "refused")
    assert ROSA.email not in str([vars(record) for record in caplog.records])


def test_unsent_daily_email_is_retried_as_one(notifier: Notifier) -> None:
    save_preferences(frequency="daily", revision=2)
    messages = [make_agency_message(ROSA, str(number)) for number in range(3)]
    notifier.deliver(*messages)
    notifier.now = MORNING
    with fail_service("SendEmail", THROTTLED[0]):
        assert notifier.run().waiting == 3
    assert notifier.run(after=PAUSES[0]).sent == 3
    notifier.run(after=timedelta(days=3))
    [mail] = list_sent_mail()
    assert mail["Subject"] == "You have 3 new messages"


def test_interrupted_daily_email_is_not_sent_twice(notifier: Notifier) -> None:
    save_preferences(frequency="daily", revision=2)
    messages = [make_agency_message(ROSA, str(number)) for number in range(3)]
    notifier.deliver(*messages)
    notifier.now = MORNING
    with fail_service("SendEmail", Killed()), pytest.raises(Killed):
        notifier.run()
    notifier.run(after=ANSWERS_WITHIN)
    notifier.run(after=timedelta(days=2))
    assert list_sent_mail() == []
    assert {list_steps(message)[-1] for message in messages} == {("unknown", "noAnswer")}


def test_leftover_messages_go_into_next_daily_email(notifier: Notifier) -> None:
    save_preferences(frequency="daily", revision=2)
    messages = [make_agency_message(ROSA, str(number)) for number in range(3)]
    notifier.deliver(*messages)
    notifier.now = MORNING
    # The handler ends after claiming the day and the first message.
    with mock.patch.object(DeliveriesTable, "save_dispatch", end_at_save(2)), pytest.raises(Killed):
        notifier.run()
    notifier.run(after=timedelta(minutes=1))
    assert list_sent_mail() == []
    notifier.run(after=ANSWERS_WITHIN)
    assert list_sent_mail() == []
    # 12:30 a.m. is another day, but too early for a daily email.
    notifier.now = MORNING + timedelta(hours=16, minutes=30)
    notifier.run()
    assert list_sent_mail() == []
    notifier.now = MORNING + timedelta(days=1)
    notifier.run()
    [mail] = list_sent_mail()
    assert mail["Subject"] == "You have 2 new messages"
    ends = sorted(list_steps(message)[-1] for message in messages)
    assert ends == [("accepted", None), ("accepted", None), ("unknown", "noAnswer")]


def test_daily_email_being_sent_keeps_messages_claimed(notifier: Notifier) -> None:
    save_preferences(frequency="daily", revision=2)
    notifier.deliver(make_agency_message(ROSA, "1"))
    table = DeliveriesTable(DELIVERIES_TABLE)
    assert table.claim_digest(ROSA.user_id, MORNING.date(), MORNING) is None
    notifier.now = MORNING
    notifier.run(after=ANSWERS_WITHIN - timedelta(seconds=1))
    assert len(table.list_due_with_digest(ROSA.user_id, MORNING)) == 1
    notifier.run(after=timedelta(seconds=1))
    assert table.list_due_with_digest(ROSA.user_id, notifier.now) == []


@pytest.mark.parametrize("also_again", [False, True])
def test_lost_table_reply_announces_at_most_once(notifier: Notifier, also_again: bool) -> None:
    for place, lost in disturb_each_call(partial(lose_reply, also_again=also_again), lambda: None):
        message = make_agency_message(ROSA, f"lost {place}")
        deliver(message)
        before = len(list_sent_mail())
        with lost:
            try:
                notifier.announce(message)
            except Exception as error:
                assert also_again
                assert "email" not in str(error)
        notifier.announce(message)
        if also_again:
            notifier.run(after=ANSWERS_WITHIN)
            notifier.announce(message)
        sent = len(list_sent_mail()) - before
        state = list_steps(message)[-1][0]
        assert (sent, state) == (1, "accepted") or (also_again and sent <= 1 and state == "unknown"), place
