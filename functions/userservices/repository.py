"""What the userservices group writes besides the access log: locks that it lifts, and dashboards."""

from pynamodb.expressions.condition import Condition
from pynamodb.transactions import TransactWrite

from portal.agencies.subscriptions import ClearedDashboard
from portal.agencies.subscriptions_table import ClearedItem, SubscriptionsTable
from portal.dynamo import write_together
from portal.messages.message import Message
from portal.messages.messages_table import item_of


class DashboardsRepository(SubscriptionsTable):
    """Reads what people hold, takes cards off dashboards and puts them back."""

    def clear_dashboard(
        self, user_id: str, before: ClearedDashboard | None, after: ClearedDashboard, notice: Message
    ) -> bool:
        """Take cards off a dashboard, and tell the person, in one transaction.

        Args:
            before: what was off it when it was read.

        Returns:
            False when that is not what is stored; nothing was written then.
        """

        def write(transaction: TransactWrite) -> None:
            item = ClearedItem(
                user_id, ClearedItem.KEY, ids=" ".join(sorted(after.ids)), cleared_at=after.cleared_at
            )
            transaction.save(item, _is_unchanged(before))
            transaction.save(item_of(notice))

        return write_together(write)

    def restore_dashboard(self, user_id: str, before: ClearedDashboard, notice: Message) -> bool:
        """Put the cards back that were off a dashboard when it was read, and tell the person.

        Returns:
            False when that is not what is stored; nothing was written then.
        """

        def write(transaction: TransactWrite) -> None:
            transaction.delete(ClearedItem(user_id, ClearedItem.KEY), _is_unchanged(before))
            transaction.save(item_of(notice))

        return write_together(write)


def _is_unchanged(before: ClearedDashboard | None) -> Condition:
    condition: Condition = (
        ClearedItem.cleared_at == before.cleared_at if before else ClearedItem.item.does_not_exist()
    )
    return condition
