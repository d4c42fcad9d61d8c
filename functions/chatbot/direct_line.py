"""Chat tokens of another assistant behind Direct Line, such as Copilot Studio or Azure Bot Service.

Source: the Bot Framework documentation, "Direct Line authentication": `POST tokens/generate` with the secret.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from domains.agencies.network import NotAllowed
from domains.agencies.signatures import NoCredentials, ParameterCredentials
from domains.agencies.transport import Late, TooLarge, Transport, Unreachable
from domains.chat.tokens import ChatToken
from functions.chatbot.errors import AssistantUnavailable
from portal.types import derive_id

CALL_SECONDS = 2.5

# Direct Line enforces a token's user id only with this prefix.
_USER_PREFIX = "dl_"
_REFUSED = frozenset({401, 403})


class _Generated(BaseModel):
    token: Annotated[str, Field(min_length=1)]
    expires_in: Annotated[int, Field(ge=1)]


@dataclass(frozen=True, slots=True)
class DirectLineTokens:
    """Gets tokens for another assistant without revealing its secret."""

    domain: str  # address of the Direct Line service, without a trailing slash
    credentials: ParameterCredentials
    key_name: str  # name of its secret
    transport: Transport

    def issue_token(self, user_id: str, now: datetime) -> ChatToken:
        """Return a token for a new conversation of a person, under a pseudonym.

        Raises:
            AssistantUnavailable: the assistant gave none.
        """
        body = json.dumps({"user": {"id": _USER_PREFIX + derive_id("chat", user_id)}}).encode()
        try:
            key = self.credentials.get_secret(self.key_name).decode()
            headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
            url = f"{self.domain}/tokens/generate"
            answer = self.transport.exchange("POST", url, headers, body, CALL_SECONDS)
            if answer.status in _REFUSED:
                self.credentials.forget_secret(self.key_name)
            if answer.status != 200:
                raise AssistantUnavailable
            generated = _Generated.model_validate_json(answer.json_text)
        except (NoCredentials, NotAllowed, Unreachable, Late, TooLarge, ValidationError):
            raise AssistantUnavailable from None
        return ChatToken(generated.token, now + timedelta(seconds=generated.expires_in))
