"""Requests and replies of the routes that agencies call."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from portal.agencies.manifest import LocalisedText
from portal.agencies.transactions import TransactionStatus, TransactionType
from portal.applications.application import AgencyState
from portal.contract import Contract, RequestContract
from portal.validation import IsoDate, Moment

Amount = Annotated[str, Field(pattern=r"^[0-9]{1,9}\.[0-9]{2}$", examples=["435.67"])]


class InboundTransaction(RequestContract):
    """A transaction of one record.

    Attributes:
        id: the agency's own id; the same id again is the same transaction.
        occurred_on: from 1900 until a year from now.
        amount: US dollars, exact to the cent; so too the fee.
        updated_at: when the agency last changed it; one that is not later than the portal's changes nothing.
        receipt_url: https address at one of the hosts of the manifest.
    """

    id: Annotated[str, Field(min_length=1, max_length=100)]
    occurred_on: IsoDate
    type: TransactionType
    status: TransactionStatus
    description: LocalisedText
    reference_number: Annotated[str, Field(max_length=60)] | None = None
    amount: Amount | None = None
    convenience_fee: Amount | None = None
    method: Annotated[str, Field(max_length=60)] | None = None
    period: Annotated[str, Field(max_length=60)] | None = None
    receipt_url: Annotated[str, Field(max_length=500)] | None = None
    updated_at: Moment


class TransactionPostRequest(RequestContract):
    """Posts or changes a transaction of a connected record.

    Attributes:
        reference: as the agency gave it when the record was matched.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]
    transaction: InboundTransaction


class TransactionPostReply(Contract):
    """What became of it: `unchanged` when the portal had it, or a newer one, already."""

    outcome: Literal["stored", "unchanged"]


class RevocationRequest(RequestContract):
    """Ends the connection of a record from the agency's side."""

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]


class RevocationReply(Contract):
    """What became of it: `unchanged` when it was revoked before."""

    outcome: Literal["revoked", "unchanged"]


class MessageTexts(RequestContract):
    """A text in one or both languages of the portal; at least one is needed."""

    en: str | None = None
    es: str | None = None


class InboundMessageBody(RequestContract):
    """The text of a message.

    Attributes:
        format: `html` allows the elements that `docs/add-an-agency.md` lists; everything else is taken out.
    """

    format: Literal["plain", "html"] = "plain"
    texts: MessageTexts


class InboundMessageAction(RequestContract):
    """A button below the message.

    Attributes:
        url: https address at one of the hosts of the manifest.
    """

    label: LocalisedText
    url: Annotated[str, Field(min_length=1, max_length=500)]


class InboundAttachment(RequestContract):
    """A file that was uploaded before; see the route of attachments."""

    id: Annotated[str, Field(min_length=1, max_length=60)]


class InboundMessage(RequestContract):
    """A message.

    Attributes:
        id: the agency's own id; the same id again to the same record is the same message.
        type: code of one of the service's message types.
        subject: at most 200 characters in each language, the same languages as the body.
        sent_at: from two years ago until now.
    """

    id: Annotated[str, Field(min_length=1, max_length=100)]
    type: Annotated[str, Field(min_length=1, max_length=40)]
    subject: MessageTexts
    body: InboundMessageBody
    action: InboundMessageAction | None = None
    attachments: Annotated[list[InboundAttachment], Field(max_length=5)] = Field(default_factory=list)
    sent_at: Moment


class MessagePostRequest(RequestContract):
    """Delivers a message about one record to everybody who is connected with it.

    Attributes:
        reference: as the agency gave it when the record was matched.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]
    message: InboundMessage


class MessagePostReply(Contract):
    """What became of it: `unchanged` when everybody had it already."""

    outcome: Literal["delivered", "unchanged"]


class MessageBatchRequest(RequestContract):
    """Delivers the same message about many records.

    Attributes:
        references: each named once.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    references: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=200)]], Field(min_length=1, max_length=500)
    ]
    message: InboundMessage


class MessageBatchResult(Contract):
    """What became of the message about one record.

    Attributes:
        outcome: `messageIdReused` when another message was sent under the same id; `failed` when the portal
            could not store it now: the same call again completes it.
    """

    reference: str
    outcome: Literal["delivered", "unchanged", "referenceNotFound", "messageIdReused", "failed"]


class MessageBatchReply(Contract):
    """What became of the message about each record, in the order sent."""

    results: list[MessageBatchResult]


class AttachmentRequest(RequestContract):
    """Announces a file that is going to be uploaded.

    Attributes:
        name: with which the person saves it; without a path.
        size: bytes, at most 10 MB.
        sha256: of the content, as 64 hexadecimal digits.
    """

    name: Annotated[str, Field(min_length=1, max_length=120)]
    content_type: Literal["application/pdf", "image/png", "image/jpeg"]
    size: Annotated[int, Field(ge=1, le=10_000_000)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class UploadReply(Contract):
    """How the file is sent: with this method to this address with exactly these headers."""

    method: Literal["PUT"] = "PUT"
    url: str
    headers: dict[str, str]


class AttachmentUploadReply(Contract):
    """Where the file goes.

    Attributes:
        id: to be named in the message; files that no message names within a day are removed.
        expires_at: until when it can be uploaded.
    """

    id: str
    upload: UploadReply
    expires_at: datetime


class InboundApplicationStatus(RequestContract):
    """What an agency makes of an application.

    Attributes:
        id: the agency's own id; the same id again is the same message.
        note: for the applicant, plain text of at most 4,000 characters in each language; required with
            `needsInformation` and `refused`.
        respond_by: with `needsInformation`, until when the applicant should answer.
        documents: files that were uploaded before by the route of attachments, such as a certificate.
        at: when it was so, from two years ago until now.
    """

    id: Annotated[str, Field(min_length=1, max_length=100)]
    state: AgencyState
    note: MessageTexts | None = None
    respond_by: IsoDate | None = None
    documents: Annotated[list[InboundAttachment], Field(max_length=5)] = Field(default_factory=list)
    at: Moment


class ApplicationStatusRequest(RequestContract):
    """Tells of the state of an application."""

    status: InboundApplicationStatus


class ApplicationStatusReply(Contract):
    """What became of it: `unchanged` when the portal had it already."""

    outcome: Literal["stored", "unchanged"]


class ApplicationDocumentReply(Contract):
    """Where a file of an application can be fetched.

    Attributes:
        state: `checking` until it was looked into for malware; `refused` when it was not harmless.
        url: only with `ready`, until `expires_at`.
    """

    state: Literal["ready", "checking", "refused"]
    url: str | None
    expires_at: datetime | None
