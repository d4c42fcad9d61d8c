"""The forms of the agencies in the catalogue."""

from dataclasses import dataclass
from typing import Protocol

from functions.businessapplications.errors import FormNotFound
from portal.agencies.catalogue import Offer, Offers
from portal.agencies.manifest import ApplicationForm


class CatalogueReader(Protocol):
    """The catalogue; see `portal.agencies.catalogue`."""

    def offers(self) -> Offers: ...


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """A form, and whose it is."""

    offer: Offer
    form: ApplicationForm


class FormService:
    """What businesses can apply for."""

    def __init__(self, catalogue: CatalogueReader) -> None:
        self._catalogue = catalogue

    def all(self) -> list[OfferedForm]:
        """Every form that is offered now."""
        return [
            OfferedForm(offer, form)
            for offer in self._catalogue.offers().available()
            for form in offer.service.application_forms
        ]

    def form(self, form_id: str) -> OfferedForm:
        """A form that is offered now."""
        for offered in self.all():
            if offered.form.id == form_id:
                return offered
        raise FormNotFound
