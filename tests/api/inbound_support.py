"""Agencies with message types, people with connected records, and attachments."""

import base64
import copy
import hashlib
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import boto3
import requests

from domains.agencies.manifest import Manifest
from domains.agencies.subscriptions import Identity, Subscription, derive_identity_id
from domains.messages.message import InboxMessage
from domains.messages.message_items import MESSAGE_SCHEMA
from functions.subscriptions.repository import SubscriptionsRepository
from infrastructure.operations.agencies.registry import Registry, register
from portal.tables import Attr, Table
from portal.types import is_derived_id
from tests.api.records_support import MANIFESTS, NOW, VEHICLES
from tests.api.shared_setup import run_once
from tests.api.support import AGENCIES_TABLE, MESSAGES_TABLE, SUBSCRIPTIONS_TABLE, Answer, Client, Person

MESSAGES = "/api/agency-inbound/messages"
BATCH = "/api/agency-inbound/messages/batch"
ATTACHMENTS = "/api/agency-inbound/attachments"
BUCKET = "attachments"
SENT_AT = (datetime.now(UTC) - timedelta(hours=1)).replace(microsecond=0)

PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\ntrailer <<>>\n%%EOF\n"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
TYPES = [
    {"code": "REMINDER", "name": {"en": "Reminder", "es": "Recordatorio"}, "notice": "reminders"},
    {"code": "EXPIRED", "name": {"en": "Expired", "es": "Vencido"}, "priority": "high"},
]
MESSAGE = {
    "id": "notice-1",
    "type": "EXPIRED",
    "subject": {"en": "Your registration expired", "es": "Su registro venció"},
    "body": {"format": "plain", "texts": {"en": "Renew it.", "es": "Renuévelo."}},
    "sentAt": SENT_AT.isoformat(),
}


def register_agencies_with_message_types() -> None:
    """Add the agencies of `records_support` to the catalog, each service with both message types."""

    def register_all() -> None:
        for manifest in MANIFESTS:
            described = manifest.model_dump(by_alias=True, mode="json")
            for service in described["services"]:
                service["messageTypes"] = TYPES
            register(Manifest.model_validate(described), _get_registry())

    run_once("agencies with message types", register_all)


def connect(person: Person, reference: str = "vehicle-1", service_id: str = VEHICLES) -> Identity:
    """Connect a person with one record of a service."""
    identity_id = derive_identity_id(person.user_id, service_id, reference)
    identity = Identity(identity_id, reference, f"Label of {reference}", "connected", NOW)
    subscription = Subscription(f"card of {person.email}", service_id, NOW, {identity_id: identity}, 1)
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    assert repository.save_connection(person.user_id, subscription, identity, None)
    return identity


def make_message(
    agency_service_id: str = VEHICLES, reference: str = "vehicle-1", **changes: Any
) -> dict[str, Any]:
    """Return a valid message about a record, with these changes."""
    message = copy.deepcopy(MESSAGE) | changes
    return {"agencyServiceId": agency_service_id, "reference": reference, "message": message}


def make_batch(*references: str, **changes: Any) -> dict[str, Any]:
    """Return a valid batch, with these changes to its message."""
    body = make_message(**changes) | {"references": list(references)}
    body.pop("reference")
    return body


def list_inbox(person: Person) -> list[InboxMessage]:
    """List all messages of a person in all folders, oldest first."""
    items = Table(MESSAGES_TABLE, MESSAGE_SCHEMA).query(Attr("user_id") == person.user_id)
    messages = (MESSAGE_SCHEMA.parse_item(item) for item in items if is_derived_id(item["id"]))
    return sorted(messages, key=lambda message: message.sent_at)


def get_outcome(answer: Answer) -> str:
    assert answer.status == 200, answer.text
    reported: str = answer.json["outcome"]
    return reported


def list_outcomes(answer: Answer) -> list[str]:
    assert answer.status == 200, answer.text
    return [result["outcome"] for result in answer.json["results"]]


def empty_bucket() -> None:
    """Create the attachments bucket, or empty it."""
    bucket = _get_bucket()
    bucket.create()
    bucket.objects.all().delete()


def list_keys(prefix: str = "") -> list[str]:
    """List the keys of the objects in the bucket."""
    return [each.key for each in _get_bucket().objects.filter(Prefix=prefix)]


def make_announcement(content: bytes = PDF, **changes: Any) -> dict[str, Any]:
    """Return the announcement of a file, with these changes."""
    return {
        "name": "Notice of renewal.pdf",
        "contentType": "application/pdf",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    } | changes


def upload(agency: Client, content: bytes = PDF, announcement: dict[str, Any] | None = None) -> str:
    """Announce a file, upload content to the returned address, and return the id.

    Args:
        announcement: set if it differs from the content. Moto compares neither size nor hash.
    """
    answer = agency.post(ATTACHMENTS, announcement or make_announcement(content))
    assert answer.status == 200, answer.text
    how = answer.json["upload"]
    headers = how["headers"] | {"Content-Length": str(len(content))}
    done = requests.request(how["method"], how["url"], data=content, headers=headers, timeout=10)
    assert done.status_code == 200, done.text
    attachment_id: str = answer.json["id"]
    return attachment_id


@cache
def _get_bucket() -> Any:
    return boto3.resource("s3").Bucket(BUCKET)


@cache
def _get_registry() -> Registry:
    return Registry(AGENCIES_TABLE, "/saguaro/dev/agencies/", None)
