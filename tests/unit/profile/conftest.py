"""A fresh service for each test."""

import pytest

from tests.unit.profile.support import Bench


@pytest.fixture
def bench() -> Bench:
    return Bench()
