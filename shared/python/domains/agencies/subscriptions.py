"""Subscriptions of a person, their connected records (identities), and pending news to agencies.

Storage: `domains.agencies.subscriptions_table`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from portal.types import derive_id

IdentityStatus = Literal["connected", "revoked"]

COPY_LIFETIME = timedelta(days=30)
"""Time for which the last good copy of a record is stored and shown."""
RESTORABLE_FOR = timedelta(days=7)
"""Source: issue of the staff tools: what is cleared can be undone for 7 days."""


def derive_identity_id(user_id: str, service_id: str, reference: str) -> str:
    """Return the id of a person's connection to a record; connecting again gives the same id."""
    return derive_id(user_id, service_id, reference)


@dataclass(frozen=True, slots=True)
class Identity:
    """A connected record."""

    id: str
    reference: str  # the agency's own id of the record; never shown
    label: str  # display name of the record
    status: IdentityStatus
    connected_at: datetime


@dataclass(frozen=True, slots=True)
class Subscription:
    """A person's card of a service; at most one for each service."""

    id: str
    service_id: str
    created_at: datetime
    identities: Mapping[str, Identity]  # connected records by id; empty for a service without records
    revision: int  # increases with each change, so that a concurrent change is refused instead of lost


@dataclass(frozen=True, slots=True)
class Order:
    """The person's order of the cards; it may contain ids of removed cards."""

    ids: tuple[str, ...] = ()
    revision: int = 0


@dataclass(frozen=True, slots=True)
class ClearedDashboard:
    """Cards that support removed from a dashboard; their records stay connected."""

    ids: frozenset[str]  # subscription ids
    cleared_at: datetime

    @property
    def restorable_until(self) -> datetime:
        """Time until which support can restore the cards; the person always can."""
        return self.cleared_at + RESTORABLE_FOR

    def is_hidden(self, subscription: Subscription) -> bool:
        """Tell if a card is hidden; connecting a record again restores it."""
        identities = subscription.identities.values()
        return subscription.id in self.ids and not any(
            each.connected_at > self.cleared_at for each in identities
        )


@dataclass(frozen=True, slots=True)
class PendingDisconnect:
    """A disconnection that the agency has not confirmed yet."""

    user_id: str
    identity_id: str
    agency_id: str
    service_id: str
    reference: str
    requested_at: datetime
    # Time of the next try, to the second. A sender moves it ahead before trying, to keep others from sending
    # at the same time.
    due_at: datetime
    tries: int  # number of tries
    tried_at: datetime  # time of the last try, to the second


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Subscriptions, order, and cleared cards of a person."""

    subscriptions: Mapping[str, Subscription] = field(default_factory=dict)  # subscriptions by service id
    order: Order = Order()
    # Pending disconnects by identity id.
    disconnects: Mapping[str, PendingDisconnect] = field(default_factory=dict)
    cleared: ClearedDashboard | None = None  # None if support cleared none

    def get_subscription(self, subscription_id: str) -> Subscription | None:
        return next((each for each in self.subscriptions.values() if each.id == subscription_id), None)

    def find_holder(self, identity_id: str) -> tuple[Subscription, Identity] | None:
        """Return an identity and its subscription, or None."""
        for subscription in self.subscriptions.values():
            if identity_id in subscription.identities:
                return subscription, subscription.identities[identity_id]
        return None

    def is_on_dashboard(self, subscription: Subscription) -> bool:
        """Tell if the dashboard shows the card of a subscription."""
        return self.cleared is None or not self.cleared.is_hidden(subscription)

    def order_subscriptions(self) -> list[Subscription]:
        """Return the subscriptions in the order of the dashboard: ordered ones first, then by age."""
        places = {subscription_id: place for place, subscription_id in enumerate(self.order.ids)}
        last = len(places)
        return sorted(
            self.subscriptions.values(),
            key=lambda each: (
                not self.is_on_dashboard(each),
                places.get(each.id, last),
                each.created_at,
                each.id,
            ),
        )


@dataclass(frozen=True, slots=True)
class StoredData:
    """The last good copy of an agency's data on a record."""

    identity_id: str
    service_id: str
    answer: str  # the agency's answer, JSON
    checked_at: datetime  # time at which the portal received it


@dataclass(frozen=True, slots=True)
class Holder:
    """A holder of an agency's record."""

    user_id: str
    identity_id: str
    service_id: str
