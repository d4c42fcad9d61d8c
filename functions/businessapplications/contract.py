"""Requests and replies of the applications routes. Texts of forms are in the language of the request."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.agencies.kinds import FormFieldKind
from domains.applications.application import Actor, ApplicationState
from domains.businesses.business import EntityType, Role
from domains.reference.data import Confidence
from portal.contract import Contract, RequestContract

# A little more than 3 MB in base64, so that of a file that is a little too large the service tells.
_MAX_BASE64 = 4_100_000

Answers = Annotated[
    dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=4000)]],
    Field(max_length=360),
]
"""Answers by the name of the form's fields, each as text: dates `YYYY-MM-DD`, money in US dollars such as
`435.67`, `yes` or `no`, the value of a choice, the id of a county, telephone numbers as `+16025550123`.
"""


class FormAgencyReply(Contract):
    """The agency to which a form goes."""

    id: str
    name: str


class FormFeeReply(Contract):
    """The fee of the agency.

    Attributes:
        amount: US dollars, such as `50.00`; None where no source tells it.
        confidence: `general` where nobody has confirmed the amount: the agency has to be asked.
    """

    label: str
    amount: str | None
    source: str
    confidence: Confidence


class FormSummaryReply(Contract):
    """A form by which a business can apply.

    Attributes:
        entity_types: which businesses can; empty for all.
        decision_business_days: None where the agency does not say.
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
    """Asks only where another answer is this one."""

    field: str
    equals: str


class FormFieldReply(Contract):
    """A question.

    Attributes:
        minimum: of numbers, and of money in US dollars.
        maximum: as `minimum`.
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
        declaration: the text that is affirmed by submitting.
    """

    sections: list[FormSectionReply]
    documents: list[FormDocumentReply]
    declaration: str


class DueReply(Contract):
    """Expected date of the next step.

    Attributes:
        on: the last day.
        business_days: how many business days are left; 0 on the day itself, negative when it has passed.
    """

    on: date
    business_days: int


class ApplicationSummaryReply(Contract):
    """An application of one of the caller's businesses.

    Attributes:
        role: of the caller for the business.
        next_actor: the side that acts next; None when no side has to.
        since: since when that is so.
        due: until when they should; None where nobody says.
        is_delivered: true when the agency has what was submitted last; None before it was submitted.
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
    """The applications of the caller's businesses: where the caller has to act first, then the latest."""

    items: list[ApplicationSummaryReply]


class DocumentReply(Contract):
    """A file of an application.

    Attributes:
        code: of the form's document; None for a file of the agency.
        size: bytes.
        origin: the side that added it.
    """

    id: str
    code: str | None
    name: str
    content_type: str
    size: int
    origin: Actor
    added_at: datetime


class HistoryReply(Contract):
    """Something that happened to an application.

    Attributes:
        by: name of the person, or of the agency.
        note: the agency's words, in the language of the request where it wrote in that.
        document_ids: files that came with it.
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
        form: as it was when the application was begun.
        revision: of answers and documents.
        saved_at: when they were changed last.
        history: the latest first.
        agency_reference: under which the agency itself keeps it.
        can_edit: true when the caller may change answers and documents, and submit.
        can_withdraw: true when the caller may withdraw it, or remove the draft.
    """

    form: FormReply
    answers: dict[str, str]
    revision: int
    saved_at: datetime
    documents: list[DocumentReply]
    history: list[HistoryReply]
    agency_reference: str | None
    can_edit: bool
    can_withdraw: bool


class ApplicationRequest(RequestContract):
    """Begins an application."""

    form_id: Annotated[str, Field(min_length=1, max_length=120)]
    business_id: Annotated[str, Field(min_length=1, max_length=60)]


class AnswersRequest(RequestContract):
    """Saves answers as far as they are given; what is not named is removed.

    Attributes:
        revision: of the application as it was read, so that of two changes at once one is refused and not
            lost.
    """

    answers: Answers
    revision: Annotated[int, Field(ge=0)]


class SavedReply(Contract):
    """The revision that was saved, and its time."""

    revision: int
    saved_at: datetime


class SubmissionRequest(RequestContract):
    """Submits an application.

    Attributes:
        revision: of the application as it was read.
        is_declared: true when the applicant affirms the declaration; it cannot be submitted otherwise.
    """

    revision: Annotated[int, Field(ge=0)]
    is_declared: bool


class WithdrawalRequest(RequestContract):
    """Withdraws an application; there is nothing to say."""


class ApplicationRemovalReply(Contract):
    """A draft that was removed, also when it was gone before."""

    id: str
    outcome: Literal["removed"] = "removed"


class DocumentRequest(RequestContract):
    """Adds a file.

    Attributes:
        code: of the form's document.
        name: as the person's device has it; the portal sets the ending that the first bytes tell.
        content: a PDF, PNG or JPEG file in base64, at most 3 MB before it.
    """

    code: Annotated[str, Field(min_length=1, max_length=40)]
    name: Annotated[str, Field(min_length=1, max_length=255)]
    content: Annotated[str, Field(min_length=1, max_length=_MAX_BASE64)]


class AddedDocumentReply(DocumentReply):
    """A file that was added, or was there already.

    Attributes:
        revision: of the application with it.
    """

    revision: int


class DocumentRemovalReply(Contract):
    """A file that was removed, also when it was gone before.

    Attributes:
        revision: of the application without it.
    """

    id: str
    outcome: Literal["removed"] = "removed"
    revision: int


class DocumentLinkReply(Contract):
    """The state of a file, and its address when it can be fetched.

    Attributes:
        state: `checking` until it was looked into for malware; `refused` when it was not harmless.
        url: only with `ready`, until `expires_at`.
    """

    state: Literal["ready", "checking", "refused"]
    url: str | None
    expires_at: datetime | None
