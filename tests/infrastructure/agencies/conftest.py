"""A sandbox of agencies on a free port, and its secrets."""

from pathlib import Path

import boto3
import pytest

from domains.agencies.manifest import Manifest
from infrastructure.operations.agencies.documents import parse_document
from infrastructure.operations.agencies.registry import ClientCredentials, Registry
from infrastructure.sandbox.agencies import SandboxAgencies, SandboxSettings
from tests.api.support import get_table_definitions
from tests.infrastructure.agencies.portal_stand_in import run_portal
from tests.infrastructure.agencies.sandbox_support import make_secret
from tests.infrastructure.ports import find_free_port

ROOT = Path(__file__).parents[3]
REGION = "us-east-1"
PREFIX = "/saguaro/dev/agencies/"


@pytest.fixture(scope="session")
def sandbox_port():
    return find_free_port()


@pytest.fixture(scope="session")
def running_sandbox(sandbox_port):
    # The ports of the portal and the provider are closed.
    settings = SandboxSettings(
        sandbox_port,
        f"http://localhost:{find_free_port()}",
        f"http://localhost:{find_free_port()}",
        make_secret,
    )
    sandbox = SandboxAgencies(settings)
    sandbox.start()
    yield sandbox
    sandbox.stop()


@pytest.fixture
def sandbox(running_sandbox):
    yield running_sandbox
    for agency in running_sandbox.agencies.values():
        agency.switch("normal")


MANIFEST = """
manifestVersion: 1
agency:
  id: town-library
  name: {en: Town Library, es: Biblioteca}
  description: {en: Books., es: Libros.}
  kind: municipality
  hosts: [library.example.gov]
services:
  - id: town-library-card
    code: LIBRARY_CARD
    name: {en: Library card, es: Tarjeta}
    description: {en: Your loans., es: Sus préstamos.}
    category: recreation
    endpoint: https://library.example.gov/portal
    credentials: town-library
    identityFields:
      - {name: cardNumber, label: {en: Card, es: Tarjeta}, format: digits, example: '12345'}
      - name: branch
        label: {en: Branch, es: Sucursal}
        format: choice
        example: main
        choices:
          - {value: main, label: {en: Main, es: Principal}}
          - {value: west, label: {en: West, es: Oeste}}
    displayFields:
      - {name: loans, label: {en: Loans, es: Préstamos}, kind: list}
      - {name: dueDate, label: {en: Due, es: Vence}, kind: date, attention: {means: due, withinDays: 3}}
      - name: fine
        label: {en: Fine, es: Multa}
        kind: money
        attention: {means: unpaid, dueField: dueDate}
      - name: status
        label: {en: Status, es: Estado}
        kind: status
        statuses: [{code: ACTIVE, label: {en: Active, es: Activa}, tone: good}]
      - {name: cardType, label: {en: Type, es: Tipo}, kind: text}
    actions:
      - {id: renew, label: {en: Renew, es: Renovar}, url: 'https://library.example.gov/renew?until={dueDate}'}
    messageTypes:
      - {code: LOAN_DUE, name: {en: Due soon, es: Vence pronto}}
"""


@pytest.fixture
def manifest_text():
    return MANIFEST


@pytest.fixture
def library():
    return Manifest.model_validate(parse_document(MANIFEST).content)


class Clients:
    """Remembers which clients were asked for."""

    def __init__(self):
        self.made = {}

    def create(self, agency_id, client_secret):
        if agency_id in self.made:
            return None
        self.made[agency_id] = ClientCredentials(f"agency-{agency_id}", client_secret or "generated")
        return self.made[agency_id]


@pytest.fixture
def aws(aws):
    """Provide an account with an empty catalog."""
    boto3.client("dynamodb").create_table(**get_table_definitions()["agencies"] | {"TableName": "agencies"})


@pytest.fixture
def clients():
    return Clients()


@pytest.fixture
def registry(aws, clients):
    return Registry("agencies", PREFIX, clients)


@pytest.fixture
def portal():
    """Return a portal that accepts the messages of agencies; see `portal_stand_in`."""
    with run_portal() as stand_in:
        yield stand_in
