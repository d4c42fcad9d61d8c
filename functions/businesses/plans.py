"""The saved plan of a future business."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.businesses.business import EntityType


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers in the guided plan; empty without an answer."""

    category_id: str
    business_county_id: str
    municipality_id: str
    entity_type: EntityType | Literal[""]
    employees: str
    name: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Saved plan of a person."""

    answers: Answers | None = None  # None if none are saved, like `saved_at`
    saved_at: datetime | None = None
    revision: int = 0  # grows with each write; 0 before the first
