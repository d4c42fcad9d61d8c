"""Checks of a file's content: it is of one kind, and a PDF has no active content.

A name such as `/JavaScript` can be plain, escaped as in `/J#61vaScript`, or inside a compressed object
stream. The checks search all bytes of the file and every object stream that any reader could find, ignoring
the file's own table of objects (docs/adr/0060). Strings and streams of a PDF that opens without a password
are decrypted for the checks.
"""

import io
import re
import zipfile
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Literal

from domains.messages.pdf_decryption import Decryption, LockedPdf, UnusualProtection
from domains.messages.pdf_names import ENCRYPTED, FIRST, NAME, SPACE, XFA
from domains.messages.pdf_objects import (
    GAP,
    HEAD,
    MAX_HEAD_LENGTH,
    MAX_OBJECTS,
    OBJECT,
    SPACES,
    ObjectReader,
    PdfBytes,
    PositionedObject,
    UnreadablePdf,
    list_object_streams,
    open_encrypted,
    skip,
)

ContentType = Literal["application/pdf", "image/png", "image/jpeg"]
ContentFault = Literal[
    "wrongType", "severalKinds", "surroundedPdf", "activeContent", "xfaForm", "locked", "unreadable"
]

ENDINGS: Mapping[str, tuple[str, ...]] = {
    "application/pdf": (".pdf",),
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg"),
}
"""The types of files that a message or an application can have, and the endings of their names."""


# Bytes that mail programs and editors leave before a PDF, and that readers skip.
_BEFORE_PDF = rb"(?:\xef\xbb\xbf)?[\0\t\n\f\r ]{0,1000}"
# Source: WHATWG MIME Sniffing, 6.1 and 7.1.
_SIGNATURES: tuple[tuple[re.Pattern[bytes], ContentType], ...] = (
    (re.compile(_BEFORE_PDF + rb"%PDF-"), "application/pdf"),
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
)
# Number of bytes that browsers sniff. Source: WHATWG MIME Sniffing, 1,445 bytes.
_SNIFFED_BYTES = 1_445
_HTML = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|script|iframe|style|svg|img|object|embed|meta)\b", re.IGNORECASE
)
_HEADER = re.compile(_BEFORE_PDF + rb"%PDF-\d\.\d")
# CP/M and DOS end a text with 0x1A.
_END = re.compile(rb"%%EOF[\0\t\n\f\r\x1a ]*+\Z")


# Some readers take `5.0`, `+5`, `.5e1`, and `5+0` for numbers of a reference.
_NUMBER_STARTS = rb"[\d+.\-]"
# In 3 MB of compressed data, `/AA` or `/EF` with such a value occurs by chance once in 100,000 files
# (without looking at the value, once in 40); the other names have four bytes or more.
_DICTIONARY = re.compile(rb"<<|" + _NUMBER_STARTS + rb"[\d+.\-eE]*+(?:%|" + SPACE + rb"*+[\d+.\-%R])")
# Permitted schemes of links; relative links pass too. Escapes within the scheme are suspicious, and `//host`
# can be a server of files.
_LINK = rb" *+(?!//)(?:(?i:https?|mailto|tel):|[^:()\\/?#\0-\x1f]*+[)/?#])"
_SCHEMES_IN_HEX = "|".join(scheme.hex() for scheme in (b"http:", b"https:", b"mailto:", b"tel:"))
_REFUSED_LINK = re.compile(
    rb"\((?!" + _LINK + rb")|<(?!<|(?i:" + _SCHEMES_IN_HEX.encode() + rb"))|" + _NUMBER_STARTS
)
# The same for bytes that a reader could take for the target without decrypting them.
_PLAIN_SCHEME = re.compile(
    rb"[\s\xfe\xff\xef\xbb\xbf]*+(?:[A-Za-z][A-Za-z\d+.\-]{3,40}+\s*+:|[\\/]{2}[\w.\-]{3})"
)
_STRING = re.compile(rb"\(|<(?!<)")
_CONTROL = re.compile(rb"[\0-\x1f\x7f]")
_TYPE = re.compile(rb"/Type" + SPACE + rb"*\Z")
_MAX_TYPE_LENGTH = 12

_REFERENCE = re.compile(rb"(\d{1,10})" + SPACE + rb"++\d{1,5}" + SPACE + rb"++R")
# An action that goes to a page, prints, and has no other key; a chain (`/Next`) could do anything.
_GO_TO = re.compile(
    rb"""(?xs) << (?: SPACE*+ (?:
        /Type SPACE*+ /Action
        | /S SPACE*+ /(?:GoTo|Named)
        | /N SPACE*+ /(?:Print|NextPage|PrevPage|FirstPage|LastPage)
        | /D SPACE*+ (?:
            \[ [^\[\]<>(){}%]*+ \]
            | \( (?: [^()\\] | \\. )*+ \)
            | < [\da-fA-F\s]*+ >
            | / [^\0\s/\[\]<>(){}%]++
            | \d++ SPACE++ \d++ SPACE++ R
        )
    ) )++ SPACE*+ >>""".replace(b"SPACE", rb"[\0\t\n\f\r\x20]")
)
_INDEX = re.compile(rb"(?:" + SPACE + rb"*+\d{1,10}(?!\d))*+" + SPACE + rb"*+")
_NUMBER = re.compile(rb"\d++")


def get_content_type(content: bytes) -> ContentType | None:
    """Return the content type by the first bytes of a file, or None for an unsupported one."""
    return next((kind for signature, kind in _SIGNATURES if signature.match(content)), None)


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
        return "surroundedPdf"
    try:
        return _find_fault_of_objects(content)
    except LockedPdf:
        return "locked"
    except (UnreadablePdf, UnusualProtection):
        return "unreadable"


_Place = tuple[PdfBytes, int]


def _find_fault_of_objects(content: bytes) -> ContentFault | None:
    """Return the fault of a PDF's objects.

    Raises:
        UnreadablePdf: the PDF is broken or too large to check.
        LockedPdf: see its docstring.
        UnusualProtection: see its docstring.
    """
    texts = [PdfBytes(content)]
    openings: list[_Place] = []
    links: list[int] = []
    is_encrypted = ENCRYPTED.search(content) is not None
    if fault := _list_openings(texts[0], openings, links if is_encrypted else None):
        return fault
    if is_encrypted or FIRST.search(content):
        reader = ObjectReader(content)
        dictionaries: Iterable[PositionedObject] = reader.list_dictionaries()
        decryption = None
        if is_encrypted:
            dictionaries = list(dictionaries)
            decryption = open_encrypted(reader, dictionaries)
            if _has_refused_link(reader, links, decryption):
                return "activeContent"
        for text in list_object_streams(reader, dictionaries, decryption):
            if fault := _list_openings(text, openings):
                return fault
            texts.append(text)
    return None if _go_to_pages(openings, texts) else "activeContent"


def _list_openings(
    text: PdfBytes, openings: list[_Place], links: list[int] | None = None
) -> ContentFault | None:
    """Add the values of `/OpenAction`; return a fault if another name shows active content.

    Args:
        links: gets the positions of links that are encrypted strings; None if strings are plain.
    """
    content = text.content
    for kind, position, value in _list_values(content):
        match kind:
            case "dictionary":
                refused = _DICTIONARY.match(content, value) is not None
            case "link" if links is not None and _STRING.match(content, value):
                links.append(value)
                refused = False
            case "link":
                refused = _REFUSED_LINK.match(content, value) is not None
            case "thread":
                before = content[max(0, position - _MAX_TYPE_LENGTH) : position]
                refused = _TYPE.search(before) is None
            case "opening":
                openings.append((text, value))
                refused = len(openings) > MAX_OBJECTS
            case "form":
                return "xfaForm"
            case _:
                refused = True
        if refused:
            # The words for a form help more: its scripts are part of it.
            return "xfaForm" if XFA.search(content) else "activeContent"
    return None


def _list_values(content: bytes) -> Iterator[tuple[str | None, int, int]]:
    """Yield the kind and the position of each name in `_NAMES`, and the position of its value.

    White space and comments can be between them. Any number of names can be inside one comment, and all of
    them have the value behind it: each comment is read once, and each value is yielded once for a kind.
    """
    behind_comments = 0
    seen: dict[str | None, int] = {}
    for match in NAME.finditer(content):
        value = skip(SPACES, content, match.end())
        if content.startswith(b"%", value):
            if value >= behind_comments:
                behind_comments = skip(GAP, content, value)
            value = behind_comments
            if seen.get(match.lastgroup) == value:
                continue
            seen[match.lastgroup] = value
        yield match.lastgroup, match.start(), value


def _has_refused_link(reader: ObjectReader, links: list[int], decryption: Decryption) -> bool:
    """Tell if the target of a link is refused, decrypted or as it is.

    Args:
        links: positions of strings.

    Raises:
        UnreadablePdf: the PDF is broken or too large to check.
        UnusualProtection: a string is not encrypted for its object.
    """
    if len(links) > MAX_OBJECTS:
        raise UnreadablePdf
    objects = [match.start() for match in OBJECT.finditer(reader.content)]
    left_to_read = len(reader.content)
    for position in links:
        read, end = reader.read_object(position)
        left_to_read -= end - position
        before = bisect_left(objects, position) - 1
        if left_to_read < 0 or before < 0:
            raise UnreadablePdf
        raw: bytes = read.original_bytes
        target = decryption.decrypt(raw, *reader.get_head(objects[before]))
        if (
            _PLAIN_SCHEME.match(raw.replace(b"\0", b""))
            or _REFUSED_LINK.match(b"(" + target + b")")
            or not _is_text(target)
        ):
            return True
    return False


def _is_text(target: bytes) -> bool:
    """Tell if the bytes are text and not what a wrong key makes of it."""
    try:
        target.decode()
    except UnicodeDecodeError:
        return False
    return not _CONTROL.search(target)


def _go_to_pages(openings: list[_Place], texts: list[PdfBytes]) -> bool:
    """Tell if opening the PDF triggers nothing other than going to a page."""
    references: set[int] = set()
    for text, value in openings:
        if reference := _REFERENCE.match(text.content, value):
            references.add(int(reference[1]))
        elif not _is_page(text, value):
            return False
    if not references:
        return True
    definitions = _list_definitions(texts)
    return all(
        number in definitions and all(_is_page(*place) for place in definitions[number])
        for number in references
    )


def _is_page(text: PdfBytes, start: int) -> bool:
    return text.content.startswith(b"[", start) or _GO_TO.match(text.content, start) is not None


def _list_definitions(texts: list[PdfBytes]) -> Mapping[int, list[_Place]]:
    """Return the definitions of each object in all revisions of the file.

    Raises:
        UnreadablePdf: there are too many, or some readers could read a number in another way.
    """
    definitions: dict[int, list[_Place]] = {}
    file, *object_streams = texts
    for number, match in enumerate(OBJECT.finditer(file.content)):
        head = HEAD.search(file.content[max(0, match.start() - MAX_HEAD_LENGTH) : match.start()])
        value = skip(SPACES, file.content, match.end())
        if number >= MAX_OBJECTS or file.content.startswith(b"%", value):
            raise UnreadablePdf
        if head:
            definitions.setdefault(int(head[1]), []).append((file, value))
        elif file.content.startswith(b"<<", value):
            raise UnreadablePdf
    for text in object_streams:
        if not _INDEX.fullmatch(text.content, 0, text.first):
            raise UnreadablePdf
        numbers = [
            int(each[0])
            for each in islice(_NUMBER.finditer(text.content, 0, text.first), 2 * MAX_OBJECTS + 1)
        ]
        if len(numbers) > 2 * MAX_OBJECTS:
            raise UnreadablePdf
        for number, offset in zip(numbers[::2], numbers[1::2], strict=False):
            place = text, skip(SPACES, text.content, text.first + offset)
            definitions.setdefault(number, []).append(place)
    return definitions
