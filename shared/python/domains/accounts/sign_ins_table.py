"""Sign-ins in the users table: one item in the partition of the person's account."""

from collections.abc import Iterable

from domains.accounts.account_table import ACCESS_KEY, ACCOUNT_ITEMS, KEYS
from domains.accounts.sign_ins import KEPT, SignInLog
from portal.items import Item, JsonSchema, from_seconds, to_seconds
from portal.tables import Attr, Table, write_together

SIGN_INS_KEY = "signins"


def _make_attributes(log: SignInLog) -> Item:
    latest = max([*log.devices.values(), *log.ended.values(), from_seconds(log.signed_out_before)])
    return {"item": SIGN_INS_KEY, "expires_at": to_seconds(latest + KEPT)}


_LOGS = JsonSchema(SignInLog, KEYS, _make_attributes, has_revision=True)


class SignInsTable:
    """Stores people's sign-ins."""

    def __init__(self, table_name: str) -> None:
        self._logs = Table(table_name, _LOGS)
        self._items = Table(table_name, ACCOUNT_ITEMS)

    def get_log(self, user_id: str) -> SignInLog:
        """Return a person's sign-ins. Takes one strongly consistent query, which all groups are allowed."""
        return parse_sign_ins(
            self._items.query((Attr("user_id") == user_id) & (Attr("item") == SIGN_INS_KEY))
        )

    def add_sign_in(self, user_id: str, log: SignInLog) -> bool:
        """Replace the log's previous revision; false if another revision is stored."""
        return self._logs.put(log, user_id=user_id)

    def end_sessions(self, user_id: str, log: SignInLog) -> bool:
        """Replace the log's previous revision, and have its ended sessions refused.

        Returns:
            False if another revision is stored; nothing was written.
        """
        ended_sessions = Attr("ended_sessions")
        refused = [
            # DynamoDB has no empty sets.
            ended_sessions.set(set(log.ended)) if log.ended else ended_sessions.remove(),
            Attr("signed_out_before").set(log.signed_out_before),
        ]
        return write_together(
            [
                self._logs.make_put(log, user_id=user_id),
                self._items.make_update((user_id, ACCESS_KEY), refused),
            ]
        )


def parse_sign_ins(items: Iterable[Item]) -> SignInLog:
    """Return the log among the items of an account; an empty one if there is none."""
    stored = next((item for item in items if item["item"] == SIGN_INS_KEY), None)
    return _LOGS.parse_item(stored) if stored else SignInLog()
