"""Set-up of every Python suite: the moment at which tests run, Hypothesis, and random order by seed."""

import gc
import os
from collections.abc import Generator
from datetime import UTC, datetime

import pytest
import time_machine
from hypothesis import settings

from tests.depth import IS_DEEP, examples
from tests.moved_clock import join_python_path

DEFAULT_NOW = "2026-11-21T18:30:00+00:00"
"""The moment at which tests begin unless TEST_NOW, an ISO 8601 time with its offset, names another one."""

# A slow machine is no failure, and without `TEST_DEPTH=deep` the same tests say the same of the same code.
settings.register_profile(
    "saguaro", max_examples=examples(100), deadline=None, derandomize=not IS_DEEP, print_blob=True
)
settings.load_profile("saguaro")


def pytest_configure(config: pytest.Config) -> None:
    """Move the clock, and order the tests at random when TEST_SEED is set."""
    # A worker, and pytest started by a test, have their parent's clock already.
    if "TEST_CLOCK_OFFSET" not in os.environ:
        _move_clock(os.environ.get("TEST_NOW", "") or DEFAULT_NOW)
    seed = os.environ.get("TEST_SEED", "")
    if not seed:
        return
    if not seed.isdecimal():
        raise pytest.UsageError(f'TEST_SEED is a number; it is "{seed}".')
    config.option.random_order_seed = seed


def _move_clock(moment: str) -> None:
    """Let this process, and each Python program that it starts, run as if the session began at `moment`.

    Time goes on from there. Child processes get the distance in seconds as TEST_CLOCK_OFFSET, which
    `child_site/sitecustomize.py` applies. Certificates are still checked at the real time, by OpenSSL.
    """
    now = datetime.fromisoformat(moment)
    if now.tzinfo is None:
        raise pytest.UsageError(f'TEST_NOW needs an offset, such as 2027-12-31T23:58-07:00; it is "{moment}"')
    os.environ["PYTHONPATH"] = join_python_path(*filter(None, [os.environ.get("PYTHONPATH")]))
    os.environ["TEST_CLOCK_OFFSET"] = str((now - datetime.now(UTC)).total_seconds())
    time_machine.travel(now, tick=True).start()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among modules, which stay: neither while they are loaded nor during the tests."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result
