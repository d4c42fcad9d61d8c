"""One-time codes that prove control of an email address."""

import hmac
import json
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from infrastructure.sandbox.identity_provider.database import Database
from infrastructure.sandbox.identity_provider.settings import Clock

LIFETIME_SECONDS = 10 * 60
TRIES = 5
CODES_PER_LIFETIME = 10

Purpose = Literal["sign-up", "reset"]


class WrongCodeError(Exception):
    """The code is wrong; another try is possible."""


class VoidCodeError(Exception):
    """The code has expired, was used, or was tried too often; a new code is needed."""


class TooManyCodesError(Exception):
    """Too many codes were requested, so that guessing would become possible."""


@dataclass(frozen=True)
class EnteredCode:
    """A correctly entered code: the proven address, and the details stored with it."""

    email: str
    details: dict[str, Any]


class OneTimeCodes:
    """Six digits, ten minutes, one use, five tries; only a keyed hash of a code is stored."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._key = database.get_secret("one-time-codes").encode()

    def issue(
        self, purpose: Purpose, email: str, details: dict[str, Any], *, is_decoy: bool = False
    ) -> tuple[str, str]:
        """Return a new code: gives its id (for the browser's session) and the code (for the mail).

        It voids earlier ones for the same address and purpose. A decoy looks the same from outside but
        no input is ever right, so that asking for a code does not tell whether an account exists.
        Raises TooManyCodesError.
        """
        identifier = secrets.token_urlsafe(16)
        code = f"{secrets.randbelow(10**6):06d}"
        now = self._get_now()
        with self._database.begin_transaction() as connection:
            recent = connection.execute(
                "SELECT count(*) FROM one_time_codes WHERE email = ? AND purpose = ? AND created_at > ?",
                (email, purpose, now - LIFETIME_SECONDS),
            ).fetchone()[0]
            if recent >= CODES_PER_LIFETIME:
                raise TooManyCodesError(email)
            connection.execute(
                "UPDATE one_time_codes SET expires_at = ? WHERE email = ? AND purpose = ? AND expires_at > ?",
                (now, email, purpose, now),
            )
            connection.execute(
                "INSERT INTO one_time_codes VALUES (?, ?, ?, ?, ?, 0, ?, ?, NULL, NULL)",
                (
                    identifier,
                    purpose,
                    email,
                    "" if is_decoy else self._hash_code(identifier, code),
                    json.dumps(details),
                    now,
                    now + LIFETIME_SECONDS,
                ),
            )
        return identifier, code

    def enter(self, identifier: str, purpose: Purpose, code: str) -> EnteredCode:
        """Return the proof of the code with this id, if it is right. Works once.

        Raises WrongCodeError and VoidCodeError.
        """
        now = self._get_now()
        with self._database.begin_transaction() as connection:
            row = connection.execute(
                "UPDATE one_time_codes SET tries = tries + 1 WHERE id = ? AND purpose = ?"
                " AND entered_at IS NULL AND tries < ? AND expires_at > ? RETURNING *",
                (identifier, purpose, TRIES, now),
            ).fetchone()
            is_right = row is not None and hmac.compare_digest(
                row["code_hash"], self._hash_code(identifier, code)
            )
            if is_right:
                connection.execute("UPDATE one_time_codes SET entered_at = ? WHERE id = ?", (now, identifier))
        if is_right:
            return EnteredCode(row["email"], json.loads(row["details"]))
        if row is None or row["tries"] >= TRIES:
            raise VoidCodeError(identifier)
        raise WrongCodeError(identifier)

    def spend(self, identifier: str, purpose: Purpose) -> EnteredCode:
        """Use up the proof of a code that was entered in an earlier step. Works once, for ten minutes.

        Raises VoidCodeError.
        """
        now = self._get_now()
        with self._database.begin_transaction() as connection:
            row = connection.execute(
                "UPDATE one_time_codes SET spent_at = ? WHERE id = ? AND purpose = ? AND spent_at IS NULL"
                " AND entered_at > ? RETURNING *",
                (now, identifier, purpose, now - LIFETIME_SECONDS),
            ).fetchone()
        if row is None:
            raise VoidCodeError(identifier)
        return EnteredCode(row["email"], json.loads(row["details"]))

    def _hash_code(self, identifier: str, code: str) -> str:
        return hmac.new(self._key, f"{identifier}\n{code}".encode(), sha256).hexdigest()

    def _get_now(self) -> int:
        return int(self._clock().timestamp())
