"""The accepted files: of a single kind, and PDFs without active content."""

import io
import json
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from domains.messages.file_contents import find_content_fault, get_content_type
from domains.messages.file_kinds import FILE_KINDS, find_file_kind
from domains.messages.pdf_objects import MAX_OBJECTS, MAX_READS

FILE_TYPES = json.loads(Path("tests/corpora/file_types.json").read_text(encoding="utf-8"))
PDF = "application/pdf"
# Their file is read object by object.
OBJECTS = b"<</First 1 0 R>>"
# A shorter time is the noise of the clock.
SHORTEST = 0.001
# Larger files would show no more than this one, and keep the suite waiting.
LONG_ENOUGH = 0.02
PNG = bytes.fromhex("89504e470d0a1a0a") + b"\0\0\0\rIHDR"


def make_pdf(*objects: bytes) -> bytes:
    numbered = b"".join(
        b"%d 0 obj\n%s\nendobj\n" % (number, content) for number, content in enumerate(objects, 1)
    )
    return b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + numbered + b"trailer\n<</Root 1 0 R>>\n%%EOF\n"


def make_object_stream(
    content: bytes, number: int = 9, *, extra: bytes = b"", encoded: bytes | None = None
) -> bytes:
    """Wrap one object in an object stream."""
    head = b"%d 0 " % number
    data = zlib.compress(head + content) if encoded is None else encoded
    keys = b"/Type/ObjStm/N 1/First %d/Length %d%s" % (len(head), len(data), extra or b"/Filter/FlateDecode")
    return b"<<" + keys + b">>\nstream\n" + data + b"\nendstream"


def make_archive() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as opened:
        opened.writestr("a.txt", "a")
    return target.getvalue()


PLAIN = make_pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>")
SCRIPT = b"<</S/JavaScript/JS(app.alert\\(1\\))>>"


@pytest.mark.parametrize(
    "content",
    [
        make_pdf(b"<</OpenAction 2 0 R>>", b"<</D[3 0 R/Fit]/S /GoTo>>"),
        make_pdf(b"<</OpenAction<</Type/Action/S/Named/N /LastPage>>>>"),
        make_pdf(b"<</OpenAction 2 0 R>>", b"<</N/NextPage/S/Named>>"),
        make_pdf(b"<</OpenAction<</S/Named/N/PrevPage>>>>"),
        make_pdf(b"<</OpenAction 9 0 R>>", make_object_stream(b"<</S/Named/N/FirstPage>>")),
        b"\n" + PLAIN,
        b"\xef\xbb\xbf\r\n\r\n" + PLAIN,
        b"\0" + PLAIN,
        b" " * 1_000 + PLAIN,
        PLAIN + b"\x1a",
        make_pdf(b"<</S/URI/URI<68747470733A2F2F6578616d706c652e6f7267>>>"),
        # Pictures and fonts have such letters by chance.
        make_pdf(b"<</Length 9>>\nstream\n/AA/JS/EF\nendstream"),
        make_pdf(
            b"<</Outlines 2 0 R>>", b"<</First 3 0 R/Count 1>>", b"<</Title(obj stream)/Dest[1 0 R/Fit]>>"
        ),
        make_pdf(make_object_stream(b"<</JavaScripts 1>>")),
        # The length of the stream is in another object.
        make_pdf(make_object_stream(b"<<>>").replace(b"/Length ", b"/Length 7 0 R/Was "), b"7"),
    ],
)
def test_plain_pdf_is_kept(content: bytes) -> None:
    assert find_content_fault(content, PDF) is None


@pytest.mark.parametrize(
    "content",
    [
        make_pdf(b"<</OpenAction<</S/Named/N/Printer>>>>"),
        make_pdf(b"<</OpenAction<</S/Named/N/Quit>>>>"),
        make_pdf(b"<</OpenAction<</S/Named/N/Print/Next<</S/URI/URI(https://example.org)>>>>>>"),
        make_pdf(b"<</OpenAction<</S/Named/N/Print/JS(a)>>>>"),
        make_pdf(b"<</S/URI/U#52I%a comment\n(data:text/html,a)>>"),
        make_pdf(b"<</S/URI/URI(\xfe\xff\0f\0i\0l\0e\0:)>>"),
        make_pdf(b"<</S/URI/URI 5 0 R>>"),
        make_pdf(make_object_stream(b"<</S/URI/URI(ms-msdt:/id)>>")),
        # An earlier or a later revision of the same object.
        make_pdf(
            b"<</OpenAction 9 0 R>>",
            b"[1 0 R]\nendobj\n9 0 obj\n[1 0 R]\nendobj\n9 0 obj\n<</S/Named/N/Quit>>",
        ),
        make_pdf(b"<</OpenAction 9 0 R>>", make_object_stream(b"<</S/URI/URI(https://example.org)>>")),
        make_pdf(make_object_stream(SCRIPT)),
        make_pdf(make_object_stream(b"<</S/J#61vaScript>>")),
        make_pdf(make_object_stream(SCRIPT).replace(b"/Type/ObjStm", b"")),
        make_pdf(make_object_stream(SCRIPT).replace(b"/First", b"/F#69rst")),
        make_pdf(make_object_stream(SCRIPT).replace(b"/Length ", b"/Length 7 0 R/Was ")),
        # The table of objects does not name it.
        make_pdf(b"<<>>") + make_pdf(make_object_stream(SCRIPT))[9:],
    ],
)
def test_active_pdf_is_refused(content: bytes) -> None:
    assert find_content_fault(content, PDF) == "activeContent"


@pytest.mark.parametrize(
    "content",
    [
        make_pdf(b"<</AcroForm<</XFA 5 0 R>>>>"),
        make_pdf(b"<</AcroForm<</XFA[(a) 5 0 R]>>>>"),
        make_pdf(b"<</AcroForm<</X#46A 5 0 R>>>>"),
        make_pdf(b"<</NeedsRendering true/AcroForm<</XFA 5 0 R>>>>", SCRIPT),
        make_pdf(SCRIPT, b"<</AcroForm<</XFA 5 0 R>>>>"),
        make_pdf(make_object_stream(b"<</XFA 5 0 R/AA<<>>>>")),
    ],
)
def test_form_of_adobe_reader_is_refused(content: bytes) -> None:
    assert find_content_fault(content, PDF) == "xfaForm"


@pytest.mark.parametrize(
    "content",
    [
        PLAIN + b"MZ\x90",
        PLAIN + b"\r\n--boundary--\r\n",
        PLAIN + b"<!-- served in 3 ms -->",
        PLAIN + b"0\r\n\r\n",
        PLAIN + bytes(100) + b"x",
    ],
)
def test_pdf_before_other_data_is_refused(content: bytes) -> None:
    assert find_content_fault(content, PDF) == "surroundedPdf"


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-<script>alert(1)</script>" + PLAIN,
        PLAIN.replace(b"%\xe2\xe3\xcf\xd3", b"%<html><body>"),
        PLAIN.replace(b"%\xe2\xe3\xcf\xd3", b"%<!DOCTYPE  html>"),
        PLAIN.replace(b"<</Type/Catalog", b"(<sCript >)<</Type/Catalog"),
        PLAIN + make_archive(),
        PLAIN + make_archive() + b"\n%%EOF\n",
    ],
)
def test_pdf_of_several_kinds_is_refused(content: bytes) -> None:
    assert find_content_fault(content, PDF) == "severalKinds"


@pytest.mark.parametrize("content", [PNG + make_archive(), PNG + b"<script>alert(1)</script>"])
def test_picture_of_several_kinds_is_refused(content: bytes) -> None:
    assert find_content_fault(content, "image/png") == "severalKinds"


def test_picture_is_kept() -> None:
    assert find_content_fault(PNG + bytes(100), "image/png") is None


@pytest.mark.parametrize(
    ("content", "announced"),
    [
        (PNG, PDF),
        (PLAIN, "image/png"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + PLAIN, PDF),
        (b" " * 1_001 + PLAIN, PDF),
    ],
)
def test_wrong_content_type_is_refused(content: bytes, announced: str) -> None:
    assert find_content_fault(content, announced) == "wrongType"


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7\n1 0 obj\n<<",
        make_pdf(b"<<>>").replace(b"/Root", b"/Encrypt 3 0 R/Root"),
        make_pdf(make_object_stream(b"", encoded=b"no deflated data at all")),
        make_pdf(make_object_stream(b"", extra=b"/Filter/Unknown")),
        # An object seems to begin within a text.
        make_pdf(b"(1 0 obj <</First 1/Length 999>> stream\n)", make_object_stream(SCRIPT)),
        make_pdf(make_object_stream(b"", encoded=zlib.compress(bytes(100_000_000)))),
        make_pdf(*[b"<</First 2 0 R>>"] * (MAX_OBJECTS + 2)),
        make_pdf(b"<</First 2 0 R/A " + b"[" * 100_000 + b">>"),
        make_pdf(b"<</First 2 0 R/First 3 0 R>>"),
        make_pdf(OBJECTS, *[b"<</A(" + b"a" * 1_000 + b")>>"] * (MAX_READS // 1_000)),
    ],
)
def test_unreadable_pdf_is_refused(content: bytes) -> None:
    assert find_content_fault(content, PDF) == "unreadable"


# Each makes a file of about so many bytes, which is as costly as its kind can be.
COSTLY: dict[str, Callable[[int], bytes]] = {
    "percent signs": lambda size: make_pdf(b"%" * size),
    "slashes": lambda size: make_pdf(b"/" * size),
    "escaped names": lambda size: make_pdf(b"/#41" * (size // 4)),
    "names in a comment": lambda size: make_pdf(b"/EF %" * (size // 5)),
    "names in comments": lambda size: make_pdf(b"/EF %\n" * (size // 6)),
    "names in a comment before spaces": lambda size: make_pdf(
        b"/EF %" + b"/EF 5/EF %" * (size // 20) + b"\n5" + b" " * (size // 2) + b"x"
    ),
    "names before a comment": lambda size: make_pdf(b"/AA" + b"%\n" * (size // 2)),
    "names before spaces": lambda size: make_pdf(b"/EF" + b" " * size),
    "numbers": lambda size: make_pdf(b"/AA 5 " * (size // 6)),
    "links": lambda size: make_pdf(b"/URI (a)" * (size // 8)),
    "links in a comment": lambda size: make_pdf(
        b"/URI %" * (size // 12) + b"\n(" + b"a" * (size // 2) + b")"
    ),
    "references to open": lambda size: make_pdf(b"/OpenAction 9 0 R\n" * (size // 18)),
    "references and objects": lambda size: make_pdf(b"/OpenAction 9 0 R 9 0 obj" * (size // 25)),
    "actions of a comment": lambda size: make_pdf(
        b"/OpenAction %" * (size // 26) + b"\n<<" + b"/S/GoTo" * (size // 14) + b">>"
    ),
    "digits": lambda size: make_pdf(b"/OpenAction 9 0 R", b"9 " * (size // 2)),
    "objects in a comment": lambda size: make_pdf(OBJECTS, b"1 0 obj%" * (size // 8)),
    "objects in comments": lambda size: make_pdf(OBJECTS, b"1 0 obj%\n" * (size // 9)),
    "objects in a text": lambda size: make_pdf(OBJECTS, b"1 0 obj <</A (" * (size // 14)),
    "words like an object": lambda size: make_pdf(OBJECTS, b" obj" * (size // 4)),
    "nested arrays": lambda size: make_pdf(OBJECTS, b"<</A " + b"[" * size),
    "nested dictionaries": lambda size: make_pdf(OBJECTS, b"<</A " * (size // 5)),
    "many arrays": lambda size: make_pdf(
        OBJECTS, b"<</A[" + (b"[" * 100 + b"]" * 100) * (size // 200) + b"]>>"
    ),
    "many numbers": lambda size: make_pdf(
        OBJECTS, b"<</A[" + (b"[" + b"1 " * 1_000 + b"]") * (size // 2_002) + b"]>>"
    ),
    "hexadecimal digits": lambda size: make_pdf(OBJECTS, b"<</A<" + b"41" * (size // 2) + b">>>"),
    "escapes": lambda size: make_pdf(OBJECTS, b"<</A(" + b"\\777" * (size // 4) + b")>>"),
    "streams without an end": lambda size: make_pdf(OBJECTS, b" obj<</Length 9 0 R>>stream\n" * (size // 28)),
    "index of an object stream": lambda size: make_pdf(
        b"/OpenAction 9 0 R", make_object_stream(b"1 0 " * (size // 4))
    ),
    "inflated names": lambda size: make_pdf(make_object_stream(b"/EF %" * (size // 5))),
}
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)


def measure(content: bytes) -> float:
    begun = time.process_time()
    find_content_fault(content, PDF)
    return time.process_time() - begun


@pytest.mark.parametrize("kind", COSTLY)
def test_work_is_in_proportion_to_the_size(kind: str) -> None:
    """Compare the work for each byte with the work for each byte of a file a tenth as large."""
    make = COSTLY[kind]
    measure(make(SIZES[0]))  # imports the library
    for small, large in zip(SIZES, SIZES[2:], strict=False):
        files = make(small), make(large)
        first = max(min(measure(files[0]) for _ in range(3)), SHORTEST)
        # Work in proportion to the square would be ten times as much for each byte.
        most = 3 * first * large / small
        assert any(measure(files[1]) < most for _ in range(2))
        if first > LONG_ENOUGH:
            break


def test_inflated_bytes_are_limited() -> None:
    bombs = make_pdf(*[make_object_stream(b"", encoded=zlib.compress(bytes(15_000_000)))] * 20)
    assert find_content_fault(bombs, PDF) == "unreadable"


@pytest.mark.parametrize("example", FILE_TYPES, ids=lambda example: example["file"])
def test_type_comes_from_the_first_bytes(example: dict[str, str]) -> None:
    start = bytes.fromhex(example["start"])
    kind = find_file_kind(start)
    assert (get_content_type(start) or (kind and kind.name)) == example["type"]


def test_corpus_has_each_kind() -> None:
    assert {kind.name for kind in FILE_KINDS} <= {example["type"] for example in FILE_TYPES}
