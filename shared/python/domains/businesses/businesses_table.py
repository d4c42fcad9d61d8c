"""The businesses table: each business is one partition.

Its `details` say who has which role, so that one item decides at one moment what a person may do and
whether an owner is left. `member#…` has what else is known of each, and finds a person's businesses.
"""

from collections.abc import Collection, Iterable
from typing import cast

from pynamodb.attributes import (
    DiscriminatorAttribute,
    JSONAttribute,
    NumberAttribute,
    UnicodeAttribute,
    UTCDateTimeAttribute,
)
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from domains.businesses.business import Business, EntityType, Member, Role
from portal.dynamo import TableMeta, bind_table
from portal.types import Clock, utc_now

_READS_OF_A_PARTITION = 5


class ByMember(GlobalSecondaryIndex["BusinessItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Finds the businesses for which somebody acts; only `details` know whether they still do."""

    class Meta(TableMeta):
        index_name = "by_member"
        projection = AllProjection()

    member_id = UnicodeAttribute(hash_key=True)
    business_id = UnicodeAttribute(range_key=True)


class BusinessItem(Model):
    """Item of a partition; the range key begins with the kind."""

    class Meta(TableMeta):
        table_name = ""

    business_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    kind = DiscriminatorAttribute()
    by_member = ByMember()


class DetailsItem(BusinessItem, discriminator="details"):
    """Item of a `Business`.

    Attributes:
        made_from: digest of the request that added it.
        roles: of each member, by user id.
        people_revision: grows with each change of the members and the invitations.
        application_begun_at: in seconds since 1970, when an application was begun or changed last.
    """

    KEY = "details"

    name = UnicodeAttribute()
    entity_type = UnicodeAttribute()
    county_id = UnicodeAttribute()
    created_at = UTCDateTimeAttribute()
    revision = NumberAttribute()
    made_from = UnicodeAttribute()
    roles = JSONAttribute()
    people_revision = NumberAttribute()
    application_begun_at = NumberAttribute(null=True)


class MemberItem(BusinessItem, discriminator="member"):
    """Item of a `Member`; the role is in `DetailsItem`."""

    member_id = UnicodeAttribute()
    name = UnicodeAttribute()
    joined_at = UTCDateTimeAttribute()


class BusinessesTable:
    """Reads businesses; the group `businesses` adds what it alone writes.

    Every answer is strongly consistent, but for `businesses_of` leaving out what was joined a moment ago
    and is not named to it.
    """

    def __init__(self, table_name: str, clock: Clock = utc_now) -> None:
        """Use the businesses table of that name."""
        bind_table(BusinessItem, table_name)
        self._clock = clock

    def role_of(self, business_id: str, user_id: str) -> Role | None:
        """Rights of a person in a business; None where it is not theirs or does not exist."""
        details = read_details(business_id)
        return roles_of(details).get(user_id) if details else None

    def business(self, business_id: str) -> Business | None:
        """Return a business, whoever asks."""
        details = read_details(business_id)
        return business_of(details) if details else None

    def businesses_of(self, user_id: str, maybe: Collection[str] = ()) -> list[tuple[Business, Role]]:
        """Return the businesses for which a person acts, by id, with the role in each.

        Args:
            maybe: ids of businesses that the index may not show yet.
        """
        found = {item.business_id for item in MemberItem.by_member.query(user_id)} | set(maybe)
        keys: list[tuple[str, str]] = [(business_id, DetailsItem.KEY) for business_id in found]
        details = sorted(DetailsItem.batch_get(keys, consistent_read=True), key=lambda item: item.business_id)
        return [(business_of(item), roles_of(item)[user_id]) for item in details if user_id in roles_of(item)]

    def members(self, business_id: str) -> list[Member]:
        """List the members of a business by user id, in one query."""
        return members_of(read_partition(business_id))

    def still_there(self, transaction: TransactWrite, business_id: str) -> None:
        """Let a transaction that begins an application fail where the business is removed.

        It leaves a note of the moment, by which a removal at the same time fails in turn: the index of the
        applications by business does not show at once what was begun.
        """
        transaction.update(
            DetailsItem(business_id, DetailsItem.KEY),
            actions=[DetailsItem.application_begun_at.set(int(self._clock().timestamp()))],
            condition=DetailsItem.item.exists(),
        )


def read_details(business_id: str) -> DetailsItem | None:
    """Return the item that decides about a business; None where there is none."""
    try:
        return DetailsItem.get(business_id, DetailsItem.KEY, consistent_read=True)
    except DoesNotExist:
        return None


def read_partition(business_id: str) -> list[BusinessItem]:
    """Return the items of a business, its people as they were at one moment.

    A query may see one item from before a transaction and another from after it; `details` names everybody
    who has a member's item, and so tells. Nobody holds such a moment up for long: after a few times the
    answer is what was read last.
    """
    items: list[BusinessItem] = []
    for _ in range(_READS_OF_A_PARTITION):
        items = list(BusinessItem.query(business_id, consistent_read=True))
        named = {user_id for item in items if isinstance(item, DetailsItem) for user_id in item.roles}
        if named == {item.member_id for item in items if isinstance(item, MemberItem)}:
            break
    return items


def roles_of(details: DetailsItem) -> dict[str, Role]:
    """Return the role of each member, by user id."""
    return cast(dict[str, Role], dict(details.roles))


def business_of(details: DetailsItem) -> Business:
    """Return the business that an item holds."""
    return Business(
        id=details.business_id,
        name=details.name,
        entity_type=cast(EntityType, details.entity_type),
        county_id=details.county_id,
        created_at=details.created_at,
        revision=int(details.revision),
    )


def members_of(items: Iterable[BusinessItem]) -> list[Member]:
    """Return the members that the items of one partition hold, by user id."""
    found = list(items)
    roles: dict[str, Role] = {}
    for item in found:
        if isinstance(item, DetailsItem):
            roles = roles_of(item)
    return [
        Member(item.business_id, item.member_id, item.name, roles[item.member_id], item.joined_at)
        for item in found
        if isinstance(item, MemberItem) and item.member_id in roles
    ]
