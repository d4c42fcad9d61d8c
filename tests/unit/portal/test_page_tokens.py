from typing import Any

import pytest

from portal.errors import InvalidRequest
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret

PLACE = {"user_id": {"S": "u1"}, "item": {"S": "m#7"}}
QUERY = {"unread": True, "from": "2026-01-01"}


def test_token_is_decoded_to_its_position() -> None:
    tokens = PageTokens(RotatingSecret("secret"))
    token = tokens.encode(PLACE, "u1", QUERY)
    assert PageTokens(RotatingSecret("secret")).decode(token, "u1", dict(reversed(QUERY.items()))) == PLACE


def test_first_and_last_page_need_no_token() -> None:
    tokens = PageTokens(RotatingSecret("secret"))
    assert tokens.encode(None, "u1", QUERY) is None
    assert tokens.decode(None, "u1", QUERY) is None


def test_token_is_opaque() -> None:
    token = str(PageTokens(RotatingSecret("secret")).encode(PLACE, "a-person-of-some-length", QUERY))
    assert "a-person-of-some-length" not in token


@pytest.mark.parametrize(
    ("secret", "user_id", "query", "spoil"),
    [
        ("secret", "u2", QUERY, str),
        ("secret", "u1", {**QUERY, "unread": False}, str),
        ("another", "u1", QUERY, str),
        ("secret", "u1", QUERY, lambda token: token[:-4] + "AAAA"),
        ("secret", "u1", QUERY, lambda _token: "é nonsense"),
    ],
)
def test_changed_context_of_a_token_is_refused(
    secret: str, user_id: str, query: dict[str, Any], spoil: Any
) -> None:
    token = PageTokens(RotatingSecret("secret")).encode(PLACE, "u1", QUERY)
    with pytest.raises(InvalidRequest):
        PageTokens(RotatingSecret(secret)).decode(spoil(token), user_id, query)
