"""The userservices routes about people, and what the other routes of the group share."""

from functools import partial
from typing import Any

from domains.accesslog.access_log import AccessNotRecorded
from domains.accesslog.record import AccessReason, StaffMember
from domains.accounts.masking import mask_email
from domains.agencies.catalog import CatalogUnavailable
from domains.people.criteria import PersonCriteria, TooManyPeople
from functions.userservices.case_access import Case
from functions.userservices.contract import (
    AccessHeaders,
    FoundPeopleReply,
    FoundPersonReply,
    PeopleSearchQuery,
    PersonApplicationReply,
    PersonApplicationsReply,
    PersonReply,
)
from functions.userservices.errors import NotYourCase, OwnRecord, PurposeChangesNothing
from functions.userservices.reach import is_for
from functions.userservices.replies import list_county_names, make_person_reply
from functions.userservices.service import PeopleDesk
from portal.audiences import People
from portal.routes import Request, Routes

STAFF = People(roles=frozenset({"support", "admin"}), second_factor=True)
REFUSALS = (NotYourCase, OwnRecord, AccessNotRecorded, CatalogUnavailable)
REFUSED_CHANGES = (*REFUSALS, PurposeChangesNothing)

routes = Routes("userservices")
_endpoint = partial(routes.endpoint, audience=STAFF, headers=AccessHeaders)


@_endpoint(
    "GET",
    "/api/users/search",
    summary="Search people by what they say on the telephone",
    input=PeopleSearchQuery,
    replies={200: FoundPeopleReply},
    section="search",
    raises=(TooManyPeople, AccessNotRecorded, CatalogUnavailable),
)
def search_people(request: Request[PeopleSearchQuery], service: PeopleDesk) -> FoundPeopleReply:
    """Search people, up to 20; each of them sees in their log that they were one of so many."""
    case = parse_case(request)
    people = service.search_people(case, PersonCriteria(**dict(request.input)))
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
            for each in people.items
        ],
        is_truncated=people.is_truncated,
    )


@_endpoint(
    "GET",
    "/api/users/{id}",
    summary="Get the record of a person: registration, terms and the next step",
    replies={200: PersonReply},
    raises=REFUSALS,
)
def get_person(request: Request[None], service: PeopleDesk) -> PersonReply:
    """Return the record, and log that all of it was shown; staff of an agency see nothing of the account."""
    user_id = request.path["id"]
    return make_person_reply(user_id, service.get_person(parse_case(request), user_id))


@_endpoint(
    "GET",
    "/api/users/{id}/applications",
    summary="List the applications of all businesses of a person",
    replies={200: PersonApplicationsReply},
    raises=REFUSALS,
)
def list_person_applications(request: Request[None], service: PeopleDesk) -> PersonApplicationsReply:
    """Return the state of each application, never its answers or files."""
    language = request.language
    return PersonApplicationsReply(
        items=[
            PersonApplicationReply.from_entity(
                application,
                business_name=business_name,
                form_name=application.form_name.in_language(language),
                agency_name=application.agency_name.in_language(language),
            )
            for business_name, application in service.list_applications(
                parse_case(request), request.path["id"]
            )
        ]
    )


def parse_case(request: Request[Any]) -> Case:
    """Return the case of a request with `AccessHeaders`."""
    headers: AccessHeaders = request.headers
    return Case(
        StaffMember.from_principal(request.principal),
        AccessReason(headers.purpose, headers.case_number),
        request.route,
    )
