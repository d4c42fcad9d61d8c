"""A function gets each change of a table, in order, with retries, also after a restart."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodbstreams.models import dynamodbstreams_backends
from moto.ses.models import ses_backends
from moto.sns.models import sns_backends
from moto.sqs.models import sqs_backends

from infrastructure.local import dynamodb_speed
from infrastructure.local.aws import LocalAws
from infrastructure.local.stack import Stack
from infrastructure.local.storage import Storage
from infrastructure.local.stream_mappings import StreamMapping, UnsupportedMapping, list_mappings
from infrastructure.local.stream_pollers import StreamPoller
from infrastructure.local.streams import KeptShard, KeptStreams
from infrastructure.settings import ACCOUNT_ID, REGION, LocalSettings
from infrastructure.stacks.transform import transform
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, Reports, Stage, WatchedEvent, wait_until

TABLE = "portal-Messages"
PATTERN = json.dumps(
    {"eventName": ["INSERT"], "dynamodb": {"NewImage": {"by_folder": {"S": [{"exists": True}]}}}}
)
RESOURCES: dict[str, Any] = {
    "Messages": {
        "Type": "AWS::DynamoDB::Table",
        "Properties": {
            "BillingMode": "PAY_PER_REQUEST",
            "StreamSpecification": {"StreamViewType": "NEW_IMAGE"},
            "AttributeDefinitions": [
                {"AttributeName": "person", "AttributeType": "S"},
                {"AttributeName": "id", "AttributeType": "S"},
            ],
            "KeySchema": [
                {"AttributeName": "person", "KeyType": "HASH"},
                {"AttributeName": "id", "KeyType": "RANGE"},
            ],
        },
    },
    "Failures": {"Type": "AWS::SQS::Queue"},
    "Tell": {"Type": "AWS::Lambda::Function", "Properties": {"Handler": "fake.handler"}},
}
MAPPING = {
    "EventSourceArn": {"Fn::GetAtt": ["Messages", "StreamArn"]},
    "FunctionName": {"Ref": "Tell"},
    "StartingPosition": "TRIM_HORIZON",
    "FunctionResponseTypes": ["ReportBatchItemFailures"],
    "FilterCriteria": {"Filters": [{"Pattern": PATTERN}]},
}


def forget() -> None:
    """Empty moto as the end of the process would."""
    for backends in (dynamodb_backends, ses_backends, sns_backends, sqs_backends):
        backends[ACCOUNT_ID][REGION].reset()


@pytest.fixture(autouse=True)
def moto() -> Iterator[None]:
    dynamodb_speed.install()
    yield
    forget()


class Listener:
    """A function that records its batches and gives the answer of the test."""

    def __init__(self) -> None:
        self.batches: list[list[dict[str, Any]]] = []
        self.answer: Callable[[list[dict[str, Any]]], Any] = lambda _: {"batchItemFailures": []}

    def __call__(self, event: Any, _context: Any) -> Any:
        self.batches.append(event["Records"])
        return self.answer(event["Records"])

    @property
    def names(self) -> list[list[str]]:
        return [[get_name(record) for record in batch] for batch in self.batches]

    def wait_for(self, *names: list[str]) -> None:
        wait_until(lambda: self.names == list(names))


class Cloud:
    """A table with a stream to a function, and its state on disk."""

    def __init__(self, stage: Stage, folder: Path, listener: Listener) -> None:
        self._stage, self._folder, self._listener = stage, folder, listener
        self.mapping: StreamMapping
        self.storage: Storage
        self.poller: StreamPoller

    def start(self, **properties: Any) -> None:
        self.storage = Storage(self._folder / "state.json", {"streams": KeptStreams()})
        stack = make_stack(self._folder, self.storage, {**MAPPING, **properties})
        function = self._stage.function("Tell", self._listener)
        (self.mapping,) = list_mappings(stack, {stack.get_attribute("Tell", "Arn"): function})
        self.storage.restore()
        self.storage.start()
        self.poller = StreamPoller(
            self.mapping,
            self.storage.lock_writes,
            self.storage.note_change,
            self._stage.failures.append,
            pauses=(0.01,),
        )
        self.poller.start()

    def stop(self) -> None:
        self.poller.stop()
        self.storage.stop()

    def settled(self) -> None:
        """Wait until nothing of the stream is left to do."""
        wait_until(lambda: not get_stream().list_waiting("Tell"))

    def notes(self) -> list[dict[str, Any]]:
        queue = sqs_backends[ACCOUNT_ID][REGION].queues["portal-Failures"]
        return [json.loads(message.body) for message in queue.messages]


def make_stack(folder: Path, storage: Storage, mapping: dict[str, Any]) -> Stack:
    template = folder / "template.yaml"
    resources = RESOURCES | {"Mapping": {"Type": "AWS::Lambda::EventSourceMapping", "Properties": mapping}}
    template.write_text(json.dumps({"Resources": resources}))
    stack = Stack(template, {}, LocalAws(LocalSettings(port=9300), storage), transform)
    stack.create()
    return stack


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def cloud(stage: Stage, tmp_path: Path, listener: Listener) -> Iterator[Cloud]:
    cloud = Cloud(stage, tmp_path, listener)
    yield cloud
    cloud.stop()


def get_stream() -> Any:
    return dynamodb_backends[ACCOUNT_ID][REGION].tables[TABLE].stream_shard


def make_item(name: str, **more: Any) -> dict[str, Any]:
    return {"person": {"S": "p"}, "id": {"S": name}, "by_folder": {"S": "portal#1"}, **more}


def put(*names: str, **more: Any) -> None:
    for name in names:
        dynamodb_backends[ACCOUNT_ID][REGION].put_item(TABLE, make_item(name, **more))


def get_name(record: dict[str, Any]) -> str:
    name: str = record["dynamodb"]["Keys"]["id"]["S"]
    return name


def make_failures(*names: str) -> Callable[[list[dict[str, Any]]], Any]:
    """Answers that the records of these names failed."""

    def answer(records: list[dict[str, Any]]) -> Any:
        failed = [record for record in records if get_name(record) in names]
        numbers = [record["dynamodb"]["SequenceNumber"] for record in failed]
        return {"batchItemFailures": [{"itemIdentifier": number} for number in numbers]}

    return answer


def test_event_matches_lambda(cloud: Cloud, listener: Listener) -> None:
    cloud.start()
    before = time.time()
    put("a", text={"S": "ñandú 🌵"}, count={"N": "12"}, blob={"B": "aGVsbG8="})
    listener.wait_for(["a"])

    ((record,),) = listener.batches
    made_at = record["dynamodb"].pop("ApproximateCreationDateTime")
    number = record["dynamodb"].pop("SequenceNumber")
    assert before - 1 < made_at < time.time() + 1
    assert number.isdigit()
    assert record["dynamodb"].pop("SizeBytes") > 0
    assert len(record.pop("eventID")) == 32
    assert record == {
        "eventName": "INSERT",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "us-east-1",
        "eventSourceARN": cloud.mapping.stream_arn,
        "dynamodb": {
            "StreamViewType": "NEW_IMAGE",
            "Keys": {"person": {"S": "p"}, "id": {"S": "a"}},
            "NewImage": make_item("a", text={"S": "ñandú 🌵"}, count={"N": "12"}, blob={"B": "aGVsbG8="}),
        },
    }


def test_unmatched_record_is_skipped(cloud: Cloud, listener: Listener) -> None:
    cloud.start()
    backend = dynamodb_backends[ACCOUNT_ID][REGION]
    backend.put_item(TABLE, {"person": {"S": "p"}, "id": {"S": "folder#x"}})
    put("a")
    put("a", read={"BOOL": True})
    backend.delete_item(TABLE, {"person": {"S": "p"}, "id": {"S": "a"}})
    put("b")
    cloud.settled()

    assert [name for batch in listener.names for name in batch] == ["a", "b"]
    assert get_stream().items == []


def test_record_matching_one_of_two_filters_is_delivered(cloud: Cloud, listener: Listener) -> None:
    removals = json.dumps({"eventName": ["REMOVE"]})
    cloud.start(FilterCriteria={"Filters": [{"Pattern": PATTERN}, {"Pattern": removals}]})
    put("a")
    dynamodb_backends[ACCOUNT_ID][REGION].delete_item(TABLE, {"person": {"S": "p"}, "id": {"S": "a"}})
    cloud.settled()

    events = [record["eventName"] for batch in listener.batches for record in batch]
    assert events == ["INSERT", "REMOVE"]


def test_batch_size_follows_the_template(cloud: Cloud, listener: Listener) -> None:
    gate = threading.Event()
    listener.answer = lambda _: gate.wait(ENOUGH_SECONDS) and None
    cloud.start(BatchSize=3)
    put("first")
    listener.wait_for(["first"])
    put("a", "b", "c", "d")
    gate.set()

    listener.wait_for(["first"], ["a", "b", "c"], ["d"])


def test_batch_fits_the_lambda_payload_limit(cloud: Cloud, listener: Listener, stage: Stage) -> None:
    gate = threading.Event()
    listener.answer = lambda _: gate.wait(ENOUGH_SECONDS) and None
    cloud.start()
    put("first")
    listener.wait_for(["first"])
    names = [f"{number:02}" for number in range(20)]
    put(*names, text={"S": "x" * 390_000})
    gate.set()
    cloud.settled()

    assert [name for batch in listener.names for name in batch] == ["first", *names]
    assert len(listener.batches) == 3
    assert stage.failures == []


def test_unhandled_records_are_delivered_after_a_restart(cloud: Cloud, listener: Listener) -> None:
    def fail(_records: Any) -> Any:
        raise ValueError("not now")

    cloud.start()
    put("a")
    listener.wait_for(["a"])
    cloud.settled()
    listener.answer = fail
    listener.batches.clear()
    put("b", "c")
    wait_until(lambda: listener.batches)
    cloud.stop()
    forget()
    listener.batches.clear()
    listener.answer = lambda _: None

    cloud.start()

    wait_until(lambda: sum(map(len, listener.batches)) >= 2)
    cloud.settled()
    assert [name for batch in listener.names for name in batch] == ["b", "c"]
    put("d")
    cloud.settled()
    numbers = [record["dynamodb"]["SequenceNumber"] for batch in listener.batches for record in batch]
    assert numbers == sorted(numbers, key=int)
    assert len(set(numbers)) == 3


def test_handled_records_are_not_delivered_again(cloud: Cloud, listener: Listener) -> None:
    cloud.start()
    put("a", "b")
    cloud.settled()
    cloud.stop()
    forget()
    listener.batches.clear()

    cloud.start()
    put("c")
    listener.wait_for(["c"])

    table = dynamodb_backends[ACCOUNT_ID][REGION].tables[TABLE]
    assert {entry.range_key.value for entry in table.all_items()} == {"a", "b", "c"}


def test_two_readers_of_a_stream_are_independent(cloud: Cloud, listener: Listener, stage: Stage) -> None:
    other = Listener()
    gate = threading.Event()
    other.answer = lambda _: gate.wait(ENOUGH_SECONDS) and None

    def poller() -> StreamPoller:
        second = replace(cloud.mapping, function=stage.function("Tidy", other))
        return StreamPoller(
            second, cloud.storage.lock_writes, cloud.storage.note_change, stage.failures.append, (0.01,)
        )

    cloud.start()
    first = poller()
    first.start()
    put("a")
    listener.wait_for(["a"])
    other.wait_for(["a"])
    put("b")
    listener.wait_for(["a"], ["b"])
    cloud.settled()
    assert len(get_stream().items) == 2
    gate.set()
    other.wait_for(["a"], ["b"])
    wait_until(lambda: get_stream().items == [])
    first.stop()
    put("c")
    cloud.settled()
    cloud.stop()
    forget()

    cloud.start()
    second = poller()
    second.start()
    # Only the records that one reader had not handled before the stop.
    other.wait_for(["a"], ["b"], ["c"])
    put("d")
    other.wait_for(["a"], ["b"], ["c"], ["d"])
    listener.wait_for(["a"], ["b"], ["c"], ["d"])
    second.stop()


def test_first_state_version_is_read(cloud: Cloud, listener: Listener, tmp_path: Path) -> None:
    cloud.start()
    put("a", "b")
    cloud.settled()
    cloud.stop()
    forget()
    state = json.loads((tmp_path / "state.json").read_text())
    of_table = state["streams"][TABLE]
    of_table["position"] = of_table.pop("positions")["Tell"]
    (tmp_path / "state.json").write_text(json.dumps(state))
    listener.batches.clear()

    cloud.start()
    put("c")

    listener.wait_for(["c"])


def test_failed_transaction_sends_no_records(cloud: Cloud, listener: Listener) -> None:
    cloud.start()
    backend = dynamodb_backends[ACCOUNT_ID][REGION]
    put("there")
    cloud.settled()

    for name in ("a", "b"):
        puts = [
            {"Put": {"TableName": TABLE, "Item": make_item(name)}},
            {
                "Put": {
                    "TableName": TABLE,
                    "Item": make_item("there"),
                    "ConditionExpression": "attribute_not_exists(id)",
                }
            },
        ]
        with pytest.raises(Exception, match="ConditionalCheckFailed"):
            backend.transact_write_items(puts)
    backend.transact_write_items(
        [{"Put": {"TableName": TABLE, "Item": make_item(name)}} for name in ("c", "d")]
    )
    cloud.settled()

    assert [name for batch in listener.names for name in batch] == ["there", "c", "d"]


def test_failing_record_blocks_until_given_up(cloud: Cloud, listener: Listener, stage: Stage) -> None:
    gate = threading.Event()
    listener.answer = lambda _: gate.wait(ENOUGH_SECONDS) and None
    cloud.start(
        MaximumRetryAttempts=2,
        BisectBatchOnFunctionError=True,
        DestinationConfig={"OnFailure": {"Destination": {"Fn::GetAtt": ["Failures", "Arn"]}}},
    )
    put("first")
    listener.wait_for(["first"])
    listener.answer = make_failures("c")
    put("a", "b", "c", "d", "e")
    gate.set()
    cloud.settled()

    tried = [name for batch in listener.names for name in batch]
    # Earlier records are not repeated, and later ones are handled once.
    assert [tried.count(name) for name in ("a", "b")] == [1, 1]
    assert listener.names[-1] == ["d", "e"] or listener.names[-1] == ["e"]
    assert tried.index("c") < tried.index("d")
    (note,) = cloud.notes()
    batch = note["DDBStreamBatchInfo"]
    assert (note["requestContext"]["condition"], batch["batchSize"]) == ("RetryAttemptsExhausted", 1)
    assert batch["startSequenceNumber"] == batch["endSequenceNumber"]
    assert note["requestContext"]["approximateInvokeCount"] == 3
    assert stage.failures == []


def test_split_does_not_count_as_a_retry(cloud: Cloud, listener: Listener) -> None:
    gate = threading.Event()
    listener.answer = lambda _: gate.wait(ENOUGH_SECONDS) and None
    cloud.start(MaximumRetryAttempts=1, BisectBatchOnFunctionError=True)
    put("first")
    listener.wait_for(["first"])
    listener.answer = make_failures("a")
    put("a", "b")
    gate.set()
    cloud.settled()

    assert listener.names[1:] == [["a", "b"], ["a"], ["a"], ["b"]]


def test_failed_records_can_be_read_after_a_restart(cloud: Cloud, listener: Listener) -> None:
    listener.answer = make_failures("a")
    details = {
        "MaximumRetryAttempts": 0,
        "DestinationConfig": {"OnFailure": {"Destination": {"Fn::GetAtt": ["Failures", "Arn"]}}},
    }
    cloud.start(**details)
    put("a")
    cloud.settled()
    put("b")
    cloud.settled()
    (note,) = cloud.notes()
    cloud.stop()
    forget()
    cloud.start(**details)

    info = note["DDBStreamBatchInfo"]
    backend = dynamodbstreams_backends[ACCOUNT_ID][REGION]
    start = int(info["startSequenceNumber"])
    iterator = backend.get_shard_iterator(info["streamArn"], info["shardId"], "AT_SEQUENCE_NUMBER", start)
    records = backend.get_records(iterator.arn, 10)["Records"]
    assert [get_name(record) for record in records] == ["a"]
    assert info["streamArn"] == cloud.mapping.stream_arn


def test_invalid_answer_fails_the_whole_batch(cloud: Cloud, listener: Listener, stage: Stage) -> None:
    listener.answer = lambda _: {"batchItemFailures": [{"itemIdentifier": "unknown"}]}
    cloud.start(MaximumRetryAttempts=1)
    put("a")
    cloud.settled()

    assert listener.names == [["a"], ["a"]]
    assert len(stage.failures) == 2


def test_old_record_is_given_up(cloud: Cloud, listener: Listener) -> None:
    listener.answer = make_failures("a")
    cloud.start(
        MaximumRecordAgeInSeconds=0,
        DestinationConfig={"OnFailure": {"Destination": {"Fn::GetAtt": ["Failures", "Arn"]}}},
    )
    put("a")
    cloud.settled()

    (note,) = cloud.notes()
    assert note["requestContext"]["condition"] == "RecordAgeExceeded"


@pytest.mark.parametrize(
    "properties",
    [
        {"StartingPosition": "LATEST"},
        {"EventSourceArn": "arn:aws:sqs:us-east-1:123456789012:queue"},
        {"EventSourceArn": "arn:aws:dynamodb:us-east-1:123456789012:table/other/stream/x"},
        {"FunctionName": "other"},
        {"TumblingWindowInSeconds": 60},
        {"FunctionResponseTypes": ["Other"]},
        {"DestinationConfig": {"OnFailure": {"Destination": "arn:aws:s3:::bucket"}}},
        {"FilterCriteria": {"Filters": [{"Pattern": '{"eventName": [{"anything-but": "REMOVE"}]}'}]}},
    ],
)
def test_unsupported_mapping_stops_the_start(
    stage: Stage, tmp_path: Path, properties: dict[str, Any]
) -> None:
    stack = make_stack(tmp_path, Storage(tmp_path / "state.json"), {**MAPPING, **properties})
    function = stage.function("Tell", lambda *_: None)

    with pytest.raises(UnsupportedMapping):
        list_mappings(stack, {stack.get_attribute("Tell", "Arn"): function})


def test_disabled_mapping_is_left_out(stage: Stage, tmp_path: Path) -> None:
    stack = make_stack(tmp_path, Storage(tmp_path / "state.json"), {**MAPPING, "Enabled": False})

    assert list_mappings(stack, {}) == []


def test_failed_turn_does_not_end_the_stream(
    cloud: Cloud, listener: Listener, monkeypatch: pytest.MonkeyPatch, thread_reports: Reports
) -> None:
    waiting, failures = KeptShard.list_waiting, [RuntimeError("dictionary changed size during iteration")]

    def fail_once(shard: KeptShard, reader: str) -> Any:
        if failures:
            raise failures.pop()
        return waiting(shard, reader)

    monkeypatch.setattr(KeptShard, "list_waiting", fail_once)
    cloud.start()
    put("a")

    listener.wait_for(["a"])
    assert [str(error) for error in thread_reports.errors] == ["dictionary changed size during iteration"]


def test_stop_of_an_idle_reader_is_noticed(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    cloud.start()
    cloud.settled()
    next_batch = StreamPoller._take_batch

    def stop_meanwhile(poller: StreamPoller) -> Any:
        batch = next_batch(poller)
        # Like `stop` on another thread just before the poller checks for changes.
        poller._stopping.set()
        return batch

    monkeypatch.setattr(StreamPoller, "_take_batch", stop_meanwhile)
    cloud.poller._changed.set()
    cloud.poller._thread.join(ENOUGH_SECONDS)

    assert not cloud.poller._thread.is_alive()


def _make_join(changed: WatchedEvent) -> Callable[[KeptShard, str], threading.Event]:
    join = KeptShard.join

    def joined(shard: KeptShard, reader: str) -> threading.Event:
        shard._changed[reader] = changed
        return join(shard, reader)

    return joined


def test_idle_reader_does_not_poll(cloud: Cloud, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    # Before the first reader joins the stream, which keeps the event of each reader.
    changed = WatchedEvent()
    monkeypatch.setattr(KeptShard, "join", _make_join(changed))
    cloud.start()
    put("a")
    listener.wait_for(["a"])
    cloud.settled()

    # However long the next change takes.
    wait_until(lambda: changed.is_waiting and not changed.is_set())
    assert set(changed.waits) == {None}
