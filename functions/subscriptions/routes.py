"""The subscriptions routes."""

from typing import cast

from domains.accounts.account import NotRegistered
from domains.agencies.catalog import CatalogUnavailable, ServiceNotFound, localize
from domains.agencies.failures import AgencyUnavailable
from domains.agencies.protocol import PostalAddress
from domains.agencies.search_words import join_search_words
from functions.subscriptions.cards import (
    list_action_links,
)
from functions.subscriptions.contract import (
    AddressAcceptedReply,
    AddressChangeRequest,
    AgencyServiceDetailsReply,
    AgencyServiceQuery,
    AgencyServicesReply,
    CatalogServiceReply,
    ConnectionReply,
    ConnectRequest,
    DisconnectionReply,
    DisplayFieldReply,
    MatchedPersonReply,
    RevealReply,
    RevealRequest,
    ServiceDataQuery,
    ServiceDataReply,
    SortIndexesRequest,
    SubscribeRequest,
    SubscriptionReply,
    SubscriptionsReply,
)
from functions.subscriptions.errors import (
    AddressNotAccepted,
    Disconnecting,
    FieldNotMasked,
    IdentityNotFound,
    IdentityRevoked,
    OrderChanged,
    ServiceLocked,
    ServiceWithdrawn,
    SubscriptionNotFound,
    SubscriptionsChanged,
    TooManyIdentities,
    TooManyReveals,
    TooManySubscriptions,
)
from functions.subscriptions.replies import (
    make_identity_field,
    make_service_data_reply,
    make_service_reply,
    make_subscription_reply,
    make_subscriptions_reply,
)
from functions.subscriptions.service import (
    CardPosition,
    SubscriptionService,
    is_matching_person,
)
from portal.errors import EnhancedAuthenticationRequired
from portal.routes import HttpReply, Request, Routes
from portal.text import get_sort_key

routes = Routes("subscriptions")

CONNECTION = "connection"
ORDER = "sortIndex"
ADDRESS = "address"
RECORD = "record"

SHOWN_SECONDS = 10
"""Time that a masked value stays on the screen."""


@routes.endpoint(
    "GET",
    "/api/subscriptions/agencyservice",
    summary="List the services with which people can connect, or one of them",
    input=AgencyServiceQuery,
    replies={200: AgencyServicesReply},
    section="agencyservice",
    raises=(ServiceNotFound, CatalogUnavailable),
)
def list_agency_services(
    request: Request[AgencyServiceQuery], service: SubscriptionService
) -> AgencyServicesReply:
    """List services by agency and name, in the language of the request; with an id only that one."""
    service_id = request.input.id
    offers = service.list_offers() if service_id is None else [service.get_offer(service_id)]
    replies = [
        CatalogServiceReply(
            **dict(make_service_reply(offer, request.language)), search_words=join_search_words(offer)
        )
        for offer in offers
    ]
    replies.sort(
        key=lambda reply: (
            get_sort_key(reply.agency.name, request.language),
            get_sort_key(reply.name, request.language),
            reply.id,
        )
    )
    return AgencyServicesReply(items=replies)


@routes.endpoint(
    "GET",
    "/api/subscriptions/agencyservice/{id}",
    summary="Get the requirements and the offer of a service",
    replies={200: AgencyServiceDetailsReply},
    raises=(ServiceNotFound, CatalogUnavailable),
)
def read_agency_service(request: Request[None], service: SubscriptionService) -> AgencyServiceDetailsReply:
    """Return the service, also one that its agency withdrew."""
    offer = service.get_offer(request.path["id"])
    reply = make_service_reply(offer, request.language)
    person = service.get_matched_person(request.principal, offer)
    return AgencyServiceDetailsReply(
        **dict(reply),
        matches_person=is_matching_person(offer),
        person=MatchedPersonReply(**dict(person)) if person else None,
        identity_fields=[
            make_identity_field(field, request.language) for field in offer.service.identity_fields
        ],
        display_fields=[
            DisplayFieldReply(name=field.name, label=localize(field.label, request.language), kind=field.kind)
            for field in offer.service.display_fields
        ],
        actions=[localize(action.label, request.language) for action in offer.service.actions],
        step_up_types=service.list_types_to_connect(request.principal, offer),
    )


@routes.endpoint(
    "POST",
    "/api/subscriptions/agencyservice",
    summary="Connect a record of the caller at an agency",
    input=ConnectRequest,
    replies={201: ConnectionReply, 200: ConnectionReply},
    section=CONNECTION,
    raises=(
        ServiceNotFound,
        NotRegistered,
        ServiceWithdrawn,
        TooManyIdentities,
        TooManySubscriptions,
        Disconnecting,
        SubscriptionsChanged,
        ServiceLocked,
        EnhancedAuthenticationRequired,
        AgencyUnavailable,
        CatalogUnavailable,
    ),
)
def connect(request: Request[ConnectRequest], service: SubscriptionService) -> HttpReply:
    """Connect the record: 201 when it is new, 200 when it was connected."""
    connect_request = request.input
    connection = service.connect_record(
        request.principal, connect_request.agency_service_id, dict(connect_request.identity), request.language
    )
    body = ConnectionReply(
        identity_id=cast(str, connection.identity_id),
        subscription=make_subscription_reply(connection.card, request.language),
    )
    return HttpReply(body, 201 if connection.is_new else 200)


@routes.endpoint(
    "GET",
    "/api/subscriptions",
    summary="List the caller's subscriptions in their order",
    replies={200: SubscriptionsReply},
    raises=(CatalogUnavailable,),
)
def list_subscriptions(request: Request[None], service: SubscriptionService) -> SubscriptionsReply:
    """List subscriptions; empty for people without any, registered or not."""
    return make_subscriptions_reply(service.list_cards(request.principal), request.language)


@routes.endpoint(
    "POST",
    "/api/subscriptions",
    summary="Subscribe to a service that asks for no identity",
    input=SubscribeRequest,
    replies={201: SubscriptionReply, 200: SubscriptionReply},
    section=CONNECTION,
    raises=(
        ServiceNotFound,
        NotRegistered,
        ServiceWithdrawn,
        TooManySubscriptions,
        SubscriptionsChanged,
        CatalogUnavailable,
    ),
)
def subscribe(request: Request[SubscribeRequest], service: SubscriptionService) -> HttpReply:
    """Subscribe: 201 when it is new, 200 when it existed."""
    connection = service.subscribe_to_service(request.principal, request.input.agency_service_id)
    body = make_subscription_reply(connection.card, request.language)
    return HttpReply(body, 201 if connection.is_new else 200)


@routes.endpoint(
    "POST",
    "/api/subscriptions/restoredashboard",
    summary="Put the cards back that support took off the caller's dashboard",
    replies={200: SubscriptionsReply},
    raises=(CatalogUnavailable,),
)
def restore_own_dashboard(request: Request[None], service: SubscriptionService) -> SubscriptionsReply:
    """Put back cards that support took off the dashboard. Safe to repeat."""
    return make_subscriptions_reply(service.restore_dashboard(request.principal), request.language)


@routes.endpoint(
    "POST",
    "/api/subscriptions/sortindex",
    summary="Put the caller's subscriptions in order",
    input=SortIndexesRequest,
    replies={200: SubscriptionsReply},
    section=ORDER,
    raises=(OrderChanged, CatalogUnavailable),
)
def set_sort_indexes(
    request: Request[SortIndexesRequest], service: SubscriptionService
) -> SubscriptionsReply:
    """Save the order of the cards and return every card in it."""
    places = [CardPosition(item.id, item.sort_index) for item in request.input.items]
    return make_subscriptions_reply(service.sort_cards(request.principal, places), request.language)


@routes.endpoint(
    "GET",
    "/api/subscriptions/{id}",
    summary="Get a subscription of the caller",
    replies={200: SubscriptionReply},
    raises=(SubscriptionNotFound, CatalogUnavailable),
)
def read_subscription(request: Request[None], service: SubscriptionService) -> SubscriptionReply:
    """Return the card of one subscription, as it is in the list."""
    return make_subscription_reply(service.get_card(request.principal, request.path["id"]), request.language)


@routes.endpoint(
    "DELETE",
    "/api/subscriptions/{id}",
    summary="End a subscription with all its records",
    replies={200: DisconnectionReply},
    raises=(SubscriptionNotFound, SubscriptionsChanged, CatalogUnavailable),
)
def unsubscribe(request: Request[None], service: SubscriptionService) -> DisconnectionReply:
    """End the subscription. An agency that does not answer is informed later."""
    service.unsubscribe(request.principal, request.path["id"])
    return DisconnectionReply(is_subscription_ended=True)


@routes.endpoint(
    "GET",
    "/api/subscriptions/identities/{id}/servicedata",
    summary="Get the agency's data of a connected record",
    input=ServiceDataQuery,
    replies={200: ServiceDataReply},
    raises=(IdentityNotFound, ServiceNotFound, IdentityRevoked, AgencyUnavailable, CatalogUnavailable),
)
def read_service_data(request: Request[ServiceDataQuery], service: SubscriptionService) -> ServiceDataReply:
    """Return the data of a record. While the agency does not answer, the last good copy."""
    data = service.get_service_data(request.principal, request.path["id"], request.input.is_refresh)
    links = list_action_links(data.offer, data.record, service.network)
    types = service.list_types_for_actions(request.principal, [link.action for link in links])
    with_types = [(link, types[link.action.assurance]) for link in links]
    return make_service_data_reply(data, with_types, request.language)


@routes.endpoint(
    "POST",
    "/api/subscriptions/identities/{id}/reveal",
    summary="Show the whole value of one masked field",
    input=RevealRequest,
    replies={200: RevealReply},
    section=RECORD,
    raises=(
        IdentityNotFound,
        ServiceNotFound,
        FieldNotMasked,
        IdentityRevoked,
        EnhancedAuthenticationRequired,
        TooManyReveals,
        AgencyUnavailable,
        CatalogUnavailable,
    ),
)
def reveal(request: Request[RevealRequest], service: SubscriptionService) -> RevealReply:
    """Ask the agency for the value and store it nowhere; a message informs the person."""
    shown = service.reveal_value(request.principal, request.path["id"], request.input.field)
    return RevealReply(
        field=shown.field.name,
        label=localize(shown.field.label, request.language),
        value=shown.value,
        seconds=SHOWN_SECONDS,
    )


@routes.endpoint(
    "DELETE",
    "/api/subscriptions/identities/{id}",
    summary="Disconnect a record; the last one ends the subscription",
    replies={200: DisconnectionReply},
    raises=(IdentityNotFound, SubscriptionsChanged, CatalogUnavailable),
)
def disconnect(request: Request[None], service: SubscriptionService) -> DisconnectionReply:
    """Disconnect a record. Call again if the agency could not be told."""
    is_ended = service.disconnect_record(request.principal, request.path["id"])
    return DisconnectionReply(is_subscription_ended=is_ended)


@routes.endpoint(
    "PUT",
    "/api/subscriptions/identities/{id}/address",
    summary="Send a new address to the agency of a connected record",
    input=AddressChangeRequest,
    replies={200: AddressAcceptedReply},
    section=ADDRESS,
    raises=(
        IdentityNotFound,
        ServiceNotFound,
        IdentityRevoked,
        AddressNotAccepted,
        AgencyUnavailable,
        CatalogUnavailable,
    ),
)
def send_address(
    request: Request[AddressChangeRequest], service: SubscriptionService
) -> AddressAcceptedReply:
    """Send an address of the person to the agency. Needs a service that accepts changes of address."""
    address = PostalAddress(**request.input.model_dump())
    accepted_at = service.send_address(request.principal, request.path["id"], address)
    return AddressAcceptedReply(accepted_at=accepted_at)
