"""Wiring: the Lambda handler of the gateway's authorizer for conversations with the assistant."""

from typing import Any

from portal.observability import make_logger
from portal.principal import Caller
from portal.secrets import RotatingSecret
from portal.settings import get_environment
from portal.tokens.chat import ChatTokens
from portal.tokens.decision import Authorizer
from portal.tokens.gateway import Event, allow, get_access_token
from portal.tokens.settings import get_required

_ROUTES = "*/api/chatbot/directline/*"

_tokens = ChatTokens(RotatingSecret.parse(get_required(get_environment(), "CHAT_SECRET")))


def _judge(event: Event) -> dict[str, Any]:
    session, expires_at = _tokens.read(get_access_token(event))
    return allow(session.user_id, event["methodArn"], _ROUTES, Caller(chat=session, expires_at=expires_at))


handler = Authorizer(_judge, make_logger()).decide
