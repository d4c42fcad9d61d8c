"""Schemas for agencies: the manifest, and the calls that the portal makes to them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode

from domains.agencies import manifest, manifest_forms, manifest_texts, protocol
from domains.agencies.signatures import LABEL, LIFETIME, TAG

Schemas = Mapping[tuple[Any, JsonSchemaMode], dict[str, Any]]

_JSON = "application/json"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SECURITY: list[dict[str, list[str]]] = [{"portalSignature": []}]
_REFUSED = "The signature is missing, wrong, too old, from the future, or was used before."
_UNREADABLE = "The body cannot be read."
_REVOKED = "The record is not the person's any more: the connection becomes `revoked`."

SIGNATURE_SCHEME = {
    "type": "apiKey",
    "in": "header",
    "name": "Signature",
    "description": (
        "RFC 9421 HTTP Message Signatures with `hmac-sha256` and the secret that the agency was given. "
        f"Label `{LABEL}`, tag `{TAG}`, keyid the agency's id, `created`, `expires` "
        f"({int(LIFETIME.total_seconds())} s later) and a `nonce` that is never used again. Covered are "
        "`@method` and `@target-uri`, and with a body `content-type` and `content-digest`. Answer 401 to "
        "what was created more than 60 s ago or more than 5 s ahead, has expired, has a nonce seen before, "
        "or whose Content-Digest (RFC 9530, sha-256) is not that of the body."
    ),
}

DESCRIPTION = (
    "Both directions between the portal and an agency. The paths without `/api` are the agency's own, below "
    "the endpoint of its manifest; the portal follows no redirect, waits 2.5 s and reads 64 KB. The paths "
    "below `/api/agency-inbound` are the portal's, and are safe to repeat by the agency's own ids."
)

TO_AGENCY = "portal to agency"
TO_PORTAL = "agency to portal"
TAGS = (
    {
        "name": TO_AGENCY,
        "description": "Calls that the agency's server answers, below the endpoint of its manifest.",
    },
    {
        "name": TO_PORTAL,
        "description": "Calls that the agency's own systems make, with credentials of the identity provider.",
    },
)


@dataclass(frozen=True, slots=True)
class _Call:
    """Call from the portal.

    Attributes:
        answer: model of the answer with status 200; None answers 204 without a body.
        others: statuses of this call alone, with their meaning.
    """

    name: str
    summary: str
    description: str
    request: type[BaseModel] | None
    answer: type[BaseModel] | None
    others: Mapping[int, str]


_CALLS = (
    _Call(
        protocol.HEALTH,
        "Check that the agency answers",
        "Say that the endpoint is up and accepts the portal's signature. Touch no person's data.",
        None,
        protocol.HealthAnswer,
        {},
    ),
    _Call(
        protocol.MATCH,
        "Match a person with a record",
        "Find the one record that has these identity values and, if `person` is set, belongs to that person. "
        "Answer the same, and as fast, for a missing record and for a record of somebody else.",
        protocol.MatchRequest,
        protocol.MatchAnswer,
        {},
    ),
    _Call(
        protocol.SERVICE_DATA,
        "Get the data of a record",
        "Return the current values of the fields that the manifest lists for the service, masked where it "
        "says so. The portal shows them on the dashboard of the connected person.",
        protocol.ServiceDataRequest,
        protocol.ServiceDataAnswer,
        {
            404: "There is no such record.",
            410: _REVOKED,
        },
    ),
    _Call(
        protocol.FIELD_VALUE,
        "Get the whole value of a masked field",
        "Return one value without its mask, because the person asked to see it. The portal shows it for ten "
        "seconds and never stores it.",
        protocol.FieldValueRequest,
        protocol.FieldValueAnswer,
        {
            404: "There is no such record or masked field.",
            410: _REVOKED,
        },
    ),
    _Call(
        protocol.PORTRAIT,
        "Get the picture of a person's face",
        "Return the photo that the agency took when the person proved who they are. The portal compares it "
        "once with a live camera image and never stores it.",
        protocol.PortraitRequest,
        protocol.PortraitAnswer,
        {
            404: "The agency has no picture, or the record is not this person's.",
        },
    ),
    _Call(
        protocol.DISCONNECT,
        "End the connection with a record",
        "Forget that a portal account is connected to the record. The record itself stays the agency's. "
        "Repeated calls get the same answer.",
        protocol.DisconnectRequest,
        None,
        {},
    ),
    _Call(
        protocol.ADDRESS,
        "Take a person's new address",
        "Store a new postal address for the record, or decline it. The portal calls only if the manifest "
        "says that the service accepts changes of address.",
        protocol.AddressUpdateRequest,
        None,
        {409: "The agency does not take it for this record."},
    ),
    _Call(
        protocol.REPLY,
        "Take a person's reply to a message",
        "Store a reply to a message whose type has `acceptsReplies`. The portal sends it again, with the "
        "same id and content, until it gets an answer, and gives up after 30 days.",
        protocol.PersonReplyRequest,
        protocol.ReplyAnswer,
        {
            409: "The agency does not take it; the portal does not send it again.",
            410: "The record is not the person's any more; the portal does not send the reply again.",
        },
    ),
    _Call(
        protocol.APPLICATION,
        "Take an application of a business",
        "Store an application, new or with what the agency asked for. The portal sends it again, with the "
        "same content, until it gets a valid answer.",
        protocol.AgencyApplicationRequest,
        protocol.ApplicationAnswer,
        {},
    ),
    _Call(
        protocol.APPLICATION_WITHDRAWAL,
        "Note that an application was withdrawn",
        "Put away the application, because the business withdrew it. An unknown one gets the same answer.",
        protocol.ApplicationWithdrawalRequest,
        None,
        {},
    ),
    _Call(
        protocol.ACCOUNT_REGISTRATION,
        "Make an account",
        "Make an account with this user name and password, and return its reference, or say which of the two "
        "is not possible.",
        protocol.AgencyAccountRegistrationRequest,
        protocol.AccountAnswer,
        {},
    ),
    _Call(
        protocol.ACCOUNT_LINK,
        "Check the password of an account",
        "Return the reference of the account that has this user name and password. Answer `refused` if "
        "either is wrong, or the account is locked, after the same time.",
        protocol.AgencyAccountLinkRequest,
        protocol.AccountAnswer,
        {},
    ),
    _Call(
        protocol.ACCOUNT_PASSWORD,
        "Change the password of an account",
        "Replace the current password by the new one, or say which of the two is not accepted.",
        protocol.AgencyAccountPasswordRequest,
        protocol.AccountAnswer,
        {},
    ),
    _Call(
        protocol.ACCOUNT_FORGOTTEN_PASSWORD,
        "Help with a forgotten password",
        "Send the owner of the account a letter or an email that leads to a new password. An unknown user "
        "name gets the same answer.",
        protocol.AccountForgottenPasswordRequest,
        None,
        {},
    ),
    _Call(
        protocol.ACCOUNT_UNLINK,
        "Note that the portal uses an account no more",
        "Forget that the account is linked with the portal. The account goes on to exist.",
        protocol.AccountUnlinkRequest,
        None,
        {},
    ),
)


def list_models() -> Iterator[tuple[type[BaseModel], JsonSchemaMode]]:
    """Yield the models of the calls: requests as the portal sends them, answers as it reads them."""
    for call in _CALLS:
        if call.request:
            yield call.request, "serialization"
        if call.answer:
            yield call.answer, "validation"


def make_paths(schemas: Schemas) -> dict[str, dict[str, Any]]:
    """Return the paths of the agency's side.

    Args:
        schemas: of `models()`.
    """
    server = {
        "url": "{endpoint}",
        "description": "The agency",
        "variables": {"endpoint": {"default": "https://services.agency.example/portal"}},
    }
    return {
        f"/{call.name}": {
            "servers": [server],
            "get" if call.request is None else "post": _make_operation(call, schemas),
        }
        for call in _CALLS
    }


def _make_operation(call: _Call, schemas: Schemas) -> dict[str, Any]:
    responses: dict[str, Any] = {"401": {"description": _REFUSED}}
    if call.request:
        responses["400"] = {"description": _UNREADABLE}
    if call.answer:
        content = {_JSON: {"schema": schemas[call.answer, "validation"]}}
        responses["200"] = {"description": "The answer", "content": content}
    else:
        responses["204"] = {"description": "Noted, also when it was said before."}
    responses |= {str(status): {"description": meaning} for status, meaning in call.others.items()}
    operation: dict[str, Any] = {
        "operationId": call.name,
        "tags": [TO_AGENCY],
        "summary": call.summary,
        "description": call.description,
        "security": _SECURITY,
        "parameters": _list_signature_headers(call.request is not None),
        "responses": dict(sorted(responses.items())),
    }
    if call.request:
        content = {_JSON: {"schema": schemas[call.request, "serialization"]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _list_signature_headers(has_body: bool) -> list[dict[str, Any]]:
    covered = ["@method", "@target-uri", *(["content-type", "content-digest"] if has_body else [])]
    example = " ".join(f'"{component}"' for component in covered)
    parameters = (
        f'created=1795000000;expires=1795000060;nonce="…";keyid="adot-mvd";alg="hmac-sha256";tag="{TAG}"'
    )
    headers = {"Signature-Input": f"{LABEL}=({example});{parameters}"}
    if has_body:
        headers["Content-Digest"] = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"
    return [
        {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "example": value}
        for name, value in headers.items()
    ]


def make_manifest_schema() -> dict[str, Any]:
    """Return the JSON Schema of a manifest, with a description at every field that has one in the code."""
    schema = manifest.Manifest.model_json_schema(by_alias=True)
    for name, definition in [("Manifest", schema), *schema["$defs"].items()]:
        _describe(definition, _get_model(name))
    return {"$schema": _DIALECT, **schema, "title": "Manifest of an agency"}


def _get_model(name: str) -> type[BaseModel]:
    modules = (manifest, manifest_forms, manifest_texts)
    model: type[BaseModel] = next(getattr(module, name) for module in modules if hasattr(module, name))
    return model


def _describe(definition: dict[str, Any], model: type[BaseModel]) -> None:
    text, _, attributes = (model.__doc__ or "").partition("Attributes:")
    definition["description"] = _join(text)
    for name, described in re.findall(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", attributes, re.MULTILINE):
        alias = model.model_fields[name].alias or name
        definition["properties"][alias]["description"] = _join(described)


def _join(text: str) -> str:
    return " ".join(text.split())
