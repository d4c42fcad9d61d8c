"""Recipes of files that people and programs honestly send, and of files that attack a reader.

Each recipe makes the bytes when it is called. A malicious PDF names what pypdf has to see in it, so that a
recipe cannot be harmless by mistake; some constructs only act in other readers, and say in which.
"""

import io
import random
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.cases import read_cases
from tests.unit.messages.file_builders import (
    FONT,
    GO_TO,
    JPEG,
    PAGE,
    PDF,
    PNG,
    SCRIPT,
    make_compact_pdf,
    make_jpeg,
    make_linearized_pdf,
    make_link,
    make_pdf,
    make_png,
    make_random_pdf,
    make_signed_pdf,
    make_stream,
    update_pdf,
)


def make_archive() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as opened:
        opened.writestr("a.txt", "a")
    return target.getvalue()


@dataclass(frozen=True)
class Recipe:
    """A file to make.

    Attributes:
        sees: what pypdf sees in a malicious PDF: a key, a name, or `scheme:` of a link. Empty where the
            construct acts in other readers only, or is a broken file.
        fault: what the portal finds.
    """

    make: Callable[[], bytes]
    sees: str = ""
    fault: str | None = None
    content_type: str = PDF


def _make_from_row(row: Mapping[str, Any]) -> bytes:
    options = {name: row[name].encode("latin-1") for name in ("version", "line", "trailer") if name in row}
    page = make_link(row["link"].encode("latin-1")) if "link" in row else row.get("page", "").encode()
    catalog = row.get("catalog", "").encode("latin-1")
    objects = map(_make_object, row.get("objects", ()))
    return (make_compact_pdf if row.get("compact") else make_pdf)(catalog, page, *objects, **options)


def _make_object(value: str | Mapping[str, Any]) -> bytes:
    if isinstance(value, str):
        return value.encode("latin-1")
    keys = value.get("keys", "").encode("latin-1")
    return make_stream(value["stream"].encode("latin-1"), keys, compressed=value.get("compressed", False))


def _read_recipes(side: str, fault: str | None) -> Mapping[str, Recipe]:
    """Read PDFs by the parts that `make_pdf` takes, each byte as a character of Latin-1."""
    return {
        name: Recipe(partial(_make_from_row, row), row.get("sees", ""), row.get("fault", fault))
        for name, row in read_cases(__file__)[side].items()
    }


XMP = (
    b'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>'
)

_HONEST_PDFS: Mapping[str, Callable[[], bytes]] = {
    "NUL and white space at the end": lambda: make_pdf() + b"\0\r\n ",
    "object streams, table with a predictor": lambda: make_compact_pdf(predictor=True),
    "linearized": make_linearized_pdf,
    "a later revision": lambda: update_pdf(make_pdf(), 5, FONT),
    "three revisions": lambda: update_pdf(update_pdf(make_pdf(), 5, FONT), 3, PAGE % b"/Rotate 90"),
    "signed": make_signed_pdf,
    "signed, then a later revision": lambda: update_pdf(make_signed_pdf(), 5, FONT),
    "after a byte order mark": lambda: b"\xef\xbb\xbf" + make_pdf(),
    "after empty lines": lambda: b"\r\n\r\n" + make_pdf(),
    "opens at a page, in two revisions": lambda: update_pdf(
        make_pdf(b"/OpenAction 6 0 R", b"", GO_TO), 6, b"[3 0 R/Fit]"
    ),
    "metadata": lambda: make_pdf(b"/Metadata 6 0 R", b"", make_stream(XMP, b"/Type/Metadata/Subtype/XML")),
    "profile of colors": lambda: make_pdf(
        b"/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 6 0 R>>]",
        b"",
        make_stream(bytes(500), b"/N 3", compressed=True),
    ),
    "embedded font": lambda: make_pdf(
        b"",
        b"",
        b"<</Type/FontDescriptor/FontName/ABCDEF+Body/Flags 4/FontFile2 7 0 R>>",
        make_stream(random.Random(7).randbytes(60_000), b"/Length1 60000", compressed=True),
    ),
    "picture": lambda: make_pdf(
        b"",
        b"",
        make_stream(
            make_jpeg(),
            b"/Type/XObject/Subtype/Image/Width 40/Height 30/ColorSpace/DeviceRGB"
            b"/BitsPerComponent 8/Filter/DCTDecode",
        ),
    ),
    "a thousand objects": lambda: make_pdf(b"", b"", *[b"[(%d)]" % number for number in range(1000)]),
    "a thousand objects in a stream": lambda: make_compact_pdf(b"", b"", *[b"[(text)]"] * 1000),
    "100 KB of random data": lambda: make_random_pdf(100_000, 1),
    "1 MB of random data": lambda: make_random_pdf(1_000_000, 2),
    "3 MB of random data": lambda: make_random_pdf(2_990_000, 3),
    "3 MB of zeros": lambda: make_pdf(b"", b"", make_stream(bytes(2_990_000))),
    "3 MB of percent signs": lambda: make_pdf(b"", b"", make_stream(b"%" * 2_990_000)),
}

_HONEST_PICTURES: Mapping[str, Recipe] = {
    "small PNG": Recipe(make_png, content_type=PNG),
    "PNG of 1.5 MB": Recipe(lambda: make_png(800, 600, noise=True), content_type=PNG),
    "PNG with a text": Recipe(lambda: make_png(text="Made with JavaScript"), content_type=PNG),
    "small JPEG": Recipe(make_jpeg, content_type=JPEG),
    "progressive JPEG": Recipe(lambda: make_jpeg(progressive=True), content_type=JPEG),
    "JPEG with a comment": Recipe(lambda: make_jpeg(comment=b"Permit 12"), content_type=JPEG),
    "JPEG with Exif data": Recipe(
        lambda: make_jpeg(exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"), content_type=JPEG
    ),
    "JPEG of 1 MB": Recipe(lambda: make_jpeg(1000, 800, noise=True, quality=95), content_type=JPEG),
}

HONEST: Mapping[str, Recipe] = {
    **_read_recipes("honest", None),
    **{name: Recipe(make) for name, make in _HONEST_PDFS.items()},
    **_HONEST_PICTURES,
}

# Ways to write a value that readers take for the same as `6 0 R`.
_LONG = b"%" + b"x" * 120
REFERENCES: Mapping[str, bytes] = {
    "a long comment": b" " + _LONG + b"\n6 0 R",
    "a comment of 3,000 characters": b"%" + b"x" * 3_000 + b"\n6 0 R",
    "300 comments": b"%\n" * 300 + b"6 0 R",
    "a comment that ends with CR": b"%x\r6 0 R",
    "NUL and form feed": b"\0\f6\0000\fR",
    "a comment in the reference": b" 6 %x\n0 R",
    "a comment before R": b" 6 0 %x\nR",
    "zeros before the number": b" 00000000006 0 R",
    "zeros for the generation": b" 6 000000 R",
    "a plus sign": b" +6 0 R",
    "a decimal point": b" 6.0 0 R",
    "numbers without white space": b" 6+0 R",
    "R without white space": b" 6 0R",
}
"""pypdf reads the first nine but for comments inside; PDF.js and Poppler read those, and signs and points."""


def _refuse(sees: str, make: Callable[[], bytes], fault: str = "activeContent") -> Recipe:
    return Recipe(make, sees, fault)


_XFA = make_stream(b"<xdp><script>app.alert(1)</script></xdp>", compressed=True)
_SPELLED: Mapping[str, bytes] = {
    "/AA": b"<</O<</S/URI/URI(https://attacker.example)>>>>",
    "/EF": b"<</F 6 0 R>>",
    "/XFA": _XFA,
    "/URI": b"(javascript:alert\\(1\\))",
}
_READ_BY_PYPDF = (
    "a long comment",
    "a comment of 3,000 characters",
    "a comment that ends with CR",
    "a plus sign",
)


def _make_spelled(name: str, spelled: bytes) -> Callable[[], bytes]:
    entry = name.encode() + spelled
    if name == "/URI":
        return lambda: make_pdf(b"", make_link(b"/S/URI" + entry), _SPELLED[name])
    if name == "/XFA":
        return lambda: make_pdf(b"/AcroForm<<" + entry + b">>", b"", _SPELLED[name])
    return lambda: make_pdf(entry, b"", _SPELLED[name])


_HIDDEN_REFERENCES = {
    f"{name} with {how}": _refuse(
        ("javascript:" if name == "/URI" else name) if how in _READ_BY_PYPDF else "",
        _make_spelled(name, spelled),
        "xfaForm" if name == "/XFA" else "activeContent",
    )
    for name in _SPELLED
    for how, spelled in REFERENCES.items()
}


def _make_unlisted() -> bytes:
    """Make a file with an object that its table does not name; readers that repair a table find it."""
    return make_pdf().replace(b"xref\n0", b"9 0 obj\n" + SCRIPT + b"\nendobj\nxref\n0")


WEB = b"<</S/URI/URI(https://attacker.example)>>"


def _make_object_stream(
    keys: bytes, inside: bytes = SCRIPT, data: bytes | None = None
) -> Callable[[], bytes]:
    packed = zlib.compress(b"9 0 " + inside) if data is None else data
    return lambda: make_pdf(
        b"", b"", b"<<%s>>\nstream\n%s\nendstream" % (keys.replace(b"LENGTH", b"%d" % len(packed)), packed)
    )


_STREAM_KEYS = b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length LENGTH"


def _compress_behind_a_word() -> bytes:
    """Compress a script behind the plain word `endstream`."""
    packer = zlib.compressobj(0)
    plain = packer.compress(b"9 0 (\nendstream ") + packer.flush(zlib.Z_FULL_FLUSH)
    rest = zlib.compressobj(9, zlib.DEFLATED, -15)
    hidden = b")" + SCRIPT * 3
    check = zlib.adler32(b"9 0 (\nendstream " + hidden)
    return plain + rest.compress(hidden) + rest.flush() + check.to_bytes(4, "big")


_BROKEN: Mapping[str, Callable[[], bytes]] = {
    "filters in a row": _make_object_stream(
        b"/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]/Length LENGTH",
        data=zlib.compress(b"9 0 " + SCRIPT).hex().encode() + b">",
    ),
    "filter named as in a picture on a page": _make_object_stream(
        b"/Type/ObjStm/N 1/First 4/F/FlateDecode/Length LENGTH"
    ),
    "filter in another object": _make_object_stream(b"/Type/ObjStm/N 1/First 4/Filter 7 0 R/Length LENGTH"),
    "object stream with a predictor": _make_object_stream(
        _STREAM_KEYS + b"/DecodeParms<</Predictor 12/Columns 4>>"
    ),
    "object stream with a wrong key": _make_object_stream(b"null " + _STREAM_KEYS),
    "object stream with a comment before its data": lambda: _make_object_stream(_STREAM_KEYS)().replace(
        b">>\nstream", b">>%x\nstream", 2
    ),
    "object stream that goes on behind endstream": _make_object_stream(
        b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 7 0 R", data=_compress_behind_a_word()
    ),
    "object stream with NUL as white space": _make_object_stream(
        b"/Type/ObjStm/N 1/First\0004/Filter/FlateDecode/Length LENGTH"
    ),
    "start of the objects in another object": _make_object_stream(
        b"/Type/ObjStm/N 1/First 7 0 R/Filter/FlateDecode/Length LENGTH"
    ),
    "object stream that inflates to 100 MB": _make_object_stream(
        _STREAM_KEYS, data=zlib.compress(bytes(100_000_000))
    ),
    "object stream that is cut off": _make_object_stream(
        _STREAM_KEYS, data=zlib.compress(b"9 0 " + SCRIPT)[:-6]
    ),
    "cut off": lambda: make_pdf()[:-10],
}

_SEVERAL_KINDS: Mapping[str, Recipe] = {
    "PDF and web page": Recipe(lambda: b"%PDF-<script>alert(1)</script>" + make_pdf()),
    "PDF with a web page in a comment": Recipe(lambda: make_pdf(b"%<!DOCTYPE  html>\n")),
    "PDF and archive": Recipe(lambda: make_pdf() + make_archive() + b"\n%%EOF\n"),
    "PNG and archive": Recipe(lambda: make_png() + make_archive(), content_type=PNG),
    "PNG and web page": Recipe(lambda: make_png(text="<script>alert(1)</script>"), content_type=PNG),
    "JPEG and archive": Recipe(lambda: make_jpeg() + make_archive(), content_type=JPEG),
    "JPEG and web page": Recipe(lambda: make_jpeg(comment=b"<svg onload=alert(1)>"), content_type=JPEG),
}

_WRONG_TYPES: Mapping[str, Recipe] = {
    "JPEG announced as PNG": Recipe(make_jpeg, content_type=PNG),
    "PDF announced as JPEG": Recipe(make_pdf, content_type=JPEG),
    "PDF after the headers of a web server": Recipe(lambda: b"HTTP/1.1 200 OK\r\n\r\n" + make_pdf()),
}

MALICIOUS: Mapping[str, Recipe] = {
    **_read_recipes("malicious", "activeContent"),
    "script in an object stream without a type": _refuse(
        "", _make_object_stream(b"/N 1/F#69rst 4/Filter/FlateDecode/Length LENGTH")
    ),
    "script in an object stream, length in another object": _refuse(
        "", _make_object_stream(b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 7 0 R")
    ),
    "script that the table does not name": _refuse("", _make_unlisted),
    "script in an earlier revision": _refuse("", lambda: update_pdf(make_pdf(b"", b"", SCRIPT), 6, b"<<>>")),
    "script in a later revision": _refuse("/JavaScript", lambda: update_pdf(make_pdf(), 6, SCRIPT)),
    "form in XML": _refuse(
        "/XFA", lambda: make_pdf(b"/AcroForm<</XFA[(template) 6 0 R]>>", b"", _XFA), "xfaForm"
    ),
    "form in XML, after a long comment": _refuse(
        "/XFA", lambda: make_pdf(b"/AcroForm<</XFA " + _LONG + b"\n[(t) 6 0 R]>>", b"", _XFA), "xfaForm"
    ),
    "opens a website in an earlier revision": _refuse(
        "", lambda: update_pdf(make_pdf(b"/OpenAction 6 0 R", b"", WEB), 6, GO_TO)
    ),
    "link to a script after a comment": _refuse(
        "javascript:", lambda: make_pdf(b"", make_link(b"/S/URI/URI%" + b"x" * 200 + b"\r(javascript:a)"))
    ),
    **_HIDDEN_REFERENCES,
    **{name: _refuse("", make, "unreadable") for name, make in _BROKEN.items()},
    **{
        name: Recipe(each.make, "", "severalKinds", each.content_type)
        for name, each in _SEVERAL_KINDS.items()
    },
    "PDF and program": Recipe(lambda: make_pdf() + b"MZ\x90", fault="surroundedPdf"),
    **{name: Recipe(each.make, "", "wrongType", each.content_type) for name, each in _WRONG_TYPES.items()},
}
