"""Requests and replies of the profile routes."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.accesslog.contract import AccessProof
from domains.accesslog.record import AccessKind, Purpose, ShownField
from domains.accounts.account import ChangeNeed, Channel, EmailFrequency, NoticeKind, TermsOutcome
from domains.deliveries.delivery import AddressState
from portal.contract import Contract, RequestContract
from portal.language import Language
from portal.principal import StaffRole
from portal.validation import TypedCode

WhichAddress = Literal["current", "new"]


class AccessLogQuery(RequestContract):
    """Page of the access log."""

    limit: Annotated[int, Field(ge=1, le=50)] = 20
    next_token: Annotated[str, Field(min_length=1, max_length=2000)] | None = None


class AccessReply(Contract):
    """Access of staff to the caller's record.

    Attributes:
        number: number among the accesses to the caller's record, from 1 without a gap, unless one was erased.
        staff_number: stable pseudonym of the staff member.
        agency: id of the staff member's agency; None for the portal's own support.
        kind: `view` or `change`.
        call: method and path pattern of the route.
        fields: kinds of data that were shown or changed.
        result_count: number of people in the results.
        proof: proof that the access is in the sealed log; None until it is sealed, within a minute.
    """

    number: Annotated[int, Field(ge=1)]
    at: datetime
    staff_number: str
    agency: str | None
    role: StaffRole
    purpose: Purpose
    case_number: str
    kind: AccessKind
    call: str
    fields: list[ShownField]
    result_count: int
    proof: AccessProof | None


class AccessLogPage(Contract):
    """A page of the accesses of staff to the caller's record, latest first.

    Attributes:
        is_log_readable: false while the sealed log cannot be read; there are no proofs then.
    """

    items: list[AccessReply]
    is_log_readable: bool
    next_token: str | None


class TermsSectionReply(Contract):
    """A section of the terms."""

    heading: str
    paragraphs: list[str]


class TermsDecisionReply(Contract):
    """A decision on a version of the terms."""

    version: str
    outcome: TermsOutcome
    decided_at: datetime


class TermsReply(Contract):
    """The terms in force, in the language of the request, and the caller's latest decision on them."""

    version: str
    effective_on: date
    language: Language
    title: str
    sections: list[TermsSectionReply]
    decision: TermsDecisionReply | None


class TermsDecisionRequest(RequestContract):
    """The version that the person has read."""

    version: Annotated[str, Field(min_length=1, max_length=40)]


class ContactAddressReply(Contract):
    """A contact address of the caller, for notices.

    Attributes:
        status: `bounced` or `complained` by report of the mail network; `stopped` by a text message.
        status_at: start of the problem; None if usable.
    """

    channel: Channel
    address: str
    is_verified: bool
    verified_at: datetime | None
    status: AddressState
    status_at: datetime | None


class ContactAddressChangeReply(Contract):
    """A pending change that replaces the address in `addresses` once no step is missing.

    Attributes:
        needs: missing steps: `code` from this address; `permission` by a code from the current address or by
            enhanced authentication. If empty, confirm the change with `changeTo` and without a code.
        address: the new address; "" to have none.
        allowed_from: end of the wait after support's permission; None without such a permission.
        allowed_until: end of that permission; None without one.
    """

    channel: Channel
    address: str
    needs: list[ChangeNeed]
    allowed_from: datetime | None
    allowed_until: datetime | None


class NoticeReply(Contract):
    """The channels of a kind of notice; a required kind cannot be switched off."""

    kind: NoticeKind
    channels: list[Channel]
    is_required: bool


class QuietHoursReply(Contract):
    """Hours without announcements."""

    start: str
    end: str


class ContactPreferencesReply(Contract):
    """The caller's contact preferences; defaults until they are saved.

    Attributes:
        changes: pending changes, at most one for each channel.
    """

    language: Language
    addresses: list[ContactAddressReply]
    notices: list[NoticeReply]
    email_frequency: EmailFrequency
    quiet_hours: QuietHoursReply | None
    saved_at: datetime | None
    changes: list[ContactAddressChangeReply]


class ContactAddressRequest(RequestContract):
    """An address as the person types it."""

    channel: Channel
    address: Annotated[str, Field(min_length=1, max_length=254)]


class NoticeRequest(RequestContract):
    """The wanted channels of a kind of notice."""

    kind: NoticeKind
    channels: Annotated[list[Channel], Field(max_length=2)]


class QuietHoursRequest(RequestContract):
    """Hours in which only security notices are sent, in Arizona time, such as 21:00 and 07:00."""

    start: Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    end: Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class ContactPreferencesRequest(RequestContract):
    """All contact preferences at once."""

    language: Language
    addresses: Annotated[list[ContactAddressRequest], Field(max_length=2)]
    notices: Annotated[list[NoticeRequest], Field(max_length=5)]
    email_frequency: EmailFrequency = "immediate"
    quiet_hours: QuietHoursRequest | None = None


class VerificationRequest(RequestContract):
    """Request to send a code to an address.

    Attributes:
        address: `new` is the unverified or pending address; `current` is the address in force, whose code
            allows the change.
    """

    channel: Channel
    address: WhichAddress = "new"


class VerificationSent(Contract):
    """The masked address of a sent code, and its expiry."""

    channel: Channel
    sent_to: str
    expires_at: datetime


class VerificationConfirmation(RequestContract):
    """A received code.

    Attributes:
        address: see `VerificationRequest`.
        code: optional with `current` in a session with enhanced authentication.
        change_to: the new address to allow without a code; "" to allow having none.
    """

    channel: Channel
    address: WhichAddress = "new"
    code: TypedCode | None = None
    change_to: Annotated[str, Field(max_length=254)] | None = None


class ProfileCompletion(Contract):
    """Steps of the profile that the caller completed.

    Attributes:
        unverified: channels whose saved address waits for its code.
    """

    is_completed: bool
    unverified: list[Channel]


class TestNoticeRequest(RequestContract):
    """Request to test a channel."""

    channel: Channel


class TestNoticeReply(Contract):
    """A test notice; the message with this id shows its delivery.

    Attributes:
        sent_to: masked address.
    """

    message_id: str
    channel: Channel
    sent_to: str


class UnsubscribeQuery(RequestContract):
    """The token of an unsubscribe link."""

    token: Annotated[str, Field(min_length=1, max_length=1000)]


class UnsubscribeReply(Contract):
    """The kind of notice and the channel of an unsubscribe link.

    Attributes:
        sent_to: masked address.
        is_subscribed: true while such notices are sent.
    """

    kind: NoticeKind
    channel: Channel
    sent_to: str
    is_subscribed: bool
