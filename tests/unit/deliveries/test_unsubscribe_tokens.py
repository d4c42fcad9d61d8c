from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.accounts.account import CHANNELS, NOTICE_KINDS
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from portal.secrets import RotatingSecret
from portal.types import derive_id

TOKENS = UnsubscribeTokens(RotatingSecret("secret"))
WANTED = Unsubscription(derive_id("rosa"), "reminders", "email")


@pytest.mark.parametrize("kind", NOTICE_KINDS)
@pytest.mark.parametrize("channel", CHANNELS)
def test_token_carries_the_unsubscription(kind: Any, channel: Any) -> None:
    wanted = Unsubscription(WANTED.user_id, kind, channel)
    token = TOKENS.issue_token(wanted)
    assert TOKENS.parse_token(token) == wanted
    assert TOKENS.issue_token(wanted) == token
    assert len(token) < 200


def test_token_of_another_secret_is_refused() -> None:
    assert UnsubscribeTokens(RotatingSecret("other")).parse_token(TOKENS.issue_token(WANTED)) is None


@given(st.data())
def test_changed_token_is_refused(data: Any) -> None:
    token = TOKENS.issue_token(WANTED)
    place = data.draw(st.integers(0, len(token) - 1))
    other = data.draw(st.characters().filter(lambda character: character != token[place]))
    assert TOKENS.parse_token(token[:place] + other + token[place + 1 :]) is None


@given(st.text())
def test_any_other_text_is_refused(text: Any) -> None:
    assert TOKENS.parse_token(text) is None


@pytest.mark.parametrize("tail", ["=", "A", "\n", " ", ".", "%20"])
def test_token_with_added_characters_is_refused(tail: str) -> None:
    assert TOKENS.parse_token(TOKENS.issue_token(WANTED) + tail) is None


def test_signed_token_without_meaning_is_refused() -> None:
    odd = Unsubscription("rosa", "weather", "fax")  # type: ignore[arg-type]
    assert TOKENS.parse_token(TOKENS.issue_token(odd)) is None
