"""The stores of the userservices group besides the access log: accounts, notices and dashboards."""

from collections.abc import Sequence

from pynamodb.expressions.condition import Condition
from pynamodb.transactions import TransactWrite

from domains.accounts.account import ContactPreferences
from domains.accounts.account_table import CONTACT_PREFERENCES, AccountRepository
from domains.agencies.subscriptions import ClearedDashboard
from domains.agencies.subscriptions_table import ClearedItem, SubscriptionsTable
from domains.messages.found_messages import UnreadCount
from domains.messages.inbox_table import count_unread
from domains.messages.message import choose_wording
from domains.messages.message_items import MessageItem, parse_texts
from domains.messages.messages_table import MessagesTable
from functions.userservices.notices import NoticeTitle
from portal.dynamo import Write
from portal.language import Text


class PeopleRepository(AccountRepository):
    """Reads accounts, and writes contact preferences."""

    def write_preferences(self, user_id: str, preferences: ContactPreferences) -> Write:
        """Return a write that replaces the contact preferences if their revision is unchanged."""
        item = CONTACT_PREFERENCES.make_item(preferences, user_id=user_id)
        return lambda transaction: transaction.save(item)


class NoticesRepository(MessagesTable):
    """Reads titles and the unread count, and writes the portal's notices."""

    def list_titles(self, user_id: str, message_ids: Sequence[str]) -> dict[str, NoticeTitle]:
        """Return the titles of a person's messages by message id, without removed ones.

        Args:
            message_ids: at most 100.
        """
        items = MessageItem.batch_get(
            [(user_id, each) for each in set(message_ids)],
            attributes_to_get=["user_id", "id", "agency_id", "sender_en", "sender_es", "subject"],
        )
        return {item.id: _get_title(item) for item in items}

    def count_unread(self, user_id: str) -> UnreadCount:
        """Count the unread messages of both inboxes; see `domains.messages.inbox_table.count_unread`."""
        return count_unread(user_id)


class DashboardsRepository(SubscriptionsTable):
    """Reads dashboards, and removes and restores their cards."""

    def write_cleared(
        self, user_id: str, before: ClearedDashboard | None, after: ClearedDashboard | None
    ) -> Write:
        """Return a write that removes or restores cards of a dashboard.

        Args:
            before: removed cards as read, which is the condition.
            after: removed cards from then on, if any.
        """

        def write(transaction: TransactWrite) -> None:
            if after is None:
                transaction.delete(ClearedItem(user_id, ClearedItem.KEY), _is_unchanged(before))
            else:
                item = ClearedItem(
                    user_id, ClearedItem.KEY, ids=_join_ids(after), cleared_at=after.cleared_at
                )
                transaction.save(item, _is_unchanged(before))

        return write


def _get_title(item: MessageItem) -> NoticeTitle:
    sender = Text(en=item.sender_en, es=item.sender_es)
    if item.agency_id:
        return NoticeTitle(sender, None)
    en, es = (choose_wording(parse_texts(item.subject), each)[0] for each in ("en", "es"))
    return NoticeTitle(sender, Text(en=en, es=es))


def _join_ids(cleared: ClearedDashboard) -> str:
    return " ".join(sorted(cleared.ids))


def _is_unchanged(before: ClearedDashboard | None) -> Condition:
    condition: Condition = (
        (ClearedItem.cleared_at == before.cleared_at) & (ClearedItem.ids == _join_ids(before))
        if before
        else ClearedItem.item.does_not_exist()
    )
    return condition
