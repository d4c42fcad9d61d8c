"""An application of a business to an agency, and its states.

Each step is a function from an application to the changed application. Storage:
`domains.applications.applications_table`. Questions: `domains.applications.form_rules`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from domains.agencies.manifest import ApplicationForm
from domains.applications.owed_fees import OwedFee
from domains.businesses.business import EntityType
from domains.messages.message import Attachment
from domains.names.filings import Filing
from domains.reference import business_days
from portal.language import Language, Text
from portal.principal import Principal
from portal.types import ARIZONA, derive_id

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
class Delivery:
    """A pending delivery of news to an agency.

    Attributes:
        requested_at: time of the submission or withdrawal.
        tries: number of tries.
        due_at: time of the next try.
    """

    kind: DeliveryKind
    requested_at: datetime
    tries: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission as sent to the agency, the same at each try.

    Attributes:
        number: sequence number from 1.
        revision: revision of answers and files.
        name: see `get_name`.
        email: empty if the identity provider did not verify it.
        business_name: name at the time of submission; likewise the other properties of the business.
        owed: fees owed for the answers on the day of the submission.
    """

    number: int
    revision: int
    at: datetime
    user_id: str
    name: str
    email: str
    business_name: str
    entity_type: EntityType
    county_id: str
    owed: tuple[OwedFee, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestedAmount:
    """The total in cents that the agency asks for an application, and the time of its status."""

    cents: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Application:
    """An application without its answers, form, files and history.

    Attributes:
        version: increases with each change of any field, so that concurrent changes are refused.
        revision: revision of answers and files, which the applicant sees.
        begun_from: digest of the request that created it.
        agency_name: name when the application was created; likewise the name of the form.
        decision_business_days: see `ApplicationForm`.
        since: time of the last change of `next_actor`.
        submission: latest submission; None before the first.
        delivery: pending delivery, or None.
        respond_by: last day for the answer that the agency asks for.
        status_at: time of the agency's latest status.
        statuses: number of statuses from the agency.
        filing: name that the latest submission asks for; None if its form asks for none.
        requested_amount: total that the agency asks; None until it tells one after a submission.
    """

    id: str
    version: int
    business_id: str
    agency_id: str
    agency_name: Text
    service_id: str
    form_id: str
    form_name: Text
    decision_business_days: int | None
    begun_from: str
    state: ApplicationState
    since: datetime
    created_at: datetime
    revision: int
    saved_at: datetime
    submission: Submission | None = None
    delivery: Delivery | None = None
    agency_reference: str | None = None
    respond_by: date | None = None
    status_at: datetime | None = None
    statuses: int = 0
    filing: Filing | None = None
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
        return business_days.add(self.submission.at.astimezone(ARIZONA).date(), self.decision_business_days)


@dataclass(frozen=True, slots=True)
class Document:
    """A file of an application.

    Attributes:
        code: code of the form's document; None for a file of the agency.
        sha256: 64 hexadecimal digits; empty for a file of the agency.
        key: key of the object in the attachments bucket.
    """

    id: str
    code: str | None
    name: str
    content_type: str
    size: int
    sha256: str
    origin: Actor
    added_at: datetime
    key: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event in an application's history.

    Attributes:
        at: time of the event according to its author.
        recorded_at: time at which the portal recorded it.
        user_id: author; None for the agency.
        by: name of the author.
        note: the agency's note, in one or both languages.
        content_hash: hash of the agency's report, to detect a reused id.
        amount_due: total that the agency asks, in cents; None if the report has none.
    """

    id: str
    state: ApplicationState
    at: datetime
    recorded_at: datetime
    user_id: str | None
    by: Text
    note: Mapping[Language, str]
    respond_by: date | None
    document_ids: tuple[str, ...]
    content_hash: str
    amount_due: int | None = None


@dataclass(frozen=True, slots=True)
class Dossier:
    """An application with its documents and events.

    Attributes:
        form: form as of the application's creation.
        events: events in any order.
    """

    application: Application
    answers: Mapping[str, str]
    form: ApplicationForm
    documents: tuple[Document, ...]
    events: tuple[Event, ...]

    @property
    def own_documents(self) -> list[Document]:
        """The applicant's files, oldest first."""
        own = [document for document in self.documents if document.origin == "applicant"]
        return sorted(own, key=lambda document: (document.added_at, document.id))


@dataclass(frozen=True, slots=True)
class RemovedDraft:
    """Remains of a removed draft.

    Attributes:
        document_ids: ids of its former files.
    """

    business_id: str
    begun_from: str
    document_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """A status that an agency reports for an application.

    Attributes:
        id: the agency's own id.
        respond_by: only with `needsInformation`.
        amount_due: total that the applicant pays, in cents; None if the agency does not tell it now.
    """

    id: str
    state: AgencyState
    note: Mapping[Language, str]
    respond_by: date | None
    at: datetime
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
