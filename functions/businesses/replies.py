"""Replies about businesses and their members."""

from datetime import datetime

from domains.businesses.business import Business, Member, Role
from functions.businesses.contract import BusinessReply, BusinessSummaryReply, InvitationReply, MemberReply
from functions.businesses.team import Invitation, Team
from portal.text import make_searchable


def make_business_summary(business: Business, role: Role) -> BusinessSummaryReply:
    """Return a business, with the caller's role in it."""
    return BusinessSummaryReply.from_entity(business, role=role)


def make_business_reply(team: Team, caller: Member, now: datetime) -> BusinessReply:
    """Return a business and those who act for it; its invitations are for owners."""
    members = sorted(
        team.members,
        key=lambda member: (member.role != "owner", make_searchable(member.name), member.user_id),
    )
    invitations = team.list_known_invitations(now) if caller.role == "owner" else ()
    return BusinessReply(
        **dict(make_business_summary(team.business, caller.role)),
        members=[make_member_reply(member, caller.user_id) for member in members],
        invitations=[make_invitation_reply(invitation, now) for invitation in invitations],
    )


def make_member_reply(member: Member, caller_id: str) -> MemberReply:
    """Return the reply for a member of a business."""
    return MemberReply.from_entity(member, id=member.user_id, is_you=member.user_id == caller_id)


def make_invitation_reply(invitation: Invitation, now: datetime) -> InvitationReply:
    """Return an invitation as it stands now."""
    return InvitationReply.from_entity(
        invitation, invited_by=invitation.inviter_name, state=invitation.get_state(now)
    )
