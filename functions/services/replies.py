"""The public list of services."""

from collections.abc import Iterable
from datetime import date

from domains.agencies.catalog import Offer, localize
from domains.agencies.manifest import Action, Guidance
from domains.agencies.manifest_forms import ApplicationForm
from domains.agencies.search_words import join_search_words
from domains.applications.contract import make_fee_reply
from domains.applications.owed_fees import compute_fee
from functions.services.contract import (
    GuidanceReply,
    PublicServiceReply,
    PublicServicesReply,
    ServiceActionReply,
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
        guidance=_make_guidance_reply(service.guidance, language, day),
        actions=[_make_action_reply(action, language, day) for action in service.actions],
        forms=[_make_form_reply(form, language, day) for form in service.application_forms],
    )


def _make_action_reply(action: Action, language: Language, day: date) -> ServiceActionReply:
    return ServiceActionReply(
        id=action.id,
        label=localize(action.label, language),
        needs_proof=action.assurance != "none",
        guidance=_make_guidance_reply(action.guidance, language, day),
    )


def _make_guidance_reply(guidance: Guidance | None, language: Language, day: date) -> GuidanceReply | None:
    if guidance is None:
        return None
    return GuidanceReply(
        steps=[localize(step, language) for step in guidance.steps],
        bring=[localize(thing, language) for thing in guidance.bring],
        fees=[make_fee_reply(compute_fee(fee, day), language) for fee in guidance.fees],
        time=localize(guidance.time, language) if guidance.time else None,
        where=localize(guidance.where, language) if guidance.where else None,
        phone=guidance.phone,
        link=guidance.link,
        checked_on=guidance.checked_on,
    )


def _make_form_reply(form: ApplicationForm, language: Language, day: date) -> ServiceFormReply:
    return ServiceFormReply(
        id=form.id,
        name=localize(form.name, language),
        description=localize(form.description, language),
        documents=[localize(document.label, language) for document in form.documents],
        fees=[make_fee_reply(compute_fee(fee, day), language) for fee in form.fees],
        decision_business_days=form.decision_business_days,
    )
