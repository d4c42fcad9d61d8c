"""The businesses table: each business is one partition.

The item `details` holds the roles of all members, so that rights and the check for a remaining owner depend
on a single item. `member#…` holds other data of a member, and an index finds a person's businesses by it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from pynamodb.attributes import JSONAttribute, NumberAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex
from pynamodb.transactions import TransactWrite

from domains.businesses.business import Business, Member, Role
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table
from portal.types import Clock, get_utc_now

DETAILS_KEY = "details"
_READS_OF_A_PARTITION = 5


class ByMember(GlobalSecondaryIndex["BusinessItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of a person's businesses; only `details` tell if the membership is current."""

    class Meta(TableMeta):
        index_name = "by_member"
        projection = AllProjection()

    member_id = UnicodeAttribute(hash_key=True)
    business_id = UnicodeAttribute(range_key=True)


class BusinessItem(EntityItem):
    """An item of a partition; the range key begins with the kind."""

    class Meta(TableMeta):
        table_name = ""

    business_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    # Only of a member. The content has the initial role, `roles` the current one.
    member_id = UnicodeAttribute(null=True)
    revision = NumberAttribute(null=True)  # revision of the `Business`; only of `details`, like the following
    made_from = UnicodeAttribute(null=True)  # digest of the request that created it
    roles = JSONAttribute(null=True)  # roles by user id
    people_revision = NumberAttribute(null=True)  # increases with each change of members or invitations
    # Time at which an application was last created or changed.
    application_begun_at = UTCDateTimeAttribute(null=True)
    by_member = ByMember()


def _make_business_key(business: Business) -> Mapping[str, Any]:
    return {"business_id": business.id, "item": DETAILS_KEY, "revision": business.revision}


def _make_member_key(member: Member) -> Mapping[str, Any]:
    user_id = member.user_id
    return {"business_id": member.business_id, "item": f"member#{user_id}", "member_id": user_id}


BUSINESSES = Codec(BusinessItem, Business, _make_business_key)
MEMBERS = Codec(BusinessItem, Member, _make_member_key)


class BusinessesTable:
    """Reads businesses; a subclass in the group `businesses` adds its writes.

    Reads are strongly consistent, except that `list_businesses` may miss a recently joined business unless it
    is among `maybe`.
    """

    def __init__(self, table_name: str, clock: Clock = get_utc_now) -> None:
        bind_table(BusinessItem, table_name)
        self.clock = clock

    def get_own_business(self, business_id: str, user_id: str) -> tuple[Business, Role] | None:
        """Return a business with the person's role; None without a role, or if it does not exist."""
        details = read_details(business_id)
        role = get_roles(details).get(user_id) if details else None
        return (BUSINESSES.parse_item(details), role) if details and role else None

    def get_business(self, business_id: str) -> Business | None:
        """Return a business, without a check of membership."""
        details = read_details(business_id)
        return BUSINESSES.parse_item(details) if details else None

    def list_businesses(self, user_id: str, maybe: Collection[str] = ()) -> list[tuple[Business, Role]]:
        """Return a person's businesses by id, with the role in each.

        Args:
            maybe: ids of businesses that the index may still lack.
        """
        found = {item.business_id for item in BusinessItem.by_member.query(user_id)} | set(maybe)
        keys: list[tuple[str, str]] = [(business_id, DETAILS_KEY) for business_id in found]
        details = sorted(
            BusinessItem.batch_get(keys, consistent_read=True), key=lambda item: item.business_id
        )
        return [
            (BUSINESSES.parse_item(item), get_roles(item)[user_id])
            for item in details
            if user_id in get_roles(item)
        ]

    def list_members(self, business_id: str) -> list[Member]:
        """List the members of a business by user id. Takes one query."""
        return list_members(read_partition(business_id))

    def require_business(self, transaction: TransactWrite, business_id: str) -> None:
        """Make a transaction that creates an application conditional on the business.

        It also stores the time, which makes a concurrent removal fail, because the eventually consistent
        index may lack the new application.
        """
        transaction.update(
            BusinessItem(business_id, DETAILS_KEY),
            actions=[BusinessItem.application_begun_at.set(self.clock())],
            condition=BusinessItem.item.exists(),
        )

    def rename(self, transaction: TransactWrite, before: Business, after: Business) -> None:
        """Add a change of a business's name and entity type to a transaction.

        The transaction fails if the business changed since the read.
        """
        item = BUSINESSES.make_item(after)
        transaction.update(
            BusinessItem(after.id, DETAILS_KEY),
            actions=[BusinessItem.content.set(item.content), BusinessItem.revision.set(item.revision)],
            condition=BusinessItem.revision == before.revision,
        )


def read_details(business_id: str) -> BusinessItem | None:
    """Return the item `details` of a business, or None."""
    try:
        return BusinessItem.get(business_id, DETAILS_KEY, consistent_read=True)
    except DoesNotExist:
        return None


def read_partition(business_id: str) -> list[BusinessItem]:
    """Return the items of a business, with a consistent state of its members.

    A query may see a transaction halfway. `details` lists all members, which reveals that, and the query is
    repeated; after a few tries the last result counts.
    """
    items: list[BusinessItem] = []
    for _ in range(_READS_OF_A_PARTITION):
        items = list(BusinessItem.query(business_id, consistent_read=True))
        details = find_details(items)
        if set(get_roles(details) if details else ()) == {item.member_id for item in items if item.member_id}:
            break
    return items


def get_roles(details: BusinessItem) -> dict[str, Role]:
    """Return the role of each member, by user id."""
    return cast(dict[str, Role], dict(details.roles))


def find_details(items: Iterable[BusinessItem]) -> BusinessItem | None:
    """Return the item `details` of a partition, or None."""
    return next((item for item in items if item.item == DETAILS_KEY), None)


def list_members(items: Collection[BusinessItem]) -> list[Member]:
    """Return the members in the items of a partition, by user id."""
    details = find_details(items)
    roles = get_roles(details) if details else {}
    return [
        replace(MEMBERS.parse_item(item), role=roles[item.member_id])
        for item in items
        if item.member_id in roles
    ]
