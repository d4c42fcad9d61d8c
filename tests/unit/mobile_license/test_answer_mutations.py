"""Any change of an encrypted answer raises only a refusal."""

import json
from typing import Any
from urllib.parse import quote_plus, urlencode

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import example, given, settings
from hypothesis import strategies as st
from joserfc.jwk import ECKey

from mobile_license import annex_c, cose, openid4vp
from mobile_license.base64url import from_base64url, to_base64url
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import Refused
from tests.depth import examples

# Key and answer are the same in each run, so that the examples are.
PRIVATE_KEY = ec.derive_private_key(
    0x1234567890ABCDEF1234567890ABCDEF1234567890ABCDEF1234567890ABCDEF, ec.SECP256R1()
)
KEY = EphemeralKey(ECKey.import_key(PRIVATE_KEY))
STATE = "s"
DEVICE_RESPONSE = b"\xa0"
HONEST = (
    "eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSIsImVwayI6eyJjcnYiOiJQLTI1NiIsIngiOiI0bHFrWnI5Z0ZjRk9G"
    "TUN5TVVHRVdRelR6Q1Q1QUpwTVZ3UzZJNTgyOS1zIiwieSI6IjJVOVhmQjZJQkMwakwwOXppMi1wQnp1bGtEb2pOd0drWGE0"
    "OVpPQU1lWU0iLCJrdHkiOiJFQyJ9fQ..YrWzMFIF9Vj-q4GE.XKI28TqEsklCWHKD_engels7uz0BGX1ndW-LqEau_mF_qBg"
    "6Xjsc3aLQeQ.ODPOOh_WwY7dSfIpc6JEYQ"
)
HEADER = json.loads(from_base64url(HONEST.split(".")[0], 10_000))
TRANSCRIPT = b"\xf6"

JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=20),
        st.sampled_from(
            ["ECDH-ES", "A128GCM", "A256GCM", "DEF", "dir", "EC", "OKP", "P-256", "P-384", "X25519", ""]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=6,
)
HEADER_NAMES = ["alg", "enc", "zip", "epk", "apu", "apv", "kid", "crit", "cty", "typ", "jwk", "x5c", "b64"]
EPK_NAMES = ["kty", "crv", "x", "y", "d", "kid", "use", "alg", "key_ops"]


def is_taken(data: Any) -> bool:
    """Return whether it is accepted; other errors than a refusal fail the test."""
    try:
        found = openid4vp.read_dc_api_response(data, KEY)
    except Refused:
        return False
    assert found == DEVICE_RESPONSE
    return True


def test_honest_answer_is_accepted() -> None:
    assert is_taken({"response": HONEST})


@settings(max_examples=examples(300))
@given(st.integers(0, len(HONEST)), st.integers(0, 20), st.text(max_size=20))
def test_changed_answer_is_refused(start: int, length: int, replacement: str) -> None:
    response = HONEST[:start] + replacement + HONEST[start + length :]
    assert is_taken({"response": response}) == (response == HONEST)


@settings(max_examples=examples(300))
@given(st.dictionaries(st.sampled_from(HEADER_NAMES), JSON, min_size=1, max_size=4))
def test_changed_header_is_refused(changes: dict[str, Any]) -> None:
    header = to_base64url(json.dumps({**HEADER, **changes}).encode())
    assert not is_taken({"response": ".".join([header, *HONEST.split(".")[1:]])})


@settings(max_examples=examples(300))
@given(st.dictionaries(st.sampled_from(EPK_NAMES), JSON, min_size=1, max_size=4))
def test_changed_ephemeral_key_is_refused(changes: dict[str, Any]) -> None:
    header = to_base64url(json.dumps({**HEADER, "epk": {**HEADER["epk"], **changes}}).encode())
    assert not is_taken({"response": ".".join([header, *HONEST.split(".")[1:]])})


@settings(max_examples=examples(200))
@given(
    st.lists(
        st.one_of(st.text(max_size=10), JSON.map(lambda value: to_base64url(json.dumps(value).encode())))
    )
)
def test_random_parts_are_refused(parts: list[str]) -> None:
    assert not is_taken({"response": ".".join(parts)})


@settings(max_examples=examples(200))
@given(JSON)
def test_random_data_is_refused(data: Any) -> None:
    assert not is_taken(data)
    assert not is_taken({"response": data})


@settings(max_examples=examples(200))
@example(urlencode({"response": HONEST}) + "&response=again")
@given(st.text(max_size=40).map(lambda text: f"response={quote_plus(text)}") | st.text(max_size=40))
def test_random_form_is_refused(form: str) -> None:
    try:
        openid4vp.read_direct_post(form, KEY, STATE)
    except Refused:
        return
    raise AssertionError(form)


SEALED = annex_c.make_suite().encrypt(DEVICE_RESPONSE, PRIVATE_KEY.public_key(), info=TRANSCRIPT)
PARTS = {"enc": SEALED[:65], "cipherText": SEALED[65:]}


def is_opened(response: bytes) -> bool:
    """Return whether it is accepted; other errors than a refusal fail the test."""
    try:
        found = annex_c.read_response({"response": to_base64url(response)}, KEY, TRANSCRIPT)
    except Refused:
        return False
    assert found == DEVICE_RESPONSE
    return True


@settings(max_examples=examples(300))
@given(st.integers(0, 110), st.integers(0, 20), st.binary(max_size=70))
def test_changed_answer_of_annex_c_is_refused(start: int, length: int, replacement: bytes) -> None:
    honest = cbor2.dumps(["dcapi", PARTS])
    response = honest[:start] + replacement + honest[start + length :]
    assert is_opened(response) == (response == honest)


@settings(max_examples=examples(200))
@given(st.binary(min_size=65, max_size=65), st.binary(max_size=40))
def test_random_key_and_text_of_annex_c_are_refused(key: bytes, text: bytes) -> None:
    assert not is_opened(cbor2.dumps(["dcapi", {"enc": key, "cipherText": text}]))


@settings(max_examples=examples(200))
@given(
    st.dictionaries(
        st.sampled_from([1, 3, -1, -2, -3, "kty"]),
        st.one_of(
            st.integers(),
            st.binary(max_size=70),
            st.booleans(),
            st.none(),
            st.lists(st.integers(), max_size=2),
        ),
    )
)
def test_random_key_is_a_point_or_refused(value: dict[Any, Any]) -> None:
    try:
        found = cose.read_key(value)
    except Refused:
        return
    assert found.public_numbers()
