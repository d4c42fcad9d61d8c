"""The sandbox's HTTP server: the agencies' endpoints, their pages, and the switches.

It listens on this machine only, and takes changes only from its own pages and from programs.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from domains.agencies import protocol
from domains.agencies.manifest import IdentityField
from domains.agencies.protocol import MatchedPerson
from domains.state.time import ARIZONA
from infrastructure.operations.agencies.registry import Registration, Registry, register
from infrastructure.sandbox.agencies.accounts import SAMPLE_PASSWORD, Accounts
from infrastructure.sandbox.agencies.agency import MODES, Agency
from infrastructure.sandbox.agencies.applications import TIME_TO_RESPOND, Decision
from infrastructure.sandbox.agencies.inbound import InboundClient, InboundFailed, call_over_http
from infrastructure.sandbox.agencies.letters import MessageInput
from infrastructure.sandbox.agencies.outgoing import NotPossible, Outgoing
from infrastructure.sandbox.agencies.signatures import SignatureRefused, SignedCall, Verifier
from infrastructure.sandbox.credit_bureau import CREDIT_BUREAU, SandboxCreditBureau
from infrastructure.sandbox.eid import EID, SandboxIdentityService
from infrastructure.sandbox.face import SandboxFaces
from infrastructure.sandbox.files import EXPLAINED_FILES
from infrastructure.sandbox.manifest_files import list_manifests
from infrastructure.sandbox.samples import SAMPLE_OWNERS, Owner, Record, get_today, make_records
from infrastructure.sandbox.web import (
    get,
    go_to,
    make_headers,
    make_page,
    nest_fields,
    parse_form,
    post,
    refuse_foreign_forms,
)
from infrastructure.serving import NoAnswer, Server
from infrastructure.settings import REPOSITORY

T = TypeVar("T")

_SECONDS_TO_REPLY = 1.0
_SHOWN_CALLS = 25
_STATIC = {
    "/static": "infrastructure/sandbox/static",
    "/provider": "infrastructure/sandbox/identity_provider/static",
    "/fonts": "webapp/src/styles/fonts",
}

_Done = tuple[str, Mapping[str, object]]
"""A text for a page about a change, and JSON for a program."""


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """Settings of the sandbox."""

    port: int  # of all its agencies
    portal_origin: str  # such as `http://localhost:8080`
    identity_origin: str  # of the identity provider
    # The value of a secret by its name, the same at every start: `agencies/<agency id>/signing`,
    # `agencies/<agency id>/client` and `creditbureau`.
    secret: Callable[[str], str]
    send_mail: Callable[[str, str, str], None] = lambda *_: None  # takes address, subject and text
    routes: Sequence[BaseRoute] = ()  # of other services on the same port


class SandboxAgencies:
    """The agencies, from their manifests.

    Attributes:
        app: answers requests.
    """

    def __init__(self, settings: SandboxSettings) -> None:
        """Read the manifests; nothing listens yet."""
        self._settings = settings
        self._origin = f"http://localhost:{settings.port}"
        self._stopping = threading.Event()
        self._said: tuple[str, bool] | None = None
        self._recent: deque[Mapping[str, object]] = deque(maxlen=_SHOWN_CALLS)
        self._server: Server | None = None
        records = list(make_records(get_today()))
        self.agencies = {
            manifest.agency.id: Agency(
                manifest,
                [r for r in records if r.service_id in {service.id for service in manifest.services}],
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
        self.outgoing = Outgoing(self.agencies, clients, call_over_http(settings.portal_origin))
        self.app = self._make_app()

    def register(self, registry: Registry) -> list[Registration]:
        """Register every agency, as `npm run agency -- add` would. Raises RegistrationRefused."""
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
        """Start answering. Raises OSError if the port is taken."""
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
        record = "/records/{agency}/{reference}"
        routes = [
            get("/", self._show_home),
            *(Mount(path, StaticFiles(directory=REPOSITORY / folder)) for path, folder in _STATIC.items()),
            *SandboxIdentityService(f"{self._origin}/{EID}", origin, SAMPLE_OWNERS, wait).routes,
            *SandboxCreditBureau(bureau_key, origin, SAMPLE_OWNERS, wait).routes,
            *SandboxFaces(origin, SAMPLE_OWNERS, wait).routes,
            *self._settings.routes,
            get("/switches", lambda _: JSONResponse({each.id: each.mode for each in self.agencies.values()})),
            self._change("/switches/{agency}", "/#{agency}", self._switch),
            self._change("/messages/{agency}", "/{agency}/messages", self._send_letter),
            get("/applications/{agency}", lambda it: JSONResponse(self._find(it).applications.describe())),
            self._change("/applications/{agency}/{application}", "/{agency}/applications", self._decide),
            self._change("/password/{agency}", "/{agency}/accounts", self._choose_password),
            self._change(f"{record}/copy", "/#{reference}", self._copy_record),
            self._change(f"{record}/{{action}}", "/#{reference}", self._change_record),
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

    def _change(
        self, path: str, page: str, act: Callable[[Request, Mapping[str, object]], _Done]
    ) -> BaseRoute:
        """Return a route that makes a change, and answers JSON with JSON.

        Args:
            page: to which it redirects a form; the page says once what was done or why not.
            act: takes the fields of the form or of the JSON object.
        """

        def answer(request: Request, body: bytes) -> Response:
            is_json = request.headers.get("Content-Type", "").startswith("application/json")
            status, leads_to = 200, page.format(**request.path_params)
            content: Mapping[str, object]
            try:
                said, content = act(request, json.loads(body) if is_json else nest_fields(parse_form(body)))
            except (ValidationError, NotPossible, InboundFailed) as error:
                status = 502 if isinstance(error, InboundFailed) else 400
                said, content = str(error), {"error": str(error)}
                leads_to = request.headers.get("Referer", leads_to)
            self._said = (said, status != 200)
            return JSONResponse(content, status) if is_json else go_to(leads_to)

        return post(path, answer)

    def _find(self, request: Request) -> Agency:
        return _require(self.agencies.get(request.path_params["agency"]))

    def _find_record(self, request: Request) -> tuple[Agency, Record]:
        agency = self._find(request)
        return agency, _require(agency.records.get(request.path_params["reference"]))

    def _find_accounts(self, request: Request) -> tuple[Agency, Accounts]:
        agency = self._find(request)
        return agency, _require(agency.accounts)

    def _answer_call(self, request: Request, body: bytes) -> Response:
        agency = self._find(request)
        call = request.path_params.get("call", protocol.HEALTH)
        note = ""
        # The address as the manifest gives it, because that is what the portal signs.
        url = f"{self._origin}{request.scope['raw_path'].decode()}"
        try:
            self._verifier.check(SignedCall(request.method, url, request.headers), body, agency.id)
            response = agency.answer(call, body)
        except SignatureRefused as error:
            note = str(error)
            response = JSONResponse({"error": "the signature is refused"}, 401)
        self._recent.appendleft(
            {
                "at": datetime.now(ARIZONA),
                "agency_id": agency.id,
                "name": call,
                "status": None if isinstance(response, NoAnswer) else response.status_code,
                "mode": agency.mode,
                "note": note,
            }
        )
        return response

    def _switch(self, request: Request, content: Mapping[str, object]) -> _Done:
        agency = self._find(request)
        mode = content.get("mode")
        if mode not in MODES:
            raise NotPossible(f"mode is one of {', '.join(MODES)}")
        agency.switch(str(mode))
        return f"{agency.name} is {mode} now.", {"mode": mode}

    def _copy_record(self, request: Request, content: Mapping[str, object]) -> _Done:
        agency, record = self._find_record(request)
        owner = Owner(MatchedPerson.model_validate(content["person"])) if content else record.owner
        another = agency.copy(record, owner)
        return f"{another.label}: there is another record like it.", {
            "agencyServiceId": another.service_id,
            "reference": another.reference,
            "identity": another.typed,
        }

    def _change_record(self, request: Request, _: Mapping[str, object]) -> _Done:
        agency, record = self._find_record(request)
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

    def _send_letter(self, request: Request, content: Mapping[str, object]) -> _Done:
        done = self.outgoing.send_message(self._find(request), MessageInput.model_validate(content))
        results = done.get("results") or [{"outcome": done["outcome"]}]
        said = ", ".join(": ".join(each.values()) for each in results)
        return f"Message {done['id']}: {said}.", done

    def _decide(self, request: Request, content: Mapping[str, object]) -> _Done:
        application_id = request.path_params["application"]
        decision = Decision.model_validate(content)
        done = self.outgoing.send_decision(self._find(request).id, application_id, decision)
        return f"{application_id} is {decision.state} now: {done['outcome']}.", done

    def _choose_password(self, request: Request, content: Mapping[str, object]) -> _Done:
        _, accounts = self._find_accounts(request)
        if not accounts.choose_password(str(content.get("token")), str(content.get("password", ""))):
            raise NotPossible(
                "The password was not set: the link is over, or the password is too short or too simple."
            )
        return "The new password is set.", {"outcome": "done"}

    def _show_home(self, _request: Request) -> Response:
        agencies = list(self.agencies.values())
        owners = [*SAMPLE_OWNERS, *(record.owner for each in agencies for record in each.records.values())]
        return self._render(
            "home.html", agencies=agencies, owners=dict.fromkeys(owners), calls=list(self._recent)
        )

    def _show_messages(self, request: Request) -> Response:
        return self._render("messages.html", agency=self._find(request), file_kinds=EXPLAINED_FILES)

    def _show_applications(self, request: Request) -> Response:
        respond_by = (datetime.now(UTC) + TIME_TO_RESPOND).date()
        return self._render("applications.html", agency=self._find(request), respond_by=respond_by)

    def _show_document(self, request: Request) -> Response:
        """Return a file of an application, fetched from the portal."""
        agency = self._find(request)
        application_id, document_id = request.path_params["application"], request.path_params["document"]
        found = _require(agency.applications.find(application_id))
        document = _require(found.find(document_id))
        try:
            state, content = self.outgoing.fetch_document(agency, application_id, document_id)
        except InboundFailed as error:
            return PlainTextResponse(str(error), 502)
        if state != "ready":
            return PlainTextResponse(f"The portal says that this file is {state}.", 409)
        disposition = f"attachment; filename*=UTF-8''{quote(document.name, safe='')}"
        headers = make_headers() | {"Content-Disposition": disposition}
        return Response(content, headers=headers, media_type=document.content_type)

    def _show_accounts(self, request: Request) -> Response:
        agency, accounts = self._find_accounts(request)
        listed = accounts.list_accounts()
        return self._render("accounts.html", agency=agency, accounts=listed, sample_password=SAMPLE_PASSWORD)

    def _show_password(self, request: Request) -> Response:
        """Return the page of a mailed link, to choose a new password."""
        agency, accounts = self._find_accounts(request)
        token = request.query_params.get("token", "")
        if not accounts.is_link(token):
            raise HTTPException(404)
        return self._render("password.html", agency=agency, token=token)

    def _show_agency_page(self, request: Request) -> Response:
        """Return the page of a card's action."""
        agency = self._find(request)
        actions = [action for service in agency.manifest.services for action in service.actions]
        title = _require({action.id: action.label.en for action in actions}.get(request.path_params["page"]))
        return self._render("agency.html", agency=agency, title=title, values=dict(request.query_params))

    def _render(self, template: str, status: int = 200, **context: Any) -> Response:
        context |= {"as_typed": _format_identity, "take_said": self._take_said}
        return make_page(template, status=status, portal_origin=self._settings.portal_origin, **context)

    def _take_said(self) -> tuple[str, bool] | None:
        """Return what the next page says, once."""
        said, self._said = self._said, None
        return said

    def _start_answer(self, agency_id: str, reply: protocol.PersonReplyRequest) -> None:
        threading.Thread(target=self._answer_reply, args=(agency_id, reply), daemon=True).start()

    def _answer_reply(self, agency_id: str, reply: protocol.PersonReplyRequest) -> None:
        """Answer a reply after a moment, unless the server stops before."""
        if self._stopping.wait(_SECONDS_TO_REPLY):
            return
        try:
            self.outgoing.answer_reply(agency_id, reply)
        except InboundFailed as error:
            self._said = (f"{agency_id}: the answer to a reply was not sent. {error}", True)

    def _mail_password_link(self, agency_id: str, email: str, token: str) -> None:
        link = f"{self._origin}/{agency_id}/password?token={token}"
        text = f"Somebody asked for a new password. If it was you, choose one:\n\n{link}\n"
        self._settings.send_mail(email, f"{self.agencies[agency_id].name}: a new password", text)

    def _get_secret(self, agency_id: str, name: str) -> str:
        return self._settings.secret(f"agencies/{agency_id}/{name}")


def _require(found: T | None) -> T:
    if found is None:
        raise HTTPException(404)
    return found


def _format_identity(field: IdentityField, record: Record) -> str:
    """Return the value of an identity field as the form shows it."""
    value = record.typed[field.name]
    return next((choice.label.en for choice in field.choices if choice.value == value), value)
