"""Decoding of untrusted CBOR (RFC 8949), and encoding."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import TypeVar, cast

import cbor2

from mobile_license.refusal import Refused

MAX_DEPTH = 16
EMBEDDED = 24
DATE_TIME = 0
FULL_DATE = 1004

# Major types (RFC 8949, section 3.1).
_STRINGS = frozenset({2, 3})
_ARRAY, _MAP, _TAG = 4, 5, 6
_KEYS = frozenset({0, 1}) | _STRINGS
_INDEFINITE, _BREAK = 31, 0xFF

_Value = TypeVar("_Value")


class _TagsAsTheyAre(Mapping[int, Callable[[object, bool], object]]):
    """Decoders that keep each tag with its content.

    The decoders of cbor2 are not needed, and some are dangerous: cyclic references, regular expressions,
    numbers of any size.
    """

    def __getitem__(self, tag: int) -> Callable[[object, bool], object]:
        return lambda content, _: cbor2.CBORTag(tag, content)

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 0


_TAGS_AS_THEY_ARE = _TagsAsTheyAre()


def decode(data: bytes) -> object:
    """Decode canonical CBOR that is not signed as a whole.

    ISO/IEC 18013-5 requires definite lengths and the shortest forms. So parts that are encoded again for a
    hash have the bytes that were received.

    Raises:
        Refused: malformed, or tooDeep.
    """
    value = _load(data, allow_indefinite=False)
    if encode(value) != data:
        raise Refused("malformed")
    return value


def decode_sealed(data: bytes) -> object:
    """Decode CBOR that a signature or digest covers byte for byte, in any form.

    Raises:
        Refused: malformed, or tooDeep.
    """
    return _load(data, allow_indefinite=True)


def encode(value: object) -> bytes:
    """Encode with definite lengths and the shortest forms; maps keep their order."""
    return cbor2.dumps(value)


def embed(content: bytes) -> cbor2.CBORTag:
    """Return a byte string of embedded CBOR: `#6.24(bstr .cbor …)`."""
    return cbor2.CBORTag(EMBEDDED, content)


def parse_content(value: object, tag: int, kind: type[_Value]) -> _Value:
    """Return the content of a tag.

    Raises:
        Refused: malformed, if the tag or the kind of content differs.
    """
    if not isinstance(value, cbor2.CBORTag) or value.tag != tag:
        raise Refused("malformed")
    return require_kind(value.value, kind)


def require_kind(value: object, kind: type[_Value]) -> _Value:
    """Return the value itself.

    Raises:
        Refused: malformed, if its kind differs; `True` is not a number.
    """
    if type(value) is not kind:
        raise Refused("malformed")
    return value


def parse_map(value: object) -> Mapping[object, object]:
    """Return the value, which must be a map.

    Raises:
        Refused: malformed, if it is not.
    """
    return cast("Mapping[object, object]", require_kind(value, dict))


def parse_list(value: object) -> list[object]:
    """Return the value, which must be an array.

    Raises:
        Refused: malformed, if it is not.
    """
    return cast("list[object]", require_kind(value, list))


def parse_date_time(value: object) -> datetime:
    """Return the moment of a `tdate`.

    Raises:
        Refused: malformed, if it is not a `tdate` or lacks a time zone.
    """
    try:
        moment = datetime.fromisoformat(parse_content(value, DATE_TIME, str))
    except ValueError:
        raise Refused("malformed") from None
    if moment.tzinfo is None:
        raise Refused("malformed")
    return moment


def _load(data: bytes, *, allow_indefinite: bool) -> object:
    _check_keys(data)
    try:
        return cbor2.loads(
            data,
            semantic_decoders=_TAGS_AS_THEY_ARE,
            max_depth=MAX_DEPTH,
            allow_indefinite=allow_indefinite,
            allow_duplicate_keys=False,
        )
    except cbor2.CBORDecodeError as error:
        raise Refused("tooDeep" if "nesting depth" in str(error) else "malformed") from None


def _check_keys(data: bytes) -> None:
    """Refuse maps with other keys than whole numbers and strings, before Python hashes them.

    Python hashes -1 and -2 alike, and so all arrays of them with the same length. Comparing such keys takes
    time in proportion to the square of their number: 1.4 seconds for 60 KB. Few whole numbers of 64 bits have
    the same hash, and hashes of strings are secret. Everything that cbor2 refuses is left to it.

    Raises:
        Refused: malformed.
    """
    place = 0
    # Items to come in each open container, and if it is a map. Those of indefinite length count down from -2.
    open_containers = [(1, False)]
    while open_containers:
        left, is_map = open_containers.pop()
        if left == 0:
            continue
        if place >= len(data):
            return
        major, info = divmod(data[place], 32)
        place += 1
        if data[place - 1] == _BREAK and left < 0:
            continue
        if is_map and left % 2 == 0 and major not in _KEYS:
            raise Refused("malformed")
        open_containers.append((left - 1, is_map))
        if info == _INDEFINITE:
            open_containers.append((-2, major == _MAP))
            continue
        length = 1 << (info - 24) if info >= 24 else 0
        argument = int.from_bytes(data[place : place + length], "big") if length else info
        place += length
        if major in _STRINGS:
            place += argument
        elif major in {_ARRAY, _MAP}:
            open_containers.append((argument * (1 + (major == _MAP)), major == _MAP))
        elif major == _TAG:
            open_containers.append((1, False))
