"""Keeps people's tokens in sync with their accounts."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from aws_lambda_powertools import Logger

from domains.accounts.account_table import AccountRepository
from domains.people.people_table import Difference, PeopleTable
from domains.people.person import make_person
from domains.people.tokens import TokenKeys

NEEDED_MILLISECONDS = 5_000
"""Minimum time left for another person's tokens."""


@dataclass(slots=True)
class Compared:
    """Result of a comparison, by user id."""

    differences: dict[str, Difference] = field(default_factory=dict)
    not_compared: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleTokensService:
    """Derives tokens from the stored account, so stream records can repeat in any order."""

    accounts: AccountRepository
    tokens: PeopleTable
    keys: TokenKeys
    logger: Logger

    def update_tokens(self, user_id: str, remaining_milliseconds: Callable[[], int]) -> None:
        """Update the tokens of a person whose account changed.

        Args:
            remaining_milliseconds: time that the function has left.
        """
        try:
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                raise TimeoutError("no time is left")
            self.tokens.replace_tokens(user_id, self._make_compute_tokens(user_id))
        except Exception as error:
            # Leave out the error's message, which may have personal data.
            self.logger.error("Search tokens not updated", extra={"error": type(error).__name__})
            raise

    def compare_tokens(
        self,
        people: Mapping[str, Collection[str]],
        *,
        is_repaired: bool,
        remaining_milliseconds: Callable[[], int],
    ) -> Compared:
        """Compare people's tokens with their accounts.

        Args:
            people: stored tokens by user id; listed ones may be left out.
            is_repaired: whether to fix differences.
            remaining_milliseconds: time that the function has left.
        """
        compared = Compared()
        for user_id, stored_tokens in people.items():
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                compared.not_compared.append(user_id)
                continue
            difference, current_tokens = self.tokens.compare_tokens(
                user_id, self._make_compute_tokens(user_id), stored_tokens
            )
            if difference:
                compared.differences[user_id] = difference
                if is_repaired:
                    self.tokens.replace_tokens(user_id, self._make_compute_tokens(user_id), current_tokens)
        return compared

    def _make_compute_tokens(self, user_id: str) -> Callable[[], Collection[str]]:
        def compute_tokens() -> Collection[str]:
            person = make_person(self.accounts.get_account(user_id))
            return self.keys.compute_tokens(person) if person else set()

        return compute_tokens
