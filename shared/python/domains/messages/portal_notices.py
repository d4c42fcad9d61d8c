"""Parts of the messages from the portal itself to a person's inbox, in both languages.

Their ids are derived from the occasion, so that adding a message again has no effect.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from domains.accounts.account import Channel, NoticeKind
from domains.messages.message import (
    PREVIEW_LENGTH,
    InboxMessage,
    MessageAction,
    Priority,
    get_portal_message_id,
)
from portal.language import LANGUAGES, Language, Text
from portal.types import derive_id

_PORTAL = Text(en="Saguaro", es="Saguaro")
OPEN_PREFERENCES = MessageAction(
    Text(en="Open contact preferences", es="Abrir las preferencias de contacto"), "/profile/contact"
)


@dataclass(frozen=True, slots=True)
class NoticeContent:
    """Content of a notice: plain text, with empty lines between paragraphs."""

    type: str
    notice: NoticeKind
    subject: Text
    body: Text
    action: MessageAction | None
    priority: Priority = "normal"


def make_notice(
    user_id: str, occasion: str, at: datetime, content: NoticeContent, only_channel: Channel | None = None
) -> InboxMessage:
    """Return the message with a notice's content about an occasion."""
    subject, body = _localize(content.subject), _localize(content.body)
    return InboxMessage(
        user_id=user_id,
        id=get_portal_message_id(user_id, occasion),
        sender=_PORTAL,
        origin=None,
        type=content.type,
        notice=content.notice,
        priority=content.priority,
        subject=subject,
        preview={language: make_preview(text) for language, text in body.items()},
        body=body,
        body_format="plain",
        action=content.action,
        attachments=(),
        sent_at=at,
        received_at=at,
        content_hash=derive_id(json.dumps([subject, body], sort_keys=True)),
        only_channel=only_channel,
    )


def format_moment(moment: datetime) -> str:
    """Format a moment for the key of an occasion."""
    return moment.astimezone(UTC).isoformat()


def _localize(text: Text) -> dict[Language, str]:
    return {language: text.in_language(language) for language in LANGUAGES}


def make_preview(body: str) -> str:
    """Return the beginning of a plain text for lists."""
    line = " ".join(body.split())
    return line if len(line) <= PREVIEW_LENGTH else f"{line[: PREVIEW_LENGTH - 1].rstrip()}…"
