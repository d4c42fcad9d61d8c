"""The timeouts and retries of AWS clients."""

import pytest

from portal import tables
from portal.aws import SENDING_READ_SECONDS, make_client


@pytest.fixture(autouse=True)
def _region(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-west-2")


def test_clients_have_short_timeouts() -> None:
    for client in (make_client("ssm"), tables.get_client()):
        config = client.meta.config
        assert (config.connect_timeout, config.read_timeout) == (1, 2)
        assert config.retries["total_max_attempts"] == 2


def test_client_can_wait_longer_and_try_once() -> None:
    config = make_client(
        "s3", read_seconds=SENDING_READ_SECONDS, attempts=1, signature_version="s3v4"
    ).meta.config
    assert (config.connect_timeout, config.read_timeout) == (1, 4)
    assert config.retries["total_max_attempts"] == 1
    assert config.signature_version == "s3v4"
