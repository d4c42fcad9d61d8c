"""Audit log of revealed values: person, field, and time, but never the value."""

from dataclasses import dataclass

from aws_lambda_powertools import Logger

from domains.agencies.catalog import Offer


@dataclass(frozen=True, slots=True)
class RevealRecorder:
    """Logs each reveal of a masked value."""

    logger: Logger

    def record_reveal(self, user_id: str, offer: Offer, field: str) -> None:
        """Record that a value is about to be revealed."""
        extra = {"subject": user_id, "agency_service": offer.service.id, "field": field}
        self.logger.info("masked value shown", extra=extra)
