"""The rows of the startup cost table, and the rule that says which figures are exact."""

import re
from datetime import date
from functools import cache
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER
from portal.language import Text

_GOVERNMENT_HOST = re.compile(r"([a-z0-9-]+\.)+(gov|az\.us)")
_LAW_HOSTS = frozenset({"casetext.com", "law.cornell.edu", "law.justia.com"})
"""Publishers of the text of statutes and rules."""

_STEP = 500
_PLACE = Text(en="your city or town", es="su ciudad o pueblo")
_COUNTY = "County"


def is_official_page(url: str) -> bool:
    """Return whether a link leads to a page of a government, or to the text of a law."""
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    return bool(_GOVERNMENT_HOST.fullmatch(host)) or host in _LAW_HOSTS


def find_official_page(source: str) -> str | None:
    """Return the address in a source that is nothing but an official page, with or without a scheme."""
    url = source if "://" in source else f"https://{source}"
    return url if " " not in source and is_official_page(url) else None


def widen(cents: int) -> tuple[int, int]:
    """Return the range of an unconfirmed figure: a fifth either way, rounded outward to whole $5.

    Zero stays zero: it stands for a fee that is not known.
    """
    return cents * 4 // 5 // _STEP * _STEP, -(-cents * 6 // 5 // _STEP) * _STEP


def name_agency(agency: Text | None) -> Text:
    """Return whom to ask about a fee, as it follows "ask" and "pregunte a"."""
    if agency is None:
        return _PLACE
    if agency.en == _COUNTY:
        return Text(en="your county", es="su condado")
    return Text(en=f"the {agency.en}", es=f"la agencia: {agency.es}")


class FeeAmount(BaseModel):
    """Amount of a line in a period; both days are inclusive.

    Attributes:
        valid_to: last day; None for a current amount.
        low: cents; for `payrollShare`, ten-thousandths of the payroll; for `rentMonths`, months of rent; None
            if only the person knows the figure.
        wage_base: for `payrollShare`, the limit of an employee's yearly wages in cents; None for no limit.
        source_url: page of the government or text of the law that says the amount; None without one.
        checked_on: day on which the amount was looked at.
        review_by: day by which to look at it again.
    """

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)

    valid_from: date
    valid_to: date | None
    low: Annotated[int | None, Field(ge=0)]
    typical: Annotated[int | None, Field(ge=0)]
    high: Annotated[int | None, Field(ge=0)]
    wage_base: int | None
    legal_basis: str | None
    source_url: str | None
    checked_on: date | None
    review_by: date

    @property
    def is_exact(self) -> bool:
        """True with one figure, an official link, and the day on which somebody looked."""
        return (
            self.low is not None
            and self.low == self.high
            and self.source_url is not None
            and is_official_page(self.source_url)
            and self.checked_on is not None
        )

    def get_range(self) -> tuple[int, int] | None:
        """Return the lowest and highest cents to show for a flat government fee; None without a figure."""
        if self.low is None or self.high is None:
            return None
        return (self.low, self.high) if self.is_exact or self.low != self.high else widen(self.low)

    def is_valid_on(self, day: date) -> bool:
        """Return whether the amount is valid on a day."""
        return self.valid_from <= day and (self.valid_to is None or day <= self.valid_to)


class Fee(BaseModel):
    """A line of the startup cost table.

    Attributes:
        agency: agency that charges the fee; None if it depends on the city or town.
        measure: `flat` for an amount in cents; other lines depend on wages, rent or locations.
    """

    model_config = ConfigDict(alias_generator=to_camel)

    code: str
    label: Text
    agency: Text | None
    measure: str
    note: Text | None
    amounts: tuple[FeeAmount, ...] = Field(alias="fees")
    is_government_fee: bool

    def get_amount(self, day: date) -> FeeAmount | None:
        """Return the amount in force on a day, or None."""
        return next((each for each in self.amounts if each.is_valid_on(day)), None)


class _FeeTable(BaseModel):
    lines: tuple[Fee, ...]


@cache
def list_fees() -> tuple[Fee, ...]:
    """Return the government fees. Source: data/startup_costs.json."""
    table = _FeeTable.model_validate_json((DATA_FOLDER / "startup_costs.json").read_bytes())
    return tuple(line for line in table.lines if line.is_government_fee)
