"""Reference data with its sources, shipped in the layer."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from portal.language import Language, Text

DATA_FOLDER = Path(__file__).parents[3] / "data"


Confidence = Literal["verified", "general"]
"""Standing of a fact: found in its source, or known in general and still to be confirmed."""

JurisdictionKind = Literal["state", "district", "territory", "military"]
MunicipalityKind = Literal["city", "town"]
CategoryUse = Literal["business", "nonprofit"]

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ReferenceList(Generic[Item]):
    """A list of reference data with its origin."""

    items: tuple[Item, ...]
    as_of: str  # date of retrieval from the source, as an ISO date
    source: str  # origin of the list, and unconfirmed parts
    credit: str  # attribution that the license requires to be shown
    confidence: Confidence  # confidence of the whole list; items may have a lower one


@dataclass(frozen=True, slots=True)
class County:
    """A county of the state; contracts use its `id`."""

    id: str
    name: str
    fips: str
    seat: str
    # True if publication is free, in the database of the Corporation Commission instead of a newspaper.
    publishes_in_database: bool


@dataclass(frozen=True, slots=True)
class Nicknames:
    """A first name and its nicknames, in lower-case ASCII letters."""

    name: str
    nicknames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Municipality:
    """An incorporated city or town."""

    id: str
    name: str
    kind: MunicipalityKind
    fips: str
    county_ids: tuple[str, ...]  # ids of its counties, main one first
    county_confidence: Confidence  # confidence of `county_ids`


@dataclass(frozen=True, slots=True)
class Country:
    """A country or area of ISO 3166-1; `code` is its two letters."""

    code: str
    alpha3: str
    numeric: str
    name: str
    iso_name: str


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """A state, district or territory of the United States, or a military postal area."""

    code: str
    name: str
    # Missing for a military area, which only addresses use: businesses cannot be formed there.
    fips: str | None
    kind: JurisdictionKind
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class BusinessCategory:
    """A character of business."""

    id: str
    name: Text
    applies_to: CategoryUse
    naics_sector: str | None  # NAICS sector or subsector, such as `54` or `31-33`; None if none fits


@dataclass(frozen=True, slots=True)
class ZipCode:
    """A ZIP Code that serves places in the state."""

    code: str
    place: str  # city of its post office
    county_id: str  # county of its post office, or of its part of the state
    # Other right names of the city, such as those of municipalities in its area.
    other_names: tuple[str, ...] = ()
    other_states: tuple[str, ...] = ()  # codes of other states that it serves


@dataclass(frozen=True, slots=True)
class NavajoChapter:
    """A chapter of the Navajo Nation, in the state or across its border; people write it as their city."""

    name: str
    other_names: tuple[str, ...]  # other spellings
    county_ids: tuple[str, ...]  # counties of the state in whose ZIP Codes its people may get mail


@dataclass(frozen=True, slots=True)
class TermsSection:
    """A section of the terms: heading and paragraphs."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TermsText:
    """The text of a version in one language."""

    title: str
    sections: tuple[TermsSection, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """A version of the terms and conditions; `effective_on` is an ISO date."""

    version: str
    effective_on: str
    texts: dict[Language, TermsText]


@dataclass(frozen=True, slots=True)
class TermsCatalog:
    """All versions of the terms, oldest first; the last is in force."""

    versions: tuple[Terms, ...]

    @property
    def current(self) -> Terms:
        return self.versions[-1]

    def get_terms(self, version: str) -> Terms | None:
        return next((terms for terms in self.versions if terms.version == version), None)


@cache
def get_county_list() -> ReferenceList[County]:
    """Return the counties, by name. Source: data/counties.json, which names its own."""
    return _list(
        "counties.json",
        lambda row: County(row["id"], row["name"], row["fips"], row["seat"], row["publishesInDatabase"]),
    )


def list_counties() -> tuple[County, ...]:
    """Return the counties without their origin."""
    return get_county_list().items


@cache
def get_municipality_list() -> ReferenceList[Municipality]:
    """Return the incorporated cities and towns, by name. Source: data/municipalities.json."""
    return _list(
        "municipalities.json",
        lambda row: Municipality(
            row["id"], row["name"], row["kind"], row["fips"], tuple(row["countyIds"]), row["countyConfidence"]
        ),
    )


@cache
def get_country_list() -> ReferenceList[Country]:
    """Return the countries, by name. Source: data/countries.json."""
    return _list(
        "countries.json",
        lambda row: Country(row["code"], row["alpha3"], row["numeric"], row["name"], row["isoName"]),
    )


@cache
def get_jurisdiction_list() -> ReferenceList[Jurisdiction]:
    """Return the jurisdictions of the US, military areas last. Source: data/us_jurisdictions.json."""
    return _list(
        "us_jurisdictions.json",
        lambda row: Jurisdiction(row["code"], row["name"], row["fips"], row["kind"], row["confidence"]),
    )


def list_us_jurisdictions() -> tuple[Jurisdiction, ...]:
    """Return the jurisdictions without their origin, as used in US addresses."""
    return get_jurisdiction_list().items


@cache
def get_business_category_list() -> ReferenceList[BusinessCategory]:
    """Return the characters of business, those of nonprofits last. Source: data/business_categories.json."""
    return _list(
        "business_categories.json",
        lambda row: BusinessCategory(row["id"], Text(**row["name"]), row["appliesTo"], row["naicsSector"]),
    )


@cache
def get_nickname_list() -> ReferenceList[Nicknames]:
    """Return the first names with their nicknames, in lower case. Source: data/nicknames.json."""
    return _list("nicknames.json", lambda row: Nicknames(row["name"], tuple(row["nicknames"])))


@cache
def get_zip_code_list() -> ReferenceList[ZipCode]:
    """Return an incomplete list of the ZIP Codes that serve the state. Source: data/zip_codes.json."""
    return _list(
        "zip_codes.json",
        lambda row: ZipCode(
            row["code"],
            row["place"],
            row["countyId"],
            tuple(row.get("otherNames", ())),
            tuple(row.get("otherStates", ())),
        ),
    )


@cache
def list_navajo_chapters() -> tuple[NavajoChapter, ...]:
    """Return the chapters of the Navajo Nation in the state. Source: data/navajo_chapters.json."""
    return _list(
        "navajo_chapters.json",
        lambda row: NavajoChapter(row["name"], tuple(row.get("otherNames", ())), tuple(row["countyIds"])),
    ).items


@cache
def get_terms_catalog() -> TermsCatalog:
    """Return the terms and conditions. Source: data/terms.json."""
    return TermsCatalog(tuple(_read_terms(row) for row in _read("terms.json")["versions"]))


def _read_terms(row: dict[str, Any]) -> Terms:
    texts: dict[Language, TermsText] = {
        "en": _read_terms_text(row["texts"]["en"]),
        "es": _read_terms_text(row["texts"]["es"]),
    }
    return Terms(row["version"], row["effectiveOn"], texts)


def _read_terms_text(text: dict[str, Any]) -> TermsText:
    sections = (TermsSection(part["heading"], tuple(part["paragraphs"])) for part in text["sections"])
    return TermsText(text["title"], tuple(sections))


def _list(name: str, item: Callable[[dict[str, Any]], Item]) -> ReferenceList[Item]:
    data = _read(name)
    return ReferenceList(
        items=tuple(item(row) for row in data["items"]),
        as_of=data["asOf"],
        source=data["source"],
        credit=data["credit"],
        confidence=data["confidence"],
    )


def _read(name: str) -> Any:
    return json.loads((DATA_FOLDER / name).read_text(encoding="utf-8"))
