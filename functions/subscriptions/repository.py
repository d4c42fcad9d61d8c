"""The subscriptions group's access to the subscriptions table."""

from collections.abc import Sequence
from dataclasses import asdict

from pynamodb.expressions.condition import Condition
from pynamodb.transactions import TransactWrite

from domains.agencies.subscriptions import (
    Dashboard,
    Identity,
    Order,
    PendingDisconnect,
    RecordConnected,
    Subscription,
)
from domains.agencies.subscriptions_table import (
    ClearedItem,
    DataItem,
    DisconnectItem,
    HolderItem,
    OrderItem,
    OwnedItem,
    SubscriptionItem,
    SubscriptionsTable,
    disconnect_key,
    get_dashboard,
    is_unchanged,
    make_data_key,
    make_subscription_key,
    record_key,
    round_seconds,
)
from domains.messages.messages_table import add_notices
from portal.dynamo import save_if, write_together
from portal.events import Listener, save_event


class SubscriptionsRepository(SubscriptionsTable):
    """Stores connections, their order, and copies of records."""

    def __init__(
        self, table_name: str, on_connected: Sequence[Listener[RecordConnected]] = (add_notices,)
    ) -> None:
        """Use the subscriptions table with this name, and these listeners to connections."""
        super().__init__(table_name)
        self._on_connected = on_connected

    def get_all(self, user_id: str) -> Dashboard:
        """Return the dashboard with pending disconnects, by one strongly consistent query."""
        key = OwnedItem.item >= disconnect_key("")
        return get_dashboard(OwnedItem.query(user_id, key, consistent_read=True))

    def save_connection(
        self,
        user_id: str,
        subscription: Subscription,
        connected: RecordConnected | None,
        pending: PendingDisconnect | None,
    ) -> bool:
        """Store a subscription's next revision, the record's holder, and the listeners' writes.

        Args:
            connected: None for a service without identity fields.
            pending: pending disconnect of that identity, to cancel.

        Returns:
            False if anything changed since the read; nothing was written.
        """
        item, is_revision_before = _get_item(user_id, subscription), _is_revision_before(subscription)
        if connected is None:
            return write_together(lambda transaction: transaction.save(item, is_revision_before))
        identity = connected.identity

        def write(transaction: TransactWrite) -> None:
            transaction.save(item, is_revision_before)
            holder = HolderItem(
                record_key(subscription.service_id, identity.reference),
                user_id,
                identity_id=identity.id,
                service_id=subscription.service_id,
            )
            transaction.save(holder)
            key = DisconnectItem(user_id, disconnect_key(identity.id))
            is_as_read = is_unchanged(pending) if pending else DisconnectItem.item.does_not_exist()
            transaction.delete(key, is_as_read)

        return save_event(connected, write, self._on_connected)

    def save_disconnection(
        self, user_id: str, before: Subscription, pending: Sequence[PendingDisconnect]
    ) -> bool:
        """Remove identities from a subscription, which ends with the last one.

        Args:
            before: the subscription as read.
            pending: disconnect of each identity to report; none for a service without identity fields.

        Returns:
            False if the subscription changed since the read; nothing was written.
        """
        gone = {each.identity_id for each in pending}
        left = {key: identity for key, identity in before.identities.items() if key not in gone}

        def write(transaction: TransactWrite) -> None:
            if left:
                after = Subscription(
                    before.id, before.service_id, before.created_at, left, before.revision + 1
                )
                transaction.save(_get_item(user_id, after), _is_revision_before(after))
            else:
                transaction.delete(_get_item(user_id, before), _is_revision(before))
            for each in pending:
                transaction.delete(HolderItem(record_key(each.service_id, each.reference), user_id))
                transaction.delete(DataItem(user_id, make_data_key(each.identity_id)))
                transaction.save(_disconnect_item(each))

        return write_together(write)

    def restore_dashboard(self, user_id: str) -> None:
        """Put every card back on the dashboard; safe to repeat."""
        ClearedItem(user_id, ClearedItem.KEY).delete()

    def save_order(self, user_id: str, order: Order) -> bool:
        """Replace the order's previous revision; false if another revision is stored."""
        item = OrderItem(user_id, OrderItem.KEY, ids=" ".join(order.ids), revision=order.revision)
        is_first = order.revision == 1
        return save_if(
            item, OrderItem.item.does_not_exist() if is_first else OrderItem.revision == order.revision - 1
        )


def _is_revision_before(subscription: Subscription) -> Condition:
    if subscription.revision == 1:
        condition: Condition = SubscriptionItem.item.does_not_exist()
        return condition
    return _matches(subscription.id, subscription.revision - 1)


def _is_revision(subscription: Subscription) -> Condition:
    return _matches(subscription.id, subscription.revision)


def _matches(subscription_id: str, revision: int) -> Condition:
    condition: Condition = (SubscriptionItem.subscription_id == subscription_id) & (
        SubscriptionItem.revision == revision
    )
    return condition


def _get_item(user_id: str, subscription: Subscription) -> SubscriptionItem:
    return SubscriptionItem(
        user_id,
        make_subscription_key(subscription.service_id),
        subscription_id=subscription.id,
        service_id=subscription.service_id,
        created_at=subscription.created_at,
        identities={key: _make_stored(identity) for key, identity in subscription.identities.items()},
        revision=subscription.revision,
    )


def _make_stored(identity: Identity) -> dict[str, str]:
    kept = asdict(identity) | {"connected_at": identity.connected_at.isoformat()}
    del kept["id"]
    return kept


def _disconnect_item(pending: PendingDisconnect) -> DisconnectItem:
    return DisconnectItem(
        pending.user_id,
        disconnect_key(pending.identity_id),
        pending_agency_id=pending.agency_id,
        service_id=pending.service_id,
        reference=pending.reference,
        requested_at=pending.requested_at,
        due_at=round_seconds(pending.due_at),
        tries=pending.tries,
        tried_at=round_seconds(pending.tried_at),
    )
