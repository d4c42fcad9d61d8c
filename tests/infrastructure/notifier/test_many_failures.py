"""Failures queue with more notes than SQS has in flight; the stand-in keeps its rules of visibility."""

import heapq
import json
import threading
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infrastructure.operations.notifier import __main__ as command
from infrastructure.operations.notifier.failures import MAX_LEFT, SAMPLE, Failures
from infrastructure.operations.notifier.notes import NOTIFIER
from infrastructure.operations.portals import NotTaken
from tests.infrastructure.notifier.test_command import GIVEN_UP

# More than SQS has in flight.
MANY = 130_000
MAX_IN_FLIGHT = 120_000
CALL_SECONDS = 0.025
INVOCATION_SECONDS = 0.2


class Queue:
    """Stands in for SQS and the notifier, with a clock that each call moves.

    Attributes:
        tries: invocations by message id.
        failing: message ids that fail.
        most: the largest number of notes that were in flight at once.
    """

    def __init__(self, count: int) -> None:
        self.now = 0.0
        self.tries = Counter[str]()
        self.failing: set[str] = set()
        self.most = 0
        self.received = Counter[str]()
        self._lock = threading.Lock()
        self._bodies = {str(n): json.dumps({**GIVEN_UP, "messageId": str(n)}) for n in range(count)}
        self._visible = deque(self._bodies)
        self._hidden: dict[str, float] = {}
        self._ends: list[tuple[float, str]] = []

    @property
    def left(self) -> set[str]:
        return set(self._bodies)

    @property
    def visible(self) -> int:
        return len(self._visible)

    def clock(self) -> float:
        return self.now

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        assert function == NOTIFIER
        (key,) = event["replay"]
        with self._lock:
            self.now += INVOCATION_SECONDS
            self.tries[key["messageId"]] += 1
        if key["messageId"] in self.failing:
            raise NotTaken("NotifierFunction failed")
        return {"results": [{**key, "state": "accepted"}]}

    def receive_message(self, **options: Any) -> Any:
        with self._lock:
            self._pass_time()
            found = [self._visible.popleft() for _ in range(min(10, len(self._visible)))]
            if len(self._hidden) + len(found) > MAX_IN_FLIGHT:
                raise ClientError({"Error": {"Code": "OverLimit", "Message": "in flight"}}, "ReceiveMessage")
            self.received.update(found)
            assert max((self.received[each] for each in found), default=0) <= 3, "it never ends"
            for each in found:
                self._hide(each, options["VisibilityTimeout"])
            self.most = max(self.most, len(self._hidden))
            attributes = {"SentTimestamp": "1795275600000", "ApproximateReceiveCount": "1"}
            messages = [
                {"ReceiptHandle": each, "Body": self._bodies[each], "Attributes": attributes}
                for each in found
            ]
            return {"Messages": messages} if messages else {}

    def change_message_visibility_batch(self, Entries: Sequence[Any], **_: Any) -> Any:  # noqa: N803
        with self._lock:
            self._pass_time()
            assert 1 <= len(Entries) <= 10
            for entry in Entries:
                assert 0 <= entry["VisibilityTimeout"] <= 12 * 3600
                self._hide(entry["ReceiptHandle"], entry["VisibilityTimeout"])
        return {}

    def delete_message_batch(self, Entries: Sequence[Any], **_: Any) -> Any:  # noqa: N803
        with self._lock:
            self._pass_time()
            assert 1 <= len(Entries) <= 10
            for entry in Entries:
                del self._bodies[entry["ReceiptHandle"]]
                self._hidden.pop(entry["ReceiptHandle"], None)
        return {}

    def get_queue_attributes(self, **_: Any) -> Any:
        visible, hidden = str(len(self._visible)), str(len(self._hidden))
        return {
            "Attributes": {
                "ApproximateNumberOfMessages": visible,
                "ApproximateNumberOfMessagesNotVisible": hidden,
            }
        }

    def _hide(self, handle: str, seconds: int) -> None:
        self._hidden[handle] = self.now + seconds
        heapq.heappush(self._ends, (self.now + seconds, handle))
        self._show()

    def _pass_time(self) -> None:
        self.now += CALL_SECONDS
        self._show()

    def _show(self) -> None:
        while self._ends and self._ends[0][0] <= self.now:
            end, handle = heapq.heappop(self._ends)
            if self._hidden.get(handle) == end:
                del self._hidden[handle]
                self._visible.append(handle)


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Queue:
    queue = Queue(MANY)
    failures = Failures("url", queue, None, queue.invoke, queue.clock)
    monkeypatch.setattr(command, "open_failures", lambda _options: failures)
    return queue


def test_many_failures_are_each_replayed_once_and_failing_ones_stay(
    queue: Queue, capsys: pytest.CaptureFixture[str]
) -> None:
    queue.failing = {str(number) for number in range(0, MANY, 100)}

    # The stand-in's clock adds up the time of parallel calls.
    assert command.main(["replay", "--minutes", "600"]) == 1

    assert queue.left == queue.failing
    assert (len(queue.tries), set(queue.tries.values())) == (MANY, {1})
    assert queue.most < 2_500
    assert queue.visible == len(queue.failing)
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [
        "1,300 × NotifierFunction failed",
        "128,700 failures replayed, 1,300 left in the queue.",
    ]
    assert len(lines) < 500


def test_replay_ends_when_too_many_fail_again(queue: Queue, capsys: pytest.CaptureFixture[str]) -> None:
    queue.failing = set(queue.left)

    assert command.main(["replay", "--minutes", "600"]) == 1

    assert MAX_LEFT <= queue.tries.total() < MAX_LEFT + 1_000
    assert set(queue.tries.values()) == {1}
    assert queue.most < MAX_LEFT + 1_000
    assert queue.visible == MANY
    assert "failed again. Run it again" in capsys.readouterr().out


def test_replay_ends_in_time_and_the_next_one_goes_on(
    queue: Queue, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["replay", "--minutes", "10"]) == 1
    assert "10 minutes are over" in capsys.readouterr().out
    assert queue.now < 11 * 60
    assert queue.visible == len(queue.left) > 0

    assert command.main(["replay", "--minutes", "600"]) == 0
    assert (queue.left, len(queue.tries), set(queue.tries.values())) == (set(), MANY, {1})


def test_list_of_many_shows_groups_of_a_sample(queue: Queue, capsys: pytest.CaptureFixture[str]) -> None:
    queue.receive_message(VisibilityTimeout=900)
    assert command.main(["list"]) == 0

    out = capsys.readouterr().out
    assert "About 10 more are hidden" in out
    assert f"{SAMPLE:,} × message by email: refused, such as" in out
    assert "sample of 1,000 failures" in out
    assert "About 129,990 are in the queue" in out
    assert len(out.splitlines()) < 10
    assert (queue.visible, queue.received.total(), queue.tries.total()) == (MANY - 10, SAMPLE + 10, 0)


@pytest.mark.parametrize("minutes", ["0", "601"])
def test_time_outside_of_the_limits_is_refused(minutes: str) -> None:
    with pytest.raises(SystemExit):
        command.main(["replay", "--minutes", minutes])
