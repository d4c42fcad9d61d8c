"""Replies of the contract from the results of the services."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from domains.agencies.catalog import Offer, localize
from domains.agencies.manifest import DisplayField, IdentityField
from domains.agencies.record_reader import ServiceData
from domains.agencies.values import Value
from domains.assurance.enhanced_authentication import TypeId
from domains.state.time import get_day
from functions.subscriptions import texts
from functions.subscriptions.cards import (
    ActionLink,
    list_notices,
    list_shown_fields,
)
from functions.subscriptions.contract import (
    ActionReply,
    AgencyReply,
    AgencyServiceReply,
    ChoiceReply,
    DateFieldReply,
    FieldReply,
    IdentityFieldReply,
    IdentityReply,
    ListFieldReply,
    Money,
    MoneyFieldReply,
    ServiceDataReply,
    ServiceNotice,
    StatusFieldReply,
    StatusReply,
    SubscriptionReply,
    SubscriptionsReply,
    TextFieldReply,
)
from functions.subscriptions.service import (
    DashboardCard,
)
from portal.language import Language


def make_service_reply(offer: Offer, language: Language) -> AgencyServiceReply:
    """Return a service with its agency."""
    service, agency = offer.service, offer.agency
    return AgencyServiceReply(
        id=service.id,
        code=service.code,
        name=localize(service.name, language),
        description=localize(service.description, language),
        category=service.category,
        agency=AgencyReply(
            id=agency.id, name=localize(agency.name, language), kind=agency.kind, logo=agency.logo
        ),
        asks_for_identity=bool(service.identity_fields),
        accepts_address_change=service.accepts_address_change,
        is_available=offer.is_available,
    )


def make_forgotten_service_reply(service_id: str) -> AgencyServiceReply:
    """Describe a service that left the catalog, so that its card stays."""
    return AgencyServiceReply(
        id=service_id,
        code="",
        name=service_id,
        description="",
        category="other",
        agency=AgencyReply(id="", name="", kind="state", logo=None),
        asks_for_identity=True,
        accepts_address_change=False,
        is_available=False,
    )


def make_identity_field(field: IdentityField, language: Language) -> IdentityFieldReply:
    """Return a field that a person fills in to connect."""
    return IdentityFieldReply.from_entity(
        field,
        label=localize(field.label, language),
        prompt=texts.make_prompt(field).in_language(language),
        help=localize(field.help, language) if field.help else None,
        choices=[
            ChoiceReply(value=choice.value, label=localize(choice.label, language))
            for choice in field.choices
        ],
    )


def make_subscriptions_reply(cards: list[DashboardCard], language: Language) -> SubscriptionsReply:
    """Return the cards of a dashboard."""
    return SubscriptionsReply(items=[make_subscription_reply(card, language) for card in cards])


def make_subscription_reply(card: DashboardCard, language: Language) -> SubscriptionReply:
    """Return a card, its identities in the order in which they were connected."""
    subscription = card.subscription
    identities = sorted(subscription.identities.values(), key=lambda each: (each.connected_at, each.id))
    return SubscriptionReply(
        id=subscription.id,
        agency_service_id=subscription.service_id,
        service=(
            make_service_reply(card.offer, language)
            if card.offer
            else make_forgotten_service_reply(subscription.service_id)
        ),
        sort_index=card.sort_index,
        is_on_dashboard=card.is_on_dashboard,
        identities=[IdentityReply.from_entity(each) for each in identities],
    )


def make_service_data_reply(
    data: ServiceData, links: Sequence[tuple[ActionLink, list[TypeId] | None]], language: Language
) -> ServiceDataReply:
    """Return the data of an identity, with the links that the person can use."""
    return ServiceDataReply(
        identity_id=data.identity_id,
        as_of=data.record.as_of,
        checked_at=data.checked_at,
        stale=data.is_stale,
        fields=[
            _make_field_reply(field, value, language)
            for field, value in list_shown_fields(data.offer, data.record)
        ],
        actions=[
            ActionReply(
                id=link.action.id,
                label=localize(link.action.label, language),
                url=link.url if types is None else None,
                step_up_types=types,
            )
            for link, types in links
        ],
        notices=[
            ServiceNotice(
                kind=notice.kind,
                field=notice.field.name,
                label=localize(notice.field.label, language),
                on=notice.on,
                days=notice.days,
                sentence=notice.sentence.in_language(language),
                action=notice.action,
            )
            for notice in list_notices(data.offer, data.record, get_day(data.looked_at))
        ],
    )


def _make_field_reply(field: DisplayField, value: Value, language: Language) -> FieldReply:
    name, label = field.name, localize(field.label, language)
    match value:
        case date():
            return DateFieldReply(name=name, label=label, value=value)
        case Decimal():
            return MoneyFieldReply(name=name, label=label, value=Money(amount=str(value)))
        case tuple():
            return ListFieldReply(name=name, label=label, value=list(value))
        case _ if field.kind == "status":
            status = next(status for status in field.statuses if status.code == value)
            shown = StatusReply(code=status.code, label=localize(status.label, language), tone=status.tone)
            return StatusFieldReply(name=name, label=label, value=shown)
        case _:
            return TextFieldReply(
                name=name, label=label, value=value, reveal=field.reveal.assurance if field.reveal else None
            )
