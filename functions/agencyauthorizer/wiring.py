"""Wiring of the gateway's authorizer for agencies."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from functions.agencyauthorizer.settings import AgencyAuthorizerSettings
from functions.agencyauthorizer.shapes import get_shape
from functions.agencyauthorizer.tokens import AgencyVerifier
from portal.observability import Telemetry
from portal.principal import Caller
from portal.tokens.decision import Authorizer, get_keys
from portal.tokens.gateway import Event, allow, get_access_token

# Even if the gateway applied this policy elsewhere, it would open no personal data.
_ROUTES = "*/api/agency-inbound/*"


def create_handler(environment: Mapping[str, str]) -> Callable[[Event, object], dict[str, Any]]:
    """Make the Lambda handler."""
    telemetry = Telemetry.from_environment(environment)
    settings = AgencyAuthorizerSettings.from_environment(environment)
    verifier = AgencyVerifier(
        issuer=settings.source.issuer,
        shape=get_shape(settings),
        scope_prefix=settings.scope_prefix,
        keys=get_keys(settings.source, telemetry),
        now=time.time,
    )

    def judge(event: Event) -> dict[str, Any]:
        agency = verifier.verify_agency(get_access_token(event))
        caller = Caller(agency_id=agency.agency_id, expires_at=agency.expires_at)
        return allow(agency.agency_id, event["methodArn"], _ROUTES, caller)

    return Authorizer(judge, telemetry).make_handler()
