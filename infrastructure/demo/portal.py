"""The whole portal on this machine: the local cloud with the sandbox as its third parties."""

import secrets
import time
from collections.abc import Mapping
from contextlib import ExitStack, redirect_stdout, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding

from infrastructure.demo.outbox import Outbox
from infrastructure.demo.parameters import CLIENT_ID, MAIL_SENDER, STAGE, make_parameters
from infrastructure.local import functions as lambda_functions
from infrastructure.local.aws import LocalAws
from infrastructure.local.console import Console, FunctionLog
from infrastructure.local.documentation import answer_documentation, is_documentation
from infrastructure.local.edge import Edge
from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.gateway import Gateway
from infrastructure.local.http import Request, Response
from infrastructure.local.http_server import Application, make_asgi_app
from infrastructure.local.mail import MailEvents, list_destinations
from infrastructure.local.objects import KeptObjects
from infrastructure.local.public_bucket import PublicBucket
from infrastructure.local.queues import KeptQueues
from infrastructure.local.schedule import Scheduler, find_schedules
from infrastructure.local.site import Site
from infrastructure.local.stack import Stack
from infrastructure.local.storage import NotSaved, Storage
from infrastructure.local.streams import KeptStreams, StreamPoller, list_mappings
from infrastructure.local.topics import Topics, list_targets
from infrastructure.operations.agencies.environments import get_credentials_prefix
from infrastructure.operations.agencies.identity import get_client_name
from infrastructure.operations.agencies.registry import ClientCredentials, RegistrationRefused, Registry
from infrastructure.sandbox.agencies import InboundFailed, SandboxAgencies, SandboxSettings
from infrastructure.sandbox.agencies.inbound import Portal
from infrastructure.sandbox.credit_bureau import CREDIT_BUREAU
from infrastructure.sandbox.demonstration import Demonstration, SeedingFailed
from infrastructure.sandbox.face import FACE
from infrastructure.sandbox.identity_provider import (
    SAMPLE_PASSWORD,
    SAMPLE_PEOPLE,
    Provider,
    ProviderSettings,
)
from infrastructure.sandbox.wallet.authority import Authority, load_authority
from infrastructure.sandbox.wallet.service import WALLET, SandboxWallet
from infrastructure.serving import Server
from infrastructure.settings import ISSUER, REPOSITORY, TEMPLATES, LocalSettings
from infrastructure.stacks.transform import KeptTemplates

_CREDIT_BUREAU_KEY = f"/saguaro/{STAGE}/creditbureau/key"
_MID_ROOTS = f"/saguaro/{STAGE}/mid/roots"
_MID_SIGNER = f"/saguaro/{STAGE}/mid/signer"
_SECRET_BYTES = 32


class Part(Protocol):
    """A background task."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """Begin nothing more."""


class UnknownFunction(LookupError):
    """The template has no function of this name."""


class DemoPortal:
    """The whole portal on this machine.

    The caller holds the lock of its data, and has checked that its ports are free.
    """

    def __init__(self, settings: LocalSettings, console: Console) -> None:
        self._settings = settings
        self._console = console
        self._parts = ExitStack()
        self._functions: dict[str, Function] = {}
        self._scheduler = Scheduler([], console.report_failure)
        self._has_sample_people = False

    def start(self, began: float) -> None:
        """Start everything; when it returns, requests are answered.

        Args:
            began: reading of `time.perf_counter` from which the time to ready counts.
        """
        try:
            self._start(began)
        except BaseException:
            # The reason of the failed start matters more.
            with suppress(NotSaved):
                self._parts.close()
            raise

    def stop(self) -> None:
        """Stop everything and save what has changed."""
        self._parts.close()

    @property
    def has_sample_people(self) -> bool:
        """True if the sample people have all their sample data."""
        return self._has_sample_people

    def run_schedule(self, function: str) -> object:
        """Run what a schedule of the template runs, at once; see `Scheduler.run`."""
        return self._scheduler.run(function)

    def invoke_function(self, function: str, event: object) -> object:
        """Give a function an event and return its answer.

        Args:
            function: its logical id.

        Raises:
            UnknownFunction: see its docstring.
            FunctionFailed: see its docstring.
        """
        for known in self._functions.values():
            if known.definition.name == function:
                return known.invoke(event)
        raise UnknownFunction(function)

    def _start(self, began: float) -> None:
        settings = self._settings
        self._parts.enter_context(redirect_stdout(FunctionLog(self._console)))
        lambda_functions.use_layer()
        self._storage = storage = Storage(
            settings.data / "state.json",
            {
                "streams": KeptStreams(),
                "queues": KeptQueues(),
                "objects": KeptObjects(settings.data / "objects"),
            },
        )
        aws = LocalAws(settings, storage, f"{settings.agencies_origin}/{FACE}")
        aws.start()
        self._parts.callback(aws.stop)
        templates = KeptTemplates(TEMPLATES)
        host = urlsplit(settings.portal_origin).hostname or ""
        wallet = f"{settings.agencies_origin}/{WALLET}"
        authority = load_authority(settings.data, host, datetime.now(UTC), wallet)
        stack = Stack(REPOSITORY / "template.yaml", make_parameters(settings), aws, templates)
        stack.create()
        aws.verify_sender(MAIL_SENDER)
        aws.put_secret(
            _MID_ROOTS, "".join(root.public_bytes(Encoding.PEM).decode() for root in authority.roots)
        )
        aws.put_secret(_MID_SIGNER, authority.portal.to_pem())
        aws.put_secret(_CREDIT_BUREAU_KEY, storage.get_secret(CREDIT_BUREAU, _make_secret))
        storage.restore()
        storage.start()
        self._parts.callback(storage.stop)
        mail_events = MailEvents(list_destinations(stack), storage.lock_writes, storage.note_change)
        replies = stack.get_nested("Delivery").get_output("TextRepliesTopicArn")
        outbox = Outbox(MAIL_SENDER, mail_events, replies, settings.portal_origin)
        provider = self._start_identity_provider(outbox)
        agencies = self._start_agencies(storage, provider, stack, outbox, authority)
        portal = self._make_portal(stack)
        self._import_functions()
        # Before anything is written, because a stream keeps records for its readers alone.
        pollers = [
            StreamPoller(mapping, storage.lock_writes, storage.note_change, self._console.report_failure)
            for mapping in list_mappings(stack, self._functions)
        ]
        self._make_samples(portal, provider, agencies)
        self._has_sample_people = storage.has_sample_connections
        self._start_scheduler(stack)
        server = Server(settings.port, make_asgi_app(self._console.add_log(portal)))
        server.start()
        self._parts.callback(server.stop)
        # First the topics, because messages that are published before the subscription are lost.
        topics = Topics(list_targets(stack, self._functions), self._console.report_failure)
        parts: list[Part] = [topics, mail_events, *pollers]
        for part in parts:
            part.start()
            self._parts.callback(part.stop)
        self._say_ready(time.perf_counter() - began)

    def _start_identity_provider(self, outbox: Outbox) -> Provider:
        settings = self._settings
        provider = Provider(
            ProviderSettings(
                issuer=ISSUER,
                origin=settings.identity_origin,
                portal_origin=settings.portal_origin,
                client_id=CLIENT_ID,
                database=settings.data / "identity.sqlite3",
                send_mail=outbox.send,
                list_messages=outbox.list_messages,
                outbox_actions={
                    "events": outbox.report,
                    "answers": outbox.answer,
                    "unsubscribe": lambda message_id, _: outbox.unsubscribe(message_id),
                },
                run_schedule=self.run_schedule,
                invoke_function=self.invoke_function,
            )
        )
        provider.seed(SAMPLE_PEOPLE)
        self._parts.callback(provider.close)
        server = Server(settings.identity_port, provider.app)
        server.start()
        self._parts.callback(server.stop)
        return provider

    def _start_agencies(
        self, storage: Storage, provider: Provider, stack: Stack, outbox: Outbox, authority: Authority
    ) -> SandboxAgencies:
        """Start the sandbox, and register its agencies as any other agency."""
        settings = self._settings
        agencies = SandboxAgencies(
            SandboxSettings(
                settings.agencies_port,
                settings.portal_origin,
                settings.identity_origin,
                secret=lambda name: storage.get_secret(name, _make_secret),
                send_mail=outbox.send,
                routes=SandboxWallet(authority, settings.portal_origin).routes,
            )
        )
        agencies.start()
        self._parts.callback(agencies.stop)
        table = stack.get_nested("Data").get_output("AgenciesTableName")
        registry = Registry(table, get_credentials_prefix(STAGE), _SandboxClients(provider))
        try:
            agencies.register(registry)
        except RegistrationRefused as error:
            # Another agency has a service or credentials of this one; the others work.
            self._console.write_line(f"The sandbox is not complete: {error}")
        return agencies

    def _make_portal(self, stack: Stack) -> Application:
        """Return the portal as a browser reaches it: CloudFront, behind it the API and the web app."""
        self._functions = {definition.arn: Function(definition) for definition in stack.list_functions()}
        (api,) = stack.list_by_type("AWS::ApiGatewayV2::Api")
        web = stack.get_nested("Web")
        domain = web.get_parameter("ApiDomain")
        gateway = Gateway(
            stack.get_properties(api),
            self._functions,
            api_id=stack.get_attribute(api, "Ref"),
            domain=domain,
            failed=self._console.report_failure,
        )
        log = stack.get_nested("AccessLog")
        buckets = {log.get_output("BucketDomain"): PublicBucket(log.get_output("BucketName"))}
        edge = Edge(web, Site(REPOSITORY / "webapp" / "dist"), gateway, domain, buckets=buckets)

        def answer(request: Request) -> Response:
            return answer_documentation(request) if is_documentation(request.path) else edge(request)

        return answer

    def _import_functions(self) -> None:
        for function in self._functions.values():
            try:
                function.warm_up()
            except FunctionFailed as error:
                # Keep the other functions working; the next call imports this function again, like in Lambda.
                self._console.report_failure(error)

    def _start_scheduler(self, stack: Stack) -> None:
        self._scheduler = Scheduler(find_schedules(stack, self._functions), self._console.report_failure)
        self._scheduler.start()
        self._parts.callback(self._scheduler.stop)

    def _make_samples(self, portal: Application, provider: Provider, agencies: SandboxAgencies) -> None:
        """Make the data of the sample people that is not there yet."""
        storage = self._storage
        demonstration = Demonstration(answer_agencies(portal), provider.issue_tokens)
        try:
            if not storage.has_sample_people:
                demonstration.register_people()
                storage.note_sample_people()
            if not storage.has_sample_connections:
                demonstration.connect_people(agencies.outgoing)
                storage.note_sample_connections()
        except (SeedingFailed, InboundFailed) as error:
            self._console.write_line(f"The sample people are not complete: {error}")

    def _say_ready(self, seconds: float) -> None:
        settings = self._settings
        people = "\n".join(
            f"    {person.email:<24} {person.given_name} {person.family_name}"
            + (f" ({', '.join(person.groups)})" if person.groups else "")
            for person in SAMPLE_PEOPLE
        )
        self._console.write_line(
            f"""
  The portal      {settings.portal_origin}
  Its API         {settings.portal_origin}/docs
  Sent messages   {settings.identity_origin}/outbox
  Agencies        {settings.agencies_origin} (a sandbox: what people type there, and switches for faults)

  Sign in with one click, or with the password {SAMPLE_PASSWORD}:
{people}

  Ready in {seconds:.1f} s. Ctrl-C stops it; your data stays in {_format_folder(settings)}.
"""
        )


def answer_agencies(portal: Application) -> Portal:
    """Return the portal as the sandbox's agencies call it."""

    def answer(method: str, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        response = portal(Request(method, path, headers=tuple(headers.items()), body=body))
        return response.status, response.body

    return answer


@dataclass(frozen=True, slots=True)
class _SandboxClients:
    """The clients of the sandbox's agencies, whose secrets this local cloud keeps."""

    provider: Provider

    def create(self, agency_id: str, client_secret: str | None) -> ClientCredentials | None:
        """Implement `AgencyClients`. Replaces a client, so that its secret is the stored one."""
        if client_secret is None:
            return None
        client_id = get_client_name(agency_id)
        self.provider.register_agency_client(agency_id, client_id, client_secret)
        return ClientCredentials(client_id, client_secret)


def _make_secret() -> str:
    return secrets.token_urlsafe(_SECRET_BYTES)


def _format_folder(settings: LocalSettings) -> str:
    folder = settings.data
    return str(folder.relative_to(REPOSITORY) if folder.is_relative_to(REPOSITORY) else folder)
