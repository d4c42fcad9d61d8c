"""Log line and metric of each call to an agency."""

from dataclasses import dataclass

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

from domains.agencies.catalog import Offer
from domains.agencies.failures import Outcome


@dataclass(frozen=True, slots=True)
class CallRecorder:
    """Writes the log line and metric of a call.

    Attributes:
        namespace: CloudWatch namespace of the metrics.
    """

    logger: Logger
    namespace: str

    def record(self, offer: Offer, call: str, outcome: Outcome, milliseconds: float) -> None:
        extra = {
            "agency": offer.agency.id,
            "agency_service": offer.service.id,
            "call": call,
            "outcome": outcome,
            "milliseconds": round(milliseconds, 1),
        }
        self.logger.info("agency call", extra=extra)
        with single_metric(
            name="AgencyCall", unit=MetricUnit.Milliseconds, value=milliseconds, namespace=self.namespace
        ) as metric:
            metric.add_dimension(name="agency", value=offer.agency.id)
            metric.add_dimension(name="call", value=call)
            metric.add_dimension(name="outcome", value=outcome)
