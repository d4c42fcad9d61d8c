"""Audit logging of revealed values: who, what and when, never the value."""

from dataclasses import dataclass

from aws_lambda_powertools import Logger

from domains.agencies.catalog import Offer


@dataclass(frozen=True, slots=True)
class RevealRecorder:
    """Logs each masked value that is shown."""

    logger: Logger

    def record(self, user_id: str, offer: Offer, field: str) -> None:
        """Write down that a value is about to be shown."""
        extra = {"subject": user_id, "agency_service": offer.service.id, "field": field}
        self.logger.info("masked value shown", extra=extra)
