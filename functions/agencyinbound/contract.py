"""Requests and replies of the routes that agencies call."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, PrivateAttr, ValidationInfo, model_validator

from domains.agencies.catalog import Offer
from domains.agencies.manifest_texts import LocalizedText
from domains.agencies.transactions import (
    Transaction,
    TransactionStatus,
    TransactionType,
    get_transaction_id,
)
from domains.applications.application import AgencyState
from domains.messages.message import OLDEST_MESSAGE, AgencyOrigin, Attachment, Message, MessageAction
from functions.agencyinbound import texts
from functions.agencyinbound.link_rules import leads_to, list_origins, origins_of_hosts
from functions.agencyinbound.message_rules import (
    MAX_BODIES_BYTES,
    MAX_LABEL_LENGTH,
    MAX_SUBJECT_LENGTH,
    clean_body,
    find_line_fault,
    make_preview,
)
from functions.agencyinbound.plain_text import TextRefused
from portal.contract import Contract, RequestContract
from portal.errors import Problem
from portal.language import LANGUAGES, Language, Text
from portal.text import clean, has_refused_characters, has_unprintable_characters, tidy
from portal.types import derive_id
from portal.validation import IsoDate, Moment, UnacceptableValue, make_field_problems

FIRST_DAY = date(1900, 1, 1)
_FIRST_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
_MAX_AHEAD = timedelta(days=366)
_MAX_CLOCK_DIFFERENCE = timedelta(minutes=5)


@dataclass(slots=True)
class InboundContext:
    """Context that validators need besides the request.

    Attributes:
        now: the moment of the call.
        hosts: hosts of the calling agency's manifest, in lower case.
        offers: the services of the calling agency by id.
        offer: the service named by the request, once read; None if the agency has no such service.
        subject_languages: languages of the message's subject, including one that is not kept; None without a
            subject.
    """

    now: datetime
    hosts: Collection[str]
    offers: Mapping[str, Offer] = field(default_factory=dict)
    offer: Offer | None = None
    subject_languages: frozenset[str] | None = None


Lines = TypeVar("Lines", "MessageTexts", LocalizedText)


def _get_context(info: ValidationInfo) -> InboundContext:
    if not isinstance(info.context, InboundContext):
        raise LookupError("This contract is validated with an InboundContext")
    return info.context


def _check_day(day: date, info: ValidationInfo) -> date:
    if not FIRST_DAY <= day <= _get_context(info).now.date() + _MAX_AHEAD:
        raise UnacceptableValue(texts.DAY_OUT_OF_RANGE)
    return day


def _check_moment(moment: datetime, info: ValidationInfo) -> datetime:
    if not _FIRST_MOMENT <= moment <= _get_context(info).now + _MAX_CLOCK_DIFFERENCE:
        raise UnacceptableValue(texts.MOMENT_OUT_OF_RANGE)
    return moment


def _check_link(url: str, info: ValidationInfo) -> str:
    if not leads_to(url, origins_of_hosts(_get_context(info).hosts)):
        raise UnacceptableValue(texts.WRONG_LINK)
    return url


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


def _note_service(service_id: str, info: ValidationInfo) -> str:
    context = _get_context(info)
    context.offer = context.offers.get(service_id)
    return service_id


def _check_type(code: str, info: ValidationInfo) -> str:
    offer = _get_context(info).offer
    if offer and code not in {each.code for each in offer.service.message_types}:
        raise UnacceptableValue(texts.UNKNOWN_TYPE)
    return code


def _check_sent(moment: datetime, info: ValidationInfo) -> datetime:
    now = _get_context(info).now
    if not now - OLDEST_MESSAGE <= moment <= now + _MAX_CLOCK_DIFFERENCE:
        raise UnacceptableValue(texts.SENT_OUT_OF_RANGE)
    return moment


def _check_action_link(url: str, info: ValidationInfo) -> str:
    offer = _get_context(info).offer
    if offer and not leads_to(url, list_origins(offer)):
        raise UnacceptableValue(texts.WRONG_LINK)
    return url


def _check_lines(lines: Lines, max_length: int) -> Lines:
    sent = {"en": lines.en, "es": lines.es}
    faults = {name: find_line_fault(text, max_length) for name, text in sent.items() if text is not None}
    problems = [Problem(name, fault) for name, fault in faults.items() if fault]
    if problems:
        raise make_field_problems(*problems)
    return lines


def _check_subject(subject: "MessageTexts") -> "MessageTexts":
    if not subject.by_language():
        raise UnacceptableValue(texts.NO_LANGUAGE)
    return _check_lines(subject, MAX_SUBJECT_LENGTH)


def _check_body(body: "InboundMessageBody", info: ValidationInfo) -> "InboundMessageBody":
    """Keep the body as it is stored with it, so that hostile HTML is read once."""
    context = _get_context(info)
    origins = list_origins(context.offer) if context.offer else frozenset()
    sent, problems = body.texts.by_language(), []
    if context.subject_languages is not None and sent.keys() != context.subject_languages:
        problems.append(Problem("texts", texts.LANGUAGES_DIFFER))
    for language, text in sent.items():
        try:
            body.kept[language] = clean_body(text, body.format, origins)
        except TextRefused as error:
            problems.append(Problem(f"texts.{language}", error.message))
    if len(json.dumps(body.kept)) > MAX_BODIES_BYTES:
        problems.append(Problem("texts", texts.BODIES_TOO_LARGE))
    if problems:
        raise make_field_problems(*problems)
    return body


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
    occurred_on: Annotated[IsoDate, AfterValidator(_check_day)]
    type: TransactionType
    status: TransactionStatus
    description: InboundLine
    reference_number: OptionalLine | None = None
    amount: Amount | None = None
    convenience_fee: Amount | None = None
    method: OptionalLine | None = None
    period: OptionalLine | None = None
    receipt_url: Annotated[str, Field(max_length=500), AfterValidator(_check_link)] | None = None
    updated_at: Annotated[Moment, AfterValidator(_check_moment)]

    def for_person(self, user_id: str, agency_id: str, service_id: str) -> Transaction:
        """Return the transaction in the history of a person who holds the record."""
        return Transaction(
            **dict(self)
            | {
                "id": get_transaction_id(user_id, agency_id, self.id),
                "description": Text(en=self.description.en, es=self.description.es),
                "user_id": user_id,
                "agency_id": agency_id,
                "service_id": service_id,
            }
        )


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

    def by_language(self) -> Mapping[Language, str]:
        """Return the text in the languages in which it was sent."""
        sent: Mapping[Language, str | None] = {"en": self.en, "es": self.es}
        return {language: text for language in LANGUAGES if (text := sent[language]) is not None}


class InboundMessageBody(RequestContract):
    """The text of a message.

    Attributes:
        format: `html` allows the elements that `docs/add-an-agency.md` lists; all other elements are removed.
            A body has at most 1,000 tags, and 120,000 characters once its elements are closed.
    """

    format: Literal["plain", "html"] = "plain"
    texts: MessageTexts
    _kept: dict[Language, str] = PrivateAttr(default_factory=dict)

    @property
    def kept(self) -> dict[Language, str]:
        """The texts as they are stored, once they were checked."""
        return self._kept


class InboundMessageAction(RequestContract):
    """A button below the message.

    Attributes:
        url: https address at one of the hosts of the manifest.
    """

    label: Annotated[LocalizedText, AfterValidator(lambda label: _check_lines(label, MAX_LABEL_LENGTH))]
    url: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_check_action_link)]

    def as_stored(self) -> MessageAction:
        """Return the button with its label tidied."""
        return MessageAction(Text(en=tidy(self.label.en), es=tidy(self.label.es)), self.url)


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
    type: Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_check_type)]
    subject: Annotated[MessageTexts, AfterValidator(_check_subject)]
    body: Annotated[InboundMessageBody, AfterValidator(_check_body)]
    action: InboundMessageAction | None = None
    attachments: Annotated[
        list[InboundAttachment], Field(max_length=5), AfterValidator(_check_named_once)
    ] = Field(default_factory=list)
    sent_at: Annotated[Moment, AfterValidator(_check_sent)]
    in_reply_to: Annotated[str, Field(min_length=1, max_length=60)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _note_languages(cls, sent: object, info: ValidationInfo) -> object:
        subject = sent.get("subject") if isinstance(sent, dict) else None
        if isinstance(subject, dict):
            languages = frozenset(each for each in LANGUAGES if subject.get(each) is not None)
            _get_context(info).subject_languages = languages
        return sent

    def draft(self, offer: Offer, attachments: tuple[Attachment, ...], now: datetime) -> Message:
        """Make the part that is the same for everybody: the message without a person and a record.

        Args:
            offer: the service that it is about, with which it was validated.
        """
        message_type = next(each for each in offer.service.message_types if each.code == self.type)
        sender = offer.agency.name.as_text()
        # For a message that answers no reply the hash is the same as before there were replies.
        content = self.model_dump(mode="json", exclude=None if self.in_reply_to else {"in_reply_to"})
        return Message(
            user_id="",
            id=self.id,
            sender=sender,
            origin=AgencyOrigin(
                agency_id=offer.agency.id,
                agency_name=sender,
                service_id=offer.service.id,
                service_name=offer.service.name.as_text(),
                identity_id="",
                identity_label="",
                own_id=self.id,
                accepts_replies=message_type.accepts_replies,
            ),
            type=self.type,
            notice=message_type.notice,
            priority=message_type.priority,
            subject={language: tidy(text) for language, text in self.subject.by_language().items()},
            preview={
                language: make_preview(text, self.body.format) for language, text in self.body.kept.items()
            },
            body=self.body.kept,
            body_format=self.body.format,
            action=self.action.as_stored() if self.action else None,
            attachments=attachments,
            sent_at=self.sent_at,
            received_at=now,
            content_hash=derive_id(json.dumps(content, sort_keys=True)),
        )


ServiceId = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_note_service)]
"""Stands before the message, whose rules are those of the service."""


class MessagePostRequest(RequestContract):
    """Request to deliver a message to everybody who is connected with a record.

    Attributes:
        reference: the agency's reference of the record.
    """

    agency_service_id: ServiceId
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

    agency_service_id: ServiceId
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
