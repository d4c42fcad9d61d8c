"""Changing the members of a business, which always has an owner."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from domains.businesses.business import Member, Role
from functions.businesses.access import find_team, get_own_team, require
from functions.businesses.errors import BusinessChanged, LastOwner, MemberNotFound
from functions.businesses.repository import BusinessesRepository
from functions.businesses.team import Team
from portal.errors import NotFound
from portal.principal import Principal
from portal.types import Clock
from portal.updates import LostRace, retry_lost_races


@dataclass(slots=True, kw_only=True)
class MemberService:
    """A person's use cases with members; retries after concurrent changes of the team."""

    clock: Clock
    repository: BusinessesRepository

    def change_role(self, principal: Principal, business_id: str, member_id: str, role: Role) -> Member:
        """Change a member's role, as an owner; withdraws the open invitations of a former owner."""

        def change_team(team: Team, caller: Member) -> Team:
            require(caller, "owner")
            return team.with_member(replace(_require_member(team, member_id), role=role))

        return _require_member(self._save(principal, business_id, change_team), member_id)

    def remove_member(self, principal: Principal, business_id: str, member_id: str) -> str:
        """Remove a member, as an owner, or leave, as anybody; safe to repeat within a day.

        Withdraws a removed owner's open invitations.

        Returns:
            The member's user id.
        """

        def change_team(team: Team, caller: Member) -> Team:
            if member_id != caller.user_id:
                require(caller, "owner")
            if team.get_member(member_id) is None and member_id in team.former_ids:
                return team
            _require_member(team, member_id)
            return team.without_member(member_id)

        try:
            self._save(principal, business_id, change_team)
        except NotFound:
            team = find_team(self.repository, business_id)
            has_left = team is not None and principal.user_id in team.former_ids
            if member_id != principal.user_id or not has_left:
                raise
        return member_id

    @retry_lost_races(BusinessChanged)
    def _save(self, principal: Principal, business_id: str, change: Callable[[Team, Member], Team]) -> Team:
        team, caller = get_own_team(self.repository, principal, business_id)
        changed = change(team, caller)
        if not changed.owner_ids:
            raise LastOwner
        if set(changed.members) == set(team.members):
            return changed
        now = self.clock().replace(microsecond=0)
        if self.repository.save_team(team, changed.with_invitations_of_owners_only(now)):
            return changed
        raise LostRace


def _require_member(team: Team, member_id: str) -> Member:
    member = team.get_member(member_id)
    if member is None:
        raise MemberNotFound
    return member
