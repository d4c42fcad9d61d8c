"""EID: an identity service that has verified the person, over OpenID Connect.

Authorization code flow with PKCE (RFC 7636) as a public client, so the portal needs no secret; the claims
come from the UserInfo endpoint. RP-Initiated Logout 1.0 ends the service's session. The shape is that of
Login.gov (developers.login.gov/oidc) at identity assurance level 2.
"""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from hmac import compare_digest
from typing import Any
from urllib.parse import urlencode, urlsplit

from typing_extensions import override

from domains.accounts.account import Registration
from domains.accounts.same_person import LegalIdentity, is_same_person
from domains.agencies.transport import HttpAnswer, Transport
from functions.authentication.attempt import Attempt, Beginning, ProviderJudgment, Reason, Start, Step
from functions.authentication.calls import exchange
from functions.authentication.contract import CompletionRequest
from functions.authentication.errors import AttemptNotFound
from functions.authentication.provider import AnswerCanceled, AuthenticationProviderUnavailable, Provider
from portal.tokens.keys import KeysUnavailableError, SigningKeys, fetch_document
from portal.tokens.refusal import RefusedError
from portal.tokens.verification import TokenReader

RESPONSE_PATH = "/enhancedauthentication/eid/response"
LOGGED_OUT_PATH = "/enhancedauthentication/eid?action=loggedout"

_SCOPE = "openid profile"
_CONFIGURATION_SECONDS = 3600.0
_SECRET_BYTES = 32
_ENDPOINTS = (
    "authorization_endpoint",
    "token_endpoint",
    "userinfo_endpoint",
    "jwks_uri",
    "end_session_endpoint",
)
# RFC 6749, section 4.1.2.1: these two codes say nothing about the person.
_SERVICE_FAILURES = frozenset({"server_error", "temporarily_unavailable"})


@dataclass(frozen=True, slots=True)
class EidService:
    """Settings of an identity service and the portal's client."""

    issuer: str
    client_id: str
    assurance: str  # the `acr` value of a verified identity
    portal_origin: str


@dataclass(frozen=True, slots=True)
class _EidClaims:
    """Names and birth date that the service asserts."""

    legal_first_name: str
    legal_last_name: str
    date_of_birth: date


class ElectronicIdentity(Provider):
    """Provider for one identity service."""

    def __init__(self, service: EidService, transport: Transport, monotonic: Callable[[], float]) -> None:
        self._service = service
        self._transport = transport
        self._monotonic = monotonic
        self._endpoints: Mapping[str, str] = {}
        self._endpoints_until = 0.0
        self._reader: TokenReader | None = None

    @override
    def begin_attempt(self, start: Start) -> Beginning:
        nonce, verifier = secrets.token_urlsafe(_SECRET_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
        query = urlencode(
            {
                "response_type": "code",
                "client_id": self._service.client_id,
                "redirect_uri": self._service.portal_origin + RESPONSE_PATH,
                "scope": _SCOPE,
                "acr_values": self._service.assurance,
                "state": start.secret,
                "nonce": nonce,
                "code_challenge": challenge.decode(),
                "code_challenge_method": "S256",
                "prompt": "select_account",
                "ui_locales": start.language,
            }
        )
        address = self._get_configuration()["authorization_endpoint"]
        return Beginning("redirect", f"{address}?{query}", {"nonce": nonce, "verifier": verifier})

    @override
    def get_next_step(self, attempt: Attempt) -> Step:
        """Implement `Provider`: there is no further step."""
        return Step()

    @override
    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        redirect = answer.redirect
        if redirect is None:
            raise AttemptNotFound
        if not compare_digest(redirect.state.encode(), attempt.secret.encode()):
            raise AttemptNotFound
        if redirect.error in _SERVICE_FAILURES:
            raise AuthenticationProviderUnavailable("the service said so")
        if redirect.code is None:
            raise AnswerCanceled

    @override
    def judge_answer(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> ProviderJudgment:
        code = answer.redirect.code if answer.redirect else None
        reason = self._get_reason(attempt, code or "", person)
        return ProviderJudgment(reason, self._service.issuer)

    @override
    def get_end_url(self) -> str | None:
        query = urlencode(
            {
                "client_id": self._service.client_id,
                "post_logout_redirect_uri": self._service.portal_origin + LOGGED_OUT_PATH,
                "state": secrets.token_urlsafe(_SECRET_BYTES),
            }
        )
        try:
            return f"{self._get_configuration()['end_session_endpoint']}?{query}"
        except AuthenticationProviderUnavailable:
            # The person is signed out here even if the service is unavailable.
            return None

    def _get_reason(self, attempt: Attempt, code: str, person: Registration) -> Reason | None:
        tokens = self._exchange_code(code, attempt.kept["verifier"])
        if tokens is None:
            return "answerRefused"
        try:
            claims = self._make_token_reader().get_claims(str(tokens.get("id_token", "")))
        except RefusedError:
            return "answerRefused"
        except KeysUnavailableError as error:
            raise AuthenticationProviderUnavailable(str(error)) from None
        if claims.get("aud") != self._service.client_id or claims.get("nonce") != attempt.kept["nonce"]:
            return "answerRefused"
        if claims.get("acr") != self._service.assurance:
            return "assuranceTooLow"
        claimed = self._get_claimed_identity(str(tokens.get("access_token", "")), claims["sub"])
        if claimed is None:
            return "answerRefused"
        return None if is_same_person(claimed, person) else "wrongPerson"

    def _exchange_code(self, code: str, verifier: str) -> Mapping[str, Any] | None:
        """Exchange a code for tokens; None if the service refuses it."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._service.portal_origin + RESPONSE_PATH,
            "client_id": self._service.client_id,
            "code_verifier": verifier,
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        answer = self._call("POST", "token_endpoint", headers, urlencode(form).encode())
        return _parse_object(answer.body) if answer.status == 200 else None

    def _get_claimed_identity(self, access_token: str, subject: str) -> LegalIdentity | None:
        """Return the identity that the service asserts; None without one, or for another subject."""
        headers = {"Authorization": f"Bearer {access_token}", "Accept": "application/json"}
        answer = self._call("GET", "userinfo_endpoint", headers)
        claims = _parse_object(answer.body) if answer.status == 200 else {}
        # A service leaves one name out for people who have only one.
        first, last, born = (claims.get(name, "") for name in ("given_name", "family_name", "birthdate"))
        if claims.get("sub") != subject or not all(isinstance(claim, str) for claim in (first, last, born)):
            return None
        try:
            return _EidClaims(first, last, date.fromisoformat(born))
        except ValueError:
            return None

    def _make_token_reader(self) -> TokenReader:
        if self._reader is None:
            keys = SigningKeys(
                fetch=partial(fetch_document, self._get_configuration()["jwks_uri"]),
                monotonic=self._monotonic,
                on_failed_refresh=lambda *_: None,
            )
            self._reader = TokenReader(self._service.issuer, keys, time.time, requires_not_before=False)
        return self._reader

    def _get_configuration(self) -> Mapping[str, str]:
        """Return the service's endpoints (OpenID Connect Discovery 1.0), fetched once an hour."""
        now = self._monotonic()
        if not self._endpoints or now >= self._endpoints_until:
            answer = self._exchange(
                "GET", f"{self._service.issuer}/.well-known/openid-configuration", {}, None
            )
            configuration = _parse_object(answer.body) if answer.status == 200 else {}
            if configuration.get("issuer") != self._service.issuer:
                raise AuthenticationProviderUnavailable("configuration of another issuer")
            scheme = urlsplit(self._service.issuer).scheme
            addresses = {name: str(configuration.get(name, "")) for name in _ENDPOINTS}
            if any(urlsplit(address).scheme != scheme for address in addresses.values()):
                raise AuthenticationProviderUnavailable("configuration without an endpoint")
            self._endpoints, self._endpoints_until = addresses, now + _CONFIGURATION_SECONDS
        return self._endpoints

    def _call(
        self, method: str, endpoint: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> HttpAnswer:
        return self._exchange(method, self._get_configuration()[endpoint], headers, body)

    def _exchange(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> HttpAnswer:
        answer = exchange(self._transport, method, url, headers, body)
        if answer.status >= 500 or answer.status == 429:
            raise AuthenticationProviderUnavailable(f"status {answer.status}")
        return answer


def _parse_object(body: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise AuthenticationProviderUnavailable("no JSON") from None
    if not isinstance(value, dict):
        raise AuthenticationProviderUnavailable("no JSON object")
    return value
