"""The routes of applications."""

from typing import Any

from functions.businessapplications.contract import (
    AddedDocumentReply,
    AnswersRequest,
    ApplicationRemovalReply,
    ApplicationReply,
    ApplicationRequest,
    ApplicationsReply,
    DocumentLinkReply,
    DocumentRemovalReply,
    DocumentRequest,
    FormReply,
    FormsReply,
    SavedReply,
    SubmissionRequest,
    WithdrawalRequest,
)
from functions.businessapplications.document_service import SentFile
from functions.businessapplications.errors import (
    AlreadySubmitted,
    FormNotForEntityType,
    FormNotFound,
    TooManyApplications,
    TooManyDocuments,
)
from functions.businessapplications.replies import (
    application_summary,
    document_reply,
    form_summary,
    whole_application,
    whole_form,
)
from functions.businessapplications.service import BusinessApplications, Opened
from portal.agencies.catalogue import CatalogueUnavailable
from portal.applications.errors import (
    ApplicationChanged,
    ApplicationNotFound,
    DocumentNotFound,
    NotEditable,
    NotWithdrawable,
)
from portal.businesses.business import BusinessNotFound, RoleNotAllowed
from portal.errors import IdempotencyKeyReused
from portal.messages.attachments import AttachmentsUnavailable
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
    raises=(CatalogueUnavailable,),
)
def list_forms(request: Request[None], service: BusinessApplications) -> FormsReply:
    """By agency and name."""
    offered = [form_summary(each, request.language) for each in service.forms.all()]
    return FormsReply(items=sorted(offered, key=lambda each: (each.agency.name, each.name)))


@routes.endpoint(
    "GET",
    f"{_ROOT}/forms/{{id}}",
    summary="A whole form",
    replies={200: FormReply},
    raises=(FormNotFound, CatalogueUnavailable),
)
def get_form(request: Request[None], service: BusinessApplications) -> FormReply:
    """The form as the agency offers it now."""
    return whole_form(service.forms.form(request.path["id"]), request.language)


@routes.endpoint(
    "GET",
    _APPLICATIONS,
    summary="The applications of the caller's businesses",
    replies={200: ApplicationsReply},
)
def list_applications(request: Request[None], service: BusinessApplications) -> ApplicationsReply:
    """Where the caller has to act first."""
    listed = service.applications.list(request.principal)
    now = service.applications.now
    return ApplicationsReply(items=[application_summary(each, request.language, now) for each in listed])


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
        CatalogueUnavailable,
    ),
    idempotency_key=True,
)
def begin_application(request: Request[ApplicationRequest], service: BusinessApplications) -> Reply:
    """The draft, with what the portal knows filled in."""
    opened, is_new = service.applications.begin(
        request.principal, request.idempotency_key, request.input.form_id, request.input.business_id
    )
    return Reply(_reply(request, service, opened), 201 if is_new else 200)


@routes.endpoint(
    "GET",
    _APPLICATION,
    summary="A whole application",
    replies={200: ApplicationReply},
    raises=(ApplicationNotFound,),
)
def get_application(request: Request[None], service: BusinessApplications) -> ApplicationReply:
    """Not found, too, where the caller does not act for the business."""
    return _reply(request, service, service.applications.get(request.principal, request.path["id"]))


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
    ),
)
def remove_draft(request: Request[None], service: BusinessApplications) -> ApplicationRemovalReply:
    """Where the files could not be removed, the same call again removes them."""
    application_id = request.path["id"]
    service.applications.remove_draft(request.principal, application_id)
    return ApplicationRemovalReply(id=application_id)


@routes.endpoint(
    "PUT",
    f"{_APPLICATION}/answers",
    summary="Save the answers given so far; owners and managers",
    input=AnswersRequest,
    replies={200: SavedReply},
    raises=(ApplicationNotFound, RoleNotAllowed, ApplicationChanged, NotEditable),
)
def save_answers(request: Request[AnswersRequest], service: BusinessApplications) -> SavedReply:
    """The draft as it is kept."""
    saved = service.applications.save(
        request.principal, request.path["id"], request.input.answers, request.input.revision
    )
    return SavedReply(revision=saved.revision, saved_at=saved.saved_at)


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/submission",
    summary="Submit the application; owners and managers. The same again changes nothing",
    input=SubmissionRequest,
    replies={200: ApplicationReply},
    raises=(ApplicationNotFound, RoleNotAllowed, ApplicationChanged, NotEditable, AttachmentsUnavailable),
)
def submit_application(
    request: Request[SubmissionRequest], service: BusinessApplications
) -> ApplicationReply:
    """Every answer and document that is missing or wrong is a problem of its own,
    named `answers.…` or `documents.…`.
    """
    opened = service.applications.submit(
        request.principal,
        request.path["id"],
        request.input.revision,
        is_declared=request.input.is_declared,
    )
    return _reply(request, service, opened)


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/withdrawal",
    summary="Withdraw a submitted application; owners and managers",
    input=WithdrawalRequest,
    replies={200: ApplicationReply},
    raises=(ApplicationNotFound, RoleNotAllowed, NotWithdrawable, ApplicationChanged),
)
def withdraw_application(
    request: Request[WithdrawalRequest], service: BusinessApplications
) -> ApplicationReply:
    """Withdrawing twice is withdrawing once."""
    return _reply(request, service, service.applications.withdraw(request.principal, request.path["id"]))


@routes.endpoint(
    "POST",
    f"{_APPLICATION}/documents",
    summary="Add a file; owners and managers",
    input=DocumentRequest,
    replies={201: AddedDocumentReply, 200: AddedDocumentReply},
    raises=(
        ApplicationNotFound,
        RoleNotAllowed,
        NotEditable,
        TooManyDocuments,
        ApplicationChanged,
        AttachmentsUnavailable,
    ),
    largest_body_bytes=5_000_000,
)
def add_document(request: Request[DocumentRequest], service: BusinessApplications) -> Reply:
    """The same file for the same document again is the same one: 200."""
    sent = request.input
    file = SentFile(sent.code, sent.name, sent.content_type, sent.content)
    document, application, is_new = service.documents.add(request.principal, request.path["id"], file)
    added = AddedDocumentReply(**dict(document_reply(document)), revision=application.revision)
    return Reply(added, 201 if is_new else 200)


@routes.endpoint(
    "GET",
    f"{_APPLICATION}/documents/{{document}}",
    summary="Where a file can be fetched",
    replies={200: DocumentLinkReply},
    raises=(ApplicationNotFound, DocumentNotFound, AttachmentsUnavailable),
)
def get_document(request: Request[None], service: BusinessApplications) -> DocumentLinkReply:
    """Where the file can be fetched for the next minute, if it may."""
    link = service.documents.link(request.principal, request.path["id"], request.path["document"])
    return DocumentLinkReply(state=link.state, url=link.url, expires_at=link.expires_at)


@routes.endpoint(
    "DELETE",
    f"{_APPLICATION}/documents/{{document}}",
    summary="Remove a file that the applicant added; owners and managers",
    replies={200: DocumentRemovalReply},
    raises=(ApplicationNotFound, RoleNotAllowed, NotEditable, ApplicationChanged, AttachmentsUnavailable),
)
def remove_document(request: Request[None], service: BusinessApplications) -> DocumentRemovalReply:
    """What is not there is removed already."""
    document_id = request.path["document"]
    application = service.documents.remove(request.principal, request.path["id"], document_id)
    return DocumentRemovalReply(id=document_id, revision=application.revision)


def _reply(request: Request[Any], service: BusinessApplications, opened: Opened) -> ApplicationReply:
    return whole_application(opened, request.principal, request.language, service.applications.now)
