"""The rules of user services: who may see whose record, and that each access is written down first."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from domains.accesslog.access_log import AccessLog
from domains.accesslog.record import Access, AccessKind, AccessReason, ShownField, StaffMember
from domains.accounts.account import CHANNELS, SUPPORT_WAIT, Account, ContactAddress, PendingAddress
from domains.accounts.masking import mask_address
from domains.agencies.breaker import BreakerState
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.catalog import Catalog
from domains.agencies.failures import AgencyUnavailable, RecordRevoked
from domains.agencies.record_reader import RecordReader
from domains.agencies.subscriptions import ClearedDashboard, Dashboard, Identity, Subscription
from domains.applications.application import Application
from domains.applications.applications_table import ApplicationsTable
from domains.assurance.slots import Lock, Tries, TryLimit, lock_name
from domains.assurance.tries_table import TriesTable
from domains.businesses.businesses_table import BusinessesTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import AddressStatus, Delivery
from domains.deliveries.dispatch import DispatchKey
from domains.messages.inbox import UnreadCount
from domains.messages.portal_notices import (
    address_change_allowed,
    dashboard_cleared,
    dashboard_reloaded,
    dashboard_restored,
    lock_lifted,
)
from domains.people.criteria import PersonCriteria, TooManyPeople
from domains.people.finder import FoundPeople, PeopleFinder
from functions.userservices import texts
from functions.userservices.dashboard import ConnectedRecord, Connection, ReloadedCard
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
from portal.errors import Conflict, InvalidRequest, Problem, Unavailable
from portal.language import Language
from portal.mail import Mail
from portal.text import make_searchable
from portal.types import Clock
from portal.updates import MAX_WRITE_ATTEMPTS

MAX_DELIVERIES = 20
AGENCY_ANSWER_SECONDS = 0.4
"""Searches and refusals of an agency's staff take as long, so that time tells nothing of who was found."""
RELOADING_TAKES_SECONDS = 15.0
"""No agency is asked any more after so long; one call takes 2.5 s at most, and the gateway waits 29 s."""

Result = TypeVar("Result")
Writes = Sequence[Write]


@dataclass(frozen=True, slots=True)
class Case:
    """A call of a staff member: the reason and the route."""

    staff: StaffMember
    reason: AccessReason
    call: str


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A person's record for a case.

    Attributes:
        parts: that the staff member reaches; see `list_parts`.
    """

    account: Account
    parts: Sequence[Part]


@dataclass(frozen=True, slots=True)
class Contact:
    """The contact addresses of a person, the latest notices and the unread messages.

    Attributes:
        addresses: each with what the networks and the owner said last.
        pending: the addresses that wait to take the place of one of them.
        deliveries: the newest first.
        titles: of the messages that the deliveries announce, by id; none for a message that was removed.
        at: the moment for which this is true.
    """

    account: Account
    addresses: Sequence[tuple[ContactAddress, AddressStatus]]
    pending: Sequence[PendingAddress]
    deliveries: Sequence[Delivery]
    titles: Mapping[str, NoticeTitle]
    unread: UnreadCount
    at: datetime


@dataclass(frozen=True, slots=True)
class AllowedChange:
    """A change of address that is allowed, now or from a later moment on.

    Attributes:
        in_force: the address until then.
        language: of the person.
    """

    pending: PendingAddress
    in_force: ContactAddress
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class UserServices:
    """The calls of support staff; every method writes the access down before it answers or changes anything.

    `Reach` says who may. Each method but the search raises what `Reach.find_account` raises, and each raises
    `AccessNotRecorded`.

    Attributes:
        monotonic: seconds that never go back.
        sleep: waits so many seconds.
        limits: of the tries of each way to step up.
    """

    clock: Clock
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
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
    limits: Mapping[Lock, TryLimit]

    def search(self, case: Case, criteria: PersonCriteria) -> FoundPeople:
        """Return the people who fit all criteria, within the staff member's reach.

        Raises:
            InvalidRequest, TooManyPeople: see `PeopleFinder.find`; the second is in the log too.
        """
        reach = self._reach(case)
        try:
            found = self.finder.find(criteria)
        except TooManyPeople:
            # The answer reveals that such people exist, so it counts as a look at them.
            self.log.record(Access(case.staff, case.reason, "view", case.call, (), ()))
            raise
        items = [each for each in found.items if reach.is_open(each.user_id)]
        reach.hide_work()
        people = tuple(each.user_id for each in items)
        fields = _list_shown_identity(case.staff, "state")
        self.log.record(Access(case.staff, case.reason, "view", case.call, fields, people))
        return FoundPeople(items, found.is_truncated)

    def get_person(self, case: Case, user_id: str) -> OpenRecord:
        """Return the record of a person; support also gets registration, terms and the next step."""
        account = self._reach(case).find_account(user_id, "identity", case.reason)
        self._record(
            case, user_id, "view", *_list_shown_identity(case.staff, "registration", "state", "terms")
        )
        return OpenRecord(account, list_parts(case.staff, case.reason))

    def get_contact(self, case: Case, user_id: str) -> Contact:
        """Return the addresses of a person, the outcome of the latest notices, and the unread count."""
        account = self._reach(case).find_account(user_id, "contact", case.reason)
        self._record(case, user_id, "view", "addresses", "deliveries", "unread")
        addresses = account.preferences.addresses if account.preferences else _get_registered_address(account)
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
        self, case: Case, user_id: str, channel: str, sent_to: str, reason: str
    ) -> PendingAddress:
        """Allow a change of address from seven days on, and tell the person at once, at both addresses.

        The inbox is told in the same transaction, and announces it at the address in force. Until the wait is
        over, the person can keep the old address. An allowed change stays as it is.

        Args:
            sent_to: the new address, masked, as the staff member read it.
            reason: the person reads it.

        Raises:
            ChangeNotWaiting: no such change waits, or it changes at the same moment.
        """
        self._reach(case).find_account(user_id, "allow", case.reason)
        now = self.clock()
        allowed_from = now + SUPPORT_WAIT

        def allow() -> tuple[AllowedChange, Writes]:
            saved = self.accounts.get_account(user_id).preferences
            pending = saved.find_pending(channel) if saved else None
            in_force = saved.find_address(channel) if saved else None
            if saved is None or pending is None or in_force is None or _mask(pending) != sent_to:
                raise ChangeNotWaiting
            if pending.allowed_at or pending.allowed_from:
                return AllowedChange(pending, in_force, saved.language), []
            allowed = replace(pending, allowed_from=allowed_from)
            notice = address_change_allowed(
                user_id,
                pending.channel,
                _mask(in_force),
                sent_to,
                allowed_from,
                case.staff.number,
                reason,
                now,
            )
            write = self.accounts.write_preferences(user_id, saved.with_pending(allowed))
            return AllowedChange(allowed, in_force, saved.language), [write, self.inbox.write_new(notice)]

        change = self._change(case, user_id, "addresses", allow, ChangeNotWaiting)
        if change.pending.allowed_from == allowed_from:
            self._tell_of_change(change)
        return change.pending

    def resend_notice(
        self, case: Case, user_id: str, message_id: str, channel: str
    ) -> tuple[Delivery, NoticeTitle | None]:
        """Let a notice that failed be sent again; the notifier looks at it within a minute.

        The rules of a new notice apply: quiet hours, the daily e-mail and other preferences, and nothing goes
        to an address that bounced. Of a message that was read, only a security notice is sent.

        Returns:
            The delivery, and the title of its message; None for a message that was removed.

        Raises:
            NoticeNotFailed: there is no such notice, or it did not fail.
            NoticeChanged: it changes at the same moment.
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
        """Return the cards on the person's dashboard in order, and those that can be put back."""
        reach = self._reach(case)
        reach.find_account(user_id, "connections", case.reason)
        dashboard = self.subscriptions.get_dashboard(user_id)
        self._record(case, user_id, "view", "connections")
        cleared = dashboard.cleared if _list_hidden(reach, dashboard) else None
        return self._list_connections(case, user_id, dashboard), cleared

    def list_applications(self, case: Case, user_id: str) -> list[tuple[str, Application]]:
        """Return the applications of all businesses of a person, newest first, with each name."""
        reach = self._reach(case)
        reach.find_account(user_id, "applications", case.reason)
        found = reach.list_applications(user_id)
        self._record(case, user_id, "view", "applications")
        return sorted(found, key=lambda each: (each[1].created_at, each[1].id), reverse=True)

    def list_locks(self, case: Case, user_id: str) -> list[FailedTries]:
        """Return the ways to step up with failures that still count."""
        person = self._reach(case).find_account(user_id, "locks", case.reason).registration
        self._record(case, user_id, "view", "locks")
        return list_failed_tries(self.tries.get_tries(user_id, person), self.limits, self.clock())

    def lift_lock(self, case: Case, user_id: str, lock_id: str, reason: str) -> list[FailedTries]:
        """Let failures count no more. The person is told in the same transaction.

        Raises:
            NotLocked: nothing of it counts.
            LocksChanged: the person makes other tries at the same moment.
        """
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
        """Ask every agency again for what the person's cards show. Connections stay as they are.

        Where there is no card to reload, nothing happens and nobody is told.

        Raises:
            InvalidRequest: the name is not the person's.
            DashboardChanged: others do the same at the same moment.
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
        return [self._reload(user_id, *card, ends_at) for card in cards]

    def clear_dashboard(self, case: Case, user_id: str, confirmed_name: str) -> ClearedDashboard:
        """Take every card off the dashboard. What they stand for stays connected, and the person is told.

        Doing it again when there is nothing left to take off changes nothing.

        Raises:
            InvalidRequest: the name is not the person's.
            NothingToClear: there is no card, and none was taken off.
            DashboardChanged: the dashboard changes at the same moment.
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
        """Put every card within reach back that was taken off the dashboard; the person is told.

        Returns:
            What the person sees now.

        Raises:
            NothingToRestore: every card is on it, or they were taken off more than 7 days ago.
            DashboardChanged: the dashboard changes at the same moment.
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

    def _record(self, case: Case, user_id: str, kind: AccessKind, *fields: ShownField) -> None:
        self.log.record(Access(case.staff, case.reason, kind, case.call, fields, (user_id,)))

    def _confirm(self, case: Case, user_id: str, part: Part, typed: str) -> None:
        """Refuse what is not confirmed with the person's name; the answer tells of it, so it is a look."""
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
        """Write a change and its line of the log in one transaction; a change that is none is a look.

        Args:
            prepare: reads what is there, and gives what comes of the change and what is written for it;
                nothing where nothing is to be changed.
            conflict: raised when others change the same all the time.
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

    def _tell_of_change(self, change: AllowedChange) -> None:
        """Tell the new address, and an old number; the inbox is announced at the e-mail address in force.

        The change is saved and in the inbox, so that it stays where one of them cannot be told.
        """
        pending, in_force = change.pending, change.in_force
        if pending.allowed_from is None:
            return
        said = texts.change_allowed(_mask(in_force), _mask(pending), pending.allowed_from)
        text = said.in_language(change.language)
        for address in (in_force.address, pending.address):
            with suppress(Unavailable):
                if pending.channel == "text":
                    self.mail.send_text_message(address, text)
                elif address == pending.address:
                    subject = texts.CHANGE_ALLOWED.in_language(change.language)
                    self.mail.send_email(address, subject, text)

    def _list_connections(self, case: Case, user_id: str, dashboard: Dashboard) -> list[Connection]:
        return [
            self._make_connection(user_id, each, dashboard.is_on_dashboard(each))
            for each in self._reach(case).list_subscriptions(dashboard)
        ]

    def _make_connection(self, user_id: str, subscription: Subscription, is_on_dashboard: bool) -> Connection:
        offer = self.catalog.offers().find(subscription.service_id)
        return Connection(
            subscription,
            offer,
            self.breakers.read(offer.agency.id) if offer else BreakerState(),
            [
                ConnectedRecord(identity, copy.checked_at if copy else None)
                for identity in subscription.identities.values()
                for copy in (self.subscriptions.read_data(user_id, identity.id),)
            ],
            is_on_dashboard,
        )

    def _reload(
        self, user_id: str, subscription: Subscription, number: int, identity: Identity, ends_at: float
    ) -> ReloadedCard:
        offer = self.catalog.offers().find(subscription.service_id)
        copy = self.subscriptions.read_data(user_id, identity.id)
        known_at = copy.checked_at if copy else None
        if identity.status == "revoked":
            return ReloadedCard(number, offer, "revoked", None)
        if offer is None:
            return ReloadedCard(number, None, "withdrawn", known_at)
        if self.monotonic() >= ends_at:
            return ReloadedCard(number, offer, "postponed", known_at)
        try:
            data = self.records.read(user_id, offer, identity, copy, is_refresh=True)
        except RecordRevoked:
            return ReloadedCard(number, offer, "revoked", None)
        except AgencyUnavailable:
            return ReloadedCard(number, offer, "unavailable", None)
        return ReloadedCard(number, offer, "unavailable" if data.is_stale else "reloaded", data.checked_at)


def _get_registered_address(account: Account) -> tuple[ContactAddress, ...]:
    """Return the address for notices as long as a person has no contact preferences."""
    registration = account.registration
    if registration is None or not registration.email:
        return ()
    return (ContactAddress("email", registration.email, registration.registered_at),)


def _mask(address: ContactAddress | PendingAddress) -> str:
    return mask_address(address.channel, address.address)


def _list_shown_identity(staff: StaffMember, *of_account: ShownField) -> tuple[ShownField, ...]:
    """Return the fields that tell a person from others, and account fields within reach."""
    return ("name", "birthYear", "county", "email", *(of_account if is_for(staff, "account") else ()))


def _list_shown(reach: Reach, dashboard: Dashboard) -> list[Subscription]:
    return [each for each in reach.list_subscriptions(dashboard) if dashboard.is_on_dashboard(each)]


def _list_hidden(reach: Reach, dashboard: Dashboard) -> list[Subscription]:
    return [each for each in reach.list_subscriptions(dashboard) if not dashboard.is_on_dashboard(each)]
