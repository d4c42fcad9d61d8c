"""SNS topics: functions are invoked with the messages of topics that they have subscribed to, with retries.

A message at which a function fails every time goes to its dead-letter queue. Source: the Lambda developer
guide (Invoking Lambda functions with Amazon SNS notifications; asynchronous invocation, error handling).
"""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from moto.sns.models import Subscription, sns_backends

from infrastructure.local import queues
from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.stack import Stack
from infrastructure.settings import ACCOUNT_ID, REGION

# Lambda tries three times and waits for minutes, too long for a local run.
_PAUSES_SECONDS = (1.0, 2.0)
_WORKERS = 4

Failed = Callable[[FunctionFailed], None]
"""Receives each failure of a function, for the log."""


@dataclass(frozen=True, slots=True)
class TopicTarget:
    """A function that is invoked with the messages of a topic."""

    topic: str
    function: Function
    dead_letters: str | None  # ARN of the function's own queue; None without one


def list_targets(stack: Stack, functions: Mapping[str, Function]) -> list[TopicTarget]:
    """Return the subscriptions of a stack and of those nested in it.

    Args:
        functions: by ARN.
    """
    dead_letters = {
        stack.get_attribute(each, "Arn"): stack.get_properties(each).get("DeadLetterConfig", {})
        for each in stack.list_by_type("AWS::Lambda::Function")
    }
    subscriptions = [
        owner.get_properties(each) for owner, each in stack.list_everywhere("AWS::SNS::Subscription")
    ]
    return [
        TopicTarget(
            each["TopicArn"],
            functions[each["Endpoint"]],
            dead_letters.get(each["Endpoint"], {}).get("TargetArn"),
        )
        for each in subscriptions
    ]


class _FunctionSubscription(Subscription):
    """A subscription of moto's that leads to a function of this process."""

    def __init__(self, topic: Any, target: TopicTarget, deliver: Callable[..., object]) -> None:
        super().__init__(ACCOUNT_ID, topic, target.function.definition.arn, "lambda")
        self._target = target
        self._deliver = deliver

    def publish(
        self, message: str, message_id: str, subject: str | None = None, *_others: Any, **_named: Any
    ) -> None:
        notification: dict[str, Any] = {
            "Type": "Notification",
            "MessageId": message_id,
            "TopicArn": self.topic.arn,
            "Subject": subject,
            "Message": message,
            "Timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z",
            "MessageAttributes": {},
        }
        record = {"EventVersion": "1.0", "EventSubscriptionArn": self.arn, "EventSource": "aws:sns"}
        self._deliver(self._target, {"Records": [{**record, "Sns": notification}]})


class Topics:
    """Invokes functions with the messages of the topics they have subscribed to."""

    def __init__(
        self, targets: Sequence[TopicTarget], failed: Failed, pauses: Sequence[float] = _PAUSES_SECONDS
    ) -> None:
        """Prepare; nothing is delivered yet.

        Args:
            pauses: seconds before each further try.
        """
        self._targets = targets
        self._failed = failed
        self._pauses = pauses
        self._workers = ThreadPoolExecutor(_WORKERS, "topics")
        self._stopping = threading.Event()

    def start(self) -> None:
        backend = sns_backends[ACCOUNT_ID][REGION]
        for target in self._targets:
            subscription = _FunctionSubscription(backend.topics[target.topic], target, self._accept)
            backend.subscriptions[subscription.arn] = subscription

    def stop(self) -> None:
        """Deliver the remaining messages without pauses between tries."""
        self._stopping.set()
        self._workers.shutdown()

    def _accept(self, target: TopicTarget, event: Mapping[str, Any]) -> None:
        self._workers.submit(self._invoke, target, event)

    def _invoke(self, target: TopicTarget, event: Mapping[str, Any]) -> None:
        for pause in (*self._pauses, None):
            try:
                target.function.invoke(event)
            except FunctionFailed as error:
                self._failed(error)
            else:
                return
            if pause is not None:
                self._stopping.wait(pause)
        if target.dead_letters:
            queues.send(target.dead_letters, json.dumps(event))
