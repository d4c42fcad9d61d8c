"""The routes of applications."""

from functions.businessapplications.contract import (
    AnswersRequest,
    ApplicationRemovalReply,
    ApplicationReply,
    ApplicationRequest,
    ApplicationsReply,
    DocumentLinkReply,
    DocumentReply,
    DocumentRequest,
    FormReply,
    FormsReply,
    SavedReply,
    SubmissionRequest,
    WithdrawalRequest,
)
from functions.businessapplications.service import ApplicationsService
from portal.errors import Conflict, Forbidden, NotFound, Unavailable
from portal.routes import Reply, Request, Routes

routes = Routes("businessapplications")

_ROOT = "/api/businessapplications"
_APPLICATIONS = f"{_ROOT}/applications"
_APPLICATION = f"{_APPLICATIONS}/{{id}}"


@routes.endpoint(
    "GET",
    f"{_ROOT}/forms",
    summary="The forms by which a business can apply",
    replies={200: FormsReply},
    raises=(Unavailable,),
)
def list_forms(request: Request[None], service: ApplicationsService) -> FormsReply:
    """By agency and name."""
    return service.list_forms(request)


@routes.endpoint(
    "GET",
    f"{_ROOT}/forms/{{id}}",
    summary="A whole form",
    replies={200: FormReply},
    raises=(NotFound, Unavailable),
)
def get_form(request: Request[None], service: ApplicationsService) -> FormReply:
    """404 is `formNotFound`."""
    return service.get_form(request)


@routes.endpoint(
    "GET",
    _APPLICATIONS,
    summary="The applications of the caller's businesses",
    replies={200: ApplicationsReply},
)
def list_applications(request: Request[None], service: ApplicationsService) -> ApplicationsReply:
    """Where the caller has to act first."""
    return service.list_applications(request)


@routes.endpoint(
    "POST",
    _APPLICATIONS,
    summary="Begin an application; owners and managers",
    input=ApplicationRequest,
    replies={201: ApplicationReply, 200: ApplicationReply},
    raises=(NotFound, Forbidden, Conflict, Unavailable),
    idempotency_key=True,
)
def begin_application(request: Request[ApplicationRequest], service: ApplicationsService) -> Reply:
    """404 is `formNotFound` or `businessNotFound`, 403 `roleNotAllowed`; 409 `formNotForEntityType`,
    `tooManyApplications` or `idempotencyKeyReused`.
    """
    return service.begin_application(request)


@routes.endpoint(
    "GET",
    _APPLICATION,
    summary="A whole application",
    replies={200: ApplicationReply},
    raises=(NotFound,),
)
def get_application(request: Request[None], service: ApplicationsService) -> ApplicationReply:
    """404 is `applicationNotFound`, also where the caller does not act for the business."""
    return service.get_application(request)


@routes.endpoint(
    "DELETE",
    _APPLICATION,
    summary="Remove a draft that was never submitted; owners and managers",
    replies={200: ApplicationRemovalReply},
    raises=(NotFound, Forbidden, Conflict),
)
def remove_draft(request: Request[None], service: ApplicationsService) -> ApplicationRemovalReply:
    """404 is `applicationNotFound`, 403 `roleNotAllowed`, 409 `alreadySubmitted`."""
    return service.remove_draft(request)


@routes.endpoint(
    "PUT",
    f"{_APPLICATION}/answers",
    summary="Save the answers given so far; owners and managers",
    input=AnswersRequest,
    replies={200: SavedReply},
    raises=(NotFound, Forbidden, Conflict),
)
def save_answers(request: Request[AnswersRequest], service: ApplicationsService) -> SavedReply:
    """404 is `applicationNotFound`, 403 `roleNotAllowed`, 409 `applicationChanged` or `notEditable`."""
    return service.save_answers(request)


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/submission",
    summary="Submit the application; owners and managers. The same again changes nothing",
    input=SubmissionRequest,
    replies={200: ApplicationReply},
    raises=(NotFound, Forbidden, Conflict, Unavailable),
)
def submit_application(request: Request[SubmissionRequest], service: ApplicationsService) -> ApplicationReply:
    """Every answer and document that is missing or wrong is a problem of its own, named `answers.…` or
    `documents.…`. 404 is `applicationNotFound`, 403 `roleNotAllowed`, 409 `applicationChanged` or
    `notEditable`.
    """
    return service.submit_application(request)


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/withdrawal",
    summary="Withdraw a submitted application; owners and managers",
    input=WithdrawalRequest,
    replies={200: ApplicationReply},
    raises=(NotFound, Forbidden, Conflict),
)
def withdraw_application(
    request: Request[WithdrawalRequest], service: ApplicationsService
) -> ApplicationReply:
    """404 is `applicationNotFound`, 403 `roleNotAllowed`, 409 `notWithdrawable`."""
    return service.withdraw_application(request)


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/documents",
    summary="Add a file; owners and managers",
    input=DocumentRequest,
    replies={201: DocumentReply, 200: DocumentReply},
    raises=(NotFound, Forbidden, Conflict, Unavailable),
)
def add_document(request: Request[DocumentRequest], service: ApplicationsService) -> Reply:
    """The same file for the same document again is the same one: 200. 404 is `applicationNotFound`, 403
    `roleNotAllowed`, 409 `notEditable` or `tooManyDocuments`.
    """
    return service.add_document(request)


@routes.endpoint(
    "GET",
    f"{_APPLICATION}/documents/{{document}}",
    summary="Where a file can be fetched",
    replies={200: DocumentLinkReply},
    raises=(NotFound, Unavailable),
)
def get_document(request: Request[None], service: ApplicationsService) -> DocumentLinkReply:
    """404 is `applicationNotFound` or `documentNotFound`."""
    return service.get_document(request)


@routes.endpoint(
    "DELETE",
    f"{_APPLICATION}/documents/{{document}}",
    summary="Remove a file that the applicant added; owners and managers",
    replies={200: ApplicationRemovalReply},
    raises=(NotFound, Forbidden, Conflict),
)
def remove_document(request: Request[None], service: ApplicationsService) -> ApplicationRemovalReply:
    """404 is `applicationNotFound`, 403 `roleNotAllowed`, 409 `notEditable`."""
    return service.remove_document(request)
