"""SNS topics, and the functions that are invoked with their messages.

SNS gives an event to Lambda, which invokes the function later, and again when it fails. What it fails at
every time goes to the function's own dead-letter queue; that of the subscription is for functions that are
not there, which does not happen here.

Sources: the Lambda developer guide (Invoking Lambda functions with Amazon SNS notifications; asynchronous
invocation, error handling).
"""

import json
import queue
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from moto.sns.models import Subscription, sns_backends

from infrastructure.local import queues
from infrastructure.local.errors import CannotStart
from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.loops import run_until_stopped
from infrastructure.local.stack import Stack
from infrastructure.settings import ACCOUNT_ID, REGION

SUBSCRIPTION = "AWS::SNS::Subscription"
_FUNCTION = "AWS::Lambda::Function"
_KNOWN = {"Endpoint", "Protocol", "RedrivePolicy", "Region", "TopicArn"}
# Lambda tries three times and waits for minutes, too long for a local run.
_PAUSES_SECONDS = (1.0, 2.0)
_WORKERS = 4
_SECONDS_TO_STOP = 5.0
_LOOK_AGAIN_SECONDS = 0.02

Failed = Callable[[FunctionFailed], None]
"""Told of each failure of a function, for the log."""


class UnsupportedSubscription(CannotStart):
    """The template uses a feature of subscriptions that the local cloud does not support."""


@dataclass(frozen=True, slots=True)
class TopicTarget:
    """A function that is invoked with the messages of a topic.

    Attributes:
        dead_letters: ARN of the function's own queue; None without one.
    """

    topic: str
    function: Function
    dead_letters: str | None


def list_targets(stack: Stack, functions: Mapping[str, Function]) -> list[TopicTarget]:
    """Return the subscriptions of a stack and of those nested in it.

    Args:
        functions: by ARN.

    Raises:
        UnsupportedSubscription: see its docstring.
    """
    dead_letters = {
        stack.get_attribute(logical_id, "Arn"): stack.get_properties(logical_id).get("DeadLetterConfig", {})
        for logical_id in stack.list_by_type(_FUNCTION)
    }
    found = []
    for owner, logical_id in stack.list_everywhere(SUBSCRIPTION):
        properties = owner.get_properties(logical_id)
        if unknown := properties.keys() - _KNOWN:
            raise UnsupportedSubscription(f"{logical_id}: {', '.join(sorted(unknown))} of a subscription")
        if properties["Protocol"] != "lambda" or properties["Endpoint"] not in functions:
            raise UnsupportedSubscription(f"{logical_id}: {properties['Endpoint']} is no function")
        if properties["TopicArn"] not in sns_backends[ACCOUNT_ID][REGION].topics:
            raise UnsupportedSubscription(f"{logical_id}: {properties['TopicArn']} is no topic")
        arn = properties["Endpoint"]
        found.append(
            TopicTarget(properties["TopicArn"], functions[arn], dead_letters.get(arn, {}).get("TargetArn"))
        )
    return found


class _FunctionSubscription(Subscription):
    """A subscription of moto's that leads to a function of this process."""

    def __init__(self, topic: Any, target: TopicTarget, deliver: Callable[["_Delivery"], None]) -> None:
        super().__init__(ACCOUNT_ID, topic, target.function.definition.arn, "lambda")
        self._target = target
        self._deliver = deliver

    def publish(
        self,
        message: str,
        message_id: str,
        subject: str | None = None,
        message_attributes: dict[str, Any] | None = None,
        *_others: Any,
        **_named: Any,
    ) -> None:
        notification = {
            "Type": "Notification",
            "MessageId": message_id,
            "TopicArn": self.topic.arn,
            "Subject": subject,
            "Message": message,
            "Timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z",
            "SignatureVersion": "1",
            "Signature": "none",
            "SigningCertUrl": f"https://sns.{REGION}.amazonaws.com/none.pem",
            "UnsubscribeUrl": f"https://sns.{REGION}.amazonaws.com/?Action=Unsubscribe&SubscriptionArn={self.arn}",
            "MessageAttributes": message_attributes or {},
        }
        record = {
            "EventVersion": "1.0",
            "EventSubscriptionArn": self.arn,
            "EventSource": "aws:sns",
            "Sns": notification,
        }
        self._deliver(_Delivery(self._target, {"Records": [record]}))


@dataclass(frozen=True, slots=True)
class _Delivery:
    target: TopicTarget
    event: Mapping[str, Any]
    id: str = field(default_factory=lambda: str(uuid.uuid4()))


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
        self._deliveries: queue.SimpleQueue[_Delivery | None] = queue.SimpleQueue()
        self._unfinished: set[str] = set()
        self._stopping = threading.Event()
        self._stopped = threading.Event()

    def start(self) -> None:
        """Subscribe the functions."""
        backend = sns_backends[ACCOUNT_ID][REGION]
        for target in self._targets:
            subscription = _FunctionSubscription(backend.topics[target.topic], target, self._accept)
            backend.subscriptions[subscription.arn] = subscription
        if self._targets:
            for _ in range(_WORKERS):
                threading.Thread(
                    target=run_until_stopped, args=(self._turn, self._stopped), name="topics", daemon=True
                ).start()

    def stop(self) -> None:
        """Deliver the remaining messages, within a time limit: SNS would keep them."""
        self._stopping.set()
        until = time.monotonic() + _SECONDS_TO_STOP
        while self._unfinished and time.monotonic() < until:
            time.sleep(_LOOK_AGAIN_SECONDS)
        self._stopped.set()
        for _ in range(_WORKERS):
            self._deliveries.put(None)

    def _accept(self, delivery: _Delivery) -> None:
        self._unfinished.add(delivery.id)
        self._deliveries.put(delivery)

    def _turn(self) -> None:
        delivery = self._deliveries.get()
        if delivery is None:
            return
        try:
            self._invoke(delivery)
        finally:
            self._unfinished.discard(delivery.id)

    def _invoke(self, delivery: _Delivery) -> None:
        function = delivery.target.function
        for pause in (*self._pauses, None):
            try:
                function.invoke(delivery.event)
            except FunctionFailed as error:
                self._failed(error)
            else:
                return
            if pause is None or self._stopping.wait(pause):
                break
        if delivery.target.dead_letters:
            queues.send(delivery.target.dead_letters, json.dumps(delivery.event))
