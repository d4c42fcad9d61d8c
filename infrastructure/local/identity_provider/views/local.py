"""Tokens for the command line of the machine that the provider runs on."""

from ipaddress import ip_address

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from infrastructure.local.identity_provider.accounts import UnknownAccountError
from infrastructure.local.identity_provider.issuing import tokens_for
from infrastructure.local.identity_provider.services import services

blueprint = Blueprint("local", __name__)


@blueprint.post("/local/token")
def token() -> ResponseReturnValue:
    """Both tokens for `{"email": …}`.

    Only for programs on this machine: the caller's address must be a loopback address, and a browser,
    which always sends an Origin with a POST, is refused, so that no web page can ask.
    """
    if "Origin" in request.headers or not ip_address(request.remote_addr or "::").is_loopback:
        return jsonify(error="forbidden"), 403
    body = request.get_json(silent=True)
    email = body.get("email") if isinstance(body, dict) else None
    if not isinstance(email, str):
        return jsonify(error="invalid_request"), 400
    try:
        return jsonify(tokens_for(services(), email))
    except UnknownAccountError:
        return jsonify(error="unknown_account"), 404
