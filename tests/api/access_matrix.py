"""Requests to every route of the template, and the status that each kind of actor gets."""

from typing import Any

from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.reference.data import get_terms_catalog
from portal.secrets import RotatingSecret
from tests.api.address_book_support import HOME
from tests.api.applications_support import make_file
from tests.api.applications_support import make_status as status_of_application
from tests.api.inbound_support import make_announcement, make_batch, make_message
from tests.api.records_support import POSTED, RECORD
from tests.api.support import (
    UNKNOWN_ID,
    UNSUBSCRIBE_SECRET,
    AgencyCaller,
    Person,
)

ROSA = Person("rosa@example.com")
ACTORS = {
    "nobody": None,
    "unregistered": Person("nora@example.com", accepted_terms=""),
    "registered": ROSA,
    "support": Person("sam@example.com", groups=("support",), second_factor=True),
    "admin": Person("ada@example.com", groups=("admin",), second_factor=True),
    "government": Person("grace@example.com", groups=("government",), second_factor=True),
    "agency": AgencyCaller("adot-mvd"),
}
NO_ATTEMPT = {"typeId": 3, "purpose": "account", "returnTo": "/dashboard"}
NO_ANSWER = {"redirect": {"state": "s", "code": "c"}}
NO_PASSKEY = {"name": "My phone", "creation": {"id": "", "clientData": "", "attestation": ""}}
NOT_COMPLETE = ("nobody", "unregistered", "agency")

DETAILS = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "dateOfBirth": "1984-05-17",
    "countyId": "pima",
    "language": "en",
}
TERMS = {"version": get_terms_catalog().current.version}
KINDS = ("security", "accountActivity", "agencyMessages", "reminders", "news")
PREFERENCES = {
    "language": "en",
    "addresses": [
        {"channel": "email", "address": "rosa@example.com"},
        {"channel": "text", "address": "602-555-0123"},
    ],
    "notices": [{"kind": kind, "channels": ["email"]} for kind in KINDS],
}
PLAN = {"entityType": "soleProprietor", "businessCountyId": "pima", "sector": "54"}
ADDRESS = {"line1": "123 N Central Ave", "city": "Phoenix", "state": "AZ", "zip": "85004"}
WRONG_CODE = {"code": "000000"}
ACTIVITY = {"type": "message", "text": "Hi", "channelData": {"clientActivityID": "12345678"}}
AGENCY_ACCOUNT = {"userName": "rosa", "password": "seven saguaros"}
NO_SERVICE = {"agencyServiceId": "nobody-nothing"}
NO_ORDER = {"items": [{"id": UNKNOWN_ID, "sortIndex": 0}]}
POSTAL_ADDRESS = {
    "recipient": "Rosa Delgado",
    "line1": "1 Main St",
    "city": "Tucson",
    "state": "AZ",
    "zip": "85701",
}


class Query(dict[str, str]):
    """Parameters sent in the query, with any method."""


LINK = Query(
    token=UnsubscribeTokens(RotatingSecret(UNSUBSCRIBE_SECRET)).issue_token(
        Unsubscription(UNKNOWN_ID, "reminders", "email")
    )
)

BUSINESS = {"name": "Desert Bakery", "entityType": "llc", "countyId": "pima"}
INVITATION = {"email": "ben@example.com", "role": "viewer"}
NO_INVITATION = {"token": f"{'a' * 26}.{UNKNOWN_ID}.{'x' * 43}"}
OF_NOTHING = {"userAgencySubscriptionId": UNKNOWN_ID}
NO_MESSAGES = {"ids": [UNKNOWN_ID]}
NO_AGENCY_MESSAGES = {"messages": [OF_NOTHING | {"messageId": UNKNOWN_ID}]}

EVERYBODY = (200,) * len(ACTORS)
NOT_FOUND_BY_ANYBODY = (404,) * len(ACTORS)
NOT_A_FORM = (415,) * len(ACTORS)
PEOPLE = (401, 403, 200, 200, 200, 200, 401)
STAFF_OF_THE_STATE = (401, 403, 403, 200, 200, 200, 401)
SUPPORT = (401, 403, 403, 200, 200, 403, 401)
NOT_FOUND_BY_SUPPORT = (401, 403, 403, 404, 404, 403, 401)
STAFF_WITHOUT_A_PURPOSE = (401, 403, 403, 400, 400, 403, 401)
# Only a chat token opens these; `test_chatbot` tests their answers.
CHATS_ALONE = (401,) * len(ACTORS)
NOT_FOUND_BY_PEOPLE = (401, 403, 404, 404, 404, 404, 401)

OPEN_BEFORE_TERMS = {
    "GET /api/users",
    "GET /api/users/registered",
    "POST /api/users/register",
    "POST /api/users/link",
    "POST /api/users/link/confirm",
    "GET /api/profile/termsandconditions",
    "PUT /api/profile/termsandconditions/accept",
    "PUT /api/profile/termsandconditions/decline",
    "GET /api/profile/contactpreferences",
    "PUT /api/profile/contactpreferences",
    "POST /api/profile/contactpreferences/verification",
    "POST /api/profile/contactpreferences/verification/confirm",
    "POST /api/profile/contactpreferences/test",
    "GET /api/profile/completed",
    # Signing out ends it.
    "DELETE /api/authentication",
}

# Route: body, or query of a read, then the status for each actor in the order of ACTORS.
MATRIX: dict[str, Any] = {
    "GET /configuration": (None, (200, 200, 200, 200, 200, 200, 200)),
    "GET /api/lookups/counties": (None, (200, 200, 200, 200, 200, 200, 200)),
    "GET /api/lookups/countries": (None, EVERYBODY),
    "GET /api/lookups/jurisdictions/us": (None, EVERYBODY),
    "GET /api/lookups/municipalities": (None, EVERYBODY),
    "GET /api/lookups/services": (None, EVERYBODY),
    "GET /api/search": ({"q": "vehicle"}, EVERYBODY),
    "POST /api/pageratings": ({"page": "help/access", "isHelpful": True}, EVERYBODY),
    "GET /api/businessapplications/lookups/businesscharactercategories": (None, EVERYBODY),
    "GET /api/addressvalidation": (ADDRESS, EVERYBODY),
    "POST /api/addressvalidation": (ADDRESS, EVERYBODY),
    "GET /api/businessapplications/businessnames/search": ({"name": "desert"}, EVERYBODY),
    "GET /api/businessapplications/businessnames/searchreservation": (
        {"name": "Desert LLC", "entityType": "llc"},
        EVERYBODY,
    ),
    "GET /api/businessapplications/businessnames/companies/{id}": (
        {"name": "Desert LLC"},
        (404, 404, 404, 404, 404, 404, 404),
    ),
    "GET /api/businessapplications/businessnames/reservations": (None, PEOPLE),
    "POST /api/businessapplications/businessnames/reservations": (
        {"name": "Velvetine Cactus LLC", "entityType": "llc"},
        (401, 403, 201, 201, 201, 201, 401),
    ),
    "POST /api/businessapplications/businessnames/reservations/{id}/renewal": (
        {"expiresAt": "2027-03-21T16:00:00Z"},
        NOT_FOUND_BY_PEOPLE,
    ),
    "DELETE /api/businessapplications/businessnames/reservations/{id}": (
        None,
        NOT_FOUND_BY_PEOPLE,
    ),
    "GET /api/businessapplications/businesses": (None, PEOPLE),
    "POST /api/businessapplications/businesses": (BUSINESS, (401, 403, 201, 201, 201, 201, 401)),
    "GET /api/businessapplications/businesses/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "PUT /api/businessapplications/businesses/{id}": (BUSINESS | {"revision": 1}, NOT_FOUND_BY_PEOPLE),
    "DELETE /api/businessapplications/businesses/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "PUT /api/businessapplications/businesses/{id}/members/{member}": (
        {"role": "owner"},
        NOT_FOUND_BY_PEOPLE,
    ),
    "DELETE /api/businessapplications/businesses/{id}/members/{member}": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/businessapplications/businesses/{id}/invitations": (INVITATION, NOT_FOUND_BY_PEOPLE),
    "DELETE /api/businessapplications/businesses/{id}/invitations/{invitation}": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/businessapplications/invitations/preview": (NO_INVITATION, NOT_FOUND_BY_PEOPLE),
    "POST /api/businessapplications/invitations/acceptance": (NO_INVITATION, NOT_FOUND_BY_PEOPLE),
    "GET /api/businessapplications/plan": (None, PEOPLE),
    "PUT /api/businessapplications/plan": (
        {"answers": {}, "revision": 0},
        (401, 403, 200, 200, 200, 200, 401),
    ),
    "DELETE /api/businessapplications/plan": (None, PEOPLE),
    "GET /api/businessapplications/startupcostestimate": (PLAN, EVERYBODY),
    "POST /api/businessapplications/startupcostestimate": (PLAN, EVERYBODY),
    "POST /api/businessapplications/startupcostestimate/changes": (
        {"before": PLAN, "after": PLAN},
        EVERYBODY,
    ),
    "GET /api/businessapplications/businessagency": (None, PEOPLE),
    "GET /api/businessapplications/businessagency/{id}/user": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/businessapplications/businessagency/{id}/user/register": (
        AGENCY_ACCOUNT | {"email": "rosa@example.com"},
        NOT_FOUND_BY_PEOPLE,
    ),
    "POST /api/businessapplications/businessagency/{id}/user/link": (AGENCY_ACCOUNT, NOT_FOUND_BY_PEOPLE),
    "DELETE /api/businessapplications/businessagency/{id}/user": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/businessapplications/businessagency/{id}/user/password": (
        {"currentPassword": "seven saguaros", "newPassword": "eight saguaros"},
        NOT_FOUND_BY_PEOPLE,
    ),
    "POST /api/businessapplications/businessagency/{id}/user/forgot-password": (
        {"userName": "rosa"},
        NOT_FOUND_BY_PEOPLE,
    ),
    "GET /api/businessapplications/forms": (None, PEOPLE),
    "GET /api/businessapplications/forms/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "GET /api/businessapplications/applications": (None, PEOPLE),
    "POST /api/businessapplications/applications": (
        {"formId": UNKNOWN_ID, "businessId": UNKNOWN_ID},
        NOT_FOUND_BY_PEOPLE,
    ),
    "GET /api/businessapplications/applications/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "GET /api/businessapplications/applications/{id}/namecheck": (
        {"name": "Desert LLC"},
        NOT_FOUND_BY_PEOPLE,
    ),
    "DELETE /api/businessapplications/applications/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "PUT /api/businessapplications/applications/{id}/answers": (
        {"answers": {}, "revision": 0},
        NOT_FOUND_BY_PEOPLE,
    ),
    "POST /api/businessapplications/applications/{id}/submission": (
        {"revision": 0, "isDeclared": True},
        NOT_FOUND_BY_PEOPLE,
    ),
    "POST /api/businessapplications/applications/{id}/withdrawal": ({}, NOT_FOUND_BY_PEOPLE),
    "POST /api/businessapplications/applications/{id}/documents": (make_file(), NOT_FOUND_BY_PEOPLE),
    "GET /api/businessapplications/applications/{id}/documents/{document}": (None, NOT_FOUND_BY_PEOPLE),
    "DELETE /api/businessapplications/applications/{id}/documents/{document}": (None, NOT_FOUND_BY_PEOPLE),
    "GET /api/users": (None, (401, 200, 200, 200, 200, 200, 401)),
    "GET /api/profile/access": (None, PEOPLE),
    "GET /api/profile/signins": (None, PEOPLE),
    "POST /api/profile/signins/end": ({"id": UNKNOWN_ID}, NOT_FOUND_BY_PEOPLE),
    "POST /api/profile/signins/end-all": ({}, PEOPLE),
    "GET /api/governmentsearch": ({"q": "vehicle"}, STAFF_OF_THE_STATE),
    "GET /api/chatbot/data/token": (None, PEOPLE),
    "DELETE /api/chatbot/conversation": (None, PEOPLE),
    "POST /api/chatbot/questions": (
        {"text": "Hi", "language": "en", "activityIds": []},
        (401, 403, 201, 201, 201, 201, 401),
    ),
    "POST /api/chatbot/ratings": ({"activityId": f"{UNKNOWN_ID}|000002", "isRight": True}, PEOPLE),
    "POST /api/chatbot/directline/conversations": (None, CHATS_ALONE),
    "GET /api/chatbot/directline/conversations/{id}": (None, CHATS_ALONE),
    "POST /api/chatbot/directline/tokens/refresh": (None, CHATS_ALONE),
    "POST /api/chatbot/directline/conversations/{id}/activities": (ACTIVITY, CHATS_ALONE),
    "GET /api/chatbot/directline/conversations/{id}/activities": (None, CHATS_ALONE),
    "GET /api/users/search": ({"lastName": "Delgado", "birthYear": "1984"}, STAFF_WITHOUT_A_PURPOSE),
    "GET /api/users/questions": (None, SUPPORT),
    "GET /api/users/{id}/questions/{question}": (None, NOT_FOUND_BY_SUPPORT),
    "POST /api/users/{id}/questions/{question}/take": ({"takenBy": None}, NOT_FOUND_BY_SUPPORT),
    "POST /api/users/{id}/questions/{question}/release": (None, NOT_FOUND_BY_SUPPORT),
    "POST /api/users/{id}/questions/{question}/answer": ({"text": "Call us."}, NOT_FOUND_BY_SUPPORT),
    "GET /api/users/{id}": (None, STAFF_WITHOUT_A_PURPOSE),
    "GET /api/users/{id}/applications": (None, STAFF_WITHOUT_A_PURPOSE),
    "GET /api/users/{id}/connections": (None, STAFF_WITHOUT_A_PURPOSE),
    "GET /api/users/{id}/contact": (None, STAFF_WITHOUT_A_PURPOSE),
    "GET /api/users/{id}/locks": (None, STAFF_WITHOUT_A_PURPOSE),
    "POST /api/users/{id}/contact/{channel}/allow": (
        {"changeId": "x", "reason": "asked for"},
        STAFF_WITHOUT_A_PURPOSE,
    ),
    "POST /api/users/{id}/contact/{channel}/withdraw": (
        {"changeId": "x", "reason": "asked for"},
        STAFF_WITHOUT_A_PURPOSE,
    ),
    "POST /api/users/{id}/notices/{message}/{channel}/resend": (None, STAFF_WITHOUT_A_PURPOSE),
    "POST /api/users/{id}/locks/{lock}/lift": ({"reason": "asked for"}, STAFF_WITHOUT_A_PURPOSE),
    "DELETE /api/users/{id}/cleardashboard": (None, STAFF_WITHOUT_A_PURPOSE),
    "POST /api/users/{id}/restoredashboard": (None, STAFF_WITHOUT_A_PURPOSE),
    "POST /api/users/{id}/reloaddashboard": (None, STAFF_WITHOUT_A_PURPOSE),
    "GET /api/users/registered": (None, (401, 200, 200, 200, 200, 200, 401)),
    "POST /api/users/register": (DETAILS, (401, 201, 200, 200, 200, 200, 401)),
    "POST /api/users/link": ({}, (401, 404, 409, 409, 409, 409, 401)),
    "POST /api/users/link/confirm": (WRONG_CODE, (401, 404, 409, 409, 409, 409, 401)),
    "GET /api/profile/termsandconditions": (None, (401, 200, 200, 200, 200, 200, 401)),
    "PUT /api/profile/termsandconditions/accept": (TERMS, (401, 409, 200, 200, 200, 200, 401)),
    "PUT /api/profile/termsandconditions/decline": (TERMS, (401, 409, 200, 200, 200, 200, 401)),
    "GET /api/profile/contactpreferences": (None, (401, 409, 200, 200, 200, 200, 401)),
    "PUT /api/profile/contactpreferences": (PREFERENCES, (401, 409, 200, 200, 200, 200, 401)),
    "POST /api/profile/contactpreferences/verification": (
        {"channel": "text"},
        (401, 409, 202, 202, 202, 202, 401),
    ),
    "POST /api/profile/contactpreferences/verification/confirm": (
        {"channel": "text"} | WRONG_CODE,
        (401, 409, 400, 400, 400, 400, 401),
    ),
    "POST /api/profile/contactpreferences/test": (
        {"channel": "email"},
        (401, 409, 202, 202, 202, 202, 401),
    ),
    "GET /api/profile/unsubscribe": (LINK, EVERYBODY),
    "POST /api/profile/unsubscribe": (LINK, EVERYBODY),
    "GET /api/profile/completed": (None, (401, 200, 200, 200, 200, 200, 401)),
    "GET /api/authentication/status": (None, PEOPLE),
    "GET /api/authentication/types/settings": (None, PEOPLE),
    "GET /api/authentication/lockedout": (None, PEOPLE),
    "DELETE /api/authentication": (None, (401, 200, 200, 200, 200, 200, 401)),
    # The template enables no type until an identity service is configured.
    "POST /api/authentication/attempts": (NO_ATTEMPT, (401, 403, 409, 409, 409, 409, 401)),
    "GET /api/authentication/attempts/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/authentication/attempts/{id}/completion": (NO_ANSWER, NOT_FOUND_BY_PEOPLE),
    "GET /api/authentication/walletrequests/{handle}": (None, NOT_FOUND_BY_ANYBODY),
    "POST /api/authentication/walletrequests/{handle}": ({}, NOT_A_FORM),
    "GET /api/authentication/passkeys": (None, PEOPLE),
    # These sessions have no enhanced authentication.
    "POST /api/authentication/passkeys": (None, (401, 403, 403, 403, 403, 403, 401)),
    "POST /api/authentication/passkeys/{id}/completion": (NO_PASSKEY, NOT_FOUND_BY_PEOPLE),
    "PATCH /api/authentication/passkeys/{id}": ({"name": "My phone"}, NOT_FOUND_BY_PEOPLE),
    "DELETE /api/authentication/passkeys/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "GET /api/profile/details": (None, (401, 403, 200, 200, 200, 200, 401)),
    "PUT /api/profile/details": ({}, (401, 403, 400, 400, 400, 400, 401)),
    "GET /api/profile/addresses": (None, (401, 403, 200, 200, 200, 200, 401)),
    "POST /api/profile/addresses": (HOME, (401, 403, 201, 201, 201, 201, 401)),
    "PUT /api/profile/addresses/{id}": (HOME, (401, 403, 404, 404, 404, 404, 401)),
    "DELETE /api/profile/addresses/{id}": (None, (401, 403, 404, 404, 404, 404, 401)),
    "PUT /api/profile/addresses/{id}/primary": ({}, (401, 403, 404, 404, 404, 404, 401)),
    "POST /api/agency-inbound/transactions": (POSTED, (401, 401, 401, 401, 401, 401, 404)),
    "POST /api/agency-inbound/revocations": (RECORD, (401, 401, 401, 401, 401, 401, 404)),
    "POST /api/agency-inbound/applications/{id}/status": (
        status_of_application("approved"),
        (401, 401, 401, 401, 401, 401, 404),
    ),
    "GET /api/agency-inbound/applications/{id}/documents/{document}": (
        None,
        (401, 401, 401, 401, 401, 401, 404),
    ),
    "GET /api/agency-inbound/replies/{id}/files/{file}": (None, (401, 401, 401, 401, 401, 401, 404)),
    "POST /api/agency-inbound/messages": (make_message(), (401, 401, 401, 401, 401, 401, 404)),
    "POST /api/agency-inbound/messages/batch": (
        # Service that no other test uses, because the function caches the catalog for a while.
        make_batch("vehicle-1") | {"agencyServiceId": "adot-mvd-nothing"},
        (401, 401, 401, 401, 401, 401, 404),
    ),
    "POST /api/agency-inbound/attachments": (make_announcement(), (401, 401, 401, 401, 401, 401, 200)),
    "GET /api/transactions": (None, PEOPLE),
    "GET /api/transactions/summary": (None, PEOPLE),
    "GET /api/transactions/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "GET /api/messages": (None, PEOPLE),
    "GET /api/messages/unread/count": (None, PEOPLE),
    "GET /api/messages/all": (None, PEOPLE),
    "GET /api/messages/bin": (None, PEOPLE),
    "POST /api/messages/bin/empty": ({}, PEOPLE),
    "POST /api/messages/mark": (NO_MESSAGES | {"isRead": True}, PEOPLE),
    "POST /api/messages/delete": (NO_MESSAGES, PEOPLE),
    "POST /api/messages/restore": (NO_MESSAGES, PEOPLE),
    "GET /api/messages/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "PATCH /api/messages/{id}/markasread": (None, NOT_FOUND_BY_PEOPLE),
    "PATCH /api/messages/{id}/markasunread": (None, NOT_FOUND_BY_PEOPLE),
    "GET /api/messages/{id}/attachments/{attachmentid}": (None, NOT_FOUND_BY_PEOPLE),
    "GET /api/agency/messages/agencies": (None, PEOPLE),
    "GET /api/agency/messages/service/{id}": (None, PEOPLE),
    "GET /api/agency/messages/service/{id}/unread/count": (None, PEOPLE),
    "GET /api/agency/messages/unread/status": (None, PEOPLE),
    "POST /api/agency/messages/mark": (NO_AGENCY_MESSAGES | {"isRead": True}, PEOPLE),
    "POST /api/agency/messages/delete": (NO_AGENCY_MESSAGES, PEOPLE),
    "POST /api/agency/messages/{messageid}/replies": (
        OF_NOTHING | {"text": "Hi", "language": "en"},
        NOT_FOUND_BY_PEOPLE,
    ),
    "GET /api/agency/messages/{messageid}": (OF_NOTHING, NOT_FOUND_BY_PEOPLE),
    "GET /api/agency/messages/{messageid}/attachments/{attachmentid}": (OF_NOTHING, NOT_FOUND_BY_PEOPLE),
    "GET /api/subscriptions/agencyservice": (None, PEOPLE),
    "GET /api/subscriptions/agencyservice/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/subscriptions/agencyservice": (
        NO_SERVICE | {"identity": {}},
        NOT_FOUND_BY_PEOPLE,
    ),
    "GET /api/subscriptions": (None, PEOPLE),
    "POST /api/subscriptions": (NO_SERVICE, NOT_FOUND_BY_PEOPLE),
    "GET /api/subscriptions/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "DELETE /api/subscriptions/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/subscriptions/restoredashboard": (None, PEOPLE),
    "POST /api/subscriptions/sortindex": (NO_ORDER, (401, 403, 400, 400, 400, 400, 401)),
    "GET /api/subscriptions/identities/{id}/servicedata": (None, NOT_FOUND_BY_PEOPLE),
    "POST /api/subscriptions/identities/{id}/reveal": ({"field": "vin"}, NOT_FOUND_BY_PEOPLE),
    "DELETE /api/subscriptions/identities/{id}": (None, NOT_FOUND_BY_PEOPLE),
    "PUT /api/subscriptions/identities/{id}/address": (POSTAL_ADDRESS, NOT_FOUND_BY_PEOPLE),
}
