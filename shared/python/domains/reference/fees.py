"""Government licenses and fees in the startup cost table, for text searches."""

from datetime import date
from functools import cache

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER, Confidence
from portal.language import Text


class FeeAmount(BaseModel):
    """The amount of a fee in a period, in cents; None in lines that are not government fees.

    Attributes:
        valid_to: last day; None for a current amount.
    """

    model_config = ConfigDict(alias_generator=to_camel)

    valid_from: date
    valid_to: date | None
    low: int | None
    high: int | None
    legal_basis: str | None
    confidence: Confidence


class Fee(BaseModel):
    """A line of the startup cost table.

    Attributes:
        agency: agency that charges the fee; None if it depends on the city or town.
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
        """Return the amount in force on a day, or None."""
        return next((each for each in self.amounts if each.valid_from <= day <= (each.valid_to or day)), None)


class _FeeTable(BaseModel):
    lines: tuple[Fee, ...]


@cache
def list_fees() -> tuple[Fee, ...]:
    """Return the government fees. Source: data/startup_costs.json."""
    table = _FeeTable.model_validate_json((DATA_FOLDER / "startup_costs.json").read_bytes())
    return tuple(line for line in table.lines if line.is_government_fee)
