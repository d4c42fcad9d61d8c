"""Delivery of submissions and withdrawals to agencies: at once, and in retries by the scheduled work."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from domains.agencies import protocol
from domains.agencies.catalog import Catalog
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AgencyFailure
from domains.applications.application import AgencyDelivery, Application, Dossier, RemovedDraft
from domains.applications.form_rules import complete_answers
from domains.applications.owed_fees import format_dollars
from domains.applications.steps import is_same_delivery, mark_delivered, mark_tried_again
from portal.updates import LostRace, retry_lost_races


class ApplicationStore(Protocol):
    """Store of applications; see `domains.applications.applications_table`."""

    def get_application(self, application_id: str) -> Application | RemovedDraft | None: ...

    def get_dossier(self, application_id: str) -> Dossier | None: ...

    def replace_application(self, before: Application, after: Application) -> bool: ...


@dataclass(frozen=True, slots=True)
class ApplicationDelivery:
    """Delivers applications to agencies; retries are safe, because agencies recognize them."""

    table: ApplicationStore
    catalog: Catalog
    agencies: AgencyClient

    def deliver_application(self, dossier: Dossier) -> None:
        """Send the delivery of a claimed application, and store the result.

        Args:
            dossier: claimed application, its try already counted.

        Raises:
            AgencyFailure: the agency may not have it; try again later.
        """
        application = dossier.application
        delivery = application.delivery
        if delivery is None:
            return
        offer = self.catalog.get_offers().get_offer(application.service_id)
        if offer is None:
            raise AgencyFailure("notAllowed")
        reference = None
        if delivery.kind == "submission":
            reference = self.agencies.send_application(offer, _make_request(dossier)).reference
        else:
            self.agencies.withdraw_application(offer, application.id)
        with suppress(LostRace):
            self._finish(application.id, delivery, reference)

    def claim_delivery(self, application_id: str, now: datetime) -> Dossier | None:
        """Claim the due delivery of an application, which keeps other senders away for a while.

        Returns:
            The application with documents and events; None if nothing is due.
        """
        dossier = self.table.get_dossier(application_id)
        if dossier is None:
            return None
        before = dossier.application
        delivery = before.delivery
        if delivery is None or delivery.due_at > now:
            return None
        after = mark_tried_again(before, now)
        if not self.table.replace_application(before, after):
            return None
        return Dossier(after, dossier.answers, dossier.form, dossier.documents, dossier.events)

    @retry_lost_races(LostRace)
    def _finish(self, application_id: str, reported: AgencyDelivery, reference: str | None) -> None:
        # The agency may report a status before its answer arrives.
        before = self.table.get_application(application_id)
        if not isinstance(before, Application) or not is_same_delivery(before, reported):
            return
        if self.table.replace_application(before, mark_delivered(before, reference)):
            return
        raise LostRace


def _make_request(dossier: Dossier) -> protocol.AgencyApplicationRequest:
    application, documents = dossier.application, dossier.own_documents
    submission = application.submission
    if submission is None:
        raise LookupError("It was never submitted")
    codes = {document.code for document in documents if document.code}
    return protocol.AgencyApplicationRequest(
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
        owed=[
            protocol.AgencyOwedFee(label=fee.label.en, amount=format_dollars(fee.cents))
            for fee in submission.owed
        ],
        name_reservation=application.filing.reservation_id if application.filing else None,
    )
