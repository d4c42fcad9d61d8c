"""The route by which people see who had access to their record."""

from functions.profile.access_service import AccessService
from functions.profile.contract import AccessLogPage, AccessLogQuery, AccessReply
from portal.routes import Request, Routes

routes = Routes("profile")


@routes.endpoint(
    "GET",
    "/api/profile/access",
    summary="List accesses of staff to the caller's record, with time, agency, purpose and the data shown",
    input=AccessLogQuery,
    replies={200: AccessLogPage},
    section="access",
)
def list_accesses(request: Request[AccessLogQuery], service: AccessService) -> AccessLogPage:
    """List accesses, the latest first; an access is logged before data is shown."""
    query = request.input
    page = service.list_accesses(request.principal, query.limit, query.next_token)
    return AccessLogPage(
        items=[
            AccessReply.from_entity(
                line.record,
                number=line.record.person_number,
                at=line.record.accessed_at,
                agency=line.record.agency_id,
                fields=list(line.record.fields),
                proof=proof,
            )
            for line, proof in zip(page.lines, page.proofs, strict=True)
        ],
        is_log_readable=page.is_log_readable,
        next_token=page.next_token,
    )
