"""A person's accounts at agencies, and the attempts to prove that an account is theirs."""

from dataclasses import dataclass
from datetime import datetime

from domains.agencies.catalog import Offer
from domains.agencies.manifest import AccountSystem


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """An account that a person uses through the portal; there is at most one at an agency.

    Attributes:
        reference: the agency's own name of the account; never shown.
        user_name: as it was given when it was linked.
    """

    agency_id: str
    reference: str
    user_name: str
    linked_at: datetime


@dataclass(frozen=True, slots=True)
class AccountPlace:
    """An agency that keeps accounts, and the person's account there.

    Attributes:
        offer: the service that has the accounts.
        system: its accounts.
        account: None when none is linked.
    """

    offer: Offer
    system: AccountSystem
    account: LinkedAccount | None
