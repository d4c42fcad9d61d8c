"""The routes about applications that agencies call."""

from domains.applications.errors import (
    ApplicationChanged,
    ApplicationDecided,
    ApplicationNotFound,
    ApplicationWithdrawn,
    DocumentNotFound,
    StateNotPossible,
    TooManyStatuses,
)
from domains.messages.attachments import AttachmentsUnavailable
from domains.names.errors import NameTaken
from functions.agencyinbound.application_service import ApplicationStatusService
from functions.agencyinbound.contract import (
    ApplicationStatusReply,
    ApplicationStatusRequest,
    SentFileReply,
)
from functions.agencyinbound.errors import StatusIdReused
from portal.audiences import AGENCIES
from portal.routes import Body, Request, Routes

routes = Routes("agencyinbound")


@routes.endpoint(
    "POST",
    "/api/agency-inbound/applications/{id}/status",
    summary="Report the state of an application",
    audience=AGENCIES,
    input=Body(ApplicationStatusRequest, passes_faults=True),
    replies={200: ApplicationStatusReply},
    section="agencyInbound",
    raises=(
        ApplicationNotFound,
        ApplicationDecided,
        ApplicationWithdrawn,
        StateNotPossible,
        StatusIdReused,
        TooManyStatuses,
        NameTaken,
        ApplicationChanged,
        AttachmentsUnavailable,
    ),
)
def post_application_status(
    request: Request[ApplicationStatusRequest], service: ApplicationStatusService
) -> ApplicationStatusReply:
    """Store a state and notify the business. Needs an application submitted to the calling agency."""
    is_new = service.post_status(request.agency_id, request.path["id"], request.input, request.faults)
    return ApplicationStatusReply(outcome="stored" if is_new else "unchanged")


@routes.endpoint(
    "GET",
    "/api/agency-inbound/applications/{id}/documents/{document}",
    summary="Get a link to a file of an application",
    replies={200: SentFileReply},
    section="agencyInbound",
    raises=(ApplicationNotFound, DocumentNotFound, AttachmentsUnavailable),
    audience=AGENCIES,
)
def get_application_document(request: Request[None], service: ApplicationStatusService) -> SentFileReply:
    """Return a link to a file. Needs an application that was submitted to the calling agency."""
    link = service.get_document(request.agency_id, request.path["id"], request.path["document"])
    return SentFileReply(state=link.state, url=link.url, expires_at=link.expires_at)
