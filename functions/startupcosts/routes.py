"""The start-up cost routes."""

from functions.startupcosts.contract import (
    CompareRequest,
    ComparisonReply,
    EstimateQuery,
    EstimateReply,
    EstimateRequest,
)
from functions.startupcosts.service import StartupCostService
from functions.startupcosts.table import make_csv
from portal.audiences import PUBLIC
from portal.routes import JSON, Request, Routes, TextFileReply

_CSV = "text/csv"
_AS_TABLE = {_CSV: "The lines of the estimate, with a heading row; amounts in US dollars"}

routes = Routes("startupcosts")


@routes.endpoint(
    "POST",
    "/api/businessapplications/startupcostestimate",
    summary="Estimate start-up costs, line by line with sources",
    replies={200: EstimateReply},
    input=EstimateRequest,
    audience=PUBLIC,
    alternatives=_AS_TABLE,
)
def estimate_startup_costs(
    request: Request[EstimateRequest], service: StartupCostService
) -> EstimateReply | TextFileReply:
    """Estimate the costs of the plan in the body."""
    return _make_form(request.media_type, service.estimate_plan(request.input, request.language), request)


@routes.endpoint(
    "GET",
    "/api/businessapplications/startupcostestimate",
    summary="Get the estimate of a link",
    replies={200: EstimateReply},
    input=EstimateQuery,
    audience=PUBLIC,
    cache_control="public, max-age=300",
    alternatives=_AS_TABLE,
)
def read_startup_cost_estimate(
    request: Request[EstimateQuery], service: StartupCostService
) -> EstimateReply | TextFileReply:
    """Estimate the costs of the plan in the query."""
    estimate = service.estimate_of_link(request.input, request.input.check, request.language)
    return _make_form(request.media_type, estimate, request)


@routes.endpoint(
    "POST",
    "/api/businessapplications/startupcostestimate/changes",
    summary="Compare two estimates, line by line",
    replies={200: ComparisonReply},
    input=CompareRequest,
    audience=PUBLIC,
)
def compare_startup_costs(request: Request[CompareRequest], service: StartupCostService) -> ComparisonReply:
    """Compare two estimates: other answers, or another date."""
    return service.compare_plans(request.input.before, request.input.after, request.language)


def _make_form(
    media_type: str, estimate: EstimateReply, request: Request[EstimateRequest] | Request[EstimateQuery]
) -> EstimateReply | TextFileReply:
    if media_type == JSON:
        return estimate
    filename = f"startup-costs-{estimate.as_of.isoformat()}.csv"
    return TextFileReply(make_csv(estimate, request.language), filename)
