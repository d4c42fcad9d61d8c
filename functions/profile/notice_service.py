"""Test notices, and unsubscribe links of emails."""

from dataclasses import dataclass, replace
from datetime import timedelta
from math import ceil

from domains.accounts.account import Channel, ContactPreferences, NoticeKind, NotRegistered
from domains.accounts.masking import mask_address
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.messages import account_notices
from domains.messages.messages_table import MessagesTable
from functions.profile import texts
from functions.profile.contact_rules import REQUIRED_NOTICES
from functions.profile.errors import (
    AddressNotUsable,
    AddressNotVerified,
    LinkNotFound,
    PreferencesChanged,
    TestAlreadySent,
)
from functions.profile.preferences import find_unusable_reason, get_state
from functions.profile.repository import ProfileRepository
from portal.errors import InvalidRequest, Problem
from portal.principal import Principal
from portal.types import Clock
from portal.updates import update_until_saved

TEST_INTERVAL = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class SentTest:
    """A sent test notice; `sent_to` is masked."""

    message_id: str
    channel: Channel
    sent_to: str


@dataclass(frozen=True, slots=True)
class NoticeSubscription:
    """A kind of notice by a channel, and whether it is on."""

    kind: NoticeKind
    channel: Channel
    sent_to: str  # the masked address; empty if there is none
    is_subscribed: bool


@dataclass(slots=True, kw_only=True)
class NoticeService:
    """Sends test notices, and unsubscribes holders of a link."""

    clock: Clock
    repository: ProfileRepository
    inbox: MessagesTable
    statuses: DeliveriesTable
    tokens: UnsubscribeTokens

    def send_test(self, principal: Principal, channel: Channel) -> SentTest:
        """Put a message into the person's inbox, announced by one channel only.

        Its id depends on the channel and the minute, so one of two concurrent requests is refused.

        Raises:
            TestAlreadySent: one was sent in the same minute.
        """
        account = self.repository.get_account(principal.user_id)
        if account.registration is None:
            raise NotRegistered
        state = get_state(account.preferences, account.registration, principal)
        to = state.find_address(channel)
        if to is None or state.saved_at is None:
            raise InvalidRequest(Problem("channel", texts.NOTHING_SAVED))
        if not to.is_verified:
            raise AddressNotVerified
        if find_unusable_reason(to, self.statuses):
            raise AddressNotUsable
        now = self.clock()
        minute = now.replace(second=0, microsecond=0)
        message = account_notices.make_channel_test_notice(principal.user_id, channel, minute, now)
        if not self.inbox.add_message(message):
            seconds = ceil((minute + TEST_INTERVAL - now).total_seconds())
            raise TestAlreadySent(retry_after_seconds=seconds)
        return SentTest(message.id, channel, to.masked)

    def read_subscription(self, token: str) -> NoticeSubscription:
        """Return the subscription that an unsubscribe link ends."""
        unsubscription = self._parse_request(token)
        user_id = self.repository.get_current_user_id(unsubscription.user_id)
        return _get_subscription(unsubscription, self.repository.get_account(user_id).preferences)

    def unsubscribe(self, token: str) -> NoticeSubscription:
        """Switch off a link's channel for its kind of notice."""
        unsubscription = self._parse_request(token)
        user_id = self.repository.get_current_user_id(unsubscription.user_id)

        def remove_channel(saved: ContactPreferences | None) -> ContactPreferences | None:
            if saved is None or unsubscription.channel not in saved.notices[unsubscription.kind]:
                return saved
            rest = tuple(
                channel for channel in saved.notices[unsubscription.kind] if channel != unsubscription.channel
            )
            return replace(
                saved, notices={**saved.notices, unsubscription.kind: rest}, revision=saved.revision + 1
            )

        after, _ = update_until_saved(
            lambda: self.repository.get_account(user_id).preferences,
            remove_channel,
            lambda _, changed: (
                changed is not None and self.repository.save_contact_preferences(user_id, changed)
            ),
            PreferencesChanged,
        )
        return _get_subscription(unsubscription, after)

    def _parse_request(self, token: str) -> Unsubscription:
        unsubscription = self.tokens.parse_token(token)
        if unsubscription is None:
            raise LinkNotFound
        if REQUIRED_NOTICES.get(unsubscription.kind) == unsubscription.channel:
            raise InvalidRequest(Problem("token", texts.SECURITY_NOTICES_STAY))
        return unsubscription


def _get_subscription(unsubscription: Unsubscription, saved: ContactPreferences | None) -> NoticeSubscription:
    addresses = saved.addresses if saved else ()
    address = next((each.address for each in addresses if each.channel == unsubscription.channel), None)
    return NoticeSubscription(
        kind=unsubscription.kind,
        channel=unsubscription.channel,
        sent_to=mask_address(unsubscription.channel, address) if address else "",
        is_subscribed=saved is not None and unsubscription.channel in saved.notices[unsubscription.kind],
    )
