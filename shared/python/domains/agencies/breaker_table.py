"""Storage of the circuit breakers in the agencies table, shared by all functions."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from aws_lambda_powertools import Logger
from pynamodb.attributes import UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist, PynamoDBException

from domains.agencies.breaker import BreakerState
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, get_version_before, save_if

_PARTITION = "breaker"

Result = TypeVar("Result")


class BreakerItem(EntityItem):
    """Item of a `BreakerState`."""

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    version = VersionAttribute()


def _get_state_attributes(state: BreakerState) -> Mapping[str, Any]:
    return {"partition": _PARTITION, **get_version_before(state.revision)}


_STATES = Codec(BreakerItem, BreakerState, _get_state_attributes)


class BreakerTable:
    """Stores the shared state. While the table is unreachable, calls to agencies are allowed."""

    def __init__(self, table_name: str) -> None:
        bind_table(BreakerItem, table_name)

    def read(self, agency_id: str) -> BreakerState:
        """Return the stored state, strongly consistent."""
        return _try_or_else(BreakerState(), lambda: _read(agency_id))

    def write(self, agency_id: str, state: BreakerState) -> bool:
        """Replace the previous revision of the state.

        Returns:
            False if another function wrote first; nothing is written.
        """
        return _try_or_else(True, lambda: save_if(_STATES.make_item(state, item=agency_id)))


def _read(agency_id: str) -> BreakerState:
    try:
        item = BreakerItem.get(_PARTITION, agency_id, consistent_read=True)
    except DoesNotExist:
        return BreakerState()
    return _STATES.parse_item(item)


def _try_or_else(otherwise: Result, call: Callable[[], Result]) -> Result:
    try:
        return call()
    except PynamoDBException:
        Logger().exception("State of a circuit breaker cannot be shared")
        return otherwise
