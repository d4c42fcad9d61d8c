"""Changes of applications together with the names that they hold and the businesses that they form."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domains.applications.application import Application, Document, Event
from domains.applications.applications_table import ApplicationsTable
from domains.applications.filed_names import apply_filing
from domains.businesses.businesses_table import BusinessesTable
from domains.names.errors import NameTaken
from domains.names.key import get_key
from domains.names.names_table import NamesTable
from portal.tables import Write
from portal.types import Clock


@dataclass(frozen=True, slots=True)
class FilingsTable:
    """Writes an application, its name, and its business in one transaction."""

    applications: ApplicationsTable
    businesses: BusinessesTable
    names: NamesTable
    clock: Clock

    def has_approved_name(self, business_id: str, name: str) -> bool:
        """Return whether an earlier filing of a business was approved with a name."""
        filing = self.names.get_filing(get_key(name))
        return filing is not None and filing.state == "approved" and filing.business_id == business_id

    def replace_application(
        self,
        before: Application,
        after: Application,
        *,
        answers: Mapping[str, str] | None = None,
        event: Event | None = None,
        added: Iterable[Document] = (),
        removed: str | None = None,
    ) -> bool:
        """Replace an application, and hold or free its name; see `ApplicationsTable.replace_application`.

        An approval gives the name to the business, unless it is a trade name.
        """
        filing, now = after.filing, self.clock()
        is_approved = filing is not None and filing != before.filing and filing.state == "approved"
        business = self.businesses.get_business(after.business_id) if is_approved else None
        if is_approved and filing is not None and not self.names.can_hold_name(filing, now):
            raise NameTaken(name=filing.name)

        writes: list[Write] = []
        if filing != before.filing:
            writes += self.names.change_filing(before.filing, filing, now)
            formed = apply_filing(business, filing) if business and filing else business
            if business is not None and formed is not None and formed != business:
                writes.append(self.businesses.rename_business(business, formed))
        return self.applications.replace_application(
            before,
            after,
            answers=answers,
            event=event,
            added=added,
            removed=removed,
            also=writes,
        )
