"""Wrong answers in a row, and the lockout after them."""

from dataclasses import dataclass

from infrastructure.sandbox.identity_provider.database import Database
from infrastructure.sandbox.identity_provider.settings import Clock

WRONG_ANSWERS_IN_A_ROW = 5
LOCKOUT_SECONDS = 15 * 60


class LockedOutError(Exception):
    """Too many wrong answers in a row about this subject."""


@dataclass(frozen=True, slots=True)
class Attempts:
    """Counts attempts by a name, such as an email address, which need not have an account."""

    database: Database
    clock: Clock

    def count(self, name: str) -> None:
        """Count one attempt before its answer is checked, or attempts at one moment would exceed the limit.

        Raises LockedOutError.
        """
        now = int(self.clock().timestamp())
        with self.database.begin_transaction() as connection:
            row = connection.execute("SELECT * FROM sign_in_attempts WHERE email = ?", (name,)).fetchone()
            failures = row["failures"] if row else 0
            if row and row["locked_until"] is not None:
                if now < row["locked_until"]:
                    raise LockedOutError(name)
                failures = 0
            failures += 1
            locked_until = now + LOCKOUT_SECONDS if failures >= WRONG_ANSWERS_IN_A_ROW else None
            connection.execute(
                "INSERT OR REPLACE INTO sign_in_attempts VALUES (?, ?, ?)", (name, failures, locked_until)
            )

    def forget(self, name: str) -> None:
        """Forget the wrong answers after a right one."""
        with self.database.begin_transaction() as connection:
            connection.execute("DELETE FROM sign_in_attempts WHERE email = ?", (name,))
