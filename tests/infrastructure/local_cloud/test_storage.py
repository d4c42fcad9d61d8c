"""Writes to moto are on disk within a second, even if the process is killed."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto.dynamodb.models import DynamoDBBackend, dynamodb_backends
from moto.dynamodb.models.dynamo_type import DynamoType, Item
from moto.dynamodb.models.table import Table
from moto.ses.models import SESBackend, ses_backends
from moto.sns.models import SNSBackend, sns_backends
from moto.ssm.models import Parameter, SimpleSystemManagerBackend, ssm_backends

from infrastructure.local import storage as storage_module
from infrastructure.local.aws import LocalAws
from infrastructure.local.outbox import Outbox
from infrastructure.local.storage import NotSaved, Storage, UnreadableState
from infrastructure.settings import ACCOUNT_ID, REGION, REPOSITORY, LocalSettings
from tests.infrastructure.local_cloud.fakes import (
    ENOUGH_SECONDS,
    PROCESS_SECONDS,
    Reports,
    WatchedEvent,
    wait_until,
)
from tests.infrastructure.ports import find_free_port

SETTINGS = LocalSettings(port=find_free_port())

TABLE = {
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "person", "AttributeType": "S"},
        {"AttributeName": "item", "AttributeType": "S"},
    ],
    "KeySchema": [
        {"AttributeName": "person", "KeyType": "HASH"},
        {"AttributeName": "item", "KeyType": "RANGE"},
    ],
}
EVERY_TYPE = {
    "person": {"S": "ñandú 🌵"},
    "item": {"S": "x"},
    "number": {"N": "12345678901234567890.123"},
    "binary": {"B": "aGVsbG8="},
    "nothing": {"NULL": True},
    "list": {"L": [{"M": {"deep": {"BOOL": False}}}]},
    "strings": {"SS": ["a", "b"]},
}
WRITES_FOREVER = """
import sys, time
from pathlib import Path
sys.path.insert(0, {repository!r})
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.table import Table
from infrastructure.local.storage import Storage

Table.create_from_cloudformation_json("t", {{"Properties": {table!r}}}, "123456789012", "us-east-1")
storage = Storage(Path(sys.argv[1]))
storage.restore()
storage.start()
backend = dynamodb_backends["123456789012"]["us-east-1"]
number = 0
while True:
    number += 1
    key = {{"person": {{"S": "p"}}, "item": {{"S": "counter"}}}}
    backend.put_item("t", key | {{"number": {{"N": str(number)}}}})
    key = {{"person": {{"S": "p"}}, "item": {{"S": str(number % 500)}}}}
    backend.put_item("t", key | {{"weight": {{"S": "x" * 1000}}}})
    print(number, flush=True)
    # No wait for anything: some hundred writes a second are many, and leave a processor for the saves.
    time.sleep(0.002)
"""


@pytest.fixture
def backend() -> Iterator[DynamoDBBackend]:
    dynamodb = dynamodb_backends[ACCOUNT_ID][REGION]
    ses, sns = ses_backends[ACCOUNT_ID][REGION], sns_backends[ACCOUNT_ID][REGION]
    Table.create_from_cloudformation_json("t", {"Properties": TABLE}, ACCOUNT_ID, REGION)
    yield dynamodb
    dynamodb.reset()
    ses.reset()
    sns.reset()
    ssm_backends[ACCOUNT_ID][REGION].reset()


def forget() -> None:
    """Empty moto as the end of the process would, and make the table again."""
    for backends in (dynamodb_backends, ses_backends, sns_backends, ssm_backends):
        backends[ACCOUNT_ID][REGION].reset()
    Table.create_from_cloudformation_json("t", {"Properties": TABLE}, ACCOUNT_ID, REGION)


def start_storage(path: Path) -> Storage:
    storage = Storage(path)
    storage.restore()
    storage.start()
    return storage


def read_state(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def read_counter(path: Path) -> int:
    """Return the saved counter of the endless writer, 0 without a saved state."""
    kept = json.loads(read_state(path) or '{"tables": {"t": []}}')["tables"]["t"]
    return next((int(item["number"]["N"]) for item in kept if item["item"]["S"] == "counter"), 0)


def list_items() -> list[dict[str, Any]]:
    table = dynamodb_backends[ACCOUNT_ID][REGION].tables["t"]
    return [item.to_json()["Attributes"] for item in table.all_items()]


def test_items_of_all_types_are_restored(backend: DynamoDBBackend, tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    backend.put_item("t", EVERY_TYPE)
    storage.stop()
    forget()

    start_storage(tmp_path / "state.json").stop()

    assert list_items() == [EVERY_TYPE]


def put_parameter(name: str, value: str, kind: str = "SecureString", overwrite: bool = False) -> None:
    ssm_backends[ACCOUNT_ID][REGION].put_parameter(
        name=name,
        description="",
        value=value,
        parameter_type=kind,
        allowed_pattern="",
        keyid="",
        overwrite=overwrite,
        tags=[],
        data_type="text",
        tier="Standard",
        policies=None,
    )


def list_parameters() -> dict[str, tuple[str, str | None]]:
    ssm: SimpleSystemManagerBackend = ssm_backends[ACCOUNT_ID][REGION]
    found = ssm.get_parameters(["/secrets/one", "/secrets/two", "/plain"])
    return {name: (kept.parameter_type, kept.decrypt(kept.value)) for name, kept in found.items()}


def test_parameters_are_restored_with_their_newest_values(backend: DynamoDBBackend, tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    put_parameter("/secrets/one", "first")
    put_parameter("/secrets/one", "second 🌵", overwrite=True)
    put_parameter("/secrets/two", "deleted")
    put_parameter("/plain", "text", "String")
    ssm_backends[ACCOUNT_ID][REGION].delete_parameter("/secrets/two")
    # moto adds the parameters of AWS itself on a read; they do not belong to the portal.
    ssm_backends[ACCOUNT_ID][REGION].get_parameter("/aws/service/global-infrastructure/regions/us-east-1")
    before = list_parameters()
    storage.stop()
    forget()
    assert list_parameters() == {}

    start_storage(tmp_path / "state.json").stop()

    assert before == {"/secrets/one": ("SecureString", "second 🌵"), "/plain": ("String", "text")}
    assert list_parameters() == before
    assert "/aws/" not in (tmp_path / "state.json").read_text()


def test_parameter_is_saved_immediately(backend: DynamoDBBackend, tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    put_parameter("/secrets/one", "value")

    wait_until(lambda: "/secrets/one" in read_state(tmp_path / "state.json"))
    storage.stop()


def test_sample_connections_are_remembered(tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    assert not storage.has_sample_connections
    storage.note_sample_connections()
    storage.stop()

    assert Storage(tmp_path / "state.json").has_sample_connections
    assert not Storage(tmp_path / "state.json").has_sample_people


def test_deleted_item_stays_deleted(backend: DynamoDBBackend, tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    backend.put_item("t", EVERY_TYPE)
    backend.delete_item("t", {"person": EVERY_TYPE["person"], "item": EVERY_TYPE["item"]})
    storage.stop()
    forget()

    start_storage(tmp_path / "state.json").stop()

    assert list_items() == []


def test_secrets_are_created_once(tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    assert storage.get_secret("s", lambda: "first") == "first"
    assert storage.get_secret("s", lambda: "second") == "first"
    storage.stop()

    again = Storage(tmp_path / "state.json")

    assert again.get_secret("s", lambda: "third") == "first"


def test_secret_that_does_not_fit_the_template_is_made_again(tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    storage.get_secret("s", lambda: "plain")
    assert storage.get_secret("s", lambda: "fitting", lambda kept: kept == "fitting") == "fitting"
    assert storage.get_secret("s", lambda: "another", lambda kept: kept == "fitting") == "fitting"


def test_sample_people_are_recorded(tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")
    assert storage.has_sample_people is False
    storage.note_sample_people()
    storage.stop()

    assert Storage(tmp_path / "state.json").has_sample_people is True


def test_sent_messages_are_restored_with_their_time(backend: DynamoDBBackend, tmp_path: Path) -> None:
    ses_backends[ACCOUNT_ID][REGION].verify_email_identity("portal@example.com")
    outbox = Outbox("portal@example.com")
    storage = start_storage(tmp_path / "state.json")
    outbox.send("rosa@example.com", "Your code", "123456")
    sns_backends[ACCOUNT_ID][REGION].publish("234567", None, phone_number="+16025550123")
    storage.stop()
    before = outbox.list_messages()
    forget()

    start_storage(tmp_path / "state.json").stop()

    assert outbox.list_messages() == before
    assert {(message.channel, message.to, message.text) for message in before} == {
        ("email", "rosa@example.com", "123456"),
        ("text", "+16025550123", "234567"),
    }
    assert all(datetime.now(UTC) - message.sent_at < timedelta(seconds=5) for message in before)


def test_unchanged_state_is_not_saved_again(backend: DynamoDBBackend, tmp_path: Path) -> None:
    storage = Storage(tmp_path / "state.json")
    storage._changed = changed = WatchedEvent()
    storage.start()
    backend.put_item("t", EVERY_TYPE)

    # For the first time before the change, and then until the next one, however long that takes.
    wait_until(lambda: len(changed.waits) > 1 and changed.is_waiting)

    assert set(changed.waits) == {None}
    assert (tmp_path / "state.json").exists()
    storage.stop()


@pytest.mark.parametrize("failure", [OSError, RuntimeError])
def test_failed_save_is_retried(
    backend: DynamoDBBackend,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    thread_reports: Reports,
    failure: type[Exception],
) -> None:
    path = tmp_path / "state.json"
    storage = start_storage(path)
    failed = failure("disk full")
    save, failures = storage.save, [failed]

    def fail_once() -> None:
        if failures:
            raise failures.pop()
        save()

    monkeypatch.setattr(storage, "save", fail_once)
    backend.put_item("t", EVERY_TYPE)
    wait_until(path.exists)
    storage.stop()

    assert thread_reports.errors == ([] if failure is OSError else [failed])
    assert ("disk full" in capsys.readouterr().err) == (failure is OSError)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_full_disk_is_reported_once_and_at_the_end(
    backend: DynamoDBBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state.draft").symlink_to("/dev/full")
    storage = start_storage(tmp_path / "state.json")
    backend.put_item("t", EVERY_TYPE)
    wait_until(lambda: storage._reported)

    with pytest.raises(NotSaved, match=r"state\.json could not be written"):
        storage.stop()

    assert capsys.readouterr().err == "Not saved: [Errno 28] No space left on device\n"


def test_missing_item_can_be_read_during_a_save(
    backend: DynamoDBBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        backend.put_item("t", {"person": {"S": f"p{number}"}, "item": {"S": "x"}})
    to_json = Item.to_json

    def read_between(item: Item) -> dict[str, Any]:
        absent = DynamoType({"S": f"not {item.hash_key.value}"})
        assert backend.tables["t"].get_item(absent, DynamoType({"S": "x"})) is None
        return to_json(item)

    monkeypatch.setattr(Item, "to_json", read_between)

    Storage(tmp_path / "state.json").save()

    assert len(json.loads((tmp_path / "state.json").read_text())["tables"]["t"]) == 3


def test_parameter_can_be_read_during_a_save(backend: DynamoDBBackend, tmp_path: Path) -> None:
    ssm = ssm_backends[ACCOUNT_ID][REGION]

    class ReadBetween(list[Parameter]):
        def __bool__(self) -> bool:
            assert ssm.get_parameter("/aws/service/global-infrastructure/regions/us-east-1") is not None
            return super().__len__() > 0

    put_parameter("/secrets/one", "text", "String")
    put_parameter("/secrets/two", "text", "String")
    ssm._parameters["/secrets/one"] = ReadBetween(ssm._parameters["/secrets/one"])

    Storage(tmp_path / "state.json").save()

    kept = json.loads((tmp_path / "state.json").read_text())["parameters"]
    assert {parameter["name"] for parameter in kept} == {"/secrets/one", "/secrets/two"}


def test_concurrent_writes_leave_a_complete_state(backend: DynamoDBBackend, tmp_path: Path) -> None:
    storage = start_storage(tmp_path / "state.json")

    def write(person: int) -> None:
        for number in range(50):
            backend.put_item("t", {"person": {"S": str(person)}, "item": {"S": str(number)}})

    threads = [threading.Thread(target=write, args=(person,)) for person in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    storage.stop()

    kept = json.loads((tmp_path / "state.json").read_text())["tables"]["t"]
    assert len(kept) == 200


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": 1}', '{"format": 99}'])
def test_unreadable_state_is_reported_with_a_remedy(tmp_path: Path, content: str) -> None:
    (tmp_path / "state.json").write_text(content)

    with pytest.raises(UnreadableState, match="npm run reset"):
        Storage(tmp_path / "state.json")


def test_stop_restores_the_methods_of_moto(tmp_path: Path) -> None:
    methods = (DynamoDBBackend.put_item, SESBackend.send_email, SNSBackend.publish)

    start_storage(tmp_path / "state.json").stop()

    assert (DynamoDBBackend.put_item, SESBackend.send_email, SNSBackend.publish) == methods


def test_killed_process_loses_only_unsaved_changes(tmp_path: Path) -> None:
    path, written = tmp_path / "state.json", tmp_path / "written"
    program = WRITES_FOREVER.format(repository=str(REPOSITORY), table=TABLE)
    with written.open("w") as output:
        process = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=output)
    try:
        wait_until(lambda: read_counter(path) > 0, PROCESS_SECONDS)
        # The state is saved repeatedly although the changes never pause.
        for _ in range(4):
            before = read_counter(path)
            wait_until(lambda before=before: read_counter(path) > before, PROCESS_SECONDS)  # type: ignore[misc]
    finally:
        process.kill()
        process.wait()

    last = int(written.read_text().split("\n")[-2])
    assert 0 < read_counter(path) <= last + 1


def test_save_interval_is_under_half_a_second() -> None:
    # The other half of the second that is promised is for the save.
    assert storage_module._GATHERING_SECONDS < 0.5


@pytest.fixture
def dynamodb(backend: DynamoDBBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yield the emulated DynamoDB, as a function reaches it."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    storage = start_storage(tmp_path / "state.json")
    aws = LocalAws(SETTINGS, storage)
    aws.start()
    yield boto3.session.Session(region_name=REGION).client("dynamodb", endpoint_url=SETTINGS.aws_endpoint)
    aws.stop()
    storage.stop()


def test_undone_transaction_is_not_visible(
    backend: DynamoDBBackend, dynamodb: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = {"person": {"S": "p"}, "item": {"S": "new"}}
    seen: list[Any] = []
    reader = threading.Thread(
        target=lambda: seen.append(dynamodb.get_item(TableName="t", Key=key).get("Item"))
    )
    put_item = Table.put_item

    def put_and_let_read(table: Table, *arguments: Any, **named: Any) -> Any:
        result = put_item(table, *arguments, **named)
        reader.start()
        # Long enough for an answer that does not wait, and no longer than this takes when it does.
        reader.join(1)
        return result

    monkeypatch.setattr(Table, "put_item", put_and_let_read)
    nothing = {"ConditionExpression": "attribute_exists(person)"}
    absent = {"person": {"S": "p"}, "item": {"S": "absent"}}
    with pytest.raises(ClientError, match="ConditionalCheckFailed"):
        dynamodb.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": "t", "Item": key}},
                {"ConditionCheck": {"TableName": "t", "Key": absent, **nothing}},
            ]
        )
    reader.join(ENOUGH_SECONDS)

    assert seen == [None]


def test_read_of_a_missing_item_does_not_remove_a_write(
    backend: DynamoDBBackend, dynamodb: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moto makes a row for a key that is asked for in vain, also over one that was made in between."""
    absent, new = ({"person": {"S": "p"}, "item": {"S": name}} for name in ("absent", "new"))
    writer = threading.Thread(target=lambda: dynamodb.put_item(TableName="t", Item=new))

    def row() -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        if not writer.ident:
            writer.start()
            writer.join(1)
        return made

    backend.tables["t"].items.default_factory = row
    assert "Item" not in dynamodb.get_item(TableName="t", Key=absent)
    writer.join(ENOUGH_SECONDS)

    assert dynamodb.get_item(TableName="t", Key=new)["Item"] == new


def test_read_does_not_wait_for_a_save(
    backend: DynamoDBBackend, dynamodb: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = {"person": {"S": "p"}, "item": {"S": "x"}}
    dynamodb.put_item(TableName="t", Item=key)
    to_json, is_saving, may_save = Item.to_json, threading.Event(), threading.Event()

    def save_slowly(item: Item) -> Any:
        if threading.current_thread().name == "storage":
            is_saving.set()
            may_save.wait(ENOUGH_SECONDS)
        return to_json(item)

    monkeypatch.setattr(Item, "to_json", save_slowly)
    dynamodb.put_item(TableName="t", Item={"person": {"S": "p"}, "item": {"S": "y"}})
    assert is_saving.wait(ENOUGH_SECONDS)

    assert dynamodb.get_item(TableName="t", Key=key)["Item"] == key
    may_save.set()
