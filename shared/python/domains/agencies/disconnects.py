"""When an agency is told that a person disconnected, and told again while it cannot be reached."""

from datetime import timedelta

PAUSES = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(days=1),
)
GIVES_UP_AFTER = timedelta(days=30)


def pause_after(tries: int) -> timedelta:
    """How long to wait when the agency could not be told.

    Args:
        tries: how often it was tried, from 1.
    """
    return PAUSES[min(tries, len(PAUSES)) - 1]
