"""A dashboard with 200 connections: calls and read units of the table, and how long cards take.

The functions run in this process over moto, with an agency that answers over HTTP on this machine: what
counts are calls, units and ratios. CPU time leaves moto out; the milliseconds of cards do not.
"""

import io
import itertools
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from math import ceil
from threading import RLock
from typing import Any
from unittest import mock

from _portal import ROOT

sys.path[:0] = [str(ROOT), str(ROOT / "shared" / "python")]
os.environ |= {
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_SECRET_ACCESS_KEY": "none",
    "AWS_DEFAULT_REGION": "us-east-1",
    "POWERTOOLS_SERVICE_NAME": "subscriptions",
    "POWERTOOLS_LOG_LEVEL": "CRITICAL",
}

import boto3  # noqa: E402
import botocore.handlers  # noqa: E402
from moto import mock_aws  # noqa: E402
from moto.dynamodb.responses import DynamoHandler  # noqa: E402

from functions.subscriptions.repository import SubscriptionsRepository  # noqa: E402
from portal.agencies.client import TOTAL_SECONDS  # noqa: E402
from portal.agencies.subscriptions import Identity, Subscription, identity_id_of  # noqa: E402
from tests.api.agency_support import (  # noqa: E402
    SUBSCRIPTIONS,
    TinyAgency,
    World,
    manifest,
    tiny_agency,
)
from tests.api.support import SUBSCRIPTIONS_TABLE, Client, Person, tables  # noqa: E402

AGENCIES = 10
SERVICES_OF_EACH = 20
FEW, MANY = 10, AGENCIES * SERVICES_OF_EACH
CALLS = 100
CARDS_AT_ONCE = 24
AGENCY_SECONDS = 0.2
READ_UNIT_BYTES = 4096
GOAL_SPEED_UP = 3.0

ROSA = Person("rosa@example.com")


@dataclass
class Meter:
    """What DynamoDB was asked, and how much of this process's time its stand-in took."""

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
        tiny_agency() as agency,
    ):
        resource = boto3.resource("dynamodb")
        for described in tables().values():
            resource.create_table(**described)
        yield World(Client(lambda _group: None), agency)


def _connect(world: World, person: Person, count: int) -> list[str]:
    """Give a person connections without asking the agency; the ids of the identities."""
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    ids = []
    for number, service_id in zip(range(count), _service_ids(), strict=False):
        reference = f"reference-{number}"
        identity_id = identity_id_of(person.user_id, service_id, reference)
        identity = Identity(
            identity_id, reference, f"2021 Saguaro Wagon, plate ••• {number}", "connected", world.now
        )
        card = Subscription(f"card{number:022d}", service_id, world.now, {identity_id: identity}, 1)
        if not repository.save_connection(person.user_id, card, identity, None):
            raise RuntimeError("The connection was not stored.")
        ids.append(identity_id)
    return ids


def _service_ids() -> Iterator[str]:
    for agency, service in itertools.product(range(AGENCIES), range(SERVICES_OF_EACH)):
        yield f"agency{agency}-service{service}"


def _register(world: World, **changes: Any) -> None:
    for number in range(AGENCIES):
        described = manifest(world.agency.endpoint, agency=f"agency{number}", **changes)
        services = [
            described.services[0].model_copy(
                update={"id": f"agency{number}-service{each}", "code": f"S{each}"}
            )
            for each in range(SERVICES_OF_EACH)
        ]
        world.register(described.model_copy(update={"services": services}))


def _times(call: Callable[[], None]) -> list[float]:
    times = []
    for _ in range(CALLS):
        started = time.perf_counter()
        call()
        times.append((time.perf_counter() - started) * 1000)
    return times


def _figures(times: list[float]) -> str:
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{statistics.median(times):9.1f}{p95:9.1f}{max(times):9.1f}"


def _dashboards(world: World, meter: Meter, output: Any) -> None:
    print(f"\nGET {SUBSCRIPTIONS}, catalogue in memory, DynamoDB", file=output)
    print(f"  {'connections':>12}{'calls':>9}{'units':>9}{'CPU ms':>9}", file=output)
    counted = []
    for count in (FEW, MANY):
        person = Person(f"{count}@example.com")
        _connect(world, person, count)
        client = world.acting_as(person)
        client.get(SUBSCRIPTIONS)
        before, units, in_moto = meter.calls, meter.read_units, meter.seconds_in_moto
        started = time.thread_time()
        answer = client.get(SUBSCRIPTIONS)
        milliseconds = (time.thread_time() - started - (meter.seconds_in_moto - in_moto)) * 1000
        if len(answer.json["items"]) != count:
            raise RuntimeError("Cards are missing.")
        counted.append(meter.calls - before)
        read = meter.read_units - units
        print(f"  {count:12}{counted[-1]:9}{read:9}{milliseconds:9.1f}", file=output)
    verdict = "the same" if counted[0] == counted[1] else "NOT the same"
    print(f"  number of calls with {FEW} and {MANY}: {verdict}", file=output)


def _cards(world: World, meter: Meter, ids: list[str], output: Any) -> None:
    path = f"{SUBSCRIPTIONS}/identities/{ids[0]}/servicedata"
    print(f"\nservice data of one card, milliseconds of {CALLS} calls", file=output)
    print(f"  {'':34}{'median':>9}{'p95':>9}{'max':>9}{'calls':>9}{'units':>9}", file=output)

    def row(name: str, *, is_stale: bool) -> None:
        client = world.acting_as(ROSA)
        client.get(path)

        def call() -> None:
            answer = client.get(path)
            if answer.json.get("stale") is not is_stale:
                raise RuntimeError(answer.text)

        calls, units = meter.calls, meter.read_units
        times = _times(call)
        each = f"{(meter.calls - calls) / CALLS:9.1f}{(meter.read_units - units) / CALLS:9.1f}"
        print(f"  {name:34}{_figures(times)}{each}", file=output)

    row("agency asked each time (warm)", is_stale=False)
    _register(world, freshnessSeconds=300)
    world.passes(seconds=60)
    row("fresh copy (cached)", is_stale=False)
    world.passes(seconds=400)
    world.agency.mode = "error"
    row("agency broken, last good copy", is_stale=True)
    world.agency.mode = "normal"
    world.passes(seconds=60)
    world.acting_as(ROSA).get(path)
    world.passes(seconds=400)
    world.agency.mode = "hanging"
    world.patience = TOTAL_SECONDS
    row("agency hanging, last good copy", is_stale=True)
    world.agency.mode = "normal"
    world.passes(seconds=60)


def _parallel(world: World, agency: TinyAgency, ids: list[str], output: Any) -> None:
    agency.before_answer = lambda _name: time.sleep(AGENCY_SECONDS)
    cards = ids[-CARDS_AT_ONCE:]

    # Each request that runs beside others has a sandbox of its own; all are warm.
    sandboxes = [world.acting_as(ROSA) for _ in cards]
    for sandbox in sandboxes:
        sandbox.get(SUBSCRIPTIONS)

    def read(sandbox: Client, identity_id: str) -> None:
        answer = sandbox.get(f"{SUBSCRIPTIONS}/identities/{identity_id}/servicedata")
        if answer.status != 200:
            raise RuntimeError(answer.text)

    started = time.perf_counter()
    for identity_id in cards:
        read(sandboxes[0], identity_id)
    one_by_one = time.perf_counter() - started
    started = time.perf_counter()
    with ThreadPoolExecutor(CARDS_AT_ONCE) as pool:
        list(pool.map(read, sandboxes, cards))
    at_once = time.perf_counter() - started
    print(f"\n{CARDS_AT_ONCE} cards of agencies that take {AGENCY_SECONDS:g} s, seconds", file=output)
    print(f"  one after the other {one_by_one:9.2f}", file=output)
    print(f"  in parallel         {at_once:9.2f}", file=output)
    print(f"  ratio               {one_by_one / at_once:9.2f}  (goal: {GOAL_SPEED_UP:g})", file=output)


def main() -> None:
    """Print the figures; logs and metrics of the functions are no part of them."""
    output = sys.stdout
    meter = Meter()
    with redirect_stdout(io.StringIO()), _world(meter) as world:
        _register(world, freshnessSeconds=0)
        _dashboards(world, meter, output)
        ids = _connect(world, ROSA, MANY)
        world.agency.records = {str(number): f"reference-{number}" for number in range(MANY)}
        _cards(world, meter, ids, output)
        _register(world, freshnessSeconds=0)
        world.passes(seconds=60)
        _parallel(world, world.agency, ids, output)


if __name__ == "__main__":
    main()
