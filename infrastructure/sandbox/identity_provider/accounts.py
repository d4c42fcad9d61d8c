"""Accounts of people, among them those of people.json, and clients of agencies."""

import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from hashlib import scrypt, sha256
from hmac import compare_digest
from pathlib import Path

from infrastructure.sandbox.identity_provider.store import Store

SAMPLE_PASSWORD = "saguaro"  # noqa: S105 - printed on the sign-in page and in the README


@dataclass(frozen=True, kw_only=True)
class Person:
    """A person with the `sub` claim of their tokens. Staff have groups."""

    subject: str
    email: str
    given_name: str
    family_name: str
    groups: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The whole name, as the `name` claim has it."""
        return f"{self.given_name} {self.family_name}"


SAMPLE_PEOPLE = tuple(
    Person(**entry | {"groups": tuple(entry["groups"])})
    for entry in json.loads(Path(__file__).with_name("people.json").read_text(encoding="utf-8"))
)


@dataclass(frozen=True, kw_only=True)
class Account(Person):
    """A person with a password, kept as salt and scrypt hash."""

    password_hash: str
    has_sample_password: bool = False

    def has_password(self, password: str) -> bool:
        """Return whether this is the password."""
        salt, _, expected = self.password_hash.partition("$")
        return compare_digest(_derive(password, salt), expected)


def hash_password(password: str) -> str:
    """Return a salt and a scrypt hash."""
    salt = secrets.token_hex(16)
    return f"{salt}${_derive(password, salt)}"


def _derive(password: str, salt: str) -> str:
    return scrypt(password.encode(), salt=salt.encode(), n=2**13, r=8, p=1).hex()


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts in the store, by email address, and the clients of agencies, by client id."""

    store: Store

    def find(self, email: str) -> Account | None:
        """Return the account with this address, or None."""
        item = self.store.find("account", email.strip().lower())
        return Account(**item) if item else None

    def find_subject(self, subject: str) -> Account | None:
        """Return the account with this `sub`, or None."""
        return next((Account(**item) for item in self.store.list_items("account", "subject", subject)), None)

    def list_samples(self) -> list[Account]:
        """Return the sample people who still have the sample password."""
        return [Account(**item) for item in self.store.list_items("account", "has_sample_password", 1)]

    def seed(self, people: Iterable[Person]) -> None:
        """Create the accounts of people who were never seeded; a deleted account does not come back."""
        for person in people:
            if self.store.add("seeded", person.email, {}):
                password_hash = hash_password(SAMPLE_PASSWORD)
                self.add(Account(**asdict(person), password_hash=password_hash, has_sample_password=True))

    def add(self, account: Account) -> bool:
        """Create an account; return False if the address has one already."""
        return self.store.add("account", account.email, asdict(account))

    def set_password(self, account: Account, password_hash: str) -> None:
        """Replace a password, which ends every session and every token of the account."""
        changed = replace(account, password_hash=password_hash, has_sample_password=False)
        self.store.put("account", account.email, asdict(changed))
        self._end_sessions(account)

    def delete(self, account: Account) -> None:
        """Delete an account with its sessions and tokens; its subject never comes back."""
        self.store.take("account", account.email)
        self._end_sessions(account)

    def _end_sessions(self, account: Account) -> None:
        for kind in ("session", "grant"):
            self.store.delete(kind, "subject", account.subject)

    def register_client(self, agency_id: str, client_id: str, secret: str) -> None:
        """Make the client of an agency, or give one another secret or agency."""
        client = {"agency_id": agency_id, "secret_hash": sha256(secret.encode()).hexdigest()}
        self.store.put("agency client", client_id, client)

    def authenticate_client(self, client_id: str, secret: str) -> str | None:
        """Return the id of the client's agency; None for an unknown client or a wrong secret."""
        client = self.store.find("agency client", client_id) or {"secret_hash": ""}
        is_right = sha256(secret.encode()).hexdigest() == client["secret_hash"]
        return str(client["agency_id"]) if is_right else None
