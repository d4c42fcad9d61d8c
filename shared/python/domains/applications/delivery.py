"""Tells an agency what was submitted or withdrawn: at once, and again by the scheduled work."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from domains.agencies import protocol
from domains.agencies.catalog import Offer, Offers
from domains.agencies.failures import AgencyFailure
from domains.applications.application import (
    Application,
    Delivery,
    Dossier,
    RemovedDraft,
    is_same_delivery,
    mark_delivered,
    mark_tried_again,
)
from domains.applications.form_rules import complete_answers
from portal.updates import MAX_WRITE_ATTEMPTS


class Applications(Protocol):
    """Store of applications; see `domains.applications.applications_table`."""

    def read(self, application_id: str) -> Application | RemovedDraft | None: ...

    def dossier(self, application_id: str) -> Dossier | None: ...

    def change(self, before: Application, after: Application) -> bool: ...


class CatalogReader(Protocol):
    """The catalog; see `domains.agencies.catalog`."""

    def offers(self) -> Offers: ...


class Agencies(Protocol):
    """Calls agencies; see `domains.agencies.client`."""

    def send_application(
        self, offer: Offer, request: protocol.ApplicationRequest
    ) -> protocol.ApplicationAnswer: ...

    def withdraw_application(self, offer: Offer, application_id: str) -> None: ...


@dataclass(frozen=True, slots=True)
class ApplicationDelivery:
    """Tells agencies; what it does is safe to do twice, because an agency answers the same twice the same."""

    table: Applications
    catalog: CatalogReader
    agencies: Agencies

    def deliver(self, dossier: Dossier) -> None:
        """Tell the agency what a claimed application has to tell, and write down that it knows.

        Args:
            dossier: its delivery was counted as a try already, so that nobody else tells it now.

        Raises:
            AgencyFailure: it may not know; tell it again later.
        """
        application = dossier.application
        delivery = application.delivery
        if delivery is None:
            return
        offer = self.catalog.offers().find(application.service_id)
        if offer is None:
            raise AgencyFailure("notAllowed")
        reference = None
        if delivery.kind == "submission":
            reference = self.agencies.send_application(offer, _request(dossier)).reference
        else:
            self.agencies.withdraw_application(offer, application.id)
        self._finish(application.id, delivery, reference)

    def claim(self, application_id: str, now: datetime) -> Dossier | None:
        """Take on what an application has to tell, so that nobody else tells it for a while.

        Returns:
            The application with everything; None when there is nothing to tell now.
        """
        dossier = self.table.dossier(application_id)
        if dossier is None:
            return None
        before = dossier.application
        delivery = before.delivery
        if delivery is None or delivery.due_at > now:
            return None
        after = mark_tried_again(before, now)
        if not self.table.change(before, after):
            return None
        return Dossier(after, dossier.answers, dossier.form, dossier.documents, dossier.events)

    def _finish(self, application_id: str, reported: Delivery, reference: str | None) -> None:
        for _ in range(MAX_WRITE_ATTEMPTS):
            # The agency may have told of a state before its answer was here.
            before = self.table.read(application_id)
            if not isinstance(before, Application) or not is_same_delivery(before, reported):
                return
            if self.table.change(before, mark_delivered(before, reference)):
                return


def _request(dossier: Dossier) -> protocol.ApplicationRequest:
    application, documents = dossier.application, dossier.own_documents
    submission = application.submission
    if submission is None:
        raise LookupError("It was never submitted")
    codes = {document.code for document in documents if document.code}
    return protocol.ApplicationRequest(
        service_id=application.service_id,
        application_id=application.id,
        submission=submission.number,
        form_id=application.form_id,
        submitted_at=submission.at,
        business=protocol.ApplyingBusiness(
            id=application.business_id,
            name=submission.business_name,
            entity_type=submission.entity_type,
            county_id=submission.county_id,
        ),
        applicant=protocol.Applicant(name=submission.name, email=submission.email),
        answers=complete_answers(dossier.form, dossier.answers, codes),
        documents=[
            protocol.SentDocument(
                id=document.id,
                code=document.code or "",
                name=document.name,
                content_type=document.content_type,
                size=document.size,
                sha256=document.sha256,
            )
            for document in documents
        ],
    )
