"""The table of accounts at agencies: a person's partition has linked accounts and windows of attempts.

It holds no passwords and nothing derived from them.
"""

from collections.abc import Sequence

from functions.businessagency.account import LinkedAccount
from portal.items import JsonSchema
from portal.tables import Attr, Table

_ACCOUNT = "account#"


_ACCOUNTS = JsonSchema(
    LinkedAccount, ("user_id", "item"), lambda account: {"item": _ACCOUNT + account.agency_id}
)


class AgencyAccountsRepository:
    """Reads and writes linked accounts; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, _ACCOUNTS)

    def list_accounts(self, user_id: str) -> Sequence[LinkedAccount]:
        """Return a person's accounts at all agencies, with one query."""
        return self._table.list((Attr("user_id") == user_id) & Attr("item").startswith(_ACCOUNT))

    def get_account(self, user_id: str, agency_id: str) -> LinkedAccount | None:
        """Return a person's account at an agency, or None."""
        return self._table.get(user_id, _ACCOUNT + agency_id)

    def link_account(self, user_id: str, account: LinkedAccount) -> bool:
        """Store an account unless one is linked; false if another one is linked."""
        # The SDK repeats a write whose reply was lost, and the repetition finds its own item.
        return (
            self._table.put(account, Attr("item").does_not_exist(), user_id=user_id)
            or self.get_account(user_id, account.agency_id) == account
        )

    def unlink_account(self, user_id: str, agency_id: str) -> None:
        """Remove an account, if there is one."""
        self._table.delete(user_id, _ACCOUNT + agency_id)
