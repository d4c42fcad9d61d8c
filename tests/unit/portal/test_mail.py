"""Email of the portal, as SES gets it."""

from typing import Any
from unittest import mock

import pytest
from botocore.client import BaseClient

from portal.mail import Email, Mail, MailSettings


def test_email_is_sent_with_the_configuration_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    calls: list[tuple[str, Any]] = []
    with mock.patch.object(
        BaseClient, "_make_api_call", lambda _self, operation, given: calls.append((operation, given))
    ):
        settings = MailSettings(mail_sender="no-reply@portal.example", mail_configuration_set="set")
        Mail(settings).send_email("rosa@example.com", Email("Code", "123456"))
    [(operation, given)] = calls
    assert operation == "SendEmail"
    assert given["ConfigurationSetName"] == "set"
    assert given["FromEmailAddress"] == "no-reply@portal.example"
    assert given["Destination"] == {"ToAddresses": ["rosa@example.com"]}
