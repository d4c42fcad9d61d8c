"""Files of messages are removed together with their last message, and not earlier."""

from collections.abc import Callable
from typing import Any
from unittest import mock

import boto3
import pytest
from botocore.client import BaseClient

from domains.messages.files_table import FilesTable
from domains.messages.message_items import FOLDER_KEY
from portal.types import get_utc_now
from tests.api.inbound_support import (
    BATCH,
    MESSAGES,
    connect,
    empty_bucket,
    get_outcome,
    list_inbox,
    list_keys,
    list_outcomes,
    make_batch,
    make_message,
    register_agencies_with_message_types,
    upload,
)
from tests.api.records_support import MVD
from tests.api.support import MESSAGES_TABLE, AgencyCaller, Client, Person, invoke, renew_apps
from tests.lambda_context import Context

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Yazzie")


@pytest.fixture
def mvd(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the Motor Vehicle Division's client; Rosa and Ben have a vehicle, and the bucket is empty."""
    renew_apps(monkeypatch, "agencyinbound")
    register_agencies_with_message_types()
    empty_bucket()
    connect(ROSA, "vehicle-1")
    connect(BEN, "vehicle-2")
    return client.acting_as(AgencyCaller(MVD))


def get_table() -> Any:
    return boto3.resource("dynamodb").Table(MESSAGES_TABLE)


def end_calls() -> list[dict[str, Any]]:
    """Mark the agencies' calls as ended long ago, and return their items."""
    calls = [item for item in get_table().scan()["Items"] if str(item["id"]).startswith("call#")]
    for item in calls:
        get_table().put_item(Item=item | {"expires_at": 0})
    return calls


def make_removal(partition: str, item: str) -> dict[str, Any]:
    """Return a stream record of a removal."""
    keys = {"user_id": {"S": partition}, "id": {"S": item}}
    return {"eventName": "REMOVE", "dynamodb": {"Keys": keys, "SequenceNumber": f"{partition} {item}"}}


def hear(*records: dict[str, Any], context: Context | None = None) -> list[str]:
    """Handle the records and return those to be retried."""
    reported = invoke("maintenance", {"Records": list(records)}, context or Context())
    return [each["itemIdentifier"] for each in reported["batchItemFailures"]]


def remove(person: Person, message_id: str) -> dict[str, Any]:
    """Remove a message permanently and return the stream record."""
    get_table().delete_item(Key={"user_id": person.user_id, "id": message_id})
    return make_removal(person.user_id, message_id)


def make_message_with_file(agency: Client, **changes: Any) -> dict[str, Any]:
    return make_message(attachments=[{"id": upload(agency)}], **changes)


def list_file_items() -> set[str]:
    items = get_table().scan()["Items"]
    return {str(each["id"]) for each in items if str(each["user_id"]).startswith("file#")}


class TestLastMessage:
    def test_removes_file(self, mvd: Client) -> None:
        assert get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd))) == "delivered"
        [message] = list_inbox(ROSA)
        end_calls()
        assert list_keys("kept/") == [message.attachments[0].key]
        assert hear(remove(ROSA, message.id)) == []
        assert list_keys("kept/") == []

    def test_removes_all_files(self, mvd: Client) -> None:
        body = make_message(attachments=[{"id": upload(mvd)}, {"id": upload(mvd)}])
        assert get_outcome(mvd.post(MESSAGES, body)) == "delivered"
        [message] = list_inbox(ROSA)
        end_calls()
        assert len(list_keys("kept/")) == 2
        hear(remove(ROSA, message.id))
        assert list_keys("kept/") == []
        left = [item for item in get_table().scan()["Items"] if str(item["id"]).startswith("files#")]
        assert left == []

    def test_of_batch_removes_shared_file(self, mvd: Client) -> None:
        named = make_message_with_file(mvd)["message"]
        assert (
            list_outcomes(mvd.post(BATCH, make_batch("vehicle-1", "vehicle-2", **named))) == ["delivered"] * 2
        )
        end_calls()
        [hers], [his] = list_inbox(ROSA), list_inbox(BEN)
        hear(remove(ROSA, hers.id))
        assert list_keys("kept/") == [his.attachments[0].key]
        hear(remove(BEN, his.id))
        assert list_keys("kept/") == []

    def test_of_several_messages_removes_shared_file(self, mvd: Client) -> None:
        first = make_message_with_file(mvd)
        again = {**first, "message": {**first["message"], "id": "another"}}
        assert [get_outcome(mvd.post(MESSAGES, body)) for body in (first, again)] == ["delivered"] * 2
        end_calls()
        one, other = list_inbox(ROSA)
        hear(remove(ROSA, one.id))
        assert len(list_keys("kept/")) == 1
        hear(remove(ROSA, other.id))
        assert list_keys("kept/") == []

    def test_removed_during_call_leaves_file_until_end_of_call(self, mvd: Client) -> None:
        assert get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd))) == "delivered"
        [message] = list_inbox(ROSA)
        hear(remove(ROSA, message.id))
        assert len(list_keys("kept/")) == 1
        [call] = end_calls()
        get_table().delete_item(Key={"user_id": call["user_id"], "id": call["id"]})
        hear(make_removal(str(call["user_id"]), str(call["id"])))
        assert list_keys("kept/") == []


class TestKeptFiles:
    @pytest.mark.parametrize("times", [1, 2])
    def test_removal_event_of_existing_message_changes_nothing(self, mvd: Client, times: int) -> None:
        get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd)))
        [message] = list_inbox(ROSA)
        end_calls()
        hear(*[make_removal(ROSA.user_id, message.id)] * times)
        assert len(list_keys("kept/")) == 1

    def test_message_in_bin_keeps_file(self, mvd: Client, client: Client) -> None:
        get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd)))
        [message] = list_inbox(ROSA)
        end_calls()
        wanted = {"messageId": message.id, "userAgencySubscriptionId": message.origin.identity_id}
        rosa = client.acting_as(ROSA)
        assert rosa.post("/api/agency/messages/delete", {"messages": [wanted]}).status == 200
        hear(make_removal(ROSA.user_id, message.id))
        assert len(list_keys("kept/")) == 1

    def test_emptied_bin_removes_file(self, mvd: Client, client: Client) -> None:
        get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd)))
        [message] = list_inbox(ROSA)
        end_calls()
        wanted = {"messageId": message.id, "userAgencySubscriptionId": message.origin.identity_id}
        rosa = client.acting_as(ROSA)
        rosa.post("/api/agency/messages/delete", {"messages": [wanted]})
        assert rosa.post("/api/messages/bin/empty", {}).json["isEmpty"] is True
        hear(make_removal(ROSA.user_id, message.id))
        assert list_keys("kept/") == []

    def test_file_of_application_is_kept(self, mvd: Client) -> None:
        get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd)))
        [message] = list_inbox(ROSA)
        assert FilesTable(MESSAGES_TABLE, get_utc_now).begin_use(message.attachments[0].key, "application-1")
        end_calls()
        hear(remove(ROSA, message.id))
        assert len(list_keys("kept/")) == 1

    def test_file_without_recorded_users_is_kept(self, mvd: Client) -> None:
        get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd)))
        [message] = list_inbox(ROSA)
        end_calls()
        partition = f"file#{message.attachments[0].key}"
        for item in list_file_items():
            get_table().delete_item(Key={"user_id": partition, "id": item})
        hear(remove(ROSA, message.id))
        assert len(list_keys("kept/")) == 1

    @pytest.mark.parametrize("item", [f"{FOLDER_KEY}mvd-vehicle", "receipt#x", "files#x", "latest", ""])
    def test_event_of_other_item_removes_no_file(self, mvd: Client, item: str) -> None:
        get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd)))
        end_calls()
        assert (
            hear(make_removal(ROSA.user_id, item), make_removal(f"file#{list_keys('kept/')[0]}", item)) == []
        )
        assert len(list_keys("kept/")) == 1


class TestParallelCalls:
    def removed_while(self, mvd: Client, step: str, meanwhile: Callable[[str], None]) -> list[str]:
        """Remove the last message and run an action just before a step of DynamoDB or S3."""
        body = make_message_with_file(mvd)
        get_outcome(mvd.post(MESSAGES, body))
        [message] = list_inbox(ROSA)
        end_calls()
        record = remove(ROSA, message.id)
        call = BaseClient._make_api_call
        is_over: list[bool] = []

        def interrupted(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
            if operation == step and not is_over:
                is_over.append(True)
                meanwhile(body["message"]["attachments"][0]["id"])
            return call(self, operation, parameters)

        with mock.patch.object(BaseClient, "_make_api_call", interrupted):
            hear(record)
        assert is_over
        return list_keys("kept/")

    @pytest.mark.parametrize("step", ["Query", "PutItem"])
    def test_call_before_file_is_closed_keeps_file(self, mvd: Client, step: str) -> None:
        def send_to_ben(file_id: str) -> None:
            body = make_message(reference="vehicle-2", attachments=[{"id": file_id}])
            assert get_outcome(mvd.post(MESSAGES, body)) == "delivered"

        assert len(self.removed_while(mvd, step, send_to_ben)) == 1
        assert list_inbox(BEN)[0].attachments

    def test_call_after_file_is_closed_must_upload_again(self, mvd: Client) -> None:
        def send_to_ben(file_id: str) -> None:
            body = make_message(reference="vehicle-2", attachments=[{"id": file_id}])
            assert list(mvd.post(MESSAGES, body).problems()) == ["message.attachments.0.id"]

        assert self.removed_while(mvd, "DeleteObject", send_to_ben) == []
        assert list_inbox(BEN) == []

    def test_interrupted_removal_completes_on_retry(self, mvd: Client) -> None:
        get_outcome(mvd.post(MESSAGES, make_message_with_file(mvd)))
        [message] = list_inbox(ROSA)
        end_calls()
        record = remove(ROSA, message.id)
        call = BaseClient._make_api_call

        def broken(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
            if operation == "DeleteObject":
                raise ConnectionError("gone")
            return call(self, operation, parameters)

        with mock.patch.object(BaseClient, "_make_api_call", broken):
            assert hear(record) == [record["dynamodb"]["SequenceNumber"]]
        assert len(list_keys("kept/")) == 1
        assert hear(record) == []
        assert list_keys("kept/") == []

    def test_event_without_time_is_retried(self, mvd: Client) -> None:
        record = make_removal(ROSA.user_id, "a" * 26)
        assert hear(record, context=Context(9_000)) == [record["dynamodb"]["SequenceNumber"]]
