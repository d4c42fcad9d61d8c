"""Composes announcements with unsubscribe links."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode, urlsplit

from domains.accounts.account import NoticeKind
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.messages.message import InboxMessage
from functions.notifier.letters import Link, make_digest_letter, make_text_message, unsubscribe_label
from functions.notifier.mime import Envelope, make_mime
from portal.language import Language
from portal.types import derive_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Composer:
    """Composes announcements for a sender and a portal."""

    sender: str  # the address that email comes from
    origin: str  # the portal's origin, without a trailing slash
    tokens: UnsubscribeTokens

    def compose_email(
        self,
        messages: Sequence[InboxMessage],
        address: str,
        language: Language,
        now: datetime,
        number_of_others: int = 0,
    ) -> bytes:
        """Return the email that announces messages to one person.

        An email's header can have only one unsubscribe link: that of the most frequent kind of message. The
        body has a link for each.

        Args:
            messages: one, or those of the daily email; all to the same person.
            address: the person's address.
            number_of_others: number of unlisted messages.
        """
        tokens = {
            kind: self.tokens.issue_token(Unsubscription(messages[0].user_id, kind, "email"))
            for kind in _list_kinds(messages)
        }
        links = [
            Link(unsubscribe_label(kind, language), f"{self.origin}/unsubscribe?{_query(token)}")
            for kind, token in tokens.items()
        ]
        one_click = next(iter(tokens.values()), None)
        envelope = Envelope(
            sender=self.sender,
            recipient=address,
            message_id=self._make_message_id(messages, now),
            sent_at=now,
            unsubscribe=one_click and f"{self.origin}/api/profile/unsubscribe?{_query(one_click)}",
        )
        return make_mime(
            make_digest_letter(messages, language, self.origin, links, number_of_others), envelope
        )

    def compose_text(self, message: InboxMessage, language: Language) -> str:
        """Return the text message that announces a message; see `letters.make_text_message`."""
        return make_text_message(message, language, self.origin)

    def _make_message_id(self, messages: Sequence[InboxMessage], now: datetime) -> str:
        about = derive_id(now.isoformat(), *(message.id for message in messages))
        return f"{about}@{urlsplit(self.origin).hostname}"


def _list_kinds(messages: Sequence[InboxMessage]) -> list[NoticeKind]:
    """Return the kinds of optional notices, most frequent first."""
    counted = Counter(
        message.notice
        for message in messages
        if message.notice != "security" and message.only_channel is None
    )
    return [kind for kind, _ in counted.most_common()]


def _query(token: str) -> str:
    return urlencode({"token": token})
