"""An application of a business to an agency, and its states.

Each step is a function from an application to the changed application. Storage:
`domains.applications.applications_table`. Questions: `domains.applications.form_rules`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from domains.agencies.manifest_forms import ApplicationForm
from domains.applications.owed_fees import OwedFee
from domains.businesses.business import EntityType
from domains.messages.message import Attachment
from domains.names.filings import Filing
from domains.reference import business_days
from domains.state.time import get_day
from portal.language import Language, Text
from portal.principal import Principal
from portal.types import derive_id

ApplicationState = Literal[
    "draft", "submitted", "received", "inReview", "needsInformation", "approved", "refused", "withdrawn"
]
AgencyState = Literal["received", "inReview", "needsInformation", "approved", "refused"]
"""The states that an agency can give."""

Actor = Literal["applicant", "agency"]
DeliveryKind = Literal["submission", "withdrawal"]

MAX_APPLICATIONS = 100
"""Limit of a business's open applications."""
MAX_DOCUMENTS = 20
"""Number of files that the applicant adds to one application."""
MAX_STATUSES = 200
"""Number that an agency tells of one application besides the decision."""

_EDITABLE = frozenset({"draft", "needsInformation"})
_WITHDRAWABLE = frozenset({"submitted", "received", "inReview", "needsInformation"})
NEXT_ACTOR: Mapping[ApplicationState, Actor | None] = {
    "draft": "applicant",
    "submitted": "agency",
    "received": "agency",
    "inReview": "agency",
    "needsInformation": "applicant",
    "approved": None,
    "refused": None,
    "withdrawn": None,
}


@dataclass(frozen=True, slots=True)
class AgencyDelivery:
    """A pending delivery of news to an agency."""

    kind: DeliveryKind
    requested_at: datetime  # time of the submission or withdrawal
    tries: int  # number of tries
    due_at: datetime  # time of the next try


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission as sent to the agency, the same at each try."""

    number: int  # sequence number from 1
    revision: int  # revision of answers and files
    at: datetime
    user_id: str
    name: str  # see `get_name`
    email: str  # empty if the identity provider did not verify it
    business_name: str  # name at the time of submission; likewise the other properties of the business
    entity_type: EntityType
    county_id: str
    owed: tuple[OwedFee, ...] = ()  # fees owed for the answers on the day of the submission


@dataclass(frozen=True, slots=True)
class RequestedAmount:
    """The total in cents that the agency asks for an application, and the time of its status."""

    cents: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Application:
    """An application without its answers, form, files and history."""

    id: str
    version: int  # increases with each change of any field, so that concurrent changes are refused
    business_id: str
    agency_id: str
    agency_name: Text  # name when the application was created; likewise the name of the form
    service_id: str
    form_id: str
    form_name: Text
    decision_business_days: int | None  # see `ApplicationForm`
    begun_from: str  # digest of the request that created it
    state: ApplicationState
    since: datetime  # time of the last change of `next_actor`
    created_at: datetime
    revision: int  # revision of answers and files, which the applicant sees
    saved_at: datetime
    submission: Submission | None = None  # latest submission; None before the first
    delivery: AgencyDelivery | None = None  # pending delivery, or None
    agency_reference: str | None = None
    respond_by: date | None = None  # last day for the answer that the agency asks for
    status_at: datetime | None = None  # time of the agency's latest status
    statuses: int = 0  # number of statuses from the agency
    filing: Filing | None = None  # name that the latest submission asks for; None if its form asks for none
    # Total that the agency asks; None until it tells one after a submission.
    requested_amount: RequestedAmount | None = None

    @property
    def next_actor(self) -> Actor | None:
        """The side that must act next, or None."""
        return NEXT_ACTOR[self.state]

    @property
    def is_editable(self) -> bool:
        """Tell if the application can be edited and submitted."""
        return self.state in _EDITABLE

    @property
    def is_withdrawable(self) -> bool:
        return self.state in _WITHDRAWABLE

    @property
    def submissions(self) -> int:
        return self.submission.number if self.submission else 0

    @property
    def is_delivered(self) -> bool | None:
        """Tell if the agency has the latest news; None before the first submission."""
        return self.delivery is None if self.submission else None

    @property
    def due_on(self) -> date | None:
        """Expected date of the next step, or None."""
        if self.next_actor == "applicant":
            return self.respond_by
        if self.next_actor is None or self.submission is None or self.decision_business_days is None:
            return None
        return business_days.add(get_day(self.submission.at), self.decision_business_days)


@dataclass(frozen=True, slots=True)
class Document:
    """A file of an application."""

    id: str
    code: str | None  # code of the form's document; None for a file of the agency
    name: str
    content_type: str
    size: int
    sha256: str  # 64 hexadecimal digits; empty for a file of the agency
    origin: Actor
    added_at: datetime
    key: str  # key of the object in the attachments bucket


@dataclass(frozen=True, slots=True)
class Event:
    """An event in an application's history."""

    id: str
    state: ApplicationState
    at: datetime  # time of the event according to its author
    recorded_at: datetime  # time at which the portal recorded it
    user_id: str | None  # author; None for the agency
    by: Text  # name of the author
    note: Mapping[Language, str]  # the agency's note, in one or both languages
    respond_by: date | None
    document_ids: tuple[str, ...]
    content_hash: str  # hash of the agency's report, to detect a reused id
    amount_due: int | None = None  # total that the agency asks, in cents; None if the report has none


@dataclass(frozen=True, slots=True)
class Dossier:
    """An application with its documents and events."""

    application: Application
    answers: Mapping[str, str]
    form: ApplicationForm  # form as of the application's creation
    documents: tuple[Document, ...]
    events: tuple[Event, ...]  # events in any order

    @property
    def own_documents(self) -> list[Document]:
        """The applicant's files, oldest first."""
        documents = [document for document in self.documents if document.origin == "applicant"]
        return sorted(documents, key=lambda document: (document.added_at, document.id))


@dataclass(frozen=True, slots=True)
class RemovedDraft:
    """Remains of a removed draft."""

    business_id: str
    begun_from: str
    document_ids: tuple[str, ...]  # ids of its former files


@dataclass(frozen=True, slots=True)
class ApplicationStatus:
    """A status that an agency reports for an application."""

    id: str  # the agency's own id
    state: AgencyState
    note: Mapping[Language, str]
    respond_by: date | None  # only with `needsInformation`
    at: datetime
    # Total that the applicant pays, in cents; None if the agency does not tell it now.
    amount_due: int | None = None


def get_application_id(user_id: str, key: str) -> str:
    """Return the id of an application, derived from its idempotency key."""
    return derive_id("application", user_id, key)


def get_document_id(application_id: str, code: str, sha256: str) -> str:
    """Return the id of an applicant's file; the same content for the same document is the same file."""
    return derive_id(application_id, code, sha256)


def get_event_id(application_id: str, what: str) -> str:
    """Return the id of an event that happens to an application once.

    Args:
        what: `begun`, `submission 2`, or `agency` and the agency's own id of a status.
    """
    return derive_id(application_id, what)


def get_name(person: Principal) -> str:
    """Return the person's name to show with the application."""
    return person.name or person.email


def make_attachment(document: Document) -> Attachment:
    """Return a document as an attachment."""
    return Attachment(document.id, document.key, document.name, document.content_type, document.size)
