"""Wiring of the gateway's authorizer for conversations with the assistant."""

from collections.abc import Callable, Mapping
from typing import Any

from domains.chat.tokens import ChatTokens
from portal.observability import Telemetry
from portal.principal import Caller
from portal.secrets import RotatingSecret
from portal.settings import get_required
from portal.tokens.decision import Authorizer
from portal.tokens.gateway import Event, allow, get_access_token

_ROUTES = "*/api/chatbot/directline/*"


def create_handler(environment: Mapping[str, str]) -> Callable[[Event, object], dict[str, Any]]:
    """Make the Lambda handler."""
    tokens = ChatTokens(RotatingSecret.from_text(get_required(environment, "CHAT_SECRET")))

    def judge(event: Event) -> dict[str, Any]:
        session, expires_at = tokens.parse_token(get_access_token(event))
        caller = Caller(token_holder=session.to_token_holder(), expires_at=expires_at)
        return allow(session.user_id, event["methodArn"], _ROUTES, caller)

    return Authorizer(judge, Telemetry.from_environment(environment)).make_handler()
