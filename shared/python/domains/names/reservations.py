"""Reservations of names."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from domains.names.rules import EntityType, ReservationTerms

ReservationStatus = Literal["active", "expired", "givenUp", "used"]

MAX_KEY_BYTES = 1000
"""Limit of a key in the table, with room for a suffix.

Source: Amazon DynamoDB Developer Guide, quotas: a sort key has at most 1,024 bytes, even in a query.
"""


def fits_into_table(key: str) -> bool:
    """Return whether a key fits into the table; numbers in words make it far longer than the name."""
    return len(key.encode()) <= MAX_KEY_BYTES


@dataclass(frozen=True, slots=True)
class Reservation:
    """A reserved name, kept for a year after its end."""

    id: str
    holder: str
    name: str
    key: str  # compared form of the name; one person at a time holds it
    entity_type: EntityType
    reserved_at: datetime  # to the second, like the other times
    expires_at: datetime  # end of the hold
    given_up_at: datetime | None = None  # earlier end, by the holder or by an approved filing of the name
    used_by: str | None = None  # application whose approval used it up; None without one

    def get_status(self, now: datetime) -> ReservationStatus:
        """Return the status, which is active until just before the expiry."""
        if self.used_by is not None:
            return "used"
        if self.given_up_at is not None:
            return "givenUp"
        return "active" if now < self.expires_at else "expired"

    def is_active(self, now: datetime) -> bool:
        """Return whether the name is unavailable to others."""
        return self.get_status(now) == "active"

    def renew(self, terms: ReservationTerms) -> "Reservation":
        """Return the reservation with another term after the present one."""
        return replace(self, expires_at=self.expires_at + timedelta(days=terms.days))

    def use(self, application_id: str, now: datetime) -> "Reservation":
        """Return the reservation after the approval of a filing of its name."""
        return replace(self, given_up_at=now.replace(microsecond=0), used_by=application_id)

    def get_end(self) -> datetime:
        """Return the time at which the name became or becomes available."""
        return self.given_up_at or self.expires_at


@dataclass(frozen=True, slots=True)
class Reserver:
    """State that serializes a person's reservations, so each counts all before it."""

    person_id: str
    # Ids of reservations that a list may not show yet; the next one replaces them.
    latest_ids: tuple[str, ...] = ()

    def list_unseen(self, listed: Collection[Reservation]) -> tuple[str, ...]:
        """Return the latest ids that a list does not show."""
        shown = {each.id for each in listed}
        return tuple(each for each in self.latest_ids if each not in shown)


def make_reservation(
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
