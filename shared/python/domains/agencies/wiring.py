"""Builder of the client of agencies from a function's settings."""

import time
from typing import Protocol

from domains.agencies.breaker import CircuitBreaker
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.call_recorder import CallRecorder
from domains.agencies.client import AgencyClient
from domains.agencies.network import Network, NetworkRules
from domains.agencies.signatures import ParameterCredentials
from domains.agencies.transport import Transport
from portal.observability import Telemetry
from portal.types import Clock


class AgencySettings(Protocol):
    """Settings of every function that calls agencies."""

    @property
    def agencies_table(self) -> str: ...

    @property
    def agency_network(self) -> Network: ...

    @property
    def agency_hosts(self) -> str: ...

    @property
    def agency_credentials_prefix(self) -> str: ...


def make_agency_client(settings: AgencySettings, telemetry: Telemetry, clock: Clock) -> AgencyClient:
    """Return the client that calls agencies within the limits of this environment."""
    return AgencyClient(
        transport=Transport(NetworkRules(settings.agency_network, settings.agency_hosts)),
        credentials=ParameterCredentials(settings.agency_credentials_prefix),
        breaker=CircuitBreaker(BreakerTable(settings.agencies_table), clock, time.monotonic),
        recorder=CallRecorder(telemetry),
        clock=clock,
    )
