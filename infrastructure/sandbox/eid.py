"""The identity service: OpenID Connect for one client, the portal of this machine.

The user of its page chooses the person to vouch for. There are no sessions, so a logout only redirects.
"""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from infrastructure.sandbox.samples import Owner
from infrastructure.sandbox.web import Switch, get, go_to, make_page, parse_form, post

EID = "eid"
"""Path of the identity service, beside the agencies."""

CLIENT_ID = "portal-eid"
ASSURANCE = "urn:acr.login.gov:verified"
MODES: Mapping[str, str] = {
    "normal": "vouches for whom you choose",
    "slow": "answers the portal after 1.5 s",
    "hanging": "answers the portal after 60 s",
    "error": "answers the portal with 500",
    "refusing": "refuses whoever comes",
    "wrongPerson": "vouches for somebody else",
    "expired": "sends an identity that has expired",
    "wrongSignature": "signs with a key that it does not publish",
    "wrongNonce": "answers another question",
    "lowAssurance": "knows the person without having proven who they are",
}

_ALGORITHM = "RS256"
_TOKEN_SECONDS = 300
_LOW_ASSURANCE = "urn:acr.login.gov:auth-only"
_CLAIMS = ("given_name", "family_name", "birthdate")
_SOMEBODY_ELSE = {"given_name": "Somebody", "family_name": "Else", "birthdate": "1950-01-01"}


class SandboxIdentityService:
    """The identity service, below the address of its issuer."""

    def __init__(
        self, issuer: str, portal_origin: str, people: Sequence[Owner], wait: Callable[[float], object]
    ) -> None:
        """Make the service; the issuer is its address, without a slash at the end."""
        self._issuer = issuer
        self._portal_origin = portal_origin
        self._people = people
        self._path = urlsplit(issuer).path
        self.switch = Switch(MODES, issuer, wait)
        # Forms with the portal's request and the person, by the code that was given for them.
        self._forms: dict[str, Mapping[str, str]] = {}
        self._persons: dict[str, Mapping[str, str]] = {}
        self.routes = [
            get(self._path, lambda _: self._render("eid.html")),
            post(f"{self._path}/switch", self.switch.set),
            get(f"{self._path}/.well-known/openid-configuration", self._show_configuration),
            get(f"{self._path}/jwks", lambda _: JSONResponse(KeySet([self._key]).as_dict(private=False))),
            get(f"{self._path}/authorize", self._ask),
            post(f"{self._path}/authorize", self._grant),
            post(f"{self._path}/token", self._answer_token),
            get(f"{self._path}/userinfo", self._answer_userinfo),
            get(f"{self._path}/logout", self._answer_logout),
        ]

    @cached_property
    def _key(self) -> RSAKey:
        return _make_key()

    def _show_configuration(self, _request: Request) -> Response:
        return JSONResponse(
            {
                "issuer": self._issuer,
                "authorization_endpoint": f"{self._issuer}/authorize",
                "token_endpoint": f"{self._issuer}/token",
                "userinfo_endpoint": f"{self._issuer}/userinfo",
                "jwks_uri": f"{self._issuer}/jwks",
                "end_session_endpoint": f"{self._issuer}/logout",
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "subject_types_supported": ["pairwise"],
                "id_token_signing_alg_values_supported": [_ALGORITHM],
            }
        )

    def _ask(self, request: Request) -> Response:
        """Return the page for choosing the person to vouch for."""
        query = request.query_params
        if not self._is_from_portal(query):
            return _refuse()
        if self.switch.mode == "refusing":
            return _go_back(query["redirect_uri"], {"error": "access_denied", "state": query["state"]})
        return self._render("eid_authorize.html", query=query, people=self._people)

    def _grant(self, _request: Request, body: bytes) -> Response:
        form = parse_form(body)
        if not self._is_from_portal(form):
            return _refuse()
        if form.get("choice") == "cancel":
            return _go_back(form["redirect_uri"], {"error": "access_denied", "state": form["state"]})
        code = secrets.token_urlsafe(32)
        self._forms[code] = form
        return _go_back(form["redirect_uri"], {"code": code, "state": form["state"]})

    def _is_from_portal(self, values: Mapping[str, str]) -> bool:
        return (
            values.get("client_id") == CLIENT_ID
            and values.get("code_challenge_method") == "S256"
            and all(values.get(name) for name in ("state", "nonce"))
            and self._is_portal_address(values.get("redirect_uri", ""))
        )

    def _is_portal_address(self, address: str) -> bool:
        parts, portal = urlsplit(address), urlsplit(self._portal_origin)
        return (parts.scheme, parts.netloc) == (portal.scheme, portal.netloc)

    def _answer_token(self, _request: Request, body: bytes) -> Response:
        if misbehavior := self.switch.misbehave():
            return misbehavior
        form = parse_form(body)
        asked = self._forms.pop(form.get("code", ""), None)
        if (
            asked is None
            or form.get("client_id") != CLIENT_ID
            or form.get("redirect_uri") != asked["redirect_uri"]
            or create_s256_code_challenge(form.get("code_verifier", "")) != asked["code_challenge"]
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        access_token, subject = secrets.token_urlsafe(32), secrets.token_hex(16)
        # A person with one name has no claim for the other.
        claims = {name: asked[name] for name in _CLAIMS if name in asked}
        claims = _SOMEBODY_ELSE if self.switch.mode == "wrongPerson" else claims
        self._persons[access_token] = {"sub": subject, **claims}
        return JSONResponse(
            {
                "access_token": access_token,
                "token_type": "Bearer",
                "expires_in": _TOKEN_SECONDS,
                "id_token": self._make_id_token(subject, asked["nonce"]),
            }
        )

    def _make_id_token(self, subject: str, nonce: str) -> str:
        mode = self.switch.mode
        issued_at = int(time.time()) - (2 * _TOKEN_SECONDS if mode == "expired" else 0)
        claims: dict[str, Any] = {
            "iss": self._issuer,
            "sub": subject,
            "aud": CLIENT_ID,
            "acr": _LOW_ASSURANCE if mode == "lowAssurance" else ASSURANCE,
            "nonce": secrets.token_urlsafe(32) if mode == "wrongNonce" else nonce,
            "iat": issued_at,
            "exp": issued_at + _TOKEN_SECONDS,
        }
        key = _make_key() if mode == "wrongSignature" else self._key
        return jwt.encode({"alg": _ALGORITHM, "kid": self._key.kid}, claims, key, [_ALGORITHM])

    def _answer_userinfo(self, request: Request) -> Response:
        if misbehavior := self.switch.misbehave():
            return misbehavior
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        person = self._persons.pop(token, None)
        return JSONResponse(person) if person else JSONResponse({"error": "invalid_token"}, 401)

    def _answer_logout(self, request: Request) -> Response:
        query = request.query_params
        address = query.get("post_logout_redirect_uri", "")
        if query.get("client_id") != CLIENT_ID or not self._is_portal_address(address):
            return _refuse()
        return _go_back(address, {"state": query.get("state", "")})

    def _render(self, template: str, **context: Any) -> Response:
        context |= {"issuer": self._path, "switch": self.switch, "portal_origin": self._portal_origin}
        return make_page(template, self._portal_origin, **context)


def _make_key() -> RSAKey:
    key = RSAKey.generate_key(2048)
    return RSAKey.import_key(
        key.as_pem(private=True), {"kid": key.thumbprint(), "use": "sig", "alg": _ALGORITHM}
    )


def _refuse() -> Response:
    return PlainTextResponse("This is not how the portal asks.", 400)


def _go_back(address: str, values: Mapping[str, str]) -> Response:
    separator = "&" if urlsplit(address).query else "?"
    return go_to(f"{address}{separator}{urlencode(values)}")
