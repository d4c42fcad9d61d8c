"""Files of applications: accepted types, access and download."""

import base64
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import boto3
import pytest
import requests

from domains.messages.attachments import SCAN_TAG
from tests.api.agency_support import run_agency
from tests.api.applications_support import (
    AGENCY_CALLER,
    APPLICATIONS,
    MANAGER,
    OWNER,
    PDF,
    VIEWER,
    ApplicationsWorld,
    make_file,
    make_status,
)
from tests.api.inbound_support import BUCKET, PNG, empty_bucket, list_keys, upload
from tests.api.support import Client
from tests.unit.messages.encrypted_recipes import ALGORITHMS, EncryptedPdf

LARGEST = 3_000_000
JPEG = bytes.fromhex("ffd8ffe000104a46494600010100") + bytes(20)
HEIC = b"\0\0\0$ftypheic" + bytes(24)
SCRIPT = PDF.replace(b"<<>>", b"<</OpenAction<</S/J#61vaScript/JS(app.alert)>>>>")


def make_longer_pdf(filling: bytes) -> bytes:
    """Return the PDF with these additional bytes."""
    return PDF.replace(b"trailer", filling + b"trailer")


@pytest.fixture
def world(client: Client) -> Iterator[ApplicationsWorld]:
    empty_bucket()
    with run_agency() as agency:
        yield ApplicationsWorld(client, agency)


@pytest.fixture
def draft(world: ApplicationsWorld) -> Any:
    return world.draft()


def set_scan_result(key: Any, result: Any) -> None:
    tags = {"TagSet": [{"Key": SCAN_TAG, "Value": result}]}
    boto3.client("s3").put_object_tagging(Bucket=BUCKET, Key=key, Tagging=tags)


def get_link(world: Any, application_id: Any, document_id: Any, person: Any = OWNER) -> Any:
    return world.by(person).get(f"{APPLICATIONS}/{application_id}/documents/{document_id}")


def remove(world: Any, application_id: Any, document_id: Any) -> Any:
    return world.by(OWNER).delete(f"{APPLICATIONS}/{application_id}/documents/{document_id}")


class TestAdding:
    def test_added_file_is_stored_and_listed(self, world: ApplicationsWorld, draft: Any) -> None:
        answer = world.add(draft, MANAGER)
        assert answer.status == 201, answer.text
        assert answer.json == {
            "id": answer.json["id"],
            "code": "FLOOR_PLAN",
            "name": "Floor plan.pdf",
            "contentType": "application/pdf",
            "size": len(PDF),
            "origin": "applicant",
            "addedAt": "2026-11-20T18:30:00Z",
            "revision": 2,
        }
        [shown] = world.get(draft)["documents"]
        assert shown | {"revision": 2} == answer.json
        assert list_keys() == [f"kept/applications/{draft}/{answer.json['id']}"]

    def test_repeated_add_returns_same_file(self, world: ApplicationsWorld, draft: Any) -> None:
        first, second = world.add(draft), world.add(draft, name="Other name.pdf")
        assert (first.status, second.status) == (201, 200)
        assert second.json == first.json
        assert world.get(draft)["revision"] == 2

    @pytest.mark.proof
    def test_repeated_add_restores_lost_content(self, world: ApplicationsWorld, draft: Any) -> None:
        world.add(draft)
        kept = list_keys()
        empty_bucket()
        assert world.add(draft).status == 200
        assert list_keys() == kept

    def test_parallel_adds_are_all_stored(self, world: ApplicationsWorld, draft: Any) -> None:
        contents = [make_longer_pdf(str(number).encode()) for number in range(4)]
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(lambda content: world.add(draft, content=content), contents))
        assert {answer.status for answer in answers} == {201}
        assert len(world.get(draft)["documents"]) == 4
        assert world.get(draft)["revision"] == 5

    def test_application_holds_at_most_twenty_files(self, world: ApplicationsWorld, draft: Any) -> None:
        for number in range(20):
            assert world.add(draft, content=make_longer_pdf(str(number).encode())).status == 201
        answer = world.add(draft)
        assert (answer.status, answer.json["code"]) == (409, "tooManyDocuments")
        assert len(list_keys()) == 20
        # Repeated uploads do not count.
        assert world.add(draft, content=make_longer_pdf(b"3")).status == 200

    def test_file_over_three_megabytes_is_refused(self, world: ApplicationsWorld, draft: Any) -> None:
        filling = b"x" * (LARGEST - len(PDF))
        assert world.add(draft, content=make_longer_pdf(filling)).status == 201
        answer = world.add(draft, content=make_longer_pdf(filling + b"x"))
        assert answer.problems() == {
            "content": ["This file is larger than 3 MB. Make it smaller or split it."]
        }
        assert world.by(OWNER).post(
            f"{APPLICATIONS}/{draft}/documents", make_file(content=b"x" * 4_000_000)
        ).status in (400, 413)

    @pytest.mark.parametrize(
        ("changes", "wrong"),
        [
            ({"content": ""}, {"content"}),
            ({"content": "not base64!"}, {"content"}),
            ({"content": "data:application/pdf;base64,JVBERi0xLjQK"}, {"content"}),
            ({"content": base64.b64encode(b"<html><script>").decode()}, {"content"}),
            ({"content": ["JVBERi0xLjQK"]}, {"content"}),
            # The type is determined only by the first bytes.
            ({"contentType": "application/pdf"}, {"contentType"}),
            ({"name": ""}, {"name"}),
            ({"name": "\u200b"}, {"name"}),
            ({"name": "x" * 256}, {"name"}),
            ({"code": "OTHER"}, {"code"}),
            # Required only for businesses that serve alcohol.
            ({"code": "LIQUOR_LICENSE"}, {"code"}),
            ({"origin": "agency"}, {"origin"}),
            ({"key": "kept/other"}, {"key"}),
        ],
    )
    def test_invalid_file_fields_are_refused(
        self, world: ApplicationsWorld, draft: Any, changes: dict[str, Any], wrong: set[str]
    ) -> None:
        answer = world.by(OWNER).post(f"{APPLICATIONS}/{draft}/documents", make_file() | changes)
        assert set(answer.problems()) == wrong
        assert list_keys() == []
        assert world.get(draft)["documents"] == []

    @pytest.mark.parametrize(
        ("name", "content", "saved", "content_type"),
        [
            ("photo.jfif", JPEG, "photo.jpg", "image/jpeg"),
            ("IMG_0042.HEIC", JPEG, "IMG_0042.jpg", "image/jpeg"),
            ("photo.png", JPEG, "photo.jpg", "image/jpeg"),
            ("Screenshot.jpg", PNG, "Screenshot.png", "image/png"),
            ("Floor plan", PDF, "Floor plan.pdf", "application/pdf"),
            ("Plan 3/4.PDF", PDF, "Plan 3-4.PDF", "application/pdf"),
        ],
    )
    def test_portal_detects_type_and_sets_extension(
        self, world: ApplicationsWorld, draft: Any, name: str, content: bytes, saved: str, content_type: str
    ) -> None:
        added = world.add(draft, content=content, name=name)
        assert added.status == 201, added.text
        assert (added.json["name"], added.json["contentType"]) == (saved, content_type)

    @pytest.mark.parametrize(
        ("name", "content", "said"),
        [
            ("IMG_0042.HEIC", HEIC, ("This is a HEIC photo", "Esta es una foto HEIC")),
            ("a.webp", b"RIFF$\0\0\0WEBPVP8 ", ("This is a WebP picture", "Esta es una imagen WebP")),
            ("photo.jpg", b"GIF89a" + bytes(20), ("This is a GIF picture", "Esta es una imagen GIF")),
            (
                "plan.pdf",
                b"PK\3\4word/document.xml",
                ("This is a Word document", "Este es un documento de Word"),
            ),
            ("plan.pdf", b"PK\3\4xl/workbook.xml", ("This is an Excel", "Este es un archivo de Excel")),
            ("plan.pdf", b"PK\3\4" + bytes(40), ("This is an archive", "Este es un archivo comprimido")),
            ("plan.pdf", "Año".encode(), ("This is a plain text file", "Este es un archivo de texto")),
            ("plan.pdf", b"<html><script>", ("This is a web page", "Esta es una página web")),
            (
                "plan.pdf",
                b"X-Mail: a\r\n\r\n" + PDF,
                ("This file has a PDF behind", "Este archivo tiene un PDF"),
            ),
            ("plan.pdf", bytes(40), ("This file is not a PDF", "Este archivo no es PDF")),
        ],
    )
    def test_file_of_other_type_is_refused_with_advice(
        self, world: ApplicationsWorld, draft: Any, name: str, content: bytes, said: tuple[str, str]
    ) -> None:
        for language, begins in zip(("en", "es"), said, strict=True):
            owner = world.by(OWNER).sending(accept_language=language)
            answer = owner.post(f"{APPLICATIONS}/{draft}/documents", make_file(content=content, name=name))
            ((field, (reported,)),) = answer.problems().items()
            assert (field, reported.startswith(begins)) == ("content", True)
        assert list_keys() == []

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (SCRIPT, ("This PDF contains scripts", "Este PDF contiene scripts")),
            (
                EncryptedPdf(packed={7: b"<</S/JavaScript>>"}).make(),
                ("This PDF contains scripts", "Este PDF contiene scripts"),
            ),
            (
                EncryptedPdf(user="saguaro").make(),
                ("This PDF asks for a password", "Este PDF pide una contraseña"),
            ),
            (
                PDF.replace(b"<<>>", b"<</Encrypt 1 0 R>>"),
                ("This PDF is damaged", "Este PDF está dañado"),
            ),
            (
                PDF.replace(b"<<>>", b"<</AcroForm<</XFA 1 0 R>>>>"),
                ("This is a form that only Adobe Reader", "Este es un formulario que solo Adobe Reader"),
            ),
            (PDF + b"--boundary--", ("This file has other data", "Este archivo tiene otros datos")),
            (
                PDF.replace(b"\n%", b"\n%<script>", 1),
                ("This file also contains", "Este archivo es de más de un tipo"),
            ),
        ],
        ids=["script", "encrypted script", "password", "damaged", "form", "other data", "web page"],
    )
    def test_unsafe_file_is_refused(
        self, world: ApplicationsWorld, draft: Any, content: bytes, said: tuple[str, str]
    ) -> None:
        for language, begins in zip(("en", "es"), said, strict=True):
            owner = world.by(OWNER).sending(accept_language=language)
            answer = owner.post(f"{APPLICATIONS}/{draft}/documents", make_file(content=content))
            ((field, (reported,)),) = answer.problems().items()
            assert field == "content"
            assert reported.startswith(begins)
        assert list_keys() == []

    def test_files_of_submitted_application_cannot_be_changed(
        self, world: ApplicationsWorld, draft: Any
    ) -> None:
        document = world.add(draft).json
        world.submit(draft, document["revision"])
        assert world.add(draft, content=PNG).json["code"] == "notEditable"
        assert remove(world, draft, document["id"]).json["code"] == "notEditable"


class TestGivingOut:
    @pytest.mark.parametrize("algorithm", ALGORITHMS)
    def test_restricted_pdf_is_given_out_as_it_was_sent(
        self, world: ApplicationsWorld, draft: Any, algorithm: str
    ) -> None:
        sent = EncryptedPdf(ALGORITHMS[algorithm]).make(catalog=b"/OpenAction<</S/Named/N/Print>>")
        added = world.add(draft, content=sent)
        assert added.status == 201, added.text
        answer = get_link(world, draft, added.json["id"], VIEWER)
        assert requests.get(answer.json["url"], timeout=10).content == sent

    def test_download_link_returns_file_with_name(self, world: ApplicationsWorld, draft: Any) -> None:
        document = world.add(draft).json["id"]
        answer = get_link(world, draft, document, VIEWER)
        assert answer.json["state"] == "ready"
        given = requests.get(answer.json["url"], timeout=10)
        assert given.content == PDF
        assert given.headers["Content-Disposition"] == "attachment; filename*=UTF-8''Floor%20plan.pdf"

    @pytest.mark.parametrize(
        ("result", "state"),
        [
            (None, "checking"),
            ("NO_THREATS_FOUND", "ready"),
            ("THREATS_FOUND", "refused"),
            ("UNSUPPORTED", "refused"),
            ("FAILED", "checking"),
        ],
    )
    def test_only_file_with_clean_scan_is_ready(
        self, world: ApplicationsWorld, draft: Any, result: str | None, state: str
    ) -> None:
        world.scan = "required"
        document = world.add(draft).json["id"]
        if result:
            set_scan_result(list_keys()[0], result)
        answer = get_link(world, draft, document)
        assert answer.json["state"] == state
        assert (answer.json["url"] is None) == (state != "ready")

    def test_harmful_file_cannot_be_submitted(self, world: ApplicationsWorld, draft: Any) -> None:
        world.scan = "required"
        revision = world.add(draft).json["revision"]
        set_scan_result(list_keys()[0], "THREATS_FOUND")
        answer = world.submit(draft, revision)
        assert set(answer.problems()) == {"documents.FLOOR_PLAN"}
        set_scan_result(list_keys()[0], "NO_THREATS_FOUND")
        assert world.submit(draft, revision).status == 200

    def test_file_of_other_application_is_404(self, world: ApplicationsWorld, draft: Any) -> None:
        document = world.add(draft).json["id"]
        other = world.draft()
        answer = get_link(world, other, document)
        assert (answer.status, answer.json["code"]) == (404, "documentNotFound")


class TestRemoving:
    def test_removed_file_is_gone_and_second_removal_succeeds(
        self, world: ApplicationsWorld, draft: Any
    ) -> None:
        document = world.add(draft).json["id"]
        answer = remove(world, draft, document)
        assert answer.json == {"id": document, "outcome": "removed", "revision": 3}
        assert remove(world, draft, document).json == answer.json
        assert (list_keys(), world.get(draft)["documents"]) == ([], [])
        assert get_link(world, draft, document).json["code"] == "documentNotFound"
        assert world.add(draft).status == 201
        assert len(list_keys()) == 1

    @pytest.mark.parametrize("document", ["x", "..", "%2e%2e", "a" * 26])
    def test_removal_of_unknown_file_succeeds(
        self, world: ApplicationsWorld, draft: Any, document: str
    ) -> None:
        world.add(draft)
        assert remove(world, draft, document).status == 200
        assert len(world.get(draft)["documents"]) == len(list_keys()) == 1

    def test_agency_file_cannot_be_removed(self, world: ApplicationsWorld, draft: Any) -> None:
        world.submit(draft, 1)
        sent = upload(world.by(AGENCY_CALLER))
        world.tell(draft, make_status("needsInformation", documents=[{"id": sent}]))
        assert remove(world, draft, sent).status == 200
        assert [each["origin"] for each in world.get(draft)["documents"]] == ["agency"]
        assert get_link(world, draft, sent).json["state"] == "ready"
