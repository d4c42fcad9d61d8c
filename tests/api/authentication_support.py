"""Enhanced authentication function, and a local identity service."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import Event
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import requests
from starlette.responses import PlainTextResponse
from typing_extensions import override

from domains.accounts.account import Registration
from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.network import NetworkRules
from domains.agencies.transport import Transport
from domains.assurance.enhanced_authentication import EID
from domains.assurance.slots import TryLimit
from domains.assurance.tries_table import TriesTable
from domains.messages.messages_table import MessagesTable
from functions.authentication.attempt import Attempt, Beginning, ProviderJudgment, Reason, Start, Step
from functions.authentication.contract import CompletionRequest
from functions.authentication.eid import EidService, ElectronicIdentity
from functions.authentication.passkey_provider import PasskeyProvider
from functions.authentication.passkey_routes import routes as passkey_routes
from functions.authentication.passkey_service import PasskeyService
from functions.authentication.provider import AuthenticationProviderUnavailable, Provider
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.routes import routes
from functions.authentication.service import AuthenticationService, EnabledType
from functions.authentication.webauthn import RelyingParty
from infrastructure.sandbox.eid import CLIENT_ID, SandboxIdentityService
from infrastructure.sandbox.samples import SAMPLE_OWNERS
from portal.http import HttpSettings, create_app
from portal.routes import Routes
from portal.secrets import RotatingSecret
from portal.types import make_id
from tests.api.clock import MovesProcessClock
from tests.api.local_servers import ENOUGH_SECONDS, LocalServer, make_recorded_app, run_local_server
from tests.api.support import (
    AUTHENTICATION_TABLE,
    DOCUMENT_SECRET,
    MESSAGES_TABLE,
    ORIGIN_SECRET,
    TELEMETRY,
    TRIES_TABLE,
    USERS_TABLE,
    Answer,
    Client,
    Person,
)

ATTEMPTS = "/api/authentication/attempts"
STATUS = "/api/authentication/status"
TYPES = "/api/authentication/types/settings"
LOCKED_OUT = "/api/authentication/lockedout"
END = "/api/authentication"
PORTAL = "https://portal.example"
ASSURANCE = "urn:acr.login.gov:verified"
NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
MAX_FAILURES = 5
EID_ATTEMPT = {"typeId": EID, "purpose": "account", "returnTo": "/dashboard"}
# Matches the data that `tests.api.profile_support.register` sends.
REGISTERED = {"given_name": "ROSA", "family_name": "Delgado", "birthdate": "1988-04-02"}


Parts = Sequence[tuple[Routes, object]]


@dataclass
class IdentityService:
    """Running identity service."""

    issuer: str
    sandbox: SandboxIdentityService
    server: LocalServer
    asked: list[str] = field(default_factory=list)

    def switch(self, mode: str) -> None:
        self.sandbox.switch.mode = mode

    def answer(self, url: str, person: Mapping[str, str] = REGISTERED, **form: str) -> dict[str, str]:
        """Return the browser's answer after a person was selected at the identity service."""
        query = dict(parse_qsl(urlsplit(url).query))
        asked = requests.get(url, timeout=ENOUGH_SECONDS, allow_redirects=False)
        if asked.status_code == 200:
            sent = query | dict(person) | form
            asked = requests.post(
                f"{self.issuer}/authorize", sent, timeout=ENOUGH_SECONDS, allow_redirects=False
            )
        assert asked.status_code == 303, asked.text
        return dict(parse_qsl(urlsplit(asked.headers["Location"]).query))

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Answer no request until the end of the block."""
        app = self.server.app
        self.server.app = PlainTextResponse("It is out of service.", 503)
        yield
        self.server.app = app


def list_subjects(client: Client) -> list[str]:
    """List the subjects of a person's messages."""
    return [message["subject"] for message in client.get("/api/messages").json["items"]]


@contextmanager
def run_identity_service() -> Iterator[IdentityService]:
    """Run an identity service until the end of the block."""
    with run_local_server() as server:
        stopping = Event()
        issuer = f"http://localhost:{server.port}/eid"
        sandbox = SandboxIdentityService(issuer, PORTAL, SAMPLE_OWNERS, stopping.wait)
        service = IdentityService(issuer, sandbox, server)
        server.app = make_recorded_app(
            sandbox.routes, lambda request, _: service.asked.append(request.url.path.removeprefix("/eid/"))
        )
        try:
            yield service
        finally:
            stopping.set()


@dataclass
class AuthenticationWorld(MovesProcessClock):
    """Authentication function over moto, with a clock that the test moves."""

    client: Client
    service: IdentityService
    now: datetime = NOW

    def acting_as(
        self,
        person: Person,
        parts_of: Callable[[AuthenticationService], Parts] = lambda _: (),
        **changes: Any,
    ) -> Client:
        """Return a client with a separate sandbox of the function, which calls the identity service.

        Args:
            parts_of: returns additional parts of the function for its service.
        """
        provider = ElectronicIdentity(
            EidService(self.service.issuer, CLIENT_ID, ASSURANCE, PORTAL),
            Transport(NetworkRules("any", "localhost")),
            lambda: self.now.timestamp(),
        )
        parts: dict[str, Any] = {
            "clock": lambda: self.now,
            "new_id": make_id,
            "repository": AuthenticationRepository(AUTHENTICATION_TABLE),
            "tries": TriesTable(TRIES_TABLE, RotatingSecret(DOCUMENT_SECRET)),
            "accounts": AccountRepository(USERS_TABLE),
            "inbox": MessagesTable(MESSAGES_TABLE),
            "enabled": {EID: EnabledType(lambda: provider, TryLimit(MAX_FAILURES))},
            "passkeys": lambda: PasskeyProvider(
                RelyingParty(PORTAL),
                AuthenticationRepository(AUTHENTICATION_TABLE),
                MessagesTable(MESSAGES_TABLE),
                lambda: self.now,
            ),
            "recorder": OutcomeRecorder(TELEMETRY),
        }
        settings = HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))
        made = AuthenticationService(**(parts | changes))
        passkeys = PasskeyService(
            clock=lambda: self.now,
            new_id=make_id,
            repository=AuthenticationRepository(AUTHENTICATION_TABLE),
            inbox=MessagesTable(MESSAGES_TABLE),
            relying_party=lambda: RelyingParty(PORTAL),
            proof_types=frozenset({EID}),
        )
        app = create_app(
            (routes, made),
            (passkey_routes, passkeys),
            *parts_of(made),
            settings=settings,
            telemetry=TELEMETRY,
            is_open_to=make_terms_gate(USERS_TABLE),
        )
        rest = self.client.app_of
        acting = replace(self.client, app_of=lambda group: app if group == "authentication" else rest(group))
        return acting.acting_as(person)

    def begin(self, client: Client, **changes: Any) -> Any:
        answer = client.post(ATTEMPTS, EID_ATTEMPT | changes)
        assert answer.status == 201, answer
        return answer.json

    def complete(self, client: Client, begun: Any, answer: Mapping[str, str]) -> Answer:
        return client.post(f"{ATTEMPTS}/{begun['attemptId']}/completion", {"redirect": answer})

    def step_up(self, client: Client, person: Mapping[str, str] = REGISTERED) -> Answer:
        """Begin an attempt, authenticate as the person, and complete the attempt."""
        begun = self.begin(client)
        return self.complete(client, begun, self.service.answer(begun["redirectUrl"], person))


BEN = Person(email="ben@example.com", name="Ben Whitehorse")


OTHER = {"given_name": "Ben", "family_name": "Whitehorse", "birthdate": "1971-11-02"}


NOT_AUTHENTICATED = {
    "isAuthenticated": False,
    "enhancedAuthenticationType": None,
    "enhancedAuthenticationTypeId": None,
    "verifiedAt": None,
    "expiresAt": None,
    "assurance": "none",
}


def get_code(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json["code"]


def fail(world: AuthenticationWorld, client: Client) -> Answer:
    return world.step_up(client, OTHER)


class AsksAtOnce(Provider):
    """Provider that checks the person when an attempt begins."""

    def __init__(self, says: Reason | Exception | None) -> None:
        self.says = says
        self.begun = 0

    @override
    def begin_attempt(self, start: Start) -> Beginning:
        self.begun += 1
        if isinstance(self.says, Exception):
            raise self.says
        return Beginning("quiz", None, {}, refused=self.says)

    @override
    def get_next_step(self, attempt: Attempt) -> Step:
        raise AuthenticationProviderUnavailable("noStep")

    @override
    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        pass

    @override
    def judge_answer(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> ProviderJudgment:
        return ProviderJudgment("answerRefused", "")

    @override
    def get_end_url(self) -> str | None:
        return None


def get_result(answer: Answer) -> tuple[str, str | None]:
    assert answer.status == 200, answer
    return answer.json["state"], answer.json["reason"]
