"""Write small sealed logs for tests of the web app: `python -m tests.unit.accesslog.sealed_fixture`.

Everything but the signatures follows from this file; those are made at random.
"""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domains.accesslog.access_log_table import RECORDS, LogLine, make_seal
from domains.accesslog.proofs import AccessProofs
from domains.accesslog.record import Access, AccessReason, StaffMember
from domains.accesslog.sealing_table import LogHead
from portal.principal import get_user_id
from tests.unit.transparency_log.logs import ORIGIN, StoredLog
from transparency_log.checkpoints import Checkpoint, LogKey, read_checkpoint, sign_checkpoint
from transparency_log.key_changes import KeyChange, LogKeys

FIXTURE = Path(__file__).parents[3] / "webapp/src/lib/accessLog/sealedLog.json"
EXCHANGED = FIXTURE.with_name("exchangedLogs.json")
SIZES = (1, 7, 259, 300)
FORKED_SIZE = 280
PROVED = (0, 6, 255, 256, 298, 1, 3)
BEGAN = datetime(2026, 11, 24, 19, 0, tzinfo=UTC)
ISSUER = "https://identity.example.gov/pool"
ROSA, BEN = (get_user_id(ISSUER, subject) for subject in ("rosa", "ben"))
IDENTITIES = (
    (ISSUER, "rosa"),
    (ISSUER, "8a3e5c1e-6f0b-4a52-9d0c-1b7f3c2d4e5f"),
    ("https://é.example/", "ñ|1"),
)
FOLLOWED_SIZES = (0, 9, 15, 21, 24)
"""Sizes of the logs that a server exchanges in tests: three lines for each access, and none in the first."""
FOLLOWED_SIZE = 21
"""Size of which the logs prove lines; of the true one, also those before and after it."""
REWRITTEN = 5


@dataclass(frozen=True)
class _Signer:
    private: ec.EllipticCurvePrivateKey

    @property
    def public(self) -> LogKey:
        public_key = self.private.public_key()
        return LogKey(ORIGIN, public_key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))

    def sign(self, text: bytes) -> bytes:
        return self.private.sign(text, ec.ECDSA(SHA256()))


_KEY = _Signer(ec.derive_private_key(20_261_124, ec.SECP256R1()))
_OTHER_KEY = _Signer(ec.derive_private_key(20_261_125, ec.SECP256R1()))
_SECOND_KEY = _Signer(ec.derive_private_key(20_261_126, ec.SECP256R1()))
_THIRD_KEY = _Signer(ec.derive_private_key(20_261_127, ec.SECP256R1()))
LOG_KEY = _KEY.public


def list_lines(accesses: int, people: Sequence[str], rewritten: int = 0) -> list[LogLine]:
    """Return the lines of some accesses: the staff member's, then one for each of the people.

    Args:
        rewritten: number of an access that is told with another purpose; 0 for none.
    """
    made: list[LogLine] = []
    for number in range(1, accesses + 1):
        access = Access(
            staff=StaffMember("sam", "support", None),
            reason=AccessReason("complaint" if number == rewritten else "resident-asked", f"C-{number}"),
            kind="view",
            call="GET /api/users/search",
            fields=("name",),
            people=people,
        )
        numbers = [number] * len(people)
        for record in access.make_records(number, numbers, BEGAN + timedelta(minutes=number)):
            place = len(made)
            salt = hashlib.sha256(str(place).encode()).hexdigest()[:32]
            made.append(LogLine(record, salt, RECORDS.make_content(record), place))
    return made


@dataclass(frozen=True)
class _Heads:
    size: int

    def read_head(self) -> LogHead:
        return LogHead(sealed_size=self.size)


def _sign_note(log: StoredLog, key: _Signer = _KEY) -> str:
    return sign_checkpoint(Checkpoint(ORIGIN, log.size, log.tree().get_root()), key.public, key.sign)


def _dump_tiles(log: StoredLog) -> Mapping[str, str]:
    return {path: base64.b64encode(content).decode() for path, content in log.tiles.items()}


def _dump_proofs(log: StoredLog, proved: Sequence[LogLine]) -> list[Any]:
    proofs = AccessProofs(cast(Any, _Heads(log.size)), cast(Any, log)).prove_lines(proved)
    return [proof.model_dump(by_alias=True) for proof in proofs if proof]


def make() -> Mapping[str, Any]:
    """Build the published log, its proofs, and a second log without the first line.

    The key signed both logs: only a comparison shows the difference.
    """
    log, all_lines = StoredLog(), list_lines(SIZES[-1] // 2, [ROSA])
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
        "tiles": _dump_tiles(log),
        "proofs": _dump_proofs(log, [all_lines[place] for place in PROVED]),
        "forked": {
            "checkpoint": _sign_note(forked),
            "proof": _dump_proofs(forked, [replace(all_lines[1], leaf_index=0)])[0],
        },
    }


def make_exchanged() -> Mapping[str, Any]:
    """Build a log about two people and the logs that a lying server shows in its place, all of one length.

    Also returns user ids, which the browser derives, too.
    """
    people = [ROSA, BEN]
    true = list_lines(FOLLOWED_SIZES[-1] // 3, people)
    rewritten = list_lines(FOLLOWED_SIZES[-1] // 3, people, REWRITTEN)
    return {
        "identities": [
            {"issuer": issuer, "subject": subject, "userId": get_user_id(issuer, subject)}
            for issuer, subject in IDENTITIES
        ],
        "logs": {
            "true": {**_make_log(true, _KEY), "proofs": _dump_proofs_by_size(true)},
            "otherKey": _make_log(true, _OTHER_KEY),
            "rewritten": _make_log(rewritten, _KEY),
            "rewrittenUnderOtherKey": _make_log(rewritten, _OTHER_KEY),
        },
        "keyChanges": _make_key_changes(true),
    }


CHANGES: Mapping[str, tuple[_Signer, int, _Signer]] = {
    "toSecond": (_KEY, 16, _SECOND_KEY),
    "toThird": (_SECOND_KEY, 22, _THIRD_KEY),
    "toThirdFromFirst": (_KEY, 16, _THIRD_KEY),
    "toSecondTooEarly": (_KEY, 15, _SECOND_KEY),
    "toSecondByOther": (_OTHER_KEY, 16, _SECOND_KEY),
    "toThirdBackwards": (_SECOND_KEY, 15, _THIRD_KEY),
    "backToFirst": (_SECOND_KEY, 22, _KEY),
}
"""Changes of the true log's key, right and wrong: which key signs from which size on for which one."""


def _make_key_changes(lines: Sequence[LogLine]) -> Mapping[str, Any]:
    signers = {"second": _SECOND_KEY, "third": _THIRD_KEY}
    return {
        "keys": {name: signer.public.text for name, signer in signers.items()},
        "notes": {
            name: LogKeys(former.public).sign_change(KeyChange(size, new.public), former.sign)
            for name, (former, size, new) in CHANGES.items()
        },
        "checkpoints": {name: _make_log(lines, signer)["checkpoints"] for name, signer in signers.items()},
    }


def _make_log(lines: Sequence[LogLine], key: _Signer) -> Mapping[str, Any]:
    log, checkpoints = StoredLog(), {}
    for size in FOLLOWED_SIZES:
        log.add([make_seal(line.salt, line.content) for line in lines[log.size : size]])
        checkpoints[str(size)] = _sign_note(log, key)
    return {
        "publicKey": key.public.text,
        "checkpoints": checkpoints,
        "tiles": _dump_tiles(log),
        "proofs": {str(FOLLOWED_SIZE): _dump_proofs_of_size(lines, FOLLOWED_SIZE, [ROSA])},
    }


def _dump_proofs_by_size(lines: Sequence[LogLine]) -> Mapping[str, Any]:
    everybody = [None, ROSA, BEN]
    return {
        str(size): _dump_proofs_of_size(lines, size, everybody if size == FOLLOWED_SIZE else [ROSA])
        for size in FOLLOWED_SIZES[2:]
    }


def _dump_proofs_of_size(lines: Sequence[LogLine], size: int, people: Sequence[str | None]) -> list[Any]:
    log = StoredLog()
    log.add([make_seal(line.salt, line.content) for line in lines[:size]])
    return _dump_proofs(log, [line for line in lines[:size] if line.record.user_id in people])


def remove_signatures(made: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fixture with verified checkpoints in place of their signatures."""
    checkpoints = _read_checkpoints(made)
    forked = {**made["forked"], "checkpoint": read_checkpoint(made["forked"]["checkpoint"], LOG_KEY)}
    return {**made, "checkpoints": checkpoints, "forked": forked}


def remove_exchanged_signatures(made: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fixture of exchanged logs with verified checkpoints in place of their signatures."""
    logs = {name: {**log, "checkpoints": _read_checkpoints(log)} for name, log in made["logs"].items()}
    changes = made["keyChanges"]
    return {
        **made,
        "logs": logs,
        "keyChanges": {
            **changes,
            "notes": {
                name: LogKeys(CHANGES[name][0].public).follow_change(note)
                for name, note in changes["notes"].items()
            },
            "checkpoints": {
                name: _read_notes(notes, LogKey.from_text(changes["keys"][name]))
                for name, notes in changes["checkpoints"].items()
            },
        },
    }


def _read_checkpoints(log: Mapping[str, Any]) -> Mapping[str, Checkpoint]:
    return _read_notes(log["checkpoints"], LogKey.from_text(log["publicKey"]))


def _read_notes(notes: Mapping[str, str], key: LogKey) -> Mapping[str, Checkpoint]:
    return {size: read_checkpoint(note, key) for size, note in notes.items()}


if __name__ == "__main__":
    for path, made in ((FIXTURE, make()), (EXCHANGED, make_exchanged())):
        path.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
