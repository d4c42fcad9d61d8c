"""The endpoints of the protocol: discovery, keys, token, userinfo, revocation, logout."""

from base64 import b64decode
from hmac import compare_digest
from urllib.parse import unquote_plus, urlencode

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
        challenge = tokens.make_challenge(form.get("code_verifier", ""))
        if form.get("redirect_uri") != kept.get("redirect_uri"):
            raise Refused("invalid_grant", "Invalid 'code' or 'redirect_uri' in request.")
        if not compare_digest(challenge, kept.get("code_challenge", "")):
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
        try:
            client_id, _, secret = b64decode(credentials, validate=True).decode().partition(":")
        except ValueError:
            raise Refused("invalid_client", status=401) from None
        client_id, secret = unquote_plus(client_id), unquote_plus(secret)
    agency_id = call.services.agency_clients.authenticate(client_id, secret)
    if agency_id is None:
        raise Refused("invalid_client", "The client id or the secret is wrong.", status=401)
    scope = f"agency-inbound/{agency_id}"
    # The client's scope is the default, as Cognito does it.
    if call.form.get("scope", scope) != scope:
        raise Refused("invalid_scope")
    token = call.services.tokens.issue_for_agency(client_id, scope)
    answer = {"access_token": token, "expires_in": tokens.AGENCY_TOKEN_SECONDS, "token_type": "Bearer"}
    return JSONResponse(answer)


@ENDPOINTS.at("/oauth2/userinfo")
def show_userinfo(call: Call) -> Response:
    """Return the claims about the person of the access token."""
    scheme, _, token = call.request.headers.get("Authorization", "").partition(" ")
    grant = call.services.tokens.find_access_grant(token) if scheme.lower() == "bearer" else None
    account = call.services.accounts.find_subject(grant.subject) if grant else None
    if grant is None or account is None:
        raise Refused("invalid_token", status=401)
    return JSONResponse(tokens.list_claims(account, grant.scope))


@ENDPOINTS.at("/oauth2/revoke")
def revoke(call: Call) -> Response:
    """End the grant of a token (RFC 7009)."""
    _require_portal(call)
    token = call.form.get("token", "")
    kept = call.services.store.take("refresh token", token)
    grant_id = kept["grant_id"] if kept else call.services.tokens.read(token, "access").get("origin_jti")
    call.services.store.delete("grant", "id", grant_id)
    return JSONResponse({})


def _require_portal(call: Call) -> None:
    """Raise Refused unless the caller is the portal, a public client, which sends no secret."""
    is_public = "Authorization" not in call.request.headers and "client_secret" not in call.form
    if not is_public or call.form.get("client_id") != call.settings.client_id:
        raise Refused("invalid_client")


@PAGES.at("/logout")
def log_out(call: Call) -> Response:
    """End the session: in Cognito's form (`client_id`, `logout_uri`) or in OpenID Connect's.

    Without an id token of the person who is signed in, OpenID Connect's form asks first.
    """
    is_cognito = "logout_uri" in call.request.query_params
    address = call.get("logout_uri") or call.get("post_logout_redirect_uri")
    if is_cognito and call.get("client_id") != call.settings.client_id:
        raise Refused("invalid_client", "The client is not known.")
    if (address or is_cognito) and address != f"{call.settings.portal_origin}/":
        raise Refused("invalid_request", "The address is not registered for this client.")
    subject = call.services.tokens.read(call.get("id_token_hint"), "id").get("sub")
    is_sure = is_cognito or call.is_post or call.account is None or subject == call.account.subject
    if not is_sure:
        return call.show("confirm_sign_out.html")
    call.sign_out()
    if not address:
        return call.show("message.html", key="signed_out")
    query = urlencode({"state": call.get("state")}) if call.get("state") and not is_cognito else ""
    return RedirectResponse(f"{address}?{query}".rstrip("?"), 302)
