"""Answers of S3 that moto lacks: without list permission and with concurrent calls."""

import hashlib
import io
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from domains.messages.attachments import AttachmentsUnavailable, AttachmentUploads, FileRefused

FILE_ID = "01jd0000000000000000000000"
PDF = b"%PDF-1.4\n%%EOF\n"


def make_refusal(code: str, operation: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": ""}}, operation)


def make_found() -> dict[str, Any]:
    described = {"name": "a.pdf", "size": str(len(PDF)), "sha256": hashlib.sha256(PDF).hexdigest()}
    return {
        "Metadata": described,
        "ContentLength": len(PDF),
        "ContentType": "application/pdf",
        "Body": io.BytesIO(PDF),
    }


def make_uses(is_open: bool = True) -> mock.Mock:
    """Says of every file whether it may be used."""
    return mock.Mock(begin_use=mock.Mock(return_value=is_open))


@pytest.fixture
def s3() -> Iterator[mock.Mock]:
    """Yield a bucket in which the file was uploaded and not kept yet."""
    client = mock.Mock()
    client.head_object.side_effect = make_refusal("404", "HeadObject")
    client.get_object.side_effect = lambda **_: make_found()
    with mock.patch("domains.messages.attachments._make_client", return_value=client):
        yield client


@pytest.mark.parametrize("code", ["404", "403"])
def test_new_file_is_taken_with_or_without_list_permission(s3: mock.Mock, code: str) -> None:
    s3.head_object.side_effect = make_refusal(code, "HeadObject")
    taken = AttachmentUploads("bucket", make_uses()).take_file("mvd", FILE_ID)
    assert (taken.key, taken.name, taken.size) == (f"kept/mvd/{FILE_ID}", "a.pdf", len(PDF))
    written = s3.put_object.call_args.kwargs
    assert (written["Key"], written["Body"], written["IfNoneMatch"]) == (taken.key, PDF, "*")


@pytest.mark.parametrize("code", ["NoSuchKey", "AccessDenied"])
def test_missing_upload_is_reported(s3: mock.Mock, code: str) -> None:
    s3.get_object.side_effect = make_refusal(code, "GetObject")
    with pytest.raises(FileRefused) as reported:
        AttachmentUploads("bucket", make_uses()).take_file("mvd", FILE_ID)
    assert reported.value.fault == "notUploaded"


@pytest.mark.parametrize("code", ["PreconditionFailed", "ConditionalRequestConflict"])
def test_file_kept_concurrently_is_accepted(s3: mock.Mock, code: str) -> None:
    s3.put_object.side_effect = make_refusal(code, "PutObject")
    assert AttachmentUploads("bucket", make_uses()).take_file("mvd", FILE_ID).id == FILE_ID


def test_kept_file_is_neither_read_nor_written_again(s3: mock.Mock) -> None:
    s3.head_object.side_effect = lambda **_: make_found()
    assert AttachmentUploads("bucket", make_uses()).take_file("mvd", FILE_ID).name == "a.pdf"
    s3.get_object.assert_not_called()
    s3.put_object.assert_not_called()


@pytest.mark.parametrize("call", ["head_object", "get_object", "put_object"])
@pytest.mark.parametrize(
    "error", [make_refusal("SlowDown", "x"), EndpointConnectionError(endpoint_url="https://s3.example")]
)
def test_bucket_failure_is_reported_as_unavailable(s3: mock.Mock, call: str, error: Exception) -> None:
    getattr(s3, call).side_effect = error
    with pytest.raises(AttachmentsUnavailable):
        AttachmentUploads("bucket", make_uses()).take_file("mvd", FILE_ID)


@pytest.mark.parametrize("file_id", ["", "x", "../../kept/mvd/x", FILE_ID.upper(), f"{FILE_ID}0"])
def test_invalid_id_is_not_looked_up(s3: mock.Mock, file_id: str) -> None:
    with pytest.raises(FileRefused):
        AttachmentUploads("bucket", make_uses()).take_file("mvd", file_id)
    assert s3.mock_calls == []


def test_wrong_size_is_found_before_reading(s3: mock.Mock) -> None:
    lying = make_found() | {"ContentLength": 9_999_999, "Body": mock.Mock()}
    s3.get_object.side_effect = lambda **_: lying
    with pytest.raises(FileRefused) as reported:
        AttachmentUploads("bucket", make_uses()).take_file("mvd", FILE_ID)
    assert reported.value.fault == "wrongSize"
    lying["Body"].read.assert_not_called()


def test_file_being_removed_is_missing(s3: mock.Mock) -> None:
    s3.head_object.side_effect = None
    s3.head_object.return_value = make_found()
    with pytest.raises(FileRefused) as refused:
        AttachmentUploads("bucket", make_uses(is_open=False)).take_file("mvd", FILE_ID)
    assert refused.value.fault == "notUploaded"
    assert s3.method_calls == []


def test_file_use_is_stored_before_the_lookup(s3: mock.Mock) -> None:
    order = mock.Mock()
    stored = make_uses()
    order.attach_mock(stored.begin_use, "begin_use")
    order.attach_mock(s3.head_object, "head")
    AttachmentUploads("bucket", stored).take_file("mvd", FILE_ID, "application")
    assert [call[0] for call in order.mock_calls] == ["begin_use", "head"]
    stored.begin_use.assert_called_once_with(f"kept/mvd/{FILE_ID}", "application")
