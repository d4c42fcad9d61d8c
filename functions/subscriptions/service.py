"""A person's connections with agencies: connecting, reading, and disconnecting."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from domains.accounts.account import NotRegistered, Registration
from domains.agencies.catalog import Catalog, Offer, ServiceNotFound
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AddressDeclined, AgencyFailure, RecordRevoked
from domains.agencies.manifest import Action
from domains.agencies.network import Network
from domains.agencies.protocol import MatchedPerson, PostalAddress
from domains.agencies.record_reader import RecordReader, ServiceData, make_unavailable
from domains.agencies.subscriptions import (
    Dashboard,
    Identity,
    Order,
    StoredData,
    Subscription,
)
from domains.assurance.enhanced_authentication import AssuranceGate, TypeId
from functions.subscriptions import texts
from functions.subscriptions.connecting import MAX_ATTEMPTS, Connected, Connector
from functions.subscriptions.disconnecting import Disconnector
from functions.subscriptions.errors import (
    AddressNotAccepted,
    IdentityNotFound,
    IdentityRevoked,
    OrderChanged,
    ServiceLocked,
    ServiceWithdrawn,
    SubscriptionNotFound,
    SubscriptionsChanged,
)
from functions.subscriptions.identity_rules import check_identity
from functions.subscriptions.ports import Accounts, Inbox, Repository
from functions.subscriptions.recorder import RevealRecorder
from functions.subscriptions.revealing import RevealedValue, Revealer
from portal.errors import Conflict, InvalidRequest, Problem, Unavailable
from portal.language import Language
from portal.principal import Principal
from portal.rate_window import Call, Limit
from portal.types import Assurance, Clock
from portal.updates import LostRace, retry_lost_races

if TYPE_CHECKING:
    from portal.rate_windows_table import RateWindows

FAILURES = Limit(all=5)
REFRESH_INTERVAL = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class DashboardCard:
    """A subscription on the dashboard."""

    subscription: Subscription
    offer: Offer | None  # None if the catalog no longer has the service
    sort_index: int  # position on the dashboard, from 0
    is_on_dashboard: bool = True  # false for a card that support removed; it stays connected


@dataclass(frozen=True, slots=True)
class ConnectionResult:
    """Result of connecting."""

    card: DashboardCard
    identity_id: str | None
    is_new: bool  # false if it was connected before


@dataclass(frozen=True, slots=True)
class CardPosition:
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
        catalog: Catalog,
        agencies: AgencyClient,
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
        self._catalog = catalog
        self._agencies = agencies
        self._records = RecordReader(clock=clock, store=repository, agencies=agencies)
        self._connector = Connector(clock, new_id, repository, inbox, agencies)
        self._disconnector = Disconnector(clock, repository, catalog, agencies)
        self._gate = gate
        self._revealer = Revealer(clock, new_id, repository, attempts, inbox, agencies, gate, recorder)

    def list_offers(self) -> list[Offer]:
        """Return every service with which people can connect."""
        return self._catalog.get_offers().list_available()

    def get_offer(self, service_id: str) -> Offer:
        """Return a service, even a withdrawn one."""
        offer = self._catalog.get_offers().get_offer(service_id)
        if offer is None:
            raise ServiceNotFound
        return offer

    def get_matched_person(self, principal: Principal, offer: Offer) -> MatchedPerson | None:
        """Return the details of the person to send when connecting; None if not needed or not registered."""
        if not is_matching_person(offer):
            return None
        registration = self._accounts.get_account(principal.user_id).registration
        return _make_person(offer, registration) if registration else None

    def list_types_to_connect(self, principal: Principal, offer: Offer) -> list[TypeId] | None:
        """Return the types of authentication that allow connecting; None if nothing is missing."""
        return self._gate.list_missing_types(principal, offer.service.assurance)

    def list_types_for_actions(
        self, principal: Principal, actions: Iterable[Action]
    ) -> dict[Assurance, list[TypeId] | None]:
        """Return the types of authentication that give the links of actions, by their assurance.

        None if nothing is missing. Reads the status of the session once.
        """
        return self._gate.list_missing_types_by_assurance(principal, {each.assurance for each in actions})

    def list_cards(self, principal: Principal) -> list[DashboardCard]:
        """Return the person's subscriptions, in order."""
        return self._list_cards(self._repository.get_dashboard(principal.user_id))

    def get_card(self, principal: Principal, subscription_id: str) -> DashboardCard:
        for card in self.list_cards(principal):
            if card.subscription.id == subscription_id:
                return card
        raise SubscriptionNotFound

    def connect_record(
        self, principal: Principal, service_id: str, values: dict[str, str], language: Language
    ) -> ConnectionResult:
        """Find the person's record at the agency and connect it; safe to repeat.

        Args:
            values: values of identity fields by name.
            language: language of the default label.

        Raises:
            ServiceLocked: five attempts failed within an hour.
        """
        offer = self._get_connectable(service_id)
        if not offer.service.identity_fields:
            raise InvalidRequest(Problem("agencyServiceId", texts.ASKS_FOR_NO_IDENTITY))
        person = _make_person(offer, self._get_registration(principal))
        self._gate.require_assurance(principal, offer.service.assurance)
        identity = check_identity(offer.service.identity_fields, values)
        owner, attempts = principal.user_id, f"attempts#{service_id}"
        now = self._clock()
        attempt = Call(self._new_id(now), now)
        self._attempts.count_call(owner, attempts, FAILURES, attempt, ServiceLocked)
        try:
            connected = self._connector.connect_record(principal.user_id, offer, identity, person, language)
        except (Conflict, Unavailable):
            self._attempts.change_window(
                owner, attempts, FAILURES, lambda window: window.remove_call(attempt.id)
            )
            raise
        if connected is None:
            raise InvalidRequest(Problem("identity", texts.NO_MATCH_FOR_PERSON if person else texts.NO_MATCH))
        self._attempts.change_window(owner, attempts, FAILURES, lambda window: window.remove_call(attempt.id))
        return self._make_connection(connected, service_id)

    def subscribe_to_service(self, principal: Principal, service_id: str) -> ConnectionResult:
        """Subscribe to a service without identity fields; safe to repeat."""
        offer = self._get_connectable(service_id)
        if offer.service.identity_fields:
            raise InvalidRequest(Problem("agencyServiceId", texts.ASKS_FOR_IDENTITY))
        self._get_registration(principal)
        return self._make_connection(
            self._connector.subscribe_to_service(principal.user_id, service_id), service_id
        )

    @retry_lost_races(SubscriptionsChanged, attempts=MAX_ATTEMPTS)
    def unsubscribe(self, principal: Principal, subscription_id: str) -> None:
        """End a subscription and disconnect all of its records."""
        subscription = self._repository.get_dashboard(principal.user_id).get_subscription(subscription_id)
        if subscription is None:
            raise SubscriptionNotFound
        if self._disconnector.disconnect_identities(
            principal.user_id, subscription, subscription.identities.values()
        ):
            return
        raise LostRace

    @retry_lost_races(SubscriptionsChanged, attempts=MAX_ATTEMPTS)
    def disconnect_record(self, principal: Principal, identity_id: str) -> bool:
        """Disconnect a record and inform the agency, now or later; the last record ends the subscription.

        Returns:
            Whether it was the last record.
        """
        dashboard = self._repository.get_all(principal.user_id)
        holder = dashboard.find_holder(identity_id)
        if holder is None:
            return self._disconnector.end_again(dashboard, identity_id)
        subscription, identity = holder
        if self._disconnector.disconnect_identities(principal.user_id, subscription, [identity]):
            return len(subscription.identities) == 1
        raise LostRace

    def get_service_data(
        self, principal: Principal, identity_id: str, is_refresh: bool = False
    ) -> ServiceData:
        """Return the agency's data: a fresh copy, else a new answer, else the last good copy.

        Args:
            is_refresh: whether to call the agency even if the copy is fresh, unless it is newer than
                `REFRESH_INTERVAL`.

        Raises:
            AgencyUnavailable: there is no copy either.
        """
        copy = self._repository.read_data(principal.user_id, identity_id)
        offer, identity = self._get_connection(principal, identity_id, copy)
        try:
            is_old = copy is not None and self._clock() - copy.checked_at >= REFRESH_INTERVAL
            return self._records.read_record(
                principal.user_id, offer, identity, copy, is_refresh=is_refresh and is_old
            )
        except RecordRevoked:
            raise IdentityRevoked from None

    def reveal_value(self, principal: Principal, identity_id: str, field_name: str) -> RevealedValue:
        """Return the unmasked value of a field, fetched from the agency and stored nowhere.

        A message to the person comes first, so no value is revealed unnoticed.

        Raises:
            TooManyReveals: see `revealing.REVEALS`.
            AgencyUnavailable: the agency does not answer, or not correctly.
        """
        offer, identity = self._get_connection(principal, identity_id, None)
        return self._revealer.reveal_value(principal, offer, identity, field_name)

    def send_address(self, principal: Principal, identity_id: str, address: PostalAddress) -> datetime:
        """Send a new address to the agency of a record.

        Returns:
            The time of the agency's acceptance.
        """
        offer, identity = self._get_connection(principal, identity_id, None)
        if not offer.service.accepts_address_change:
            raise AddressNotAccepted
        try:
            self._agencies.send_address(offer, identity.reference, address)
        except AddressDeclined:
            raise AddressNotAccepted from None
        except AgencyFailure:
            raise make_unavailable(offer) from None
        return self._clock()

    def restore_dashboard(self, principal: Principal) -> list[DashboardCard]:
        """Put back the cards that support removed from the dashboard; safe to repeat."""
        self._repository.restore_dashboard(principal.user_id)
        return self.list_cards(principal)

    @retry_lost_races(OrderChanged, attempts=MAX_ATTEMPTS)
    def sort_cards(self, principal: Principal, places: Sequence[CardPosition]) -> list[DashboardCard]:
        """Move subscriptions to positions; the others keep their order around them."""
        dashboard = self._repository.get_dashboard(principal.user_id)
        ids = [subscription.id for subscription in dashboard.order_subscriptions()]
        _check_places(places, set(ids))
        order = Order(tuple(reorder(ids, places)), dashboard.order.revision + 1)
        if self._repository.save_order(principal.user_id, order):
            return self._list_cards(replace(dashboard, order=order))
        raise LostRace

    def _list_cards(self, dashboard: Dashboard) -> list[DashboardCard]:
        offers = self._catalog.get_offers()
        return [
            DashboardCard(
                subscription,
                offers.get_offer(subscription.service_id),
                place,
                dashboard.is_on_dashboard(subscription),
            )
            for place, subscription in enumerate(dashboard.order_subscriptions())
        ]

    def _make_connection(self, connected: Connected, service_id: str) -> ConnectionResult:
        cards = self._list_cards(connected.dashboard)
        card = next(card for card in cards if card.subscription.service_id == service_id)
        return ConnectionResult(card, connected.identity_id, connected.is_new)

    def _get_connectable(self, service_id: str) -> Offer:
        offer = self.get_offer(service_id)
        if not offer.is_available:
            raise ServiceWithdrawn
        return offer

    def _get_registration(self, principal: Principal) -> Registration:
        registration = self._accounts.get_account(principal.user_id).registration
        if registration is None:
            raise NotRegistered
        return registration

    def _get_connection(
        self, principal: Principal, identity_id: str, copy: StoredData | None
    ) -> tuple[Offer, Identity]:
        """Return an identity of the person with its service; a copy saves reading all items."""
        subscription = None
        if copy is not None:
            subscription = self._repository.read_subscription(principal.user_id, copy.service_id)
        if subscription is None or identity_id not in subscription.identities:
            connection = self._repository.get_dashboard(principal.user_id).find_holder(identity_id)
            if connection is None:
                raise IdentityNotFound
            subscription, _ = connection
        identity = subscription.identities[identity_id]
        if identity.status == "revoked":
            raise IdentityRevoked
        return self.get_offer(subscription.service_id), identity


def is_matching_person(offer: Offer) -> bool:
    """Return whether a service's agency gets the person's details, to refuse other people's records."""
    return bool(offer.service.identity_fields) and offer.service.matches_person


def reorder(ids: Sequence[str], places: Sequence[CardPosition]) -> list[str]:
    """Move ids to positions; the others keep their order around them.

    Args:
        ids: ids in current order.
        places: positions of some ids, each unique; a position beyond the end is the end.
    """
    sorted_places = sorted(places, key=lambda place: place.sort_index)
    moved = {place.subscription_id for place in sorted_places}
    result = [each for each in ids if each not in moved]
    for place in sorted_places:
        result.insert(place.sort_index, place.subscription_id)
    return result


def _check_places(places: Sequence[CardPosition], subscription_ids: set[str]) -> None:
    problems = []
    ids: set[str] = set()
    indexes: set[int] = set()
    for number, place in enumerate(places):
        if place.subscription_id not in subscription_ids:
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
    if not is_matching_person(offer):
        return None
    return MatchedPerson(
        legal_first_name=registration.legal_first_name,
        legal_last_name=registration.legal_last_name,
        date_of_birth=registration.date_of_birth,
    )
