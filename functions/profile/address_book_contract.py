"""Requests and replies of the address book."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from functions.profile.address_book import AddressType
from portal.contract import Contract, RequestContract

MAX_LINE_CHARACTERS = 100
"""Longest line of an address."""


class AddressBookEntryRequest(RequestContract):
    """An address of the address book, as typed.

    Attributes:
        label: the person's own name for it.
        zip: five digits.
        zip4: the four digits after the hyphen.
    """

    label: Annotated[str, Field(max_length=40)] | None = None
    type: AddressType
    recipient: Annotated[str, Field(max_length=100)]
    line1: Annotated[str, Field(max_length=MAX_LINE_CHARACTERS)]
    line2: Annotated[str, Field(max_length=MAX_LINE_CHARACTERS)] | None = None
    city: Annotated[str, Field(max_length=60)]
    state: Annotated[str, Field(max_length=10)]
    zip: Annotated[str, Field(max_length=10)]
    zip4: Annotated[str, Field(max_length=10)] | None = None
    country: Literal["US"] = "US"
    phone: Annotated[str, Field(max_length=30)] | None = None


class PrimaryAddressRequest(RequestContract):
    """Request to make an address the primary one."""


class AddressBookEntryReply(Contract):
    """An address of the caller's address book.

    Attributes:
        is_primary: true for exactly one address of a book.
    """

    id: str
    label: str | None
    type: AddressType
    recipient: str
    line1: str
    line2: str | None
    city: str
    state: str
    zip: str
    zip4: str | None
    country: str
    phone: str | None
    is_primary: bool
    changed_at: datetime


class AddressesReply(Contract):
    """The caller's address book: the primary address first, then by age."""

    items: list[AddressBookEntryReply]
