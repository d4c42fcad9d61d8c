"""The format of secrets, and page tokens, links, chat tokens and the origin header throughout a rotation.

During a deployment, some functions have the secret of one step and the others that of the next.
"""

import json
from datetime import UTC, datetime

import pytest

from domains.chat.session import ChatSession
from domains.chat.tokens import ChatTokens
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from infrastructure.operations.secrets.steps import Step, find_step, make_next
from portal.errors import InvalidRequest
from portal.http import HttpSettings
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret, UnusableSecret
from portal.settings import SettingsError, load
from portal.tokens.refusal import RefusedError
from tests.rotation import HALVES, NEW, OLD, STEPS

NOW = datetime(2026, 11, 25, 18, tzinfo=UTC)
WANTED = Unsubscription("rosa", "reminders", "email")
SESSION = ChatSession("a" * 26, "b" * 26, NOW.timestamp())
PLACE = {"id": {"S": "1"}}


class TestFormat:
    def test_current_and_previous_are_accepted_in_order(self) -> None:
        assert RotatingSecret.from_text('{"current": "a"}').accepted == ("a",)
        assert RotatingSecret.from_text('{"current": "a", "previous": ""}').accepted == ("a",)
        assert RotatingSecret.from_text('{"current": "a", "previous": "b"}').accepted == ("a", "b")

    @pytest.mark.parametrize(
        "text",
        [
            "not JSON",
            "{}",
            '{"current": ""}',
            '{"current": "", "previous": "hidden"}',
            '{"current": "hidden", "previous": "hidden"}',
            '{"current": "hidden", "former": "hidden"}',
            '{"current": 1234567}',
            '{"current": null}',
            '["hidden"]',
            '"hidden"',
        ],
    )
    def test_other_format_is_refused_without_being_quoted(self, text: str) -> None:
        with pytest.raises(UnusableSecret) as caught:
            RotatingSecret.from_text(text)
        with pytest.raises(SettingsError, match="ORIGIN_SECRETS") as refused:
            load(HttpSettings, {"ORIGIN_SECRETS": text})
        for error in (caught.value, refused.value):
            assert "hidden" not in str(error)
            assert "1234567" not in str(error)

    def test_setting_is_read_and_not_shown(self) -> None:
        secret = json.dumps({"current": OLD, "previous": NEW})
        settings = load(HttpSettings, {"ORIGIN_SECRETS": secret})
        assert settings.origin_secrets.accepted == (OLD, NEW)
        assert OLD not in repr(settings)
        assert NEW not in repr(settings)


class TestSteps:
    def test_rotation_is_announced_used_and_ended(self) -> None:
        assert [each.accepted for each in STEPS] == [(OLD,), (OLD, NEW), (NEW, OLD), (NEW,)]
        befores = (None, *STEPS)
        assert [find_step(each, before) for each, before in zip(STEPS, befores, strict=False)] == [
            Step.SETTLED,
            Step.ANNOUNCED,
            Step.REPLACED,
            Step.SETTLED,
        ]

    def test_secret_with_two_values_and_no_earlier_version_counts_as_replaced(self) -> None:
        assert find_step(RotatingSecret("a", "b"), None) == Step.REPLACED

    def test_next_rotation_replaces_the_new_value(self) -> None:
        assert make_next(STEPS[-1], Step.SETTLED, "third").accepted == (NEW, "third")


@pytest.mark.parametrize(("one", "other"), HALVES)
class TestHalfADeployment:
    def test_page_token_is_read(self, one: RotatingSecret, other: RotatingSecret) -> None:
        token = PageTokens(one).encode(PLACE, "rosa", {})
        assert PageTokens(other).decode(token, "rosa", {}) == PLACE

    def test_unsubscribe_link_is_read(self, one: RotatingSecret, other: RotatingSecret) -> None:
        assert UnsubscribeTokens(other).parse_token(UnsubscribeTokens(one).issue_token(WANTED)) == WANTED

    def test_chat_token_is_read(self, one: RotatingSecret, other: RotatingSecret) -> None:
        token = ChatTokens(one).issue_token(SESSION, NOW).token
        assert ChatTokens(other).parse_token(token)[0] == SESSION

    def test_origin_header_is_accepted(self, one: RotatingSecret, other: RotatingSecret) -> None:
        settings = HttpSettings(origin_secrets=other)
        assert settings.is_origin_secret(one.current)


class TestEnd:
    """The last step no longer accepts the old value, so a leaked one is worthless."""

    first, last = STEPS[0], STEPS[-1]

    def test_page_token_of_the_old_secret_is_refused(self) -> None:
        token = PageTokens(self.first).encode(PLACE, "rosa", {})
        with pytest.raises(InvalidRequest):
            PageTokens(self.last).decode(token, "rosa", {})

    def test_unsubscribe_link_of_the_old_secret_is_refused(self) -> None:
        assert (
            UnsubscribeTokens(self.last).parse_token(UnsubscribeTokens(self.first).issue_token(WANTED))
            is None
        )

    def test_chat_token_of_the_old_secret_is_refused(self) -> None:
        with pytest.raises(RefusedError):
            ChatTokens(self.last).parse_token(ChatTokens(self.first).issue_token(SESSION, NOW).token)

    def test_old_origin_secret_is_refused(self) -> None:
        settings = HttpSettings(origin_secrets=self.last)
        assert not settings.is_origin_secret(OLD)
