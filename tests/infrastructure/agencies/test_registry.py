"""Registration of agencies: the catalog, the secrets, the clients, and refusals."""

from argparse import Namespace
from types import SimpleNamespace

import boto3
import pytest
from moto.cognitoidp.models import cognitoidp_backends
from moto.core import DEFAULT_ACCOUNT_ID

from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from infrastructure.operations.agencies import environments
from infrastructure.operations.agencies.identity import CognitoClients, LocalClients
from infrastructure.operations.agencies.registry import RegistrationRefused, register
from infrastructure.operations.portals import StagePortal
from tests.infrastructure.agencies.conftest import PREFIX, REGION


def rename_agency(manifest, agency_id, service_id=None, credentials=None):
    (service,) = manifest.services
    service = service.model_copy(
        update={"id": service_id or f"{agency_id}-card", "credentials": credentials or agency_id}
    )
    agency = manifest.agency.model_copy(update={"id": agency_id})
    return manifest.model_copy(update={"agency": agency, "services": [service]})


def add_room(manifest):
    room = manifest.services[0].model_copy(update={"id": "town-library-room", "code": "ROOM"})
    return manifest.model_copy(update={"services": [*manifest.services, room]})


def test_functions_read_the_registered_agency(registry, library):
    register(add_room(library), registry)
    register(library, registry)
    offers = Catalog(CatalogTable("agencies"), lambda: 0.0).get_offers()
    assert offers.get_offer("town-library-card").is_available
    taken_back = offers.get_offer("town-library-room")
    assert taken_back is not None
    assert not taken_back.is_available
    assert taken_back.service.name.en == "Library card"


def test_next_run_creates_missing_secret_and_client(registry, library, clients):
    register(library, registry)
    boto3.client("ssm").delete_parameter(Name=f"{PREFIX}town-library")
    clients.made.clear()
    again = register(library, registry)
    assert again.outcome == "unchanged"
    assert again.signing_secrets
    assert again.client


def test_services_can_be_withdrawn_and_restored(registry, library):
    both = add_room(library)
    register(both, registry)
    gone = register(library, registry)
    assert (gone.outcome, gone.retired) == ("changed", ("town-library-room",))
    changed = library.model_copy(
        update={"services": [library.services[0].model_copy(update={"freshness_seconds": 1})]}
    )
    assert register(changed, registry).retired == ()
    (registered,) = registry.list_agencies()
    assert [service.id for service in registered.retired] == ["town-library-room"]
    register(both, registry)
    assert registry.list_agencies()[0].retired == ()


def test_service_or_secret_of_another_agency_is_refused(registry, library, clients):
    register(library, registry)
    for taken in (
        rename_agency(library, "town", service_id="town-library-card"),
        rename_agency(library, "town", credentials="town-library"),
    ):
        with pytest.raises(RegistrationRefused, match="town-library"):
            register(taken, registry)
    assert [registered.manifest.agency.id for registered in registry.list_agencies()] == ["town-library"]
    assert clients.made.keys() == {"town-library"}
    assert registry.get_secret("town") is None


def test_withdrawn_service_stays_with_its_agency(registry, library):
    register(add_room(library), registry)
    register(library, registry)
    with pytest.raises(RegistrationRefused, match="town-library-room"):
        register(rename_agency(library, "town", service_id="town-library-room"), registry)


def test_concurrent_change_is_not_overwritten(registry, library):
    register(library, registry)
    (seen,) = registry.list_agencies()
    register(add_room(library), registry)
    with pytest.raises(RegistrationRefused, match="same moment"):
        registry.put(library, [], seen)
    with pytest.raises(RegistrationRefused, match="same moment"):
        registry.put(library, [], None)


class _Cognito:
    """moto's Cognito, and the one call that it lacks."""

    def __init__(self):
        self._client = boto3.client("cognito-idp")

    def __getattr__(self, name):
        return getattr(self._client, name)

    def update_resource_server(self, *, UserPoolId, Identifier, Name, Scopes):  # noqa: N803
        pool = cognitoidp_backends[DEFAULT_ACCOUNT_ID][REGION].user_pools[UserPoolId]
        server = pool.resource_servers[Identifier]
        server.name, server.scopes = Name, Scopes


@pytest.fixture
def cognito(aws):
    client = _Cognito()
    pool = client.create_user_pool(PoolName="portal")["UserPool"]["Id"]
    return client, pool


def test_cognito_gets_scope_and_client_per_agency(cognito):
    client, pool = cognito
    clients = CognitoClients(client, pool)
    made = clients.create("town-library", None)
    assert clients.create("town-library", None) is None
    clients.create("adot-mvd", None)
    assert len(client.list_user_pool_clients(UserPoolId=pool, MaxResults=60)["UserPoolClients"]) == 2
    described = client.describe_user_pool_client(UserPoolId=pool, ClientId=made.client_id)["UserPoolClient"]
    assert described["ClientName"] == "agency-town-library"
    assert described["ClientSecret"] == made.client_secret
    assert described["AllowedOAuthFlows"] == ["client_credentials"]
    assert described["AllowedOAuthScopes"] == ["agency-inbound/town-library"]
    server = client.describe_resource_server(UserPoolId=pool, Identifier="agency-inbound")["ResourceServer"]
    assert {scope["ScopeName"] for scope in server["Scopes"]} == {"town-library", "adot-mvd"}


def test_full_resource_server_is_reported(cognito):
    client, pool = cognito
    scopes = [{"ScopeName": f"agency-{n}", "ScopeDescription": "x"} for n in range(100)]
    client.create_resource_server(UserPoolId=pool, Identifier="agency-inbound", Name="a", Scopes=scopes)
    with pytest.raises(RegistrationRefused, match="100 scopes"):
        CognitoClients(client, pool).create("town-library", None)


@pytest.fixture
def provider(monkeypatch):
    """Let an identity provider answer with a status, and return the requests."""
    answer = SimpleNamespace(status=201, asked=[])

    def request(*asked, json, **_):
        answer.asked.append((*asked, json))
        return answer

    monkeypatch.setattr("urllib3.request", request)
    return answer


def test_client_is_sent_to_the_local_provider(provider):
    clients = LocalClients("http://localhost:1")
    made = clients.create("town-library", None)
    assert len(made.client_secret) >= 43
    body = {
        "agencyId": "town-library",
        "clientId": "agency-town-library",
        "clientSecret": made.client_secret,
    }
    assert provider.asked == [("POST", "http://localhost:1/local/agency-clients", body)]
    assert clients.create("town-library", "given").client_secret == "given"


def test_existing_client_is_kept_and_refusal_reported(provider, monkeypatch):
    clients = LocalClients("http://localhost:1")
    for provider.status in (200, 409):
        assert clients.create("town-library", None) is None
    provider.status = 400
    with pytest.raises(RegistrationRefused, match="answered 400"):
        clients.create("town-library", None)
    monkeypatch.undo()
    with pytest.raises(RegistrationRefused, match="npm start"):
        clients.create("town-library", None)


def open_stage(monkeypatch, nested):
    """Return the registry of a stage with these outputs of its nested stacks."""
    outputs = {"Data": {"AgenciesTableName": "agencies"}, **nested}
    portal = StagePortal("saguaro-test", boto3, outputs, {}, None)
    monkeypatch.setattr(StagePortal, "get_output", lambda _, stack, name: outputs[stack][name])
    monkeypatch.setattr(environments, "open_portal", lambda _options: portal)
    return environments.open_registry(Namespace(stage="test"))


def test_stage_has_its_own_secrets_and_clients_of_cognito(cognito, library, monkeypatch):
    _, pool = cognito
    issuer = f"https://cognito-idp.{REGION}.amazonaws.com/{pool}"
    registry = open_stage(monkeypatch, {"Identity": {"Issuer": issuer}})
    assert register(library, registry).client is not None
    (parameter,) = boto3.client("ssm").describe_parameters()["Parameters"]
    assert parameter["Name"] == "/saguaro/test/agencies/town-library"
