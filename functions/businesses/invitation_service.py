"""Inviting people to act for a business, and accepting invitations.

An invitation's link has a secret, stored only as a hash, and works only for a sign-in with the invited
address: access to the email or to the sign-in address alone is not enough.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from domains.accounts.account import Account
from domains.accounts.account_table import AccountRepository
from domains.accounts.sending_limits import SendingLimits
from domains.businesses.business import Business, Member, Role
from functions.businesses import texts
from functions.businesses.access import find_team, get_own_team, require, require_registered
from functions.businesses.errors import (
    BusinessChanged,
    InvitationExpired,
    InvitationForAnotherAddress,
    InvitationNotFound,
    InvitationUsed,
    InvitationWithdrawn,
    TooManyInvitationsOpen,
    TooManyMembers,
)
from functions.businesses.repository import BusinessesRepository
from functions.businesses.team import (
    INVITATION_LIFETIME,
    Invitation,
    Team,
    choose_higher,
)
from portal.errors import InvalidRequest, Problem, Unavailable
from portal.language import Language
from portal.mail import Mail
from portal.principal import Principal
from portal.rate_window import Call
from portal.types import Clock
from portal.updates import LostRace, load_known_first, retry_lost_races, update_until_saved
from portal.values import parse_email_address

MAX_MEMBERS = 50
MAX_OPEN = 20
PAGE = "/businessapplications/invitation"

_TOKEN = re.compile(
    r"(?P<business>[a-z2-7]{26})\.(?P<invitation>[0-9a-z]{26})\.(?P<secret>[A-Za-z0-9_-]{43})"
)


@dataclass(frozen=True, slots=True)
class OpenedInvitation:
    """An invitation for its recipient."""

    invitation: Invitation
    business: Business
    is_for_you: bool  # true if the person's verified sign-in address is the invited one


@dataclass(slots=True, kw_only=True)
class InvitationService:
    """A person's use cases with invitations; retries after concurrent changes of the team."""

    clock: Clock
    new_id: Callable[[datetime], str]
    new_secret: Callable[[], str]  # returns 43 unguessable characters of base64url
    repository: BusinessesRepository
    accounts: AccountRepository
    limits: SendingLimits
    mail: Mail
    portal_origin: str  # origin of the link, without a trailing slash

    @property
    def now(self) -> datetime:
        return self.clock()

    def invite_person(
        self, principal: Principal, business_id: str, email: str, role: Role
    ) -> tuple[Invitation, bool]:
        """Invite somebody, in every language, the inviter's first; an open invitation is not sent again.

        Returns:
            The invitation, and whether it is new.

        Raises:
            TooManyInvitationsSent: the person reached the daily limit.
            TooManyInvitationsToAddress: the address reached the daily limit.
            MessageNotSent: nothing is stored, and the call can be repeated at once.
        """
        address = parse_email_address(email)
        if address is None:
            raise InvalidRequest(Problem("email", texts.UNUSABLE_EMAIL))
        team = self._get_owned(principal, business_id)
        account = self.accounts.get_account(principal.user_id)
        inviter_name = require_registered(account).display_name
        secret = self.new_secret()
        now = self.clock().replace(microsecond=0)
        requested = Invitation(
            id=self.new_id(now),
            business_id=business_id,
            email=address,
            role=role,
            inviter_id=principal.user_id,
            inviter_name=inviter_name,
            secret_hash=_hash(secret),
            sent_at=now,
            expires_at=now + INVITATION_LIFETIME,
        )
        if _is_for(requested, principal):
            raise InvalidRequest(Problem("email", texts.OWN_EMAIL))
        load_team = load_known_first(team, lambda: self._get_owned(principal, business_id))
        invitation, business = self._save(requested, load_team)
        if invitation is not requested:
            return invitation, False
        try:
            self._send(business, requested, secret, _get_language(account))
        except Unavailable:
            self.limits.take_back("invitation", principal.user_id, "email", address, Call(requested.id, now))
            raise
        return requested, True

    @retry_lost_races(BusinessChanged)
    def _save(self, requested: Invitation, load_team: Callable[[], Team]) -> tuple[Invitation, Business]:
        """Store an invitation and count its email, unless one to the same address and role is open.

        Returns:
            The stored or the open invitation, and its business.
        """
        team, now = load_team(), requested.sent_at
        # An earlier attempt may have stored it, and its reply been lost.
        if requested in team.invitations:
            return requested, team.business
        same = _find_same(team, requested, now)
        if same and not same.was_never_sent(now):
            return same, team.business
        if team.has_joined_with(requested.email):
            raise InvalidRequest(Problem("email", texts.EMAIL_OF_A_MEMBER))
        others = team.without_invitation(same.id) if same else team
        if len(others.open_invitations(now)) >= MAX_OPEN:
            raise TooManyInvitationsOpen
        call = Call(requested.id, now)
        counted = self.limits.admit_message(
            "invitation", requested.inviter_id, "email", requested.email, call
        )
        if not self.repository.save_team(team, others.with_invitation(requested), *counted):
            raise LostRace
        return requested, team.business

    def withdraw_invitation(self, principal: Principal, business_id: str, invitation_id: str) -> str:
        """Withdraw an invitation; one that is over stays unchanged.

        Returns:
            Its id.
        """

        def withdraw(team: Team) -> Team:
            now = self.clock().replace(microsecond=0)
            invitation = team.get_invitation(invitation_id, now)
            if invitation is None:
                raise InvitationNotFound
            state = invitation.get_state(now)
            if state == "accepted":
                raise InvitationUsed
            return team.with_invitation(replace(invitation, withdrawn_at=now)) if state == "open" else team

        update_until_saved(
            lambda: self._get_owned(principal, business_id),
            withdraw,
            self.repository.save_team,
            BusinessChanged,
        )
        return invitation_id

    def get_offer(self, principal: Principal, token: str) -> OpenedInvitation:
        """Return the offer behind a link."""
        team, invitation = self._find(token)
        return OpenedInvitation(invitation, team.business, _is_for(invitation, principal))

    @retry_lost_races(BusinessChanged)
    def accept_invitation(self, principal: Principal, token: str) -> tuple[Business, Role]:
        """Join a business, or get a higher role in it.

        An invitation that gives a member no higher role changes nothing, and its link stops working.

        Returns:
            The business, and the person's role in it.
        """
        team, invitation = self._find(token)
        present = team.get_member(principal.user_id)
        if invitation.accepted_by == principal.user_id and present is not None:
            return team.business, present.role
        now = self.clock().replace(microsecond=0)
        is_higher = present is None or choose_higher(present.role, invitation.role) != present.role
        if present is not None and not is_higher and _is_for(invitation, principal):
            spent = replace(invitation, withdrawn_at=now)
            is_over = invitation.get_state(now) != "open"
            if is_over or self.repository.save_team(team, team.with_invitation(spent)):
                return team.business, present.role
            raise LostRace
        _refuse_unless_open(invitation, now)
        if not _is_for(invitation, principal):
            raise InvitationForAnotherAddress
        registration = require_registered(self.accounts.get_account(principal.user_id))
        if present is None and len(team.members) >= MAX_MEMBERS:
            raise TooManyMembers
        joined = present or Member(
            team.business.id, principal.user_id, registration.display_name, invitation.role, joined_at=now
        )
        member = replace(joined, role=invitation.role)
        accepted = replace(invitation, accepted_at=now, accepted_by=principal.user_id)
        if self.repository.save_team(team, team.with_member(member).with_invitation(accepted)):
            return team.business, member.role
        raise LostRace

    def _get_owned(self, principal: Principal, business_id: str) -> Team:
        team, caller = get_own_team(self.repository, principal, business_id)
        require(caller, "owner")
        return team

    def _find(self, token: str) -> tuple[Team, Invitation]:
        parts = _TOKEN.fullmatch(token)
        team = find_team(self.repository, parts["business"]) if parts else None
        if parts is None or team is None:
            raise InvitationNotFound
        invitation = team.get_invitation(parts["invitation"], self.clock())
        if invitation is None or not hmac.compare_digest(invitation.secret_hash, _hash(parts["secret"])):
            raise InvitationNotFound
        return team, invitation

    def _send(self, business: Business, invitation: Invitation, secret: str, language: Language) -> None:
        link = f"{self.portal_origin}{PAGE}?token={business.id}.{invitation.id}.{secret}"
        email = texts.make_invitation_email(
            business.name, invitation.role, invitation.inviter_name, link, invitation.expires_at, language
        )
        try:
            self.mail.send_email(invitation.email, email)
        except Unavailable:
            with suppress(LostRace):
                self._delete_unsent(invitation)
            raise
        self.repository.mark_mailed(invitation)

    @retry_lost_races(LostRace)
    def _delete_unsent(self, invitation: Invitation) -> None:
        """Delete an invitation whose email failed; if that fails too, it expires soon."""
        team = self.repository.get_team(invitation.business_id)
        if team is None or invitation not in team.invitations:
            return
        if self.repository.save_team(team, team.without_invitation(invitation.id)):
            return
        raise LostRace


def _find_same(team: Team, requested: Invitation, now: datetime) -> Invitation | None:
    """Return the open invitation with the same address and role."""
    return next(
        (
            existing
            for existing in team.open_invitations(now)
            if existing.role == requested.role and existing.is_for(requested.email)
        ),
        None,
    )


def _is_for(invitation: Invitation, principal: Principal) -> bool:
    return principal.is_email_verified and invitation.is_for(principal.email)


def _refuse_unless_open(invitation: Invitation, now: datetime) -> None:
    match invitation.get_state(now):
        case "accepted":
            raise InvitationUsed
        case "withdrawn":
            raise InvitationWithdrawn
        case "expired":
            raise InvitationExpired


def _get_language(account: Account) -> Language:
    if account.preferences is not None:
        return account.preferences.language
    return require_registered(account).language


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
