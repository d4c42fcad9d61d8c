"""Tokens of another assistant: its secret and its answers stay with the portal."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from domains.agencies.signatures import NoCredentials, ParameterCredentials
from domains.agencies.transport import HttpAnswer, Late, Transport
from functions.chatbot.direct_line import DirectLineTokens
from functions.chatbot.errors import AssistantUnavailable

NOW = datetime(2026, 11, 27, 18, tzinfo=UTC)
DOMAIN = "https://directline.example/v3/directline"


class OtherSide:
    """A Direct Line service and its secret."""

    def __init__(self, status: int = 200, body: object = None, error: Exception | None = None) -> None:
        self.status = status
        self.body = {"token": "t1", "expires_in": 1800} if body is None else body
        self.error = error
        self.asked: list[tuple[str, str, Mapping[str, str], Any]] = []
        self.forgotten: list[str] = []
        self.has_secret = True

    def exchange(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes, seconds: float
    ) -> HttpAnswer:
        assert seconds <= 3
        self.asked.append((method, url, headers, json.loads(body)))
        if self.error:
            raise self.error
        return HttpAnswer(self.status, json.dumps(self.body).encode())

    def get_secret(self, name: str) -> bytes:
        if not self.has_secret:
            raise NoCredentials(name)
        return b"the secret"

    def forget_secret(self, name: str) -> None:
        self.forgotten.append(name)

    @property
    def tokens(self) -> DirectLineTokens:
        return DirectLineTokens(DOMAIN, cast(ParameterCredentials, self), "/chat/key", cast(Transport, self))


def test_token_request_has_secret_and_pseudonym() -> None:
    other = OtherSide()
    issued = other.tokens.issue_token("rosa", NOW)
    assert (issued.token, issued.expires_at) == ("t1", NOW + timedelta(minutes=30))
    [(method, url, headers, body)] = other.asked
    assert (method, url) == ("POST", f"{DOMAIN}/tokens/generate")
    assert headers["Authorization"] == "Bearer the secret"
    assert body["user"]["id"].startswith("dl_")
    assert "rosa" not in json.dumps(body)
    other.tokens.issue_token("rosa", NOW)
    other.tokens.issue_token("ben", NOW)
    users = [each[3]["user"]["id"] for each in other.asked]
    assert (users[0], len(set(users))) == (users[1], 2)


@pytest.mark.parametrize(
    "other",
    [
        OtherSide(500),
        OtherSide(403),
        OtherSide(body={"token": ""}),
        OtherSide(body=[]),
        OtherSide(error=Late()),
    ],
)
def test_missing_token_makes_the_assistant_unavailable(other: OtherSide) -> None:
    with pytest.raises(AssistantUnavailable):
        other.tokens.issue_token("rosa", NOW)
    assert other.forgotten == (["/chat/key"] if other.status == 403 else [])


def test_missing_secret_sends_no_request() -> None:
    other = OtherSide()
    other.has_secret = False
    with pytest.raises(AssistantUnavailable):
        other.tokens.issue_token("rosa", NOW)
    assert other.asked == []
