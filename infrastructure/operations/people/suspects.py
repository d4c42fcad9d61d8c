"""Finds people who may have tokens that are on no list, or a list and no registration."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domains.accounts.account_table import REGISTRATION_KEY
from domains.people.people_table import PERSON_KEY
from infrastructure.operations.checksums import BucketChecksums
from infrastructure.operations.people.scans import Items, get_items, scan

MAX_SUSPECTS = 20_000


@dataclass(slots=True)
class Suspects:
    """People whose stored tokens must be known to compare them.

    Attributes:
        tokens: their stored tokens by user id.
        stored: the number of all tokens of the table.
        is_complete: False if there are more suspects.
    """

    tokens: dict[str, list[str]] = field(default_factory=dict)
    stored: int = 0
    is_complete: bool = True

    def add(self, user_id: str) -> None:
        """Add a person unless there are too many."""
        if user_id not in self.tokens:
            if len(self.tokens) < MAX_SUSPECTS:
                self.tokens[user_id] = []
            else:
                self.is_complete = False


def find_suspects(
    dynamodb: Any, users_table: str, tokens_table: str, pause: Callable[[float], None]
) -> Suspects:
    """Read all tokens, and return the people whose list does not match them or who are not registered.

    Others can be among them: those who changed meanwhile, or share a bucket with a suspect.

    Args:
        pause: waits, where DynamoDB leaves keys unprocessed.

    Raises:
        ClientError: DynamoDB refused.
    """
    suspects, checksums, lock = Suspects(), BucketChecksums(), threading.Lock()

    def add_page(items: Items) -> bool:
        listed = [each for each in items if _is_list(each)]
        unregistered = _list_unregistered(dynamodb, users_table, listed, pause)
        with lock:
            for item in items:
                user_id, token = item["user_id"]["S"], item["token"]["S"]
                if not _is_list(item):
                    checksums.add(user_id, token)
                for each in item.get("tokens", {"SS": ()})["SS"]:
                    checksums.subtract(user_id, each)
            for user_id in unregistered:
                suspects.add(user_id)
            suspects.stored += len(items) - len(listed)
        return True

    def collect_page(items: Items) -> bool:
        with lock:
            for item in items:
                user_id = item["user_id"]["S"]
                if _is_list(item):
                    continue
                if not checksums.agree_for(user_id):
                    suspects.add(user_id)
                if user_id in suspects.tokens:
                    suspects.tokens[user_id].append(item["token"]["S"])
        return True

    _scan_tokens(dynamodb, tokens_table, add_page, ("token", "user_id", "tokens"))
    if not checksums.agree():
        _scan_tokens(dynamodb, tokens_table, collect_page, ("token", "user_id"))
    return suspects


def _is_list(item: Mapping[str, Any]) -> bool:
    return str(item["token"]["S"]).startswith(PERSON_KEY)


def _list_unregistered(
    dynamodb: Any, users_table: str, listed: Items, pause: Callable[[float], None]
) -> Sequence[str]:
    user_ids = {each["user_id"]["S"] for each in listed}
    keys = [{"user_id": {"S": user_id}, "item": {"S": REGISTRATION_KEY}} for user_id in user_ids]
    registered = {each["user_id"]["S"] for each in get_items(dynamodb, users_table, keys, pause)}
    return sorted(user_ids - registered)


def _scan_tokens(
    dynamodb: Any, table: str, handle: Callable[[Items], bool], attributes: Sequence[str]
) -> None:
    # DynamoDB reserves the word token.
    names = {f"#{name}": name for name in attributes}
    scan(
        dynamodb,
        table,
        handle,
        ProjectionExpression=", ".join(names),
        ExpressionAttributeNames=names,
    )
