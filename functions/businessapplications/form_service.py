"""Forms of the agencies in the catalog."""

from dataclasses import dataclass
from datetime import date

from domains.agencies.catalog import Catalog, Offer
from domains.agencies.manifest_forms import ApplicationForm
from domains.state.time import get_day
from functions.businessapplications.errors import FormNotFound
from portal.types import Clock


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """A form and its agency."""

    offer: Offer
    form: ApplicationForm


@dataclass(frozen=True, slots=True)
class FormService:
    """Finds the forms with which businesses can apply."""

    catalog: Catalog
    clock: Clock

    @property
    def today(self) -> date:
        """The day on which fees count."""
        return get_day(self.clock())

    def list_forms(self) -> list[OfferedForm]:
        return [
            OfferedForm(offer, form)
            for offer in self.catalog.get_offers().list_available()
            for form in offer.service.application_forms
        ]

    def get_form(self, form_id: str) -> OfferedForm:
        for offered in self.list_forms():
            if offered.form.id == form_id:
                return offered
        raise FormNotFound
