"""Lists and replays the failures queue of a portal."""

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from botocore.exceptions import ClientError

from infrastructure.operations.notifier.notes import GivenUp, Note, StreamBatch, UnheardEvent, read_note
from infrastructure.operations.portals import NotTaken

NOTIFIER = "NotifierFunction"
EVENTS = "DeliveryEventsFunction"

# The largest batch of SQS.
_AT_ONCE = 10
# Longer than a replay takes, so that concurrent replays do not take the same notes.
_HIDDEN_SECONDS = 300
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
class Failures:
    """The failures queue of one portal.

    Attributes:
        sqs: boto3's client; likewise `streams`, for DynamoDB streams.
    """

    queue_url: str
    sqs: Any
    streams: Any
    invoke: Invoke

    def list_failures(self) -> list[Failure]:
        """List the queue, oldest first, without removing anything."""
        found = self._take()
        self._give_back(found)
        return sorted(found, key=lambda failure: failure.at)

    def replay(self) -> Iterator[Outcome]:
        """Try everything again, oldest first; what is not settled stays in the queue."""
        taken = sorted(self._take(), key=lambda failure: failure.at)
        while taken:
            failure = taken.pop(0)
            try:
                outcome = self._try(failure)
            except BaseException:
                self._give_back([failure, *taken])
                raise
            if outcome.is_settled:
                self.sqs.delete_message(QueueUrl=self.queue_url, ReceiptHandle=failure.handle)
            else:
                self._give_back([failure])
            yield outcome

    def _take(self) -> list[Failure]:
        taken: list[Failure] = []
        while True:
            # A queue is spread over many machines; long polling asks all of them.
            answer = self.sqs.receive_message(
                QueueUrl=self.queue_url,
                MaxNumberOfMessages=_AT_ONCE,
                VisibilityTimeout=_HIDDEN_SECONDS,
                WaitTimeSeconds=_WAIT_SECONDS,
                AttributeNames=["SentTimestamp", "ApproximateReceiveCount"],
            )
            messages = answer.get("Messages", [])
            if not messages:
                return taken
            taken += [_parse_failure(message) for message in messages]

    def _give_back(self, failures: list[Failure]) -> None:
        for start in range(0, len(failures), _AT_ONCE):
            entries = [
                {"Id": str(number), "ReceiptHandle": failure.handle, "VisibilityTimeout": 0}
                for number, failure in enumerate(failures[start : start + _AT_ONCE])
            ]
            self.sqs.change_message_visibility_batch(QueueUrl=self.queue_url, Entries=entries)

    def _try(self, failure: Failure) -> Outcome:
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
