"""A name held for a person for a time, and the terms of that by kind of entity."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from functions.businessnames.rules import EntityType, ReservationTerms

ReservationStatus = Literal["active", "expired", "givenUp"]

_MOST_BYTES = 1024


def can_be_held(key: str) -> bool:
    """Whether a name with that key can be held; with a number in words a key is far longer than the name.

    Source: Amazon DynamoDB Developer Guide, quotas: a sort key has at most 1,024 bytes, also where it is only
    asked for.
    """
    return len(key.encode()) <= _MOST_BYTES


@dataclass(frozen=True, slots=True)
class Reservation:
    """A name that was reserved; it is kept for a year after its end.

    Attributes:
        key: what of the name is compared; one person at a time holds it.
        reserved_at: to the second; so too the others.
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
        """Whether the name is held; a moment before the expiry it is, at the expiry it is not."""
        if self.given_up_at is not None:
            return "givenUp"
        return "active" if now < self.expires_at else "expired"

    def is_active(self, now: datetime) -> bool:
        """Whether nobody else can have the name."""
        return self.status(now) == "active"

    def renewed(self, terms: ReservationTerms) -> "Reservation":
        """The same reservation with another term, which begins when the present one ends."""
        return replace(self, expires_at=self.expires_at + timedelta(days=terms.days))

    def ended_at(self) -> datetime:
        """When the name came or comes free."""
        return self.given_up_at or self.expires_at


@dataclass(frozen=True, slots=True)
class Reserver:
    """A person whose reservations are made one after the other, so that each counts all before it.

    Attributes:
        latest_ids: of reservations that a list of the person's may not show yet; the next one replaces them.
    """

    person_id: str
    latest_ids: tuple[str, ...] = ()

    def unseen(self, listed: Collection[Reservation]) -> tuple[str, ...]:
        """The latest of which a list shows nothing."""
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
    """A reservation that begins now."""
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
