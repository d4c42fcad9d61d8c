"""Objects of buckets and messages of queues are on disk within a second, and come back."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from moto.s3.models import s3_backends
from moto.sqs.models import sqs_backends

from infrastructure.local import queues
from infrastructure.local.objects import KeptObjects, get_backend, get_tags
from infrastructure.local.queues import KeptQueues
from infrastructure.local.storage import FORMAT, Storage
from infrastructure.settings import ACCOUNT_ID, REGION

BUCKET = "files"
QUEUE = "arn:aws:sqs:us-east-1:123456789012:failures"


def forget() -> None:
    """Empty moto as the end of the process would, and make bucket and queue again."""
    s3_backends[ACCOUNT_ID]["aws"].reset()
    sqs_backends[ACCOUNT_ID][REGION].reset()
    get_backend().create_bucket(BUCKET, REGION)
    sqs_backends[ACCOUNT_ID][REGION].create_queue("failures", region=REGION)


@pytest.fixture(autouse=True)
def moto() -> Iterator[None]:
    forget()
    yield
    s3_backends[ACCOUNT_ID]["aws"].reset()
    sqs_backends[ACCOUNT_ID][REGION].reset()


def start_storage(folder: Path) -> Storage:
    parts = {"queues": KeptQueues(), "objects": KeptObjects(folder / "objects")}
    storage = Storage(folder / "state.json", parts)
    storage.restore()
    storage.start()
    return storage


def put(name: str, content: bytes, **metadata: str) -> None:
    get_backend().put_object(BUCKET, name, content).set_metadata(metadata)


def count_files(folder: Path) -> int:
    return len(list((folder / "objects").iterdir()))


def test_objects_keep_content_metadata_and_tags(tmp_path: Path) -> None:
    storage = start_storage(tmp_path)
    content = bytes(range(256)) * 40
    put("kept/a", content, **{"Content-Type": "application/pdf", "x-amz-meta-name": "ñ.pdf"})
    get_backend().put_object_tagging(get_backend().get_object(BUCKET, "kept/a"), {"scan": "done"})
    put("incoming/b", b"")
    before = get_backend().get_object(BUCKET, "kept/a")
    etag = before.etag
    storage.stop()
    forget()

    start_storage(tmp_path).stop()

    after = get_backend().get_object(BUCKET, "kept/a")
    assert (after.value, after.etag, after.last_modified) == (content, etag, before.last_modified)
    assert after.metadata["content-type"] == "application/pdf"
    assert after.metadata["x-amz-meta-name"] == "ñ.pdf"
    assert get_tags(after) == {"scan": "done"}
    assert get_backend().get_object(BUCKET, "incoming/b").value == b""


def test_copies_share_a_file_and_deleted_objects_have_none(tmp_path: Path) -> None:
    storage = start_storage(tmp_path)
    put("incoming/a", b"one")
    put("incoming/b", b"two")
    get_backend().copy_object(get_backend().get_object(BUCKET, "incoming/a"), BUCKET, "kept/a")
    storage.stop()
    assert count_files(tmp_path) == 2
    forget()

    storage = start_storage(tmp_path)
    get_backend().delete_object(BUCKET, "incoming/a")
    get_backend().delete_object(BUCKET, "incoming/b")
    storage.stop()
    forget()
    start_storage(tmp_path).stop()

    assert get_backend().get_object(BUCKET, "incoming/b") is None
    assert get_backend().get_object(BUCKET, "kept/a").value == b"one"
    assert count_files(tmp_path) == 1


def test_contents_are_not_in_the_state_file(tmp_path: Path) -> None:
    storage = start_storage(tmp_path)
    put("kept/a", b"only here" * 1000)
    storage.stop()

    assert b"only here" not in (tmp_path / "state.json").read_bytes()


def test_queue_messages_are_restored_and_visible(tmp_path: Path) -> None:
    storage = start_storage(tmp_path)
    sqs = sqs_backends[ACCOUNT_ID][REGION]
    for number in range(3):
        queues.send(QUEUE, json.dumps({"number": number}))
    first, second = sqs.receive_message("failures", 2, 0, 300)
    sqs.delete_message("failures", first.receipt_handle)
    storage.stop()
    forget()

    start_storage(tmp_path).stop()

    found = sqs.receive_message("failures", 10, 0, 300)
    assert [json.loads(message.body)["number"] for message in found] == [1, 2]
    assert (found[0].id, found[0].sent_timestamp) == (second.id, second.sent_timestamp)


def test_older_state_starts_without_objects(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(json.dumps({"format": FORMAT, "tables": {}}))

    start_storage(tmp_path).stop()

    assert json.loads((tmp_path / "state.json").read_text())["objects"] == {BUCKET: []}
