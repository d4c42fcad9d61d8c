"""Use cases of agencies with applications."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from domains.applications.application import (
    Application,
    ApplicationStatus,
    Document,
    Event,
    get_event_id,
    make_attachment,
)
from domains.applications.errors import ApplicationChanged, ApplicationNotFound, DocumentNotFound
from domains.applications.filed_names import make_filing
from domains.applications.filings_table import FilingsTable
from domains.applications.owed_fees import format_dollars
from domains.applications.steps import is_late, with_status
from domains.messages.agency_notices import ApplicationNotice, make_application_status_notice
from domains.messages.attachments import AttachmentDownloads, AttachmentLink, AttachmentUploads, FileRefused
from domains.messages.message import Attachment
from domains.messages.messages_table import MessagesTable
from functions.agencyinbound.application_rules import check_status, hash_content, refuse_faults
from functions.agencyinbound.attachment_rules import FAULTS
from functions.agencyinbound.contract import ApplicationStatusRequest
from functions.agencyinbound.errors import StatusIdReused
from portal.errors import InvalidRequest, Problem
from portal.types import Clock, is_derived_id
from portal.updates import LostRace, retry_lost_races

# The person may have deleted an older message for good; it must not reappear.
_NOTIFIED_AGAIN_WITHIN = timedelta(days=1)


@dataclass(slots=True, kw_only=True)
class ApplicationStatusService:
    """Stores agencies' states of applications, and notifies those who file for the business."""

    clock: Clock
    filings: FilingsTable
    messages: MessagesTable
    uploads: AttachmentUploads
    downloads: AttachmentDownloads

    @retry_lost_races(ApplicationChanged)
    def post_status(
        self,
        agency_id: str,
        application_id: str,
        request: ApplicationStatusRequest,
        faults: Sequence[Problem] = (),
    ) -> bool:
        """Store a state with its history, and notify owners and managers of the business.

        Repeating the call after a partial failure completes it.

        Args:
            agency_id: the caller.
            faults: faults of the request's shape.

        Returns:
            Whether it was new; a state older than the latest one is added to the history only.

        Raises:
            InvalidRequest: see `check_status`.
            AttachmentsUnavailable: see `AttachmentUploads.take_file`.
        """
        refuse_faults(request, self.clock(), faults)
        inbound_status = request.status
        before = self._get_application(agency_id, application_id)
        event_id = get_event_id(application_id, f"agency {inbound_status.id}")
        existing = self.filings.applications.get_event(application_id, event_id)
        now = self.clock()
        if existing is not None:
            if existing.content_hash != hash_content(inbound_status):
                raise StatusIdReused
            is_current = (before.state, before.status_at) == (existing.state, existing.at)
            if is_current and now - existing.recorded_at <= _NOTIFIED_AGAIN_WITHIN:
                self._notify(before, existing)
            return False
        status = check_status(request, now)
        after = with_status(self._with_filing(before, status), status, now)
        files = self._take_documents(before, [each.id for each in inbound_status.documents], now)
        event = _make_event(before, event_id, status, files, hash_content(inbound_status), now)
        if self.filings.replace_application(before, after, event=event, added=files):
            if not is_late(before, status):
                self._notify(after, event)
            return True
        raise LostRace

    def _with_filing(self, application: Application, status: ApplicationStatus) -> Application:
        """Return the application with the name that an approval grants, also if nothing holds it yet."""
        if status.state != "approved" or application.filing is not None:
            return application
        dossier = self.filings.applications.get_dossier(application.id)
        business = self.filings.businesses.get_business(application.business_id)
        if dossier is None or business is None:
            return application
        filing = make_filing(application, dossier.form, dossier.answers, business, self.clock())
        if filing is None or self.filings.has_approved_name(business.id, filing.name):
            return application
        return replace(application, filing=filing)

    def get_document(self, agency_id: str, application_id: str, document_id: str) -> AttachmentLink:
        """Return a link to an application's file, valid for one minute.

        Raises:
            AttachmentsUnavailable: the files cannot be read now.
        """
        self._get_application(agency_id, application_id)
        document = self.filings.applications.get_document(application_id, document_id)
        if document is None:
            raise DocumentNotFound
        return self.downloads.get_link(make_attachment(document), self.clock())

    def _get_application(self, agency_id: str, application_id: str) -> Application:
        application = (
            self.filings.applications.get_application(application_id)
            if is_derived_id(application_id)
            else None
        )
        if (
            not isinstance(application, Application)
            or application.agency_id != agency_id
            or not application.submissions
        ):
            raise ApplicationNotFound
        return application

    def _take_documents(
        self, application: Application, document_ids: Sequence[str], now: datetime
    ) -> list[Document]:
        documents, problems = [], []
        for index, document_id in enumerate(document_ids):
            try:
                file = self.uploads.take_file(application.agency_id, document_id, application.id)
                documents.append(_make_document(file, now))
            except FileRefused as error:
                problems.append(Problem(f"status.documents.{index}.id", FAULTS[error.fault]))
        if problems:
            raise InvalidRequest(*problems)
        return documents

    def _notify(self, application: Application, event: Event) -> None:
        notice = ApplicationNotice(
            application_id=application.id,
            form_name=application.form_name,
            agency_name=application.agency_name,
            business_name=application.submission.business_name if application.submission else "",
            event_id=event.id,
            state=event.state,
            note=event.note,
            respond_by=event.respond_by,
            at=event.recorded_at,
            amount_due=format_dollars(event.amount_due),
        )
        for member in self.filings.businesses.list_members(application.business_id):
            if member.role != "viewer":
                self.messages.add_message(make_application_status_notice(member.user_id, notice))


def _make_document(file: Attachment, now: datetime) -> Document:
    return Document(
        id=file.id,
        code=None,
        name=file.name,
        content_type=file.content_type,
        size=file.size,
        sha256="",
        origin="agency",
        added_at=now,
        key=file.key,
    )


def _make_event(
    application: Application,
    event_id: str,
    status: ApplicationStatus,
    files: Sequence[Document],
    content_hash: str,
    now: datetime,
) -> Event:
    return Event(
        id=event_id,
        state=status.state,
        at=status.at,
        recorded_at=now,
        user_id=None,
        by=application.agency_name,
        note=status.note,
        respond_by=status.respond_by,
        document_ids=tuple(file.id for file in files),
        content_hash=content_hash,
        amount_due=status.amount_due,
    )
