"""Port for the ways to step up; each is an adapter.

A provider is stateless. The portal keeps attempts, limits, locks, expiry, and records.
"""

from typing import Protocol

from domains.accounts.account import Registration
from functions.authentication.attempt import Attempt, Beginning, ProviderJudgment, Start, Step
from functions.authentication.contract import CompletionRequest


class AuthenticationProviderUnavailable(Exception):
    """The provider gave no verdict. The text says why, without personal data."""


class AnswerCanceled(Exception):
    """The person, or the provider on their behalf, canceled the attempt."""


class Provider(Protocol):
    """Port of one way to step up."""

    def begin_attempt(self, start: Start) -> Beginning:
        """Start an attempt, and return the person's next step.

        Raises:
            AuthenticationProviderUnavailable: it cannot start.
        """

    def get_next_step(self, attempt: Attempt) -> Step:
        """Return the next step of the person.

        Raises:
            AuthenticationProviderUnavailable: the step is not known now.
        """

    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        """Check an answer without a call.

        Raises:
            AnswerCanceled: the answer is a cancellation.
            AuthenticationProviderUnavailable: the answer is a failure of the provider.
        """

    def judge_answer(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> ProviderJudgment:
        """Return the provider's verdict.

        Raises:
            AuthenticationProviderUnavailable: it gave none.
        """

    def get_end_url(self) -> str | None:
        """Return the URL at which the browser ends the provider's session, or None."""
