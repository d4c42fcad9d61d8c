"""The routes of the saved plan."""

from domains.accounts.account import NotRegistered
from functions.businesses.contract import PlanReply, PlanRequest
from functions.businesses.errors import PlanChanged
from functions.businesses.plan_service import PlanService
from functions.businesses.plans import Answers
from portal.routes import Request, Routes

routes = Routes("businesses")

_PLAN = "/api/businessapplications/plan"


@routes.endpoint(
    "GET",
    _PLAN,
    summary="Get the caller's saved plan",
    replies={200: PlanReply},
)
def get_plan(request: Request[None], service: PlanService) -> PlanReply:
    """Return the plan, empty when none is saved."""
    return PlanReply.from_entity(service.get_plan(request.principal))


@routes.endpoint(
    "PUT",
    _PLAN,
    summary="Save the plan",
    input=PlanRequest,
    replies={200: PlanReply},
    raises=(NotRegistered, PlanChanged),
)
def save_plan(request: Request[PlanRequest], service: PlanService) -> PlanReply:
    """Save the plan and return it with its next revision. Needs the revision before."""
    answers = Answers(**dict(request.input.answers))
    return PlanReply.from_entity(service.save_plan(request.principal, answers, request.input.revision))


@routes.endpoint(
    "DELETE",
    _PLAN,
    summary="Delete the saved plan",
    replies={200: PlanReply},
    raises=(PlanChanged,),
)
def forget_plan(request: Request[None], service: PlanService) -> PlanReply:
    """Return an empty plan, with the revision for saving another."""
    return PlanReply.from_entity(service.delete_plan(request.principal))
