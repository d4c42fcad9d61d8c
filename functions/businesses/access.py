"""Who may see a business, and what they may do with it."""

from typing import Protocol

from functions.businesses.team import Team
from portal.account import Account, NotRegistered, Registration
from portal.businesses.business import BusinessNotFound, Member, Role, RoleNotAllowed
from portal.principal import Principal
from portal.rate_window import RateWindow
from portal.types import is_derived_id

ATTEMPTS_AT_ONCE = 5
"""How often a change is made anew on what another change left."""


class Teams(Protocol):
    """Where businesses and their people are kept; see `functions.businesses.repository`."""

    def team(self, business_id: str) -> Team | None: ...

    def save_team(self, before: Team, after: Team, sent: tuple[str, RateWindow] | None = None) -> bool: ...


class Accounts(Protocol):
    """Where accounts are kept; see `portal.account_table`."""

    def get_account(self, user_id: str) -> Account: ...


def find_team(teams: Teams, business_id: str) -> Team | None:
    """A business with its people, whoever asks."""
    return teams.team(business_id) if is_derived_id(business_id) else None


def own_team(teams: Teams, principal: Principal, business_id: str) -> tuple[Team, Member]:
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
