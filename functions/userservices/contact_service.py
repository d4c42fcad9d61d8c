"""Contact of a person for support staff: addresses, their changes, and failed notices."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from domains.accounts.account import CHANNELS, SUPPORT_WAIT, PendingAddress
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import NoticeDelivery
from domains.deliveries.dispatch import DispatchKey
from domains.messages.message import InboxMessage
from domains.messages.support_notices import (
    make_address_change_allowed_notice,
    make_address_change_withdrawn_notice,
)
from functions.userservices.case_access import Case, CaseAccess, Writes
from functions.userservices.contacts import (
    AddressChange,
    Contact,
    find_change,
    list_addresses,
    mask,
    notify_of_change,
)
from functions.userservices.errors import ChangeNotWaiting, NoticeChanged, NoticeNotFailed
from functions.userservices.notices import NoticeTitle
from functions.userservices.repository import NoticesRepository, PeopleRepository
from portal.mail import Mail
from portal.types import Clock
from portal.updates import load_known_first

MAX_DELIVERIES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactDesk:
    """Shows a person's contact, and helps with its faults.

    Every method raises the errors of `Reach.find_account`.
    """

    clock: Clock
    access: CaseAccess
    accounts: PeopleRepository
    deliveries: DeliveriesTable
    inbox: NoticesRepository
    mail: Mail

    def get_contact(self, case: Case, user_id: str) -> Contact:
        """Return a person's addresses, latest notices, and unread count."""
        account = self.access.get_reach(case).find_account(user_id, "contact", case.reason)
        self.access.record_access(case, user_id, "view", "addresses", "deliveries", "unread")
        addresses = list_addresses(account)
        deliveries = self.deliveries.list_for_person(user_id)[:MAX_DELIVERIES]
        return Contact(
            account,
            [(each, self.deliveries.get_address_status(each.channel, each.address)) for each in addresses],
            account.preferences.pending if account.preferences else (),
            deliveries,
            self.inbox.list_titles(user_id, [each.message_id for each in deliveries]),
            self.inbox.count_unread(user_id),
            self.clock(),
        )

    def allow_address_change(
        self, case: Case, user_id: str, channel: str, change_id: str, reason: str
    ) -> PendingAddress:
        """Allow a change of address in seven days, and notify the person at both addresses now.

        The same transaction puts a message into the inbox, which is announced at the old address. During the
        wait, the person can cancel the change. Repeating the call changes nothing. The permission ends after
        fourteen days, and with the change.

        Args:
            change_id: id of the change that the staff member read.
            reason: reason for the person.
        """
        now = self.clock()

        def allow(change: AddressChange) -> tuple[PendingAddress, InboxMessage] | None:
            pending = change.pending
            if pending.allowed_at or pending.has_permission(now):
                return None
            allowed_from = now + SUPPORT_WAIT
            old, new = mask(change.in_force), mask(pending)
            notice = make_address_change_allowed_notice(
                user_id, pending.channel, old, new, allowed_from, case.staff.number, reason, now
            )
            return replace(pending, allowed_from=allowed_from), notice

        return self._change_address(case, user_id, channel, change_id, allow)

    def withdraw_permission(
        self, case: Case, user_id: str, channel: str, change_id: str, reason: str
    ) -> PendingAddress:
        """Take back the permission for a change of address, and notify the person as for a permission.

        Safe to repeat; see `allow_address_change`.
        """
        now = self.clock()

        def withdraw(change: AddressChange) -> tuple[PendingAddress, InboxMessage] | None:
            pending = change.pending
            if pending.allowed_from is None:
                return None
            old, new = mask(change.in_force), mask(pending)
            notice = make_address_change_withdrawn_notice(
                user_id, pending.channel, old, new, case.staff.number, reason, now
            )
            return replace(pending, allowed_from=None), notice

        return self._change_address(case, user_id, channel, change_id, withdraw)

    def _change_address(
        self,
        case: Case,
        user_id: str,
        channel: str,
        change_id: str,
        decide: Callable[[AddressChange], tuple[PendingAddress, InboxMessage] | None],
    ) -> PendingAddress:
        """Change a pending address and notify the person.

        Args:
            decide: returns the pending address with the inbox's message; None for no change.
        """
        account = self.access.get_reach(case).find_account(user_id, "allow", case.reason)
        load = load_known_first(account.preferences, lambda: self.accounts.get_account(user_id).preferences)

        def prepare() -> tuple[tuple[AddressChange, bool], Writes]:
            saved = load()
            change = find_change(saved, channel, change_id)
            if saved is None or change is None:
                raise ChangeNotWaiting
            decision = decide(change)
            if decision is None:
                return (change, False), []
            pending, notice = decision
            write = self.accounts.write_preferences(user_id, saved.with_pending(pending))
            return (replace(change, pending=pending), True), [write, self.inbox.write_notice(notice)]

        change, is_changed = self.access.write_change(case, user_id, "addresses", prepare, ChangeNotWaiting)
        if is_changed:
            notify_of_change(self.mail, change)
        return change.pending

    def resend_notice(
        self, case: Case, user_id: str, message_id: str, channel: str
    ) -> tuple[NoticeDelivery, NoticeTitle | None]:
        """Queue a failed notice again; the notifier processes it within a minute.

        The rules of a new notice apply: quiet hours, the daily email, and other preferences; nothing goes to
        an address that bounced. For a read message, only security notices are sent.

        Returns:
            The delivery, and the title of its message; None for a removed message.
        """
        self.access.get_reach(case).find_account(user_id, "resend", case.reason)
        now = self.clock()

        def resend() -> tuple[NoticeDelivery, Writes]:
            dispatch = channel in CHANNELS and self.deliveries.get_dispatch(
                DispatchKey(user_id, message_id, channel)
            )
            if not dispatch or dispatch.delivery.state != "failed":
                raise NoticeNotFailed
            revived = dispatch.revive(now)
            return revived.delivery, [self.deliveries.write_next(revived, now)]

        delivery = self.access.write_change(case, user_id, "deliveries", resend, NoticeChanged)
        return delivery, self.inbox.list_titles(user_id, [message_id]).get(message_id)
