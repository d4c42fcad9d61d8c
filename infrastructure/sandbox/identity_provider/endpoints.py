"""The endpoints of the protocol: discovery, keys, token, revocation, logout."""

from base64 import b64decode
from urllib.parse import unquote_plus

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from starlette.responses import JSONResponse, RedirectResponse, Response

from infrastructure.sandbox.identity_provider import tokens
from infrastructure.sandbox.identity_provider.calls import ENDPOINTS, FOLDER, PAGES, Call, Refused


@ENDPOINTS.at("/.well-known/openid-configuration")
def show_discovery(call: Call) -> Response:
    """Return the metadata for clients (OpenID Connect Discovery 1.0).

    Contrary to the standard, the issuer may differ from the address of this document: see docs/adr/0034.
    """
    text = (FOLDER / "discovery.json").read_text(encoding="utf-8")
    named = text.replace("{issuer}", call.settings.issuer).replace("{origin}", call.settings.origin)
    return Response(named, media_type="application/json")


@ENDPOINTS.at("/.well-known/jwks.json")
def show_keys(call: Call) -> Response:
    """Return the public signing key."""
    return JSONResponse(call.services.tokens.get_public_keys())


@ENDPOINTS.at("/oauth2/token")
def issue_token(call: Call) -> Response:
    """Exchange a code or a refresh token, each of which works once, or give an agency a token of its own."""
    form, store, grant_type = call.form, call.services.store, call.form.get("grant_type")
    if grant_type == "client_credentials":
        return _issue_for_agency(call)
    _require_portal(call)
    if grant_type == "authorization_code":
        kept = store.take("authorization code", form.get("code", "")) or {}
        challenge = create_s256_code_challenge(form.get("code_verifier", ""))
        if form.get("redirect_uri") != kept.get("redirect_uri"):
            raise Refused("invalid_grant", "Invalid 'code' or 'redirect_uri' in request.")
        if challenge != kept.get("code_challenge"):
            raise Refused("invalid_grant", "Code challenge failed.")
    elif grant_type == "refresh_token":
        kept = store.take("refresh token", form.get("refresh_token", "")) or {}
    else:
        raise Refused("unsupported_grant_type")
    grant = call.services.tokens.find_grant(kept.get("grant_id", ""))
    account = call.services.accounts.find_subject(grant.subject) if grant else None
    if grant is None or account is None:
        raise Refused("invalid_grant")
    answer = {
        "token_type": "Bearer",
        **call.services.tokens.issue(account, grant, kept.get("nonce", "")),
        "expires_in": tokens.ACCESS_TOKEN_SECONDS,
        "refresh_token": call.services.tokens.issue_refresh_token(grant),
        "scope": grant.scope,
    }
    return JSONResponse(answer)


def _issue_for_agency(call: Call) -> Response:
    """Give an access token and nothing else: no refresh token, no id token."""
    client_id, secret = call.form.get("client_id", ""), call.form.get("client_secret", "")
    scheme, _, credentials = call.request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "basic":  # RFC 6749, section 2.3.1
        client_id, _, secret = map(unquote_plus, b64decode(credentials).decode().partition(":"))
    agency_id = call.services.accounts.authenticate_client(client_id, secret)
    if agency_id is None:
        raise Refused("invalid_client", "The client id or the secret is wrong.", status=401)
    scope = f"agency-inbound/{agency_id}"
    # The client's scope is the default, as Cognito does it.
    if call.form.get("scope", scope) != scope:
        raise Refused("invalid_scope")
    token = call.services.tokens.issue_for_agency(client_id, scope)
    answer = {"access_token": token, "expires_in": tokens.AGENCY_TOKEN_SECONDS, "token_type": "Bearer"}
    return JSONResponse(answer)


@ENDPOINTS.at("/oauth2/revoke")
def revoke(call: Call) -> Response:
    """End the grant of a refresh token (RFC 7009)."""
    _require_portal(call)
    if kept := call.services.store.take("refresh token", call.form.get("token", "")):
        call.services.store.delete("grant", "id", kept["grant_id"])
    return JSONResponse({})


def _require_portal(call: Call) -> None:
    if call.form.get("client_id") != call.settings.client_id:
        raise Refused("invalid_client")


@PAGES.at("/logout")
def log_out(call: Call) -> Response:
    """End the session and return to the portal, in the form of Cognito (`client_id`, `logout_uri`)."""
    if call.get("client_id") != call.settings.client_id:
        raise Refused("invalid_client", "The client is not known.")
    address = call.get("logout_uri")
    if address != f"{call.settings.portal_origin}/":
        raise Refused("invalid_request", "The address is not registered for this client.")
    call.sign_out()
    return RedirectResponse(address, 302)
