"""A person's accounts at agencies."""

from dataclasses import dataclass
from datetime import datetime

from domains.agencies.catalog import Offer
from domains.agencies.manifest import AccountSystem


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """An account that a person uses through the portal; at most one per agency."""

    agency_id: str
    reference: str  # the agency's own name for the account; never shown
    user_name: str  # user name at the time of linking
    linked_at: datetime


@dataclass(frozen=True, slots=True)
class AccountPlace:
    """An agency with accounts, and the person's account there."""

    offer: Offer  # the service with the accounts
    system: AccountSystem  # the manifest's description of them
    account: LinkedAccount | None  # None if none is linked
