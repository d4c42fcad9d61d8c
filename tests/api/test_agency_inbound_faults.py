"""Requests of agencies with several faults, which the portal reports in one answer."""

from typing import Any

import pytest

from tests.api.inbound_support import (
    BATCH,
    MESSAGES,
    make_batch,
    make_message,
    register_agencies_with_message_types,
)
from tests.api.records_support import MVD
from tests.api.support import AgencyCaller, Client, renew_apps

TRANSACTIONS = "/api/agency-inbound/transactions"


@pytest.fixture
def mvd(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the client of the Motor Vehicle Division, with a function that has an empty catalog cache."""
    renew_apps(monkeypatch, "agencyinbound")
    register_agencies_with_message_types()
    return client.acting_as(AgencyCaller(MVD))


def test_shape_and_rule_faults_are_reported_together(mvd: Client) -> None:
    faulty: dict[str, Any] = {
        "type": "NOTHING",
        "subject": {"en": " "},
        "body": {"texts": {"es": "x"}, "format": "pdf"},
        "action": {"label": {"en": "x" * 81}, "url": "https://evil.example/"},
        "sentAt": "2001-01-01T00:00:00Z",
        "surplus": 1,
    }
    names = [
        *("type", "subject.en", "body.format", "body.texts", "action.label.es", "action.url"),
        *("sentAt", "surplus"),
    ]
    expected = {f"message.{name}" for name in names}
    assert set(mvd.post(MESSAGES, make_message(**faulty)).problems()) == expected
    batch = make_batch("vehicle-1", "vehicle-1", inReplyTo="thread.reply", **faulty)
    assert set(mvd.post(BATCH, batch).problems()) == expected | {"references.1", "message.inReplyTo"}


def test_faulty_service_hides_no_fault(mvd: Client) -> None:
    message = make_message(sentAt="2001-01-01T00:00:00Z", subject={}) | {"agencyServiceId": 7}
    expected = {"agencyServiceId", "message.subject", "message.body.texts", "message.sentAt"}
    assert set(mvd.post(MESSAGES, message).problems()) == expected


@pytest.mark.parametrize("body", [[], 1, {"message": []}, {"message": {"body": {"texts": []}}}])
def test_any_shape_is_answered(mvd: Client, body: object) -> None:
    for path in (MESSAGES, BATCH, TRANSACTIONS):
        assert mvd.post(path, body).status == 400
