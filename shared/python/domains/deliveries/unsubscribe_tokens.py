"""Tokens of unsubscribe links, which name a person, a kind of notice, and a channel.

The link works without sign-in and never expires, so the token contains the whole request, signed. It has no
other use. Source: RFC 8058, section 3.2 (the link must be hard to forge).
"""

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass

from domains.accounts.account import CHANNELS, NOTICE_KINDS, Channel, NoticeKind
from portal.secrets import RotatingSecret

_PURPOSE = b"unsubscribe\n"
_SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class Unsubscription:
    """The request of an unsubscribe link."""

    user_id: str
    kind: NoticeKind
    channel: Channel


class UnsubscribeTokens:
    """Makes and reads tokens of a secret."""

    def __init__(self, secret: RotatingSecret) -> None:
        """Sign with the current secret; tokens of every accepted one are read."""
        self._secret = secret

    def issue_token(self, unsubscription: Unsubscription) -> str:
        """Return the token of a request, always the same: letters, digits, `.`, `-`, and `_`."""
        payload = _SEPARATOR.join([unsubscription.user_id, unsubscription.kind, unsubscription.channel])
        return f"{payload}{_SEPARATOR}{_encode(_make_signature(self._secret.current, payload))}"

    def parse_token(self, token: str) -> Unsubscription | None:
        """Return the request in a token, or None for an invalid one."""
        payload, _, signature = token.rpartition(_SEPARATOR)
        if not any(
            hmac.compare_digest(_decode(signature), _make_signature(secret, payload))
            for secret in self._secret.accepted
        ):
            return None
        user_id, kind, channel = payload.split(_SEPARATOR)
        if kind not in NOTICE_KINDS or channel not in CHANNELS:
            return None
        return Unsubscription(user_id, kind, channel)


def _make_signature(secret: str, payload: str) -> bytes:
    # The input is untrusted, and can even contain a lone surrogate.
    content = _PURPOSE + payload.encode(errors="surrogatepass")
    return hmac.new(secret.encode(), content, hashlib.sha256).digest()


def _encode(signature: bytes) -> str:
    return base64.urlsafe_b64encode(signature).decode().rstrip("=")


def _decode(signature: str) -> bytes:
    """Return the bytes of a signature; empty if not encoded exactly by `_encode` writes them."""
    try:
        decoded = base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
    except (ValueError, binascii.Error):
        return b""
    return decoded if _encode(decoded) == signature else b""
