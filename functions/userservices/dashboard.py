"""A dashboard for staff: its cards, and the result of reloading them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.agencies.breaker import BreakerState
from domains.agencies.catalog import Offer
from domains.agencies.subscriptions import Identity, Subscription

CardOutcome = Literal["reloaded", "unavailable", "revoked", "withdrawn", "postponed"]


@dataclass(frozen=True, slots=True)
class ConnectedRecord:
    """A connected record; `checked_at` is when the agency last answered, None for never or long ago."""

    identity: Identity
    checked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Connection:
    """A card of a dashboard.

    Attributes:
        offer: None when the catalog has nothing of the service any more.
        breaker: how the calls to its agency went; the state of no calls without an offer.
        is_on_dashboard: false for a card that support took off.
    """

    subscription: Subscription
    offer: Offer | None
    breaker: BreakerState
    records: Sequence[ConnectedRecord]
    is_on_dashboard: bool


@dataclass(frozen=True, slots=True)
class ReloadedCard:
    """The outcome of asking an agency again.

    Attributes:
        number: see `CardReply`.
        checked_at: as the person sees it now.
    """

    number: int
    offer: Offer | None
    outcome: CardOutcome
    checked_at: datetime | None
