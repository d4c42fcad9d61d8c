"""Handle requests in a separate process, which can be killed at any moment.

Processes are forks of one that has imported everything, so that one starts within some milliseconds.
"""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import boto3

from infrastructure.local import botocore_speed
from tests.api.support import REGION, Client, load_app
from tests.api.unread_support import GROUPS, Inboxes

Result = TypeVar("Result")
Work = Callable[[Inboxes], Result]
"""Function of a module, so that the process can import it."""

PATIENCE_SECONDS = 60.0
# pytest too, because each process imports the main module of the one that started it.
PRELOADED = ["pytest", "tests.infrastructure.messages.life_of_messages"]

botocore_speed.install()
# Reads the descriptions of the service.
boto3.client("dynamodb", "none", aws_access_key_id="none", aws_secret_access_key="none")
_APPS = {group: load_app(group) for group in GROUPS}


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a process.

    Attributes:
        result: of its work; None when it was killed before.
    """

    is_killed: bool
    result: Any


def run(
    environment: Mapping[str, str], prepare: Work[object], work: Work[Any], kill_after: float | None = None
) -> Ended:
    """Do some work in a separate process.

    Args:
        environment: its variables, which lead to DynamoDB.
        prepare: done before; it makes the connections that a warm function has.
        kill_after: seconds of work after which the process is killed with SIGKILL.

    Raises:
        RuntimeError: it failed by itself.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, *PRELOADED])
    here, there = context.Pipe()
    process = context.Process(target=_handle, args=(there, dict(environment), prepare, work))
    process.start()
    there.close()
    try:
        if not here.poll(PATIENCE_SECONDS) or here.recv() != "ready":
            raise RuntimeError("The process did not get ready")
        here.send("go")
        if kill_after is not None:
            time.sleep(kill_after)
            process.kill()
        return _answer(here)
    finally:
        process.kill()
        process.join(PATIENCE_SECONDS)
        here.close()


def _answer(connection: Connection) -> Ended:
    try:
        if not connection.poll(PATIENCE_SECONDS):
            raise RuntimeError("The process does not answer")
        return Ended(False, connection.recv())
    except (EOFError, ConnectionResetError):
        return Ended(True, None)


def _handle(
    connection: Connection, environment: dict[str, str], prepare: Work[object], work: Work[Any]
) -> None:
    os.environ.update(environment)
    # The log is not tested here.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    inboxes = Inboxes(Client(_APPS.__getitem__))
    prepare(inboxes)
    connection.send("ready")
    connection.recv()
    connection.send(work(inboxes))


def get_environment(endpoint: str) -> dict[str, str]:
    """Return the variables that lead to an emulation of AWS."""
    return {
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_DEFAULT_REGION": REGION,
        "AWS_REGION": REGION,
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_EC2_METADATA_DISABLED": "true",
    }
