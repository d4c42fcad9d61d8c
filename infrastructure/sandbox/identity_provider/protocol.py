"""The OAuth and OpenID Connect rules: Authlib's grants and endpoints, on the provider's own store."""

# Authlib carries no types, so its classes are Any and mypy would refuse every subclass.
# mypy: disable-error-code="misc"

from typing import Any

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2 import OAuth2Request
from authlib.oauth2.rfc6749.errors import (
    InvalidClientError,
    InvalidGrantError,
    InvalidRequestError,
    InvalidScopeError,
)
from authlib.oauth2.rfc6749.grants import (
    AuthorizationCodeGrant,
    ClientCredentialsGrant,
    RefreshTokenGrant,
)
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import OpenIDCode, UserInfoEndpoint
from authlib.oidc.core.errors import RequestNotSupportedError, RequestURINotSupportedError
from authlib.oidc.rpinitiated import EndSessionEndpoint
from flask import Flask
from joserfc.jwk import KeySet

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.accounts import Account, Accounts
from infrastructure.sandbox.identity_provider.agency_clients import AgencyClient, AgencyClients
from infrastructure.sandbox.identity_provider.clients import SCOPES, Client
from infrastructure.sandbox.identity_provider.grants import (
    AuthorizationCode,
    CodeRequest,
    Grants,
    RefreshToken,
    ReuseError,
)
from infrastructure.sandbox.identity_provider.policies import RESET_PASSWORD, SIGN_UP_SIGN_IN
from infrastructure.sandbox.identity_provider.sessions import Sessions
from infrastructure.sandbox.identity_provider.tokens import (
    ACCESS_TOKEN_SECONDS,
    AGENCY_TOKEN_SECONDS,
    ALGORITHM,
    AccessToken,
    Tokens,
    list_claims,
)

RESPONSE_MODES = ("query", "fragment")
AGENCY_AUTH_METHODS = ("client_secret_basic", "client_secret_post")
PROMPTS = ("none", "login", "select_account", "consent", "create")


def _make_token_response(
    tokens: Tokens, account: Account, grant: Any, scope: str, refresh_token: str
) -> dict[str, Any]:
    return {
        "token_type": "Bearer",
        "access_token": tokens.make_access_token(account, grant, scope),
        "expires_in": ACCESS_TOKEN_SECONDS,
        "refresh_token": refresh_token,
        "scope": scope,
    }


class ProofKey(CodeChallenge):
    """PKCE, required, with S256 only (RFC 9700, section 2.1.1)."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        """Refuse a request without a challenge, where Authlib would only notice at the token endpoint."""
        data = grant.request.payload.data
        if not data.get("code_challenge") or data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("'code_challenge' with 'code_challenge_method=S256' is required.")
        super().validate_code_challenge(grant, redirect_uri)


class RequestRules:
    """Optional request parameters that this provider supports."""

    def __call__(self, grant: Any) -> None:
        """Validate as a hook of Authlib, where an error goes back to the client."""
        grant.register_hook("after_validate_authorization_request_payload", self.check)

    def check(self, grant: Any, redirect_uri: str) -> None:
        """Raise InvalidRequestError, or the errors of OpenID Connect for request objects."""
        del redirect_uri
        data = grant.request.payload.data
        if "request" in data:
            raise RequestNotSupportedError()
        if "request_uri" in data:
            raise RequestURINotSupportedError()
        if data.get("response_mode", "query") not in RESPONSE_MODES:
            raise InvalidRequestError("Unsupported 'response_mode'.")
        if data.get("p", SIGN_UP_SIGN_IN) not in (SIGN_UP_SIGN_IN, RESET_PASSWORD):
            raise InvalidRequestError("Unknown policy in 'p'.")
        if not set(data.get("prompt", "").split()) <= set(PROMPTS):
            raise InvalidRequestError("Unsupported 'prompt'.")
        max_age = data.get("max_age", "0")
        if not (max_age.isascii() and max_age.isdigit() and len(max_age) <= 9):
            raise InvalidRequestError("Invalid 'max_age'.")


class IdTokens(OpenIDCode):
    """Adds the id token to what the token endpoint answers, for codes and for refresh tokens."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__(require_nonce=False)
        self._tokens = tokens

    def exists_nonce(self, nonce: str, request: OAuth2Request) -> bool:
        """Accept every nonce: the client compares it, and the browser's back button sends it again."""
        del nonce, request
        return False

    def encode_id_token(self, token: dict[str, Any], request: OAuth2Request) -> str:
        """Return the id token for this answer; only a code's one carries the nonce."""
        credential = request.authorization_code or request.refresh_token
        nonce = credential.get_nonce() if isinstance(credential, AuthorizationCode) else None
        return self._tokens.make_id_token(
            request.user, credential.grant, token["scope"], token["access_token"], nonce
        )


def _make_code_grant(
    accounts: Accounts, sessions: Sessions, grants: Grants, tokens: Tokens
) -> type[AuthorizationCodeGrant]:
    class CodeGrant(AuthorizationCodeGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

        def save_authorization_code(self, code: str, request: OAuth2Request) -> None:
            payload = request.payload
            grant = grants.open(
                request.user, request.client.client_id, request.scope, browser.find_session(sessions)
            )
            grants.save_code(
                code,
                grant,
                CodeRequest(
                    redirect_uri=payload.redirect_uri,
                    nonce=payload.data.get("nonce"),
                    code_challenge=payload.data["code_challenge"],
                    code_challenge_method=payload.data["code_challenge_method"],
                ),
            )

        def query_authorization_code(self, code: str, client: Client) -> AuthorizationCode | None:
            return grants.redeem_code(code, client.client_id)

        def delete_authorization_code(self, authorization_code: AuthorizationCode) -> None:
            """Do nothing: reading used the code up, also when the exchange fails afterwards."""

        def authenticate_user(self, authorization_code: AuthorizationCode) -> Account | None:
            return accounts.by_subject(authorization_code.grant.subject)

        def generate_token(self, user: Account, scope: str, **_: Any) -> dict[str, Any]:
            grant = self.request.authorization_code.grant
            return _make_token_response(tokens, user, grant, scope, grants.issue_refresh_token(grant))

    return CodeGrant


def _make_refresh_grant(accounts: Accounts, grants: Grants, tokens: Tokens) -> type[RefreshTokenGrant]:
    class RefreshGrant(RefreshTokenGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

        def authenticate_refresh_token(self, refresh_token: str) -> RefreshToken | None:
            return grants.find_refresh_token(refresh_token)

        def authenticate_user(self, refresh_token: RefreshToken) -> Account | None:
            return accounts.by_subject(refresh_token.grant.subject)

        def issue_token(self, user: Account, refresh_token: RefreshToken) -> dict[str, Any]:
            scope = self.request.payload.scope or refresh_token.get_scope()
            try:
                successor = grants.rotate(refresh_token)
            except ReuseError as error:
                raise InvalidGrantError() from error
            return _make_token_response(tokens, user, refresh_token.grant, scope, successor)

        def revoke_old_credential(self, refresh_token: RefreshToken) -> None:
            """Do nothing: the transaction that made the successor revoked it."""

    return RefreshGrant


def _make_agency_grant(tokens: Tokens) -> type[ClientCredentialsGrant]:
    class AgencyGrant(ClientCredentialsGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = AGENCY_AUTH_METHODS

        def authenticate_token_endpoint_client(self) -> AgencyClient:
            """Return the same answer to an unknown client as to a wrong secret."""
            try:
                client: AgencyClient = super().authenticate_token_endpoint_client()
            except (InvalidClientError, ValueError) as error:
                raise InvalidClientError("The client id or the secret is wrong.", status_code=401) from error
            return client

        def validate_requested_scope(self) -> None:
            """Allow the client's scopes, and default to all of them, as Cognito does."""
            asked = set((self.request.payload.scope or "").split())
            if not asked <= {self.request.client.scope}:
                raise InvalidScopeError()

        def generate_token(self, *_: Any, **__: Any) -> dict[str, Any]:
            """Return an access token and nothing else: no refresh token, no id token."""
            return {
                "access_token": tokens.make_agency_token(self.request.client),
                "expires_in": AGENCY_TOKEN_SECONDS,
                "token_type": "Bearer",
            }

    return AgencyGrant


class AccessTokens(BearerTokenValidator):
    """Reads the bearer token of a userinfo request."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._tokens = tokens

    def authenticate_token(self, token_string: str) -> AccessToken | None:
        """Return the token, if the provider signed it."""
        return self._tokens.read_access_token(token_string)


class UserInfo(UserInfoEndpoint):
    """Claims about the person behind an access token."""

    def generate_user_info(self, user: Account, scope: str) -> dict[str, Any]:
        """Return the same claims as in the id token."""
        return list_claims(user, scope)


def _make_revocation(grants: Grants, tokens: Tokens) -> type[RevocationEndpoint]:
    class Revocation(RevocationEndpoint):
        CLIENT_AUTH_METHODS = ("none",)

        def query_token(
            self, token_string: str, token_type_hint: str | None
        ) -> AccessToken | RefreshToken | None:
            del token_type_hint
            return tokens.read_access_token(token_string) or grants.find_refresh_token(token_string)

        def revoke_token(self, token: AccessToken | RefreshToken, request: OAuth2Request) -> None:
            del request
            grants.revoke(token.grant.id)

    return Revocation


def _make_end_session(sessions: Sessions, tokens: Tokens) -> type[EndSessionEndpoint]:
    class EndSession(EndSessionEndpoint):
        def get_server_jwks(self) -> KeySet:
            return tokens.key_set

        def get_algorithms(self) -> list[str]:
            return [ALGORITHM]

        def is_post_logout_redirect_uri_legitimate(self, *_: Any) -> bool:
            """Allow a logout without a hint, which the person confirms on a page."""
            return True

        def end_session(self, end_session_request: Any) -> None:
            del end_session_request
            browser.sign_out(sessions)

    return EndSession


def create_authorization_server(
    client: Client,
    agency_clients: AgencyClients,
    accounts: Accounts,
    sessions: Sessions,
    grants: Grants,
    tokens: Tokens,
) -> AuthorizationServer:
    """Return Authlib's server with all grants and endpoints; `init_app` binds it to a Flask app."""

    def query_client(client_id: str) -> Client | AgencyClient | None:
        return client if client_id == client.client_id else agency_clients.find(client_id)

    server = AuthorizationServer(query_client=query_client, save_token=lambda *_: None)
    id_tokens = IdTokens(tokens)
    server.register_grant(
        _make_code_grant(accounts, sessions, grants, tokens), [RequestRules(), ProofKey(), id_tokens]
    )
    server.register_grant(_make_refresh_grant(accounts, grants, tokens), [id_tokens])
    server.register_grant(_make_agency_grant(tokens))
    protector = ResourceProtector()
    protector.register_token_validator(AccessTokens(tokens))
    server.register_endpoint(UserInfo(resource_protector=protector))
    server.register_endpoint(_make_revocation(grants, tokens))
    server.register_endpoint(_make_end_session(sessions, tokens))
    return server


def bind(server: AuthorizationServer, app: Flask) -> None:
    """Give the server the app's configuration."""
    app.config["OAUTH2_SCOPES_SUPPORTED"] = list(SCOPES)
    server.init_app(app)
