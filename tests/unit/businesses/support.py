"""The services of the businesses group with everything they talk to kept in memory."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from functions.businesses.business_rules import BusinessDetails
from functions.businesses.business_service import BusinessService
from functions.businesses.invitation_service import InvitationService
from functions.businesses.member_service import MemberService
from functions.businesses.plan_service import PlanService
from functions.businesses.plans import Answers, Plan
from functions.businesses.team import AddedBusinesses, Invitation, SentInvitations, Team
from portal.account import Account, ContactPreferences, Registration
from portal.businesses.business import Business, Role
from portal.errors import Unavailable
from portal.language import Language, Text
from portal.principal import Principal

NOW = datetime(2026, 11, 21, 12, 0, 0, 654321, UTC)
BAKERY = BusinessDetails("Desert Bakery", "llc", "pima")
KEY = "key-00001"
NO_ANSWERS = Answers("", "", "", "", "", "")


def person(name: str, email: str | None = None) -> Principal:
    """Somebody who is signed in with a verified address."""
    return Principal(name.lower(), email or f"{name.lower()}@example.com", True, name, frozenset())


ROSA, BEN, EVA = person("Rosa"), person("Ben"), person("Eva")


def account(display_name: str, language: Language = "en") -> Account:
    """A registered person's."""
    return Account(
        Registration(
            legal_first_name=display_name.upper(),
            legal_last_name="",
            preferred_name=None,
            display_name=display_name,
            date_of_birth=date(1988, 4, 2),
            county_id="pima",
            language=language,
            email="",
            registered_at=NOW - timedelta(days=1),
        )
    )


def preferences(language: Language) -> ContactPreferences:
    """Contact preferences with that language."""
    return ContactPreferences(language, (), {}, NOW, 1)


class MemoryRepository:
    """Businesses with the conditions of the table; `meanwhile` runs just before the next writes."""

    def __init__(self) -> None:
        self.teams: dict[str, Team] = {}
        self.removed: dict[str, tuple[frozenset[str], datetime]] = {}
        self.sent: dict[str, SentInvitations] = {}
        self.added: dict[str, AddedBusinesses] = {}
        self.is_index_late = False
        self.with_applications: set[str] = set()
        self.meanwhile: list[Callable[[], object]] = []
        self.lost_replies = 0

    def team(self, business_id: str) -> Team | None:
        return self.teams.get(business_id)

    def businesses_of(self, user_id: str, maybe: Collection[str] = ()) -> list[tuple[Business, Role]]:
        return [
            (team.business, member.role)
            for business_id, team in self.teams.items()
            if (member := team.member(user_id)) is not None
            if not self.is_index_late or business_id in maybe
        ]

    def added_by(self, person_id: str) -> AddedBusinesses:
        return self.added.get(person_id, AddedBusinesses(person_id))

    def add(self, team: Team, added: AddedBusinesses, now: datetime) -> bool:
        self._let_others_go_first()
        if team.business.id in self.teams or self.removed_by(team.business.id, now):
            return False
        if self.added_by(added.person_id).revision != added.revision:
            return False
        self.added[added.person_id] = replace(added, revision=added.revision + 1)
        self.teams[team.business.id] = team
        return self._reply()

    def change_business(self, before: Team, after: Business) -> bool:
        self._let_others_go_first()
        known = self.teams.get(after.id)
        if known is None or (known.revision, known.business.revision) != (
            before.revision,
            before.business.revision,
        ):
            return False
        self.teams[after.id] = replace(known, business=after)
        return self._reply()

    def save_team(self, before: Team, after: Team, sent: SentInvitations | None = None) -> bool:
        self._let_others_go_first()
        known = self.teams.get(before.business.id)
        if known is None or known.revision != before.revision:
            return False
        if sent is not None:
            if self.sent_by(sent.sender_id).revision != sent.revision:
                return False
            self.sent[sent.sender_id] = replace(sent, revision=sent.revision + 1)
        gone = {member.user_id for member in before.members} - {member.user_id for member in after.members}
        self.teams[before.business.id] = replace(
            after, revision=before.revision + 1, former_ids=before.former_ids | gone
        )
        return self._reply()

    def sent_by(self, sender_id: str) -> SentInvitations:
        return self.sent.get(sender_id, SentInvitations(sender_id))

    def mark_mailed(self, invitation: Invitation) -> None:
        team = self.teams[invitation.business_id]
        self.teams[invitation.business_id] = team.with_invitation(replace(invitation, is_mailed=True))

    def has_applications(self, business_id: str) -> bool:
        return business_id in self.with_applications

    def remove(self, team: Team, now: datetime) -> bool:
        self._let_others_go_first()
        known = self.teams.get(team.business.id)
        if known is None or (known.revision, known.application_begun_at) != (
            team.revision,
            team.application_begun_at,
        ):
            return False
        del self.teams[team.business.id]
        self.removed[team.business.id] = (team.owner_ids, now + timedelta(days=1))
        return self._reply()

    def removed_by(self, business_id: str, now: datetime) -> frozenset[str]:
        owner_ids, until = self.removed.get(business_id, (frozenset(), now))
        return owner_ids if now < until else frozenset()

    def _let_others_go_first(self) -> None:
        if self.meanwhile:
            self.meanwhile.pop(0)()

    def _reply(self) -> bool:
        """False after a write whose first reply was lost: sent again, it finds its own condition broken."""
        if self.lost_replies:
            self.lost_replies -= 1
            return False
        return True


class MemoryPlans:
    """Plans with the condition of the table; `meanwhile` as above."""

    def __init__(self) -> None:
        self.plans: dict[str, Plan] = {}
        self.meanwhile: list[Callable[[], object]] = []

    def plan(self, user_id: str) -> Plan:
        return self.plans.get(user_id, Plan())

    def save_plan(self, user_id: str, plan: Plan) -> bool:
        if self.meanwhile:
            self.meanwhile.pop(0)()
        if self.plan(user_id).revision != plan.revision - 1:
            return False
        self.plans[user_id] = plan
        return True


class MemoryAccounts:
    """Rosa, Ben and Eva are registered."""

    def __init__(self) -> None:
        self.accounts = {each.user_id: account(each.name) for each in (ROSA, BEN, EVA)}

    def read_account(self, user_id: str) -> Account:
        return self.accounts.get(user_id, Account())


class Outbox:
    """What was sent; nothing leaves while `is_down`."""

    def __init__(self) -> None:
        self.emails: list[tuple[str, str, str]] = []
        self.is_down = False

    def send_email(self, address: str, subject: str, text: str) -> None:
        if self.is_down:
            raise Unavailable("messageNotSent", Text(en="Not sent.", es="No se envió."))
        self.emails.append((address, subject, text))

    def token(self) -> str:
        """The token of the link that was sent last."""
        return self.emails[-1][2].partition("token=")[2].partition("\n")[0]


class Bench:
    """The services, and what they were given."""

    def __init__(self) -> None:
        self.now = NOW
        self.repository = MemoryRepository()
        self.plan_repository = MemoryPlans()
        self.accounts = MemoryAccounts()
        self.outbox = Outbox()
        made = iter(range(10_000))
        shared: dict[str, Any] = {"clock": lambda: self.now, "accounts": self.accounts}
        self.businesses = BusinessService(repository=self.repository, county_ids={"pima", "gila"}, **shared)
        self.members = MemberService(clock=lambda: self.now, repository=self.repository)
        self.invitations = InvitationService(
            new_id=lambda _at: f"{next(made):026d}",
            new_secret=lambda: f"{next(made):043d}",
            repository=self.repository,
            mail=self.outbox,
            portal_origin="https://portal.example",
            **shared,
        )
        self.plans = PlanService(
            repository=self.plan_repository,
            county_ids={"pima"},
            municipality_ids={"tucson"},
            category_ids={"11"},
            **shared,
        )

    def advance(self, **duration: float) -> None:
        self.now += timedelta(**duration)

    def bakery(self, key: str = KEY) -> str:
        """The id of Rosa's business."""
        return self.businesses.add(ROSA, key, BAKERY)[0].id

    def team(self, business_id: str) -> Team:
        return self.repository.teams[business_id]

    def invited(self, business_id: str, email: str, role: Role = "manager") -> str:
        """Rosa invites; returns the token that was sent."""
        self.invitations.invite(ROSA, business_id, email, role)
        return self.outbox.token()

    def join(self, business_id: str, invited: Principal, role: Role = "manager") -> None:
        """Rosa invites somebody, who accepts."""
        self.invitations.accept(invited, self.invited(business_id, invited.email, role))

    def roles(self, business_id: str) -> dict[str, Role]:
        return {member.user_id: member.role for member in self.team(business_id).members}
