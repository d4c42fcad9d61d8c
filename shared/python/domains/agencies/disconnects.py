"""Retry schedule for news to agencies, such as disconnections."""

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
    """Return the pause after a failed try.

    Args:
        tries: number of tries so far, at least 1.
    """
    return PAUSES[min(tries, len(PAUSES)) - 1]
