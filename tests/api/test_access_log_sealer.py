"""Sealer over moto: parallel runs, interruptions between any two steps, and altered objects."""

import base64
import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
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
    get_key_change,
    get_origin,
)
from domains.accesslog.sealing_table import MAX_SEALED_TOGETHER, SealingTable
from functions.accesslogsealer.amazon_kms import AmazonKms
from functions.accesslogsealer.service import OtherKey
from functions.accesslogsealer.witness import MailWitness
from infrastructure.operations.access_log.sealed import find_checkpoint
from portal.mail import MessageNotSent
from tests.api.access_log_support import (
    KEY_ALIAS,
    LATER_KEYS,
    NAME,
    PORTAL,
    AccessLogWorld,
    Faults,
    make_access,
)
from tests.api.conftest import Outbox
from tests.api.support import ACCESS_LOG_BUCKET, ACCESS_LOG_TABLE, act_as, get_mail, invoke
from tests.depth import IS_DEEP
from tests.lambda_context import Context
from tests.unit.transparency_log.logs import SigningKey
from transparency_log.checkpoints import LogKey, NotSigned, read_checkpoint
from transparency_log.hashes import EMPTY_ROOT, HASH_BYTES
from transparency_log.key_changes import KeyChange, LogKeys
from transparency_log.proofs import NotProved, verify_consistency, verify_inclusion
from transparency_log.tree import Tree

MAX_CALLS = 60
"""Upper limit of the calls in one run."""
PLACES = range(0, MAX_CALLS, 1 if IS_DEEP else 4)
"""Calls to interrupt: each of them only with `--deep`."""


@pytest.fixture
def world(stored: Mapping[str, Any]) -> AccessLogWorld:
    return AccessLogWorld(stored)


def test_log_without_accesses_is_empty_tree(world: AccessLogWorld) -> None:
    assert world.seal().size == 0
    assert (world.checkpoint.size, world.checkpoint.root) == (0, EMPTY_ROOT)
    assert world.key.name == NAME


def test_log_of_portal_without_address_publishes_nothing(world: AccessLogWorld) -> None:
    world.look()
    sealed = world.sealer(origin=get_origin("https://portal.invalid")).seal_waiting_lines(lambda: 60_000)
    assert (sealed.lines, sealed.size) == (0, 0)
    assert sealed.waiting_seconds > 0
    assert world.objects() == set()
    world.sealer(origin=get_origin(PORTAL)).seal_waiting_lines(lambda: 60_000)
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
        assert tree.get_leaf(int(line["leaf_index"])) == hashlib.sha256(content).digest()


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
    world.sealer(origin="new.example.gov/log").seal_waiting_lines(lambda: 60_000)
    world.assert_sealed()


SECOND, THIRD = LATER_KEYS


def start_over(stored: Mapping[str, Any]) -> AccessLogWorld:
    """Return an empty log."""
    table = stored[ACCESS_LOG_TABLE]
    for item in table.scan()["Items"]:
        table.delete_item(Key={"partition": item["partition"], "item": item["item"]})
    return AccessLogWorld(stored)


def change_key(world: AccessLogWorld) -> None:
    """Seal an access, then deploy the second key with the first as its former one."""
    world.look()
    world.seal()
    world.deploy_key(SECOND, former=KEY_ALIAS)


def get_public_key(alias: str) -> bytes:
    return AmazonKms(alias).public_key


def list_signers(world: AccessLogWorld) -> dict[int, bytes]:
    return {size: key.public_key for size, key in sorted(world.signers.items())}


def test_former_key_signs_change_to_current_one(world: AccessLogWorld) -> None:
    change_key(world)
    world.seal()
    (change,) = world.keys.changes
    assert (change.size, change.key.public_key) == (4, get_public_key(SECOND))
    assert world.key.public_key == get_public_key(KEY_ALIAS)
    world.look()
    world.seal()
    world.assert_sealed()
    first, second = get_public_key(KEY_ALIAS), get_public_key(SECOND)
    assert list_signers(world) == {3: first, 6: second}


def test_former_key_is_not_needed_after_the_change(world: AccessLogWorld) -> None:
    change_key(world)
    world.seal()
    world.deploy_key(SECOND)
    world.look()
    world.seal()
    world.assert_sealed()


def test_key_changes_again(world: AccessLogWorld) -> None:
    change_key(world)
    world.seal()
    world.deploy_key(THIRD, former=SECOND)
    world.look()
    world.seal()
    world.assert_sealed()
    assert [(each.size, each.key.public_key) for each in world.keys.changes] == [
        (4, get_public_key(SECOND)),
        (4, get_public_key(THIRD)),
    ]
    assert list_signers(world) == {3: get_public_key(KEY_ALIAS), 6: get_public_key(THIRD)}


def test_key_of_empty_log_changes_from_the_first_leaf_on(world: AccessLogWorld) -> None:
    # A first run that ended after it published the key.
    world.published.add_text(PUBLIC_KEY, LogKey(NAME, get_public_key(KEY_ALIAS)).text)
    world.deploy_key(SECOND, former=KEY_ALIAS)
    world.look()
    world.seal()
    world.assert_sealed()
    assert list_signers(world) == {0: get_public_key(KEY_ALIAS), 3: get_public_key(SECOND)}


@pytest.mark.parametrize("former", [None, THIRD, SECOND])
def test_key_without_its_former_one_stops_sealer(world: AccessLogWorld, former: str | None) -> None:
    change_key(world)
    world.deploy_key(SECOND, former)
    world.look()
    objects = world.objects()
    for _ in range(2):
        with pytest.raises(OtherKey):
            world.seal()
    assert world.objects() == objects
    assert world.checkpoint.size == 3
    world.deploy_key(SECOND, former=KEY_ALIAS)
    world.seal()
    world.assert_sealed()


@pytest.mark.parametrize("former", [None, SECOND])
def test_former_key_does_not_come_back(world: AccessLogWorld, former: str | None) -> None:
    change_key(world)
    world.seal()
    world.deploy_key(KEY_ALIAS, former)
    world.look()
    objects = world.objects()
    with pytest.raises(OtherKey):
        world.seal()
    assert world.objects() == objects


def test_places_given_under_former_key_are_sealed_by_it(world: AccessLogWorld) -> None:
    change_key(world)
    world.look()
    table = SealingTable(ACCESS_LOG_TABLE)
    assert table.give_places(table.read_head(), table.list_waiting()) is not None
    world.look()
    world.seal()
    world.assert_sealed()
    first, second = get_public_key(KEY_ALIAS), get_public_key(SECOND)
    assert list_signers(world) == {3: first, 6: first, 9: second}


@pytest.mark.parametrize("times", [1, 2])
def test_next_run_finishes_interrupted_change_of_key(stored: Mapping[str, Any], times: int) -> None:
    for place in PLACES:
        world = start_over(stored)
        change_key(world)
        world.look(access=make_access(place))
        is_over = [world.interrupt_at(place, after=False) for _ in range(times)] == [False] * times
        world.look(access=make_access(place))
        world.seal()
        world.assert_sealed()
        (change,) = world.keys.changes
        assert (change.size, change.key.public_key) == (4, get_public_key(SECOND))
        assert list_signers(world)[3] == get_public_key(KEY_ALIAS)
        if is_over:
            break
    assert 15 < place < MAX_CALLS - 1


@pytest.mark.parametrize("keys", [(KEY_ALIAS, None), (SECOND, KEY_ALIAS)])
def test_change_of_key_beside_another_sealer_keeps_log_consistent(
    stored: Mapping[str, Any],
    keys: tuple[str, str | None],
) -> None:
    """Test a sealer with the first keys, at each of whose calls another one with the new key runs."""
    for place in PLACES:
        world = start_over(stored)
        change_key(world)
        world.look(access=make_access(place))

        def run_other(world: AccessLogWorld = world, place: int = place) -> None:
            world.look(access=make_access(place))
            world.deploy_key(SECOND, former=KEY_ALIAS)
            world.seal()

        faults = Faults(place, run_other)
        world.deploy_key(*keys)
        with suppress(OtherKey):
            world.seal(faults)
        world.deploy_key(SECOND, former=KEY_ALIAS)
        world.seal()
        world.assert_sealed()
        assert len(world.keys.changes) == 1
        assert list_signers(world)[3] == get_public_key(KEY_ALIAS)
        if faults.calls <= place:
            break
    assert 10 < place < MAX_CALLS - 1


def test_settled_change_of_key_is_finished_by_any_sealer_with_the_former_key(world: AccessLogWorld) -> None:
    change_key(world)
    table = SealingTable(ACCESS_LOG_TABLE)
    second = LogKey(NAME, get_public_key(SECOND))
    assert table.save_head(replace(table.read_head(), next_key=second.text)) is not None
    world.look()
    world.deploy_key(KEY_ALIAS)
    with pytest.raises(OtherKey):
        world.seal()
    assert world.keys.newest == second
    world.deploy_key(SECOND)
    world.seal()
    world.assert_sealed()


@pytest.mark.parametrize("is_signed", [False, True])
def test_prewritten_change_of_key_stops_sealer(world: AccessLogWorld, is_signed: bool) -> None:
    change_key(world)
    former = AmazonKms(KEY_ALIAS) if is_signed else SigningKey(NAME)
    former_key = LogKey(NAME, former.public_key) if isinstance(former, AmazonKms) else former.public
    note = LogKeys(former_key).sign_change(KeyChange(4, SigningKey(NAME).public), former.sign)
    world.published.add_text(get_key_change(1), note)
    world.look()
    objects = world.objects()
    with pytest.raises(OtherKey if is_signed else NotSigned):
        world.seal()
    assert world.objects() == objects


def test_hidden_change_of_key_stops_sealer(world: AccessLogWorld) -> None:
    change_key(world)
    world.seal()
    boto3.client("s3").delete_object(Bucket=ACCESS_LOG_BUCKET, Key=f"{LOG_PATH}/{get_key_change(1)}")
    world.look()
    for keys in ((SECOND, KEY_ALIAS), (KEY_ALIAS, None)):
        world.deploy_key(*keys)
        with pytest.raises(OtherKey):
            world.seal()


def test_waiting_seconds_are_reported(world: AccessLogWorld) -> None:
    world.look()
    world.now += timedelta(minutes=7)
    waiting = world.sealer().seal_waiting_lines(lambda: 0)
    assert waiting.lines == 0
    assert 420 <= waiting.waiting_seconds < 421


def test_proof_links_record_to_checkpoint(world: AccessLogWorld) -> None:
    world.look(5)
    world.seal()
    world.look()
    lines = world.list_person_lines("rosa")
    proofs = world.proofs().prove_lines(lines)
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
    assert world.proofs().prove_lines([line]) == [None]


class Witness:
    def __init__(self) -> None:
        self.reported: list[str] = []
        self.is_away = False

    def send_checkpoint(self, checkpoint: str) -> None:
        if self.is_away:
            raise MessageNotSent
        self.reported.append(checkpoint)


def test_witness_is_notified_daily_and_retried_after_failure(world: AccessLogWorld) -> None:
    witness = Witness()
    sealer = world.sealer(witness=witness)
    world.look()
    witness.is_away = True
    sealer.seal_waiting_lines(lambda: 60_000)
    witness.is_away = False
    for _ in range(3):
        sealer.seal_waiting_lines(lambda: 60_000)
    assert [read_checkpoint(note, world.key).size for note in witness.reported] == [3]
    world.now += timedelta(days=1)
    world.look()
    for _ in range(3):
        sealer.seal_waiting_lines(lambda: 60_000)
    assert [read_checkpoint(note, world.key).size for note in witness.reported] == [3, 6]


def test_witness_gets_checkpoint_by_email(world: AccessLogWorld, outbox: Outbox) -> None:
    world.look()
    witness = MailWitness(get_mail(), "witness@example.org")
    with act_as("accesslogsealer"):
        world.sealer(witness=witness).seal_waiting_lines(lambda: 60_000)
    (mail,) = outbox.mail
    assert mail.address == "witness@example.org"
    assert read_checkpoint(find_checkpoint(mail.text, world.key), world.key) == world.checkpoint


def test_handler_seals_with_template_permissions(
    world: AccessLogWorld,
    outbox: Outbox,
    capsys: pytest.CaptureFixture[str],
) -> None:
    world.look()
    done = invoke("accesslogsealer", {}, Context())
    assert done == {"lines": 3, "size": 3}
    world.assert_sealed()
    assert outbox.mail == []
    metric = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (metric["service"], metric["AccessLogWaitingSeconds"]) == ("accesslogsealer", [0.0])
