"""Replies of the lookups routes."""

from datetime import date

from domains.reference.data import CategoryUse, Confidence, JurisdictionKind, MunicipalityKind
from portal.contract import Contract


class ListReply(Contract):
    """The source of a list.

    Attributes:
        as_of: the day on which it was taken from its source.
        source: its origin, and the parts that are not confirmed.
        credit: to be shown with the list.
        confidence: `general` for a list that is known in general and still to be confirmed.
    """

    as_of: date
    source: str
    credit: str
    confidence: Confidence


class CountyReply(Contract):
    """A county of the state; forms send its id.

    Attributes:
        fips: the code of the Census Bureau for state and county.
    """

    id: str
    name: str
    fips: str


class CountyList(ListReply):
    """Every county, by name."""

    items: list[CountyReply]


class MunicipalityReply(Contract):
    """An incorporated city or town; forms send its id.

    Attributes:
        county_ids: of every county that it lies in, the main one first.
        county_confidence: of `county_ids`.
    """

    id: str
    name: str
    kind: MunicipalityKind
    fips: str
    county_ids: list[str]
    county_confidence: Confidence


class MunicipalityList(ListReply):
    """Every incorporated city and town of the state, by name."""

    items: list[MunicipalityReply]


class CountryReply(Contract):
    """A country or area of ISO 3166-1; forms send its code of two letters."""

    code: str
    alpha3: str
    numeric: str
    name: str
    iso_name: str


class CountryList(ListReply):
    """Every country, by name."""

    items: list[CountryReply]


class JurisdictionReply(Contract):
    """A state, district or territory, or a military postal area, which is for addresses only.

    Attributes:
        code: of two letters, as the Postal Service writes it.
        fips: None for a military area.
    """

    code: str
    name: str
    kind: JurisdictionKind
    fips: str | None
    confidence: Confidence


class JurisdictionList(ListReply):
    """Every jurisdiction of the United States; military areas last."""

    items: list[JurisdictionReply]


class BusinessCategoryReply(Contract):
    """A character of business.

    Attributes:
        naics_sector: of the North American Industry Classification System, such as `54` or `31-33`.
    """

    id: str
    name: str
    applies_to: CategoryUse
    naics_sector: str | None


class BusinessCategoryList(ListReply):
    """Every character of business; those of nonprofits last."""

    items: list[BusinessCategoryReply]
