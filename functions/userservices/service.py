"""The rules of user services: who may see whose record, and that each access is written down first."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from functions.userservices import texts
from functions.userservices.dashboard import ConnectedRecord, Connection, ReloadedCard
from functions.userservices.errors import (
    DashboardChanged,
    LocksChanged,
    NothingToRestore,
    NotLocked,
    NotYourCase,
    OwnRecord,
)
from functions.userservices.locks import FailedTries, find_lock, list_failed_tries
from functions.userservices.repository import DashboardsRepository
from portal.access_log.access_log import AccessLog
from portal.access_log.record import Access, AccessKind, AccessReason, ShownField, StaffMember
from portal.account import Account, ContactAddress, Registration
from portal.account_table import AccountRepository
from portal.agencies.breaker_table import BreakerTable
from portal.agencies.catalog import Catalog
from portal.agencies.failures import AgencyUnavailable, RecordRevoked
from portal.agencies.record_reader import RecordReader
from portal.agencies.subscriptions import ClearedDashboard, Holdings, Identity, Subscription
from portal.applications.application import Application
from portal.applications.applications_table import ApplicationsTable
from portal.businesses.businesses_table import BusinessesTable
from portal.deliveries.deliveries_table import DeliveriesTable
from portal.deliveries.delivery import AddressStatus, Delivery
from portal.enhanced_authentication_slots import Lock, Tries, TryLimit, lock_name
from portal.errors import InvalidRequest, Problem
from portal.messages.messages_table import MessagesTable, item_of
from portal.messages.portal_notices import (
    dashboard_cleared,
    dashboard_reloaded,
    dashboard_restored,
    lock_lifted,
)
from portal.people.criteria import PersonCriteria, TooManyPeople
from portal.people.finder import FoundPeople, PeopleFinder
from portal.text import searchable
from portal.tries_table import TriesTable
from portal.types import Clock
from portal.updates import update_until_saved

MAX_DELIVERIES = 20
_ATTEMPTS_AT_ONCE = 3
RELOADING_TAKES_SECONDS = 15.0
"""No agency is asked any more after so long; one call takes 2.5 s at most, and the gateway waits 29 s."""


@dataclass(frozen=True, slots=True)
class Case:
    """Who calls, why, and which route."""

    staff: StaffMember
    reason: AccessReason
    call: str


@dataclass(frozen=True, slots=True)
class Contact:
    """How the portal reaches a person.

    Attributes:
        addresses: each with what the networks and the owner said last.
        deliveries: the newest first.
    """

    account: Account
    addresses: Sequence[tuple[ContactAddress, AddressStatus]]
    deliveries: Sequence[Delivery]


@dataclass(frozen=True, slots=True, kw_only=True)
class UserServices:
    """What support staff can ask; every method writes the access down before it answers or changes anything.

    Of an agency's own staff nobody sees more of a person than connections and applications with that agency,
    and nothing of a person who has none.

    Each of them raises `NotYourCase`, `OwnRecord` and `AccessNotRecorded`.

    Attributes:
        monotonic: seconds that never go back.
        limits: of the tries of each way to step up.
    """

    clock: Clock
    monotonic: Callable[[], float] = time.monotonic
    log: AccessLog
    accounts: AccountRepository
    finder: PeopleFinder
    subscriptions: DashboardsRepository
    businesses: BusinessesTable
    applications: ApplicationsTable
    deliveries: DeliveriesTable
    tries: TriesTable
    inbox: MessagesTable
    catalog: Catalog
    breakers: BreakerTable
    records: RecordReader
    limits: Mapping[Lock, TryLimit]

    def search(self, case: Case, criteria: PersonCriteria) -> FoundPeople:
        """Who fits all criteria, but for the staff member; of an agency's staff only its own people.

        Raises:
            InvalidRequest, TooManyPeople: see `PeopleFinder.find`; the second is in the log too.
        """
        try:
            found = self.finder.find(criteria)
        except TooManyPeople:
            # It tells that there are such people, so it was a look at them all the same.
            self.log.record(Access(case.staff, case.reason, "view", case.call, (), ()))
            raise
        items = [each for each in found.items if self._may_be_listed(case, each.user_id)]
        people = tuple(each.user_id for each in items)
        fields: tuple[ShownField, ...] = ("name", "birthYear", "county", "email", "state")
        self.log.record(Access(case.staff, case.reason, "view", case.call, fields, people))
        return FoundPeople(items, found.is_truncated)

    def get_account(self, case: Case, user_id: str) -> Account:
        """Registration, terms and what the person has to do next."""
        account, _ = self._open(
            case, user_id, "view", "name", "birthYear", "county", "email", "registration", "state", "terms"
        )
        return account

    def get_contact(self, case: Case, user_id: str) -> Contact:
        """The addresses of a person, and what became of the latest notices."""
        account, _ = self._open(case, user_id, "view", "addresses", "deliveries")
        addresses = account.preferences.addresses if account.preferences else _registered_address(account)
        return Contact(
            account,
            [(each, self.deliveries.status(each.channel, each.address)) for each in addresses],
            self.deliveries.of_person(user_id)[:MAX_DELIVERIES],
        )

    def list_connections(self, case: Case, user_id: str) -> tuple[list[Connection], ClearedDashboard | None]:
        """What the person sees on the dashboard now, in their order, and what was taken off it."""
        _, holdings = self._open(case, user_id, "view", "connections")
        return self._connections(case, user_id, holdings), holdings.cleared

    def list_applications(self, case: Case, user_id: str) -> list[tuple[str, Application]]:
        """The applications of all businesses for which a person acts, with the name of each; newest first."""
        self._open(case, user_id, "view", "applications")
        found = self._applications(case, user_id)
        return sorted(found, key=lambda each: (each[1].created_at, each[1].id), reverse=True)

    def list_locks(self, case: Case, user_id: str) -> list[FailedTries]:
        """The ways to step up with failures that still count."""
        account, _ = self._open(case, user_id, "view", "locks")
        return list_failed_tries(
            self.tries.get_tries(user_id, account.registration), self.limits, self.clock()
        )

    def lift_lock(self, case: Case, user_id: str, lock_id: str, reason: str) -> list[FailedTries]:
        """Let failures count no more. The person is told in the same transaction.

        Raises:
            NotLocked: nothing of it counts.
            LocksChanged: the person makes other tries at the same moment.
        """
        lock = find_lock(lock_id)
        if lock is None:
            raise NotLocked
        account, _ = self._open(case, user_id, "change", "locks")
        person = account.registration
        now = self.clock()
        notice = lock_lifted(user_id, lock_name(lock), case.staff.number, reason, now)

        def lift(tries: Tries) -> Tries:
            if not tries.count(lock, now):
                raise NotLocked
            return tries.without(lock)

        tries, _ = update_until_saved(
            partial(self.tries.get_tries, user_id, person),
            lift,
            partial(self.tries.save_tries, user_id, person, write_more=lambda it: it.save(item_of(notice))),
            LocksChanged,
        )
        return list_failed_tries(tries, self.limits, now)

    def reload_dashboard(self, case: Case, user_id: str, confirmed_name: str) -> list[ReloadedCard]:
        """Ask every agency again for what the person's cards show. Connections stay as they are.

        Raises:
            InvalidRequest: the name is not the person's.
        """
        _, holdings = self._open(case, user_id, "change", "dashboard", confirmed_name=confirmed_name)
        now = self.clock()
        self.inbox.add(dashboard_reloaded(user_id, case.staff.number, now))
        ends_at = self.monotonic() + RELOADING_TAKES_SECONDS
        return [
            self._reload(user_id, subscription, identity, ends_at)
            for subscription in self._within_reach(case, holdings)
            if holdings.is_on_dashboard(subscription)
            for identity in subscription.identities.values()
        ]

    def clear_dashboard(self, case: Case, user_id: str, confirmed_name: str) -> ClearedDashboard:
        """Take every card off the dashboard. What they stand for stays connected, and the person is told.

        Doing it again when there is nothing left to take off changes nothing.

        Raises:
            InvalidRequest: the name is not the person's.
            DashboardChanged: the dashboard changes at the same moment.
        """
        _, holdings = self._open(case, user_id, "change", "dashboard", confirmed_name=confirmed_name)
        for _ in range(_ATTEMPTS_AT_ONCE):
            before = holdings.cleared
            shown = [each.id for each in self._within_reach(case, holdings) if holdings.is_on_dashboard(each)]
            if before is not None and not shown:
                return before
            now = self.clock()
            hidden = [each.id for each in holdings.ordered() if not holdings.is_on_dashboard(each)]
            after = ClearedDashboard(frozenset((*shown, *hidden)), now)
            notice = dashboard_cleared(user_id, case.staff.number, now)
            if self.subscriptions.clear_dashboard(user_id, before, after, notice):
                return after
            holdings = self.subscriptions.read_holdings(user_id)
        raise DashboardChanged

    def restore_dashboard(self, case: Case, user_id: str) -> list[Connection]:
        """Put every card back that was taken off the dashboard; the person is told.

        Returns:
            What the person sees now.

        Raises:
            NothingToRestore: every card is on it, or they were taken off more than 7 days ago.
        """
        _, holdings = self._open(case, user_id, "change", "dashboard")
        cleared, now = holdings.cleared, self.clock()
        if cleared is None or cleared.restorable_until <= now:
            raise NothingToRestore
        notice = dashboard_restored(user_id, case.staff.number, now)
        if not self.subscriptions.restore_dashboard(user_id, cleared, notice):
            raise NothingToRestore
        return self._connections(case, user_id, replace(holdings, cleared=None))

    def _open(
        self,
        case: Case,
        user_id: str,
        kind: AccessKind,
        *fields: ShownField,
        confirmed_name: str | None = None,
    ) -> tuple[Account, Holdings]:
        """Write an access to one record down, or refuse it; nothing of the record leaves before that."""
        if user_id == case.staff.user_id:
            raise OwnRecord
        account = self.accounts.get_account(user_id)
        registration = account.registration
        if registration is None:
            raise NotYourCase
        holdings = self.subscriptions.read_holdings(user_id)
        if not self._is_within_reach(case, user_id, holdings):
            raise NotYourCase
        if confirmed_name is not None:
            _check_name(confirmed_name, registration)
        self.log.record(Access(case.staff, case.reason, kind, case.call, fields, (user_id,)))
        return account, holdings

    def _may_be_listed(self, case: Case, user_id: str) -> bool:
        if user_id == case.staff.user_id:
            return False
        if case.staff.agency_id is None:
            return True
        return self._is_within_reach(case, user_id, self.subscriptions.read_holdings(user_id))

    def _is_within_reach(self, case: Case, user_id: str, holdings: Holdings) -> bool:
        return (
            case.staff.agency_id is None
            or bool(self._within_reach(case, holdings))
            or bool(self._applications(case, user_id))
        )

    def _within_reach(self, case: Case, holdings: Holdings) -> list[Subscription]:
        """The subscriptions that a staff member may see."""
        agency_id = case.staff.agency_id
        if agency_id is None:
            return holdings.ordered()
        offers = self.catalog.offers()
        return [
            each
            for each in holdings.ordered()
            if (offer := offers.find(each.service_id)) is not None and offer.agency.id == agency_id
        ]

    def _applications(self, case: Case, user_id: str) -> list[tuple[str, Application]]:
        names = {business.id: business.name for business, _ in self.businesses.businesses_of(user_id)}
        ids = [each for business_id in names for each in self.applications.ids_of(business_id)]
        return [
            (names[each.business_id], each)
            for each in (self.applications.read_many(ids) if ids else [])
            if case.staff.agency_id in (None, each.agency_id)
        ]

    def _connections(self, case: Case, user_id: str, holdings: Holdings) -> list[Connection]:
        return [
            self._connection(user_id, each, holdings.is_on_dashboard(each))
            for each in self._within_reach(case, holdings)
        ]

    def _connection(self, user_id: str, subscription: Subscription, is_on_dashboard: bool) -> Connection:
        offer = self.catalog.offers().find(subscription.service_id)
        return Connection(
            subscription,
            offer,
            self.breakers.read(offer.agency.id).opened_at if offer else None,
            [
                ConnectedRecord(identity, copy.checked_at if copy else None)
                for identity in subscription.identities.values()
                for copy in (self.subscriptions.read_data(user_id, identity.id),)
            ],
            is_on_dashboard,
        )

    def _reload(
        self, user_id: str, subscription: Subscription, identity: Identity, ends_at: float
    ) -> ReloadedCard:
        offer = self.catalog.offers().find(subscription.service_id)
        copy = self.subscriptions.read_data(user_id, identity.id)
        known_at = copy.checked_at if copy else None
        if identity.status == "revoked":
            return ReloadedCard(identity, offer, "revoked", None)
        if offer is None:
            return ReloadedCard(identity, None, "withdrawn", known_at)
        if self.monotonic() >= ends_at:
            return ReloadedCard(identity, offer, "postponed", known_at)
        try:
            data = self.records.read(user_id, offer, identity, copy, asks_anew=True)
        except RecordRevoked:
            return ReloadedCard(identity, offer, "revoked", None)
        except AgencyUnavailable:
            return ReloadedCard(identity, offer, "unavailable", None)
        return ReloadedCard(identity, offer, "unavailable" if data.is_stale else "reloaded", data.checked_at)


def _registered_address(account: Account) -> tuple[ContactAddress, ...]:
    """Where notices go as long as a person has no contact preferences."""
    registration = account.registration
    if registration is None or not registration.email:
        return ()
    return (ContactAddress("email", registration.email, registration.registered_at),)


def _check_name(typed: str, registration: Registration) -> None:
    """Refuse a change of a dashboard that is not confirmed with the name of its owner."""
    if searchable(typed) != searchable(registration.display_name):
        raise InvalidRequest(Problem("confirmed-name", texts.WRONG_NAME))
