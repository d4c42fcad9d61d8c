"""Objects of a PDF, found in its bytes, without the file's own table of objects (docs/adr/0060).

Strings and streams of a PDF that opens without a password are decrypted.
"""

import io
import logging
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from domains.messages.pdf_decryption import Decryption, open_with_empty_password
from domains.messages.pdf_names import ENCRYPTED, SPACE

MAX_OBJECTS = 20_000
MAX_INFLATED_BYTES = 16_000_000
# The library reads dictionaries and arrays byte by byte, 1 MB in a second, and streams at once. A function
# has a third of a processor and ten seconds.
MAX_READS = 2_000_000

SPACES = re.compile(SPACE + rb"*+")
GAP = re.compile(rb"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+")
_TRAILER = re.compile(rb"trailer")
OBJECT = re.compile(rb"(?<=[\0\t\n\f\r \d])obj")
HEAD = re.compile(rb"(?<![\d+.\-eE])(\d{1,10})" + SPACE + rb"{1,4}(\d{1,5})" + SPACE + rb"{1,4}\Z")
MAX_HEAD_LENGTH = 32
_TESTED_BYTES = 1_445
_OBJECT_ENDS = re.compile(SPACE + rb"*+endobj")
# Other spellings of keys that some readers prefer, and filters that pages use, never object streams.
_UNUSUAL_KEYS = frozenset({"/F", "/FFilter", "/FDecodeParms", "/DP", "/DecodeParms"})


class UnreadablePdf(Exception):
    """The PDF is broken or too large to check."""


@dataclass(frozen=True)
class PdfBytes:
    """Bytes with objects: the file, or what an object stream contains."""

    content: bytes
    first: int = 0  # length of the index of an object stream; 0 for the file


class _LimitedStream(io.BytesIO):
    """Bytes that can be read in `MAX_READS` calls, which bounds the work of the library that calls."""

    left = MAX_READS

    def read(self, size: int | None = -1, /) -> bytes:
        """Read like any stream.

        Raises:
            UnreadablePdf: there were too many calls.
        """
        self.left -= 1
        if self.left < 0:
            raise UnreadablePdf
        return super().read(size)


class _StrictReader:
    """A reader without a table of objects, which reports faults in an object as errors."""

    strict = True

    def get_object(self, _reference: object) -> int:
        """Return an unknown length of a stream, so that it ends at `endstream`."""
        return -1


PositionedObject = tuple[int, Any]
"""The position of the word `obj`, and the dictionary or stream behind it as pypdf reads it."""


class ObjectReader:
    """Reads objects of a file; the total work is linear in the size of the file."""

    def __init__(self, content: bytes) -> None:
        # Importing it takes 200 ms, and most files have no object streams.
        import pypdf  # noqa: F401

        # Its log messages would quote the file.
        logging.getLogger("pypdf").setLevel(logging.CRITICAL)
        self.content = content
        self._stream = _LimitedStream(content)
        self._reader: Any = _StrictReader()

    def read_object(self, start: int) -> tuple[Any, int]:
        """Return the object at a position, and its end.

        Raises:
            UnreadablePdf: the PDF is broken or too large to check.
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
            raise UnreadablePdf from error

    def list_dictionaries(self) -> Iterator[PositionedObject]:
        """Yield each dictionary and stream.

        Raises:
            UnreadablePdf: the PDF is broken or too large to check.
        """
        from pypdf.generic import DictionaryObject, StreamObject

        content = self.content
        # Objects do not overlap.
        left_to_read = len(content)
        for number, match in enumerate(OBJECT.finditer(content)):
            start = skip(SPACES, content, match.end())
            if not content.startswith((b"<<", b"%"), start):
                continue
            read, end = self.read_object(start)
            left_to_read -= end - start
            if left_to_read < 0 or number >= MAX_OBJECTS:
                raise UnreadablePdf
            if not isinstance(read, DictionaryObject):
                continue
            # The library takes NUL for a part of a name, and ends a dictionary early at a wrong key.
            if any("\0" in key for key in read):
                raise UnreadablePdf
            if not isinstance(read, StreamObject) and (
                not content.endswith(b">>", start, end)
                # It takes no comment before `stream`.
                or ("/First" in read and not _OBJECT_ENDS.match(content, end))
            ):
                raise UnreadablePdf
            yield match.start(), read

    def list_trailers(self) -> Iterator[Any]:
        """Yield the dictionary behind each word `trailer`.

        Raises:
            UnreadablePdf: the PDF is broken or too large to check.
        """
        from pypdf.generic import DictionaryObject

        left_to_read = len(self.content)
        for match in _TRAILER.finditer(self.content):
            start = skip(GAP, self.content, match.end())
            left_to_read -= start - match.end()
            if self.content.startswith(b"<<", start):
                read, end = self.read_object(start)
                left_to_read -= end - start
                if isinstance(read, DictionaryObject):
                    yield read
            if left_to_read < 0:
                raise UnreadablePdf

    def get_head(self, position: int) -> tuple[int, int]:
        """Return the number and the generation before the word `obj`.

        Raises:
            UnreadablePdf: there are none.
        """
        head = HEAD.search(self.content[max(0, position - MAX_HEAD_LENGTH) : position])
        if not head:
            raise UnreadablePdf
        return int(head[1]), int(head[2])


def open_encrypted(reader: ObjectReader, dictionaries: Iterable[PositionedObject]) -> Decryption:
    """Return the decryption of a PDF; all its revisions have to have the same one.

    Raises:
        UnreadablePdf: readers could take different encryptions, or none.
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
    if any(match[0] != b"/Encrypt" for match in ENCRYPTED.finditer(reader.content)):
        raise UnreadablePdf
    entries: list[Any] = []
    ids: set[bytes] = set()
    for trailer in (*reader.list_trailers(), *tables):
        if "/Encrypt" in trailer:
            entries.append(trailer.raw_get("/Encrypt"))
        elif "/Root" in trailer:
            raise UnreadablePdf
        if "/ID" in trailer:
            pair = trailer.raw_get("/ID")
            if not isinstance(pair, ArrayObject) or not pair or not hasattr(pair[0], "original_bytes"):
                raise UnreadablePdf
            ids.add(pair[0].original_bytes)
    if not entries or len(ids) > 1 or any(entry != entries[0] for entry in entries):
        raise UnreadablePdf
    entry = entries[0]
    if isinstance(entry, IndirectObject):
        defined = [
            read
            for position, read in dictionaries
            if reader.get_head(position) == (entry.idnum, entry.generation)
        ]
        if not defined or any(each != defined[0] for each in defined):
            raise UnreadablePdf
        entry = defined[0]
    if not isinstance(entry, DictionaryObject):
        raise UnreadablePdf
    return open_with_empty_password(entry, next(iter(ids), b""))


def list_object_streams(
    reader: ObjectReader, dictionaries: Iterable[PositionedObject], decryption: Decryption | None
) -> Iterator[PdfBytes]:
    """Yield the content of each object stream.

    Raises:
        UnreadablePdf: the PDF is broken or too large to check.
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
        UnreadablePdf: some readers could take the stream for a plain one.
        UnusualProtection: the stream is not encrypted for its number.
    """
    # Streams of other types can be plain in an encrypted file.
    has_type = "/Type" in stream and stream.raw_get("/Type") == "/ObjStm"
    if not has_type or "/Filter" not in stream or _is_compressed(stream._data):
        raise UnreadablePdf
    stream._data = decryption.decrypt(stream._data, *head)


def _is_compressed(data: bytes) -> bool:
    inflating = zlib.decompressobj()
    try:
        # An encrypted stream begins like a compressed one by chance once in 1,000 files.
        return len(inflating.decompress(data, _TESTED_BYTES)) == _TESTED_BYTES or inflating.eof
    except zlib.error:
        return False


def _inflate(stream: Any, limit: int) -> PdfBytes:
    """Return the content of an object stream.

    Only the one filter that programs use for object streams is read: others would be slow in Python, and
    could be chained.

    Args:
        stream: the stream as pypdf reads it.
        limit: number of bytes that the content has to be below.

    Raises:
        UnreadablePdf: the stream is broken, too large, or in a form that programs do not write.
    """
    if not _UNUSUAL_KEYS.isdisjoint(stream):
        raise UnreadablePdf
    kind, first = stream.raw_get("/Filter") if "/Filter" in stream else None, stream.raw_get("/First")
    content: bytes = stream._data
    if isinstance(kind, list) and len(kind) == 1:
        kind = kind[0]
    if kind == "/FlateDecode":
        inflating = zlib.decompressobj()
        try:
            content = inflating.decompress(content, limit)
        except zlib.error as error:
            raise UnreadablePdf from error
        # A stream of unknown length can hide its rest behind the word `endstream` in its data.
        if not inflating.eof:
            raise UnreadablePdf
    elif kind is not None:
        raise UnreadablePdf
    if not isinstance(first, int) or not 0 <= first <= len(content) or len(content) >= limit:
        raise UnreadablePdf
    return PdfBytes(content, first)


def skip(pattern: re.Pattern[bytes], content: bytes, start: int) -> int:
    """Return the end of what an expression matches; it has to match the empty text."""
    match = pattern.match(content, start)
    return match.end() if match else start
