"""The subscriptions group's access to the subscriptions table."""

from collections.abc import Sequence

from domains.agencies.subscriptions import (
    Dashboard,
    Holder,
    Identity,
    Order,
    PendingDisconnect,
    Subscription,
)
from domains.agencies.subscriptions_table import (
    CLEARED_KEY,
    ORDERS,
    SubscriptionsTable,
    disconnect_key,
    get_dashboard,
    is_unchanged,
    make_data_key,
    make_record_key,
    make_subscription_key,
)
from portal.tables import Attr, Condition, Table, Write, combine_conditions, write_together


class SubscriptionsRepository(SubscriptionsTable):
    """Stores connections, their order, and copies of records."""

    def __init__(self, table_name: str) -> None:
        super().__init__(table_name)
        self._orders = Table(table_name, ORDERS)

    def get_all(self, user_id: str) -> Dashboard:
        """Return the dashboard with pending disconnects, by one strongly consistent query."""
        keys = (Attr("owner") == user_id) & (Attr("item") >= disconnect_key(""))
        return get_dashboard(self._items.query(keys))

    def save_connection(
        self,
        user_id: str,
        subscription: Subscription,
        connected: Identity | None,
        pending: PendingDisconnect | None,
        *notices: Write,
    ) -> bool:
        """Store a subscription's next revision and the record's holder, in one transaction.

        Args:
            connected: the connected record; None for a service without identity fields.
            pending: pending disconnect of that identity, to cancel.
            notices: writes of messages to other people who hold the record.

        Returns:
            False if anything changed since the read; nothing was written.
        """
        is_new = subscription.revision == 1
        is_before = (
            Attr("item").does_not_exist()
            if is_new
            else _is_stored(subscription.id, subscription.revision - 1)
        )
        writes = [self._subscriptions.make_put(subscription, is_before, owner=user_id)]
        if connected is not None:
            holder = Holder(user_id, connected.id, subscription.service_id)
            record = make_record_key(subscription.service_id, connected.reference)
            is_as_read = is_unchanged(pending) if pending else Attr("item").does_not_exist()
            pending_key = disconnect_key(connected.id)
            writes += [
                self._holders.make_put(holder, owner=record),
                self._disconnects.make_delete(user_id, pending_key, condition=is_as_read),
                *notices,
            ]
        return write_together(writes)

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
        removed_ids = {each.identity_id for each in pending}
        remaining = {key: identity for key, identity in before.identities.items() if key not in removed_ids}
        is_unchanged = _is_stored(before.id, before.revision)
        if remaining:
            after = Subscription(
                before.id, before.service_id, before.created_at, remaining, before.revision + 1
            )
            writes = [self._subscriptions.make_put(after, is_unchanged, owner=user_id)]
        else:
            key = make_subscription_key(before.service_id)
            writes = [self._subscriptions.make_delete(user_id, key, condition=is_unchanged)]
        for each in pending:
            writes += [
                self._holders.make_delete(make_record_key(each.service_id, each.reference), user_id),
                self._data.make_delete(user_id, make_data_key(each.identity_id)),
                self._disconnects.make_put(each),
            ]
        return write_together(writes)

    def restore_dashboard(self, user_id: str) -> None:
        """Put every card back on the dashboard; safe to repeat."""
        self._cleared.delete(user_id, CLEARED_KEY)

    def save_order(self, user_id: str, order: Order) -> bool:
        """Replace the order's previous revision; false if another revision is stored."""
        is_first = order.revision == 1
        is_before = Attr("item").does_not_exist() if is_first else Attr("revision") == order.revision - 1
        return self._orders.put(order, is_before, owner=user_id)


def _is_stored(subscription_id: str, revision: int) -> Condition:
    return combine_conditions(Attr("subscription_id") == subscription_id, Attr("revision") == revision)
