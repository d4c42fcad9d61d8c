"""The dated table of fees and estimates. Source: data/startup_costs.json."""

from collections.abc import Set
from datetime import date
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER
from domains.reference.fees import FeeAmount
from functions.startupcosts.contract import Cadence, FallsDue
from portal.language import Text

Measure = Literal["flat", "perLocation", "payrollShare", "wages", "rentMonths", "figure"]
Condition = tuple[tuple[str, ...], ...]


class Row(BaseModel):
    """A row of a data file, with names in camel case."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)


class Line(Row):
    """A cost and its fees through time."""

    code: str
    group: str
    label: Text
    agency: Text | None
    is_government_fee: bool
    is_editable: bool
    is_optional: bool
    cadence: Cadence
    # True if the first payment is due before the opening; false for monthly costs.
    is_paid_before_opening: bool
    measure: Measure
    when: Condition  # groups of circumstances, of each of which one must hold; see `circumstances`
    note: Text | None
    fees: Annotated[tuple[FeeAmount, ...], Field(min_length=1)]

    @property
    def falls_due(self) -> FallsDue:
        """The total that includes the line."""
        if self.is_paid_before_opening:
            return "opening"
        return "monthly" if self.cadence == "monthly" else "yearly"

    def get_fee(self, day: date) -> FeeAmount | None:
        return next((fee for fee in self.fees if fee.is_valid_on(day)), None)


class Remark(Row):
    """A sentence in estimates under the circumstances `when`."""

    code: str
    when: Condition
    text: Text


class FeeTable(Row):
    """Fees and rules of an estimate."""

    as_of: date
    source: str
    contingency_share: int  # in ten-thousandths
    lines: tuple[Line, ...]
    assumptions: tuple[Remark, ...]
    unknowns: tuple[Remark, ...]

    @property
    def first_day(self) -> date:
        """The first day with a known fee."""
        return min(fee.valid_from for line in self.lines for fee in line.fees)

    @property
    def editable_codes(self) -> frozenset[str]:
        """The lines that accept the person's own figure."""
        return frozenset(line.code for line in self.lines if line.is_editable)


def is_met(condition: Condition, circumstances: Set[str]) -> bool:
    """Return whether each group of a condition has a given circumstance."""
    return all(any(name in circumstances for name in group) for group in condition)


@cache
def get_fee_table() -> FeeTable:
    """Return the portal's table."""
    return FeeTable.model_validate_json((DATA_FOLDER / "startup_costs.json").read_bytes())
