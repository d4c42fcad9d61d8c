"""Direct path to moto's tables: used where possible, with the same results."""

from collections.abc import Mapping
from typing import Any
from unittest import mock

import pytest
from boto3.dynamodb.types import Binary
from moto.core.responses import BaseResponse

from tests.api.support import USERS_TABLE
from tests.api.tables import needs_moto

KEY = {"user_id": "one", "item": "two"}


@pytest.mark.unmapped
def test_bytes_are_returned_unchanged(stored: Mapping[str, Any]) -> None:
    table = stored[USERS_TABLE]
    value = {"bytes": Binary(b"\x00\xff"), "more": [Binary(b"deep")], "text": "B"}
    table.put_item(Item=KEY | value)
    assert table.get_item(Key=KEY)["Item"] == KEY | value


@needs_moto
@pytest.mark.unmapped
def test_item_without_bytes_needs_no_web_request(stored: Mapping[str, Any]) -> None:
    with mock.patch.object(BaseResponse, "dispatch", side_effect=AssertionError):
        stored[USERS_TABLE].put_item(Item=KEY | {"yes": True, "name": "Bea", "text": "B"})
        assert stored[USERS_TABLE].get_item(Key=KEY)["Item"]["name"] == "Bea"
