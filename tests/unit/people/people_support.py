"""Invented people, and the data of the finder in memory."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, cast

from domains.accounts.account import Account, ContactAddress, ContactPreferences, PendingAddress, Registration
from domains.people.finder import PeopleFinder
from domains.people.people_table import FoundIds
from domains.people.person import make_person
from domains.people.tokens import TokenKeys
from portal.secrets import RotatingSecret
from portal.text import normalize
from portal.types import get_utc_now

KEYS = TokenKeys(RotatingSecret.from_text('{"current": "keys the tokens of tests"}'))
TERMS = "2026-10-01"


def make_account(
    first_name: str = "Rosa",
    last_name: str = "Delgado",
    born: str = "1984-05-17",
    email: str = "rosa@example.com",
    *,
    preferred_name: str | None = None,
    contact_email: str | None = None,
    pending_email: str | None = None,
    number: str | None = None,
    accepted_terms: str | None = TERMS,
) -> Account:
    """Return a registered account, with contact preferences if an address is given."""
    registration = Registration(
        legal_first_name=normalize(first_name) or "",
        legal_last_name=normalize(last_name) or "",
        preferred_name=preferred_name,
        display_name=f"{preferred_name or first_name} {last_name}",
        date_of_birth=date.fromisoformat(born),
        county_id="pima",
        language="es",
        email=email,
        registered_at=get_utc_now(),
    )
    account = Account(registration, accepted_terms=accepted_terms)
    if contact_email is None and number is None:
        return account
    addresses = [ContactAddress("email", contact_email or email, get_utc_now())]
    if number is not None:
        addresses.append(ContactAddress("text", number, None))
    preferences = ContactPreferences(
        language="es",
        addresses=tuple(addresses),
        notices={},
        saved_at=get_utc_now(),
        revision=1,
        pending=(PendingAddress("email", pending_email),) if pending_email else (),
    )
    return replace(account, preferences=preferences)


@dataclass
class Stored:
    """Tokens and accounts in memory, with counters of reads."""

    keys: TokenKeys
    accounts: dict[str, Account] = field(default_factory=dict)
    has: dict[str, set[str]] = field(default_factory=dict)
    calls: int = 0
    ids: int = 0
    read_accounts: int = 0

    def add(self, user_id: str, account: Account) -> None:
        self.accounts[user_id] = account
        person = make_person(account)
        assert person is not None
        for token in self.keys.compute_tokens(person):
            self.has.setdefault(token, set()).add(user_id)

    def give(self, user_id: str, other_id: str) -> None:
        """Give a person all tokens of another person, as if their hashes were equal."""
        for user_ids in self.has.values():
            if other_id in user_ids:
                user_ids.add(user_id)

    def list_user_ids(self, token: str, limit: int) -> FoundIds:
        self.calls += 1
        found = sorted(self.has.get(token, ()))
        self.ids += len(found[:limit])
        return FoundIds(found[:limit], len(found) < limit)

    def list_accounts(self, user_ids: Collection[str]) -> Mapping[str, Account]:
        self.calls += 1
        self.read_accounts += len(user_ids)
        return {user_id: self.accounts.get(user_id, Account()) for user_id in user_ids}


def make_finder(stored: Stored) -> PeopleFinder:
    return PeopleFinder(
        tokens=cast(Any, stored), accounts=cast(Any, stored), keys=stored.keys, terms_version=TERMS
    )
