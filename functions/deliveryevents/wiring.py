"""Wiring of events of mail and telephone networks."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aws_lambda_powertools import Logger
from pydantic import TypeAdapter, ValidationError

from domains.accounts.account_table import AccountRepository
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.outbound import TextMessages
from domains.messages.messages_table import MessagesTable
from functions.deliveryevents.events import MailEvent, ReceivedText
from functions.deliveryevents.service import DeliveryEventsService, EventsFailed
from functions.deliveryevents.settings import DeliveryEventsSettings
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now

_MAIL_EVENT: TypeAdapter[MailEvent] = TypeAdapter(MailEvent)


@dataclass(frozen=True, slots=True)
class _DeliveryEvents:
    """Handles the events of the function."""

    service: DeliveryEventsService
    logger: Logger

    def handle(self, event: dict[str, Any], _context: Any) -> None:
        """Store events of mail and telephone networks.

        Args:
            event: records of SNS, each with an event of SES or a text message to the portal. Others are
                ignored: SES publishes a sentence to each new topic.
        """
        failed = 0
        for record in event["Records"]:
            try:
                self._handle_notification(record["Sns"])
            except Exception as error:
                # Leave out the error's message, which may have an address.
                self.logger.error("Event not processed", extra={"error": type(error).__name__})
                failed += 1
        if failed:
            raise EventsFailed(f"{failed} of {len(event['Records'])}")

    def _handle_notification(self, notification: Mapping[str, Any]) -> None:
        reported = _parse_content(notification["Message"])
        try:
            if "eventType" in reported:
                self.service.handle_mail_event(_MAIL_EVENT.validate_python(reported))
            elif "originationNumber" in reported:
                at = datetime.fromisoformat(notification["Timestamp"])
                self.service.handle_text_reply(ReceivedText.model_validate(reported), at)
            else:
                self.logger.info("Ignored an unknown notification")
        except ValidationError as error:
            faults = {".".join(str(part) for part in fault["loc"]): fault["type"] for fault in error.errors()}
            self.logger.warning("Event has an unknown format", extra={"faults": faults})


def _parse_content(message: str) -> dict[str, Any]:
    """Return the object in a notification, by default empty."""
    try:
        content = json.loads(message)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def create_handler(environment: Mapping[str, str]) -> Callable[[dict[str, Any], Any], None]:
    """Make the Lambda handler."""
    settings = load(DeliveryEventsSettings, environment)
    logger = Telemetry.from_environment(environment).logger
    service = DeliveryEventsService(
        clock=get_utc_now,
        accounts=AccountRepository(settings.users_table),
        deliveries=DeliveriesTable(settings.deliveries_table),
        messages=MessagesTable(settings.messages_table),
        text_messages=TextMessages(),
        logger=logger,
    )
    return logger.inject_lambda_context(_DeliveryEvents(service, logger).handle)
