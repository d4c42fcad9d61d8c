"""Events, and the items that others store because of them, in the same transaction.

An event is a frozen dataclass of the domain in which it happens, named for what happened. Whoever else has to
store something because of it listens: a function of the domain that stores it, which whoever wires the
repository names. So the change and all that follows from it are stored, or nothing is.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from pynamodb.transactions import TransactWrite

from portal.dynamo import write_together

Event = TypeVar("Event")

Listener = Callable[[Event, TransactWrite], None]
"""Adds its writes to the transaction in which an event is stored; see decision 45 for how many."""


def save_event(
    event: Event, write: Callable[[TransactWrite], None], listeners: Iterable[Listener[Event]]
) -> bool:
    """Store a change of the domain in which something happens, with what its listeners store.

    Args:
        write: tells the transaction what the domain itself writes.

    Returns:
        False when a condition of any of them did not hold; nothing was written then.
    """

    def write_all(transaction: TransactWrite) -> None:
        write(transaction)
        for listener in listeners:
            listener(event, transaction)

    return write_together(write_all)
