"""Rights of a person on a business."""

from domains.accounts.account import Account, NotRegistered, Registration
from domains.businesses.business import BusinessNotFound, Member, Role, RoleNotAllowed
from functions.businesses.repository import BusinessesRepository
from functions.businesses.team import Team
from portal.principal import Principal
from portal.types import is_derived_id


def find_team(teams: BusinessesRepository, business_id: str) -> Team | None:
    """Return a business with its people, whoever asks."""
    return teams.team(business_id) if is_derived_id(business_id) else None


def get_own_team(teams: BusinessesRepository, principal: Principal, business_id: str) -> tuple[Team, Member]:
    """Return a business for which the person acts, and the person as its member.

    Raises:
        BusinessNotFound: also where it is another's.
    """
    team = find_team(teams, business_id)
    member = team.member(principal.user_id) if team else None
    if team is None or member is None:
        raise BusinessNotFound
    return team, member


def require(member: Member, *roles: Role) -> None:
    """Let a member pass who has one of the roles."""
    if member.role not in roles:
        raise RoleNotAllowed


def require_registered(account: Account) -> Registration:
    """Return the registration of somebody who has to have one."""
    if account.registration is None:
        raise NotRegistered
    return account.registration
