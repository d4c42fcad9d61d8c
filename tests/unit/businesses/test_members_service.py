"""Who acts for a business: there is always an owner."""

from dataclasses import replace

import pytest

from portal.errors import Conflict, Forbidden, NotFound
from tests.unit.businesses.support import BEN, EVA, ROSA, person


@pytest.fixture
def bakery(bench):
    """Rosa's and Ben's, with Eva as its viewer."""
    business_id = bench.bakery()
    bench.join(business_id, BEN, "owner")
    bench.join(business_id, EVA, "viewer")
    return business_id


def code(raised):
    return raised.value.code


class TestRoles:
    def test_owners_give_roles(self, bench, bakery):
        member = bench.members.change_role(BEN, bakery, EVA.user_id, "manager")
        assert (member.name, member.role) == ("Eva", "manager")
        assert bench.roles(bakery) == {"rosa": "owner", "ben": "owner", "eva": "manager"}

    def test_nobody_else_does(self, bench, bakery):
        with pytest.raises(Forbidden) as raised:
            bench.members.change_role(EVA, bakery, EVA.user_id, "owner")
        assert code(raised) == "roleNotAllowed"

    def test_the_last_owner_stays_one(self, bench, bakery):
        bench.members.change_role(ROSA, bakery, BEN.user_id, "viewer")
        with pytest.raises(Conflict) as raised:
            bench.members.change_role(ROSA, bakery, ROSA.user_id, "manager")
        assert code(raised) == "lastOwner"
        assert bench.roles(bakery)["rosa"] == "owner"

    def test_two_owners_who_step_back_at_once_leave_one(self, bench, bakery):
        bench.repository.meanwhile = [lambda: bench.members.change_role(BEN, bakery, BEN.user_id, "viewer")]
        with pytest.raises(Conflict) as raised:
            bench.members.change_role(ROSA, bakery, ROSA.user_id, "viewer")
        assert code(raised) == "lastOwner"
        assert bench.roles(bakery) == {"rosa": "owner", "ben": "viewer", "eva": "viewer"}

    def test_of_two_owners_who_demote_each_other_the_second_is_none_any_more(self, bench, bakery):
        bench.repository.meanwhile = [lambda: bench.members.change_role(BEN, bakery, ROSA.user_id, "viewer")]
        with pytest.raises(Forbidden):
            bench.members.change_role(ROSA, bakery, BEN.user_id, "viewer")
        assert bench.roles(bakery) == {"rosa": "viewer", "ben": "owner", "eva": "viewer"}

    def test_the_same_role_again_is_no_change(self, bench, bakery):
        revision = bench.team(bakery).revision
        assert bench.members.change_role(ROSA, bakery, EVA.user_id, "viewer").role == "viewer"
        assert bench.team(bakery).revision == revision

    def test_a_lost_reply_is_a_change(self, bench, bakery):
        bench.repository.lost_replies = 1
        assert bench.members.change_role(ROSA, bakery, EVA.user_id, "manager").role == "manager"

    def test_a_stranger_has_no_role_to_change(self, bench, bakery):
        with pytest.raises(NotFound) as raised:
            bench.members.change_role(ROSA, bakery, "nora", "manager")
        assert code(raised) == "memberNotFound"

    def test_endless_changes_of_others_are_told(self, bench, bakery):
        def turn():
            role = "viewer" if bench.roles(bakery)["ben"] == "owner" else "owner"
            bench.repository.save_team(
                bench.team(bakery),
                bench.team(bakery).with_member(replace(bench.team(bakery).member("ben"), role=role)),
            )

        for _ in range(5):
            bench.repository.meanwhile += [turn, lambda: None]
        with pytest.raises(Conflict) as raised:
            bench.members.change_role(ROSA, bakery, EVA.user_id, "manager")
        assert code(raised) == "businessChanged"


class TestInvitationsOfFormerOwners:
    @pytest.mark.parametrize("way", ["removed", "demoted"])
    def test_whoever_loses_the_role_keeps_no_way_back_in(self, bench, bakery, way):
        other_ben = person("Benny")
        bench.accounts.accounts[other_ben.user_id] = bench.accounts.accounts[BEN.user_id]
        bench.invitations.invite(BEN, bakery, other_ben.email, "owner")
        bens = bench.outbox.token()
        rosas = bench.invited(bakery, other_ben.email, "viewer")
        if way == "removed":
            bench.members.remove(ROSA, bakery, BEN.user_id)
        else:
            bench.members.change_role(ROSA, bakery, BEN.user_id, "manager")
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(other_ben, bens)
        assert code(raised) == "invitationWithdrawn"
        assert bench.invitations.accept(other_ben, rosas)[1] == "viewer"


class TestLeaving:
    @pytest.mark.parametrize("principal", [BEN, EVA])
    def test_everybody_may_leave(self, bench, bakery, principal):
        assert [bench.members.remove(principal, bakery, principal.user_id) for _ in "ab"] == [
            principal.user_id,
            principal.user_id,
        ]
        assert principal.user_id not in bench.roles(bakery)
        with pytest.raises(NotFound):
            bench.businesses.get(principal, bakery)

    def test_owners_remove_others_once(self, bench, bakery):
        assert [bench.members.remove(ROSA, bakery, EVA.user_id) for _ in "ab"] == ["eva", "eva"]

    def test_nobody_else_does(self, bench, bakery):
        with pytest.raises(Forbidden):
            bench.members.remove(EVA, bakery, ROSA.user_id)

    def test_two_owners_who_leave_at_once_leave_one(self, bench, bakery):
        bench.repository.meanwhile = [lambda: bench.members.remove(BEN, bakery, BEN.user_id)]
        with pytest.raises(Conflict) as raised:
            bench.members.remove(ROSA, bakery, ROSA.user_id)
        assert code(raised) == "lastOwner"
        assert bench.roles(bakery) == {"rosa": "owner", "eva": "viewer"}

    def test_whoever_was_removed_removes_nobody_else(self, bench, bakery):
        bench.members.remove(ROSA, bakery, EVA.user_id)
        with pytest.raises(NotFound):
            bench.members.remove(EVA, bakery, BEN.user_id)

    def test_a_stranger_was_never_there(self, bench, bakery):
        with pytest.raises(NotFound) as raised:
            bench.members.remove(ROSA, bakery, "nora")
        assert code(raised) == "memberNotFound"
