"""Small files for messages, generated so that the repository has no binary files."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Literal

from PIL import Image

FileKind = Literal["none", "pdf", "png", "harmful"]
"""File of a sandbox message: `harmful` is a PDF in which every scanner finds the test virus."""

EXPLAINED_FILES: Mapping[FileKind, str] = {
    "none": "No file",
    "pdf": "A PDF",
    "png": "A PNG",
    "harmful": "A PDF with the test virus",
}

# The same file at each start.
_CREATED_AT = datetime(2026, 1, 1, tzinfo=UTC)
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
        title: stands in a PDF.
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
    """Return the certificate that an agency sends with an approval."""
    return File("Certificate.pdf", "application/pdf", _make_pdf(text))


def _make_pdf(line: str) -> bytes:
    """Return a PDF of one page with a line of text; characters that its font lacks become question marks."""
    # Importing it takes half a second, and most starts of the portal make no file.
    from fpdf import FPDF

    document = FPDF(unit="pt", format="letter")
    document.set_creation_date(_CREATED_AT)
    document.add_page()
    document.set_font("helvetica", size=18)
    document.text(72, 72, line.encode("latin-1", "replace").decode("latin-1"))
    return bytes(document.output())


def _make_png() -> bytes:
    picture = Image.new("RGB", (96, 96), "#f3e6cf")
    picture.paste("#1f6f54", (48, 0, 96, 96))
    content = BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()
