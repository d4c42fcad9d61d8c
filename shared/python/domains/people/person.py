"""A person in searches of support staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from domains.accounts.account import Account, PostLoginAction

AccountState = Literal["active", "termsNotAccepted", "contactPreferencesMissing"]

_STATES: dict[PostLoginAction, AccountState] = {
    PostLoginAction.TERMS_AND_CONDITIONS: "termsNotAccepted",
    PostLoginAction.CONTACT_PREFERENCES: "contactPreferencesMissing",
    PostLoginAction.DASHBOARD: "active",
}


@dataclass(frozen=True, slots=True)
class Person:
    """Searchable data of a person."""

    legal_first_name: str
    legal_last_name: str
    preferred_name: str | None
    birth_year: int
    # Addresses of the registration and the contact preferences, including unconfirmed ones.
    emails: Sequence[str]
    phones: Sequence[str]  # numbers for text messages, E.164, including unconfirmed ones


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person found by a search."""

    user_id: str
    display_name: str
    legal_first_name: str
    legal_last_name: str
    preferred_name: str | None
    email: str | None  # address for notices, or None
    county_id: str | None  # None for a person who lives elsewhere
    birth_year: int
    state: AccountState


def make_person(account: Account) -> Person | None:
    """Return the searchable data of an account; None if it has no registration."""
    registration, preferences = account.registration, account.preferences
    if registration is None:
        return None
    contacts = [(each.channel, each.address) for each in preferences.addresses] if preferences else []
    if preferences:
        contacts += [(each.channel, each.address) for each in preferences.pending]
    emails = [registration.email, *(address for channel, address in contacts if channel == "email")]
    return Person(
        legal_first_name=registration.legal_first_name,
        legal_last_name=registration.legal_last_name,
        preferred_name=registration.preferred_name,
        birth_year=registration.date_of_birth.year,
        emails=tuple(dict.fromkeys(email for email in emails if email)),
        phones=tuple(address for channel, address in contacts if channel == "text" and address),
    )


def make_found_person(user_id: str, account: Account, current_terms: str) -> FoundPerson:
    """Return a registered person for a list.

    Args:
        current_terms: version of the terms in force.

    Raises:
        ValueError: the account has no registration.
    """
    registration, preferences = account.registration, account.preferences
    if registration is None:
        raise ValueError("Only somebody who is registered is shown")
    addresses = (
        [each.address for each in preferences.addresses if each.channel == "email"] if preferences else []
    )
    return FoundPerson(
        user_id=user_id,
        display_name=registration.display_name,
        legal_first_name=registration.legal_first_name,
        legal_last_name=registration.legal_last_name,
        preferred_name=registration.preferred_name,
        email=next(iter(addresses), registration.email) or None,
        county_id=registration.county_id,
        birth_year=registration.date_of_birth.year,
        state=_STATES[account.get_next_step(current_terms)],
    )
