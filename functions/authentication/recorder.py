"""Step-up audit logging: outcomes, with the person's portal id alone."""

from dataclasses import dataclass
from datetime import timedelta

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

from domains.assurance.enhanced_authentication import TypeId


@dataclass(frozen=True, slots=True)
class OutcomeRecorder:
    """Logs and counts what became of each attempt."""

    logger: Logger
    namespace: str

    def record(self, user_id: str, type_id: TypeId, outcome: str, reason: str | None = None) -> None:
        """Write down one outcome.

        Args:
            outcome: a state of an attempt, `locked`, or `usedAgain` for a second answer to one attempt.
            reason: a code, and nothing that came from outside.
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
        """Write down how old the list of trusted issuers is that is used.

        Args:
            failure: why no newer one could be had: a code; None when this is the newest.
        """
        hours = age / timedelta(hours=1)
        self.logger.info("trust list", extra={"ageHours": round(hours, 1), "failure": failure})
        with single_metric(
            name="TrustListAgeHours", unit=MetricUnit.NoUnit, value=hours, namespace=self.namespace
        ):
            pass
