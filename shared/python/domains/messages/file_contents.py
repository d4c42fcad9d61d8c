"""Checks of a file's content: it is of one kind, and a PDF has no active content.

A name such as `/JavaScript` can be plain, escaped as in `/J#61vaScript`, or inside a compressed object
stream. The checks search all bytes of the file and every object stream that any reader could find, ignoring
the file's own table of objects (docs/adr/0060). Strings and streams of a PDF that opens without a password
are decrypted for the checks.
"""

import io
import logging
import re
import zipfile
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from domains.messages.pdf_decryption import (
    Decryption,
    LockedPdf,
    UnusualProtection,
    open_with_empty_password,
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

MAX_OBJECTS = 20_000
MAX_INFLATED_BYTES = 16_000_000
# The library reads dictionaries and arrays byte by byte, 1 MB in a second, and streams at once. A function
# has a third of a processor and ten seconds.
MAX_READS = 2_000_000

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

_SPACE = rb"[\0\t\n\f\r ]"
_SPACES = re.compile(_SPACE + rb"*+")
_GAP = re.compile(rb"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+")
_NAME_ENDS = rb"(?=[\0\t\n\f\r /\[\]<>(){}%]|#00|\Z)"
"""The end of a name; some readers end it at an escaped NUL, too."""

_Kind = Literal["active", "form", "dictionary", "link", "thread", "opening"]
_NAMES: Mapping[_Kind, tuple[str, ...]] = {
    # Actions other than links to pages and web addresses, and carriers of files, media, or programs.
    "active": (
        "JavaScript",
        "OnInstantiate",
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
    ),
    # A form of which the PDF shows a page that asks for Adobe Reader.
    "form": ("XFA",),
    # Actions that run by themselves and files; a name of an XObject or a font otherwise.
    "dictionary": ("AA", "EF"),
    "link": ("URI", "Base"),
    # An action that can open another file, or the type of an article.
    "thread": ("Thread",),
    "opening": ("OpenAction",),
}


def _spell(name: str) -> str:
    """Return the pattern of a name with optional escapes for each character."""
    return "".join(f"(?:{re.escape(each)}|#(?i:{ord(each):02x}))" for each in name)


def _make_name_pattern(names: Mapping[str, tuple[str, ...]]) -> re.Pattern[bytes]:
    """Return a pattern with a group for each kind of name; its work at each slash is bounded."""
    kinds = (f"(?P<{kind}>{'|'.join(map(_spell, spelled))})" for kind, spelled in names.items())
    starts = "".join(sorted({name[0] for spelled in names.values() for name in spelled}))
    return re.compile(f"/(?=[{starts}#])(?:{'|'.join(kinds)})".encode() + _NAME_ENDS)


_NAME = _make_name_pattern({str(kind): names for kind, names in _NAMES.items()})
_ENCRYPTED = _make_name_pattern({"encrypted": ("Encrypt",)})
_XFA = _make_name_pattern({"form": _NAMES["form"]})
_TRAILER = re.compile(rb"trailer")
# A key that every object stream needs; outlines have it as well.
_FIRST = _make_name_pattern({"first": ("First",)})

# Some readers take `5.0`, `+5`, `.5e1`, and `5+0` for numbers of a reference.
_NUMBER_STARTS = rb"[\d+.\-]"
# In 3 MB of compressed data, `/AA` or `/EF` with such a value occurs by chance once in 100,000 files
# (without looking at the value, once in 40); the other names have four bytes or more.
_DICTIONARY = re.compile(rb"<<|" + _NUMBER_STARTS + rb"[\d+.\-eE]*+(?:%|" + _SPACE + rb"*+[\d+.\-%R])")
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
_TYPE = re.compile(rb"/Type" + _SPACE + rb"*\Z")
_MAX_TYPE_LENGTH = 12

_REFERENCE = re.compile(rb"(\d{1,10})" + _SPACE + rb"++\d{1,5}" + _SPACE + rb"++R")
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
_OBJECT = re.compile(rb"(?<=[\0\t\n\f\r \d])obj")
_HEAD = re.compile(rb"(?<![\d+.\-eE])(\d{1,10})" + _SPACE + rb"{1,4}(\d{1,5})" + _SPACE + rb"{1,4}\Z")
_MAX_HEAD_LENGTH = 32
_INDEX = re.compile(rb"(?:" + _SPACE + rb"*+\d{1,10}(?!\d))*+" + _SPACE + rb"*+")
_NUMBER = re.compile(rb"\d++")
_OBJECT_ENDS = re.compile(_SPACE + rb"*+endobj")
# Other spellings of keys that some readers prefer, and filters that pages use, never object streams.
_UNUSUAL_KEYS = frozenset({"/F", "/FFilter", "/FDecodeParms", "/DP", "/DecodeParms"})


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
    except (_UnreadablePdf, UnusualProtection):
        return "unreadable"


class _UnreadablePdf(Exception):
    """The PDF is broken or too large to check."""


@dataclass(frozen=True)
class _Text:
    """Bytes with objects: the file, or what an object stream contains."""

    content: bytes
    first: int = 0  # length of the index of an object stream; 0 for the file


_Place = tuple[_Text, int]


def _find_fault_of_objects(content: bytes) -> ContentFault | None:
    """Return the fault of a PDF's objects.

    Raises:
        _UnreadablePdf: the PDF is broken or too large to check.
        LockedPdf: see its docstring.
        UnusualProtection: see its docstring.
    """
    texts = [_Text(content)]
    openings: list[_Place] = []
    links: list[int] = []
    is_encrypted = _ENCRYPTED.search(content) is not None
    if fault := _list_openings(texts[0], openings, links if is_encrypted else None):
        return fault
    if is_encrypted or _FIRST.search(content):
        reader = _ObjectReader(content)
        dictionaries: Iterable[_Found] = reader.list_dictionaries()
        decryption = None
        if is_encrypted:
            dictionaries = list(dictionaries)
            decryption = _open_encrypted(reader, dictionaries)
            if _has_refused_link(reader, links, decryption):
                return "activeContent"
        for text in _list_object_streams(reader, dictionaries, decryption):
            if fault := _list_openings(text, openings):
                return fault
            texts.append(text)
    return None if _go_to_pages(openings, texts) else "activeContent"


def _list_openings(
    text: _Text, openings: list[_Place], links: list[int] | None = None
) -> ContentFault | None:
    """Add the values of `/OpenAction`; return a fault if another name shows active content.

    Args:
        links: gets the positions of links that are encrypted strings; None if strings are plain.
    """
    content = text.content
    for kind, found, value in _list_values(content):
        match kind:
            case "dictionary":
                refused = _DICTIONARY.match(content, value) is not None
            case "link" if links is not None and _STRING.match(content, value):
                links.append(value)
                refused = False
            case "link":
                refused = _REFUSED_LINK.match(content, value) is not None
            case "thread":
                before = content[max(0, found - _MAX_TYPE_LENGTH) : found]
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
            return "xfaForm" if _XFA.search(content) else "activeContent"
    return None


def _list_values(content: bytes) -> Iterator[tuple[str | None, int, int]]:
    """Yield the kind and the position of each name in `_NAMES`, and the position of its value.

    White space and comments can be between them. Any number of names can be inside one comment, and all of
    them have the value behind it: each comment is read once, and each value is yielded once for a kind.
    """
    behind_comments = 0
    seen: dict[str | None, int] = {}
    for found in _NAME.finditer(content):
        value = _skip(_SPACES, content, found.end())
        if content.startswith(b"%", value):
            if value >= behind_comments:
                behind_comments = _skip(_GAP, content, value)
            value = behind_comments
            if seen.get(found.lastgroup) == value:
                continue
            seen[found.lastgroup] = value
        yield found.lastgroup, found.start(), value


class _LimitedStream(io.BytesIO):
    """Bytes that can be read in `MAX_READS` calls, which bounds the work of the library that calls."""

    left = MAX_READS

    def read(self, size: int | None = -1, /) -> bytes:
        """Read like any stream.

        Raises:
            _UnreadablePdf: there were too many calls.
        """
        self.left -= 1
        if self.left < 0:
            raise _UnreadablePdf
        return super().read(size)


class _StrictReader:
    """A reader without a table of objects, which reports faults in an object as errors."""

    strict = True

    def get_object(self, _reference: object) -> int:
        """Return an unknown length of a stream, so that it ends at `endstream`."""
        return -1


_Found = tuple[int, Any]
"""The position of the word `obj`, and the dictionary or stream behind it as pypdf reads it."""


class _ObjectReader:
    """Reads objects of a file; the total work is linear in the size of the file."""

    def __init__(self, content: bytes) -> None:
        # Importing it takes 200 ms, and most files have no object streams.
        import pypdf  # noqa: F401

        # Its log messages would quote the file.
        logging.getLogger("pypdf").setLevel(logging.CRITICAL)
        self.content = content
        self._stream = _LimitedStream(content)
        self._reader: Any = _StrictReader()

    def read(self, start: int) -> tuple[Any, int]:
        """Return the object at a position, and its end.

        Raises:
            _UnreadablePdf: the PDF is broken or too large to check.
        """
        from pypdf import apply_configuration
        from pypdf.generic import read_object

        self._stream.seek(start)
        try:
            with apply_configuration(
                array_maximum_element_count=MAX_OBJECTS,
                dictionary_maximum_element_count=MAX_OBJECTS,
            ):
                return read_object(self._stream, self._reader), self._stream.tell()
        except Exception as error:  # any class: the library does not validate its input
            raise _UnreadablePdf from error

    def list_dictionaries(self) -> Iterator[_Found]:
        """Yield each dictionary and stream.

        Raises:
            _UnreadablePdf: the PDF is broken or too large to check.
        """
        from pypdf.generic import DictionaryObject, StreamObject

        content = self.content
        # Objects do not overlap.
        left_to_read = len(content)
        for number, found in enumerate(_OBJECT.finditer(content)):
            start = _skip(_SPACES, content, found.end())
            if not content.startswith((b"<<", b"%"), start):
                continue
            read, end = self.read(start)
            left_to_read -= end - start
            if left_to_read < 0 or number >= MAX_OBJECTS:
                raise _UnreadablePdf
            if not isinstance(read, DictionaryObject):
                continue
            # The library takes NUL for a part of a name, and ends a dictionary early at a wrong key.
            if any("\0" in key for key in read):
                raise _UnreadablePdf
            if not isinstance(read, StreamObject) and (
                not content.endswith(b">>", start, end)
                # It takes no comment before `stream`.
                or ("/First" in read and not _OBJECT_ENDS.match(content, end))
            ):
                raise _UnreadablePdf
            yield found.start(), read

    def list_trailers(self) -> Iterator[Any]:
        """Yield the dictionary behind each word `trailer`.

        Raises:
            _UnreadablePdf: the PDF is broken or too large to check.
        """
        from pypdf.generic import DictionaryObject

        left_to_read = len(self.content)
        for found in _TRAILER.finditer(self.content):
            start = _skip(_GAP, self.content, found.end())
            left_to_read -= start - found.end()
            if self.content.startswith(b"<<", start):
                read, end = self.read(start)
                left_to_read -= end - start
                if isinstance(read, DictionaryObject):
                    yield read
            if left_to_read < 0:
                raise _UnreadablePdf

    def get_head(self, position: int) -> tuple[int, int]:
        """Return the number and the generation before the word `obj`.

        Raises:
            _UnreadablePdf: there are none.
        """
        head = _HEAD.search(self.content[max(0, position - _MAX_HEAD_LENGTH) : position])
        if not head:
            raise _UnreadablePdf
        return int(head[1]), int(head[2])


def _open_encrypted(reader: _ObjectReader, dictionaries: Iterable[_Found]) -> Decryption:
    """Return the decryption of a PDF; all its revisions have to have the same one.

    Raises:
        _UnreadablePdf: readers could take different encryptions, or none.
        LockedPdf: see its docstring.
        UnusualProtection: see its docstring.
    """
    from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, StreamObject

    # A table of objects is a stream or has a trailer.
    tables = [
        read
        for _, read in dictionaries
        if isinstance(read, StreamObject) and not {"/Root", "/Encrypt"}.isdisjoint(read)
    ]
    if any(found[0] != b"/Encrypt" for found in _ENCRYPTED.finditer(reader.content)):
        raise _UnreadablePdf
    entries: list[Any] = []
    ids: set[bytes] = set()
    for trailer in (*reader.list_trailers(), *tables):
        if "/Encrypt" in trailer:
            entries.append(trailer.raw_get("/Encrypt"))
        elif "/Root" in trailer:
            raise _UnreadablePdf
        if "/ID" in trailer:
            pair = trailer.raw_get("/ID")
            if not isinstance(pair, ArrayObject) or not pair or not hasattr(pair[0], "original_bytes"):
                raise _UnreadablePdf
            ids.add(pair[0].original_bytes)
    if not entries or len(ids) > 1 or any(entry != entries[0] for entry in entries):
        raise _UnreadablePdf
    entry = entries[0]
    if isinstance(entry, IndirectObject):
        defined = [
            read
            for position, read in dictionaries
            if reader.get_head(position) == (entry.idnum, entry.generation)
        ]
        if not defined or any(each != defined[0] for each in defined):
            raise _UnreadablePdf
        entry = defined[0]
    if not isinstance(entry, DictionaryObject):
        raise _UnreadablePdf
    return open_with_empty_password(entry, next(iter(ids), b""))


def _has_refused_link(reader: _ObjectReader, links: list[int], decryption: Decryption) -> bool:
    """Tell if the target of a link is refused, decrypted or as it is.

    Args:
        links: positions of strings.

    Raises:
        _UnreadablePdf: the PDF is broken or too large to check.
        UnusualProtection: a string is not encrypted for its object.
    """
    if len(links) > MAX_OBJECTS:
        raise _UnreadablePdf
    objects = [found.start() for found in _OBJECT.finditer(reader.content)]
    left_to_read = len(reader.content)
    for position in links:
        read, end = reader.read(position)
        left_to_read -= end - position
        before = bisect_left(objects, position) - 1
        if left_to_read < 0 or before < 0:
            raise _UnreadablePdf
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


def _list_object_streams(
    reader: _ObjectReader, dictionaries: Iterable[_Found], decryption: Decryption | None
) -> Iterator[_Text]:
    """Yield the content of each object stream.

    Raises:
        _UnreadablePdf: the PDF is broken or too large to check.
        UnusualProtection: an object stream is not encrypted for its number.
    """
    from pypdf.generic import StreamObject

    left_to_inflate = MAX_INFLATED_BYTES
    for position, read in dictionaries:
        if isinstance(read, StreamObject) and "/First" in read:
            if decryption is not None:
                _decrypt_object_stream(read, decryption, reader.get_head(position))
            text = _inflate(read, left_to_inflate)
            left_to_inflate -= len(text.content)
            yield text


def _decrypt_object_stream(stream: Any, decryption: Decryption, head: tuple[int, int]) -> None:
    """Replace the data of an object stream by the decrypted data.

    Raises:
        _UnreadablePdf: some readers could take the stream for a plain one.
        UnusualProtection: the stream is not encrypted for its number.
    """
    # Streams of other types can be plain in an encrypted file.
    has_type = "/Type" in stream and stream.raw_get("/Type") == "/ObjStm"
    if not has_type or "/Filter" not in stream or _is_compressed(stream._data):
        raise _UnreadablePdf
    stream._data = decryption.decrypt(stream._data, *head)


def _is_compressed(data: bytes) -> bool:
    inflating = zlib.decompressobj()
    try:
        # An encrypted stream begins like a compressed one by chance once in 1,000 files.
        return len(inflating.decompress(data, _SNIFFED_BYTES)) == _SNIFFED_BYTES or inflating.eof
    except zlib.error:
        return False


def _inflate(stream: Any, limit: int) -> _Text:
    """Return the content of an object stream.

    Only the one filter that programs use for object streams is read: others would be slow in Python, and
    could be chained.

    Args:
        stream: the stream as pypdf reads it.
        limit: number of bytes that the content has to be below.

    Raises:
        _UnreadablePdf: the stream is broken, too large, or in a form that programs do not write.
    """
    if not _UNUSUAL_KEYS.isdisjoint(stream):
        raise _UnreadablePdf
    kind, first = stream.raw_get("/Filter") if "/Filter" in stream else None, stream.raw_get("/First")
    content: bytes = stream._data
    if isinstance(kind, list) and len(kind) == 1:
        kind = kind[0]
    if kind == "/FlateDecode":
        inflating = zlib.decompressobj()
        try:
            content = inflating.decompress(content, limit)
        except zlib.error as error:
            raise _UnreadablePdf from error
        # A stream of unknown length can hide its rest behind the word `endstream` in its data.
        if not inflating.eof:
            raise _UnreadablePdf
    elif kind is not None:
        raise _UnreadablePdf
    if not isinstance(first, int) or not 0 <= first <= len(content) or len(content) >= limit:
        raise _UnreadablePdf
    return _Text(content, first)


def _go_to_pages(openings: list[_Place], texts: list[_Text]) -> bool:
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


def _is_page(text: _Text, start: int) -> bool:
    return text.content.startswith(b"[", start) or _GO_TO.match(text.content, start) is not None


def _list_definitions(texts: list[_Text]) -> Mapping[int, list[_Place]]:
    """Return the definitions of each object in all revisions of the file.

    Raises:
        _UnreadablePdf: there are too many, or some readers could read a number in another way.
    """
    definitions: dict[int, list[_Place]] = {}
    file, *object_streams = texts
    for number, found in enumerate(_OBJECT.finditer(file.content)):
        head = _HEAD.search(file.content[max(0, found.start() - _MAX_HEAD_LENGTH) : found.start()])
        value = _skip(_SPACES, file.content, found.end())
        if number >= MAX_OBJECTS or file.content.startswith(b"%", value):
            raise _UnreadablePdf
        if head:
            definitions.setdefault(int(head[1]), []).append((file, value))
        elif file.content.startswith(b"<<", value):
            raise _UnreadablePdf
    for text in object_streams:
        if not _INDEX.fullmatch(text.content, 0, text.first):
            raise _UnreadablePdf
        numbers = [
            int(each[0])
            for each in islice(_NUMBER.finditer(text.content, 0, text.first), 2 * MAX_OBJECTS + 1)
        ]
        if len(numbers) > 2 * MAX_OBJECTS:
            raise _UnreadablePdf
        for number, offset in zip(numbers[::2], numbers[1::2], strict=False):
            place = text, _skip(_SPACES, text.content, text.first + offset)
            definitions.setdefault(number, []).append(place)
    return definitions


def _skip(pattern: re.Pattern[bytes], content: bytes, start: int) -> int:
    """Return the end of what an expression matches; it has to match the empty text."""
    found = pattern.match(content, start)
    return found.end() if found else start
