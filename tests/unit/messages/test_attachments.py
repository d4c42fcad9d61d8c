"""The addresses at which files are fetched."""

from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest

from domains.messages.attachments import AttachmentDownloads
from domains.messages.message import Attachment

NOW = datetime(2026, 11, 21, 16, 0, tzinfo=UTC)
MAP = Attachment("a1", "kept/adot-mvd/a1", "Map.png", "image/png", 200)


@pytest.mark.parametrize("region", ["us-west-2", "us-gov-west-1"])
def test_download_link_uses_the_region_of_the_bucket(region: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    for name, value in {
        "DEFAULT_REGION": region,
        "ACCESS_KEY_ID": "test",
        "SECRET_ACCESS_KEY": "test",
    }.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    link = AttachmentDownloads("files", "off").get_link(MAP, NOW)
    assert urlsplit(link.url).hostname == f"files.s3.{region}.amazonaws.com"
