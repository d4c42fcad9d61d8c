"""Event source mappings: which function is invoked with the records of which table's stream.

Source: the Lambda developer guide (Using AWS Lambda with Amazon DynamoDB: filters).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from moto.events.models import EventPattern, EventPatternParser

from infrastructure.local.errors import CannotStart
from infrastructure.local.functions import Function
from infrastructure.local.stack import Stack
from infrastructure.local.streams import list_shards

MAPPING = "AWS::Lambda::EventSourceMapping"


_DEFAULT_BATCH_SIZE = 100


_KNOWN = {
    "BatchSize",
    "BisectBatchOnFunctionError",
    "DestinationConfig",
    "Enabled",
    "EventSourceArn",
    "FilterCriteria",
    "FunctionName",
    "FunctionResponseTypes",
    "MaximumRecordAgeInSeconds",
    "MaximumRetryAttempts",
    # How fast, and nothing else: one batch at a time is among the orders that are possible.
    "ParallelizationFactor",
    "StartingPosition",
}


_KNOWN_COMPARISONS = {"exists", "prefix"}


class UnsupportedMapping(CannotStart):
    """The template uses a feature of event source mappings that the local cloud does not support."""


@dataclass(frozen=True, slots=True)
class StreamMapping:
    """A function that is invoked with the records of a table's stream.

    Attributes:
        patterns: a record that matches none is skipped; if there are none, no record is skipped.
        retries: of a failed batch; None for no limit.
        oldest_seconds: older records are given up; None for no limit.
        bisects: whether a batch that fails is tried in two parts.
        reports: whether the function's answer says which records failed.
        on_failure: ARN of the queue that gets a note of what was given up; None for none.
    """

    function: Function
    table: str
    stream_arn: str
    batch_size: int
    patterns: tuple[EventPattern, ...]
    retries: int | None
    oldest_seconds: int | None
    bisects: bool
    reports: bool
    on_failure: str | None

    @property
    def reader(self) -> str:
        """Name of the stream's reader, the same at every start."""
        return self.function.definition.name

    def is_wanted(self, record: Any) -> bool:
        """Return whether the function gets a record."""
        return not self.patterns or any(pattern.matches_event(record) for pattern in self.patterns)


def list_mappings(stack: Stack, functions: Mapping[str, Function]) -> list[StreamMapping]:
    """Return the stream mappings of a stack that are switched on.

    Args:
        functions: by ARN.

    Raises:
        UnsupportedMapping: see its docstring.
    """
    found: list[StreamMapping] = []
    for logical_id in stack.list_by_type(MAPPING):
        properties = stack.get_properties(logical_id)
        if not properties.get("Enabled", True):
            continue
        mapping = _read_mapping(logical_id, properties, functions)
        if any((mapping.table, mapping.reader) == (other.table, other.reader) for other in found):
            raise UnsupportedMapping(
                f"{logical_id}: a second mapping of the stream of {mapping.table} to {mapping.reader}"
            )
        found.append(mapping)
    return found


def _read_mapping(
    logical_id: str, properties: Mapping[str, Any], functions: Mapping[str, Function]
) -> StreamMapping:
    def refuse(what: str) -> UnsupportedMapping:
        return UnsupportedMapping(f"{logical_id}: {what}")

    if unknown := properties.keys() - _KNOWN:
        raise refuse(f"{', '.join(sorted(unknown))} of an event source mapping")
    stream = str(properties["EventSourceArn"])
    table = stream.split("/")[1] if ":dynamodb:" in stream and "/stream/" in stream else ""
    if table not in list_shards():
        raise refuse(f"{stream} is the stream of no table of this stack")
    if properties["StartingPosition"] != "TRIM_HORIZON":
        raise refuse(f"starting position {properties['StartingPosition']}; only TRIM_HORIZON is known")
    name = str(properties["FunctionName"])
    function = next(
        (known for arn, known in functions.items() if name in (arn, arn.rpartition(":")[2])), None
    )
    if function is None:
        raise refuse(f"{name} is no function of this stack")
    types = properties.get("FunctionResponseTypes", [])
    if unknown := set(types) - {"ReportBatchItemFailures"}:
        raise refuse(f"answers of type {', '.join(sorted(unknown))}")
    destination = properties.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination")
    if destination is not None and ":sqs:" not in destination:
        raise refuse(f"{destination} is no queue")
    filters = properties.get("FilterCriteria", {}).get("Filters", [])
    patterns = [EventPatternParser(entry["Pattern"]).parse() for entry in filters]
    if unknown := {name for pattern in patterns for name in _list_comparisons(pattern)} - _KNOWN_COMPARISONS:
        raise refuse(f"the comparison {', '.join(sorted(unknown))} of a filter")
    return StreamMapping(
        function=function,
        table=table,
        stream_arn=stream,
        batch_size=int(properties.get("BatchSize", _DEFAULT_BATCH_SIZE)),
        patterns=tuple(EventPattern(json.dumps(pattern), pattern) for pattern in patterns),
        retries=_read_limit(properties.get("MaximumRetryAttempts", -1)),
        oldest_seconds=_read_limit(properties.get("MaximumRecordAgeInSeconds", -1)),
        bisects=bool(properties.get("BisectBatchOnFunctionError", False)),
        reports="ReportBatchItemFailures" in types,
        on_failure=destination,
    )


def _read_limit(value: Any) -> int | None:
    return None if int(value) < 0 else int(value)


def _list_comparisons(pattern: Mapping[str, Any]) -> Iterable[str]:
    for value in pattern.values():
        if isinstance(value, dict):
            yield from _list_comparisons(value)
        else:
            yield from (name for entry in value if isinstance(entry, dict) for name in entry)
