"""The second factor: six digits of an authenticator app, by time (TOTP, RFC 6238)."""

import base64
import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import InvalidToken
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from infrastructure.sandbox.identity_provider.accounts import Account
from infrastructure.sandbox.identity_provider.attempts import Attempts
from infrastructure.sandbox.identity_provider.codes import WrongCodeError
from infrastructure.sandbox.identity_provider.database import Database
from infrastructure.sandbox.identity_provider.sessions import BrowserSession
from infrastructure.sandbox.identity_provider.settings import Clock

ACR: Final = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"
"""The `acr_values` that ask for it, and the `acr` of who gave it (OpenID PAPE 1.0, section 4)."""

STEP_SECONDS = 30
"""RFC 6238, section 4.1, whose default every authenticator app knows."""
DIGITS = 6
SECRET_BYTES = 20
"""Length of the secret: that of the hash's value (RFC 4226, section 4, R6)."""
STEPS_BESIDE = 1
"""Codes of one step before and after are valid too, for clock skew (RFC 6238, section 5.2)."""

_ISSUER = "Saguaro"


@dataclass(frozen=True, slots=True)
class SecondFactors:
    """Second factors of accounts, and the check of codes."""

    database: Database
    attempts: Attempts
    clock: Clock

    def has(self, account: Account) -> bool:
        """Return whether the person has a second factor."""
        return self._find_row(account) is not None

    def seed(self, subjects: Iterable[str]) -> None:
        """Give sample people a second factor whose code the page shows. An existing one stays."""
        with self.database.begin_transaction() as connection:
            for subject in subjects:
                connection.execute(
                    "INSERT OR IGNORE INTO second_factors SELECT subject, ?, 1, 0 FROM accounts"
                    " WHERE subject = ?",
                    (_make_secret(), subject),
                )

    def sample_code(self, account: Account) -> str | None:
        """Return the next valid code of a sample person; None for other people.

        There is none after two sign-ins within a step, until the next one begins.
        """
        row = self._find_row(account)
        if row is None or not row["is_sample"]:
            return None
        now = self._get_step()
        step = max(now, row["last_step"] + 1)
        return _make_code(row["secret"], step) if step <= now + STEPS_BESIDE else None

    def is_sample(self, account: Account) -> bool:
        """Return whether the page may show the person's code."""
        row = self._find_row(account)
        return row is not None and bool(row["is_sample"])

    def check(self, account: Account, code: str) -> None:
        """Accept a code of the person's app, once.

        Raises WrongCodeError, also for a code that was used already or that is older than such a one, and
        LockedOutError.
        """
        self.attempts.count(_make_name(account))
        row = self._find_row(account)
        step = self._find_step(row["secret"], code) if row else None
        if step is None or not self._use(account, step):
            raise WrongCodeError(account.subject)
        self.attempts.forget(_make_name(account))

    def begin(self, session: BrowserSession) -> str:
        """Return the secret that the person is about to put into an app, in Base32.

        It stays the same for this session, and is unused until a code of it is entered, so that a secret
        seen in an earlier session is useless.
        """
        with self.database.begin_transaction() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO second_factor_offers VALUES (?, ?)", (session.id, _make_secret())
            )
            row = connection.execute(
                "SELECT secret FROM second_factor_offers WHERE session_id = ?", (session.id,)
            ).fetchone()
        return str(row["secret"])

    def make_address(self, account: Account, secret: str) -> str:
        """Return the address that puts a secret into an authenticator app (otpauth:)."""
        return _make_totp(secret).get_provisioning_uri(account.email, _ISSUER)

    def set_up(self, session: BrowserSession, code: str) -> None:
        """Keep the offered secret as the person's second factor, because the app shows a code of it.

        Raises WrongCodeError and LockedOutError.
        """
        account = session.account
        self.attempts.count(_make_name(account))
        secret = self.begin(session)
        step = self._find_step(secret, code)
        if step is None:
            raise WrongCodeError(account.subject)
        with self.database.begin_transaction() as connection:
            kept = connection.execute(
                "INSERT OR IGNORE INTO second_factors VALUES (?, ?, 0, ?)", (account.subject, secret, step)
            )
            connection.execute("DELETE FROM second_factor_offers WHERE session_id = ?", (session.id,))
        if not kept.rowcount:
            # Another browser was faster, with another secret.
            raise WrongCodeError(account.subject)
        self.attempts.forget(_make_name(account))

    def _find_step(self, secret: str, code: str) -> int | None:
        totp = _make_totp(secret)
        now = self._get_step()
        for step in (now, now - STEPS_BESIDE, now + STEPS_BESIDE):
            try:
                totp.verify(code.encode(), step * STEP_SECONDS)
            except InvalidToken:
                continue
            return step
        return None

    def _use(self, account: Account, step: int) -> bool:
        """Use a code; return False if this or a later one was used before (RFC 6238, section 5.2)."""
        with self.database.begin_transaction() as connection:
            used = connection.execute(
                "UPDATE second_factors SET last_step = ? WHERE subject = ? AND last_step < ?",
                (step, account.subject, step),
            )
        return bool(used.rowcount)

    def _find_row(self, account: Account) -> sqlite3.Row | None:
        return self.database.fetch_one("SELECT * FROM second_factors WHERE subject = ?", (account.subject,))

    def _get_step(self) -> int:
        return int(self.clock().timestamp()) // STEP_SECONDS


def _make_secret() -> str:
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def _make_totp(secret: str) -> TOTP:
    return TOTP(base64.b32decode(secret), DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303 - RFC 6238's default


def _make_code(secret: str, step: int) -> str:
    return _make_totp(secret).generate(step * STEP_SECONDS).decode()


def _make_name(account: Account) -> str:
    """Return the key under which wrong codes are counted; no email address has a space."""
    return f"second factor of {account.subject}"
