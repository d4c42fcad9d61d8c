"""The outbox: every email and text message of the local cloud, instead of a mailbox and a telephone.

The user can also choose events: a delivery, a bounce, a complaint, an unsubscription, or an answer to a
text message.
"""

import re
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from infrastructure.sandbox.identity_provider.calls import PAGES, Call
from infrastructure.sandbox.identity_provider.settings import Message

_ANSWER_LENGTH = 160
_SHOWN = 200

# A mail runs no scripts and loads nothing, and its links open in a new tab.
_MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
)


@PAGES.at("/outbox")
def show_messages(call: Call) -> Response:
    """Show the newest messages to people."""
    messages = _list_messages(call)
    return call.show("outbox.html", messages=messages[:_SHOWN], total=len(messages))


@PAGES.at("/outbox.json")
def list_messages(call: Call) -> Response:
    """Return all messages to tests, newest first."""
    return JSONResponse({"messages": [_describe(message) for message in _list_messages(call)]})


@PAGES.at("/outbox/{message_id}.json")
def describe_message(call: Call) -> Response:
    """Return one whole message to tests."""
    message = _find_message(call)
    headers = [{"name": name, "value": value} for name, value in message.headers]
    parts = {"html": message.html, "headers": headers, "source": message.source}
    actions = {"hasEvents": message.has_events, "unsubscribe": message.unsubscribe}
    return JSONResponse(_describe(message) | parts | actions)


@PAGES.at("/outbox/{message_id}")
def show_message(call: Call) -> Response:
    """Show one whole message to people."""
    done = call.get("done")
    return call.show(
        "outbox_message.html",
        policy="; frame-src 'self'",
        message=_find_message(call),
        done=done if done in ("event", "answer", "unsubscribe") else "",
        portal_status=call.get("status"),
        answer_length=_ANSWER_LENGTH,
    )


@PAGES.at("/outbox/{message_id}/html")
def show_html_part(call: Call) -> Response:
    """Return the HTML part of a mail, for the frame on its page."""
    html = _find_message(call).html
    if not html:
        raise HTTPException(404)
    base = '<base target="_blank">'
    shown, count = re.subn(r"<head\b[^>]*>", lambda head: head[0] + base, html, count=1, flags=re.IGNORECASE)
    return HTMLResponse(shown if count else base + html, headers={"Content-Security-Policy": _MAIL_POLICY})


@PAGES.at("/outbox/{message_id}/{action}")
def act(call: Call) -> Response:
    """Report an event of a mail to the portal, answer a text message, or unsubscribe with one click."""
    message, action = _find_message(call), call.request.path_params["action"]
    if not call.is_post:  # The link to another language, on a page that shows a mistake.
        return show_message(call)
    words = call.form.get("event") or call.form.get("keyword", "")
    if action == "answers" and not words:
        words = call.read_field("answer", f".{{1,{_ANSWER_LENGTH}}}")
    if call.errors:
        return show_message(call)
    try:
        status = call.settings.outbox_actions[action](message.id, words)
    except LookupError:
        return call.show("message.html", 400, key="not_possible")
    query = {"ui_locales": call.language, "done": action.removesuffix("s"), "status": status or ""}
    return RedirectResponse(f"/outbox/{message.id}?{urlencode(query)}", 303)


def _list_messages(call: Call) -> list[Message]:
    """List messages, newest first; only those to `to` if the query has it."""
    to, messages = call.get("to").lower(), call.settings.list_messages()
    asked = [message for message in messages if not to or message.to.lower() == to]
    return sorted(asked, key=lambda message: message.sent_at, reverse=True)


def _find_message(call: Call) -> Message:
    """Return the message of the address; raises HTTPException for an unknown one."""
    message_id = call.request.path_params["message_id"]
    for message in call.settings.list_messages():
        if message.id == message_id:
            return message
    raise HTTPException(404)


def _describe(message: Message) -> dict[str, Any]:
    facts = {"id": message.id, "channel": message.channel, "to": message.to, "subject": message.subject}
    events = [{"event": event.kind, "at": event.at.isoformat()} for event in message.events]
    return {**facts, "text": message.text, "sentAt": message.sent_at.isoformat(), "events": events}
