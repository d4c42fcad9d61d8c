"""The governmentsearch routes."""

from domains.agencies.catalog import CatalogUnavailable
from functions.governmentsearch.contract import (
    GovernmentSearchQuery,
    GovernmentSearchReply,
    PortalSearchQuery,
    PortalSearchReply,
    PublicServicesReply,
)
from functions.governmentsearch.service import Search
from functions.governmentsearch.services import make_services_reply
from portal.audiences import PUBLIC, People
from portal.routes import Request, Routes
from portal.types import get_day, get_utc_now

_KEPT_FOR_FIVE_MINUTES = "public, max-age=300"

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
    cache_control=_KEPT_FOR_FIVE_MINUTES,
    raises=(CatalogUnavailable,),
)
def search_portal(request: Request[PortalSearchQuery], service: Search) -> PortalSearchReply:
    """Return up to 20 pages for words or a question, best first, in the language of the request."""
    return service.search(request.input.q, request.language)


@routes.endpoint(
    "GET",
    "/api/lookups/services",
    summary="List every service of every agency by name, with what it needs and costs",
    replies={200: PublicServicesReply},
    audience=PUBLIC,
    cache_control=_KEPT_FOR_FIVE_MINUTES,
    raises=(CatalogUnavailable,),
)
def list_services(request: Request[None], service: Search) -> PublicServicesReply:
    """List the services that people can connect to, in the language of the request."""
    return make_services_reply(service.list_services(), request.language, get_day(get_utc_now()))
