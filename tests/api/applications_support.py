"""Businesses, a form of the test agency, and the functions of applications."""

import base64
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

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
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transactions_table import TransactionsTable
from domains.agencies.transport import Transport
from domains.applications.applications_table import ApplicationsTable
from domains.applications.delivery import ApplicationDelivery
from domains.applications.filings_table import FilingsTable
from domains.businesses.business import Business, EntityType, Member, Role
from domains.businesses.businesses_table import BUSINESSES, MEMBERS, BusinessesTable
from domains.messages.attachments import AttachmentDownloads, AttachmentUploads, Scan, SentFiles
from domains.messages.files_table import FilesTable
from domains.messages.messages_table import MessagesTable
from domains.names.current_snapshot import CurrentSnapshot
from domains.names.name_holds import NameHolds
from domains.names.names_table import NamesTable
from domains.names.register import NameRegister
from domains.names.rules import get_name_rules
from domains.replies.delivery import ReplyDelivery
from domains.replies.replies_table import RepliesTable
from functions.agencyinbound import application_routes
from functions.agencyinbound.application_service import ApplicationStatusService
from functions.agencyinbound.routes import routes as inbound_routes
from functions.agencyinbound.service import AgencyInboundService
from functions.businessapplications import document_routes, form_routes, name_routes
from functions.businessapplications.document_service import DocumentService
from functions.businessapplications.form_service import FormService
from functions.businessapplications.name_service import NameService
from functions.businessapplications.routes import routes
from functions.businessapplications.service import ApplicationsService
from functions.maintenance.service import MaintenanceService
from infrastructure.operations.agencies.registry import Registry, register
from portal.http import HttpSettings, create_app
from portal.routes import Routes
from portal.secrets import RotatingSecret
from portal.tables import Table
from portal.types import derive_id, get_utc_now
from tests.api.agency_support import AGENCY, CREDENTIALS_PREFIX, SECRET, TinyAgency, make_text
from tests.api.clock import MovesProcessClock
from tests.api.support import (
    AGENCIES_TABLE,
    APPLICATIONS_TABLE,
    BUSINESSES_TABLE,
    MESSAGES_TABLE,
    NAMES_SNAPSHOT,
    ORIGIN_SECRET,
    REPLIES_TABLE,
    RESERVATIONS_TABLE,
    SUBSCRIPTIONS_TABLE,
    TELEMETRY,
    TRANSACTIONS_TABLE,
    USERS_TABLE,
    AgencyCaller,
    Answer,
    Client,
    Person,
)

FORMS = "/api/businessapplications/forms"
APPLICATIONS = "/api/businessapplications/applications"
LICENSES = f"{AGENCY}-licenses"
FORM = f"{LICENSES}-food"
FOR_CORPORATIONS = f"{LICENSES}-corporation"
NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
BUCKET = "attachments"

OWNER = Person("rosa@example.com", name="Rosa Delgado")
MANAGER = Person("ben@example.com", name="Ben Whitehorse")
VIEWER = Person("nora@example.com", name="Nora Nuevo")
STRANGER = Person("sam@example.com", name="Sam Ortiz")
AGENCY_CALLER = AgencyCaller(AGENCY)
OTHER_AGENCY = AgencyCaller("other-agency")

PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\ntrailer <<>>\n%%EOF\n"

ANSWERS = {
    "tradeName": "Velvetine Tacos",
    "employees": "12",
    "opensOn": "2027-01-31",
    "servesAlcohol": "no",
    "email": "rosa@example.com",
    "phone": "(602) 555-0123",
    "county": "pima",
}
SENT_ANSWERS = ANSWERS | {"phone": "+16025550123"}

_keys = itertools.count()


def make_form(form_id: str = FORM, **changes: Any) -> dict[str, Any]:
    """Return a form with most kinds of questions, one dependent question and two documents."""

    def question(name: str, kind: str, **more: Any) -> dict[str, Any]:
        return {"name": name, "label": make_text(name), "kind": kind} | more

    return {
        "id": form_id,
        "name": make_text("Food license"),
        "description": make_text("To serve food"),
        "sections": [
            {
                "id": "business",
                "title": make_text("Business"),
                "fields": [
                    question("tradeName", "text", prefill="businessName", maxLength=120),
                    question("county", "county", prefill="countyId"),
                    question("employees", "number", minimum=1, maximum=5000),
                    question("opensOn", "date"),
                    question("servesAlcohol", "yesNo"),
                    question(
                        "alcoholLicense",
                        "text",
                        maxLength=20,
                        shownWhen={"field": "servesAlcohol", "equals": "yes"},
                    ),
                ],
            },
            {
                "id": "contact",
                "title": make_text("Contact"),
                "fields": [
                    question("email", "email"),
                    question("phone", "phone"),
                    question("remarks", "longText", isRequired=False, maxLength=4000),
                ],
            },
        ],
        "documents": [
            {"code": "FLOOR_PLAN", "label": make_text("Floor plan"), "isRequired": False},
            {
                "code": "LIQUOR_LICENSE",
                "label": make_text("Liquor license"),
                "shownWhen": {"field": "servesAlcohol", "equals": "yes"},
            },
        ],
        "fees": [
            {
                "label": make_text("Fee"),
                "amount": "50.00",
                "source": "https://agency.az.gov/fees",
                "checkedOn": "2026-11-01",
            },
            {
                "label": make_text("Alcohol"),
                "line": "acc-llc",
                "per": "employees",
                "shownWhen": {"field": "servesAlcohol", "equals": "yes"},
            },
        ],
        "decisionBusinessDays": 5,
        "declaration": make_text("All of this is true."),
        "source": "For tests",
    } | changes


def make_application_manifest(endpoint: str, **changes: Any) -> Manifest:
    """Return the manifest of an agency that takes applications, with changes to its form."""
    service = {
        "id": LICENSES,
        "code": "LICENSES",
        "name": make_text("Licenses"),
        "description": make_text("Licenses of businesses"),
        "category": "business",
        "endpoint": endpoint,
        "credentials": AGENCY,
        "applicationForms": [
            make_form(**changes),
            make_form(FOR_CORPORATIONS, name=make_text("Annual report"), entityTypes=["corporation"]),
        ],
    }
    agency = {
        "id": AGENCY,
        "name": make_text("Test Agency"),
        "description": make_text("For tests"),
        "kind": "state",
        "hosts": ["agency.example"],
    }
    return Manifest.model_validate({"manifestVersion": 1, "agency": agency, "services": [service]})


def add_business(
    name: str = "Velvetine Cactus LLC",
    roles: dict[Person, Role] | None = None,
    entity_type: EntityType = "llc",
) -> str:
    """Store a business with these people like the group `businesses`, and return its id."""
    roles = roles or {OWNER: "owner", MANAGER: "manager", VIEWER: "viewer"}
    business_id = derive_id("business", name)
    Table(BUSINESSES_TABLE, BUSINESSES).put(
        Business(business_id, name, entity_type, "pima", created_at=NOW, revision=1),
        made_from="test",
        roles=json.dumps({person.user_id: role for person, role in roles.items()}),
        people_revision=1,
    )
    members = Table(BUSINESSES_TABLE, MEMBERS)
    for person, role in roles.items():
        members.put(Member(business_id, person.user_id, person.name, role, joined_at=NOW))
    return business_id


def make_key() -> str:
    return f"test-key-{next(_keys)}"


def make_status(state: str, own_id: str = "", /, **changes: Any) -> dict[str, Any]:
    """Return a status update from an agency."""
    reported: dict[str, Any] = {
        "id": own_id or f"told-{next(_keys)}",
        "state": state,
        "at": (NOW + timedelta(minutes=1)).isoformat(),
    }
    if state in ("needsInformation", "refused"):
        reported["note"] = {"en": "Send the floor plan.", "es": "Envíe el plano."}
    return {"status": reported | changes}


def make_file(code: str = "FLOOR_PLAN", content: bytes = PDF, **changes: Any) -> dict[str, Any]:
    """Return a file upload request."""
    return {
        "code": code,
        "name": "Floor plan.pdf",
        "content": base64.b64encode(content).decode(),
    } | changes


@dataclass
class ApplicationsWorld(MovesProcessClock):
    """Functions over moto, a reachable agency, and a clock that moves only on request."""

    base: Client
    agency: TinyAgency
    business: str = ""
    now: datetime = NOW
    scan: Scan = "off"

    def __post_init__(self) -> None:
        self.register()
        self.business = add_business()
        self.agency.answer = self._answer_as_agency  # type: ignore[assignment]

    def register(self, **changes: Any) -> None:
        """Add the agency's manifest to the catalog."""
        register(
            make_application_manifest(self.agency.endpoint, **changes),
            _get_registry(),
            signing_secret=SECRET.decode(),
        )

    def passes(self, **amount: float) -> None:
        self.now += timedelta(**amount)

    def by(self, person: Person | AgencyCaller | None) -> Client:
        """Return a client of this person with separate sandboxes of the functions."""
        makers: dict[str, Callable[[], Any]] = {
            "businessapplications": lambda: create_app(
                *self._applications(),
                settings=self._settings(),
                telemetry=TELEMETRY,
                is_open_to=make_terms_gate(USERS_TABLE),
            ),
            "agencyinbound": lambda: create_app(
                *self._inbound(), settings=self._settings(), telemetry=TELEMETRY
            ),
        }
        made: dict[str, Any] = {}

        def app_of(group: str) -> Any:
            if group not in makers:
                return self.base.app_of(group)
            return made.setdefault(group, makers[group]())

        return replace(self.base, app_of=app_of).acting_as(person)

    def begin(self, person: Person = OWNER, form_id: str = FORM, key: str = "", business: str = "") -> Answer:
        body = {"formId": form_id, "businessId": business or self.business}
        return self.by(person).sending(idempotency_key=key or make_key()).post(APPLICATIONS, body)

    def draft(self, answers: dict[str, str] | None = None) -> str:
        """Begin an application with all answers and return its id."""
        begun = self.begin()
        assert begun.status == 201, begun.text
        application_id: str = begun.json["id"]
        saved = self.save(application_id, ANSWERS if answers is None else answers, 0)
        assert saved.status == 200, saved.text
        return application_id

    def submitted(self) -> str:
        """Submit an application and return its id."""
        application_id = self.draft()
        answer = self.submit(application_id, 1)
        assert answer.status == 200, answer.text
        return application_id

    def save(self, application_id: str, answers: Any, revision: int, person: Person = OWNER) -> Answer:
        path = f"{APPLICATIONS}/{application_id}/answers"
        return self.by(person).put(path, {"answers": answers, "revision": revision})

    def submit(self, application_id: str, revision: int, person: Person = OWNER) -> Answer:
        body = {"revision": revision, "isDeclared": True}
        return self.by(person).post(f"{APPLICATIONS}/{application_id}/submission", body)

    def withdraw(self, application_id: str, person: Person = OWNER) -> Answer:
        return self.by(person).post(f"{APPLICATIONS}/{application_id}/withdrawal", {})

    def add(self, application_id: str, person: Person = OWNER, **sent: Any) -> Answer:
        return self.by(person).post(f"{APPLICATIONS}/{application_id}/documents", make_file(**sent))

    def get(self, application_id: str, person: Person = OWNER) -> Any:
        answer = self.by(person).get(f"{APPLICATIONS}/{application_id}")
        assert answer.status == 200, answer.text
        return answer.json

    def tell(self, application_id: str, body: dict[str, Any], agency: Any = AGENCY_CALLER) -> Answer:
        return self.by(agency).post(f"/api/agency-inbound/applications/{application_id}/status", body)

    def calls(self, name: str) -> list[Any]:
        """List the bodies of the calls that the agency received."""
        assert all(call.is_signed for call in self.agency.calls)
        return [call.body for call in self.agency.calls if call.name == name]

    def maintenance(self) -> MaintenanceService:
        """Return the scheduled work over the tables."""
        return MaintenanceService(
            clock=lambda: self.now,
            disconnects=SubscriptionsTable(SUBSCRIPTIONS_TABLE),
            applications=ApplicationsTable(APPLICATIONS_TABLE),
            delivery=self._delivery(),
            replies=RepliesTable(REPLIES_TABLE),
            reply_delivery=ReplyDelivery(RepliesTable(REPLIES_TABLE), self._catalog(), self._client()),
            catalog=self._catalog(),
            agencies=self._client(),
            logger=TELEMETRY.logger,
        )

    def _answer_as_agency(self, name: str, asked: Any) -> tuple[int, Any]:
        if name == "application":
            return 200, {"received": True, "reference": f"TA-{asked['applicationId'][:6].upper()}"}
        return 204, None

    def _settings(self) -> HttpSettings:
        return HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))

    def _catalog(self) -> Catalog:
        return Catalog(CatalogTable(AGENCIES_TABLE), lambda: self.now.timestamp())

    def _client(self) -> AgencyClient:
        return AgencyClient(
            transport=Transport(NetworkRules("any", "*")),
            credentials=ParameterCredentials(CREDENTIALS_PREFIX),
            breaker=CircuitBreaker(
                BreakerTable(AGENCIES_TABLE), lambda: self.now, lambda: self.now.timestamp()
            ),
            recorder=CallRecorder(TELEMETRY),
            clock=get_utc_now,
            total_seconds=1.0,
        )

    def _delivery(self) -> ApplicationDelivery:
        return ApplicationDelivery(ApplicationsTable(APPLICATIONS_TABLE), self._catalog(), self._client())

    def _applications(self) -> list[tuple[Routes, Any]]:
        filings = self._filings()
        register = NameRegister(
            CurrentSnapshot(NAMES_SNAPSHOT), NameHolds(lambda: self.now, self._names()), get_name_rules()
        )
        names = NameService(register, filings)
        forms = FormService(self._catalog(), lambda: self.now)
        files, downloads = _get_files(), _get_downloads(self.scan)
        applications = ApplicationsService(
            clock=lambda: self.now,
            filings=filings,
            forms=forms,
            names=names,
            files=files,
            downloads=downloads,
            delivery=self._delivery(),
        )
        documents = DocumentService(clock=lambda: self.now, filings=filings, files=files, downloads=downloads)
        return [
            (routes, applications),
            (form_routes.routes, forms),
            (document_routes.routes, documents),
            (name_routes.routes, names),
        ]

    def _names(self) -> NamesTable:
        return NamesTable(RESERVATIONS_TABLE)

    def _filings(self) -> FilingsTable:
        return FilingsTable(
            ApplicationsTable(APPLICATIONS_TABLE),
            BusinessesTable(BUSINESSES_TABLE),
            self._names(),
            lambda: self.now,
        )

    def _inbound(self) -> list[tuple[Routes, Any]]:
        messages = MessagesTable(MESSAGES_TABLE)
        uploads = _get_uploads()
        records = AgencyInboundService(
            clock=lambda: self.now,
            monotonic=lambda: self.now.timestamp(),
            subscriptions=SubscriptionsTable(SUBSCRIPTIONS_TABLE),
            transactions=TransactionsTable(TRANSACTIONS_TABLE),
            messages=messages,
            replies=RepliesTable(REPLIES_TABLE),
            uploads=uploads,
            downloads=_get_downloads(self.scan),
            catalog=self._catalog(),
            logger=TELEMETRY.logger,
        )
        applications = ApplicationStatusService(
            clock=lambda: self.now,
            filings=self._filings(),
            messages=messages,
            uploads=uploads,
            downloads=_get_downloads(self.scan),
        )
        return [(inbound_routes, records), (application_routes.routes, applications)]


# Share these, because making an AWS client takes longer than most calls.
@cache
def _get_registry() -> Registry:
    return Registry(AGENCIES_TABLE, CREDENTIALS_PREFIX, None)


@cache
def _get_files() -> SentFiles:
    return SentFiles(BUCKET, "applications")


@cache
def _get_uploads() -> AttachmentUploads:
    return AttachmentUploads(BUCKET, FilesTable(MESSAGES_TABLE, get_utc_now))


@cache
def _get_downloads(scan: Scan) -> AttachmentDownloads:
    return AttachmentDownloads(BUCKET, scan)
