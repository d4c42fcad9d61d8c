"""The parts of one provider, and the access of views to them."""

from dataclasses import dataclass

from authlib.integrations.flask_oauth2 import AuthorizationServer
from flask import current_app

from infrastructure.sandbox.identity_provider.accounts import Accounts
from infrastructure.sandbox.identity_provider.agency_clients import AgencyClients
from infrastructure.sandbox.identity_provider.attempts import Attempts
from infrastructure.sandbox.identity_provider.clients import Client, make_portal_client
from infrastructure.sandbox.identity_provider.codes import OneTimeCodes
from infrastructure.sandbox.identity_provider.database import Database
from infrastructure.sandbox.identity_provider.grants import Grants
from infrastructure.sandbox.identity_provider.protocol import create_authorization_server
from infrastructure.sandbox.identity_provider.second_factors import SecondFactors
from infrastructure.sandbox.identity_provider.sessions import Sessions
from infrastructure.sandbox.identity_provider.settings import NotPossible, OutboxActions, ProviderSettings
from infrastructure.sandbox.identity_provider.tokens import Tokens, get_signing_key

EXTENSION = "identity_provider"


@dataclass(frozen=True)
class Services:
    """Services that the views need."""

    settings: ProviderSettings
    database: Database
    client: Client
    agency_clients: AgencyClients
    accounts: Accounts
    codes: OneTimeCodes
    second_factors: SecondFactors
    sessions: Sessions
    grants: Grants
    tokens: Tokens
    server: AuthorizationServer

    @staticmethod
    def open(settings: ProviderSettings) -> "Services":
        """Build the parts on the database at `settings.database`, which is created when missing."""
        database = Database(settings.database)
        clock = settings.clock
        database.purge(int(clock().timestamp()))
        client = make_portal_client(settings)
        agency_clients = AgencyClients(database, client.client_id, clock)
        attempts = Attempts(database, clock)
        accounts = Accounts(database, attempts, clock)
        sessions = Sessions(database, accounts, clock)
        grants = Grants(database, clock)
        tokens = Tokens(settings.issuer, client, get_signing_key(database), accounts, grants, clock)
        return Services(
            settings=settings,
            database=database,
            client=client,
            agency_clients=agency_clients,
            accounts=accounts,
            codes=OneTimeCodes(database, clock),
            second_factors=SecondFactors(database, attempts, clock),
            sessions=sessions,
            grants=grants,
            tokens=tokens,
            server=create_authorization_server(client, agency_clients, accounts, sessions, grants, tokens),
        )


def get_outbox_actions() -> OutboxActions:
    """Return the actions on messages of the outbox. Raises NotPossible for a provider without them."""
    actions = get_services().settings.outbox_actions
    if actions is None:
        raise NotPossible
    return actions


def get_services() -> Services:
    """Return the parts of the provider that answers the current request."""
    found: Services = current_app.extensions[EXTENSION]
    return found
