"""Wiring of the access log sealer."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from domains.accesslog.published_log import PublishedLog, get_origin
from domains.accesslog.sealing_table import SealingTable
from functions.accesslogsealer.amazon_kms import AmazonKms
from functions.accesslogsealer.service import SealerService
from functions.accesslogsealer.settings import SealerSettings
from functions.accesslogsealer.witness import MailWitness
from portal.mail import Mail
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Callable[[dict[str, Any], Any], dict[str, Any]]:
    """Make the Lambda handler."""
    telemetry = Telemetry.from_environment(environment)
    metrics = EphemeralMetrics(service=telemetry.service, namespace=telemetry.namespace)
    settings = load(SealerSettings, environment)
    service = SealerService(
        origin=get_origin(settings.portal_origin),
        clock=get_utc_now,
        table=SealingTable(settings.access_log_table),
        published=PublishedLog(settings.access_log_bucket),
        key=AmazonKms(settings.access_log_key),
        former_key=AmazonKms(settings.access_log_former_key) if settings.access_log_former_key else None,
        witness=MailWitness(Mail(settings), settings.access_log_witness)
        if settings.access_log_witness
        else None,
        logger=telemetry.logger,
    )

    def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
        """Seal the waiting lines.

        Args:
            event: the schedule's event; unused.
            context: Lambda's context, which has the remaining time.

        Returns:
            The number of sealed lines, and the size of the log.
        """
        del event
        sealed = service.seal_waiting_lines(context.get_remaining_time_in_millis)
        done = {"lines": sealed.lines, "size": sealed.size}
        telemetry.logger.info("Sealed the access log", extra=done)
        metrics.add_metric("AccessLogWaitingSeconds", MetricUnit.Seconds, sealed.waiting_seconds)
        return done

    measured: Callable[[dict[str, Any], Any], dict[str, Any]] = metrics.log_metrics(handler)
    return telemetry.logger.inject_lambda_context(measured)
