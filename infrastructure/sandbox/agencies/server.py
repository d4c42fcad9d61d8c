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
from functools import partial
from typing import Any
from urllib.parse import quote

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute

from domains.agencies import protocol
from domains.agencies.manifest import IdentityField, Service
from domains.agencies.protocol import MatchedPerson
from infrastructure.operations.agencies.registry import Registration, Registry, register
from infrastructure.sandbox.agencies.accounts import SAMPLE_PASSWORD
from infrastructure.sandbox.agencies.agency import MODES, Agency
from infrastructure.sandbox.agencies.applications import TIME_TO_RESPOND, Decision, parse_decision_form
from infrastructure.sandbox.agencies.inbound import InboundClient, InboundFailed, call_over_http
from infrastructure.sandbox.agencies.letters import ARIZONA, MessageInput, parse_form
from infrastructure.sandbox.agencies.outgoing import NoSuchRecord, Outgoing
from infrastructure.sandbox.agencies.signatures import SignatureRefused, SignedCall, Verifier
from infrastructure.sandbox.credit_bureau import CREDIT_BUREAU, SandboxCreditBureau
from infrastructure.sandbox.eid import EID, SandboxIdentityService
from infrastructure.sandbox.face import SandboxFaces
from infrastructure.sandbox.files import FileKind
from infrastructure.sandbox.manifest_files import list_manifests
from infrastructure.sandbox.samples import SAMPLE_OWNERS, Owner, Record, make_records
from infrastructure.sandbox.web import get, go_to, make_headers, make_page, post, refuse_foreign_forms
from infrastructure.sandbox.web import parse_form as parse_fields
from infrastructure.serving import NoAnswer, Server
from infrastructure.settings import REPOSITORY

ANSWER_SECONDS = 1.0
"""Time until the sandbox answers a reply."""

_SHOWN_CALLS = 25
_MAX_CALL = 512 * 1024
_SANDBOX = REPOSITORY / "infrastructure" / "sandbox"
_FONTS = REPOSITORY / "webapp" / "src" / "styles" / "fonts"
_STATIC = {
    "style.css": _SANDBOX / "identity_provider/static/style.css",
    "saguaro.svg": _SANDBOX / "identity_provider/static/saguaro.svg",
    "sandbox.css": _SANDBOX / "static/sandbox.css",
}
_EXPLAINED_FILES: Mapping[FileKind, str] = {
    "none": "No file",
    "pdf": "A PDF",
    "png": "A PNG",
    "harmful": "A PDF with the test virus",
}


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
        routes: of other services on the same port.
    """

    port: int
    portal_origin: str
    identity_origin: str
    secret: Callable[[str], str]
    send_mail: Callable[[str, str, str], None] | None = None
    routes: Sequence[BaseRoute] = ()


@dataclass(frozen=True, slots=True)
class _Call:
    """Call of the portal.

    Attributes:
        status: of the answer; 0 when the connection was closed without one.
        note: why a signature was refused.
    """

    at: datetime
    agency_id: str
    name: str
    status: int
    mode: str
    note: str


class SandboxAgencies:
    """The agencies, from their manifests.

    Attributes:
        app: answers requests.
    """

    def __init__(self, settings: SandboxSettings, today: Callable[[], date] | None = None) -> None:
        """Read the manifests; nothing listens yet.

        Args:
            settings: where it listens and whom it talks to.
            today: the day in Arizona, when it is not the real one.
        """
        self._settings = settings
        self._origin = f"http://localhost:{settings.port}"
        self._stopping = threading.Event()
        self._said: tuple[str, bool] | None = None
        self._recent: deque[_Call] = deque(maxlen=_SHOWN_CALLS)
        self._server: Server | None = None
        today = today or (lambda: datetime.now(ARIZONA).date())
        records = list(make_records(today()))
        self.agencies = {
            manifest.agency.id: Agency(
                manifest,
                [r for r in records if r.service_id in {service.id for service in manifest.services}],
                today=today,
                wait=self._stopping.wait,
                on_forgotten_password=partial(self._mail_password_link, manifest.agency.id),
                on_reply=partial(self._start_answer, manifest.agency.id),
            )
            for manifest in list_manifests(self._origin)
        }
        self._verifier = Verifier(
            {each: self._get_secret(each, "signing").encode() for each in self.agencies}
        )
        clients = {
            each: InboundClient(settings.identity_origin, each, self._get_secret(each, "client"))
            for each in self.agencies
        }
        self.outgoing = Outgoing(self.agencies, clients, call_over_http(settings.portal_origin), today)
        self.app = self._make_app()

    def register(self, registry: Registry) -> list[Registration]:
        """Register every agency, as `npm run agency -- add` would.

        Raises:
            RegistrationRefused: see its docstring.
        """
        return [
            register(
                agency.manifest,
                registry,
                signing_secret=self._get_secret(agency.id, "signing"),
                client_secret=self._get_secret(agency.id, "client"),
            )
            for agency in self.agencies.values()
        ]

    def start(self) -> None:
        """Start answering.

        Raises:
            OSError: the port is taken.
        """
        self._stopping.clear()
        self._server = Server(self._settings.port, self.app)
        self._server.start()

    def stop(self) -> None:
        """Stop answering; a hanging agency ends its pause."""
        self._stopping.set()
        if self._server:
            self._server.stop()
            self._server = None

    def _make_app(self) -> Starlette:
        origin, wait = self._settings.portal_origin, self._stopping.wait
        bureau_key = self._settings.secret(CREDIT_BUREAU)
        routes = [
            get("/", self._show_home),
            get("/static/{name}", lambda request: _serve(_STATIC.get(request.path_params["name"]))),
            get("/fonts/{name}", lambda request: _serve(_FONTS / request.path_params["name"])),
            *SandboxIdentityService(f"{self._origin}/{EID}", origin, SAMPLE_OWNERS, wait).routes,
            *SandboxCreditBureau(bureau_key, origin, SAMPLE_OWNERS, wait).routes,
            *SandboxFaces(origin, SAMPLE_OWNERS, wait).routes,
            *self._settings.routes,
            get("/switches", self._list_switches),
            get("/switches/{agency}", lambda request: JSONResponse({"mode": self._find(request).mode})),
            post("/switches/{agency}", self._switch),
            post("/messages/{agency}", self._send_letter),
            get("/applications/{agency}", self._list_applications),
            post("/applications/{agency}/{application}", self._decide),
            post("/password/{agency}", self._choose_password),
            post("/records/{agency}/{reference}/copy", self._copy_record),
            post("/records/{agency}/{reference}/{action}", self._change_record),
            get("/{agency}/messages", self._show_messages),
            get("/{agency}/applications", self._show_applications),
            get("/{agency}/applications/{application}/{document}", self._show_document),
            get("/{agency}/accounts", self._show_accounts),
            get("/{agency}/password", self._show_password),
            get("/{agency}/pages/{page}", self._show_agency_page),
            get(f"/{{agency}}/{protocol.HEALTH}", partial(self._answer_call, body=b"")),
            post("/{agency}/{call}", self._answer_call),
        ]
        return Starlette(
            routes=routes,
            middleware=[
                # A foreign page could otherwise reach this server by DNS rebinding.
                Middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1"]),
                Middleware(refuse_foreign_forms),
            ],
            exception_handlers={404: lambda *_: self._render("missing.html", status=404)},
        )

    def _find(self, request: Request) -> Agency:
        agency = self.agencies.get(request.path_params["agency"])
        if agency is None:
            raise HTTPException(404)
        return agency

    def _find_record(self, request: Request) -> tuple[Agency, Record]:
        agency = self._find(request)
        record = agency.records.get(request.path_params["reference"])
        if record is None:
            raise HTTPException(404)
        return agency, record

    def _answer_call(self, request: Request, body: bytes) -> Response:
        agency = self._find(request)
        call = request.path_params.get("call", protocol.HEALTH)
        note = ""
        try:
            self._check_signature(agency, request, body)
            response = agency.answer(call, body)
        except SignatureRefused as error:
            note = str(error)
            response = JSONResponse({"error": "the signature is refused"}, 401)
        status = 0 if isinstance(response, NoAnswer) else response.status_code
        self._recent.appendleft(_Call(datetime.now(ARIZONA), agency.id, call, status, agency.mode, note))
        return response

    def _check_signature(self, agency: Agency, request: Request, body: bytes) -> None:
        if len(body) > _MAX_CALL:
            raise HTTPException(413)
        # The address as the manifest gives it, because that is what the portal signs.
        query = f"?{request.url.query}" if request.url.query else ""
        url = f"{self._origin}{request.scope['raw_path'].decode()}{query}"
        self._verifier.check(SignedCall(request.method, url, request.headers), body, agency.id)

    def _show_home(self, _request: Request) -> Response:
        agencies = list(self.agencies.values())
        return self._render(
            "home.html", agencies=agencies, people=_group_by_owner(agencies), calls=list(self._recent)
        )

    def _list_switches(self, _request: Request) -> Response:
        return JSONResponse({agency.id: agency.mode for agency in self.agencies.values()})

    def _switch(self, request: Request, body: bytes) -> Response:
        agency = self._find(request)
        mode = _read_content(request, body).get("mode")
        if mode not in MODES:
            return JSONResponse({"error": f"mode is one of {', '.join(MODES)}"}, 400)
        agency.switch(str(mode))
        return self._report(request, f"{agency.name} is {mode} now.", {"mode": mode}, f"/#{agency.id}")

    def _copy_record(self, request: Request, body: bytes) -> Response:
        agency, record = self._find_record(request)
        requested = _read_content(request, body)
        try:
            person = MatchedPerson.model_validate(requested["person"]) if "person" in requested else None
        except ValidationError as error:
            return JSONResponse({"error": str(error)}, 400)
        another = agency.copy(record, Owner(person) if person else record.owner)
        content = {
            "agencyServiceId": another.service_id,
            "reference": another.reference,
            "identity": another.typed,
        }
        said = f"{another.label}: there is another record like it."
        return self._report(request, said, content, f"/#{another.reference}")

    def _change_record(self, request: Request, _body: bytes) -> Response:
        agency, record = self._find_record(request)

        def change() -> tuple[str, Mapping[str, object]]:
            match request.path_params["action"]:
                case "transaction":
                    outcome = self.outgoing.post_new_payment(agency, record)
                case "revocation":
                    agency.revoke(record.reference)
                    outcome = self.outgoing.revoke(agency, record)
                case "restoration":
                    agency.restore(record.reference)
                    outcome = "restored"
                case _:
                    raise HTTPException(404)
            return f"{record.label}: {outcome}.", {"outcome": outcome}

        return self._try(request, f"/#{record.reference}", change)

    def _send_letter(self, request: Request, body: bytes) -> Response:
        agency = self._find(request)
        content = _read_content(request, body)

        def send() -> tuple[str, Mapping[str, object]]:
            requested = MessageInput.model_validate(content if _is_json(request) else parse_form(content))
            done = self.outgoing.send_message(agency, requested)
            return _format_outcome(done), done

        return self._try(request, f"/{agency.id}/messages", send)

    def _decide(self, request: Request, body: bytes) -> Response:
        agency = self._find(request)
        application_id = request.path_params["application"]
        content = _read_content(request, body)

        def send() -> tuple[str, Mapping[str, object]]:
            decision = Decision.model_validate(content if _is_json(request) else parse_decision_form(content))
            done = self.outgoing.send_decision(agency.id, application_id, decision)
            return f"{application_id} is {decision.state} now: {done['outcome']}.", done

        return self._try(request, f"/{agency.id}/applications", send)

    def _try(
        self, request: Request, page: str, act: Callable[[], tuple[str, Mapping[str, object]]]
    ) -> Response:
        """Return the answer for what was done, which is a text and JSON, or for why it was not."""
        try:
            said, content = act()
        except (ValidationError, NoSuchRecord) as error:
            return self._report_error(request, error, page, status=400)
        except InboundFailed as error:
            return self._report_error(request, error, page, status=502)
        return self._report(request, said, content, page)

    def _choose_password(self, request: Request, body: bytes) -> Response:
        agency = self._find(request)
        content = _read_content(request, body)
        token, password = str(content.get("token", "")), str(content.get("password", ""))
        if agency.accounts and agency.accounts.choose_password(token, password):
            page = f"/{agency.id}/accounts"
            return self._report(request, "The new password is set.", {"outcome": "done"}, page)
        problem = "The password was not set: the link is over, or the password is too short or too simple."
        page = f"/{agency.id}/password?token={quote(token)}"
        return self._report_error(request, problem, page, status=400)

    def _list_applications(self, request: Request) -> Response:
        return JSONResponse(self._find(request).applications.describe())

    def _show_messages(self, request: Request) -> Response:
        """Return the page for sending messages, with a form for each service that has records."""
        agency = self._find(request)
        services = [
            (service, found)
            for service in agency.manifest.services
            if service.message_types
            and (found := [each for each in agency.records.values() if each.service_id == service.id])
        ]
        return self._render(
            "messages.html", agency=agency.manifest.agency, services=services, file_kinds=_EXPLAINED_FILES
        )

    def _show_applications(self, request: Request) -> Response:
        agency = self._find(request)
        return self._render(
            "applications.html",
            agency=agency.manifest.agency,
            applications=agency.applications,
            respond_by=(datetime.now(UTC) + TIME_TO_RESPOND).date(),
        )

    def _show_document(self, request: Request) -> Response:
        """Return a file of an application, fetched from the portal and compared with the announced hash."""
        agency = self._find(request)
        application_id, document_id = request.path_params["application"], request.path_params["document"]
        found = agency.applications.find(application_id)
        document = found.find(document_id) if found else None
        if document is None:
            raise HTTPException(404)
        try:
            state, content = self.outgoing.fetch_document(agency, application_id, document_id)
        except InboundFailed as error:
            return PlainTextResponse(str(error), 502)
        if state != "ready":
            return PlainTextResponse(f"The portal says that this file is {state}.", 409)
        if hashlib.sha256(content).hexdigest() != document.sha256:
            return PlainTextResponse("The file is not the one that was announced.", 502)
        disposition = f"attachment; filename*=UTF-8''{quote(document.name, safe='')}"
        headers = make_headers() | {"Content-Disposition": disposition}
        return Response(content, headers=headers, media_type=document.content_type)

    def _show_accounts(self, request: Request) -> Response:
        agency = self._find(request)
        if agency.accounts is None:
            raise HTTPException(404)
        return self._render(
            "accounts.html",
            agency=agency.manifest.agency,
            accounts=agency.accounts.list_accounts(),
            sample_password=SAMPLE_PASSWORD,
        )

    def _show_password(self, request: Request) -> Response:
        """Return the page of a mailed link, to choose a new password."""
        agency = self._find(request)
        token = request.query_params.get("token", "")
        if agency.accounts is None or not agency.accounts.is_link(token):
            raise HTTPException(404)
        return self._render("password.html", agency=agency.manifest.agency, token=token)

    def _show_agency_page(self, request: Request) -> Response:
        """Return the page of a card's action."""
        agency = self._find(request)
        actions = [action for service in agency.manifest.services for action in service.actions]
        titles = {action.id: action.label.en for action in actions}
        title = titles.get(request.path_params["page"])
        if title is None:
            raise HTTPException(404)
        values = dict(request.query_params)
        return self._render("agency.html", agency=agency.manifest.agency, title=title, values=values)

    def _render(self, template: str, status: int = 200, **context: Any) -> Response:
        return make_page(
            template,
            status=status,
            portal_origin=self._settings.portal_origin,
            as_typed=_format_identity,
            take_said=self._take_said,
            **context,
        )

    def _take_said(self) -> tuple[str, bool] | None:
        """Return what the next page says, once."""
        said, self._said = self._said, None
        return said

    def _report(self, request: Request, said: str, content: Mapping[str, object], page: str) -> Response:
        """Answer JSON with JSON, and a form with a redirect to the page, which says it once."""
        self._said = (said, False)
        return JSONResponse(content) if _is_json(request) else go_to(page)

    def _report_error(self, request: Request, error: object, page: str, status: int) -> Response:
        self._said = (str(error), True)
        return JSONResponse({"error": str(error)}, status) if _is_json(request) else go_to(page)

    def _start_answer(self, agency_id: str, reply: protocol.ReplyRequest) -> None:
        threading.Thread(target=self._answer_reply, args=(agency_id, reply), daemon=True).start()

    def _answer_reply(self, agency_id: str, reply: protocol.ReplyRequest) -> None:
        """Answer a reply after a moment, unless the server stops before."""
        if self._stopping.wait(ANSWER_SECONDS):
            return
        try:
            self.outgoing.answer_reply(agency_id, reply)
        except InboundFailed as error:
            self._said = (f"{agency_id}: the answer to a reply was not sent. {error}", True)

    def _mail_password_link(self, agency_id: str, email: str, token: str) -> None:
        link = f"{self._origin}/{agency_id}/password?token={token}"
        if self._settings.send_mail is None:
            self._said = (f"For {email}: {link}", False)
            return
        text = f"Somebody asked for a new password. If it was you, choose one within an hour:\n\n{link}\n"
        self._settings.send_mail(email, f"{self.agencies[agency_id].name}: a new password", text)

    def _get_secret(self, agency_id: str, name: str) -> str:
        return self._settings.secret(f"agencies/{agency_id}/{name}")


def _serve(path: Any) -> Response:
    if path is None or not path.is_file():
        raise HTTPException(404)
    return FileResponse(path, headers=make_headers())


def _is_json(request: Request) -> bool:
    return request.headers.get("Content-Type", "").startswith("application/json")


def _read_content(request: Request, body: bytes) -> Mapping[str, object]:
    """Return the fields of a form or of a JSON object; empty for anything else."""
    if not _is_json(request):
        return parse_fields(body)
    try:
        content = json.loads(body)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _group_by_owner(
    agencies: Sequence[Agency],
) -> list[tuple[Owner, list[tuple[Agency, Service, list[Record]]]]]:
    """Group records by owner, sample people first, with agency and service."""
    owners = [*SAMPLE_OWNERS, *(record.owner for agency in agencies for record in agency.records.values())]
    return [
        (
            owner,
            [
                (agency, service, found)
                for agency in agencies
                for service in agency.manifest.services
                if (
                    found := [
                        r for r in agency.records.values() if (r.service_id, r.owner) == (service.id, owner)
                    ]
                )
            ],
        )
        for owner in dict.fromkeys(owners)
    ]


def _format_identity(field: IdentityField, record: Record) -> str:
    """Return the value of an identity field as the form shows it."""
    value = record.typed[field.name]
    return next((choice.label.en for choice in field.choices if choice.value == value), value)


def _format_outcome(done: Mapping[str, Any]) -> str:
    results = done.get("results") or [{"outcome": done.get("outcome")}]
    said = ", ".join(": ".join(filter(None, (each.get("reference"), each["outcome"]))) for each in results)
    return f"Message {done['id']}: {said}."
