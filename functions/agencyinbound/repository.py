"""What the agencyinbound group reads and writes: connections and transactions."""

from collections.abc import Sequence

from portal.agencies.subscriptions import Holder
from portal.agencies.subscriptions_table import SubscriptionsTable
from portal.agencies.transactions import Transaction
from portal.agencies.transactions_table import TransactionsTable


class AgencyInboundRepository:
    """Both tables, as this group uses them."""

    def __init__(self, subscriptions: SubscriptionsTable, transactions: TransactionsTable) -> None:
        self._subscriptions = subscriptions
        self._transactions = transactions

    def holders_of(self, service_id: str, reference: str) -> Sequence[Holder]:
        """Who holds a record, connected or revoked."""
        return self._subscriptions.holders_of(service_id, reference)

    def is_connected(self, holder: Holder) -> bool:
        """Whether the holder's connection with the record is there and not revoked."""
        subscription = self._subscriptions.read_subscription(holder.user_id, holder.service_id)
        identity = subscription.identities.get(holder.identity_id) if subscription else None
        return identity is not None and identity.status == "connected"

    def store(self, transaction: Transaction) -> bool:
        """See `TransactionsTable.store`."""
        return self._transactions.store(transaction)

    def revoke(self, holder: Holder) -> bool:
        """See `SubscriptionsTable.revoke`."""
        return self._subscriptions.revoke(holder.user_id, holder.service_id, holder.identity_id)
