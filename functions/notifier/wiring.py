"""Wiring of announcements."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from domains.accounts.account_table import AccountRepository
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.dispatch import DispatchKey
from domains.deliveries.failures_queue import FailuresQueue
from domains.deliveries.outbound import Outbound
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens
from domains.messages.messages_table import MessagesTable
from functions.notifier.composer import Composer
from functions.notifier.service import NEEDED_MILLISECONDS, NotifierService, NotifierSummary
from functions.notifier.settings import NotifierSettings
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


@dataclass(frozen=True, slots=True)
class _NotifierEvents:
    """Handles the events of the function."""

    service: NotifierService
    logger: Logger
    metrics: EphemeralMetrics

    def handle(self, event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
        """Announce new messages, process due deliveries, or replay failed ones.

        Args:
            event: a batch from the messages table's stream, an event of the schedule, or `{"replay":
                [{"userId": "…", "messageId": "…", "channel": "…"}]}`.
            context: Lambda's context, which has the remaining time.

        Returns:
            For a batch, the records to send again: `{"batchItemFailures": [{"itemIdentifier": "…"}]}`; for a
            replay, in `results`, each processed delivery with its new `state`. For the schedule, the numbers
            of sent, waiting, failed, and unknown deliveries, and whether the run was complete.
        """
        if "Records" in event:
            return self._announce(event, context)
        if "replay" in event:
            return self._replay(event["replay"], context.get_remaining_time_in_millis)
        summary = self.service.process_due_deliveries(context.get_remaining_time_in_millis)
        self.metrics.add_metric("RunsIncomplete", MetricUnit.Count, int(not summary.is_complete))
        return self._count(summary)

    def _announce(self, event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
        # Imported with the first batch: it takes 150 ms, and most runs have none.
        from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response

        summary = NotifierSummary()

        def announce(record: Mapping[str, Any]) -> None:
            if context.get_remaining_time_in_millis() < NEEDED_MILLISECONDS:
                raise TimeoutError("no time is left")
            change = record["dynamodb"]
            try:
                if record["eventName"] == "INSERT":
                    self.service.announce_message(
                        change["Keys"]["user_id"]["S"], change["Keys"]["id"]["S"], summary
                    )
            except Exception as error:
                self.service.note_failure(_get_message_id(change), error)
                raise

        processor = BatchProcessor(EventType.DynamoDBStreams, raise_on_entire_batch_failure=False)
        answer = process_partial_response(event, announce, processor)
        summary.is_complete = not answer["batchItemFailures"]
        self._count(summary)
        return dict(answer)

    def _replay(self, failures: list[Any], remaining_milliseconds: Callable[[], int]) -> dict[str, Any]:
        summary, results = NotifierSummary(), []
        for failure in failures:
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                break
            key = DispatchKey(failure["userId"], failure["messageId"], failure["channel"])
            results.append({**failure, "state": self.service.replay_delivery(key, summary)})
        self._count(summary)
        return {"results": results}

    def _count(self, summary: NotifierSummary) -> dict[str, Any]:
        done = {
            "sent": summary.sent,
            "waiting": summary.waiting,
            "failed": summary.failed,
            "unknown": summary.unknown,
            "isComplete": summary.is_complete,
        }
        self.logger.info("Announced messages", extra=done)
        for name, value in (
            ("AnnouncementsSent", summary.sent),
            ("AnnouncementsWaiting", summary.waiting),
            ("AnnouncementsFailed", summary.failed + summary.unknown),
        ):
            self.metrics.add_metric(name, MetricUnit.Count, value)
        return done


def _get_message_id(change: Mapping[str, Any]) -> str:
    return str(change.get("Keys", {}).get("id", {}).get("S", ""))


def create_handler(environment: Mapping[str, str]) -> Callable[[dict[str, Any], Any], dict[str, Any]]:
    """Make the Lambda handler."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(NotifierSettings, environment)
    service = NotifierService(
        clock=get_utc_now,
        messages=MessagesTable(settings.messages_table),
        accounts=AccountRepository(settings.users_table),
        deliveries=DeliveriesTable(settings.deliveries_table),
        outbound=Outbound(settings.mail_sender, settings.mail_configuration_set),
        failures=FailuresQueue(settings.failures_queue_url),
        composer=Composer(
            sender=settings.mail_sender,
            origin=settings.portal_origin,
            tokens=UnsubscribeTokens(settings.unsubscribe_secret),
        ),
        logger=telemetry.logger,
    )
    metrics = EphemeralMetrics(service=telemetry.service, namespace=telemetry.namespace)
    handle: Callable[[dict[str, Any], Any], dict[str, Any]] = metrics.log_metrics(
        _NotifierEvents(service, telemetry.logger, metrics).handle
    )
    return telemetry.logger.inject_lambda_context(handle)
