"""Names held by filings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.names.rules import EntityType

FilingState = Literal["pending", "approved", "released"]


@dataclass(frozen=True, slots=True)
class Filing:
    """A name that an application holds from its submission on.

    Attributes:
        id: id of the application.
        key: compared form of the name; one filing at a time holds it.
        state: `pending` while the agency examines the application, then `approved`; `released` after a
            refusal, a withdrawal, or a submission with another name.
        since: start of that state, to the second.
        reservation_id: the filer's reservation of the name, which the approval uses up; None without one.
    """

    id: str
    business_id: str
    name: str
    key: str
    entity_type: EntityType
    county_id: str
    state: FilingState
    since: datetime
    reservation_id: str | None = None

    def is_active(self, _now: datetime) -> bool:
        """Return whether the name is unavailable to others."""
        return self.state != "released"
