"""Access log with recorded accesses, a sealer with injected faults, and consistency checks."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import boto3
from aws_lambda_powertools import Logger
from botocore.exceptions import ClientError

from domains.accesslog.access_log import AccessLog
from domains.accesslog.access_log_table import AccessLogTable, LogLine
from domains.accesslog.proofs import AccessProofs
from domains.accesslog.published_log import (
    CHECKPOINT,
    LOG_PATH,
    PUBLIC_KEY,
    PublishedLog,
    get_checkpoint,
    read_log_keys,
)
from domains.accesslog.record import Access, AccessReason, StaffMember
from domains.accesslog.sealing_table import SealingTable
from functions.accesslogsealer.amazon_kms import AmazonKms
from functions.accesslogsealer.service import Sealed, SealerService
from tests.api.support import ACCESS_LOG_BUCKET, ACCESS_LOG_TABLE, TELEMETRY
from transparency_log.checkpoints import Checkpoint, LogKey
from transparency_log.hashes import hash_leaf
from transparency_log.key_changes import LogKeys
from transparency_log.tiles import list_tiles
from transparency_log.tree import Tree

PORTAL = "https://portal.example.gov"
NAME = "portal.example.gov/.well-known/access-log"
KEY_ALIAS = "alias/accesslog"
LATER_KEYS = ("alias/accesslog-2", "alias/accesslog-3")
NOON = datetime.fromisoformat("2026-11-24T12:00:00+00:00")
SAM = StaffMember("sam", "support", None)
ADA = StaffMember("ada", "admin", None)
LOOK = Access(
    staff=SAM,
    reason=AccessReason("complaint", "C-7"),
    kind="view",
    call="GET /api/users/search",
    fields=("name",),
    people=("rosa", "ben"),
)


class Killed(BaseException):
    """Simulated end of the function."""


@dataclass(slots=True)
class Faults:
    """Fault at one call of the sealer, counted from 0.

    Attributes:
        after: True if the fault follows the call.
    """

    at: int
    happens: Callable[[], None]
    after: bool = False
    calls: int = 0

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def faulty(*arguments: Any, **options: Any) -> Any:
            place, self.calls = self.calls, self.calls + 1
            if place == self.at and not self.after:
                self.happens()
            answer = call(*arguments, **options)
            if place == self.at and self.after:
                self.happens()
            return answer

        return faulty


class _Faulty:
    """Proxy that injects a fault into each call."""

    def __init__(self, real: object, faults: Faults) -> None:
        self._real = real
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._real, name)
        return self._faults.around(value) if callable(value) else value


def killed() -> None:
    raise Killed


class AccessLogWorld:
    """Table, bucket and key of the access log, with a controllable clock.

    Attributes:
        key_alias: alias of the key that the sealer signs with.
        former_alias: alias of the key before it; None for none.
    """

    def __init__(self, stored: Mapping[str, Any]) -> None:
        self.table = stored[ACCESS_LOG_TABLE]
        self.now = NOON
        self.log = AccessLog(
            AccessLogTable(ACCESS_LOG_TABLE), self.clock, TELEMETRY.logger, pause=lambda _: None
        )
        self.published = PublishedLog(ACCESS_LOG_BUCKET)
        self.reported: list[str] = []
        self.key_alias = KEY_ALIAS
        self.former_alias: str | None = None
        _empty_bucket()
        for alias in (KEY_ALIAS, *LATER_KEYS):
            _make_key(alias)

    def clock(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now

    def look(self, count: int = 1, access: Access = LOOK) -> None:
        for _ in range(count):
            self.log.record_access(access)

    def sealer(
        self, faults: Faults | None = None, witness: Any = None, origin: str | None = NAME
    ) -> SealerService:
        parts: dict[str, Any] = {
            "table": SealingTable(ACCESS_LOG_TABLE),
            "published": PublishedLog(ACCESS_LOG_BUCKET),
            "key": AmazonKms(self.key_alias),
            "former_key": AmazonKms(self.former_alias) if self.former_alias else None,
        }
        if faults:
            parts = {name: _Faulty(part, faults) if part else None for name, part in parts.items()}
        return SealerService(
            origin=origin,
            clock=self.clock,
            witness=witness,
            logger=Logger(service="tests"),
            **parts,
        )

    def deploy_key(self, alias: str, former: str | None = None) -> None:
        """Change the keys of sealers made from now on."""
        self.key_alias, self.former_alias = alias, former

    def seal(self, faults: Faults | None = None) -> Sealed:
        return self.sealer(faults).seal_waiting_lines(lambda: 60_000)

    def interrupt_at(self, place: int, *, after: bool) -> bool:
        """Return True if the sealer was interrupted at that call, False if it makes fewer calls."""
        faults = Faults(place, killed, after)
        with suppress(Killed):
            self.seal(faults)
            return False
        return True

    @property
    def key(self) -> LogKey:
        return LogKey.from_text(self.published.read_text(PUBLIC_KEY) or "")

    @property
    def keys(self) -> LogKeys:
        """The published keys, each signed by the one before."""
        return read_log_keys(self.key, self.published.read_text)

    @property
    def checkpoint(self) -> Checkpoint:
        """Newest published checkpoint."""
        return self.keys.read_checkpoint(self.published.read_text(CHECKPOINT) or "")

    @property
    def signers(self) -> dict[int, LogKey]:
        """Keys that signed the stored checkpoints, by size; each is the published key of that size."""
        keys = self.keys
        sizes = [
            int(name.removeprefix("checkpoints/"))
            for name in self.objects()
            if name.startswith("checkpoints/")
        ]
        for size in sizes:
            note = self.published.read_text(get_checkpoint(size)) or ""
            assert keys.read_checkpoint(note).size == size
        return {size: keys.get_key(size) for size in sizes}

    def lines(self) -> Iterator[dict[str, Any]]:
        """Return the stored lines of the log."""
        for item in self.table.scan()["Items"]:
            if item["partition"] != "log":
                yield item

    def list_person_lines(self, user_id: str) -> list[LogLine]:
        return AccessLogTable(ACCESS_LOG_TABLE).list_lines(user_id, 100, None)[0]

    def proofs(self) -> AccessProofs:
        return AccessProofs(SealingTable(ACCESS_LOG_TABLE), self.published)

    def assert_sealed(self) -> None:
        """Assert that lines and leaves match and that the newest checkpoint covers all of them."""
        lines = sorted(self.lines(), key=lambda line: line["leaf_index"])
        assert [line["leaf_index"] for line in lines] == list(range(len(lines)))
        assert not [line for line in lines if "unsealed" in line]
        tree = Tree(len(lines), self.published.read_tile)
        for index, line in enumerate(lines):
            salted = bytes.fromhex(line["salt"]) + line["content"].encode()
            assert tree.get_leaf(index) == hash_leaf(salted)
        assert self.checkpoint == Checkpoint(NAME, len(lines), tree.get_root())
        assert {tile.path for tile in list_tiles(len(lines))} <= self.objects()

    def objects(self) -> set[str]:
        """List published objects; each has one version, except for the newest checkpoint."""
        s3 = boto3.client("s3")
        versions = s3.list_object_versions(Bucket=ACCESS_LOG_BUCKET).get("Versions", [])
        names = [version["Key"].removeprefix(f"{LOG_PATH}/") for version in versions]
        immutable = [name for name in names if name != CHECKPOINT]
        assert len(immutable) == len(set(immutable))
        return set(names)


def make_access(number: int) -> Access:
    """Return an access with its own case number."""
    return replace(LOOK, reason=AccessReason("complaint", f"C-{number}"))


def _empty_bucket() -> None:
    s3 = boto3.resource("s3")
    bucket = s3.Bucket(ACCESS_LOG_BUCKET)
    try:
        s3.meta.client.create_bucket(Bucket=ACCESS_LOG_BUCKET)
    except ClientError as error:
        if error.response["Error"]["Code"] not in ("BucketAlreadyOwnedByYou", "BucketAlreadyExists"):
            raise
    bucket.object_versions.delete()
    s3.meta.client.put_bucket_versioning(
        Bucket=ACCESS_LOG_BUCKET, VersioningConfiguration={"Status": "Enabled"}
    )


def _make_key(name: str) -> None:
    kms = boto3.client("kms")
    if any(alias["AliasName"] == name for alias in kms.list_aliases()["Aliases"]):
        return
    key = kms.create_key(KeyUsage="SIGN_VERIFY", KeySpec="ECC_NIST_P256")["KeyMetadata"]["KeyId"]
    kms.create_alias(AliasName=name, TargetKeyId=key)
