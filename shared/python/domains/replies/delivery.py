"""Tells an agency of a reply: at once, and again by the scheduled work."""

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
    """Tells agencies. An agency answers the same reply twice the same, so doing it twice is safe."""

    table: RepliesTable
    catalog: Catalog
    agencies: AgencyClient

    def claim(self, thread_id: str, reply_id: str, now: datetime) -> Reply | None:
        """Take on a reply that is due, so that nobody else sends it for a while; None if there is none."""
        reply = self.table.get_reply(thread_id, reply_id)
        if reply is None or reply.due_at is None or reply.due_at > now:
            return None
        claimed = reply.with_try(now)
        return claimed if self.table.save_reply(claimed) else None

    def deliver(self, reply: Reply, now: datetime) -> Reply:
        """Send a claimed reply, and store what became of it.

        Returns:
            The reply as it is then; still `sending` when the agency did not answer. What could not be stored
            is sent again later.
        """
        offer = self.catalog.offers().find(reply.service_id)
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


def _make_request(reply: Reply) -> protocol.ReplyRequest:
    return protocol.ReplyRequest(
        service_id=reply.service_id,
        reference=reply.reference,
        reply_id=reply.public_id,
        message_id=reply.agency_message_id,
        text=reply.text,
        language=reply.language,
        sent_at=reply.sent_at,
        files=[
            protocol.SentReplyFile(
                id=file.id,
                name=file.name,
                content_type=file.content_type,
                size=file.size,
                sha256=file.sha256,
            )
            for file in reply.files
        ],
    )
