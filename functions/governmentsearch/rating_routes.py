"""The route that counts ratings of public pages."""

from domains.agencies.catalog import CatalogUnavailable
from functions.governmentsearch.contract import PageRatedReply, PageRatingRequest
from functions.governmentsearch.ratings import PageRatings
from portal.routes import Request, Routes

routes = Routes("governmentsearch")


@routes.endpoint(
    "POST",
    "/api/pageratings",
    summary="Rate a guide, a service page or a help page",
    input=PageRatingRequest,
    replies={200: PageRatedReply},
    public=True,
    largest_body_bytes=1024,
    raises=(CatalogUnavailable,),
)
def rate_page(request: Request[PageRatingRequest], ratings: PageRatings) -> PageRatedReply:
    """Count a rating. Only the number for each page is kept, and nothing about the person."""
    ratings.count_rating(request.input.page, request.input.is_helpful)
    return PageRatedReply(is_rated=True)
