"""Enhanced authentication by MID: sandbox wallets, and the publisher of trusted issuers."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from domains.agencies.network import NetworkRules
from domains.agencies.transport import Transport
from domains.assurance.enhanced_authentication import MID
from domains.assurance.slots import TryLimit
from functions.authentication.mobile_id import MobileId
from functions.authentication.mobile_id_requests import MobileIdRequests
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.revocation_list_reader import RevocationListReader
from functions.authentication.service import AuthenticationService, EnabledType
from functions.authentication.trust_list_reader import (
    MAX_LIST_BYTES,
    TrustListPublisher,
    TrustListReader,
)
from functions.authentication.wallet_routes import routes as wallet_routes
from functions.authentication.wallet_service import WalletService
from infrastructure.local.http import Request, Response
from infrastructure.sandbox.wallet.authority import REVOCATIONS, Authority, load_authority
from infrastructure.sandbox.wallet.cases import HONEST
from infrastructure.sandbox.wallet.issue import Certified, Holder, load_request_signer, make_revocation_list
from infrastructure.sandbox.wallet.present import make_device_response, present, present_to_link
from infrastructure.sandbox.wallet.requests import read_request
from portal.routes import FORM
from portal.secrets import RotatingSecret
from tests.api.authentication_support import (
    ATTEMPTS,
    MAX_FAILURES,
    PORTAL,
    AuthenticationWorld,
    Parts,
)
from tests.api.local_servers import run_local_server
from tests.api.support import AUTHENTICATION_TABLE, DOCUMENT_SECRET, TELEMETRY, Answer, Client
from tests.unit.mobile_license.attack_cases import CASES
from tests.unit.mobile_license.certificates import SignerRecipe, make_document_signer

MID_ATTEMPT = {"typeId": MID, "purpose": "reveal", "returnTo": "/dashboard"}
# Matches the data that `tests.api.profile_support.register` sends.
ROSA_HOLDS = Holder("ROSA", "Delgado", date(1988, 4, 2), "D01234567")
WALLET = "openid4vp://"


@dataclass
class Publisher:
    """Running publisher of the list of trusted issuers.

    Attributes:
        document: list to return; None for a current list.
        status: HTTP status of answers.
        asked: number of requests.
        revoked: serial numbers that the authority revoked.
        revocations: revocation list to return; None for a current list.
        revocations_asked: number of requests for the revocation list.
    """

    authority: Authority
    url: str
    now: datetime
    document: bytes | None = None
    status: int = 200
    asked: int = 0
    revoked: tuple[int, ...] = ()
    revocations: bytes | None = None
    revocations_asked: int = 0

    def __call__(self, request: Request) -> Response:
        if request.path.endswith(REVOCATIONS):
            self.revocations_asked += 1
            made = make_revocation_list(self.authority.root, self.revoked, self.now)
            return Response(200, [], self.revocations or made)
        self.asked += 1
        return Response(self.status, [], self.document or self.authority.make_vical(self.now))


@contextmanager
def run_publisher(folder: Path, now: datetime) -> Iterator[Publisher]:
    """Run a publisher until the end of the block."""
    with run_local_server() as server:
        address = f"http://localhost:{server.port}"
        made = Publisher(load_authority(folder, "portal.example", now, address), f"{address}/trustlist", now)
        server.run(made)
        yield made


@dataclass
class MobileIdWorld:
    """World with people who have wallets.

    Attributes:
        signs: True if the portal signs requests to wallets.
        ages: reported ages of the list of trusted issuers.
        document_secret: keys the hashes of documents in clients made from now on.
    """

    world: AuthenticationWorld
    publisher: Publisher
    signs: bool = True
    ages: list[tuple[timedelta, str | None]] = field(default_factory=list)
    document_secret: RotatingSecret = field(default_factory=lambda: RotatingSecret(DOCUMENT_SECRET))

    def trust_list(self, **changes: Any) -> TrustListReader:
        """Return a reader with an empty cache, as in a new sandbox of the function."""
        settings = {"url": self.publisher.url, "signers": self.publisher.authority.roots, "kind": "sandbox"}
        return TrustListReader(
            TrustListPublisher(**(settings | changes)),
            AuthenticationRepository(AUTHENTICATION_TABLE),
            Transport(NetworkRules("any", "localhost"), largest_answer_bytes=MAX_LIST_BYTES),
            lambda: self.world.now,
            lambda age, failure: self.ages.append((age, failure)),
        )

    def acting_as(self, person: Any, **changes: Any) -> Client:
        """Return a client; see `AuthenticationWorld.acting_as`."""
        requests = MobileIdRequests(
            portal_origin=PORTAL,
            signer=load_request_signer(self.publisher.authority.portal) if self.signs else None,
            wallet=WALLET,
            clock=lambda: self.world.now,
        )
        kept = AuthenticationRepository(AUTHENTICATION_TABLE)
        revocations = RevocationListReader(kept, "any", lambda: self.world.now)
        trust_list = self.trust_list(**changes)
        provider = MobileId(requests, trust_list, revocations, self.document_secret, lambda: self.world.now)
        enabled = {MID: EnabledType(lambda: provider, TryLimit(MAX_FAILURES))}

        def wallets(authentication: AuthenticationService) -> Parts:
            service = WalletService(
                clock=lambda: self.world.now,
                repository=AuthenticationRepository(AUTHENTICATION_TABLE),
                requests=lambda: requests,
                authentication=authentication,
            )
            return [(wallet_routes, service)]

        return self.world.acting_as(person, wallets, enabled=enabled, recorder=OutcomeRecorder(TELEMETRY))

    def scanned(self, begun: Any) -> dict[str, str]:
        """Return what a wallet on another device reads from the QR code; `address` is that of the request."""
        link = urlsplit(begun["walletLink"])
        assert f"{link.scheme}://{link.netloc}{link.path}" == WALLET
        said = dict(parse_qsl(link.query))
        return said | {"address": said["request_uri"].removeprefix(PORTAL)}

    def post_from_phone(
        self, client: Client, begun: Any, case: str = "honest", holder: Holder = ROSA_HOLDS
    ) -> Answer:
        """Scan the code, fetch the request, and post the sealed answer without authentication."""
        phone, said = client.acting_as(None), self.scanned(begun)
        asked = phone.get(said["address"])
        assert asked.status == 200, asked
        now = self.world.now.astimezone(UTC)
        address, form = present_to_link(
            asked.text, said["client_id"], holder, self.publisher.authority, now, CASES[case]
        )
        assert address == said["request_uri"]
        return phone.sending(content_type=FORM).post(said["address"], form)

    def begin(self, client: Client, **changes: Any) -> Any:
        answer = client.post(ATTEMPTS, MID_ATTEMPT | changes)
        assert answer.status == 201, answer
        attempt = client.get(f"{ATTEMPTS}/{answer.json['attemptId']}")
        assert attempt.status == 200, attempt
        return attempt.json | answer.json

    def present_signed_by(self, begun: Any, signer: Certified) -> Any:
        """Return the browser's answer for a license of the given signer."""
        (request,) = [each for each in begun["requests"] if each["protocol"] == "org-iso-mdoc"]
        session = read_request(request, PORTAL)
        now = self.world.now.astimezone(UTC)
        answer = make_device_response(session, ROSA_HOLDS, self.publisher.authority.root, now, HONEST, signer)
        return {"protocol": request["protocol"], "data": session.hand_over(answer)}

    def new_signer(self) -> Certified:
        """Return a signer below the authority's root, whose certificate names the revocation list."""
        authority = self.publisher.authority
        recipe = SignerRecipe(revocation_list=authority.revocation_list)
        return make_document_signer(authority.root, self.world.now.astimezone(UTC), recipe)

    def present(
        self, begun: Any, protocol: str = "org-iso-mdoc", case: str = "honest", holder: Holder = ROSA_HOLDS
    ) -> Any:
        """Return the browser's answer when the person agrees."""
        (request,) = [each for each in begun["requests"] if each["protocol"] == protocol]
        return present(
            request, PORTAL, holder, self.publisher.authority, self.world.now.astimezone(UTC), CASES[case]
        )

    def complete(self, client: Client, begun: Any, wallet: Any) -> Answer:
        return client.post(f"{ATTEMPTS}/{begun['attemptId']}/completion", {"wallet": wallet})

    def step_up(self, client: Client, **presented: Any) -> Answer:
        begun = self.begin(client)
        return self.complete(client, begun, self.present(begun, **presented))


def get_code(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json["code"]


def get_result(answer: Answer) -> tuple[str, str | None]:
    assert answer.status == 200, answer
    return answer.json["state"], answer.json["reason"]
