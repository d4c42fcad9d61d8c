"""Checkpoints: the signed size and root of a log. Sources: C2SP tlog-checkpoint and signed-note.

The signature is ECDSA on P-256 over SHA-256, type 2 of signed-note: the key's id is the beginning of the
SHA-256 of the public key (SubjectPublicKeyInfo), and the signature is in DER, as KMS makes both.
"""

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from transparency_log.hashes import HASH_BYTES

MAX_CHECKPOINT_BYTES = 4096
_ECDSA = b"\x02"
_KEY_ID_BYTES = 4
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")
_NAME = re.compile(r"[^\s+]+")

Sign = Callable[[bytes], bytes]
"""Signs a text: ECDSA on P-256 over its SHA-256, in DER."""


class NotSigned(Exception):
    """A text is not a checkpoint of this log, or lacks a valid signature."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The size and root hash of a log."""

    origin: str  # name of the log, its address without a scheme
    size: int  # number of leaves
    root: bytes  # root hash of these leaves

    @property
    def text(self) -> str:
        """Signed text: origin, size, and root, one on each line."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


@dataclass(frozen=True, slots=True)
class LogKey:
    """The public key of a log."""

    name: str  # name of the log, the origin of its checkpoints
    public_key: bytes  # SubjectPublicKeyInfo in DER

    @property
    def id(self) -> bytes:
        """Four bytes that begin each signature of the key."""
        return hashlib.sha256(self.public_key).digest()[:_KEY_ID_BYTES]

    @property
    def text(self) -> str:
        """Key as a line: name, id in hexadecimal, type and key in base64, joined by `+`."""
        key = base64.b64encode(_ECDSA + self.public_key).decode()
        return f"{self.name}+{self.id.hex()}+{key}"

    @classmethod
    def from_text(cls, text: str) -> "LogKey":
        """Return the key that `text` wrote.

        Raises:
            NotSigned: the text is not such a key.
        """
        name, key_id, encoded = [*text.strip().split("+", 2), "", ""][:3]
        try:
            content = base64.b64decode(encoded, validate=True)
        except ValueError:
            raise NotSigned from None
        key = cls(name, content[1:])
        if content[:1] != _ECDSA or key.id.hex() != key_id or _NAME.fullmatch(name) is None:
            raise NotSigned
        return key


def sign_checkpoint(checkpoint: Checkpoint, key: LogKey, sign: Sign) -> str:
    """Return the checkpoint as a signed note, verified with the public key.

    Raises:
        NotSigned: `sign` uses another key.
    """
    return sign_note(checkpoint.text, key, sign)


def read_checkpoint(note: str, key: LogKey) -> Checkpoint:
    """Return the checkpoint in a signed note.

    Raises:
        NotSigned: the log did not sign it, or it is not a checkpoint of this log.
    """
    return _parse_checkpoint(read_note(note, key), key.name)


def sign_note(text: str, key: LogKey, sign: Sign) -> str:
    """Return a text as a signed note, verified with the public key.

    Args:
        text: lines, each with its end.

    Raises:
        NotSigned: `sign` uses another key.
    """
    signature = base64.b64encode(key.id + sign(text.encode())).decode()
    note = f"{text}\n\N{EM DASH} {key.name} {signature}\n"
    if read_note(note, key) != text:
        raise NotSigned
    return note


def read_note(note: str, key: LogKey) -> str:
    """Return the text of a signed note.

    Other signatures, such as those of witnesses, are ignored.

    Raises:
        NotSigned: it has no valid signature of the key.
    """
    text, separator, signatures = note.rpartition("\n\n")
    if len(note) > MAX_CHECKPOINT_BYTES or not separator or not signatures.endswith("\n"):
        raise NotSigned
    text += "\n"
    key_signatures = [
        signature[_KEY_ID_BYTES:]
        for name, signature in map(_parse_signature, signatures[:-1].split("\n"))
        if name == key.name and signature[:_KEY_ID_BYTES] == key.id
    ]
    public_key = _parse_public_key(key)
    if not key_signatures:
        raise NotSigned
    for signature in key_signatures:
        try:
            public_key.verify(signature, text.encode(), ec.ECDSA(SHA256()))
        except InvalidSignature:
            raise NotSigned from None
    return text


def _parse_public_key(key: LogKey) -> ec.EllipticCurvePublicKey:
    try:
        public_key = load_der_public_key(key.public_key)
    except ValueError:
        raise NotSigned from None
    if not isinstance(public_key, ec.EllipticCurvePublicKey) or not isinstance(
        public_key.curve, ec.SECP256R1
    ):
        raise NotSigned
    return public_key


def _parse_signature(line: str) -> tuple[str, bytes]:
    parts = line.split(" ")
    if len(parts) != 3 or parts[0] != "\N{EM DASH}":
        raise NotSigned
    try:
        return parts[1], base64.b64decode(parts[2], validate=True)
    except ValueError:
        raise NotSigned from None


def parse_size(text: str) -> int:
    """Return the size of a tree from its decimal digits.

    Raises:
        NotSigned: the text is not such a number.
    """
    if _SIZE.fullmatch(text) is None:
        raise NotSigned
    return int(text)


def _parse_checkpoint(text: str, origin: str) -> Checkpoint:
    lines = text.split("\n")
    # Further lines are for extensions, which this log does not use.
    if len(lines) != 4 or lines[0] != origin:
        raise NotSigned
    size = parse_size(lines[1])
    try:
        root = base64.b64decode(lines[2], validate=True)
    except ValueError:
        raise NotSigned from None
    if len(root) != HASH_BYTES:
        raise NotSigned
    return Checkpoint(origin, size, root)
