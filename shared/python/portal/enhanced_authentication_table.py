"""The table of enhanced authentication: the statuses of sessions, and the tries that count towards a lock."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pynamodb.attributes import TTLAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist

from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, save_if, version_before
from portal.enhanced_authentication import AssuranceGate, EnhancedAuthenticationSettings, Status
from portal.enhanced_authentication_slots import FAILURE_WINDOW, Slots
from portal.types import utc_now

_STATUS, _SLOTS = "status#", "slots"


class AuthenticationItem(EntityItem):
    """One item of a person's partition; the range key says what it keeps."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    expires_at = TTLAttribute(null=True)


class VersionedAuthenticationItem(AuthenticationItem):
    """What is changed as a whole: of two changes of the same version one is refused."""

    version = VersionAttribute()


def _of_status(status: Status) -> Mapping[str, Any]:
    return {"item": _STATUS + status.session_id, "expires_at": status.expires_at}


def _of_slots(slots: Slots) -> Mapping[str, Any]:
    # Without a slot there is nothing to keep.
    expires_at = max((slot.taken_at + FAILURE_WINDOW for slot in slots.taken), default=timedelta(0))
    return {"item": _SLOTS, "expires_at": expires_at, **version_before(slots.revision)}


_STATUSES = Codec(AuthenticationItem, Status, _of_status)
SLOTS = Codec(VersionedAuthenticationItem, Slots, _of_slots)


class StatusTable:
    """Reads and writes statuses; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        """Use the table of that name."""
        bind_table(AuthenticationItem, table_name)

    def get_status(self, user_id: str, session_id: str) -> Status | None:
        """What a session has, also when it has expired; None for nothing."""
        item = get_item(user_id, _STATUS + session_id)
        return _STATUSES.entity_of(item) if item else None

    def save_status(self, user_id: str, status: Status) -> None:
        """Store what a session has from now on."""
        _STATUSES.item_of(status, user_id=user_id).save()

    def delete_status(self, user_id: str, session_id: str) -> None:
        """Forget what a session has; where there is nothing, nothing happens."""
        AuthenticationItem(user_id, _STATUS + session_id).delete()


class SlotsTable:
    """Reads and writes tries; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        """Use the table of that name."""
        bind_table(VersionedAuthenticationItem, table_name)
        bind_table(AuthenticationItem, table_name)

    def get_slots(self, user_id: str) -> Slots:
        """The tries of a person."""
        item = get_item(user_id, _SLOTS)
        return SLOTS.entity_of(item) if item else Slots()

    def save_slots(self, user_id: str, slots: Slots) -> bool:
        """Store the tries of a person in place of their revision before.

        Returns:
            False when that is not what is stored; nothing was written then.
        """
        return save_if(SLOTS.item_of(slots, user_id=user_id))


def get_item(user_id: str, item: str) -> AuthenticationItem | None:
    """An item of a person's partition; None when there is none."""
    try:
        return AuthenticationItem.get(user_id, item, consistent_read=True)
    except DoesNotExist:
        return None


def assurance_gate(settings: EnhancedAuthenticationSettings) -> AssuranceGate:
    """Make what routes and services ask before something that needs an assurance."""
    return AssuranceGate(StatusTable(settings.authentication_table), settings.enabled_types, utc_now)
