"""A person's connections with agencies: connecting, reading, and disconnecting."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from domains.accounts.account import Account, NotRegistered, Registration
from domains.agencies.catalog import Offer, Offers, ServiceNotFound
from domains.agencies.disconnects import pause_after
from domains.agencies.failures import AddressDeclined, AgencyFailure, RecordRevoked
from domains.agencies.manifest import Action, DisplayField, LocalizedText
from domains.agencies.network import Network
from domains.agencies.protocol import MatchAnswer, MatchedPerson, PostalAddress
from domains.agencies.record_reader import RecordReader, ServiceData, unavailable
from domains.agencies.subscriptions import (
    Dashboard,
    Identity,
    Order,
    PendingDisconnect,
    RecordConnected,
    StoredData,
    Subscription,
    derive_identity_id,
)
from domains.agencies.values import Record
from domains.assurance.enhanced_authentication import AssuranceGate, TypeId
from domains.messages.message import Message
from domains.messages.portal_notices import SharedRecord, ShownValue, record_shared, value_shown
from functions.subscriptions import texts
from functions.subscriptions.errors import (
    AddressNotAccepted,
    Disconnecting,
    FieldNotMasked,
    IdentityNotFound,
    IdentityRevoked,
    OrderChanged,
    ServiceLocked,
    ServiceWithdrawn,
    SubscriptionNotFound,
    SubscriptionsChanged,
    TooManyIdentities,
    TooManyReveals,
    TooManySubscriptions,
)
from functions.subscriptions.identity_rules import check_identity, make_masked_label
from functions.subscriptions.recorder import RevealRecorder
from portal.errors import Conflict, InvalidRequest, Problem, Unavailable
from portal.language import Language, Text
from portal.principal import Principal
from portal.rate_window import Call, Limit
from portal.types import Clock

if TYPE_CHECKING:
    from portal.rate_windows_table import RateWindows

MAX_IDENTITIES = 20
MAX_SUBSCRIPTIONS = 200
FAILURES = Limit(all=5)
REVEALS = Limit(all=20)
# A transaction has at most 100 items, of which a connection takes three.
MAX_NOTICES_AT_ONCE = 90
MAX_ATTEMPTS = 3

_REVEALS_KEY = "asked values"

# Longer than a call to an agency takes, so its holder is done or dead.
DISCONNECT_LEASE = timedelta(seconds=10)
# Time for informing agencies within the request; `maintenance` informs the rest.
_TELLING_TAKES = timedelta(seconds=3)


class Repository(Protocol):
    """Store of subscriptions; see `functions.subscriptions.repository`."""

    def get_dashboard(self, user_id: str) -> Dashboard: ...

    def get_all(self, user_id: str) -> Dashboard: ...

    def read_subscription(self, user_id: str, service_id: str) -> Subscription | None: ...

    def save_connection(
        self,
        user_id: str,
        subscription: Subscription,
        connected: RecordConnected | None,
        pending: PendingDisconnect | None,
    ) -> bool: ...

    def connected_with(self, service_id: str, reference: str) -> Mapping[str, Identity]: ...

    def save_disconnection(
        self, user_id: str, before: Subscription, pending: Sequence[PendingDisconnect]
    ) -> bool: ...

    def save_order(self, user_id: str, order: Order) -> bool: ...

    def restore_dashboard(self, user_id: str) -> None: ...

    def read_data(self, user_id: str, identity_id: str) -> StoredData | None: ...

    def save_data(self, user_id: str, data: StoredData) -> bool: ...

    def revoke(self, user_id: str, service_id: str, identity_id: str) -> bool: ...

    def claim_disconnect(
        self, pending: PendingDisconnect, now: datetime, due_at: datetime
    ) -> PendingDisconnect | None: ...

    def finish_disconnect(self, reported: PendingDisconnect) -> None: ...


class Accounts(Protocol):
    """Store of accounts; see `domains.accounts.account_table`."""

    def get_account(self, user_id: str) -> Account: ...


class Agencies(Protocol):
    """Calls agencies; see `domains.agencies.client`."""

    def match(self, offer: Offer, identity: dict[str, str], person: MatchedPerson | None) -> MatchAnswer: ...

    def service_data(self, offer: Offer, reference: str, accounts: int) -> Record: ...

    def field_value(self, offer: Offer, reference: str, field: DisplayField) -> str: ...

    def disconnect(self, offer: Offer, reference: str) -> None: ...

    def send_address(self, offer: Offer, reference: str, address: PostalAddress) -> None: ...


class Inbox(Protocol):
    """Store of messages; see `domains.messages.messages_table`."""

    def add(self, message: Message) -> bool: ...


class CatalogReader(Protocol):
    """The catalog; see `domains.agencies.catalog`."""

    def offers(self) -> Offers: ...


@dataclass(frozen=True, slots=True)
class Card:
    """A subscription on the dashboard.

    Attributes:
        offer: None if the catalog no longer has the service.
        sort_index: position on the dashboard, from 0.
        is_on_dashboard: false for a card that support removed; it stays connected.
    """

    subscription: Subscription
    offer: Offer | None
    sort_index: int
    is_on_dashboard: bool = True


@dataclass(frozen=True, slots=True)
class Connection:
    """Result of connecting.

    Attributes:
        is_new: false if it was connected before.
    """

    card: Card
    identity_id: str | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class RevealedValue:
    """The unmasked value of a field."""

    field: DisplayField
    value: str = dataclass_field(repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """The requested position of a subscription."""

    subscription_id: str
    sort_index: int


class SubscriptionService:
    """A person's use cases with records at agencies."""

    def __init__(
        self,
        *,
        clock: Clock,
        new_id: Callable[[datetime], str],
        repository: Repository,
        attempts: "RateWindows",
        accounts: Accounts,
        inbox: Inbox,
        catalog: CatalogReader,
        agencies: Agencies,
        gate: AssuranceGate,
        recorder: RevealRecorder,
        network: Network = "public",
    ) -> None:
        self.network = network
        self._clock = clock
        self._new_id = new_id
        self._repository = repository
        self._attempts = attempts
        self._accounts = accounts
        self._inbox = inbox
        self._catalog = catalog
        self._agencies = agencies
        self._records = RecordReader(clock=clock, store=repository, agencies=agencies)
        self._gate = gate
        self._recorder = recorder

    def offers(self) -> list[Offer]:
        """Return every service with which people can connect."""
        return self._catalog.offers().available()

    def offer(self, service_id: str) -> Offer:
        """Return a service, even a withdrawn one."""
        offer = self._catalog.offers().find(service_id)
        if offer is None:
            raise ServiceNotFound
        return offer

    def get_matched_person(self, principal: Principal, offer: Offer) -> MatchedPerson | None:
        """Return the details of the person to send with each attempt to connect.

        Returns:
            None if the agency gets none, or the person is not registered.
        """
        if not asks_for_person(offer):
            return None
        registration = self._accounts.get_account(principal.user_id).registration
        return _make_person(offer, registration) if registration else None

    def list_types_to_connect(self, principal: Principal, offer: Offer) -> list[TypeId] | None:
        """Return the types of enhanced authentication that allow connecting with a service.

        Returns:
            None if nothing is missing.
        """
        return self._gate.list_missing_types(principal, offer.service.assurance)

    def list_types_for_action(self, principal: Principal, action: Action) -> list[TypeId] | None:
        """Return the types of enhanced authentication that give the link of an action.

        Returns:
            None if nothing is missing.
        """
        return self._gate.list_missing_types(principal, action.assurance)

    def cards(self, principal: Principal) -> list[Card]:
        """Return the person's subscriptions, in order."""
        return self._list_cards(self._repository.get_dashboard(principal.user_id))

    def card(self, principal: Principal, subscription_id: str) -> Card:
        """Return one subscription with its service.

        Raises:
            SubscriptionNotFound: it does not exist or belongs to somebody else.
        """
        for card in self.cards(principal):
            if card.subscription.id == subscription_id:
                return card
        raise SubscriptionNotFound

    def connect(
        self, principal: Principal, service_id: str, given: dict[str, str], language: Language
    ) -> Connection:
        """Find the person's record at the agency and connect it; safe to repeat.

        Args:
            given: values of identity fields by name.
            language: language of the default label.

        Raises:
            InvalidRequest: see `check_identity`; or no record of the person matched.
            Disconnecting: a disconnect of this record is being reported.
            SubscriptionsChanged: concurrent changes interfered.
            ServiceLocked: five attempts failed within an hour.
            EnhancedAuthenticationRequired: the session lacks the manifest's assurance.
        """
        offer = self._get_connectable(service_id)
        if not offer.service.identity_fields:
            raise InvalidRequest(Problem("agencyServiceId", texts.ASKS_FOR_NO_IDENTITY))
        person = _make_person(offer, self._get_registration(principal))
        self._gate.require(principal, offer.service.assurance)
        identity = check_identity(offer.service.identity_fields, given)
        owner, attempts = principal.user_id, f"attempts#{service_id}"
        now = self._clock()
        attempt = Call(self._new_id(now), now)
        self._attempts.count(owner, attempts, FAILURES, attempt, ServiceLocked)
        try:
            connection = self._connect(principal, offer, identity, person, language)
        except (Conflict, Unavailable):
            self._attempts.change(owner, attempts, FAILURES, lambda window: window.without(attempt.id))
            raise
        if connection is None:
            raise InvalidRequest(Problem("identity", texts.NO_MATCH_FOR_PERSON if person else texts.NO_MATCH))
        self._attempts.change(owner, attempts, FAILURES, lambda window: window.without(attempt.id))
        return connection

    def subscribe(self, principal: Principal, service_id: str) -> Connection:
        """Subscribe to a service without identity fields; safe to repeat.

        Raises:
            InvalidRequest: the service asks for an identity.
        """
        offer = self._get_connectable(service_id)
        if offer.service.identity_fields:
            raise InvalidRequest(Problem("agencyServiceId", texts.ASKS_FOR_IDENTITY))
        self._get_registration(principal)
        for _ in range(MAX_ATTEMPTS):
            dashboard = self._repository.get_dashboard(principal.user_id)
            if service_id in dashboard.subscriptions:
                return Connection(self._get_card(dashboard, service_id), None, is_new=False)
            self._check_room(dashboard)
            subscription = self._make_subscription(service_id)
            if self._repository.save_connection(principal.user_id, subscription, None, None):
                return Connection(
                    self._get_card(_replace_subscriptions(dashboard, subscription), service_id),
                    None,
                    is_new=True,
                )
        raise SubscriptionsChanged

    def unsubscribe(self, principal: Principal, subscription_id: str) -> None:
        """End a subscription and disconnect all of its records."""
        for _ in range(MAX_ATTEMPTS):
            subscription = self._repository.get_dashboard(principal.user_id).find(subscription_id)
            if subscription is None:
                raise SubscriptionNotFound
            if self._end(principal, subscription, list(subscription.identities.values())):
                return
        raise SubscriptionsChanged

    def disconnect(self, principal: Principal, identity_id: str) -> bool:
        """Disconnect a record and inform the agency, now or later; the last record ends the subscription.

        Returns:
            Whether it was the last record.

        Raises:
            IdentityNotFound: it does not exist or belongs to somebody else.
        """
        for _ in range(MAX_ATTEMPTS):
            dashboard = self._repository.get_all(principal.user_id)
            connection = dashboard.find_holder(identity_id)
            if connection is None:
                return self._tell_again(dashboard, identity_id)
            subscription, identity = connection
            if self._end(principal, subscription, [identity]):
                return len(subscription.identities) == 1
        raise SubscriptionsChanged

    def service_data(self, principal: Principal, identity_id: str) -> ServiceData:
        """Return the agency's data: a fresh copy, else a new answer, else the last good copy.

        Raises:
            AgencyUnavailable: there is no copy either.
        """
        copy = self._repository.read_data(principal.user_id, identity_id)
        subscription, identity = self._get_connection(principal, identity_id, copy)
        if identity.status == "revoked":
            raise IdentityRevoked
        offer = self.offer(subscription.service_id)
        try:
            return self._records.read(principal.user_id, offer, identity, copy)
        except RecordRevoked:
            raise IdentityRevoked from None

    def reveal(self, principal: Principal, identity_id: str, field_name: str) -> RevealedValue:
        """Return the unmasked value of a field, fetched from the agency and stored nowhere.

        A message to the person comes first, so no value is revealed unnoticed.

        Raises:
            IdentityNotFound: it does not exist or belongs to somebody else.
            FieldNotMasked: the service has no such masked field.
            EnhancedAuthenticationRequired: the session lacks the manifest's assurance.
            TooManyReveals: see `REVEALS`.
            AgencyUnavailable: the agency does not answer, or not correctly.
        """
        subscription, identity = self._get_connection(principal, identity_id, None)
        if identity.status == "revoked":
            raise IdentityRevoked
        offer = self.offer(subscription.service_id)
        field = next((each for each in offer.service.display_fields if each.name == field_name), None)
        if field is None or field.reveal is None:
            raise FieldNotMasked
        self._gate.require(principal, field.reveal.assurance)
        now = self._clock()
        call = Call(self._new_id(now), now)
        self._attempts.count(principal.user_id, _REVEALS_KEY, REVEALS, call, TooManyReveals)
        try:
            value = self._agencies.field_value(offer, identity.reference, field)
        except RecordRevoked:
            self._repository.revoke(principal.user_id, subscription.service_id, identity_id)
            raise IdentityRevoked from None
        except AgencyFailure:
            self._attempts.change(
                principal.user_id, _REVEALS_KEY, REVEALS, lambda window: window.without(call.id)
            )
            raise unavailable(offer) from None
        self._recorder.record(principal.user_id, offer, field.name)
        shown = ShownValue(
            field_name=_make_text(field.label),
            record_label=identity.label,
            service_name=_make_text(offer.service.name),
            agency_name=_make_text(offer.agency.name),
            call_id=call.id,
            at=now,
        )
        self._inbox.add(value_shown(principal.user_id, shown))
        return RevealedValue(field, value)

    def send_address(self, principal: Principal, identity_id: str, address: PostalAddress) -> datetime:
        """Send a new address to the agency of a record.

        Returns:
            The time of the agency's acceptance.

        Raises:
            AddressNotAccepted: the service accepts no address, or not this one.
        """
        subscription, identity = self._get_connection(principal, identity_id, None)
        if identity.status == "revoked":
            raise IdentityRevoked
        offer = self.offer(subscription.service_id)
        if not offer.service.accepts_address_change:
            raise AddressNotAccepted
        try:
            self._agencies.send_address(offer, identity.reference, address)
        except AddressDeclined:
            raise AddressNotAccepted from None
        except AgencyFailure:
            raise unavailable(offer) from None
        return self._clock()

    def restore_dashboard(self, principal: Principal) -> list[Card]:
        """Put back the cards that support removed from the dashboard; safe to repeat."""
        self._repository.restore_dashboard(principal.user_id)
        return self.cards(principal)

    def sort(self, principal: Principal, places: Sequence[Place]) -> list[Card]:
        """Move subscriptions to positions; the others keep their order around them.

        Raises:
            InvalidRequest: an id is unknown or repeated, or a position is repeated.
            OrderChanged: concurrent changes interfered.
        """
        for _ in range(MAX_ATTEMPTS):
            dashboard = self._repository.get_dashboard(principal.user_id)
            ids = [subscription.id for subscription in dashboard.order_subscriptions()]
            _check_places(places, set(ids))
            order = Order(tuple(reorder(ids, places)), dashboard.order.revision + 1)
            if self._repository.save_order(principal.user_id, order):
                return self._list_cards(replace(dashboard, order=order))
        raise OrderChanged

    def _list_cards(self, dashboard: Dashboard) -> list[Card]:
        offers = self._catalog.offers()
        return [
            Card(
                subscription,
                offers.find(subscription.service_id),
                place,
                dashboard.is_on_dashboard(subscription),
            )
            for place, subscription in enumerate(dashboard.order_subscriptions())
        ]

    def _get_card(self, dashboard: Dashboard, service_id: str) -> Card:
        return next(
            card for card in self._list_cards(dashboard) if card.subscription.service_id == service_id
        )

    def _get_connectable(self, service_id: str) -> Offer:
        offer = self.offer(service_id)
        if not offer.is_available:
            raise ServiceWithdrawn
        return offer

    def _get_registration(self, principal: Principal) -> Registration:
        registration = self._accounts.get_account(principal.user_id).registration
        if registration is None:
            raise NotRegistered
        return registration

    def _check_room(self, dashboard: Dashboard) -> None:
        if len(dashboard.subscriptions) >= MAX_SUBSCRIPTIONS:
            raise TooManySubscriptions

    def _make_subscription(self, service_id: str) -> Subscription:
        now = self._clock()
        return Subscription(self._new_id(now), service_id, now, {}, 1)

    def _connect(
        self,
        principal: Principal,
        offer: Offer,
        given: dict[str, str],
        person: MatchedPerson | None,
        language: Language,
    ) -> Connection | None:
        """Connect the record that the agency finds; None if it finds none.

        Reads the stored state before asking the agency: if it changes before the write, a disconnect may have
        been reported meanwhile, so the agency is asked again.
        """
        service_id = offer.service.id
        for _ in range(MAX_ATTEMPTS):
            dashboard = self._repository.get_all(principal.user_id)
            answer = self._match(offer, given, person)
            if answer.reference is None:
                return None
            identity_id = derive_identity_id(principal.user_id, service_id, answer.reference)
            before = dashboard.subscriptions.get(service_id)
            known = before.identities.get(identity_id) if before else None
            if known is not None and known.status == "connected":
                return Connection(self._get_card(dashboard, service_id), identity_id, is_new=False)
            pending = dashboard.disconnects.get(identity_id)
            if pending is not None and self._clock() - pending.tried_at < DISCONNECT_LEASE:
                raise Disconnecting
            label = answer.label or make_masked_label(offer.service.identity_fields, given, language)
            identity = Identity(identity_id, answer.reference, label, "connected", self._clock())
            after = self._set_identity(dashboard, service_id, identity)
            # Save the connection and its notices in one transaction.
            reported = self._make_notices(principal, offer, identity)
            notices = list(reported.values())[:MAX_NOTICES_AT_ONCE]
            connected = RecordConnected(principal.user_id, identity, notices)
            if self._repository.save_connection(principal.user_id, after, connected, pending):
                self._tell_others(principal, offer, identity, {each.user_id for each in notices})
                card = self._get_card(_replace_subscriptions(dashboard, after), service_id)
                return Connection(card, identity_id, is_new=known is None)
        raise SubscriptionsChanged

    def _make_notices(self, principal: Principal, offer: Offer, connected: Identity) -> dict[str, Message]:
        """Return messages to other people connected with a record, about the new connection."""
        others = self._list_others_connected(principal, offer.service.id, connected.reference)
        return {
            user_id: record_shared(
                user_id,
                SharedRecord(
                    label=connection.label,
                    service_name=_make_text(offer.service.name),
                    agency_name=_make_text(offer.agency.name),
                    connection_id=connected.id,
                    at=connected.connected_at,
                ),
            )
            for user_id, connection in others.items()
        }

    def _list_others_connected(
        self, principal: Principal, service_id: str, reference: str
    ) -> dict[str, Identity]:
        connected = self._repository.connected_with(service_id, reference)
        return {user_id: each for user_id, each in connected.items() if user_id != principal.user_id}

    def _tell_others(
        self, principal: Principal, offer: Offer, connected: Identity, reported: Collection[str]
    ) -> None:
        """Notify concurrently connected people, and those beyond one transaction's limit."""
        for user_id, notice in self._make_notices(principal, offer, connected).items():
            if user_id not in reported:
                self._inbox.add(notice)

    def _match(self, offer: Offer, given: dict[str, str], person: MatchedPerson | None) -> MatchAnswer:
        try:
            answer = self._agencies.match(offer, given, person)
        except AgencyFailure:
            raise unavailable(offer) from None
        return answer if answer.matched else MatchAnswer(matched=False)

    def _set_identity(self, dashboard: Dashboard, service_id: str, identity: Identity) -> Subscription:
        before = dashboard.subscriptions.get(service_id)
        if before is None:
            self._check_room(dashboard)
            return replace(self._make_subscription(service_id), identities={identity.id: identity})
        if identity.id not in before.identities and len(before.identities) >= MAX_IDENTITIES:
            raise TooManyIdentities
        identities = {**before.identities, identity.id: identity}
        return replace(before, identities=identities, revision=before.revision + 1)

    def _get_connection(
        self, principal: Principal, identity_id: str, copy: StoredData | None
    ) -> tuple[Subscription, Identity]:
        """Return an identity of the person; a copy saves reading all items."""
        if copy is not None:
            subscription = self._repository.read_subscription(principal.user_id, copy.service_id)
            if subscription is not None and identity_id in subscription.identities:
                return subscription, subscription.identities[identity_id]
        connection = self._repository.get_dashboard(principal.user_id).find_holder(identity_id)
        if connection is None:
            raise IdentityNotFound
        return connection

    def _end(self, principal: Principal, subscription: Subscription, gone: Sequence[Identity]) -> bool:
        """Remove identities from a subscription and inform the agency; false if it changed meanwhile."""
        now = self._clock()
        offer = self._catalog.offers().find(subscription.service_id)
        pending = [
            PendingDisconnect(
                user_id=principal.user_id,
                identity_id=identity.id,
                agency_id=offer.agency.id if offer else "",
                service_id=subscription.service_id,
                reference=identity.reference,
                requested_at=now,
                due_at=now + pause_after(1),
                tries=1,
                tried_at=now,
            )
            for identity in gone
        ]
        if not self._repository.save_disconnection(principal.user_id, subscription, pending):
            return False
        for each in pending:
            if offer is not None and self._clock() - now < _TELLING_TAKES:
                self._tell(offer, each)
        return True

    def _tell_again(self, dashboard: Dashboard, identity_id: str) -> bool:
        """Continue a disconnect that was interrupted before its report."""
        pending = dashboard.disconnects.get(identity_id)
        if pending is None:
            raise IdentityNotFound
        now = self._clock()
        offer = self._catalog.offers().find(pending.service_id)
        has_disconnect_lease = now - pending.tried_at < DISCONNECT_LEASE
        if offer is not None and not has_disconnect_lease:
            claimed = self._repository.claim_disconnect(pending, now, now + pause_after(pending.tries + 1))
            if claimed is not None:
                self._tell(offer, claimed)
        return pending.service_id not in dashboard.subscriptions

    def _tell(self, offer: Offer, pending: PendingDisconnect) -> None:
        try:
            self._agencies.disconnect(offer, pending.reference)
        except AgencyFailure:
            # `maintenance` retries.
            return
        self._repository.finish_disconnect(pending)


def asks_for_person(offer: Offer) -> bool:
    """Return whether a service's agency gets the person's details, to refuse other people's records."""
    return bool(offer.service.identity_fields) and offer.service.matches_person


def reorder(ids: Sequence[str], places: Sequence[Place]) -> list[str]:
    """Move ids to positions; the others keep their order around them.

    Args:
        ids: ids in current order.
        places: positions of some ids, each unique; a position beyond the end is the end.
    """
    wanted = sorted(places, key=lambda place: place.sort_index)
    moved = {place.subscription_id for place in wanted}
    result = [each for each in ids if each not in moved]
    for place in wanted:
        result.insert(place.sort_index, place.subscription_id)
    return result


def _check_places(places: Sequence[Place], known: set[str]) -> None:
    problems = []
    ids: set[str] = set()
    indexes: set[int] = set()
    for number, place in enumerate(places):
        if place.subscription_id not in known:
            problems.append(Problem(f"items.{number}.id", texts.UNKNOWN_CARD))
        elif place.subscription_id in ids:
            problems.append(Problem(f"items.{number}.id", texts.REPEATED_CARD))
        if place.sort_index in indexes:
            problems.append(Problem(f"items.{number}.sortIndex", texts.REPEATED_PLACE))
        ids.add(place.subscription_id)
        indexes.add(place.sort_index)
    if problems:
        raise InvalidRequest(*problems)


def _make_person(offer: Offer, registration: Registration) -> MatchedPerson | None:
    if not asks_for_person(offer):
        return None
    return MatchedPerson(
        legal_first_name=registration.legal_first_name,
        legal_last_name=registration.legal_last_name,
        date_of_birth=registration.date_of_birth,
    )


def _make_text(localized: LocalizedText) -> Text:
    return Text(en=localized.en, es=localized.es)


def _replace_subscriptions(dashboard: Dashboard, subscription: Subscription) -> Dashboard:
    return replace(
        dashboard, subscriptions={**dashboard.subscriptions, subscription.service_id: subscription}
    )
