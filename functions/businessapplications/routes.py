"""The routes of applications."""

from typing import Any

from domains.agencies.catalog import CatalogUnavailable
from domains.applications.errors import (
    ApplicationChanged,
    ApplicationNotFound,
    NotEditable,
    NotWithdrawable,
)
from domains.businesses.business import BusinessNotFound, RoleNotAllowed
from domains.messages.attachments import AttachmentsUnavailable
from domains.names.errors import NamesUnavailable
from functions.businessapplications.access import Opened
from functions.businessapplications.contract import (
    AnswersRequest,
    ApplicationRemovalReply,
    ApplicationReply,
    ApplicationRequest,
    ApplicationsReply,
    SavedReply,
    SubmissionRequest,
    WithdrawalRequest,
)
from functions.businessapplications.errors import (
    AlreadySubmitted,
    FormNotForEntityType,
    FormNotFound,
    TooManyApplications,
)
from functions.businessapplications.replies import (
    make_application_reply,
    make_application_summary,
    make_owed_reply,
)
from functions.businessapplications.service import ApplicationsService
from portal.errors import IdempotencyKeyReused
from portal.routes import HttpReply, Request, Routes

routes = Routes("businessapplications")

_APPLICATIONS = "/api/businessapplications/applications"
_APPLICATION = f"{_APPLICATIONS}/{{id}}"


@routes.endpoint(
    "GET",
    _APPLICATIONS,
    summary="List the applications of the caller's businesses",
    replies={200: ApplicationsReply},
)
def list_applications(request: Request[None], service: ApplicationsService) -> ApplicationsReply:
    """List applications; those that wait for the caller come first."""
    listed = service.list_applications(request.principal)
    now = service.now
    return ApplicationsReply(items=[make_application_summary(each, request.language, now) for each in listed])


@routes.endpoint(
    "POST",
    _APPLICATIONS,
    summary="Begin an application; owners and managers",
    input=ApplicationRequest,
    replies={201: ApplicationReply, 200: ApplicationReply},
    raises=(
        FormNotFound,
        BusinessNotFound,
        RoleNotAllowed,
        FormNotForEntityType,
        TooManyApplications,
        IdempotencyKeyReused,
        ApplicationChanged,
        CatalogUnavailable,
    ),
    idempotency_key=True,
)
def begin_application(request: Request[ApplicationRequest], service: ApplicationsService) -> HttpReply:
    """Return the draft, filled in with known facts of the business."""
    opened, is_new = service.begin_application(
        request.principal, request.idempotency_key, request.input.form_id, request.input.business_id
    )
    return HttpReply(_make_reply(request, service, opened), 201 if is_new else 200)


@routes.endpoint(
    "GET",
    _APPLICATION,
    summary="Get an application",
    replies={200: ApplicationReply},
    raises=(ApplicationNotFound,),
)
def get_application(request: Request[None], service: ApplicationsService) -> ApplicationReply:
    """Return an application of a business that the caller acts for."""
    return _make_reply(request, service, service.get_application(request.principal, request.path["id"]))


@routes.endpoint(
    "DELETE",
    _APPLICATION,
    summary="Remove a draft that was never submitted; owners and managers",
    replies={200: ApplicationRemovalReply},
    raises=(
        ApplicationNotFound,
        RoleNotAllowed,
        AlreadySubmitted,
        ApplicationChanged,
        AttachmentsUnavailable,
        NamesUnavailable,
    ),
)
def remove_draft(request: Request[None], service: ApplicationsService) -> ApplicationRemovalReply:
    """Remove a draft and its files. Call again if files could not be removed."""
    application_id = request.path["id"]
    service.remove_draft(request.principal, application_id)
    return ApplicationRemovalReply(id=application_id)


@routes.endpoint(
    "PUT",
    f"{_APPLICATION}/answers",
    summary="Save the answers given so far; owners and managers",
    input=AnswersRequest,
    replies={200: SavedReply},
    raises=(ApplicationNotFound, RoleNotAllowed, ApplicationChanged, NotEditable),
)
def save_answers(request: Request[AnswersRequest], service: ApplicationsService) -> SavedReply:
    """Save answers and return the new revision. Needs the revision before."""
    saved = service.save_answers(
        request.principal, request.path["id"], request.input.answers, request.input.revision
    )
    return SavedReply(
        revision=saved.application.revision,
        saved_at=saved.application.saved_at,
        owed=make_owed_reply(saved, request.language, service.now),
    )


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/submission",
    summary="Submit the application; owners and managers. The same again changes nothing",
    input=SubmissionRequest,
    replies={200: ApplicationReply},
    raises=(ApplicationNotFound, RoleNotAllowed, ApplicationChanged, NotEditable, AttachmentsUnavailable),
)
def submit_application(request: Request[SubmissionRequest], service: ApplicationsService) -> ApplicationReply:
    """Submit. Each wrong or missing answer and document is a problem `answers.…` or `documents.…`."""
    opened = service.submit_application(
        request.principal,
        request.path["id"],
        request.input.revision,
        is_declared=request.input.is_declared,
    )
    return _make_reply(request, service, opened)


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/withdrawal",
    summary="Withdraw a submitted application; owners and managers",
    input=WithdrawalRequest,
    replies={200: ApplicationReply},
    raises=(ApplicationNotFound, RoleNotAllowed, NotWithdrawable, ApplicationChanged),
)
def withdraw_application(
    request: Request[WithdrawalRequest], service: ApplicationsService
) -> ApplicationReply:
    """Withdraw an application and inform its agency. Safe to repeat."""
    return _make_reply(request, service, service.withdraw_application(request.principal, request.path["id"]))


def _make_reply(request: Request[Any], service: ApplicationsService, opened: Opened) -> ApplicationReply:
    return make_application_reply(opened, request.principal, request.language, service.now)
