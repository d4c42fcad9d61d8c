"""The notifier, and a message that it announced."""

from collections.abc import Mapping
from typing import Any

import pytest

from domains.messages.message import InboxMessage
from tests.api.conftest import Outbox
from tests.api.messages_support import ROSA, make_agency_message
from tests.api.notifier_support import Notifier, make_failures_queue, save_preferences


@pytest.fixture
def notifier(stored: Mapping[str, Any], outbox: Outbox) -> Notifier:
    make_failures_queue()
    return Notifier()


@pytest.fixture
def message(notifier: Notifier) -> InboxMessage:
    """Return a message that was announced by email."""
    save_preferences()
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    return message
