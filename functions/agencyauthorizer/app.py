"""Wiring: the Lambda handler of the gateway's authorizer for agencies."""

import time
from typing import Any

from functions.agencyauthorizer.settings import Settings
from functions.agencyauthorizer.shapes import get_shape
from functions.agencyauthorizer.tokens import AgencyVerifier
from portal.observability import make_logger
from portal.principal import Caller
from portal.settings import get_environment
from portal.tokens.decision import Authorizer, get_keys
from portal.tokens.gateway import Event, allow, get_access_token

# Even if the gateway applied this policy elsewhere, it would open no personal data.
_ROUTES = "*/api/agency-inbound/*"

_settings = Settings.from_environment(get_environment())
_logger = make_logger()
_verifier = AgencyVerifier(
    issuer=_settings.source.issuer,
    shape=get_shape(_settings),
    scope_prefix=_settings.scope_prefix,
    keys=get_keys(_settings.source, _logger),
    now=time.time,
)


def _judge(event: Event) -> dict[str, Any]:
    agency = _verifier.agency(get_access_token(event))
    caller = Caller(agency_id=agency.agency_id, expires_at=agency.expires_at)
    return allow(agency.agency_id, event["methodArn"], _ROUTES, caller)


handler = Authorizer(_judge, _logger).decide
