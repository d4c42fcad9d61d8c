"""The business names routes."""

from domains.names.errors import NamesUnavailable
from functions.businessnames.contract import (
    CompanyQuery,
    CompanyReply,
    NameCheckQuery,
    NameCheckReply,
    NameSearchQuery,
    SearchReply,
)
from functions.businessnames.errors import CompanyNotFound
from functions.businessnames.service import BusinessNamesService
from portal.audiences import PUBLIC
from portal.routes import Request, Routes

routes = Routes("businessnames")


@routes.endpoint(
    "GET",
    "/api/businessapplications/businessnames/search",
    summary="Search business names",
    replies={200: SearchReply},
    input=NameSearchQuery,
    audience=PUBLIC,
    raises=(NamesUnavailable,),
    cache_control="public, no-cache",
)
def search_business_names(request: Request[NameSearchQuery], service: BusinessNamesService) -> SearchReply:
    """Return a page of names that are similar to a name."""
    return service.search_names(request.input)


@routes.endpoint(
    "GET",
    "/api/businessapplications/businessnames/searchreservation",
    summary="Check the availability of a business name",
    replies={200: NameCheckReply},
    input=NameCheckQuery,
    audience=PUBLIC,
    raises=(NamesUnavailable,),
)
def check_business_name(request: Request[NameCheckQuery], service: BusinessNamesService) -> NameCheckReply:
    """Return the verdict on a name with its reasons and the names in conflict. Reserves nothing."""
    return service.check_name(request.input, request.language)


@routes.endpoint(
    "GET",
    "/api/businessapplications/businessnames/companies/{id}",
    summary="Get a company, or a name that is reserved or filed",
    replies={200: CompanyReply},
    input=CompanyQuery,
    audience=PUBLIC,
    raises=(CompanyNotFound, NamesUnavailable),
    cache_control="public, no-cache",
)
def get_company(request: Request[CompanyQuery], service: BusinessNamesService) -> CompanyReply:
    """Return a name of a search or a check."""
    return service.get_company(request.path["id"], request.input.name)
