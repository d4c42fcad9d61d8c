"""Wiring: the Lambda handler of the scheduled work."""

import time
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit, single_metric

from functions.maintenance.service import MaintenanceService
from functions.maintenance.settings import MaintenanceSettings
from portal.agencies.catalogue import Catalogue
from portal.agencies.catalogue_table import CatalogueTable
from portal.agencies.subscriptions_table import SubscriptionsTable
from portal.agencies.wiring import agency_client
from portal.observability import make_logger
from portal.settings import load
from portal.types import utc_now

_settings = load(MaintenanceSettings)
_logger = make_logger()
_service = MaintenanceService(
    clock=utc_now,
    disconnects=SubscriptionsTable(_settings.subscriptions_table),
    catalogue=Catalogue(CatalogueTable(_settings.agencies_table), time.monotonic),
    agencies=agency_client(_settings, utc_now),
    logger=_logger,
)


def handler(_event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Do what is due.

    Args:
        context: of Lambda; says how much time is left.

    Returns:
        How many disconnects agencies were told of, how many wait, and whether anything was left.
    """
    summary = _service.run(context.get_remaining_time_in_millis)
    done = {
        "told": summary.told,
        "postponed": summary.postponed,
        "givenUp": summary.given_up,
        "isComplete": summary.is_complete,
    }
    _logger.info("disconnects told to agencies", extra=done)
    for name, value in (
        ("DisconnectsPostponed", summary.postponed),
        ("DisconnectsGivenUp", summary.given_up),
    ):
        with single_metric(
            name=name, unit=MetricUnit.Count, value=value, namespace=_settings.powertools_metrics_namespace
        ) as metric:
            metric.add_dimension(name="function", value="maintenance")
    return done
