"""The routes that agencies call."""

from functions.agencyinbound.contract import (
    InboundTransaction,
    RevocationReply,
    RevocationRequest,
    TransactionPostReply,
    TransactionPostRequest,
)
from functions.agencyinbound.service import AgencyInboundService
from functions.agencyinbound.transaction_rules import Posted
from portal.errors import NotFound, Unavailable
from portal.language import Text
from portal.routes import Request, Routes

routes = Routes("agencyinbound")


@routes.endpoint(
    "POST",
    "/api/agency-inbound/transactions",
    summary="Post or change a transaction of a connected record",
    input=TransactionPostRequest,
    replies={200: TransactionPostReply},
    section="agencyInbound",
    raises=(NotFound, Unavailable),
    for_agencies=True,
)
def post_transaction(
    request: Request[TransactionPostRequest], service: AgencyInboundService
) -> TransactionPostReply:
    """404 is `serviceNotFound` or `referenceNotFound`."""
    sent = request.input
    is_stored = service.post_transaction(
        request.agency_id, sent.agency_service_id, sent.reference, _posted(sent.transaction)
    )
    return TransactionPostReply(outcome="stored" if is_stored else "unchanged")


@routes.endpoint(
    "POST",
    "/api/agency-inbound/revocations",
    summary="End the connection of a record",
    input=RevocationRequest,
    replies={200: RevocationReply},
    section="agencyInbound",
    raises=(NotFound, Unavailable),
    for_agencies=True,
)
def revoke_identity(request: Request[RevocationRequest], service: AgencyInboundService) -> RevocationReply:
    """404 is `serviceNotFound` or `referenceNotFound`."""
    is_revoked = service.revoke(request.agency_id, request.input.agency_service_id, request.input.reference)
    return RevocationReply(outcome="revoked" if is_revoked else "unchanged")


def _posted(sent: InboundTransaction) -> Posted:
    return Posted(
        id=sent.id,
        occurred_on=sent.occurred_on,
        type=sent.type,
        status=sent.status,
        description=Text(en=sent.description.en, es=sent.description.es),
        reference_number=sent.reference_number,
        amount=sent.amount,
        convenience_fee=sent.convenience_fee,
        method=sent.method,
        period=sent.period,
        receipt_url=sent.receipt_url,
        updated_at=sent.updated_at,
    )
