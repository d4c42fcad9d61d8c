"""A changed answer is never accepted with other content and raises only a refusal."""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cbor2
from cryptography import x509
from hypothesis import given, settings
from hypothesis import strategies as st

from mobile_license.cbor import decode_sealed
from mobile_license.device_response import verify
from mobile_license.refusal import Refused
from mobile_license.trust import make_trusted_issuers
from tests.depth import examples
from tests.unit.mobile_license.sessions import NOW

# The same in each run, so that the examples are.
OWF = json.loads((Path(__file__).parent / "vectors/owf.json").read_text("utf-8"))
HONEST, TRANSCRIPT = base64.b64decode(OWF["deviceResponse"]), bytes.fromhex(OWF["sessionTranscript"])
TRUSTED = make_trusted_issuers([x509.load_pem_x509_certificate(OWF["root"].encode())], "sandbox")
LICENSE = verify(HONEST, TRANSCRIPT, TRUSTED, NOW)


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere in the decoded answer.

    Attributes:
        path: keys and positions; `...` stands for going into embedded CBOR.
    """

    path: tuple[Any, ...]


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[Place]:
    """List all places below a value, including embedded CBOR."""
    if path:
        yield Place(path)
    match value:
        case dict():
            for key, member in value.items():
                yield from list_places(member, (*path, key))
        case list():
            for position, member in enumerate(value):
                yield from list_places(member, (*path, position))
        case cbor2.CBORTag(tag=24) | bytes():
            inner = decode_embedded(value)
            if isinstance(inner, dict | list | cbor2.CBORTag):
                yield from list_places(inner, (*path, ...))


def decode_embedded(value: Any) -> Any:
    """Return the decoded value of bytes that are CBOR."""
    try:
        return decode_sealed(value.value if isinstance(value, cbor2.CBORTag) else value)
    except Refused:
        return None


def change_value(value: Any, path: tuple[Any, ...], change: Any) -> Any:
    """Return the value with a change at a place; `...` removes the place."""
    step, *rest = path
    if step is ...:
        inner = decode_embedded(value)
        inner = change_value(inner, tuple(rest), change) if rest else change
        content = cbor2.dumps(inner)
        return cbor2.CBORTag(24, content) if isinstance(value, cbor2.CBORTag) else content
    if rest:
        value[step] = change_value(value[step], tuple(rest), change)
    elif change is ...:
        del value[step]
    else:
        value[step] = change
    return value


PLACES = list(list_places(decode_sealed(HONEST)))
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**64), 2**64 - 1),
    st.floats(allow_nan=False),
    st.binary(max_size=80),
    st.text(max_size=20),
    st.sampled_from(
        [0, 1, 2, -7, -35, 24, 33, b"", "1.0", "SHA-256", "org.iso.18013.5.1.mDL", cbor2.undefined]
    ),
)
KEYS = st.one_of(st.integers(-10, 40), st.text(max_size=8), st.binary(max_size=4))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(KEYS, inner, max_size=4),
        st.builds(cbor2.CBORTag, st.sampled_from([0, 2, 18, 24, 28, 29, 35, 258, 1004, 55799]), inner),
    ),
    max_leaves=6,
)


def is_accepted(response: bytes) -> bool:
    """Return whether it is accepted; other errors than a refusal fail the test."""
    try:
        license_ = verify(response, TRANSCRIPT, TRUSTED, NOW)
    except Refused:
        return False
    assert license_ == LICENSE
    return True


@settings(max_examples=examples(500))
@given(st.integers(0, len(HONEST)), st.integers(0, 40), st.binary(max_size=40))
def test_changed_bytes_are_refused(start: int, length: int, replacement: bytes) -> None:
    response = HONEST[:start] + replacement + HONEST[start + length :]
    assert is_accepted(response) == (response == HONEST)


@settings(max_examples=examples(500))
@given(st.sampled_from(PLACES), VALUES)
def test_changed_value_is_refused_or_without_effect(place: Place, value: Any) -> None:
    is_accepted(cbor2.dumps(change_value(decode_sealed(HONEST), place.path, value)))


@settings(max_examples=examples(200))
@given(st.sampled_from([place for place in PLACES if place.path[-1] is not ...]))
def test_removed_part_is_refused(place: Place) -> None:
    response = cbor2.dumps(change_value(decode_sealed(HONEST), place.path, ...))
    assert not is_accepted(response)


@settings(max_examples=examples(200))
@given(st.sampled_from(PLACES), st.sampled_from(PLACES))
def test_swapped_part_is_refused(there: Place, here: Place) -> None:
    part: Any = decode_sealed(HONEST)
    for step in here.path:
        part = decode_embedded(part) if step is ... else part[step]
    response = cbor2.dumps(change_value(decode_sealed(HONEST), there.path, part))
    assert is_accepted(response) == (response == HONEST)


@settings(max_examples=examples(200))
@given(st.binary(max_size=200))
def test_random_bytes_are_refused(response: bytes) -> None:
    assert not is_accepted(response)


@settings(max_examples=examples(200))
@given(VALUES)
def test_random_value_is_refused(value: Any) -> None:
    assert not is_accepted(cbor2.dumps(value))
