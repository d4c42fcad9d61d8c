"""What an agency tells the portal. Everything is safe to repeat by the agency's own names of things."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from aws_lambda_powertools import Logger

from functions.agencyinbound import messages
from functions.agencyinbound.application_service import ApplicationStatusService
from functions.agencyinbound.attachment_rules import FAULTS, check_file
from functions.agencyinbound.errors import MessageIdReused, ReferenceNotFound
from functions.agencyinbound.message_rules import AcceptedMessage, SentMessage, check_message
from functions.agencyinbound.transaction_rules import Posted, check_transaction
from portal.agencies.catalogue import Catalogue, Offer, ServiceNotFound
from portal.agencies.manifest import LocalisedText
from portal.agencies.subscriptions import Holder, Identity
from portal.agencies.transactions import Transaction, transaction_id_of
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.messages.attachments import AnnouncedFile, FileRefused, Upload
from portal.messages.message import AgencyOrigin, Attachment, Message, agency_message_id_of
from portal.types import Clock

Outcome = Literal["delivered", "unchanged", "referenceNotFound", "messageIdReused", "failed"]

# As many connections as the SDK keeps open to one service.
_AT_ONCE = 10
# A batch is answered within the function's time, also where the tables are slow.
_BATCH_SECONDS = 15.0
# Where several people hold the record, in which order their outcomes count.
_MOST_TELLING: tuple[Outcome, ...] = ("messageIdReused", "delivered", "unchanged")


class Repository(Protocol):
    """Where connections, transactions and messages are kept; see `functions.agencyinbound.repository`."""

    def holders_of(self, service_id: str, reference: str) -> Sequence[Holder]: ...

    def connected_identity(self, holder: Holder) -> Identity | None: ...

    def add_message(self, message: Message) -> bool: ...

    def received_message(self, user_id: str, message_id: str) -> str | None: ...

    def store(self, transaction: Transaction) -> bool: ...

    def revoke(self, holder: Holder) -> bool: ...


class Uploads(Protocol):
    """Where files of messages are kept; see `portal.messages.attachments.AttachmentUploads`."""

    def announce(self, agency_id: str, file: AnnouncedFile, now: datetime) -> Upload: ...

    def take(self, agency_id: str, attachment_id: str) -> Attachment: ...


@dataclass(frozen=True, slots=True)
class _Delivery:
    """A message on its way to everybody who is connected with a record."""

    offer: Offer
    message: AcceptedMessage
    attachments: tuple[Attachment, ...]
    received_at: datetime


class AgencyInboundService:
    """Does what an agency says, for every person who holds the record that it names."""

    def __init__(
        self,
        *,
        clock: Clock,
        monotonic: Callable[[], float],
        repository: Repository,
        uploads: Uploads,
        catalogue: Catalogue,
        logger: Logger,
    ) -> None:
        """Prepare.

        Args:
            monotonic: seconds that never go back.
            logger: is told why a record of a batch failed.
        """
        self._clock = clock
        self._monotonic = monotonic
        self._repository = repository
        self._uploads = uploads
        self._catalogue = catalogue
        self._logger = logger

    def post_transaction(self, agency_id: str, service_id: str, reference: str, posted: Posted) -> bool:
        """Put a transaction into the history of everybody who is connected with the record.

        After a failure half-way, the same call again completes what is missing.

        Args:
            agency_id: who calls.
            reference: the agency's own name of the record.

        Returns:
            Whether anything changed: not when everybody has this or a newer state of it already.

        Raises:
            ServiceNotFound: also for a service of another agency.
            InvalidRequest: see `check_transaction`.
        """
        offer = self._own_service(agency_id, service_id)
        kept = check_transaction(posted, offer.agency.hosts, self._clock())
        holders = [
            holder
            for holder in self._repository.holders_of(service_id, reference)
            if self._repository.connected_identity(holder) is not None
        ]
        if not holders:
            raise ReferenceNotFound
        stored = [
            self._repository.store(_transaction(holder.user_id, agency_id, service_id, kept))
            for holder in holders
        ]
        return any(stored)

    def revoke(self, agency_id: str, service_id: str, reference: str) -> bool:
        """End everybody's connection with a record, and forget what the portal kept of it.

        Returns:
            Whether anything changed: not when it was revoked before.

        Raises:
            ServiceNotFound: also for a service of another agency.
        """
        self._own_service(agency_id, service_id)
        holders = self._repository.holders_of(service_id, reference)
        if not holders:
            raise ReferenceNotFound
        revoked = [self._repository.revoke(holder) for holder in holders]
        return any(revoked)

    def announce_attachment(self, agency_id: str, file: AnnouncedFile) -> Upload:
        """Say where a file for a message can be uploaded to.

        Raises:
            InvalidRequest: see `check_file`.
        """
        return self._uploads.announce(agency_id, check_file(file), self._clock())

    def post_message(self, agency_id: str, service_id: str, reference: str, sent: SentMessage) -> bool:
        """Deliver a message to everybody who is connected with the record.

        After a failure half-way, the same call again completes what is missing.

        Args:
            agency_id: who calls.
            reference: the agency's own name of the record.

        Returns:
            Whether anybody got it now: not when everybody has had it already, even if it was deleted.

        Raises:
            ServiceNotFound: also for a service of another agency.
            MessageIdReused: somebody has another message under this id.
            InvalidRequest: see `check_message`; also for an attachment that is not what was announced.
            AttachmentsUnavailable: see `AttachmentUploads.take`.
        """
        delivery = self._prepare(agency_id, service_id, sent)
        match self._deliver(delivery, reference):
            case "referenceNotFound":
                raise ReferenceNotFound
            case "messageIdReused":
                raise MessageIdReused
            case outcome:
                return outcome == "delivered"

    def post_message_batch(
        self, agency_id: str, service_id: str, references: Sequence[str], sent: SentMessage
    ) -> list[Outcome]:
        """Deliver the same message about many records, each for itself.

        Returns:
            What became of each, in the order of the references.

        Raises:
            ServiceNotFound: also for a service of another agency.
            InvalidRequest: as for one message; also for a reference that is named twice.
            AttachmentsUnavailable: see `AttachmentUploads.take`.
        """
        _refuse_repeated(references)
        delivery = self._prepare(agency_id, service_id, sent)
        ends_at = self._monotonic() + _BATCH_SECONDS

        def deliver(reference: str) -> Outcome:
            if self._monotonic() >= ends_at:
                return "failed"
            try:
                return self._deliver(delivery, reference)
            except Exception:
                self._logger.exception("message of a batch not delivered", extra={"agency": agency_id})
                return "failed"

        with ThreadPoolExecutor(_AT_ONCE) as threads:
            # A context belongs to one thread at a time.
            return [
                each.result()
                for each in [threads.submit(copy_context().run, deliver, one) for one in references]
            ]

    def _prepare(self, agency_id: str, service_id: str, sent: SentMessage) -> _Delivery:
        offer = self._own_service(agency_id, service_id)
        now = self._clock()
        message = check_message(sent, offer, now)
        return _Delivery(offer, message, self._take_attachments(agency_id, sent.attachment_ids), now)

    def _take_attachments(self, agency_id: str, attachment_ids: Sequence[str]) -> tuple[Attachment, ...]:
        taken, problems = [], []
        for index, attachment_id in enumerate(attachment_ids):
            try:
                taken.append(self._uploads.take(agency_id, attachment_id))
            except FileRefused as error:
                problems.append(Problem(f"message.attachments.{index}.id", FAULTS[error.fault]))
        if problems:
            raise InvalidRequest(*problems)
        return tuple(taken)

    def _deliver(self, delivery: _Delivery, reference: str) -> Outcome:
        holders = self._repository.holders_of(delivery.offer.service.id, reference)
        outcomes = {
            self._deliver_to(holder, identity, delivery)
            for holder in holders
            if (identity := self._repository.connected_identity(holder)) is not None
        }
        return next((each for each in _MOST_TELLING if each in outcomes), "referenceNotFound")

    def _deliver_to(self, holder: Holder, identity: Identity, delivery: _Delivery) -> Outcome:
        message = _message(holder, identity, delivery)
        if self._repository.add_message(message):
            return "delivered"
        received = self._repository.received_message(message.user_id, message.id)
        return "unchanged" if received == message.content_hash else "messageIdReused"

    def _own_service(self, agency_id: str, service_id: str) -> Offer:
        offer = self._catalogue.offers().find(service_id)
        if offer is None or offer.agency.id != agency_id:
            raise ServiceNotFound
        return offer


@dataclass(frozen=True, slots=True)
class AgencyInbound:
    """What the routes call."""

    records: AgencyInboundService
    applications: ApplicationStatusService


def _refuse_repeated(references: Sequence[str]) -> None:
    seen: set[str] = set()
    problems = []
    for index, reference in enumerate(references):
        if reference in seen:
            problems.append(Problem(f"references.{index}", messages.NAMED_TWICE))
        seen.add(reference)
    if problems:
        raise InvalidRequest(*problems)


def _message(holder: Holder, identity: Identity, delivery: _Delivery) -> Message:
    accepted, agency, service = delivery.message, delivery.offer.agency, delivery.offer.service
    sender = _text(agency.name)
    return Message(
        user_id=holder.user_id,
        id=agency_message_id_of(holder.user_id, agency.id, accepted.id, holder.identity_id),
        sender=sender,
        origin=AgencyOrigin(
            agency_id=agency.id,
            agency_name=sender,
            service_id=service.id,
            service_name=_text(service.name),
            identity_id=identity.id,
            identity_label=identity.label,
        ),
        type=accepted.type.code,
        notice=accepted.type.notice,
        priority=accepted.type.priority,
        subject=accepted.subject,
        preview=accepted.preview,
        body=accepted.body,
        body_format=accepted.body_format,
        action=accepted.action,
        attachments=delivery.attachments,
        sent_at=accepted.sent_at,
        received_at=delivery.received_at,
        content_hash=accepted.content_hash,
    )


def _text(text: LocalisedText) -> Text:
    return Text(en=text.en, es=text.es)


def _transaction(user_id: str, agency_id: str, service_id: str, posted: Posted) -> Transaction:
    return Transaction(
        id=transaction_id_of(user_id, agency_id, posted.id),
        user_id=user_id,
        agency_id=agency_id,
        service_id=service_id,
        occurred_on=posted.occurred_on,
        type=posted.type,
        status=posted.status,
        description=posted.description,
        reference_number=posted.reference_number,
        amount=posted.amount,
        convenience_fee=posted.convenience_fee,
        method=posted.method,
        period=posted.period,
        receipt_url=posted.receipt_url,
        updated_at=posted.updated_at,
    )
