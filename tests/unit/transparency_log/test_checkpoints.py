"""Checkpoints that were signed, and texts that look like one."""

import base64
import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.transparency_log.logs import ORIGIN, SigningKey, make_leaves
from transparency_log.checkpoints import (
    MAX_CHECKPOINT_BYTES,
    Checkpoint,
    LogKey,
    NotSigned,
    read_checkpoint,
    read_note,
    sign_checkpoint,
)

KEY = SigningKey()
CHECKPOINT = Checkpoint(ORIGIN, 20_852_163, make_leaves(1)[0])
NOTE = sign_checkpoint(CHECKPOINT, KEY.public, KEY.sign)
_, KEY_ID, KEY_CONTENT = KEY.public.text.split("+", 2)
OTHER_TYPE = base64.b64encode(b"\x01" + KEY.public.public_key).decode()


def sign_text(text: str, key: SigningKey = KEY) -> str:
    """Return a note with any text."""
    signature = base64.b64encode(key.public.id + key.sign(text.encode())).decode()
    return f"{text}\n— {key.public.name} {signature}\n"


def is_refused(note: str, key: LogKey = KEY.public) -> bool:
    try:
        read_checkpoint(note, key)
    except NotSigned:
        return True
    return False


def test_checkpoint_has_the_standard_form() -> None:
    lines = NOTE.split("\n")
    assert lines[:4] == [ORIGIN, "20852163", base64.b64encode(CHECKPOINT.root).decode(), ""]
    assert lines[4].startswith(f"— {ORIGIN} ")
    assert lines[5:] == [""]
    assert read_checkpoint(NOTE, KEY.public) == CHECKPOINT


def test_key_id_is_the_start_of_its_hash() -> None:
    signature = base64.b64decode(NOTE.split(" ")[-1])
    assert signature[:4] == hashlib.sha256(KEY.public.public_key).digest()[:4]


def test_published_checkpoint_is_verified() -> None:
    """Source: rekor.sigstore.dev at 539,255,994 leaves, which signs in the same way, and its public key."""
    key = LogKey(
        "rekor.sigstore.dev",
        base64.b64decode(
            "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2G2Y+2tabdTV5BcGiBIx0a9fAFwr"
            "kBbmLSGtks4L3qX6yYY0zufBnhC8Ur/iy55GhWP/9A/bY2LhC30M9+RYtw=="
        ),
    )
    text = (
        "rekor.sigstore.dev - 1193050959916656506\n539255994\npVjW9KXwFpmLLTGeIiRWgSMwacaZ0oA2HndJrNMYd18=\n"
    )
    note = (
        f"{text}\n— rekor.sigstore.dev "
        "wNI9ajBFAiB7nJlPT8/1/K2hdXgYofIHhKfHfNBjcXHzyK2VnaSfxQIhAIkP5J3E8pGdfAII7w1H4SCekse5e7GRsFK190G7FaEe\n"
    )
    assert read_note(note, key) == text
    # The origin of this log has the tree number appended, so the name does not match.
    assert is_refused(note, key)


@given(st.integers(0, len(NOTE.encode()) - 1), st.integers(1, 255))
def test_changed_byte_is_refused(place: int, difference: int) -> None:
    changed = bytearray(NOTE.encode())
    changed[place] ^= difference
    try:
        note = changed.decode()
    except UnicodeDecodeError:
        return
    assert is_refused(note)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n\n",
        CHECKPOINT.text,
        NOTE[:-1],
        NOTE + "\n",
        NOTE.replace("— ", "- "),
        NOTE.replace(f"— {ORIGIN} ", f"— {ORIGIN}  "),
        NOTE.replace(f"— {ORIGIN} ", "— other.example/log "),
        NOTE + "— someone\n",
        NOTE + "— someone !!!!\n",
        NOTE + f"— {ORIGIN} {base64.b64encode(KEY.public.id + b'wrong').decode()}\n",
        NOTE + "— x AAAA\n" * (MAX_CHECKPOINT_BYTES // 8),
        sign_text("other.example/log\n1\n" + base64.b64encode(CHECKPOINT.root).decode() + "\n"),
        sign_text(f"{ORIGIN}\n01\n{base64.b64encode(CHECKPOINT.root).decode()}\n"),
        sign_text(f"{ORIGIN}\n-1\n{base64.b64encode(CHECKPOINT.root).decode()}\n"),
        sign_text(f"{ORIGIN}\n1\n{base64.b64encode(CHECKPOINT.root[1:]).decode()}\n"),
        sign_text(f"{ORIGIN}\n1\n!!!!\n"),
        sign_text(f"{ORIGIN}\n1\n"),
        sign_text(CHECKPOINT.text + "extension\n"),
    ],
)
def test_malformed_checkpoint_is_refused(note: str) -> None:
    assert is_refused(note)


def test_witness_may_sign_too() -> None:
    assert read_checkpoint(NOTE + "— witness.example/w AAAAAAAAAA==\n", KEY.public) == CHECKPOINT


def test_another_key_is_refused() -> None:
    other = SigningKey()
    assert is_refused(NOTE, other.public)
    assert is_refused(sign_text(CHECKPOINT.text, other))
    with pytest.raises(NotSigned):
        sign_checkpoint(CHECKPOINT, KEY.public, other.sign)


def test_another_kind_of_key_is_refused() -> None:
    large = SigningKey(curve=ec.SECP384R1())
    assert is_refused(sign_text(CHECKPOINT.text, large), large.public)
    edwards = ed25519.Ed25519PrivateKey.generate().public_key()
    key = LogKey(ORIGIN, edwards.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    signature = base64.b64encode(key.id + bytes(64)).decode()
    assert is_refused(f"{CHECKPOINT.text}\n— {ORIGIN} {signature}\n", key)
    nothing = LogKey(ORIGIN, b"")
    signature = base64.b64encode(nothing.id + bytes(64)).decode()
    assert is_refused(f"{CHECKPOINT.text}\n— {ORIGIN} {signature}\n", nothing)


def test_key_is_read_from_its_line() -> None:
    assert LogKey.from_text(KEY.public.text) == KEY.public
    assert LogKey.from_text(KEY.public.text + "\n") == KEY.public


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+00000000+!!!!",
        f"{ORIGIN}+00000000+{KEY_CONTENT}",
        f"{ORIGIN}+{KEY_ID}+{OTHER_TYPE}",
        f"+{KEY_ID}+{KEY_CONTENT}",
        f"two words+{KEY_ID}+{KEY_CONTENT}",
    ],
)
def test_malformed_key_is_refused(text: str) -> None:
    with pytest.raises(NotSigned):
        LogKey.from_text(text)
