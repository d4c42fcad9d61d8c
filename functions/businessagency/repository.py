"""The table of accounts at agencies: a person's partition has an item for each account and list of attempts.

Nothing in it is a password or made of one.
"""

from collections.abc import Sequence

from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.models import Model

from functions.businessagency.account import LinkedAccount
from portal.dynamo import TableMeta, bind_table, save_if

_ACCOUNT = "account#"


class AccountItem(Model):
    """Item of a `LinkedAccount`; `item` ends with the agency's id."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    reference = UnicodeAttribute()
    user_name = UnicodeAttribute()
    linked_at = UTCDateTimeAttribute()


class AgencyAccountsRepository:
    """Reads and writes linked accounts; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        """Use the table of that name."""
        bind_table(AccountItem, table_name)

    def accounts(self, user_id: str) -> Sequence[LinkedAccount]:
        """Return a person's accounts at all agencies, in one query."""
        mine = AccountItem.query(user_id, AccountItem.item.startswith(_ACCOUNT), consistent_read=True)
        return [_account(item) for item in mine]

    def account(self, user_id: str, agency_id: str) -> LinkedAccount | None:
        """Return a person's account at an agency, None when none is linked."""
        try:
            return _account(AccountItem.get(user_id, _ACCOUNT + agency_id, consistent_read=True))
        except DoesNotExist:
            return None

    def link(self, user_id: str, account: LinkedAccount) -> bool:
        """Store an account, where none is linked at this moment.

        Returns:
            False when another one is; nothing was written then.
        """
        item = AccountItem(
            user_id,
            _ACCOUNT + account.agency_id,
            reference=account.reference,
            user_name=account.user_name,
            linked_at=account.linked_at,
        )
        # A write whose reply was lost is sent again by the library, and then finds itself.
        return (
            save_if(item, AccountItem.item.does_not_exist())
            or self.account(user_id, account.agency_id) == account
        )

    def unlink(self, user_id: str, agency_id: str) -> None:
        """Remove an account; where there is none nothing happens."""
        AccountItem(user_id, _ACCOUNT + agency_id).delete()


def _account(item: AccountItem) -> LinkedAccount:
    return LinkedAccount(item.item.removeprefix(_ACCOUNT), item.reference, item.user_name, item.linked_at)
