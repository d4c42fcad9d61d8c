"""Wiring: the Lambda handler that keeps the tokens of people as their accounts are."""

from typing import Any

from domains.accounts.account_table import AccountRepository
from domains.people.people_table import PeopleTable
from domains.people.tokens import TokenKeys
from functions.peopletokens.service import PeopleTokensService
from functions.peopletokens.settings import PeopleTokensSettings
from portal.observability import make_logger
from portal.settings import load

_settings = load(PeopleTokensSettings)
_logger = make_logger()
_service = PeopleTokensService(
    accounts=AccountRepository(_settings.users_table),
    tokens=PeopleTable(_settings.people_tokens_table),
    keys=TokenKeys(_settings.people_token_keys),
    logger=_logger,
)


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Follow changes of accounts, or compare people with their tokens.

    Args:
        event: a batch of the users table's stream, or what `npm run people` sends:
            `{"people": [{"userId": "…", "tokens": ["…"]}], "repair": false}` with the tokens that were seen.
        context: of Lambda; says how much time is left.

    Returns:
        For a batch, which records have to be sent again: `{"batchItemFailures": [{"itemIdentifier": "…"}]}`.
        For the command, those people whose tokens differ or differed, in `differences`, each with its
        `userId`, `missing` and `leftOver`; what there was no time for is in `notCompared`, by user id.
    """
    remaining = context.get_remaining_time_in_millis
    if "Records" in event:
        failed = _service.follow(event["Records"], remaining)
        return {"batchItemFailures": [{"itemIdentifier": number} for number in failed]}
    people = {each["userId"]: each["tokens"] for each in event["people"]}
    compared = _service.compare(people, is_repaired=event["repair"], remaining_milliseconds=remaining)
    return {
        "differences": [
            {"userId": user_id, "missing": difference.missing, "leftOver": difference.left_over}
            for user_id, difference in compared.differences.items()
        ],
        "notCompared": list(compared.not_compared),
    }
