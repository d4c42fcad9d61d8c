"""Tests of channels, unsubscribe links and the state of addresses, to the second and against others."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from functions.profile.notice_service import ATTEMPTS_AT_ONCE
from portal.account import NOTICE_KINDS, ContactPreferences, QuietHours
from portal.deliveries.delivery import AddressState, AddressStatus
from portal.deliveries.unsubscribe_tokens import Unsubscription
from portal.errors import Conflict, InvalidRequest, NotFound, TooManyRequests
from tests.unit.profile.support import EMAIL, NOW, NUMBER, ROSA, UNVERIFIED_ROSA, Bench, wishes


@pytest.fixture
def saved(bench: Bench) -> Bench:
    """Rosa saved the address that she signs in with and a number."""
    bench.service.save_preferences(ROSA, wishes(number=NUMBER))
    return bench


def token(bench: Bench, user_id: str = ROSA.user_id) -> str:
    return bench.tokens.issue(Unsubscription(user_id, "reminders", "email"))


def preferences_of(bench: Bench) -> ContactPreferences:
    assert bench.account.preferences
    return bench.account.preferences


class TestSendingATest:
    def test_the_next_minute_begins_at_its_first_second(self, saved: Bench) -> None:
        notices = saved.service.notices
        first = notices.send_test(ROSA, "email")
        saved.clock.advance(seconds=59.5)
        with pytest.raises(TooManyRequests) as refused:
            notices.send_test(ROSA, "email")
        assert refused.value.retry_after_seconds == 1
        saved.clock.advance(seconds=0.5)
        assert notices.send_test(ROSA, "email").message_id != first.message_id
        with pytest.raises(TooManyRequests) as refused:
            notices.send_test(ROSA, "email")
        assert refused.value.retry_after_seconds == 60

    def test_each_channel_has_its_own(self, saved: Bench) -> None:
        addresses = tuple(replace(each, verified_at=NOW) for each in preferences_of(saved).addresses)
        proven = replace(preferences_of(saved), addresses=addresses)
        saved.repository.accounts[ROSA.user_id] = replace(saved.account, preferences=proven)
        sent = [saved.service.notices.send_test(ROSA, channel) for channel in ("email", "text")]
        assert [each.sent_to for each in sent] == ["r•••@example.com", "•••-•••-0123"]
        channels = {message.id: message.only_channel for message in saved.inbox.messages.values()}
        assert [channels[each.message_id] for each in sent] == ["email", "text"]

    def test_an_address_that_nobody_proved_gets_none(self, bench: Bench) -> None:
        bench.service.save_preferences(UNVERIFIED_ROSA, wishes())
        with pytest.raises(Conflict, match="addressNotVerified"):
            bench.service.notices.send_test(UNVERIFIED_ROSA, "email")
        assert bench.inbox.messages == {}


class TestTheStateOfAnAddress:
    @pytest.mark.parametrize("state", ["bounced", "complained"])
    def test_only_a_later_proof_lifts_it(self, state: AddressState) -> None:
        status = AddressStatus(state, NOW)
        moment = timedelta(microseconds=1)
        assert not status.is_usable(None)
        assert not status.is_usable(NOW - moment)
        assert not status.is_usable(NOW)
        assert status.is_usable(NOW + moment)

    def test_no_proof_lifts_a_stop(self) -> None:
        assert not AddressStatus("stopped", NOW).is_usable(NOW + timedelta(days=1))

    def test_what_works_needs_no_proof(self) -> None:
        assert AddressStatus("usable", NOW).is_usable(None)

    def test_the_signing_in_address_can_be_proven_again_when_it_bounced(self, saved: Bench) -> None:
        saved.statuses.known["email", EMAIL] = AddressStatus("bounced", saved.clock.now)
        assert "email" in saved.service.read_preferences(ROSA).unusable
        saved.clock.advance(minutes=1)
        sent = saved.service.send_verification(ROSA, "email")
        code, _target, _until = saved.codes.good[ROSA.user_id, "contact-email"]
        assert sent.sent_to == "r•••@example.com"
        assert saved.service.confirm_verification(ROSA, "email", code).unusable == {}


class TestUnsubscribing:
    def test_all_else_stays(self, saved: Bench) -> None:
        wanted = replace(
            wishes(number=NUMBER), email_frequency="daily", quiet_hours=QuietHours("21:00", "07:00")
        )
        saved.service.save_preferences(ROSA, wanted)
        before = preferences_of(saved)
        saved.clock.advance(days=1)
        saved.service.notices.unsubscribe(token(saved))
        after = preferences_of(saved)
        assert after.notices == {kind: () if kind == "reminders" else ("email",) for kind in NOTICE_KINDS}
        assert replace(after, notices=before.notices, revision=before.revision) == before

    def test_what_is_saved_at_the_same_moment_is_kept(self, saved: Bench) -> None:
        saved.repository.meanwhile = [
            lambda: saved.service.save_preferences(ROSA, wishes(number=NUMBER, language="es"))
        ]
        assert not saved.service.notices.unsubscribe(token(saved)).is_subscribed
        assert preferences_of(saved).language == "es"
        assert preferences_of(saved).notices["reminders"] == ()

    def test_it_gives_up_when_others_are_always_first(self, saved: Bench) -> None:
        def save() -> None:
            account = saved.account
            assert account.preferences
            newer = replace(account.preferences, revision=account.preferences.revision + 1)
            saved.repository.accounts[ROSA.user_id] = replace(account, preferences=newer)

        others: list[Callable[[], object]] = [save] * ATTEMPTS_AT_ONCE
        saved.repository.meanwhile = others
        with pytest.raises(Conflict, match="preferencesChanged"):
            saved.service.notices.unsubscribe(token(saved))
        assert not saved.service.notices.unsubscribe(token(saved)).is_subscribed

    def test_the_link_follows_the_account(self, saved: Bench) -> None:
        saved.repository.moved["earlier"] = ROSA.user_id
        saved.service.notices.unsubscribe(token(saved, "earlier"))
        assert preferences_of(saved).notices["reminders"] == ()

    def test_what_is_no_link_is_not_found(self, saved: Bench) -> None:
        for read in (saved.service.notices.read_subscription, saved.service.notices.unsubscribe):
            with pytest.raises(NotFound, match="linkNotFound"):
                read(token(saved) + "x")

    def test_what_is_required_stays(self, saved: Bench) -> None:
        asked = saved.tokens.issue(Unsubscription(ROSA.user_id, "security", "email"))
        with pytest.raises(InvalidRequest):
            saved.service.notices.unsubscribe(asked)
        assert preferences_of(saved).notices["security"] == ("email",)

    def test_security_by_text_message_may_be_switched_off(self, saved: Bench) -> None:
        notices = {**preferences_of(saved).notices, "security": ("email", "text")}
        both = replace(preferences_of(saved), notices=notices)
        saved.repository.accounts[ROSA.user_id] = replace(saved.account, preferences=both)
        asked = saved.tokens.issue(Unsubscription(ROSA.user_id, "security", "text"))
        assert not saved.service.notices.unsubscribe(asked).is_subscribed
        assert preferences_of(saved).notices["security"] == ("email",)
