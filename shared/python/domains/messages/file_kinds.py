"""Kinds of files that the portal does not take, by their first bytes, and what to do about each."""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from portal.language import Text

_READ_BYTES = 1_445  # Browsers sniff as many. Source: WHATWG MIME Sniffing.
_TEXT_START = rb"(?:\xef\xbb\xbf)?\s*+"
# Characters that stand in no text. Source: WHATWG MIME Sniffing, 3, binary data bytes.
_BINARY = re.compile(rb"[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_HTML = rb"(?:<!--|<!doctype\s+html|<(?:html|head|body|script|iframe|div|table|p|h1)\b)"


@dataclass(frozen=True)
class FileKind:
    """A kind of files."""

    name: str  # word for tests and documents
    # Tells if the content is of the kind; kinds before it in the table do not match.
    matches: Callable[[bytes], bool]
    text: Text  # what it is, and what to do


def _make_photo_kind(name: str, pattern: bytes, en: str, es: str) -> FileKind:
    saved = Text(
        en=f"{en} Save it as a JPEG and choose the JPEG.", es=f"{es} Guárdela como JPEG y elija el JPEG."
    )
    return FileKind(name, _make_start_matcher(pattern), saved)


def _make_document_kind(name: str, matches: Callable[[bytes], bool], en: str, es: str) -> FileKind:
    saved = Text(
        en=f"{en} Save it as a PDF and choose the PDF.", es=f"{es} Guárdelo como PDF y elija el PDF."
    )
    return FileKind(name, matches, saved)


def _make_start_matcher(pattern: bytes) -> Callable[[bytes], bool]:
    compiled = re.compile(pattern, re.DOTALL | re.IGNORECASE)
    return lambda content: compiled.match(content) is not None


def _archive_with(*names: bytes) -> Callable[[bytes], bool]:
    """Match a ZIP that has one of these files; its parts have their names in plain letters."""
    return lambda content: content.startswith(b"PK\x03\x04") and any(name in content for name in names)


def _is_text(content: bytes) -> bool:
    if not content:
        return False
    start = content[:_READ_BYTES]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):  # byte order marks of UTF-16
        return True
    try:
        # The last character can be cut.
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return not _BINARY.search(start)


# Sources of the first bytes: ISO/IEC 14496-12 and 23008-12, annex B (HEIF, AVIF, MP4), RFC 9649 (WebP),
# TIFF 6.0, GIF89a, PKWARE APPNOTE (ZIP), ECMA-376 (Word, Excel, PowerPoint), ISO/IEC 26300-3
# (OpenDocument), MS-CFB, RTF 1.9.1.
FILE_KINDS: tuple[FileKind, ...] = (
    FileKind(
        "heic",
        _make_start_matcher(rb"....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)"),
        Text(
            en="This is a HEIC photo, as iPhones make. Save it as a JPEG. On an iPhone, open Settings, "
            "Camera, Formats, choose Most Compatible, and take it again.",
            es="Esta es una foto HEIC, como las que hacen los iPhone. Guárdela como JPEG. En un iPhone, abra "
            "Configuración, Cámara, Formatos, elija Más compatible y tómela de nuevo.",
        ),
    ),
    _make_photo_kind("avif", rb"....ftypavi[fs]", "This is an AVIF picture.", "Esta es una imagen AVIF."),
    _make_photo_kind(
        "webp",
        rb"RIFF....WEBP",
        "This is a WebP picture, as many websites use.",
        "Esta es una imagen WebP, como las de muchos sitios web.",
    ),
    _make_photo_kind("gif", rb"GIF8[79]a", "This is a GIF picture.", "Esta es una imagen GIF."),
    _make_photo_kind("bmp", rb"BM....\0\0\0\0", "This is a BMP picture.", "Esta es una imagen BMP."),
    _make_photo_kind(
        "svg",
        _TEXT_START + rb"(?:<\?xml[^>]*>\s*+)?(?:<!--.{0,500}?-->\s*+)?(?:<!doctype\s+svg[^>]*>\s*+)?<svg\b",
        "This is an SVG drawing.",
        "Esta es una imagen SVG.",
    ),
    FileKind(
        "tiff",
        _make_start_matcher(rb"II[*+]\0|MM\0[*+]"),
        Text(
            en="This is a TIFF picture, as scanners make. Save it as a PDF or JPEG, or scan it to PDF.",
            es="Esta es una imagen TIFF, como las de los escáneres. Guárdela como PDF o JPEG, o escanee a "
            "PDF.",
        ),
    ),
    FileKind(
        "video",
        _make_start_matcher(rb"....ftyp|RIFF....AVI |\x1aE\xdf\xa3"),
        Text(
            en="This is a video or a sound. Send a picture or a PDF in its place.",
            es="Este es un video o un sonido. Envíe en su lugar una imagen o un PDF.",
        ),
    ),
    _make_document_kind(
        "word",
        _archive_with(b"word/document"),
        "This is a Word document.",
        "Este es un documento de Word.",
    ),
    _make_document_kind(
        "excel",
        _archive_with(b"xl/workbook"),
        "This is an Excel spreadsheet.",
        "Este es un archivo de Excel.",
    ),
    _make_document_kind(
        "powerpoint",
        _archive_with(b"ppt/presentation"),
        "This is a PowerPoint presentation.",
        "Este es un archivo de PowerPoint.",
    ),
    _make_document_kind(
        "pages",
        _archive_with(b"Index/Document.iwa", b"Index.zip"),
        "This is a Pages, Numbers, or Keynote document.",
        "Este es un documento de Pages, Numbers o Keynote.",
    ),
    _make_document_kind(
        "openDocument",
        _archive_with(b"mimetypeapplication/vnd.oasis.opendocument"),
        "This is an OpenDocument file, as LibreOffice makes.",
        "Este es un archivo OpenDocument, como los de LibreOffice.",
    ),
    _make_document_kind(
        "oldOffice",
        _make_start_matcher(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        "This is an old Word, Excel, or PowerPoint file.",
        "Este es un archivo antiguo de Word, Excel o PowerPoint.",
    ),
    FileKind(
        "zip",
        _make_start_matcher(rb"PK(?:\x03\x04|\x05\x06)|Rar!|7z\xbc\xaf"),
        Text(
            en="This is an archive, such as a ZIP. Open it and choose the files in it one by one.",
            es="Este es un archivo comprimido, como un ZIP. Ábralo y elija uno por uno los archivos que "
            "contiene.",
        ),
    ),
    _make_document_kind(
        "rtf",
        _make_start_matcher(_TEXT_START + rb"\{\\rtf"),
        "This is an RTF document.",
        "Este es un documento RTF.",
    ),
    FileKind(
        "webPage",
        _make_start_matcher(_TEXT_START + rb"(?:<\?xml[^>]*>\s*+)?" + _HTML),
        Text(
            en="This is a web page. If you wanted to download a PDF, sign in on that website and download it "
            "again. Otherwise, print the page to PDF.",
            es="Esta es una página web. Si quería descargar un PDF, inicie sesión en ese sitio y "
            "descárguelo de nuevo. Si no, imprima la página a PDF.",
        ),
    ),
    FileKind(
        "pdfAfterText",
        lambda content: b"%PDF-" in content[:_READ_BYTES],
        Text(
            en="This file has a PDF behind other data, as some mail programs add. Open it and save it again, "
            "for example by printing it to PDF.",
            es="Este archivo tiene un PDF detrás de otros datos, como los que agregan algunos programas de "
            "correo. Ábralo y guárdelo de nuevo, por ejemplo imprimiéndolo a PDF.",
        ),
    ),
    _make_document_kind(
        "text",
        _is_text,
        "This is a plain text file.",
        "Este es un archivo de texto.",
    ),
)


def find_file_kind(content: bytes) -> FileKind | None:
    """Return the kind of a file that is no PDF, PNG, or JPEG; None for an unknown one."""
    return next((kind for kind in FILE_KINDS if kind.matches(content)), None)
