"""Base64url without padding (RFC 7515, section 2)."""

import base64

from mobile_license.refusal import Refused


def to_base64url(data: bytes) -> str:
    """Encode bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: object, max_bytes: int) -> bytes:
    """Decode a text.

    Raises:
        Refused: malformed, also for a noncanonical encoding; tooLarge.
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
