"""The userservices routes about a person's dashboard."""

from functools import partial

from functions.userservices.contract import (
    AccessHeaders,
    ClearReply,
    ConfirmedAccessHeaders,
    ConnectionsReply,
    ReloadReply,
)
from functions.userservices.dashboard_service import DashboardDesk
from functions.userservices.errors import DashboardChanged, NothingToClear, NothingToRestore
from functions.userservices.replies import make_card_reply, make_connections_reply
from functions.userservices.routes import REFUSALS, REFUSED_CHANGES, STAFF, parse_case
from portal.routes import Request, Routes

routes = Routes("userservices")
_endpoint = partial(routes.endpoint, audience=STAFF, headers=AccessHeaders)


@_endpoint(
    "GET",
    "/api/users/{id}/connections",
    summary="List the cards on a person's dashboard",
    replies={200: ConnectionsReply},
    raises=REFUSALS,
)
def list_connections(request: Request[None], service: DashboardDesk) -> ConnectionsReply:
    """List cards and say if one is empty and why, never its contents."""
    connections, cleared = service.list_connections(parse_case(request), request.path["id"])
    return make_connections_reply(connections, cleared, request.language)


@_endpoint(
    "POST",
    "/api/users/{id}/reloaddashboard",
    summary="Ask every agency again for a person's cards; the person is informed",
    replies={200: ReloadReply},
    headers=ConfirmedAccessHeaders,
    raises=(*REFUSED_CHANGES, DashboardChanged),
)
def reload_dashboard(request: Request[None], service: DashboardDesk) -> ReloadReply:
    """Reload. Safe to repeat: connections stay, and only newer data replaces a copy."""
    cards = service.reload_dashboard(parse_case(request), request.path["id"], request.headers.confirmed_name)
    return ReloadReply(items=[make_card_reply(each, request.language) for each in cards])


@_endpoint(
    "DELETE",
    "/api/users/{id}/cleardashboard",
    summary="Take every card off a person's dashboard and keep the connections; the person is told",
    replies={200: ClearReply},
    headers=ConfirmedAccessHeaders,
    raises=(*REFUSED_CHANGES, NothingToClear, DashboardChanged),
)
def clear_dashboard(request: Request[None], service: DashboardDesk) -> ClearReply:
    """Clear the dashboard. Safe to repeat; support can undo it for 7 days, the person at any time."""
    cleared = service.clear_dashboard(parse_case(request), request.path["id"], request.headers.confirmed_name)
    return ClearReply.from_entity(cleared)


@_endpoint(
    "POST",
    "/api/users/{id}/restoredashboard",
    summary="Put the cards back that support took off a person's dashboard; the person is told",
    replies={200: ConnectionsReply},
    raises=(*REFUSED_CHANGES, NothingToRestore, DashboardChanged),
)
def restore_dashboard(request: Request[None], service: DashboardDesk) -> ConnectionsReply:
    """Restore the dashboard within 7 days, and return it."""
    connections = service.restore_dashboard(parse_case(request), request.path["id"])
    return make_connections_reply(connections, None, request.language)
