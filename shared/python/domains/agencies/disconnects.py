"""Retry schedule for news to agencies, such as a disconnection."""

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
    """Return the pause after a try that failed.

    Args:
        tries: how often it was tried, from 1.
    """
    return PAUSES[min(tries, len(PAUSES)) - 1]
