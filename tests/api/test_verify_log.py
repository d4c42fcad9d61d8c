"""Access log changes outside of the sealer, which `npm run verify-log` must report."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domains.accesslog.published_log import CHECKPOINT, LOG_PATH, PUBLIC_KEY, get_key_change
from functions.accesslogsealer.amazon_kms import AmazonKms
from infrastructure.operations.access_log import __main__ as command
from infrastructure.operations.access_log.erase import erase
from infrastructure.operations.access_log.verify_log import verify
from infrastructure.operations.comparison import Figures
from tests.api.access_log_support import (
    ADA,
    KEY_ALIAS,
    LATER_KEYS,
    LOOK,
    NAME,
    SAM,
    AccessLogWorld,
    make_access,
)
from tests.api.support import ACCESS_LOG_BUCKET, ACCESS_LOG_TABLE
from tests.depth import examples
from tests.infrastructure.conftest import StandInPortal
from tests.unit.transparency_log.logs import SigningKey
from transparency_log.checkpoints import LogKey, sign_checkpoint
from transparency_log.key_changes import KeyChange, LogKeys
from transparency_log.tiles import Tile

ACCESSES = 7


@pytest.fixture
def world(stored: Mapping[str, Any]) -> AccessLogWorld:
    """Return a log of some accesses, three lines each, all sealed."""
    world = AccessLogWorld(stored)
    for number in range(ACCESSES):
        world.look(access=make_access(number))
    world.seal()
    return world


def run_verification(world: AccessLogWorld, *kept: str, kept_keys: Sequence[str] = ()) -> Figures:
    return verify(
        boto3.client("dynamodb"),
        ACCESS_LOG_TABLE,
        boto3.client("s3"),
        ACCESS_LOG_BUCKET,
        world.now,
        kept,
        kept_keys,
    )


def list_faults(world: AccessLogWorld, *kept: str) -> list[str]:
    return [difference.fault for difference in run_verification(world, *kept).differences]


def get_line(world: AccessLogWorld, place: int) -> dict[str, Any]:
    return next(line for line in world.lines() if line.get("leaf_index") == place)


def get_key(line: Mapping[str, Any]) -> dict[str, Any]:
    return {"partition": line["partition"], "item": line["item"]}


def get_person_line(user_id: str, number: int) -> dict[str, Any]:
    return {"partition": f"person#{user_id}", "item": f"{number:010d}"}


def put_object(name: str, content: bytes) -> None:
    boto3.client("s3").put_object(Bucket=ACCESS_LOG_BUCKET, Key=f"{LOG_PATH}/{name}", Body=content)


def test_untouched_log_has_no_differences(world: AccessLogWorld) -> None:
    world.look(2)
    figures = run_verification(world)
    assert figures.differences == []
    assert figures.counts == {
        "lines": 27,
        "sealed": 21,
        "waiting to be sealed": 6,
        "erased": 0,
        "staff members": 1,
        "checkpoints": 2,
    }


def test_empty_log_has_no_differences(stored: Mapping[str, Any]) -> None:
    world = AccessLogWorld(stored)
    world.seal()
    assert run_verification(world).differences == []


def test_unsealed_log_is_reported(stored: Mapping[str, Any]) -> None:
    assert list_faults(AccessLogWorld(stored)) == ["no checkpoint is published that the published key signed"]


@pytest.mark.parametrize(
    ("attribute", "change"),
    [
        ("content", lambda text: text.replace("complaint", "fraud-check")),
        ("salt", lambda salt: salt[2:] + "00"),
    ],
)
def test_changed_line_is_reported(
    world: AccessLogWorld, attribute: str, change: Callable[[str], str]
) -> None:
    line = get_line(world, 4)
    world.table.put_item(Item=line | {attribute: change(line[attribute])})
    (difference,) = run_verification(world).differences
    assert difference.where == f"{line['partition']} {line['item']}"
    assert difference.fault == "it was changed after it was sealed in place 4"


def test_removed_line_is_reported_with_access_number(world: AccessLogWorld) -> None:
    world.table.delete_item(Key=get_person_line("rosa", 3))
    assert sorted(list_faults(world)) == [
        "access number 3 to this person is missing",
        "access number 3 was to 2 people, and there are lines of 1",
        "what was sealed there was removed, and no erasure of it is recorded",
    ]


def test_gap_in_staff_numbers_is_reported(world: AccessLogWorld) -> None:
    world.table.delete_item(Key={"partition": f"staff#{SAM.number}", "item": "0000000003"})
    found = run_verification(world).differences
    assert "access number 3 is missing" in [each.fault for each in found if SAM.number in each.where]


def test_erasure_does_not_cover_gap_of_other_person(world: AccessLogWorld) -> None:
    erase_line(world, get_person_line("rosa", 3))
    world.table.delete_item(Key=get_person_line("ben", 3))
    found = run_verification(world).differences
    assert "person#ben" in [each.where for each in found if each.fault.endswith("to this person is missing")]


def test_reordered_lines_are_reported(world: AccessLogWorld) -> None:
    first, second = get_line(world, 2), get_line(world, 5)
    world.table.put_item(Item=first | {"leaf_index": 5})
    world.table.put_item(Item=second | {"leaf_index": 2})
    assert sorted(list_faults(world)) == [
        "it was put in another order: it is sealed in place 2, not in 5",
        "it was put in another order: it is sealed in place 5, not in 2",
    ]


def test_line_under_wrong_key_is_reported(world: AccessLogWorld) -> None:
    line = next(line for line in world.lines() if line["partition"] == "person#rosa")
    world.table.delete_item(Key=get_key(line))
    world.table.put_item(Item=line | {"partition": "person#somebody"})
    assert "it is not under its own key" in list_faults(world)


def test_duplicate_line_is_reported(world: AccessLogWorld) -> None:
    line = get_line(world, 4)
    world.table.put_item(Item=line | {"item": f"{line['item']}0"})
    assert any(fault.startswith("it has place 4 in the sealed log, as has ") for fault in list_faults(world))


def test_line_without_place_or_waiting_mark_is_reported(world: AccessLogWorld) -> None:
    world.look()
    line = next(line for line in world.lines() if "unsealed" in line)
    world.table.put_item(Item={name: value for name, value in line.items() if name != "unsealed"})
    assert list_faults(world) == ["it has no place in the sealed log, and is not waiting for one"]


def test_incomplete_line_is_reported(world: AccessLogWorld) -> None:
    line = get_line(world, 4)
    world.table.put_item(Item=line | {"content": "{}"})
    assert "it is not a whole line" in list_faults(world)


@pytest.mark.unmapped
@pytest.mark.parametrize(
    "change",
    [
        lambda record: record | {"note": "more"},
        lambda record: {name: value for name, value in record.items() if name != "person_number"},
    ],
)
def test_sealed_line_with_other_fields_is_reported(
    world: AccessLogWorld, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    world.look()
    line = next(line for line in world.lines() if "unsealed" in line and line["partition"] == "person#rosa")
    content = json.dumps(change(json.loads(line["content"])))
    world.table.put_item(Item=line | {"content": content})
    world.seal()
    assert "it has other fields than a record" in list_faults(world)


def test_overdue_unsealed_lines_are_reported(world: AccessLogWorld) -> None:
    world.look()
    world.now += timedelta(minutes=6)
    assert [fault.partition(" since")[0] for fault in list_faults(world)] == ["it is not sealed"] * 3


def drop_lines_since(world: AccessLogWorld, place: int) -> None:
    """Rebuild table, bucket and head without the lines after a place, as a full administrator could."""
    lines = [line for line in world.lines() if line["leaf_index"] < place]
    for item in world.table.scan()["Items"]:
        world.table.delete_item(Key=get_key(item))
    boto3.resource("s3").Bucket(ACCESS_LOG_BUCKET).object_versions.delete()
    for line in lines:
        del line["leaf_index"]
        world.table.put_item(Item=line | {"unsealed": "unsealed"})
    world.seal()


def test_dropped_day_is_detected_with_older_checkpoint(world: AccessLogWorld) -> None:
    yesterday = world.published.read_text(CHECKPOINT) or ""
    drop_lines_since(world, 15)
    assert list_faults(world) == []
    assert list_faults(world, yesterday) == ["it has 21 leaves, and the log has only 15: some were dropped"]
    world.look(10)
    world.seal()
    assert list_faults(world) == []
    (fault,) = list_faults(world, yesterday)
    assert fault.startswith("the log does not begin with its 21 leaves")


def test_checkpoint_in_witness_email_is_found(world: AccessLogWorld) -> None:
    reported: list[str] = []

    class Witness:
        def send_checkpoint(self, checkpoint: str) -> None:
            reported.append(
                f"> This is how far\r\n\r\n{checkpoint.replace(chr(10), chr(13) + chr(10))}\r\nTo compare"
            )

    world.sealer(witness=Witness()).seal_waiting_lines(lambda: 60_000)
    world.look()
    world.seal()
    assert list_faults(world, *reported) == []
    assert list_faults(world, "not a checkpoint") == ["it is no checkpoint that the published key signed"]


def test_stored_checkpoints_detect_rebuilt_tiles(world: AccessLogWorld) -> None:
    size = world.checkpoint.size
    content = world.published.read_tile(Tile(0, 0, size))
    put_object(f"tile/0/000.p/{size}", content[32:64] + content[:32] + content[64:])
    found = run_verification(world).differences
    assert ("checkpoint", True) in [(each.where, "does not begin" in each.fault) for each in found]
    assert "it was written more than once" in [each.fault for each in found]


@pytest.mark.parametrize("name", [CHECKPOINT, PUBLIC_KEY])
def test_invalid_checkpoint_or_key_is_reported(world: AccessLogWorld, name: str) -> None:
    put_object(name, b"nothing")
    assert "no checkpoint is published that the published key signed" in list_faults(world)


SECOND, THIRD = LATER_KEYS
BROKEN_CHANGE = "the key before did not sign this change: the key of the log changed"


def change_keys(world: AccessLogWorld) -> None:
    """Change the key twice, sealing an access under each."""
    for alias, former in ((SECOND, KEY_ALIAS), (THIRD, SECOND)):
        world.deploy_key(alias, former)
        world.look()
        world.seal()


def test_planned_changes_of_key_are_no_differences(world: AccessLogWorld) -> None:
    kept = [world.published.read_text(CHECKPOINT) or ""]
    change_keys(world)
    kept.append(world.published.read_text(CHECKPOINT) or "")
    keys = [world.key, *(change.key for change in world.keys.changes)]
    assert len(keys) == 3
    figures = run_verification(world, *kept, kept_keys=[f"{key.text}\n" for key in keys])
    assert figures.differences == []
    assert figures.counts["checkpoints"] == 6


def test_kept_key_outside_of_the_changes_is_reported(world: AccessLogWorld) -> None:
    change_keys(world)
    (difference,) = run_verification(world, kept_keys=[SigningKey(NAME).public.text]).differences
    assert difference.fault == "it is not the key that was kept: the key of the log changed"


def sign_change(former: str, key: LogKey, size: int) -> bytes:
    """Return the note of a change that a key of the log signs."""
    signer = AmazonKms(former)
    return LogKeys(LogKey(NAME, signer.public_key)).sign_change(KeyChange(size, key), signer.sign).encode()


@pytest.mark.parametrize(
    ("number", "make_note"),
    [
        (1, lambda _: b"\xff"),
        (2, lambda world: world.published.read_text(get_key_change(1)).encode()),
        (2, lambda world: sign_change(SECOND, world.key, 25)),
        (2, lambda world: sign_change(SECOND, world.keys.newest, 21)),
        (3, lambda _: sign_change(SECOND, SigningKey(NAME).public, 28)),
        (4, lambda _: sign_change(THIRD, SigningKey(NAME).public, 28)),
    ],
    ids=[
        "no text",
        "the same again",
        "back to the first key",
        "back in size",
        "signed by an earlier key",
        "after a gap",
    ],
)
def test_broken_change_of_key_is_reported(
    world: AccessLogWorld, number: int, make_note: Callable[[AccessLogWorld], bytes]
) -> None:
    change_keys(world)
    name = get_key_change(number)
    put_object(name, make_note(world))
    found = run_verification(world).differences
    assert BROKEN_CHANGE in [each.fault for each in found if each.where == name]


def test_removed_change_of_key_is_reported(world: AccessLogWorld) -> None:
    change_keys(world)
    key = f"{LOG_PATH}/{get_key_change(2)}"
    boto3.client("s3").delete_object(Bucket=ACCESS_LOG_BUCKET, Key=key)
    assert "no checkpoint is published that the published key signed" in list_faults(world)


def test_change_of_key_before_stored_checkpoints_is_reported(world: AccessLogWorld) -> None:
    put_object(get_key_change(1), sign_change(KEY_ALIAS, SigningKey(NAME).public, 21))
    assert list_faults(world) == ["no checkpoint is published that the published key signed"]


def test_checkpoint_of_former_key_after_the_change_is_reported(world: AccessLogWorld) -> None:
    change_keys(world)
    former = AmazonKms(SECOND)
    note = sign_checkpoint(world.checkpoint, LogKey(NAME, former.public_key), former.sign)
    assert list_faults(world, note) == ["it is no checkpoint that the published key signed"]


def test_checkpoint_under_name_of_other_size_is_reported(world: AccessLogWorld) -> None:
    note = world.published.read_text(CHECKPOINT) or ""
    put_object("checkpoints/9", note.encode())
    put_object("checkpoints/99", note.encode())
    assert list_faults(world) == ["it is the checkpoint of 21 leaves, not of those in its name"] * 2


def test_rolled_back_log_is_reported_with_kept_checkpoint(world: AccessLogWorld) -> None:
    older = world.published.read_text(CHECKPOINT) or ""
    world.look()
    world.seal()
    newer = world.published.read_text(CHECKPOINT) or ""
    assert list_faults(world, older, newer) == []
    put_object(CHECKPOINT, older.encode())
    assert "it has 24 leaves, and the log has only 21: some were dropped" in list_faults(world, newer)


def test_missing_or_deleted_tile_is_reported(world: AccessLogWorld) -> None:
    boto3.client("s3").delete_object(Bucket=ACCESS_LOG_BUCKET, Key=f"{LOG_PATH}/tile/0/000.p/21")
    assert "it was deleted; its versions are still there" in list_faults(world)
    assert "the tile is missing or not whole" in list_faults(world)


def test_unexpected_object_is_reported(world: AccessLogWorld) -> None:
    put_object("tile/0/1", b"x")
    assert list_faults(world) == ["the tile is not that of the sealed log"]


def erase_line(world: AccessLogWorld, line: Mapping[str, Any]) -> None:
    erase(
        boto3.client("dynamodb"),
        ACCESS_LOG_TABLE,
        (line["partition"], line["item"]),
        "request 7",
        world.clock(),
    )


@pytest.mark.parametrize("partition", ["person#rosa", f"staff#{SAM.number}"])
def test_erased_record_is_not_reported(world: AccessLogWorld, partition: str) -> None:
    line = next(line for line in world.lines() if line["partition"] == partition)
    erase_line(world, line)
    for _ in range(2):
        figures = run_verification(world)
        assert (figures.differences, figures.counts["erased"]) == ([], 1)
        world.seal()
    assert world.checkpoint.size == 3 * ACCESSES + 1
    assert line["salt"] not in str(list(world.lines()))


def test_erasure_does_not_cover_other_record(world: AccessLogWorld) -> None:
    erase_line(world, get_line(world, 4))
    world.seal()
    erasure = next(line for line in world.lines() if line["partition"] == "erased#4")
    world.table.delete_item(Key=get_key(get_line(world, 5)))
    changed = erasure["content"].replace('"leaf_index":4', '"leaf_index":5')
    world.table.put_item(Item=erasure | {"partition": "erased#5", "content": changed})
    assert (
        list_faults(world).count("what was sealed there was removed, and no erasure of it is recorded") == 1
    )


def test_access_numbers_are_separate_per_staff_member(world: AccessLogWorld) -> None:
    world.look(2, replace(LOOK, staff=ADA))
    world.seal()
    figures = run_verification(world)
    assert (figures.differences, figures.counts["staff members"]) == ([], 2)


@pytest.fixture
def run(world: AccessLogWorld, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Return a function that runs the command on the tables of this test at its time."""
    portal = StandInPortal(tables={"AccessLogTable": ACCESS_LOG_TABLE})
    monkeypatch.setattr(command, "open_portal", lambda _: portal)
    monkeypatch.setattr(command, "_find_bucket", lambda _: ACCESS_LOG_BUCKET)
    monkeypatch.setattr(command, "get_utc_now", world.clock)
    return lambda *arguments: command.main([*arguments])


def test_command_reports_differences_and_exit_status(
    world: AccessLogWorld, run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "checkpoint"
    kept.write_text(world.published.read_text(CHECKPOINT) or "", encoding="utf-8")
    assert run("--checkpoint", str(kept)) == 0
    key = tmp_path / "key"
    key.write_text(world.key.text, encoding="utf-8")
    assert run("--key", str(key)) == 0
    drop_lines_since(world, 15)
    assert run() == 0
    capsys.readouterr()
    assert run("--checkpoint", str(kept)) == 1
    assert "given 1: it has 21 leaves, and the log has only 15" in capsys.readouterr().out
    assert run("--checkpoint", str(tmp_path / "missing")) == 1
    key.write_text(SigningKey(NAME).public.text, encoding="utf-8")
    assert run("--key", str(key)) == 1
    assert "public-key: it is not the key that was kept" in capsys.readouterr().out


def test_command_erases_only_named_record(
    world: AccessLogWorld, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    line = get_line(world, 4)
    with pytest.raises(SystemExit):
        run("--erase", line["partition"], line["item"])
    assert run("--erase", line["partition"], line["item"], "--reason", "request 7") == 0
    assert "in place 4" in capsys.readouterr().out
    assert run("--erase", line["partition"], line["item"], "--reason", "request 7") == 1
    assert capsys.readouterr().err == "There is no such record.\n"
    assert run("--erase", "erased#4", "erasure", "--reason", "request 7") == 1
    world.look()
    waiting = next(each for each in world.lines() if "unsealed" in each and each["partition"] != "erased#4")
    assert run("--erase", waiting["partition"], waiting["item"], "--reason", "request 7") == 1
    assert "not sealed yet" in capsys.readouterr().err
    assert run() == 0


@settings(
    max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_removal_or_change_is_detected(stored: Mapping[str, Any], data: st.DataObject) -> None:
    for table in stored.values():
        if table.name == ACCESS_LOG_TABLE:
            for item in table.scan()["Items"]:
                table.delete_item(Key=get_key(item))
    world = AccessLogWorld(stored)
    world.look(data.draw(st.integers(1, 4)))
    world.seal()
    lines = list(world.lines())
    victim = data.draw(st.sampled_from(lines))
    match data.draw(st.sampled_from(["remove", "change", "move"])):
        case "remove":
            world.table.delete_item(Key=get_key(victim))
        case "change":
            text = victim["content"]
            place = data.draw(st.integers(0, len(text) - 1))
            letter = "x" if text[place] != "x" else "y"
            world.table.put_item(Item=victim | {"content": text[:place] + letter + text[place + 1 :]})
        case "move":
            other = data.draw(st.sampled_from([line for line in lines if line != victim]))
            world.table.put_item(Item=victim | {"leaf_index": other["leaf_index"]})
    assert list_faults(world)
