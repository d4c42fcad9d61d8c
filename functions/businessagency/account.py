"""A person's accounts at agencies."""

from dataclasses import dataclass
from datetime import datetime

from domains.agencies.catalog import Offer
from domains.agencies.manifest import AccountSystem


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """An account that a person uses through the portal; at most one per agency.

    Attributes:
        reference: the agency's own name for the account; never shown.
        user_name: user name at the time of linking.
    """

    agency_id: str
    reference: str
    user_name: str
    linked_at: datetime


@dataclass(frozen=True, slots=True)
class AccountPlace:
    """An agency with accounts, and the person's account there.

    Attributes:
        offer: the service with the accounts.
        system: the manifest's description of them.
        account: None if none is linked.
    """

    offer: Offer
    system: AccountSystem
    account: LinkedAccount | None
