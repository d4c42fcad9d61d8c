"""Files of messages and applications in the bucket of attachments.

An agency uploads to `incoming/AGENCY/ID`, at an address that takes exactly the file announced. A message
that names it makes the portal check it and put it at `kept/AGENCY/ID`, where it never changes any more: so
what was scanned for malware is what a person is given. What people send through the API is checked at once
and put at `kept/applications/APPLICATION/ID` or `kept/replies/REPLY/ID`.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Literal, Protocol
from urllib.parse import quote, unquote

from botocore.exceptions import BotoCoreError, ClientError

from domains.messages.file_contents import ContentFault, find_content_fault
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
# A file that cannot be looked into, such as one with a password, will never be found harmless.
# Source: GuardDuty User Guide, "S3 object potential scan status and result status". FAILED and ACCESS_DENIED
# are faults of the scan, after which an operator can have the file scanned again.
_REFUSED = frozenset({"THREATS_FOUND", "UNSUPPORTED"})
# A caller that may not list a bucket is told 403 of an object that is not there.
_ABSENT = frozenset({"403", "404", "AccessDenied", "Forbidden", "NoSuchKey", "NotFound"})
_IS_THERE_ALREADY = frozenset({"ConditionalRequestConflict", "PreconditionFailed"})


class FileRefused(Exception):
    """Error of an upload that is not as announced, not of its type, not safe or not there."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class AttachmentsUnavailable(Unavailable):
    """The bucket does not answer, or refused a call."""

    code = "attachmentsUnavailable"
    text = Text(
        en="Attachments cannot be reached just now. Try again in a minute.",
        es="Los archivos adjuntos no están disponibles en este momento. Inténtelo en un minuto.",
    )


@dataclass(frozen=True, slots=True)
class AnnouncedFile:
    """A file that an agency is going to upload.

    Attributes:
        content_type: one of `ENDINGS`.
        size: bytes.
        sha256: 64 hexadecimal digits in lower case.
    """

    name: str
    content_type: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Upload:
    """Upload of an announced file: PUT to this address with exactly these headers, until then."""

    id: str
    url: str
    headers: Mapping[str, str]
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AttachmentLink:
    """State of a file: if it can be given out, and where.

    Attributes:
        state: `checking` until the file was scanned; `refused` when it is not harmless, or will never be
            known to be.
        url: only with `ready`; it works for whoever has it until `expires_at`.
    """

    state: LinkState
    url: str | None = None
    expires_at: datetime | None = None


class FileUses(Protocol):
    """Store of the holders of files; see `domains.messages.files_table`."""

    def begin(self, key: str, application_id: str | None) -> bool: ...


@dataclass(frozen=True)
class AttachmentUploads:
    """Uploads of agencies: announced, and taken over once a message names them."""

    bucket: str
    uses: FileUses

    def announce(self, agency_id: str, file: AnnouncedFile, now: datetime) -> Upload:
        """Make the address to which a file can be uploaded. Calls nobody.

        Size, type, hash and name are part of the signature: S3 takes no other upload at this address.
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

    def take(self, agency_id: str, attachment_id: str, application_id: str | None = None) -> Attachment:
        """Check an uploaded file and keep it as long as a message or application has it; safe to repeat.

        Args:
            agency_id: who names it; a file of another agency is `notUploaded`.
            attachment_id: as `announce` gave it; any text.
            application_id: that of the application which is going to have it; None for messages, which write
                that down when they are added.

        Raises:
            FileRefused: see `Fault`.
            AttachmentsUnavailable: the bucket does not answer.
        """
        if not _ID.fullmatch(attachment_id):
            raise FileRefused("notUploaded")
        if not self.uses.begin(_get_kept(agency_id, attachment_id), application_id):
            raise FileRefused("notUploaded")
        try:
            return self._get_kept(agency_id, attachment_id) or self._check_and_keep(agency_id, attachment_id)
        except (BotoCoreError, ClientError) as error:
            raise AttachmentsUnavailable from error

    @cached_property
    def _s3(self) -> Any:
        return _make_client()

    def _get_kept(self, agency_id: str, attachment_id: str) -> Attachment | None:
        key = _get_kept(agency_id, attachment_id)
        try:
            found = self._s3.head_object(Bucket=self.bucket, Key=key)
        except ClientError as error:
            if _get_error_code(error) not in _ABSENT:
                raise
            return None
        return _make_attachment(attachment_id, key, found)

    def _check_and_keep(self, agency_id: str, attachment_id: str) -> Attachment:
        try:
            found = self._s3.get_object(Bucket=self.bucket, Key=_make_incoming_key(agency_id, attachment_id))
        except ClientError as error:
            if _get_error_code(error) not in _ABSENT:
                raise
            raise FileRefused("notUploaded") from None
        content = _checked_content(found)
        key = _get_kept(agency_id, attachment_id)
        # The checked bytes are written, not copied from where they could have changed meanwhile.
        _put_once(self._s3, self.bucket, key, content, found["ContentType"], found["Metadata"])
        return _make_attachment(attachment_id, key, found)


@dataclass(frozen=True)
class SentFiles:
    """Files that people send with their applications or replies."""

    bucket: str
    folder: Literal["applications", "replies"]

    def keep(self, owner_id: str, file_id: str, content_type: str, content: bytes) -> str:
        """Keep a file; safe to repeat.

        Args:
            owner_id: of the application or reply.
            file_id: another one for every other content.
            content_type: one of `ENDINGS`.

        Returns:
            The key of the object.

        Raises:
            FileRefused: a `ContentFault`.
            AttachmentsUnavailable: the bucket does not answer.
        """
        _check_content(content, content_type)
        key = self._make_key(owner_id, file_id)
        try:
            _put_once(self._s3, self.bucket, key, content, content_type, {})
        except (BotoCoreError, ClientError) as error:
            raise AttachmentsUnavailable from error
        return key

    def forget(self, owner_id: str, file_id: str) -> None:
        """Remove a file that its application or reply does not have any more; safe to repeat.

        Raises:
            AttachmentsUnavailable: the bucket does not answer.
        """
        _remove(self._s3, self.bucket, self._make_key(owner_id, file_id))

    def _make_key(self, owner_id: str, file_id: str) -> str:
        return f"kept/{self.folder}/{owner_id}/{file_id}"

    @cached_property
    def _s3(self) -> Any:
        return _make_client()


@dataclass(frozen=True)
class AttachmentRemovals:
    """Removes files that nobody has any more."""

    bucket: str

    def remove(self, key: str) -> None:
        """Remove a file; safe to repeat.

        Raises:
            AttachmentsUnavailable: the bucket does not answer.
        """
        _remove(self._s3, self.bucket, key)

    @cached_property
    def _s3(self) -> Any:
        return _make_client()


@dataclass(frozen=True)
class AttachmentDownloads:
    """Gives out files of messages, once they are known to be harmless.

    Attributes:
        scan: `required` gives out what was scanned and found harmless only, `off` everything.
    """

    bucket: str
    scan: Scan

    def link(self, attachment: Attachment, now: datetime) -> AttachmentLink:
        """Address at which a file of a message can be fetched for the next minute, if it may be.

        The caller has checked that the message is the person's. At most one call of S3.

        Args:
            now: from when the minute counts.

        Raises:
            AttachmentsUnavailable: the bucket does not answer.
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
                # Saved, never opened within the portal's reach (RFC 6266; the name as RFC 8187 has it).
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
        # Otherwise addresses are signed for S3's global host, which sends those of other regions on in vain.
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
    """Put an object; never over another, because a new version would have to be scanned again."""
    try:
        s3.put_object(
            Bucket=bucket,
            Key=key,
            Body=content,
            ContentType=content_type,
            Metadata=metadata,
            IfNoneMatch="*",
        )
    except ClientError as error:
        if _get_error_code(error) not in _IS_THERE_ALREADY:
            raise


def _make_incoming_key(agency_id: str, attachment_id: str) -> str:
    return f"incoming/{agency_id}/{attachment_id}"


def _get_kept(agency_id: str, attachment_id: str) -> str:
    return f"kept/{agency_id}/{attachment_id}"


def _get_error_code(error: ClientError) -> str:
    return str(error.response["Error"]["Code"])


def _checked_content(found: Mapping[str, Any]) -> bytes:
    announced = found["Metadata"]
    if found["ContentLength"] != int(announced["size"]):
        raise FileRefused("wrongSize")
    content: bytes = found["Body"].read()
    if hashlib.sha256(content).hexdigest() != announced["sha256"]:
        raise FileRefused("wrongHash")
    _check_content(content, found["ContentType"])
    return content


def _check_content(content: bytes, content_type: str) -> None:
    fault = find_content_fault(content, content_type)
    if fault is not None:
        raise FileRefused(fault)


def _make_attachment(attachment_id: str, key: str, found: Mapping[str, Any]) -> Attachment:
    return Attachment(
        id=attachment_id,
        key=key,
        name=unquote(found["Metadata"]["name"]),
        content_type=found["ContentType"],
        size=found["ContentLength"],
    )
