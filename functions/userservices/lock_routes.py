"""The userservices routes about a person's locks."""

from functools import partial

from functions.userservices.contract import AccessHeaders, LiftRequest, LocksReply
from functions.userservices.errors import LocksChanged, NotLocked
from functions.userservices.lock_service import LockDesk
from functions.userservices.replies import make_locks_reply
from functions.userservices.routes import REFUSALS, REFUSED_CHANGES, STAFF, parse_case
from portal.routes import Request, Routes

routes = Routes("userservices")
_endpoint = partial(routes.endpoint, audience=STAFF, headers=AccessHeaders)


@_endpoint(
    "GET",
    "/api/users/{id}/locks",
    summary="List the ways to step up that are locked for a person, or have failed",
    replies={200: LocksReply},
    raises=REFUSALS,
)
def list_locks(request: Request[None], service: LockDesk) -> LocksReply:
    """List the locks of the last 24 hours."""
    return make_locks_reply(service.list_locks(parse_case(request), request.path["id"]), request.language)


@_endpoint(
    "POST",
    "/api/users/{id}/locks/{lock}/lift",
    summary="Lift a lock; the person is told, with the reason",
    input=LiftRequest,
    replies={200: LocksReply},
    raises=(*REFUSED_CHANGES, NotLocked, LocksChanged),
)
def lift_lock(request: Request[LiftRequest], service: LockDesk) -> LocksReply:
    """Lift a lock, so that the person can try again, and return the remaining locks."""
    tries = service.lift_lock(
        parse_case(request), request.path["id"], request.path["lock"], request.input.reason
    )
    return make_locks_reply(tries, request.language)
