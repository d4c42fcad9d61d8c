"""The lookups routes."""

from dataclasses import asdict, dataclass
from typing import Any

from domains.reference.data import (
    BusinessCategory,
    Country,
    County,
    Jurisdiction,
    Municipality,
    ReferenceList,
)
from functions.lookups.contract import (
    BusinessCategoryList,
    CountryList,
    CountyList,
    JurisdictionList,
    MunicipalityList,
)
from portal.audiences import PUBLIC
from portal.language import Language
from portal.routes import Request, Routes
from portal.text import get_sort_key

_KEPT_FOR_A_DAY = "public, max-age=86400"

routes = Routes("lookups")


@dataclass(frozen=True, slots=True)
class Lists:
    """Reference lists of this group."""

    counties: ReferenceList[County]
    municipalities: ReferenceList[Municipality]
    countries: ReferenceList[Country]
    jurisdictions: ReferenceList[Jurisdiction]
    business_categories: ReferenceList[BusinessCategory]


@routes.endpoint(
    "GET",
    "/api/lookups/counties",
    summary="List the counties of the state by name",
    replies={200: CountyList},
    audience=PUBLIC,
    cache_control=_KEPT_FOR_A_DAY,
)
def list_counties(_request: Request[None], lists: Lists) -> CountyList:
    """List every county, with the id that forms send."""
    return CountyList.model_validate(_make_reported(lists.counties))


@routes.endpoint(
    "GET",
    "/api/lookups/municipalities",
    summary="List the incorporated cities and towns of the state by name",
    replies={200: MunicipalityList},
    audience=PUBLIC,
    cache_control=_KEPT_FOR_A_DAY,
)
def list_municipalities(_request: Request[None], lists: Lists) -> MunicipalityList:
    """List every city and town, with the id that forms send and its counties."""
    return MunicipalityList.model_validate(_make_reported(lists.municipalities))


@routes.endpoint(
    "GET",
    "/api/lookups/countries",
    summary="List the countries by name",
    replies={200: CountryList},
    audience=PUBLIC,
    cache_control=_KEPT_FOR_A_DAY,
)
def list_countries(_request: Request[None], lists: Lists) -> CountryList:
    """List every country, with the code that forms send."""
    return CountryList.model_validate(_make_reported(lists.countries))


@routes.endpoint(
    "GET",
    "/api/lookups/jurisdictions/us",
    summary="List the states, districts, territories and military postal areas of the United States",
    replies={200: JurisdictionList},
    audience=PUBLIC,
    cache_control=_KEPT_FOR_A_DAY,
)
def list_jurisdictions(_request: Request[None], lists: Lists) -> JurisdictionList:
    """List every jurisdiction, with the code of the Postal Service; military areas come last."""
    return JurisdictionList.model_validate(_make_reported(lists.jurisdictions))


@routes.endpoint(
    "GET",
    "/api/businessapplications/lookups/businesscharactercategories",
    summary="List the business characters of an annual report",
    replies={200: BusinessCategoryList},
    audience=PUBLIC,
    cache_control=_KEPT_FOR_A_DAY,
)
def list_business_categories(request: Request[None], lists: Lists) -> BusinessCategoryList:
    """List every character of business, named in the caller's language."""
    items = sorted(lists.business_categories.items, key=lambda each: _rank_category(each, request.language))
    entries = [asdict(each) | {"name": each.name.in_language(request.language)} for each in items]
    return BusinessCategoryList.model_validate(_make_reported(lists.business_categories) | {"items": entries})


def _rank_category(category: BusinessCategory, language: Language) -> tuple[bool, bool, str]:
    """Sort key: by name, "Other" at the end of its group, nonprofits last."""
    name = get_sort_key(category.name.in_language(language), language)
    return category.applies_to == "nonprofit", category.name.en == "Other", name


def _make_reported(listed: ReferenceList[Any]) -> dict[str, Any]:
    """Return the list as the models read it; what an item has beyond its model is not told."""
    return asdict(listed)
