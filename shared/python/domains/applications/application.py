"""An application of a business to an agency, and the states that it goes through.

What somebody does to an application is a function from it to what it is afterwards. How it is kept is in
`domains.applications.applications_table`, the questions are in `domains.applications.form_rules`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal

from domains.agencies.disconnects import pause_after
from domains.agencies.manifest import ApplicationForm
from domains.applications.errors import (
    ApplicationDecided,
    ApplicationWithdrawn,
    NotEditable,
    NotWithdrawable,
    StateNotPossible,
    TooManyStatuses,
)
from domains.businesses.business import Business, EntityType
from domains.messages.message import Attachment
from domains.reference import business_days
from portal.language import Language, Text
from portal.principal import Principal
from portal.types import ARIZONA, derive_id

ApplicationState = Literal[
    "draft",
    "submitted",
    "received",
    "inReview",
    "needsInformation",
    "approved",
    "refused",
    "withdrawn",
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
_DECIDED = frozenset({"approved", "refused"})
_WITHDRAWABLE = frozenset({"submitted", "received", "inReview", "needsInformation"})
_NEXT_ACTOR: Mapping[ApplicationState, Actor | None] = {
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
    """News that an agency has still to be told.

    Attributes:
        requested_at: when the applicant submitted or withdrew.
        tries: how often it was tried.
        due_at: when it is tried again.
    """

    kind: DeliveryKind
    requested_at: datetime
    tries: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission: who, what and when, as the agency is told of it, also when it is told again.

    Attributes:
        number: 1 for the first time.
        revision: of answers and files.
        name: see `get_name`.
        email: empty where the identity provider does not vouch for it.
        business_name: as it was at that moment; likewise the rest of the business.
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


@dataclass(frozen=True, slots=True)
class Application:
    """An application without its answers, form, files and history.

    Attributes:
        version: grows with each change of anything here, so that of two changes at once one is refused.
        revision: of answers and files, as the applicant knows it.
        begun_from: digest of the request that began it.
        agency_name: as it was when the application was begun; likewise the name of the form.
        decision_business_days: as the form says.
        since: since when `next_actor` is who it is, or nobody.
        submission: the latest; None before there was one.
        delivery: None where there is nothing to tell.
        respond_by: until when the agency asks the applicant to answer.
        status_at: moment of the latest status of the agency.
        statuses: how many the agency told.
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

    @property
    def next_actor(self) -> Actor | None:
        """The side that acts next; None when nobody has to."""
        return _NEXT_ACTOR[self.state]

    @property
    def is_editable(self) -> bool:
        """Tell if answers and files can be changed, and the application submitted."""
        return self.state in _EDITABLE

    @property
    def is_withdrawable(self) -> bool:
        """Tell if there is something to withdraw."""
        return self.state in _WITHDRAWABLE

    @property
    def submissions(self) -> int:
        """Number of submissions."""
        return self.submission.number if self.submission else 0

    @property
    def is_delivered(self) -> bool | None:
        """Tell if the agency has what it was told last; None before the application was submitted."""
        return self.delivery is None if self.submission else None

    @property
    def due_on(self) -> date | None:
        """Expected date of the next step; None if nobody says."""
        if self.next_actor == "applicant":
            return self.respond_by
        if self.next_actor is None or self.submission is None or self.decision_business_days is None:
            return None
        return business_days.after(self.submission.at.astimezone(ARIZONA).date(), self.decision_business_days)


@dataclass(frozen=True, slots=True)
class Document:
    """A file of an application.

    Attributes:
        code: of the form's document; None for a file of the agency.
        sha256: 64 hexadecimal digits; empty for a file of the agency.
        key: of the object in the bucket of attachments.
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
    """Something that happened to an application.

    Attributes:
        at: when it happened, as who did it says.
        recorded_at: when the portal came to know.
        user_id: who did it; None for the agency.
        by: name of the person, or of the agency.
        note: what the agency wrote, in one or both languages.
        content_hash: of all that the agency told, so that the same id with another content is noticed.
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


@dataclass(frozen=True, slots=True)
class Dossier:
    """Application with its documents and events.

    Attributes:
        form: as it was when the application was begun.
        events: in no order.
    """

    application: Application
    answers: Mapping[str, str]
    form: ApplicationForm
    documents: tuple[Document, ...]
    events: tuple[Event, ...]

    @property
    def own_documents(self) -> list[Document]:
        """The files that the applicant added, the oldest first."""
        own = [document for document in self.documents if document.origin == "applicant"]
        return sorted(own, key=lambda document: (document.added_at, document.id))


@dataclass(frozen=True, slots=True)
class RemovedDraft:
    """Remains of a draft that was removed.

    Attributes:
        document_ids: of the files that it had.
    """

    business_id: str
    begun_from: str
    document_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The answer of an agency to an application.

    Attributes:
        id: the agency's own id.
        respond_by: only with `needsInformation`.
    """

    id: str
    state: AgencyState
    note: Mapping[Language, str]
    respond_by: date | None
    at: datetime


def get_application_id(user_id: str, key: str) -> str:
    """Return the id of an application: beginning it twice with one key makes one."""
    return derive_id("application", user_id, key)


def get_document_id(application_id: str, code: str, sha256: str) -> str:
    """Return the id of an applicant's file: the same content for the same thing is the same file."""
    return derive_id(application_id, code, sha256)


def get_event_id(application_id: str, what: str) -> str:
    """Return the id of something that happens to an application once.

    Args:
        what: `begun`, `submission 2`, or `agency` and the agency's own id of a status.
    """
    return derive_id(application_id, what)


def get_name(person: Principal) -> str:
    """Return the person's name for readers of the application."""
    return person.name or person.email


def make_attachment(document: Document) -> Attachment:
    """Return a file as the bucket of attachments knows it."""
    return Attachment(document.id, document.key, document.name, document.content_type, document.size)


def edit(application: Application, now: datetime) -> Application:
    """Return the application after a change of answers or files."""
    if not application.is_editable:
        raise NotEditable
    return replace(_make_next(application), revision=application.revision + 1, saved_at=now)


def submit(application: Application, person: Principal, business: Business, now: datetime) -> Application:
    """Return the application after its submission; the writer also tells the agency."""
    if not application.is_editable:
        raise NotEditable
    submission = Submission(
        number=application.submissions + 1,
        revision=application.revision,
        at=now,
        user_id=person.user_id,
        name=get_name(person),
        email=person.email if person.is_email_verified else "",
        business_name=business.name,
        entity_type=business.entity_type,
        county_id=business.county_id,
    )
    return replace(
        _set_state(application, "submitted", now),
        submission=submission,
        delivery=_make_first_try("submission", now),
        respond_by=None,
    )


def withdraw(application: Application, now: datetime) -> Application:
    """Return the application after its withdrawal; the writer also tells the agency."""
    if not application.is_withdrawable:
        raise NotWithdrawable
    return replace(
        _set_state(application, "withdrawn", now),
        delivery=_make_first_try("withdrawal", now),
        respond_by=None,
    )


def with_status(application: Application, status: Status, now: datetime) -> Application:
    """Return the application with a state reported by the agency.

    A state that was true before the one told last changes nothing but the history; a decision counts
    whenever it comes.

    Args:
        application: was submitted.
    """
    if application.state in _DECIDED:
        raise ApplicationDecided
    if application.state == "withdrawn":
        raise ApplicationWithdrawn
    is_decision = status.state in _DECIDED
    if application.statuses >= MAX_STATUSES and not is_decision:
        raise TooManyStatuses
    reported = replace(_make_next(application), statuses=application.statuses + 1)
    if is_late(application, status):
        return reported
    if status.state == "received" and application.state in ("inReview", "needsInformation"):
        raise StateNotPossible
    asks = status.state == "needsInformation"
    return replace(
        reported,
        state=status.state,
        since=_get_since(application, status.state, now),
        status_at=max(status.at, application.status_at or status.at),
        respond_by=status.respond_by if asks else None,
        # A submission that is sent again late does not count for what the agency saw meanwhile.
        revision=application.revision + 1 if asks else application.revision,
        delivery=None if _is_delivered(application, status) else application.delivery,
    )


def is_late(application: Application, status: Status) -> bool:
    """Tell if a status was true before the one that the agency told last."""
    return (
        status.state not in _DECIDED
        and application.status_at is not None
        and status.at < application.status_at
    )


def mark_tried_again(application: Application, now: datetime) -> Application:
    """Return the application with another try to tell the agency, which fails until it succeeds."""
    delivery = _make_delivery(application)
    tries = delivery.tries + 1
    return replace(
        _make_next(application), delivery=replace(delivery, tries=tries, due_at=now + pause_after(tries))
    )


def mark_delivered(application: Application, agency_reference: str | None) -> Application:
    """Return the application after the agency was told."""
    return replace(
        _make_next(application),
        delivery=None,
        agency_reference=agency_reference or application.agency_reference,
    )


def is_same_delivery(application: Application, claimed: Delivery) -> bool:
    """Tell if an application has still the same to be told, however often somebody tried."""
    delivery = application.delivery
    return (
        delivery is not None
        and delivery.kind == claimed.kind
        and delivery.requested_at == claimed.requested_at
    )


def _make_delivery(application: Application) -> Delivery:
    if application.delivery is None:
        raise LookupError("There is nothing to tell the agency")
    return application.delivery


def _make_next(application: Application) -> Application:
    return replace(application, version=application.version + 1)


def _set_state(application: Application, state: ApplicationState, now: datetime) -> Application:
    return replace(_make_next(application), state=state, since=_get_since(application, state, now))


def _get_since(application: Application, state: ApplicationState, now: datetime) -> datetime:
    return application.since if application.next_actor == _NEXT_ACTOR[state] else now


def _make_first_try(kind: DeliveryKind, now: datetime) -> Delivery:
    """Return the delivery with its first try at once; the scheduled work makes the next."""
    return Delivery(kind, requested_at=now, tries=1, due_at=now + pause_after(1))


def _is_delivered(application: Application, status: Status) -> bool:
    """Tell if a status shows that the agency has what was submitted last.

    Of a later submission it may not know yet, unless it asks for another one or decides.
    """
    return application.submissions == 1 or status.state in ("needsInformation", "approved", "refused")
