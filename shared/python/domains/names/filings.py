"""Names held by filings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.names.rules import EntityType

FilingState = Literal["pending", "approved", "released"]


@dataclass(frozen=True, slots=True)
class Filing:
    """A name that an application holds from its submission on."""

    id: str  # id of the application
    business_id: str
    name: str
    key: str  # compared form of the name; one filing at a time holds it
    entity_type: EntityType
    county_id: str
    # `pending` while the agency examines the application, then `approved`; `released` after a refusal, a
    # withdrawal, or a submission with another name.
    state: FilingState
    since: datetime  # start of that state, to the second
    # The filer's reservation of the name, which the approval uses up; None without one.
    reservation_id: str | None = None

    def is_active(self, _now: datetime) -> bool:
        """Return whether the name is unavailable to others."""
        return self.state != "released"
