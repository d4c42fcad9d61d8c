"""Rules for accounts at agencies with accounts of their own.

Passwords go to the agency only; the portal stores and logs none.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pydantic import Secret

from domains.accounts.account import NotRegistered
from domains.accounts.account_table import AccountRepository
from domains.agencies.catalog import Catalog, Offer
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AgencyFailure, AgencyUnavailable
from domains.agencies.manifest import AccountSystem
from domains.agencies.protocol import AccountAnswer
from functions.businessagency import texts
from functions.businessagency.account import AccountPlace, LinkedAccount
from functions.businessagency.errors import (
    AgencyNotFound,
    AlreadyLinked,
    CredentialsRefused,
    NotLinked,
    RegistrationClosed,
    TooManyAttempts,
)
from functions.businessagency.repository import AgencyAccountsRepository
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.principal import Principal
from portal.rate_window import Call, Limit, RateWindow
from portal.rate_windows_table import RateWindows
from portal.types import Clock
from portal.values import parse_email_address

Password = Secret[str]

CREDENTIALS = Limit(all=10, failed=5)
"""Combined limit on registering, linking, and changing the password."""
GUESSES = Limit(all=30, failed=10)
"""The same for one user name at an agency, across all portal accounts."""
HELP = Limit(all=5)
"""Limit on password resets, counted separately: people need them after failed tries."""


@dataclass(slots=True, kw_only=True)
class AgencyAccountsService:
    """Links, changes, and unlinks accounts."""

    clock: Clock
    new_id: Callable[[datetime], str]
    repository: AgencyAccountsRepository
    registrations: AccountRepository
    catalog: Catalog
    agencies: AgencyClient
    attempts: RateWindows

    def list_accounts(self, principal: Principal) -> list[AccountPlace]:
        """Return every agency with accounts, each with the person's account there.

        Agencies that no longer have accounts are left out, unless the person has one there to unlink.
        """
        linked = {account.agency_id: account for account in self.repository.list_accounts(principal.user_id)}
        return [
            AccountPlace(offer, system, linked.get(offer.agency.id))
            for offer, system in self._list_systems()
            if offer.is_available or offer.agency.id in linked
        ]

    def get_account(self, principal: Principal, agency_id: str) -> AccountPlace:
        """Return the person's account at an agency."""
        for offer, system in self._list_systems():
            if offer.agency.id == agency_id:
                return AccountPlace(offer, system, self.repository.get_account(principal.user_id, agency_id))
        raise AgencyNotFound

    def register_account(
        self, principal: Principal, agency_id: str, user_name: str, email: str, password: Password
    ) -> AccountPlace:
        """Create an account at the agency, and link it.

        Raises:
            AgencyUnavailable: if only the answer was lost, the account can be linked.
        """
        place = self._make_unlinked(principal, agency_id)
        if not place.system.can_register:
            raise RegistrationClosed
        name = _get_user_name(user_name)
        address = parse_email_address(email)
        if address is None:
            raise InvalidRequest(Problem("email", texts.UNUSABLE_EMAIL))
        _check_length("password", password, place.system)
        answer = self._ask_agency(
            principal,
            place.offer,
            name,
            lambda: self.agencies.register_account(place.offer, name, address, password),
        )
        if answer.outcome == "userNameTaken":
            raise InvalidRequest(Problem("userName", texts.USER_NAME_TAKEN))
        if answer.outcome == "passwordRefused":
            raise InvalidRequest(Problem("password", texts.PASSWORD_REFUSED))
        return self._make_linked(principal, place, name, answer)

    def link_account(
        self, principal: Principal, agency_id: str, user_name: str, password: Password
    ) -> AccountPlace:
        """Link the person's existing account at the agency."""
        place = self._make_unlinked(principal, agency_id)
        name = _get_user_name(user_name)
        answer = self._ask_agency(
            principal, place.offer, name, lambda: self.agencies.link_account(place.offer, name, password)
        )
        if answer.outcome != "done":
            raise CredentialsRefused
        return self._make_linked(principal, place, name, answer)

    def unlink_account(self, principal: Principal, agency_id: str) -> AccountPlace:
        """Unlink the account, and inform the agency if possible; safe to repeat."""
        place = self.get_account(principal, agency_id)
        if place.account is not None:
            self.repository.unlink_account(principal.user_id, agency_id)
            # The agency does not depend on it, and the person wants it unlinked here.
            with suppress(AgencyFailure):
                self.agencies.unlink_account(place.offer, place.account.reference)
        return AccountPlace(place.offer, place.system, None)

    def change_password(
        self, principal: Principal, agency_id: str, current: Password, new: Password
    ) -> AccountPlace:
        """Change the password of the linked account."""
        place = self._open(principal, agency_id)
        if place.account is None:
            raise NotLinked
        reference = place.account.reference
        _check_length("newPassword", new, place.system)
        answer = self._ask_agency(
            principal,
            place.offer,
            place.account.user_name,
            lambda: self.agencies.change_account_password(place.offer, reference, current, new),
        )
        if answer.outcome == "passwordRefused":
            raise InvalidRequest(Problem("newPassword", texts.PASSWORD_REFUSED))
        if answer.outcome != "done":
            raise CredentialsRefused
        return place

    def ask_for_password(self, principal: Principal, agency_id: str, user_name: str) -> None:
        """Ask the agency to send a password reset to the account's owner."""
        offer = self._open(principal, agency_id).offer
        name = _get_user_name(user_name)
        owner, what = principal.user_id, f"attempts#help#{agency_id}"
        attempt = self._count(owner, what, HELP)
        try:
            self.agencies.ask_for_account_password(offer, name)
        except AgencyFailure:
            self.attempts.change_window(owner, what, HELP, lambda window: window.remove_call(attempt.id))
            raise _make_unavailable(offer) from None

    def _list_systems(self) -> list[tuple[Offer, AccountSystem]]:
        """Return every agency that has or had accounts, once each, by name."""
        by_agency: dict[str, tuple[Offer, AccountSystem]] = {}
        for offer in self.catalog.get_offers().by_id.values():
            if offer.service.accounts and (offer.is_available or offer.agency.id not in by_agency):
                by_agency[offer.agency.id] = (offer, offer.service.accounts)
        return sorted(by_agency.values(), key=lambda each: (each[0].agency.name.en, each[0].agency.id))

    def _open(self, principal: Principal, agency_id: str) -> AccountPlace:
        """Return the linked account at an agency that still has accounts."""
        place = self.get_account(principal, agency_id)
        if not place.offer.is_available:
            raise AgencyNotFound
        return place

    def _make_unlinked(self, principal: Principal, agency_id: str) -> AccountPlace:
        """Return an agency at which the person can link an account."""
        place = self._open(principal, agency_id)
        if self.registrations.get_account(principal.user_id).registration is None:
            raise NotRegistered
        if place.account is not None:
            raise AlreadyLinked
        return place

    def _make_linked(
        self, principal: Principal, place: AccountPlace, user_name: str, answer: AccountAnswer
    ) -> AccountPlace:
        agency_id = place.offer.agency.id
        account = LinkedAccount(agency_id, answer.reference or "", user_name, self.clock())
        if not self.repository.link_account(principal.user_id, account):
            raise AlreadyLinked
        return AccountPlace(place.offer, place.system, account)

    def _ask_agency(
        self, principal: Principal, offer: Offer, user_name: str, ask: Callable[[], AccountAnswer]
    ) -> AccountAnswer:
        """Make a call that can reveal something about an account, within the limits."""
        windows = (
            (principal.user_id, f"attempts#credentials#{offer.agency.id}", CREDENTIALS),
            (_get_user_name_partition(offer.agency.id, user_name), "attempts", GUESSES),
        )
        attempts = [(*window, self._count(*window)) for window in windows]
        try:
            answer = ask()
        except AgencyFailure:
            for owner, what, limit, attempt in attempts:
                self.attempts.change_window(
                    owner, what, limit, partial(RateWindow.remove_call, call_id=attempt.id)
                )
            raise _make_unavailable(offer) from None
        if answer.outcome in ("done", "passwordRefused"):
            for owner, what, limit, attempt in attempts:
                self.attempts.change_window(
                    owner, what, limit, partial(RateWindow.record_success, call_id=attempt.id)
                )
        return answer

    def _count(self, owner: str, what: str, limit: Limit) -> Call:
        now = self.clock()
        attempt = Call(self.new_id(now), now)
        self.attempts.count_call(owner, what, limit, attempt, TooManyAttempts)
        return attempt


def _get_user_name(typed: str) -> str:
    name = typed.strip()
    if not name:
        raise InvalidRequest(Problem("userName", texts.USER_NAME_MISSING))
    return name


def _get_user_name_partition(agency_id: str, user_name: str) -> str:
    # Agencies may ignore case and blanks, so all spellings count as one name.
    name = "".join(user_name.casefold().split())
    return "username#" + hashlib.sha256(f"{agency_id}#{name}".encode()).hexdigest()


def _check_length(property_name: str, password: Password, system: AccountSystem) -> None:
    shortest, longest = system.password_min_length, system.password_max_length
    if not shortest <= len(password.get_secret_value()) <= longest:
        raise InvalidRequest(Problem(property_name, texts.make_password_length_text(shortest, longest)))


def _make_unavailable(offer: Offer) -> AgencyUnavailable:
    return AgencyUnavailable(agency=Text(en=offer.agency.name.en, es=offer.agency.name.es))
