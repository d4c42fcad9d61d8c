"""Proofs shown with the accesses to a person's record."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import boto3
import pytest

from domains.accesslog.published_log import LOG_PATH
from tests.api.access_log_support import LOOK, AccessLogWorld
from tests.api.profile_support import ROSA, register
from tests.api.support import ACCESS_LOG_BUCKET, Client
from transparency_log.hashes import hash_leaf
from transparency_log.proofs import verify_inclusion

ACCESSES = "/api/profile/access"


@pytest.fixture
def world(stored: Mapping[str, Any]) -> AccessLogWorld:
    return AccessLogWorld(stored)


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


def record_looks(world: AccessLogWorld, count: int = 3) -> None:
    world.look(count, replace(LOOK, people=(ROSA.user_id,)))


def test_sealed_access_has_proof(world: AccessLogWorld, rosa: Client) -> None:
    record_looks(world)
    world.seal()
    record_looks(world, 1)
    waiting, *sealed = rosa.get(ACCESSES).json["items"]
    assert waiting["proof"] is None
    assert len(sealed) == 3
    for item in sealed:
        proof = item["proof"]
        leaf = hash_leaf(bytes.fromhex(proof["salt"]) + proof["record"].encode())
        path = [base64.b64decode(each) for each in proof["auditPath"]]
        assert proof["treeSize"] == world.checkpoint.size
        verify_inclusion(proof["leafIndex"], proof["treeSize"], leaf, path, world.checkpoint.root)


def test_accesses_without_readable_log_are_listed_unproved(world: AccessLogWorld, rosa: Client) -> None:
    record_looks(world)
    world.seal()
    bucket = boto3.resource("s3").Bucket(ACCESS_LOG_BUCKET)
    bucket.object_versions.filter(Prefix=f"{LOG_PATH}/tile").delete()
    page = rosa.get(ACCESSES).json
    assert [item["proof"] for item in page["items"]] == [None] * 3
    assert page["isLogReadable"] is False
