"""A name of an index, and the refusal of an index."""

from dataclasses import dataclass
from datetime import date

from domains.names.rules import EntityType
from domains.names.verdict import Status


class SnapshotRefused(Exception):
    """The file is missing, damaged, or of another version."""


@dataclass(frozen=True, slots=True)
class NameRecord:
    """A name of an index."""

    row: int
    id: str
    name: str
    key: str
    entity_type: EntityType
    status: Status
    city: str
    county_id: str
    formed_on: date
