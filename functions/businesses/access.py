"""Who may see a business, and what they may do with it."""

from domains.accounts.account import Account, NotRegistered, Registration
from domains.businesses.business import BusinessNotFound, Member, Role, RoleNotAllowed
from functions.businesses.repository import BusinessesRepository
from functions.businesses.team import Team
from portal.principal import Principal
from portal.types import is_derived_id

ATTEMPTS_AT_ONCE = 5
"""How often a change is made anew on what another change left."""


def find_team(teams: BusinessesRepository, business_id: str) -> Team | None:
    """A business with its people, whoever asks."""
    return teams.team(business_id) if is_derived_id(business_id) else None


def own_team(teams: BusinessesRepository, principal: Principal, business_id: str) -> tuple[Team, Member]:
    """A business for which the person acts, and the person as its member.

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


def registered(account: Account) -> Registration:
    """The registration of somebody who has to have one."""
    if account.registration is None:
        raise NotRegistered
    return account.registration
