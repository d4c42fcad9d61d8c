"""Events, and the writes of their listeners in the same transaction.

An event is a frozen dataclass of the domain in which it happens, named for the occurrence. A listener is a
function of another domain that adds its own writes; the wiring of the repository lists the listeners. So the
change and all its consequences are stored together or not at all.
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
    """Store a change and the writes of its listeners in one transaction.

    Args:
        write: adds the writes of the change to the transaction.

    Returns:
        False if any condition does not hold; nothing is written.
    """

    def write_all(transaction: TransactWrite) -> None:
        write(transaction)
        for listener in listeners:
            listener(event, transaction)

    return write_together(write_all)
