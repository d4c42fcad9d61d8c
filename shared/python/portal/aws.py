"""Clients of AWS: how long each waits and how often it tries.

Source: design, section 5: connect 1 s, read 2 s, 2 attempts.
"""

from typing import Any

CONNECT_SECONDS = 1
READ_SECONDS = 2
SENDING_READ_SECONDS = 4
"""The time to read an answer to a sent message or a stored file."""

ATTEMPTS = 2


_TEMPORARY_CODES = frozenset(
    {
        "InternalServerError",
        "LimitExceededException",
        "ProvisionedThroughputExceeded",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ServiceUnavailable",
        "SlowDown",
        "ThrottlingError",
        "ThrottlingException",
        "TransactionConflict",
        "TransactionConflictException",
        "TransactionInProgressException",
    }
)
_FIRST_SERVER_ERROR = 500


def is_temporary(error: BaseException) -> bool:
    """Tell if an error is trouble of AWS that passes: it was too busy, failed, or gave no answer in time.

    Args:
        error: of botocore, or of PynamoDB, which has that of botocore as its `cause`.
    """
    # A function that never called AWS has not loaded it, and its error is none of AWS.
    from botocore.exceptions import ClientError, ConnectionError, HTTPClientError

    cause = getattr(error, "cause", None) or error
    if not isinstance(cause, ClientError):
        return isinstance(cause, HTTPClientError | ConnectionError)
    answer: Any = cause.response
    status = answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    # A transaction tells of each of its items why it was canceled.
    codes = {answer["Error"]["Code"]} | {each.get("Code") for each in answer.get("CancellationReasons", ())}
    return status >= _FIRST_SERVER_ERROR or not codes.isdisjoint(_TEMPORARY_CODES)


def make_client(
    service: str, *, read_seconds: float = READ_SECONDS, attempts: int = ATTEMPTS, **options: Any
) -> Any:
    """Return a client of boto3 that answers or fails soon.

    Args:
        attempts: how often a call is sent at most. With more than one, what is sent may arrive twice when the
            first answer is lost.
        options: of botocore's `Config`.
    """
    # Imported with the first client only: most starts of a function need none, and it costs them 40 ms.
    import boto3
    from botocore.config import Config

    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=read_seconds,
        retries={"total_max_attempts": attempts},
        **options,
    )
    return boto3.client(service, config=config)
