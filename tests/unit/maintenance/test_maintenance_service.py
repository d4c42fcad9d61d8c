from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from functions.maintenance.service import LARGEST_BATCH, NEEDED_MILLISECONDS, MaintenanceService
from portal.agencies.catalogue import Offer, Offers
from portal.agencies.failures import AgencyFailure
from portal.agencies.subscriptions import PendingDisconnect
from portal.observability import make_logger
from tests.api.agency_support import manifest

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
ENOUGH = 60_000


def pending(identity_id, agency="test-agency", **changes):
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
    """What is pending, in memory."""

    stored: dict[str, PendingDisconnect] = field(default_factory=dict)
    fails_for: str = ""

    def add(self, *disconnects):
        self.stored |= {each.identity_id: each for each in disconnects}

    def due_disconnects(self, agency_id, now, limit):
        if agency_id == self.fails_for:
            raise OSError("no table")
        due = [each for each in self.stored.values() if each.agency_id == agency_id and each.due_at <= now]
        return [(each.user_id, each.identity_id) for each in sorted(due, key=lambda each: each.due_at)][
            :limit
        ]

    def read_disconnect(self, user_id, identity_id):
        return self.stored.get(identity_id)

    def claim_disconnect(self, claimed, now, due_at):
        if self.stored.get(claimed.identity_id) != claimed:
            return None
        taken = replace(claimed, due_at=due_at, tried_at=now, tries=claimed.tries + 1)
        self.stored[claimed.identity_id] = taken
        return taken

    def finish_disconnect(self, told):
        if self.stored.get(told.identity_id) == told:
            del self.stored[told.identity_id]


@dataclass
class World:
    """The service and everything around it."""

    now: datetime = NOW
    disconnects: Disconnects = field(default_factory=Disconnects)
    away: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def offers(self):
        manifests = [
            manifest("https://agency.example/", agency=each) for each in ("test-agency", "other-agency")
        ]
        return Offers(
            {service.id: Offer(each.agency, service, True) for each in manifests for service in each.services}
        )

    def disconnect(self, offer, reference):
        self.asked.append(reference)
        if offer.agency.id in self.away:
            raise AgencyFailure("late")
        self.told.append(reference)

    def run(self, remaining=lambda: ENOUGH):
        return MaintenanceService(
            clock=lambda: self.now,
            disconnects=self.disconnects,
            catalogue=self,
            agencies=self,
            logger=make_logger(),
        ).run(remaining)


@pytest.fixture
def world():
    return World()


def test_an_agency_is_told_when_it_is_due(world):
    world.disconnects.add(pending("one"))
    assert world.run().told == 0
    world.now += timedelta(minutes=1)
    summary = world.run()
    assert (summary.told, summary.is_complete) == (1, True)
    assert world.told == ["reference of one"]
    assert world.disconnects.stored == {}


def test_the_pauses_grow(world):
    world.away = {"test-agency"}
    world.disconnects.add(pending("one"))
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


def test_after_thirty_days_it_gives_up(world, caplog):
    world.away = {"test-agency"}
    world.disconnects.add(pending("one"))
    world.now += timedelta(days=29, hours=23)
    assert world.run().postponed == 1
    world.now += timedelta(days=1)
    assert world.run().given_up == 1
    assert world.disconnects.stored == {}
    [line] = [vars(record) for record in caplog.records if "never told" in record.message]
    assert line["agency"] == "test-agency"
    assert "rosa" not in str(line)


def test_an_agency_that_does_not_answer_keeps_no_other_waiting(world):
    world.away = {"other-agency"}
    world.disconnects.add(*[pending(f"away {n}", "other-agency") for n in range(5)], pending("one"))
    world.now += timedelta(minutes=1)
    summary = world.run()
    assert (summary.told, summary.postponed) == (1, 1)
    assert len(world.asked) == 2


def test_an_agency_whose_part_fails_keeps_no_other_waiting(world):
    world.disconnects.fails_for = "other-agency"
    world.disconnects.add(pending("one"))
    world.now += timedelta(minutes=1)
    summary = world.run()
    assert (summary.told, summary.is_complete) == (1, False)


def test_a_run_takes_no_more_than_a_batch_of_each_agency(world):
    world.disconnects.add(*[pending(str(number)) for number in range(LARGEST_BATCH + 5)])
    world.now += timedelta(minutes=1)
    assert world.run().told == LARGEST_BATCH
    assert world.run().told == 5


def test_it_ends_before_its_time_is_over(world):
    world.disconnects.add(*[pending(str(number)) for number in range(5)])
    world.now += timedelta(minutes=1)
    left = iter([ENOUGH, NEEDED_MILLISECONDS, NEEDED_MILLISECONDS - 1, 0, 0])
    summary = world.run(lambda: next(left))
    assert (summary.told, summary.is_complete) == (2, False)
    assert world.run().told == 3


def test_what_somebody_else_told_meanwhile_is_not_told_again(world):
    due = pending("one")
    world.disconnects.add(due)
    world.now += timedelta(minutes=1)
    stale = [("rosa", "one"), ("rosa", "gone")]
    world.disconnects.due_disconnects = lambda agency_id, *_: stale if agency_id == "test-agency" else []
    world.disconnects.stored["one"] = replace(due, due_at=world.now + timedelta(minutes=5), tries=2)
    summary = world.run()
    assert (summary.told, summary.postponed, summary.is_complete) == (0, 0, True)
    assert world.asked == []


def test_of_a_service_that_is_known_nowhere_nobody_can_be_told(world):
    world.disconnects.add(pending("one", service_id="test-agency-gone"))
    world.now += timedelta(minutes=1)
    assert world.run().postponed == 1
    assert world.asked == []
