"""Members and invitations of a business."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from domains.businesses.business import ROLES, Business, Member, Role
from portal.values import normalize_email_address

InvitationState = Literal["open", "accepted", "expired", "withdrawn"]

INVITATION_LIFETIME = timedelta(days=7)
KEPT_AFTER_THE_END = timedelta(days=30)

INDEX_DELAY = timedelta(minutes=1)
"""Upper bound for the lag of an index; DynamoDB usually needs less than a second."""

MAX_SENDING_TIME = timedelta(seconds=30)
"""Time after which an unsent invitation means that its function died."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Offer of a role to the owner of an email address."""

    id: str
    business_id: str
    email: str  # normalized address
    role: Role
    inviter_id: str  # user id of the owner who invited
    inviter_name: str  # the owner's name
    secret_hash: str  # hash of the link's secret, which is not stored
    sent_at: datetime  # to the second, like the other times
    expires_at: datetime  # first moment at which it is invalid
    is_mailed: bool = False  # true if the email was handed over
    accepted_at: datetime | None = None
    accepted_by: str | None = None
    withdrawn_at: datetime | None = None

    def get_state(self, now: datetime) -> InvitationState:
        """Return the state, which is open until just before the expiry."""
        if self.accepted_at is not None:
            return "accepted"
        if self.withdrawn_at is not None:
            return "withdrawn"
        return "open" if now < self.expires_at else "expired"

    def get_kept_until(self) -> datetime:
        """Return the time of its removal."""
        return (self.accepted_at or self.withdrawn_at or self.expires_at) + KEPT_AFTER_THE_END

    def was_never_sent(self, now: datetime) -> bool:
        """Return whether the function died before sending the email."""
        return not self.is_mailed and now - self.sent_at > MAX_SENDING_TIME

    def is_for(self, address: str) -> bool:
        """Return whether an address is the invited one, ignoring case."""
        # Only for ASCII letters, the other case is certainly the same address.
        normalized = normalize_email_address(address)
        return normalized is not None and self.email.lower() == normalized.lower()


@dataclass(frozen=True, slots=True)
class Team:
    """A business with its people."""

    business: Business
    made_from: str  # digest of the request that added the business
    members: tuple[Member, ...]
    invitations: tuple[Invitation, ...] = ()
    former_ids: frozenset[str] = frozenset()  # members who left or were removed within a day
    revision: int = 1  # grows with each change of members or invitations
    application_begun_at: datetime | None = None  # time of the latest application, if any

    @property
    def owner_ids(self) -> frozenset[str]:
        """The user ids of the owners; no team is saved without one."""
        return frozenset(member.user_id for member in self.members if member.role == "owner")

    def get_member(self, user_id: str) -> Member | None:
        return next((member for member in self.members if member.user_id == user_id), None)

    def get_invitation(self, invitation_id: str, now: datetime) -> Invitation | None:
        """Return an invitation that is still kept, or None."""
        return next((each for each in self.list_known_invitations(now) if each.id == invitation_id), None)

    def list_known_invitations(self, now: datetime) -> Sequence[Invitation]:
        """List invitations that are still kept, latest first."""
        invitations = [each for each in self.invitations if now < each.get_kept_until()]
        return sorted(invitations, key=lambda each: (each.sent_at, each.id), reverse=True)

    def open_invitations(self, now: datetime) -> Sequence[Invitation]:
        """List invitations that can be accepted."""
        return [each for each in self.invitations if each.get_state(now) == "open"]

    def has_joined_with(self, address: str) -> bool:
        """Return whether a member accepted an invitation to an address, as owners can see."""
        return any(
            each.accepted_by is not None and each.is_for(address) and self.get_member(each.accepted_by)
            for each in self.invitations
        )

    def with_member(self, member: Member) -> "Team":
        """Return the team with a member added, or in another role."""
        others = tuple(each for each in self.members if each.user_id != member.user_id)
        return replace(self, members=(*others, member))

    def without_member(self, user_id: str) -> "Team":
        return replace(self, members=tuple(each for each in self.members if each.user_id != user_id))

    def with_invitation(self, invitation: Invitation) -> "Team":
        """Return the team with an invitation added or changed."""
        return replace(self, invitations=(*self.without_invitation(invitation.id).invitations, invitation))

    def with_invitations_of_owners_only(self, now: datetime) -> "Team":
        """Return the team with the open invitations of former owners withdrawn.

        Otherwise they could let themselves back in.
        """
        return replace(
            self,
            invitations=tuple(
                replace(each, withdrawn_at=now)
                if each.get_state(now) == "open" and each.inviter_id not in self.owner_ids
                else each
                for each in self.invitations
            ),
        )

    def without_invitation(self, invitation_id: str) -> "Team":
        return replace(self, invitations=tuple(each for each in self.invitations if each.id != invitation_id))


@dataclass(frozen=True, slots=True)
class AddedBusinesses:
    """Businesses that a person added recently, which the index of members may not show yet."""

    person_id: str
    moments: Mapping[str, datetime] = field(default_factory=dict)  # time of each addition, by business id
    revision: int = 0  # grows with each addition; 0 before the first

    def with_business(self, business: Business) -> "AddedBusinesses":
        """Return the next revision, with a business and without those that the index shows by now."""
        recent_moments = {
            business_id: moment
            for business_id, moment in self.moments.items()
            if business.created_at - moment < INDEX_DELAY
        }
        moments = {**recent_moments, business.id: business.created_at}
        return replace(self, moments=moments, revision=self.revision + 1)


def choose_higher(first: Role, second: Role) -> Role:
    """Return the role with more rights."""
    return min(first, second, key=ROLES.index)
