"""The agencies table's breakers: the state of the calls to each agency, shared by all functions."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from aws_lambda_powertools import Logger
from pynamodb.attributes import NumberAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist, PynamoDBException
from pynamodb.models import Model

from domains.agencies.breaker import BreakerState
from portal.dynamo import TableMeta, bind_table, save_if

_PARTITION = "breaker"

Result = TypeVar("Result")


class BreakerItem(Model):
    """Item of a `BreakerState`; the times of the failures are joined by spaces."""

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    failed_at = UnicodeAttribute()
    opened_at = UTCDateTimeAttribute(null=True)
    probe_until = UTCDateTimeAttribute(null=True)
    revision = NumberAttribute()


class BreakerTable:
    """Shares the state. While the table cannot be reached, agencies are asked as if they were well."""

    def __init__(self, table_name: str) -> None:
        """Use the agencies table of that name."""
        bind_table(BreakerItem, table_name)

    def read(self, agency_id: str) -> BreakerState:
        """Return the state as any function last wrote it, strongly consistent."""
        return _or_else(BreakerState(), lambda: _read(agency_id))

    def write(self, agency_id: str, state: BreakerState) -> bool:
        """Replace the state of the revision before.

        Returns:
            False when another function was first; nothing was written then.
        """
        return _or_else(True, lambda: _write(agency_id, state))


def _read(agency_id: str) -> BreakerState:
    try:
        item = BreakerItem.get(_PARTITION, agency_id, consistent_read=True)
    except DoesNotExist:
        return BreakerState()
    failed_at = tuple(datetime.fromisoformat(moment) for moment in item.failed_at.split())
    return BreakerState(failed_at, item.opened_at, item.probe_until, int(item.revision))


def _write(agency_id: str, state: BreakerState) -> bool:
    item = BreakerItem(
        _PARTITION,
        agency_id,
        failed_at=" ".join(moment.isoformat() for moment in state.failed_at),
        opened_at=state.opened_at,
        probe_until=state.probe_until,
        revision=state.revision,
    )
    is_first = state.revision == 1
    return save_if(
        item, BreakerItem.item.does_not_exist() if is_first else BreakerItem.revision == state.revision - 1
    )


def _or_else(otherwise: Result, call: Callable[[], Result]) -> Result:
    try:
        return call()
    except PynamoDBException:
        Logger().exception("state of an agency's breaker cannot be shared")
        return otherwise
