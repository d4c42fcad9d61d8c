"""One-time codes in the users table. Rules: `domains.accounts.one_time_code`.

The partition of a person has an item `code#PURPOSE` for an issued code, and `failedcodes#PURPOSE` with the
number of wrong codes since the last right one. Both change by DynamoDB's own arithmetic.
"""

from dataclasses import dataclass
from datetime import datetime

from portal.items import PlainSchema, to_seconds
from portal.tables import Attr, Table


@dataclass(frozen=True, slots=True)
class StoredCode:
    """An issued code as it is stored, with the hash in place of its digits."""

    code_hash: str
    target: str


class OneTimeCodesTable:
    """Reads and writes codes and the numbers of wrong ones."""

    def __init__(self, table_name: str) -> None:
        self._items = Table(table_name, PlainSchema("user_id", "item"))

    def save_code(
        self,
        user_id: str,
        purpose: str,
        code: StoredCode,
        *,
        attempts: int,
        sent_at: datetime,
        expires_at: datetime,
        previous_sent_by: datetime,
    ) -> bool:
        """Store a code in place of the previous one.

        Returns:
            False if the previous one was sent after `previous_sent_by`; nothing is written.
        """
        item = {
            "user_id": user_id,
            "item": _make_key(purpose),
            "target": code.target,
            "code_hash": code.code_hash,
            "attempts_left": attempts,
            "sent_at": to_seconds(sent_at),
            "expires_at": to_seconds(expires_at),
        }
        is_due = Attr("item").does_not_exist() | (Attr("sent_at") <= to_seconds(previous_sent_by))
        return self._items.put(item, is_due)

    def take_attempt(self, user_id: str, purpose: str, now: datetime) -> StoredCode | None:
        """Use up one attempt at a code, and return the code; None if it expired or has no attempt left."""
        attempts_left = Attr("attempts_left")
        is_valid = (attempts_left > 0) & (Attr("expires_at") > to_seconds(now))
        item = self._items.update((user_id, _make_key(purpose)), [attempts_left.add(-1)], is_valid)
        return None if item is None else StoredCode(item["code_hash"], str(item["target"]))

    def delete_code(self, user_id: str, purpose: str) -> None:
        """Delete a code; safe to repeat."""
        self._items.delete(user_id, _make_key(purpose))

    def use_code(self, user_id: str, purpose: str, code: StoredCode) -> bool:
        """Delete a code that was entered; false if it was used or replaced meanwhile."""
        is_same = Attr("code_hash") == code.code_hash
        return self._items.delete(user_id, _make_key(purpose), condition=is_same)

    def count_failures(self, user_id: str, purpose: str) -> int:
        """Return the number of wrong codes since the last right one. Takes one strongly consistent query."""
        is_count = (Attr("user_id") == user_id) & (Attr("item") == _make_failures_key(purpose))
        return sum(int(item["failures"]) for item in self._items.query(is_count))

    def add_failure(self, user_id: str, purpose: str) -> None:
        self._items.update((user_id, _make_failures_key(purpose)), [Attr("failures").add(1)])

    def delete_failures(self, user_id: str, purpose: str) -> None:
        self._items.delete(user_id, _make_failures_key(purpose))


def _make_key(purpose: str) -> str:
    return f"code#{purpose}"


def _make_failures_key(purpose: str) -> str:
    return f"failedcodes#{purpose}"
