"""Requests of programs on this machine to the local cloud, at a port that no deployed portal has.

The caller's address must be a loopback address, and a browser, which always sends an Origin with a POST, is
refused, so that no web page can ask.
"""

from ipaddress import ip_address

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from infrastructure.sandbox.identity_provider.accounts import UnknownAccountError
from infrastructure.sandbox.identity_provider.agency_clients import (
    SCOPE_PREFIX,
    ClientTakenError,
    UnusableClientError,
)
from infrastructure.sandbox.identity_provider.issuing import issue_tokens
from infrastructure.sandbox.identity_provider.services import get_outbox_actions, get_services
from infrastructure.sandbox.identity_provider.settings import NotPossible

blueprint = Blueprint("local", __name__)


@blueprint.before_request
def refuse_others() -> ResponseReturnValue | None:
    """Refuse requests from other machines and pages; see the module."""
    if "Origin" in request.headers or not ip_address(request.remote_addr or "::").is_loopback:
        return jsonify(error="forbidden"), 403
    return None


@blueprint.post("/local/token")
def create_tokens() -> ResponseReturnValue:
    """Return both tokens for `{"email": …}`, so that a command or a test can call the portal as that person.

    With `"ofLatest": true` they belong to the person's latest sign-in, as if its page had asked.
    """
    body = request.get_json(silent=True)
    values = body if isinstance(body, dict) else {}
    email, of_latest = values.get("email"), values.get("ofLatest", False)
    if not isinstance(email, str) or not isinstance(of_latest, bool):
        return jsonify(error="invalid_request"), 400
    try:
        return jsonify(issue_tokens(get_services(), email, of_latest=of_latest))
    except UnknownAccountError:
        return jsonify(error="unknown_account"), 404


@blueprint.post("/local/agency-clients")
def register_agency_client() -> ResponseReturnValue:
    """Register the client of an agency: `{"agencyId": …, "clientId": …, "clientSecret": …}`.

    201. A client that exists stays as it is (409) unless `"replace": true` is said as well (200).
    """
    body = request.get_json(silent=True)
    values = body if isinstance(body, dict) else {}
    texts = [values.get(name) for name in ("agencyId", "clientId", "clientSecret")]
    replace = values.get("replace", False)
    if not all(isinstance(text, str) for text in texts) or not isinstance(replace, bool):
        return jsonify(error="invalid_request"), 400
    agency_id, client_id, client_secret = map(str, texts)
    clients = get_services().agency_clients
    is_new = clients.find(client_id) is None
    try:
        clients.register(agency_id, client_id, client_secret, replace=replace)
    except UnusableClientError:
        return jsonify(error="invalid_request"), 400
    except ClientTakenError:
        return jsonify(error="client_exists"), 409
    return jsonify(clientId=client_id, scope=f"{SCOPE_PREFIX}{agency_id}"), 201 if is_new else 200


@blueprint.post("/local/schedule/<function>")
def run_schedule(function: str) -> ResponseReturnValue:
    """Run at once what a schedule runs, by the logical id of its function, such as MaintenanceFunction.

    Responds with the function's answer after the run.
    """
    try:
        return jsonify(answer=get_services().settings.run_schedule(function))
    except LookupError:
        return jsonify(error="unknown_schedule"), 404


@blueprint.post("/local/functions/<function>")
def invoke(function: str) -> ResponseReturnValue:
    """Give a function an event, by its logical id: the body, which is JSON. Answers with what it answered."""
    event = request.get_json(silent=True)
    if not isinstance(event, dict):
        return jsonify(error="invalid_request"), 400
    invoke_function = get_services().settings.invoke_function
    try:
        if invoke_function is None:
            raise LookupError(function)
        return jsonify(answer=invoke_function(function, event))
    except LookupError:
        return jsonify(error="unknown_function"), 404


@blueprint.post("/local/outbox/<message_id>/events")
def report(message_id: str) -> ResponseReturnValue:
    """Report an event of a mail to the portal: `{"event": "Delivery" | "Bounce" | "Complaint"}`."""
    event = _read_text("event")
    if event is None:
        return jsonify(error="invalid_request"), 400
    try:
        get_outbox_actions().report(message_id, event)
    except NotPossible:
        return jsonify(error="not_possible"), 404
    return jsonify(event=event)


@blueprint.post("/local/outbox/<message_id>/answers")
def answer(message_id: str) -> ResponseReturnValue:
    """Answer a text message: `{"text": …}`."""
    words = _read_text("text")
    if words is None:
        return jsonify(error="invalid_request"), 400
    try:
        get_outbox_actions().answer(message_id, words)
    except NotPossible:
        return jsonify(error="not_possible"), 404
    return jsonify(text=words)


@blueprint.post("/local/outbox/<message_id>/unsubscribe")
def unsubscribe(message_id: str) -> ResponseReturnValue:
    """Unsubscribe with one click; answers with the status of the portal's answer."""
    try:
        return jsonify(status=get_outbox_actions().unsubscribe(message_id))
    except NotPossible:
        return jsonify(error="not_possible"), 404


def _read_text(name: str) -> str | None:
    body = request.get_json(silent=True)
    value = body.get(name) if isinstance(body, dict) else None
    return value if isinstance(value, str) else None
