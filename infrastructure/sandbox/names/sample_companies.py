"""Fictitious companies that sample people own or deal with.

The generated register has a row for each. The sandbox's agencies and the sample data take their facts from
here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from domains.names.index_writer import Name

_FILE = Path(__file__).with_name("sample_companies.json")
COMMISSION = "azcc-entity"
"""Service of the Corporation Commission that shows a company's record."""


@dataclass(frozen=True, slots=True)
class SampleCompany:
    """A company of the generated register."""

    row: Name
    # Of its known place of business, which finds its record at the Commission; None for a company without a
    # record there.
    zip: str | None

    @property
    def identity(self) -> Mapping[str, str] | None:
        """Values of the identity fields of `COMMISSION` that find the record, or None without one."""
        return None if self.zip is None else {"entityId": self.row.id, "zip": self.zip}


@cache
def list_sample_companies() -> tuple[SampleCompany, ...]:
    """Return all sample companies."""
    return TypeAdapter(tuple[SampleCompany, ...]).validate_json(_FILE.read_bytes())


def get_sample_company(company_id: str) -> SampleCompany:
    """Return a sample company by its number in the register.

    Raises:
        LookupError: there is none.
    """
    for company in list_sample_companies():
        if company.row.id == company_id:
            return company
    raise LookupError(f"sample_companies.json has no company {company_id}")
