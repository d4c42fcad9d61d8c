from datetime import UTC, date, datetime

import pytest

from domains.state.time import get_day


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 11, 21, 6, 59, tzinfo=UTC), date(2026, 11, 20)),
        (datetime(2026, 11, 21, 7, 0, tzinfo=UTC), date(2026, 11, 21)),
        (datetime(2026, 7, 1, 6, 59, tzinfo=UTC), date(2026, 6, 30)),
    ],
)
def test_day_is_the_arizona_day(moment: datetime, day: date) -> None:
    assert get_day(moment) == day
