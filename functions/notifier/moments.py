"""Sending times in Arizona, which has no daylight saving time."""

from datetime import datetime, time, timedelta

from domains.accounts.account import QuietHours
from domains.state.time import ARIZONA

DIGEST_AT = time(8)

_DAY = timedelta(days=1)


def get_end_of_quiet(quiet: QuietHours | None, now: datetime) -> datetime | None:
    """Return the end of the quiet hours around a time; None outside of quiet hours.

    The end is exclusive; hours that end before they start span midnight.
    """
    if quiet is None:
        return None
    local = now.astimezone(ARIZONA)
    start, end = time.fromisoformat(quiet.start), time.fromisoformat(quiet.end)
    clock = local.time()
    is_over_midnight = end < start
    is_quiet = (clock >= start or clock < end) if is_over_midnight else start <= clock < end
    if not is_quiet:
        return None
    ends_tomorrow = is_over_midnight and clock >= start
    return datetime.combine(local.date() + (_DAY if ends_tomorrow else timedelta()), end, ARIZONA)


def get_next_digest(quiet: QuietHours | None, now: datetime) -> datetime:
    """Return the time of the next daily email: 8 a.m., or the end of the quiet hours around it."""
    local = now.astimezone(ARIZONA)
    today = datetime.combine(local.date(), DIGEST_AT, ARIZONA)
    digest = today if local < today else today + _DAY
    return get_end_of_quiet(quiet, digest) or digest
