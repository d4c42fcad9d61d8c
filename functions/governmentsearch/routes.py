"""The governmentsearch route."""

from domains.agencies.catalog import CatalogUnavailable
from functions.governmentsearch.contract import GovernmentSearchQuery, GovernmentSearchReply
from functions.governmentsearch.service import GovernmentSearch
from portal.routes import Request, Routes

routes = Routes("governmentsearch")


@routes.endpoint(
    "GET",
    "/api/governmentsearch",
    summary="Search agencies, services, forms, fees and help, in both languages",
    input=GovernmentSearchQuery,
    replies={200: GovernmentSearchReply},
    roles=frozenset({"government", "support", "admin"}),
    second_factor=True,
    raises=(CatalogUnavailable,),
)
def search_government(
    request: Request[GovernmentSearchQuery], service: GovernmentSearch
) -> GovernmentSearchReply:
    """Search without personal records, so that no purpose and no access log line are needed."""
    return service.search(request.principal.user_id, request.input, request.language)
