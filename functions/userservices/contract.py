"""Requests and replies of the userservices routes."""

from datetime import date, datetime
from typing import Annotated, Literal
from urllib.parse import unquote

from pydantic import BeforeValidator, Field

from domains.accesslog.record import Purpose
from domains.accounts.account import Channel, EmailFrequency, PostLoginAction, TermsOutcome
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
    """The reason that every call about a person needs before it shows anything.

    Attributes:
        case_number: of the case at the support desk.
    """

    purpose: Annotated[Purpose, Field(alias="purpose")]
    case_number: Annotated[str, Field(alias="case-number", pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._/#-]{0,39}$")]


class ConfirmedAccessHeaders(AccessHeaders):
    """The same for what changes a whole dashboard.

    Attributes:
        confirmed_name: the name of the person, as it is displayed, typed by the staff member; UTF-8,
            percent-encoded.
    """

    confirmed_name: Annotated[
        str,
        BeforeValidator(lambda sent: clean(unquote(sent)) if isinstance(sent, str) else sent),
        Field(alias="confirmed-name", min_length=1, max_length=MAX_NAME_CHARACTERS),
    ]


_Criterion = Annotated[str, Field(max_length=254)]


class SearchQuery(RequestContract):
    """Facts known of somebody: at least two, or a whole e-mail address or mobile number.

    Attributes:
        last_name: or its first letters, at least three, and an asterisk.
    """

    first_name: _Criterion | None = None
    last_name: _Criterion | None = None
    birth_year: int | None = None
    email: _Criterion | None = None
    phone: _Criterion | None = None


class FoundPersonReply(Contract):
    """Person found by a search.

    Attributes:
        email: masked; None without any address.
        county: None for somebody who lives elsewhere.
        state: None for staff of an agency.
    """

    id: str
    display_name: str
    email: str | None
    county: str | None
    birth_year: int
    state: AccountState | None


class FoundPeopleReply(Contract):
    """The people who fit, at most 20; `is_truncated` when there are more."""

    items: list[FoundPersonReply]
    is_truncated: bool


class TermsDecisionReply(Contract):
    """A decision on a version of the terms."""

    version: str
    outcome: TermsOutcome
    decided_at: datetime


class PersonReply(Contract):
    """The identity and account of a person; from `registered_at` on, staff of an agency see nothing.

    Attributes:
        parts: parts of the record that the caller reaches for this purpose; the other calls are refused.
        preferred_name: how the person wants to be addressed; None where that is the legal first name.
        county: the one they live in; None for somebody who lives elsewhere.
        email: of the sign-in when they registered, masked; None where there was none.
        state: the person's next step after signing in; 1 for none.
        linked_at_registration: true when the registration was made under another sign-in of the person.
        terms: their decisions, the newest first.
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
    terms: list[TermsDecisionReply] | None


class AddressReply(Contract):
    """An address at which notices reach the person.

    Attributes:
        sent_to: the address, masked.
        status: as the networks and the owner said last.
        status_at: since when it cannot be used; None while it can.
    """

    channel: Channel
    sent_to: str
    is_verified: bool
    status: AddressState
    status_at: datetime | None


class WaitingAddressReply(Contract):
    """An address that waits to take the place of the one of its channel.

    Attributes:
        sent_to: the new address, masked.
        is_confirmed: whether the person proved to receive messages there.
        is_allowed: whether a code from the address in force, a proof of who the person is, or support
            allowed it and no wait is left.
        allowed_from: when the wait after support's permission ends; None where there is none.
    """

    channel: Channel
    sent_to: str
    is_confirmed: bool
    is_allowed: bool
    allowed_from: datetime | None


class DeliveryReply(Contract):
    """The outcome of announcing a message outside the portal.

    Attributes:
        message_id: names the notice together with the channel, to send it again.
        sender: of the message; None when it was removed.
        subject: of a message of the portal; None for an agency's, which stays between it and the person.
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
        email_frequency: None as long as the person chose nothing; likewise `language` and `saved_at`.
        changes: the addresses that wait, one of a channel at most.
        deliveries: the newest first, at most 20.
    """

    language: Language | None
    email_frequency: EmailFrequency | None
    saved_at: datetime | None
    addresses: list[AddressReply]
    changes: list[WaitingAddressReply]
    deliveries: list[DeliveryReply]
    unread: UnreadCountReply


class ConnectedRecordReply(Contract):
    """A connected record, without its name: that can be an address or a plate.

    Attributes:
        checked_at: when the agency last answered; None when there is no copy of an answer.
    """

    status: IdentityStatus
    connected_at: datetime
    checked_at: datetime | None


class ConnectionReply(Contract):
    """A card of the person's dashboard.

    Attributes:
        service_name: None when the catalog has nothing of the service any more; likewise the agency.
        is_offered: true when others can connect with it now.
        not_answering_since: moment of the failure after which the portal paused its calls to the agency; None
            while it calls.
        asked_again_from: end of the pause; the next call after it goes to the agency. None while it calls.
        records: empty for a service that asks for no identity.
        is_on_dashboard: false for a card that support took off; it stays connected.
    """

    service_id: str
    service_name: str | None
    agency_name: str | None
    is_offered: bool
    not_answering_since: datetime | None
    asked_again_from: datetime | None
    connected_at: datetime
    records: list[ConnectedRecordReply]
    is_on_dashboard: bool


class ConnectionsReply(Contract):
    """The cards that a person sees on the dashboard now, in their order.

    Attributes:
        restorable_until: until when support can put back the cards that it took off; None where it took
            none off.
    """

    items: list[ConnectionReply]
    restorable_until: datetime | None


class ApplicationReply(Contract):
    """An application of a business for which the person acts.

    Attributes:
        next_actor: the side that acts next, since when, and until when it should; None for no side.
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


class ApplicationsReply(Contract):
    """The applications of all businesses for which a person acts, the newest first."""

    items: list[ApplicationReply]


class LockReply(Contract):
    """A way to step up with failed tries.

    Attributes:
        id: of the type, or `passkey`.
        failures: within the last 24 hours.
        locked_until: None when the next try is possible now.
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
    """Reason for lifting a lock; the person reads it."""

    reason: Explanation


class AllowChangeRequest(RequestContract):
    """Reason for allowing a change of address; the person reads it.

    Attributes:
        sent_to: the new address, masked as it was read, so that no other one is allowed.
    """

    sent_to: Annotated[str, Field(max_length=254)]
    reason: Explanation


class ClearReply(Contract):
    """A dashboard whose cards were taken off.

    Attributes:
        restorable_until: until when support can put it back; the person can at any time.
    """

    cleared_at: datetime
    restorable_until: datetime


class CardReply(Contract):
    """The outcome of asking an agency again.

    Attributes:
        number: place of the record among those of its service, beginning with 1.
        outcome: `unavailable` leaves the last good copy in place; `postponed` was not asked for lack of time.
        checked_at: from when what the person sees is; None when they see nothing of it.
    """

    number: int
    service_name: str | None
    agency_name: str | None
    outcome: CardOutcome
    checked_at: datetime | None


class ReloadReply(Contract):
    """A report for each record, in the order of the dashboard."""

    items: list[CardReply]


class OpenQuestionReply(Contract):
    """A question in the queue; the person and their words are shown once it is opened.

    Attributes:
        user_id: of the person who asks.
        expected_on: the day by which the person was told to expect the answer.
        taken_by: number of the staff member who is about to answer; None while it waits for one.
        is_mine: true if that is the caller.
    """

    id: str
    user_id: str
    number: str
    language: Language
    asked_at: datetime
    expected_on: date
    taken_by: str | None
    is_mine: bool


class OpenQuestionsReply(Contract):
    """The queue, the oldest question first; at most 100."""

    items: list[OpenQuestionReply]
    is_truncated: bool


class TranscriptLineReply(Contract):
    """A message of the conversation with the assistant that the person sent along."""

    author: Literal["person", "assistant"]
    text: str
    sent_at: datetime


class QuestionAnswerReply(Contract):
    """The answer to a question."""

    text: str
    staff_number: str
    at: datetime


class QuestionReply(OpenQuestionReply):
    """A question with the name of the person and the answer."""

    display_name: str
    text: str
    transcript: list[TranscriptLineReply]
    answer: QuestionAnswerReply | None


class TakeRequest(RequestContract):
    """Takes a question.

    Attributes:
        taken_by: who had taken it when the caller saw it last; None for nobody.
    """

    taken_by: Annotated[str, Field(max_length=20)] | None


class AnswerRequest(RequestContract):
    """An answer, in the language of the question."""

    text: Annotated[str, Field(min_length=5, max_length=5000)]
