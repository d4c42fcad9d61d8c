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
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from botocore.exceptions import ClientError

from infrastructure.operations.notifier.notes import EVENTS, Event, Note, read_note
from infrastructure.operations.portals import NotTaken

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


class Failure(NamedTuple):
    """A note in the queue; the handle removes it or makes it visible again."""

    at: datetime
    handle: str
    note: Note


class Outcome(NamedTuple):
    """Result of a replay: the words are for the operator, and a settled note has left the queue."""

    failure: Failure
    is_settled: bool
    words: str


class Sample(NamedTuple):
    """A look at the queue."""

    failures: Sequence[Failure]  # oldest first
    is_whole: bool  # true if no other note was visible
    # About as many notes were visible before, as SQS says; likewise `hidden`, by a replay that runs or was
    # killed.
    visible: int
    hidden: int


@dataclass(slots=True)
class Failures:
    """The failures queue of one portal."""

    queue_url: str
    sqs: Any
    streams: Any
    invoke: Callable[[str, Event], Any]
    clock: Callable[[], float] = time.monotonic

    def look(self) -> Sample:
        """Look at up to `SAMPLE` notes, as SQS gives them, without removing anything."""
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        answer = self.sqs.get_queue_attributes(QueueUrl=self.queue_url, AttributeNames=names)
        visible, hidden = (int(answer["Attributes"][name]) for name in names)
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

    def take(self, seconds: int) -> list[Failure]:
        """Take a batch of notes, and hide them for a time; an empty one if none is visible."""
        # A queue is spread over many machines; long polling asks all of them.
        answer = self.sqs.receive_message(
            QueueUrl=self.queue_url,
            MaxNumberOfMessages=_AT_ONCE,
            VisibilityTimeout=seconds,
            WaitTimeSeconds=_WAIT_SECONDS,
            AttributeNames=["SentTimestamp"],
        )
        return [
            Failure(
                datetime.fromtimestamp(int(message["Attributes"]["SentTimestamp"]) / 1000, UTC),
                message["ReceiptHandle"],
                read_note(message["Body"]),
            )
            for message in answer.get("Messages", [])
        ]

    def hide(self, failures: Sequence[Failure], seconds: int) -> None:
        """Hide notes for a time from now on; 0 makes them visible."""
        for start in range(0, len(failures), _AT_ONCE):
            entries = _make_entries(failures[start : start + _AT_ONCE], VisibilityTimeout=seconds)
            self.sqs.change_message_visibility_batch(QueueUrl=self.queue_url, Entries=entries)

    def remove(self, failures: Sequence[Failure]) -> set[str]:
        """Remove a batch of notes, and return the handles of those that SQS did not remove."""
        if not failures:
            return set()
        answer = self.sqs.delete_message_batch(QueueUrl=self.queue_url, Entries=_make_entries(failures))
        return {failures[int(each["Id"])].handle for each in answer.get("Failed", ())}

    def try_again(self, note: Note) -> tuple[bool, str]:
        """Give a note to the function that failed; return whether it is settled, and words."""
        if not note.function:
            return False, "left as it is"
        records = self._read_records(note.batch) if note.batch else []
        if note.batch and not records:
            return False, "the stream no longer has these records"
        try:
            answer = self.invoke(note.function, note.event or {"Records": records}) or {}
        except NotTaken as error:
            return False, str(error)
        if note.batch:
            left = len(answer.get("batchItemFailures", []))
            return not left, f"{left} of {len(records)} not taken" if left else "taken"
        if note.function == EVENTS:
            return True, "heard"
        states = [result["state"] for result in answer.get("results", [])]
        if len(states) != 1:
            return False, "the notifier had no time for it"
        return states[0] not in _NOT_SETTLED, states[0]

    def _read_records(self, batch: Event) -> list[Event]:
        """Return the records of a batch, as Lambda gave them; empty when the stream has forgotten them."""
        found: list[Event] = []
        try:
            iterator = self.streams.get_shard_iterator(
                StreamArn=batch["streamArn"],
                ShardId=batch["shardId"],
                ShardIteratorType="AT_SEQUENCE_NUMBER",
                SequenceNumber=batch["startSequenceNumber"],
            )["ShardIterator"]
            while iterator:
                answer = self.streams.get_records(ShardIterator=iterator)
                for record in answer["Records"]:
                    if int(record["dynamodb"]["SequenceNumber"]) > int(batch["endSequenceNumber"]):
                        return found
                    plain = json.dumps({**record, "eventSourceARN": batch["streamArn"]}, default=_make_plain)
                    found.append(json.loads(plain))
                iterator = answer.get("NextShardIterator") if answer["Records"] else None
        except ClientError as error:
            if error.response["Error"]["Code"] not in _GONE:
                raise
        return found


class Replay:
    """A run over the failures queue that tries each note at most once.

    Attributes:
        ending: why it ended before the queue was empty; empty otherwise.
    """

    def __init__(self, failures: Failures, minutes: int) -> None:
        """Take nothing yet; after the minutes, at most `MAX_MINUTES`, no more notes are taken."""
        self.ending = ""
        self._failures = failures
        self._minutes = minutes
        self._left: list[Failure] = []
        self._is_stopped = threading.Event()

    def run(self) -> Generator[Outcome]:
        """Try the notes again, in no order, several at once.

        A note that is settled leaves the queue at once. Others stay in it, hidden until the run ends. It is
        safe to interrupt and to repeat.
        """
        ends_at = self._failures.clock() + self._minutes * 60
        with ThreadPoolExecutor(_THREADS) as pool:
            try:
                while not self.ending:
                    batches = [pool.submit(self._try_batch, ends_at) for _ in range(_THREADS)]
                    outcomes = [outcome for batch in batches for outcome in batch.result()]
                    yield from outcomes
                    if not outcomes:
                        return
                    if self._failures.clock() >= ends_at:
                        self.ending = f"{self._minutes} minutes are over"
                    elif len(self._left) >= MAX_LEFT:
                        self.ending = f"{len(self._left):,} failed again"
            finally:
                self._is_stopped.set()
                pool.shutdown()
                self._failures.hide(self._left, 0)

    def _try_batch(self, ends_at: float) -> list[Outcome]:
        """Take a batch, try it, and remove what is settled."""
        failures, began = self._failures, self._failures.clock()
        untried = failures.take(_HIDDEN_SECONDS)
        outcomes: list[Outcome] = []
        try:
            while untried and not self._is_stopped.is_set() and failures.clock() < began + _BATCH_SECONDS:
                outcomes.append(Outcome(untried[0], *failures.try_again(untried[0].note)))
                del untried[0]
        finally:
            failures.hide(untried, 0)
            unremoved = failures.remove([each.failure for each in outcomes if each.is_settled])
            outcomes = [
                Outcome(each.failure, False, f"{each.words}, but SQS did not remove it")
                if each.failure.handle in unremoved
                else each
                for each in outcomes
            ]
            left = [outcome.failure for outcome in outcomes if not outcome.is_settled]
            self._left += left
            failures.hide(left, max(0, int(ends_at - failures.clock())) + _HIDDEN_SECONDS)
        return outcomes


def _make_entries(failures: Sequence[Failure], **more: Any) -> list[Mapping[str, Any]]:
    return [
        {"Id": str(number), "ReceiptHandle": failure.handle, **more}
        for number, failure in enumerate(failures)
    ]


def _make_plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.timestamp()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    raise TypeError(type(value).__name__)
