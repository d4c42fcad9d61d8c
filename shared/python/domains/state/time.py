"""Days and moments in the time of the state."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from portal.language import Text, write_day

ARIZONA = ZoneInfo("America/Phoenix")
"""The time of the state, by which its days begin; most of it has no daylight saving time."""


def get_day(moment: datetime) -> date:
    """Return the day of a moment in Arizona."""
    return moment.astimezone(ARIZONA).date()


def write_moment(moment: datetime) -> Text:
    """Return a moment in words, such as "November 1, 2026 at 9:30 AM Arizona time"."""
    local = moment.astimezone(ARIZONA)
    day = write_day(local)
    hour, is_morning = local.hour % 12 or 12, local.hour < 12
    return Text(
        en=f"{day.en} at {hour}:{local:%M} {'AM' if is_morning else 'PM'} Arizona time",
        es=f"{day.es} a {'la' if hour == 1 else 'las'} {hour}:{local:%M} {'a.m.' if is_morning else 'p.m.'} "
        "(hora de Arizona)",
    )
