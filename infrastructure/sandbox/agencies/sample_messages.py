"""The messages that the sample people have at the start."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from domains.agencies.manifest import Service
from infrastructure.sandbox.agencies.files import FileKind
from infrastructure.sandbox.agencies.letters import make_action

_ARIZONA = ZoneInfo("America/Phoenix")
_HOUR = time(9, 30)


@dataclass(frozen=True, slots=True)
class SampleMessage:
    """A message about a record.

    Attributes:
        reference: of the record.
        days_ago: when it was sent, at least one.
        subject: by language; likewise the body.
        action: id of the service's action to which its button leads.
        label: of the button, by language, where it says more than the action's.
        is_read: whether the person has opened it.
    """

    reference: str
    type: str
    days_ago: int
    subject: Mapping[str, str]
    body: Mapping[str, str]
    is_html: bool = False
    action: str | None = None
    label: Mapping[str, str] | None = None
    file: FileKind = "none"
    is_read: bool = False

    def make_content(self, service: Service, attachment_ids: Sequence[str], today: date) -> dict[str, Any]:
        """Return the message as the portal takes it."""
        sent_at = datetime.combine(today - timedelta(days=self.days_ago), _HOUR, _ARIZONA)
        return {
            "id": f"sample-{self.reference}-{self.type}-{self.days_ago}",
            "type": self.type,
            "subject": self.subject,
            "body": {"format": "html" if self.is_html else "plain", "texts": self.body},
            "action": make_action(service, self.action, self.label) if self.action else None,
            "attachments": [{"id": attachment_id} for attachment_id in attachment_ids],
            "sentAt": sent_at.isoformat(),
        }


SAMPLE_MESSAGES: Sequence[SampleMessage] = [
    SampleMessage(**content)
    for content in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
]
