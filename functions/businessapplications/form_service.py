"""The forms of the agencies in the catalog."""

from dataclasses import dataclass

from domains.agencies.catalog import Catalog, Offer
from domains.agencies.manifest import ApplicationForm
from functions.businessapplications.errors import FormNotFound


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """A form, and whose it is."""

    offer: Offer
    form: ApplicationForm


@dataclass(frozen=True, slots=True)
class FormService:
    """Forms that businesses can apply with."""

    catalog: Catalog

    def all(self) -> list[OfferedForm]:
        """Every form that is offered now."""
        return [
            OfferedForm(offer, form)
            for offer in self.catalog.offers().available()
            for form in offer.service.application_forms
        ]

    def form(self, form_id: str) -> OfferedForm:
        """Return a form that is offered now."""
        for offered in self.all():
            if offered.form.id == form_id:
                return offered
        raise FormNotFound
