"""The identity service: OpenID Connect for one client, the portal of this machine.

The user of its page chooses the person to vouch for. There are no sessions, so a logout only redirects.
"""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from infrastructure.local.http import (
    Request,
    Response,
    make_json_response,
    make_page_response,
    make_text_response,
)
from infrastructure.sandbox.pages import make_templates

if TYPE_CHECKING:
    from infrastructure.sandbox.agencies.records import Owner

Mode = Literal[
    "normal",
    "slow",
    "hanging",
    "error",
    "refusing",
    "wrongPerson",
    "expired",
    "wrongSignature",
    "wrongNonce",
    "lowAssurance",
]
MODES: tuple[Mode, ...] = get_args(Mode)
CLIENT_ID = "portal-eid"
ASSURANCE = "urn:acr.login.gov:verified"

_ALGORITHM = "RS256"
_CODE_SECONDS = 60
_TOKEN_SECONDS = 300
_SLOW_SECONDS = 1.5
_HANGING_SECONDS = 60.0
_LOW_ASSURANCE = "urn:acr.login.gov:auth-only"
_SOMEBODY_ELSE = {"given_name": "Somebody", "family_name": "Else", "birthdate": "1950-01-01"}
_EXPLAINED: Mapping[Mode, str] = {
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


@dataclass(frozen=True, slots=True)
class _Grant:
    """Grant of a code to the portal.

    Attributes:
        claims: about the person.
        ends_at: of `time.time`.
    """

    claims: Mapping[str, str]
    nonce: str
    challenge: str
    redirect_uri: str
    ends_at: float


class SandboxIdentityService:
    """Answers requests below its issuer's address."""

    def __init__(
        self,
        issuer: str,
        portal_origin: str,
        people: Sequence["Owner"],
        wait: Callable[[float], object],
    ) -> None:
        """Make the service.

        Args:
            issuer: its address, without a slash at the end.
            portal_origin: the only allowed origin for redirects.
            people: who can be chosen.
            wait: pauses for some seconds.
        """
        self._issuer = issuer
        self._portal_origin = portal_origin
        self._choices = people
        self._wait = wait
        self._mode: Mode = "normal"
        self._grants: dict[str, _Grant] = {}
        self._people: dict[str, Mapping[str, str]] = {}
        self._templates = make_templates(
            Path(__file__).parent / "templates",
            portal_origin=portal_origin,
            modes=MODES,
            explained=_EXPLAINED,
        )

    @cached_property
    def _key(self) -> RSAKey:
        return _make_key()

    def __call__(self, name: str, request: Request) -> Response:
        """Answer a request.

        Args:
            name: of what is asked for, below the issuer's address.
        """
        match request.method, name:
            case "GET", "":
                return self._render("home.html", mode=self._mode)
            case "POST", "switch":
                return self._switch(request)
            case "GET", ".well-known/openid-configuration":
                return make_json_response(200, self._make_configuration())
            case "GET", "jwks":
                return make_json_response(200, KeySet([self._key]).as_dict(private=False))
            case "GET", "authorize":
                return self._ask(dict(parse_qsl(request.query)))
            case "POST", "authorize":
                return self._grant(_parse_form(request))
            case "POST", "token":
                return self._misbehave() or self._answer_token(_parse_form(request))
            case "GET", "userinfo":
                return self._misbehave() or self._answer_userinfo(request)
            case "GET", "logout":
                return self._answer_logout(dict(parse_qsl(request.query)))
        return make_text_response(404, "There is nothing here.")

    def _make_configuration(self) -> Mapping[str, object]:
        return {
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

    def _switch(self, request: Request) -> Response:
        mode = next((known for known in MODES if known == _parse_form(request).get("mode")), None)
        if mode is None:
            return make_json_response(400, {"error": f"mode is one of {', '.join(MODES)}"})
        self._mode = mode
        return Response(303, [("Location", self._issuer)])

    def _ask(self, query: Mapping[str, str]) -> Response:
        """Return the page for choosing the person to vouch for."""
        if not self._is_from_portal(query):
            return make_text_response(400, "This is not how the portal asks.")
        if self._mode == "refusing":
            return _go_back(query["redirect_uri"], {"error": "access_denied", "state": query["state"]})
        return self._render("authorize.html", query=query, people=self._choices, mode=self._mode)

    def _grant(self, form: Mapping[str, str]) -> Response:
        if not self._is_from_portal(form):
            return make_text_response(400, "This is not how the portal asks.")
        # A person with one name has no claim for the other.
        names = ("given_name", "family_name", "birthdate")
        claims = {name: form[name] for name in names if form.get(name)}
        if form.get("choice") == "cancel" or "birthdate" not in claims or len(claims) < len(names) - 1:
            return _go_back(form["redirect_uri"], {"error": "access_denied", "state": form["state"]})
        code = secrets.token_urlsafe(32)
        self._grants[code] = _Grant(
            claims=_SOMEBODY_ELSE if self._mode == "wrongPerson" else claims,
            nonce=form["nonce"],
            challenge=form["code_challenge"],
            redirect_uri=form["redirect_uri"],
            ends_at=time.time() + _CODE_SECONDS,
        )
        return _go_back(form["redirect_uri"], {"code": code, "state": form["state"]})

    def _is_from_portal(self, values: Mapping[str, str]) -> bool:
        return (
            values.get("client_id") == CLIENT_ID
            and values.get("response_type") == "code"
            and values.get("code_challenge_method") == "S256"
            and bool(values.get("code_challenge"))
            and len(values.get("state", "")) >= 22
            and len(values.get("nonce", "")) >= 22
            and self._is_portal_address(values.get("redirect_uri", ""))
        )

    def _is_portal_address(self, address: str) -> bool:
        parts, portal = urlsplit(address), urlsplit(self._portal_origin)
        return (parts.scheme, parts.netloc) == (portal.scheme, portal.netloc)

    def _misbehave(self) -> Response | None:
        if self._mode == "slow":
            self._wait(_SLOW_SECONDS)
        if self._mode == "hanging":
            self._wait(_HANGING_SECONDS)
        return make_text_response(500, "The switch says so.") if self._mode == "error" else None

    def _answer_token(self, form: Mapping[str, str]) -> Response:
        grant = self._grants.pop(form.get("code", ""), None)
        is_good = (
            grant is not None
            and grant.ends_at > time.time()
            and form.get("grant_type") == "authorization_code"
            and form.get("client_id") == CLIENT_ID
            and form.get("redirect_uri") == grant.redirect_uri
            and create_s256_code_challenge(form.get("code_verifier", "")) == grant.challenge
        )
        if grant is None or not is_good:
            return make_json_response(400, {"error": "invalid_grant"})
        access_token = secrets.token_urlsafe(32)
        subject = secrets.token_hex(16)
        self._people[access_token] = {"sub": subject, **grant.claims}
        return make_json_response(
            200,
            {
                "access_token": access_token,
                "token_type": "Bearer",
                "expires_in": _TOKEN_SECONDS,
                "id_token": self._make_id_token(subject, grant.nonce),
            },
        )

    def _make_id_token(self, subject: str, nonce: str) -> str:
        now = int(time.time())
        is_expired = self._mode == "expired"
        claims: dict[str, Any] = {
            "iss": self._issuer,
            "sub": subject,
            "aud": CLIENT_ID,
            "acr": _LOW_ASSURANCE if self._mode == "lowAssurance" else ASSURANCE,
            "nonce": secrets.token_urlsafe(32) if self._mode == "wrongNonce" else nonce,
            "iat": now - 2 * _TOKEN_SECONDS if is_expired else now,
            "exp": now - _TOKEN_SECONDS if is_expired else now + _TOKEN_SECONDS,
        }
        key = _make_key() if self._mode == "wrongSignature" else self._key
        return jwt.encode({"alg": _ALGORITHM, "kid": self._key.kid}, claims, key, [_ALGORITHM])

    def _answer_userinfo(self, request: Request) -> Response:
        scheme, _, token = (request.header("Authorization") or "").partition(" ")
        person = self._people.pop(token, None) if scheme == "Bearer" else None
        return (
            make_json_response(200, person) if person else make_json_response(401, {"error": "invalid_token"})
        )

    def _answer_logout(self, query: Mapping[str, str]) -> Response:
        address = query.get("post_logout_redirect_uri", "")
        if query.get("client_id") != CLIENT_ID or not self._is_portal_address(address):
            return make_text_response(400, "This is not how the portal asks.")
        return _go_back(address, {"state": query.get("state", "")})

    def _render(self, template: str, **context: object) -> Response:
        html = self._templates.get_template(template).render(issuer=urlsplit(self._issuer).path, **context)
        return make_page_response(html, self._portal_origin)


def _make_key() -> RSAKey:
    key = RSAKey.generate_key(2048)
    return RSAKey.import_key(
        key.as_pem(private=True), {"kid": key.thumbprint(), "use": "sig", "alg": _ALGORITHM}
    )


def _parse_form(request: Request) -> dict[str, str]:
    return dict(parse_qsl((request.body or b"").decode(errors="replace")))


def _go_back(address: str, values: Mapping[str, str]) -> Response:
    separator = "&" if urlsplit(address).query else "?"
    return Response(303, [("Location", f"{address}{separator}{urlencode(values)}")])
