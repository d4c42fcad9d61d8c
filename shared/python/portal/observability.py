"""Structured log lines and metrics; the only personal data in them is an id."""

from collections.abc import Mapping
from dataclasses import dataclass

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

from portal.settings import get_required

_REQUEST_MESSAGE = "request"


@dataclass(frozen=True, slots=True)
class Telemetry:
    """The log and the metrics of a function."""

    service: str  # name of the function in log lines, and a dimension of each metric
    namespace: str  # CloudWatch namespace of the metrics
    logger: Logger

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Telemetry":
        """Read `POWERTOOLS_SERVICE_NAME` and `POWERTOOLS_METRICS_NAMESPACE`."""
        service = get_required(environment, "POWERTOOLS_SERVICE_NAME")
        return cls(service, get_required(environment, "POWERTOOLS_METRICS_NAMESPACE"), Logger(service))

    def add_metric(
        self, name: str, value: float, unit: MetricUnit = MetricUnit.Count, **dimensions: str
    ) -> None:
        """Write a value of a metric."""
        with single_metric(name=name, unit=unit, value=value, namespace=self.namespace) as metric:
            for dimension, content in {"service": self.service, **dimensions}.items():
                metric.add_dimension(name=dimension, value=content)

    def record_request(
        self, *, subject: str | None, route: str, status: int, milliseconds: float, request_id: str
    ) -> None:
        """Write the log line and metric of an answered request.

        Args:
            subject: portal id of the calling person or agency; None for a public route.
            route: method and path pattern of the contract, which contains no ids.
        """
        self.logger.info(
            _REQUEST_MESSAGE,
            extra={
                "subject": subject,
                "route": route,
                "status": status,
                "milliseconds": round(milliseconds, 1),
                "request_id": request_id,
            },
        )
        self.add_metric("Request", milliseconds, MetricUnit.Milliseconds, route=route, status=str(status))
