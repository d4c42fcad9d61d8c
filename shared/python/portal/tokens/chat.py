"""Chat tokens: signed by the portal, each for one conversation of one person."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from jose import jwt
from jose.exceptions import JWTError

from portal.principal import ChatSession
from portal.tokens.refusal import Reason, RefusedError
from portal.tokens.verification import MAX_TOKEN_CHARACTERS

LIFETIME = timedelta(minutes=30)
"""The life that `botframework-directlinejs` expects: it refreshes a token after half of it."""

_ALGORITHM = "HS256"
_ISSUER = "saguaro"
_AUDIENCE = "chat"
# The expiry is checked by the function, which answers 403: the sign for a Direct Line client to ask again.
_OPTIONS = {
    "verify_exp": False,
    "require_iat": True,
    "require_exp": True,
    "require_sub": True,
    "require_aud": True,
}


@dataclass(frozen=True, slots=True)
class ChatToken:
    """A token and the moment at which it expires."""

    token: str
    expires_at: datetime


class ChatTokens:
    """Issues and reads chat tokens."""

    def __init__(self, secret: str) -> None:
        """Take the secret that signs; with another secret, earlier tokens are refused."""
        self._secret = secret

    def issue(self, session: ChatSession, now: datetime) -> ChatToken:
        """Return a token for a conversation.

        Args:
            now: in UTC.
        """
        expires_at = (now + LIFETIME).replace(microsecond=0)
        claims = {
            "iss": _ISSUER,
            "aud": _AUDIENCE,
            "sub": session.user_id,
            # The claim in which Direct Line has the user's id.
            "user": session.user_id,
            "conversation": session.conversation_id,
            "iat": session.issued_at,
            "exp": int(expires_at.timestamp()),
        }
        return ChatToken(jwt.encode(claims, self._secret, algorithm=_ALGORITHM), expires_at)

    def read(self, token: str) -> tuple[ChatSession, float]:
        """Return the conversation of a token, and its expiry in seconds since 1970, which may be past.

        Raises RefusedError if the token was not issued here.
        """
        if len(token) > MAX_TOKEN_CHARACTERS:
            raise RefusedError(Reason.TOO_LARGE)
        try:
            claims: dict[str, Any] = jwt.decode(
                token, self._secret, [_ALGORITHM], options=_OPTIONS, audience=_AUDIENCE, issuer=_ISSUER
            )
        except JWTError:
            raise RefusedError(Reason.SIGNATURE) from None
        return ChatSession(claims["sub"], claims["conversation"], claims["iat"]), claims["exp"]
