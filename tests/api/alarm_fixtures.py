"""Metrics without a fault, and handlers that are new for each test."""

import pytest

from tests.api.cloudwatch import Metrics, make_quiet_metrics
from tests.api.support import renew_apps


@pytest.fixture
def metrics() -> Metrics:
    """Return two quiet hours."""
    return make_quiet_metrics()


@pytest.fixture(autouse=True)
def fresh_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reload the handlers, so that they have no catalog from an earlier test."""
    renew_apps(monkeypatch, "maintenance", "notifier")
