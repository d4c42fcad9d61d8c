"""Requests and replies of sign-ins."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from portal.contract import Contract, RequestContract


class SignInReply(Contract):
    """A sign-in of the caller.

    Attributes:
        browser: browser family, such as `Firefox`; None if unknown.
        system: operating system, such as `Windows`; None if unknown.
        city: approximate place according to the internet connection; None if unknown, like the next two.
        country: ISO 3166 code of two letters.
        is_current: true for the sign-in of this call.
        ended_at: time at which the person ended it from the list of sign-ins; None otherwise.
    """

    id: str
    signed_in_at: datetime
    browser: str | None
    system: str | None
    city: str | None
    region: str | None
    country: str | None
    is_current: bool
    has_second_factor: bool
    ended_at: datetime | None


class SignInsReply(Contract):
    """The latest sign-ins of the caller in the last year, newest first."""

    items: list[SignInReply]


class SignInEnd(RequestContract):
    """The sign-in to end."""

    id: Annotated[str, Field(min_length=1, max_length=100)]


class SignInsEnd(RequestContract):
    """Request to end all sign-ins."""
