"""Replies about businesses and their members."""

from datetime import datetime

from domains.businesses.business import Business, Member, Role
from functions.businesses.contract import BusinessReply, BusinessSummaryReply, InvitationReply, MemberReply
from functions.businesses.team import Invitation, Team
from portal.text import searchable


def business_summary(business: Business, role: Role) -> BusinessSummaryReply:
    """Return a business, with the caller's role in it."""
    return BusinessSummaryReply.from_entity(business, role=role)


def business_reply(team: Team, own: Member, now: datetime) -> BusinessReply:
    """Return a business and those who act for it; its invitations are for owners."""
    members = sorted(
        team.members, key=lambda member: (member.role != "owner", searchable(member.name), member.user_id)
    )
    invitations = team.known_invitations(now) if own.role == "owner" else ()
    return BusinessReply(
        **dict(business_summary(team.business, own.role)),
        members=[member_reply(member, own.user_id) for member in members],
        invitations=[invitation_reply(invitation, now) for invitation in invitations],
    )


def member_reply(member: Member, caller_id: str) -> MemberReply:
    """Return the reply for a member of a business."""
    return MemberReply.from_entity(member, id=member.user_id, is_you=member.user_id == caller_id)


def invitation_reply(invitation: Invitation, now: datetime) -> InvitationReply:
    """Return an invitation as it stands now."""
    return InvitationReply.from_entity(
        invitation, invited_by=invitation.inviter_name, state=invitation.state(now)
    )
