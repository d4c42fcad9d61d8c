"""Use cases with the files of applications."""

import hashlib
from dataclasses import dataclass

from domains.applications.application import (
    MAX_DOCUMENTS,
    Application,
    Document,
    Dossier,
    get_document_id,
    make_attachment,
)
from domains.applications.errors import ApplicationChanged, DocumentNotFound
from domains.applications.filings_table import FilingsTable
from domains.applications.form_rules import list_shown_documents
from domains.applications.steps import edit
from domains.messages.attachments import AttachmentDownloads, AttachmentLink, FileRefused, SentFiles
from domains.messages.file_contents import ContentType
from domains.messages.file_names import get_saved_name
from domains.messages.sent_files import SentFileRefused, decode_file, get_fault_text
from functions.businessapplications import texts
from functions.businessapplications.access import open_to_file, open_to_read
from functions.businessapplications.errors import TooManyDocuments
from portal.errors import InvalidRequest, Problem
from portal.principal import Principal
from portal.types import Clock, is_derived_id
from portal.updates import LostRace, retry_lost_races


@dataclass(frozen=True, slots=True)
class UploadedDocument:
    """A file as sent."""

    code: str  # code of the form's document
    name: str
    content: str  # content in base64


@dataclass(slots=True, kw_only=True)
class DocumentService:
    """Make each change with one conditional write; every call is safe to repeat."""

    clock: Clock
    filings: FilingsTable
    files: SentFiles
    downloads: AttachmentDownloads

    @retry_lost_races(ApplicationChanged)
    def add_document(
        self, principal: Principal, application_id: str, upload: UploadedDocument
    ) -> tuple[Document, Application, bool]:
        """Add a file; repeating the same content for the same document adds nothing.

        Returns:
            The file, the application with it, and whether it was added just now.

        Raises:
            AttachmentsUnavailable: the file cannot be stored now.
        """
        dossier = open_to_file(self.filings, principal, application_id).dossier
        now = self.clock()
        after = edit(dossier.application, now)
        content, content_type = _check_file(upload, dossier)
        digest = hashlib.sha256(content).hexdigest()
        document_id = get_document_id(application_id, upload.code, digest)
        existing = next((each for each in dossier.documents if each.id == document_id), None)
        if existing is not None:
            # A concurrent removal may have deleted the content.
            self._keep(application_id, document_id, content_type, content)
            return existing, dossier.application, False
        if len(dossier.own_documents) >= MAX_DOCUMENTS:
            raise TooManyDocuments
        document = Document(
            id=document_id,
            code=upload.code,
            name=get_saved_name(upload.name, content_type),
            content_type=content_type,
            size=len(content),
            sha256=digest,
            origin="applicant",
            added_at=now,
            key=self._keep(application_id, document_id, content_type, content),
        )
        if self.filings.replace_application(dossier.application, after, added=[document]):
            return document, after, True
        raise LostRace

    def get_document_link(
        self, principal: Principal, application_id: str, document_id: str
    ) -> AttachmentLink:
        """Return a link to a file, valid for one minute.

        Raises:
            AttachmentsUnavailable: the files cannot be read now.
        """
        dossier = open_to_read(self.filings, principal, application_id).dossier
        for document in dossier.documents:
            if document.id == document_id:
                return self.downloads.get_link(make_attachment(document), self.clock())
        raise DocumentNotFound

    @retry_lost_races(ApplicationChanged)
    def remove_document(self, principal: Principal, application_id: str, document_id: str) -> Application:
        """Remove a file of the applicant; safe to repeat.

        Returns:
            The application without it.

        Raises:
            AttachmentsUnavailable: repeating the call removes the file.
        """
        dossier = open_to_file(self.filings, principal, application_id).dossier
        before = dossier.application
        after = edit(before, self.clock())
        exists = any(document.id == document_id for document in dossier.own_documents)
        if exists and not self.filings.replace_application(before, after, removed=document_id):
            raise LostRace
        if is_derived_id(document_id):
            # Even if the item is missing: an earlier call may have ended between these two steps.
            self.files.delete_file(application_id, document_id)
        return after if exists else before

    def _keep(self, application_id: str, document_id: str, content_type: str, content: bytes) -> str:
        try:
            return self.files.store_file(application_id, document_id, content_type, content)
        except FileRefused as refused:
            raise InvalidRequest(Problem("content", get_fault_text(refused.fault))) from None


def _check_file(upload: UploadedDocument, dossier: Dossier) -> tuple[bytes, ContentType]:
    """Check a file against the form and the size limit; return its content and type."""
    problems = []
    if upload.code not in {each.code for each in list_shown_documents(dossier.form, dossier.answers)}:
        problems.append(Problem("code", texts.UNKNOWN_CODE))
    content, content_type = b"", None
    try:
        content, content_type = decode_file(upload.content)
    except SentFileRefused as refused:
        problems.append(Problem("content", refused.message))
    if problems or content_type is None:
        raise InvalidRequest(*problems)
    return content, content_type
