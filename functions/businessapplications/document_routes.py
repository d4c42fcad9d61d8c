"""The routes of the files of an application."""

from domains.applications.errors import (
    ApplicationChanged,
    ApplicationNotFound,
    DocumentNotFound,
    NotEditable,
)
from domains.businesses.business import RoleNotAllowed
from domains.messages.attachments import AttachmentsUnavailable
from functions.businessapplications.contract import (
    AddedDocumentReply,
    DocumentLinkReply,
    DocumentRemovalReply,
    DocumentRequest,
)
from functions.businessapplications.document_service import DocumentService, UploadedDocument
from functions.businessapplications.errors import (
    TooManyDocuments,
)
from functions.businessapplications.replies import (
    make_document_reply,
)
from portal.routes import Body, HttpReply, Request, Routes

routes = Routes("businessapplications")

_DOCUMENTS = "/api/businessapplications/applications/{id}/documents"


@routes.endpoint(
    "POST",
    _DOCUMENTS,
    summary="Add a file; owners and managers",
    input=Body(DocumentRequest, largest_bytes=5_000_000),
    replies={201: AddedDocumentReply, 200: AddedDocumentReply},
    raises=(
        ApplicationNotFound,
        RoleNotAllowed,
        NotEditable,
        TooManyDocuments,
        ApplicationChanged,
        AttachmentsUnavailable,
    ),
)
def add_document(request: Request[DocumentRequest], service: DocumentService) -> HttpReply:
    """Add a file. The same file for the same document again is not added twice: 200."""
    upload = request.input
    file = UploadedDocument(upload.code, upload.name, upload.content)
    document, application, is_new = service.add_document(request.principal, request.path["id"], file)
    added = AddedDocumentReply(**dict(make_document_reply(document)), revision=application.revision)
    return HttpReply(added, 201 if is_new else 200)


@routes.endpoint(
    "GET",
    f"{_DOCUMENTS}/{{document}}",
    summary="Get a link to a file",
    replies={200: DocumentLinkReply},
    raises=(ApplicationNotFound, DocumentNotFound, AttachmentsUnavailable),
)
def get_document(request: Request[None], service: DocumentService) -> DocumentLinkReply:
    """Return a link to the file, valid for one minute."""
    link = service.get_document_link(request.principal, request.path["id"], request.path["document"])
    return DocumentLinkReply(state=link.state, url=link.url, expires_at=link.expires_at)


@routes.endpoint(
    "DELETE",
    f"{_DOCUMENTS}/{{document}}",
    summary="Remove a file that the applicant added; owners and managers",
    replies={200: DocumentRemovalReply},
    raises=(ApplicationNotFound, RoleNotAllowed, NotEditable, ApplicationChanged, AttachmentsUnavailable),
)
def remove_document(request: Request[None], service: DocumentService) -> DocumentRemovalReply:
    """Remove a file from a draft. Safe to repeat."""
    document_id = request.path["document"]
    application = service.remove_document(request.principal, request.path["id"], document_id)
    return DocumentRemovalReply(id=document_id, revision=application.revision)
