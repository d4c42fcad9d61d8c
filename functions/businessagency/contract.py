"""Requests and replies of the routes of accounts at agencies."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, Secret

from portal.contract import Contract, RequestContract

UserName = Annotated[str, Field(min_length=1, max_length=100)]
Password = Annotated[
    Secret[Annotated[str, Field(min_length=1, max_length=256)]],
    Field(json_schema_extra={"format": "password", "writeOnly": True}),
]


class AgencyAccountReply(Contract):
    """The caller's account at an agency, with the agency's requirements.

    Attributes:
        id: of the agency.
        system_name: the agency's name for such an account.
        user_name: user name of the linked account; None, like `linked_at`, if the state is `notLinked`.
        password_min_length: characters.
        password_max_length: characters.
    """

    id: str
    agency_name: str
    system_name: str
    state: Literal["linked", "notLinked"]
    user_name: str | None
    linked_at: datetime | None
    can_register: bool
    user_name_help: str | None
    password_help: str | None
    password_min_length: int
    password_max_length: int


class AgencyAccountsReply(Contract):
    """Every agency that keeps accounts, by name."""

    items: list[AgencyAccountReply]


class AccountRegistrationRequest(RequestContract):
    """A new account at the agency."""

    user_name: UserName
    email: Annotated[str, Field(min_length=3, max_length=254)]
    password: Password


class AccountLinkRequest(RequestContract):
    """An existing account of the caller at the agency."""

    user_name: UserName
    password: Password


class AccountPasswordRequest(RequestContract):
    """New password of the linked account."""

    current_password: Password
    new_password: Password


class ForgottenPasswordRequest(RequestContract):
    """Request for a password reset by the agency."""

    user_name: UserName


class ForgottenPasswordReply(Contract):
    """Confirms the request, whether or not the account exists."""

    outcome: Literal["asked"] = "asked"
