"""Storage of rate windows: items in the table of their owners."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from portal.errors import TooManyRequests
from portal.items import JsonSchema, to_seconds
from portal.rate_window import Call, Limit, RateWindow
from portal.tables import Table, Write, write_together
from portal.updates import update_until_saved


@dataclass(frozen=True, slots=True)
class Counter:
    """A rate window in which to count a call, and its limit."""

    owner: str  # partition of the window
    name: str  # range key of the window
    limit: Limit
    refusal: type[TooManyRequests]  # error of a call over the limit


class RateWindows:
    """The rate windows in a table, each an item in the partition of its owner."""

    def __init__(
        self, table_name: str, *, partition_key: str = "user_id", expiry: str = "expires_at"
    ) -> None:
        """Use the table of that name.

        Args:
            partition_key: name of the table's partition key; the range key is `item`.
            expiry: name of the table's expiration attribute.
        """
        self._table = Table(table_name, JsonSchema(RateWindow, (partition_key, "item"), has_revision=True))
        self._partition_key = partition_key
        self._expiry = expiry

    def get_window(self, owner: str, name: str) -> RateWindow:
        """Return the window of an owner, strongly consistent.

        Args:
            name: range key of the window.
        """
        return self._table.get(owner, name) or RateWindow()

    def make_put(self, owner: str, name: str, window: RateWindow, expires_at: datetime) -> Write:
        """Return a write that replaces the previous revision of a window."""
        return self._table.make_put(window, **self._make_attributes(owner, name, expires_at))

    def _make_attributes(self, owner: str, name: str, expires_at: datetime) -> dict[str, Any]:
        return {self._partition_key: owner, "item": name, self._expiry: to_seconds(expires_at)}

    def count_call(
        self, owner: str, name: str, limit: Limit, call: Call, refusal: type[TooManyRequests]
    ) -> None:
        """Count a call that is about to be made.

        Raises:
            TooManyRequests: `refusal`, with the time until another call is allowed.
        """
        self._update(
            owner,
            name,
            limit,
            lambda window: limit.admit_call(window, call, refusal),
            lambda: refusal(retry_after_seconds=1),
        )

    def admit_together(self, counters: Sequence[Counter], call: Call) -> list[Write]:
        """Return writes that count a call in several windows, for a transaction with what the call does.

        A write fails if its window changed meanwhile; a call that was counted before is not counted again.

        Raises:
            TooManyRequests: the refusal of the first full window, with the time until a call is allowed.
        """
        writes = []
        for each in counters:
            before = self.get_window(each.owner, each.name)
            after = each.limit.admit_call(before, call, each.refusal)
            if after != before:
                writes.append(self.make_put(each.owner, each.name, after, each.limit.get_expiry(call.at)))
        return writes

    def count_together(self, counters: Sequence[Counter], call: Call) -> None:
        """Count a call that is about to be made in several windows, or in none.

        Raises:
            TooManyRequests: the refusal of the first full window, with the time until a call is allowed.
        """
        # Each lost race means that another call was counted, and the limits bound their number.
        for _ in range(2 * sum(each.limit.all for each in counters) + 5):
            writes = self.admit_together(counters, call)
            if not writes or write_together(writes):
                return
        raise counters[0].refusal(retry_after_seconds=1)

    def change_window(
        self, owner: str, name: str, limit: Limit, change: Callable[[RateWindow], RateWindow]
    ) -> None:
        """Record the end of a call; if that cannot be saved, it counts as failed."""
        try:
            self._update(owner, name, limit, change, _Overtaken)
        except _Overtaken:
            return

    def _update(
        self,
        owner: str,
        name: str,
        limit: Limit,
        change: Callable[[RateWindow], RateWindow],
        overtaken: Callable[[], Exception],
    ) -> None:
        def save(before: RateWindow, after: RateWindow) -> bool:
            latest = max(call.at for call in (*before.calls, *after.calls))
            attributes = self._make_attributes(owner, name, limit.get_expiry(latest))
            return self._table.put(after, **attributes)

        # Each lost race means that another call began or ended, and the limit bounds their number.
        attempts = 2 * limit.all + 5
        update_until_saved(lambda: self.get_window(owner, name), change, save, overtaken, attempts=attempts)


class _Overtaken(Exception):
    """Concurrent writes changed the window at every try."""
