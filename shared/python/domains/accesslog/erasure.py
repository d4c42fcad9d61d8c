"""Erasure of a record: a line of the log itself, which distinguishes it from tampering.

The erasure has its own leaf. The leaf of the erased record stays in the tree and reveals nothing, because the
salt is erased with the record.
"""

from dataclasses import dataclass
from datetime import datetime

from domains.accesslog.access_log_table import KEYS, LogLine, make_seal, make_waiting_attributes
from portal.items import JsonSchema

ERASED_PARTITION = "erased#"
_ITEM = "erasure"


@dataclass(frozen=True, slots=True)
class Erasure:
    """Remains of an erased record."""

    erased_at: datetime
    leaf_index: int  # index of the erased record's leaf
    leaf_hash: str  # hash of that leaf, in hexadecimal
    staff_number: str  # number of the staff member who made the access
    number: int  # number of that access
    # Number among the accesses to the person, who is not named; None for the staff member's line.
    person_number: int | None
    reason: str  # grounds, such as the case number of a request


class NotSealedYet(ValueError):
    """The line is not in the tree yet, so erasing it would leave no trace of it."""


def parse_erasure(line: LogLine, reason: str, now: datetime) -> Erasure:
    """Return the erasure of a line.

    Raises:
        NotSealedYet: the line is not in the tree yet.
    """
    if line.leaf_index is None:
        raise NotSealedYet
    record = line.record
    return Erasure(
        erased_at=now,
        leaf_index=line.leaf_index,
        leaf_hash=make_seal(line.salt, line.content).hex(),
        staff_number=record.staff_number,
        number=record.number,
        person_number=record.person_number,
        reason=reason,
    )


ERASURES = JsonSchema(
    Erasure,
    KEYS,
    lambda erasure: {
        "partition": f"{ERASED_PARTITION}{erasure.leaf_index}",
        "item": _ITEM,
        **make_waiting_attributes(erasure.erased_at),
    },
)
