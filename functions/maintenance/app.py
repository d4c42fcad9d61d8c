"""Wiring: the Lambda handler of scheduled work, and of cleanup after removed messages."""

import time
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit, single_metric

from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.wiring import make_agency_client
from domains.applications.applications_table import ApplicationsTable
from domains.applications.delivery import ApplicationDelivery
from domains.messages.attachments import AttachmentRemovals
from domains.messages.files_table import FilesTable
from domains.messages.messages_table import MessagesTable
from domains.replies.delivery import ReplyDelivery
from domains.replies.replies_table import RepliesTable
from functions.maintenance.files import RemovedMessages
from functions.maintenance.service import MaintenanceService, ReportCounts
from functions.maintenance.settings import MaintenanceSettings
from portal.observability import make_logger
from portal.settings import load
from portal.types import get_utc_now

_settings = load(MaintenanceSettings)
_logger = make_logger()
_catalog = Catalog(CatalogTable(_settings.agencies_table), time.monotonic)
_agencies = make_agency_client(_settings, get_utc_now)
_applications = ApplicationsTable(_settings.applications_table)
_replies = RepliesTable(_settings.replies_table)
_service = MaintenanceService(
    clock=get_utc_now,
    disconnects=SubscriptionsTable(_settings.subscriptions_table),
    applications=_applications,
    delivery=ApplicationDelivery(_applications, _catalog, _agencies),
    replies=_replies,
    reply_delivery=ReplyDelivery(_replies, _catalog, _agencies),
    catalog=_catalog,
    agencies=_agencies,
    logger=_logger,
)
_removed_messages = RemovedMessages(
    FilesTable(_settings.messages_table, get_utc_now),
    MessagesTable(_settings.messages_table),
    _replies,
    AttachmentRemovals(_settings.attachments_bucket),
    _logger,
)


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Retry due news to agencies, or remove the files of removed messages.

    Args:
        event: a batch from the messages table's stream, or an event of the schedule.
        context: Lambda's context, which has the remaining time.

    Returns:
        For a batch, the records to send again: `{"batchItemFailures": [{"itemIdentifier": "…"}]}`. For the
        schedule, the numbers of delivered, postponed, and abandoned disconnects, applications, and replies;
        and whether the run was complete.
    """
    if "Records" in event:
        failed = _removed_messages.handle_removals(event["Records"], context.get_remaining_time_in_millis)
        return {"batchItemFailures": [{"itemIdentifier": number} for number in failed]}
    summary = _service.run(context.get_remaining_time_in_millis)
    done = {
        "disconnects": _count_summary(summary.disconnects),
        "applications": _count_summary(summary.applications),
        "replies": _count_summary(summary.replies),
        "isComplete": summary.is_complete,
    }
    _logger.info("told agencies what was due", extra=done)
    counts = (summary.disconnects, summary.applications, summary.replies)
    for name, value in (
        ("DisconnectsPostponed", summary.disconnects.postponed),
        ("ApplicationsPostponed", summary.applications.postponed),
        ("RepliesPostponed", summary.replies.postponed),
        ("NewsOverdue", sum(each.given_up + each.overdue for each in counts)),
        ("RunsIncomplete", int(not summary.is_complete)),
    ):
        with single_metric(
            name=name, unit=MetricUnit.Count, value=value, namespace=_settings.powertools_metrics_namespace
        ):
            pass
    return done


def _count_summary(reported: ReportCounts) -> dict[str, int]:
    return {"told": reported.reported, "postponed": reported.postponed, "givenUp": reported.given_up}
