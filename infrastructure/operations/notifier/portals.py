"""Failures queues: of the local portal, or of a stage in AWS."""

from pathlib import Path
from typing import Any

from botocore.config import Config

from infrastructure.operations.notifier.failures import Failures
from infrastructure.operations.portals import Unreachable, open_local_portal, open_stage_portal
from infrastructure.settings import DEFAULT_DATA

_QUEUE = "FailuresQueue"
# A replay of many makes so many calls that some fail, and all of them can be repeated.
_CONFIG = Config(connect_timeout=2, read_timeout=20, retries={"mode": "standard", "total_max_attempts": 5})


def open_local_failures(data: Path = DEFAULT_DATA) -> Failures:
    """Return the queue of the local portal.

    Args:
        data: its folder.

    Raises:
        Unreachable: it does not run, or has no such queue.
    """
    portal = open_local_portal(data)
    address = portal.settings.aws_endpoint
    sqs = portal.session.client("sqs", endpoint_url=address, config=_CONFIG)
    urls = [url for url in sqs.list_queues().get("QueueUrls", []) if url.endswith(_QUEUE)]
    if not urls:
        raise Unreachable(
            "The portal that runs has no failures queue yet: stop it, and start it from this version."
        )
    streams = portal.session.client("dynamodbstreams", endpoint_url=address, config=_CONFIG)

    return Failures(urls[0], sqs, streams, portal.invoke)


def open_stage_failures(stage: str, session: Any = None) -> Failures:
    """Return the queue of a stage in AWS.

    Args:
        stage: one of `portals.STAGES`.
        session: of boto3; None takes the credentials of the shell.

    Raises:
        Unreachable: the stack is not there or not complete, or the credentials do not reach it.
    """
    portal = open_stage_portal(stage, session)
    url = portal.get_output("Delivery", "FailuresQueueUrl")
    return Failures(
        url,
        portal.session.client("sqs", config=_CONFIG),
        portal.session.client("dynamodbstreams", config=_CONFIG),
        portal.invoke,
    )
