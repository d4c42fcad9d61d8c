"""The business names routes."""

from functions.businessnames.contract import NameCheckQuery, NameCheckReply, SearchQuery, SearchReply
from functions.businessnames.service import BusinessNamesService
from portal.errors import Unavailable
from portal.routes import Request, Routes

routes = Routes("businessnames")


@routes.endpoint(
    "GET",
    "/api/businessapplications/businessnames/search",
    summary="Business names that are like a name",
    replies={200: SearchReply},
    input=SearchQuery,
    public=True,
    raises=(Unavailable,),
    cache_control="public, max-age=60",
)
def search_business_names(request: Request[SearchQuery], service: BusinessNamesService) -> SearchReply:
    """A page of names."""
    return service.search(request.input)


@routes.endpoint(
    "GET",
    "/api/businessapplications/businessnames/searchreservation",
    summary="Whether a business name can be had, and why",
    replies={200: NameCheckReply},
    input=NameCheckQuery,
    public=True,
    raises=(Unavailable,),
)
def check_business_name(request: Request[NameCheckQuery], service: BusinessNamesService) -> NameCheckReply:
    """The verdict on a name."""
    return service.check(request.input, request.language)
