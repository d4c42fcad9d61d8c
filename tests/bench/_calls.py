"""Calls to DynamoDB and their units, by the sizes of items and entries as DynamoDB counts them."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import Any
from unittest import mock

from botocore.awsrequest import AWSPreparedRequest
from botocore.client import BaseClient
from moto.core.botocore_stubber import BotocoreStubber

from domains.messages.message_items import LISTED
from tests.api.support import MESSAGES_TABLE


@dataclass
class Calls:
    """The calls to DynamoDB, and the time that they and moto took.

    Attributes:
        read_units: strongly consistent; likewise `write_units`.
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
            return max(1, ceil(get_size(answer.get("Item", {})) / 4096)), 0
        case "BatchGetItem":
            # The index returns a projection; the whole item is read.
            items = [item for items in answer["Responses"].values() for item in items]
            return len(items) * ceil(SIZES["item"] / 4096), 0
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
                units += _written(item) + max(1, ceil(get_size(item) / 1024))
            return 0, units
    raise RuntimeError(operation)


SIZES: dict[str, int] = {}


def _entry_size(parameters: dict[str, Any]) -> int:
    if parameters["TableName"] != MESSAGES_TABLE:
        return 200
    return SIZES[parameters.get("IndexName", "folder")]


def get_size(item: dict[str, Any]) -> int:
    return sum(len(name) + len(str(next(iter(value.values()))).encode()) for name, value in item.items())


def _written(item: dict[str, Any]) -> int:
    """Write units of a new item, with its entries in both indexes."""
    units = max(1, ceil(get_size(item) / 1024))
    if "by_folder" in item:
        entry = {name: item[name] for name in ("user_id", "id", "by_folder", *LISTED) if name in item}
        units += ceil(get_size(entry) / 1024)
    return units + ("unread" in item)


@contextmanager
def counted() -> Iterator[Calls]:
    """Count the calls of DynamoDB."""
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
