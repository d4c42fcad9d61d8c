"""AWS clients with their timeouts and retries.

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
    """Tell if an error is temporary: AWS was throttling, failed internally, or timed out.

    Args:
        error: any error; only those of botocore can be temporary.
    """
    # If botocore is not loaded, the error is not from AWS.
    from botocore.exceptions import ClientError, ConnectionError, HTTPClientError

    if not isinstance(error, ClientError):
        return isinstance(error, HTTPClientError | ConnectionError)
    answer: Any = error.response
    status = answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    # A canceled transaction has a reason for each item.
    codes = {answer["Error"]["Code"]} | {each.get("Code") for each in answer.get("CancellationReasons", ())}
    return status >= _FIRST_SERVER_ERROR or not codes.isdisjoint(_TEMPORARY_CODES)


def make_client(
    service: str, *, read_seconds: float = READ_SECONDS, attempts: int = ATTEMPTS, **options: Any
) -> Any:
    """Return a boto3 client with short timeouts.

    Args:
        attempts: maximum number of tries. With more than one, a request may arrive twice if the first answer
            is lost.
        options: options of botocore's `Config`.
    """
    # Imported with the first client: it takes 40 ms, and most cold starts need none.
    import boto3
    from botocore.config import Config

    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=read_seconds,
        retries={"total_max_attempts": attempts},
        **options,
    )
    return boto3.client(service, config=config)
