"""Wiring: the Lambda handler of the gateway's authorizer for agencies."""

import time
from typing import Any

from functions.agencyauthorizer.settings import Settings
from functions.agencyauthorizer.shapes import shape_of
from functions.agencyauthorizer.tokens import AgencyVerifier
from portal.observability import make_logger
from portal.principal import Caller
from portal.settings import environment
from portal.tokens.decision import Authorizer, keys_of
from portal.tokens.gateway import Event, access_token_of, allow

# A policy that the gateway were to apply elsewhere would still open nothing that is a person's.
_ROUTES = "*/api/agency-inbound/*"

_settings = Settings.from_environment(environment())
_logger = make_logger()
_verifier = AgencyVerifier(
    issuer=_settings.source.issuer,
    shape=shape_of(_settings),
    scope_prefix=_settings.scope_prefix,
    keys=keys_of(_settings.source, _logger),
    now=time.time,
)


def _judge(event: Event) -> dict[str, Any]:
    agency = _verifier.agency(access_token_of(event))
    caller = Caller(agency_id=agency.agency_id, expires_at=agency.expires_at)
    return allow(agency.agency_id, event["methodArn"], _ROUTES, caller)


handler = Authorizer(_judge, _logger).decide
