"""The sandbox's HTTP server: the agencies' endpoints, their pages, and the switches.

It listens on this machine only, and takes changes only from its own pages and from programs.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

from infrastructure.agencies.documents import parse_document
from infrastructure.agencies.registry import Registration, Registry, register
from infrastructure.local.agencies.agency import MODES, Agency
from infrastructure.local.agencies.inbound import (
    HttpPortal,
    InboundClient,
    InboundFailed,
    Portal,
    transaction_of,
)
from infrastructure.local.agencies.pages import Call, Pages
from infrastructure.local.agencies.records import (
    EMAIL_OF,
    SAMPLE_CONNECTIONS,
    Payment,
    Record,
    records,
)
from infrastructure.local.agencies.signatures import SignatureRefused, SignedCall, Verifier
from infrastructure.local.http_server import HttpServer
from infrastructure.local.messages import Request, Response, json_response, text_response
from portal.agencies import protocol
from portal.agencies.manifest import Manifest

MANIFESTS = Path(__file__).with_name("manifests")

_WRITTEN_ORIGIN = "http://localhost:8083"
_ARIZONA = ZoneInfo("America/Phoenix")
_CALLS = {
    protocol.HEALTH: "GET",
    protocol.MATCH: "POST",
    protocol.SERVICE_DATA: "POST",
    protocol.DISCONNECT: "POST",
    protocol.ADDRESS: "POST",
}
_SHOWN_CALLS = 25
_LARGEST_CALL = 64 * 1024


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """One sandbox.

    Attributes:
        port: of all its agencies.
        portal_origin: such as `http://localhost:8080`.
        issuer: origin of the identity provider.
        secret: the value of a secret by its name, the same at every start:
            `agencies/<agency id>/signing` and `agencies/<agency id>/client`.
    """

    port: int
    portal_origin: str
    issuer: str
    secret: Callable[[str], str]


class SandboxAgencies:
    """The agencies, from their manifests."""

    def __init__(self, settings: SandboxSettings, today: Callable[[], date] | None = None) -> None:
        """Read the manifests; nothing listens yet.

        Args:
            settings: where it listens and whom it talks to.
            today: the day in Arizona, when it is not the real one.
        """
        self._settings = settings
        self._today = today or (lambda: datetime.now(_ARIZONA).date())
        self._origin = f"http://localhost:{settings.port}"
        self._stopping = threading.Event()
        held = list(records(self._today()))
        self.agencies = {
            manifest.agency.id: Agency(
                manifest,
                [r for r in held if r.service_id in {service.id for service in manifest.services}],
                self._stopping.wait,
            )
            for manifest in sandbox_manifests(self._origin)
        }
        self._verifier = Verifier({agency_id: self._signing_secret(agency_id) for agency_id in self.agencies})
        self._clients = {
            agency_id: InboundClient(settings.issuer, agency_id, self._client_secret(agency_id))
            for agency_id in self.agencies
        }
        self._http_portal = HttpPortal(settings.portal_origin)
        self._recent: deque[Call] = deque(maxlen=_SHOWN_CALLS)
        self._pages = Pages(settings.portal_origin)
        self._posted = 0
        self._server: HttpServer | None = None

    def register(self, registry: Registry) -> list[Registration]:
        """Register every agency, as `npm run agency -- add` would.

        Raises:
            RegistrationRefused: see there.
        """
        return [
            register(
                agency.manifest,
                registry,
                signing_secret=self._signing_secret(agency.id).decode(),
                client_secret=self._client_secret(agency.id),
            )
            for agency in self.agencies.values()
        ]

    def start(self) -> None:
        """Answer from now on.

        Raises:
            OSError: the port is taken.
        """
        self._stopping.clear()
        self._server = HttpServer(self._settings.port, self)
        self._server.start()

    def stop(self) -> None:
        """Answer no more; an agency that hangs ends its pause."""
        self._stopping.set()
        if self._server:
            self._server.stop()
            self._server = None

    @property
    def sample_connections(self) -> Mapping[str, Sequence[tuple[str, dict[str, str]]]]:
        """With what each sample person is connected at the start: service and identity values, by e-mail."""
        held = {record.reference: record for record in records(self._today())}
        return {
            EMAIL_OF[person]: [
                (held[reference].service_id, held[reference].typed) for reference in references
            ]
            for person, references in SAMPLE_CONNECTIONS.items()
        }

    def post_sample_transactions(self, portal: Portal | None = None) -> None:
        """Post the transactions of the records of `sample_connections`; repeating it changes nothing.

        Args:
            portal: answers as the portal does; None calls it at its address.

        Raises:
            InboundFailed: see there.
        """
        connected = {reference for references in SAMPLE_CONNECTIONS.values() for reference in references}
        for agency in self.agencies.values():
            for record in agency.records.values():
                if record.reference in connected:
                    for payment in record.payments:
                        self._post(agency, record, payment, portal or self._http_portal)

    def __call__(self, request: Request) -> Response:
        """Answer a request: a call of the protocol, a page, or a switch."""
        if request.body is None:
            return text_response(413, "This is too much.")
        host = (request.header("Host") or "").partition(":")[0]
        if host not in ("localhost", "127.0.0.1"):
            # A page of elsewhere could otherwise reach this server under a name of its own.
            return text_response(421, "This server is reached as localhost only.")
        parts = request.path.strip("/").split("/")
        if len(parts) == 2 and parts[0] in self.agencies and parts[1] in _CALLS:
            return self._answer_call(self.agencies[parts[0]], parts[1], request)
        if request.method in ("GET", "HEAD"):
            return self._show(parts, request)
        if request.method == "POST":
            return self._change(parts, request)
        return text_response(405, "There is nothing to do that with.")

    def _answer_call(self, agency: Agency, call: str, request: Request) -> Response:
        if request.method != _CALLS[call]:
            return json_response(405, {"error": f"{_CALLS[call]} is the method of this call"})
        body = request.body or b""
        status, note = 0, ""
        try:
            if len(body) > _LARGEST_CALL:
                response = json_response(413, {"error": "too much"})
            else:
                self._check_signature(agency, request, body)
                response = agency.answer(call, body, self._today())
            status = response.status
        except SignatureRefused as error:
            status, note = 401, str(error)
            response = json_response(401, {"error": "the signature is refused"})
        finally:
            moment = datetime.now(_ARIZONA)
            self._recent.appendleft(Call(moment, agency.id, call, status, agency.mode, note))
        return response

    def _check_signature(self, agency: Agency, request: Request, body: bytes) -> None:
        # The address as the manifest gives it, because that is what the portal signs.
        url = f"{self._origin}{request.path}" + (f"?{request.query}" if request.query else "")
        headers = {name.lower(): value for name, value in request.headers}
        self._verifier.check(SignedCall(request.method, url, headers), body, agency.id)

    def _show(self, parts: list[str], request: Request) -> Response:
        match parts:
            case [""]:
                return self._pages.home(list(self.agencies.values()), list(self._recent))
            case ["static", name]:
                return self._pages.static(name)
            case ["fonts", name]:
                return self._pages.font(name)
            case ["switches"]:
                return json_response(200, {agency.id: agency.mode for agency in self.agencies.values()})
            case ["switches", agency_id] if agency_id in self.agencies:
                return json_response(200, {"mode": self.agencies[agency_id].mode})
            case [agency_id, "pages", page] if agency_id in self.agencies:
                values = dict(parse_qsl(request.query))
                return self._pages.agency_page(self.agencies[agency_id], page, values)
        return self._pages.missing()

    def _change(self, parts: list[str], request: Request) -> Response:
        origin = request.header("Origin")
        if origin is not None and urlsplit(origin).netloc != request.header("Host"):
            return text_response(403, "Another page may not do that.")
        content = _content_of(request)
        match parts:
            case ["switches", agency_id] if agency_id in self.agencies:
                mode = next((known for known in MODES if known == content.get("mode")), None)
                if mode is None:
                    return json_response(400, {"error": f"mode is one of {', '.join(MODES)}"})
                self.agencies[agency_id].switch(mode)
                self._pages.say(f"{self.agencies[agency_id].manifest.agency.name.en} is {mode} now.")
                return _done(request, {"mode": mode}, agency_id)
            case ["records", agency_id, reference, action] if agency_id in self.agencies:
                agency = self.agencies[agency_id]
                if record := agency.records.get(reference):
                    return self._change_record(agency, record, action, request)
        return self._pages.missing()

    def _change_record(self, agency: Agency, record: Record, action: str, request: Request) -> Response:
        try:
            match action:
                case "transaction":
                    outcome = self._post(agency, record, self._new_payment(), self._http_portal)
                case "revocation":
                    agency.revoke(record.reference)
                    body = {"agencyServiceId": record.service_id, "reference": record.reference}
                    outcome = self._clients[agency.id].post(self._http_portal, "revocations", body)["outcome"]
                case "restoration":
                    agency.restore(record.reference)
                    outcome = "restored"
                case _:
                    return self._pages.missing()
        except InboundFailed as error:
            self._pages.say(str(error), is_problem=True)
            return _done(request, {"error": str(error)}, record.reference, status=502)
        self._pages.say(f"{record.label}: {outcome}.")
        return _done(request, {"outcome": outcome}, record.reference)

    def _new_payment(self) -> Payment:
        self._posted += 1
        number = f"{datetime.now(UTC):%Y%m%d%H%M%S}-{self._posted}"
        return Payment(
            f"sandbox-{number}", 0, "payment", "completed", "Payment from the sandbox",
            "Pago desde el entorno de pruebas", "12.34", "1.00", "Visa ••4242", f"S-{number}",
        )  # fmt: skip

    def _post(self, agency: Agency, record: Record, payment: Payment, portal: Portal) -> str:
        content = transaction_of(record, payment, self._today())
        return str(self._clients[agency.id].post(portal, "transactions", content)["outcome"])

    def _signing_secret(self, agency_id: str) -> bytes:
        return self._settings.secret(f"agencies/{agency_id}/signing").encode()

    def _client_secret(self, agency_id: str) -> str:
        return self._settings.secret(f"agencies/{agency_id}/client")


def sandbox_manifests(origin: str = _WRITTEN_ORIGIN) -> list[Manifest]:
    """The manifests of the sandbox, by agency.

    Args:
        origin: of the sandbox, in the place of the one that the files have.
    """
    return [
        Manifest.model_validate(
            parse_document(path.read_text(encoding="utf-8").replace(_WRITTEN_ORIGIN, origin)).content
        )
        for path in sorted(MANIFESTS.glob("*.yaml"))
    ]


def _content_of(request: Request) -> Mapping[str, object]:
    body = (request.body or b"").decode(errors="replace")
    if (request.header("Content-Type") or "").startswith("application/json"):
        try:
            content = json.loads(body)
        except ValueError:
            return {}
        return content if isinstance(content, dict) else {}
    return dict(parse_qsl(body))


def _done(request: Request, content: Mapping[str, object], anchor: str, status: int = 200) -> Response:
    """JSON for a program; for a form, the way back to the page."""
    if (request.header("Content-Type") or "").startswith("application/json"):
        return json_response(status, content)
    return Response(303, [("Location", f"/#{anchor}")])
