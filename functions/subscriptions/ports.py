"""Ports of the subscriptions group."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from domains.accounts.account import Account
from domains.agencies.subscriptions import (
    Dashboard,
    Identity,
    Order,
    PendingDisconnect,
    StoredData,
    Subscription,
)
from domains.messages.message import InboxMessage

if TYPE_CHECKING:
    from portal.tables import Write


class Repository(Protocol):
    """Store of subscriptions; see `functions.subscriptions.repository`."""

    def get_dashboard(self, user_id: str) -> Dashboard: ...

    def get_all(self, user_id: str) -> Dashboard: ...

    def read_subscription(self, user_id: str, service_id: str) -> Subscription | None: ...

    def save_connection(
        self,
        user_id: str,
        subscription: Subscription,
        connected: Identity | None,
        pending: PendingDisconnect | None,
        *notices: "Write",
    ) -> bool: ...

    def list_connected_people(
        self, service_id: str, reference: str, *, except_for: str | None = None
    ) -> Mapping[str, Identity]: ...

    def save_disconnection(
        self, user_id: str, before: Subscription, pending: Sequence[PendingDisconnect]
    ) -> bool: ...

    def save_order(self, user_id: str, order: Order) -> bool: ...

    def restore_dashboard(self, user_id: str) -> None: ...

    def read_data(self, user_id: str, identity_id: str) -> StoredData | None: ...

    def save_data(self, user_id: str, data: StoredData) -> bool: ...

    def revoke_identity(self, user_id: str, service_id: str, identity_id: str) -> bool: ...

    def claim_disconnect(
        self, pending: PendingDisconnect, now: datetime, due_at: datetime
    ) -> PendingDisconnect | None: ...

    def finish_disconnect(self, reported: PendingDisconnect) -> None: ...


class Accounts(Protocol):
    """Store of accounts; see `domains.accounts.account_table`."""

    def get_account(self, user_id: str) -> Account: ...


class Inbox(Protocol):
    """Store of messages; see `domains.messages.messages_table`."""

    def add_message(self, message: InboxMessage) -> bool: ...

    def write_notice(self, message: InboxMessage) -> "Write": ...
