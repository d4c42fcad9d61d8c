"""Licenses and fees of governments in the startup cost table."""

from functools import cache

from pydantic import BaseModel, Field

from portal.language import Text
from portal.reference import DATA_FOLDER


class Fee(BaseModel):
    """Line of the startup cost table.

    Attributes:
        agency: the agency that charges it; None where that depends on the city or town.
    """

    label: Text
    agency: str | None
    is_government_fee: bool = Field(alias="isGovernmentFee")


class _FeeTable(BaseModel):
    lines: tuple[Fee, ...]


@cache
def list_fees() -> tuple[Fee, ...]:
    """Return the lines that a government charges. Source: data/startup_costs.json."""
    table = _FeeTable.model_validate_json((DATA_FOLDER / "startup_costs.json").read_bytes())
    return tuple(line for line in table.lines if line.is_government_fee)
