"""Wiring of the authentication group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.assurance.tries_table import TriesTable
from domains.messages.messages_table import MessagesTable
from functions.authentication.passkey_routes import routes as passkey_routes
from functions.authentication.passkey_service import PasskeyService
from functions.authentication.providers import Providers
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.routes import routes
from functions.authentication.service import AuthenticationService
from functions.authentication.settings import AuthenticationSettings
from functions.authentication.types import TYPES
from functions.authentication.wallet_routes import routes as wallet_routes
from functions.authentication.wallet_service import WalletService
from portal.http import create_app
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now, make_id


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(AuthenticationSettings, environment)
    repository = AuthenticationRepository(settings.authentication_table)
    recorder = OutcomeRecorder(telemetry)
    inbox = MessagesTable(settings.messages_table)
    providers = Providers(settings, telemetry, repository, recorder, inbox)
    enabled = providers.list_enabled()
    service = AuthenticationService(
        clock=get_utc_now,
        new_id=make_id,
        repository=repository,
        tries=TriesTable(settings.tries_table, settings.document_secret),
        accounts=AccountRepository(settings.users_table),
        inbox=inbox,
        enabled=enabled,
        passkeys=lambda: providers.passkeys,
        recorder=recorder,
    )
    passkey_service = PasskeyService(
        clock=get_utc_now,
        new_id=make_id,
        repository=repository,
        inbox=inbox,
        relying_party=lambda: providers.relying_party,
        proof_types=frozenset(type_id for type_id in enabled if TYPES[type_id].assurance == "proof"),
    )
    wallet_service = WalletService(
        clock=get_utc_now,
        repository=repository,
        requests=lambda: providers.mid_requests,
        authentication=service,
    )
    return create_app(
        (routes, service),
        (wallet_routes, wallet_service),
        (passkey_routes, passkey_service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )
