"""Setup shared by many tests: runs once per process; later uses restore what it stored and sent.

State is restored only if nothing except setups was stored or sent before. So each test sees the same state as
after a separate run.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

from botocore.awsrequest import AWSPreparedRequest
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.base_backend import BackendDict
from moto.core.botocore_stubber import BotocoreStubber
from moto.ses.models import ses_backends
from moto.sns.models import sns_backends

from tests.api.dynamodb_endpoint import READS
from tests.api.moto_shortcut import Process, get_target
from tests.api.support import REGION, get_table_definitions
from tests.api.tables import get_tables

Result = TypeVar("Result")


@dataclass(slots=True)
class _Now:
    """Setups since the tables were emptied.

    Attributes:
        path: names of the setups; None after any other change.
        depth: number of setups in progress.
    """

    path: tuple[Any, ...] | None = None
    depth: int = 0


@dataclass(frozen=True, slots=True)
class _Done:
    state: bytes
    result: Any


_now = _Now()
_done: dict[tuple[Any, ...], _Done] = {}


def record_emptied() -> None:
    """Record that nothing is stored or sent."""
    _now.path = ()


def record_call(operation: str) -> None:
    """Record an AWS operation, or a change that a test makes to moto itself."""
    if _now.depth == 0 and operation not in READS:
        _now.path = None


def record_requests(process: Process) -> Process:
    """Return moto's processing that records each operation first."""

    def processed(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        record_call(get_target(request).partition(".")[2])
        return process(self, request)

    return processed


def run_once(name: Any, do: Callable[[], Result]) -> Result:
    """Run a setup step, or restore what it stored and sent.

    Args:
        name: key of everything that determines the result.
        do: stores items and sends messages; must not change anything else.

    Returns:
        Result of the first run, which callers must not change.
    """
    if _now.path is None:
        return do()
    # Entities contain the time of the process, which some tests move.
    path = (*_now.path, name, datetime.now(UTC).date())
    done = _done.get(path)
    if done is not None:
        restore_state(done.state)
        _now.path = path
        return cast(Result, done.result)
    _now.depth += 1
    try:
        result = do()
    except BaseException:
        _now.path = None
        raise
    finally:
        _now.depth -= 1
    _done[path] = _Done(get_state(), result)
    _now.path = path
    return result


def _get_backend(backends: BackendDict[Any]) -> Any:
    return backends[DEFAULT_ACCOUNT_ID][REGION]


def get_state() -> bytes:
    """Return what is stored and sent, for `restore_state`."""
    stored = get_tables().read(get_table_definitions())
    return pickle.dumps(
        (stored, _get_backend(ses_backends).sent_messages, dict(_get_backend(sns_backends).sms_messages))
    )


def restore_state(state: bytes) -> None:
    """Store and send the same as at `get_state`, and nothing else."""
    record_call("restore")
    stored, mail, texts = pickle.loads(state)  # noqa: S301
    get_tables().restore(stored)
    _get_backend(ses_backends).sent_messages[:] = mail
    sms_messages = _get_backend(sns_backends).sms_messages
    sms_messages.clear()
    sms_messages.update(texts)
