"""A provider on a fresh database, a clock that the test moves, and a browser that walks the flows by hand."""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from httpx2 import Response
from jose import jwt
from starlette.testclient import TestClient

from infrastructure.sandbox.identity_provider import (
    SAMPLE_PEOPLE,
    Message,
    NotPossible,
    Provider,
    ProviderSettings,
)

ORIGIN = "http://localhost:9201"
PORTAL = "http://localhost:9200"
CALLBACK = f"{PORTAL}/signin-callback"
ISSUER = "http://localhost:8081"

Done = list[tuple[str, ...]]


class Clock:
    """Stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **duration: float) -> None:
        self.now += timedelta(**duration)


class Browser(TestClient):
    """A browser, and the portal in it as a client of the provider."""

    def __init__(self, provider: Provider, outbox: list[Message]) -> None:
        super().__init__(provider.app, ORIGIN, follow_redirects=False)
        self.outbox = outbox
        self.verifier = secrets.token_urlsafe(48)

    def authorize(self, **changes: str) -> Response:
        """Send a valid request of the portal with changes; an empty text leaves a parameter out."""
        challenge = urlsafe_b64encode(sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        parameters = {
            "client_id": "portal-web",
            "redirect_uri": CALLBACK,
            "response_type": "code",
            "scope": "openid email profile",
            "state": "state-1",
            "nonce": "nonce-1",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        given = {name: value for name, value in {**parameters, **changes}.items() if value}
        return self.get("/oauth2/authorize", params=given)

    def open(self, **changes: str) -> Response:
        """Return the first page that an authorization request leads to."""
        return self.follow(self.authorize(**changes))

    def follow(self, answer: Response) -> Response:
        assert answer.status_code == 303, answer.text
        return self.get(answer.headers["Location"])

    def submit(self, page: Response, path: str, **values: str) -> Response:
        """Post the form of a page that leads to a path."""
        action = next(each for each in find_all('action="([^"]+)"', page) if urlsplit(each).path == path)
        return self.post(action, data=values, headers={"Origin": ORIGIN})

    def click(self, page: Response, path: str) -> Response:
        return self.get(
            next(each for each in find_all('href="([^"]+)"', page) if urlsplit(each).path == path)
        )

    def sign_in(self, email: str = "resident@example.com", **changes: str) -> Response:
        """Sign in; return the redirect to the portal, or the page that refuses."""
        return self.prove(self.submit(self.open(**changes), "/sign-in", email=email, password="saguaro"))

    def prove(self, answer: Response) -> Response:
        """Type the code that the page of the second factor shows, where one is asked for."""
        if urlsplit(answer.headers.get("Location", "")).path != "/second-factor":
            return answer
        page = self.follow(answer)
        (code,) = find_all(r'id="sample-code">(\d{6})<', page)
        return self.submit(page, "/second-factor", code=code)

    def exchange(self, code: str, **changes: str) -> Response:
        body = {"grant_type": "authorization_code", "client_id": "portal-web", "redirect_uri": CALLBACK}
        body |= {"code": code, "code_verifier": self.verifier}
        return self.post("/oauth2/token", data=body | changes)

    def get_tokens(self, email: str = "resident@example.com") -> dict[str, Any]:
        """Return the token response of a whole sign-in."""
        response = self.exchange(read_answer(self.sign_in(email))["code"])
        assert response.status_code == 200, response.text
        return dict(response.json())

    def refresh(self, token: str) -> Response:
        body = {"grant_type": "refresh_token", "client_id": "portal-web", "refresh_token": token}
        return self.post("/oauth2/token", data=body)

    def ask_silently(self, **changes: str) -> str:
        """Return the error of a silent sign-in, or "signed in"."""
        return read_answer(self.authorize(prompt="none", **changes)).get("error", "signed in")

    def read_claims(self, token: str) -> dict[str, Any]:
        """Return the claims of a token, verified by python-jose with the published key."""
        options = {"verify_exp": False, "verify_aud": False}
        keys = self.get("/.well-known/jwks.json").json()
        return dict(jwt.decode(token, keys, algorithms=["RS256"], issuer=ISSUER, options=options))

    def get_mailed_code(self, to: str) -> str:
        (code,) = re.findall(r"\b\d{6}\b", next(each.text for each in reversed(self.outbox) if each.to == to))
        return str(code)


def find_all(pattern: str, page: Response) -> list[str]:
    return [found.replace("&amp;", "&") for found in re.findall(pattern, page.text)]


def read_answer(answer: Response, redirect_uri: str = CALLBACK) -> dict[str, str]:
    """Return the parameters that a redirect carries back to exactly this address of the portal."""
    assert answer.status_code == 302, answer.text
    address, _, query = answer.headers["Location"].partition("?")
    assert address == redirect_uri
    return {name: values[0] for name, values in parse_qs(query).items()}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outbox() -> list[Message]:
    return []


@pytest.fixture
def done() -> Done:
    """Keep the calls to the local cloud."""
    return []


@pytest.fixture
def settings(tmp_path: Path, clock: Clock, outbox: list[Message], done: Done) -> ProviderSettings:
    def act(action: str, message_id: str, words: str) -> int:
        if message_id == "code-1":
            raise NotPossible
        done.append((action, message_id, words))
        return 204

    def run(function: str, event: object = None) -> object:
        if function != "MaintenanceFunction":
            raise LookupError(function)
        return {"event": event}

    return ProviderSettings(
        issuer=ISSUER,
        origin=ORIGIN,
        portal_origin=PORTAL,
        client_id="portal-web",
        database=tmp_path / "data" / "identity.sqlite3",
        send_mail=lambda to, subject, text: outbox.append(Message("email", to, subject, text, clock())),
        list_messages=lambda: outbox,
        outbox_actions={name: partial(act, name) for name in ("events", "answers", "unsubscribe")},
        run_schedule=run,
        invoke_function=run,
        clock=clock,
    )


@pytest.fixture
def provider(settings: ProviderSettings) -> Iterator[Provider]:
    provider = Provider(settings)
    provider.seed(SAMPLE_PEOPLE)
    yield provider
    provider.close()


@pytest.fixture
def new_browser(provider: Provider, outbox: list[Message]) -> Callable[[], Browser]:
    return lambda: Browser(provider, outbox)


@pytest.fixture
def browser(new_browser: Callable[[], Browser]) -> Browser:
    return new_browser()
