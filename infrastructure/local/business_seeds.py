"""The business of a sample person and what it applies for, made through the portal's own API."""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from domains.applications.records import write_record
from infrastructure.local.http_server import Application
from infrastructure.local.seeds import Caller, IssueTokens
from infrastructure.sandbox.agencies.accounts import SAMPLE_ACCOUNTS, SAMPLE_PASSWORD
from infrastructure.sandbox.files import make_certificate

_BEN = "business@example.com"
_ACCOUNTS_AGENCY = "azcc"
_ROOT = "/api/businessapplications"

# Fictitious, at the address of Ben's address book.
_BUSINESS = {"name": "Ocotillo Home Repair LLC", "entityType": "llc", "countyId": "maricopa"}
_PLACE = {"line1": "401 N 1st St", "city": "Phoenix", "state": "AZ", "zip": "85004"}


@dataclass(frozen=True, slots=True)
class _Filing:
    """An application.

    Attributes:
        answers: besides what the portal fills in.
        documents: codes of the files that come along.
    """

    form_id: str
    answers: Mapping[str, str]
    documents: tuple[str, ...] = ()
    is_submitted: bool = True
    is_asked_about: bool = False


_FILINGS = (
    _Filing(
        "azcc-entity-llc-articles",
        {
            "character": "Repairs of homes",
            "agentName": "Ben Whitehorse",
            "agentAddress": write_record(_PLACE),
            "isAgentAddress": "yes",
            "managedBy": "members",
            "members": write_record([{"name": "Ben Whitehorse", "address": _PLACE}]),
            "startsWhen": "onFiling",
            "speed": "regular",
        },
        documents=("AGENT_ACCEPTANCE",),
    ),
    _Filing(
        "azsos-trade-names-registration",
        {
            "tradeName": "Ocotillo Repairs",
            "activity": "Repairs of homes",
            "isUsed": "no",
            "address": write_record(_PLACE),
            "email": _BEN,
            "isExpedited": "no",
        },
        is_asked_about=True,
    ),
    _Filing(
        "azdor-tpt-licence",
        {
            "hasTradeName": "yes",
            "tradeName": "Ocotillo Repairs",
            "hasEin": "no",
            "address": write_record(_PLACE),
        },
        is_submitted=False,
    ),
)


def file_applications(
    portal: Application, issue_tokens: IssueTokens, ask_about: Callable[[str, str], object]
) -> None:
    """Give Ben Whitehorse a business with applications, and link his account at an agency.

    Idempotent, unless somebody has changed the data.

    Args:
        portal: answers requests as a browser would send them.
        issue_tokens: see `IssueTokens`.
        ask_about: lets an agency ask for more information; takes the ids of form and application.

    Raises:
        SeedingFailed: see its docstring.
    """
    caller = Caller(portal, issue_tokens(_BEN))
    _link_account(caller)
    key = ("Idempotency-Key", "sample-business")
    business = caller.call("POST", f"{_ROOT}/businesses", _BUSINESS, key)
    for filing in _FILINGS:
        application_id = _submit(caller, filing, business["id"])
        if application_id and filing.is_asked_about:
            ask_about(filing.form_id, application_id)


def _link_account(caller: Caller) -> None:
    (user_name,) = SAMPLE_ACCOUNTS[_ACCOUNTS_AGENCY]
    address = f"{_ROOT}/businessagency/{_ACCOUNTS_AGENCY}/user"
    if caller.call("GET", address)["state"] == "notLinked":
        requested = {"userName": user_name, "password": SAMPLE_PASSWORD}
        caller.call("POST", f"{address}/link", requested)


def _submit(caller: Caller, filing: _Filing, business_id: str) -> str | None:
    """Begin an application and submit it.

    Returns:
        Its id where it was submitted and no more has happened to it.
    """
    requested = {"formId": filing.form_id, "businessId": business_id}
    begun = caller.call(
        "POST", f"{_ROOT}/applications", requested, ("Idempotency-Key", f"sample-{filing.form_id}")
    )
    if begun["state"] != "draft":
        return str(begun["id"]) if begun["state"] == "submitted" else None
    address = f"{_ROOT}/applications/{begun['id']}"
    revision = begun["revision"]
    for code in filing.documents:
        file = make_certificate("Acceptance of the statutory agent: Ben Whitehorse")
        document = {
            "code": code,
            "name": "Acceptance.pdf",
            "content": base64.b64encode(file.content).decode(),
        }
        revision = caller.call("POST", f"{address}/documents", document)["revision"]
    answers = {**begun["answers"], **filing.answers}
    if answers != begun["answers"]:
        saved = caller.call("PUT", f"{address}/answers", {"answers": answers, "revision": revision})
        revision = saved["revision"]
    if not filing.is_submitted:
        return None
    caller.call("POST", f"{address}/submission", {"revision": revision, "isDeclared": True})
    return str(begun["id"])
