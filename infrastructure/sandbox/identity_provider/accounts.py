"""Accounts and their passwords."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import uuid4

from werkzeug.security import check_password_hash, generate_password_hash

from infrastructure.sandbox.identity_provider.attempts import Attempts
from infrastructure.sandbox.identity_provider.database import Database
from infrastructure.sandbox.identity_provider.people import SAMPLE_PASSWORD, Person
from infrastructure.sandbox.identity_provider.settings import Clock

PASSWORD_METHOD = "scrypt:32768:8:1"  # noqa: S105 - the work factors, as OWASP's cheat sheet has them


class UnknownAccountError(Exception):
    """No account has this email address."""


class EmailTakenError(Exception):
    """An account with this email address exists already."""


class WrongPasswordError(Exception):
    """The address or the password is wrong; the caller must not learn which."""


@dataclass(frozen=True)
class Account:
    """A person as the provider knows them."""

    subject: str
    email: str
    given_name: str
    family_name: str
    groups: tuple[str, ...]
    has_sample_password: bool

    @property
    def name(self) -> str:
        """The whole name, as the `name` claim has it."""
        return f"{self.given_name} {self.family_name}"

    @property
    def is_staff(self) -> bool:
        """True if the person has a role, and so always needs a second factor."""
        return bool(self.groups)


def hash_password(password: str) -> str:
    """Return a salted scrypt hash."""
    return generate_password_hash(password, method=PASSWORD_METHOD)


class Accounts:
    """The accounts table and the rules around it. Email addresses come in normalized (lower case)."""

    def __init__(self, database: Database, attempts: Attempts, clock: Clock) -> None:
        self._database = database
        self._attempts = attempts
        self._clock = clock
        self._hash_of_nobody = hash_password(str(uuid4()))

    def by_email(self, email: str) -> Account | None:
        """Return the account with this address, or None."""
        return _make_account(self._database.fetch_one("SELECT * FROM accounts WHERE email = ?", (email,)))

    def by_subject(self, subject: str) -> Account | None:
        """Return the account with this `sub`, or None."""
        return _make_account(self._database.fetch_one("SELECT * FROM accounts WHERE subject = ?", (subject,)))

    def seed(self, people: Iterable[Person]) -> None:
        """Create the accounts of people who were never seeded before.

        An address that is in use, or was seeded and then deleted, is skipped. The groups of earlier
        accounts are updated.
        """
        for person in people:
            with self._database.begin_transaction() as connection:
                connection.execute(
                    "UPDATE accounts SET groups = ? WHERE subject = ?",
                    (json.dumps(person.groups), person.subject),
                )
            if self._database.fetch_one("SELECT 1 FROM seeded_emails WHERE email = ?", (person.email,)):
                continue
            password_hash = hash_password(SAMPLE_PASSWORD)
            with self._database.begin_transaction() as connection:
                connection.execute("INSERT OR IGNORE INTO seeded_emails VALUES (?)", (person.email,))
                connection.execute(
                    "INSERT OR IGNORE INTO accounts VALUES (?, ?, ?, ?, ?, ?, 1, ?)",
                    (
                        person.subject,
                        person.email,
                        person.given_name,
                        person.family_name,
                        json.dumps(person.groups),
                        password_hash,
                        self._get_now(),
                    ),
                )

    def with_sample_password(self) -> list[Account]:
        """Return the sample people who still have the sample password, oldest first."""
        rows = self._database.fetch_all("SELECT * FROM accounts WHERE has_sample_password = 1 ORDER BY rowid")
        return [account for row in rows if (account := _make_account(row))]

    def create(self, email: str, given_name: str, family_name: str, password_hash: str) -> Account:
        """Return a new account with a new subject, also for an address that had one before.

        Raises EmailTakenError.
        """
        subject = str(uuid4())
        try:
            with self._database.begin_transaction() as connection:
                connection.execute(
                    "INSERT INTO accounts VALUES (?, ?, ?, ?, '[]', ?, 0, ?)",
                    (subject, email, given_name, family_name, password_hash, self._get_now()),
                )
        except sqlite3.IntegrityError as error:
            raise EmailTakenError(email) from error
        return Account(subject, email, given_name, family_name, (), has_sample_password=False)

    def authenticate(self, email: str, password: str) -> Account:
        """Return the account whose address and password these are.

        Raises WrongPasswordError, also for an unknown address, and LockedOutError.
        """
        self._attempts.count(email)
        row = self._database.fetch_one("SELECT * FROM accounts WHERE email = ?", (email,))
        # An unknown address costs the same time as a known one.
        matches = check_password_hash(row["password_hash"] if row else self._hash_of_nobody, password)
        account = _make_account(row)
        if account is None or not matches:
            raise WrongPasswordError(email)
        self._attempts.forget(email)
        return account

    def set_password(self, email: str, password_hash: str) -> Account:
        """Replace a password; ends the lockout, every session and every token of the account.

        Raises UnknownAccountError.
        """
        with self._database.begin_transaction() as connection:
            connection.execute(
                "UPDATE accounts SET password_hash = ?, has_sample_password = 0 WHERE email = ?",
                (password_hash, email),
            )
            row = connection.execute("SELECT * FROM accounts WHERE email = ?", (email,)).fetchone()
            account = _make_account(row)
            if account is None:
                raise UnknownAccountError(email)
            connection.execute("DELETE FROM sign_in_attempts WHERE email = ?", (email,))
            connection.execute("DELETE FROM sessions WHERE subject = ?", (account.subject,))
            connection.execute(
                "UPDATE grants SET revoked_at = ? WHERE subject = ? AND revoked_at IS NULL",
                (self._get_now(), account.subject),
            )
        return account

    def delete(self, subject: str) -> None:
        """Delete an account with its sessions and tokens; its subject never comes back."""
        with self._database.begin_transaction() as connection:
            connection.execute("DELETE FROM accounts WHERE subject = ?", (subject,))

    def _get_now(self) -> int:
        return int(self._clock().timestamp())


def _make_account(row: sqlite3.Row | None) -> Account | None:
    if row is None:
        return None
    return Account(
        subject=row["subject"],
        email=row["email"],
        given_name=row["given_name"],
        family_name=row["family_name"],
        groups=tuple(json.loads(row["groups"])),
        has_sample_password=bool(row["has_sample_password"]),
    )
