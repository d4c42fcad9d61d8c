"""Agencies' use cases; the agency's own ids make every call safe to repeat."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from typing import Literal

from aws_lambda_powertools import Logger

from domains.agencies.catalog import Catalog, Offer, ServiceNotFound
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transactions_table import TransactionsTable
from domains.messages.attachments import (
    AnnouncedFile,
    AttachmentDownloads,
    AttachmentLink,
    AttachmentUploads,
    FileRefused,
    Upload,
)
from domains.messages.file_names import get_saved_name
from domains.messages.message import InboxMessage
from domains.messages.messages_table import MessagesTable
from domains.replies.replies_table import RepliesTable
from domains.replies.reply import Reply, parse_public_id
from functions.agencyinbound.attachment_rules import FAULTS
from functions.agencyinbound.contract import (
    InboundAttachment,
    MessageBatchRequest,
    MessagePostRequest,
    TransactionPostRequest,
)
from functions.agencyinbound.errors import (
    MessageIdReused,
    ReferenceNotFound,
    ReplyFileNotFound,
    ReplyNotFound,
)
from functions.agencyinbound.message_rules import MessageRequest, deliver_message
from functions.agencyinbound.transaction_rules import draft_transaction
from portal.errors import InvalidRequest, Problem
from portal.types import Clock

Outcome = Literal["delivered", "unchanged", "referenceNotFound", "messageIdReused", "failed"]

# The SDK's number of pooled connections to one service.
_AT_ONCE = 10
# Leaves time to answer a batch even if the tables are slow.
_BATCH_SECONDS = 15.0
# Priority of outcomes if several people hold the record.
_OUTCOME_ORDER: tuple[Outcome, ...] = ("messageIdReused", "delivered", "unchanged")


@dataclass(slots=True, kw_only=True)
class AgencyInboundService:
    """Applies an agency's requests to every person connected with the record."""

    clock: Clock
    monotonic: Callable[[], float]  # seconds that never go back
    subscriptions: SubscriptionsTable
    transactions: TransactionsTable
    messages: MessagesTable
    replies: RepliesTable
    uploads: AttachmentUploads
    downloads: AttachmentDownloads
    catalog: Catalog
    logger: Logger  # logs why a record of a batch failed

    def post_transaction(
        self, agency_id: str, request: TransactionPostRequest, faults: Sequence[Problem] = ()
    ) -> bool:
        """Add a transaction to the history of everybody connected with the record.

        Repeating the call after a partial failure completes it.

        Args:
            agency_id: the caller.
            faults: faults of the request's shape.

        Returns:
            Whether anything changed; false if everybody has this state or a newer one.

        Raises:
            InvalidRequest: see `draft_transaction`.
        """
        hosts = self.catalog.get_offers().list_hosts(agency_id)
        draft = draft_transaction(request, agency_id, hosts, self.clock(), faults)
        self._get_own_service(agency_id, request.agency_service_id)
        identities = self.subscriptions.list_connected_people(request.agency_service_id, request.reference)
        if not identities:
            raise ReferenceNotFound
        stored = [
            self.transactions.put_transaction(draft.assign_to_person(user_id)) for user_id in identities
        ]
        return any(stored)

    def revoke_record(self, agency_id: str, service_id: str, reference: str) -> bool:
        """End everybody's connection with a record, and delete the portal's copies.

        Returns:
            Whether anything changed; false if it was revoked before.
        """
        self._get_own_service(agency_id, service_id)
        holders = self.subscriptions.list_holders(service_id, reference)
        if not holders:
            raise ReferenceNotFound
        revoked = [
            self.subscriptions.revoke_identity(holder.user_id, holder.service_id, holder.identity_id)
            for holder in holders
        ]
        return any(revoked)

    def announce_attachment(self, agency_id: str, file: AnnouncedFile) -> Upload:
        """Return an upload for a message's file; `get_saved_name` sets its name."""
        named_file = replace(file, name=get_saved_name(file.name, file.content_type))
        return self.uploads.announce_file(agency_id, named_file, self.clock())

    def post_message(
        self, agency_id: str, request: MessagePostRequest, faults: Sequence[Problem] = ()
    ) -> bool:
        """Deliver a message to everybody connected with the record.

        Repeating the call after a partial failure completes it.

        Args:
            agency_id: the caller.
            faults: faults of the request's shape.

        Returns:
            Whether anybody got it now; false if everybody had it before, even if deleted.

        Raises:
            InvalidRequest: see `deliver_message`.
            MessageIdReused: this id has another message.
            AttachmentsUnavailable: see `AttachmentUploads.take_file`.
        """
        draft = self._make_draft(agency_id, request, faults)
        service_id, reference, message = request.agency_service_id, request.reference, request.message
        reply = None
        if message.in_reply_to is not None:
            reply = self._get_reply(agency_id, message.in_reply_to)
            if reply is None or (reply.service_id, reply.reference) != (service_id, reference):
                raise ReplyNotFound
        draft = self._with_attachments(draft, agency_id, message.attachments)
        match self._deliver(draft, service_id, reference, reply):
            case "referenceNotFound":
                raise ReferenceNotFound
            case "messageIdReused":
                raise MessageIdReused
            case outcome:
                return outcome == "delivered"

    def post_message_batch(
        self, agency_id: str, request: MessageBatchRequest, faults: Sequence[Problem] = ()
    ) -> list[Outcome]:
        """Deliver a message about many records, each independently.

        Args:
            agency_id: the caller.
            faults: faults of the request's shape.

        Returns:
            The outcome for each reference, in their order.

        Raises:
            InvalidRequest: see `deliver_message`.
            AttachmentsUnavailable: see `AttachmentUploads.take_file`.
        """
        draft = self._make_draft(agency_id, request, faults)
        draft = self._with_attachments(draft, agency_id, request.message.attachments)
        ends_at = self.monotonic() + _BATCH_SECONDS

        def deliver(reference: str) -> Outcome:
            if self.monotonic() >= ends_at:
                return "failed"
            try:
                return self._deliver(draft, request.agency_service_id, reference)
            except Exception:
                self.logger.exception("Message of a batch not delivered", extra={"agency": agency_id})
                return "failed"

        with ThreadPoolExecutor(_AT_ONCE) as threads:
            # Only one thread at a time can use a context.
            return [
                each.result()
                for each in [
                    threads.submit(copy_context().run, deliver, reference) for reference in request.references
                ]
            ]

    def _make_draft(self, agency_id: str, request: MessageRequest, faults: Sequence[Problem]) -> InboxMessage:
        # A faulty request may lack the service.
        offer = self.catalog.get_offers().get_offer(getattr(request, "agency_service_id", ""))
        is_own = offer is not None and offer.agency.id == agency_id
        return deliver_message(request, offer if is_own else None, self.clock(), faults)

    def _with_attachments(
        self, draft: InboxMessage, agency_id: str, attachments: Sequence[InboundAttachment]
    ) -> InboxMessage:
        files, problems = [], []
        for index, attachment in enumerate(attachments):
            try:
                files.append(self.uploads.take_file(agency_id, attachment.id))
            except FileRefused as error:
                problems.append(Problem(f"message.attachments.{index}.id", FAULTS[error.fault]))
        if problems:
            raise InvalidRequest(*problems)
        return replace(draft, attachments=tuple(files))

    def get_reply_file(self, agency_id: str, reply_id: str, file_id: str) -> AttachmentLink:
        """Return a link to a file of a reply to the agency.

        Raises:
            AttachmentsUnavailable: the bucket does not answer.
        """
        reply = self._get_reply(agency_id, reply_id)
        if reply is None:
            raise ReplyNotFound
        file = next((each for each in reply.files if each.id == file_id), None)
        if file is None:
            raise ReplyFileNotFound
        return self.downloads.get_link(file.to_attachment(), self.clock())

    def _get_reply(self, agency_id: str, public_id: str) -> Reply | None:
        ids = parse_public_id(public_id)
        reply = self.replies.get_reply(*ids) if ids else None
        return reply if reply is not None and reply.agency_id == agency_id else None

    def _deliver(
        self, draft: InboxMessage, service_id: str, reference: str, reply: Reply | None = None
    ) -> Outcome:
        """Deliver a message to everybody connected with a record, or to the person who replied."""
        outcomes = set[Outcome]()
        for user_id, identity in self.subscriptions.list_connected_people(service_id, reference).items():
            if reply is not None and reply.user_id != user_id:
                continue
            message = draft.assign_to_person(user_id, identity.id, identity.label)
            if reply is not None:
                message = replace(message, thread_id=reply.thread_id)
            if self.messages.add_message(message):
                outcomes.add("delivered")
            elif self.messages.get_received_hash(user_id, message.id) == message.content_hash:
                outcomes.add("unchanged")
            else:
                outcomes.add("messageIdReused")
        return next((each for each in _OUTCOME_ORDER if each in outcomes), "referenceNotFound")

    def _get_own_service(self, agency_id: str, service_id: str) -> Offer:
        offer = self.catalog.get_offers().get_offer(service_id)
        if offer is None or offer.agency.id != agency_id:
            raise ServiceNotFound
        return offer
