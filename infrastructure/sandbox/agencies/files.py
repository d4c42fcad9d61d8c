"""Small files for messages, generated so that the repository has no binary files."""

import struct
import zlib
from dataclasses import dataclass
from typing import Literal, get_args

FileKind = Literal["none", "pdf", "png", "harmful"]
"""File of a sandbox message: `harmful` is a PDF in which every scanner finds the test virus."""

FILE_KINDS: tuple[FileKind, ...] = get_args(FileKind)

_PICTURE_SIZE = 96
_BRAND, _SAND = b"\x1f\x6f\x54", b"\xf3\xe6\xcf"
# In two halves, so that no virus scanner reports this source file. Source: eicar.org.
_TEST_VIRUS = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"


@dataclass(frozen=True, slots=True)
class File:
    """A file to be attached."""

    name: str
    content_type: str
    content: bytes


def make_file(kind: FileKind, title: str) -> File | None:
    """Return a file of a kind.

    Args:
        title: stands in the file; of ASCII, because the font of the PDF has nothing else.
    """
    match kind:
        case "none":
            return None
        case "pdf":
            return File("Notice.pdf", "application/pdf", _make_pdf(title))
        case "png":
            return File("Map.png", "image/png", _make_png())
        case "harmful":
            # After the end of the document, where readers of PDF read no more.
            return File("Invoice.pdf", "application/pdf", _make_pdf(title) + _TEST_VIRUS + b"\n")


def make_certificate(text: str) -> File:
    """Return the certificate that an agency sends with an approval.

    Args:
        text: one line of ASCII.
    """
    return File("Certificate.pdf", "application/pdf", _make_pdf(text))


def _make_pdf(title: str) -> bytes:
    """Return a PDF of one page with a line of text (ISO 32000-1, 7.5)."""
    line = title.encode("ascii", "replace").replace(b"\\", b"").replace(b"(", b"").replace(b")", b"")
    text = b"BT /F1 18 Tf 72 720 Td (" + line + b") Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    document = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(document))
        document += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return (
        document
        + b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
        + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(document))
    )


def _make_png() -> bytes:
    """Return a picture of two colors (PNG specification, 5)."""
    half = _PICTURE_SIZE // 2
    row = b"\x00" + _SAND * half + _BRAND * half
    header = struct.pack(">IIBBBBB", _PICTURE_SIZE, _PICTURE_SIZE, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _make_chunk(b"IHDR", header)
        + _make_chunk(b"IDAT", zlib.compress(row * _PICTURE_SIZE))
        + _make_chunk(b"IEND", b"")
    )


def _make_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
