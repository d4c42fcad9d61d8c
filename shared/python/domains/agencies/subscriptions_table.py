"""The subscriptions table: partitions for the subscriptions of each person and the holders of each record."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from domains.agencies.subscriptions import (
    COPY_LIFETIME,
    ClearedDashboard,
    Dashboard,
    Holder,
    Identity,
    IdentityStatus,
    Order,
    PendingDisconnect,
    StoredData,
    Subscription,
)
from portal.items import (
    AttributeSchema,
    Item,
    PlainSchema,
    format_moment,
    from_seconds,
    parse_moment,
    to_seconds,
)
from portal.tables import Attr, Condition, Table, combine_conditions, write_together
from portal.types import derive_id

_KEYS = ("owner", "item")
# Range keys that begin like those of subscriptions, so that one query reads all.
ORDER_KEY = "subscription-order"
CLEARED_KEY = "subscription-cleared"
_PENDING_DISCONNECTS = "pending_disconnects"


def make_subscription_key(service_id: str) -> str:
    """Return the range key of a person's subscription to a service."""
    return f"subscription#{service_id}"


def make_data_key(identity_id: str) -> str:
    """Return the range key of the last good copy of an identity's data."""
    return f"data#{identity_id}"


def disconnect_key(identity_id: str) -> str:
    """Return the range key of a pending disconnect."""
    return f"disconnect#{identity_id}"


def make_record_key(service_id: str, reference: str) -> str:
    """Return the partition key of a record's holders, a hash, because references can be long."""
    return f"reference#{derive_id(service_id, reference)}"


def _make_subscription_item(subscription: Subscription) -> Item:
    return {
        "item": make_subscription_key(subscription.service_id),
        "kind": "subscription",
        "subscription_id": subscription.id,
        "service_id": subscription.service_id,
        "created_at": format_moment(subscription.created_at),
        "identities": {key: _make_stored(each) for key, each in subscription.identities.items()},
        "revision": subscription.revision,
    }


def _parse_subscription(item: Item) -> Subscription:
    return Subscription(
        id=item["subscription_id"],
        service_id=item["service_id"],
        created_at=parse_moment(item["created_at"]),
        identities={key: _parse_identity(key, stored) for key, stored in item["identities"].items()},
        revision=item["revision"],
    )


def _make_stored(identity: Identity) -> dict[str, str]:
    stored = asdict(identity) | {"connected_at": identity.connected_at.isoformat()}
    del stored["id"]
    return stored


def _parse_identity(identity_id: str, stored: dict[str, Any]) -> Identity:
    status: IdentityStatus = "revoked" if stored["status"] == "revoked" else "connected"
    connected_at = datetime.fromisoformat(stored["connected_at"])
    return Identity(identity_id, stored["reference"], stored["label"], status, connected_at)


def _make_disconnect_item(pending: PendingDisconnect) -> Item:
    return {
        "owner": pending.user_id,
        "item": disconnect_key(pending.identity_id),
        "kind": "disconnect",
        "pending_agency_id": pending.agency_id,
        "service_id": pending.service_id,
        "reference": pending.reference,
        "requested_at": format_moment(pending.requested_at),
        "due_at": to_seconds(pending.due_at),
        "tries": pending.tries,
        "tried_at": to_seconds(pending.tried_at),
    }


def _parse_disconnect(item: Item) -> PendingDisconnect:
    return PendingDisconnect(
        user_id=item["owner"],
        identity_id=item["item"].removeprefix(disconnect_key("")),
        agency_id=item["pending_agency_id"],
        service_id=item["service_id"],
        reference=item["reference"],
        requested_at=parse_moment(item["requested_at"]),
        due_at=from_seconds(item["due_at"]),
        tries=item["tries"],
        tried_at=from_seconds(item["tried_at"]),
    )


def _make_data_item(data: StoredData) -> Item:
    return {
        "item": make_data_key(data.identity_id),
        "kind": "data",
        "service_id": data.service_id,
        "answer": data.answer,
        "checked_at": format_moment(data.checked_at),
        "expires_at": to_seconds(data.checked_at + COPY_LIFETIME),
    }


def _parse_data(item: Item) -> StoredData:
    identity_id = item["item"].removeprefix(make_data_key(""))
    return StoredData(identity_id, item["service_id"], item["answer"], parse_moment(item["checked_at"]))


def join_ids(ids: Iterable[str]) -> str:
    """Return ids as stored, sorted and separated by spaces."""
    return " ".join(sorted(ids))


SUBSCRIPTIONS = AttributeSchema(_KEYS, _make_subscription_item, _parse_subscription)
DISCONNECTS = AttributeSchema(_KEYS, _make_disconnect_item, _parse_disconnect)
_DATA = AttributeSchema(_KEYS, _make_data_item, _parse_data)
HOLDERS: AttributeSchema[Holder] = AttributeSchema(
    _KEYS,
    lambda holder: {
        "item": holder.user_id,
        "kind": "holder",
        "identity_id": holder.identity_id,
        "service_id": holder.service_id,
    },
    lambda item: Holder(item["item"], item["identity_id"], item["service_id"]),
)
"""Holders of a record, in its partition; see `record_key`."""
ORDERS: AttributeSchema[Order] = AttributeSchema(
    _KEYS,
    lambda order: {
        "item": ORDER_KEY,
        "kind": "order",
        "ids": " ".join(order.ids),
        "revision": order.revision,
    },
    lambda item: Order(tuple(item["ids"].split()), item["revision"]),
)
_CLEARED: AttributeSchema[ClearedDashboard] = AttributeSchema(
    _KEYS,
    lambda cleared: {
        "item": CLEARED_KEY,
        "kind": "cleared",
        "ids": join_ids(cleared.ids),
        "cleared_at": format_moment(cleared.cleared_at),
    },
    lambda item: ClearedDashboard(frozenset(item["ids"].split()), parse_moment(item["cleared_at"])),
)


class SubscriptionsTable:
    """Reads subscriptions; subclasses in the groups add their writes."""

    def __init__(self, table_name: str) -> None:
        self._items = Table(table_name, PlainSchema(*_KEYS))
        self._subscriptions = Table(table_name, SUBSCRIPTIONS)
        self._holders = Table(table_name, HOLDERS)
        self._data = Table(table_name, _DATA)
        self._disconnects = Table(table_name, DISCONNECTS)
        self._cleared = Table(table_name, _CLEARED)

    def list_holders(self, service_id: str, reference: str) -> list[Holder]:
        """List the holders of a record, connected or revoked. Takes one strongly consistent query."""
        return self._holders.list(Attr("owner") == make_record_key(service_id, reference))

    def list_connected_people(
        self, service_id: str, reference: str, *, except_for: str | None = None
    ) -> dict[str, Identity]:
        """Return the people connected to a record: identities by user id, without revoked ones.

        Takes one strongly consistent query, and one strongly consistent batch for each 100 people.

        Args:
            except_for: user id of a person to leave out.
        """
        holders = [each for each in self.list_holders(service_id, reference) if each.user_id != except_for]
        keys = [(holder.user_id, make_subscription_key(service_id)) for holder in holders]
        items = self._subscriptions.list_items(keys)
        subscriptions = {item["owner"]: _parse_subscription(item) for item in items}
        connected = {}
        for holder in holders:
            subscription = subscriptions.get(holder.user_id)
            identity = subscription.identities.get(holder.identity_id) if subscription else None
            if identity is not None and identity.status == "connected":
                connected[holder.user_id] = identity
        return connected

    def get_dashboard(self, user_id: str) -> Dashboard:
        """Return the dashboard of a person. Takes one strongly consistent query."""
        is_shown = (Attr("owner") == user_id) & Attr("item").startswith("subscription")
        return get_dashboard(self._items.query(is_shown))

    def read_subscription(self, user_id: str, service_id: str) -> Subscription | None:
        """Return a person's subscription to a service, strongly consistent, or None."""
        return self._subscriptions.get(user_id, make_subscription_key(service_id))

    def revoke_identity(self, user_id: str, service_id: str, identity_id: str) -> bool:
        """Mark an identity as revoked by the agency, and delete the copy of its data.

        Returns:
            False if it was revoked before or is no longer connected.
        """
        status = _get_status_attr(identity_id)
        actions = [status.set("revoked"), Attr("revision").add(1)]
        key = (user_id, make_subscription_key(service_id))
        try:
            return self._subscriptions.update(key, actions, status == "connected") is not None
        finally:
            # Runs even if it was revoked before: an earlier call may have ended between these two steps.
            self._data.delete(user_id, make_data_key(identity_id))

    def read_data(self, user_id: str, identity_id: str) -> StoredData | None:
        """Return the last good copy of an identity's data, or None."""
        return self._data.get(user_id, make_data_key(identity_id), consistent=False)

    def list_data_copies(self, user_id: str) -> list[StoredData]:
        """List the last good copies of a person's data. Takes one query."""
        is_data = (Attr("owner") == user_id) & Attr("item").startswith(make_data_key(""))
        return self._data.list(is_data, consistent=False)

    def save_data(self, user_id: str, data: StoredData) -> bool:
        """Store a copy, if the identity is still connected.

        Returns:
            False if it is not, or is changing at the same time; nothing is stored.
        """
        is_connected = _get_status_attr(data.identity_id) == "connected"
        subscription_key = make_subscription_key(data.service_id)
        return write_together(
            [
                self._subscriptions.make_check(user_id, subscription_key, condition=is_connected),
                self._data.make_put(data, owner=user_id),
            ]
        )

    def list_due_disconnects(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]:
        """Return the oldest due disconnects of an agency.

        The index is eventually consistent, so claim each before sending it.

        Returns:
            User id and identity id of each.
        """
        is_due = (Attr("pending_agency_id") == agency_id) & (Attr("due_at") <= to_seconds(now))
        items = self._items.query(is_due, index=_PENDING_DISCONNECTS, limit=limit, consistent=False)
        return [(item["owner"], item["item"].removeprefix(disconnect_key(""))) for item in items]

    def read_disconnect(self, user_id: str, identity_id: str) -> PendingDisconnect | None:
        """Return the pending disconnect of an identity, strongly consistent, or None."""
        return self._disconnects.get(user_id, disconnect_key(identity_id))

    def claim_disconnect(
        self, pending: PendingDisconnect, now: datetime, due_at: datetime
    ) -> PendingDisconnect | None:
        """Claim a disconnect that is unchanged since the read, so that no other sender tries before `due_at`.

        Returns:
            The claimed disconnect; None if it changed, because another sender claimed or finished it.
        """
        item = self._disconnects.update(
            (pending.user_id, disconnect_key(pending.identity_id)),
            [
                Attr("due_at").set(to_seconds(due_at)),
                Attr("tried_at").set(to_seconds(now)),
                Attr("tries").set(pending.tries + 1),
            ],
            is_unchanged(pending),
        )
        return _parse_disconnect(item) if item else None

    def finish_disconnect(self, reported: PendingDisconnect) -> None:
        """Delete a disconnect that was sent or given up, unless it changed."""
        key = disconnect_key(reported.identity_id)
        self._disconnects.delete(reported.user_id, key, condition=is_unchanged(reported))


def is_unchanged(pending: PendingDisconnect) -> Condition:
    """Return the condition that a pending disconnect is unchanged since the read."""
    is_same_request = Attr("requested_at") == format_moment(pending.requested_at)
    return combine_conditions(is_same_request, Attr("tries") == pending.tries)


def _get_status_attr(identity_id: str) -> Attr:
    return Attr(["identities", identity_id, "status"])


def get_dashboard(items: Iterable[Item]) -> Dashboard:
    """Build a dashboard from the items of a person's partition."""
    subscriptions: dict[str, Subscription] = {}
    disconnects: dict[str, PendingDisconnect] = {}
    order = Order()
    cleared = None
    for item in items:
        match item["kind"]:
            case "subscription":
                subscriptions[item["service_id"]] = SUBSCRIPTIONS.parse_item(item)
            case "order":
                order = ORDERS.parse_item(item)
            case "cleared":
                cleared = _CLEARED.parse_item(item)
            case "disconnect":
                pending = DISCONNECTS.parse_item(item)
                disconnects[pending.identity_id] = pending
    return Dashboard(subscriptions, order, disconnects, cleared)
