"""Write a small sealed log for tests of the web app: `python -m tests.unit.accesslog.sealed_fixture`.

Everything but the signatures follows from this file; those are made at random.
"""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domains.accesslog.access_log_table import RECORDS, LogLine, make_seal
from domains.accesslog.proofs import AccessProofs
from domains.accesslog.record import Access, AccessReason, StaffMember
from domains.accesslog.sealing_table import LogHead
from tests.unit.transparency_log.logs import ORIGIN, StoredLog
from transparency_log.checkpoints import Checkpoint, LogKey, read_checkpoint, sign_checkpoint

FIXTURE = Path(__file__).parents[3] / "webapp/src/lib/accessLog/sealedLog.json"
SIZES = (1, 7, 259, 300)
FORKED_SIZE = 280
PROVED = (0, 6, 255, 256, 298, 1, 3)
BEGAN = datetime(2026, 11, 24, 19, 0, tzinfo=UTC)
_KEY = ec.derive_private_key(20_261_124, ec.SECP256R1())
LOG_KEY = LogKey(ORIGIN, _KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))


def list_lines() -> list[LogLine]:
    """Return as many lines as the newest checkpoint has, two for each access."""
    made: list[LogLine] = []
    for number in range(1, SIZES[-1] // 2 + 1):
        access = Access(
            staff=StaffMember("sam", "support", None),
            reason=AccessReason("resident-asked", f"C-{number}"),
            kind="view",
            call="GET /api/users/search",
            fields=("name",),
            people=("rosa",),
        )
        for record in access.records(number, [number], BEGAN + timedelta(minutes=number)):
            place = len(made)
            salt = hashlib.sha256(str(place).encode()).hexdigest()[:32]
            made.append(LogLine(record, salt, RECORDS.make_item(record).content, place))
    return made


@dataclass(frozen=True)
class _Heads:
    size: int

    def read_head(self) -> LogHead:
        return LogHead(sealed_size=self.size)


def _sign_note(log: StoredLog) -> str:
    checkpoint = Checkpoint(ORIGIN, log.size, log.tree().root())
    return sign_checkpoint(checkpoint, LOG_KEY, lambda text: _KEY.sign(text, ec.ECDSA(SHA256())))


def _dump_proofs(log: StoredLog, proved: Sequence[LogLine]) -> list[Any]:
    proofs = AccessProofs(_Heads(log.size), log).prove(proved)
    return [proof.model_dump(by_alias=True) for proof in proofs if proof]


def make() -> Mapping[str, Any]:
    """Build the published log, its proofs, and a second log without the first line.

    The key signed both logs: only a comparison shows the difference.
    """
    log, all_lines = StoredLog(), list_lines()
    seals = [make_seal(line.salt, line.content) for line in all_lines]
    checkpoints = {}
    for size in SIZES:
        log.add(seals[log.size : size])
        checkpoints[str(size)] = _sign_note(log)
    forked = StoredLog()
    forked.add(seals[1 : FORKED_SIZE + 1])
    return {
        "publicKey": LOG_KEY.text,
        "checkpoints": checkpoints,
        "tiles": {path: base64.b64encode(content).decode() for path, content in log.tiles.items()},
        "proofs": _dump_proofs(log, [all_lines[place] for place in PROVED]),
        "forked": {
            "checkpoint": _sign_note(forked),
            "proof": _dump_proofs(forked, [replace(all_lines[1], leaf_index=0)])[0],
        },
    }


def remove_signatures(made: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fixture with verified checkpoints in place of their signatures."""
    checkpoints = {size: read_checkpoint(note, LOG_KEY) for size, note in made["checkpoints"].items()}
    forked = {**made["forked"], "checkpoint": read_checkpoint(made["forked"]["checkpoint"], LOG_KEY)}
    return {**made, "checkpoints": checkpoints, "forked": forked}


if __name__ == "__main__":
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    FIXTURE.write_text(json.dumps(make(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
