"""A bucket that CloudFront reads, with the headers of its objects."""

from collections.abc import Iterator

import boto3
import pytest
from moto import mock_aws

from infrastructure.local.http import Request
from infrastructure.local.public_bucket import PublicBucket


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[PublicBucket]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    with mock_aws():
        s3 = boto3.client("s3")
        s3.create_bucket(Bucket="sealed-log")
        s3.put_object(
            Bucket="sealed-log",
            Key="log/checkpoint",
            Body=b"text",
            ContentType="text/plain; charset=utf-8",
            CacheControl="public, max-age=5",
        )
        yield PublicBucket("sealed-log")


def test_object_has_its_headers(bucket: PublicBucket) -> None:
    answer = bucket(Request("GET", "/log/checkpoint"))
    assert (answer.status, answer.body) == (200, b"text")
    assert answer.header("content-type") == "text/plain; charset=utf-8"
    assert answer.header("cache-control") == "public, max-age=5"
    assert answer.header("last-modified")
    known = Request("GET", "/log/checkpoint", headers=(("If-None-Match", answer.header("etag") or ""),))
    assert (bucket(known).status, bucket(known).body) == (304, b"")


@pytest.mark.parametrize("path", ["/log", "/log/other", "/"])
def test_missing_object_is_refused(bucket: PublicBucket, path: str) -> None:
    assert bucket(Request("GET", path)).status == 403
