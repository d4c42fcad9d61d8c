"""Wiring of scheduled work, and of cleanup after removed messages."""

import time
from collections.abc import Callable, Mapping
from typing import Any

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
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Callable[[dict[str, Any], Any], dict[str, Any]]:
    """Make the Lambda handler."""
    telemetry = Telemetry.from_environment(environment)
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

    def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
        """Retry due news to agencies, or remove the files of removed messages.

        Args:
            event: a batch from the messages table's stream, or an event of the schedule.
            context: Lambda's context, which has the remaining time.

        Returns:
            For a batch, the records to send again: `{"batchItemFailures": [{"itemIdentifier": "…"}]}`. For
            the schedule, the numbers of delivered, postponed, and abandoned disconnects, applications, and
            replies; and whether the run was complete.
        """
        if "Records" in event:
            failed = removed_messages.handle_removals(event["Records"], context.get_remaining_time_in_millis)
            return {"batchItemFailures": [{"itemIdentifier": number} for number in failed]}
        summary = service.run(context.get_remaining_time_in_millis)
        done = {
            "disconnects": _count_summary(summary.disconnects),
            "applications": _count_summary(summary.applications),
            "replies": _count_summary(summary.replies),
            "isComplete": summary.is_complete,
        }
        telemetry.logger.info("told agencies what was due", extra=done)
        counts = (summary.disconnects, summary.applications, summary.replies)
        for name, value in (
            ("DisconnectsPostponed", summary.disconnects.postponed),
            ("ApplicationsPostponed", summary.applications.postponed),
            ("RepliesPostponed", summary.replies.postponed),
            ("NewsOverdue", sum(each.given_up + each.overdue for each in counts)),
            ("RunsIncomplete", int(not summary.is_complete)),
        ):
            telemetry.add_metric(name, value)
        return done

    return handler


def _count_summary(reported: ReportCounts) -> dict[str, int]:
    return {"told": reported.reported, "postponed": reported.postponed, "givenUp": reported.given_up}
