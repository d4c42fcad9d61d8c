"""Fixtures for all tests here: each test restores its environment, and the longest tests run first."""

import os
from collections.abc import Iterator

import pytest

# Whichever came last would run on while the other process has nothing left to do.
SLOWEST_FIRST = (
    "test_add_an_endpoint.py",
    "test_package.py",
    "test_add_an_agency.py",
    "test_killed.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files with the longest tests before the others, which stay in their order."""
    place = {name: number for number, name in enumerate(SLOWEST_FIRST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


@pytest.fixture(autouse=True)
def environment_is_put_back() -> Iterator[None]:
    """Restore the variables that a local cloud sets for every AWS SDK of its process."""
    environment = os.environ
    before = dict(environment)
    yield
    if dict(environment) != before:
        environment.clear()
        environment.update(before)
