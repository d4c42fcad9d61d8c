"""The businesses table: each business is one partition.

The item `details` holds the roles of all members, so that rights and the check for a remaining owner depend
on a single item. `member#…` holds other data of a member, and an index finds a person's businesses by it.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from domains.businesses.business import Business, Member, Role
from portal.items import Item, JsonSchema, format_moment
from portal.tables import Action, Attr, Table, Write
from portal.types import Clock, get_utc_now
from portal.updates import LostRace, retry_lost_races

KEYS = ("business_id", "item")
DETAILS_KEY = "details"
_MEMBERSHIPS = "by_member"
_READS_OF_A_PARTITION = 5


def _get_business_attributes(business: Business) -> Mapping[str, Any]:
    return {"business_id": business.id, "item": DETAILS_KEY, "revision": business.revision}


def _get_member_attributes(member: Member) -> Mapping[str, Any]:
    user_id = member.user_id
    return {"business_id": member.business_id, "item": f"member#{user_id}", "member_id": user_id}


# `details` also has `made_from`, the digest of the request that created it; `roles`, by user id, as JSON;
# `people_revision`, which increases with each change of members or invitations; and `application_begun_at`,
# the time at which an application was last created or changed.
BUSINESSES = JsonSchema(Business, KEYS, _get_business_attributes)
# The content of a member has the initial role, `roles` the current one.
MEMBERS = JsonSchema(Member, KEYS, _get_member_attributes)


class BusinessesTable:
    """Reads businesses; a subclass in the group `businesses` adds its writes.

    Reads are strongly consistent, except that `list_businesses` may miss a recently joined business unless it
    is among `maybe`.
    """

    def __init__(self, table_name: str, clock: Clock = get_utc_now) -> None:
        self._businesses = Table(table_name, BUSINESSES)
        self._members = Table(table_name, MEMBERS)
        self.clock = clock

    def get_own_business(self, business_id: str, user_id: str) -> tuple[Business, Role] | None:
        """Return a business with the person's role; None without a role, or if it does not exist."""
        details = self._businesses.get_item(business_id, DETAILS_KEY)
        role = get_roles(details).get(user_id) if details else None
        return (BUSINESSES.parse_item(details), role) if details and role else None

    def get_business(self, business_id: str) -> Business | None:
        """Return a business, without a check of membership."""
        return self._businesses.get(business_id, DETAILS_KEY)

    def list_businesses(self, user_id: str, maybe: Collection[str] = ()) -> list[tuple[Business, Role]]:
        """Return a person's businesses by id, with the role in each.

        Args:
            maybe: ids of businesses that the index may still lack.
        """
        entries = self._members.query(Attr("member_id") == user_id, index=_MEMBERSHIPS, consistent=False)
        ids = {entry["business_id"] for entry in entries} | set(maybe)
        details = self._businesses.list_items((business_id, DETAILS_KEY) for business_id in sorted(ids))
        return [
            (BUSINESSES.parse_item(item), get_roles(item)[user_id])
            for item in sorted(details, key=lambda item: item["business_id"])
            if user_id in get_roles(item)
        ]

    def list_members(self, business_id: str) -> list[Member]:
        """List the members of a business by user id. Takes one query."""
        return list_members(self.list_items(business_id))

    def list_items(self, business_id: str) -> list[Item]:
        """Return the items of a business, with a consistent state of its members.

        A query may see a transaction halfway. `details` lists all members, which reveals that, and the query
        is repeated; after a few tries the last result counts.
        """
        items: list[Item] = []

        @retry_lost_races(LostRace, attempts=_READS_OF_A_PARTITION)
        def read() -> None:
            items[:] = self._businesses.query(Attr("business_id") == business_id)
            details = find_details(items)
            member_ids = {item["member_id"] for item in items if "member_id" in item}
            if set(get_roles(details) if details else ()) != member_ids:
                raise LostRace

        with suppress(LostRace):
            read()
        return items

    def require_business(self, business_id: str) -> Write:
        """Make a transaction that creates an application conditional on the business.

        It also stores the time, which makes a concurrent removal fail, because the eventually consistent
        index may lack the new application.
        """
        begun_at = Attr("application_begun_at").set(format_moment(self.clock()))
        return self._businesses.make_update((business_id, DETAILS_KEY), [begun_at], Attr("item").exists())

    def rename_business(self, before: Business, after: Business) -> Write:
        """Return a write that changes a business's name and entity type, unless it changed since the read."""
        is_unchanged = Attr("revision") == before.revision
        return self._businesses.make_update((after.id, DETAILS_KEY), make_actions(after), is_unchanged)


def make_actions(business: Business) -> list[Action]:
    """Return the actions that replace a stored business."""
    content = BUSINESSES.make_content(business)
    return [Attr("content").set(content), Attr("revision").set(business.revision)]


def get_roles(details: Item) -> dict[str, Role]:
    """Return the role of each member, by user id."""
    return cast(dict[str, Role], json.loads(details["roles"]))


def find_details(items: Iterable[Item]) -> Item | None:
    """Return the item `details` of a partition, or None."""
    return next((item for item in items if item["item"] == DETAILS_KEY), None)


def list_members(items: Collection[Item]) -> list[Member]:
    """Return the members in the items of a partition, by user id."""
    details = find_details(items)
    roles = get_roles(details) if details else {}
    return [
        replace(MEMBERS.parse_item(item), role=roles[item["member_id"]])
        for item in items
        if item.get("member_id") in roles
    ]
