"""Metrics of the assistant, without any conversation's content."""

from dataclasses import dataclass

from aws_lambda_powertools.metrics import MetricUnit, single_metric

from functions.chatbot.conversation import Outcome


@dataclass(frozen=True, slots=True)
class AssistantMetrics:
    """Counts in a metrics namespace."""

    namespace: str

    def count_answer(self, outcome: Outcome) -> None:
        self._count("AssistantAnswer", "outcome", outcome)

    def count_rating(self, is_right: bool) -> None:
        """Count a person's rating of an answer."""
        self._count("AssistantRating", "verdict", "right" if is_right else "wrong")

    def _count(self, name: str, dimension: str, value: str) -> None:
        with single_metric(name=name, unit=MetricUnit.Count, value=1, namespace=self.namespace) as metric:
            metric.add_dimension(name=dimension, value=value)
