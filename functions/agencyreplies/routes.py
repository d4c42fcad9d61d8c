"""The route of replies to agencies."""

from domains.agencies.catalog import CatalogUnavailable
from domains.messages.attachments import AttachmentsUnavailable
from domains.messages.inbox import MessageNotFound
from domains.replies.contract import ThreadReply, make_thread_reply
from functions.agencyreplies.contract import ReplyRequest
from functions.agencyreplies.errors import RepliesNotTaken, TooManyReplies
from functions.agencyreplies.service import ReplyService, UploadedReplyFile
from portal.errors import IdempotencyKeyReused
from portal.routes import Body, Request, Routes

routes = Routes("agencyreplies")


@routes.endpoint(
    "POST",
    "/api/agency/messages/{messageid}/replies",
    summary="Reply to a message of an agency",
    input=Body(ReplyRequest, largest_bytes=5_000_000),
    replies={201: ThreadReply},
    section="agencyMessages",
    raises=(
        MessageNotFound,
        RepliesNotTaken,
        TooManyReplies,
        IdempotencyKeyReused,
        CatalogUnavailable,
        AttachmentsUnavailable,
    ),
    idempotency_key=True,
)
def reply_to_agency_message(request: Request[ReplyRequest], service: ReplyService) -> ThreadReply:
    """Send at once if the agency answers; otherwise the reply is `sending` and sent again later."""
    reply_request = request.input
    reply = service.send_reply(
        request.principal.user_id,
        request.path["messageid"],
        reply_request.user_agency_subscription_id,
        request.idempotency_key,
        reply_request.text,
        reply_request.language,
        [UploadedReplyFile(each.name, each.content) for each in reply_request.files],
    )
    return make_thread_reply(reply)
