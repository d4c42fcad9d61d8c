"""Small local agency with configurable behavior, and the functions that call it."""

import json
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from http_message_signatures import (
    HTTPMessageSignaturesException,
    HTTPMessageVerifier,
    HTTPSignatureKeyResolver,
    algorithms,
)

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.breaker import CircuitBreaker
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.call_recorder import CallRecorder
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.client import AgencyClient
from domains.agencies.manifest import Manifest
from domains.agencies.network import NetworkRules
from domains.agencies.signatures import ParameterCredentials
from domains.agencies.subscriptions import Subscription
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transport import Transport
from domains.applications.applications_table import ApplicationsTable
from domains.applications.delivery import ApplicationDelivery
from domains.assurance.enhanced_authentication import EID, AssuranceGate, TypeId
from domains.assurance.enhanced_authentication_table import StatusTable
from domains.messages.messages_table import MessagesTable
from domains.replies.delivery import ReplyDelivery
from domains.replies.replies_table import RepliesTable
from functions.maintenance.service import MaintenanceService
from functions.subscriptions.recorder import RevealRecorder
from functions.subscriptions.repository import SubscriptionsRepository
from functions.subscriptions.routes import routes
from functions.subscriptions.service import SubscriptionService
from infrastructure.operations.agencies.registry import Registry, register
from portal.http import HttpSettings, create_app
from portal.rate_windows_table import RateWindows
from portal.secrets import RotatingSecret
from portal.types import get_utc_now, make_id
from tests.api.support import (
    AGENCIES_TABLE,
    APPLICATIONS_TABLE,
    AUTHENTICATION_TABLE,
    MESSAGES_TABLE,
    ORIGIN_SECRET,
    REPLIES_TABLE,
    SUBSCRIPTIONS_TABLE,
    TELEMETRY,
    USERS_TABLE,
    Answer,
    Client,
)

AGENCY = "test-agency"
VEHICLES = "test-agency-vehicles"
NEWS = "test-agency-news"
CREDENTIALS_PREFIX = "/saguaro/dev/agencies/"
SECRET = b"a secret of at least 32 bytes, of course"
NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
PATIENCE_SECONDS = 5.0
SHORT_SECONDS = 0.3

SERVICES = "/api/subscriptions/agencyservice"
SUBSCRIPTIONS = "/api/subscriptions"
SORT = "/api/subscriptions/sortindex"


def make_text(english: str) -> dict[str, str]:
    return {"en": english, "es": f"{english} (es)"}


def make_manifest(endpoint: str, agency: str = AGENCY, **vehicles: Any) -> Manifest:
    """Return an agency manifest with one service that needs an identity and one that does not."""
    described = {
        "manifestVersion": 1,
        "agency": {
            "id": agency,
            "name": make_text("Test Agency"),
            "description": make_text("For tests"),
            "kind": "state",
            "hosts": ["agency.example"],
        },
        "services": [
            {
                "id": f"{agency}-vehicles",
                "code": "VEHICLES",
                "name": make_text("Vehicles"),
                "description": make_text("Registration"),
                "category": "vehicles",
                "identityFields": [
                    {
                        "name": "plate",
                        "label": make_text("Plate"),
                        "format": "alphanumeric",
                        "example": "EXAMPLE",
                        "mask": "lastFour",
                        "minLength": 2,
                        "maxLength": 8,
                    },
                    {
                        "name": "born",
                        "label": make_text("Date of birth"),
                        "format": "date",
                        "example": "1984-05-17",
                    }
                    | {"mask": "all"},
                ],
                "displayFields": [
                    {"name": "model", "label": make_text("Model"), "kind": "text"},
                    {
                        "name": "expires",
                        "label": make_text("Registration expires"),
                        "kind": "date",
                        "attention": {
                            "means": "expires",
                            "withinDays": 30,
                            "sentence": make_text("Renew your vehicle by {date}"),
                            "action": "renew",
                        },
                    },
                    {
                        "name": "fees",
                        "label": make_text("Fees due"),
                        "kind": "money",
                        "attention": {"means": "unpaid"},
                    },
                    {
                        "name": "status",
                        "label": make_text("Status"),
                        "kind": "status",
                        "statuses": [
                            {"code": "ACTIVE", "label": make_text("Active"), "tone": "good"},
                            {"code": "SUSPENDED", "label": make_text("Suspended"), "tone": "problem"},
                        ],
                    },
                    {"name": "notes", "label": make_text("Notes"), "kind": "list"},
                ],
                "actions": [
                    {
                        "id": "renew",
                        "label": make_text("Renew"),
                        "url": "https://agency.example/renew?until={expires}",
                    }
                ],
                "endpoint": endpoint,
                "credentials": agency,
                "freshnessSeconds": 300,
                "acceptsAddressChange": True,
            }
            | vehicles,
            {
                "id": f"{agency}-news",
                "code": "NEWS",
                "name": make_text("News"),
                "description": make_text("What is new"),
                "category": "other",
                "endpoint": endpoint,
                "credentials": agency,
            },
        ],
    }
    return Manifest.model_validate(described)


class Keys(HTTPSignatureKeyResolver):
    """Resolver that returns the same secret for all test agencies."""

    def resolve_public_key(self, key_id: str) -> bytes:
        return SECRET


@dataclass(slots=True)
class Call:
    """Call received by the agency."""

    name: str
    body: Any
    is_signed: bool


@dataclass
class TinyAgency:
    """Agency that answers protocol calls according to `mode`."""

    records: dict[str, str] = field(default_factory=lambda: {"ABC4TR": "vehicle-1", "XYZ9": "vehicle-2"})
    owners: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(
        default_factory=lambda: {
            "model": "Saguaro & Co. Wagon",
            "expires": "2026-12-01",
            "fees": "435.67",
            "status": "ACTIVE",
            "notes": ["one", "two"],
        }
    )
    whole: dict[str, str] = field(default_factory=dict)
    portraits: dict[str, str] = field(default_factory=dict)
    mode: str = "normal"
    reply_status: int = 200
    label: str | None = None
    as_of: datetime = NOW
    calls: list[Call] = field(default_factory=list)
    connected: set[str] = field(default_factory=set)
    nonces: set[str] = field(default_factory=set)
    endpoint: str = ""
    before_answer: Callable[[str], object] = lambda _name: None
    released: threading.Event = field(default_factory=threading.Event)

    def names(self) -> list[str]:
        return [call.name for call in self.calls]

    def answer(self, name: str, body: Any) -> tuple[int, Any]:
        if name == "match":
            reference = self.records.get(body["identity"]["plate"])
            # A record without an owner matches every caller.
            if reference is None or body["person"] != self.owners.get(reference, body["person"]):
                return 200, {"matched": False}
            self.connected.add(reference)
            return 200, {"matched": True, "reference": reference, "label": self.label}
        if name == "service-data":
            if body["reference"] not in self.records.values():
                return 410, {}
            reference = "somebody-else" if self.mode == "wrongPerson" else body["reference"]
            return 200, {"reference": reference, "asOf": self.as_of.isoformat(), "fields": self.values}
        if name == "field-value":
            if body["reference"] not in self.records.values():
                return 410, {}
            reference = "somebody-else" if self.mode == "wrongPerson" else body["reference"]
            value = self.whole[body["field"]]
            return 200, {"reference": reference, "field": body["field"], "value": value}
        if name == "portrait":
            owner = self.owners.get(body["reference"], body["person"])
            if body["reference"] not in self.portraits or body["person"] != owner:
                return 404, {}
            reference = "somebody-else" if self.mode == "wrongPerson" else body["reference"]
            return 200, {"reference": reference, "picture": self.portraits[body["reference"]]}
        if name == "reply":
            return self.reply_status, {"received": True, "reference": "R-17"}
        if name == "disconnect":
            self.connected.discard(body["reference"])
            return 204, None
        return (409, {}) if body["address"]["zip"] == "00000" else (204, None)

    def refuse(self, message: "Message", body: bytes) -> bool:
        """Return True if an agency must reject this call."""
        verifier = HTTPMessageVerifier(signature_algorithm=algorithms.HMAC_SHA256, key_resolver=Keys())
        required = ["@method", "@target-uri", "content-type", "content-digest"]
        try:
            [found] = verifier.verify(
                message,
                max_age=timedelta(days=1000),
                expect_tag="saguaro-portal",
                require_components=required,
                body=body,
            )
        except HTTPMessageSignaturesException:
            return True
        parameters: Any = found.parameters
        is_replayed = parameters["nonce"] in self.nonces
        self.nonces.add(parameters["nonce"])
        return is_replayed or parameters["expires"] - parameters["created"] != 60


@dataclass
class Message:
    """Request in the form that the signature library verifies."""

    method: str
    url: str
    headers: Any


class _Handler(BaseHTTPRequestHandler):
    agency: TinyAgency

    def log_message(self, *arguments: Any) -> None:
        """Suppress log output during tests."""

    def do_POST(self) -> None:
        agency = self.agency
        content = self.rfile.read(int(self.headers["content-length"]))
        name = self.path.rsplit("/", 1)[1]
        message = Message("POST", f"http://{self.headers['host']}{self.path}", self.headers)
        is_refused = agency.refuse(message, content)
        agency.calls.append(Call(name, json.loads(content), not is_refused))
        agency.before_answer(name)
        if is_refused:
            self._send(401, b"{}")
            return
        self._answer(agency, name, content)

    def _answer(self, agency: TinyAgency, name: str, content: bytes) -> None:
        match agency.mode:
            case "hanging":
                agency.released.wait(60)
            case "error":
                self._send(500, b"broken")
            case "away":
                self._send(503, b"")
            case "flapping" if len(agency.calls) % 2:
                self._send(500, b"")
            case "malformed":
                self._send(200, b"<html>")
            case "large":
                self._send(200, b" " * 5_000_000)
            case "redirect":
                self.send_response(307)
                self.send_header("Location", "http://elsewhere.example/")
                self.send_header("Content-Length", "0")
                self.end_headers()
            case "refused":
                self.close_connection = True
            case "dripping":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                while not agency.released.wait(0.02):
                    self.wfile.write(b" ")
            case "unauthorised":
                self._send(401, b"{}")
            case _:
                status, body = agency.answer(name, json.loads(content))
                self._send(status, b"" if body is None else json.dumps(body).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *arguments: Any) -> None:
        """Ignore connections that the portal closes early."""


@contextmanager
def run_agency(agency: TinyAgency | None = None) -> Iterator[Any]:
    """Run an agency until the block ends: the given one, or a default one."""
    agency = agency or TinyAgency()
    handler = type("Handler", (_Handler,), {"agency": agency})
    server = _Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    agency.endpoint = f"http://127.0.0.1:{server.server_port}/{AGENCY}"
    try:
        yield agency
    finally:
        agency.released.set()
        server.shutdown()
        server.server_close()


@cache
def _get_registry() -> Registry:
    return Registry(AGENCIES_TABLE, CREDENTIALS_PREFIX, None)


@dataclass
class World:
    """Functions over moto, a reachable agency, and a clock that moves only on request."""

    client: Client
    agency: TinyAgency
    now: datetime = NOW
    patience: float = PATIENCE_SECONDS
    enabled_types: Collection[TypeId] = (EID,)
    catalog_table: CatalogTable = field(default_factory=lambda: CatalogTable(AGENCIES_TABLE))

    def passes(self, **amount: float) -> None:
        self.now += timedelta(**amount)

    def monotonic(self) -> float:
        return self.now.timestamp()

    def register(self, *manifests: Manifest) -> None:
        """Add manifests to the catalog like `npm run agency -- add`."""
        for each in manifests or (make_manifest(self.agency.endpoint),):
            register(each, _get_registry(), signing_secret=SECRET.decode())

    def agency_client(self, monotonic: Callable[[], float] = time.monotonic) -> AgencyClient:
        """Return an agency client of another sandbox, with real call times and the world's breaker clock."""
        return AgencyClient(
            transport=Transport(NetworkRules("any", "*"), connect_seconds=self.patience),
            credentials=ParameterCredentials(CREDENTIALS_PREFIX),
            breaker=CircuitBreaker(BreakerTable(AGENCIES_TABLE), lambda: self.now, self.monotonic),
            recorder=CallRecorder(TELEMETRY),
            clock=get_utc_now,
            monotonic=monotonic,
            total_seconds=self.patience,
        )

    def service(self, repository: SubscriptionsRepository | None = None, agencies: Any = None) -> Any:
        """Return the service over the tables, as in another sandbox."""
        return SubscriptionService(
            clock=lambda: self.now,
            new_id=make_id,
            repository=repository or SubscriptionsRepository(SUBSCRIPTIONS_TABLE),
            accounts=AccountRepository(USERS_TABLE),
            attempts=RateWindows(SUBSCRIPTIONS_TABLE, partition_key="owner"),
            inbox=MessagesTable(MESSAGES_TABLE),
            catalog=Catalog(self.catalog_table, self.monotonic),
            agencies=agencies or self.agency_client(),
            gate=AssuranceGate(StatusTable(AUTHENTICATION_TABLE), self.enabled_types, lambda: self.now),
            recorder=RevealRecorder(TELEMETRY.logger),
        )

    def acting_as(self, person: Any, made: Any = None, **parts: Any) -> Client:
        """Return a client with a separate sandbox of the subscriptions function.

        Args:
            made: service to use; None makes one of `parts`.
        """
        settings = HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))
        app = create_app(
            (routes, made or self.service(**parts)),
            settings=settings,
            telemetry=TELEMETRY,
            is_open_to=make_terms_gate(USERS_TABLE),
        )
        rest = self.client.app_of
        acting = replace(self.client, app_of=lambda group: app if group == "subscriptions" else rest(group))
        return acting.acting_as(person)

    def maintenance(self, agencies: Any = None, table: Any = None) -> MaintenanceService:
        """Return the scheduled work over the tables."""
        catalog = Catalog(self.catalog_table, self.monotonic)
        agencies = agencies or self.agency_client()
        applications = ApplicationsTable(APPLICATIONS_TABLE)
        return MaintenanceService(
            clock=lambda: self.now,
            disconnects=table or SubscriptionsTable(SUBSCRIPTIONS_TABLE),
            applications=applications,
            delivery=ApplicationDelivery(applications, catalog, agencies),
            replies=RepliesTable(REPLIES_TABLE),
            reply_delivery=ReplyDelivery(RepliesTable(REPLIES_TABLE), catalog, agencies),
            catalog=catalog,
            agencies=agencies,
            logger=TELEMETRY.logger,
        )


def connect(client: Client, plate: str = "ABC4TR", service: str = VEHICLES) -> Answer:
    """Connect a vehicle."""
    identity = {"plate": plate, "born": "1984-05-17"}
    return client.post(SERVICES, {"agencyServiceId": service, "identity": identity})


def get_data(client: Client, identity_id: Any) -> Answer:
    return client.get(f"{SUBSCRIPTIONS}/identities/{identity_id}/servicedata")


def end(client: Client, identity_id: Any) -> Answer:
    return client.delete(f"{SUBSCRIPTIONS}/identities/{identity_id}")


def list_cards(client: Client) -> Any:
    answer = client.get(SUBSCRIPTIONS)
    assert answer.status == 200, answer.text
    return answer.json["items"]


def add_subscriptions(person: Any, *service_ids: Any) -> list[Any]:
    """Store subscriptions of a person without an agency call, and return their ids."""
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    ids = []
    for number, service_id in enumerate(service_ids):
        subscription = Subscription(f"card{number:022d}", service_id, NOW, {}, 1)
        assert repository.save_connection(person.user_id, subscription, None, None)
        ids.append(subscription.id)
    return ids
