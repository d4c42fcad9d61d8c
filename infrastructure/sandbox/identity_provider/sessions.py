"""Browser sessions at the provider, for single sign-on and prompt=none."""

import secrets
from dataclasses import dataclass

from infrastructure.sandbox.identity_provider.accounts import Account, Accounts
from infrastructure.sandbox.identity_provider.database import Database, hash_token
from infrastructure.sandbox.identity_provider.settings import Clock

LIFETIME_SECONDS = 12 * 60 * 60


@dataclass(frozen=True)
class BrowserSession:
    """Signed-in session of one browser."""

    id: str
    account: Account
    authenticated_at: int
    has_second_factor: bool


@dataclass(frozen=True, slots=True)
class Sessions:
    """Sessions in the database, so that an ended session is invalid even if its cookie remains."""

    database: Database
    accounts: Accounts
    clock: Clock

    def start(self, account: Account) -> str:
        """Begin a session; gives the token for the browser's cookie."""
        token = secrets.token_urlsafe(32)
        now = self._get_now()
        with self.database.begin_transaction() as connection:
            connection.execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?)",
                (hash_token(token), account.subject, now, now + LIFETIME_SECONDS),
            )
        return token

    def find(self, token: str) -> BrowserSession | None:
        """Return the session that this cookie's token stands for, or None when it ended."""
        row = self.database.fetch_one(
            "SELECT *, EXISTS (SELECT 1 FROM session_second_factors WHERE session_id = id)"
            " AS has_second_factor FROM sessions WHERE id = ? AND expires_at > ?",
            (hash_token(token), self._get_now()),
        )
        account = self.accounts.by_subject(row["subject"]) if row else None
        if row is None or account is None:
            return None
        return BrowserSession(row["id"], account, row["authenticated_at"], bool(row["has_second_factor"]))

    def strengthen(self, session: BrowserSession) -> None:
        """Note that the person of this session gave a second factor too."""
        with self.database.begin_transaction() as connection:
            connection.execute("INSERT OR IGNORE INTO session_second_factors VALUES (?)", (session.id,))

    def end(self, session: BrowserSession) -> None:
        """End a session and revoke the tokens that clients got through it."""
        with self.database.begin_transaction() as connection:
            connection.execute("DELETE FROM sessions WHERE id = ?", (session.id,))
            connection.execute(
                "UPDATE grants SET revoked_at = ? WHERE session_id = ? AND revoked_at IS NULL",
                (self._get_now(), session.id),
            )

    def _get_now(self) -> int:
        return int(self.clock().timestamp())
