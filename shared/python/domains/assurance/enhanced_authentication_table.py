"""The table of enhanced authentication: the statuses of sessions."""

from collections.abc import Mapping
from typing import Any

from pynamodb.attributes import TTLAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.transactions import TransactWrite

from domains.assurance.enhanced_authentication import AssuranceGate, EnhancedAuthenticationSettings, Status
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table
from portal.types import get_utc_now

_STATUS = "status#"


class AuthenticationItem(EntityItem):
    """An item of a person's partition; the range key names its kind."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    expires_at = TTLAttribute(null=True)


class VersionedAuthenticationItem(AuthenticationItem):
    """An item that is replaced as a whole; a concurrent change of the same version is refused."""

    version = VersionAttribute()


def _get_status_attributes(status: Status) -> Mapping[str, Any]:
    return {"item": _STATUS + status.session_id, "expires_at": status.expires_at}


STATUSES = Codec(AuthenticationItem, Status, _get_status_attributes)


class StatusTable:
    """Reads and writes statuses; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        bind_table(AuthenticationItem, table_name)

    def get_status(self, user_id: str, session_id: str) -> Status | None:
        """Return the status of a session, even if expired, or None."""
        item = get_item(user_id, _STATUS + session_id)
        return STATUSES.parse_item(item) if item else None

    def list_statuses(self, user_id: str) -> list[Status]:
        """Return the statuses of all sessions of a person, including expired ones."""
        items = AuthenticationItem.query(
            user_id, AuthenticationItem.item.startswith(_STATUS), consistent_read=True
        )
        return [STATUSES.parse_item(item) for item in items]

    def delete_status(self, user_id: str, session_id: str) -> None:
        """Delete the status of a session, if there is one."""
        AuthenticationItem(user_id, _STATUS + session_id).delete()

    def require_status(self, user_id: str, session_id: str, transaction: TransactWrite) -> None:
        """Make a transaction conditional on the status of a session."""
        transaction.condition_check(
            AuthenticationItem, user_id, _STATUS + session_id, AuthenticationItem.item.exists()
        )


def get_item(user_id: str, item: str) -> AuthenticationItem | None:
    """Return an item of a person's partition, or None."""
    try:
        return AuthenticationItem.get(user_id, item, consistent_read=True)
    except DoesNotExist:
        return None


def make_assurance_gate(settings: EnhancedAuthenticationSettings) -> AssuranceGate:
    """Make the check that routes and services use to require an assurance."""
    return AssuranceGate(StatusTable(settings.authentication_table), settings.enabled_types, get_utc_now)
