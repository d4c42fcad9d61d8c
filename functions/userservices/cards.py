"""Cards of a dashboard for staff, and reloading them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domains.agencies.breaker import BreakerState
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.catalog import Catalog
from domains.agencies.failures import AgencyUnavailable, RecordRevoked
from domains.agencies.record_reader import RecordReader
from domains.agencies.subscriptions import Dashboard, Identity, Subscription
from functions.userservices.dashboard import ConnectedRecord, DashboardConnection, ReloadedCard
from functions.userservices.repository import DashboardsRepository


@dataclass(frozen=True, slots=True)
class CardReader:
    """Reads and reloads cards."""

    subscriptions: DashboardsRepository
    catalog: Catalog
    breakers: BreakerTable
    records: RecordReader
    monotonic: Callable[[], float]

    def list_connections(
        self, user_id: str, subscriptions: Sequence[Subscription], dashboard: Dashboard
    ) -> list[DashboardConnection]:
        """Return cards with their records. Takes one query, and one read for each agency."""
        if not subscriptions:
            return []
        offers = self.catalog.get_offers()
        checked_at = {
            copy.identity_id: copy.checked_at for copy in self.subscriptions.list_data_copies(user_id)
        }
        subscription_offers = [(each, offers.get_offer(each.service_id)) for each in subscriptions]
        agency_ids = dict.fromkeys(offer.agency.id for _, offer in subscription_offers if offer)
        states = {agency_id: self.breakers.get_state(agency_id) for agency_id in agency_ids}
        return [
            DashboardConnection(
                subscription,
                offer,
                states[offer.agency.id] if offer else BreakerState(),
                [
                    ConnectedRecord(identity, checked_at.get(identity.id))
                    for identity in subscription.identities.values()
                ],
                dashboard.is_on_dashboard(subscription),
            )
            for subscription, offer in subscription_offers
        ]

    def reload_card(
        self, user_id: str, subscription: Subscription, number: int, identity: Identity, ends_at: float
    ) -> ReloadedCard:
        """Reload a card from its agency, unless `ends_at` has passed by the monotonic clock."""
        offer = self.catalog.get_offers().get_offer(subscription.service_id)
        copy = self.subscriptions.read_data(user_id, identity.id)
        known_at = copy.checked_at if copy else None
        if identity.status == "revoked":
            return ReloadedCard(number, offer, "revoked", None)
        if offer is None:
            return ReloadedCard(number, None, "withdrawn", known_at)
        if self.monotonic() >= ends_at:
            return ReloadedCard(number, offer, "postponed", known_at)
        try:
            data = self.records.read_record(user_id, offer, identity, copy, is_refresh=True)
        except RecordRevoked:
            return ReloadedCard(number, offer, "revoked", None)
        except AgencyUnavailable:
            return ReloadedCard(number, offer, "unavailable", None)
        return ReloadedCard(number, offer, "unavailable" if data.is_stale else "reloaded", data.checked_at)
