"""The subscriptions table: partitions for the subscriptions of each person and the holders of each record."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from pynamodb.attributes import (
    DiscriminatorAttribute,
    MapAttribute,
    NumberAttribute,
    UnicodeAttribute,
    UTCDateTimeAttribute,
)
from pynamodb.exceptions import DeleteError, DoesNotExist, UpdateError
from pynamodb.expressions.condition import Condition
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

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
from portal.dynamo import TableMeta, bind_table, is_condition_failure, write_together
from portal.types import derive_id


class PendingDisconnects(GlobalSecondaryIndex["OwnedItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of the pending disconnects of an agency.

    It projects the kind, by which PynamoDB filters every query of a model with a discriminator.
    """

    class Meta(TableMeta):
        index_name = "pending_disconnects"
        projection = IncludeProjection(["kind"])

    pending_agency_id = UnicodeAttribute(hash_key=True)
    due_at = NumberAttribute(range_key=True)


class OwnedItem(Model):
    """An item of a partition; the range key begins with the kind."""

    class Meta(TableMeta):
        table_name = ""

    owner = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    kind = DiscriminatorAttribute()
    pending_disconnects = PendingDisconnects()


class SubscriptionItem(OwnedItem, discriminator="subscription"):
    """Item of a `Subscription`; `identities` maps ids to the fields of `Identity`."""

    subscription_id = UnicodeAttribute()
    service_id = UnicodeAttribute()
    created_at = UTCDateTimeAttribute()
    identities: MapAttribute[str, Any] = MapAttribute(default=dict)  # type: ignore[no-untyped-call]
    revision = NumberAttribute()


class OrderItem(OwnedItem, discriminator="order"):
    """Item of an `Order`; its key begins like a subscription's, so that one query reads all."""

    KEY = "subscription-order"

    ids = UnicodeAttribute()
    revision = NumberAttribute()


class ClearedItem(OwnedItem, discriminator="cleared"):
    """Item of a `ClearedDashboard`; its key begins like a subscription's, so that one query reads all."""

    KEY = "subscription-cleared"

    ids = UnicodeAttribute()
    cleared_at = UTCDateTimeAttribute()


class DataItem(OwnedItem, discriminator="data"):
    """Item of `StoredData`."""

    service_id = UnicodeAttribute()
    answer = UnicodeAttribute()
    checked_at = UTCDateTimeAttribute()
    expires_at = NumberAttribute()


class DisconnectItem(OwnedItem, discriminator="disconnect"):
    """Item of a `PendingDisconnect`; `due_at` and `tried_at` in seconds since 1970."""

    pending_agency_id = UnicodeAttribute()
    service_id = UnicodeAttribute()
    reference = UnicodeAttribute()
    requested_at = UTCDateTimeAttribute()
    due_at = NumberAttribute()
    tries = NumberAttribute()
    tried_at = NumberAttribute()


class HolderItem(OwnedItem, discriminator="holder"):
    """Item of a `Holder`, in the partition of the record (see `record_key`); the range key is the user id."""

    identity_id = UnicodeAttribute()
    service_id = UnicodeAttribute()


def make_subscription_key(service_id: str) -> str:
    """Return the range key of a person's subscription to a service."""
    return f"subscription#{service_id}"


def make_data_key(identity_id: str) -> str:
    """Return the range key of the last good copy of an identity's data."""
    return f"data#{identity_id}"


def disconnect_key(identity_id: str) -> str:
    """Return the range key of a pending disconnect."""
    return f"disconnect#{identity_id}"


def record_key(service_id: str, reference: str) -> str:
    """Return the partition key of a record's holders, a hash, because references can be long."""
    return f"reference#{derive_id(service_id, reference)}"


class SubscriptionsTable:
    """Reads subscriptions; subclasses in the groups add their writes."""

    def __init__(self, table_name: str) -> None:
        bind_table(OwnedItem, table_name)

    def list_holders(self, service_id: str, reference: str) -> list[Holder]:
        """List the holders of a record, connected or revoked. Takes one strongly consistent query."""
        found = HolderItem.query(record_key(service_id, reference), consistent_read=True)
        return [Holder(each.item, each.identity_id, each.service_id) for each in found]

    def connected_with(
        self, service_id: str, reference: str, *, except_for: str | None = None
    ) -> dict[str, Identity]:
        """Return the people connected to a record: identities by user id, without revoked ones.

        Takes one strongly consistent query, and one strongly consistent batch for each 100 people.

        Args:
            except_for: user id of a person to leave out.
        """
        holders = [each for each in self.list_holders(service_id, reference) if each.user_id != except_for]
        keys = [(holder.user_id, make_subscription_key(service_id)) for holder in holders]
        found = SubscriptionItem.batch_get(keys, consistent_read=True) if keys else ()
        subscriptions = {item.owner: parse_subscription(item) for item in found}
        connected = {}
        for holder in holders:
            subscription = subscriptions.get(holder.user_id)
            identity = subscription.identities.get(holder.identity_id) if subscription else None
            if identity is not None and identity.status == "connected":
                connected[holder.user_id] = identity
        return connected

    def get_dashboard(self, user_id: str) -> Dashboard:
        """Return the dashboard of a person. Takes one strongly consistent query."""
        key = OwnedItem.item.startswith("subscription")
        return get_dashboard(OwnedItem.query(user_id, key, consistent_read=True))

    def read_subscription(self, user_id: str, service_id: str) -> Subscription | None:
        """Return a person's subscription to a service, strongly consistent, or None."""
        try:
            item = SubscriptionItem.get(user_id, make_subscription_key(service_id), consistent_read=True)
        except DoesNotExist:
            return None
        return parse_subscription(item)

    def revoke(self, user_id: str, service_id: str, identity_id: str) -> bool:
        """Mark an identity as revoked by the agency, and delete the copy of its data.

        Returns:
            False if it was revoked before or is no longer connected.
        """
        item = SubscriptionItem(user_id, make_subscription_key(service_id))
        status = SubscriptionItem.identities[identity_id]["status"]
        try:
            item.update(
                [status.set("revoked"), SubscriptionItem.revision.add(1)], condition=status == "connected"
            )
        except UpdateError as error:
            if not is_condition_failure(error):
                raise
            return False
        finally:
            # Runs even if it was revoked before: an earlier call may have ended between these two steps.
            DataItem(user_id, make_data_key(identity_id)).delete()
        return True

    def read_data(self, user_id: str, identity_id: str) -> StoredData | None:
        """Return the last good copy of an identity's data, or None."""
        try:
            return parse_stored_data(DataItem.get(user_id, make_data_key(identity_id)))
        except DoesNotExist:
            return None

    def list_data_copies(self, user_id: str) -> list[StoredData]:
        """List the last good copies of a person's data. Takes one query."""
        found = DataItem.query(user_id, DataItem.item.startswith(make_data_key("")))
        return [parse_stored_data(each) for each in found]

    def save_data(self, user_id: str, data: StoredData) -> bool:
        """Store a copy, if the identity is still connected.

        Returns:
            False if it is not, or is changing at the same time; nothing is stored.
        """
        item = DataItem(
            user_id,
            make_data_key(data.identity_id),
            service_id=data.service_id,
            answer=data.answer,
            checked_at=data.checked_at,
            expires_at=round_seconds(data.checked_at + COPY_LIFETIME),
        )
        status: Any = SubscriptionItem.identities[data.identity_id]["status"]

        def write(transaction: TransactWrite) -> None:
            transaction.condition_check(
                SubscriptionItem, user_id, make_subscription_key(data.service_id), status == "connected"
            )
            transaction.save(item)

        return write_together(write)

    def list_due_disconnects(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]:
        """Return the oldest due disconnects of an agency.

        The index is eventually consistent, so claim each before sending it.

        Returns:
            User id and identity id of each.
        """
        found = OwnedItem.pending_disconnects.query(
            agency_id, PendingDisconnects.due_at <= round_seconds(now), limit=limit
        )
        return [(each.owner, each.item.removeprefix(disconnect_key(""))) for each in found]

    def read_disconnect(self, user_id: str, identity_id: str) -> PendingDisconnect | None:
        """Return the pending disconnect of an identity, strongly consistent, or None."""
        try:
            item = DisconnectItem.get(user_id, disconnect_key(identity_id), consistent_read=True)
        except DoesNotExist:
            return None
        return parse_disconnect(item)

    def claim_disconnect(
        self, pending: PendingDisconnect, now: datetime, due_at: datetime
    ) -> PendingDisconnect | None:
        """Claim a disconnect that is unchanged since the read, so that no other sender tries before `due_at`.

        Returns:
            The claimed disconnect; None if it changed, because another sender claimed or finished it.
        """
        item = DisconnectItem(pending.user_id, disconnect_key(pending.identity_id))
        try:
            item.update(
                [
                    DisconnectItem.due_at.set(round_seconds(due_at)),
                    DisconnectItem.tried_at.set(round_seconds(now)),
                    DisconnectItem.tries.set(pending.tries + 1),
                ],
                condition=is_unchanged(pending),
            )
        except UpdateError as error:
            if not is_condition_failure(error):
                raise
            return None
        return parse_disconnect(item)

    def finish_disconnect(self, reported: PendingDisconnect) -> None:
        """Delete a disconnect that was sent or given up, unless it changed."""
        try:
            DisconnectItem(reported.user_id, disconnect_key(reported.identity_id)).delete(
                is_unchanged(reported)
            )
        except DeleteError as error:
            if not is_condition_failure(error):
                raise


def is_unchanged(pending: PendingDisconnect) -> Condition:
    """Return the condition that a pending disconnect is unchanged since the read."""
    condition: Condition = (DisconnectItem.requested_at == pending.requested_at) & (
        DisconnectItem.tries == pending.tries
    )
    return condition


def round_seconds(moment: datetime) -> int:
    """Return a moment in whole seconds since 1970."""
    return int(moment.timestamp())


def parse_subscription(item: SubscriptionItem) -> Subscription:
    """Return the subscription stored in an item."""
    return Subscription(
        id=item.subscription_id,
        service_id=item.service_id,
        created_at=item.created_at,
        identities={
            identity_id: _parse_identity(identity_id, stored)
            for identity_id, stored in item.identities.as_dict().items()  # type: ignore[no-untyped-call]
        },
        revision=int(item.revision),
    )


def parse_disconnect(item: DisconnectItem) -> PendingDisconnect:
    """Return the pending disconnect stored in an item."""
    return PendingDisconnect(
        user_id=item.owner,
        identity_id=item.item.removeprefix(disconnect_key("")),
        agency_id=item.pending_agency_id,
        service_id=item.service_id,
        reference=item.reference,
        requested_at=item.requested_at,
        due_at=datetime.fromtimestamp(item.due_at, UTC),
        tries=int(item.tries),
        tried_at=datetime.fromtimestamp(item.tried_at, UTC),
    )


def get_dashboard(items: Iterable[OwnedItem]) -> Dashboard:
    """Build a dashboard from the items of a person's partition."""
    subscriptions: dict[str, Subscription] = {}
    disconnects: dict[str, PendingDisconnect] = {}
    order = Order()
    cleared = None
    for item in items:
        match item:
            case SubscriptionItem():
                subscriptions[item.service_id] = parse_subscription(item)
            case OrderItem():
                order = Order(tuple(item.ids.split()), int(item.revision))
            case ClearedItem():
                cleared = ClearedDashboard(frozenset(item.ids.split()), item.cleared_at)
            case DisconnectItem():
                pending = parse_disconnect(item)
                disconnects[pending.identity_id] = pending
    return Dashboard(subscriptions, order, disconnects, cleared)


def parse_stored_data(item: DataItem) -> StoredData:
    """Return the copy stored in an item."""
    return StoredData(
        item.item.removeprefix(make_data_key("")), item.service_id, item.answer, item.checked_at
    )


def _parse_identity(identity_id: str, stored: dict[str, Any]) -> Identity:
    status: IdentityStatus = "revoked" if stored["status"] == "revoked" else "connected"
    connected_at = datetime.fromisoformat(stored["connected_at"])
    return Identity(identity_id, stored["reference"], stored["label"], status, connected_at)
