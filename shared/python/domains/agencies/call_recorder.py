"""Log line and metric of each call to an agency."""

from dataclasses import dataclass

from aws_lambda_powertools.metrics import MetricUnit

from domains.agencies.catalog import Offer
from domains.agencies.failures import Outcome
from portal.observability import Telemetry


@dataclass(frozen=True, slots=True)
class CallRecorder:
    """Writes the log line and metric of a call."""

    telemetry: Telemetry

    def record_call(self, offer: Offer, call: str, outcome: Outcome, milliseconds: float) -> None:
        extra = {
            "agency": offer.agency.id,
            "agency_service": offer.service.id,
            "call": call,
            "outcome": outcome,
            "milliseconds": round(milliseconds, 1),
        }
        self.telemetry.logger.info("agency call", extra=extra)
        self.telemetry.add_metric(
            "AgencyCall",
            milliseconds,
            MetricUnit.Milliseconds,
            agency=offer.agency.id,
            call=call,
            outcome=outcome,
        )
