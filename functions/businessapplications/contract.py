"""Requests and replies of the applications routes. Texts of forms are in the language of the request."""

from datetime import date, datetime
from operator import not_
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator, with_config
from typing_extensions import TypedDict

from domains.agencies.kinds import FormFieldKind, Prefill
from domains.applications.application import Actor, ApplicationState
from domains.applications.contract import FormFeeReply
from domains.businesses.business import EntityType, Role
from portal.contract import Contract, RequestContract
from portal.language import Text
from portal.validation import UnacceptableValue

# A little more than 3 MB in base64, so that of a file that is a little too large the service tells.
_MAX_BASE64 = 4_100_000

_Part = Annotated[str, Field(max_length=400, exclude_if=not_)]
_NOT_AN_ANSWER = Text(
    en="Send text of at most 40,000 characters, an address, or a list of people.",
    es="Envíe un texto de 40,000 caracteres como máximo, una dirección o una lista de personas.",
)


@with_config(extra="forbid")
class AddressAnswer(TypedDict, total=False):
    """An address; empty parts are left out."""

    line1: _Part
    line2: _Part
    city: _Part
    state: _Part
    zip: _Part


@with_config(extra="forbid")
class PersonAnswer(TypedDict, total=False):
    """A person of a list; empty parts are left out."""

    name: _Part
    role: _Part
    address: Annotated[AddressAnswer, Field(exclude_if=not_)]


def _read_answer(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """Report one problem with an answer, and not one for each of the types that it might have."""
    try:
        return read(value)
    except ValidationError:
        raise UnacceptableValue(_NOT_AN_ANSWER) from None


Answer = str | AddressAnswer | list[PersonAnswer]
"""An address, a list of people, or the answer to any other question as text: dates `YYYY-MM-DD`, money in US
dollars such as `435.67`, `yes` or `no`, the value of a choice, the id of a county, telephone numbers as
`+16025550123`.
"""

Answers = Annotated[
    dict[
        Annotated[str, Field(max_length=40)],
        Annotated[
            Annotated[str, Field(max_length=40_000)]
            | AddressAnswer
            | Annotated[list[PersonAnswer], Field(max_length=200)],
            WrapValidator(_read_answer),
        ],
    ],
    Field(max_length=360),
]
"""Answers by the name of the form's fields."""


class FormAgencyReply(Contract):
    """The agency to which a form goes."""

    id: str
    name: str


class RequestedAmountReply(Contract):
    """The total that an agency asks for an application.

    Attributes:
        amount: US dollars, such as `85.00`.
        at: time from which it counts, as the agency says.
    """

    amount: str
    at: datetime


class OwedReply(Contract):
    """The fees that are owed for the answers; after the submission, as of its day.

    Attributes:
        amount: sum in US dollars; fees without an amount count as nothing.
        is_complete: false if the agency has to tell the amount of a fee.
        requested: total that the agency asks since the latest submission; None before.
    """

    fees: list[FormFeeReply]
    amount: str
    is_complete: bool
    requested: RequestedAmountReply | None


class FormSummaryReply(Contract):
    """A form by which a business can apply.

    Attributes:
        entity_types: entity types that can apply; empty for all.
        decision_business_days: None if unknown.
    """

    id: str
    name: str
    description: str
    agency: FormAgencyReply
    service_id: str
    entity_types: list[EntityType]
    fees: list[FormFeeReply]
    decision_business_days: int | None


class FormsReply(Contract):
    """Every form, by agency and name."""

    items: list[FormSummaryReply]


class FormChoiceReply(Contract):
    """A value of a choice."""

    value: str
    label: str


class FormConditionReply(Contract):
    """Condition on another answer."""

    field: str
    equals: str


class FormFieldReply(Contract):
    """A question.

    Attributes:
        minimum: of numbers, of money in US dollars, and of the count of people.
        maximum: as `minimum`.
        choices: values of a choice, or roles of people.
        allows_po_box: of an address: whether a PO box is enough.
        allows_other_states: of an address, also of a person: whether it may be outside of Arizona.
        has_address: of people: whether each has an address.
    """

    name: str
    label: str
    kind: FormFieldKind
    help: str | None
    is_required: bool
    max_length: int
    minimum: int | None
    maximum: int | None
    choices: list[FormChoiceReply]
    prefill: Prefill | None
    allows_po_box: bool
    allows_other_states: bool
    has_address: bool
    shown_when: FormConditionReply | None


class FormSectionReply(Contract):
    """Questions that belong together."""

    id: str
    title: str
    introduction: str | None
    fields: list[FormFieldReply]


class FormDocumentReply(Contract):
    """A file that the agency asks for."""

    code: str
    label: str
    help: str | None
    is_required: bool
    shown_when: FormConditionReply | None


class FormReply(FormSummaryReply):
    """A whole form.

    Attributes:
        declaration: text that the applicant affirms.
    """

    sections: list[FormSectionReply]
    documents: list[FormDocumentReply]
    declaration: str


class DueReply(Contract):
    """Expected date of the next step.

    Attributes:
        on: the last day.
        business_days: business days left; 0 on the day itself, negative afterwards.
    """

    on: date
    business_days: int


class ApplicationSummaryReply(Contract):
    """An application of one of the caller's businesses.

    Attributes:
        role: of the caller for the business.
        next_actor: side that acts next, or None.
        since: start of that state.
        due: date by which they should act, or None.
        is_delivered: true when the agency has the latest submission; None before the first.
    """

    id: str
    form_id: str
    form_name: str
    agency: FormAgencyReply
    business_id: str
    business_name: str
    role: Role
    state: ApplicationState
    next_actor: Actor | None
    since: datetime
    due: DueReply | None
    created_at: datetime
    submitted_at: datetime | None
    is_delivered: bool | None


class ApplicationsReply(Contract):
    """The applications of the caller's businesses: those waiting for the caller first, then the latest."""

    items: list[ApplicationSummaryReply]


class DocumentReply(Contract):
    """A file of an application.

    Attributes:
        code: code of the form's document; None for a file of the agency.
        size: bytes.
        origin: side that added it.
    """

    id: str
    code: str | None
    name: str
    content_type: str
    size: int
    origin: Actor
    added_at: datetime


class HistoryReply(Contract):
    """An event of an application.

    Attributes:
        by: name of the person or agency.
        note: note of the agency, in the language of the request if available.
        document_ids: files of the event.
    """

    state: ApplicationState
    at: datetime
    by: str
    is_by_you: bool
    note: str | None
    document_ids: list[str]


class ApplicationReply(ApplicationSummaryReply):
    """A whole application.

    Attributes:
        form: form at the start of the application.
        revision: of answers and documents.
        saved_at: time of their last change.
        history: latest first.
        agency_reference: reference at the agency.
        can_edit: true when the caller may change answers and documents, and submit.
        can_withdraw: true when the caller may withdraw it, or remove the draft.
    """

    form: FormReply
    answers: dict[str, Answer]
    owed: OwedReply
    revision: int
    saved_at: datetime
    documents: list[DocumentReply]
    history: list[HistoryReply]
    agency_reference: str | None
    can_edit: bool
    can_withdraw: bool


class ApplicationRequest(RequestContract):
    """Request to start an application."""

    form_id: Annotated[str, Field(min_length=1, max_length=120)]
    business_id: Annotated[str, Field(min_length=1, max_length=60)]


class AnswersRequest(RequestContract):
    """Answers to save; answers that are left out are removed.

    Attributes:
        revision: revision that the caller read; an outdated revision is refused.
    """

    answers: Answers
    revision: Annotated[int, Field(ge=0)]


class SavedReply(Contract):
    """The saved revision, its time, and the fees that are owed for the answers."""

    revision: int
    saved_at: datetime
    owed: OwedReply


class SubmissionRequest(RequestContract):
    """Request to submit an application.

    Attributes:
        revision: revision that the caller read.
        is_declared: true if the applicant affirms the declaration, which is required.
    """

    revision: Annotated[int, Field(ge=0)]
    is_declared: bool


class WithdrawalRequest(RequestContract):
    """Request to withdraw an application."""


class ApplicationRemovalReply(Contract):
    """Confirms that the draft is removed, also if it was before."""

    id: str
    outcome: Literal["removed"] = "removed"


class DocumentRequest(RequestContract):
    """Request to add a file.

    Attributes:
        code: code of the form's document.
        name: name on the person's device; the portal sets the extension by the content.
        content: a PDF, PNG or JPEG file in base64, at most 3 MB before it.
    """

    code: Annotated[str, Field(min_length=1, max_length=40)]
    name: Annotated[str, Field(min_length=1, max_length=255)]
    content: Annotated[str, Field(min_length=1, max_length=_MAX_BASE64)]


class AddedDocumentReply(DocumentReply):
    """An added file, or the same file that was added before.

    Attributes:
        revision: revision of the application with it.
    """

    revision: int


class DocumentRemovalReply(Contract):
    """Confirms that the file is removed, also if it was before.

    Attributes:
        revision: revision of the application without it.
    """

    id: str
    outcome: Literal["removed"] = "removed"
    revision: int


class DocumentLinkReply(Contract):
    """The state of a file, and its address once it is ready.

    Attributes:
        state: `checking` until the malware scan ends; `refused` when the scan found malware or could not read
            it.
        url: only with `ready`, until `expires_at`.
    """

    state: Literal["ready", "checking", "refused"]
    url: str | None
    expires_at: datetime | None
