"""Rights of a person on a business."""

from domains.accounts.account import Account, NotRegistered, Registration
from domains.businesses.business import BusinessNotFound, Member, Role, RoleNotAllowed
from functions.businesses.repository import BusinessesRepository
from functions.businesses.team import Team
from portal.principal import Principal
from portal.types import is_derived_id


def find_team(teams: BusinessesRepository, business_id: str) -> Team | None:
    """Return a business with its people, without a check of access."""
    return teams.get_team(business_id) if is_derived_id(business_id) else None


def get_own_team(teams: BusinessesRepository, principal: Principal, business_id: str) -> tuple[Team, Member]:
    """Return a business and the person's membership in it.

    Raises:
        BusinessNotFound: also if the person is not a member.
    """
    team = find_team(teams, business_id)
    member = team.get_member(principal.user_id) if team else None
    if team is None or member is None:
        raise BusinessNotFound
    return team, member


def require(member: Member, *roles: Role) -> None:
    """Require one of the roles."""
    if member.role not in roles:
        raise RoleNotAllowed


def require_registered(account: Account) -> Registration:
    """Return the required registration."""
    if account.registration is None:
        raise NotRegistered
    return account.registration
