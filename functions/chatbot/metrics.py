"""Metrics of the assistant, without any conversation's content."""

from dataclasses import dataclass

from functions.chatbot.conversation import Outcome
from portal.observability import Telemetry


@dataclass(frozen=True, slots=True)
class AssistantMetrics:
    """Counts answers and ratings."""

    telemetry: Telemetry

    def count_answer(self, outcome: Outcome) -> None:
        self.telemetry.add_metric("AssistantAnswer", 1, outcome=outcome)

    def count_rating(self, is_right: bool) -> None:
        """Count a person's rating of an answer."""
        self.telemetry.add_metric("AssistantRating", 1, verdict="right" if is_right else "wrong")
