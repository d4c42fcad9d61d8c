"""Base64url without padding (RFC 7515, section 2)."""

import base64

from mobile_license.refusal import Refused


def to_base64url(data: bytes) -> str:
    """Return the text for some bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: object, max_bytes: int) -> bytes:
    """Return the bytes that a text stands for.

    Raises:
        Refused: malformed, also when the same bytes have another text; tooLarge.
    """
    if not isinstance(text, str):
        raise Refused("malformed")
    if len(text) > max_bytes * 4 // 3 + 3:
        raise Refused("tooLarge")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refused("malformed") from None
    if to_base64url(data) != text:
        raise Refused("malformed")
    return data
