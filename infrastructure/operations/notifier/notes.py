"""The notes in the failures queue, as they are read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

STREAM_READERS = ("NotifierFunction", "MaintenanceFunction", "PeopleTokensFunction")
"""Functions that are invoked with the records of a table's stream."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A delivery that the notifier gave up."""

    user_id: str
    message_id: str
    channel: str
    reason: str

    def format(self) -> str:
        """Return a line for a terminal, without the person."""
        return f"message {self.message_id} by {self.channel}: {self.reason}"

    def summarize(self) -> str:
        """Return what it has in common with others."""
        return f"message by {self.channel}: {self.reason}"

    def make_event(self) -> Mapping[str, Any]:
        """Return the event for the notifier."""
        key = {"userId": self.user_id, "messageId": self.message_id, "channel": self.channel}
        return {"replay": [key]}


@dataclass(frozen=True, slots=True)
class StreamBatch:
    """Records of a table's stream that Lambda gave up.

    Attributes:
        function: logical id of the function that did not take them.
        first: sequence number; likewise `last`.
        condition: Lambda's word for why.
    """

    function: str
    stream: str
    shard: str
    first: str
    last: str
    size: int
    condition: str

    def format(self) -> str:
        """Return a line for a terminal."""
        records = "1 record" if self.size == 1 else f"{self.size} records"
        return f"{records} of a stream that {self.function} did not take: {self.condition}"

    def summarize(self) -> str:
        """Return what it has in common with others."""
        return f"records of a stream that {self.function} did not take: {self.condition}"


@dataclass(frozen=True, slots=True)
class UnheardEvent:
    """An event of a mail, or an answer to a text message, that its function did not take.

    Attributes:
        kind: of the event.
        event: for the function.
    """

    kind: str
    event: Mapping[str, Any]

    def format(self) -> str:
        """Return a line for a terminal."""
        return f"{self.kind} that was not heard"

    def summarize(self) -> str:
        """Return what it has in common with others."""
        return self.format()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something else."""

    def format(self) -> str:
        """Return a line for a terminal."""
        return "a note that this version does not understand"

    def summarize(self) -> str:
        """Return what it has in common with others."""
        return self.format()


Note = GivenUp | StreamBatch | UnheardEvent | Unreadable


def read_note(text: str) -> Note:
    """Parse a message of the queue."""
    try:
        content = json.loads(text)
        if "DDBStreamBatchInfo" in content:
            batch = content["DDBStreamBatchInfo"]
            return StreamBatch(
                function=_parse_function(content["requestContext"]["functionArn"]),
                stream=batch["streamArn"],
                shard=batch["shardId"],
                first=batch["startSequenceNumber"],
                last=batch["endSequenceNumber"],
                size=int(batch["batchSize"]),
                condition=content["requestContext"]["condition"],
            )
        if content.get("Type") == "Notification":
            return _parse_unheard({"Records": [_make_record(content)]})
        if "Records" in content:
            return _parse_unheard(content)
        return GivenUp(content["userId"], content["messageId"], content["channel"], content["reason"])
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError):
        return Unreadable()


def _parse_function(arn: str) -> str:
    """Return the logical id of a function; its name is such as `saguaro-dev-NotifierFunction-1A2B`."""
    return next(name for name in STREAM_READERS if f"-{name}" in arn)


def _make_record(notification: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the record that Lambda makes of a notification."""
    return {
        "EventVersion": "1.0",
        "EventSource": "aws:sns",
        "EventSubscriptionArn": notification["TopicArn"],
        "Sns": dict(notification),
    }


def _parse_unheard(event: Mapping[str, Any]) -> UnheardEvent:
    reported = json.loads(event["Records"][0]["Sns"]["Message"])
    kind = f"{reported['eventType']} of an email" if "eventType" in reported else "answer to a text message"
    return UnheardEvent(kind, event)
