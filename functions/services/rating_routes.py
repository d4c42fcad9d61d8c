"""The route that counts ratings of public pages."""

from domains.agencies.catalog import CatalogUnavailable
from functions.services.contract import PageRatedReply, PageRatingRequest
from functions.services.ratings import PageRatings
from portal.audiences import PUBLIC
from portal.routes import Body, Request, Routes

routes = Routes("services")


@routes.endpoint(
    "POST",
    "/api/pageratings",
    summary="Rate a guide, a service page or a help page",
    audience=PUBLIC,
    input=Body(PageRatingRequest, largest_bytes=1024),
    section="governmentsearch",
    replies={200: PageRatedReply},
    raises=(CatalogUnavailable,),
)
def rate_page(request: Request[PageRatingRequest], ratings: PageRatings) -> PageRatedReply:
    """Count a rating. Only the number for each page is kept, and nothing about the person."""
    ratings.count_rating(request.input.page, request.input.is_helpful)
    return PageRatedReply(is_rated=True)
