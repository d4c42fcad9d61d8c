"""Reads of whole tables in bounded memory."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, TypeVar

SEGMENTS = 8

_MAX_KEYS = 100  # DynamoDB's limit
_PAUSE_SECONDS = 0.5

T = TypeVar("T")

Items = Sequence[Mapping[str, Any]]


def scan(dynamodb: Any, table: str, handle: Callable[[Items], bool], **options: Any) -> None:
    """Read a table page by page, in several threads.

    Args:
        handle: takes the items of a page, and returns False to end the scan. Threads call it concurrently;
            each reads its next page only afterwards.
        options: of DynamoDB's operation.
    """
    is_ended = threading.Event()

    def read(segment: int) -> None:
        pages = dynamodb.get_paginator("scan").paginate(
            TableName=table, Segment=segment, TotalSegments=SEGMENTS, ConsistentRead=True, **options
        )
        for page in pages:
            if is_ended.is_set():
                return
            if not handle(page["Items"]):
                is_ended.set()

    with ThreadPoolExecutor(SEGMENTS) as pool:
        try:
            for segment in as_completed([pool.submit(read, number) for number in range(SEGMENTS)]):
                segment.result()
        finally:
            # After an error, the pool would wait until the other segments are read.
            is_ended.set()


def get_items(
    dynamodb: Any, table: str, keys: Items, pause: Callable[[float], None]
) -> Iterator[Mapping[str, Any]]:
    """Yield the keys for which the table has an item.

    Args:
        keys: different from each other.
        pause: waits, where DynamoDB leaves keys unprocessed.
    """
    for portion in split(keys, _MAX_KEYS):
        names = {f"#{number}": name for number, name in enumerate(portion[0])}
        request = {
            "Keys": portion,
            "ConsistentRead": True,
            "ProjectionExpression": ", ".join(names),
            "ExpressionAttributeNames": names,
        }
        wanted = {table: request}
        while wanted:
            answer = dynamodb.batch_get_item(RequestItems=wanted)
            yield from answer["Responses"].get(table, ())
            wanted = answer.get("UnprocessedKeys", {})
            if wanted:
                pause(_PAUSE_SECONDS)


def split(values: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield portions of at most a size."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
