"""The lookups routes."""

from collections.abc import Sequence

from functions.lookups.contract import CountyList, CountyReply
from portal.reference import County
from portal.routes import Request, Routes

routes = Routes("lookups")


@routes.endpoint(
    "GET",
    "/api/lookups/counties",
    summary="The counties of the state, by name",
    replies={200: CountyList},
    public=True,
    cache_control="public, max-age=86400",
)
def list_counties(_request: Request[None], counties: Sequence[County]) -> CountyList:
    """Every county, by name."""
    return CountyList(items=[CountyReply(id=county.id, name=county.name) for county in counties])
