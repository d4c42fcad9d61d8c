"""DynamoDB through PynamoDB: how long to wait, how often to try, and writing several items as one."""

from collections.abc import Callable
from functools import cache

from botocore.exceptions import ClientError
from pynamodb.connection import Connection
from pynamodb.exceptions import PutError, PynamoDBException, TransactWriteError
from pynamodb.expressions.condition import Condition
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

_CONDITION_FAILED = "ConditionalCheckFailedException"
_LOST_RACES = {"ConditionalCheckFailed", "TransactionConflict"}


class TableMeta:
    """Base of the `Meta` of every table: a call answers or fails within about two reads' time.

    Source: design, section 5: connect 1 s, read 2 s, 2 attempts.
    """

    connect_timeout_seconds = 1
    read_timeout_seconds = 2
    max_retry_attempts = 1


def bind_table(model: type[Model], table_name: str) -> None:
    """Name the table of a model at cold start, when the settings are known.

    Args:
        model: its `Meta` derives from `TableMeta`.
        table_name: as the template names the table in this stage.
    """
    model.Meta.table_name = table_name


def is_condition_failure(error: PynamoDBException) -> bool:
    """Whether DynamoDB refused a write because its condition does not hold.

    PynamoDB's own `cause_response_code` raises AttributeError where there was no answer at all.
    """
    cause = error.cause
    return isinstance(cause, ClientError) and cause.response["Error"]["Code"] == _CONDITION_FAILED


def save_if(item: Model, condition: Condition) -> bool:
    """Put an item, if a condition holds for what is stored under its key.

    Returns:
        False when it does not hold; nothing was written then.
    """
    try:
        item.save(condition)
    except PutError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


def write_together(write: Callable[[TransactWrite], None]) -> bool:
    """Write several items in one transaction.

    Args:
        write: tells the transaction what to write.

    Returns:
        False when a condition did not hold or something else wrote one of the items at the same moment;
        nothing was written then.
    """
    try:
        with TransactWrite(connection=_connection()) as transaction:
            write(transaction)
    except TransactWriteError as error:
        codes = {reason.code for reason in error.cancellation_reasons if reason}
        if codes and codes <= _LOST_RACES:
            return False
        raise
    return True


@cache
def _connection() -> Connection:
    return Connection(
        connect_timeout_seconds=TableMeta.connect_timeout_seconds,
        read_timeout_seconds=TableMeta.read_timeout_seconds,
        max_retry_attempts=TableMeta.max_retry_attempts,
    )
