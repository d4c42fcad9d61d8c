"""Fixtures for all tests here: each test restores its environment, and the longest tests run first."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import boto3
import pytest
from moto import mock_aws

# Whichever came last would run on while the other process has nothing left to do.
SLOWEST_FIRST = (
    "test_add_an_endpoint.py",
    "test_package.py",
    "test_add_an_agency.py",
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


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Emulate an empty account of AWS."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    # A local cloud that ran in this process before leaves its address.
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    with mock_aws():
        yield


@dataclass
class StandInPortal:
    """The portal of a command.

    Attributes:
        clients: instead of those of boto3, by service.
        tables: names by logical id.
    """

    clients: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    invoke: Callable[[str, Mapping[str, Any]], Any] | None = None

    def client(self, service: str) -> Any:
        return self.clients.get(service) or boto3.client(service)

    def get_table(self, logical_id: str) -> str:
        return self.tables[logical_id]
