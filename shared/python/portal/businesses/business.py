"""A business as the portal knows it, and the roles of the people who act for it.

The groups `businesses` and `businessapplications` both know it; how it is kept is in
`portal.businesses.businesses_table`.
"""

from typing import Literal

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
