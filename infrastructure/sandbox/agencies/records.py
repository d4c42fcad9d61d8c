"""Records of the sandbox's agencies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from domains.agencies.protocol import MatchedPerson

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Owner:
    """Owner of a record.

    Attributes:
        person: as the agency knows them.
        email: of their sample account in the portal; None for the owner of a copied record.
        license_number: of their driver's license, on the card and in the wallet.
    """

    person: MatchedPerson
    email: str | None = None
    license_number: str | None = None

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.person.legal_first_name} {self.person.legal_last_name}"


@dataclass(frozen=True, slots=True)
class Payment:
    """A transaction of a record, as the agency posts it.

    Attributes:
        days_ago: when.
        amount: decimal in US dollars; None where nothing was paid.
    """

    id: str
    days_ago: int
    type: str
    status: str
    en: str
    es: str
    amount: str | None = None
    convenience_fee: str | None = None
    method: str | None = None
    reference_number: str | None = None
    period: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """Record of a person at a service.

    Attributes:
        reference: the agency's own name for it.
        identity: the values that find it, by identity field; any one of several is right.
        label: names it for the person.
        fields: the display fields on a day.
        actions: ids of the available ones; None for all.
        whole: the values of masked display fields, by name.
    """

    reference: str
    service_id: str
    owner: Owner
    identity: Mapping[str, Sequence[str]]
    label: str
    fields: Callable[[date], Fields]
    payments: Sequence[Payment] = ()
    actions: Sequence[str] | None = None
    whole: Mapping[str, str] = field(default_factory=dict)

    @property
    def typed(self) -> dict[str, str]:
        """The values for a person to type."""
        return {name: values[0] for name, values in self.identity.items()}
