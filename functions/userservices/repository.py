"""The stores of the userservices group besides the access log: accounts, notices and dashboards."""

from collections.abc import Sequence

from domains.accounts.account import ContactPreferences
from domains.accounts.account_table import CONTACT_PREFERENCES, AccountRepository
from domains.agencies.subscriptions import ClearedDashboard
from domains.agencies.subscriptions_table import CLEARED_KEY, SubscriptionsTable, join_ids
from domains.messages.message import choose_wording
from domains.messages.message_items import parse_texts
from domains.messages.messages_table import MessagesTable
from functions.userservices.notices import NoticeTitle
from portal.items import Item, format_moment
from portal.language import Text
from portal.tables import Attr, Condition, Table, Write, combine_conditions


class PeopleRepository(AccountRepository):
    """Reads accounts, and writes contact preferences."""

    def __init__(self, table_name: str) -> None:
        super().__init__(table_name)
        self._preferences = Table(table_name, CONTACT_PREFERENCES)

    def write_preferences(self, user_id: str, preferences: ContactPreferences) -> Write:
        """Return a write that replaces the contact preferences if their revision is unchanged."""
        return self._preferences.make_put(preferences, user_id=user_id)


class NoticesRepository(MessagesTable):
    """Reads titles, counts unread messages, and writes the portal's notices."""

    def list_titles(self, user_id: str, message_ids: Sequence[str]) -> dict[str, NoticeTitle]:
        """Return the titles of a person's messages by message id, without removed ones.

        Args:
            message_ids: at most 100.
        """
        items = self.messages.list_items(
            ((user_id, each) for each in message_ids),
            attributes=("user_id", "id", "agency_id", "sender_en", "sender_es", "subject"),
            consistent=False,
        )
        return {item["id"]: _get_title(item) for item in items}


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
        if after is None:
            return self._cleared.make_delete(user_id, CLEARED_KEY, condition=_is_unchanged(before))
        return self._cleared.make_put(after, _is_unchanged(before), owner=user_id)


def _get_title(item: Item) -> NoticeTitle:
    sender = Text(en=item["sender_en"], es=item["sender_es"])
    if "agency_id" in item:
        return NoticeTitle(sender, None)
    en, es = (choose_wording(parse_texts(item["subject"]), each)[0] for each in ("en", "es"))
    return NoticeTitle(sender, Text(en=en, es=es))


def _is_unchanged(before: ClearedDashboard | None) -> Condition:
    if before is None:
        return Attr("item").does_not_exist()
    is_same_time = Attr("cleared_at") == format_moment(before.cleared_at)
    return combine_conditions(is_same_time, Attr("ids") == join_ids(before.ids))
