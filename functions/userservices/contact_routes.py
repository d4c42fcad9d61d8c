"""The userservices routes about a person's contact."""

from functools import partial

from domains.accounts.masking import mask_address
from domains.messages.inbox_replies import make_count
from functions.userservices.contact_service import ContactDesk
from functions.userservices.contract import (
    AccessHeaders,
    AllowChangeRequest,
    ContactReply,
    NoticeDeliveryReply,
    PersonAddressReply,
    WaitingAddressReply,
)
from functions.userservices.errors import ChangeNotWaiting, NoticeChanged, NoticeNotFailed
from functions.userservices.replies import make_delivery_reply, make_waiting_reply
from functions.userservices.routes import REFUSALS, REFUSED_CHANGES, STAFF, parse_case
from portal.routes import Request, Routes

routes = Routes("userservices")
_endpoint = partial(routes.endpoint, audience=STAFF, headers=AccessHeaders)


@_endpoint(
    "GET",
    "/api/users/{id}/contact",
    summary="Get a person's contact addresses, latest notices with their delivery, and unread count",
    replies={200: ContactReply},
    raises=REFUSALS,
)
def get_contact(request: Request[None], service: ContactDesk) -> ContactReply:
    """Return masked addresses; of an agency's messages, only the sender."""
    contact = service.get_contact(parse_case(request), request.path["id"])
    preferences = contact.account.preferences
    return ContactReply(
        language=preferences.language if preferences else None,
        email_frequency=preferences.email_frequency if preferences else None,
        saved_at=preferences.saved_at if preferences else None,
        addresses=[
            PersonAddressReply(
                channel=each.channel,
                sent_to=mask_address(each.channel, each.address),
                is_verified=each.verified_at is not None,
                status="usable" if status.is_usable(each.verified_at) else status.state,
                status_at=None if status.is_usable(each.verified_at) else status.at,
            )
            for each, status in contact.addresses
        ],
        changes=[make_waiting_reply(each, contact.at) for each in contact.pending],
        deliveries=[
            make_delivery_reply(each, contact.titles.get(each.message_id), request.language)
            for each in contact.deliveries
        ],
        unread=make_count(contact.unread),
    )


@_endpoint(
    "POST",
    "/api/users/{id}/contact/{channel}/allow",
    summary="Allow a change of address after seven days; the person is told at once, at both addresses",
    input=AllowChangeRequest,
    replies={200: WaitingAddressReply},
    raises=(*REFUSED_CHANGES, ChangeNotWaiting),
)
def allow_address_change(request: Request[AllowChangeRequest], service: ContactDesk) -> WaitingAddressReply:
    """Allow a change of address for a person who gets nothing at the old one and cannot prove their identity.

    Safe to repeat: the seven days do not begin again. The permission ends after fourteen days.
    """
    path, change = request.path, request.input
    pending = service.allow_address_change(
        parse_case(request), path["id"], path["channel"], change.change_id, change.reason
    )
    return make_waiting_reply(pending, service.clock())


@_endpoint(
    "POST",
    "/api/users/{id}/contact/{channel}/withdraw",
    summary="Take back the permission for a change of address; the person is told at both addresses",
    input=AllowChangeRequest,
    replies={200: WaitingAddressReply},
    raises=(*REFUSED_CHANGES, ChangeNotWaiting),
)
def withdraw_permission(request: Request[AllowChangeRequest], service: ContactDesk) -> WaitingAddressReply:
    """Take back a permission that was given to the wrong person. Safe to repeat."""
    path, change = request.path, request.input
    pending = service.withdraw_permission(
        parse_case(request), path["id"], path["channel"], change.change_id, change.reason
    )
    return make_waiting_reply(pending, service.clock())


@_endpoint(
    "POST",
    "/api/users/{id}/notices/{message}/{channel}/resend",
    summary="Send a notice again that failed",
    replies={200: NoticeDeliveryReply},
    raises=(*REFUSED_CHANGES, NoticeNotFailed, NoticeChanged),
)
def resend_notice(request: Request[None], service: ContactDesk) -> NoticeDeliveryReply:
    """Send it again under the rules of a new notice: quiet hours, the daily email and bounces."""
    path = request.path
    delivery, title = service.resend_notice(parse_case(request), path["id"], path["message"], path["channel"])
    return make_delivery_reply(delivery, title, request.language)
