"""Writes of the businesses group to the businesses table.

In addition to the items of `domains.businesses.businesses_table`, a partition has `invitation#…`, for a day
`former#…` for each person who left, and for a day only `removed` after the business's removal. Partition
`sender#` and a person's id has the times of recent invitations from them, `address#` and a hash those to an
email address, and `adder#` and a person's id the recently added businesses.
"""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from domains.businesses.business import Business, Role
from domains.businesses.businesses_table import (
    BUSINESSES,
    DETAILS_KEY,
    KEYS,
    BusinessesTable,
    find_details,
    list_members,
    make_actions,
)
from functions.businesses.team import INDEX_DELAY, AddedBusinesses, Invitation, Team
from portal.items import Item, JsonSchema, PlainSchema, format_moment, parse_moment, to_seconds
from portal.tables import Attr, Condition, Table, Write, combine_conditions, write_together
from portal.types import Clock, get_utc_now

_REMEMBERED = timedelta(days=1)
_ADDED = "added"
_REMOVED = "removed"
_FORMER = "former#"
_INVITATION = "invitation#"


def _get_invitation_attributes(invitation: Invitation) -> dict[str, Any]:
    accepted_at, withdrawn_at = invitation.accepted_at, invitation.withdrawn_at
    return {
        "business_id": invitation.business_id,
        "item": _INVITATION + invitation.id,
        "accepted_at": format_moment(accepted_at) if accepted_at else None,
        "withdrawn_at": format_moment(withdrawn_at) if withdrawn_at else None,
        "remove_at": to_seconds(invitation.get_kept_until()),
    }


_INVITATIONS = JsonSchema(Invitation, KEYS, _get_invitation_attributes)
_ADDED_BUSINESSES = JsonSchema(
    AddedBusinesses,
    KEYS,
    lambda added: {"business_id": _make_adder_partition(added.person_id), "item": _ADDED},
    has_revision=True,
)


class BusinessesRepository(BusinessesTable):
    """Reads and writes businesses and their people; reads are strongly consistent."""

    def __init__(self, table_name: str, applications_table_name: str, clock: Clock = get_utc_now) -> None:
        """Use the businesses table and the applications table's index with these names."""
        super().__init__(table_name, clock)
        self._invitations = Table(table_name, _INVITATIONS)
        self._added = Table(table_name, _ADDED_BUSINESSES)
        self._marks = Table(table_name, PlainSchema(*KEYS))
        # Importing `domains.applications` takes longer than this.
        self._applications = Table(applications_table_name, PlainSchema("application_id", "item"))

    def get_team(self, business_id: str) -> Team | None:
        """Return a business with its people, or None."""
        items = self.list_items(business_id)
        details = find_details(items)
        if details is None:
            return None
        begun_at = details.get("application_begun_at")
        return Team(
            business=BUSINESSES.parse_item(details),
            made_from=details["made_from"],
            members=tuple(list_members(items)),
            invitations=tuple(
                _INVITATIONS.parse_item(item) for item in items if item["item"].startswith(_INVITATION)
            ),
            former_ids=frozenset(
                item["item"].removeprefix(_FORMER) for item in items if item["item"].startswith(_FORMER)
            ),
            revision=details["people_revision"],
            application_begun_at=parse_moment(begun_at) if begun_at else None,
        )

    def get_added(self, person_id: str) -> AddedBusinesses:
        """Return the businesses that a person added recently."""
        added = self._added.get(_make_adder_partition(person_id), _ADDED)
        return added or AddedBusinesses(person_id)

    def add_business(self, team: Team, added: AddedBusinesses, now: datetime) -> bool:
        """Add a business with its first member.

        Args:
            added: the next revision of the person's additions.

        Returns:
            False if another revision is stored, or the business exists or was removed within a day; nothing
            was written.
        """
        is_new, removed_at = Attr("item").does_not_exist(), Attr("remove_at")
        details = self._businesses.make_put(
            team.business,
            is_new,
            made_from=team.made_from,
            roles=_dump_roles(team),
            people_revision=team.revision,
        )
        is_not_removed = is_new | (removed_at <= to_seconds(now))
        return write_together(
            [
                details,
                self._marks.make_check(team.business.id, _REMOVED, condition=is_not_removed),
                *map(self._members.make_put, team.members),
                self._added.make_put(added, remove_at=to_seconds(now + INDEX_DELAY)),
            ]
        )

    def change_business(self, before: Team, after: Business) -> bool:
        """Replace the details of a business, if they and its people are unchanged; false if they changed."""
        is_unchanged = _is_as_read(before) & (Attr("revision") == before.business.revision)
        key = (before.business.id, DETAILS_KEY)
        return self._businesses.update(key, make_actions(after), is_unchanged) is not None

    def save_team(self, before: Team, after: Team, *others: Write) -> bool:
        """Write the changes of members and invitations, if nobody changed them since the read.

        Args:
            others: writes in the same transaction.

        Returns:
            False if they changed; nothing was written.
        """
        actions = [
            Attr("roles").set(_dump_roles(after)),
            Attr("people_revision").set(before.revision + 1),
        ]
        key = (before.business.id, DETAILS_KEY)
        writes = [self._businesses.make_update(key, actions, _is_as_read(before)), *others]
        for member in before.members:
            if after.get_member(member.user_id) is None:
                writes += [
                    self._members.make_delete(member.business_id, f"member#{member.user_id}"),
                    self._marks.make_put(
                        {
                            "business_id": member.business_id,
                            "item": _FORMER + member.user_id,
                            "remove_at": to_seconds(self.clock() + _REMEMBERED),
                        }
                    ),
                ]
        writes += [
            self._members.make_put(member)
            for member in after.members
            if before.get_member(member.user_id) is None
        ]
        remaining_ids = {invitation.id for invitation in after.invitations}
        writes += [
            self._delete_invitation(invitation)
            for invitation in before.invitations
            if invitation.id not in remaining_ids
        ]
        # With the invitation read before a change and `details` after it, a closed one would reopen.
        as_read = {invitation.id: invitation for invitation in before.invitations}
        writes += [
            self._invitations.make_put(invitation, _is_still(as_read.get(invitation.id)))
            for invitation in after.invitations
            if invitation not in before.invitations
        ]
        return write_together(writes)

    def _delete_invitation(self, invitation: Invitation) -> Write:
        return self._invitations.make_delete(invitation.business_id, _INVITATION + invitation.id)

    def mark_mailed(self, invitation: Invitation) -> None:
        """Mark an invitation's email as sent, unless the invitation is gone or over."""
        content = _INVITATIONS.make_content(replace(invitation, is_mailed=True))
        self._invitations.update(
            (invitation.business_id, _INVITATION + invitation.id),
            [Attr("content").set(content)],
            Attr("item").exists() & _is_still(invitation),
        )

    def has_applications(self, business_id: str) -> bool:
        """Return whether a business has applications; eventually consistent."""
        entries = self._applications.query(
            Attr("business_id") == business_id, index="by_business", limit=1, consistent=False
        )
        return any(True for _ in entries)

    def remove_business(self, team: Team, now: datetime) -> bool:
        """Remove a business if members, invitations, and applications are unchanged.

        Closed invitations expire in DynamoDB: there may be more than a transaction can delete.

        Returns:
            False if they changed; nothing was written.
        """
        business_id = team.business.id
        is_unchanged = _is_as_read(team) & _is_at("application_begun_at", team.application_begun_at)
        mark: Item = {
            "business_id": business_id,
            "item": _REMOVED,
            "owner_ids": json.dumps(sorted(team.owner_ids)),
            "remove_at": to_seconds(now + _REMEMBERED),
        }
        return write_together(
            [
                self._businesses.make_delete(business_id, DETAILS_KEY, condition=is_unchanged),
                self._marks.make_put(mark),
                *(self._members.make_delete(business_id, f"member#{each.user_id}") for each in team.members),
                *map(self._delete_invitation, team.open_invitations(now)),
            ]
        )

    def list_removers(self, business_id: str, now: datetime) -> frozenset[str]:
        """Return the owners of a business that was removed within a day."""
        mark = self._marks.get(business_id, _REMOVED)
        if mark is None or to_seconds(now) >= mark["remove_at"]:
            return frozenset()
        return frozenset(json.loads(mark["owner_ids"]))


def _is_as_read(team: Team) -> Condition:
    return Attr("people_revision") == team.revision


def _is_still(invitation: Invitation | None) -> Condition:
    if invitation is None:
        return Attr("item").does_not_exist()
    is_same = _is_at("accepted_at", invitation.accepted_at)
    return combine_conditions(is_same, _is_at("withdrawn_at", invitation.withdrawn_at))


def _is_at(name: str, moment: datetime | None) -> Condition:
    return Attr(name).does_not_exist() if moment is None else Attr(name) == format_moment(moment)


def _dump_roles(team: Team) -> str:
    roles: dict[str, Role] = {member.user_id: member.role for member in team.members}
    return json.dumps(roles)


def _make_adder_partition(person_id: str) -> str:
    return f"adder#{person_id}"
