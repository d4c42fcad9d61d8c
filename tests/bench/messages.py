"""Messages: polls, an inbox of 100,000, delivery of 10,000, and the same with a counter beside it.

moto stands in for DynamoDB. Calls are the real ones, units follow from the sizes of items and entries as
DynamoDB counts them, and times leave moto out. Sizes are arguments: `python tests/bench/messages.py 1000 99`.
"""

import io
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from datetime import timedelta
from math import ceil
from threading import Lock
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from _portal import ROOT

sys.path[:0] = [str(ROOT), str(ROOT / "shared" / "python")]
os.environ |= {
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_SECRET_ACCESS_KEY": "none",
    "AWS_DEFAULT_REGION": "us-east-1",
    "POWERTOOLS_LOG_LEVEL": "CRITICAL",
}

import boto3  # noqa: E402
from botocore.awsrequest import AWSPreparedRequest  # noqa: E402
from botocore.client import BaseClient  # noqa: E402
from botocore.exceptions import ReadTimeoutError  # noqa: E402
from moto import mock_aws  # noqa: E402
from moto.core import DEFAULT_ACCOUNT_ID  # noqa: E402
from moto.core.botocore_stubber import BotocoreStubber  # noqa: E402
from moto.dynamodb.models import dynamodb_backends  # noqa: E402
from pynamodb.attributes import NumberAttribute, UnicodeAttribute  # noqa: E402
from pynamodb.models import Model  # noqa: E402
from pynamodb.transactions import TransactWrite  # noqa: E402

from infrastructure.local import botocore_speed, dynamodb_speed  # noqa: E402
from infrastructure.messages.verify_counts import verify  # noqa: E402
from portal.agencies.subscriptions import identity_id_of  # noqa: E402
from portal.agencies.subscriptions_table import (  # noqa: E402
    HolderItem,
    SubscriptionItem,
    SubscriptionsTable,
    record_key,
    subscription_key,
)
from portal.dynamo import TableMeta, write_together  # noqa: E402
from portal.messages.inbox import Filters, UnreadNow  # noqa: E402
from portal.messages.inbox_table import InboxTable  # noqa: E402
from portal.messages.message import PORTAL_FOLDER, Message  # noqa: E402
from portal.messages.messages_table import (  # noqa: E402
    FOLDER_KEY,
    LISTED,
    MessageItem,
    MessagesTable,
    item_of,
)
from portal.page_tokens import PageTokens  # noqa: E402
from tests.api.messages_support import agency_message, portal_message  # noqa: E402
from tests.api.records_support import VEHICLES  # noqa: E402
from tests.api.support import MESSAGES_TABLE, REGION, SUBSCRIPTIONS_TABLE, Client, Person, tables  # noqa: E402
from tests.api.unread_support import AGENCY, NOW, PORTAL, Inboxes, Record, clear  # noqa: E402

FEW, MANY, DELIVERED = 10, 100_000, 10_000
PAGE, PAGE_SIZE = 1000, 25
POLLS = 300
BATCH = 100
LOST_OF = 50
SECRET = "turns the pages"
# Where `npm run verify-counts` takes it for a folder.
COUNTER = f"{FOLDER_KEY}counter"
BODY = "Your registration ends soon. Renew it before the last day of the month. " * 12


@dataclass
class Calls:
    """What was asked of DynamoDB, and how long it and moto took.

    Attributes:
        read_units: strongly consistent; so too `write_units`.
        moto_seconds: of CPU.
    """

    operations: Counter[str] = field(default_factory=Counter)
    looked_at: int = 0
    read_units: int = 0
    write_units: int = 0
    moto_seconds: float = 0.0
    lock: Lock = field(default_factory=Lock)

    def count(self, operation: str, parameters: dict[str, Any], answer: dict[str, Any]) -> None:
        with self.lock:
            self.operations[operation] += 1
            self.looked_at += answer.get("ScannedCount", 0)
            reads, writes = _units(operation, parameters, answer)
            self.read_units += reads
            self.write_units += writes


def _units(operation: str, parameters: dict[str, Any], answer: dict[str, Any]) -> tuple[int, int]:
    """Read and write units of a call, as DynamoDB's documentation counts them."""
    match operation:
        case "Query":
            looked_at = answer["ScannedCount"] * _entry_size(parameters)
            return max(1, ceil(looked_at / 4096)), 0
        case "GetItem":
            return max(1, ceil(_size(answer.get("Item", {})) / 4096)), 0
        case "BatchGetItem":
            # It projects; what is read is the whole item.
            items = [item for items in answer["Responses"].values() for item in items]
            return len(items) * ceil(_SIZES["item"] / 4096), 0
        case "PutItem":
            return 0, _written(parameters["Item"])
        case "UpdateItem":
            return 0, 1
        case "TransactWriteItems":
            units = 0
            for action in parameters["TransactItems"]:
                # Twice for the item; its entries in the indexes once.
                put = action.get("Put")
                item = put["Item"] if put else {}
                units += _written(item) + max(1, ceil(_size(item) / 1024))
            return 0, units
    raise RuntimeError(operation)


_SIZES: dict[str, int] = {}


def _entry_size(parameters: dict[str, Any]) -> int:
    if parameters["TableName"] != MESSAGES_TABLE:
        return 200
    return _SIZES[parameters.get("IndexName", "folder")]


def _size(item: dict[str, Any]) -> int:
    return sum(len(name) + len(str(next(iter(value.values()))).encode()) for name, value in item.items())


def _written(item: dict[str, Any]) -> int:
    """Write units of a new item, with its entries in both indexes."""
    units = max(1, ceil(_size(item) / 1024))
    if "by_folder" in item:
        entry = {name: item[name] for name in ("user_id", "id", "by_folder", *LISTED) if name in item}
        units += ceil(_size(entry) / 1024)
    return units + ("unread" in item)


@contextmanager
def counted() -> Iterator[Calls]:
    """Counts the calls of DynamoDB."""
    calls = Calls()
    call, answer = BaseClient._make_api_call, BotocoreStubber.process_request

    def recorded(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        found = call(self, operation, parameters)
        calls.count(operation, parameters, found)
        return found

    def timed(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        started = time.thread_time()
        try:
            return answer(self, request)
        finally:
            with calls.lock:
                calls.moto_seconds += time.thread_time() - started

    with (
        mock.patch.object(BaseClient, "_make_api_call", recorded),
        mock.patch.object(BotocoreStubber, "process_request", timed),
    ):
        yield calls


def _moto(table: str) -> Any:
    return dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].tables[table]


def inbox(person: Person, length: int) -> Iterator[Message]:
    """Messages of the portal and of a service by turns, the newest first, one in ten unread."""
    for number in range(length):
        made = portal_message if number % 2 else agency_message
        yield made(
            person,
            str(number),
            body={"en": BODY, "es": BODY},
            sent_at=NOW - timedelta(minutes=number),
            is_unread=number % 20 < 2,
        )


def keep(messages: Iterator[Message]) -> None:
    """Put messages straight into moto, past its HTTP."""
    table = _moto(MESSAGES_TABLE)
    for message in messages:
        table.put_item(item_of(message).serialize())


def measure_sizes(person: Person) -> None:
    """How large items and entries are, for the units."""
    item = item_of(next(inbox(person, 1))).serialize()
    _SIZES["item"] = _size(item)
    _SIZES["unread"] = _size({name: item[name] for name in ("user_id", "id", "unread")})
    listed = {name: item[name] for name in ("user_id", "id", "by_folder", *LISTED) if name in item}
    _SIZES["by_folder"] = _size(listed)
    _SIZES["folder"] = 300
    print("Bytes: " + ", ".join(f"{name} {size:,}" for name, size in _SIZES.items()))


def poll_times(client: Client) -> None:
    """Milliseconds of a poll without DynamoDB, beside those of a handler that asks nothing."""
    portal, agency = f"{PORTAL}/unread/count", f"{AGENCY}/unread/status"

    def nothing(*_: Any) -> UnreadNow:
        return UnreadNow(0, False, "")

    def timed(path: str) -> list[float]:
        times = []
        for _ in range(POLLS):
            with counted() as calls, redirect_stdout(io.StringIO()):
                started = time.thread_time()
                client.get(path)
                times.append((time.thread_time() - started - calls.moto_seconds) * 1000)
        return times

    with mock.patch.object(InboxTable, "unread_from_portal", nothing):
        empty = timed(portal)
    print(f"\n{'CPU of a call, ms':24} {'p50':>7} {'p95':>7} {'p50, times the empty one':>26}")
    base = statistics.median(empty)
    for name, times in (("empty handler", empty), ("portal", timed(portal)), ("agency", timed(agency))):
        parts = statistics.quantiles(times, n=20)
        print(f"{name:24} {statistics.median(times):7.2f} {parts[18]:7.2f} {parts[9] / base:26.1f}")


def reading(inboxes: Inboxes, few: Person, many: Person, length: int) -> None:
    """Polls, pages and counts of a small and a large inbox; fails where their calls differ."""
    service = f"{AGENCY}/service/{VEHICLES}"
    opened = agency_message(few, "0").id, agency_message(many, "0").id
    page = f"page {PAGE:,}"
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
    print(f"\n{'':24} {'calls':>13} {'looked at':>17} {'read units':>15}")
    print(f"{'messages':24} {FEW:>5} {length:>7,} {FEW:>7} {length:>9,} {FEW:>5} {length:>9,}")
    for name, path in cases.items():
        told = []
        for person, message_id in ((few, opened[0]), (many, opened[1])):
            wanted = path.format(id=message_id)
            if wanted.endswith(("?", "&")):
                wanted += urlencode({"limit": str(PAGE_SIZE)})
            if name == page and person is many:
                wanted += "&" + urlencode({"nextToken": _token(person, length)})
            with counted() as calls, redirect_stdout(io.StringIO()):
                answer = inboxes.of(person).get(wanted)
            if answer.status != 200:
                raise RuntimeError(answer.text)
            told.append(calls)
        first, second = told
        if first.operations != second.operations:
            raise RuntimeError(f"{name}: {first.operations} became {second.operations}")
        print(
            f"{name:24} {first.operations.total():>5} {second.operations.total():>7}"
            f" {first.looked_at:>7} {second.looked_at:>9,} {first.read_units:>5} {second.read_units:>9}"
        )


def _token(person: Person, length: int) -> str:
    """The token that whoever turned all the pages before would hold."""
    page = min(PAGE, length // 2 // PAGE_SIZE)
    number = 2 * (PAGE_SIZE * (page - 1) - 1) + 1
    last_before = item_of(portal_message(person, str(number), sent_at=NOW - timedelta(minutes=number)))
    raw = last_before.serialize()
    place = {name: raw[name] for name in ("user_id", "id", "by_folder")}
    described = {"folder": PORTAL_FOLDER, "filters": repr(Filters())}
    token = PageTokens(SECRET).encode(place, person.user_id, described)
    if token is None:
        raise RuntimeError("There is no such page")
    return token


def connected(number: int) -> list[Record]:
    """As many records as people, each connected with one; put straight into moto."""
    table, records = _moto(SUBSCRIPTIONS_TABLE), []
    SubscriptionsTable(SUBSCRIPTIONS_TABLE)
    for place in range(number):
        person, record = Person(email=f"{place}@example.com"), Record(VEHICLES, f"vehicle-{place}")
        identity_id = identity_id_of(person.user_id, VEHICLES, record.reference)
        identity = {"reference": record.reference, "label": "A vehicle", "status": "connected"}
        holder = HolderItem(
            record_key(VEHICLES, record.reference),
            person.user_id,
            identity_id=identity_id,
            service_id=VEHICLES,
        )
        subscription = SubscriptionItem(
            person.user_id,
            subscription_key(VEHICLES),
            subscription_id=f"card {place}",
            service_id=VEHICLES,
            created_at=NOW,
            identities={identity_id: identity | {"connected_at": NOW.isoformat()}},
            revision=1,
        )
        for item in (holder, subscription):
            table.put_item(item.serialize())
        records.append(record)
    return records


@dataclass(frozen=True)
class Way:
    """A way to keep the number of unread messages.

    Attributes:
        put: what takes the place of the portal's own way; None for that.
    """

    name: str
    put: Callable[[MessagesTable, Message], bool] | None


def put_and_count_together(_table: MessagesTable, message: Message) -> bool:
    """A transaction that puts the message and raises the counter."""

    def write(transaction: TransactWrite) -> None:
        transaction.save(item_of(message), MessageItem.id.does_not_exist())
        transaction.update(CounterItem(message.user_id, COUNTER), [CounterItem.number.add(1)])

    return write_together(write)


def put_then_count(table: MessagesTable, message: Message) -> bool:
    """The message first, then the counter."""
    is_new = _own_put(table, message)
    if is_new:
        CounterItem(message.user_id, COUNTER).update([CounterItem.number.add(1)])
    return is_new


class CounterItem(Model):
    """How many messages are unread, as the portal does not keep it."""

    class Meta(TableMeta):
        table_name = MESSAGES_TABLE

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    number = NumberAttribute()


_own_put = MessagesTable._put
WAYS = (
    Way("index", None),
    Way("and a counter, together", put_and_count_together),
    Way("and a counter, afterwards", put_then_count),
)


def _deliver(inboxes: Inboxes, records: list[Record], own_id: str) -> Counter[str]:
    """The same message about every record, again where the handler ran out of time; what became of it."""
    outcomes: Counter[str] = Counter()
    waiting = list(records)
    while waiting:
        part, waiting = waiting[:BATCH], waiting[BATCH:]
        with redirect_stdout(io.StringIO()):
            answer = inboxes.post_batch(part, own_id, NOW - timedelta(hours=1))
        if answer.status != 200:
            raise RuntimeError(answer.text)
        for record, result in zip(part, answer.json["results"], strict=True):
            if result["outcome"] == "failed":
                waiting.append(record)
            else:
                outcomes[result["outcome"]] += 1
    return outcomes


@contextmanager
def _kept_by(way: Way) -> Iterator[None]:
    if way.put is None:
        yield
    else:
        with mock.patch.object(MessagesTable, "_put", way.put):
            yield


def delivering(inboxes: Inboxes, records: list[Record]) -> None:
    """Deliver through the handler, with each way to keep the number."""
    print(f"\n{f'{len(records):,} deliveries':28} {'calls':>7} {'read':>7} {'write':>7} {'CPU, ms':>9}")
    for way in WAYS:
        clear(MESSAGES_TABLE)
        with _kept_by(way), counted() as calls:
            started = time.process_time()
            outcomes = _deliver(inboxes, records, way.name)
            seconds = time.process_time() - started - calls.moto_seconds
        if outcomes.total() != len(records) or set(outcomes) - {"delivered", "unchanged"}:
            raise RuntimeError(f"{way.name}: {outcomes}")
        each = len(records)
        print(
            f"{way.name:28} {calls.operations.total() / each:7.1f} {calls.read_units / each:7.1f}"
            f" {calls.write_units / each:7.1f} {seconds * 1000 / each:9.2f}"
        )


def drifting(inboxes: Inboxes, records: list[Record]) -> None:
    """Lose answers, let the agency ask again, and compare each counter with the index."""
    print(f"\n{f'{len(records):,} deliveries, one':28}")
    print(f"{f'answer of {LOST_OF} is lost':28} {'unread':>7} {'counted':>8} {'people who see it wrong':>24}")
    for way in WAYS:
        clear(MESSAGES_TABLE)
        with _kept_by(way):
            with _answers_lost():
                _deliver(inboxes, records, way.name)
            outcomes = _deliver(inboxes, records, way.name)
        if set(outcomes) - {"delivered", "unchanged"}:
            raise RuntimeError(f"{way.name}: {outcomes}")
        figures = verify(boto3.client("dynamodb"), MESSAGES_TABLE, segments=1)
        if figures.differences or figures.unread_agency != len(records):
            raise RuntimeError(f"{way.name}: {figures}")
        counters = [
            int(row[name].attrs["number"].value)
            for row in _moto(MESSAGES_TABLE).items.values()
            for name in row
            if name.value == COUNTER
        ]
        number = sum(counters) if way.put else figures.unread_agency
        # Each has one message.
        wrong = sum(each != 1 for each in counters) + (len(records) - len(counters) if way.put else 0)
        print(f"{way.name:28} {figures.unread_agency:>7,} {number:>8,} {wrong:>24,}")


@contextmanager
def _answers_lost() -> Iterator[None]:
    """Lose the answer of one request in `LOST_OF`; the SDK sends it again."""
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


def main() -> None:
    """Measure with the sizes of the arguments."""
    given = [int(argument) for argument in sys.argv[1:]]
    length, delivered = given or (MANY, DELIVERED)
    botocore_speed.install()
    dynamodb_speed.install()
    few, many = Person(email="few@example.com"), Person(email="many@example.com")
    with mock_aws():
        for described in tables().values():
            boto3.resource("dynamodb").create_table(**described)
        MessagesTable(MESSAGES_TABLE)
        measure_sizes(few)
        keep(inbox(few, FEW))
        keep(inbox(many, length))
        with Inboxes.opened() as inboxes:
            poll_times(inboxes.of(few))
            reading(inboxes, few, many, length)
            records = connected(delivered)
            delivering(inboxes, records)
            drifting(inboxes, records[: delivered // 5])


if __name__ == "__main__":
    main()
