"""The person's cards, for the assistant."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from domains.agencies.catalog import Offers, localize
from domains.agencies.subscriptions import Dashboard, StoredData
from portal.language import Language


class Source(Protocol):
    """Store of connections; see `domains.agencies.subscriptions_table`."""

    def get_dashboard(self, user_id: str) -> Dashboard: ...

    def read_data(self, user_id: str, identity_id: str) -> StoredData | None: ...


@dataclass(frozen=True, slots=True)
class Card:
    """A connected record.

    Attributes:
        label: the record's name for the person; empty for a service without records.
        checked_at: time of the last good copy, if any.
    """

    service: str
    label: str
    checked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Cards:
    """Lists the cards on a person's dashboard."""

    source: Source
    get_offers: Callable[[], Offers]

    def list_cards(self, user_id: str, language: Language) -> list[Card]:
        """Return a person's cards in the dashboard's order, without revoked records."""
        offers = self.get_offers()
        dashboard = self.source.get_dashboard(user_id)
        cards = []
        for subscription in dashboard.order_subscriptions():
            offer = offers.find(subscription.service_id)
            if offer is None or not dashboard.is_on_dashboard(subscription):
                continue
            name = localize(offer.service.name, language)
            if not offer.service.identity_fields:
                cards.append(Card(name, "", None))
            for identity in subscription.identities.values():
                if identity.status == "connected":
                    data = self.source.read_data(user_id, identity.id)
                    cards.append(Card(name, identity.label, data.checked_at if data else None))
        return cards
