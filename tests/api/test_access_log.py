"""Access log table: numbers without gaps, also in parallel writes."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Barrier, BrokenBarrierError
from typing import Any
from unittest import mock

import pytest

from domains.accesslog.access_log import AccessLog, AccessNotRecorded
from domains.accesslog.access_log_table import UNSEALED, AccessLogTable
from domains.accesslog.record import AccessReason
from portal.types import get_utc_now
from tests.api.access_log_support import ADA, LOOK, SAM
from tests.api.businesses_support import call_at_once
from tests.api.support import ACCESS_LOG_TABLE, TELEMETRY


@pytest.fixture
def log(stored: Mapping[str, Any]) -> AccessLog:
    del stored
    return AccessLog(AccessLogTable(ACCESS_LOG_TABLE), get_utc_now, TELEMETRY.logger)


def list_lines(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(stored[ACCESS_LOG_TABLE].scan()["Items"])


def test_access_writes_three_unsealed_lines(log: AccessLog, stored: Mapping[str, Any]) -> None:
    log.record_access(LOOK)
    assert sorted(line["partition"] for line in list_lines(stored)) == [
        "person#ben",
        "person#rosa",
        f"staff#{SAM.number}",
    ]
    assert {line["unsealed"] for line in list_lines(stored)} == {UNSEALED}
    assert len({line["salt"] for line in list_lines(stored)}) == 3


def test_access_numbers_of_staff_have_no_gap(log: AccessLog) -> None:
    for _ in range(3):
        log.record_access(LOOK)
    log.record_access(replace(LOOK, staff=ADA))
    numbers = [
        line.record.number for line in AccessLogTable(ACCESS_LOG_TABLE).list_lines("rosa", 10, None)[0]
    ]
    assert sorted(numbers) == [1, 1, 2, 3]


def test_parallel_accesses_get_different_numbers(log: AccessLog, stored: Mapping[str, Any]) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(log.record_access, [LOOK] * 4))
    own = sorted(int(line["item"]) for line in list_lines(stored) if line["partition"].startswith("staff#"))
    assert own == [1, 2, 3, 4]


def test_forty_looks_at_once_wait_for_their_numbers(log: AccessLog) -> None:
    """Staff calls at once for one person were refused after five tries without a pause."""
    looks = [replace(LOOK, people=("rosa",), staff=(SAM, ADA)[number % 2]) for number in range(40)]
    call_at_once(looks, log.record_access)
    assert list_numbers("rosa") == [*range(40, 0, -1)]


def list_numbers(user_id: str) -> list[int | None]:
    page, _ = AccessLogTable(ACCESS_LOG_TABLE).list_lines(user_id, 100, None)
    return [line.record.person_number for line in page]


def test_access_numbers_of_person_have_no_gap(log: AccessLog) -> None:
    log.record_access(LOOK)
    log.record_access(replace(LOOK, staff=ADA, people=("rosa",)))
    log.record_access(replace(LOOK, people=("ben", "rosa")))
    assert list_numbers("rosa") == [3, 2, 1]
    assert list_numbers("ben") == [2, 1]


def test_parallel_staff_accesses_get_numbers_one_and_two(log: AccessLog, stored: Mapping[str, Any]) -> None:
    both = Barrier(2)
    add = AccessLogTable.add_records

    def add_when_both_have_numbers(*arguments: Any) -> bool:
        with suppress(BrokenBarrierError):
            both.wait()
        both.abort()
        return add(*arguments)

    with (
        mock.patch.object(AccessLogTable, "add_records", add_when_both_have_numbers),
        ThreadPoolExecutor(2) as pool,
    ):
        list(
            pool.map(log.record_access, [replace(LOOK, people=("rosa",), staff=each) for each in (SAM, ADA)])
        )
    assert list_numbers("rosa") == [2, 1]
    assert len(list_lines(stored)) == 4


def test_duplicate_person_access_number_is_refused(log: AccessLog, stored: Mapping[str, Any]) -> None:
    table = AccessLogTable(ACCESS_LOG_TABLE)
    log.record_access(LOOK)
    ((line,), _) = table.list_lines("rosa", 1, None)
    assert table.add_records([replace(line.record, staff_number=ADA.number)]) is False
    assert len(list_lines(stored)) == 3


def test_access_without_number_is_refused(log: AccessLog, stored: Mapping[str, Any]) -> None:
    log.record_access(LOOK)
    with (
        mock.patch.object(AccessLogTable, "get_last_number", return_value=0),
        pytest.raises(AccessNotRecorded),
    ):
        log.record_access(LOOK)
    assert len(list_lines(stored)) == 3


def test_access_pages_start_with_newest(log: AccessLog) -> None:
    table = AccessLogTable(ACCESS_LOG_TABLE)
    for number in range(5):
        log.record_access(replace(LOOK, reason=AccessReason("complaint", f"C-{number}")))
    first, place = table.list_lines("rosa", 3, None)
    second, end = table.list_lines("rosa", 3, place)
    assert [line.record.case_number for line in first + second] == ["C-4", "C-3", "C-2", "C-1", "C-0"]
    assert end is None
