"""Staff rights that the groups of a token grant, without HTTP and AWS."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from portal.principal import ROLES, StaffFault, StaffRole

PORTAL_WIDE = "portal-wide"
"""The group of the portal's own staff, who may open everybody's record."""

_AGENCY = re.compile(r"agency-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")


@dataclass(frozen=True, slots=True)
class StaffRights:
    """Rights of one person."""

    roles: frozenset[StaffRole] = frozenset()  # granted roles; empty for residents and where there is a fault
    agency_id: str | None = None  # agency of a staff member; None for the portal's own staff
    fault: StaffFault | None = None  # reason why the groups of a staff member grant nothing


def get_staff_rights(groups: Collection[str], provider_prefix: str = "") -> StaffRights:
    """Return the rights of a person in some groups.

    Rights need a role, and exactly one group that says how far they reach: `agency-ID` or `portal-wide`. An
    unknown group may be a misspelled limit, so it takes all rights away.

    Args:
        provider_prefix: beginning of the names of groups that the identity provider makes by itself; "" for
            none.
    """
    roles = frozenset(role for role in ROLES if role in groups)
    agencies = {match[1] for group in groups if (match := _AGENCY.fullmatch(group))}
    reaches = len(agencies) + (PORTAL_WIDE in groups)
    if not roles and not reaches:
        return StaffRights()
    if not all(_is_known(group, provider_prefix) for group in groups):
        return StaffRights(fault="unknownGroup")
    if not roles:
        return StaffRights()
    if reaches != 1:
        return StaffRights(fault="severalReaches" if reaches else "noReach")
    return StaffRights(roles, next(iter(agencies), None))


def _is_known(group: str, provider_prefix: str) -> bool:
    return (
        group in ROLES
        or group == PORTAL_WIDE
        or _AGENCY.fullmatch(group) is not None
        or bool(provider_prefix and group.startswith(provider_prefix))
    )
