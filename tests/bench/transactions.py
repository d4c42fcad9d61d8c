"""A page of the history among few and among many transactions: calls of DynamoDB, read units, own CPU time.

moto stands in for DynamoDB. Calls and what they look at are the real ones; its own time is left out.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import boto3
from _bench import Figure, PortalPlace, run
from botocore.client import BaseClient
from moto import mock_aws
from moto.core import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends

from domains.agencies.transactions import Transaction, get_transaction_id
from domains.agencies.transactions_table import TRANSACTIONS
from functions.transactions.contract import TransactionsQuery
from functions.transactions.repository import TransactionsRepository
from functions.transactions.service import make_filters
from infrastructure.local import botocore_speed
from portal.items import encode_item
from portal.language import Text
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret
from tests.api.support import REGION, TRANSACTIONS_TABLE, Client, Person, get_table_definitions, load_app

FEW = 10
PAGE_SIZE = 50
RUNS = 3
SECRET = "turns the pages"
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
AGENCIES = [f"agency-{number}" for number in range(10)]
LATER_PAGE = "a later page"
CASES: dict[str, dict[str, str]] = {
    "first page": {},
    LATER_PAGE: {},
    "agency": {"agencyId": AGENCIES[3]},
    "service, last year": {
        "agencyServiceId": f"{AGENCIES[3]}-service",
        "from": "2025-01-01",
        "to": "2025-12-31",
    },
    "type and status": {"type": "filing", "status": "failed"},
    "text, often found": {"text": "renovación"},
    "text, never found": {"text": "no such thing"},
    "all at once": {
        "agencyId": AGENCIES[3],
        "type": "payment",
        "status": "completed",
        "from": "2020-01-01",
        "text": "renewal",
    },
}


@dataclass
class Calls:
    """The calls to DynamoDB."""

    operations: list[str] = field(default_factory=list)
    looked_at: int = 0
    seconds: float = 0.0


def history(person: Person, length: int) -> Iterator[Transaction]:
    """Transactions of ten agencies, the newest first, several a day."""
    for number in range(length):
        agency_id = AGENCIES[number % len(AGENCIES)]
        yield Transaction(
            id=get_transaction_id(person.user_id, agency_id, str(number)),
            user_id=person.user_id,
            agency_id=agency_id,
            service_id=f"{agency_id}-service",
            occurred_on=date(2026, 11, 21) - timedelta(number // 10),
            type="filing" if number % 7 == 0 else "payment",
            status="failed" if number % 11 == 0 else "completed",
            description=Text(en="Vehicle registration renewal", es="Renovación del registro de vehículos"),
            reference_number=f"AZ-{number:08d}",
            amount="435.67",
            convenience_fee="3.00",
            method="Visa ••42",
            period="2026–2027",
            receipt_url=f"https://pay.{agency_id}.example/receipts/{number}",
            updated_at=NOW,
        )


def keep(transactions: list[Transaction]) -> int:
    """Put the items straight into moto, without HTTP, and return the bytes of one."""
    table = dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].tables[TRANSACTIONS_TABLE]
    for transaction in transactions:
        table.put_item(encode_item(TRANSACTIONS.make_item(transaction)))
    values = encode_item(TRANSACTIONS.make_item(transactions[0]))
    return sum(len(name) + len(next(iter(value.values())).encode()) for name, value in values.items())


@contextmanager
def counted() -> Iterator[Calls]:
    """Count the calls of the transactions table."""
    calls = Calls()
    call = BaseClient._make_api_call

    def recorded(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        started = time.process_time()
        answer = call(self, operation, parameters)
        calls.seconds += time.process_time() - started
        if parameters.get("TableName") == TRANSACTIONS_TABLE:
            calls.operations.append(operation)
            calls.looked_at += answer.get("ScannedCount", 0)
        return answer

    with mock.patch.object(BaseClient, "_make_api_call", recorded):
        yield calls


def asked(client: Client, person: Person, query: dict[str, str]) -> tuple[Calls, float]:
    """Return the calls of one request, and the least milliseconds of CPU of several outside of the SDK."""
    path = f"/api/transactions?{urlencode(query | {'limit': str(PAGE_SIZE)})}"
    acting = client.acting_as(person)
    times = []
    for _ in range(RUNS):
        with counted() as calls:
            started = time.process_time()
            answer = acting.get(path)
            times.append((time.process_time() - started - calls.seconds) * 1000)
        if answer.status != 200:
            raise RuntimeError(answer.text)
    return calls, min(times)


@dataclass(frozen=True)
class Sizes:
    """The number of transactions of a long history, and the page that is opened."""

    many: int
    page: int


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Measure each case with few and many transactions, and fail if the calls differ."""
    botocore_speed.install()
    few, many = Person(email="few@example.com"), Person(email="many@example.com")
    long_history = list(history(many, sizes.many))
    with mock_aws():
        for described in get_table_definitions().values():
            boto3.resource("dynamodb").create_table(**described)
        client = Client(load_app)
        keep(list(history(few, FEW)))
        size = keep(long_history)
        table = f"GET /api/transactions, {PAGE_SIZE} a page, transactions of {size:,} bytes"
        for name, query in CASES.items():
            is_later = name == LATER_PAGE
            of_many = {"nextToken": _token_of_page(many, long_history, sizes.page)} if is_later else query
            row = f"page {sizes.page:,}" if is_later else name
            reported = asked(client, few, query), asked(client, many, of_many)
            (calls, _), (more_calls, _) = reported
            if calls.operations != more_calls.operations:
                raise RuntimeError(f"{name}: {calls.operations} became {more_calls.operations}")
            yield Figure(table, row, "calls", len(calls.operations))
            for number, (each, milliseconds) in zip((FEW, sizes.many), reported, strict=True):
                units = max(1, -(-each.looked_at * size // 4096)) / 2
                yield Figure(table, row, f"looked at, of {number:,}", each.looked_at)
                yield Figure(table, row, f"read units, of {number:,}", units)
                yield Figure(table, row, f"own CPU, of {number:,}", milliseconds, "ms")


def _token_of_page(person: Person, transactions: list[Transaction], page: int) -> str:
    """Return the page token after all earlier pages."""
    in_order = sorted(transactions, key=lambda each: (each.occurred_on, each.id), reverse=True)
    last_before = in_order[PAGE_SIZE * (page - 1) - 1]
    query = TransactionsQuery()
    cursor = TransactionsRepository(TRANSACTIONS_TABLE).make_cursor(last_before, query)
    token = PageTokens(RotatingSecret(SECRET)).encode(cursor, person.user_id, make_filters(query))
    if token is None:
        raise RuntimeError("There is no such page")
    return token


if __name__ == "__main__":
    run(measure, full=Sizes(many=50_000, page=1000), small=Sizes(many=200, page=3))
