"""A person's account: registration, decisions on the terms, contact preferences, and what is still to do.

The groups `users` and `profile` both know it; how it is kept is in `domains.accounts.account_table`.
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
    text = Text(
        en="Register with the portal first.",
        es="Primero regístrese en el portal.",
    )


class PostLoginAction(IntEnum):
    """The next page of a person after signing in. Source: specification, section 3."""

    DASHBOARD = 1
    REGISTER = 2
    TERMS_AND_CONDITIONS = 3
    CONTACT_PREFERENCES = 4


@dataclass(frozen=True, slots=True)
class Registration:
    """Facts that a person told us when registering.

    Attributes:
        legal_first_name: normalized, as agencies compare it.
        legal_last_name: normalized, as agencies compare it.
        preferred_name: how the person wants to be addressed, or None.
        county_id: of the Arizona county that the person lives in; None for somebody who lives elsewhere.
        display_name: preferred or first name with last name, spelled as the person typed it.
        email: the verified sign-in address at that time, lower case; empty when there was none.
        linked_from: user id of the same person's earlier identity, under which the registration was made;
            None when it was made under the present one.
    """

    legal_first_name: str
    legal_last_name: str
    preferred_name: str | None
    display_name: str
    date_of_birth: date
    county_id: str | None
    language: Language
    email: str
    registered_at: datetime
    linked_from: str | None = None


@dataclass(frozen=True, slots=True)
class TermsDecision:
    """Decision on one version of the terms; decisions are only ever added."""

    decision_id: str
    version: str
    outcome: TermsOutcome
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class TermsDecided:
    """A person accepted or declined a version of the terms."""

    user_id: str
    decision: TermsDecision


@dataclass(frozen=True, slots=True)
class ContactAddress:
    """Address for notices; `verified_at` is None until the person proved to receive them there."""

    channel: Channel
    address: str
    verified_at: datetime | None


SUPPORT_WAIT = timedelta(days=7)
"""Time for the owner of an address to stop a change that support allowed."""


@dataclass(frozen=True, slots=True)
class PendingAddress:
    """An address that takes the place of the verified one of its channel when nothing is missing any more.

    Attributes:
        confirmed_at: when the person proved to receive messages there; None until then.
        allowed_at: when the change was allowed, by a code from the address in force or by a proof of who the
            person is; None until then.
        allowed_from: from when support allows the change, `SUPPORT_WAIT` after it was asked; None for never.
    """

    channel: Channel
    address: str
    confirmed_at: datetime | None = None
    allowed_at: datetime | None = None
    allowed_from: datetime | None = None

    def list_needs(self, now: datetime) -> tuple[ChangeNeed, ...]:
        """List the steps that are missing."""
        missing: list[ChangeNeed] = []
        if not self.is_allowed(now):
            missing.append("permission")
        if self.confirmed_at is None:
            missing.append("code")
        return tuple(missing)

    def is_allowed(self, now: datetime) -> bool:
        """Tell if the change is allowed, by the person or by support with no wait left."""
        return self.allowed_at is not None or (self.allowed_from is not None and self.allowed_from <= now)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours with security notices alone, in Arizona's time; over midnight where the end is earlier.

    Attributes:
        start: the first minute, such as `21:00`.
        end: the first minute that is not quiet any more; never that of the start.
    """

    start: str
    end: str


@dataclass(frozen=True, slots=True)
class ContactPreferences:
    """Channels, language and quiet hours of a person.

    Attributes:
        notices: the channels of each kind of notice.
        pending: the addresses that wait to take the place of verified ones, one of a channel at most.
        email_frequency: `daily` puts what is not about security into one e-mail a day.
        revision: grows with each saving, so that of two at once one is refused and not lost.
    """

    language: Language
    addresses: tuple[ContactAddress, ...]
    notices: Mapping[NoticeKind, tuple[Channel, ...]]
    saved_at: datetime
    revision: int
    email_frequency: EmailFrequency = "immediate"
    quiet_hours: QuietHours | None = None
    pending: tuple[PendingAddress, ...] = ()

    def find_address(self, channel: str) -> ContactAddress | None:
        """Return the address in force of a channel, or None."""
        return next((each for each in self.addresses if each.channel == channel), None)

    def find_pending(self, channel: str) -> PendingAddress | None:
        """Return the address that waits in a channel, or None."""
        return next((each for each in self.pending if each.channel == channel), None)

    def with_pending(self, pending: PendingAddress) -> "ContactPreferences":
        """Return the next revision, with another state of the change of a channel."""
        others = tuple(each for each in self.pending if each.channel != pending.channel)
        return replace(self, pending=(*others, pending), revision=self.revision + 1)


@dataclass(frozen=True, slots=True)
class Account:
    """All of it, as it is now.

    Attributes:
        decisions: by version, those on one version oldest first.
        accepted_terms: the version that the person accepted last and did not decline since; None for none.
    """

    registration: Registration | None = None
    decisions: tuple[TermsDecision, ...] = ()
    preferences: ContactPreferences | None = None
    accepted_terms: str | None = None

    def decision_on(self, version: str) -> TermsDecision | None:
        """Return the latest decision on a version of the terms."""
        return next((made for made in reversed(self.decisions) if made.version == version), None)

    def has_address(self, channel: Channel, address: str) -> bool:
        """Tell if notices of a channel go to an address, in whatever case, as soon as it is verified.

        Without preferences that is the e-mail address of the registration.
        """
        if self.preferences is not None:
            known = [each.address for each in self.preferences.addresses if each.channel == channel]
        else:
            known = [self.registration.email] if self.registration and channel == "email" else []
        return address.lower() in (each.lower() for each in known)

    def next_step(self, current_terms: str) -> PostLoginAction:
        """Return the next step of the person; the dashboard when nothing is left to do.

        Args:
            current_terms: the version of the terms now in force.
        """
        if self.registration is None:
            return PostLoginAction.REGISTER
        if self.accepted_terms != current_terms:
            return PostLoginAction.TERMS_AND_CONDITIONS
        if self.preferences is None:
            return PostLoginAction.CONTACT_PREFERENCES
        return PostLoginAction.DASHBOARD
