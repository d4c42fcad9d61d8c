"""The wired Lambda handler with events of the gateway."""

import fnmatch
import json
import string
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from jose import jwt

from domains.chat.session import ChatSession
from domains.chat.tokens import ChatTokens
from functions.chatauthorizer.wiring import create_handler
from portal.principal import Caller
from portal.secrets import RotatingSecret
from tests.lambda_context import Context

SECRET = "signs chat tokens"
NOW = datetime.now(UTC).replace(microsecond=0)
SESSION = ChatSession("a" * 26, "b" * 26, NOW.timestamp())
API = "arn:aws:execute-api:us-west-2:123456789012:abcdef1234"
CLAIMS = {
    "iss": "saguaro",
    "aud": "chat",
    "sub": SESSION.user_id,
    "conversation": SESSION.conversation_id,
    "iat": SESSION.issued_at,
    "exp": int(NOW.timestamp()) + 60,
}


@pytest.fixture
def ask() -> Callable[..., Any]:
    """Ask the function after a cold start."""
    handler = create_handler(
        {
            "CHAT_SECRET": json.dumps({"current": SECRET}),
            "POWERTOOLS_SERVICE_NAME": "chatauthorizer",
            "POWERTOOLS_METRICS_NAMESPACE": "Saguaro",
        }
    )

    def decide(*tokens: str) -> Any:
        values = [f"Bearer {token}" for token in tokens]
        return handler(
            {
                "headers": {"Authorization": values[-1]} if values else {},
                "multiValueHeaders": {"Authorization": values},
                "methodArn": f"{API}/$default/GET/api/chatbot/directline/conversations/x/activities",
                "requestContext": {"httpMethod": "GET", "resourcePath": "/x", "requestId": "r"},
            },
            Context(),
        )

    return decide


@pytest.mark.parametrize("age", [timedelta(0), timedelta(minutes=31)], ids=["good", "expired"])
def test_issued_token_is_accepted_with_its_expiry(ask: Callable[..., Any], age: timedelta) -> None:
    """The function judges the expiry, because Direct Line clients wait for its 403."""
    issued = ChatTokens(RotatingSecret(SECRET)).issue_token(SESSION, NOW - age)
    answer = ask(issued.token)
    caller = Caller.from_request_context({"authorizer": answer["context"]})
    assert caller == Caller(token_holder=SESSION.to_token_holder(), expires_at=issued.expires_at.timestamp())
    assert caller.log_id == answer["principalId"] == SESSION.user_id
    assert issued.expires_at == NOW - age + timedelta(minutes=30)
    (statement,) = answer["policyDocument"]["Statement"]
    for path, is_open in (
        ("POST/api/chatbot/directline/tokens/refresh", True),
        ("GET/api/chatbot/data/token", False),
        ("GET/api/messages", False),
    ):
        assert fnmatch.fnmatch(f"{API}/$default/{path}", statement["Resource"]) is is_open


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "a.b.c",
        "x" * 9000,
        jwt.encode(CLAIMS, "another secret", algorithm="HS256"),
        jwt.encode(CLAIMS, SECRET, algorithm="HS512"),
        jwt.encode(CLAIMS | {"aud": "portal"}, SECRET, algorithm="HS256"),
        jwt.encode(CLAIMS | {"iss": "https://login.example"}, SECRET, algorithm="HS256"),
        *(
            jwt.encode({k: v for k, v in CLAIMS.items() if k != gone}, SECRET, algorithm="HS256")
            for gone in ("iss", "aud", "sub", "exp", "iat")
        ),
    ],
)
def test_invalid_token_is_refused(ask: Callable[..., Any], token: str) -> None:
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        ask(token)


def list_spellings(token: str) -> list[str]:
    """Return other texts that lenient base64 decoders read as the same token."""
    alphabet = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    # 32 bytes leave two bits of the last character unused.
    last = alphabet.index(token[-1])
    others = [alphabet[last - last % 4 + step] for step in range(4) if last % 4 != step]
    head, _, signature = token.rpartition(".")
    return [
        *(token + "=" * count for count in (1, 2, 4, 50)),
        *(token[:-1] + other for other in others),
        head.replace(".", "=.") + "." + signature,
        f"{token[:-5]} {token[-5:]}",
    ]


@pytest.mark.parametrize("number", range(9))
def test_other_spelling_of_a_token_is_refused(ask: Callable[..., Any], number: int) -> None:
    """Rates and caches count each spelling apart."""
    token = ChatTokens(RotatingSecret(SECRET)).issue_token(SESSION, NOW).token
    ask(token)
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        ask(list_spellings(token)[number])
