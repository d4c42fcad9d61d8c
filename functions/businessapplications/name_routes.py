"""The route that checks the name of an application."""

from domains.applications.errors import ApplicationNotFound
from domains.names.errors import NamesUnavailable
from functions.businessapplications.errors import NoNameAsked
from functions.businessapplications.name_contract import (
    ApplicationNameQuery,
    ApplicationNameReply,
    CloseNameReply,
    NameReasonReply,
)
from functions.businessapplications.name_service import NameService
from portal.routes import Request, Routes

routes = Routes("businessapplications")


@routes.endpoint(
    "GET",
    "/api/businessapplications/applications/{id}/namecheck",
    summary="Check a name for an application",
    input=ApplicationNameQuery,
    replies={200: ApplicationNameReply},
    raises=(ApplicationNotFound, NoNameAsked, NamesUnavailable),
)
def check_application_name(
    request: Request[ApplicationNameQuery], service: NameService
) -> ApplicationNameReply:
    """Return the verdict on a name. Reservations and filings of the business itself do not count."""
    name = request.input.name
    checked = service.check_name(request.principal, request.path["id"], name, request.input.entity_type)
    judgment = checked.judgment
    return ApplicationNameReply(
        name=name,
        verdict=judgment.verdict,
        reasons=[
            NameReasonReply(severity=each.severity, text=each.text.in_language(request.language))
            for each in service.list_objections(judgment)
        ],
        close=[CloseNameReply(id=each.id, name=each.name, status=each.status) for each in judgment.close],
        reserved_until=checked.own_reservation.expires_at if checked.own_reservation else None,
    )
