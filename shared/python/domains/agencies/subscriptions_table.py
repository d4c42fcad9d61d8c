"""The subscriptions table: a partition for what each person holds, and one for who holds each record."""

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
    """Finds what an agency has still to be told.

    It projects the kind, because PynamoDB filters every query of a model with a discriminator by it.
    """

    class Meta(TableMeta):
        index_name = "pending_disconnects"
        projection = IncludeProjection(["kind"])

    pending_agency_id = UnicodeAttribute(hash_key=True)
    due_at = NumberAttribute(range_key=True)


class OwnedItem(Model):
    """Item of a partition; the range key begins with the kind."""

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
    """Item of an `Order`; its key begins like those of the subscriptions, so that one query reads all."""

    KEY = "subscription-order"

    ids = UnicodeAttribute()
    revision = NumberAttribute()


class ClearedItem(OwnedItem, discriminator="cleared"):
    """Item of a `ClearedDashboard`; its key begins like theirs, so that one query reads all."""

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
    """Under the partition of a record, see `record_key`; the range key is the person's id."""

    identity_id = UnicodeAttribute()
    service_id = UnicodeAttribute()


def make_subscription_key(service_id: str) -> str:
    """Range key of a person's subscription to a service."""
    return f"subscription#{service_id}"


def make_data_key(identity_id: str) -> str:
    """Range key of the last good copy of an identity."""
    return f"data#{identity_id}"


def disconnect_key(identity_id: str) -> str:
    """Range key of what an agency has still to be told."""
    return f"disconnect#{identity_id}"


def record_key(service_id: str, reference: str) -> str:
    """Partition that says who holds a record; the reference itself may be longer than a key should be."""
    return f"reference#{derive_id(service_id, reference)}"


class SubscriptionsTable:
    """Reads what people hold; the groups add what they alone write."""

    def __init__(self, table_name: str) -> None:
        """Use the subscriptions table of that name."""
        bind_table(OwnedItem, table_name)

    def list_holders(self, service_id: str, reference: str) -> list[Holder]:
        """List the holders of a record, connected or revoked. One query, strongly consistent."""
        found = HolderItem.query(record_key(service_id, reference), consistent_read=True)
        return [Holder(each.item, each.identity_id, each.service_id) for each in found]

    def connected_with(self, service_id: str, reference: str) -> dict[str, Identity]:
        """People connected with a record, by user id, and as what. One query, and one item for each of them.

        Those from whom the agency took the record back are not.
        """
        connected = {}
        for holder in self.list_holders(service_id, reference):
            subscription = self.read_subscription(holder.user_id, service_id)
            identity = subscription.identities.get(holder.identity_id) if subscription else None
            if identity is not None and identity.status == "connected":
                connected[holder.user_id] = identity
        return connected

    def get_dashboard(self, user_id: str) -> Dashboard:
        """Subscriptions and order of a person. One query, strongly consistent."""
        key = OwnedItem.item.startswith("subscription")
        return get_dashboard(OwnedItem.query(user_id, key, consistent_read=True))

    def read_subscription(self, user_id: str, service_id: str) -> Subscription | None:
        """Return a person's subscription to a service, strongly consistent; None when there is none."""
        try:
            item = SubscriptionItem.get(user_id, make_subscription_key(service_id), consistent_read=True)
        except DoesNotExist:
            return None
        return parse_subscription(item)

    def revoke(self, user_id: str, service_id: str, identity_id: str) -> bool:
        """Mark an identity as revoked by the agency, and forget the last good copy of its data.

        Returns:
            False when it was revoked before, or is not connected any more.
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
            # Also when it was revoked before: the function may have ended between these two steps.
            DataItem(user_id, make_data_key(identity_id)).delete()
        return True

    def read_data(self, user_id: str, identity_id: str) -> StoredData | None:
        """Return the last good copy of an identity's data; None when there is none."""
        try:
            return parse_stored_data(DataItem.get(user_id, make_data_key(identity_id)))
        except DoesNotExist:
            return None

    def save_data(self, user_id: str, data: StoredData) -> bool:
        """Keep a copy, if the identity is still connected: nothing is left behind of what was disconnected.

        Returns:
            False when it is not, or is changing at this moment; nothing was kept then.
        """
        item = DataItem(
            user_id,
            make_data_key(data.identity_id),
            service_id=data.service_id,
            answer=data.answer,
            checked_at=data.checked_at,
            expires_at=seconds(data.checked_at + COPY_LIFETIME),
        )
        status: Any = SubscriptionItem.identities[data.identity_id]["status"]

        def write(transaction: TransactWrite) -> None:
            transaction.condition_check(
                SubscriptionItem, user_id, make_subscription_key(data.service_id), status == "connected"
            )
            transaction.save(item)

        return write_together(write)

    def due_disconnects(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]:
        """Return the oldest disconnects that an agency is to be told now.

        The index is a moment behind the table: claim each before it is told.

        Returns:
            Person and identity of each.
        """
        found = OwnedItem.pending_disconnects.query(
            agency_id, PendingDisconnects.due_at <= seconds(now), limit=limit
        )
        return [(each.owner, each.item.removeprefix(disconnect_key(""))) for each in found]

    def read_disconnect(self, user_id: str, identity_id: str) -> PendingDisconnect | None:
        """News of an identity that the agency has still to be told, strongly consistent; None without any."""
        try:
            item = DisconnectItem.get(user_id, disconnect_key(identity_id), consistent_read=True)
        except DoesNotExist:
            return None
        return parse_disconnect(item)

    def claim_disconnect(
        self, pending: PendingDisconnect, now: datetime, due_at: datetime
    ) -> PendingDisconnect | None:
        """Take a disconnect as it was read, so that nobody else tells the agency before `due_at`.

        Returns:
            What to tell now; None when it changed meanwhile: somebody else tells it, or it is told.
        """
        item = DisconnectItem(pending.user_id, disconnect_key(pending.identity_id))
        try:
            item.update(
                [
                    DisconnectItem.due_at.set(seconds(due_at)),
                    DisconnectItem.tried_at.set(seconds(now)),
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
        """Forget what the agency was told, or cannot be told any more; what changed meanwhile stays."""
        try:
            DisconnectItem(reported.user_id, disconnect_key(reported.identity_id)).delete(
                is_unchanged(reported)
            )
        except DeleteError as error:
            if not is_condition_failure(error):
                raise


def is_unchanged(pending: PendingDisconnect) -> Condition:
    """Return the condition of a pending disconnect that is as it was read."""
    condition: Condition = (DisconnectItem.requested_at == pending.requested_at) & (
        DisconnectItem.tries == pending.tries
    )
    return condition


def seconds(moment: datetime) -> int:
    """Whole seconds since 1970."""
    return int(moment.timestamp())


def parse_subscription(item: SubscriptionItem) -> Subscription:
    """Return the subscription that an item holds."""
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
    """Return the pending disconnect that an item holds."""
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
    """Put the items of one person's partition together."""
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
    """Return the last good copy that an item holds."""
    return StoredData(
        item.item.removeprefix(make_data_key("")), item.service_id, item.answer, item.checked_at
    )


def _parse_identity(identity_id: str, stored: dict[str, Any]) -> Identity:
    status: IdentityStatus = "revoked" if stored["status"] == "revoked" else "connected"
    connected_at = datetime.fromisoformat(stored["connected_at"])
    return Identity(identity_id, stored["reference"], stored["label"], status, connected_at)
