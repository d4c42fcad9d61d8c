"""`npm run notifier -- list | replay` as a person sees it, against a queue and a stream of moto."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import boto3
import pytest
from botocore.config import Config

from infrastructure.operations.notifier import __main__ as command
from infrastructure.operations.notifier.failures import Failures
from infrastructure.operations.notifier.notes import EVENTS, NOTIFIER, STREAM_READERS
from infrastructure.operations.portals import NotTaken
from tests.api.conftest import serialize_calls

GIVEN_UP = {"userId": "person-1", "messageId": "message-1", "channel": "email", "reason": "refused"}
NOTIFICATION = {
    "Type": "Notification",
    "MessageId": "id",
    "TopicArn": "arn:topic",
    "Message": json.dumps({"eventType": "Bounce", "mail": {"destination": ["rosa@example.com"]}}),
    "Timestamp": "2026-11-21T17:00:00.000Z",
}
REPLY = {"originationNumber": "+16025550123", "messageBody": "STOP"}
EVENT = {"Records": [{"EventSource": "aws:sns", "Sns": {**NOTIFICATION, "Message": json.dumps(REPLY)}}]}


class Portal:
    """A queue, a stream, and functions with answers of the test."""

    def __init__(self) -> None:
        self.sqs = boto3.client("sqs")
        self.dynamodb = boto3.client("dynamodb")
        # moto knows the streams of a region and not those of an account.
        regional = Config(account_id_endpoint_mode="disabled")
        self.streams = boto3.client("dynamodbstreams", config=regional)
        self.url = self.sqs.create_queue(QueueName="failures")["QueueUrl"]
        self.calls: list[tuple[str, Any]] = []
        self.states: dict[str, str] = {}
        self.answer: Any = {"batchItemFailures": []}
        self.failing: set[str] = set()
        self.failures = Failures(self.url, self.sqs, self.streams, self.invoke)

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        self.calls.append((function, event))
        if function in self.failing:
            raise NotTaken(f"{function} failed")
        if "replay" not in event:
            return self.answer
        (key,) = event["replay"]
        state = self.states.get(key["messageId"], "accepted")
        return {"results": [{**key, "state": state}] if state else []}

    def add(self, *notes: Any) -> None:
        for note in notes:
            text = note if isinstance(note, str) else json.dumps(note)
            self.sqs.send_message(QueueUrl=self.url, MessageBody=text)

    def waiting(self) -> int:
        """Count the visible notes of the queue."""
        names = ["ApproximateNumberOfMessages"]
        answer = self.sqs.get_queue_attributes(QueueUrl=self.url, AttributeNames=names)
        return int(answer["Attributes"][names[0]])

    def batch(
        self, *names: str, count: int | None = None, function: str = "NotifierFunction"
    ) -> dict[str, Any]:
        """Put items into a table with a stream, and make the note about their records."""
        table = self.dynamodb.create_table(
            TableName="messages",
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
        )["TableDescription"]
        for name in names:
            self.dynamodb.put_item(TableName="messages", Item={"id": {"S": name}, "raw": {"B": b"ab"}})
        stream = table["LatestStreamArn"]
        (shard,) = self.streams.describe_stream(StreamArn=stream)["StreamDescription"]["Shards"]
        first = int(shard["SequenceNumberRange"]["StartingSequenceNumber"])
        size = count or len(names)
        return {
            "requestContext": {
                "functionArn": f"arn:aws:lambda:us-east-1:123456789012:function:saguaro-dev-{function}-1A2B",
                "condition": "RetryAttemptsExhausted",
            },
            "DDBStreamBatchInfo": {
                "shardId": shard["ShardId"],
                "startSequenceNumber": str(first),
                "endSequenceNumber": str(first + size - 1),
                "batchSize": size,
                "streamArn": stream,
            },
        }


@pytest.fixture
def portal(aws: None, monkeypatch: pytest.MonkeyPatch) -> Portal:
    portal = Portal()
    # moto gives a message to two threads that ask at once.
    monkeypatch.setattr(portal.sqs, "receive_message", serialize_calls(portal.sqs.receive_message))
    monkeypatch.setattr(command, "open_failures", lambda _options: portal.failures)
    monkeypatch.setattr("infrastructure.operations.notifier.failures._WAIT_SECONDS", 0)
    return portal


def make_note(message_id: str) -> dict[str, str]:
    return {**GIVEN_UP, "messageId": message_id}


def test_list_keeps_the_queue(portal: Portal, capsys: pytest.CaptureFixture[str]) -> None:
    portal.add(*(make_note(f"message-{number}") for number in range(25)))

    for _ in range(2):
        assert command.main(["list"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 26
        assert lines[-1] == "25 failures in the queue."
        assert all(f"message message-{number} by email: refused" in "\n".join(lines) for number in range(25))
        assert "person-1" not in "\n".join(lines)
        assert portal.waiting() == 25
    assert portal.calls == []


def test_empty_queue_is_reported(portal: Portal, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("list", "replay"):
        assert command.main([name]) == 0
        assert capsys.readouterr().out == "Nothing failed.\n"


def test_each_kind_of_note_is_shown_without_personal_data(
    portal: Portal, capsys: pytest.CaptureFixture[str]
) -> None:
    unreadable = ["no JSON", "[]", "1", '{"userId": "u"}', '{"Records": []}', '{"DDBStreamBatchInfo": {}}']
    portal.add(GIVEN_UP, portal.batch("a", "b"), NOTIFICATION, EVENT, *unreadable)

    assert command.main(["list"]) == 0

    out = capsys.readouterr().out
    assert "message message-1 by email: refused" in out
    assert "2 records of a stream that NotifierFunction did not take: RetryAttemptsExhausted" in out
    assert "Bounce of an email that was not heard" in out
    assert "answer to a text message that was not heard" in out
    assert out.count("a note that this version does not understand") == len(unreadable)
    assert not any(personal in out for personal in ("person-1", "rosa", "+1602", "STOP"))


def test_settled_notes_leave_the_queue(portal: Portal, capsys: pytest.CaptureFixture[str]) -> None:
    portal.states = {"again": "failed", "busy": "sending", "late": "", "later": "waiting", "gone": "notSent"}
    portal.add(*(make_note(name) for name in ("sent", "again", "busy", "late", "later", "gone")), "no note")

    assert command.main(["replay"]) == 1

    out = capsys.readouterr().out
    assert "message sent by email: refused → accepted" in out
    assert "message again by email: refused → failed" in out
    assert "message late by email: refused → the notifier had no time for it" in out
    assert "→ left as it is" in out
    assert "3 failures replayed, 4 left in the queue." in out
    assert portal.waiting() == 4
    asked = [event["replay"][0]["messageId"] for _, event in portal.calls]
    assert sorted(asked) == sorted(["sent", "again", "busy", "late", "later", "gone"])


def test_failing_function_keeps_its_notes(portal: Portal, capsys: pytest.CaptureFixture[str]) -> None:
    portal.failing = {NOTIFIER}
    portal.add(make_note("one"), EVENT)

    assert command.main(["replay"]) == 1

    assert "1 failure replayed, 1 left in the queue." in capsys.readouterr().out
    portal.failing = set()
    assert command.main(["replay"]) == 0
    assert portal.waiting() == 0


@pytest.mark.parametrize("content", [NOTIFICATION, EVENT])
def test_event_is_sent_again(portal: Portal, content: Any) -> None:
    portal.add(content)

    assert command.main(["replay"]) == 0

    ((function, event),) = portal.calls
    assert function == EVENTS
    assert event["Records"][0]["Sns"]["MessageId"] == "id"
    assert portal.waiting() == 0


@pytest.mark.parametrize("reader", STREAM_READERS)
def test_stream_records_are_read_again(portal: Portal, reader: str) -> None:
    portal.add(portal.batch("a", "b", "c", count=2, function=reader))

    assert command.main(["replay"]) == 0

    ((function, event),) = portal.calls
    assert function == reader
    assert [record["dynamodb"]["Keys"]["id"]["S"] for record in event["Records"]] == ["a", "b"]
    record = event["Records"][0]
    assert (record["eventName"], record["dynamodb"]["NewImage"]["raw"]) == ("INSERT", {"B": "YWI="})
    assert isinstance(record["dynamodb"]["ApproximateCreationDateTime"], float)
    assert portal.waiting() == 0


def test_records_that_fail_again_stay_in_the_queue(
    portal: Portal, capsys: pytest.CaptureFixture[str]
) -> None:
    portal.add(portal.batch("a", "b"))
    portal.answer = {"batchItemFailures": [{"itemIdentifier": "1"}]}

    assert command.main(["replay"]) == 1

    assert "1 of 2 not taken" in capsys.readouterr().out
    assert portal.waiting() == 1


def test_expired_stream_records_stay_and_are_reported(
    portal: Portal, capsys: pytest.CaptureFixture[str]
) -> None:
    portal.add(portal.batch())

    assert command.main(["replay"]) == 1

    assert "the stream no longer has these records" in capsys.readouterr().out
    assert (portal.calls, portal.waiting()) == ([], 1)


def test_interruption_keeps_all_notes(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    portal.add(make_note("one"), make_note("two"))

    def interrupt(function: str, event: Mapping[str, Any]) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(portal, "failures", replace(portal.failures, invoke=interrupt))
    with pytest.raises(KeyboardInterrupt):
        command.main(["replay"])

    assert portal.waiting() == 2
