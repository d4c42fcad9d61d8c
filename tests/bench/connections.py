"""A dashboard with many connections: calls and read units of the table, and how long cards take.

The functions run in this process over moto, with an agency that answers over HTTP on this machine: what
counts are calls, units and ratios. CPU time leaves moto out; the milliseconds of cards do not.
"""

import itertools
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from threading import RLock
from typing import Any
from unittest import mock

import boto3
import botocore.handlers
from _bench import Figure, PortalPlace, run
from moto import mock_aws
from moto.dynamodb.responses import DynamoHandler

from domains.agencies.client import TOTAL_SECONDS
from domains.agencies.subscriptions import Identity, Subscription, derive_identity_id
from functions.subscriptions.repository import SubscriptionsRepository
from infrastructure.local import botocore_speed
from tests.api.agency_support import SUBSCRIPTIONS, TinyAgency, World, make_manifest, run_agency
from tests.api.support import SUBSCRIPTIONS_TABLE, Client, Person, get_table_definitions

FEW = 10
SERVICES_OF_EACH = 20
AGENCY_SECONDS = 0.2
READ_UNIT_BYTES = 4096
GOAL_SPEED_UP = 3.0

ROSA = Person("rosa@example.com")


@dataclass(frozen=True)
class Sizes:
    """The amounts of everything.

    Attributes:
        calls: for each mood of an agency.
        cards_at_once: how many are read at the same time.
        patience: seconds after which an agency that hangs is given up.
    """

    agencies: int
    calls: int
    cards_at_once: int
    patience: float

    @property
    def many(self) -> int:
        """Return connections with each service."""
        return self.agencies * SERVICES_OF_EACH


@dataclass
class Meter:
    """The calls to DynamoDB and the process time that its stand-in took."""

    calls: int = 0
    read_units: int = 0
    seconds_in_moto: float = 0

    def note(self, model: Any, parsed: Mapping[str, Any], **_: Any) -> None:
        """Count a call; a strongly consistent read takes one unit for each 4 KB that is begun."""
        self.calls += 1
        found = parsed.get("Items") or ([parsed["Item"]] if "Item" in parsed else [])
        if model.name in ("Query", "GetItem"):
            self.read_units += max(1, ceil(sum(map(_size, found)) / READ_UNIT_BYTES))


def _size(item: Mapping[str, Any]) -> int:
    return sum(len(name) + _value_size(value) for name, value in item.items())


def _value_size(tagged: Mapping[str, Any]) -> int:
    [(kind, value)] = tagged.items()
    if kind == "M":
        return 3 + _size(value)
    if kind == "L":
        return 3 + sum(map(_value_size, value))
    return len(str(value).encode())


@contextmanager
def _world(meter: Meter) -> Iterator[World]:
    lock = RLock()
    call_action = DynamoHandler.call_action

    def one_at_a_time(handler: Any) -> Any:
        with lock:
            started = time.thread_time()
            try:
                return call_action(handler)
            finally:
                meter.seconds_in_moto += time.thread_time() - started

    handlers = [*botocore.handlers.BUILTIN_HANDLERS, ("after-call.dynamodb", meter.note)]
    with (
        mock.patch.object(botocore.handlers, "BUILTIN_HANDLERS", handlers),
        mock.patch.object(DynamoHandler, "call_action", one_at_a_time),
        mock_aws(),
        run_agency() as agency,
    ):
        resource = boto3.resource("dynamodb")
        for described in get_table_definitions().values():
            resource.create_table(**described)
        yield World(Client(lambda _group: None), agency)


def _connect(world: World, person: Person, agencies: int, count: int) -> list[str]:
    """Give a person connections without calls to the agency, and return the ids of the identities."""
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    ids = []
    for number, service_id in zip(range(count), _service_ids(agencies), strict=False):
        reference = f"reference-{number}"
        identity_id = derive_identity_id(person.user_id, service_id, reference)
        identity = Identity(
            identity_id, reference, f"2021 Saguaro Wagon, •••{number}", "connected", world.now
        )
        card = Subscription(f"card{number:022d}", service_id, world.now, {identity_id: identity}, 1)
        if not repository.save_connection(person.user_id, card, identity, None):
            raise RuntimeError("The connection was not stored.")
        ids.append(identity_id)
    return ids


def _service_ids(agencies: int) -> Iterator[str]:
    for agency, service in itertools.product(range(agencies), range(SERVICES_OF_EACH)):
        yield f"agency{agency}-service{service}"


def _register(world: World, agencies: int, **changes: Any) -> None:
    for number in range(agencies):
        described = make_manifest(world.agency.endpoint, agency=f"agency{number}", **changes)
        services = [
            described.services[0].model_copy(
                update={"id": f"agency{number}-service{each}", "code": f"S{each}"}
            )
            for each in range(SERVICES_OF_EACH)
        ]
        world.register(described.model_copy(update={"services": services}))


def _dashboards(world: World, meter: Meter, sizes: Sizes) -> Iterator[Figure]:
    table = f"GET {SUBSCRIPTIONS}, DynamoDB, with the catalogue in memory"
    counted = []
    for count in (FEW, sizes.many):
        person = Person(f"{count}@example.com")
        _connect(world, person, sizes.agencies, count)
        client = world.acting_as(person)
        client.get(SUBSCRIPTIONS)
        before, units, in_moto = meter.calls, meter.read_units, meter.seconds_in_moto
        started = time.thread_time()
        answer = client.get(SUBSCRIPTIONS)
        milliseconds = (time.thread_time() - started - (meter.seconds_in_moto - in_moto)) * 1000
        if len(answer.json["items"]) != count:
            raise RuntimeError("Cards are missing.")
        row = f"{count} connections"
        counted.append(meter.calls - before)
        yield Figure(table, row, "calls", counted[-1])
        yield Figure(table, row, "read units", meter.read_units - units)
        yield Figure(table, row, "own CPU", milliseconds, "ms")
    if counted[0] != counted[1]:
        raise RuntimeError(f"{counted[0]} calls became {counted[1]}")


def _cards(world: World, meter: Meter, sizes: Sizes, identity_id: str) -> Iterator[Figure]:
    table = f"Service data of one card, {sizes.calls} calls"
    path = f"{SUBSCRIPTIONS}/identities/{identity_id}/servicedata"

    def row(name: str, *, is_stale: bool) -> Iterator[Figure]:
        client = world.acting_as(ROSA)
        client.get(path)

        def call() -> None:
            answer = client.get(path)
            if answer.json.get("stale") is not is_stale:
                raise RuntimeError(answer.text)

        calls, units = meter.calls, meter.read_units
        times = _times(call, sizes.calls)
        yield Figure(table, name, "median", statistics.median(times), "ms")
        yield Figure(table, name, "p95", statistics.quantiles(times, n=20)[-1], "ms")
        yield Figure(table, name, "longest", max(times), "ms")
        yield Figure(table, name, "DynamoDB calls", (meter.calls - calls) / sizes.calls)
        yield Figure(table, name, "read units", (meter.read_units - units) / sizes.calls)

    yield from row("the agency is asked each time", is_stale=False)
    _register(world, sizes.agencies, freshnessSeconds=300)
    world.passes(seconds=60)
    yield from row("a fresh copy", is_stale=False)
    world.passes(seconds=400)
    world.agency.mode = "error"
    yield from row("the agency is broken: last good copy", is_stale=True)
    world.agency.mode = "normal"
    world.passes(seconds=60)
    world.acting_as(ROSA).get(path)
    world.passes(seconds=400)
    world.agency.mode = "hanging"
    world.patience = sizes.patience
    yield from row("the agency hangs: last good copy", is_stale=True)
    world.agency.mode = "normal"
    world.passes(seconds=60)


def _times(call: Callable[[], None], count: int) -> list[float]:
    times = []
    for _ in range(count):
        started = time.perf_counter()
        call()
        times.append((time.perf_counter() - started) * 1000)
    return times


def _parallel(world: World, agency: TinyAgency, ids: list[str]) -> Iterator[Figure]:
    agency.before_answer = lambda _name: time.sleep(AGENCY_SECONDS)
    # Each request that runs beside others has a sandbox of its own; all are warm.
    sandboxes = [world.acting_as(ROSA) for _ in ids]
    for sandbox in sandboxes:
        sandbox.get(SUBSCRIPTIONS)

    def read(sandbox: Client, identity_id: str) -> None:
        answer = sandbox.get(f"{SUBSCRIPTIONS}/identities/{identity_id}/servicedata")
        if answer.status != 200:
            raise RuntimeError(answer.text)

    started = time.perf_counter()
    for identity_id in ids:
        read(sandboxes[0], identity_id)
    one_by_one = time.perf_counter() - started
    started = time.perf_counter()
    with ThreadPoolExecutor(len(ids)) as pool:
        list(pool.map(read, sandboxes, ids))
    at_once = time.perf_counter() - started
    table = f"{len(ids)} cards of agencies that take {AGENCY_SECONDS:g} s"
    yield Figure(table, "one after the other", "wall time", one_by_one, "s")
    yield Figure(table, "at the same time", "wall time", at_once, "s")
    yield Figure(table, "times faster", "wall time", one_by_one / at_once, at_least=GOAL_SPEED_UP)


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Dashboards of few and many connections, a card in each mood of its agency, many cards at once."""
    botocore_speed.install()
    meter = Meter()
    with _world(meter) as world:
        _register(world, sizes.agencies, freshnessSeconds=0)
        yield from _dashboards(world, meter, sizes)
        ids = _connect(world, ROSA, sizes.agencies, sizes.many)
        world.agency.records = {str(number): f"reference-{number}" for number in range(sizes.many)}
        yield from _cards(world, meter, sizes, ids[0])
        _register(world, sizes.agencies, freshnessSeconds=0)
        world.passes(seconds=60)
        yield from _parallel(world, world.agency, ids[-sizes.cards_at_once :])


if __name__ == "__main__":
    run(
        measure,
        full=Sizes(agencies=10, calls=100, cards_at_once=24, patience=TOTAL_SECONDS),
        small=Sizes(agencies=1, calls=2, cards_at_once=2, patience=0.5),
    )
