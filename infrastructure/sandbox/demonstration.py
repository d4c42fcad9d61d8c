"""Sample data of the portal, made through its own API; idempotent.

The content is `data/demonstration.yaml`.
"""

import base64
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from infrastructure.sandbox.agencies.accounts import SAMPLE_ACCOUNTS, SAMPLE_PASSWORD
from infrastructure.sandbox.agencies.inbound import Portal
from infrastructure.sandbox.agencies.outgoing import Outgoing
from infrastructure.sandbox.files import make_certificate
from infrastructure.sandbox.identity_provider import SAMPLE_PEOPLE
from infrastructure.sandbox.names.sample_companies import get_sample_company
from infrastructure.sandbox.samples import SAMPLE_OWNERS, read_data

# On a busy machine the first call to an agency takes longer than the portal waits for one.
_PAUSES_SECONDS = (0.5, 1.0, 2.0)
_APPLICATIONS = "/api/businessapplications"

IssueTokens = Callable[[str], Mapping[str, str]]
"""Access token and id token of the account with an email address."""


class SeedingFailed(Exception):
    """The portal refused something that a sample person is to have."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """Makes the sample data. Each method raises SeedingFailed, or InboundFailed for a call of an agency."""

    portal: Portal
    issue_tokens: IssueTokens

    def register_people(self) -> None:
        """Register the sample people, accept the terms for them and set their contact preferences."""
        births = {owner.email: owner.person.date_of_birth.isoformat() for owner in SAMPLE_OWNERS}
        registrations = read_data("demonstration.yaml")["registrations"]
        for person in (each for each in SAMPLE_PEOPLE if each.email in registrations):
            caller = self._call_as(person.email)
            names = {"legalFirstName": person.given_name, "legalLastName": person.family_name}
            born = {"dateOfBirth": births.get(person.email)}
            details = {**names, **born, "preferredName": None, **registrations[person.email]}
            caller.call("POST", "/api/users/register", details)
            terms = caller.call("GET", "/api/profile/termsandconditions")
            if terms["decision"] is None:
                version = {"version": terms["version"]}
                caller.call("PUT", "/api/profile/termsandconditions/accept", version)
            preferences = caller.call("GET", "/api/profile/contactpreferences")
            if preferences["savedAt"] is None:
                chosen = {
                    "language": details["language"],
                    "addresses": [{"channel": "email", "address": person.email}],
                    "notices": [
                        {"kind": each["kind"], "channels": each["channels"] or ["email"]}
                        for each in preferences["notices"]
                    ],
                }
                caller.call("PUT", "/api/profile/contactpreferences", chosen)

    def connect_people(self, agencies: Outgoing) -> None:
        """Give the sample people their cards, addresses, transactions, messages, and applications."""
        agencies = replace(agencies, portal=self.portal)
        for email, services in agencies.list_sample_connections().items():
            caller = self._call_as(email)
            for service_id, identity in services:
                if identity:
                    requested = {"agencyServiceId": service_id, "identity": identity}
                    caller.call("POST", "/api/subscriptions/agencyservice", requested)
                else:
                    caller.call("POST", "/api/subscriptions", {"agencyServiceId": service_id})
            for number, address in enumerate(list_addresses(email)):
                caller.call("POST", "/api/profile/addresses", address, key=f"sample-address-{number}")
        agencies.post_sample_transactions()
        agencies.post_sample_messages()
        for email, messages in agencies.list_read_messages().items():
            self._read_messages(email, [(service, set(subject.values())) for service, subject in messages])
        self._file_applications(agencies)

    def _call_as(self, email: str) -> "_Caller":
        return _Caller(self.portal, self.issue_tokens(email))

    def _read_messages(self, email: str, opened: list[tuple[str, set[str]]]) -> None:
        caller = self._call_as(email)
        wanted = [
            {
                "messageId": message["messageId"],
                "userAgencySubscriptionId": message["userAgencyServiceSubscriptionIdentityId"],
            }
            for service_id in dict.fromkeys(service for service, _ in opened)
            for group in caller.call("GET", f"/api/agency/messages/service/{service_id}")["groups"]
            for message in group["messages"]
            if any(service == service_id and message["subject"] in subjects for service, subjects in opened)
        ]
        caller.call("POST", "/api/agency/messages/mark", {"messages": wanted, "isRead": True})

    def _file_applications(self, agencies: Outgoing) -> None:
        content = read_data("demonstration.yaml")["business"]
        caller = self._call_as(content["email"])
        agency_id = content["agencyAccount"]
        account = f"{_APPLICATIONS}/businessagency/{agency_id}/user"
        if caller.call("GET", account)["state"] == "notLinked":
            (user_name,) = SAMPLE_ACCOUNTS[agency_id]
            caller.call("POST", f"{account}/link", {"userName": user_name, "password": SAMPLE_PASSWORD})
        business = caller.call(
            "POST", f"{_APPLICATIONS}/businesses", content["details"], key="sample-business"
        )
        for filing in content["applications"]:
            application_id = _submit(caller, filing, business["id"])
            if application_id and filing.get("isAskedAbout"):
                agencies.ask_about_sample(filing["formId"], application_id)


def list_addresses(email: str) -> list[dict[str, str | None]]:
    """List the address book of a sample person, as the portal takes it."""
    (owner,) = [each for each in SAMPLE_OWNERS if each.email == email]
    rest = dict.fromkeys(("label", "line2", "zip4", "phone"))
    found = []
    for content in read_data("demonstration.yaml")["addresses"].get(email, []):
        company = content.get("company")
        recipient = get_sample_company(company).row.name if company else owner.name
        given = {name: value for name, value in content.items() if name != "company"}
        found.append({**rest, "recipient": recipient, "state": "AZ", "country": "US", **given})
    return found


def _submit(caller: "_Caller", filing: Mapping[str, Any], business_id: str) -> str | None:
    """Begin an application and submit it; return its id where nothing else has happened to it."""
    requested = {"formId": filing["formId"], "businessId": business_id}
    begun = caller.call("POST", f"{_APPLICATIONS}/applications", requested, key=f"sample-{filing['formId']}")
    if begun["state"] != "draft":
        return str(begun["id"]) if begun["state"] == "submitted" else None
    address = f"{_APPLICATIONS}/applications/{begun['id']}"
    revision = begun["revision"]
    for code, text in filing.get("documents", {}).items():
        content = base64.b64encode(make_certificate(text).content).decode()
        document = {"code": code, "name": "Acceptance.pdf", "content": content}
        revision = caller.call("POST", f"{address}/documents", document)["revision"]
    answers = {**begun["answers"], **filing["answers"]}
    if answers != begun["answers"]:
        saved = caller.call("PUT", f"{address}/answers", {"answers": answers, "revision": revision})
        revision = saved["revision"]
    if not filing.get("isSubmitted"):
        return None
    caller.call("POST", f"{address}/submission", {"revision": revision, "isDeclared": True})
    return str(begun["id"])


@dataclass(frozen=True, slots=True)
class _Caller:
    """API client of one person."""

    portal: Portal
    tokens: Mapping[str, str]

    def call(self, method: str, path: str, body: object = None, *, key: str = "") -> Any:
        """Make a call and return its answer."""
        headers = {
            "Authorization": f"Bearer {self.tokens['access_token']}",
            "id_token": self.tokens["id_token"],
            "Content-Type": "application/json",
            **({"Idempotency-Key": key} if key else {}),
        }
        content = b"" if body is None else json.dumps(body).encode()
        for pause in (*_PAUSES_SECONDS, None):
            status, answer = self.portal(method, path, headers, content)
            if status != HTTPStatus.SERVICE_UNAVAILABLE or pause is None:
                break
            time.sleep(pause)
        if status not in (200, 201):
            raise SeedingFailed(f"{method} {path}: {status} {answer.decode()[:300]}")
        return json.loads(answer)
