"""Fresh services for each test."""

import pytest

from tests.unit.businesses.support import Bench


@pytest.fixture
def bench() -> Bench:
    return Bench()
