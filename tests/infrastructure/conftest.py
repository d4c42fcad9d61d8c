"""What holds for every test here: none leaves its environment to the next one."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def environment_is_put_back() -> Iterator[None]:
    """A local cloud leads every AWS SDK of its process to itself, and is gone after its test."""
    environment = os.environ
    before = dict(environment)
    yield
    if dict(environment) != before:
        environment.clear()
        environment.update(before)
