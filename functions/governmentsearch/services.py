"""The public list of services."""

from collections.abc import Iterable
from datetime import date

from domains.agencies.catalog import Offer, localize
from domains.agencies.manifest import ApplicationForm
from domains.agencies.search_words import join_search_words
from domains.applications.contract import make_fee_reply
from domains.applications.owed_fees import price
from functions.governmentsearch.contract import (
    PublicServiceReply,
    PublicServicesReply,
    ServiceAgencyReply,
    ServiceFormReply,
)
from portal.language import Language
from portal.text import get_sort_key


def make_services_reply(offers: Iterable[Offer], language: Language, day: date) -> PublicServicesReply:
    """Return services by name, with the fees of a day."""
    replies = [_make_service_reply(offer, language, day) for offer in offers]
    replies.sort(key=lambda each: (get_sort_key(each.name, language), each.id))
    return PublicServicesReply(items=replies)


def _make_service_reply(offer: Offer, language: Language, day: date) -> PublicServiceReply:
    service, agency = offer.service, offer.agency
    return PublicServiceReply(
        id=service.id,
        name=localize(service.name, language),
        description=localize(service.description, language),
        category=service.category,
        agency=ServiceAgencyReply(
            id=agency.id,
            name=localize(agency.name, language),
            description=localize(agency.description, language),
            kind=agency.kind,
            logo=agency.logo,
        ),
        search_words=join_search_words(offer),
        identity_values=[localize(field.label, language) for field in service.identity_fields],
        matches_person=service.matches_person and bool(service.identity_fields),
        needs_proof=service.assurance != "none",
        actions=[localize(action.label, language) for action in service.actions],
        forms=[_make_form_reply(form, language, day) for form in service.application_forms],
    )


def _make_form_reply(form: ApplicationForm, language: Language, day: date) -> ServiceFormReply:
    return ServiceFormReply(
        id=form.id,
        name=localize(form.name, language),
        description=localize(form.description, language),
        documents=[localize(document.label, language) for document in form.documents],
        fees=[make_fee_reply(price(fee, day), language) for fee in form.fees],
        decision_business_days=form.decision_business_days,
    )
