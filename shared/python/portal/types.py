"""Clock and ids, passed into the services so that their rules can be tested at any moment."""

from collections.abc import Callable
from datetime import UTC, datetime

from ulid import ULID

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The present moment, in UTC, to the microsecond."""
    return datetime.now(UTC)


def new_id(at: datetime) -> str:
    """A new id that sorts by time: a ULID in lower case, 26 characters.

    Args:
        at: the moment that the id carries, to the millisecond.
    """
    return str(ULID.from_datetime(at)).lower()
