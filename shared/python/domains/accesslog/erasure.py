"""The erasure of a record is a line of the log itself, and tells it from a record that somebody removed.

It has its own leaf. That of the erased record stays in the tree, and says nothing without the salt, which
goes with the record.
"""

from dataclasses import dataclass
from datetime import datetime

from domains.accesslog.access_log_table import AccessLogItem, LogLine, make_seal, make_waiting_attributes
from portal.dynamo import Codec

ERASED_PARTITION = "erased#"
_ITEM = "erasure"


@dataclass(frozen=True, slots=True)
class Erasure:
    """Remains of a record that was erased.

    Attributes:
        leaf_index: of the erased record.
        leaf_hash: of the same, in hexadecimal.
        staff_number: whose access it was.
        number: of that access.
        person_number: of the accesses to the person, who is not named; None for the line of the staff member.
        reason: on what ground, such as the case of a request.
    """

    erased_at: datetime
    leaf_index: int
    leaf_hash: str
    staff_number: str
    number: int
    person_number: int | None
    reason: str


class NotSealedYet(ValueError):
    """A line without a place in the tree cannot be erased: nothing would show that it was there."""


def parse_erasure(line: LogLine, reason: str, now: datetime) -> Erasure:
    """Return the erasure of a line.

    Raises:
        NotSealedYet: it has no place in the tree.
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


ERASURES = Codec(
    AccessLogItem,
    Erasure,
    lambda erasure: {
        "partition": f"{ERASED_PARTITION}{erasure.leaf_index}",
        "item": _ITEM,
        **make_waiting_attributes(erasure.erased_at),
    },
)
