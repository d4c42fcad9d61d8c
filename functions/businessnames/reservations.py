"""A name held for a person for a time, and the terms of that by kind of entity."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from functions.businessnames.rules import EntityType, ReservationTerms

ReservationStatus = Literal["active", "expired", "givenUp"]

_MAX_BYTES = 1024


def can_be_reserved(key: str) -> bool:
    """Return whether a key fits the table; with a number in words it is far longer than the name.

    Source: Amazon DynamoDB Developer Guide, quotas: a sort key has at most 1,024 bytes, also where it is only
    asked for.
    """
    return len(key.encode()) <= _MAX_BYTES


@dataclass(frozen=True, slots=True)
class Reservation:
    """A name that was reserved; it is kept for a year after its end.

    Attributes:
        key: what of the name is compared; one person at a time holds it.
        reserved_at: to the second; likewise the others.
        expires_at: the first moment at which the name is not held any more.
    """

    id: str
    holder: str
    name: str
    key: str
    entity_type: EntityType
    reserved_at: datetime
    expires_at: datetime
    given_up_at: datetime | None = None

    def status(self, now: datetime) -> ReservationStatus:
        """Return the status; active until a moment before the expiry."""
        if self.given_up_at is not None:
            return "givenUp"
        return "active" if now < self.expires_at else "expired"

    def is_active(self, now: datetime) -> bool:
        """Return whether the name is unavailable to others."""
        return self.status(now) == "active"

    def renewed(self, terms: ReservationTerms) -> "Reservation":
        """Return the same reservation with another term, which begins when the present one ends."""
        return replace(self, expires_at=self.expires_at + timedelta(days=terms.days))

    def ended_at(self) -> datetime:
        """Return the time at which the name became or becomes available."""
        return self.given_up_at or self.expires_at


@dataclass(frozen=True, slots=True)
class Reserver:
    """A person whose reservations are made one after the other, so that each counts all before it.

    Attributes:
        latest_ids: of reservations that a list of the person's may not show yet; the next one replaces them.
    """

    person_id: str
    latest_ids: tuple[str, ...] = ()

    def list_unseen(self, listed: Collection[Reservation]) -> tuple[str, ...]:
        """Return the latest of which a list shows nothing."""
        shown = {each.id for each in listed}
        return tuple(each for each in self.latest_ids if each not in shown)


def reserved(
    reservation_id: str,
    holder: str,
    name: str,
    key: str,
    entity_type: EntityType,
    terms: ReservationTerms,
    now: datetime,
) -> Reservation:
    """Return a reservation that begins now."""
    begins = now.replace(microsecond=0)
    return Reservation(
        id=reservation_id,
        holder=holder,
        name=name,
        key=key,
        entity_type=entity_type,
        reserved_at=begins,
        expires_at=begins + timedelta(days=terms.days),
    )
