"""The person's cards, for the assistant."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from domains.agencies.catalog import Offers, localize
from domains.agencies.record_reader import ServiceData, get_usable_copy
from domains.agencies.subscriptions_table import SubscriptionsTable
from portal.language import Language, Text
from portal.types import Clock


@dataclass(frozen=True, slots=True)
class ChatCard:
    """A connected record."""

    name: str  # the service, and the record's name for the person if it has one
    checked_at: datetime | None  # time of the last good copy, if any


@dataclass(frozen=True, slots=True)
class Debt:
    """An unpaid amount in US dollars on a card, with its due date if there is one."""

    card: ChatCard
    label: Text  # the amount's name on the card
    amount: Decimal
    due: date | None
    checked_at: datetime


@dataclass(frozen=True, slots=True)
class Cards:
    """Lists the cards on a person's dashboard."""

    source: SubscriptionsTable
    get_offers: Callable[[], Offers]
    clock: Clock

    def list_cards(self, user_id: str, language: Language) -> list[ChatCard]:
        """Return a person's cards in the dashboard's order, without revoked records."""
        return [card for card, _ in self._list(user_id, language)]

    def list_debts(self, user_id: str, language: Language) -> list[Debt]:
        """Return the unpaid amounts in the last good copies of a person's records, the earliest due first."""
        cards = self._list(user_id, language)
        debts = [debt for card, data in cards if data for debt in _list_unpaid(card, data)]
        return sorted(debts, key=lambda debt: debt.due or date.max)

    def _list(self, user_id: str, language: Language) -> Iterator[tuple[ChatCard, ServiceData | None]]:
        offers, now = self.get_offers(), self.clock()
        dashboard = self.source.get_dashboard(user_id)
        for subscription in dashboard.order_subscriptions():
            offer = offers.get_offer(subscription.service_id)
            if offer is None or not dashboard.is_on_dashboard(subscription):
                continue
            name = localize(offer.service.name, language)
            if not offer.service.identity_fields:
                yield ChatCard(name, None), None
            for identity in subscription.identities.values():
                if identity.status == "connected":
                    copy = self.source.read_data(user_id, identity.id)
                    label = f"{name}, {identity.label}" if identity.label else name
                    card = ChatCard(label, copy.checked_at if copy else None)
                    yield card, get_usable_copy(copy, offer, identity, now)


def _list_unpaid(card: ChatCard, data: ServiceData) -> Iterator[Debt]:
    for field in data.offer.service.display_fields:
        rule, amount = field.attention, data.record.values.get(field.name)
        if rule is None or rule.means != "unpaid" or not isinstance(amount, Decimal) or amount <= 0:
            continue
        due = data.record.values.get(rule.due_field) if rule.due_field else None
        label = field.label.to_text()
        yield Debt(card, label, amount, due if isinstance(due, date) else None, data.checked_at)
