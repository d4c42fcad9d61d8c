"""Erases a sealed record for a privacy officer; no function of the portal has the permission."""

from datetime import datetime
from typing import Any

from domains.accesslog.access_log_table import RECORDS, LogLine
from domains.accesslog.erasure import ERASURES, Erasure, parse_erasure
from infrastructure.operations.portals import CommandStopped
from portal.items import encode_item


class NotThere(CommandStopped):
    """The line does not exist, or is no access record."""


def erase(dynamodb: Any, table: str, key: tuple[str, str], reason: str, now: datetime) -> Erasure:
    """Remove a record with its salt and record the erasure, in one transaction."""
    stored_key = {"partition": {"S": key[0]}, "item": {"S": key[1]}}
    found = dynamodb.get_item(TableName=table, Key=stored_key, ConsistentRead=True).get("Item")
    if found is None or not key[0].startswith(("staff#", "person#")):
        raise NotThere("There is no such record.")
    place = found.get("leaf_index")
    line = LogLine(
        record=RECORDS.parse_raw_item(found),
        salt=found["salt"]["S"],
        content=found["content"]["S"],
        leaf_index=int(place["N"]) if place else None,
    )
    erasure = parse_erasure(line, reason, now)
    dynamodb.transact_write_items(
        TransactItems=[
            {
                "Put": {
                    "TableName": table,
                    "Item": encode_item(ERASURES.make_item(erasure)),
                    "ConditionExpression": "attribute_not_exists(#partition)",
                    "ExpressionAttributeNames": {"#partition": "partition"},
                }
            },
            {
                "Delete": {
                    "TableName": table,
                    "Key": stored_key,
                    "ConditionExpression": "leaf_index = :place",
                    "ExpressionAttributeValues": {":place": place},
                }
            },
        ]
    )
    return erasure
