"""The table of enhanced authentication: the statuses of sessions."""

from domains.assurance.enhanced_authentication import (
    AssuranceGate,
    AuthenticationStatus,
    EnhancedAuthenticationSettings,
)
from portal.items import JsonSchema, to_seconds
from portal.tables import Attr, Table, Write
from portal.types import get_utc_now

KEYS = ("user_id", "item")
STATUS_KEY = "status#"

STATUSES = JsonSchema(
    AuthenticationStatus,
    KEYS,
    lambda status: {"item": STATUS_KEY + status.session_id, "expires_at": to_seconds(status.expires_at)},
)


class StatusTable:
    """Reads and writes statuses; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        self.statuses = Table(table_name, STATUSES)

    def get_status(self, user_id: str, session_id: str) -> AuthenticationStatus | None:
        """Return the status of a session, even if expired, or None."""
        return self.statuses.get(user_id, STATUS_KEY + session_id)

    def list_statuses(self, user_id: str) -> list[AuthenticationStatus]:
        """Return the statuses of all sessions of a person, including expired ones."""
        return self.statuses.list((Attr("user_id") == user_id) & Attr("item").startswith(STATUS_KEY))

    def delete_status(self, user_id: str, session_id: str) -> None:
        """Delete the status of a session, if there is one."""
        self.statuses.delete(user_id, STATUS_KEY + session_id)

    def require_status(self, user_id: str, session_id: str) -> Write:
        """Make a transaction conditional on the status of a session."""
        return self.statuses.make_check(user_id, STATUS_KEY + session_id, condition=Attr("item").exists())


def make_assurance_gate(settings: EnhancedAuthenticationSettings) -> AssuranceGate:
    """Make the check that routes and services use to require an assurance."""
    return AssuranceGate(StatusTable(settings.authentication_table), settings.enabled_types, get_utc_now)
