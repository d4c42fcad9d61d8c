"""User services for support staff, with a log entry before each access."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from domains.accesslog.access_log import AccessLog
from domains.accesslog.record import Access, AccessKind, AccessReason, ShownField, StaffMember
from domains.accounts.account import CHANNELS, SUPPORT_WAIT, Account, PendingAddress
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.catalog import Catalog
from domains.agencies.record_reader import RecordReader
from domains.agencies.subscriptions import ClearedDashboard, Dashboard, Identity, Subscription
from domains.applications.application import Application
from domains.applications.applications_table import ApplicationsTable
from domains.assurance.slots import Lock, Tries, TryLimit, lock_name
from domains.assurance.tries_table import TriesTable
from domains.businesses.businesses_table import BusinessesTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import Delivery
from domains.deliveries.dispatch import DispatchKey
from domains.messages.message import Message
from domains.messages.support_notices import (
    address_change_allowed,
    address_change_withdrawn,
    dashboard_cleared,
    dashboard_reloaded,
    dashboard_restored,
    lock_lifted,
)
from domains.people.criteria import PersonCriteria, TooManyPeople
from domains.people.finder import FoundPeople, PeopleFinder
from functions.userservices import texts
from functions.userservices.cards import CardReader
from functions.userservices.contacts import (
    AddressChange,
    Contact,
    find_change,
    list_addresses,
    mask,
    notify_of_change,
)
from functions.userservices.dashboard import Connection, ReloadedCard
from functions.userservices.errors import (
    ChangeNotWaiting,
    DashboardChanged,
    LocksChanged,
    NothingToClear,
    NothingToRestore,
    NoticeChanged,
    NoticeNotFailed,
    NotLocked,
)
from functions.userservices.locks import FailedTries, find_lock, list_failed_tries
from functions.userservices.notices import NoticeTitle
from functions.userservices.reach import Part, Reach, is_for, list_parts
from functions.userservices.repository import (
    DashboardsRepository,
    NoticesRepository,
    PeopleRepository,
)
from portal.dynamo import Write
from portal.errors import Conflict, InvalidRequest, Problem
from portal.mail import Mail
from portal.text import make_searchable
from portal.types import Clock
from portal.updates import MAX_WRITE_ATTEMPTS, load_known_first

MAX_DELIVERIES = 20
AGENCY_ANSWER_SECONDS = 0.4
"""Constant time of searches and refusals for agencies' staff, so it does not reveal who was found."""
RELOADING_TAKES_SECONDS = 15.0
"""Time for starting calls to agencies; one takes at most 2.5 s, and the gateway waits 29 s."""

Result = TypeVar("Result")
Writes = Sequence[Write]


@dataclass(frozen=True, slots=True)
class Case:
    """A staff member's call with its reason and route."""

    staff: StaffMember
    reason: AccessReason
    call: str


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A person's record for a case."""

    account: Account
    parts: Sequence[Part]  # parts within reach; see `list_parts`


@dataclass(frozen=True, slots=True, kw_only=True)
class UserServices:
    """Support staff's use cases; every method logs the access before it returns or changes anything.

    `Reach` has the access rules. Every method raises `AccessNotRecorded`, and every method but the search
    raises the errors of `Reach.find_account`.
    """

    clock: Clock
    monotonic: Callable[[], float] = time.monotonic  # seconds that never go back
    sleep: Callable[[float], None] = time.sleep  # waits for a number of seconds
    log: AccessLog
    accounts: PeopleRepository
    finder: PeopleFinder
    subscriptions: DashboardsRepository
    businesses: BusinessesTable
    applications: ApplicationsTable
    deliveries: DeliveriesTable
    tries: TriesTable
    inbox: NoticesRepository
    mail: Mail
    catalog: Catalog
    breakers: BreakerTable
    records: RecordReader
    limits: Mapping[Lock, TryLimit]  # limits of tries for each way to step up

    def search(self, case: Case, criteria: PersonCriteria) -> FoundPeople:
        """Return the people within reach who match all criteria.

        Raises:
            InvalidRequest, TooManyPeople: see `PeopleFinder.find`; the latter is logged, too.
        """
        reach = self._reach(case)
        try:
            found = self.finder.find(criteria)
        except TooManyPeople:
            # The answer reveals that such people exist, so it counts as access.
            self.log.record(Access(case.staff, case.reason, "view", case.call, (), ()))
            raise
        items = [each for each in found.items if reach.is_open(each.user_id)]
        reach.hide_work()
        people = tuple(each.user_id for each in items)
        fields = _list_shown_identity(case.staff, "state")
        self.log.record(Access(case.staff, case.reason, "view", case.call, fields, people))
        return FoundPeople(items, found.is_truncated)

    def get_person(self, case: Case, user_id: str) -> OpenRecord:
        """Return a person's record; support also gets registration, terms, and the next step."""
        account = self._reach(case).find_account(user_id, "identity", case.reason)
        self._record(
            case, user_id, "view", *_list_shown_identity(case.staff, "registration", "state", "terms")
        )
        return OpenRecord(account, list_parts(case.staff, case.reason))

    def get_contact(self, case: Case, user_id: str) -> Contact:
        """Return a person's addresses, latest notices, and unread count."""
        account = self._reach(case).find_account(user_id, "contact", case.reason)
        self._record(case, user_id, "view", "addresses", "deliveries", "unread")
        addresses = list_addresses(account)
        deliveries = self.deliveries.list_for_person(user_id)[:MAX_DELIVERIES]
        return Contact(
            account,
            [(each, self.deliveries.status(each.channel, each.address)) for each in addresses],
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

        def allow(change: AddressChange) -> tuple[PendingAddress, Message] | None:
            pending = change.pending
            if pending.allowed_at or pending.has_permission(now):
                return None
            allowed_from = now + SUPPORT_WAIT
            old, new = mask(change.in_force), mask(pending)
            notice = address_change_allowed(
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

        def withdraw(change: AddressChange) -> tuple[PendingAddress, Message] | None:
            pending = change.pending
            if pending.allowed_from is None:
                return None
            old, new = mask(change.in_force), mask(pending)
            notice = address_change_withdrawn(
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
        decide: Callable[[AddressChange], tuple[PendingAddress, Message] | None],
    ) -> PendingAddress:
        """Change a pending address and notify the person.

        Args:
            decide: returns the pending address with the inbox's message; None for no change.
        """
        account = self._reach(case).find_account(user_id, "allow", case.reason)
        load = load_known_first(account.preferences, lambda: self.accounts.get_account(user_id).preferences)

        def prepare() -> tuple[tuple[AddressChange, bool], Writes]:
            saved = load()
            change = find_change(saved, channel, change_id)
            if saved is None or change is None:
                raise ChangeNotWaiting
            decided = decide(change)
            if decided is None:
                return (change, False), []
            pending, notice = decided
            write = self.accounts.write_preferences(user_id, saved.with_pending(pending))
            return (replace(change, pending=pending), True), [write, self.inbox.write_new(notice)]

        change, is_changed = self._change(case, user_id, "addresses", prepare, ChangeNotWaiting)
        if is_changed:
            notify_of_change(self.mail, change)
        return change.pending

    def resend_notice(
        self, case: Case, user_id: str, message_id: str, channel: str
    ) -> tuple[Delivery, NoticeTitle | None]:
        """Queue a failed notice again; the notifier processes it within a minute.

        The rules of a new notice apply: quiet hours, the daily email, and other preferences; nothing goes to
        an address that bounced. For a read message, only security notices are sent.

        Returns:
            The delivery, and the title of its message; None for a removed message.
        """
        self._reach(case).find_account(user_id, "resend", case.reason)
        now = self.clock()

        def resend() -> tuple[Delivery, Writes]:
            known = channel in CHANNELS and self.deliveries.read(DispatchKey(user_id, message_id, channel))
            if not known or known.delivery.state != "failed":
                raise NoticeNotFailed
            revived = known.revive(now)
            return revived.delivery, [self.deliveries.write_next(revived, now)]

        delivery = self._change(case, user_id, "deliveries", resend, NoticeChanged)
        return delivery, self.inbox.list_titles(user_id, [message_id]).get(message_id)

    def list_connections(self, case: Case, user_id: str) -> tuple[list[Connection], ClearedDashboard | None]:
        """Return the person's cards in order, and the restorable ones."""
        reach = self._reach(case)
        reach.find_account(user_id, "connections", case.reason)
        dashboard = self.subscriptions.get_dashboard(user_id)
        self._record(case, user_id, "view", "connections")
        cleared = dashboard.cleared if _list_hidden(reach, dashboard) else None
        return self._list_connections(case, user_id, dashboard), cleared

    def list_applications(self, case: Case, user_id: str) -> list[tuple[str, Application]]:
        """Return the applications of a person's businesses, newest first, with the businesses' names."""
        reach = self._reach(case)
        reach.find_account(user_id, "applications", case.reason)
        found = reach.list_applications(user_id)
        self._record(case, user_id, "view", "applications")
        return sorted(found, key=lambda each: (each[1].created_at, each[1].id), reverse=True)

    def list_locks(self, case: Case, user_id: str) -> list[FailedTries]:
        """Return the ways to step up with current failures."""
        person = self._reach(case).find_account(user_id, "locks", case.reason).registration
        self._record(case, user_id, "view", "locks")
        return list_failed_tries(self.tries.get_tries(user_id, person), self.limits, self.clock())

    def lift_lock(self, case: Case, user_id: str, lock_id: str, reason: str) -> list[FailedTries]:
        """Clear the failures of a lock, and notify the person in the same transaction."""
        person = self._reach(case).find_account(user_id, "lift", case.reason).registration
        lock = find_lock(lock_id)
        now = self.clock()

        def lift() -> tuple[Tries, Writes]:
            before = self.tries.get_tries(user_id, person)
            if lock is None or not before.count(lock, now):
                raise NotLocked
            after = before.without(lock)
            notice = lock_lifted(user_id, lock_name(lock), case.staff.number, reason, now)
            write = self.tries.write_tries(user_id, person, before, after)
            return after, [write, self.inbox.write_new(notice)]

        left = self._change(case, user_id, "locks", lift, LocksChanged)
        return list_failed_tries(left, self.limits, now)

    def reload_dashboard(self, case: Case, user_id: str, confirmed_name: str) -> list[ReloadedCard]:
        """Reload the person's cards from the agencies, without changing connections.

        Notifies the person unless there are no cards.
        """
        self._confirm(case, user_id, "reload", confirmed_name)
        reach, now = self._reach(case), self.clock()

        def reload() -> tuple[list[tuple[Subscription, int, Identity]], Writes]:
            cards = [
                (subscription, number, identity)
                for subscription in _list_shown(reach, self.subscriptions.get_dashboard(user_id))
                for number, identity in enumerate(subscription.identities.values(), start=1)
            ]
            notice = dashboard_reloaded(user_id, case.staff.number, now)
            return cards, [self.inbox.write_new(notice)] if cards else []

        cards = self._change(case, user_id, "dashboard", reload, DashboardChanged)
        ends_at = self.monotonic() + RELOADING_TAKES_SECONDS
        return [self._cards.reload(user_id, *card, ends_at) for card in cards]

    def clear_dashboard(self, case: Case, user_id: str, confirmed_name: str) -> ClearedDashboard:
        """Remove every card from the dashboard, without disconnecting, and notify the person.

        Safe to repeat.
        """
        self._confirm(case, user_id, "clear", confirmed_name)
        reach, now = self._reach(case), self.clock()

        def clear() -> tuple[ClearedDashboard, Writes]:
            dashboard = self.subscriptions.get_dashboard(user_id)
            before, shown = dashboard.cleared, _list_shown(reach, dashboard)
            if not shown:
                if before is None or not _list_hidden(reach, dashboard):
                    raise NothingToClear
                return before, []
            hidden = [each for each in dashboard.order_subscriptions() if not dashboard.is_on_dashboard(each)]
            after = ClearedDashboard(frozenset(each.id for each in (*shown, *hidden)), now)
            notice = dashboard_cleared(user_id, case.staff.number, now)
            write = self.subscriptions.write_cleared(user_id, before, after)
            return after, [write, self.inbox.write_new(notice)]

        return self._change(case, user_id, "dashboard", clear, DashboardChanged)

    def restore_dashboard(self, case: Case, user_id: str) -> list[Connection]:
        """Restore all removed cards within reach, and notify the person.

        Returns:
            The restored dashboard.
        """
        reach, now = self._reach(case), self.clock()
        reach.find_account(user_id, "restore", case.reason)

        def restore() -> tuple[Dashboard, Writes]:
            dashboard = self.subscriptions.get_dashboard(user_id)
            before, hidden = dashboard.cleared, _list_hidden(reach, dashboard)
            if before is None or not hidden or before.restorable_until <= now:
                raise NothingToRestore
            within_reach = {each.id for each in hidden}
            left = [
                each.id
                for each in dashboard.order_subscriptions()
                if before.hides(each) and each.id not in within_reach
            ]
            after = ClearedDashboard(frozenset(left), before.cleared_at) if left else None
            notice = dashboard_restored(user_id, case.staff.number, now)
            write = self.subscriptions.write_cleared(user_id, before, after)
            return replace(dashboard, cleared=after), [write, self.inbox.write_new(notice)]

        dashboard = self._change(case, user_id, "dashboard", restore, DashboardChanged)
        return self._list_connections(case, user_id, dashboard)

    def _reach(self, case: Case) -> Reach:
        answers_at = self.monotonic() + AGENCY_ANSWER_SECONDS
        return Reach(
            case.staff,
            self.accounts,
            self.subscriptions,
            self.businesses,
            self.applications,
            self.catalog,
            lambda: self.sleep(max(0.0, answers_at - self.monotonic())),
        )

    @property
    def _cards(self) -> CardReader:
        return CardReader(self.subscriptions, self.catalog, self.breakers, self.records, self.monotonic)

    def _list_connections(self, case: Case, user_id: str, dashboard: Dashboard) -> list[Connection]:
        subscriptions = self._reach(case).list_subscriptions(dashboard)
        return self._cards.list_connections(user_id, subscriptions, dashboard)

    def _record(self, case: Case, user_id: str, kind: AccessKind, *fields: ShownField) -> None:
        self.log.record(Access(case.staff, case.reason, kind, case.call, fields, (user_id,)))

    def _confirm(self, case: Case, user_id: str, part: Part, typed: str) -> None:
        """Require the person's name as a confirmation; a refusal reveals something, so it is logged."""
        registration = self._reach(case).find_account(user_id, part, case.reason).registration
        if registration is None or make_searchable(typed) != make_searchable(registration.display_name):
            self._record(case, user_id, "view", "name")
            raise InvalidRequest(Problem("confirmed-name", texts.WRONG_NAME))

    def _change(
        self,
        case: Case,
        user_id: str,
        field: ShownField,
        prepare: Callable[[], tuple[Result, Writes]],
        conflict: type[Conflict],
    ) -> Result:
        """Write a change and its log entry in one transaction; without a change, the access is logged.

        Args:
            prepare: reads the state, and returns the result and its writes; no writes for no change.
            conflict: error after repeated concurrent changes.
        """
        try:
            for _ in range(MAX_WRITE_ATTEMPTS):
                result, writes = prepare()
                if not writes:
                    self._record(case, user_id, "view", field)
                    return result
                access = Access(case.staff, case.reason, "change", case.call, (field,), (user_id,))
                if self.log.record_change(access, *writes):
                    return result
            raise conflict
        except Conflict:
            self._record(case, user_id, "view", field)
            raise


def _list_shown_identity(staff: StaffMember, *of_account: ShownField) -> tuple[ShownField, ...]:
    """Return the fields that identify a person, and account fields within reach."""
    return ("name", "birthYear", "county", "email", *(of_account if is_for(staff, "account") else ()))


def _list_shown(reach: Reach, dashboard: Dashboard) -> list[Subscription]:
    return [each for each in reach.list_subscriptions(dashboard) if dashboard.is_on_dashboard(each)]


def _list_hidden(reach: Reach, dashboard: Dashboard) -> list[Subscription]:
    return [each for each in reach.list_subscriptions(dashboard) if not dashboard.is_on_dashboard(each)]
