"""Attachments of agencies: announcement, upload, check and download."""

from base64 import b64decode
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
import requests

from domains.messages.attachments import (
    SCAN_TAG,
    AttachmentDownloads,
    AttachmentsUnavailable,
)
from domains.messages.message import Attachment
from tests.api.inbound_support import (
    ATTACHMENTS,
    BATCH,
    BUCKET,
    MESSAGES,
    PDF,
    PNG,
    connect,
    empty_bucket,
    get_outcome,
    list_inbox,
    list_keys,
    list_outcomes,
    make_announcement,
    make_batch,
    make_message,
    register_agencies_with_message_types,
    upload,
)
from tests.api.records_support import MVD, PARKS, PASSES
from tests.api.support import AgencyCaller, Client, Person, renew_apps
from tests.unit.messages.encrypted_recipes import EncryptedPdf
from tests.unit.messages.file_recipes import make_archive

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)

SCRIPT = PDF.replace(b"<<>>", b"<</OpenAction<</S/J#61vaScript/JS(app.alert)>>>>")
BROKEN = PDF.replace(b"<<>>", b"<</Encrypt 1 0 R>>")
LOCKED = EncryptedPdf(user="saguaro").make()
ARCHIVE = make_archive()
FORM = PDF.replace(b"<<>>", b"<</AcroForm<</XFA 1 0 R>>>>")


@pytest.fixture
def mvd(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the client of the Motor Vehicle Division; Rosa has a vehicle, and the bucket is empty."""
    renew_apps(monkeypatch, "agencyinbound")
    register_agencies_with_message_types()
    empty_bucket()
    connect(ROSA)
    return client.acting_as(AgencyCaller(MVD))


def make_message_with_files(*ids: str, **changes: Any) -> dict[str, Any]:
    return make_message(attachments=[{"id": each} for each in ids], **changes)


class TestAnnouncing:
    def test_upload_link_is_for_single_file_and_fifteen_minutes(self, mvd: Client) -> None:
        before = datetime.now(UTC)
        reported = mvd.post(ATTACHMENTS, make_announcement(name="Año  nuevo.pdf")).json
        query = parse_qs(urlsplit(reported["upload"]["url"]).query)
        assert urlsplit(reported["upload"]["url"]).path == f"/incoming/{MVD}/{reported['id']}"
        assert query["X-Amz-Expires"] == ["900"]
        signed = set(query["X-Amz-SignedHeaders"][0].split(";")) - {"host"}
        assert signed == {name.lower() for name in reported["upload"]["headers"]}
        headers = reported["upload"]["headers"]
        assert b64decode(headers["x-amz-checksum-sha256"]).hex() == make_announcement()["sha256"]
        assert headers["Content-Length"] == str(len(PDF))
        assert headers["Content-Type"] == "application/pdf"
        assert headers["x-amz-meta-name"] == "A%C3%B1o%20nuevo.pdf"
        remaining = datetime.fromisoformat(reported["expiresAt"]) - before
        assert timedelta(minutes=14) < remaining < timedelta(minutes=16)
        assert list_keys() == []

    def test_each_announcement_has_new_id(self, mvd: Client) -> None:
        assert (
            mvd.post(ATTACHMENTS, make_announcement()).json["id"]
            != mvd.post(ATTACHMENTS, make_announcement()).json["id"]
        )

    @pytest.mark.parametrize(
        ("changes", "name"),
        [
            ({"name": ""}, "name"),
            ({"name": "x" * 117 + ".pdf"}, "name"),
            ({"contentType": "text/html"}, "contentType"),
            ({"contentType": "application/pdf; charset=x"}, "contentType"),
            ({"size": 0}, "size"),
            ({"size": 10_000_001}, "size"),
            ({"size": 1.5}, "size"),
            ({"sha256": "0" * 63}, "sha256"),
            ({"sha256": "A" * 64}, "sha256"),
            ({"key": "kept/x"}, "key"),
        ],
    )
    def test_each_invalid_field_is_reported(self, mvd: Client, changes: dict[str, Any], name: str) -> None:
        assert list(mvd.post(ATTACHMENTS, make_announcement(**changes)).problems()) == [name]

    @pytest.mark.parametrize(
        ("name", "saved"),
        [
            ("notice", "notice.pdf"),
            ("notice.png", "notice.pdf"),
            ("notice.pdf.exe", "notice.pdf.exe.pdf"),
        ],
    )
    def test_portal_normalizes_file_name(self, mvd: Client, name: str, saved: str) -> None:
        headers = mvd.post(ATTACHMENTS, make_announcement(name=name)).json["upload"]["headers"]
        assert headers["x-amz-meta-name"] == saved


class TestNaming:
    def test_message_has_uploaded_files(self, mvd: Client) -> None:
        ids = [
            upload(mvd, PDF, make_announcement(PDF, name="Año nuevo.pdf")),
            upload(mvd, PNG, make_announcement(PNG, name="Map.PNG", contentType="image/png")),
        ]
        assert get_outcome(mvd.post(MESSAGES, make_message_with_files(*ids))) == "delivered"
        (message,) = list_inbox(ROSA)
        assert message.attachments == (
            Attachment(ids[0], f"kept/{MVD}/{ids[0]}", "Año nuevo.pdf", "application/pdf", len(PDF)),
            Attachment(ids[1], f"kept/{MVD}/{ids[1]}", "Map.PNG", "image/png", len(PNG)),
        )
        kept = boto3.client("s3").get_object(Bucket=BUCKET, Key=message.attachments[0].key)
        assert (kept["Body"].read(), kept["ContentType"]) == (PDF, "application/pdf")

    def test_repeated_message_works_without_uploaded_file(self, mvd: Client) -> None:
        named = make_message_with_files(upload(mvd))
        mvd.post(MESSAGES, named)
        s3 = boto3.client("s3")
        before = s3.list_object_versions(Bucket=BUCKET, Prefix="kept/")["Versions"]
        assert get_outcome(mvd.post(MESSAGES, named)) == "unchanged"
        for key in list_keys("incoming/"):
            s3.delete_object(Bucket=BUCKET, Key=key)
        assert get_outcome(mvd.post(MESSAGES, named)) == "unchanged"
        assert s3.list_object_versions(Bucket=BUCKET, Prefix="kept/")["Versions"] == before

    def test_batch_messages_share_stored_file(self, mvd: Client) -> None:
        ben = Person("ben@example.com")
        connect(ben, "vehicle-2")
        named = make_batch("vehicle-1", "vehicle-2", attachments=[{"id": upload(mvd)}])
        assert list_outcomes(mvd.post(BATCH, named)) == ["delivered"] * 2
        assert list_inbox(ROSA)[0].attachments == list_inbox(ben)[0].attachments
        assert len(list_keys("kept/")) == 1

    @pytest.mark.parametrize(
        ("content", "announcement", "begins"),
        [
            (PDF + b" ", make_announcement(PDF), "The uploaded file is not the announced size"),
            (PDF.replace(b"1.4", b"1.7"), make_announcement(PDF), "The uploaded file does not match"),
            (
                PNG,
                make_announcement(PNG, contentType="application/pdf"),
                "The uploaded file is not the announced type",
            ),
            (
                b"<script>alert(1)</script>",
                make_announcement(b"<script>alert(1)</script>"),
                "The uploaded file is not the announced type",
            ),
            (
                b"MZ\x90\x00" + PDF,
                make_announcement(b"MZ\x90\x00" + PDF),
                "The uploaded file is not the announced type",
            ),
            (
                b"x",
                make_announcement(b"x", name="a.jpg", contentType="image/jpeg"),
                "The uploaded file is not the announced type",
            ),
            (SCRIPT, make_announcement(SCRIPT), "The PDF has scripts"),
            (BROKEN, make_announcement(BROKEN), "The PDF is damaged"),
            (FORM, make_announcement(FORM), "This is an XFA form"),
            (LOCKED, make_announcement(LOCKED), "The PDF asks for a password"),
            (PDF + b"PK", make_announcement(PDF + b"PK"), "The file has other data behind the end"),
            (PDF + ARCHIVE, make_announcement(PDF + ARCHIVE), "The file is more than one kind"),
        ],
        ids=[
            "size",
            "hash",
            "type",
            "markup",
            "program",
            "nothing",
            "script",
            "damaged",
            "form",
            "locked",
            "other data",
            "archive",
        ],
    )
    def test_file_that_differs_from_announcement_is_refused(
        self, mvd: Client, content: bytes, announcement: dict[str, Any], begins: str
    ) -> None:
        named = make_message_with_files(upload(mvd), upload(mvd, content, announcement))
        for path, body in ((MESSAGES, named), (BATCH, make_batch("vehicle-1", **named["message"]))):
            problems = mvd.post(path, body).problems()
            assert list(problems) == ["message.attachments.1.id"]
            assert problems["message.attachments.1.id"][0].startswith(begins)
        assert list_inbox(ROSA) == []

    @pytest.mark.parametrize("attachment_id", ["01jd0000000000000000000000", "../x", "x", "01JD" + "0" * 22])
    def test_unknown_file_is_refused(self, mvd: Client, attachment_id: str) -> None:
        assert list(mvd.post(MESSAGES, make_message_with_files(attachment_id)).problems()) == [
            "message.attachments.0.id"
        ]
        assert list_inbox(ROSA) == []

    def test_announced_file_without_upload_is_refused(self, mvd: Client) -> None:
        attachment_id = mvd.post(ATTACHMENTS, make_announcement()).json["id"]
        assert list(mvd.post(MESSAGES, make_message_with_files(attachment_id)).problems()) == [
            "message.attachments.0.id"
        ]

    def test_file_of_other_agency_is_refused(self, mvd: Client) -> None:
        connect(ROSA, "pass-1", PASSES)
        parks = mvd.acting_as(AgencyCaller(PARKS))
        theirs = upload(parks)
        assert list(mvd.post(MESSAGES, make_message_with_files(theirs)).problems()) == [
            "message.attachments.0.id"
        ]
        assert get_outcome(
            parks.post(
                MESSAGES, make_message_with_files(theirs, agency_service_id=PASSES, reference="pass-1")
            )
        )
        assert list(mvd.post(MESSAGES, make_message_with_files(theirs)).problems()) == [
            "message.attachments.0.id"
        ]

    def test_several_invalid_files_are_reported_together(self, mvd: Client) -> None:
        problems = mvd.post(MESSAGES, make_message_with_files("x", upload(mvd), "y")).problems()
        assert list(problems) == ["message.attachments.0.id", "message.attachments.2.id"]

    def test_duplicate_file_is_refused(self, mvd: Client) -> None:
        one = upload(mvd)
        assert list(mvd.post(MESSAGES, make_message_with_files(one, one)).problems()) == [
            "message.attachments.1.id"
        ]
        assert list_keys("kept/") == []

    def test_unavailable_bucket_prevents_delivery(self, mvd: Client) -> None:
        named = make_message_with_files(upload(mvd))
        bucket = boto3.resource("s3").Bucket(BUCKET)
        bucket.objects.all().delete()
        bucket.delete()
        answer = mvd.post(MESSAGES, named)
        assert (answer.status, answer.json["code"]) == (503, "attachmentsUnavailable")
        assert list_inbox(ROSA) == []


class TestGivingOut:
    @pytest.fixture
    def attachment(self, mvd: Client) -> Attachment:
        mvd.post(
            MESSAGES, make_message_with_files(upload(mvd, PDF, make_announcement(name="Año 'nuevo'.pdf")))
        )
        (found,) = list_inbox(ROSA)[0].attachments
        return found

    @staticmethod
    def tag(attachment: Attachment, result: str) -> None:
        tags = {"TagSet": [{"Key": SCAN_TAG, "Value": result}]}
        boto3.client("s3").put_object_tagging(Bucket=BUCKET, Key=attachment.key, Tagging=tags)

    @pytest.mark.parametrize(
        ("result", "state"),
        [
            (None, "checking"),
            ("NO_THREATS_FOUND", "ready"),
            ("THREATS_FOUND", "refused"),
            ("UNSUPPORTED", "refused"),
            ("FAILED", "checking"),
            ("ACCESS_DENIED", "checking"),
            ("no_threats_found", "checking"),
        ],
    )
    def test_only_file_with_clean_scan_is_ready(
        self, attachment: Attachment, result: str | None, state: str
    ) -> None:
        if result:
            self.tag(attachment, result)
        link = AttachmentDownloads(BUCKET, "required").get_link(attachment, NOW)
        assert link.state == state
        assert (link.url is None, link.expires_at is None) == (state != "ready",) * 2

    def test_download_link_saves_file_name_and_expires_in_a_minute(self, attachment: Attachment) -> None:
        link = AttachmentDownloads(BUCKET, "off").get_link(attachment, NOW)
        assert link.expires_at == NOW + timedelta(seconds=60)
        assert link.url is not None
        assert parse_qs(urlsplit(link.url).query)["X-Amz-Expires"] == ["60"]
        given = requests.get(link.url, timeout=10)
        assert given.content == PDF
        assert (
            given.headers["Content-Disposition"] == "attachment; filename*=UTF-8''A%C3%B1o%20%27nuevo%27.pdf"
        )
        assert given.headers["Content-Type"] == "application/pdf"

    def test_file_is_ready_without_scan(self, attachment: Attachment) -> None:
        assert AttachmentDownloads(BUCKET, "off").get_link(attachment, NOW).state == "ready"

    def test_missing_file_is_unavailable(self, mvd: Client) -> None:
        missing = Attachment("x", "kept/x/x", "x.pdf", "application/pdf", 1)
        with pytest.raises(AttachmentsUnavailable):
            AttachmentDownloads(BUCKET, "required").get_link(missing, NOW)
