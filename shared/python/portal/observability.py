"""Structured log line and metric of each request; an id is the only thing about a person in either."""

from dataclasses import dataclass

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

_REQUEST_MESSAGE = "request"


def make_logger() -> Logger:
    """Return the function's logger; its name and level are Powertools' own environment variables."""
    return Logger()


@dataclass(frozen=True, slots=True)
class RequestRecorder:
    """Records what a function answered."""

    logger: Logger
    namespace: str

    def record(
        self, *, subject: str | None, route: str, status: int, milliseconds: float, request_id: str
    ) -> None:
        """Write the log line and the metric of an answered request.

        Args:
            subject: the portal's id of the person or agency that calls, None for a public route.
            route: method and path pattern as the contract has it, so never an id out of the path.
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
        with single_metric(
            name="Request", unit=MetricUnit.Milliseconds, value=milliseconds, namespace=self.namespace
        ) as metric:
            metric.add_dimension(name="route", value=route)
            metric.add_dimension(name="status", value=str(status))
