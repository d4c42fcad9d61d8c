"""Builder of the client of agencies from a function's settings."""

import time

from domains.agencies.breaker import CircuitBreaker
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.call_recorder import CallRecorder
from domains.agencies.client import AgencyClient
from domains.agencies.network import NetworkRules
from domains.agencies.settings import AgencySettings
from domains.agencies.signatures import ParameterCredentials
from domains.agencies.transport import Transport
from portal.observability import Telemetry
from portal.types import Clock


def make_agency_client(settings: AgencySettings, telemetry: Telemetry, clock: Clock) -> AgencyClient:
    """Return the client that calls agencies within the limits of this environment."""
    return AgencyClient(
        transport=Transport(NetworkRules(settings.agency_network, settings.agency_hosts)),
        credentials=ParameterCredentials(settings.agency_credentials_prefix),
        breaker=CircuitBreaker(BreakerTable(settings.agencies_table), clock, time.monotonic),
        recorder=CallRecorder(telemetry),
        clock=clock,
    )
