"""SQS queues: sending from inside, and their stored state."""

from typing import Any

from moto.sqs.models import Message, Queue, sqs_backends

from infrastructure.settings import ACCOUNT_ID, REGION

_KEPT = ("id", "body", "message_attributes", "sent_timestamp", "approximate_receive_count")


def send(arn: str, text: str) -> None:
    """Put a message into a queue of this stack."""
    sqs_backends[ACCOUNT_ID][REGION].send_message(arn.rpartition(":")[2], text)


class KeptQueues:
    """Stored state of the queues; see `storage.Part`. After a start every message is visible."""

    def state(self) -> Any:
        return {
            name: [{key: getattr(message, key) for key in _KEPT} for message in list(queue._messages)]
            for name, queue in _list_queues().items()
        }

    def restore(self, kept: Any) -> None:
        for name, queue in _list_queues().items():
            for content in kept.get(name, []):
                message = Message(content["id"], content["body"])
                vars(message).update(content)
                queue.add_message(message)


def _list_queues() -> dict[str, Queue]:
    queues: dict[str, Queue] = sqs_backends[ACCOUNT_ID][REGION].queues
    return queues
