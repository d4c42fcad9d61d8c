"""Messages: polls, a long inbox, deliveries to many, and the same with a counter beside the index.

moto stands in for DynamoDB. Calls are the real ones, units follow from the sizes of items and entries as
DynamoDB counts them, and times leave moto out.
"""

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import boto3
from _bench import Figure, PortalPlace, run
from _calls import SIZES, counted, get_size
from botocore.awsrequest import AWSPreparedRequest
from botocore.exceptions import ReadTimeoutError
from moto import mock_aws
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.botocore_stubber import BotocoreStubber
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.responses import DynamoHandler

from domains.agencies.subscriptions import Holder, Identity, Subscription, derive_identity_id
from domains.agencies.subscriptions_table import HOLDERS, SUBSCRIPTIONS, make_record_key
from domains.messages.found_messages import Filters, UnreadNow
from domains.messages.inbox_table import InboxTable
from domains.messages.message import PORTAL_FOLDER, InboxMessage
from domains.messages.message_items import FOLDER_KEY, LISTED, make_item
from domains.messages.messages_table import MessagesTable
from infrastructure.local import botocore_speed
from infrastructure.operations.verify_counts import verify
from portal.items import PlainSchema, encode_item
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret
from portal.tables import Attr, Table, Write
from tests.api.conftest import serialize_calls
from tests.api.messages_support import make_agency_message, make_portal_message
from tests.api.records_support import VEHICLES
from tests.api.support import (
    MESSAGES_TABLE,
    REGION,
    SUBSCRIPTIONS_TABLE,
    Client,
    Person,
    get_table_definitions,
)
from tests.api.unread_support import AGENCY, NOW, PORTAL, Inboxes, Record, clear

FEW = 10
PAGE_SIZE = 25
BATCH = 100
LOST_OF = 50
GOAL_OF_A_POLL = 1
SECRET = "turns the pages"
# `npm run verify-counts` reads this id as a folder.
COUNTER = f"{FOLDER_KEY}counter"
BODY = "Your registration ends soon. Renew it before the last day of the month. " * 12


@dataclass(frozen=True)
class Sizes:
    """The number of messages of a large inbox, the page that is opened, and the number of deliveries."""

    many: int
    page: int
    polls: int
    deliveries: int


def _moto(table: str) -> Any:
    return dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].tables[table]


def inbox(person: Person, length: int) -> Iterator[InboxMessage]:
    """Messages of the portal and of a service by turns, the newest first, one in ten unread."""
    for number in range(length):
        made = make_portal_message if number % 2 else make_agency_message
        yield made(
            person,
            str(number),
            body={"en": BODY, "es": BODY},
            sent_at=NOW - timedelta(minutes=number),
            is_unread=number % 20 < 2,
        )


def keep(messages: Iterator[InboxMessage]) -> None:
    """Put messages straight into moto, past its HTTP."""
    table = _moto(MESSAGES_TABLE)
    for message in messages:
        table.put_item(encode_item(make_item(message)))


def measure_sizes(person: Person) -> Iterator[Figure]:
    """Measure the sizes of items and index entries, which determine the units."""
    item = encode_item(make_item(next(inbox(person, 1))))
    SIZES["item"] = get_size(item)
    SIZES["unread"] = get_size({name: item[name] for name in ("user_id", "id", "unread")})
    listed = {name: item[name] for name in ("user_id", "id", "by_folder", *LISTED) if name in item}
    SIZES["by_folder"] = get_size(listed)
    SIZES["folder"] = 300
    names = {"item": "a message", "by_folder": "its entry in lists", "unread": "its entry among the unread"}
    for name, row in names.items():
        yield Figure("A message", row, "size", SIZES[name], "bytes")


def poll_times(client: Client, polls: int) -> Iterator[Figure]:
    """Yield a poll without DynamoDB, beside a handler that asks nothing."""
    portal, agency = f"{PORTAL}/unread/count", f"{AGENCY}/unread/status"

    def nothing(*_: Any) -> UnreadNow:
        return UnreadNow(0, False, "")

    def timed(path: str) -> list[float]:
        times = []
        for _ in range(polls):
            with counted() as calls:
                started = time.thread_time()
                client.get(path)
                times.append((time.thread_time() - started - calls.moto_seconds) * 1000)
        return times

    with mock.patch.object(InboxTable, "get_unread_from_portal", nothing):
        empty = timed(portal)
    table = "A poll, CPU without moto"
    base = statistics.median(empty)
    rows = (
        ("a handler that asks nothing", empty),
        ("the portal's inbox", timed(portal)),
        ("the agencies' inbox", timed(agency)),
    )
    for row, times in rows:
        median = statistics.median(times)
        yield Figure(table, row, "p50", median, "ms")
        yield Figure(table, row, "p95", statistics.quantiles(times, n=20)[18], "ms")
        yield Figure(table, row, "p50, times the first", median / base)


def reading(inboxes: Inboxes, few: Person, many: Person, sizes: Sizes) -> Iterator[Figure]:
    """Measure polls, pages and counts of a small and a large inbox, and fail if their calls differ."""
    service = f"{AGENCY}/service/{VEHICLES}"
    opened = make_agency_message(few, "0").id, make_agency_message(many, "0").id
    page = f"page {sizes.page:,}"
    cases = {
        "poll, portal": f"{PORTAL}/unread/count",
        "poll, agencies": f"{AGENCY}/unread/status",
        "count of a service": f"{service}/unread/count",
        "agencies with counts": f"{AGENCY}/agencies",
        "first page": f"{PORTAL}?",
        page: f"{PORTAL}?",
        "first page of a service": f"{service}?",
        "unread": f"{PORTAL}?unread=true&",
        "text, often found": f"{PORTAL}?text=subject&",
        "text, never found": f"{PORTAL}?text=nowhere&",
        "open": f"{AGENCY}/{{id}}?userAgencySubscriptionId=truck",
    }
    table = f"Reading an inbox, {PAGE_SIZE} a page"
    for name, path in cases.items():
        reported = []
        for person, message_id in ((few, opened[0]), (many, opened[1])):
            wanted = path.format(id=message_id)
            if wanted.endswith(("?", "&")):
                wanted += urlencode({"limit": str(PAGE_SIZE)})
            if name == page and person is many:
                wanted += "&" + urlencode({"nextToken": _token(person, sizes)})
            with counted() as calls:
                answer = inboxes.of(person).get(wanted)
            if answer.status != 200:
                raise RuntimeError(answer.text)
            reported.append(calls)
        first, second = reported
        if first.operations != second.operations:
            raise RuntimeError(f"{name}: {first.operations} became {second.operations}")
        yield Figure(table, name, "calls", first.operations.total())
        goal = GOAL_OF_A_POLL if name.startswith("poll") else None
        for number, calls in ((FEW, first), (sizes.many, second)):
            yield Figure(table, name, f"looked at, of {number:,}", calls.looked_at)
            yield Figure(table, name, f"read units, of {number:,}", calls.read_units, at_most=goal)


def _token(person: Person, sizes: Sizes) -> str:
    """Return the page token after all earlier pages."""
    number = 2 * (PAGE_SIZE * (sizes.page - 1) - 1) + 1
    last_before = make_item(make_portal_message(person, str(number), sent_at=NOW - timedelta(minutes=number)))
    raw = encode_item(last_before)
    place = {name: raw[name] for name in ("user_id", "id", "by_folder")}
    described = {"folder": PORTAL_FOLDER, "filters": repr(Filters())}
    token = PageTokens(RotatingSecret(SECRET)).encode(place, person.user_id, described)
    if token is None:
        raise RuntimeError("There is no such page")
    return token


def connected(number: int) -> list[Record]:
    """Put one connection per person straight into moto."""
    table, records = _moto(SUBSCRIPTIONS_TABLE), []
    for place in range(number):
        person, record = Person(email=f"{place}@example.com"), Record(VEHICLES, f"vehicle-{place}")
        identity_id = derive_identity_id(person.user_id, VEHICLES, record.reference)
        identity = Identity(identity_id, record.reference, "A vehicle", "connected", NOW)
        subscription = Subscription(f"card {place}", VEHICLES, NOW, {identity_id: identity}, 1)
        holder = Holder(person.user_id, identity_id, VEHICLES)
        for item in (
            HOLDERS.make_item(holder, owner=make_record_key(VEHICLES, record.reference)),
            SUBSCRIPTIONS.make_item(subscription, owner=person.user_id),
        ):
            table.put_item(encode_item(item))
        records.append(record)
    return records


_counters = Table(MESSAGES_TABLE, PlainSchema("user_id", "id"))
_add_together = MessagesTable._add
_add = MessagesTable.add_message


def put_and_count(table: MessagesTable, message: InboxMessage, writes: list[Write]) -> bool:
    """Write the portal's own transaction, which raises the counter besides."""
    key = (message.user_id, COUNTER)
    return _add_together(table, message, [*writes, _counters.make_update(key, [Attr("number").add(1)])])


def add_then_count(table: MessagesTable, message: InboxMessage) -> bool:
    """Store the message first, then raise the counter."""
    is_new = _add(table, message)
    if is_new:
        _counters.update((message.user_id, COUNTER), [Attr("number").add(1)])
    return is_new


INDEX_ALONE = "the index, as it is"
# Ways to keep the number of unread messages: each a patch of how the portal stores a message.
WAYS: Mapping[str, Callable[[], AbstractContextManager[object]]] = {
    INDEX_ALONE: nullcontext,
    "and a counter in the same transaction": partial(mock.patch.object, MessagesTable, "_add", put_and_count),
    "and a counter in a write of its own": partial(
        mock.patch.object, MessagesTable, "add_message", add_then_count
    ),
}


def _deliver(inboxes: Inboxes, records: list[Record], own_id: str) -> Counter[str]:
    """Send the same message about every record, with retries after a timeout, and return the outcomes."""
    outcomes: Counter[str] = Counter()
    waiting = list(records)
    while waiting:
        part, waiting = waiting[:BATCH], waiting[BATCH:]
        answer = inboxes.post_batch(part, own_id, NOW - timedelta(hours=1))
        if answer.status != 200:
            raise RuntimeError(answer.text)
        for record, result in zip(part, answer.json["results"], strict=True):
            if result["outcome"] == "failed":
                waiting.append(record)
            else:
                outcomes[result["outcome"]] += 1
    return outcomes


def delivering(inboxes: Inboxes, records: list[Record]) -> Iterator[Figure]:
    """Deliver through the handler, with each way to keep the number."""
    table = f"One delivery by the batch route, mean of {len(records):,}"
    for name, kept_by in WAYS.items():
        clear(MESSAGES_TABLE)
        with kept_by(), counted() as calls:
            started = time.process_time()
            outcomes = _deliver(inboxes, records, name)
            seconds = time.process_time() - started - calls.moto_seconds
        if outcomes.total() != len(records) or set(outcomes) - {"delivered", "unchanged"}:
            raise RuntimeError(f"{name}: {outcomes}")
        each = len(records)
        yield Figure(table, name, "calls", calls.operations.total() / each)
        yield Figure(table, name, "read units", calls.read_units / each)
        yield Figure(table, name, "write units", calls.write_units / each)
        yield Figure(table, name, "own CPU", seconds * 1000 / each, "ms")


def drifting(inboxes: Inboxes, records: list[Record]) -> Iterator[Figure]:
    """Lose answers, let the agency ask again, and compare each counter with the index."""
    table = f"{len(records):,} deliveries while one answer in {LOST_OF} is lost"
    for name, kept_by in WAYS.items():
        clear(MESSAGES_TABLE)
        with kept_by():
            with _answers_lost():
                _deliver(inboxes, records, name)
            outcomes = _deliver(inboxes, records, name)
        if set(outcomes) - {"delivered", "unchanged"}:
            raise RuntimeError(f"{name}: {outcomes}")
        figures = verify(boto3.client("dynamodb"), MESSAGES_TABLE, segments=1)
        if figures.differences or figures.counts["unread, of agencies"] != len(records):
            raise RuntimeError(f"{name}: {figures}")
        counters = [
            int(item.attrs["number"].value)
            for items in _moto(MESSAGES_TABLE).items.values()
            for key, item in items.items()
            if key.value == COUNTER
        ]
        number = figures.counts["unread, of agencies"] if name == INDEX_ALONE else sum(counters)
        # Each has one message.
        is_without = 0 if name == INDEX_ALONE else len(records) - len(counters)
        wrong = sum(each != 1 for each in counters) + is_without
        yield Figure(table, name, "unread", figures.counts["unread, of agencies"])
        yield Figure(table, name, "counted", number)
        yield Figure(table, name, "people who see it wrong", wrong)


@contextmanager
def _answers_lost() -> Iterator[None]:
    """Drop the answer of one request in `LOST_OF`, so that the SDK retries it."""
    answer = BotocoreStubber.process_request
    chance = random.Random(20261121)

    def sometimes(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        done = answer(self, request)
        if chance.randrange(LOST_OF) == 0:
            raise ReadTimeoutError(endpoint_url=request.url)
        return done

    with (
        mock.patch.object(BotocoreStubber, "process_request", sometimes),
        mock.patch("botocore.endpoint.time.sleep", lambda _seconds: None),
    ):
        yield


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Sizes, polls, reading, delivering."""
    botocore_speed.install()
    few, many = Person(email="few@example.com"), Person(email="many@example.com")
    # Deliveries are concurrent, and a rollback in moto also removes the writes of others.
    serialized = mock.patch.object(DynamoHandler, "call_action", serialize_calls(DynamoHandler.call_action))
    with mock_aws(), serialized:
        for described in get_table_definitions().values():
            boto3.resource("dynamodb").create_table(**described)
        MessagesTable(MESSAGES_TABLE)
        yield from measure_sizes(few)
        keep(inbox(few, FEW))
        keep(inbox(many, sizes.many))
        with Inboxes.opened() as inboxes:
            yield from poll_times(inboxes.of(few), sizes.polls)
            yield from reading(inboxes, few, many, sizes)
            records = connected(sizes.deliveries)
            yield from delivering(inboxes, records)
            yield from drifting(inboxes, records[: sizes.deliveries // 5])


if __name__ == "__main__":
    run(
        measure,
        full=Sizes(many=100_000, page=1000, polls=300, deliveries=1_000),
        small=Sizes(many=200, page=3, polls=3, deliveries=20),
    )
