"""A business, and the roles of its members.

Shared by the groups `businesses` and `businessapplications`. Storage: `domains.businesses.businesses_table`.
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
        es="Su función en este negocio no permite esto. Pídaselo a un propietario.",
    )


class BusinessNotFound(NotFound):
    code = "businessNotFound"
    text = Text(
        en="You do not act for this business. Reload the list of your businesses.",
        es="Usted no actúa en nombre de ese negocio. Vuelva a cargar la lista de sus negocios.",
    )


@dataclass(frozen=True, slots=True)
class Business:
    """A business."""

    id: str
    name: str  # normalized input; the portal does not check its availability
    entity_type: EntityType
    county_id: str  # county of its known place of business
    created_at: datetime
    # Increases with each change of name, entity type, or county, and not with changes of members.
    revision: int


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a business."""

    business_id: str
    user_id: str
    name: str  # the person's display name at the time of joining
    role: Role
    joined_at: datetime
