"""Content of the tables, past the functions: in moto's memory, or by calls with `npm test -- --dynamodb URL`.

Between two tests, moto's memory is emptied in far less time than calls would take.
"""

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import boto3
import pytest
from moto.core import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends

from tests.api.dynamodb_endpoint import Endpoint
from tests.api.support import REGION, get_table_definitions

needs_moto = pytest.mark.skipif(
    "TEST_DYNAMODB" in os.environ, reason="tests moto in this process, which --dynamodb replaces"
)

_PUT_LIMIT = 25
_CREATION_SECONDS = 120


class MotoTables:
    """Tables in the memory of this process."""

    def make(self) -> None:
        existing = dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].tables
        for name, described in get_table_definitions().items():
            if name not in existing:
                boto3.client("dynamodb").create_table(**described)

    def clear(self, names: Iterable[str]) -> None:
        for name in names:
            self._get(name).items.clear()

    def read(self, names: Iterable[str]) -> bytes:
        # moto keeps rows of a table with a range key in a defaultdict with a function.
        return pickle.dumps(
            {
                name: {key: dict(row) if table.range_key_attr else row for key, row in table.items.items()}
                for name, table in ((name, self._get(name)) for name in names)
            }
        )

    def restore(self, state: bytes) -> None:
        for name, rows in pickle.loads(state).items():  # noqa: S301
            table = self._get(name)
            table.items.clear()
            for key, row in rows.items():
                if table.range_key_attr:
                    table.items[key].update(row)
                else:
                    table.items[key] = row

    @staticmethod
    def _get(name: str) -> Any:
        return dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].tables[name]


class EndpointTables:
    """Tables at another address, which this process made for itself."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._made: list[str] = []
        self._client = boto3.client("dynamodb")

    def make(self) -> None:
        missing = {
            name: described for name, described in get_table_definitions().items() if name not in self._made
        }
        for name, described in missing.items():
            self._client.create_table(**described)
            self._made.append(name)
        waiter = self._client.get_waiter("table_exists")
        for name in missing:
            waiter.wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": _CREATION_SECONDS})

    def remove(self) -> None:
        """Remove the tables that `make` made, at the end of the run."""
        for name in self._made:
            self._client.delete_table(TableName=name)

    def clear(self, names: Iterable[str]) -> None:
        for name in self._endpoint.written.intersection(names):
            keys = [key["AttributeName"] for key in get_table_definitions()[name]["KeySchema"]]
            found = self._scan(
                name,
                ProjectionExpression=", ".join(f"#{key}" for key in keys),
                ExpressionAttributeNames={f"#{key}": key for key in keys},
            )
            self._write(name, [{"DeleteRequest": {"Key": key}} for key in found])
            self._endpoint.written.discard(name)

    def read(self, names: Iterable[str]) -> bytes:
        written = self._endpoint.written
        return pickle.dumps({name: list(self._scan(name)) if name in written else [] for name in names})

    def restore(self, state: bytes) -> None:
        tables = pickle.loads(state)  # noqa: S301
        self.clear(tables)
        for name, items in tables.items():
            self._write(name, [{"PutRequest": {"Item": item}} for item in items])

    def _scan(self, name: str, **options: Any) -> Iterator[Any]:
        pages = self._client.get_paginator("scan").paginate(TableName=name, ConsistentRead=True, **options)
        for page in pages:
            yield from page["Items"]

    def _write(self, name: str, requests: list[Any]) -> None:
        while requests:
            batch, requests = requests[:_PUT_LIMIT], requests[_PUT_LIMIT:]
            left = self._client.batch_write_item(RequestItems={name: batch})["UnprocessedItems"]
            requests += left.get(name, [])


Tables = MotoTables | EndpointTables

_now: dict[str, Tables] = {"tables": MotoTables()}


def get_tables() -> Tables:
    """Return the tables that the suite uses."""
    return _now["tables"]


def use_tables(tables: Tables) -> Callable[[], None]:
    """Use other tables from now on; returns a function that goes back."""
    before, _now["tables"] = _now["tables"], tables
    return lambda: _now.update(tables=before)
