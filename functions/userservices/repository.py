"""The writes of the userservices group besides the access log: changes of address and dashboards."""

from pynamodb.expressions.condition import Condition
from pynamodb.transactions import TransactWrite

from portal.account import ContactPreferences
from portal.account_table import CONTACT_PREFERENCES, AccountRepository
from portal.agencies.subscriptions import ClearedDashboard
from portal.agencies.subscriptions_table import ClearedItem, SubscriptionsTable
from portal.dynamo import Write


class PeopleRepository(AccountRepository):
    """Reads accounts, and allows changes of address."""

    def write_preferences(self, user_id: str, preferences: ContactPreferences) -> Write:
        """A write that replaces the contact preferences of the revision before, which is the condition."""
        item = CONTACT_PREFERENCES.item_of(preferences, user_id=user_id)
        return lambda transaction: transaction.save(item)


class DashboardsRepository(SubscriptionsTable):
    """Reads what people hold, takes cards off dashboards and puts them back."""

    def write_cleared(
        self, user_id: str, before: ClearedDashboard | None, after: ClearedDashboard | None
    ) -> Write:
        """A write that takes cards off a dashboard or puts them back.

        Args:
            before: the cards that were off it when it was read, which is the condition.
            after: the cards that are off it from then on; None for no cards.
        """

        def write(transaction: TransactWrite) -> None:
            if after is None:
                transaction.delete(ClearedItem(user_id, ClearedItem.KEY), _is_unchanged(before))
            else:
                item = ClearedItem(user_id, ClearedItem.KEY, ids=_ids(after), cleared_at=after.cleared_at)
                transaction.save(item, _is_unchanged(before))

        return write


def _ids(cleared: ClearedDashboard) -> str:
    return " ".join(sorted(cleared.ids))


def _is_unchanged(before: ClearedDashboard | None) -> Condition:
    condition: Condition = (
        (ClearedItem.cleared_at == before.cleared_at) & (ClearedItem.ids == _ids(before))
        if before
        else ClearedItem.item.does_not_exist()
    )
    return condition
