"""CBOR (RFC 8949) that somebody else wrote: bounded, without surprises, and as it was received."""

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
    """Keeps each tag with its content.

    What cbor2 would make of the tags is not asked for, and some of it is dangerous: references that go round
    in a circle, regular expressions, numbers of any size.
    """

    def __getitem__(self, tag: int) -> Callable[[object, bool], object]:
        return lambda content, _: cbor2.CBORTag(tag, content)

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 0


_TAGS_AS_THEY_ARE = _TagsAsTheyAre()


def decode(data: bytes) -> object:
    """Decode something that no signature covers as a whole, and that can be written in one way only.

    Definite lengths and the shortest forms are what ISO/IEC 18013-5 asks for. So whatever is encoded again,
    to be hashed, has the bytes that were received.

    Raises:
        Refused: malformed, or tooDeep.
    """
    value = _load(data, allow_indefinite=False)
    if encode(value) != data:
        raise Refused("malformed")
    return value


def decode_sealed(data: bytes) -> object:
    """Decode what a signature or a digest covers byte for byte; which form it has is its signer's business.

    Raises:
        Refused: malformed, or tooDeep.
    """
    return _load(data, allow_indefinite=True)


def encode(value: object) -> bytes:
    """Encode with definite lengths and the shortest forms; maps keep their order."""
    return cbor2.dumps(value)


def embed(content: bytes) -> cbor2.CBORTag:
    """Return a byte string that is CBOR itself: `#6.24(bstr .cbor …)`."""
    return cbor2.CBORTag(EMBEDDED, content)


def parse_content(value: object, tag: int, kind: type[_Value]) -> _Value:
    """Return the content of a tag.

    Raises:
        Refused: malformed, when it is another tag or another kind of content.
    """
    if not isinstance(value, cbor2.CBORTag) or value.tag != tag:
        raise Refused("malformed")
    return require_kind(value.value, kind)


def require_kind(value: object, kind: type[_Value]) -> _Value:
    """Return the value itself.

    Raises:
        Refused: malformed, when it is of another kind. `True` is no number.
    """
    if type(value) is not kind:
        raise Refused("malformed")
    return value


def parse_map(value: object) -> Mapping[object, object]:
    """Return the value itself, a map.

    Raises:
        Refused: malformed, when it is none.
    """
    return cast("Mapping[object, object]", require_kind(value, dict))


def parse_list(value: object) -> list[object]:
    """Return the value itself, an array.

    Raises:
        Refused: malformed, when it is none.
    """
    return cast("list[object]", require_kind(value, list))


def parse_date_time(value: object) -> datetime:
    """Return the moment that a `tdate` names.

    Raises:
        Refused: malformed, when it is none, or one without a time zone.
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
