"""Every e-mail and text message that left the local cloud: what was given to SES and SNS."""

import email
import email.policy
from collections.abc import Sequence
from datetime import UTC, datetime

from moto.ses.models import Message as Mail
from moto.ses.models import RawMessage, ses_backends
from moto.sns.models import sns_backends

from infrastructure.local.identity_provider import Message
from infrastructure.local.settings import ACCOUNT_ID, REGION


class Outbox:
    """Sends the identity provider's mail the way the portal sends its own, and shows both."""

    def __init__(self, sender: str) -> None:
        """Send from an address that SES has verified."""
        self._sender = sender

    def send(self, to: str, subject: str, text: str) -> None:
        """Send a plain-text e-mail."""
        destinations = {"ToAddresses": [to], "CcAddresses": [], "BccAddresses": []}
        ses_backends[ACCOUNT_ID][REGION].send_email(self._sender, subject, text, destinations)

    def messages(self) -> Sequence[Message]:
        """All that was sent, oldest first."""
        mails = [_mail(sent) for sent in ses_backends[ACCOUNT_ID][REGION].sent_messages]
        texts = [
            Message("text", sent.phone_number, "", sent.message, _time(sent))
            for sent in sns_backends[ACCOUNT_ID][REGION].sms_message_objects.values()
        ]
        return sorted([*mails, *texts], key=lambda message: message.sent_at)


def _mail(sent: Mail | RawMessage) -> Message:
    if isinstance(sent, RawMessage):
        content = email.message_from_string(sent.raw_data, policy=email.policy.default)
        body = content.get_body(("plain", "html"))
        text = body.get_content() if body else ""
        return Message("email", ", ".join(sent.destinations), str(content["subject"]), text, _time(sent))
    to = ", ".join(address for addresses in sent.destinations.values() for address in addresses)
    return Message("email", to, sent.subject, sent.body, _time(sent))


def _time(sent: object) -> datetime:
    """When a message was sent, as storage.py noted it."""
    return datetime.fromisoformat(getattr(sent, "sent_at", datetime.fromtimestamp(0, UTC).isoformat()))
