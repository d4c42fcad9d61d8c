"""Delivery of replies to agencies: at once, and in retries by the scheduled work."""

from dataclasses import dataclass
from datetime import datetime

from domains.agencies import protocol
from domains.agencies.catalog import Catalog
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AgencyFailure, ReplyDeclined
from domains.replies.replies_table import RepliesTable
from domains.replies.reply import GIVES_UP_AFTER, Reply


@dataclass(frozen=True, slots=True)
class ReplyDelivery:
    """Delivers replies to agencies; retries are safe, because agencies recognize them."""

    table: RepliesTable
    catalog: Catalog
    agencies: AgencyClient

    def claim_reply(self, thread_id: str, reply_id: str, now: datetime) -> Reply | None:
        """Claim a due reply, which keeps other senders away for a while; return None if it is not due."""
        reply = self.table.get_reply(thread_id, reply_id)
        if reply is None or reply.due_at is None or reply.due_at > now:
            return None
        claimed = reply.with_try(now)
        return claimed if self.table.save_reply(claimed) else None

    def deliver_reply(self, reply: Reply, now: datetime) -> Reply:
        """Send a claimed reply, and store the result.

        Returns:
            The reply after the try, still `sending` if the agency did not answer. If the result cannot be
            stored, the reply is sent again later.
        """
        offer = self.catalog.get_offers().get_offer(reply.service_id)
        try:
            if offer is None:
                raise AgencyFailure("notAllowed")
            answer = self.agencies.send_reply(offer, _make_request(reply))
        except ReplyDeclined:
            settled = reply.with_state("declined", now)
        except AgencyFailure:
            if now - reply.sent_at < GIVES_UP_AFTER:
                return reply
            settled = reply.with_state("failed", now)
        else:
            settled = reply.with_state("received", now, answer.reference)
        return settled if self.table.save_reply(settled) else reply


def _make_request(reply: Reply) -> protocol.PersonReplyRequest:
    return protocol.PersonReplyRequest(
        service_id=reply.service_id,
        reference=reply.reference,
        reply_id=reply.public_id,
        message_id=reply.agency_message_id,
        text=reply.text,
        language=reply.language,
        sent_at=reply.sent_at,
        files=[
            protocol.SentReplyFile(
                id=file.id, name=file.name, content_type=file.content_type, size=file.size, sha256=file.sha256
            )
            for file in reply.files
        ],
    )
