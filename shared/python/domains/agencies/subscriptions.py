"""Records of a person at agencies: subscriptions, their identities, and news still to be told to agencies.

How it is kept is in `domains.agencies.subscriptions_table`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from domains.messages.message import Message
from portal.types import derive_id

IdentityStatus = Literal["connected", "revoked"]

COPY_LIFETIME = timedelta(days=30)
"""Time for which the last good copy of a record is stored and shown."""
RESTORABLE_FOR = timedelta(days=7)
"""Source: issue of the staff tools: what is cleared can be undone for 7 days."""


def derive_identity_id(user_id: str, service_id: str, reference: str) -> str:
    """Return the id of a person's connection with one record: connecting it twice gives the same one."""
    return derive_id(user_id, service_id, reference)


@dataclass(frozen=True, slots=True)
class Identity:
    """Connected record.

    Attributes:
        reference: the agency's own name of the record; never shown.
        label: names the record for the person.
    """

    id: str
    reference: str
    label: str
    status: IdentityStatus
    connected_at: datetime


@dataclass(frozen=True, slots=True)
class Subscription:
    """A person's card of one service; there is at most one.

    Attributes:
        identities: by id; empty for a service that asks for none.
        revision: grows with each change, so that of two at once one is refused and not lost.
    """

    id: str
    service_id: str
    created_at: datetime
    identities: Mapping[str, Identity]
    revision: int


@dataclass(frozen=True, slots=True)
class Order:
    """The order that the person gave the cards; ids of cards that are gone may still stand in it."""

    ids: tuple[str, ...] = ()
    revision: int = 0


@dataclass(frozen=True, slots=True)
class ClearedDashboard:
    """Cards that support took off a dashboard; the records behind them stay connected.

    Attributes:
        ids: of the subscriptions.
    """

    ids: frozenset[str]
    cleared_at: datetime

    @property
    def restorable_until(self) -> datetime:
        """Time until which support can put the cards back; the person can at any time."""
        return self.cleared_at + RESTORABLE_FOR

    def hides(self, subscription: Subscription) -> bool:
        """Tell if a card is off the dashboard; connecting a record again puts it back."""
        identities = subscription.identities.values()
        return subscription.id in self.ids and not any(
            each.connected_at > self.cleared_at for each in identities
        )


@dataclass(frozen=True, slots=True)
class RecordConnected:
    """A person is connected with a record, for the first time or again.

    Attributes:
        notices: to others who are connected with it.
    """

    user_id: str
    identity: Identity
    notices: Sequence[Message] = ()


@dataclass(frozen=True, slots=True)
class PendingDisconnect:
    """A disconnect of which the agency has not been told yet.

    Attributes:
        due_at: when to tell it, to the second; whoever is about to tell it moves this ahead first, so that
            nobody else does meanwhile.
        tries: how often it was tried.
        tried_at: when it was last tried, to the second.
    """

    user_id: str
    identity_id: str
    agency_id: str
    service_id: str
    reference: str
    requested_at: datetime
    due_at: datetime
    tries: int
    tried_at: datetime


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Subscriptions, order and cleared cards of one person.

    Attributes:
        subscriptions: by service.
        disconnects: by identity.
        cleared: None while every card is on the dashboard.
    """

    subscriptions: Mapping[str, Subscription] = field(default_factory=dict)
    order: Order = Order()
    disconnects: Mapping[str, PendingDisconnect] = field(default_factory=dict)
    cleared: ClearedDashboard | None = None

    def find(self, subscription_id: str) -> Subscription | None:
        """Return the subscription with an id, None when the person has no such."""
        return next((each for each in self.subscriptions.values() if each.id == subscription_id), None)

    def find_holder(self, identity_id: str) -> tuple[Subscription, Identity] | None:
        """Return an identity and its subscription, None when the person has no such."""
        for subscription in self.subscriptions.values():
            if identity_id in subscription.identities:
                return subscription, subscription.identities[identity_id]
        return None

    def is_on_dashboard(self, subscription: Subscription) -> bool:
        """Tell if the dashboard shows the card of a subscription."""
        return self.cleared is None or not self.cleared.hides(subscription)

    def order_subscriptions(self) -> list[Subscription]:
        """Return the subscriptions in the order of the dashboard: ordered ones first, then by age.

        Those that are not on the dashboard come behind them.
        """
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
    """The last good copy of what an agency held about a record.

    Attributes:
        answer: the agency's answer, JSON.
        checked_at: when the portal got it.
    """

    identity_id: str
    service_id: str
    answer: str
    checked_at: datetime


@dataclass(frozen=True, slots=True)
class Holder:
    """Holder of a record of an agency."""

    user_id: str
    identity_id: str
    service_id: str
