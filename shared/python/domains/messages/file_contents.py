"""Checks of a file's content: it is of one kind, and a PDF has no active content.

A name such as `/JavaScript` can be plain, escaped as in `/J#61vaScript`, or inside a compressed object
stream. The checks search all bytes of the file and every object stream that any reader could find, ignoring
the file's own table of objects (docs/adr/0060).
"""

import io
import logging
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any, Literal

ContentType = Literal["application/pdf", "image/png", "image/jpeg"]
ContentFault = Literal["wrongType", "severalKinds", "activeContent", "unreadable"]

ENDINGS: Mapping[str, tuple[str, ...]] = {
    "application/pdf": (".pdf",),
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg"),
}
"""The types of files that a message or an application can have, and the endings of their names."""

MAX_OBJECTS = 20_000
MAX_INFLATED_BYTES = 16_000_000

# Source: WHATWG MIME Sniffing, 6.1 and 7.1.
_SIGNATURES: tuple[tuple[bytes, ContentType], ...] = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
)
# Brands of HEIF. Source: ISO/IEC 23008-12, annex B.
_HEIC = re.compile(rb"(?s)....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)")
# Number of bytes that browsers sniff. Source: WHATWG MIME Sniffing, 1,445 bytes.
_SNIFFED_BYTES = 1_445
_HTML = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|script|iframe|style|svg|img|object|embed|meta)\b", re.IGNORECASE
)
_HEADER = re.compile(rb"%PDF-\d\.\d")
_END = re.compile(rb"%%EOF[\0\t\n\f\r ]*+\Z")

_SPACE = rb"[\0\t\n\f\r ]"
_SPACES = re.compile(_SPACE + rb"*+")
# White space and comments; long comments are suspicious.
_GAP = rb"(?:[\0\t\n\f\r ]|%[^\r\n]{0,100}[\r\n])*+"
_REFERENCE_TEXT = rb"(\d{1,10})" + _SPACE + rb"++\d{1,5}" + _SPACE + rb"++R"
_NAME_ENDS = rb"(?=[\0\t\n\f\r /\[\]<>(){}%]|\Z)"


def _name(name: str) -> bytes:
    """Return the pattern of a name with optional escapes for each character."""
    spelled = "".join(f"(?:{re.escape(each)}|#(?i:{ord(each):02x}))" for each in name)
    return b"/" + spelled.encode() + _NAME_ENDS


def _make_name_pattern(*names: str) -> bytes:
    return b"(?:" + b"|".join(_name(name) for name in names) + b")"


# Permitted schemes of links; relative links pass too. Escapes within the scheme are suspicious.
_LINK = rb" *+(?:(?i:https?|mailto|tel):|[^:()\\/?#\0-\x1f]*+[)/?#])"
_SCHEMES_IN_HEX = "|".join(scheme.hex() for scheme in (b"http:", b"https:", b"mailto:", b"tel:"))

# Actions other than links to pages and web addresses, and carriers of files, media, or programs.
_ACTIVE = re.compile(
    _make_name_pattern(
        "JavaScript",
        "Launch",
        "SubmitForm",
        "ImportData",
        "Rendition",
        "GoToR",
        "GoToE",
        "GoTo3DView",
        "Movie",
        "Sound",
        "RichMedia",
        "RichMediaContent",
        "RichMediaExecute",
        "EmbeddedFile",
        "EmbeddedFiles",
        "FileAttachment",
    )
    # Names of two or three letters occur in compressed data by chance, so these patterns include context.
    + rb"|"
    + _make_name_pattern("AA", "EF", "XFA")
    + _GAP
    + rb"(?:<<|"
    + _REFERENCE_TEXT
    + rb")|"
    + _name("XFA")
    + _GAP
    + rb"\[|"
    + _make_name_pattern("URI", "Base")
    + _GAP
    + rb"(?:\((?!"
    + _LINK
    + rb")|<(?!<|(?i:"
    + _SCHEMES_IN_HEX.encode()
    + rb"))|"
    + _REFERENCE_TEXT
    + rb")"
)
_ENCRYPTED = re.compile(_name("Encrypt"))
_OPENING = re.compile(_name("OpenAction") + _GAP)
_REFERENCE = re.compile(_REFERENCE_TEXT)
_GOES_TO_A_PAGE = re.compile(_name("S") + _GAP + _name("GoTo"))
_MAX_GO_TO_LENGTH = 1_000
# A key that every object stream needs; outlines have it as well.
_FIRST = re.compile(_name("First"))
_OBJECT = re.compile(rb"(?<=[\0\t\n\f\r \d])obj")
_PAIR = re.compile(rb"(\d{1,10})" + _SPACE + rb"++(\d{1,10})")


def get_content_type(content: bytes) -> ContentType | None:
    """Return the content type by the first bytes of a file, or None for an unsupported one."""
    return next((kind for signature, kind in _SIGNATURES if content.startswith(signature)), None)


def is_heic(content: bytes) -> bool:
    """Tell if a file is a HEIC photo, as phones save them."""
    return _HEIC.match(content) is not None


def find_content_fault(content: bytes, content_type: str) -> ContentFault | None:
    """Return the fault of a file, or None.

    Args:
        content_type: announced content type.
    """
    if get_content_type(content) != content_type:
        return "wrongType"
    if _HTML.search(content, 0, _SNIFFED_BYTES) or zipfile.is_zipfile(io.BytesIO(content)):
        return "severalKinds"
    return _find_pdf_fault(content) if content_type == "application/pdf" else None


def _find_pdf_fault(content: bytes) -> ContentFault | None:
    if not _HEADER.match(content):
        return "severalKinds"
    end = content.rfind(b"%%EOF")
    if end < 0:
        return "unreadable"
    if not _END.match(content, end):
        return "severalKinds"
    if _ACTIVE.search(content):
        return "activeContent"
    if _ENCRYPTED.search(content):
        return "unreadable"
    texts = [(content, 0)]
    try:
        if _FIRST.search(content):
            for text, first in _list_object_streams(content):
                if _ACTIVE.search(text):
                    return "activeContent"
                texts.append((text, first))
    except _UnreadablePdf:
        return "unreadable"
    return "activeContent" if any(_has_open_action(text, texts) for text, _ in texts) else None


class _UnreadablePdf(Exception):
    """The PDF is broken or too large to check."""


class _StrictReader:
    """A reader without a table of objects, which reports faults in an object as errors."""

    strict = True

    def get_object(self, _reference: object) -> int:
        """Return an unknown length of a stream, so that it ends at `endstream`."""
        return -1


def _list_object_streams(content: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the content of each object stream, and the position of its first object.

    Raises:
        _UnreadablePdf: the PDF is broken or too large to check.
    """
    # Importing it takes 200 ms, and most files have no object streams.
    from pypdf import apply_configuration
    from pypdf.generic import StreamObject, read_object

    # Its log messages would quote the file.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    stream = io.BytesIO(content)
    reader: Any = _StrictReader()
    # Objects do not overlap, so that the total work is linear in the size of the file.
    left_to_read, left_to_inflate = len(content), MAX_INFLATED_BYTES
    for number, found in enumerate(_OBJECT.finditer(content)):
        start = _skip_spaces(content, found.end())
        if not content.startswith((b"<<", b"%"), start):
            continue
        stream.seek(start)
        try:
            with apply_configuration(
                zlib_maximum_output_length=left_to_inflate,
                zlib_maximum_recovery_input_length=0,
                lzw_maximum_output_length=left_to_inflate,
                run_length_maximum_output_length=left_to_inflate,
                array_maximum_element_count=MAX_OBJECTS,
                dictionary_maximum_element_count=MAX_OBJECTS,
            ):
                read = read_object(stream, reader)
                inflated, first = b"", 0
                if isinstance(read, StreamObject) and "/First" in read:
                    inflated, first = read.get_data(), int(str(read["/First"]))
        except Exception as error:  # any class: the library does not validate its input
            raise _UnreadablePdf from error
        left_to_read -= stream.tell() - start
        left_to_inflate -= len(inflated)
        if left_to_read < 0 or left_to_inflate <= 0 or number >= MAX_OBJECTS:
            raise _UnreadablePdf
        if inflated:
            yield inflated, first


def _has_open_action(text: bytes, texts: list[tuple[bytes, int]]) -> bool:
    """Tell if opening the PDF triggers anything other than going to a page."""
    for found in _OPENING.finditer(text):
        start = found.end()
        reference = _REFERENCE.match(text, start)
        targets = _find_definitions(int(reference[1]), texts) if reference else [(text, start)]
        if not all(_is_page(target, at) for target, at in targets):
            return True
    return False


def _is_page(text: bytes, start: int) -> bool:
    if text.startswith(b"<<", start):
        end = text.find(b">>", start, start + _MAX_GO_TO_LENGTH)
        return _GOES_TO_A_PAGE.search(text, start, end) is not None
    return text.startswith(b"[", start)


def _find_definitions(number: int, texts: list[tuple[bytes, int]]) -> Iterator[tuple[bytes, int]]:
    """Find the definitions of an object in all revisions of the file."""
    (content, _), *object_streams = texts
    heads = re.compile(rb"(?<!\d)0*%d" % number + _SPACE + rb"++\d{1,5}" + _SPACE + rb"++obj" + _GAP)
    for found in heads.finditer(content):
        yield content, found.end()
    for text, first in object_streams:
        for known, offset in _PAIR.findall(text, 0, first):
            if int(known) == number:
                yield text, _skip_spaces(text, first + int(offset))


def _skip_spaces(text: bytes, start: int) -> int:
    found = _SPACES.match(text, start)
    return found.end() if found else start
