"""Writes of the businesses group to the businesses table.

In addition to the items of `domains.businesses.businesses_table`, a partition has `invitation#…`, for a day
`former#…` for each person who left, and for a day only `removed` after the business's removal. Partition
`sender#` and a person's id has the times of recent invitations from them, `address#` and a hash those to an
email address, and `adder#` and a person's id the recently added businesses.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from pynamodb.attributes import (
    JSONAttribute,
    TTLAttribute,
    UnicodeAttribute,
    UTCDateTimeAttribute,
    VersionAttribute,
)
from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.condition import Condition
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from domains.businesses.business import Business, Role
from domains.businesses.businesses_table import (
    BUSINESSES,
    DETAILS_KEY,
    MEMBERS,
    BusinessesTable,
    BusinessItem,
    find_details,
    list_members,
    read_partition,
)
from functions.businesses.team import (
    INDEX_DELAY,
    AddedBusinesses,
    Invitation,
    Team,
)
from portal.dynamo import Codec, TableMeta, Write, bind_table, get_version_before, update_if, write_together
from portal.types import Clock, get_utc_now

_REMEMBERED = timedelta(days=1)
_ADDED = "added"
_REMOVED = "removed"
_FORMER = "former#"
_INVITATION = "invitation#"


class InvitationItem(BusinessItem):
    """Item of an `Invitation`."""

    accepted_at = UTCDateTimeAttribute(null=True)
    withdrawn_at = UTCDateTimeAttribute(null=True)
    remove_at = TTLAttribute()


class MarkItem(BusinessItem):
    """Mark, kept for a day, of a former member or a removed business."""

    content = UnicodeAttribute(null=True)
    owner_ids = JSONAttribute(null=True)  # user ids of a removed business's owners
    remove_at = TTLAttribute()


class AddedItem(BusinessItem):
    """Item of `AddedBusinesses`."""

    remove_at = TTLAttribute()
    version = VersionAttribute()


def _make_invitation_key(invitation: Invitation) -> Mapping[str, Any]:
    return {
        "business_id": invitation.business_id,
        "item": _INVITATION + invitation.id,
        "accepted_at": invitation.accepted_at,
        "withdrawn_at": invitation.withdrawn_at,
        "remove_at": invitation.get_kept_until(),
    }


def _make_added_key(added: AddedBusinesses) -> Mapping[str, Any]:
    partition = _make_adder_partition(added.person_id)
    return {"business_id": partition, "item": _ADDED, **get_version_before(added.revision)}


_INVITATIONS = Codec(InvitationItem, Invitation, _make_invitation_key)
_ADDED_BUSINESSES = Codec(AddedItem, AddedBusinesses, _make_added_key)


class _ByBusiness(GlobalSecondaryIndex["_ApplicationItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    class Meta(TableMeta):
        index_name = "by_business"
        projection = KeysOnlyProjection()

    business_id = UnicodeAttribute(hash_key=True)
    application_id = UnicodeAttribute(range_key=True)


class _ApplicationItem(Model):
    """The keys of an application; importing `domains.applications` takes longer."""

    class Meta(TableMeta):
        table_name = ""

    application_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    by_business = _ByBusiness()


class BusinessesRepository(BusinessesTable):
    """Reads and writes businesses and their people; reads are strongly consistent."""

    def __init__(self, table_name: str, applications_table_name: str, clock: Clock = get_utc_now) -> None:
        """Use the businesses table and the applications table's index with these names."""
        super().__init__(table_name, clock)
        bind_table(_ApplicationItem, applications_table_name)

    def get_team(self, business_id: str) -> Team | None:
        """Return a business with its people, or None."""
        items = read_partition(business_id)
        details = find_details(items)
        if details is None:
            return None
        return Team(
            business=BUSINESSES.parse_item(details),
            made_from=details.made_from,
            members=tuple(list_members(items)),
            invitations=tuple(
                _INVITATIONS.parse_item(item) for item in items if item.item.startswith(_INVITATION)
            ),
            former_ids=frozenset(
                item.item.removeprefix(_FORMER) for item in items if item.item.startswith(_FORMER)
            ),
            revision=int(details.people_revision),
            application_begun_at=details.application_begun_at,
        )

    def get_added(self, person_id: str) -> AddedBusinesses:
        """Return the businesses that a person added recently."""
        try:
            item = AddedItem.get(_make_adder_partition(person_id), _ADDED, consistent_read=True)
        except DoesNotExist:
            return AddedBusinesses(person_id)
        return _ADDED_BUSINESSES.parse_item(item)

    def add(self, team: Team, added: AddedBusinesses, now: datetime) -> bool:
        """Add a business with its first member.

        Args:
            added: the next revision of the person's additions.

        Returns:
            False if another revision is stored, or the business exists or was removed within a day; nothing
            was written.
        """

        def write(transaction: TransactWrite) -> None:
            transaction.save(
                BUSINESSES.make_item(
                    team.business,
                    made_from=team.made_from,
                    roles=_map_roles(team),
                    people_revision=team.revision,
                ),
                BusinessItem.item.does_not_exist(),
            )
            transaction.condition_check(
                MarkItem,
                team.business.id,
                _REMOVED,
                MarkItem.item.does_not_exist() | (MarkItem.remove_at <= now),
            )
            for member in team.members:
                transaction.save(MEMBERS.make_item(member))
            transaction.save(_ADDED_BUSINESSES.make_item(added, remove_at=now + INDEX_DELAY))

        return write_together(write)

    def change_business(self, before: Team, after: Business) -> bool:
        """Replace the details of a business, if they and its people are unchanged; false if they changed."""
        return update_if(
            BusinessItem(before.business.id, DETAILS_KEY),
            [
                BusinessItem.content.set(BUSINESSES.make_item(after).content),
                BusinessItem.revision.set(after.revision),
            ],
            _is_as_read(before) & (BusinessItem.revision == before.business.revision),
        )

    def save_team(self, before: Team, after: Team, *others: Write) -> bool:
        """Write the changes of members and invitations, if nobody changed them since the read.

        Args:
            others: writes in the same transaction.

        Returns:
            False if they changed; nothing was written.
        """

        def write(transaction: TransactWrite) -> None:
            transaction.update(
                BusinessItem(before.business.id, DETAILS_KEY),
                [
                    BusinessItem.roles.set(_map_roles(after)),
                    BusinessItem.people_revision.set(before.revision + 1),
                ],
                _is_as_read(before),
            )
            for gone in before.members:
                if after.member(gone.user_id) is None:
                    transaction.delete(MEMBERS.make_item(gone))
                    key, remove_at = _FORMER + gone.user_id, self.clock() + _REMEMBERED
                    transaction.save(MarkItem(gone.business_id, key, remove_at=remove_at))
            for joined in after.members:
                if before.member(joined.user_id) is None:
                    transaction.save(MEMBERS.make_item(joined))
            kept = {invitation.id for invitation in after.invitations}
            for known in before.invitations:
                if known.id not in kept:
                    transaction.delete(_INVITATIONS.make_item(known))
            # With the invitation read before a change and `details` after it, a closed one would reopen.
            as_read = {invitation.id: invitation for invitation in before.invitations}
            for invitation in after.invitations:
                if invitation not in before.invitations:
                    transaction.save(
                        _INVITATIONS.make_item(invitation), _is_still(as_read.get(invitation.id))
                    )
            for each in others:
                each(transaction)

        return write_together(write)

    def mark_mailed(self, invitation: Invitation) -> None:
        """Mark an invitation's email as sent, unless the invitation is gone or over."""
        mailed = _INVITATIONS.make_item(replace(invitation, is_mailed=True))
        update_if(
            InvitationItem(mailed.business_id, mailed.item),
            [InvitationItem.content.set(mailed.content)],
            InvitationItem.item.exists() & _is_still(invitation),
        )

    def has_applications(self, business_id: str) -> bool:
        """Return whether a business has applications; eventually consistent."""
        return any(True for _ in _ApplicationItem.by_business.query(business_id, limit=1))

    def remove(self, team: Team, now: datetime) -> bool:
        """Remove a business if members, invitations, and applications are unchanged.

        Closed invitations expire in DynamoDB: there may be more than a transaction can delete.

        Returns:
            False if they changed; nothing was written.
        """
        business_id = team.business.id
        is_begun_as_read = _is_at(BusinessItem.application_begun_at, team.application_begun_at)

        def write(transaction: TransactWrite) -> None:
            transaction.delete(BusinessItem(business_id, DETAILS_KEY), _is_as_read(team) & is_begun_as_read)
            owner_ids, remove_at = sorted(team.owner_ids), now + _REMEMBERED
            transaction.save(MarkItem(business_id, _REMOVED, owner_ids=owner_ids, remove_at=remove_at))
            for member in team.members:
                transaction.delete(MEMBERS.make_item(member))
            for invitation in team.open_invitations(now):
                transaction.delete(_INVITATIONS.make_item(invitation))

        return write_together(write)

    def list_removers(self, business_id: str, now: datetime) -> frozenset[str]:
        """Return the owners of a business that was removed within a day."""
        try:
            item = MarkItem.get(business_id, _REMOVED, consistent_read=True)
        except DoesNotExist:
            return frozenset()
        return frozenset(item.owner_ids) if now < item.remove_at else frozenset()


def _is_as_read(team: Team) -> Condition:
    return BusinessItem.people_revision == team.revision


def _is_still(invitation: Invitation | None) -> Condition:
    if invitation is None:
        return InvitationItem.item.does_not_exist()
    both: Condition = _is_at(InvitationItem.accepted_at, invitation.accepted_at) & _is_at(
        InvitationItem.withdrawn_at, invitation.withdrawn_at
    )
    return both


def _is_at(attribute: UTCDateTimeAttribute, moment: datetime | None) -> Condition:
    return attribute.does_not_exist() if moment is None else attribute == moment


def _map_roles(team: Team) -> dict[str, Role]:
    return {member.user_id: member.role for member in team.members}


def _make_adder_partition(person_id: str) -> str:
    return f"adder#{person_id}"
