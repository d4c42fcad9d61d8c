"""The person's own cards, as the assistant lists them."""

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
        label: names the record for the person; empty for a service that needs none.
        checked_at: when the portal got the last good copy; None while it has none.
    """

    service: str
    label: str
    checked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Cards:
    """Lists what the dashboard of a person shows."""

    source: Source
    get_offers: Callable[[], Offers]

    def list_cards(self, user_id: str, language: Language) -> list[Card]:
        """Return the cards of a person in the order of the dashboard, without what an agency took back."""
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
