"""Licenses and fees of governments in the startup cost table, as text searches need them."""

from datetime import date
from functools import cache

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER, Confidence
from portal.language import Text


class FeeAmount(BaseModel):
    """Amount of a fee in a period, in cents; None in lines that are no fee of a government.

    Attributes:
        valid_to: the last day; None while it is in force.
    """

    model_config = ConfigDict(alias_generator=to_camel)

    valid_from: date
    valid_to: date | None
    low: int | None
    high: int | None
    legal_basis: str | None
    confidence: Confidence


class Fee(BaseModel):
    """Line of the startup cost table.

    Attributes:
        agency: the agency that charges it; None where that depends on the city or town.
        measure: `flat` for an amount in cents; other lines depend on wages, rent or locations.
    """

    model_config = ConfigDict(alias_generator=to_camel)

    code: str
    label: Text
    agency: str | None
    measure: str
    note: Text | None
    amounts: tuple[FeeAmount, ...] = Field(alias="fees")
    is_government_fee: bool

    def get_amount(self, day: date) -> FeeAmount | None:
        """Return the amount in force on a day; None where the table has none."""
        return next((each for each in self.amounts if each.valid_from <= day <= (each.valid_to or day)), None)


class _FeeTable(BaseModel):
    lines: tuple[Fee, ...]


@cache
def list_fees() -> tuple[Fee, ...]:
    """Return the lines that a government charges. Source: data/startup_costs.json."""
    table = _FeeTable.model_validate_json((DATA_FOLDER / "startup_costs.json").read_bytes())
    return tuple(line for line in table.lines if line.is_government_fee)
