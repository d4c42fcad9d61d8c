"""Wiring of people's tokens."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

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

    @telemetry.logger.inject_lambda_context
    def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
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
            return _handle_batch(service, event, context)
        people = {each["userId"]: each["tokens"] for each in event["people"]}
        compared = service.compare_tokens(
            people, is_repaired=event["repair"], remaining_milliseconds=remaining
        )
        return {
            "differences": [
                {"userId": user_id, "missing": difference.missing, "leftOver": difference.left_over}
                for user_id, difference in compared.differences.items()
            ],
            "notCompared": list(compared.not_compared),
        }

    return handler


def _handle_batch(
    service: PeopleTokensService, event: dict[str, Any], context: LambdaContext
) -> dict[str, Any]:
    """Update the tokens of everybody whose account changed, once for all changes in the batch."""
    # Imported with the first batch: it takes 150 ms, and the command needs none of it.
    from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response

    updated: set[str] = set()

    def follow(record: Mapping[str, Any]) -> None:
        user_id = record["dynamodb"]["Keys"]["user_id"]["S"]
        if user_id not in updated:
            service.update_tokens(user_id, context.get_remaining_time_in_millis)
            updated.add(user_id)

    processor = BatchProcessor(EventType.DynamoDBStreams, raise_on_entire_batch_failure=False)
    return dict(process_partial_response(event, follow, processor))
