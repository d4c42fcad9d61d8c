"""A structured log line and a metric for each request; the only personal data is an id."""

from dataclasses import dataclass

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

_REQUEST_MESSAGE = "request"


def make_logger() -> Logger:
    """Return the function's logger; Powertools reads name and level from the environment."""
    return Logger()


@dataclass(frozen=True, slots=True)
class RequestRecorder:
    """Records the answers of a function."""

    logger: Logger
    namespace: str

    def record(
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
        with single_metric(
            name="Request", unit=MetricUnit.Milliseconds, value=milliseconds, namespace=self.namespace
        ) as metric:
            metric.add_dimension(name="route", value=route)
            metric.add_dimension(name="status", value=str(status))
