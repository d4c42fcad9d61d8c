"""Base64url without padding (RFC 7515, section 2)."""

import base64
import binascii
import re

from mobile_license.refusal import Refused

_TEXT = re.compile(r"[A-Za-z0-9_-]*\Z")


def to_base64url(data: bytes) -> str:
    """The text for some bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: object, max_bytes: int) -> bytes:
    """The bytes that a text stands for.

    Raises:
        Refused: malformed, also when the same bytes have another text; tooLarge.
    """
    if not isinstance(text, str):
        raise Refused("malformed")
    if len(text) > max_bytes * 4 // 3 + 3:
        raise Refused("tooLarge")
    if not _TEXT.match(text):
        raise Refused("malformed")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise Refused("malformed") from None
    if to_base64url(data) != text:
        raise Refused("malformed")
    return data
