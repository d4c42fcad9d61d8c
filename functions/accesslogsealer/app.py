"""Wiring: the Lambda handler that seals the access log."""

from typing import Any

from aws_lambda_powertools.metrics import MetricUnit, single_metric

from domains.accesslog.published_log import PublishedLog, get_origin
from domains.accesslog.sealing_table import SealingTable
from functions.accesslogsealer.amazon_kms import AmazonKms
from functions.accesslogsealer.service import SealerService
from functions.accesslogsealer.settings import SealerSettings
from functions.accesslogsealer.witness import MailWitness
from portal.mail import Mail
from portal.observability import make_logger
from portal.settings import load
from portal.types import get_utc_now

_settings = load(SealerSettings)
_logger = make_logger()
_service = SealerService(
    origin=get_origin(_settings.portal_origin),
    clock=get_utc_now,
    table=SealingTable(_settings.access_log_table),
    published=PublishedLog(_settings.access_log_bucket),
    key=AmazonKms(_settings.access_log_key),
    former_key=AmazonKms(_settings.access_log_former_key) if _settings.access_log_former_key else None,
    witness=MailWitness(
        Mail(_settings.mail_sender, _settings.mail_configuration_set), _settings.access_log_witness
    )
    if _settings.access_log_witness
    else None,
    logger=_logger,
)


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Seal the waiting lines.

    Args:
        event: the schedule's event; unused.
        context: Lambda's context, which has the remaining time.

    Returns:
        The number of sealed lines, and the size of the log.
    """
    del event
    sealed = _service.run(context.get_remaining_time_in_millis)
    done = {"lines": sealed.lines, "size": sealed.size}
    _logger.info("sealed the access log", extra=done)
    with single_metric(
        name="AccessLogWaitingSeconds",
        unit=MetricUnit.Seconds,
        value=sealed.waiting_seconds,
        namespace=_settings.powertools_metrics_namespace,
    ):
        pass
    return done
