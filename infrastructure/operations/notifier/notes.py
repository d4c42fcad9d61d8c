"""The notes in the failures queue; see `infrastructure.operations.notifier` for their kinds."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NOTIFIER = "NotifierFunction"
EVENTS = "DeliveryEventsFunction"
STREAM_READERS = (NOTIFIER, "MaintenanceFunction", "PeopleTokensFunction")
"""Functions that are invoked with the records of a table's stream."""

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Note:
    """A note, as it is shown and replayed."""

    text: str  # a line for a terminal, without the person
    kind: str  # what it has in common with others
    # Logical id of the function that failed; empty where this version does not understand the note.
    function: str = ""
    event: Event | None = None  # for the function
    batch: Event | None = None  # place of the event's records in the stream of a table; None for other events


def read_note(text: str) -> Note:
    """Parse a message of the queue."""
    try:
        content = json.loads(text)
        if "DDBStreamBatchInfo" in content:
            return _read_batch(content["DDBStreamBatchInfo"], content["requestContext"])
        if content.get("Type") == "Notification":
            record = {
                "EventVersion": "1.0",
                "EventSource": "aws:sns",
                "EventSubscriptionArn": content["TopicArn"],
                "Sns": content,
            }
            return _read_unheard({"Records": [record]})
        if "Records" in content:
            return _read_unheard(content)
        what = f"by {content['channel']}: {content['reason']}"
        key = {name: content[name] for name in ("userId", "messageId", "channel")}
        return Note(f"message {key['messageId']} {what}", f"message {what}", NOTIFIER, {"replay": [key]})
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError):
        unknown = "a note that this version does not understand"
        return Note(unknown, unknown)


def _read_batch(batch: Event, context: Event) -> Note:
    # The name of a function is such as `saguaro-dev-NotifierFunction-1A2B`.
    function = next(name for name in STREAM_READERS if f"-{name}" in context["functionArn"])
    size = int(batch["batchSize"])
    what = f"of a stream that {function} did not take: {context['condition']}"
    records = "1 record" if size == 1 else f"{size} records"
    names = ("streamArn", "shardId", "startSequenceNumber", "endSequenceNumber")
    return Note(f"{records} {what}", f"records {what}", function, batch={name: batch[name] for name in names})


def _read_unheard(event: Event) -> Note:
    reported = json.loads(event["Records"][0]["Sns"]["Message"])
    what = f"{reported['eventType']} of an email" if "eventType" in reported else "answer to a text message"
    return Note(f"{what} that was not heard", f"{what} that was not heard", EVENTS, event)
