"""The outbox: every email and text message of the local cloud, instead of a mailbox and a telephone.

The user can also choose events: a delivery, a bounce, a complaint, an unsubscription, or an answer to a
text message.
"""

import re
from typing import Any

from flask import Response, abort, jsonify, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, make_policy, show
from infrastructure.sandbox.identity_provider.services import get_outbox_actions, get_services
from infrastructure.sandbox.identity_provider.settings import Message, NotPossible
from infrastructure.sandbox.identity_provider.texts import get_language

blueprint = create_blueprint("outbox", __name__)

ANSWER_LENGTH = 160
EVENTS = ("Delivery", "Bounce", "Complaint")
KEYWORDS = ("STOP", "START", "HELP")
SHOWN = 200

# A mail runs no scripts and loads nothing, and its links open in a new tab.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
)


def _list_messages() -> list[Message]:
    """List messages, newest first; only those to `to` if the query has it."""
    to = request.args.get("to", "").lower()
    messages = [
        message for message in get_services().settings.list_messages() if not to or message.to.lower() == to
    ]
    return sorted(messages, key=lambda message: message.sent_at, reverse=True)


def _find_message(message_id: str) -> Message:
    """Return a message, or abort with 404."""
    found = next((known for known in get_services().settings.list_messages() if known.id == message_id), None)
    if found is None:
        abort(404)
    return found


def _render_list(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "channel": message.channel,
        "to": message.to,
        "subject": message.subject,
        "text": message.text,
        "sentAt": message.sent_at.isoformat(),
        "events": [{"event": event.kind, "at": event.at.isoformat()} for event in message.events],
    }


@blueprint.get("/outbox")
def show_messages() -> Response:
    """Show the newest messages to people."""
    messages = _list_messages()
    return show("outbox.html", messages=messages[:SHOWN], total=len(messages))


@blueprint.get("/outbox.json")
def list_messages() -> Response:
    """Return the newest messages to tests."""
    return jsonify(messages=[_render_list(message) for message in _list_messages()])


@blueprint.get("/outbox/<message_id>")
def show_message(message_id: str) -> Response:
    """Show one whole message to people."""
    return _render_detail(_find_message(message_id), Form())


def _render_detail(message: Message, form: Form) -> Response:
    done = request.args.get("done", "")
    response = show(
        "outbox_message.html",
        form,
        message=message,
        done=done if done in ("event", "answer", "unsubscribe") else "",
        status=request.args.get("status", ""),
        events=EVENTS,
        keywords=KEYWORDS,
        answer_length=ANSWER_LENGTH,
    )
    response.headers["Content-Security-Policy"] = make_policy("frame-src 'self'")
    return response


@blueprint.get("/outbox/<message_id>.json")
def describe_message(message_id: str) -> Response:
    """Return one whole message to tests."""
    message = _find_message(message_id)
    return jsonify(
        **_render_list(message),
        html=message.html,
        headers=[{"name": name, "value": value} for name, value in message.headers],
        source=message.source,
        hasEvents=message.has_events,
        unsubscribe=message.unsubscribe,
    )


@blueprint.get("/outbox/<message_id>/html")
def show_html_part(message_id: str) -> Response:
    """Return the HTML part of a mail, for the frame on its page."""
    message = _find_message(message_id)
    if not message.html:
        abort(404)
    response = make_response(_open_links_in_tabs(message.html))
    response.headers["Content-Security-Policy"] = MAIL_POLICY
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


def _open_links_in_tabs(html: str) -> str:
    base = '<base target="_blank">'
    shown, count = re.subn(r"<head\b[^>]*>", lambda head: head[0] + base, html, count=1, flags=re.IGNORECASE)
    return shown if count else base + html


@blueprint.post("/outbox/<message_id>/events")
def report(message_id: str) -> ResponseReturnValue:
    """Report an event of a mail to the portal."""
    message = _find_message(message_id)
    get_outbox_actions().report(message.id, request.form.get("event", ""))
    return _go_back_to(message, done="event")


@blueprint.post("/outbox/<message_id>/answers")
def answer(message_id: str) -> ResponseReturnValue:
    """Answer a text message with one of the keywords or with any words."""
    message = _find_message(message_id)
    form = Form()
    words = request.form.get("keyword") or form.answer(ANSWER_LENGTH)
    if form.errors:
        return _render_detail(message, form)
    get_outbox_actions().answer(message.id, words)
    return _go_back_to(message, done="answer")


@blueprint.post("/outbox/<message_id>/unsubscribe")
def unsubscribe(message_id: str) -> ResponseReturnValue:
    """Unsubscribe as a mail program does, with one click."""
    message = _find_message(message_id)
    status = get_outbox_actions().unsubscribe(message.id)
    return _go_back_to(message, done="unsubscribe", status=status)


@blueprint.errorhandler(NotPossible)
def show_not_possible(error: NotPossible) -> ResponseReturnValue:
    """Answer an action that is impossible for the message."""
    del error
    return show("message.html", key="not_possible"), 400


def _go_back_to(message: Message, done: str, status: int | None = None) -> ResponseReturnValue:
    address = url_for(
        "outbox.show_message", message_id=message.id, ui_locales=get_language(), done=done, status=status
    )
    return redirect(address, 303)
