"""`npm run verify-log` with many lines: memory, and a difference among them."""

import pytest

from infrastructure.operations import comparison
from infrastructure.operations.access_log import verify_log
from infrastructure.operations.access_log.verify_log import verify
from infrastructure.operations.comparison import Figures
from tests.infrastructure.access_log.lazy_log import ACCESSED_AT, LazyLog
from tests.infrastructure.lazy_tables import measure_peak

FEW, MANY = 1_500, 6_000


@pytest.fixture(autouse=True)
def _use_few_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make memory that grows stand out against that of the buckets, and let keys share them."""
    monkeypatch.setattr(comparison, "BUCKETS", 2**10, raising=False)


def run_verification(log: LazyLog) -> Figures:
    return verify(log, "lines", log, "sealed", ACCESSED_AT)


def verify_correct(accesses: int) -> None:
    figures = run_verification(LazyLog(accesses))
    assert (figures.counts["lines"], figures.counts["sealed"]) == (2 * accesses, 2 * accesses)
    assert (figures.counts["staff members"], figures.differences) == (1, [])


def test_memory_does_not_grow_with_the_number_of_lines() -> None:
    verify_correct(10)  # what Python keeps after a first run
    assert measure_peak(lambda: verify_correct(MANY)) < 1.5 * measure_peak(lambda: verify_correct(FEW))


def test_places_above_the_limit_are_not_compared_and_the_report_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = LazyLog(50)
    log.list_leaves_only()
    monkeypatch.setattr(verify_log, "MAX_SUSPECTS", 10)
    differences = run_verification(log).differences
    assert len(differences) == 11
    assert "from place 10 on, differences are not listed: there are too many" in [
        each.fault for each in differences
    ]
