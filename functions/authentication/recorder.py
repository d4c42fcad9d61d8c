"""Audit log of step-up outcomes, with no personal data but the portal's user id."""

from dataclasses import dataclass
from datetime import timedelta

from aws_lambda_powertools.metrics import MetricUnit

from domains.assurance.enhanced_authentication import TypeId
from portal.observability import Telemetry


@dataclass(frozen=True, slots=True)
class OutcomeRecorder:
    """Logs and counts the outcome of each attempt."""

    telemetry: Telemetry

    def record_outcome(self, user_id: str, type_id: TypeId, outcome: str, reason: str | None = None) -> None:
        """Record an outcome.

        Args:
            outcome: a state of an attempt, `locked`, or `usedAgain` for a second answer to one attempt.
            reason: a code; never external text.
        """
        self.telemetry.logger.info(
            "enhanced authentication",
            extra={"subject": user_id, "type": type_id, "outcome": outcome, "reason": reason},
        )
        self.telemetry.add_metric("EnhancedAuthentication", 1, type=str(type_id), outcome=outcome)

    def record_trust_list(self, age: timedelta, failure: str | None) -> None:
        """Record the age of the list of trusted issuers in use.

        Args:
            failure: code for why no newer list could be fetched; None for the newest.
        """
        hours = age / timedelta(hours=1)
        self.telemetry.logger.info("trust list", extra={"ageHours": round(hours, 1), "failure": failure})
        self.telemetry.add_metric("TrustListAgeHours", hours, MetricUnit.NoUnit)
