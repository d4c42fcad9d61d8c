"""The endpoints of the protocol: discovery, keys, authorization, token, userinfo, revocation, logout."""

from typing import Any
from urllib.parse import urlencode

from authlib.oauth2.rfc6749.errors import OAuth2Error
from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as BaseResponse

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.authorization import authorize, complete, refuse
from infrastructure.sandbox.identity_provider.clients import SCOPES
from infrastructure.sandbox.identity_provider.pages import go_to, refuse_forged_forms, show
from infrastructure.sandbox.identity_provider.policies import RESET_PASSWORD
from infrastructure.sandbox.identity_provider.protocol import (
    AGENCY_AUTH_METHODS,
    PROMPTS,
    RESPONSE_MODES,
)
from infrastructure.sandbox.identity_provider.second_factors import ACR
from infrastructure.sandbox.identity_provider.services import get_services
from infrastructure.sandbox.identity_provider.texts import LANGUAGES
from infrastructure.sandbox.identity_provider.tokens import ALGORITHM

blueprint = Blueprint("endpoints", __name__)


@blueprint.get("/.well-known/openid-configuration")
def show_discovery() -> Response:
    """Return the metadata for clients (OpenID Connect Discovery 1.0).

    Contrary to the standard, the issuer may differ from the address of this document: see docs/adr/0034.
    """
    settings = get_services().settings
    origin = settings.origin
    return jsonify(
        issuer=settings.issuer,
        authorization_endpoint=f"{origin}/oauth2/authorize",
        token_endpoint=f"{origin}/oauth2/token",
        userinfo_endpoint=f"{origin}/oauth2/userinfo",
        revocation_endpoint=f"{origin}/oauth2/revoke",
        end_session_endpoint=f"{origin}/logout",
        jwks_uri=f"{origin}/.well-known/jwks.json",
        scopes_supported=SCOPES,
        response_types_supported=["code"],
        response_modes_supported=RESPONSE_MODES,
        grant_types_supported=["authorization_code", "refresh_token", "client_credentials"],
        subject_types_supported=["public"],
        id_token_signing_alg_values_supported=[ALGORITHM],
        token_endpoint_auth_methods_supported=["none", *AGENCY_AUTH_METHODS],
        revocation_endpoint_auth_methods_supported=["none"],
        code_challenge_methods_supported=["S256"],
        prompt_values_supported=PROMPTS,
        ui_locales_supported=list(LANGUAGES),
        acr_values_supported=[ACR],
        claims_supported=["sub", "email", "email_verified", "name", "given_name", "family_name"],
        request_parameter_supported=False,
        request_uri_parameter_supported=False,
    )


@blueprint.get("/.well-known/jwks.json")
def show_keys() -> Response:
    """Return the public signing key."""
    return jsonify(get_services().tokens.get_public_keys())


@blueprint.get("/oauth2/authorize")
def authorize_request() -> BaseResponse:
    """Issue a code at once, or redirect to the first page of the request."""
    try:
        account, grant = authorize()
        if request.args.get("p") == RESET_PASSWORD:
            return go_to("reset.show_email")
        if "create" in request.args.get("prompt", "").split():
            return go_to("sign_up.show_details")
        if account is None or grant.prompt in ("login", "select_account"):
            return go_to("sign_in.sign_in")
        return complete(account)
    except OAuth2Error as error:
        return refuse(error)


@blueprint.post("/oauth2/authorize")
def redirect_authorization() -> BaseResponse:
    """Redirect a POST to the same request by GET (OpenID Connect Core, section 3.1.2.1)."""
    query = urlencode(list(request.form.items(multi=True)))
    return redirect(f"{url_for('endpoints.authorize_request')}?{query}", 303)


@blueprint.post("/oauth2/token")
def issue_token() -> Response:
    """Exchange a code or a refresh token, or give an agency a token of its own."""
    response: Response = get_services().server.create_token_response()
    return response


@blueprint.route("/oauth2/userinfo", methods=["GET", "POST"])
def show_userinfo() -> Response:
    """Return the claims about the person of the access token."""
    response: Response = get_services().server.create_endpoint_response("userinfo")
    return response


@blueprint.post("/oauth2/revoke")
def revoke() -> Response:
    """End the family of a token (RFC 7009)."""
    response: Response = get_services().server.create_endpoint_response("revocation")
    return response


@blueprint.route("/logout", methods=["GET", "POST"])
def log_out() -> ResponseReturnValue:
    """End the session: in Cognito's form (`client_id`, `logout_uri`) or in OpenID Connect's.

    Without an id token of the person who is signed in, OpenID Connect's form asks first.
    """
    if "logout_uri" in request.values:
        return _log_out_of_cognito()
    try:
        logout_request = get_services().server.validate_endpoint_request("end_session")
    except OAuth2Error as error:
        return _refuse_logout(error.error or "invalid_request")
    if _is_confirmation_needed(logout_request):
        return show("confirm_sign_out.html", parameters=list(request.values.items(multi=True)))
    return _end_session(logout_request)


@blueprint.post("/logout/confirm")
def confirm_logout() -> ResponseReturnValue:
    """Handle the confirmation page of a logout."""
    forged = refuse_forged_forms()
    if forged is not None:
        return forged
    try:
        return _end_session(get_services().server.validate_endpoint_request("end_session"))
    except OAuth2Error as error:
        return _refuse_logout(error.error or "invalid_request")


def _end_session(logout_request: Any) -> ResponseReturnValue:
    response: Response | None = get_services().server.create_endpoint_response("end_session", logout_request)
    return response or show("message.html", key="signed_out")


def _is_confirmation_needed(logout_request: Any) -> bool:
    """Return whether the logout request may be forged."""
    session = browser.find_session(get_services().sessions)
    if session is None:
        return False
    return (logout_request.id_token_claims or {}).get("sub") != session.account.subject


def _log_out_of_cognito() -> ResponseReturnValue:
    client = get_services().server.query_client(request.values.get("client_id", ""))
    logout_uri = request.values["logout_uri"]
    if client is None or logout_uri not in client.logout_uris:
        return _refuse_logout("invalid_request")
    browser.sign_out(get_services().sessions)
    return redirect(logout_uri)


def _refuse_logout(code: str) -> Response:
    page = render_template("request_error.html", code=code, details="")
    return make_response(page, 400)
