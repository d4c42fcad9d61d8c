"""Adding, changing, and removing businesses."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from domains.accounts.account_table import AccountRepository
from domains.businesses.business import Business, BusinessNotFound, Member, Role
from domains.names.key import get_key
from functions.businesses.access import get_own_team, require, require_registered
from functions.businesses.business_rules import BusinessDetails, check_business, get_details
from functions.businesses.errors import (
    BusinessAlreadyAdded,
    BusinessChanged,
    BusinessHasApplications,
    OthersAdded,
    TooManyBusinesses,
)
from functions.businesses.repository import BusinessesRepository
from functions.businesses.team import INDEX_DELAY, Team
from portal.errors import IdempotencyKeyReused
from portal.principal import Principal
from portal.text import make_searchable
from portal.types import Clock, derive_id, is_derived_id
from portal.updates import LostRace, retry_lost_races

MAX_BUSINESSES = 50


@dataclass(slots=True, kw_only=True)
class BusinessService:
    """A person's use cases with businesses; every call is safe to repeat."""

    clock: Clock
    repository: BusinessesRepository
    accounts: AccountRepository
    county_ids: Collection[str]

    @property
    def now(self) -> datetime:
        return self.clock()

    def list_businesses(self, principal: Principal) -> list[tuple[Business, Role]]:
        """Return the person's businesses, by name."""
        businesses = self.repository.list_businesses(principal.user_id)
        return sorted(businesses, key=lambda each: (make_searchable(each[0].name), each[0].id))

    @retry_lost_races(OthersAdded)
    def add_business(
        self, principal: Principal, key: str, requested: BusinessDetails, *, allow_same_name: bool = False
    ) -> tuple[Business, Role, bool]:
        """Add a business with the person as owner; repeating key and details returns the same one.

        Args:
            key: the caller's idempotency key.
            allow_same_name: whether the person wants a second one of the same kind and name.

        Returns:
            The business, the person's role in it, and whether it is new.
        """
        details = check_business(requested, self.county_ids)
        registration = require_registered(self.accounts.get_account(principal.user_id))
        business_id = derive_id(principal.user_id, key)
        existing = self.repository.get_team(business_id)
        if existing is not None:
            return self._find_added_before(existing, principal, details)
        now = self.clock()
        if self.repository.list_removers(business_id, now):
            raise IdempotencyKeyReused
        added = self.repository.get_added(principal.user_id)
        businesses = [each for each, _ in self.repository.list_businesses(principal.user_id, added.moments)]
        # The same call, repeated at once, added it since the read above.
        if any(each.id == business_id for each in businesses):
            raise LostRace
        if len(businesses) >= MAX_BUSINESSES:
            raise TooManyBusinesses
        same = None if allow_same_name else _find_same(businesses, details)
        if same is not None:
            raise BusinessAlreadyAdded(same)
        business = Business(
            business_id, details.name, details.entity_type, details.county_id, created_at=now, revision=1
        )
        owner = Member(business_id, principal.user_id, registration.display_name, "owner", joined_at=now)
        team = Team(business, details.get_digest(), (owner,))
        if self.repository.add_business(team, added.with_business(business), now):
            return business, owner.role, True
        raise LostRace

    def get_business(self, principal: Principal, business_id: str) -> tuple[Team, Member]:
        """Return a business with its people, and the person among them."""
        return get_own_team(self.repository, principal, business_id)

    @retry_lost_races(BusinessChanged)
    def change_business(
        self, principal: Principal, business_id: str, requested: BusinessDetails, revision: int
    ) -> tuple[Business, Role]:
        """Replace the details of a business; safe to repeat.

        Args:
            revision: revision that the person read.
        """
        details = check_business(requested, self.county_ids)
        team, member = get_own_team(self.repository, principal, business_id)
        require(member, "owner", "manager")
        business = team.business
        if business.revision == revision + 1 and get_details(business) == details:
            return business, member.role
        if business.revision != revision:
            raise BusinessChanged
        changed = replace(business, **asdict(details), revision=revision + 1)
        if self.repository.change_business(team, changed):
            return changed, member.role
        raise LostRace

    @retry_lost_races(BusinessChanged)
    def remove_business(self, principal: Principal, business_id: str) -> str:
        """Remove a business with its people; safe to repeat within a day.

        Returns:
            Its id.
        """
        now = self.clock()
        try:
            team, member = get_own_team(self.repository, principal, business_id)
        except BusinessNotFound:
            return self._find_removed_before(principal, business_id, now)
        require(member, "owner")
        begun_at = team.application_begun_at
        is_begun_lately = begun_at is not None and now - begun_at < INDEX_DELAY
        if is_begun_lately or self.repository.has_applications(business_id):
            raise BusinessHasApplications
        if self.repository.remove_business(team, now):
            return business_id
        raise LostRace

    def _find_added_before(
        self, team: Team, principal: Principal, details: BusinessDetails
    ) -> tuple[Business, Role, bool]:
        member = team.get_member(principal.user_id)
        if member is None or team.made_from != details.get_digest():
            raise IdempotencyKeyReused
        return team.business, member.role, False

    def _find_removed_before(self, principal: Principal, business_id: str, now: datetime) -> str:
        if not is_derived_id(business_id):
            raise BusinessNotFound
        if principal.user_id not in self.repository.list_removers(business_id, now):
            raise BusinessNotFound
        return business_id


def _find_same(businesses: Iterable[Business], details: BusinessDetails) -> Business | None:
    """Return a business of the same kind whose name is the same under the name rules, or None."""
    key = get_key(details.name)
    candidates = (each for each in businesses if each.entity_type == details.entity_type)
    return next((each for each in candidates if key and get_key(each.name) == key), None)
