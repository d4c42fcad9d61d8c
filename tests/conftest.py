"""What holds for every test: how Hypothesis looks for examples, and the order that a seed draws."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.depth import IS_DEEP, examples

# A slow machine is no failure, and without `TEST_DEPTH=deep` the same tests say the same of the same code.
settings.register_profile(
    "saguaro", max_examples=examples(100), deadline=None, derandomize=not IS_DEEP, print_blob=True
)
settings.load_profile("saguaro")


def pytest_configure(config: pytest.Config) -> None:
    """With `TEST_SEED`, files and the tests in each run in the order that this number draws."""
    seed = os.environ.get("TEST_SEED", "")
    if not seed:
        return
    if not seed.isdecimal():
        raise pytest.UsageError(f'TEST_SEED is a number; it is "{seed}".')
    config.option.random_order_seed = seed


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among modules, which stay: neither while they are loaded nor during the tests."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result
