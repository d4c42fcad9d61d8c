"""The saved plan of a business that is still to be started."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.businesses.business import EntityType


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of the guided plan; empty where nothing was answered."""

    category_id: str
    business_county_id: str
    municipality_id: str
    entity_type: EntityType | Literal[""]
    employees: str
    name: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Saved plan of a person.

    Attributes:
        answers: None where none are saved; likewise `saved_at`.
        revision: grows with each saving and forgetting; 0 where nothing was ever saved.
    """

    answers: Answers | None = None
    saved_at: datetime | None = None
    revision: int = 0
