"""Audit log of step-up outcomes, with no personal data but the portal's user id."""

from dataclasses import dataclass
from datetime import timedelta

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

from domains.assurance.enhanced_authentication import TypeId


@dataclass(frozen=True, slots=True)
class OutcomeRecorder:
    """Logs and counts the outcome of each attempt."""

    logger: Logger
    namespace: str

    def record(self, user_id: str, type_id: TypeId, outcome: str, reason: str | None = None) -> None:
        """Record an outcome.

        Args:
            outcome: a state of an attempt, `locked`, or `usedAgain` for a second answer to one attempt.
            reason: a code; never external text.
        """
        self.logger.info(
            "enhanced authentication",
            extra={"subject": user_id, "type": type_id, "outcome": outcome, "reason": reason},
        )
        with single_metric(
            name="EnhancedAuthentication", unit=MetricUnit.Count, value=1, namespace=self.namespace
        ) as metric:
            metric.add_dimension(name="type", value=str(type_id))
            metric.add_dimension(name="outcome", value=outcome)

    def record_trust_list(self, age: timedelta, failure: str | None) -> None:
        """Record the age of the list of trusted issuers in use.

        Args:
            failure: code for why no newer list could be fetched; None for the newest.
        """
        hours = age / timedelta(hours=1)
        self.logger.info("trust list", extra={"ageHours": round(hours, 1), "failure": failure})
        with single_metric(
            name="TrustListAgeHours", unit=MetricUnit.NoUnit, value=hours, namespace=self.namespace
        ):
            pass
