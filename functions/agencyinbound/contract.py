"""Requests and replies of the routes that agencies call.

The requests check shapes; `message_rules`, `transaction_rules` and `application_rules` have the other rules.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from domains.agencies.manifest_texts import LocalizedText
from domains.agencies.transactions import TransactionStatus, TransactionType
from domains.applications.application import AgencyState
from functions.agencyinbound import texts
from portal.contract import Contract, RequestContract
from portal.errors import Problem
from portal.language import LANGUAGES, Language
from portal.text import clean, has_refused_characters, has_unprintable_characters, tidy
from portal.validation import IsoDate, Moment, UnacceptableValue, make_field_problems


def _tidy_optional_line(text: str) -> str | None:
    if has_refused_characters(text):
        raise UnacceptableValue(texts.REFUSED_CHARACTERS)
    return tidy(text) if clean(text) else None


def _tidy_line(text: str) -> str:
    line = _tidy_optional_line(text)
    if line is None:
        raise UnacceptableValue(texts.EMPTY)
    return line


def _check_own_id(own_id: str) -> str:
    if has_unprintable_characters(own_id):
        raise UnacceptableValue(texts.UNPRINTABLE)
    if not tidy(own_id):
        raise UnacceptableValue(texts.EMPTY)
    return own_id


def _check_named_once(attachments: "list[InboundAttachment]") -> "list[InboundAttachment]":
    ids = [each.id for each in attachments]
    repeated = [index for index, own_id in enumerate(ids) if own_id in ids[:index]]
    if repeated:
        raise make_field_problems(*(Problem(f"{index}.id", texts.NAMED_TWICE) for index in repeated))
    return attachments


def _check_references(references: list[str]) -> list[str]:
    seen: set[str] = set()
    repeated = []
    for index, reference in enumerate(references):
        if reference in seen:
            repeated.append(Problem(str(index), texts.NAMED_TWICE))
        seen.add(reference)
    if repeated:
        raise make_field_problems(*repeated)
    return references


OwnId = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_check_own_id)]
"""The agency's own name for something, kept as it is."""

Amount = Annotated[
    str,
    Field(pattern=r"^[0-9]{1,9}\.[0-9]{2}$", examples=["435.67"]),
    AfterValidator(lambda amount: str(Decimal(amount))),
]
OptionalLine = Annotated[str, Field(max_length=60), AfterValidator(_tidy_optional_line)]


class InboundLine(RequestContract):
    """A line of text in both languages of the portal."""

    en: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_tidy_line)]
    es: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_tidy_line)]


class InboundTransaction(RequestContract):
    """A transaction of one record.

    Attributes:
        id: the agency's own id; posting the same id again updates the transaction.
        occurred_on: from 1900 until a year from now.
        description: leads the person's list; name the month or record, as the service is beside it.
        amount: US dollars, exact to the cent, as is the fee.
        updated_at: when the agency last changed it; ignored unless later than the portal's.
        receipt_url: https address at one of the hosts of the manifest.
    """

    id: OwnId
    occurred_on: IsoDate
    type: TransactionType
    status: TransactionStatus
    description: InboundLine
    reference_number: OptionalLine | None = None
    amount: Amount | None = None
    convenience_fee: Amount | None = None
    method: OptionalLine | None = None
    period: OptionalLine | None = None
    receipt_url: Annotated[str, Field(max_length=500)] | None = None
    updated_at: Moment


class TransactionPostRequest(RequestContract):
    """Request to create or update a transaction of a connected record.

    Attributes:
        reference: the agency's reference of the record.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]
    transaction: InboundTransaction


class TransactionPostReply(Contract):
    """The outcome: `unchanged` when the portal already had this or a newer version."""

    outcome: Literal["stored", "unchanged"]


class RevocationRequest(RequestContract):
    """Request of an agency to end the connection of a record."""

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]


class RevocationReply(Contract):
    """The outcome: `unchanged` when it was already revoked."""

    outcome: Literal["revoked", "unchanged"]


class MessageTexts(RequestContract):
    """A text in one or both languages of the portal."""

    en: str | None = None
    es: str | None = None

    def get_by_language(self) -> Mapping[Language, str]:
        """Return the text in the languages in which it was sent."""
        texts: Mapping[Language, str | None] = {"en": self.en, "es": self.es}
        return {language: text for language in LANGUAGES if (text := texts[language]) is not None}


class InboundMessageBody(RequestContract):
    """The text of a message.

    Attributes:
        format: `html` allows the elements that `docs/add-an-agency.md` lists; all other elements are removed.
            A body has at most 1,000 tags, and 120,000 characters once its elements are closed.
    """

    format: Literal["plain", "html"] = "plain"
    texts: MessageTexts


class InboundMessageAction(RequestContract):
    """A button below the message.

    Attributes:
        url: https address at one of the hosts of the manifest.
    """

    label: LocalizedText
    url: Annotated[str, Field(min_length=1, max_length=500)]


class InboundAttachment(RequestContract):
    """A file that was uploaded with the route of attachments."""

    id: Annotated[str, Field(min_length=1, max_length=60)]


class InboundMessage(RequestContract):
    """A message.

    Attributes:
        id: the agency's own id; unique for each record.
        type: code of one of the service's message types.
        subject: at most 200 characters in each language, the same languages as the body.
        sent_at: from two years ago until now.
        in_reply_to: `replyId` of the reply that the message answers; only the person who replied gets it, in
            the same thread. Not in a batch.
    """

    id: OwnId
    type: Annotated[str, Field(min_length=1, max_length=40)]
    subject: MessageTexts
    body: InboundMessageBody
    action: InboundMessageAction | None = None
    attachments: Annotated[
        list[InboundAttachment], Field(max_length=5), AfterValidator(_check_named_once)
    ] = Field(default_factory=list)
    sent_at: Moment
    in_reply_to: Annotated[str, Field(min_length=1, max_length=60)] | None = None


class MessagePostRequest(RequestContract):
    """Request to deliver a message to everybody who is connected with a record.

    Attributes:
        reference: the agency's reference of the record.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]
    message: InboundMessage


class MessagePostReply(Contract):
    """The outcome: `unchanged` when everybody already had it."""

    outcome: Literal["delivered", "unchanged"]


class MessageBatchRequest(RequestContract):
    """Request to deliver the same message about several records.

    Attributes:
        references: without duplicates.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    references: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=200)]],
        Field(min_length=1, max_length=500),
        AfterValidator(_check_references),
    ]
    message: InboundMessage


class MessageBatchResult(Contract):
    """The outcome of the message about one record.

    Attributes:
        outcome: `messageIdReused` when the id belongs to another message; `failed` when the portal could not
            store it: repeat the call.
    """

    reference: str
    outcome: Literal["delivered", "unchanged", "referenceNotFound", "messageIdReused", "failed"]


class MessageBatchReply(Contract):
    """The outcome of the message about each record, in the order sent."""

    results: list[MessageBatchResult]


class AttachmentRequest(RequestContract):
    """Announcement of a file upload.

    Attributes:
        name: file name for downloads; the portal replaces unsafe characters and sets the extension.
        size: bytes, at most 10 MB.
        sha256: of the content, as 64 hexadecimal digits.
    """

    name: Annotated[str, Field(min_length=1, max_length=120)]
    content_type: Literal["application/pdf", "image/png", "image/jpeg"]
    size: Annotated[int, Field(ge=1, le=10_000_000)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class UploadReply(Contract):
    """Upload instructions: method, address, and the exact headers."""

    method: Literal["PUT"] = "PUT"
    url: str
    headers: dict[str, str]


class AttachmentUploadReply(Contract):
    """An upload address.

    Attributes:
        id: id for use in a message; files that no message uses within a day are removed.
        expires_at: end of the upload address.
    """

    id: str
    upload: UploadReply
    expires_at: datetime


class InboundApplicationStatus(RequestContract):
    """The status of an application.

    Attributes:
        id: the agency's own id of the status.
        note: for the applicant, plain text of at most 4,000 characters in each language; required with
            `needsInformation` and `refused`.
        respond_by: with `needsInformation`, the last day for the applicant's answer.
        amount_due: total that the applicant pays the agency, in US dollars, such as `85.00`; without it, the
            total of an earlier status stays, until the applicant submits again.
        documents: files uploaded with the route of attachments, such as a certificate.
        at: time of the change, from two years ago until now.
    """

    id: Annotated[str, Field(min_length=1, max_length=100)]
    state: AgencyState
    note: MessageTexts | None = None
    respond_by: IsoDate | None = None
    amount_due: Annotated[str | None, Field(pattern=r"^[0-9]{1,7}\.[0-9]{2}$")] = None
    documents: Annotated[list[InboundAttachment], Field(max_length=5)] = Field(default_factory=list)
    at: Moment


class ApplicationStatusRequest(RequestContract):
    """Request to update the status of an application."""

    status: InboundApplicationStatus


class ApplicationStatusReply(Contract):
    """The outcome: `unchanged` when the portal already had it."""

    outcome: Literal["stored", "unchanged"]


class SentFileReply(Contract):
    """The state and the address of a file of an application or reply.

    Attributes:
        state: `checking` until the malware scan ends; `refused` when the scan found malware or could not read
            it.
        url: only with `ready`, until `expires_at`.
    """

    state: Literal["ready", "checking", "refused"]
    url: str | None
    expires_at: datetime | None
