"""The route of the public list of services."""

from domains.agencies.catalog import Catalog, CatalogUnavailable
from domains.state.time import get_day
from functions.services.contract import PublicServicesReply
from functions.services.replies import make_services_reply
from portal.audiences import PUBLIC
from portal.routes import Request, Routes
from portal.types import get_utc_now

routes = Routes("services")


@routes.endpoint(
    "GET",
    "/api/lookups/services",
    summary="List every service of every agency by name, with what it needs and costs",
    replies={200: PublicServicesReply},
    audience=PUBLIC,
    cache_control="public, max-age=300",
    raises=(CatalogUnavailable,),
)
def list_services(request: Request[None], catalog: Catalog) -> PublicServicesReply:
    """List the services that people can connect to, in the language of the request."""
    return make_services_reply(
        catalog.get_offers().list_available(), request.language, get_day(get_utc_now())
    )
