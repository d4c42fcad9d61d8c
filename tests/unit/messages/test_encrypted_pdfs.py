"""Encrypted PDFs: those that open without a password are checked like others, and the rest are refused."""

import gc
import io
import logging
import time
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from domains.messages.file_contents import find_content_fault
from tests.unit.messages.encrypted_recipes import ALGORITHMS, EncryptedPdf
from tests.unit.messages.file_builders import SCRIPT, make_link, make_pdf, make_stream
from tests.unit.messages.file_recipes import HONEST
from tests.unit.messages.test_file_recipes import list_names_for_pypdf, open_pdf

PDF = "application/pdf"
AES_256 = ALGORITHMS["AES, 256 bits"]
TEXT_FIELD = b"<</FT/Tx/T{{name}}/V{{Rosa}}/Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>"


def link_to(target: bytes) -> dict[int, Any]:
    return {6: make_link(b"/S/URI/URI{{" + target + b"}}")[8:-1]}


def encrypt_with_pypdf(content: bytes, algorithm: str, user: str = "") -> bytes:
    writer, target = PdfWriter(clone_from=PdfReader(io.BytesIO(content))), io.BytesIO()
    writer.encrypt(user, "owner", algorithm=algorithm)
    writer.write(target)
    return target.getvalue()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
class TestEveryAlgorithm:
    @pytest.mark.parametrize(
        ("objects", "catalog", "page"),
        [
            ({}, b"", b""),
            (link_to(b"https://az.gov/forms"), b"", b"/Annots[6 0 R]"),
            (link_to(b"mailto:help@az.gov"), b"", b"/Annots[6 0 R]"),
            (link_to(b"www.az.gov/a:b"), b"", b"/Annots[6 0 R]"),
            (link_to("https://az.gov/año".encode()), b"", b"/Annots[6 0 R]"),
            ({6: TEXT_FIELD}, b"/AcroForm<</Fields[6 0 R]/DA{{/Helv 0 Tf}}>>", b"/Annots[6 0 R]"),
            ({}, b"/OpenAction<</S/Named/N/Print>>", b""),
            ({}, b"/OpenAction[3 0 R/Fit]", b""),
            ({}, b"/URI<</Base{{https://az.gov/}}>>", b""),
        ],
        ids=["page", "link", "mail", "relative link", "letter", "form", "print", "opens at a page", "base"],
    )
    @pytest.mark.parametrize("is_compact", [False, True], ids=["plain", "compact"])
    def test_restricted_pdf_is_kept(
        self, algorithm: str, objects: dict[int, Any], catalog: bytes, page: bytes, is_compact: bool
    ) -> None:
        recipe = EncryptedPdf(ALGORITHMS[algorithm], objects, packed={7: b"[(text)]"} if is_compact else {})
        content = recipe.make(catalog=catalog, page=page)
        assert len(open_pdf(content).pages) == 1
        assert find_content_fault(content, PDF) is None

    @pytest.mark.parametrize(
        ("recipe", "catalog", "sees", "fault"),
        [
            (EncryptedPdf(packed={7: SCRIPT}), b"/OpenAction 7 0 R", "/JavaScript", "activeContent"),
            (EncryptedPdf(objects={7: b"<</S/JavaScript/JS{{app.alert(1)}}>>"}), b"", "", "activeContent"),
            (EncryptedPdf(packed={7: b"<</S/J#61vaScript>>"}), b"", "/JavaScript", "activeContent"),
            (EncryptedPdf(packed={7: b"<</S/Launch/F(cmd.exe)>>"}), b"", "/Launch", "activeContent"),
            (EncryptedPdf(packed={7: b"<</EF<</F 4 0 R>>>>"}), b"", "/EF", "activeContent"),
            (EncryptedPdf(packed={7: b"<</XFA 4 0 R>>"}), b"", "/XFA", "xfaForm"),
            (EncryptedPdf(packed={7: b"<</URI(javascript:a)>>"}), b"", "javascript:", "activeContent"),
            (
                EncryptedPdf(packed={7: b"<</S/URI/URI(https://a.example)>>"}),
                b"/OpenAction 7 0 R",
                "",
                "activeContent",
            ),
            (EncryptedPdf(objects=link_to(b"javascript:app.alert(1)")), b"", "javascript:", "activeContent"),
            (EncryptedPdf(objects=link_to(b"file:///etc/passwd")), b"", "file:", "activeContent"),
            (EncryptedPdf(objects=link_to(b"//attacker.example/share")), b"", "", "activeContent"),
            (
                EncryptedPdf(objects=link_to(b"\xfe\xff" + "file:///a".encode("utf-16-be"))),
                b"",
                "file:",
                "activeContent",
            ),
            (EncryptedPdf(objects={7: b"<</URI<</Base{{file:///C:/}}>>>>"}), b"", "/Base", "activeContent"),
            (EncryptedPdf(objects={7: b"<</S/URI/U#52I%x\n{{javascript:a}}>>"}), b"", "", "activeContent"),
            (
                EncryptedPdf(objects={7: b"<</S/URI/URI 8 0 R>>", 8: b"{{javascript:a}}"}),
                b"",
                "",
                "activeContent",
            ),
        ],
    )
    def test_active_content_is_found_after_decryption(
        self, algorithm: str, recipe: EncryptedPdf, catalog: bytes, sees: str, fault: str
    ) -> None:
        recipe.algorithm = ALGORITHMS[algorithm]
        content = recipe.make(catalog=catalog)
        if sees:
            assert sees in list_names_for_pypdf(open_pdf(content))
        assert find_content_fault(content, PDF) == fault

    @pytest.mark.parametrize("packed", [{}, {7: SCRIPT}], ids=["plain", "compact"])
    def test_pdf_with_password_is_locked(self, algorithm: str, packed: dict[int, bytes]) -> None:
        content = EncryptedPdf(ALGORITHMS[algorithm], packed=packed, user="saguaro").make()
        assert find_content_fault(content, PDF) == "locked"

    def test_metadata_can_be_plain(self, algorithm: str) -> None:
        recipe = EncryptedPdf(ALGORITHMS[algorithm], encrypts_metadata=False, packed={7: b"[(a)]"})
        recipe.change_entry = lambda entry: entry[:-2] + b"/EncryptMetadata false>>"
        content = recipe.make()
        assert len(open_pdf(content).pages) == 1
        assert find_content_fault(content, PDF) is None
        recipe.packed = {7: SCRIPT}
        assert find_content_fault(recipe.make(), PDF) == "activeContent"

    def test_length_in_another_object_is_no_obstacle(self, algorithm: str) -> None:
        recipe = EncryptedPdf(ALGORITHMS[algorithm], packed={7: b"[(a)]"}, length_elsewhere=True)
        assert find_content_fault(recipe.make(), PDF) is None
        recipe.packed = {7: SCRIPT}
        assert find_content_fault(recipe.make(), PDF) == "activeContent"


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
@pytest.mark.parametrize(
    "name", ["one page", "text field", "link", "opens the dialog for printing", "outlines"]
)
def test_copy_that_a_library_restricts_is_kept(name: str, algorithm: str) -> None:
    content = HONEST[name].make()
    assert find_content_fault(encrypt_with_pypdf(content, algorithm), PDF) is None
    assert find_content_fault(encrypt_with_pypdf(content, algorithm, "saguaro"), PDF) == "locked"


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
@pytest.mark.parametrize("target", [b"javascript:alert\\(1\\)", b"file:///etc/passwd", b"data:text/html,a"])
def test_link_that_a_library_encrypts_is_refused(target: bytes, algorithm: str) -> None:
    content = make_pdf(b"", make_link(b"/S/URI/URI(" + target + b")"))
    assert find_content_fault(encrypt_with_pypdf(content, algorithm), PDF) == "activeContent"


def replace(before: bytes, after: bytes) -> Callable[[bytes], bytes]:
    def change(entry: bytes) -> bytes:
        assert before in entry
        return entry.replace(before, after)

    return change


FILTERS = b"/StmF /StdCF\n/StrF /StdCF\n"
TRAILER = b"trailer\n<</Size 92/Root 1 0 R>>\n"


@pytest.mark.parametrize(
    "change_entry",
    [
        replace(b"/Filter /Standard", b"/Filter /Adobe.PubSec"),
        replace(b"/Filter /Standard", b"/Filter /FOPN_fLock"),
        replace(b"/Filter /Standard", b"/Filter /Standard/SubFilter/adbe.pkcs7.s5"),
        replace(b"/V 5", b"/V 3"),
        replace(b"/V 5", b"/V 6"),
        replace(b"/Filter /Standard", b""),
    ],
)
def test_other_protection_is_locked(change_entry: Callable[[bytes], bytes]) -> None:
    assert find_content_fault(EncryptedPdf(change_entry=change_entry).make(), PDF) == "locked"


UNUSUAL: Mapping[str, Callable[[], bytes]] = {
    "streams are plain": EncryptedPdf(change_entry=replace(b"/StmF /StdCF", b"/StmF /Identity")).make,
    "strings are plain": EncryptedPdf(change_entry=replace(b"/StrF /StdCF", b"/StrF /Identity")).make,
    "no default filters": EncryptedPdf(
        change_entry=lambda entry: entry.replace(b"/StmF /StdCF", b"").replace(b"/StrF /StdCF", b"")
    ).make,
    "method without encryption": EncryptedPdf(change_entry=replace(b"/CFM /AESV3", b"/CFM /None")).make,
    "method of another version": EncryptedPdf(change_entry=replace(b"/CFM /AESV3", b"/CFM /V2")).make,
    "unknown revision": EncryptedPdf(change_entry=replace(b"/R 6", b"/R 7")).make,
    "no check of the password": EncryptedPdf(change_entry=replace(b"/U ", b"/Was ")).make,
    "long check of the password": EncryptedPdf(
        change_entry=replace(b"/Perms ", b"/Perms <" + b"41" * 600 + b">/Were ")
    ).make,
    "a value in another object": EncryptedPdf(change_entry=replace(b"/U <", b"/U 4 0 R/Was <")).make,
    "object stream as a plain table": lambda: (
        EncryptedPdf(packed={7: SCRIPT}).make().replace(b"/Type/ObjStm", b"/Type/XRef")
    ),
    "object stream as plain metadata": lambda: (
        EncryptedPdf(packed={7: SCRIPT}).make().replace(b"/Type/ObjStm", b"/Type/Metadata")
    ),
    "object stream with its own filter": lambda: (
        EncryptedPdf(packed={7: SCRIPT})
        .make()
        .replace(b"/Filter/FlateDecode/Length", b"/Filter[/Crypt/FlateDecode]/Length", 1)
    ),
    "object stream of another number": lambda: (
        EncryptedPdf(ALGORITHMS["AES, 128 bits"], packed={7: SCRIPT}).make().replace(b"90 0 obj", b"93 0 obj")
    ),
    "plain object stream": lambda: (
        EncryptedPdf()
        .make()
        .replace(
            b"91 0 obj",
            b"8 0 obj\n"
            + make_stream(b"7 0 " + SCRIPT, b"/Type/ObjStm/N 1/First 4", compressed=True)
            + b"\nendobj\n91 0 obj",
        )
    ),
    "earlier revision without encryption": lambda: (
        EncryptedPdf().make().replace(b"startxref", TRAILER + b"startxref")
    ),
    "revisions with two encryptions": lambda: (
        EncryptedPdf()
        .make()
        .replace(b"startxref", b"trailer\n<</Size 92/Root 1 0 R/Encrypt 90 0 R>>\nstartxref")
    ),
    "encryption that is defined twice": lambda: (
        EncryptedPdf().make().replace(b"xref\n0", b"91 0 obj\n<</Filter/Standard/V 5>>\nendobj\nxref\n0")
    ),
    "encryption that is not there": lambda: EncryptedPdf().make().replace(b"/Encrypt 91", b"/Encrypt 66"),
    "escaped name of the encryption": lambda: EncryptedPdf().make().replace(b"/Encrypt", b"/Encr#79pt"),
    "name of the encryption in a text only": lambda: make_pdf(b"/A(/Encrypt 1 0 R)"),
    "two ids": lambda: EncryptedPdf().make().replace(b"startxref", b"trailer\n<</ID[<00><00>]>>\nstartxref"),
    "object stream that inflates to 100 MB": lambda: make_bomb(100_000_000, 1),
    "object streams that inflate to 300 MB": lambda: make_bomb(15_000_000, 20),
}


def make_bomb(size: int, count: int) -> bytes:
    bomb = (b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode", zlib.compress(b"9 0 " + bytes(size)))
    return EncryptedPdf(objects=dict.fromkeys(range(10, 10 + count), bomb)).make()


@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_protection_is_refused(name: str) -> None:
    assert find_content_fault(UNUSUAL[name](), PDF) == "unreadable"


@pytest.mark.parametrize(
    "link",
    [b"<</S/URI/URI(javascript:alert\\(1\\))>>", b"<</S/URI/URI<6a6176617363726970743a61>>>"],
)
def test_plain_link_of_an_encrypted_pdf_is_refused(link: bytes) -> None:
    assert find_content_fault(EncryptedPdf(objects={7: link}).make(), PDF) is not None


def test_check_tells_nothing_in_logs(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        find_content_fault(EncryptedPdf(user="saguaro").make(), PDF)
        find_content_fault(EncryptedPdf(change_entry=replace(b"/Perms ", b"/Was ")).make(), PDF)
    assert caplog.text == ""


COSTLY: Mapping[str, Callable[[int], EncryptedPdf]] = {
    "links": lambda size: EncryptedPdf(
        ALGORITHMS["AES, 128 bits"], objects={7: b"[" + b"/URI{{tel:1}}" * (size // 60) + b"]"}
    ),
    "links in a link": lambda size: EncryptedPdf(objects={7: b"[" + b"/URI(" * (size // 5) + b"]"}),
    "objects": lambda size: EncryptedPdf(objects={7: b"[/URI{{tel:1}}]" + b" obj" * (size // 4)}),
    "trailers": lambda size: EncryptedPdf(objects={7: b"trailer %" * (size // 9)}),
    "trailers in a text": lambda size: EncryptedPdf(objects={7: b"trailer<</A(" * (size // 12)}),
    "definitions of the encryption": lambda size: EncryptedPdf(
        objects={7: b"<<>>\nendobj\n91 0 obj\n" * (size // 21) + b"<<>>"}
    ),
    "object streams": lambda size: EncryptedPdf(
        ALGORITHMS["RC4, 128 bits"],
        objects=dict.fromkeys(
            range(100, 100 + size // 160),
            (b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode", zlib.compress(b"9 0 1")),
        ),
    ),
    "one object stream": lambda size: EncryptedPdf(packed={7: b"[" + b"(a)/B " * (size // 6) + b"]"}),
}


@pytest.mark.parametrize("kind", COSTLY)
def test_work_is_in_proportion_to_the_size(kind: str) -> None:
    """Compare the work for each byte with the work for each byte of a file a tenth as large."""
    small, large = (COSTLY[kind](size).make() for size in (100_000, 1_000_000))
    measure(small)  # imports the library
    # Work in proportion to the square would be ten times as much for each byte.
    most = 5 * len(large) / len(small)
    assert any(measure(large) < most * max(measure(small), 0.001) for _ in range(5))


def measure(content: bytes) -> float:
    # A collection takes long among the objects of other tests.
    gc.disable()
    try:
        begun = time.process_time()
        find_content_fault(content, PDF)
        return time.process_time() - begun
    finally:
        gc.enable()
