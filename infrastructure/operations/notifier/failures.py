"""Lists and replays the failures queue of a portal, in batches.

SQS has at most 120,000 notes of a queue in flight, and shows a hidden note again when its time is over. So
nothing here takes the whole queue: a list looks at a sample, and a replay takes few notes at a time.
"""

import base64
import json
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from botocore.exceptions import ClientError

from infrastructure.operations.notifier.notes import GivenUp, Note, StreamBatch, UnheardEvent, read_note
from infrastructure.operations.portals import NotTaken

NOTIFIER = "NotifierFunction"
EVENTS = "DeliveryEventsFunction"

SAMPLE = 1_000
"""Notes that a list looks at."""
MAX_LEFT = 5_000
"""Notes that may fail again before a replay ends. They stay hidden until then, so that each is tried once."""
MAX_MINUTES = 600
"""Longest replay; SQS hides a note for twelve hours at most."""

# The largest batch of SQS.
_AT_ONCE = 10
_THREADS = 8
# Longer than the look at a sample takes.
_LOOK_SECONDS = 120
# Concurrent replays take other notes meanwhile, and those of a killed one come back soon.
_HIDDEN_SECONDS = 900
# Notes of a batch that are not begun by then wait for another try, before they are visible again.
_BATCH_SECONDS = 600
_WAIT_SECONDS = 1
_NOT_SETTLED = {"failed", "sending"}
_GONE = {"TrimmedDataAccessException", "ResourceNotFoundException"}


class Invoke(Protocol):
    """Gives an event to a function of the portal."""

    def __call__(self, function: str, event: Mapping[str, Any]) -> Any:
        """Invoke the function and return its answer.

        Args:
            function: its logical id.

        Raises:
            NotTaken: the function failed.
        """


@dataclass(frozen=True, slots=True)
class Failure:
    """A note in the queue.

    Attributes:
        handle: for removing the note or making it visible again.
        tries: how often it was taken out of the queue.
    """

    handle: str
    at: datetime
    tries: int
    note: Note


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a replay.

    Attributes:
        is_settled: whether it has left the queue.
        words: a description for the operator.
    """

    failure: Failure
    is_settled: bool
    words: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A look at the queue.

    Attributes:
        failures: oldest first.
        is_whole: whether no other note was visible.
        visible: about as many notes were visible before, as SQS says; likewise `hidden`, by a replay that
            runs or was killed.
    """

    failures: Sequence[Failure]
    is_whole: bool
    visible: int
    hidden: int


@dataclass(frozen=True, slots=True)
class Failures:
    """The failures queue of one portal.

    Attributes:
        sqs: boto3's client; likewise `streams`, for DynamoDB streams.
        clock: seconds that only go up.
    """

    queue_url: str
    sqs: Any
    streams: Any
    invoke: Invoke
    clock: Callable[[], float] = time.monotonic

    def look(self) -> Sample:
        """Look at up to `SAMPLE` notes, as SQS gives them, without removing anything."""
        visible, hidden = self._count()
        found: list[Failure] = []
        is_whole = False
        try:
            while len(found) < SAMPLE and not is_whole:
                taken = self.take(_LOOK_SECONDS)
                found += taken
                is_whole = not taken
        finally:
            self.hide(found, 0)
        return Sample(sorted(found, key=lambda failure: failure.at), is_whole, visible, hidden)

    def _count(self) -> tuple[int, int]:
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        answer = self.sqs.get_queue_attributes(QueueUrl=self.queue_url, AttributeNames=names)
        visible, hidden = (int(answer["Attributes"][name]) for name in names)
        return visible, hidden

    def take(self, seconds: int) -> list[Failure]:
        """Take a batch of notes, and hide them for a time; an empty one if none is visible."""
        # A queue is spread over many machines; long polling asks all of them.
        answer = self.sqs.receive_message(
            QueueUrl=self.queue_url,
            MaxNumberOfMessages=_AT_ONCE,
            VisibilityTimeout=seconds,
            WaitTimeSeconds=_WAIT_SECONDS,
            AttributeNames=["SentTimestamp", "ApproximateReceiveCount"],
        )
        return [_parse_failure(message) for message in answer.get("Messages", [])]

    def hide(self, failures: Sequence[Failure], seconds: int) -> None:
        """Hide notes for a time from now on; 0 makes them visible."""
        for start in range(0, len(failures), _AT_ONCE):
            entries = [
                {"Id": str(number), "ReceiptHandle": failure.handle, "VisibilityTimeout": seconds}
                for number, failure in enumerate(failures[start : start + _AT_ONCE])
            ]
            self.sqs.change_message_visibility_batch(QueueUrl=self.queue_url, Entries=entries)

    def remove(self, failures: Sequence[Failure]) -> set[str]:
        """Remove a batch of notes, and return the handles of those that SQS did not remove."""
        if not failures:
            return set()
        entries = [
            {"Id": str(number), "ReceiptHandle": failure.handle} for number, failure in enumerate(failures)
        ]
        answer = self.sqs.delete_message_batch(QueueUrl=self.queue_url, Entries=entries)
        return {failures[int(each["Id"])].handle for each in answer.get("Failed", ())}

    def try_again(self, failure: Failure) -> Outcome:
        """Give a note to the function that failed."""
        try:
            match failure.note:
                case GivenUp() as note:
                    return self._deliver(failure, note)
                case StreamBatch() as note:
                    return self._send_again(failure, note)
                case UnheardEvent() as note:
                    self.invoke(EVENTS, note.event)
                    return Outcome(failure, True, "heard")
                case _:
                    return Outcome(failure, False, "left as it is")
        except NotTaken as error:
            return Outcome(failure, False, str(error))

    def _deliver(self, failure: Failure, note: GivenUp) -> Outcome:
        results = (self.invoke(NOTIFIER, note.make_event()) or {}).get("results", [])
        states = [result["state"] for result in results if result["messageId"] == note.message_id]
        if len(states) != 1:
            return Outcome(failure, False, "the notifier had no time for it")
        return Outcome(failure, states[0] not in _NOT_SETTLED, states[0])

    def _send_again(self, failure: Failure, note: StreamBatch) -> Outcome:
        records = self._read_records(note)
        if not records:
            return Outcome(failure, False, "the stream no longer has these records")
        answer = self.invoke(note.function, {"Records": records}) or {}
        left = len(answer.get("batchItemFailures", []))
        words = f"{left} of {len(records)} not taken" if left else "taken"
        return Outcome(failure, not left, words)

    def _read_records(self, note: StreamBatch) -> list[dict[str, Any]]:
        """Return the records of a batch, as Lambda gave them; empty when the stream has forgotten them."""
        found: list[dict[str, Any]] = []
        try:
            iterator = self.streams.get_shard_iterator(
                StreamArn=note.stream,
                ShardId=note.shard,
                ShardIteratorType="AT_SEQUENCE_NUMBER",
                SequenceNumber=note.first,
            )["ShardIterator"]
            while iterator:
                answer = self.streams.get_records(ShardIterator=iterator)
                for record in answer["Records"]:
                    if int(record["dynamodb"]["SequenceNumber"]) > int(note.last):
                        return found
                    found.append(_make_event_record(record, note.stream))
                if not answer["Records"]:
                    return found
                iterator = answer.get("NextShardIterator")
        except ClientError as error:
            if error.response["Error"]["Code"] not in _GONE:
                raise
        return found


@dataclass(slots=True)
class Replay:
    """A run over the failures queue that tries each note at most once.

    Attributes:
        minutes: time after which no more notes are taken; at most `MAX_MINUTES`.
        ending: why it ended before the queue was empty; empty otherwise.
    """

    failures: Failures
    minutes: int
    ending: str = ""
    _left: list[Failure] = field(default_factory=list)
    _is_stopped: threading.Event = field(default_factory=threading.Event)

    def run(self) -> Generator[Outcome]:
        """Try the notes again, in no order, several at once.

        A note that is settled leaves the queue at once. Others stay in it, hidden until the run ends. It is
        safe to interrupt and to repeat.

        Raises:
            ClientError: AWS refused. What was not settled is in the queue.
        """
        ends_at = self.failures.clock() + self.minutes * 60
        with ThreadPoolExecutor(_THREADS) as pool:
            try:
                while True:
                    batches = [pool.submit(self._try_batch, ends_at) for _ in range(_THREADS)]
                    outcomes = [outcome for batch in batches for outcome in batch.result()]
                    yield from outcomes
                    if not outcomes:
                        return
                    if self.failures.clock() >= ends_at:
                        self.ending = f"{self.minutes} minutes are over"
                        return
                    if len(self._left) >= MAX_LEFT:
                        self.ending = f"{len(self._left):,} failed again"
                        return
            finally:
                self._is_stopped.set()
                pool.shutdown()
                self.failures.hide(self._left, 0)

    def _try_batch(self, ends_at: float) -> list[Outcome]:
        """Take a batch, try it, and remove what is settled."""
        failures, began = self.failures, self.failures.clock()
        untried = failures.take(_HIDDEN_SECONDS)
        outcomes: list[Outcome] = []
        try:
            while untried and not self._is_stopped.is_set() and failures.clock() < began + _BATCH_SECONDS:
                outcomes.append(failures.try_again(untried[0]))
                del untried[0]
        finally:
            failures.hide(untried, 0)
            settled = [outcome.failure for outcome in outcomes if outcome.is_settled]
            unremoved = failures.remove(settled)
            outcomes = [
                replace(outcome, is_settled=False, words=f"{outcome.words}, but SQS did not remove it")
                if outcome.failure.handle in unremoved
                else outcome
                for outcome in outcomes
            ]
            left = [outcome.failure for outcome in outcomes if not outcome.is_settled]
            self._left += left
            failures.hide(left, max(0, int(ends_at - failures.clock())) + _HIDDEN_SECONDS)
        return outcomes


def _parse_failure(message: Mapping[str, Any]) -> Failure:
    attributes = message["Attributes"]
    return Failure(
        handle=message["ReceiptHandle"],
        at=datetime.fromtimestamp(int(attributes["SentTimestamp"]) / 1000, UTC),
        tries=int(attributes["ApproximateReceiveCount"]),
        note=read_note(message["Body"]),
    )


def _make_event_record(record: Mapping[str, Any], stream: str) -> dict[str, Any]:
    """Return a record as Lambda gives it to a function, of one that was read from the stream."""
    made: dict[str, Any] = json.loads(json.dumps({**record, "eventSourceARN": stream}, default=_make_plain))
    return made


def _make_plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.timestamp()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    raise TypeError(type(value).__name__)
