from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from aws_lambda_powertools import Logger

from domains.agencies.catalog import Offer, Offers
from domains.agencies.failures import AgencyFailure
from domains.agencies.protocol import ApplicationAnswer
from domains.agencies.subscriptions import PendingDisconnect
from domains.applications.application import Dossier
from domains.applications.delivery import ApplicationDelivery
from domains.applications.steps import submit, withdraw
from functions.maintenance.service import MAX_BATCH, NEEDED_MILLISECONDS, MaintenanceService
from tests.api.agency_support import make_manifest
from tests.unit.applications.support import BUSINESS, ROSA, Applications, make_application, make_dossier

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
ENOUGH = 60_000


ANSWERS = {
    "tradeName": "Tacos",
    "county": "pima",
    "employees": "2",
    "opensOn": "2027-01-31",
    "servesAlcohol": "no",
    "email": "rosa@example.com",
    "phone": "+16025550123",
}


def make_waiting(own_id: Any, agency: str = "test-agency") -> Dossier:
    """Return a submitted application that has not reached the agency yet."""
    return make_dossier(
        submit(make_application(own_id, agency, service_id=f"{agency}-vehicles"), ROSA, BUSINESS, NOW),
        ANSWERS,
    )


def make_pending(identity_id: Any, agency: str = "test-agency", **changes: Any) -> PendingDisconnect:
    disconnect = PendingDisconnect(
        user_id="rosa",
        identity_id=identity_id,
        agency_id=agency,
        service_id=f"{agency}-vehicles",
        reference=f"reference of {identity_id}",
        requested_at=NOW,
        due_at=NOW + timedelta(minutes=1),
        tries=1,
        tried_at=NOW,
    )
    return replace(disconnect, **changes)


@dataclass
class Disconnects:
    """Pending disconnects in memory."""

    stored: dict[str, PendingDisconnect] = field(default_factory=dict)
    fails_for: str = ""

    def add(self, *disconnects: Any) -> None:
        self.stored |= {each.identity_id: each for each in disconnects}

    def list_due_disconnects(self, agency_id: Any, now: Any, limit: Any) -> Any:
        if agency_id == self.fails_for:
            raise OSError("no table")
        due = [each for each in self.stored.values() if each.agency_id == agency_id and each.due_at <= now]
        return [(each.user_id, each.identity_id) for each in sorted(due, key=lambda each: each.due_at)][
            :limit
        ]

    def read_disconnect(self, user_id: Any, identity_id: Any) -> Any:
        return self.stored.get(identity_id)

    def claim_disconnect(self, claimed: Any, now: Any, due_at: Any) -> Any:
        if self.stored.get(claimed.identity_id) != claimed:
            return None
        taken = replace(claimed, due_at=due_at, tried_at=now, tries=claimed.tries + 1)
        self.stored[claimed.identity_id] = taken
        return taken

    def finish_disconnect(self, reported: Any) -> None:
        if self.stored.get(reported.identity_id) == reported:
            del self.stored[reported.identity_id]


@dataclass
class World:
    """The service and everything around it."""

    now: datetime = NOW
    disconnects: Disconnects = field(default_factory=Disconnects)
    applications: Applications = field(default_factory=Applications)
    away: set[str] = field(default_factory=set)
    reported: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def get_offers(self) -> Offers:
        manifests = [
            make_manifest("https://agency.example/", agency=each) for each in ("test-agency", "other-agency")
        ]
        return Offers(
            {service.id: Offer(each.agency, service, True) for each in manifests for service in each.services}
        )

    def send_disconnect(self, offer: Any, reference: Any) -> None:
        self._answer(offer, reference)

    def send_application(self, offer: Any, request: Any) -> ApplicationAnswer:
        self._answer(offer, f"{request.application_id} {request.submission}")
        return ApplicationAnswer(received=True, reference="TA-1")

    def withdraw_application(self, offer: Any, application_id: Any) -> None:
        self._answer(offer, f"{application_id} withdrawn")

    def _answer(self, offer: Any, what: Any) -> None:
        self.asked.append(what)
        if offer.agency.id in self.away:
            raise AgencyFailure("late")
        self.reported.append(what)

    def run(self, remaining: Callable[..., Any] = lambda: ENOUGH) -> Any:
        return MaintenanceService(
            clock=lambda: self.now,
            disconnects=self.disconnects,
            applications=self.applications,
            delivery=ApplicationDelivery(self.applications, cast(Any, self), cast(Any, self)),
            replies=NoReplies(),
            reply_delivery=cast(Any, None),
            catalog=cast(Any, self),
            agencies=cast(Any, self),
            logger=Logger(),
        ).deliver_due_news(remaining)


class NoReplies:
    """An empty outbox; `tests/api/test_replies.py` tests replies."""

    def list_due(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]:
        return []


@pytest.fixture
def world() -> World:
    return World()


def test_due_disconnect_is_sent(world: World) -> None:
    world.disconnects.add(make_pending("one"))
    assert world.run().disconnects.delivered == 0
    world.now += timedelta(minutes=1)
    summary = world.run()
    assert (summary.disconnects.delivered, summary.is_complete) == (1, True)
    assert world.reported == ["reference of one"]
    assert world.disconnects.stored == {}


def test_retry_pauses_grow(world: World) -> None:
    world.away = {"test-agency"}
    world.disconnects.add(make_pending("one"))
    pauses = []
    for _ in range(6):
        world.now = world.disconnects.stored["one"].due_at
        world.run()
        pauses.append(world.disconnects.stored["one"].due_at - world.now)
    assert pauses == [
        timedelta(minutes=5),
        timedelta(minutes=30),
        timedelta(hours=2),
        timedelta(days=1),
        timedelta(days=1),
        timedelta(days=1),
    ]


def test_disconnect_is_given_up_after_thirty_days(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.away = {"test-agency"}
    world.disconnects.add(make_pending("one"))
    world.now += timedelta(days=29, hours=23)
    assert world.run().disconnects.postponed == 1
    world.now += timedelta(days=1)
    assert world.run().disconnects.given_up == 1
    assert world.disconnects.stored == {}
    [line] = [
        vars(record) for record in caplog.records if record.message.startswith("Disconnect not delivered")
    ]
    assert line["agency"] == "test-agency"
    assert "rosa" not in str(line)


def test_unavailable_agency_does_not_block_others(world: World) -> None:
    world.away = {"other-agency"}
    world.disconnects.add(*[make_pending(f"away {n}", "other-agency") for n in range(5)], make_pending("one"))
    world.now += timedelta(minutes=1)
    summary = world.run()
    assert (summary.disconnects.delivered, summary.disconnects.postponed) == (1, 1)
    assert len(world.asked) == 2


def test_failure_for_one_agency_does_not_block_others(world: World) -> None:
    world.disconnects.fails_for = "other-agency"
    world.disconnects.add(make_pending("one"))
    world.now += timedelta(minutes=1)
    summary = world.run()
    assert (summary.disconnects.delivered, summary.is_complete) == (1, False)


def test_run_is_limited_to_a_batch_per_agency(world: World) -> None:
    world.disconnects.add(*[make_pending(str(number)) for number in range(MAX_BATCH + 5)])
    world.now += timedelta(minutes=1)
    assert world.run().disconnects.delivered == MAX_BATCH
    assert world.run().disconnects.delivered == 5


def test_run_ends_before_its_time_limit(world: World) -> None:
    world.disconnects.add(*[make_pending(str(number)) for number in range(5)])
    world.now += timedelta(minutes=1)
    left = iter([ENOUGH, NEEDED_MILLISECONDS, NEEDED_MILLISECONDS - 1, 0, 0])
    summary = world.run(lambda: next(left))
    assert (summary.disconnects.delivered, summary.is_complete) == (2, False)
    assert world.run().disconnects.delivered == 3


def test_disconnect_sent_meanwhile_is_not_sent_again(world: World) -> None:
    due = make_pending("one")
    world.disconnects.add(due)
    world.now += timedelta(minutes=1)
    stale = [("rosa", "one"), ("rosa", "gone")]
    world.disconnects.list_due_disconnects = lambda agency_id, *_: stale if agency_id == "test-agency" else []  # type: ignore[method-assign]
    world.disconnects.stored["one"] = replace(due, due_at=world.now + timedelta(minutes=5), tries=2)
    summary = world.run()
    assert (summary.disconnects.delivered, summary.disconnects.postponed, summary.is_complete) == (0, 0, True)
    assert world.asked == []


def test_unknown_service_is_postponed(world: World) -> None:
    world.disconnects.add(make_pending("one", service_id="test-agency-gone"))
    world.now += timedelta(minutes=1)
    assert world.run().disconnects.postponed == 1
    assert world.asked == []


class TestApplications:
    def test_due_disconnect_is_sent(self, world: World) -> None:
        one = make_waiting("one")
        world.applications.add(one)
        assert world.run().applications.delivered == 0
        world.now += timedelta(minutes=1)
        assert world.run().applications.delivered == 1
        assert world.reported == [f"{one.application.id} 1"]
        kept = world.applications.get_application(one.application.id)
        assert (kept.is_delivered, kept.agency_reference, kept.state) == (True, "TA-1", "submitted")
        assert world.run().applications.delivered == 0

    def test_withdrawal_replaces_the_submission(self, world: World) -> None:
        one = make_waiting("one")
        world.applications.add(replace(one, application=withdraw(one.application, NOW)))
        world.now += timedelta(minutes=1)
        assert world.run().applications.delivered == 1
        assert world.reported == [f"{one.application.id} withdrawn"]

    def test_pauses_grow_to_a_day_and_never_end(self, world: World, caplog: pytest.LogCaptureFixture) -> None:
        one = make_waiting("one")
        world.applications.add(one)
        world.away.add("test-agency")
        tried = []
        # Like the schedule in the first hours, and once an hour after that.
        for pause in [timedelta(minutes=5)] * 36 + [timedelta(hours=1)] * 31 * 24:
            world.now += pause
            before = len(world.asked)
            world.run()
            if len(world.asked) > before:
                tried.append(world.now - NOW)
        assert tried[:4] == [timedelta(minutes=each) for each in (5, 10, 40, 160)]
        assert tried[-1] - tried[-2] == timedelta(days=1)
        assert tried[-1] > timedelta(days=30)
        # Operators get a daily report that the agency has not been informed.
        reported = [vars(record) for record in caplog.records if "30 days" in record.message]
        assert len(reported) == sum(each >= timedelta(days=30) for each in tried)
        assert reported[0]["application"] == one.application.id
        world.away.clear()
        world.now += timedelta(days=100)
        assert world.run().applications.delivered == 1

    def test_unavailable_agency_does_not_delay_others(self, world: World) -> None:
        world.applications.add(
            make_waiting("one"), make_waiting("two"), make_waiting("three", "other-agency")
        )
        world.away.add("test-agency")
        world.now += timedelta(minutes=1)
        summary = world.run()
        assert (summary.applications.delivered, summary.applications.postponed) == (1, 1)
        assert len(world.asked) == 2

    def test_failed_agency_is_left_for_the_next_run(self, world: World) -> None:
        world.applications.add(make_waiting("one"), make_waiting("three", "other-agency"))
        world.applications.fails_for = "test-agency"
        world.now += timedelta(minutes=1)
        summary = world.run()
        assert (summary.applications.delivered, summary.is_complete) == (1, False)

    def test_run_stops_when_time_runs_out(self, world: World) -> None:
        world.applications.add(*(make_waiting(f"number {number}") for number in range(5)))
        world.now += timedelta(minutes=1)
        left = iter([ENOUGH, ENOUGH, NEEDED_MILLISECONDS - 1])
        summary = world.run(lambda: next(left))
        assert (summary.applications.delivered, summary.is_complete) == (2, False)

    def test_agency_missing_from_the_catalog_is_retried(self, world: World) -> None:
        gone = make_dossier(replace(make_waiting("one").application, service_id="gone"), ANSWERS)
        world.applications.add(gone)
        world.now += timedelta(minutes=1)
        assert world.run().applications.postponed == 1
