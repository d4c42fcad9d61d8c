"""A sealed access log of any size, whose lines and leaves are made when they are read."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from botocore.exceptions import ClientError

from domains.accesslog.access_log_table import RECORDS, make_person_partition, make_seal, make_staff_partition
from domains.accesslog.published_log import CHECKPOINT, LOG_PATH, PUBLIC_KEY, get_checkpoint
from domains.accesslog.record import AccessRecord
from tests.infrastructure.lazy_tables import LazyTable
from tests.unit.transparency_log.logs import SigningKey
from transparency_log.checkpoints import Checkpoint, sign_checkpoint
from transparency_log.tiles import TILE_WIDTH, Tile, compute_row_root, list_tiles, locate_tile
from transparency_log.tree import Tree

ACCESSED_AT = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
PEOPLE = 50
STAFF = "S-ABCDEFGHIJ"

_RECORD = AccessRecord(
    accessed_at=ACCESSED_AT,
    staff_number=STAFF,
    number=1,
    role="support",
    agency_id=None,
    purpose="complaint",
    case_number="C-7",
    kind="view",
    call="GET /api/users/search",
    fields=("name",),
    result_count=1,
)
_CONTENT: Mapping[str, Any] = json.loads(RECORDS.make_content(_RECORD))


class LazyLog(LazyTable):
    """Stands in for S3 and DynamoDB. An access has two lines: of the staff member, and of one person."""

    def __init__(self, accesses: int) -> None:
        """Seal a log; this keeps the roots of complete tiles."""
        self.size = 2 * accesses
        self._accesses = accesses
        self._rows: list[bytes] = []
        while self.size >> 8 * (len(self._rows) + 1):
            level = len(self._rows)
            tiles = (locate_tile(level, index, self.size) for index in range(self.size >> 8 * (level + 1)))
            self._rows.append(b"".join(compute_row_root(_split(self._make_tile(tile))) for tile in tiles))
        key = SigningKey()
        checkpoint = Checkpoint(key.public.name, self.size, Tree(self.size, self._make_tile).get_root())
        note = sign_checkpoint(checkpoint, key.public, key.sign).encode()
        self._objects = {
            CHECKPOINT: note,
            PUBLIC_KEY: key.public.text.encode(),
            get_checkpoint(self.size): note,
        }
        self._tiles = {tile.path: tile for tile in list_tiles(self.size)}

    def list_leaves_only(self) -> None:
        """Remove all lines, and leave what is sealed."""
        self._list_places = lambda: iter(())  # type: ignore[method-assign]

    def paginate(self, **request: Any) -> Iterator[Mapping[str, Any]]:
        if "Bucket" not in request:
            yield from super().paginate(**request)
            return
        for name in sorted([*self._objects, *self._tiles]):
            yield {"Versions": [{"Key": f"{LOG_PATH}/{name}"}]}

    def get_object(self, Key: str, **_: Any) -> Any:  # noqa: N803 -- AWS's name
        name = Key.removeprefix(f"{LOG_PATH}/")
        if name in self._tiles:
            return {"Body": BytesIO(self._make_tile(self._tiles[name]))}
        if name in self._objects:
            return {"Body": BytesIO(self._objects[name])}
        raise ClientError({"Error": {"Code": "NoSuchKey", "Message": name}}, "GetObject")

    def _make_tile(self, tile: Tile) -> bytes:
        start = tile.index * TILE_WIDTH
        if tile.level:
            return self._rows[tile.level - 1][32 * start : 32 * (start + tile.width)]
        lines = (_make_line(place) for place in range(start, start + tile.width))
        return b"".join(make_seal(line["salt"], line["content"]) for line in lines)

    def make_items(self, _request: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for place in self._list_places():
            yield {name: {"S": value} for name, value in _make_line(place).items()}

    def _list_places(self) -> Iterator[int]:
        yield from range(0, self.size, 2)
        for person in range(PEOPLE):
            yield from (2 * access + 1 for access in range(person, self._accesses, PEOPLE))


def _make_line(place: int) -> dict[str, str]:
    access = place // 2
    number = access + 1
    content: dict[str, Any] = {**_CONTENT, "number": number}
    partition = make_staff_partition(STAFF)
    if place % 2:
        user_id, number = f"person-{access % PEOPLE}", access // PEOPLE + 1
        content |= {"user_id": user_id, "person_number": number}
        partition = make_person_partition(user_id)
    return {
        "partition": partition,
        "item": f"{number:010d}",
        "accessed_at": ACCESSED_AT.isoformat(),
        "salt": f"{place:032x}",
        "content": json.dumps(content),
        "leaf_index": str(place),
    }


def _split(content: bytes) -> list[bytes]:
    return [content[start : start + 32] for start in range(0, len(content), 32)]
