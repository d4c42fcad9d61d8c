"""Chat tokens: signed by the portal, each for a conversation of a person."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from jose import jwt
from jose.exceptions import JWTError

from domains.chat.session import ChatSession
from portal.secrets import RotatingSecret
from portal.tokens.refusal import RefusalReason, RefusedError
from portal.tokens.verification import parse_parts, parse_time

LIFETIME = timedelta(minutes=30)
"""Lifetime of a Direct Line token, which some clients assume: they refresh it after half of this time."""

_ALGORITHM = "HS256"
_ISSUER = "saguaro"
_AUDIENCE = "chat"
# The function checks the expiration and answers 403, which makes Direct Line clients request a new token.
# With `require_exp`, python-jose would check it here in spite of `verify_exp`.
_OPTIONS = {
    "verify_exp": False,
    "require_iat": True,
    "require_sub": True,
    "require_aud": True,
}


@dataclass(frozen=True, slots=True)
class ChatToken:
    """A token and its expiration."""

    token: str
    expires_at: datetime


class ChatTokens:
    """Issues and reads chat tokens."""

    def __init__(self, secret: RotatingSecret) -> None:
        """Sign with the current secret; tokens of every accepted one are read."""
        self._secret = secret

    def issue_token(self, session: ChatSession, now: datetime) -> ChatToken:
        """Return a token for a conversation.

        Args:
            now: moment in UTC.
        """
        expires_at = (now + LIFETIME).replace(microsecond=0)
        claims = {
            "iss": _ISSUER,
            "aud": _AUDIENCE,
            "sub": session.user_id,
            # Direct Line's claim for the user id.
            "user": session.user_id,
            "conversation": session.conversation_id,
            "iat": session.issued_at,
            "exp": int(expires_at.timestamp()),
        }
        return ChatToken(jwt.encode(claims, self._secret.current, algorithm=_ALGORITHM), expires_at)

    def parse_token(self, token: str) -> tuple[ChatSession, float]:
        """Return the conversation and expiration of a token, in seconds since 1970, possibly in the past.

        Raises RefusedError if the token was not issued here or is not in canonical form.
        """
        parse_parts(token)
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._secret.accepted,
                [_ALGORITHM],
                options=_OPTIONS,
                audience=_AUDIENCE,
                issuer=_ISSUER,
            )
        except JWTError:
            raise RefusedError(RefusalReason.SIGNATURE) from None
        return ChatSession(claims["sub"], claims["conversation"], claims["iat"]), parse_time(
            claims, "exp", RefusalReason.EXPIRY
        )
