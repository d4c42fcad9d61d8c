"""Clients of AWS: how long each waits and how often it tries.

Source: design, section 5: connect 1 s, read 2 s, 2 attempts.
"""

from typing import Any

CONNECT_SECONDS = 1
READ_SECONDS = 2
SENDING_READ_SECONDS = 4
"""Where a message is sent or a file is stored."""

ATTEMPTS = 2


def make_client(
    service: str, *, read_seconds: float = READ_SECONDS, attempts: int = ATTEMPTS, **options: Any
) -> Any:
    """A client of boto3 that answers or fails soon.

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
