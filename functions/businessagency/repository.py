"""The table of accounts at agencies: a person's partition has linked accounts and windows of attempts.

It holds no passwords and nothing derived from them.
"""

from collections.abc import Sequence

from pynamodb.attributes import UnicodeAttribute
from pynamodb.exceptions import DoesNotExist

from functions.businessagency.account import LinkedAccount
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, save_if

_ACCOUNT = "account#"


class AccountItem(EntityItem):
    """Item of a `LinkedAccount`; `item` ends with the agency's id."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)


_ACCOUNTS = Codec(AccountItem, LinkedAccount, lambda account: {"item": _ACCOUNT + account.agency_id})


class AgencyAccountsRepository:
    """Reads and writes linked accounts; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        bind_table(AccountItem, table_name)

    def list_accounts(self, user_id: str) -> Sequence[LinkedAccount]:
        """Return a person's accounts at all agencies, with one query."""
        mine = AccountItem.query(user_id, AccountItem.item.startswith(_ACCOUNT), consistent_read=True)
        return [_ACCOUNTS.parse_item(item) for item in mine]

    def account(self, user_id: str, agency_id: str) -> LinkedAccount | None:
        """Return a person's account at an agency, or None."""
        try:
            item = AccountItem.get(user_id, _ACCOUNT + agency_id, consistent_read=True)
        except DoesNotExist:
            return None
        return _ACCOUNTS.parse_item(item)

    def link(self, user_id: str, account: LinkedAccount) -> bool:
        """Store an account unless one is linked; false if another one is linked."""
        item = _ACCOUNTS.make_item(account, user_id=user_id)
        # The SDK repeats a write whose reply was lost, and the repetition finds its own item.
        return (
            save_if(item, AccountItem.item.does_not_exist())
            or self.account(user_id, account.agency_id) == account
        )

    def unlink(self, user_id: str, agency_id: str) -> None:
        """Remove an account, if there is one."""
        AccountItem(user_id, _ACCOUNT + agency_id).delete()
