"""Fictitious people, and what the sandbox's agencies hold about them: the files of the folder `data`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from domains.agencies.protocol import MatchedPerson
from domains.state.time import get_day
from infrastructure.sandbox.fees import compute_renewal_fees, compute_vehicle_license_tax
from infrastructure.sandbox.files import FileKind
from portal.language import get_month_name
from portal.types import get_utc_now

DATA = Path(__file__).with_name("data")

_Loader: type[yaml.SafeLoader | yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DAYS = re.compile(r"[+-]\d+d")


@cache
def read_data(name: str) -> Any:
    """Return the content of a file of the folder."""
    return yaml.load((DATA / name).read_text(encoding="utf-8"), _Loader)  # noqa: S506 -- a safe loader


def get_today() -> date:
    """Return the day in Arizona."""
    return get_day(get_utc_now())


@dataclass(frozen=True, slots=True)
class Owner:
    """Owner of a record."""

    person: MatchedPerson  # as the agency knows them
    email: str | None = None  # of their sample account in the portal; None for the owner of a copied record
    license_number: str | None = None  # of their driver's license, on the card and in the wallet

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.person.legal_first_name} {self.person.legal_last_name}"


@dataclass(frozen=True, slots=True)
class Payment:
    """A transaction of a record, as the agency posts it."""

    id: str
    days_ago: int  # when
    type: str
    status: str
    en: str
    es: str
    amount: str | None = None  # decimal in US dollars; None where nothing was paid
    convenience_fee: str | None = None
    method: str | None = None
    reference_number: str | None = None
    period: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """Record of a person at a service."""

    reference: str  # the agency's own name for it
    service_id: str
    owner: Owner
    # The values that find it, by identity field; any one of several is right.
    identity: Mapping[str, Sequence[str]]
    label: str  # names it for the person
    card: Mapping[str, Any]  # the display fields, with values that follow the day; see `resolve`
    payments: Sequence[Payment] = ()
    actions: Sequence[str] | None = None  # ids of the available ones; None for all
    whole: Mapping[str, str] = field(default_factory=dict)  # the values of masked display fields, by name

    def fields(self, today: date) -> dict[str, Any]:
        """Return the display fields on a day."""
        fields: dict[str, Any] = resolve(self.card, today)
        return fields

    @property
    def typed(self) -> dict[str, str]:
        """The values for a person to type."""
        return {name: values[0] for name, values in self.identity.items()}


@dataclass(frozen=True, slots=True)
class SampleMessage:
    """A message about a record."""

    reference: str  # of the record
    type: str
    days_ago: int  # when it was sent, at least one
    subject: Mapping[str, str]  # by language; likewise the body
    body: Mapping[str, str]
    is_html: bool = False
    action: str | None = None  # id of the service's action to which its button leads
    label: Mapping[str, str] | None = None  # of the button, by language, where it says more than the action's
    file: FileKind = "none"
    is_read: bool = False  # true if the person has opened it


def resolve(content: Any, today: date, event: date | None = None) -> Any:
    """Return content of a file of data with the values of a day.

    `+30d` is a day counted from today. Names in braces are replaced: of years, `{tax_year}` is that of the
    property tax whose second half is due next, on May 1 of `{next_may}`; `{month_en}` is the month of the
    event and `{month_before_en}` that of 30 days earlier. A mapping with `fee` is an amount in US dollars.
    """
    match content:
        case str() if _DAYS.fullmatch(content):
            return (today + timedelta(days=int(content[:-1]))).isoformat()
        case str() if "{" in content:
            return content.format_map(_list_names(today, event or today))
        case {"fee": fee, "price": int(price), "since": int(since), **rest}:
            compute = compute_vehicle_license_tax if fee == "tax" else compute_renewal_fees
            years_ago: Any = rest.get("years_ago", 0)
            return str(compute(price, max(today.year - since + 1 - years_ago, 1)))
        case list():
            return [resolve(each, today, event) for each in content]
        case dict():
            return {name: resolve(each, today, event) for name, each in content.items()}
    return content


def _list_names(today: date, event: date) -> Mapping[str, object]:
    next_may = today.year if today <= date(today.year, 5, 1) else today.year + 1
    month, before = get_month_name(event), get_month_name(event - timedelta(days=30))
    return {
        "year": today.year,
        "last_year": today.year - 1,
        "year_before_last": today.year - 2,
        "next_january": today.year if today == date(today.year, 1, 1) else today.year + 1,
        "next_may": next_may,
        "tax_year": next_may - 1,
        "month_en": month.en,
        "month_es": month.es,
        "month_before_en": before.en,
        "month_before_es": before.es,
    }


def make_records(today: date) -> Iterator[Record]:
    """Yield every record.

    Args:
        today: for the tax year that a person types and for identity values that follow it.
    """
    for content in read_data("records.yaml"):
        payments = [
            Payment(**resolve(each, today, today - timedelta(days=each["days_ago"])))
            for each in content.get("payments", ())
        ]
        kept = {"card": content["card"], "owner": _OWNERS[content["owner"]], "payments": payments}
        yield Record(**(resolve({**content, "payments": ()}, today) | kept))


def _make_owner(content: Mapping[str, Any]) -> Owner:
    person = MatchedPerson(
        legal_first_name=content["first_name"],
        legal_last_name=content["last_name"],
        date_of_birth=date.fromisoformat(content["born"]),
    )
    return Owner(person, content["email"], content["license_number"])


SAMPLE_OWNERS = tuple(map(_make_owner, read_data("people.yaml")))
ROSA, BEN, NORA = SAMPLE_OWNERS
_OWNERS = {owner.email: owner for owner in SAMPLE_OWNERS}
SAMPLE_CONNECTIONS: Mapping[str, Sequence[str]] = {
    person["email"]: person["connections"] for person in read_data("people.yaml") if person["connections"]
}
"""References of the records with which sample people are connected at the start, by email address and in the
order of cards."""
SAMPLE_MESSAGES: Sequence[SampleMessage] = [
    SampleMessage(**content) for content in read_data("messages.json")
]
