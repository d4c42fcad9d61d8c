"""Wiring: the Lambda handler of announcements."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit, single_metric

from domains.accounts.account_table import AccountRepository
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.dispatch import DispatchKey
from domains.deliveries.failures_queue import FailuresQueue
from domains.deliveries.outbound import Outbound
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens
from domains.messages.messages_table import MessagesTable
from functions.notifier.composer import Composer
from functions.notifier.service import NEEDED_MILLISECONDS, NotifierService, Summary
from functions.notifier.settings import NotifierSettings
from portal.observability import make_logger
from portal.settings import load
from portal.types import get_utc_now

_settings = load(NotifierSettings)
_logger = make_logger()
_service = NotifierService(
    clock=get_utc_now,
    messages=MessagesTable(_settings.messages_table),
    accounts=AccountRepository(_settings.users_table),
    deliveries=DeliveriesTable(_settings.deliveries_table),
    outbound=Outbound(_settings.mail_sender, _settings.mail_configuration_set),
    failures=FailuresQueue(_settings.failures_queue_url),
    composer=Composer(
        sender=_settings.mail_sender,
        origin=_settings.portal_origin,
        tokens=UnsubscribeTokens(_settings.unsubscribe_secret),
    ),
    logger=_logger,
)


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Announce new messages, process due deliveries, or replay failed ones.

    Args:
        event: a batch from the messages table's stream, an event of the schedule, or `{"replay": [{"userId":
            "…", "messageId": "…", "channel": "…"}]}`.
        context: Lambda's context, which has the remaining time.

    Returns:
        For a batch, the records to send again: `{"batchItemFailures": [{"itemIdentifier": "…"}]}`; for a
        replay, in `results`, each processed delivery with its new `state`. For the schedule, the numbers of
        sent, waiting, failed, and unknown deliveries, and whether the run was complete.
    """
    if "Records" in event:
        return _announce(event["Records"], context.get_remaining_time_in_millis)
    if "replay" in event:
        return _replay(event["replay"], context.get_remaining_time_in_millis)
    summary = _service.run(context.get_remaining_time_in_millis)
    _write_metric("RunsIncomplete", int(not summary.is_complete))
    return _count(summary)


def _announce(records: list[Any], remaining_milliseconds: Callable[[], int]) -> dict[str, Any]:
    summary, failures = Summary(), []
    for record in records:
        change = record["dynamodb"]
        if remaining_milliseconds() < NEEDED_MILLISECONDS:
            failures.append({"itemIdentifier": change["SequenceNumber"]})
            continue
        try:
            if record["eventName"] == "INSERT":
                keys = change["Keys"]
                _service.announce(keys["user_id"]["S"], keys["id"]["S"], summary)
        except Exception as error:
            # Isolate failures: a bad record must not block the rest of the batch.
            _service.note_failure(_get_message_id(change), error)
            failures.append({"itemIdentifier": change["SequenceNumber"]})
    summary.is_complete = not failures
    _count(summary)
    return {"batchItemFailures": failures}


def _replay(failures: list[Any], remaining_milliseconds: Callable[[], int]) -> dict[str, Any]:
    summary, results = Summary(), []
    for failure in failures:
        if remaining_milliseconds() < NEEDED_MILLISECONDS:
            summary.is_complete = False
            break
        key = DispatchKey(failure["userId"], failure["messageId"], failure["channel"])
        results.append({**failure, "state": _service.replay(key, summary)})
    _count(summary)
    return {"results": results}


def _get_message_id(change: Mapping[str, Any]) -> str:
    return str(change.get("Keys", {}).get("id", {}).get("S", ""))


def _count(summary: Summary) -> dict[str, Any]:
    done = {
        "sent": summary.sent,
        "waiting": summary.waiting,
        "failed": summary.failed,
        "unknown": summary.unknown,
        "isComplete": summary.is_complete,
    }
    _logger.info("messages announced", extra=done)
    for name, value in (
        ("AnnouncementsSent", summary.sent),
        ("AnnouncementsWaiting", summary.waiting),
        ("AnnouncementsFailed", summary.failed + summary.unknown),
    ):
        _write_metric(name, value)
    return done


def _write_metric(name: str, value: int) -> None:
    with single_metric(
        name=name, unit=MetricUnit.Count, value=value, namespace=_settings.powertools_metrics_namespace
    ):
        pass
