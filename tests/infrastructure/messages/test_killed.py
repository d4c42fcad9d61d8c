"""The process of the handler is killed with SIGKILL at random moments; unanswered calls are repeated."""

import logging
import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from unittest import mock

import boto3
import pytest
from moto.dynamodb.responses import DynamoHandler
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

from infrastructure.operations.verify_counts import verify
from tests.api.conftest import serialize_calls
from tests.api.support import MESSAGES_TABLE, ROOT
from tests.depth import examples
from tests.infrastructure.messages.handler_process import get_environment, run
from tests.infrastructure.messages.life_of_messages import (
    Step,
    list_steps,
    make_world,
    prepare_nothing,
    run_and_check_bell,
    warm,
)
from tests.moved_clock import join_python_path

KILLS = examples(6)
MAX_LIVES = examples(10)


@pytest.fixture
def environment() -> Iterator[Mapping[str, str]]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    serialized = serialize_calls(DynamoHandler.call_action)
    try:
        with mock.patch.object(DynamoHandler, "call_action", serialized):
            yield get_environment(f"http://{host}:{port}")
    finally:
        server.stop()


@pytest.fixture
def dynamodb(environment: Mapping[str, str]) -> Any:
    """Return the client of the tests for the tables."""
    session = boto3.session.Session("testing", "testing", region_name=environment["AWS_REGION"])
    return session.client("dynamodb", endpoint_url=environment["AWS_ENDPOINT_URL"])


def test_counters_are_correct_after_random_kills(
    environment: Mapping[str, str], dynamodb: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The fork server imports the modules on this path.
    monkeypatch.setenv("PYTHONPATH", join_python_path(ROOT, ROOT / "shared/python"))
    assert not run(environment, prepare_nothing, make_world).is_killed
    chance = random.Random(20261121)
    lasted = {step.name: run_and_check(environment, dynamodb, step) for step in list_steps("unkilled")}
    kills, partly_done = 0, 0
    for number in range(MAX_LIVES):
        steps = list_steps(f"notice {number}")
        for step in steps:
            moment = chance.uniform(0, lasted[step.name])
            if run(environment, warm, step.work, kill_after=moment).is_killed:
                kills += 1
                figures = verify(dynamodb, MESSAGES_TABLE, segments=1)
                assert figures.differences == []
                is_done = (figures.counts["unread, of agencies"], figures.counts["in the bin"]) == (
                    step.unread,
                    step.binned,
                )
                partly_done += not is_done
            # Measure again, because a machine that does other things as well is now slow and now fast.
            lasted[step.name] = run_and_check(environment, dynamodb, step)
        # Moments that were all too late to disturb anything would show nothing.
        if kills >= KILLS and partly_done > 0:
            break
    assert kills >= KILLS
    assert partly_done > 0


def run_and_check(environment: Mapping[str, str], dynamodb: Any, step: Step) -> float:
    """Run a step completely, check its result, and return the seconds that it took."""
    ended = run(environment, warm, partial(run_and_check_bell, step.work))
    status, text, seconds, has_unread = ended.result
    assert status == 200, text
    assert "failed" not in text
    figures = verify(dynamodb, MESSAGES_TABLE, segments=1)
    assert figures.differences == []
    assert (figures.counts["unread, of agencies"], figures.counts["in the bin"]) == (step.unread, step.binned)
    assert figures.counts["messages"] == step.messages
    assert has_unread is (step.unread > 0)
    return float(seconds)
