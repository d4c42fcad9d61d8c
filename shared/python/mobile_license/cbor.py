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
