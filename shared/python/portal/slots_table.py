"""Limits of things that an owner has at once, as a condition of the write that adds one."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from pynamodb.attributes import UnicodeAttribute, UnicodeSetAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.condition import size
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from portal.dynamo import TableMeta, Write
from portal.updates import MAX_WRITE_ATTEMPTS

_ITEM = "slots"


class Slots:
    """Ids of the things that an owner has, one item per owner in the table of the things.

    The set of ids changes in the transaction that stores a thing, so calls at once do not exceed the limit. A
    thing that has ended keeps its place until all places are taken and `save_within` frees it.
    """

    def __init__(self, table_name: str, *, partition_key: str, range_key: str) -> None:
        """Use the table of that name and keys; partitions begin with `slots#`."""
        self._model = _get_item(table_name, partition_key, range_key)

    def save_within(
        self,
        limit: int,
        owner: str,
        thing: str,
        *,
        save: Callable[[Write], bool],
        is_over: Callable[[str], bool],
    ) -> bool | None:
        """Store a thing if its owner has fewer than `limit`.

        Args:
            thing: id of the thing.
            save: stores it together with another write, in one transaction; tells if it did.
            is_over: tells if a thing has ended for good, strongly consistent.

        Returns:
            True if stored; False if the owner has the limit; None if `save` failed for another reason.
        """
        tries = MAX_WRITE_ATTEMPTS
        taken = self.list_things(owner)
        while tries > 0:
            if thing not in taken and len(taken) >= limit and not self._free(owner, filter(is_over, taken)):
                return False
            if save(self._take(owner, thing, limit)):
                return True
            before, taken = taken, self.list_things(owner)
            # Another call that took a place is progress, and the limit bounds their number.
            if taken == before:
                tries -= 1
        return None

    def list_things(self, owner: str) -> frozenset[str]:
        """Return the ids of an owner's things, with ended ones until freed; strongly consistent."""
        try:
            item = self._model.get(f"{_ITEM}#{owner}", _ITEM, consistent_read=True)
        except DoesNotExist:
            return frozenset()
        return frozenset(item.things or ())

    def forget(self, owner: str) -> None:
        """Delete the item of an owner whose things are all gone; safe to repeat."""
        self._model(f"{_ITEM}#{owner}", _ITEM).delete()

    def _take(self, owner: str, thing: str, limit: int) -> Write:
        model = self._model
        count = size(model.things)  # type: ignore[no-untyped-call]  # PynamoDB's
        has_room = model.things.does_not_exist() | (count < limit) | model.things.contains(thing)

        def write(transaction: TransactWrite) -> None:
            transaction.update(
                model(f"{_ITEM}#{owner}", _ITEM), [model.things.add({thing})], condition=has_room
            )

        return write

    def _free(self, owner: str, things: Iterable[str]) -> bool:
        """Free the places of things; returns whether there were any."""
        ended = set(things)
        if ended:
            self._model(f"{_ITEM}#{owner}", _ITEM).update([self._model.things.delete(ended)])
        return bool(ended)


@cache
def _get_item(table_name: str, partition_key: str, range_key: str) -> type[Any]:
    """Return the model of a table's slots, because attribute names differ by table."""

    class SlotsItem(Model):
        class Meta(TableMeta):
            pass

        owner = UnicodeAttribute(hash_key=True, attr_name=partition_key)
        item = UnicodeAttribute(range_key=True, attr_name=range_key)
        things = UnicodeSetAttribute(null=True)

    SlotsItem.Meta.table_name = table_name  # type: ignore[attr-defined]
    return SlotsItem
