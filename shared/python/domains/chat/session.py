"""A conversation with the assistant, as a chat token names it."""

from dataclasses import dataclass
from typing import Self

from portal.principal import TokenHolder

PURPOSE = "chat"


@dataclass(frozen=True, slots=True)
class ChatSession:
    """A conversation with the assistant and its person, as named in a chat token."""

    user_id: str
    conversation_id: str
    issued_at: float  # issue time of the first token before any refresh, in seconds since 1970

    def to_token_holder(self) -> TokenHolder:
        claims = {"conversationId": self.conversation_id, "issuedAt": str(self.issued_at)}
        return TokenHolder(PURPOSE, self.user_id, claims)

    @classmethod
    def from_token_holder(cls, holder: TokenHolder) -> Self:
        return cls(holder.user_id, holder.claims["conversationId"], float(holder.claims["issuedAt"]))
