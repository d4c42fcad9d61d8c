"""Storage of the circuit breakers in the agencies table, shared by all functions."""

from collections.abc import Callable
from typing import TypeVar

from aws_lambda_powertools import Logger

from domains.agencies.breaker import BreakerState
from portal.items import JsonSchema
from portal.tables import TABLE_ERRORS, Table

_PARTITION = "breaker"

Result = TypeVar("Result")


_STATES = JsonSchema(
    BreakerState, ("partition", "item"), lambda _: {"partition": _PARTITION}, has_revision=True
)


class BreakerTable:
    """Stores the shared state. While the table is unreachable, calls to agencies are allowed."""

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, _STATES)

    def get_state(self, agency_id: str) -> BreakerState:
        """Return the stored state, strongly consistent."""
        return _try_or_else(BreakerState(), lambda: self._table.get(_PARTITION, agency_id) or BreakerState())

    def put_state(self, agency_id: str, state: BreakerState) -> bool:
        """Replace the previous revision of the state.

        Returns:
            False if another function wrote first; nothing is written.
        """
        return _try_or_else(True, lambda: self._table.put(state, item=agency_id))


def _try_or_else(otherwise: Result, call: Callable[[], Result]) -> Result:
    try:
        return call()
    except TABLE_ERRORS:
        Logger().exception("State of a circuit breaker cannot be shared")
        return otherwise
