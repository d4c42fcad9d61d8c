import os
import sys
from collections.abc import Iterator

import pytest

from tests.infrastructure.local_cloud.fakes import Stage


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    return Stage(monkeypatch)


@pytest.fixture
def process() -> Iterator[None]:
    """Puts environment and output back, which the local cloud makes depend on the thread."""
    environment, output = os.environ, sys.stdout
    yield
    os.environ, sys.stdout = environment, output
