"""Limits of things that an owner has at once, as a condition of the write that adds one."""

from collections.abc import Callable, Iterable

from portal.items import PlainSchema
from portal.tables import Attr, Table, Write, get_size
from portal.updates import MAX_WRITE_ATTEMPTS

_ITEM = "slots"
_THINGS = Attr("things")


class SlotsTable:
    """Ids of the things that an owner has, one item per owner in the table of the things.

    The set of ids changes in the transaction that stores a thing, so calls at once do not exceed the limit. A
    thing that has ended keeps its place until all places are taken and `save_within` frees it.
    """

    def __init__(self, table_name: str, *keys: str) -> None:
        """Use the table with this name and these keys; partitions begin with `slots#`."""
        self._table = Table(table_name, PlainSchema(*keys))

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
        things = self.list_things(owner)
        while tries > 0:
            if (
                thing not in things
                and len(things) >= limit
                and not self._free(owner, filter(is_over, things))
            ):
                return False
            if save(self._take(owner, thing, limit)):
                return True
            before, things = things, self.list_things(owner)
            # Another call that took a place is progress, and the limit bounds their number.
            if things == before:
                tries -= 1
        return None

    def list_things(self, owner: str) -> frozenset[str]:
        """Return the ids of an owner's things, with ended ones until freed; strongly consistent."""
        item = self._table.get_item(*_make_key(owner)) or {}
        return frozenset(item.get("things", ()))

    def delete_slots(self, owner: str) -> None:
        """Delete the item of an owner whose things are all gone; safe to repeat."""
        self._table.delete(*_make_key(owner))

    def _take(self, owner: str, thing: str, limit: int) -> Write:
        has_room = _THINGS.does_not_exist() | (get_size(_THINGS) < limit) | _THINGS.contains(thing)
        return self._table.make_update(_make_key(owner), [_THINGS.add({thing})], has_room)

    def _free(self, owner: str, things: Iterable[str]) -> bool:
        """Free the places of things; returns whether there were any."""
        ended = set(things)
        if ended:
            self._table.update(_make_key(owner), [_THINGS.delete(ended)])
        return bool(ended)


def _make_key(owner: str) -> tuple[str, str]:
    return f"{_ITEM}#{owner}", _ITEM
