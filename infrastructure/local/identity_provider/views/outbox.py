"""The outbox: every e-mail and text message of the local cloud, instead of a mailbox and a telephone."""

from flask import Response, jsonify, request

from infrastructure.local.identity_provider.pages import create_blueprint, show
from infrastructure.local.identity_provider.services import services
from infrastructure.local.identity_provider.settings import Message

blueprint = create_blueprint("outbox", __name__)


def _messages() -> list[Message]:
    """Newest first; only those to `to` when the query names it."""
    to = request.args.get("to", "").lower()
    messages = [
        message for message in services().settings.list_messages() if not to or message.to.lower() == to
    ]
    return sorted(messages, key=lambda message: message.sent_at, reverse=True)


@blueprint.get("/outbox")
def page() -> Response:
    """For people."""
    return show("outbox.html", messages=_messages())


@blueprint.get("/outbox.json")
def document() -> Response:
    """For tests."""
    return jsonify(
        messages=[
            {
                "channel": message.channel,
                "to": message.to,
                "subject": message.subject,
                "text": message.text,
                "sentAt": message.sent_at.isoformat(),
            }
            for message in _messages()
        ]
    )
