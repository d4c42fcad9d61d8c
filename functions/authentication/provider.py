"""Port for the ways to step up; each way is an adapter.

A provider keeps nothing. Attempts, limits, locks, expiry and what is recorded are the portal's.
"""

from typing import Protocol

from domains.accounts.account import Registration
from functions.authentication.attempt import Attempt, Beginning, Judgment, Start, Step
from functions.authentication.contract import CompletionRequest


class ProviderUnavailable(Exception):
    """The provider said nothing about the person. The text says why, without naming anybody."""


class AnswerCanceled(Exception):
    """The person, or the provider for them, broke the attempt off."""


class Provider(Protocol):
    """Port of one way to step up."""

    def begin(self, start: Start) -> Beginning:
        """Say how the person goes on.

        Raises:
            ProviderUnavailable: it cannot begin.
        """

    def step(self, attempt: Attempt) -> Step:
        """Return the next step of the person.

        Raises:
            ProviderUnavailable: it cannot say so now.
        """

    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        """Look at an answer without asking anybody.

        Raises:
            AttemptNotFound: it is not the answer to this attempt.
            AnswerCanceled: it says so.
            ProviderUnavailable: it says so.
        """

    def judge(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> Judgment:
        """Ask the provider.

        Raises:
            ProviderUnavailable: it said nothing.
        """

    def end_url(self) -> str | None:
        """Return the address at which the browser ends the provider's session; None without one."""
