"""A person's account: registration, decisions on the terms, contact preferences, and pending steps.

Shared by the groups `users` and `profile`. Storage: `domains.accounts.account_table`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import Literal, get_args

from portal.errors import Conflict
from portal.language import Language, Text

Channel = Literal["email", "text"]
NoticeKind = Literal["security", "accountActivity", "agencyMessages", "reminders", "news"]
EmailFrequency = Literal["immediate", "daily"]
ChangeNeed = Literal["code", "permission"]
TermsOutcome = Literal["accepted", "declined"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)
NOTICE_KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)


class NotRegistered(Conflict):
    code = "notRegistered"
    text = Text(en="Register with the portal first.", es="Primero regístrese en el portal.")


class PostLoginAction(IntEnum):
    """The page to show a person after sign-in. Source: specification, section 3."""

    DASHBOARD = 1
    REGISTER = 2
    TERMS_AND_CONDITIONS = 3
    CONTACT_PREFERENCES = 4


@dataclass(frozen=True, slots=True)
class Registration:
    """Data that a person gave when registering."""

    legal_first_name: str  # normalized, as agencies compare it; empty for a person with one name
    legal_last_name: str  # normalized, as agencies compare it
    preferred_name: str | None  # preferred form of address, or None
    display_name: str  # preferred or first name with last name, spelled as the person typed it
    date_of_birth: date
    county_id: str | None  # Arizona county of residence; None for a person who lives elsewhere
    language: Language
    email: str  # the verified sign-in address at registration, in lower case; empty if there was none
    registered_at: datetime
    # User id of the person's earlier identity if the registration was made under it, else None.
    linked_from: str | None = None
    # Legal names as the person typed them; None in registrations that were made before these were stored.
    typed_first_name: str | None = None
    typed_last_name: str | None = None
    revision: int = 1  # increases with each correction, so that a concurrent one is refused instead of lost


@dataclass(frozen=True, slots=True)
class TermsDecision:
    """Decision on a version of the terms; decisions are never changed or deleted."""

    decision_id: str
    version: str
    outcome: TermsOutcome
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class ContactAddress:
    """Address for notices; `verified_at` is None until the person enters a code sent there."""

    channel: Channel
    address: str
    verified_at: datetime | None


SUPPORT_WAIT = timedelta(days=7)
"""Time for the owner of an address to stop a change that support allowed."""
SUPPORT_PERMISSION = timedelta(days=14)
"""Life of support's permission, with its wait."""


@dataclass(frozen=True, slots=True)
class PendingAddress:
    """A new address that replaces the verified address of its channel once the change is complete."""

    channel: Channel
    address: str  # the new address; "" to have none, which is confirmed from the start
    # Time at which the person entered a code sent to the new address, or None.
    confirmed_at: datetime | None = None
    # Time at which the change was allowed, by a code sent to the current address or by enhanced
    # authentication, or None.
    allowed_at: datetime | None = None
    # Time from which a change that support allowed can be finished, `SUPPORT_WAIT` after the permission; None
    # without one. It ends at `allowed_until`.
    allowed_from: datetime | None = None
    id: str = ""  # tells this change from earlier and later ones of the channel, even to the same address

    @property
    def allowed_until(self) -> datetime | None:
        """End of support's permission; None without one."""
        return self.allowed_from + (SUPPORT_PERMISSION - SUPPORT_WAIT) if self.allowed_from else None

    def has_permission(self, now: datetime) -> bool:
        """Tell if support allowed the change and the permission has not ended, whether it can be used yet."""
        return self.allowed_until is not None and now < self.allowed_until

    def list_needs(self, now: datetime) -> tuple[ChangeNeed, ...]:
        missing: list[ChangeNeed] = []
        if not self.is_allowed(now):
            missing.append("permission")
        if self.confirmed_at is None:
            missing.append("code")
        return tuple(missing)

    def is_allowed(self, now: datetime) -> bool:
        """Tell if the change is allowed, by the person or by support after its wait."""
        is_over = self.allowed_from is not None and self.allowed_from <= now
        return self.allowed_at is not None or (is_over and self.has_permission(now))


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours in which only security notices are sent, in Arizona time; they may span midnight."""

    start: str  # the first minute, such as `21:00`
    end: str  # the first minute after the quiet hours; differs from the start


@dataclass(frozen=True, slots=True)
class ContactPreferences:
    """Channels, language and quiet hours of a person."""

    language: Language
    addresses: tuple[ContactAddress, ...]
    notices: Mapping[NoticeKind, tuple[Channel, ...]]  # enabled channels of each kind of notice
    saved_at: datetime
    revision: int  # increases with each save, so that a concurrent save is refused instead of lost
    # `daily` collects all but security notices in one email a day.
    email_frequency: EmailFrequency = "immediate"
    quiet_hours: QuietHours | None = None
    # New addresses that wait to replace verified ones, at most one for each channel.
    pending: tuple[PendingAddress, ...] = ()

    def find_address(self, channel: str) -> ContactAddress | None:
        """Return the current address of a channel, or None."""
        return next((each for each in self.addresses if each.channel == channel), None)

    def find_pending(self, channel: str) -> PendingAddress | None:
        """Return the pending address of a channel, or None."""
        return next((each for each in self.pending if each.channel == channel), None)

    def with_pending(self, pending: PendingAddress) -> "ContactPreferences":
        """Return the next revision, with a pending address replaced."""
        others = tuple(each for each in self.pending if each.channel != pending.channel)
        return replace(self, pending=(*others, pending), revision=self.revision + 1)


@dataclass(frozen=True, slots=True)
class Account:
    """Current state of an account."""

    registration: Registration | None = None
    decisions: tuple[TermsDecision, ...] = ()  # decisions by version of the terms, oldest first
    preferences: ContactPreferences | None = None
    # The version that the person last accepted and did not decline later, or None.
    accepted_terms: str | None = None

    def find_decision(self, version: str) -> TermsDecision | None:
        """Return the latest decision on a version of the terms."""
        return next((decision for decision in reversed(self.decisions) if decision.version == version), None)

    def has_address(self, channel: Channel, address: str) -> bool:
        """Tell if an address is set for a channel, verified or not; case does not matter.

        Without preferences, the only address is the email address of the registration.
        """
        if self.preferences is not None:
            addresses = [each.address for each in self.preferences.addresses if each.channel == channel]
        else:
            addresses = [self.registration.email] if self.registration and channel == "email" else []
        return address.lower() in (each.lower() for each in addresses)

    def get_next_step(self, current_terms: str) -> PostLoginAction:
        """Return the next step of the person; the dashboard if no step is left.

        Args:
            current_terms: version of the terms in force.
        """
        if self.registration is None:
            return PostLoginAction.REGISTER
        if self.accepted_terms != current_terms:
            return PostLoginAction.TERMS_AND_CONDITIONS
        if self.preferences is None:
            return PostLoginAction.CONTACT_PREFERENCES
        return PostLoginAction.DASHBOARD
