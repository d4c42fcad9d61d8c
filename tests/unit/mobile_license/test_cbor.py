"""Decoding of hostile CBOR: keys of maps, and work in proportion to the size."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice, product

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mobile_license.cbor import decode, decode_sealed, encode
from mobile_license.refusal import Refused
from tests.cases import read_cases

CASES = read_cases(__file__)

KEYS = st.integers(-(2**64), 2**64 - 1) | st.text() | st.binary()
LEAVES = KEYS | st.none() | st.booleans() | st.floats(allow_nan=False)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(KEYS, inner)
        | st.builds(cbor2.CBORTag, st.integers(0, 2**64 - 1), inner)
    ),
)
# Beginnings of items of each kind and length, among them malformed ones.
PIECES = st.lists(
    st.sampled_from(
        [bytes([first]) for first in range(256)]
        + [
            b"\xa1\x81",
            b"\xbf\x61a",
            b"\x5f\x41a\xff",
            b"\x7f\x61a\xff",
            b"\xa1\x5f\xff",
            b"\xc6\xa1",
            b"\xd8\x18",
        ]
        + [b"\x1b" + bytes(8), b"\xa1\xc2\x41a\x00", b"\xbf\x80\x00\xff", b"\xa2\x00\x00\x81\x00\x00"]
    ),
    max_size=12,
).map(b"".join)


def list_keys(value: object) -> Iterator[object]:
    match value:
        case dict():
            for key, member in value.items():
                yield key
                yield from list_keys(member)
        case list():
            for member in value:
                yield from list_keys(member)
        case cbor2.CBORTag():
            yield from list_keys(value.value)


@given(VALUES)
def test_maps_with_numbers_and_strings_as_keys_are_read(value: object) -> None:
    assert decode(encode(value)) == value


@given(PIECES)
def test_keys_are_whole_numbers_and_strings(data: bytes) -> None:
    try:
        value = decode_sealed(data)
    except Refused:
        return
    assert {type(key) for key in list_keys(value)} <= {int, str, bytes}


@pytest.mark.parametrize("data", CASES["map_with_other_key_is_refused"])
def test_map_with_other_key_is_refused(data: str) -> None:
    with pytest.raises(Refused) as refused:
        decode_sealed(bytes.fromhex(data))
    assert refused.value.code == "malformed"


def make_equal_hashes(count: int, before: bytes = b"") -> bytes:
    """Return a map whose keys are different arrays of -1 and -2, which Python hashes alike."""
    keys = islice(product((b"\x20", b"\x21"), repeat=12), count)
    return (
        b"\xb9"
        + count.to_bytes(2, "big")
        + b"".join(before + b"\x8c" + b"".join(key) + b"\0" for key in keys)
    )


HOSTILE: dict[str, Callable[[int], bytes]] = {
    "arrays as keys": make_equal_hashes,
    "tags as keys": lambda count: make_equal_hashes(count, b"\xc6"),
    "numbers as keys": lambda count: (
        b"\xb9"
        + count.to_bytes(2, "big")
        + b"".join(b"\x1b" + (number << 32).to_bytes(8, "big") + b"\0" for number in range(1, count + 1))
    ),
    "tags": lambda count: b"\x99" + count.to_bytes(2, "big") + b"\xc6\0" * count,
    "nested tags": lambda count: b"\xc6" * count + b"\0",
    "parts of a string": lambda count: b"\x5f" + b"\x41a" * count + b"\xff",
    "huge numbers": lambda count: b"\xc2\x59" + (10 * count).to_bytes(2, "big") + b"\xff" * 10 * count,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_work_is_in_proportion_to_the_size(kind: str) -> None:
    def measure(count: int) -> float:
        data, times = HOSTILE[kind](count), []
        for _ in range(3):
            begun = time.process_time()
            with suppress(Refused):
                decode_sealed(data)
            times.append(time.process_time() - begun)
        return min(times)

    # Work in proportion to the square would be 64 times as much; a shorter time is the noise of the clock.
    assert any(measure(4_000) < 24 * max(measure(500), 0.0005) for _ in range(3))
