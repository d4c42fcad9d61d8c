"""Wiring of scheduled work, and of cleanup after removed messages."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

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
from functions.maintenance.service import DeliveryCounts, MaintenanceService
from functions.maintenance.settings import MaintenanceSettings
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Callable[[dict[str, Any], Any], dict[str, Any]]:
    """Make the Lambda handler."""
    telemetry = Telemetry.from_environment(environment)
    metrics = EphemeralMetrics(service=telemetry.service, namespace=telemetry.namespace)
    settings = load(MaintenanceSettings, environment)
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    agencies = make_agency_client(settings, telemetry, get_utc_now)
    applications = ApplicationsTable(settings.applications_table)
    replies = RepliesTable(settings.replies_table)
    service = MaintenanceService(
        clock=get_utc_now,
        disconnects=SubscriptionsTable(settings.subscriptions_table),
        applications=applications,
        delivery=ApplicationDelivery(applications, catalog, agencies),
        replies=replies,
        reply_delivery=ReplyDelivery(replies, catalog, agencies),
        catalog=catalog,
        agencies=agencies,
        logger=telemetry.logger,
    )
    removed_messages = RemovedMessages(
        FilesTable(settings.messages_table, get_utc_now),
        MessagesTable(settings.messages_table),
        replies,
        AttachmentRemovals(settings.attachments_bucket),
        telemetry.logger,
    )

    @metrics.log_metrics
    def run_schedule(_event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
        summary = service.deliver_due_news(context.get_remaining_time_in_millis)
        done = {
            "disconnects": _count_summary(summary.disconnects),
            "applications": _count_summary(summary.applications),
            "replies": _count_summary(summary.replies),
            "isComplete": summary.is_complete,
        }
        telemetry.logger.info("Delivered due disconnects, applications, and replies", extra=done)
        counts = (summary.disconnects, summary.applications, summary.replies)
        for name, value in (
            ("DisconnectsPostponed", summary.disconnects.postponed),
            ("ApplicationsPostponed", summary.applications.postponed),
            ("RepliesPostponed", summary.replies.postponed),
            ("NewsOverdue", sum(each.given_up + each.overdue for each in counts)),
            ("RunsIncomplete", int(not summary.is_complete)),
        ):
            metrics.add_metric(name, MetricUnit.Count, value)
        return done

    @telemetry.logger.inject_lambda_context
    def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
        """Retry due news to agencies, or remove the files of removed messages.

        Args:
            event: a batch from the messages table's stream, or an event of the schedule.
            context: Lambda's context, which has the remaining time.

        Returns:
            For a batch, the records to send again: `{"batchItemFailures": [{"itemIdentifier": "…"}]}`. For
            the schedule, the numbers of delivered, postponed, and abandoned disconnects, applications, and
            replies; and whether the run was complete.
        """
        if "Records" not in event:
            done: dict[str, Any] = run_schedule(event, context)
            return done
        # Imported with the first batch: it takes 150 ms, and most runs have none.
        from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response

        def remove_files(record: Mapping[str, Any]) -> None:
            removed_messages.handle_removal(record, context.get_remaining_time_in_millis)

        processor = BatchProcessor(EventType.DynamoDBStreams, raise_on_entire_batch_failure=False)
        return dict(process_partial_response(event, remove_files, processor))

    return handler


def _count_summary(counts: DeliveryCounts) -> dict[str, int]:
    return {"delivered": counts.delivered, "postponed": counts.postponed, "givenUp": counts.given_up}
