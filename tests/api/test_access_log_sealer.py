"""Sealer over moto: parallel runs, interruptions between any two steps, and altered objects."""

import base64
import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import boto3
import pytest

from domains.accesslog.published_log import (
    CHECKPOINT,
    LOG_PATH,
    PUBLIC_KEY,
    LogForked,
    get_checkpoint,
    get_origin,
)
from domains.accesslog.sealing_table import MAX_SEALED_TOGETHER, SealingTable
from functions.accesslogsealer.service import OtherKey
from functions.accesslogsealer.witness import MailWitness
from infrastructure.operations.access_log.sealed import find_checkpoint
from portal.mail import Mail, MessageNotSent
from tests.api.access_log_support import NAME, PORTAL, AccessLogWorld, Faults, make_access
from tests.api.conftest import Outbox
from tests.api.support import ACCESS_LOG_BUCKET, ACCESS_LOG_TABLE, calling, load_app
from tests.unit.transparency_log.logs import SigningKey
from transparency_log.checkpoints import read_checkpoint
from transparency_log.hashes import EMPTY_ROOT, HASH_BYTES
from transparency_log.proofs import NotProved, verify_consistency, verify_inclusion
from transparency_log.tree import Tree

MAX_CALLS = 60
"""Upper limit of the calls in one run."""


@pytest.fixture
def world(stored: Mapping[str, Any]) -> AccessLogWorld:
    return AccessLogWorld(stored)


class Context:
    def get_remaining_time_in_millis(self) -> int:
        return 60_000


def test_log_without_accesses_is_empty_tree(world: AccessLogWorld) -> None:
    assert world.seal().size == 0
    assert (world.checkpoint.size, world.checkpoint.root) == (0, EMPTY_ROOT)
    assert world.key.name == NAME


def test_log_of_portal_without_address_publishes_nothing(world: AccessLogWorld) -> None:
    world.look()
    sealed = world.sealer(origin=get_origin("https://portal.invalid")).run(lambda: 60_000)
    assert (sealed.lines, sealed.size) == (0, 0)
    assert sealed.waiting_seconds > 0
    assert world.objects() == set()
    world.sealer(origin=get_origin(PORTAL)).run(lambda: 60_000)
    world.assert_sealed()


def test_sealing_leaves_no_waiting_lines(world: AccessLogWorld) -> None:
    world.look(3)
    sealed = world.seal()
    assert (sealed.lines, sealed.size, sealed.waiting_seconds) == (9, 9, 0)
    world.assert_sealed()
    assert world.seal().lines == 0
    world.assert_sealed()


def test_new_checkpoints_are_consistent_with_older_ones(world: AccessLogWorld) -> None:
    seen = []
    for count in (1, 2, 40, 1):
        world.look(count)
        world.seal()
        world.assert_sealed()
        seen.append(world.checkpoint)
    newest = seen[-1]
    tree = Tree(newest.size, world.published.read_tile)
    assert newest.size == 132 > MAX_SEALED_TOGETHER
    for older in seen:
        path = tree.make_consistency_path(older.size)
        verify_consistency(older.size, older.root, newest.size, newest.root, path)
        kept = world.published.read_text(get_checkpoint(older.size)) or ""
        assert read_checkpoint(kept, world.key) == older


def test_oldest_lines_are_sealed_first(world: AccessLogWorld) -> None:
    for number in range(5):
        world.look(access=make_access(number))
    world.seal()
    moments = [line["accessed_at"] for line in sorted(world.lines(), key=lambda line: line["leaf_index"])]
    assert moments == sorted(moments)


def test_leaf_hashes_stored_salt_and_content(world: AccessLogWorld) -> None:
    world.look()
    world.seal()
    tree = Tree(3, world.published.read_tile)
    for line in world.lines():
        content = b"\x00" + bytes.fromhex(line["salt"]) + line["content"].encode()
        assert tree.leaf(int(line["leaf_index"])) == hashlib.sha256(content).digest()


@pytest.mark.parametrize("after", [False, True])
def test_next_run_finishes_interrupted_sealing(world: AccessLogWorld, after: bool) -> None:
    """Test every interruption point on the same log, so that later runs find what earlier ones left."""
    ended = 0
    for place in range(MAX_CALLS):
        world.look(access=make_access(place))
        if not world.interrupt_at(place, after=after):
            break
        ended += 1
        world.look(access=make_access(place))
        world.seal()
        world.assert_sealed()
    assert 10 < ended < MAX_CALLS - 1


@pytest.mark.parametrize("times", [2, 3])
def test_sealer_recovers_from_repeated_interruptions(world: AccessLogWorld, times: int) -> None:
    world.look(2)
    for place in range(MAX_CALLS):
        for _ in range(times):
            world.interrupt_at(place % 17, after=bool(place % 2))
        world.look(access=make_access(place))
    world.seal()
    world.assert_sealed()


@pytest.mark.parametrize("after", [False, True])
def test_interleaved_sealers_keep_log_consistent(world: AccessLogWorld, after: bool) -> None:
    for place in range(MAX_CALLS):
        world.look(access=make_access(place))

        def other(place: int = place) -> None:
            world.look(access=make_access(place))
            world.seal()

        faults = Faults(place, other, after)
        world.seal(faults)
        world.seal()
        world.assert_sealed()
        if faults.calls <= place:
            break
    else:
        pytest.fail("the sealer makes more calls")


def test_parallel_sealers_keep_log_consistent(world: AccessLogWorld) -> None:
    for _ in range(5):
        world.look(20)
        with ThreadPoolExecutor(3) as pool:
            for run in [pool.submit(world.seal) for _ in range(3)]:
                run.result()
    world.seal()
    world.assert_sealed()
    assert world.checkpoint.size == 300


def test_replaced_tile_stops_sealer(world: AccessLogWorld) -> None:
    world.look()
    world.seal()
    boto3.client("s3").put_object(
        Bucket=ACCESS_LOG_BUCKET, Key=f"{LOG_PATH}/tile/0/000.p/3", Body=bytes(3 * HASH_BYTES)
    )
    world.look()
    with pytest.raises(NotProved):
        world.seal()
    assert world.checkpoint.size == 3


def test_prewritten_tile_stops_sealer(world: AccessLogWorld) -> None:
    world.look()
    boto3.client("s3").put_object(
        Bucket=ACCESS_LOG_BUCKET, Key=f"{LOG_PATH}/tile/0/000.p/3", Body=bytes(3 * HASH_BYTES)
    )
    with pytest.raises(LogForked):
        world.seal()


def test_prewritten_checkpoint_stops_sealer(world: AccessLogWorld) -> None:
    world.look()
    world.seal()
    note = world.published.read_text(CHECKPOINT) or ""
    world.look()
    boto3.client("s3").put_object(
        Bucket=ACCESS_LOG_BUCKET, Key=f"{LOG_PATH}/{get_checkpoint(6)}", Body=note.encode()
    )
    with pytest.raises(OtherKey):
        world.seal()


def test_different_key_stops_sealer(world: AccessLogWorld) -> None:
    world.seal()
    other = SigningKey(world.key.name).public
    boto3.client("s3").put_object(
        Bucket=ACCESS_LOG_BUCKET, Key=f"{LOG_PATH}/{PUBLIC_KEY}", Body=other.text.encode()
    )
    world.look()
    with pytest.raises(OtherKey):
        world.seal()


def test_log_keeps_name_after_domain_change(world: AccessLogWorld) -> None:
    world.look()
    world.seal()
    world.look()
    world.sealer(origin="new.example.gov/log").run(lambda: 60_000)
    world.assert_sealed()


def test_waiting_seconds_are_reported(world: AccessLogWorld) -> None:
    world.look()
    world.now += timedelta(minutes=7)
    waiting = world.sealer().run(lambda: 0)
    assert waiting.lines == 0
    assert 420 <= waiting.waiting_seconds < 421


def test_proof_links_record_to_checkpoint(world: AccessLogWorld) -> None:
    world.look(5)
    world.seal()
    world.look()
    lines = world.list_person_lines("rosa")
    proofs = world.proofs().prove(lines)
    assert [proof is None for proof in proofs] == [True, False, False, False, False, False]
    note = world.published.read_text(get_checkpoint(15)) or ""
    checkpoint = read_checkpoint(note, world.key)
    for proof, line in list(zip(proofs, lines, strict=True))[1:]:
        assert proof is not None
        assert (proof.tree_size, proof.record) == (15, line.content)
        leaf = hashlib.sha256(b"\x00" + bytes.fromhex(proof.salt) + proof.record.encode()).digest()
        path = [base64.b64decode(each) for each in proof.audit_path]
        verify_inclusion(proof.leaf_index, proof.tree_size, leaf, path, checkpoint.root)


def test_line_without_checkpoint_is_not_proved(world: AccessLogWorld) -> None:
    world.look()
    table = SealingTable(ACCESS_LOG_TABLE)
    assert table.give_places(table.read_head(), table.list_waiting()) is not None
    (line,) = world.list_person_lines("rosa")
    assert line.leaf_index is not None
    assert world.proofs().prove([line]) == [None]


class Witness:
    def __init__(self) -> None:
        self.reported: list[str] = []
        self.is_away = False

    def tell(self, checkpoint: str) -> None:
        if self.is_away:
            raise MessageNotSent
        self.reported.append(checkpoint)


def test_witness_is_notified_daily_and_retried_after_failure(world: AccessLogWorld) -> None:
    witness = Witness()
    sealer = world.sealer(witness=witness)
    world.look()
    witness.is_away = True
    sealer.run(lambda: 60_000)
    witness.is_away = False
    for _ in range(3):
        sealer.run(lambda: 60_000)
    assert [read_checkpoint(note, world.key).size for note in witness.reported] == [3]
    world.now += timedelta(days=1)
    world.look()
    for _ in range(3):
        sealer.run(lambda: 60_000)
    assert [read_checkpoint(note, world.key).size for note in witness.reported] == [3, 6]


def test_witness_gets_checkpoint_by_email(world: AccessLogWorld, outbox: Outbox) -> None:
    world.look()
    world.sealer(witness=MailWitness(Mail("no-reply@portal.example"), "witness@example.org")).run(
        lambda: 60_000
    )
    (mail,) = outbox.mail
    assert mail.address == "witness@example.org"
    assert read_checkpoint(find_checkpoint(mail.text, world.key), world.key) == world.checkpoint


def test_handler_seals_with_template_permissions(
    world: AccessLogWorld,
    outbox: Outbox,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "accesslogsealer")
    world.look()
    token = calling.set("accesslogsealer")
    try:
        done = load_app("accesslogsealer")({}, Context())
    finally:
        calling.reset(token)
    assert done == {"lines": 3, "size": 3}
    world.assert_sealed()
    assert outbox.mail == []
    metric = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (metric["service"], metric["AccessLogWaitingSeconds"]) == ("accesslogsealer", [0.0])
