"""The routes that agencies call."""

from domains.agencies.catalog import CatalogUnavailable, ServiceNotFound
from domains.messages.attachments import AnnouncedFile, AttachmentsUnavailable
from functions.agencyinbound.contract import (
    AttachmentRequest,
    AttachmentUploadReply,
    MessageBatchReply,
    MessageBatchRequest,
    MessageBatchResult,
    MessagePostReply,
    MessagePostRequest,
    RevocationReply,
    RevocationRequest,
    SentFileReply,
    TransactionPostReply,
    TransactionPostRequest,
    UploadReply,
)
from functions.agencyinbound.errors import (
    MessageIdReused,
    ReferenceNotFound,
    ReplyFileNotFound,
    ReplyNotFound,
)
from functions.agencyinbound.service import AgencyInboundService
from portal.audiences import AGENCIES
from portal.routes import Body, Request, Routes

routes = Routes("agencyinbound")


@routes.endpoint(
    "POST",
    "/api/agency-inbound/transactions",
    summary="Post or change a transaction of a connected record",
    audience=AGENCIES,
    input=Body(TransactionPostRequest, passes_faults=True),
    replies={200: TransactionPostReply},
    section="agencyInbound",
    raises=(ServiceNotFound, ReferenceNotFound, CatalogUnavailable),
)
def post_transaction(
    request: Request[TransactionPostRequest], service: AgencyInboundService
) -> TransactionPostReply:
    """Store a transaction. Needs a service of the calling agency. Safe to repeat with the agency's own id."""
    is_stored = service.post_transaction(request.agency_id, request.input, request.faults)
    return TransactionPostReply(outcome="stored" if is_stored else "unchanged")


@routes.endpoint(
    "POST",
    "/api/agency-inbound/revocations",
    summary="End the connection of a record",
    input=RevocationRequest,
    replies={200: RevocationReply},
    section="agencyInbound",
    raises=(ServiceNotFound, ReferenceNotFound, CatalogUnavailable),
    audience=AGENCIES,
)
def revoke_identity(request: Request[RevocationRequest], service: AgencyInboundService) -> RevocationReply:
    """End a connection from the agency's side. Needs a service of the calling agency. Safe to repeat."""
    is_revoked = service.revoke_record(
        request.agency_id, request.input.agency_service_id, request.input.reference
    )
    return RevocationReply(outcome="revoked" if is_revoked else "unchanged")


@routes.endpoint(
    "POST",
    "/api/agency-inbound/messages",
    summary="Deliver a message about a connected record",
    audience=AGENCIES,
    input=Body(MessagePostRequest, passes_faults=True),
    replies={200: MessagePostReply},
    section="agencyInbound",
    raises=(
        ServiceNotFound,
        ReferenceNotFound,
        ReplyNotFound,
        MessageIdReused,
        CatalogUnavailable,
        AttachmentsUnavailable,
    ),
)
def post_message(request: Request[MessagePostRequest], service: AgencyInboundService) -> MessagePostReply:
    """Deliver a message. Needs a service of the calling agency. Safe to repeat with the agency's own id."""
    is_new = service.post_message(request.agency_id, request.input, request.faults)
    return MessagePostReply(outcome="delivered" if is_new else "unchanged")


@routes.endpoint(
    "POST",
    "/api/agency-inbound/messages/batch",
    summary="Deliver the same message about up to 500 connected records",
    audience=AGENCIES,
    input=Body(MessageBatchRequest, passes_faults=True),
    replies={200: MessageBatchReply},
    section="agencyInbound",
    raises=(ServiceNotFound, CatalogUnavailable, AttachmentsUnavailable),
)
def post_message_batch(
    request: Request[MessageBatchRequest], service: AgencyInboundService
) -> MessageBatchReply:
    """Deliver a message about several records; each record has its own result."""
    outcomes = service.post_message_batch(request.agency_id, request.input, request.faults)
    return MessageBatchReply(
        results=[
            MessageBatchResult(reference=reference, outcome=outcome)
            for reference, outcome in zip(request.input.references, outcomes, strict=True)
        ]
    )


@routes.endpoint(
    "POST",
    "/api/agency-inbound/attachments",
    summary="Announce a file for a message, and get its upload address",
    input=AttachmentRequest,
    replies={200: AttachmentUploadReply},
    section="agencyInbound",
    audience=AGENCIES,
)
def announce_attachment(
    request: Request[AttachmentRequest], service: AgencyInboundService
) -> AttachmentUploadReply:
    """Return the upload address; the message then names the file by its id."""
    attachment = request.input
    upload = service.announce_attachment(
        request.agency_id,
        AnnouncedFile(attachment.name, attachment.content_type, attachment.size, attachment.sha256),
    )
    return AttachmentUploadReply(
        id=upload.id,
        upload=UploadReply(url=upload.url, headers=dict(upload.headers)),
        expires_at=upload.expires_at,
    )


@routes.endpoint(
    "GET",
    "/api/agency-inbound/replies/{id}/files/{file}",
    summary="Get a link to a file of a reply",
    replies={200: SentFileReply},
    section="agencyInbound",
    raises=(ReplyNotFound, ReplyFileNotFound, AttachmentsUnavailable),
    audience=AGENCIES,
)
def get_reply_file(request: Request[None], service: AgencyInboundService) -> SentFileReply:
    """Return a link to a file that a person sent. Needs a reply to the calling agency."""
    link = service.get_reply_file(request.agency_id, request.path["id"], request.path["file"])
    return SentFileReply(state=link.state, url=link.url, expires_at=link.expires_at)
