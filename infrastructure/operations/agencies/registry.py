"""Registers manifests: the catalog that the functions read, the secrets that sign calls, the clients.

The functions read the catalog through `domains.agencies.catalog_table`, whose items these are.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

import boto3
from botocore.config import Config

from domains.agencies.manifest import Manifest, Service
from infrastructure.operations.portals import CommandStopped
from portal.items import format_moment, parse_moment

_PARTITION = "catalogue"
_SECRET_BYTES = 32
_TIMES_SHORT = Config(
    connect_timeout=2, read_timeout=5, retries={"total_max_attempts": 3, "mode": "standard"}
)

Outcome = Literal["added", "changed", "unchanged"]


class RegistrationRefused(CommandStopped):
    """A valid manifest cannot be registered at this portal; the message has the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """Client credentials of an agency, for access tokens."""

    client_id: str
    client_secret: str


class AgencyClients(Protocol):
    """The agencies' clients at the identity provider."""

    def create(self, agency_id: str, client_secret: str | None) -> ClientCredentials | None:
        """Make the client of an agency; None if it has one, which stays as it is.

        The secret is the given one, where there is one and the provider lets one choose.
        """


@dataclass(frozen=True, slots=True)
class RegisteredAgency:
    """An agency of the catalog."""

    manifest: Manifest
    digest: str
    registered_at: datetime
    retired: tuple[Service, ...]  # services that the agency removed; their cards keep a name


@dataclass(frozen=True, slots=True)
class Registration:
    """Result of registering a manifest."""

    agency_id: str
    outcome: Outcome
    retired: tuple[str, ...]
    signing_secrets: dict[str, str]
    client: ClientCredentials | None


class Registry:
    """The catalog, the secrets and the clients of one stage."""

    def __init__(
        self,
        table_name: str,
        credentials_prefix: str,
        clients: AgencyClients | None,
        session: Any = None,
        endpoint: str | None = None,
    ) -> None:
        session = session or boto3.session.Session()
        self._dynamodb = session.client("dynamodb", endpoint_url=endpoint, config=_TIMES_SHORT)
        self._ssm = session.client("ssm", endpoint_url=endpoint, config=_TIMES_SHORT)
        self._table_name = table_name
        self._prefix = credentials_prefix
        self.clients = clients

    def list_agencies(self) -> list[RegisteredAgency]:
        pages = self._dynamodb.get_paginator("query").paginate(
            TableName=self._table_name,
            ConsistentRead=True,
            KeyConditionExpression="#partition = :catalogue",
            ExpressionAttributeNames={"#partition": "partition"},
            ExpressionAttributeValues={":catalogue": {"S": _PARTITION}},
        )
        return [_read(item) for page in pages for item in page["Items"]]

    def put(self, manifest: Manifest, retired: Iterable[Service], previous: RegisteredAgency | None) -> None:
        text = _get_text(manifest)
        condition: dict[str, Any] = {
            "ConditionExpression": "#digest = :previous" if previous else "attribute_not_exists(#digest)",
            "ExpressionAttributeNames": {"#digest": "digest"},
        }
        if previous:
            condition["ExpressionAttributeValues"] = {":previous": {"S": previous.digest}}
        taken_back = [service.model_dump(mode="json", by_alias=True) for service in retired]
        item = {
            "partition": {"S": _PARTITION},
            "item": {"S": manifest.agency.id},
            "manifest": {"S": text},
            "digest": {"S": _hash(text)},
            "registered_at": {"S": format_moment(datetime.now(UTC))},
            "withdrawn": {"S": json.dumps(taken_back, ensure_ascii=False)},
        }
        try:
            self._dynamodb.put_item(TableName=self._table_name, Item=item, **condition)
        except self._dynamodb.exceptions.ConditionalCheckFailedException:
            raise RegistrationRefused(
                f"{manifest.agency.id} was registered by somebody else at the same moment: run it again."
            ) from None

    def create_secret(self, name: str, value: str) -> bool:
        """Store a signing secret unless there is one; return whether it was stored."""
        try:
            self._ssm.put_parameter(
                Name=self._prefix + name, Value=value, Type="SecureString", Overwrite=False
            )
        except self._ssm.exceptions.ParameterAlreadyExists:
            return False
        return True

    def get_secret(self, name: str) -> str | None:
        try:
            answer = self._ssm.get_parameter(Name=self._prefix + name, WithDecryption=True)
        except self._ssm.exceptions.ParameterNotFound:
            return None
        return str(answer["Parameter"]["Value"])


def register(
    manifest: Manifest,
    registry: Registry,
    *,
    signing_secret: str | None = None,
    client_secret: str | None = None,
) -> Registration:
    """Register an agency, or update its manifest. Idempotent.

    The catalog is written last, so that an agency which is in it can be called.
    """
    agency_id = manifest.agency.id
    catalog = {registered.manifest.agency.id: registered for registered in registry.list_agencies()}
    previous = catalog.pop(agency_id, None)
    _refuse_what_others_have(manifest, catalog.values())
    made = {
        name: value
        for name in sorted({service.credentials for service in manifest.services})
        if registry.create_secret(name, value := signing_secret or secrets.token_urlsafe(_SECRET_BYTES))
    }
    client = registry.clients.create(agency_id, client_secret) if registry.clients else None
    retired, now_retired = _list_retired(manifest, previous)
    outcome: Outcome = "added" if previous is None else "changed"
    if previous and previous.digest == _hash(_get_text(manifest)):
        outcome = "unchanged"
    else:
        registry.put(manifest, retired, previous)
    return Registration(agency_id, outcome, now_retired, made, client)


def _refuse_what_others_have(manifest: Manifest, others: Iterable[RegisteredAgency]) -> None:
    ids = {service.id for service in manifest.services}
    credentials = {service.credentials for service in manifest.services}
    for other in others:
        name = other.manifest.agency.id
        theirs = [*other.manifest.services, *other.retired]
        if taken := ids & {service.id for service in theirs}:
            raise RegistrationRefused(
                f"The agency {name} has the service {min(taken)}. Give yours another id."
            )
        if taken := credentials & {service.credentials for service in theirs}:
            raise RegistrationRefused(
                f"The agency {name} has the credentials {min(taken)}. Give yours another name."
            )


def _list_retired(
    manifest: Manifest, previous: RegisteredAgency | None
) -> tuple[list[Service], tuple[str, ...]]:
    """List all removed services, and the ids of those that this manifest removes."""
    if previous is None:
        return [], ()
    offered = {service.id for service in manifest.services}
    now = [service for service in previous.manifest.services if service.id not in offered]
    before = [service for service in previous.retired if service.id not in offered]
    return [*before, *now], tuple(service.id for service in now)


def _get_text(manifest: Manifest) -> str:
    return manifest.model_dump_json(by_alias=True)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _read(item: dict[str, Any]) -> RegisteredAgency:
    kept = json.loads(item["withdrawn"]["S"])
    return RegisteredAgency(
        manifest=Manifest.model_validate_json(item["manifest"]["S"]),
        digest=item["digest"]["S"],
        registered_at=parse_moment(item["registered_at"]["S"]),
        retired=tuple(Service.model_validate(service) for service in kept),
    )
