"""A business as the portal knows it, and the roles of the people who act for it.

The groups `businesses` and `businessapplications` both know it; how it is kept is in
`domains.businesses.businesses_table`.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from portal.errors import Forbidden, NotFound
from portal.language import Text

EntityType = Literal[
    "soleProprietor",
    "partnership",
    "llc",
    "pllc",
    "corporation",
    "professionalCorporation",
    "nonprofit",
    "lp",
    "llp",
    "foreignLlc",
    "foreignCorporation",
]
"""Legal form of a business; filings and costs depend on it."""

Role = Literal["owner", "manager", "viewer"]
"""Owners decide who else acts for the business, managers file and change, viewers read."""

ROLES: tuple[Role, ...] = get_args(Role)
"""The one that may do most first."""


class RoleNotAllowed(Forbidden):
    code = "roleNotAllowed"
    text = Text(
        en="Your role in this business does not allow this. Ask an owner.",
        es="Su función en este negocio no permite esto. Pídaselo a una persona propietaria.",
    )


class BusinessNotFound(NotFound):
    code = "businessNotFound"
    text = Text(
        en="You act for no such business. Load the list of your businesses again.",
        es="Usted no actúa por ese negocio. Vuelva a cargar la lista de sus negocios.",
    )


@dataclass(frozen=True, slots=True)
class Business:
    """A business that somebody added.

    Attributes:
        name: as typed, tidied; the portal does not check that it can be had.
        county_id: of its known place of business.
        revision: grows with each change of name, entity type or county; who acts for it does not change it.
    """

    id: str
    name: str
    entity_type: EntityType
    county_id: str
    created_at: datetime
    revision: int


@dataclass(frozen=True, slots=True)
class Member:
    """Member of a business.

    Attributes:
        name: display name of the registration when the person joined.
    """

    business_id: str
    user_id: str
    name: str
    role: Role
    joined_at: datetime
