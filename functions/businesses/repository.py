"""Writes of the businesses group to the businesses table.

Beside what `domains.businesses.businesses_table` names, a partition has `invitation#…`, for a day `former#…`
of each person who left, and, where the business was removed, for a day `removed` instead of all else.
Partition `sender#` and a person's id has when they sent invitations lately, `address#` and a hash when an
e-mail address got some, and `adder#` and a person's id which businesses they added.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import cast

from pynamodb.attributes import BooleanAttribute, JSONAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import DoesNotExist, UpdateError
from pynamodb.expressions.condition import Condition
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from domains.businesses.business import Business, Member, Role
from domains.businesses.businesses_table import (
    BusinessesTable,
    BusinessItem,
    DetailsItem,
    MemberItem,
    business_of,
    members_of,
    read_partition,
)
from functions.businesses.errors import TooManyInvitationsSent, TooManyInvitationsToAddress
from functions.businesses.team import (
    INDEX_DELAY,
    SENT,
    SENT_TO_AN_ADDRESS,
    AddedBusinesses,
    Invitation,
    Team,
)
from portal.dynamo import TableMeta, bind_table, is_condition_failure, write_together
from portal.errors import TooManyRequests
from portal.rate_window import Call, Limit, RateWindow
from portal.rate_windows_table import RateWindows
from portal.types import Clock, utc_now

_REMEMBERED = timedelta(days=1)
_SENT = "sent"


class InvitationItem(BusinessItem, discriminator="invitation"):
    """Item of an `Invitation`; times in seconds since 1970."""

    invitation_id = UnicodeAttribute()
    email = UnicodeAttribute()
    role = UnicodeAttribute()
    inviter_id = UnicodeAttribute()
    inviter_name = UnicodeAttribute()
    secret_hash = UnicodeAttribute()
    sent_at = NumberAttribute()
    expires_at = NumberAttribute()
    is_mailed = BooleanAttribute()
    accepted_at = NumberAttribute(null=True)
    accepted_by = UnicodeAttribute(null=True)
    withdrawn_at = NumberAttribute(null=True)
    remove_at = NumberAttribute()


class FormerItem(BusinessItem, discriminator="former"):
    """Former member of a business."""

    former_id = UnicodeAttribute()
    remove_at = NumberAttribute()


class RemovedItem(BusinessItem, discriminator="removed"):
    """Remains of a removed business.

    Attributes:
        owner_ids: user ids of those who could remove it.
    """

    KEY = "removed"

    owner_ids = JSONAttribute()
    remove_at = NumberAttribute()


class AddedItem(BusinessItem, discriminator="added"):
    """Item of `AddedBusinesses`; `moments` in seconds since 1970."""

    KEY = "added"

    moments = JSONAttribute()
    revision = NumberAttribute()
    remove_at = NumberAttribute()


class _ByBusiness(GlobalSecondaryIndex["_ApplicationItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    class Meta(TableMeta):
        index_name = "by_business"
        projection = KeysOnlyProjection()

    business_id = UnicodeAttribute(hash_key=True)
    application_id = UnicodeAttribute(range_key=True)


class _ApplicationItem(Model):
    """The keys of an application. `domains.applications` knows all of it, and takes longer to import."""

    class Meta(TableMeta):
        table_name = ""

    application_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    by_business = _ByBusiness()


@dataclass(frozen=True, slots=True)
class SentInvitations:
    """Invitations that count towards a limit.

    Attributes:
        owner: the partition that has them.
        refusal: what exceeding the limit is answered with.
    """

    owner: str
    window: RateWindow
    limit: Limit
    refusal: type[TooManyRequests]

    def admit(self, call: Call) -> "SentInvitations":
        """Return the next revision with one more.

        Raises:
            TooManyRequests: `refusal`, with the time until another one is allowed.
        """
        return replace(self, window=self.limit.admit(self.window, call, self.refusal))

    def without(self, invitation_id: str) -> "SentInvitations":
        """Return the next revision without one that did not leave."""
        return replace(self, window=self.window.without(invitation_id))


class BusinessesRepository(BusinessesTable):
    """Adds, changes and removes businesses and their people; reads are strongly consistent."""

    def __init__(self, table_name: str, applications_table_name: str, clock: Clock = utc_now) -> None:
        """Use the businesses table, and the index of the applications table, of those names."""
        super().__init__(table_name, clock)
        bind_table(_ApplicationItem, applications_table_name)
        self._windows = RateWindows(table_name, partition_key="business_id", expiry="remove_at")

    def team(self, business_id: str) -> Team | None:
        """Return a business with its people; None where there is none."""
        items = read_partition(business_id)
        details = next((item for item in items if isinstance(item, DetailsItem)), None)
        if details is None:
            return None
        return Team(
            business=business_of(details),
            made_from=details.made_from,
            members=tuple(members_of(items)),
            invitations=tuple(_invitation(item) for item in items if isinstance(item, InvitationItem)),
            former_ids=frozenset(item.former_id for item in items if isinstance(item, FormerItem)),
            revision=int(details.people_revision),
            application_begun_at=_optional_moment(details.application_begun_at),
        )

    def added_by(self, person_id: str) -> AddedBusinesses:
        """Return the businesses that a person added lately."""
        try:
            item = AddedItem.get(_adder_partition(person_id), AddedItem.KEY, consistent_read=True)
        except DoesNotExist:
            return AddedBusinesses(person_id)
        moments = {business_id: _moment(seconds) for business_id, seconds in item.moments.items()}
        return AddedBusinesses(person_id, moments, int(item.revision))

    def add(self, team: Team, added: AddedBusinesses, now: datetime) -> bool:
        """Add a business with its first member.

        Args:
            added: replaces what is known of the person's additions, if that is as it was read.

        Returns:
            False when it is not, when the business is there, or when it was removed within a day; nothing
            was written then.
        """
        business = team.business

        def write(transaction: TransactWrite) -> None:
            transaction.save(
                DetailsItem(
                    business.id,
                    DetailsItem.KEY,
                    name=business.name,
                    entity_type=business.entity_type,
                    county_id=business.county_id,
                    created_at=business.created_at,
                    revision=business.revision,
                    made_from=team.made_from,
                    roles=_roles(team),
                    people_revision=team.revision,
                ),
                DetailsItem.item.does_not_exist(),
            )
            transaction.condition_check(
                RemovedItem,
                business.id,
                RemovedItem.KEY,
                RemovedItem.item.does_not_exist() | (RemovedItem.remove_at <= _seconds(now)),
            )
            for member in team.members:
                transaction.save(_member_item(member))
            _save_added(transaction, added, now)

        return write_together(write)

    def change_business(self, before: Team, after: Business) -> bool:
        """Replace the details of a business, if these and its people are still as they were read.

        Returns:
            False when they are not; nothing was written then.
        """
        item = DetailsItem(before.business.id, DetailsItem.KEY)
        try:
            item.update(
                [
                    DetailsItem.name.set(after.name),
                    DetailsItem.entity_type.set(after.entity_type),
                    DetailsItem.county_id.set(after.county_id),
                    DetailsItem.revision.set(after.revision),
                ],
                _is_as_read(before) & (DetailsItem.revision == before.business.revision),
            )
        except UpdateError as error:
            if not is_condition_failure(error):
                raise
            return False
        return True

    def save_team(self, before: Team, after: Team, sent: Sequence[SentInvitations] = ()) -> bool:
        """Write what differs in members and invitations, if nobody changed either since they were read.

        Args:
            sent: the next revisions of the windows that count invitations.

        Returns:
            False when somebody did; nothing was written then.
        """

        def write(transaction: TransactWrite) -> None:
            transaction.update(
                DetailsItem(before.business.id, DetailsItem.KEY),
                [
                    DetailsItem.roles.set(_roles(after)),
                    DetailsItem.people_revision.set(before.revision + 1),
                ],
                _is_as_read(before),
            )
            for gone in before.members:
                if after.member(gone.user_id) is None:
                    transaction.delete(MemberItem(gone.business_id, _member_key(gone.user_id)))
                    transaction.save(_former_item(gone, self._clock() + _REMEMBERED))
            for joined in after.members:
                if before.member(joined.user_id) is None:
                    transaction.save(_member_item(joined))
            kept = {invitation.id for invitation in after.invitations}
            for known in before.invitations:
                if known.id not in kept:
                    transaction.delete(InvitationItem(known.business_id, _invitation_key(known.id)))
            # Read before a change of it and `details` after that, one that is over would be open again.
            as_read = {invitation.id: invitation for invitation in before.invitations}
            for invitation in after.invitations:
                if invitation not in before.invitations:
                    transaction.save(_invitation_item(invitation), _is_still(as_read.get(invitation.id)))
            for each in sent:
                latest = max((call.at for call in each.window.calls), default=self._clock())
                expires_at = each.limit.expiry(latest)
                transaction.save(self._windows.item_of(each.owner, _SENT, each.window, expires_at))

        return write_together(write)

    def mark_mailed(self, invitation: Invitation) -> None:
        """Note that the e-mail of an invitation left; one that is gone stays gone."""
        item = InvitationItem(invitation.business_id, _invitation_key(invitation.id))
        try:
            item.update([InvitationItem.is_mailed.set(True)], InvitationItem.item.exists())
        except UpdateError as error:
            if not is_condition_failure(error):
                raise

    def get_sent(self, sender_id: str, address: str) -> list[SentInvitations]:
        """Return the invitations sent lately by a person, and those that went to an address."""
        sender, to_address = f"sender#{sender_id}", _address_partition(address)
        sent, received = self._windows.get(sender, _SENT), self._windows.get(to_address, _SENT)
        return [
            SentInvitations(sender, sent, SENT, TooManyInvitationsSent),
            SentInvitations(to_address, received, SENT_TO_AN_ADDRESS, TooManyInvitationsToAddress),
        ]

    def has_applications(self, business_id: str) -> bool:
        """Return whether the index knows an application of a business; a very new one may be missing."""
        return any(True for _ in _ApplicationItem.by_business.query(business_id, limit=1))

    def remove(self, team: Team, now: datetime) -> bool:
        """Remove a business if members, invitations and applications are as they were read.

        Invitations that are over go when DynamoDB removes them: there may be more than a transaction takes.

        Returns:
            False when somebody did; nothing was written then.
        """
        business_id = team.business.id
        is_begun_as_read = _is_at(DetailsItem.application_begun_at, team.application_begun_at)

        def write(transaction: TransactWrite) -> None:
            transaction.delete(
                DetailsItem(business_id, DetailsItem.KEY), _is_as_read(team) & is_begun_as_read
            )
            transaction.save(
                RemovedItem(
                    business_id,
                    RemovedItem.KEY,
                    owner_ids=sorted(team.owner_ids),
                    remove_at=_seconds(now + _REMEMBERED),
                )
            )
            for member in team.members:
                transaction.delete(MemberItem(business_id, _member_key(member.user_id)))
            for invitation in team.open_invitations(now):
                transaction.delete(InvitationItem(business_id, _invitation_key(invitation.id)))

        return write_together(write)

    def removed_by(self, business_id: str, now: datetime) -> frozenset[str]:
        """Return the owners of a business that was removed within a day; nobody where none was."""
        try:
            item = RemovedItem.get(business_id, RemovedItem.KEY, consistent_read=True)
        except DoesNotExist:
            return frozenset()
        return frozenset(item.owner_ids) if _seconds(now) < item.remove_at else frozenset()


def _is_as_read(team: Team) -> Condition:
    return DetailsItem.people_revision == team.revision


def _is_still(invitation: Invitation | None) -> Condition:
    if invitation is None:
        return InvitationItem.item.does_not_exist()
    both: Condition = _is_at(InvitationItem.accepted_at, invitation.accepted_at) & _is_at(
        InvitationItem.withdrawn_at, invitation.withdrawn_at
    )
    return both


def _is_at(attribute: NumberAttribute, moment: datetime | None) -> Condition:
    return attribute.does_not_exist() if moment is None else attribute == _seconds(moment)


def _roles(team: Team) -> dict[str, Role]:
    return {member.user_id: member.role for member in team.members}


def _member_key(user_id: str) -> str:
    return f"member#{user_id}"


def _invitation_key(invitation_id: str) -> str:
    return f"invitation#{invitation_id}"


def _address_partition(address: str) -> str:
    return f"address#{hashlib.sha256(address.lower().encode()).hexdigest()}"


def _adder_partition(person_id: str) -> str:
    return f"adder#{person_id}"


def _member_item(member: Member) -> MemberItem:
    return MemberItem(
        member.business_id,
        _member_key(member.user_id),
        member_id=member.user_id,
        name=member.name,
        joined_at=member.joined_at,
    )


def _former_item(member: Member, until: datetime) -> FormerItem:
    return FormerItem(
        member.business_id, f"former#{member.user_id}", former_id=member.user_id, remove_at=_seconds(until)
    )


def _invitation_item(invitation: Invitation) -> InvitationItem:
    return InvitationItem(
        invitation.business_id,
        _invitation_key(invitation.id),
        invitation_id=invitation.id,
        email=invitation.email,
        role=invitation.role,
        inviter_id=invitation.inviter_id,
        inviter_name=invitation.inviter_name,
        secret_hash=invitation.secret_hash,
        sent_at=_seconds(invitation.sent_at),
        expires_at=_seconds(invitation.expires_at),
        is_mailed=invitation.is_mailed,
        accepted_at=_optional_seconds(invitation.accepted_at),
        accepted_by=invitation.accepted_by,
        withdrawn_at=_optional_seconds(invitation.withdrawn_at),
        remove_at=_seconds(invitation.kept_until()),
    )


def _invitation(item: InvitationItem) -> Invitation:
    return Invitation(
        id=item.invitation_id,
        business_id=item.business_id,
        email=item.email,
        role=cast(Role, item.role),
        inviter_id=item.inviter_id,
        inviter_name=item.inviter_name,
        secret_hash=item.secret_hash,
        sent_at=_moment(item.sent_at),
        expires_at=_moment(item.expires_at),
        is_mailed=item.is_mailed,
        accepted_at=_optional_moment(item.accepted_at),
        accepted_by=item.accepted_by,
        withdrawn_at=_optional_moment(item.withdrawn_at),
    )


def _save_added(transaction: TransactWrite, added: AddedBusinesses, now: datetime) -> None:
    item = AddedItem(
        _adder_partition(added.person_id),
        AddedItem.KEY,
        moments={business_id: _seconds(moment) for business_id, moment in added.moments.items()},
        revision=added.revision + 1,
        remove_at=_seconds(now + INDEX_DELAY),
    )
    is_as_read = AddedItem.revision == added.revision if added.revision else AddedItem.item.does_not_exist()
    transaction.save(item, is_as_read)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _optional_seconds(moment: datetime | None) -> int | None:
    return None if moment is None else _seconds(moment)


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _optional_moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else _moment(seconds)
