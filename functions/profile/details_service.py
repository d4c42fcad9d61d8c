"""A person's use cases with their own details: name, date of birth, and county."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from domains.accounts.account import NotRegistered, Registration
from domains.accounts.detail_changes import ChangedBy, DetailChange, DetailChanges, DetailField
from domains.accounts.registration_rules import (
    RegistrationDetails,
    check_details,
    get_typed_names,
    is_too_young,
    make_registration,
)
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.assurance.enhanced_authentication import AssuranceGate
from domains.assurance.identity_proofs_table import IdentityProofsTable
from domains.businesses.businesses_table import BusinessesTable
from domains.messages import account_notices
from domains.messages.messages_table import MessagesTable
from functions.profile import texts
from functions.profile.details_contract import DetailsRequest
from functions.profile.errors import DetailsChanged, TooManyDetailChanges
from functions.profile.repository import ProfileRepository
from portal.errors import InvalidRequest, Problem
from portal.items import Item
from portal.principal import Principal
from portal.types import Clock

IdentityChange = Literal["free", "enhancedAuthentication"]

MAX_SAVES = 10
"""Saves in a day; each one adds an item to the account, which most calls read."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Details:
    """A person's details, and the rule for changing the legal name and the date of birth."""

    registration: Registration
    history: Sequence[DetailChanges]  # oldest first
    identity_change: IdentityChange
    can_change_identity: bool  # false until the session has a proof of identity


@dataclass(frozen=True, slots=True)
class Ties:
    """All that hangs on the legal name and the date of birth; false if nothing does.

    Applications belong to a business.
    """

    proofs: Sequence[Item]  # proofs of identity and passkeys
    has_others: bool  # connected services or businesses

    def __bool__(self) -> bool:
        return bool(self.proofs) or self.has_others


@dataclass(slots=True, kw_only=True)
class DetailsService:
    """A person's use cases with their own details."""

    clock: Clock
    new_id: Callable[[datetime], str]
    repository: ProfileRepository
    proofs: IdentityProofsTable
    gate: AssuranceGate
    subscriptions: SubscriptionsTable
    businesses: BusinessesTable
    inbox: MessagesTable
    county_ids: Collection[str]

    def read_details(self, principal: Principal) -> Details:
        registration, history = self._get_registration(principal.user_id)
        return self._describe(principal, registration, history, self._get_ties(principal.user_id))

    def save_details(self, principal: Principal, request: DetailsRequest) -> Details:
        """Correct the details; repeating the same details changes nothing.

        The legal name and the date of birth need a proof of identity once something hangs on them. They end
        every proof and passkey, which stand for the earlier ones.
        """
        user_id, now = principal.user_id, self.clock()
        before, history = self._get_registration(user_id)
        after = self._make_registration(before, request, now)
        changes = _list_changes(before, after)
        ties = self._get_ties(user_id)
        if not changes:
            return self._describe(principal, before, history, ties)
        if request.revision != before.revision:
            raise DetailsChanged
        _check_saves(history, now)
        is_other_identity = _get_identity(before) != _get_identity(after)
        how: ChangedBy = "self"
        if is_other_identity and ties:
            self.gate.require_assurance(principal, "proof")
            how = "enhancedAuthentication"
        saved = DetailChanges(self.new_id(now), now, tuple(_mark(change, how) for change in changes))
        notice = account_notices.make_details_change_notice(
            user_id, after.revision, [change.field for change in changes], now
        )
        writes = [self.inbox.write_notice(notice)]
        if is_other_identity:
            writes += self.proofs.end_proofs(ties.proofs)
            ties = replace(ties, proofs=())
        if self.repository.save_registration(user_id, after, saved, *writes):
            return self._describe(principal, after, [*history, saved], ties)
        before, history = self._get_registration(user_id)
        if _list_changes(before, after):
            raise DetailsChanged
        return self._describe(principal, before, history, ties)

    def _get_registration(self, user_id: str) -> tuple[Registration, list[DetailChanges]]:
        registration, history = self.repository.get_registration(user_id)
        if registration is None:
            raise NotRegistered
        return registration, history

    def _make_registration(
        self, before: Registration, request: DetailsRequest, now: datetime
    ) -> Registration:
        details = RegistrationDetails(
            legal_first_name=request.legal_first_name,
            legal_last_name=request.legal_last_name,
            preferred_name=request.preferred_name,
            date_of_birth=request.date_of_birth,
            county_id=request.county_id,
            language=before.language,
        )
        check_details(details, now, self.county_ids)
        if is_too_young(details, now):
            raise InvalidRequest(Problem("dateOfBirth", texts.TOO_YOUNG))
        after = make_registration(details, before.email, before.registered_at)
        return replace(after, linked_from=before.linked_from, revision=before.revision + 1)

    def _describe(
        self, principal: Principal, registration: Registration, history: Sequence[DetailChanges], ties: Ties
    ) -> Details:
        if not ties:
            return Details(registration, history, "free", can_change_identity=True)
        can_change = bool(ties.proofs) and self.gate.list_missing_types(principal, "proof") is None
        return Details(registration, history, "enhancedAuthentication", can_change_identity=can_change)

    def _get_ties(self, user_id: str) -> Ties:
        proofs = self.proofs.list_proofs(user_id, self.clock())
        return Ties(proofs, self._is_connected(user_id) or bool(self.businesses.list_businesses(user_id)))

    def _is_connected(self, user_id: str) -> bool:
        for subscription in self.subscriptions.get_dashboard(user_id).subscriptions.values():
            identities = subscription.identities.values()
            if not identities or any(identity.status == "connected" for identity in identities):
                return True
        return False


def _get_identity(registration: Registration) -> tuple[object, ...]:
    return registration.legal_first_name, registration.legal_last_name, registration.date_of_birth


def _list_values(registration: Registration) -> dict[DetailField, str | None]:
    first_name, last_name = get_typed_names(registration)
    return {
        "legalFirstName": first_name or None,
        "legalLastName": last_name,
        "preferredName": registration.preferred_name,
        "dateOfBirth": registration.date_of_birth.isoformat(),
        "countyId": registration.county_id,
    }


def _list_changes(before: Registration, after: Registration) -> list[DetailChange]:
    old, new = _list_values(before), _list_values(after)
    return [DetailChange(field, old[field], new[field], "self") for field in old if old[field] != new[field]]


def _mark(change: DetailChange, how: ChangedBy) -> DetailChange:
    is_free = change.field in ("preferredName", "countyId")
    return change if is_free else replace(change, how=how)


def _check_saves(history: Sequence[DetailChanges], now: datetime) -> None:
    recent = [each.changed_at for each in history if now - each.changed_at < _DAY]
    if len(recent) >= MAX_SAVES:
        wait = recent[-MAX_SAVES] + _DAY - now
        raise TooManyDetailChanges(retry_after_seconds=max(1, round(wait.total_seconds())))
