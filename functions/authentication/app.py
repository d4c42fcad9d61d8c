"""Wiring: the Lambda handler of the authentication group."""

import time
from collections.abc import Mapping
from functools import cache, partial
from urllib.parse import urlsplit

from functions.authentication.provider import Provider
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.routes import routes
from functions.authentication.service import AuthenticationService, EnabledType
from functions.authentication.settings import AuthenticationSettings
from functions.authentication.types import EID, TypeId
from portal.account_table import AccountRepository
from portal.http import create_app
from portal.messages.messages_table import MessagesTable
from portal.observability import make_logger
from portal.settings import load
from portal.terms_gate import terms_gate
from portal.types import new_id, utc_now


def _eid(settings: AuthenticationSettings) -> Provider:
    # Imported when somebody proves who they are: reading tokens makes the start of the function slower.
    from functions.authentication.eid import EidService, ElectronicIdentity
    from portal.agencies.network import NetworkRules
    from portal.agencies.transport import Transport

    service = EidService(
        issuer=settings.eid_issuer,
        client_id=settings.eid_client_id,
        assurance=settings.eid_assurance,
        portal_origin=settings.portal_origin,
    )
    rules = NetworkRules(settings.eid_network, urlsplit(settings.eid_issuer).hostname or "")
    return ElectronicIdentity(service, Transport(rules), time.monotonic)


def _enabled(settings: AuthenticationSettings) -> Mapping[TypeId, EnabledType]:
    if not settings.eid_issuer:
        return {}
    return {EID: EnabledType(cache(partial(_eid, settings)), settings.eid_max_failures)}


_settings = load(AuthenticationSettings)
_service = AuthenticationService(
    clock=utc_now,
    new_id=new_id,
    repository=AuthenticationRepository(_settings.authentication_table),
    accounts=AccountRepository(_settings.users_table),
    inbox=MessagesTable(_settings.messages_table),
    enabled=_enabled(_settings),
    recorder=OutcomeRecorder(make_logger(), _settings.powertools_metrics_namespace),
)
app = create_app((routes, _service), settings=_settings, is_open_to=terms_gate(_settings.users_table))
