"""The queue of failed announcements, for operators to examine and replay."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domains.deliveries.delivery import Reason
from domains.deliveries.dispatch import DispatchKey
from portal.aws import SENDING_READ_SECONDS, make_client


@dataclass(frozen=True)
class FailuresQueue:
    """Adds failed announcements to the queue."""

    url: str

    @cached_property
    def _sqs(self) -> Any:
        return make_client("sqs", read_seconds=SENDING_READ_SECONDS)

    def add_failure(self, key: DispatchKey, reason: Reason) -> None:
        """Add a failed announcement, as JSON: `userId`, `messageId`, `channel` and `reason`.

        Raises:
            botocore.exceptions.BotoCoreError, botocore.exceptions.ClientError: the queue is unavailable.
        """
        failure = {
            "userId": key.user_id,
            "messageId": key.message_id,
            "channel": key.channel,
            "reason": reason,
        }
        self._sqs.send_message(QueueUrl=self.url, MessageBody=json.dumps(failure))
