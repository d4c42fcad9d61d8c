"""A dashboard for staff: cards, and results of reloading them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.agencies.breaker import BreakerState
from domains.agencies.catalog import Offer
from domains.agencies.failures import AgencyFault
from domains.agencies.subscriptions import Identity, Subscription

CardOutcome = Literal["reloaded", "unavailable", "revoked", "withdrawn", "postponed"]


@dataclass(frozen=True, slots=True)
class ConnectedRecord:
    """A connected record; `checked_at` is the time of the agency's last answer, if recent."""

    identity: Identity
    checked_at: datetime | None


@dataclass(frozen=True, slots=True)
class FailedCall:
    """A call to an agency that failed."""

    at: datetime
    fault: AgencyFault


@dataclass(frozen=True, slots=True)
class DashboardConnection:
    """A card of a dashboard."""

    subscription: Subscription
    offer: Offer | None  # None if the catalog no longer has the service
    breaker: BreakerState  # state of calls to its agency
    records: Sequence[ConnectedRecord]
    is_on_dashboard: bool  # false for a card that support removed

    @property
    def last_failure(self) -> FailedCall | None:
        """The latest failed call to the agency, unless every record has an answer since then."""
        at, fault = self.breaker.last_failed_at, self.breaker.last_fault
        if at is None or fault is None:
            return None
        answered_at = [each.checked_at for each in self.records]
        is_over = all(moment is not None and moment >= at for moment in answered_at)
        return None if is_over else FailedCall(at, fault)


@dataclass(frozen=True, slots=True)
class ReloadedCard:
    """The outcome of reloading a card."""

    number: int  # see `CardReply`
    offer: Offer | None
    outcome: CardOutcome
    checked_at: datetime | None  # time that the person sees now
