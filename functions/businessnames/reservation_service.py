"""Holding a name for a person."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from domains.accounts.account import NotRegistered
from domains.accounts.account_table import AccountRepository
from domains.names import texts
from domains.names.issues import list_issues
from domains.names.key import get_key
from domains.names.names_table import NamesTable
from domains.names.register import NameRegister
from domains.names.reservations import Reservation, fits_into_table, make_reservation
from domains.names.rules import EntityType, ReservationTerms
from domains.state.time import get_day
from functions.businessnames.errors import (
    NameNeedsReview,
    NameReserved,
    NameUnavailable,
    NotRenewable,
    OthersReserved,
    RenewedAlready,
    ReservationChanged,
    ReservationEnded,
    ReservationNotFound,
    ReservedRecently,
    TooManyReservations,
)
from portal.errors import InvalidRequest, Problem
from portal.principal import Principal
from portal.text import tidy
from portal.types import Clock, derive_id
from portal.updates import LostRace, retry_lost_races

MAX_RESERVED = 3
"""The portal's own limit of names per person, so nobody hoards names."""


@dataclass(frozen=True, slots=True)
class ReservedName:
    """A reservation with its terms at a moment."""

    reservation: Reservation
    terms: ReservationTerms | None  # None if names of its entity type can no longer be reserved
    now: datetime

    @property
    def is_renewable(self) -> bool:
        """True if another term can be added; one at a time, so nobody holds a name for years ahead."""
        if self.terms is None or not self.terms.is_renewable or not self.reservation.is_active(self.now):
            return False
        return self.reservation.expires_at - self.now <= timedelta(days=self.terms.days)


@dataclass(slots=True, kw_only=True)
class ReservationService:
    """A person's use cases with reservations; every call is safe to repeat.

    Nobody holds more names than `MAX_RESERVED`, even with concurrent reservations: each transaction replaces
    the person's last reservation as read before the count.
    """

    clock: Clock
    repository: NamesTable
    accounts: AccountRepository
    register: NameRegister

    def list_reservations(self, principal: Principal) -> list[ReservedName]:
        """Return the person's reservations, active ones first, then latest first."""
        now = self.clock()
        reservations = self.repository.list_for_holder(principal.user_id)
        latest_first = sorted(reservations, key=lambda each: each.reserved_at, reverse=True)
        ordered = sorted(latest_first, key=lambda each: not each.is_active(now))
        return [self._make_reserved(each, now) for each in ordered]

    @retry_lost_races(OthersReserved)
    def reserve_name(
        self, principal: Principal, name: str, entity_type: EntityType
    ) -> tuple[ReservedName, bool]:
        """Hold a name for the person; safe to repeat.

        Returns:
            The reservation, and whether it is new.

        Raises:
            NamesUnavailable: there is no snapshot.
        """
        terms = self.register.rules.get_reservation_terms(entity_type)
        if terms is None:
            raise InvalidRequest(Problem("entityType", texts.NOT_RESERVABLE))
        key = get_key(name)
        if problems := list(self._find_problems(name, key, entity_type)):
            raise InvalidRequest(*problems)
        if self.accounts.get_account(principal.user_id).registration is None:
            raise NotRegistered
        now = self.clock()
        last = self.repository.get_last(key)
        if last is not None and last.is_active(now):
            return self._get_own(last, principal, now), False
        reserver = self.repository.get_reserver(principal.user_id)
        listed = self.repository.list_for_holder(principal.user_id)
        _refuse_too_early(listed, key, terms, now)
        verdict = self.register.check_name(name, entity_type, with_close=False).judgment.verdict
        if verdict == "needsReview":
            raise NameNeedsReview
        if verdict == "unavailable":
            return self._get_own_or_refuse(key, principal, now), False
        unseen = reserver.list_unseen(listed)
        if sum(each.is_active(now) for each in listed) + len(unseen) >= MAX_RESERVED:
            raise TooManyReservations(maximum=MAX_RESERVED)
        reservation = make_reservation(
            derive_id(principal.user_id, key, str(int(now.timestamp()))),
            principal.user_id,
            tidy(name),
            key,
            entity_type,
            terms,
            now,
        )
        if self.repository.reserve_name(reservation, reserver, unseen, now):
            return self._make_reserved(reservation, now), True
        raise LostRace

    def renew_reservation(
        self, principal: Principal, reservation_id: str, expires_at: datetime
    ) -> ReservedName:
        """Add another term to a reservation.

        Args:
            expires_at: end of the term to extend, which makes the call safe to repeat.
        """
        now = self.clock()
        reservation = self._find(principal, reservation_id)
        terms = self.register.rules.get_reservation_terms(reservation.entity_type)
        if terms is None or not terms.is_renewable:
            raise NotRenewable
        if reservation.expires_at - timedelta(days=terms.days) == expires_at:
            return self._make_reserved(reservation, now)
        if reservation.expires_at != expires_at:
            raise ReservationChanged
        if not reservation.is_active(now):
            raise ReservationEnded
        if not self._make_reserved(reservation, now).is_renewable:
            begins = reservation.expires_at - timedelta(days=terms.days)
            raise RenewedAlready(again_from=get_day(begins))
        renewed = reservation.renew(terms)
        if not self.repository.replace_reservation(reservation, renewed):
            current = self._find(principal, reservation_id)
            if current != renewed:
                raise ReservationChanged
        return self._make_reserved(renewed, now)

    def give_up(self, principal: Principal, reservation_id: str) -> ReservedName:
        """Release a name; an ended reservation stays unchanged."""
        now = self.clock()
        reservation = self._find(principal, reservation_id)
        if not reservation.is_active(now):
            return self._make_reserved(reservation, now)
        given_up = replace(reservation, given_up_at=now.replace(microsecond=0))
        if not self.repository.replace_reservation(reservation, given_up):
            current = self._find(principal, reservation_id)
            if current.is_active(now):
                raise ReservationChanged
            return self._make_reserved(current, now)
        return self._make_reserved(given_up, now)

    def _find(self, principal: Principal, reservation_id: str) -> Reservation:
        for reservation in self.repository.list_for_holder(principal.user_id):
            if reservation.id == reservation_id:
                return reservation
        raise ReservationNotFound

    def _get_own(self, active: Reservation, principal: Principal, now: datetime) -> ReservedName:
        if active.holder != principal.user_id:
            raise NameReserved(until=get_day(active.expires_at))
        return self._make_reserved(active, now)

    def _find_problems(self, name: str, key: str, entity_type: EntityType) -> Iterator[Problem]:
        for issue in list_issues(name, entity_type, self.register.rules):
            if issue.severity == "blocks":
                yield Problem("name", issue.message)
        if not fits_into_table(key):
            yield Problem("name", texts.TOO_LONG_WHEN_COMPARED)

    def _get_own_or_refuse(self, key: str, principal: Principal, now: datetime) -> ReservedName:
        """Return the existing reservation if it is the person's own."""
        winner = self.repository.get_last(key)
        if winner is None or not winner.is_active(now):
            raise NameUnavailable
        return self._get_own(winner, principal, now)

    def _make_reserved(self, reservation: Reservation, now: datetime) -> ReservedName:
        return ReservedName(
            reservation, self.register.rules.get_reservation_terms(reservation.entity_type), now
        )


def _refuse_too_early(
    reservations: Iterable[Reservation], key: str, terms: ReservationTerms, now: datetime
) -> None:
    """Refuse within the waiting time after a reservation for the same entity type."""
    ends = [
        each.get_end() for each in reservations if each.key == key and each.entity_type in terms.entity_types
    ]
    if not ends:
        return
    again_from = max(ends) + timedelta(days=terms.wait_days)
    if now < again_from:
        raise ReservedRecently(again_from=get_day(again_from))
