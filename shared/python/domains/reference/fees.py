"""The rows of the startup cost table, and the rule that says which figures are confirmed."""

import re
from datetime import date
from functools import cache
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER
from portal.language import Text

_GOVERNMENT_HOST = re.compile(r"([a-z0-9-]+\.)+(gov|az\.us)")
_LAW_HOSTS = frozenset({"casetext.com", "law.cornell.edu", "law.justia.com"})
"""Publishers of the text of statutes and rules."""

FeeStatus = Literal["confirmed", "free", "notConfirmed", "unknown"]
"""How sure the amount of a government fee is.

`confirmed` and `free` have an official page or the text of a law, and the day on which somebody looked;
`notConfirmed` has a figure from another named source; `unknown` has none. Nobody owes the last two until the
agency says how much.
"""

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


def get_fee_status(cents: int | None, page: str | None, checked_on: date | None) -> FeeStatus:
    """Return how sure an amount is.

    Args:
        page: official page or text of a law with the amount.
        checked_on: day on which somebody looked at it.
    """
    if cents is None:
        return "unknown"
    if page is None or checked_on is None or not is_official_page(page):
        return "notConfirmed"
    return "confirmed" if cents else "free"


def format_agency_to_ask(agency: Text | None) -> Text:
    """Return whom to ask about a fee, as it follows "ask" and "pregunte a"."""
    if agency is None:
        return _PLACE
    if agency.en == _COUNTY:
        return Text(en="your county", es="su condado")
    return Text(en=f"the {agency.en}", es=f"la agencia: {agency.es}")


class FeeAmount(BaseModel):
    """Amount of a line in a period; both days are inclusive."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)

    valid_from: date
    valid_to: date | None  # last day; None for a current amount
    # Cents; for `payrollShare`, ten-thousandths of the payroll; for `rentMonths`, months of rent; None if
    # only the person knows the figure.
    low: Annotated[int | None, Field(ge=0)]
    typical: Annotated[int | None, Field(ge=0)]
    high: Annotated[int | None, Field(ge=0)]
    # For `payrollShare`, the limit of an employee's yearly wages in cents; None for no limit.
    wage_base: int | None
    # Section of a law in force that sets the fee; see `infrastructure/checks/facts/laws.json`.
    legal_basis: str | None
    source_url: str | None  # page of the government or text of the law that says the amount; None without one
    checked_on: date | None  # day on which the amount was looked at
    review_by: date  # day by which to look at it again

    @property
    def status(self) -> FeeStatus:
        """How sure the amount of a government fee is."""
        return get_fee_status(self.typical, self.source_url, self.checked_on)

    def is_valid_on(self, day: date) -> bool:
        """Return whether the amount is valid on a day."""
        return self.valid_from <= day and (self.valid_to is None or day <= self.valid_to)


class Fee(BaseModel):
    """A line of the startup cost table."""

    model_config = ConfigDict(alias_generator=to_camel)

    code: str
    label: Text
    agency: Text | None  # agency that charges the fee; None if it depends on the city or town
    measure: str  # `flat` for an amount in cents; other lines depend on wages, rent or locations
    # Groups of circumstances, of each of which one must hold for the line to count.
    when: tuple[tuple[str, ...], ...]
    note: Text | None
    amounts: tuple[FeeAmount, ...] = Field(alias="fees")
    is_government_fee: bool

    def get_amount(self, day: date) -> FeeAmount | None:
        """Return the amount in force on a day, or None."""
        return next((each for each in self.amounts if each.is_valid_on(day)), None)


class _FeeTable(BaseModel):
    lines: tuple[Fee, ...]


@cache
def list_lines() -> tuple[Fee, ...]:
    """Return the government fees and the market estimates. Source: data/startup_costs.json."""
    return _FeeTable.model_validate_json((DATA_FOLDER / "startup_costs.json").read_bytes()).lines


@cache
def list_fees() -> tuple[Fee, ...]:
    """Return the government fees."""
    return tuple(line for line in list_lines() if line.is_government_fee)
