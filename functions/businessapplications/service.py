"""People's use cases with applications of their businesses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from domains.agencies.failures import AgencyFailure
from domains.agencies.manifest_texts import LocalizedText
from domains.applications import texts as application_texts
from domains.applications.application import (
    MAX_APPLICATIONS,
    Application,
    ApplicationState,
    Dossier,
    Event,
    RemovedDraft,
    get_application_id,
    get_event_id,
    get_name,
    make_attachment,
)
from domains.applications.delivery import ApplicationDelivery
from domains.applications.errors import ApplicationChanged, ApplicationNotFound
from domains.applications.filings_table import FilingsTable
from domains.applications.form_rules import clean_answers, complete_answers, prefill_answers
from domains.applications.owed_fees import list_owed
from domains.applications.records import Answer
from domains.applications.steps import edit, submit, withdraw
from domains.businesses.business import Business, BusinessNotFound, Role, RoleNotAllowed
from domains.messages.attachments import AttachmentDownloads, SentFiles
from domains.names.filings import Filing
from domains.state.time import get_day
from functions.businessapplications import texts
from functions.businessapplications.access import Opened, may_file, open_to_file, open_to_read
from functions.businessapplications.errors import AlreadySubmitted, FormNotForEntityType, TooManyApplications
from functions.businessapplications.form_service import FormService, OfferedForm
from functions.businessapplications.name_service import NameService
from portal.errors import IdempotencyKeyReused, InvalidRequest, Problem, Unavailable
from portal.language import Text
from portal.principal import Principal
from portal.types import Clock, derive_id, is_derived_id
from portal.updates import LostRace, retry_lost_races

MAX_LISTED = 500


@dataclass(frozen=True, slots=True)
class Listed:
    """An application with its business and the caller's role."""

    application: Application
    business: Business
    role: Role


@dataclass(slots=True, kw_only=True)
class ApplicationsService:
    """Make each change with one conditional write; every call is safe to repeat."""

    clock: Clock
    filings: FilingsTable
    forms: FormService
    names: NameService
    files: SentFiles
    downloads: AttachmentDownloads
    delivery: ApplicationDelivery

    @property
    def now(self) -> datetime:
        """The current time, from which days are counted."""
        return self.clock()

    def list_applications(self, principal: Principal) -> list[Listed]:
        """Return applications of the person's businesses: those waiting for the person first, then by age."""
        businesses = {
            business.id: (business, role)
            for business, role in self.filings.businesses.list_businesses(principal.user_id)
        }
        applications = self.filings.applications.list_applications(businesses)
        latest_first = sorted(
            applications, key=lambda each: (max(each.since, each.saved_at), each.id), reverse=True
        )
        listed = [Listed(each, *businesses[each.business_id]) for each in latest_first]
        ordered = sorted(listed, key=lambda each: not _is_up_to(each))
        return ordered[:MAX_LISTED]

    @retry_lost_races(ApplicationChanged)
    def begin_application(
        self, principal: Principal, key: str, form_id: str, business_id: str
    ) -> tuple[Opened, bool]:
        """Begin an application; repeating a key with the same form and business returns the same one.

        Returns:
            The application, and whether it is new.
        """
        application_id = get_application_id(principal.user_id, key)
        begun_from = derive_id(form_id, business_id)
        business, role = self._get_own_business(principal, business_id)
        existing = self._get_begun(application_id, begun_from)
        if existing is not None:
            return Opened(existing, business, role), False
        dossier = self._make_new(
            principal, self.forms.get_form(form_id), business, application_id, begun_from
        )
        is_begun = self.filings.applications.add_application(
            dossier, MAX_APPLICATIONS, self.filings.businesses.require_business(business_id)
        )
        if is_begun is False:
            raise TooManyApplications
        if is_begun:
            return Opened(dossier, business, role), True
        raise LostRace

    def get_application(self, principal: Principal, application_id: str) -> Opened:
        return open_to_read(self.filings, principal, application_id)

    def save_answers(
        self, principal: Principal, application_id: str, answers: Mapping[str, Answer], revision: int
    ) -> Dossier:
        """Save answers; answers that are not sent are removed.

        Args:
            revision: revision that the person read.

        Returns:
            The application with the saved answers.
        """
        dossier = open_to_file(self.filings, principal, application_id).dossier
        after = edit(dossier.application, self.clock())
        valid_answers = clean_answers(dossier.form, answers)
        if _has_saved(dossier, valid_answers, revision):
            return dossier
        if dossier.application.revision == revision and self.filings.replace_application(
            dossier.application, after, answers=valid_answers
        ):
            return replace(dossier, application=after, answers=valid_answers)
        current = open_to_file(self.filings, principal, application_id).dossier
        if _has_saved(current, valid_answers, revision):
            return current
        raise ApplicationChanged

    @retry_lost_races(ApplicationChanged)
    def submit_application(
        self, principal: Principal, application_id: str, revision: int, *, is_declared: bool
    ) -> Opened:
        """Submit an application and inform the agency; safe to repeat.

        If the agency does not answer, scheduled work informs it later.

        Raises:
            AttachmentsUnavailable: the files cannot be read now.
            NamesUnavailable: the name cannot be checked now.
        """
        opened = open_to_file(self.filings, principal, application_id)
        dossier = opened.dossier
        before = dossier.application
        if not before.is_editable and before.submission and before.submission.revision == revision:
            return opened
        now = self.clock()
        owed = list_owed(dossier.form, dossier.answers, get_day(now))
        after = submit(before, principal, opened.business, now, owed)
        if before.revision != revision:
            raise ApplicationChanged
        complete, filing = self._check_answers(dossier, opened.business, is_declared=is_declared, now=now)
        after = replace(after, filing=filing)
        event = _make_event(after, f"submission {after.submissions}", "submitted", principal, now)
        answers = dict(dossier.answers) | complete
        if self.filings.replace_application(before, after, answers=answers, event=event):
            self._tell(replace(dossier, application=after, answers=answers))
            return self._read_again(opened)
        raise LostRace

    @retry_lost_races(ApplicationChanged)
    def withdraw_application(self, principal: Principal, application_id: str) -> Opened:
        """Withdraw an application and inform the agency; safe to repeat."""
        opened = open_to_file(self.filings, principal, application_id)
        dossier = opened.dossier
        before = dossier.application
        if before.state == "withdrawn":
            return opened
        now = self.clock()
        after = withdraw(before, now)
        event = _make_event(after, "withdrawal", "withdrawn", principal, now)
        if self.filings.replace_application(before, after, event=event):
            self._tell(replace(dossier, application=after))
            return self._read_again(opened)
        raise LostRace

    @retry_lost_races(ApplicationChanged)
    def remove_draft(self, principal: Principal, application_id: str) -> None:
        """Remove a draft that was never submitted, and its files; safe to repeat.

        Raises:
            AttachmentsUnavailable: repeating the call removes the files.
        """
        removed = self._find_removed_draft(application_id)
        if removed is not None:
            self._require_filer(principal, removed)
            # An earlier call may have ended before it removed the files.
            document_ids = removed.document_ids
        else:
            dossier = open_to_file(self.filings, principal, application_id).dossier
            if dossier.application.state != "draft":
                raise AlreadySubmitted
            if not self.filings.applications.remove_draft(dossier):
                raise LostRace
            document_ids = tuple(document.id for document in dossier.documents)
        for document_id in document_ids:
            self.files.delete_file(application_id, document_id)

    def _get_own_business(self, principal: Principal, business_id: str) -> tuple[Business, Role]:
        membership = self.filings.businesses.get_own_business(business_id, principal.user_id)
        if membership is None:
            raise BusinessNotFound
        if not may_file(membership[1]):
            raise RoleNotAllowed
        return membership

    def _get_begun(self, application_id: str, begun_from: str) -> Dossier | None:
        head = self.filings.applications.get_application(application_id)
        if head is None:
            return None
        dossier = (
            self.filings.applications.get_dossier(application_id) if isinstance(head, Application) else None
        )
        if dossier is None or dossier.application.begun_from != begun_from:
            raise IdempotencyKeyReused
        return dossier

    def _make_new(
        self,
        principal: Principal,
        offered: OfferedForm,
        business: Business,
        application_id: str,
        begun_from: str,
    ) -> Dossier:
        form, agency = offered.form, offered.offer.agency
        if form.entity_types and business.entity_type not in form.entity_types:
            raise FormNotForEntityType
        now = self.clock()
        application = Application(
            id=application_id,
            version=1,
            business_id=business.id,
            agency_id=agency.id,
            agency_name=_make_text(agency.name),
            service_id=offered.offer.service.id,
            form_id=form.id,
            form_name=_make_text(form.name),
            decision_business_days=form.decision_business_days,
            begun_from=begun_from,
            state="draft",
            since=now,
            created_at=now,
            revision=0,
            saved_at=now,
        )
        event = _make_event(application, "begun", "draft", principal, now)
        return Dossier(application, prefill_answers(form, business), form, (), (event,))

    def _read_again(self, opened: Opened) -> Opened:
        """Return the application as it is after the agency was informed."""
        dossier = self.filings.applications.get_dossier(opened.dossier.application.id)
        if dossier is None:
            raise ApplicationNotFound
        return replace(opened, dossier=dossier)

    def _check_answers(
        self, dossier: Dossier, business: Business, *, is_declared: bool, now: datetime
    ) -> tuple[dict[str, str], Filing | None]:
        problems: list[Problem] = []
        complete: dict[str, str] = {}
        codes = {document.code for document in dossier.own_documents if document.code}
        try:
            complete = complete_answers(dossier.form, dossier.answers, codes)
        except InvalidRequest as error:
            problems += error.problems
        filing = None
        try:
            filing = self.names.get_filing(dossier, dossier.answers, business, now)
        except InvalidRequest as error:
            problems += error.problems
        labels = {each.code: _make_text(each.label) for each in dossier.form.documents}
        for document in dossier.own_documents:
            if self.downloads.get_link(make_attachment(document), now).state == "refused":
                label = labels[document.code or ""]
                refused = application_texts.format_document_refused(label)
                problems.append(Problem(f"documents.{document.code}", refused))
        if not is_declared:
            problems.append(Problem("isDeclared", texts.NOT_DECLARED))
        if problems:
            raise InvalidRequest(*problems)
        return complete, filing

    def _tell(self, dossier: Dossier) -> None:
        try:
            self.delivery.deliver_application(dossier)
        except (AgencyFailure, Unavailable):
            # The outbox holds the news, and scheduled work delivers it.
            return

    def _find_removed_draft(self, application_id: str) -> RemovedDraft | None:
        head = (
            self.filings.applications.get_application(application_id)
            if is_derived_id(application_id)
            else None
        )
        return head if isinstance(head, RemovedDraft) else None

    def _require_filer(self, principal: Principal, removed: RemovedDraft) -> None:
        membership = self.filings.businesses.get_own_business(removed.business_id, principal.user_id)
        if membership is None:
            raise ApplicationNotFound
        if not may_file(membership[1]):
            raise RoleNotAllowed


def _is_up_to(listed: Listed) -> bool:
    return listed.application.next_actor == "applicant" and may_file(listed.role)


def _has_saved(dossier: Dossier, answers: Mapping[str, str], revision: int) -> bool:
    """Return whether these answers are stored, by this request or an earlier attempt."""
    return dossier.answers == answers and dossier.application.revision in (revision, revision + 1)


def _make_event(
    application: Application, what: str, state: ApplicationState, principal: Principal, now: datetime
) -> Event:
    name = get_name(principal)
    return Event(
        id=get_event_id(application.id, what),
        state=state,
        at=now,
        recorded_at=now,
        user_id=principal.user_id,
        by=Text(en=name, es=name),
        note={},
        respond_by=None,
        document_ids=(),
        content_hash="",
    )


def _make_text(text: LocalizedText) -> Text:
    return Text(en=text.en, es=text.es)
