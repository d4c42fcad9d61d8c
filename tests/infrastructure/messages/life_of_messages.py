"""The life of six messages, in steps that can be done in a process of their own.

Apart from the test, because a process that is to start within some milliseconds must not import pytest.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import boto3

from tests.api.messages_support import ROSA
from tests.api.records_support import VEHICLES
from tests.api.support import Answer, get_table_definitions
from tests.api.unread_support import AGENCY, Inboxes, Record, connect
from tests.infrastructure.messages.handler_process import Work

RECORDS = tuple(Record(VEHICLES, f"vehicle-{number}") for number in range(6))


@dataclass(frozen=True)
class Step:
    """A call, and the contents of the table after its answer."""

    name: str
    work: Work[tuple[int, str]]
    unread: int
    binned: int
    messages: int


def to_status_and_text(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.text


def deliver_messages(own_id: str, sent_at: datetime, inboxes: Inboxes) -> tuple[int, str]:
    return to_status_and_text(inboxes.post_batch(RECORDS, own_id, sent_at))


def open_first(own_id: str, inboxes: Inboxes) -> tuple[int, str]:
    return to_status_and_text(inboxes.open(ROSA, *list_message_ids(own_id)[0]))


def mark(own_id: str, is_read: bool, inboxes: Inboxes) -> tuple[int, str]:
    return to_status_and_text(inboxes.change_agency(ROSA, "mark", list_message_ids(own_id), isRead=is_read))


def delete(own_id: str, inboxes: Inboxes) -> tuple[int, str]:
    return to_status_and_text(inboxes.change_agency(ROSA, "delete", list_message_ids(own_id)))


def restore_messages(own_id: str, inboxes: Inboxes) -> tuple[int, str]:
    return to_status_and_text(
        inboxes.change_portal(ROSA, "restore", [message_id for message_id, _ in list_message_ids(own_id)])
    )


def empty_bin(_own_id: str, inboxes: Inboxes) -> tuple[int, str]:
    return to_status_and_text(inboxes.empty_bin(ROSA))


def list_message_ids(own_id: str) -> list[tuple[str, str]]:
    return [(record.get_message_id(ROSA, own_id), record.get_identity_id(ROSA)) for record in RECORDS]


def list_steps(own_id: str) -> list[Step]:
    """Return the life of six messages."""
    six = len(RECORDS)
    lives: list[tuple[str, Any, int, int, int]] = [
        ("deliver", partial(deliver_messages, own_id, datetime.now(UTC) - timedelta(hours=1)), six, 0, six),
        ("open", partial(open_first, own_id), six - 1, 0, six),
        ("mark as read", partial(mark, own_id, True), 0, 0, six),
        ("mark as unread", partial(mark, own_id, False), six, 0, six),
        ("open again", partial(open_first, own_id), six - 1, 0, six),
        ("delete", partial(delete, own_id), 0, six, six),
        ("restore", partial(restore_messages, own_id), six - 1, 0, six),
        ("delete again", partial(delete, own_id), 0, six, six),
        ("empty the bin", partial(empty_bin, own_id), 0, 0, 0),
    ]
    return [Step(*life) for life in lives]


def run_and_check_bell(work: Work[tuple[int, str]], inboxes: Inboxes) -> tuple[int, str, float, bool]:
    """Return the answer of the call, its seconds, and whether the bell shows a message."""
    started = time.perf_counter()
    status, text = work(inboxes)
    seconds = time.perf_counter() - started
    return status, text, seconds, inboxes.of(ROSA).get(f"{AGENCY}/unread/status").json["hasUnread"]


def make_world(inboxes: Inboxes) -> None:
    client = boto3.client("dynamodb")
    for described in get_table_definitions().values():
        client.create_table(**described)
    inboxes.register_agencies()
    for record in RECORDS:
        connect(ROSA, record)


def warm(inboxes: Inboxes) -> None:
    """Make every group's connection to DynamoDB."""
    inboxes.of(ROSA).get(f"{AGENCY}/unread/status")
    inboxes.of(ROSA).get("/api/messages/unread/count")
    inboxes.revoke(Record(VEHICLES, "nobody's"))


def prepare_nothing(_inboxes: Inboxes) -> None:
    """There is nothing to prepare."""
