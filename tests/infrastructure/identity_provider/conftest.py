"""A provider on a fresh database, a clock that the test moves, and a portal that walks the flows by hand."""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from jose import jwt
from werkzeug.test import TestResponse

from infrastructure.sandbox.identity_provider import (
    SAMPLE_PEOPLE,
    Message,
    Provider,
    ProviderSettings,
    accounts,
)

ISSUER = "http://localhost:8081"
ORIGIN = "http://localhost:9201"
PORTAL = "http://localhost:9200"


class Clock:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **duration: float) -> None:
        self.now += timedelta(**duration)

    @property
    def seconds(self) -> int:
        return int(self.now.timestamp())


class Page(HTMLParser):
    """The forms, links and language of a page."""

    def __init__(self, response: TestResponse) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.links: list[str] = []
        self.language = ""
        self.sample_code = ""
        self.text = response.get_data(as_text=True)
        self.feed(self.text)
        if found := re.search(r'id="sample-code">(\d{6})<', self.text):
            self.sample_code = found[1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = attributes["lang"]
        elif tag == "form":
            self.forms.append({"action": attributes["action"], "fields": {}})
        elif tag == "input":
            self.forms[-1]["fields"][attributes["name"]] = attributes.get("value", "")
        elif tag == "a":
            self.links.append(attributes["href"])

    def link(self, path: str) -> str:
        return next(link for link in self.links if urlsplit(link).path == path)

    def form(self, path: str) -> dict[str, Any]:
        return next(form for form in self.forms if urlsplit(form["action"]).path == path)


@dataclass
class Portal:
    """A browser and the portal in it."""

    browser: FlaskClient
    outbox: list[Message]
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    @property
    def challenge(self) -> str:
        return urlsafe_b64encode(sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()

    def parameters(self, **changes: str | None) -> dict[str, str]:
        """Return the parameters of a valid authorization request, without those that are None."""
        parameters = {
            "client_id": "portal-web",
            "redirect_uri": f"{PORTAL}/signin-callback",
            "response_type": "code",
            "scope": "openid email profile",
            "state": "state-1",
            "nonce": "nonce-1",
            "code_challenge": self.challenge,
            "code_challenge_method": "S256",
        }
        return {name: value for name, value in {**parameters, **changes}.items() if value is not None}

    def authorize(self, **changes: str | None) -> TestResponse:
        return self.browser.get("/oauth2/authorize", query_string=self.parameters(**changes))

    def open(self, **changes: str | None) -> Page:
        """Return the first page that an authorization request leads to."""
        response = self.authorize(**changes)
        assert response.status_code == 303, response.get_data(as_text=True)
        return self.get(response.location)

    def get(self, address: str) -> Page:
        response = self.browser.get(address)
        assert response.status_code == 200, (response.status_code, response.location)
        return Page(response)

    def submit(self, page: Page, path: str, **values: str) -> TestResponse:
        form = page.form(path)
        return self.browser.post(form["action"], data={**form["fields"], **values})

    def sign_in(
        self, email: str = "resident@example.com", password: str = "saguaro", **changes: str | None
    ) -> TestResponse:
        """Sign in and return the redirect to the portal, or the page that refuses the sign-in."""
        return self.prove(self.submit(self.open(**changes), "/sign-in", email=email, password=password))

    def prove(self, response: TestResponse) -> TestResponse:
        """Type the code of a sample person where one is asked for."""
        if urlsplit(response.location or "").path != "/second-factor":
            return response
        page = self.get(response.location)
        return self.submit(page, "/second-factor", code=page.sample_code)

    def exchange(self, code: str, **changes: str | None) -> TestResponse:
        body = {
            "grant_type": "authorization_code",
            "client_id": "portal-web",
            "redirect_uri": f"{PORTAL}/signin-callback",
            "code": code,
            "code_verifier": self.verifier,
            **changes,
        }
        return self.browser.post(
            "/oauth2/token", data={name: value for name, value in body.items() if value is not None}
        )

    def tokens(self, email: str = "resident@example.com", **changes: str) -> dict[str, Any]:
        """Return the token response of a whole sign-in."""
        response = self.exchange(answer(self.sign_in(email, **changes))["code"])
        assert response.status_code == 200, response.get_data(as_text=True)
        return dict(response.get_json())

    def refresh(self, token: str, **changes: str) -> TestResponse:
        body = {"grant_type": "refresh_token", "client_id": "portal-web", "refresh_token": token, **changes}
        return self.browser.post("/oauth2/token", data=body)

    def userinfo(self, access_token: str) -> TestResponse:
        return self.browser.get("/oauth2/userinfo", headers={"Authorization": f"Bearer {access_token}"})

    def get_claims(self, token: str) -> dict[str, Any]:
        """Return the claims of a token, verified by python-jose with the published key."""
        keys = self.browser.get("/.well-known/jwks.json").get_json()
        options = {"verify_exp": False, "verify_nbf": False, "verify_aud": False, "verify_at_hash": False}
        return dict(jwt.decode(token, keys, algorithms=["RS256"], issuer=ISSUER, options=options))

    def mailed_code(self, to: str) -> str:
        """Return the code in the newest mail to this address."""
        text = next(message.text for message in reversed(self.outbox) if message.to == to)
        found = re.findall(r"\b\d{6}\b", text)
        assert len(found) == 1, text
        return str(found[0])


def answer(response: TestResponse, redirect_uri: str = f"{PORTAL}/signin-callback") -> dict[str, str]:
    """Return the parameters that a redirect carries back to exactly this address of the portal."""
    assert response.status_code == 302, response.get_data(as_text=True)
    parts = urlsplit(response.location)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == redirect_uri
    return {name: values[0] for name, values in parse_qs(parts.query or parts.fragment).items()}


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """Real work factors would take most of the time of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "PASSWORD_METHOD", "scrypt:1024:8:1")
        yield


class CompiledTemplates(BytecodeCache):
    """Pages that are compiled once for all providers of this process; each test has its own Flask app."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if compiled := self._compiled.get(bucket.key):
            bucket.bytecode_from_string(compiled)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(autouse=True, scope="session")
def compiled_templates() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": CompiledTemplates()})
        yield


@pytest.fixture(name="answer")
def answer_fixture() -> Callable[..., dict[str, str]]:
    return answer


@pytest.fixture
def page() -> type[Page]:
    return Page


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outbox() -> list[Message]:
    return []


@pytest.fixture
def settings(tmp_path: Path, clock: Clock, outbox: list[Message]) -> ProviderSettings:
    return ProviderSettings(
        issuer=ISSUER,
        origin=ORIGIN,
        portal_origin=PORTAL,
        client_id="portal-web",
        database=tmp_path / "data" / "identity.sqlite3",
        send_mail=lambda to, subject, text: outbox.append(Message("email", to, subject, text, clock())),
        list_messages=lambda: outbox,
        clock=clock,
    )


@pytest.fixture(scope="session")
def seeded_database(quick_passwords: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the sample people and the key once, because hashes and key take a second."""
    path = tmp_path_factory.mktemp("seeded") / "identity.sqlite3"
    provider = Provider(
        ProviderSettings(
            issuer=ISSUER,
            origin=ORIGIN,
            portal_origin=PORTAL,
            client_id="portal-web",
            database=path,
            send_mail=lambda *_: None,
            list_messages=list,
        )
    )
    provider.seed(SAMPLE_PEOPLE)
    provider.close()
    return path


@pytest.fixture
def provider(settings: ProviderSettings, seeded_database: Path) -> Iterator[Provider]:
    settings.database.parent.mkdir()
    settings.database.write_bytes(seeded_database.read_bytes())
    provider = Provider(settings)
    yield provider
    provider.close()


@pytest.fixture
def new_portal(provider: Provider, outbox: list[Message]) -> Callable[[], Portal]:
    """Another browser at the same provider."""

    def create() -> Portal:
        browser = provider.app.test_client()
        browser.environ_base["HTTP_HOST"] = "localhost:9201"
        return Portal(browser, outbox)

    return create


@pytest.fixture
def portal(new_portal: Callable[[], Portal]) -> Portal:
    return new_portal()
