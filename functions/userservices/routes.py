"""The userservices routes."""

from functools import partial
from typing import Any

from domains.accesslog.access_log import AccessNotRecorded
from domains.accesslog.record import AccessReason, StaffMember
from domains.accounts.masking import mask_address, mask_email
from domains.agencies.catalog import CatalogUnavailable
from domains.messages.inbox_replies import make_count
from domains.people.criteria import PersonCriteria, TooManyPeople
from functions.userservices.contract import (
    AccessHeaders,
    AddressReply,
    AllowChangeRequest,
    ApplicationReply,
    ApplicationsReply,
    ClearReply,
    ConfirmedAccessHeaders,
    ConnectionsReply,
    ContactReply,
    DeliveryReply,
    FoundPeopleReply,
    FoundPersonReply,
    LiftRequest,
    LocksReply,
    PersonReply,
    ReloadReply,
    SearchQuery,
    WaitingAddressReply,
)
from functions.userservices.errors import (
    ChangeNotWaiting,
    DashboardChanged,
    LocksChanged,
    NothingToClear,
    NothingToRestore,
    NoticeChanged,
    NoticeNotFailed,
    NotLocked,
    NotYourCase,
    OwnRecord,
    PurposeChangesNothing,
)
from functions.userservices.reach import is_for
from functions.userservices.replies import (
    list_county_names,
    make_card_reply,
    make_connections_reply,
    make_delivery_reply,
    make_locks_reply,
    make_person_reply,
    make_waiting_reply,
)
from functions.userservices.service import Case, UserServices
from portal.routes import Request, Routes

STAFF = frozenset({"support", "admin"})
_REFUSALS = (NotYourCase, OwnRecord, AccessNotRecorded, CatalogUnavailable)
_REFUSED_CHANGES = (*_REFUSALS, PurposeChangesNothing)

routes = Routes("userservices")
_endpoint = partial(routes.endpoint, roles=STAFF, second_factor=True, headers=AccessHeaders)
"""Every call of this group is for staff with a second factor, and says what for."""


@_endpoint(
    "GET",
    "/api/users/search",
    summary="Search people by what they say on the telephone",
    input=SearchQuery,
    replies={200: FoundPeopleReply},
    section="search",
    raises=(TooManyPeople, AccessNotRecorded, CatalogUnavailable),
)
def search_people(request: Request[SearchQuery], service: UserServices) -> FoundPeopleReply:
    """Search people, up to 20; each of them sees in their log that they were one of so many."""
    case = _parse_case(request)
    found = service.search(case, PersonCriteria(**dict(request.input)))
    sees_accounts = is_for(case.staff, "account")
    return FoundPeopleReply(
        items=[
            FoundPersonReply.from_entity(
                each,
                id=each.user_id,
                email=mask_email(each.email) if each.email else None,
                county=list_county_names().get(each.county_id or ""),
                state=each.state if sees_accounts else None,
            )
            for each in found.items
        ],
        is_truncated=found.is_truncated,
    )


@_endpoint(
    "GET",
    "/api/users/{id}",
    summary="Get the record of a person: registration, terms and the next step",
    replies={200: PersonReply},
    raises=_REFUSALS,
)
def get_person(request: Request[None], service: UserServices) -> PersonReply:
    """Return the record, and log that all of it was shown; staff of an agency see nothing of the account."""
    user_id = request.path["id"]
    return make_person_reply(user_id, service.get_person(_parse_case(request), user_id))


@_endpoint(
    "GET",
    "/api/users/{id}/contact",
    summary="Get a person's contact addresses, latest notices with their delivery, and unread count",
    replies={200: ContactReply},
    raises=_REFUSALS,
)
def get_contact(request: Request[None], service: UserServices) -> ContactReply:
    """Return masked addresses; of an agency's messages, only the sender."""
    contact = service.get_contact(_parse_case(request), request.path["id"])
    preferences = contact.account.preferences
    return ContactReply(
        language=preferences.language if preferences else None,
        email_frequency=preferences.email_frequency if preferences else None,
        saved_at=preferences.saved_at if preferences else None,
        addresses=[
            AddressReply(
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
    raises=(*_REFUSED_CHANGES, ChangeNotWaiting),
)
def allow_address_change(request: Request[AllowChangeRequest], service: UserServices) -> WaitingAddressReply:
    """Allow a change of address for a person who gets nothing at the old one and cannot prove their identity.

    Safe to repeat: the seven days do not begin again. The permission ends after fourteen days.
    """
    path, asked = request.path, request.input
    pending = service.allow_address_change(
        _parse_case(request), path["id"], path["channel"], asked.change_id, asked.reason
    )
    return make_waiting_reply(pending, service.clock())


@_endpoint(
    "POST",
    "/api/users/{id}/contact/{channel}/withdraw",
    summary="Take back the permission for a change of address; the person is told at both addresses",
    input=AllowChangeRequest,
    replies={200: WaitingAddressReply},
    raises=(*_REFUSED_CHANGES, ChangeNotWaiting),
)
def withdraw_permission(request: Request[AllowChangeRequest], service: UserServices) -> WaitingAddressReply:
    """Take back a permission that was given to the wrong person. Safe to repeat."""
    path, asked = request.path, request.input
    pending = service.withdraw_permission(
        _parse_case(request), path["id"], path["channel"], asked.change_id, asked.reason
    )
    return make_waiting_reply(pending, service.clock())


@_endpoint(
    "POST",
    "/api/users/{id}/notices/{message}/{channel}/resend",
    summary="Send a notice again that failed",
    replies={200: DeliveryReply},
    raises=(*_REFUSED_CHANGES, NoticeNotFailed, NoticeChanged),
)
def resend_notice(request: Request[None], service: UserServices) -> DeliveryReply:
    """Send it again under the rules of a new notice: quiet hours, the daily email and bounces."""
    path = request.path
    delivery, title = service.resend_notice(
        _parse_case(request), path["id"], path["message"], path["channel"]
    )
    return make_delivery_reply(delivery, title, request.language)


@_endpoint(
    "GET",
    "/api/users/{id}/connections",
    summary="List the cards on a person's dashboard",
    replies={200: ConnectionsReply},
    raises=_REFUSALS,
)
def list_connections(request: Request[None], service: UserServices) -> ConnectionsReply:
    """List cards and say if one is empty and why, never its contents."""
    connections, cleared = service.list_connections(_parse_case(request), request.path["id"])
    return make_connections_reply(connections, cleared, request.language)


@_endpoint(
    "GET",
    "/api/users/{id}/applications",
    summary="List the applications of all businesses of a person",
    replies={200: ApplicationsReply},
    raises=_REFUSALS,
)
def list_person_applications(request: Request[None], service: UserServices) -> ApplicationsReply:
    """Return the state of each application, never its answers or files."""
    language = request.language
    return ApplicationsReply(
        items=[
            ApplicationReply.from_entity(
                application,
                business_name=business_name,
                form_name=application.form_name.in_language(language),
                agency_name=application.agency_name.in_language(language),
            )
            for business_name, application in service.list_applications(
                _parse_case(request), request.path["id"]
            )
        ]
    )


@_endpoint(
    "GET",
    "/api/users/{id}/locks",
    summary="List the ways to step up that are locked for a person, or have failed",
    replies={200: LocksReply},
    raises=_REFUSALS,
)
def list_locks(request: Request[None], service: UserServices) -> LocksReply:
    """List the locks of the last 24 hours."""
    return make_locks_reply(service.list_locks(_parse_case(request), request.path["id"]), request.language)


@_endpoint(
    "POST",
    "/api/users/{id}/locks/{lock}/lift",
    summary="Lift a lock; the person is told, with the reason",
    input=LiftRequest,
    replies={200: LocksReply},
    raises=(*_REFUSED_CHANGES, NotLocked, LocksChanged),
)
def lift_lock(request: Request[LiftRequest], service: UserServices) -> LocksReply:
    """Lift a lock, so that the person can try again, and return the remaining locks."""
    left = service.lift_lock(
        _parse_case(request), request.path["id"], request.path["lock"], request.input.reason
    )
    return make_locks_reply(left, request.language)


@_endpoint(
    "POST",
    "/api/users/{id}/reloaddashboard",
    summary="Ask every agency again for a person's cards; the person is informed",
    replies={200: ReloadReply},
    headers=ConfirmedAccessHeaders,
    raises=(*_REFUSED_CHANGES, DashboardChanged),
)
def reload_dashboard(request: Request[None], service: UserServices) -> ReloadReply:
    """Reload. Safe to repeat: connections stay, and only newer data replaces a copy."""
    cards = service.reload_dashboard(_parse_case(request), request.path["id"], request.headers.confirmed_name)
    return ReloadReply(items=[make_card_reply(each, request.language) for each in cards])


@_endpoint(
    "DELETE",
    "/api/users/{id}/cleardashboard",
    summary="Take every card off a person's dashboard and keep the connections; the person is told",
    replies={200: ClearReply},
    headers=ConfirmedAccessHeaders,
    raises=(*_REFUSED_CHANGES, NothingToClear, DashboardChanged),
)
def clear_dashboard(request: Request[None], service: UserServices) -> ClearReply:
    """Clear the dashboard. Safe to repeat; support can undo it for 7 days, the person at any time."""
    cleared = service.clear_dashboard(
        _parse_case(request), request.path["id"], request.headers.confirmed_name
    )
    return ClearReply.from_entity(cleared)


@_endpoint(
    "POST",
    "/api/users/{id}/restoredashboard",
    summary="Put the cards back that support took off a person's dashboard; the person is told",
    replies={200: ConnectionsReply},
    raises=(*_REFUSED_CHANGES, NothingToRestore, DashboardChanged),
)
def restore_dashboard(request: Request[None], service: UserServices) -> ConnectionsReply:
    """Restore the dashboard within 7 days, and return it."""
    connections = service.restore_dashboard(_parse_case(request), request.path["id"])
    return make_connections_reply(connections, None, request.language)


def _parse_case(request: Request[Any]) -> Case:
    headers: AccessHeaders = request.headers
    return Case(
        StaffMember.from_principal(request.principal),
        AccessReason(headers.purpose, headers.case_number),
        request.route,
    )
