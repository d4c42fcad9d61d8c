"""Validation of a business's details; the check of names covers the name's availability."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import asdict, dataclass

from domains.businesses.business import Business, EntityType
from functions.businesses import texts
from portal.errors import InvalidRequest, Problem
from portal.text import tidy


@dataclass(frozen=True, slots=True)
class BusinessDetails:
    """Details of a business as entered; see `Business`."""

    name: str
    entity_type: EntityType
    county_id: str

    def get_digest(self) -> str:
        """Return a hash that is equal for equal details."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def check_business(requested: BusinessDetails, county_ids: Collection[str]) -> BusinessDetails:
    """Normalize and validate a business's details.

    Args:
        county_ids: those of `domains.reference.data.counties`.
    """
    problems = []
    name = tidy(requested.name)
    if not any(character.isalnum() for character in name):
        problems.append(Problem("name", texts.EMPTY_NAME))
    if requested.county_id not in county_ids:
        problems.append(Problem("countyId", texts.UNKNOWN_COUNTY))
    if problems:
        raise InvalidRequest(*problems)
    return BusinessDetails(name, requested.entity_type, requested.county_id)


def get_details(business: Business) -> BusinessDetails:
    """Return the changeable details of a business."""
    return BusinessDetails(business.name, business.entity_type, business.county_id)
