"""The sandbox's HTTP server: the agencies' endpoints, their pages, and the switches.

It listens on this machine only, and takes changes only from its own pages and from programs.
"""

import hashlib
import json
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from domains.agencies import protocol
from domains.agencies.manifest import Manifest, Service
from domains.agencies.protocol import MatchedPerson
from infrastructure.local.http import Request, Response, json_response, text_response
from infrastructure.local.http_server import HttpServer
from infrastructure.operations.agencies.documents import parse_document
from infrastructure.operations.agencies.registry import Registration, Registry, register
from infrastructure.sandbox.agencies.agency import MODES, Agency
from infrastructure.sandbox.agencies.applications import (
    CERTIFICATE,
    SAMPLE_QUESTION,
    TIME_TO_RESPOND,
    Decision,
    decision_of_form,
)
from infrastructure.sandbox.agencies.files import File, certificate, make_file
from infrastructure.sandbox.agencies.inbound import (
    HttpPortal,
    InboundClient,
    InboundFailed,
    MessageIdReused,
    Portal,
    make_transaction,
)
from infrastructure.sandbox.agencies.letters import MessageInput, build_message, parse_form
from infrastructure.sandbox.agencies.pages import Call, Pages
from infrastructure.sandbox.agencies.records import Owner, Payment, Record
from infrastructure.sandbox.agencies.replies import make_answer
from infrastructure.sandbox.agencies.sample_messages import SAMPLE_MESSAGES, SampleMessage
from infrastructure.sandbox.agencies.sample_records import SAMPLE_CONNECTIONS, SAMPLE_OWNERS, make_records
from infrastructure.sandbox.agencies.signatures import SignatureRefused, SignedCall, Verifier
from infrastructure.sandbox.credit_bureau import SandboxCreditBureau
from infrastructure.sandbox.eid import SandboxIdentityService
from infrastructure.sandbox.face import FACE, SandboxFaces

CREDIT_BUREAU = "creditbureau"
EID = "eid"
"""Path of the identity service, beside the agencies."""

WALLET = "wallet"
"""Path of the list of issuers of mobile driver's licenses."""

MANIFESTS = Path(__file__).with_name("manifests")

_WRITTEN_ORIGIN = "http://localhost:8083"
_ARIZONA = ZoneInfo("America/Phoenix")
_CALLS = {
    protocol.HEALTH: "GET",
    protocol.MATCH: "POST",
    protocol.SERVICE_DATA: "POST",
    protocol.FIELD_VALUE: "POST",
    protocol.PORTRAIT: "POST",
    protocol.DISCONNECT: "POST",
    protocol.ADDRESS: "POST",
    protocol.REPLY: "POST",
    protocol.APPLICATION: "POST",
    protocol.APPLICATION_WITHDRAWAL: "POST",
    protocol.ACCOUNT_REGISTRATION: "POST",
    protocol.ACCOUNT_LINK: "POST",
    protocol.ACCOUNT_UNLINK: "POST",
    protocol.ACCOUNT_PASSWORD: "POST",
    protocol.ACCOUNT_FORGOTTEN_PASSWORD: "POST",
}
_SHOWN_CALLS = 25
ANSWER_SECONDS = 1.0
"""Time until the sandbox answers a reply."""
_MAX_CALL = 512 * 1024


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """Settings of the sandbox.

    Attributes:
        port: of all its agencies.
        portal_origin: such as `http://localhost:8080`.
        identity_origin: of the identity provider.
        secret: the value of a secret by its name, the same at every start:
            `agencies/<agency id>/signing`, `agencies/<agency id>/client` and `creditbureau`.
        send_mail: takes address, subject and text; without it the agencies' pages show what they would mail.
        wallet: answers what is below its address, by the name of what is asked for there.
    """

    port: int
    portal_origin: str
    identity_origin: str
    secret: Callable[[str], str]
    send_mail: Callable[[str, str, str], None] | None = None
    wallet: Callable[[str, Request], Response] | None = None


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
        self._pages = Pages(settings.portal_origin)
        found = list(make_records(self._today()))
        self.agencies = {
            manifest.agency.id: Agency(
                manifest,
                [r for r in found if r.service_id in {service.id for service in manifest.services}],
                self._stopping.wait,
                partial(self._mail_password_link, manifest.agency.id),
                partial(self._schedule_answer, manifest.agency.id),
            )
            for manifest in sandbox_manifests(self._origin)
        }
        self._verifier = Verifier({agency_id: self._signing_secret(agency_id) for agency_id in self.agencies})
        self._clients = {
            agency_id: InboundClient(settings.identity_origin, agency_id, self._client_secret(agency_id))
            for agency_id in self.agencies
        }
        self._http_portal = HttpPortal(settings.portal_origin)
        self._eid = SandboxIdentityService(
            f"{self._origin}/{EID}", settings.portal_origin, SAMPLE_OWNERS, self._stopping.wait
        )
        self._credit_bureau = SandboxCreditBureau(
            settings.secret(CREDIT_BUREAU), settings.portal_origin, SAMPLE_OWNERS, self._stopping.wait
        )
        self._faces = SandboxFaces(settings.portal_origin, SAMPLE_OWNERS, self._stopping.wait)
        self._recent: deque[Call] = deque(maxlen=_SHOWN_CALLS)
        self._sent = 0
        self._server: HttpServer | None = None

    def register(self, registry: Registry) -> list[Registration]:
        """Register every agency, as `npm run agency -- add` would.

        Raises:
            RegistrationRefused: see its docstring.
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
        """Connections of each sample person at the start: service and identity values, by e-mail address."""
        found = {record.reference: record for record in make_records(self._today())}
        return {
            email: [(found[reference].service_id, found[reference].typed) for reference in references]
            for email, references in SAMPLE_CONNECTIONS.items()
        }

    def post_sample_transactions(self, portal: Portal | None = None) -> None:
        """Post the transactions of the records of `sample_connections`; repeating it changes nothing.

        Args:
            portal: answers as the portal does; None calls it at its address.

        Raises:
            InboundFailed: see its docstring.
        """
        connected = {reference for references in SAMPLE_CONNECTIONS.values() for reference in references}
        for agency in self.agencies.values():
            for record in agency.records.values():
                if record.reference in connected:
                    for payment in record.payments:
                        self._post(agency, record, payment, portal or self._http_portal)

    @property
    def sample_messages_read(self) -> Mapping[str, Sequence[tuple[str, Mapping[str, str]]]]:
        """Opened sample messages of each sample person: service and subject, by e-mail address."""
        found = {record.reference: record for record in make_records(self._today())}
        read: dict[str, list[tuple[str, Mapping[str, str]]]] = {}
        for message in SAMPLE_MESSAGES:
            if message.is_read:
                record = found[message.reference]
                read.setdefault(record.owner.email or "", []).append((record.service_id, message.subject))
        return read

    def post_sample_messages(self, portal: Portal | None = None) -> None:
        """Send the sample messages about the records of `sample_connections`; repeating it changes nothing.

        Args:
            portal: answers as the portal does; None calls it at its address.

        Raises:
            InboundFailed: see its docstring.
        """
        owners = {reference: agency for agency in self.agencies.values() for reference in agency.records}
        for message in SAMPLE_MESSAGES:
            self._post_sample(owners[message.reference], message, portal or self._http_portal)

    def ask_about_sample(self, form_id: str, application_id: str, portal: Portal | None = None) -> None:
        """Ask a sample person for more information about an application.

        Args:
            portal: answers as the portal does; None calls it at its address.

        Raises:
            InboundFailed: see its docstring.
        """
        agency = next(
            agency
            for agency in self.agencies.values()
            for service in agency.manifest.services
            if any(form.id == form_id for form in service.application_forms)
        )
        decision = Decision.model_validate(
            {
                "state": "needsInformation",
                "note": SAMPLE_QUESTION,
                "respondBy": self._today() + TIME_TO_RESPOND,
            }
        )
        self.decide(agency.id, application_id, decision, portal)

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
        if parts[0] == EID and not _is_from_elsewhere(request):
            return self._eid("/".join(parts[1:]), request)
        if parts[0] == CREDIT_BUREAU and not _is_from_elsewhere(request):
            return self._credit_bureau("/".join(parts[1:]), request)
        if parts[0] == FACE and not _is_from_elsewhere(request):
            return self._faces("/".join(parts[1:]), request)
        if parts[0] == WALLET and self._settings.wallet and not _is_from_elsewhere(request):
            return self._settings.wallet("/".join(parts[1:]), request)
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
            if len(body) > _MAX_CALL:
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
            case ["applications", agency_id] if agency_id in self.agencies:
                return json_response(200, self.agencies[agency_id].applications.described())
            case [agency_id, "applications"] if agency_id in self.agencies:
                return self._pages.applications(self.agencies[agency_id])
            case [agency_id, "applications", application_id, document_id] if agency_id in self.agencies:
                return self._show_document(self.agencies[agency_id], application_id, document_id)
            case [agency_id, "accounts"] if agency_id in self.agencies:
                return self._pages.accounts(self.agencies[agency_id])
            case [agency_id, "password"] if agency_id in self.agencies:
                token = dict(parse_qsl(request.query)).get("token", "")
                return self._pages.password(self.agencies[agency_id], token)
            case [agency_id, "messages"] if agency_id in self.agencies:
                return self._pages.messages(self.agencies[agency_id])
            case [agency_id, "pages", page] if agency_id in self.agencies:
                values = dict(parse_qsl(request.query))
                return self._pages.agency_page(self.agencies[agency_id], page, values)
        return self._pages.missing()

    def _change(self, parts: list[str], request: Request) -> Response:
        if _is_from_elsewhere(request):
            return text_response(403, "Another page may not do that.")
        content = _get_content(request)
        match parts:
            case ["switches", agency_id] if agency_id in self.agencies:
                mode = next((known for known in MODES if known == content.get("mode")), None)
                if mode is None:
                    return json_response(400, {"error": f"mode is one of {', '.join(MODES)}"})
                self.agencies[agency_id].switch(mode)
                self._pages.say(f"{self.agencies[agency_id].manifest.agency.name.en} is {mode} now.")
                return _done(request, {"mode": mode}, agency_id)
            case ["messages", agency_id] if agency_id in self.agencies:
                return self._send_letter(self.agencies[agency_id], content, request)
            case ["applications", agency_id, application_id] if agency_id in self.agencies:
                return self._decide(self.agencies[agency_id], application_id, content, request)
            case ["password", agency_id] if agency_id in self.agencies:
                return self._choose_password(self.agencies[agency_id], content, request)
            case ["records", agency_id, reference, action] if agency_id in self.agencies:
                agency = self.agencies[agency_id]
                record = agency.records.get(reference)
                if record and action == "copy":
                    return self._copy_record(agency, record, content, request)
                if record:
                    return self._change_record(agency, record, action, request)
        return self._pages.missing()

    def _copy_record(
        self, agency: Agency, record: Record, requested: Mapping[str, object], request: Request
    ) -> Response:
        try:
            person = MatchedPerson.model_validate(requested["person"]) if "person" in requested else None
        except ValidationError as error:
            return json_response(400, {"error": str(error)})
        another = agency.copy(record.reference, Owner(person) if person else None)
        self._pages.say(f"{another.label}: there is another record like it.")
        content = {
            "agencyServiceId": another.service_id,
            "reference": another.reference,
            "identity": another.typed,
        }
        return _done(request, content, another.reference)

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

    def decide(
        self, agency_id: str, application_id: str, decision: Decision, portal: Portal | None = None
    ) -> dict[str, str]:
        """Tell the portal what an agency makes of an application, also of one that it does not know.

        Args:
            portal: answers as the portal does; None calls it at its address.

        Returns:
            The id of what was told, and the portal's outcome.

        Raises:
            InboundFailed: see its docstring.
        """
        agency, client = self.agencies[agency_id], self._clients[agency_id]
        portal = portal or self._http_portal
        found = agency.applications.find(application_id)
        name = found.request.business.name if found else application_id
        own_id = decision.id or f"sandbox-{self._new_number()}"
        attached = self._attach(client, _file_with(decision, f"{agency_id}: approved for {name}"), portal)
        path = f"applications/{quote(application_id, safe='')}/status"
        body = decision.status(own_id, attached, datetime.now(UTC))
        outcome = str(client.post(portal, path, body)["outcome"])
        agency.applications.reported(application_id, decision.state, outcome)
        return {"id": own_id, "outcome": outcome}

    def _decide(
        self, agency: Agency, application_id: str, content: Mapping[str, object], request: Request
    ) -> Response:
        page = f"/{agency.id}/applications"
        try:
            decision = Decision.model_validate(content if _is_json(request) else decision_of_form(content))
            done = self.decide(agency.id, application_id, decision)
        except ValidationError as error:
            self._pages.say(str(error), is_problem=True)
            return _answer(request, {"error": str(error)}, page, status=400)
        except InboundFailed as error:
            self._pages.say(str(error), is_problem=True)
            return _answer(request, {"error": str(error)}, page, status=502)
        self._pages.say(f"{application_id} is {decision.state} now: {done['outcome']}.")
        return _answer(request, done, page)

    def _show_document(self, agency: Agency, application_id: str, document_id: str) -> Response:
        """Return a file of an application, fetched from the portal and compared with what was announced."""
        found = agency.applications.find(application_id)
        document = found.find(document_id) if found else None
        if document is None:
            return self._pages.missing()
        try:
            state, content = self._clients[agency.id].document(self._http_portal, application_id, document_id)
        except InboundFailed as error:
            return text_response(502, str(error))
        if state != "ready":
            return text_response(409, f"The portal says that this file is {state}.")
        if hashlib.sha256(content).hexdigest() != document.sha256:
            return text_response(502, "The file is not the one that was announced.")
        disposition = f"attachment; filename*=UTF-8''{quote(document.name, safe='')}"
        headers = [
            ("Content-Type", document.content_type),
            ("Content-Disposition", disposition),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        return Response(200, headers, content)

    def _choose_password(self, agency: Agency, content: Mapping[str, object], request: Request) -> Response:
        token, password = str(content.get("token", "")), str(content.get("password", ""))
        if agency.accounts and agency.accounts.choose_password(token, password):
            self._pages.say("The new password is set.")
            return _answer(request, {"outcome": "done"}, f"/{agency.id}/accounts")
        problem = "The password was not set: the link is over, or the password is too short or too simple."
        self._pages.say(problem, is_problem=True)
        return _answer(request, {"error": problem}, f"/{agency.id}/password?token={quote(token)}", status=400)

    def _schedule_answer(self, agency_id: str, reply: protocol.ReplyRequest) -> None:
        threading.Thread(target=self._answer_reply, args=(agency_id, reply), daemon=True).start()

    def _answer_reply(self, agency_id: str, reply: protocol.ReplyRequest) -> None:
        """Answer a reply after a moment, unless the server stops before."""
        if self._stopping.wait(ANSWER_SECONDS):
            return
        agency = self.agencies[agency_id]
        service = next(each for each in agency.manifest.services if each.id == reply.service_id)
        content = {
            "agencyServiceId": service.id,
            "reference": reply.reference,
            "message": make_answer(reply, service, datetime.now(UTC)),
        }
        try:
            self._clients[agency_id].post(self._http_portal, "messages", content)
        except InboundFailed as error:
            self._pages.say(f"{agency_id}: the answer to a reply was not sent. {error}", is_problem=True)

    def _mail_password_link(self, agency_id: str, email: str, token: str) -> None:
        link = f"{self._origin}/{agency_id}/password?token={token}"
        name = self.agencies[agency_id].manifest.agency.name.en
        if self._settings.send_mail is None:
            self._pages.say(f"For {email}: {link}")
            return
        text = f"Somebody asked for a new password. If it was you, choose one within an hour:\n\n{link}\n"
        self._settings.send_mail(email, f"{name}: a new password", text)

    def _send_letter(self, agency: Agency, content: Mapping[str, object], request: Request) -> Response:
        page = f"/{agency.id}/messages"
        try:
            requested = MessageInput.model_validate(content if _is_json(request) else parse_form(content))
            done = self._send(agency, requested)
        except (ValidationError, _NoSuchRecord) as error:
            self._pages.say(str(error), is_problem=True)
            return _answer(request, {"error": str(error)}, page, status=400)
        except InboundFailed as error:
            self._pages.say(str(error), is_problem=True)
            return _answer(request, {"error": str(error)}, page, status=502)
        self._pages.say(_reported(done))
        return _answer(request, done, page)

    def _send(self, agency: Agency, requested: MessageInput) -> dict[str, Any]:
        """Send the requested message; return its id and outcome."""
        service, references = _addressees(agency, requested)
        client = self._clients[agency.id]
        own_id = requested.id or f"sandbox-{self._new_number()}"
        attached = self._attach(
            client, make_file(requested.attachment, f"{agency.id} {own_id}"), self._http_portal
        )
        body: dict[str, Any] = {
            "agencyServiceId": service.id,
            "message": build_message(requested, service, own_id, attached, datetime.now(UTC)),
        }
        if requested.references is None:
            answer = client.post(self._http_portal, "messages", body | {"reference": references[0]})
        else:
            answer = client.post(self._http_portal, "messages/batch", body | {"references": references})
        return {"id": own_id, **answer}

    def _post_sample(self, agency: Agency, message: SampleMessage, portal: Portal) -> None:
        client = self._clients[agency.id]
        service_id = agency.records[message.reference].service_id
        service = next(each for each in agency.manifest.services if each.id == service_id)
        attached = self._attach(client, make_file(message.file, next(iter(message.subject.values()))), portal)
        content = {
            "agencyServiceId": service_id,
            "reference": message.reference,
            "message": message.content(service, attached, self._today()),
        }
        try:
            client.post(portal, "messages", content)
        except MessageIdReused:
            # It came with another file, or on another day, when an earlier start did not get to its end.
            return

    @staticmethod
    def _attach(client: InboundClient, file: File | None, portal: Portal) -> list[str]:
        return [client.attach(portal, file)] if file else []

    def _new_number(self) -> str:
        self._sent += 1
        return f"{datetime.now(UTC):%Y%m%d%H%M%S}-{self._sent}"

    def _new_payment(self) -> Payment:
        number = self._new_number()
        return Payment(
            f"sandbox-{number}", 0, "payment", "completed", "Payment from the sandbox",
            "Pago desde el entorno de pruebas", "12.34", "1.00", "Visa ••4242", f"S-{number}",
        )  # fmt: skip

    def _post(self, agency: Agency, record: Record, payment: Payment, portal: Portal) -> str:
        content = make_transaction(record, payment, self._today())
        return str(self._clients[agency.id].post(portal, "transactions", content)["outcome"])

    def _signing_secret(self, agency_id: str) -> bytes:
        return self._settings.secret(f"agencies/{agency_id}/signing").encode()

    def _client_secret(self, agency_id: str) -> str:
        return self._settings.secret(f"agencies/{agency_id}/client")


def sandbox_manifests(origin: str = _WRITTEN_ORIGIN) -> list[Manifest]:
    """Return the manifests of the sandbox, by agency.

    Args:
        origin: of the sandbox, in the place of the one that the files have.
    """
    return [Manifest.model_validate(_at(origin, document)) for document in _documents()]


@cache
def _documents() -> list[Any]:
    # Reading them takes many times as long as checking them, and a test makes many sandboxes.
    return [
        parse_document(path.read_text(encoding="utf-8")).content for path in sorted(MANIFESTS.glob("*.yaml"))
    ]


def _at(origin: str, content: Any) -> Any:
    match content:
        case str():
            return content.replace(_WRITTEN_ORIGIN, origin)
        case list():
            return [_at(origin, entry) for entry in content]
        case dict():
            return {key: _at(origin, value) for key, value in content.items()}
    return content


class _NoSuchRecord(Exception):
    """The agency has no such record, or the wish does not say which; the message is for a developer."""


def _file_with(decision: Decision, text: str) -> File | None:
    if decision.state == "approved" and decision.file_kind == CERTIFICATE:
        return certificate(text)
    return make_file(decision.file_kind, text)


def _addressees(agency: Agency, requested: MessageInput) -> tuple[Service, list[str]]:
    """Return the service and the references of the records that a wish is about."""
    wanted = requested.references if requested.references is not None else [requested.reference]
    known = [agency.records[each] for each in wanted if each is not None and each in agency.records]
    service_id = requested.service or next((record.service_id for record in known), None)
    service = next((each for each in agency.manifest.services if each.id == service_id), None)
    if service is None or not service.message_types:
        raise _NoSuchRecord(f"{agency.id} has no record {wanted}, or no message type at {service_id}.")
    if wanted == ["*"]:
        return service, [each.reference for each in agency.records.values() if each.service_id == service.id]
    return service, [each for each in wanted if each is not None]


def _reported(done: Mapping[str, Any]) -> str:
    if "outcome" in done:
        return f"Message {done['id']}: {done['outcome']}."
    reported = ", ".join(f"{result['reference']}: {result['outcome']}" for result in done["results"])
    return f"Message {done['id']}: {reported}."


def _is_from_elsewhere(request: Request) -> bool:
    """Return whether a page of another origin asks for a change."""
    origin = request.header("Origin")
    return origin is not None and urlsplit(origin).netloc != request.header("Host")


def _get_content(request: Request) -> Mapping[str, object]:
    body = (request.body or b"").decode(errors="replace")
    if _is_json(request):
        try:
            content = json.loads(body)
        except ValueError:
            return {}
        return content if isinstance(content, dict) else {}
    return dict(parse_qsl(body))


def _is_json(request: Request) -> bool:
    return (request.header("Content-Type") or "").startswith("application/json")


def _done(request: Request, content: Mapping[str, object], anchor: str, status: int = 200) -> Response:
    return _answer(request, content, f"/#{anchor}", status)


def _answer(request: Request, content: Mapping[str, object], page: str, status: int = 200) -> Response:
    """JSON for a program; for a form, the way back to the page."""
    if _is_json(request):
        return json_response(status, content)
    return Response(303, [("Location", page)])
