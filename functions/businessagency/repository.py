"""The table of accounts at agencies: a person's partition has an item for each account and list of attempts.

Nothing in it is a password or made of one.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pynamodb.attributes import NumberAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.models import Model

from functions.businessagency.account import LinkedAccount
from functions.businessagency.attempts import COUNTED_FOR, Attempt, Attempts
from portal.dynamo import TableMeta, bind_table, save_if

_ACCOUNT, _ATTEMPTS = "account#", "attempts#"
_KEPT_LONGER = timedelta(hours=1)
_FAILED, _PASSED = "failed", "passed"


class AccountItem(Model):
    """See `LinkedAccount`; `item` ends with the agency's id."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    reference = UnicodeAttribute()
    user_name = UnicodeAttribute()
    linked_at = UTCDateTimeAttribute()


class AttemptsItem(Model):
    """See `Attempts`; each is written as id@moment@outcome, and they are joined by spaces.

    Attributes:
        remove_at: when DynamoDB may remove it, long after none of them counts.
    """

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    made = UnicodeAttribute()
    revision = NumberAttribute()
    remove_at = NumberAttribute()


class AgencyAccountsRepository:
    """Reads and writes linked accounts and attempts; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        """Use the table of that name."""
        bind_table(AccountItem, table_name)
        bind_table(AttemptsItem, table_name)

    def accounts(self, user_id: str) -> Sequence[LinkedAccount]:
        """A person's accounts at all agencies, in one query."""
        mine = AccountItem.query(user_id, AccountItem.item.startswith(_ACCOUNT), consistent_read=True)
        return [_account(item) for item in mine]

    def account(self, user_id: str, agency_id: str) -> LinkedAccount | None:
        """A person's account at an agency, None when none is linked."""
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

    def attempts(self, user_id: str, what: str) -> Attempts:
        """A person's attempts.

        Args:
            what: which list: at which agency, and of what kind.
        """
        try:
            item = AttemptsItem.get(user_id, _ATTEMPTS + what, consistent_read=True)
        except DoesNotExist:
            return Attempts()
        written = (attempt.split("@") for attempt in item.made.split())
        made = tuple(
            Attempt(own_id, datetime.fromisoformat(at), how == _FAILED) for own_id, at, how in written
        )
        return Attempts(made, int(item.revision))

    def save_attempts(self, user_id: str, what: str, attempts: Attempts, now: datetime) -> bool:
        """Replace the attempts of the revision before.

        Returns:
            False when what is stored is not the revision before; nothing was written then.
        """
        item = AttemptsItem(
            user_id,
            _ATTEMPTS + what,
            made=" ".join(_written(attempt) for attempt in attempts.made),
            revision=attempts.revision,
            remove_at=int((now + COUNTED_FOR + _KEPT_LONGER).timestamp()),
        )
        before = attempts.revision - 1
        return save_if(
            item, AttemptsItem.revision == before if before else AttemptsItem.item.does_not_exist()
        )


def _written(attempt: Attempt) -> str:
    return f"{attempt.id}@{attempt.at.isoformat()}@{_FAILED if attempt.is_failed else _PASSED}"


def _account(item: AccountItem) -> LinkedAccount:
    return LinkedAccount(item.item.removeprefix(_ACCOUNT), item.reference, item.user_name, item.linked_at)
