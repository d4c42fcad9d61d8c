"""Requests and replies of the users routes."""

from datetime import datetime
from typing import Literal

from domains.accounts.account import PostLoginAction
from domains.accounts.registration_fields import CountyId, FirstName, OptionalName, RequiredName
from portal.contract import Contract, RequestContract
from portal.language import Language
from portal.validation import IsoDate, TypedCode


class SubMenuItemReply(Contract):
    """A page under a menu item."""

    label: str
    route: str


class MenuItemReply(Contract):
    """An entry of the main menu; `Profile` belongs to the user menu.

    `label` is a fixed English key that the web app translates; `icon_class` is the name of a USWDS icon.
    """

    label: str
    route: str
    icon_class: str
    sub_menu: list[SubMenuItemReply]


class UserDetailsReply(Contract):
    """The caller's name, language, menu, and next page after signing in.

    Attributes:
        first_name: form of address, never in capitals alone.
        language: saved language; None before registration.
    """

    display_name: str
    first_name: str
    language: Language | None
    menu_items: list[MenuItemReply]
    post_login_action: PostLoginAction


class RegistrationStateReply(Contract):
    """The registration of the caller: done, or open with an earlier one to link."""

    is_registered: bool
    can_link: bool


class RegistrationRequest(RequestContract):
    """The details of a registration.

    Attributes:
        legal_first_name: None for people with one name, which is their `legal_last_name`.
        county_id: county of residence in Arizona; None for people who live elsewhere.
    """

    legal_first_name: FirstName | None
    legal_last_name: RequiredName
    preferred_name: OptionalName | None = None
    date_of_birth: IsoDate
    county_id: CountyId | None = None
    language: Language


class RegistrationReply(Contract):
    """The caller's registration."""

    is_registered: Literal[True] = True
    display_name: str
    registered_at: datetime


class LinkRequest(RequestContract):
    """Request to send a code."""


class CodeSentReply(Contract):
    """The masked address of a sent code, and its expiry."""

    sent_to: str
    expires_at: datetime


class LinkConfirmation(RequestContract):
    """A received code."""

    code: TypedCode
