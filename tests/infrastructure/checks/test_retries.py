"""The check of retries finds loops that repeat a write by hand."""

import pytest

from infrastructure.checks.retries import find_retries


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("for _ in range(MAX_WRITE_ATTEMPTS):\n    pass", [1]),
        ("x = 1\nfor number in range(1, _TRIES + 1):\n    pass", [2]),
        ("for _ in range(MAX_QUERIES):\n    pass", []),
        ("for attempt in ATTEMPTS:\n    pass", []),
    ],
)
def test_loop_over_attempts_is_found(source: str, lines: list[int]) -> None:
    assert list(find_retries(source)) == lines
