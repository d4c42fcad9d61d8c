"""Cards of a dashboard for staff, and reloading them."""

from collections.abc import Callable
from dataclasses import dataclass

from domains.agencies.breaker import BreakerState
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.catalog import Catalog
from domains.agencies.failures import AgencyUnavailable, RecordRevoked
from domains.agencies.record_reader import RecordReader
from domains.agencies.subscriptions import Identity, Subscription
from functions.userservices.dashboard import ConnectedRecord, Connection, ReloadedCard
from functions.userservices.repository import DashboardsRepository


@dataclass(frozen=True, slots=True)
class CardReader:
    """Reads and reloads cards."""

    subscriptions: DashboardsRepository
    catalog: Catalog
    breakers: BreakerTable
    records: RecordReader
    monotonic: Callable[[], float]

    def read(self, user_id: str, subscription: Subscription, is_on_dashboard: bool) -> Connection:
        """Return a card with its records."""
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

    def reload(
        self, user_id: str, subscription: Subscription, number: int, identity: Identity, ends_at: float
    ) -> ReloadedCard:
        """Reload a card from its agency, unless `ends_at` has passed by the monotonic clock."""
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
