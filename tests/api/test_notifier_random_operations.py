"""Announcements under random operations in random order: at most one for a message and channel."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domains.accounts.account import QuietHours
from tests.api.conftest import Outbox
from tests.api.faults import Killed
from tests.api.messages_support import ROSA, deliver, make_agency_message
from tests.api.notifier_support import (
    LOST,
    REJECTED,
    THROTTLED,
    Notifier,
    fail_service,
    get_record,
    list_raw_mail,
    list_sent_texts,
    make_failures_queue,
    save_preferences,
)
from tests.api.support import DELIVERIES_TABLE, MESSAGES_TABLE, USERS_TABLE
from tests.api.tables import get_tables
from tests.depth import examples

pytestmark = pytest.mark.proof


class NotifierMachine(RuleBasedStateMachine):
    """Records, schedules, replays, changed preferences and failures in random order, over moto."""

    world: Any

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[Any] = []
        self.revision = 1

    @initialize()
    def start(self) -> None:
        self.world.clear()
        save_preferences()
        self.notifier = Notifier()

    @rule(notice=st.sampled_from(["agencyMessages", "security", "reminders"]))
    def deliver(self, notice: Any) -> None:
        message = make_agency_message(ROSA, str(len(self.messages)), notice=notice)
        self.messages.append(message)
        deliver(message)

    @rule(
        data=st.data(),
        outcome=st.sampled_from([None, None, THROTTLED[0], LOST, Killed()]),
    )
    def tell(self, data: Any, outcome: Any) -> None:
        if self.messages:
            message = data.draw(st.sampled_from(self.messages))
            self._with(outcome, lambda: self.notifier.announce(message))

    @rule(
        minutes=st.sampled_from([0, 1, 5, 60, 600, 1440]),
        outcome=st.sampled_from([None, None, THROTTLED[1], REJECTED, Killed()]),
    )
    def pass_time(self, minutes: Any, outcome: Any) -> None:
        self._with(outcome, lambda: self.notifier.run(after=timedelta(minutes=minutes)))

    @rule(
        frequency=st.sampled_from(["immediate", "daily"]),
        quiet=st.sampled_from([None, QuietHours("21:00", "07:00"), QuietHours("11:00", "12:30")]),
        channels=st.sampled_from([["email"], ["email", "text"], []]),
    )
    def choose(self, frequency: Any, quiet: Any, channels: Any) -> None:
        self.revision += 1
        save_preferences(frequency=frequency, quiet=quiet, revision=self.revision, agencyMessages=channels)

    @rule(data=st.data())
    def replay(self, data: Any) -> None:
        if self.messages:
            self.notifier.replay(data.draw(st.sampled_from(self.messages)))

    def _with(self, outcome: Any, act: Any) -> None:
        if outcome is None:
            act()
            return
        with fail_service("SendEmail", outcome):
            try:
                act()
            except Killed:
                return

    @invariant()
    def check_no_duplicate_announcement(self) -> None:
        written = "".join(list_raw_mail()).replace("=\r\n", "")
        texts = "".join(text for _, text in list_sent_texts())
        for message in self.messages:
            # Once in the plain text and once in the HTML.
            number = written.count(message.id)
            assert number in (0, 2)
            assert texts.count(message.id) <= 1
            for delivery in get_record(message):
                if (delivery.state, delivery.channel) == ("accepted", "email"):
                    assert number == 2
                if delivery.state in ("waiting", "notSent", "failed") and delivery.channel == "email":
                    assert number == 0


def test_random_event_order_announces_at_most_once(stored: Mapping[str, Any], outbox: Outbox) -> None:
    class World:
        """Cleanup between the examples."""

        def clear(self) -> None:
            outbox.clear()
            make_failures_queue()
            get_tables().clear([USERS_TABLE, MESSAGES_TABLE, DELIVERIES_TABLE])

    NotifierMachine.world = World()
    machine = NotifierMachine.TestCase
    machine.settings = settings(
        max_examples=examples(20), stateful_step_count=15, suppress_health_check=list(HealthCheck)
    )
    machine().runTest()
