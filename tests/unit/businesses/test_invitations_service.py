"""Inviting people, and accepting that."""

from dataclasses import replace
from datetime import timedelta

import pytest

from functions.businesses.team import higher
from portal.errors import Conflict, Forbidden, InvalidRequest, NotFound, TooManyRequests, Unavailable
from tests.unit.businesses.support import BEN, EVA, ROSA, person, preferences

LIFETIME = timedelta(days=7)


@pytest.fixture
def bakery(bench):
    return bench.bakery()


def code(raised):
    return raised.value.code


def invite(bench, bakery, email=BEN.email, role="manager", by=ROSA):
    return bench.invitations.invite(by, bakery, email, role)


class TestInviting:
    def test_the_letter_says_who_invites_to_what_and_carries_the_link(self, bench, bakery):
        invitation, is_new = invite(bench, bakery)
        assert is_new
        ((address, subject, text),) = bench.outbox.emails
        assert address == BEN.email
        assert "Saguaro" in subject
        for part in ("Rosa", "Desert Bakery", "manager", "11/28/2026 at 05:00"):
            assert part in text
        assert f"https://portal.example/businessapplications/invitation?token={bakery}." in text
        assert invitation.expires_at - invitation.sent_at == LIFETIME

    def test_it_is_in_the_language_of_whoever_invites(self, bench, bakery):
        rosas = bench.accounts.accounts[ROSA.user_id]
        bench.accounts.accounts[ROSA.user_id] = replace(rosas, preferences=preferences("es"))
        invite(bench, bakery)
        assert "le invita" in bench.outbox.emails[0][2]

    def test_the_secret_is_not_kept(self, bench, bakery):
        secret = bench.invited(bakery, BEN.email).rpartition(".")[2]
        assert secret not in repr(bench.team(bakery))

    def test_the_same_again_sends_nothing_whatever_the_case_of_its_letters(self, bench, bakery):
        first, _ = invite(bench, bakery)
        again, is_new = invite(bench, bakery, "BEN@EXAMPLE.COM")
        assert (again.id, is_new) == (first.id, False)
        assert len(bench.outbox.emails) == 1
        assert invite(bench, bakery, role="viewer")[1]

    def test_after_it_is_over_it_can_be_sent_again(self, bench, bakery):
        invitation, _ = invite(bench, bakery)
        bench.invitations.withdraw(ROSA, bakery, invitation.id)
        second, is_new = invite(bench, bakery)
        assert is_new
        bench.now = second.expires_at
        assert invite(bench, bakery)[1]

    def test_of_two_at_once_one_is_sent(self, bench, bakery):
        bench.repository.meanwhile = [lambda: invite(bench, bakery)]
        _, is_new = invite(bench, bakery)
        assert not is_new
        assert len(bench.outbox.emails) == 1

    def test_a_lost_reply_sends_it_once_and_the_link_works(self, bench, bakery):
        bench.repository.lost_replies = 1
        assert invite(bench, bakery)[1]
        assert len(bench.outbox.emails) == 1
        assert bench.invitations.accept(BEN, bench.outbox.token())[1] == "manager"

    def test_one_that_could_not_be_sent_is_forgotten(self, bench, bakery):
        bench.outbox.is_down = True
        with pytest.raises(Unavailable):
            invite(bench, bakery)
        assert bench.team(bakery).invitations == ()
        assert bench.repository.sent_by(ROSA.user_id).moments == ()
        bench.outbox.is_down = False
        assert invite(bench, bakery)[1]

    def test_one_whose_function_ended_before_sending_is_sent_by_the_next(self, bench, bakery):
        invite(bench, bakery)
        team = bench.team(bakery)
        halfway = replace(team.invitations[0], is_mailed=False)
        bench.repository.teams[bakery] = team.with_invitation(halfway)
        assert not invite(bench, bakery)[1]
        bench.advance(seconds=31)
        second, is_new = invite(bench, bakery)
        assert is_new
        assert [each.id for each in bench.team(bakery).invitations] == [second.id]

    @pytest.mark.parametrize(
        "email", ["", "ben", "ben@", "ben@example", "ben@example.com\r\nBcc: x@y.example"]
    )
    def test_what_is_no_address_is_refused(self, bench, bakery, email):
        with pytest.raises(InvalidRequest) as raised:
            invite(bench, bakery, email)
        assert [problem.property_name for problem in raised.value.problems] == ["email"]

    def test_only_owners_invite(self, bench, bakery):
        bench.join(bakery, BEN, "manager")
        with pytest.raises(Forbidden):
            invite(bench, bakery, EVA.email, by=BEN)
        with pytest.raises(NotFound):
            invite(bench, bakery, BEN.email, by=EVA)

    def test_twenty_open_ones_are_the_most(self, bench, bakery):
        for number in range(20):
            invite(bench, bakery, f"p{number}@example.com")
        with pytest.raises(Conflict) as raised:
            invite(bench, bakery)
        assert code(raised) == "tooManyInvitations"
        bench.advance(days=7)
        assert invite(bench, bakery)[1]

    def test_thirty_within_a_day_are_the_most_for_whatever_business(self, bench, bakery):
        other = bench.bakery("key-00002")
        for number in range(15):
            invite(bench, bakery, f"p{number}@example.com")
            invite(bench, other, f"p{number}@example.com")
            bench.advance(minutes=1)
        with pytest.raises(TooManyRequests) as raised:
            invite(bench, other)
        assert (code(raised), raised.value.retry_after_seconds) == ("tooManyInvitations", 86_400 - 15 * 60)
        bench.advance(seconds=raised.value.retry_after_seconds - 1)
        with pytest.raises(TooManyRequests):
            invite(bench, other, EVA.email)
        bench.advance(seconds=1)
        bench.join(bakery, BEN, "viewer")


class TestPreview:
    def test_it_says_whether_it_is_for_whoever_looks(self, bench, bakery):
        token = bench.invited(bakery, "Ben@Example.com", "viewer")
        offer = bench.invitations.preview(BEN, token)
        assert (offer.business.name, offer.invitation.role, offer.is_for_you) == (
            "Desert Bakery",
            "viewer",
            True,
        )
        assert not bench.invitations.preview(EVA, token).is_for_you
        in_other_letters = replace(BEN, email="\u212aim@example.com")
        kims = bench.invited(bakery, "kim@example.com", "viewer")
        assert not bench.invitations.preview(in_other_letters, kims).is_for_you
        assert not bench.invitations.preview(replace(BEN, is_email_verified=False), token).is_for_you

    def test_what_is_no_token_is_not_found(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        business_id, invitation_id, secret = token.split(".")
        for wrong in (
            "x",
            "..",
            f"{business_id}.{invitation_id}.{'x' * 43}",
            f"{business_id}.{'9' * 26}.{secret}",
            f"{'a' * 26}.{invitation_id}.{secret}",
            f"{token}\n",
            f"{token}\x00",
            "é" * 200,
        ):
            with pytest.raises(NotFound) as raised:
                bench.invitations.preview(BEN, wrong)
            assert code(raised) == "invitationNotFound"

    def test_it_is_forgotten_thirty_days_after_its_end_whatever_is_still_stored(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        bench.now = bench.team(bakery).invitations[0].expires_at + timedelta(days=30, seconds=-1)
        assert bench.invitations.preview(BEN, token).invitation.state(bench.now) == "expired"
        bench.advance(seconds=1)
        with pytest.raises(NotFound):
            bench.invitations.preview(BEN, token)


class TestAccepting:
    def test_the_invited_acts_for_the_business(self, bench, bakery):
        business, role = bench.invitations.accept(BEN, bench.invited(bakery, BEN.email))
        assert (business.id, role) == (bakery, "manager")
        assert bench.roles(bakery) == {"rosa": "owner", "ben": "manager"}
        assert bench.team(bakery).member("ben").name == "Ben"

    def test_the_same_person_again_changes_nothing(self, bench, bakery):
        token = bench.invited(bakery, BEN.email, "viewer")
        bench.invitations.accept(BEN, token)
        bench.members.change_role(ROSA, bakery, BEN.user_id, "manager")
        team = bench.team(bakery)
        assert bench.invitations.accept(BEN, token)[1] == "manager"
        assert bench.team(bakery) == team

    def test_nobody_else_comes_in_by_it(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        bench.invitations.accept(BEN, token)
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(person("Eva", BEN.email), token)
        assert code(raised) == "invitationUsed"

    def test_whoever_left_does_not_come_back_by_it(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        bench.invitations.accept(BEN, token)
        bench.members.remove(ROSA, bakery, BEN.user_id)
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(BEN, token)
        assert code(raised) == "invitationUsed"
        bench.join(bakery, BEN)
        assert bench.roles(bakery)["ben"] == "manager"

    @pytest.mark.parametrize("principal", [EVA, replace(BEN, is_email_verified=False)])
    def test_the_link_alone_is_not_enough(self, bench, bakery, principal):
        token = bench.invited(bakery, BEN.email)
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(principal, token)
        assert code(raised) == "invitationForAnotherAddress"

    def test_it_expires_to_the_second(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        ends = bench.team(bakery).invitations[0].expires_at
        bench.now = ends
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(BEN, token)
        assert code(raised) == "invitationExpired"
        bench.now = ends - timedelta(microseconds=1)
        assert bench.invitations.accept(BEN, token)[1] == "manager"

    def test_one_that_was_withdrawn_is_void(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        invitation_id = bench.team(bakery).invitations[0].id
        assert [bench.invitations.withdraw(ROSA, bakery, invitation_id) for _ in "ab"] == [invitation_id] * 2
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(BEN, token)
        assert code(raised) == "invitationWithdrawn"

    def test_withdrawn_at_the_same_moment_it_is_void_too(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        invitation_id = bench.team(bakery).invitations[0].id
        bench.repository.meanwhile = [lambda: bench.invitations.withdraw(ROSA, bakery, invitation_id)]
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(BEN, token)
        assert code(raised) == "invitationWithdrawn"
        assert list(bench.roles(bakery)) == ["rosa"]

    def test_one_that_was_accepted_cannot_be_withdrawn(self, bench, bakery):
        bench.join(bakery, BEN)
        with pytest.raises(Conflict) as raised:
            bench.invitations.withdraw(ROSA, bakery, bench.team(bakery).invitations[0].id)
        assert code(raised) == "invitationUsed"

    def test_an_unknown_one_cannot_be_withdrawn(self, bench, bakery):
        with pytest.raises(NotFound) as raised:
            bench.invitations.withdraw(ROSA, bakery, "0" * 26)
        assert code(raised) == "invitationNotFound"

    @pytest.mark.parametrize(
        ("before", "offered", "after"),
        [
            ("owner", "viewer", "owner"),
            ("viewer", "owner", "owner"),
            ("manager", "viewer", "manager"),
            ("manager", "manager", "manager"),
        ],
    )
    def test_whoever_acts_for_it_already_keeps_the_higher_role(self, bench, bakery, before, offered, after):
        bench.join(bakery, BEN, before)
        token = bench.invited(bakery, BEN.email, offered)
        joined_at = bench.team(bakery).member("ben").joined_at
        bench.advance(hours=1)
        assert bench.invitations.accept(BEN, token)[1] == after
        assert bench.team(bakery).member("ben").joined_at == joined_at
        assert higher(before, offered) == after

    def test_only_somebody_who_is_registered_joins(self, bench, bakery):
        nora = person("Nora")
        token = bench.invited(bakery, nora.email)
        with pytest.raises(Conflict) as raised:
            bench.invitations.accept(nora, token)
        assert code(raised) == "notRegistered"

    def test_fifty_people_are_the_most(self, bench, bakery):
        team = bench.team(bakery)
        for number in range(49):
            team = team.with_member(replace(team.members[0], user_id=f"p{number}", role="viewer"))
        bench.repository.teams[bakery] = team
        with pytest.raises(Conflict) as raised:
            bench.join(bakery, BEN)
        assert code(raised) == "tooManyMembers"

    def test_a_lost_reply_is_an_acceptance(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        bench.repository.lost_replies = 1
        assert bench.invitations.accept(BEN, token)[1] == "manager"

    def test_of_a_removed_business_no_invitation_is_left(self, bench, bakery):
        token = bench.invited(bakery, BEN.email)
        bench.businesses.remove(ROSA, bakery)
        with pytest.raises(NotFound):
            bench.invitations.accept(BEN, token)

    def test_a_business_is_not_removed_from_under_somebody_who_joins(self, bench, bakery):
        token = bench.invited(bakery, BEN.email, "owner")
        bench.repository.meanwhile = [
            lambda: bench.invitations.accept(BEN, token),
            lambda: None,
            lambda: bench.members.change_role(BEN, bakery, ROSA.user_id, "viewer"),
        ]
        with pytest.raises(Forbidden):
            bench.businesses.remove(ROSA, bakery)
        assert bench.roles(bakery) == {"rosa": "viewer", "ben": "owner"}
