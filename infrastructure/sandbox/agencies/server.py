"""The sandbox's HTTP server: the agencies' endpoints, their pages, and the switches.

It listens on this machine only, and takes changes only from its own pages and from programs.
"""

import hashlib
import threading
from collections import deque
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, quote
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from domains.agencies import protocol
from domains.agencies.protocol import MatchedPerson
from infrastructure.local.http import Request, Response, make_json_response, make_text_response
from infrastructure.local.http_server import make_asgi_app
from infrastructure.operations.agencies.registry import Registration, Registry, register
from infrastructure.sandbox.agencies.agency import MODES, Agency
from infrastructure.sandbox.agencies.applications import (
    Decision,
    parse_decision_form,
)
from infrastructure.sandbox.agencies.form_requests import (
    answer_form,
    is_from_elsewhere,
    is_json,
    read_content,
)
from infrastructure.sandbox.agencies.inbound import (
    HttpPortal,
    InboundClient,
    InboundFailed,
)
from infrastructure.sandbox.agencies.letters import MessageInput, parse_form
from infrastructure.sandbox.agencies.manifest_files import list_manifests
from infrastructure.sandbox.agencies.outgoing import NoSuchRecord, Outgoing
from infrastructure.sandbox.agencies.pages import Call, Pages
from infrastructure.sandbox.agencies.records import Owner, Record
from infrastructure.sandbox.agencies.sample_records import SAMPLE_OWNERS, make_records
from infrastructure.sandbox.agencies.settings import CREDIT_BUREAU, EID, WALLET, SandboxSettings
from infrastructure.sandbox.agencies.signatures import SignatureRefused, SignedCall, Verifier
from infrastructure.sandbox.credit_bureau import SandboxCreditBureau
from infrastructure.sandbox.eid import SandboxIdentityService
from infrastructure.sandbox.face import FACE, SandboxFaces
from infrastructure.serving import Server

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
                partial(self._start_answer, manifest.agency.id),
            )
            for manifest in list_manifests(self._origin)
        }
        self._verifier = Verifier(
            {agency_id: self._get_signing_secret(agency_id) for agency_id in self.agencies}
        )
        self._clients = {
            agency_id: InboundClient(settings.identity_origin, agency_id, self._get_client_secret(agency_id))
            for agency_id in self.agencies
        }
        self._http_portal = HttpPortal(settings.portal_origin)
        self.outgoing = Outgoing(self.agencies, self._clients, self._http_portal, self._today)
        self._services: dict[str, Callable[[str, Request], Response]] = {
            EID: SandboxIdentityService(
                f"{self._origin}/{EID}", settings.portal_origin, SAMPLE_OWNERS, self._stopping.wait
            ),
            CREDIT_BUREAU: SandboxCreditBureau(
                settings.secret(CREDIT_BUREAU), settings.portal_origin, SAMPLE_OWNERS, self._stopping.wait
            ),
            FACE: SandboxFaces(settings.portal_origin, SAMPLE_OWNERS, self._stopping.wait),
        }
        if settings.wallet:
            self._services[WALLET] = settings.wallet
        self._recent: deque[Call] = deque(maxlen=_SHOWN_CALLS)
        self._server: Server | None = None

    def register(self, registry: Registry) -> list[Registration]:
        """Register every agency, as `npm run agency -- add` would.

        Raises:
            RegistrationRefused: see its docstring.
        """
        return [
            register(
                agency.manifest,
                registry,
                signing_secret=self._get_signing_secret(agency.id).decode(),
                client_secret=self._get_client_secret(agency.id),
            )
            for agency in self.agencies.values()
        ]

    def start(self) -> None:
        """Start answering.

        Raises:
            OSError: the port is taken.
        """
        self._stopping.clear()
        self._server = Server(self._settings.port, make_asgi_app(self))
        self._server.start()

    def stop(self) -> None:
        """Stop answering; a hanging agency ends its pause."""
        self._stopping.set()
        if self._server:
            self._server.stop()
            self._server = None

    def __call__(self, request: Request) -> Response:
        """Answer a request: a call of the protocol, a page, or a switch."""
        if request.body is None:
            return make_text_response(413, "This is too much.")
        host = (request.header("Host") or "").partition(":")[0]
        if host not in ("localhost", "127.0.0.1"):
            # A foreign page could otherwise reach this server by DNS rebinding.
            return make_text_response(421, "This server is reached as localhost only.")
        parts = request.path.strip("/").split("/")
        if len(parts) == 2 and parts[0] in self.agencies and parts[1] in _CALLS:
            return self._answer_call(self.agencies[parts[0]], parts[1], request)
        service = self._services.get(parts[0])
        if service and not is_from_elsewhere(request):
            return service("/".join(parts[1:]), request)
        if request.method in ("GET", "HEAD"):
            return self._show(parts, request)
        if request.method == "POST":
            return self._change(parts, request)
        return make_text_response(405, "There is nothing to do that with.")

    def _answer_call(self, agency: Agency, call: str, request: Request) -> Response:
        if request.method != _CALLS[call]:
            return make_json_response(405, {"error": f"{_CALLS[call]} is the method of this call"})
        body = request.body or b""
        status, note = 0, ""
        try:
            if len(body) > _MAX_CALL:
                response = make_json_response(413, {"error": "too much"})
            else:
                self._check_signature(agency, request, body)
                response = agency.answer(call, body, self._today())
            status = response.status
        except SignatureRefused as error:
            status, note = 401, str(error)
            response = make_json_response(401, {"error": "the signature is refused"})
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
                return self._pages.show_home(list(self.agencies.values()), list(self._recent))
            case ["static", name]:
                return self._pages.serve_static(name)
            case ["fonts", name]:
                return self._pages.serve_font(name)
            case ["switches"]:
                return make_json_response(200, {agency.id: agency.mode for agency in self.agencies.values()})
            case ["switches", agency_id] if agency_id in self.agencies:
                return make_json_response(200, {"mode": self.agencies[agency_id].mode})
            case ["applications", agency_id] if agency_id in self.agencies:
                return make_json_response(200, self.agencies[agency_id].applications.describe())
            case [agency_id, "applications"] if agency_id in self.agencies:
                return self._pages.show_applications(self.agencies[agency_id])
            case [agency_id, "applications", application_id, document_id] if agency_id in self.agencies:
                return self._show_document(self.agencies[agency_id], application_id, document_id)
            case [agency_id, "accounts"] if agency_id in self.agencies:
                return self._pages.show_accounts(self.agencies[agency_id])
            case [agency_id, "password"] if agency_id in self.agencies:
                token = dict(parse_qsl(request.query)).get("token", "")
                return self._pages.show_password(self.agencies[agency_id], token)
            case [agency_id, "messages"] if agency_id in self.agencies:
                return self._pages.show_messages(self.agencies[agency_id])
            case [agency_id, "pages", page] if agency_id in self.agencies:
                values = dict(parse_qsl(request.query))
                return self._pages.show_agency_page(self.agencies[agency_id], page, values)
        return self._pages.show_missing()

    def _change(self, parts: list[str], request: Request) -> Response:
        if is_from_elsewhere(request):
            return make_text_response(403, "Another page may not do that.")
        content = read_content(request)
        match parts:
            case ["switches", agency_id] if agency_id in self.agencies:
                mode = next((known for known in MODES if known == content.get("mode")), None)
                if mode is None:
                    return make_json_response(400, {"error": f"mode is one of {', '.join(MODES)}"})
                self.agencies[agency_id].switch(mode)
                self._pages.say(f"{self.agencies[agency_id].manifest.agency.name.en} is {mode} now.")
                return answer_form(request, {"mode": mode}, f"/#{agency_id}")
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
        return self._pages.show_missing()

    def _copy_record(
        self, agency: Agency, record: Record, requested: Mapping[str, object], request: Request
    ) -> Response:
        try:
            person = MatchedPerson.model_validate(requested["person"]) if "person" in requested else None
        except ValidationError as error:
            return make_json_response(400, {"error": str(error)})
        another = agency.copy(record.reference, Owner(person) if person else None)
        self._pages.say(f"{another.label}: there is another record like it.")
        content = {
            "agencyServiceId": another.service_id,
            "reference": another.reference,
            "identity": another.typed,
        }
        return answer_form(request, content, f"/#{another.reference}")

    def _change_record(self, agency: Agency, record: Record, action: str, request: Request) -> Response:
        try:
            match action:
                case "transaction":
                    outcome = self.outgoing.post_new_payment(agency, record)
                case "revocation":
                    agency.revoke(record.reference)
                    body = {"agencyServiceId": record.service_id, "reference": record.reference}
                    outcome = self._clients[agency.id].post(self._http_portal, "revocations", body)["outcome"]
                case "restoration":
                    agency.restore(record.reference)
                    outcome = "restored"
                case _:
                    return self._pages.show_missing()
        except InboundFailed as error:
            return self._report_error(request, error, f"/#{record.reference}", status=502)
        self._pages.say(f"{record.label}: {outcome}.")
        return answer_form(request, {"outcome": outcome}, f"/#{record.reference}")

    def _decide(
        self, agency: Agency, application_id: str, content: Mapping[str, object], request: Request
    ) -> Response:
        page = f"/{agency.id}/applications"
        try:
            decision = Decision.model_validate(content if is_json(request) else parse_decision_form(content))
            done = self.outgoing.send_decision(agency.id, application_id, decision)
        except ValidationError as error:
            return self._report_error(request, error, page, status=400)
        except InboundFailed as error:
            return self._report_error(request, error, page, status=502)
        self._pages.say(f"{application_id} is {decision.state} now: {done['outcome']}.")
        return answer_form(request, done, page)

    def _show_document(self, agency: Agency, application_id: str, document_id: str) -> Response:
        """Return a file of an application, fetched from the portal and compared with the announced hash."""
        found = agency.applications.find(application_id)
        document = found.find(document_id) if found else None
        if document is None:
            return self._pages.show_missing()
        try:
            state, content = self._clients[agency.id].fetch_document(
                self._http_portal, application_id, document_id
            )
        except InboundFailed as error:
            return make_text_response(502, str(error))
        if state != "ready":
            return make_text_response(409, f"The portal says that this file is {state}.")
        if hashlib.sha256(content).hexdigest() != document.sha256:
            return make_text_response(502, "The file is not the one that was announced.")
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
            return answer_form(request, {"outcome": "done"}, f"/{agency.id}/accounts")
        problem = "The password was not set: the link is over, or the password is too short or too simple."
        page = f"/{agency.id}/password?token={quote(token)}"
        return self._report_error(request, problem, page, status=400)

    def _report_error(self, request: Request, error: object, page: str, status: int) -> Response:
        self._pages.say(str(error), is_problem=True)
        return answer_form(request, {"error": str(error)}, page, status)

    def _start_answer(self, agency_id: str, reply: protocol.ReplyRequest) -> None:
        threading.Thread(target=self._answer_reply, args=(agency_id, reply), daemon=True).start()

    def _answer_reply(self, agency_id: str, reply: protocol.ReplyRequest) -> None:
        """Answer a reply after a moment, unless the server stops before."""
        if self._stopping.wait(ANSWER_SECONDS):
            return
        try:
            self.outgoing.answer_reply(agency_id, reply)
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
            requested = MessageInput.model_validate(content if is_json(request) else parse_form(content))
            done = self.outgoing.send_message(agency, requested)
        except (ValidationError, NoSuchRecord) as error:
            return self._report_error(request, error, page, status=400)
        except InboundFailed as error:
            return self._report_error(request, error, page, status=502)
        self._pages.say(_format_outcome(done))
        return answer_form(request, done, page)

    def _get_signing_secret(self, agency_id: str) -> bytes:
        return self._settings.secret(f"agencies/{agency_id}/signing").encode()

    def _get_client_secret(self, agency_id: str) -> str:
        return self._settings.secret(f"agencies/{agency_id}/client")


def _format_outcome(done: Mapping[str, Any]) -> str:
    if "outcome" in done:
        return f"Message {done['id']}: {done['outcome']}."
    reported = ", ".join(f"{result['reference']}: {result['outcome']}" for result in done["results"])
    return f"Message {done['id']}: {reported}."
