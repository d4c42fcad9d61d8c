"""A business as the portal knows it, and the roles of the people who act for it.

The groups `businesses` and `businessapplications` both know it; how it is kept is in
`portal.businesses.businesses_table`.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

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
"""How a business is organized; what is filed, and what it costs, follows from it."""

Role = Literal["owner", "manager", "viewer"]
"""Owners decide who else acts for the business, managers file and change, viewers read."""

ROLES: tuple[Role, ...] = get_args(Role)
"""The one that may do most first."""


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
    """Somebody who acts for a business.

    Attributes:
        name: display name of the registration when the person joined.
    """

    business_id: str
    user_id: str
    name: str
    role: Role
    joined_at: datetime
