"""The timeouts and retries of AWS clients."""

import pytest

from portal.aws import SENDING_READ_SECONDS, make_client
from portal.dynamo import TableMeta


@pytest.fixture(autouse=True)
def _region(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-west-2")


def test_client_timeouts_match_the_table() -> None:
    config = make_client("ssm").meta.config
    assert (config.connect_timeout, config.read_timeout) == (
        TableMeta.connect_timeout_seconds,
        TableMeta.read_timeout_seconds,
    )
    assert config.retries["total_max_attempts"] == 1 + TableMeta.max_retry_attempts == 2


def test_client_can_wait_longer_and_try_once() -> None:
    config = make_client(
        "s3", read_seconds=SENDING_READ_SECONDS, attempts=1, signature_version="s3v4"
    ).meta.config
    assert (config.connect_timeout, config.read_timeout) == (1, 4)
    assert config.retries["total_max_attempts"] == 1
    assert config.signature_version == "s3v4"
