"""Requests and replies of the userservices routes."""

from datetime import date, datetime
from typing import Annotated
from urllib.parse import unquote

from pydantic import BeforeValidator, Field

from domains.accesslog.record import Purpose
from domains.accounts.account import Channel, EmailFrequency, PostLoginAction, TermsOutcome
from domains.agencies.failures import AgencyFault
from domains.agencies.subscriptions import IdentityStatus
from domains.applications.application import Actor, ApplicationState
from domains.deliveries.delivery import AddressState, DeliveryState, Reason
from domains.messages.contract import UnreadCountReply
from domains.people.person import AccountState
from functions.userservices.dashboard import CardOutcome
from functions.userservices.locks import LockId
from functions.userservices.reach import Part
from portal.contract import Contract, RequestContract
from portal.language import Language
from portal.text import clean

MAX_NAME_CHARACTERS = 200


class AccessHeaders(RequestContract):
    """The reason of an access, required for every call about a person.

    Attributes:
        case_number: case number of the support desk.
    """

    purpose: Annotated[Purpose, Field(alias="purpose")]
    case_number: Annotated[str, Field(alias="case-number", pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._/#-]{0,39}$")]


class ConfirmedAccessHeaders(AccessHeaders):
    """The reason of an access that changes a whole dashboard.

    Attributes:
        confirmed_name: displayed name of the person, typed by the staff member; UTF-8, percent-encoded.
    """

    confirmed_name: Annotated[
        str,
        BeforeValidator(lambda value: clean(unquote(value)) if isinstance(value, str) else value),
        Field(alias="confirmed-name", min_length=1, max_length=MAX_NAME_CHARACTERS),
    ]


_Criterion = Annotated[str, Field(max_length=254)]


class PeopleSearchQuery(RequestContract):
    """Search criteria: at least two, or a whole email address or mobile number.

    Attributes:
        last_name: last name, or at least three first letters and an asterisk.
    """

    first_name: _Criterion | None = None
    last_name: _Criterion | None = None
    birth_year: int | None = None
    email: _Criterion | None = None
    phone: _Criterion | None = None


class FoundPersonReply(Contract):
    """Person found by a search.

    Attributes:
        email: masked address, or None.
        county: None for people who live elsewhere.
        state: None for staff of an agency.
    """

    id: str
    display_name: str
    email: str | None
    county: str | None
    birth_year: int
    state: AccountState | None


class FoundPeopleReply(Contract):
    """Matching people, at most 20; `is_truncated` if there are more."""

    items: list[FoundPersonReply]
    is_truncated: bool


class PersonTermsDecisionReply(Contract):
    """A decision on a version of the terms."""

    version: str
    outcome: TermsOutcome
    decided_at: datetime


class PersonReply(Contract):
    """The identity and account of a person; fields from `registered_at` on are None for agency staff.

    Attributes:
        parts: parts of the record that are open for this purpose.
        preferred_name: preferred name; None if it is the legal first name.
        county: county of residence; None for people who live elsewhere.
        email: masked sign-in address at registration, or None.
        state: next step after signing in; 1 for none.
        linked_at_registration: true if the registration was linked from an earlier sign-in.
        terms: decisions, newest first.
    """

    id: str
    display_name: str
    legal_first_name: str
    legal_last_name: str
    preferred_name: str | None
    birth_year: int
    county: str | None
    language: Language
    email: str | None
    parts: list[Part]
    registered_at: datetime | None
    linked_at_registration: bool | None
    state: PostLoginAction | None
    accepted_terms: str | None
    current_terms: str | None
    terms: list[PersonTermsDecisionReply] | None


class PersonAddressReply(Contract):
    """A contact address of the person.

    Attributes:
        sent_to: masked address.
        status: latest status by report of the networks or the owner.
        status_at: start of the problem; None if usable.
    """

    channel: Channel
    sent_to: str
    is_verified: bool
    status: AddressState
    status_at: datetime | None


class WaitingAddressReply(Contract):
    """A pending change of a contact address.

    Attributes:
        id: tells this change from others, even to the same masked address.
        sent_to: masked new address; "" to have none.
        is_confirmed: true if a code from this address was entered.
        is_allowed: true if allowed by a code from the current address, by enhanced authentication, or by
            support after the wait.
        allowed_from: end of the wait after support's permission, or None.
        allowed_until: end of support's permission, or None.
    """

    id: str
    channel: Channel
    sent_to: str
    is_confirmed: bool
    is_allowed: bool
    allowed_from: datetime | None
    allowed_until: datetime | None


class NoticeDeliveryReply(Contract):
    """The delivery of a notice outside the portal.

    Attributes:
        message_id: id of the message; identifies the notice together with the channel.
        sender: sender of the message; None if removed.
        subject: subject of a message of the portal; None for a message of an agency.
    """

    message_id: str
    channel: Channel
    sent_to: str
    state: DeliveryState
    reason: Reason | None
    at: datetime
    sender: str | None
    subject: str | None


class ContactReply(Contract):
    """The contact addresses of a person, the latest notices, and the number of unread messages.

    Attributes:
        email_frequency: None, like `language` and `saved_at`, until preferences are saved.
        changes: pending changes, at most one for each channel.
        deliveries: newest first, at most 20.
    """

    language: Language | None
    email_frequency: EmailFrequency | None
    saved_at: datetime | None
    addresses: list[PersonAddressReply]
    changes: list[WaitingAddressReply]
    deliveries: list[NoticeDeliveryReply]
    unread: UnreadCountReply


class ConnectedRecordReply(Contract):
    """A connected record, without its label, which can be sensitive.

    Attributes:
        checked_at: time of the agency's last answer; None without a copy.
    """

    status: IdentityStatus
    connected_at: datetime
    checked_at: datetime | None


class FailedCallReply(Contract):
    """A failed call to an agency."""

    at: datetime
    fault: AgencyFault


class PersonConnectionReply(Contract):
    """A card of the person's dashboard.

    Attributes:
        service_name: None, like the agency, if no longer in the catalog.
        is_offered: true if new connections are possible.
        not_answering_since: start of the pause of calls to the agency, or None.
        asked_again_from: end of the pause, or None.
        last_failure: latest failed call to the agency, or None; gone once every record has a newer answer.
        records: empty for a service without identity values.
        is_on_dashboard: false if support removed the card; it stays connected.
    """

    service_id: str
    service_name: str | None
    agency_name: str | None
    is_offered: bool
    not_answering_since: datetime | None
    asked_again_from: datetime | None
    last_failure: FailedCallReply | None
    connected_at: datetime
    records: list[ConnectedRecordReply]
    is_on_dashboard: bool


class ConnectionsReply(Contract):
    """The cards on a person's dashboard, in order.

    Attributes:
        restorable_until: until when support can restore removed cards, or None.
    """

    items: list[PersonConnectionReply]
    restorable_until: datetime | None


class PersonApplicationReply(Contract):
    """An application of a business of the person.

    Attributes:
        next_actor: side that acts next, or None; `since` and `due` belong to it.
    """

    id: str
    business_name: str
    form_name: str
    agency_name: str
    state: ApplicationState
    next_actor: Actor | None
    since: datetime
    due_on: date | None
    created_at: datetime


class PersonApplicationsReply(Contract):
    """The applications of the person's businesses, newest first."""

    items: list[PersonApplicationReply]


class LockReply(Contract):
    """An authentication type with failed attempts.

    Attributes:
        id: id of the type, or `passkey`.
        failures: number within the last 24 hours.
        locked_until: None if the next attempt is possible now.
    """

    id: LockId
    name: str
    failures: int
    locked_until: datetime | None


class LocksReply(Contract):
    """The locks and failures of a person."""

    items: list[LockReply]


Explanation = Annotated[str, Field(min_length=5, max_length=300)]


class LiftRequest(RequestContract):
    """Reason for lifting a lock, shown to the person."""

    reason: Explanation


class AllowChangeRequest(RequestContract):
    """Reason for allowing a change of address, or for taking the permission back, shown to the person.

    Attributes:
        change_id: id of the change that the caller read; another pending change is refused.
    """

    change_id: Annotated[str, Field(min_length=1, max_length=64)]
    reason: Explanation


class ClearReply(Contract):
    """A cleared dashboard.

    Attributes:
        restorable_until: until when support can restore it; the person can at any time.
    """

    cleared_at: datetime
    restorable_until: datetime


class CardReply(Contract):
    """The outcome of reloading a card.

    Attributes:
        number: position of the record in its service, from 1.
        outcome: `unavailable` keeps the last good copy; `postponed` if time ran out.
        checked_at: time of the shown data, or None.
    """

    number: int
    service_name: str | None
    agency_name: str | None
    outcome: CardOutcome
    checked_at: datetime | None


class ReloadReply(Contract):
    """The outcome for each record, in the order of the dashboard."""

    items: list[CardReply]
