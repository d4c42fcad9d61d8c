"""A function is invoked with the messages of its topic."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from moto.sns.models import sns_backends
from moto.sqs.models import sqs_backends

from infrastructure.local.aws import LocalAws
from infrastructure.local.stack import Stack
from infrastructure.local.storage import Storage
from infrastructure.local.topics import Topics, UnsupportedSubscription, list_targets
from infrastructure.settings import ACCOUNT_ID, REGION, LocalSettings
from infrastructure.stacks.transform import transform
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, Handler, Reports, Stage, wait_until

TOPIC = "arn:aws:sns:us-east-1:123456789012:portal-Events"
RESOURCES: dict[str, Any] = {
    "Events": {"Type": "AWS::SNS::Topic"},
    "Failures": {"Type": "AWS::SQS::Queue"},
    "Hear": {
        "Type": "AWS::Lambda::Function",
        "Properties": {
            "Handler": "fake.handler",
            "DeadLetterConfig": {"TargetArn": {"Fn::GetAtt": ["Failures", "Arn"]}},
        },
    },
}
SUBSCRIPTION: dict[str, Any] = {
    "Protocol": "lambda",
    "TopicArn": {"Ref": "Events"},
    "Endpoint": {"Fn::GetAtt": ["Hear", "Arn"]},
}


@pytest.fixture(autouse=True)
def moto() -> Iterator[None]:
    yield
    for backends in (sns_backends, sqs_backends):
        backends[ACCOUNT_ID][REGION].reset()


def make_stack(folder: Path, **changes: Any) -> Stack:
    template = folder / "template.yaml"
    subscription = {"Type": "AWS::SNS::Subscription", "Properties": {**SUBSCRIPTION, **changes}}
    template.write_text(json.dumps({"Resources": {**RESOURCES, "Subscription": subscription}}))
    services = LocalAws(LocalSettings(port=9300), Storage(folder / "state.json"))
    stack = Stack(template, {}, services, transform)
    stack.create()
    return stack


@pytest.fixture
def topics(stage: Stage, tmp_path: Path) -> Iterator[Callable[[Handler], Topics]]:
    started: list[Topics] = []

    def start(handler: Handler) -> Topics:
        stack = make_stack(
            tmp_path, RedrivePolicy={"deadLetterTargetArn": {"Fn::GetAtt": ["Failures", "Arn"]}}
        )
        function = stage.function("Hear", handler)
        targets = list_targets(stack, {stack.get_attribute("Hear", "Arn"): function})
        topics = Topics(targets, stage.failures.append, pauses=(0.01, 0.02))
        topics.start()
        started.append(topics)
        return topics

    yield start
    for topics in started:
        topics.stop()


def publish(text: str, **more: Any) -> str:
    message_id: str = sns_backends[ACCOUNT_ID][REGION].publish(text, TOPIC, **more)
    return message_id


def list_dead_letters() -> list[Any]:
    queue = sqs_backends[ACCOUNT_ID][REGION].queues["portal-Failures"]
    return [json.loads(message.body) for message in queue.messages]


def test_event_matches_sns(topics: Callable[[Handler], Topics]) -> None:
    events: list[Any] = []
    topics(lambda event, _: events.append(event))
    message_id = publish(
        '{"ñ": 1}', subject="News", message_attributes={"kind": {"Type": "String", "Value": "x"}}
    )
    wait_until(lambda: bool(events))

    ((record,),) = (event["Records"] for event in events)
    sns = record["Sns"]
    assert datetime.fromisoformat(sns.pop("Timestamp")).tzinfo is not None
    assert record["EventSubscriptionArn"].startswith(f"{TOPIC}:")
    assert (record["EventSource"], record["EventVersion"]) == ("aws:sns", "1.0")
    reported = {name: sns[name] for name in ("Type", "MessageId", "TopicArn", "Subject", "Message")}
    assert reported == {
        "Type": "Notification",
        "MessageId": message_id,
        "TopicArn": TOPIC,
        "Subject": "News",
        "Message": '{"ñ": 1}',
    }
    assert sns["MessageAttributes"] == {"kind": {"Type": "String", "Value": "x"}}


def test_publishing_does_not_wait(topics: Callable[[Handler], Topics]) -> None:
    may_end = threading.Event()
    done: list[Any] = []

    def handler(event: Any, _context: Any) -> None:
        may_end.wait(ENOUGH_SECONDS)
        done.append(event)

    topics(handler)
    publish("one")
    assert not done

    may_end.set()
    wait_until(lambda: done)


def test_failed_function_is_invoked_again(topics: Callable[[Handler], Topics], stage: Stage) -> None:
    events: list[Any] = []

    def handler(event: Any, _context: Any) -> None:
        events.append(event)
        if len(events) < 3:
            raise ValueError("not yet")

    running = topics(handler)
    publish("one")
    wait_until(lambda: len(events) == 3 and not running._unfinished)

    assert len(events) == 3
    assert events[0] == events[2]
    assert len(stage.failures) == 2
    assert list_dead_letters() == []


def test_permanent_failure_goes_to_the_function_queue(
    topics: Callable[[Handler], Topics],
) -> None:
    events: list[Any] = []

    def handler(event: Any, _context: Any) -> None:
        events.append(event)
        raise ValueError("never")

    topics(handler)
    publish("one")
    wait_until(lambda: bool(list_dead_letters()))

    assert len(events) == 3
    assert list_dead_letters() == [events[0]]


def test_broken_delivery_does_not_end_a_worker(
    topics: Callable[[Handler], Topics], monkeypatch: pytest.MonkeyPatch, thread_reports: Reports
) -> None:
    done: list[Any] = []
    running = topics(lambda event, _: done.append(event))
    invoke, failures = running._invoke, [RuntimeError(str(number)) for number in range(20)]

    def break_at_first(delivery: Any) -> None:
        if failures:
            raise failures.pop()
        invoke(delivery)

    monkeypatch.setattr(running, "_invoke", break_at_first)
    for number in range(21):
        publish(str(number))

    wait_until(lambda: len(done) == 1)
    assert len(thread_reports.errors) == 20


def test_stop_waits_for_published_messages(topics: Callable[[Handler], Topics]) -> None:
    done: list[Any] = []

    may_end = threading.Event()

    def handler(event: Any, _context: Any) -> None:
        may_end.wait(ENOUGH_SECONDS)
        done.append(event)

    running = topics(handler)
    for number in range(6):
        publish(str(number))
    with ThreadPoolExecutor(1) as pool:
        stopped = pool.submit(running.stop)
        wait_until(running._stopping.is_set)
        assert (done, stopped.done()) == ([], False)
        may_end.set()
        stopped.result(ENOUGH_SECONDS)

    assert len(done) == 6


@pytest.mark.parametrize(
    "changes",
    [
        {"Protocol": "email", "Endpoint": "somebody@example.com"},
        {"Endpoint": "arn:aws:lambda:us-east-1:123456789012:function:other"},
        {"TopicArn": "arn:aws:sns:us-east-1:123456789012:other"},
        {"FilterPolicy": {"kind": ["x"]}},
        {"RawMessageDelivery": True},
    ],
)
def test_unsupported_subscription_stops_the_start(
    stage: Stage, tmp_path: Path, changes: dict[str, Any]
) -> None:
    stack = make_stack(tmp_path, **changes)
    function = stage.function("Hear", lambda *_: None)

    with pytest.raises(UnsupportedSubscription):
        list_targets(stack, {stack.get_attribute("Hear", "Arn"): function})
