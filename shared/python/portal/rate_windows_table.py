"""Storage of rate windows: items in the table of their owners."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from pynamodb.attributes import TTLAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.transactions import TransactWrite

from portal.dynamo import Codec, EntityItem, TableMeta, Write, get_version_before, save_if, write_together
from portal.errors import TooManyRequests
from portal.rate_window import Call, Limit, RateWindow
from portal.updates import update_until_saved


@dataclass(frozen=True, slots=True)
class Counter:
    """A window that counts a call, and its limit."""

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
        self._model = _get_item(table_name, partition_key, expiry)
        self._codec: Codec[Any, RateWindow] = Codec(
            self._model, RateWindow, lambda window: get_version_before(window.revision)
        )

    def get(self, owner: str, name: str) -> RateWindow:
        """Return the window of an owner, strongly consistent.

        Args:
            name: range key of the window.
        """
        try:
            item = self._model.get(owner, name, consistent_read=True)
        except DoesNotExist:
            return RateWindow()
        return self._codec.parse_item(item)

    def make_item(self, owner: str, name: str, window: RateWindow, expires_at: datetime) -> EntityItem:
        """Return the item of a window's next revision, for saving in a transaction with other items."""
        item: EntityItem = self._codec.make_item(window, owner=owner, item=name, expires_at=expires_at)
        return item

    def count(self, owner: str, name: str, limit: Limit, call: Call, refusal: type[TooManyRequests]) -> None:
        """Count a call that is about to be made.

        Raises:
            TooManyRequests: `refusal`, with the time until another call is allowed.
        """
        self._update(
            owner,
            name,
            limit,
            lambda window: limit.admit(window, call, refusal),
            lambda: refusal(retry_after_seconds=1),
        )

    def admit_together(self, counters: Sequence[Counter], call: Call) -> Write:
        """Return a write that counts a call in several windows, for a transaction with what the call does.

        The write fails if a window changed meanwhile; a call that was counted before is not counted again.

        Raises:
            TooManyRequests: the refusal of the first full window, with the time until a call is allowed.
        """
        return _make_write(self._admit(counters, call))

    def count_together(self, counters: Sequence[Counter], call: Call) -> None:
        """Count a call that is about to be made in several windows, or in none.

        Raises:
            TooManyRequests: the refusal of the first full window, with the time until a call is allowed.
        """
        # Each lost race means that another call was counted, and the limits bound their number.
        for _ in range(2 * sum(each.limit.all for each in counters) + 5):
            items = self._admit(counters, call)
            if not items or write_together(_make_write(items)):
                return
        raise counters[0].refusal(retry_after_seconds=1)

    def _admit(self, counters: Sequence[Counter], call: Call) -> list[EntityItem]:
        """Return the next items of the windows that do not have the call yet."""
        items = []
        for each in counters:
            before = self.get(each.owner, each.name)
            after = each.limit.admit(before, call, each.refusal)
            if after != before:
                items.append(self.make_item(each.owner, each.name, after, each.limit.get_expiry(call.at)))
        return items

    def change(self, owner: str, name: str, limit: Limit, change: Callable[[RateWindow], RateWindow]) -> None:
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
            return save_if(self.make_item(owner, name, after, limit.get_expiry(latest)))

        # Each lost race means that another call began or ended, and the limit bounds their number.
        attempts = 2 * limit.all + 5
        update_until_saved(lambda: self.get(owner, name), change, save, overtaken, attempts=attempts)


def _make_write(items: Sequence[EntityItem]) -> Write:
    def write(transaction: TransactWrite) -> None:
        for item in items:
            transaction.save(item)

    return write


class _Overtaken(Exception):
    """Concurrent writes changed the window at every try."""


@cache
def _get_item(table_name: str, partition_key: str, expiry: str) -> type[Any]:
    """Return the model of a table's windows, because attribute names differ by table."""

    class RateWindowItem(EntityItem):
        class Meta(TableMeta):
            pass

        owner = UnicodeAttribute(hash_key=True, attr_name=partition_key)
        item = UnicodeAttribute(range_key=True)
        version = VersionAttribute()
        expires_at = TTLAttribute(attr_name=expiry)

    RateWindowItem.Meta.table_name = table_name  # type: ignore[attr-defined]
    return RateWindowItem
