"""Replies of the lookups routes."""

from datetime import date

from domains.reference.data import CategoryUse, Confidence, JurisdictionKind, MunicipalityKind
from portal.contract import Contract


class ListReply(Contract):
    """Source of a list.

    Attributes:
        as_of: day on which it was taken from its source.
        source: origin, with the parts that are not confirmed.
        credit: credit to show with the list.
        confidence: `general` for a list that is not confirmed yet.
    """

    as_of: date
    source: str
    credit: str
    confidence: Confidence


class CountyReply(Contract):
    """A county of the state; forms send its id.

    Attributes:
        fips: Census Bureau code of state and county.
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
        county_ids: ids of all its counties, main county first.
        county_confidence: confidence of `county_ids`.
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
    """A country or area of ISO 3166-1; forms send its two-letter code."""

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
        code: two-letter code of the Postal Service.
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
        name: name in the caller's language.
        naics_sector: NAICS sector, such as `54` or `31-33`.
    """

    id: str
    name: str
    applies_to: CategoryUse
    naics_sector: str | None


class BusinessCategoryList(ListReply):
    """Every character of business, by name; those of nonprofits last, "Other" at the end of its group."""

    items: list[BusinessCategoryReply]
