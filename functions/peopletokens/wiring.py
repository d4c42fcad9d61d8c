"""Wiring of people's tokens."""

from collections.abc import Callable, Mapping
from typing import Any

from domains.accounts.account_table import AccountRepository
from domains.people.people_table import PeopleTable
from domains.people.tokens import TokenKeys
from functions.peopletokens.service import PeopleTokensService
from functions.peopletokens.settings import PeopleTokensSettings
from portal.observability import Telemetry
from portal.settings import load


def create_handler(environment: Mapping[str, str]) -> Callable[[dict[str, Any], Any], dict[str, Any]]:
    """Make the Lambda handler."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(PeopleTokensSettings, environment)
    service = PeopleTokensService(
        accounts=AccountRepository(settings.users_table),
        tokens=PeopleTable(settings.people_tokens_table),
        keys=TokenKeys(settings.people_token_keys),
        logger=telemetry.logger,
    )

    def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
        """Follow changes of accounts, or compare people's tokens with their accounts.

        Args:
            event: a batch of the users table's stream, or what `npm run people` sends: `{"people":
                [{"userId": "…", "tokens": ["…"]}], "repair": false}` with stored tokens that may be on no
                list.
            context: Lambda's context, which has the remaining time.

        Returns:
            For a batch, the records to send again: `{"batchItemFailures": [{"itemIdentifier": "…"}]}`. For
            the command, people with different tokens in `differences`, each with `userId`, `missing`, and
            `leftOver`; user ids that time did not allow are in `notCompared`.
        """
        remaining = context.get_remaining_time_in_millis
        if "Records" in event:
            failed = service.follow(event["Records"], remaining)
            return {"batchItemFailures": [{"itemIdentifier": number} for number in failed]}
        people = {each["userId"]: each["tokens"] for each in event["people"]}
        compared = service.compare(people, is_repaired=event["repair"], remaining_milliseconds=remaining)
        return {
            "differences": [
                {"userId": user_id, "missing": difference.missing, "leftOver": difference.left_over}
                for user_id, difference in compared.differences.items()
            ],
            "notCompared": list(compared.not_compared),
        }

    return handler
