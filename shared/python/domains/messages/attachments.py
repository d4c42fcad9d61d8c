"""Files of messages, applications, and replies in the attachments bucket.

An agency uploads to `incoming/AGENCY/ID`, with a signed URL that accepts only the announced file. Once a
message names the file, the portal checks it and stores it at `kept/AGENCY/ID`, where it never changes, so
that people get exactly the bytes that were scanned for malware. Files that people send through the API are
checked at once and stored at `kept/applications/APPLICATION/ID` or `kept/replies/REPLY/ID`.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Literal
from urllib.parse import quote, unquote

from botocore.exceptions import BotoCoreError, ClientError
from pydantic import BaseModel

from domains.messages.file_contents import ContentFault, find_content_fault
from domains.messages.files_table import FilesTable
from domains.messages.message import Attachment
from portal.aws import SENDING_READ_SECONDS, make_client
from portal.errors import Unavailable
from portal.language import Text
from portal.types import make_id

Scan = Literal["required", "off"]
LinkState = Literal["ready", "checking", "refused"]
Fault = Literal["notUploaded", "wrongSize", "wrongHash"] | ContentFault

UPLOAD_TIME = timedelta(minutes=15)
DOWNLOAD_TIME = timedelta(seconds=60)
SCAN_TAG = "GuardDutyMalwareScanStatus"

_ID = re.compile(r"[0-9a-hjkmnp-tv-z]{26}")
_HARMLESS = "NO_THREATS_FOUND"
# A file that cannot be scanned, such as one with a password, is refused like a harmful one. Source: GuardDuty
# User Guide, "S3 object potential scan status and result status". FAILED and ACCESS_DENIED are faults of the
# scan; an operator can scan the file again.
_REFUSED = frozenset({"THREATS_FOUND", "UNSUPPORTED"})
# S3 answers 403 for a missing object if the caller may not list the bucket.
_ABSENT = frozenset({"403", "404", "AccessDenied", "Forbidden", "NoSuchKey", "NotFound"})
_IS_THERE_ALREADY = frozenset({"ConditionalRequestConflict", "PreconditionFailed"})


class FileRefused(Exception):
    """The upload is missing, unsafe, or not the announced file."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class AttachmentsUnavailable(Unavailable):
    """The bucket is unavailable or refused a call."""

    code = "attachmentsUnavailable"
    text = Text(
        en="We cannot reach attachments right now. Try again in a minute.",
        es="Los archivos adjuntos no están disponibles en este momento. Inténtelo en un minuto.",
    )


@dataclass(frozen=True, slots=True)
class AnnouncedFile:
    """A file that an agency announced for upload."""

    name: str
    content_type: str  # one of `ENDINGS`
    size: int  # size in bytes
    sha256: str  # 64 hexadecimal digits in lower case


@dataclass(frozen=True, slots=True)
class Upload:
    """Instructions for an upload: PUT to the URL with exactly these headers, before the expiration."""

    id: str
    url: str
    headers: Mapping[str, str]
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AttachmentLink:
    """State of a file, with its download URL if ready."""

    state: LinkState  # `checking` until the scan ends; `refused` if the file is harmful or cannot be scanned
    url: str | None = None  # only with `ready`; anybody who has it can download the file until `expires_at`
    expires_at: datetime | None = None


@dataclass(frozen=True)
class AttachmentUploads:
    """Handles uploads of agencies, from announcement to storage."""

    bucket: str
    uses: FilesTable

    def announce_file(self, agency_id: str, file: AnnouncedFile, now: datetime) -> Upload:
        """Return a signed upload URL for a file, without any call.

        The signature covers size, type, hash, and name, so that S3 accepts no other file.
        """
        upload_id = make_id(now)
        digest = base64.b64encode(bytes.fromhex(file.sha256)).decode()
        described = {"name": quote(file.name, safe=""), "size": str(file.size), "sha256": file.sha256}
        url = self._s3.generate_presigned_url(
            "put_object",
            Params={
                "Bucket": self.bucket,
                "Key": _make_incoming_key(agency_id, upload_id),
                "ContentType": file.content_type,
                "ContentLength": file.size,
                "ChecksumSHA256": digest,
                "Metadata": described,
            },
            ExpiresIn=int(UPLOAD_TIME.total_seconds()),
        )
        headers = {
            "Content-Type": file.content_type,
            "Content-Length": str(file.size),
            "x-amz-checksum-sha256": digest,
        } | {f"x-amz-meta-{name}": value for name, value in described.items()}
        return Upload(upload_id, url, headers, now + UPLOAD_TIME)

    def take_file(self, agency_id: str, attachment_id: str, application_id: str | None = None) -> Attachment:
        """Check an uploaded file and store it while in use; safe to repeat.

        Args:
            agency_id: agency of the message or application; files of other agencies are `notUploaded`.
            attachment_id: untrusted text, which should be an id from `announce`.
            application_id: application that will use the file; None for messages, which record their files
                when added.

        Raises:
            FileRefused: see `Fault`.
            AttachmentsUnavailable: the bucket is unavailable.
        """
        if not _ID.fullmatch(attachment_id):
            raise FileRefused("notUploaded")
        if not self.uses.begin_use(_make_checked_key(agency_id, attachment_id), application_id):
            raise FileRefused("notUploaded")
        try:
            return self._get_stored(agency_id, attachment_id) or self._check_and_keep(
                agency_id, attachment_id
            )
        except (BotoCoreError, ClientError) as error:
            raise AttachmentsUnavailable from error

    @cached_property
    def _s3(self) -> Any:
        return _make_client()

    def _get_stored(self, agency_id: str, attachment_id: str) -> Attachment | None:
        key = _make_checked_key(agency_id, attachment_id)
        try:
            response = self._s3.head_object(Bucket=self.bucket, Key=key)
        except ClientError as error:
            if _get_error_code(error) not in _ABSENT:
                raise
            return None
        return _make_attachment(attachment_id, key, response)

    def _check_and_keep(self, agency_id: str, attachment_id: str) -> Attachment:
        try:
            upload = self._s3.get_object(Bucket=self.bucket, Key=_make_incoming_key(agency_id, attachment_id))
        except ClientError as error:
            if _get_error_code(error) not in _ABSENT:
                raise
            raise FileRefused("notUploaded") from None
        content = _read_checked_content(upload)
        key = _make_checked_key(agency_id, attachment_id)
        # Write the checked bytes instead of copying the object, which could have changed since.
        _put_once(self._s3, self.bucket, key, content, upload["ContentType"], upload["Metadata"])
        return _make_attachment(attachment_id, key, upload)


@dataclass(frozen=True)
class SentFiles:
    """Stores files that people send with applications or replies."""

    bucket: str
    folder: Literal["applications", "replies"]

    def store_file(self, owner_id: str, file_id: str, content_type: str, content: bytes) -> str:
        """Store a file; safe to repeat.

        Args:
            owner_id: id of the application or reply.
            file_id: id that is unique for the content.
            content_type: one of `ENDINGS`.

        Returns:
            The key of the object.

        Raises:
            FileRefused: the content has a `ContentFault`.
            AttachmentsUnavailable: the bucket is unavailable.
        """
        _check_content(content, content_type)
        key = self._make_key(owner_id, file_id)
        try:
            _put_once(self._s3, self.bucket, key, content, content_type, {})
        except (BotoCoreError, ClientError) as error:
            raise AttachmentsUnavailable from error
        return key

    def delete_file(self, owner_id: str, file_id: str) -> None:
        """Delete a file; safe to repeat.

        Raises:
            AttachmentsUnavailable: the bucket is unavailable.
        """
        _remove(self._s3, self.bucket, self._make_key(owner_id, file_id))

    def _make_key(self, owner_id: str, file_id: str) -> str:
        return f"kept/{self.folder}/{owner_id}/{file_id}"

    @cached_property
    def _s3(self) -> Any:
        return _make_client()


@dataclass(frozen=True)
class AttachmentRemovals:
    """Deletes files that are no longer in use."""

    bucket: str

    def remove_file(self, key: str) -> None:
        """Delete a file; safe to repeat.

        Raises:
            AttachmentsUnavailable: the bucket is unavailable.
        """
        _remove(self._s3, self.bucket, key)

    @cached_property
    def _s3(self) -> Any:
        return _make_client()


class AttachmentSettings(BaseModel):
    """Settings of every function that releases files."""

    attachments_bucket: str
    attachment_scan: Scan  # `required` releases only files found harmless, `off` all files


@dataclass(frozen=True)
class AttachmentDownloads:
    """Makes links to files of messages, once they are scanned."""

    bucket: str
    scan: Scan

    def get_link(self, attachment: Attachment, now: datetime) -> AttachmentLink:
        """Return the state of a file, with a URL valid for a minute if it is ready.

        The caller must check that the message is the person's. Calls S3 at most once.

        Args:
            now: start of the minute.

        Raises:
            AttachmentsUnavailable: the bucket is unavailable.
        """
        try:
            state = "ready" if self.scan == "off" else self._get_scanned_state(attachment.key)
        except (BotoCoreError, ClientError) as error:
            raise AttachmentsUnavailable from error
        if state != "ready":
            return AttachmentLink(state)
        name = quote(attachment.name, safe="")
        url = self._s3.generate_presigned_url(
            "get_object",
            Params={
                "Bucket": self.bucket,
                "Key": attachment.key,
                # A download is never opened within the portal's origin (RFC 6266; name by RFC 8187).
                "ResponseContentDisposition": f"attachment; filename*=UTF-8''{name}",
                "ResponseContentType": attachment.content_type,
                "ResponseCacheControl": "no-store",
            },
            ExpiresIn=int(DOWNLOAD_TIME.total_seconds()),
        )
        return AttachmentLink("ready", url, now + DOWNLOAD_TIME)

    @cached_property
    def _s3(self) -> Any:
        return _make_client()

    def _get_scanned_state(self, key: str) -> LinkState:
        tags = self._s3.get_object_tagging(Bucket=self.bucket, Key=key)["TagSet"]
        result = next((tag["Value"] for tag in tags if tag["Key"] == SCAN_TAG), None)
        if result == _HARMLESS:
            return "ready"
        return "refused" if result in _REFUSED else "checking"


def _make_client() -> Any:
    return make_client(
        "s3",
        read_seconds=SENDING_READ_SECONDS,
        signature_version="s3v4",
        # Otherwise URLs are signed for S3's global host, whose redirects to other regions break the
        # signature.
        s3={"addressing_style": "virtual"},
    )


def _remove(s3: Any, bucket: str, key: str) -> None:
    try:
        s3.delete_object(Bucket=bucket, Key=key)
    except (BotoCoreError, ClientError) as error:
        raise AttachmentsUnavailable from error


def _put_once(
    s3: Any, bucket: str, key: str, content: bytes, content_type: str, metadata: Mapping[str, str]
) -> None:
    """Put an object unless it exists, because a new version would need another scan."""
    try:
        s3.put_object(
            Bucket=bucket, Key=key, Body=content, ContentType=content_type, Metadata=metadata, IfNoneMatch="*"
        )
    except ClientError as error:
        if _get_error_code(error) not in _IS_THERE_ALREADY:
            raise


def _make_incoming_key(agency_id: str, attachment_id: str) -> str:
    return f"incoming/{agency_id}/{attachment_id}"


def _make_checked_key(agency_id: str, attachment_id: str) -> str:
    return f"kept/{agency_id}/{attachment_id}"


def _get_error_code(error: ClientError) -> str:
    return str(error.response["Error"]["Code"])


def _read_checked_content(upload: Mapping[str, Any]) -> bytes:
    announced = upload["Metadata"]
    if upload["ContentLength"] != int(announced["size"]):
        raise FileRefused("wrongSize")
    content: bytes = upload["Body"].read()
    if hashlib.sha256(content).hexdigest() != announced["sha256"]:
        raise FileRefused("wrongHash")
    _check_content(content, upload["ContentType"])
    return content


def _check_content(content: bytes, content_type: str) -> None:
    fault = find_content_fault(content, content_type)
    if fault is not None:
        raise FileRefused(fault)


def _make_attachment(attachment_id: str, key: str, response: Mapping[str, Any]) -> Attachment:
    return Attachment(
        id=attachment_id,
        key=key,
        name=unquote(response["Metadata"]["name"]),
        content_type=response["ContentType"],
        size=response["ContentLength"],
    )
