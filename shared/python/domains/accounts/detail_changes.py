"""Corrections that people make to their registration."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

DetailField = Literal["legalFirstName", "legalLastName", "preferredName", "dateOfBirth", "countyId"]
ChangedBy = Literal["self", "enhancedAuthentication"]


@dataclass(frozen=True, slots=True)
class DetailChange:
    """Change of a field; a field without a value has None, and a date is in ISO 8601."""

    field: DetailField
    old: str | None
    new: str | None
    how: ChangedBy  # `enhancedAuthentication` if the change needed a proof of identity


@dataclass(frozen=True, slots=True)
class DetailChanges:
    """Changes that a person saved together; they are never changed or deleted."""

    id: str
    changed_at: datetime
    changes: tuple[DetailChange, ...]
