"""The notes of the failures queue, without personal data."""

import json
from typing import Any

import pytest

from infrastructure.operations.notifier.notes import GivenUp, StreamBatch, UnheardEvent, Unreadable, read_note

GIVEN_UP = {"userId": "person-1", "messageId": "message-1", "channel": "email", "reason": "refused"}
BATCH = {
    "requestContext": {
        "functionArn": "arn:aws:lambda:us-east-1:123456789012:function:saguaro-dev-NotifierFunction-1A2B",
        "condition": "RetryAttemptsExhausted",
    },
    "DDBStreamBatchInfo": {
        "shardId": "shard",
        "startSequenceNumber": "10",
        "endSequenceNumber": "12",
        "batchSize": 2,
        "streamArn": "arn:stream",
    },
}
NOTIFICATION = {
    "Type": "Notification",
    "MessageId": "id",
    "TopicArn": "arn:topic",
    "Message": json.dumps({"eventType": "Bounce", "mail": {"destination": ["rosa@example.com"]}}),
    "Timestamp": "2026-11-21T17:00:00.000Z",
}
REPLY = {"originationNumber": "+16025550123", "messageBody": "STOP"}
EVENT = {"Records": [{"EventSource": "aws:sns", "Sns": {**NOTIFICATION, "Message": json.dumps(REPLY)}}]}


def test_failed_delivery_is_read() -> None:
    note = read_note(json.dumps(GIVEN_UP))

    assert isinstance(note, GivenUp)
    key = {"userId": "person-1", "messageId": "message-1", "channel": "email"}
    assert note.make_event() == {"replay": [key]}
    assert note.format() == "message message-1 by email: refused"


def test_stream_records_are_read() -> None:
    note = read_note(json.dumps(BATCH))

    assert note == StreamBatch(
        "NotifierFunction", "arn:stream", "shard", "10", "12", 2, "RetryAttemptsExhausted"
    )
    assert note.format().startswith("2 records of a stream that NotifierFunction")


@pytest.mark.parametrize(
    ("content", "kind"), [(NOTIFICATION, "Bounce of an email"), (EVENT, "answer to a text message")]
)
def test_unheard_event_is_read(content: dict[str, Any], kind: str) -> None:
    note = read_note(json.dumps(content))

    assert isinstance(note, UnheardEvent)
    assert note.format() == f"{kind} that was not heard"
    (record,) = note.event["Records"]
    assert record["EventSource"] == "aws:sns"
    assert record["Sns"]["MessageId"] == "id"


@pytest.mark.parametrize(
    "text",
    ["", "no JSON", "[]", "{}", "1", '{"userId": "u"}', '{"Records": []}', '{"DDBStreamBatchInfo": {}}'],
)
def test_unreadable_note_is_ignored(text: str) -> None:
    assert read_note(text) == Unreadable()


@pytest.mark.parametrize("content", [GIVEN_UP, BATCH, NOTIFICATION, EVENT])
def test_shown_line_has_no_personal_data(content: dict[str, Any]) -> None:
    line = read_note(json.dumps(content)).format()

    for personal in ("person-1", "rosa", "+1602", "STOP"):
        assert personal not in line
