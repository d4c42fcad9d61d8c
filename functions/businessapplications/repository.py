"""Tables of the applications group: applications and their businesses."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass

from domains.applications.application import Application, Document, Dossier, Event, RemovedDraft
from domains.applications.applications_table import ApplicationsTable
from domains.applications.filings_table import FilingsTable
from domains.businesses.business import Business, Role
from domains.businesses.businesses_table import BusinessesTable

# The SDK's number of pooled connections to one service.
_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class ApplicationsRepository:
    """Reads and writes applications and businesses."""

    filings: FilingsTable

    @property
    def applications(self) -> ApplicationsTable:
        return self.filings.applications

    @property
    def businesses(self) -> BusinessesTable:
        return self.filings.businesses

    def get_own_business(self, business_id: str, user_id: str) -> tuple[Business, Role] | None:
        return self.businesses.get_own_business(business_id, user_id)

    def list_member_ids(self, business_id: str) -> frozenset[str]:
        """Return the user ids of everybody who acts for a business."""
        return frozenset(member.user_id for member in self.businesses.list_members(business_id))

    def list_businesses(self, user_id: str) -> list[tuple[Business, Role]]:
        return self.businesses.list_businesses(user_id)

    def read(self, application_id: str) -> Application | RemovedDraft | None:
        return self.applications.read(application_id)

    def get_dossier(self, application_id: str) -> Dossier | None:
        return self.applications.get_dossier(application_id)

    def get_document(self, application_id: str, document_id: str) -> Document | None:
        return self.applications.get_document(application_id, document_id)

    def list_applications(self, business_ids: Sequence[str]) -> list[Application]:
        """Return the applications of businesses, unordered and eventually consistent."""
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            # Only one thread at a time can use a context.
            asked = [
                threads.submit(copy_context().run, self.applications.list_ids, each) for each in business_ids
            ]
            found = [application_id for each in asked for application_id in each.result()]
        return self.applications.read_many(found)

    def begin(self, dossier: Dossier, limit: int) -> bool | None:
        """Store a new application if the business exists; see `ApplicationsTable.begin`."""
        business_id = dossier.application.business_id
        return self.applications.begin(dossier, limit, self.businesses.require_business(business_id))

    def change(
        self,
        before: Application,
        after: Application,
        *,
        answers: Mapping[str, str] | None = None,
        event: Event | None = None,
        added: Iterable[Document] = (),
        removed: str | None = None,
    ) -> bool:
        """Replace an application; see `FilingsTable.change`."""
        return self.filings.change(before, after, answers=answers, event=event, added=added, removed=removed)

    def remove_draft(self, dossier: Dossier) -> bool:
        return self.applications.remove_draft(dossier)
