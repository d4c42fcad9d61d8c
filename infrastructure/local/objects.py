"""The stored state of S3 objects. Each content is a file, named by its hash."""

import hashlib
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from moto.s3.models import FakeBucket, FakeKey, S3Backend, s3_backends

from infrastructure.settings import ACCOUNT_ID

_PARTITION = "aws"
_HASH = "content_hash"


def get_backend() -> S3Backend:
    """Return moto's state of S3."""
    found: S3Backend = s3_backends[ACCOUNT_ID][_PARTITION]
    return found


def get_tags(key: FakeKey) -> dict[str, str]:
    """Return the tags of an object."""
    tags: dict[str, str] = get_backend().tagger.get_tag_dict_for_resource(key.arn)
    return tags


@dataclass(frozen=True, slots=True)
class KeptObjects:
    """Stored state of the buckets; see `storage.Part`."""

    folder: Path  # of the contents; it need not exist

    def state(self) -> Any:
        return {
            name: [self._describe_object(key) for key in list(bucket.keys.values())]
            for name, bucket in _list_buckets().items()
        }

    def restore(self, kept: Any) -> None:
        """Implement `storage.Part`. Deletes contents without an object."""
        named = {content[_HASH] for objects in kept.values() for content in objects}
        if self.folder.exists():
            for file in self.folder.iterdir():
                if file.name not in named:
                    file.unlink()
        for name in _list_buckets():
            for content in kept.get(name, []):
                self._put(name, content)

    def _describe_object(self, key: FakeKey) -> dict[str, Any]:
        return {
            "name": key.name,
            _HASH: self._get_file(key),
            "metadata": dict(key._metadata),
            "checksum_algorithm": key.checksum_algorithm,
            "checksum_value": key.checksum_value,
            "last_modified": key.last_modified.isoformat(),
            "tags": get_tags(key),
        }

    def _get_file(self, key: FakeKey) -> str:
        """Return the file that has the content of an object; it is written the first time."""
        known: str | None = vars(key).get(_HASH)
        if known:
            return known
        content = key.value
        name = hashlib.sha256(content).hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / name
        if not file.exists():
            draft = file.with_suffix(".draft")
            with draft.open("wb") as opened:
                opened.write(content)
                opened.flush()
                os.fsync(opened.fileno())
            draft.replace(file)
        vars(key)[_HASH] = name
        return name

    def _put(self, bucket: str, content: dict[str, Any]) -> None:
        key = get_backend().put_object(bucket, content["name"], (self.folder / content[_HASH]).read_bytes())
        key.set_metadata(content["metadata"])
        key.checksum_algorithm = content["checksum_algorithm"]
        key.checksum_value = content["checksum_value"]
        key.last_modified = datetime.fromisoformat(content["last_modified"])
        vars(key)[_HASH] = content[_HASH]
        get_backend().put_object_tagging(key, content["tags"])


def _list_buckets() -> dict[str, FakeBucket]:
    buckets: dict[str, FakeBucket] = get_backend().buckets
    return buckets
