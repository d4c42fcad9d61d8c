"""The governmentsearch routes."""

from domains.agencies.catalog import CatalogUnavailable
from functions.governmentsearch.contract import (
    GovernmentSearchQuery,
    GovernmentSearchReply,
    PortalSearchQuery,
    PortalSearchReply,
)
from functions.governmentsearch.service import Search
from portal.audiences import PUBLIC, People
from portal.routes import Request, Routes

routes = Routes("governmentsearch")


@routes.endpoint(
    "GET",
    "/api/governmentsearch",
    summary="Search services, guides, other offices, forms, fees and help, with numbers by type",
    input=GovernmentSearchQuery,
    replies={200: GovernmentSearchReply},
    audience=People(roles=frozenset({"government", "support", "admin"}), second_factor=True),
    raises=(CatalogUnavailable,),
)
def search_government(request: Request[GovernmentSearchQuery], service: Search) -> GovernmentSearchReply:
    """Search without personal records, so that no purpose and no access log line are needed."""
    return service.search_all(request.principal.user_id, request.input, request.language)


@routes.endpoint(
    "GET",
    "/api/search",
    summary="Search services, guides, other offices, forms, fees and help, in both languages",
    input=PortalSearchQuery,
    replies={200: PortalSearchReply},
    audience=PUBLIC,
    cache_control="public, max-age=300",
    raises=(CatalogUnavailable,),
)
def search_portal(request: Request[PortalSearchQuery], service: Search) -> PortalSearchReply:
    """Return up to 20 pages for words or a question, best first, in the language of the request."""
    return service.search_portal(request.input.q, request.language)
