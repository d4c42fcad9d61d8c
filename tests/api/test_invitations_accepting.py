"""Acceptance of invitations to act for a business."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.api.businesses_support import (
    BEN,
    BUSINESSES,
    EVA,
    accept,
    add_bakery,
    add_member,
    call_at_once,
    expire,
    get_refusal,
    get_roles,
    invite,
    invite_and_get_token,
    list_invitations,
)
from tests.api.conftest import Outbox
from tests.api.profile_support import ROSA, register
from tests.api.support import BUSINESSES_TABLE, Client

ANOTHER_BEN = replace(BEN, subject="made again")


UNVERIFIED_BEN = replace(BEN, email_verified=False)


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


@pytest.fixture
def bakery(rosa: Client) -> str:
    return add_bakery(rosa)


@pytest.fixture
def ben(client: Client) -> Client:
    return register(client, BEN)


class TestAccepting:
    def test_invited_person_becomes_member(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        answer = accept(ben, invite_and_get_token(rosa, outbox, bakery, BEN.email))
        assert (answer.json["id"], answer.json["role"]) == (bakery, "manager")
        assert ben.get(BUSINESSES).json["items"] == [answer.json]
        assert list_invitations(rosa, bakery)[0]["state"] == "accepted"

    def test_second_acceptance_changes_nothing(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox, stored: Mapping[str, Any]
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        first = accept(ben, token)
        items = stored[BUSINESSES_TABLE].scan()["Items"]
        assert accept(ben, token).json == first.json
        assert stored[BUSINESSES_TABLE].scan()["Items"] == items

    def test_member_accepting_no_higher_role_is_not_listed_as_accepted(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        lower = invite_and_get_token(rosa, outbox, bakery, BEN.email, "viewer")
        accept(ben, invite_and_get_token(rosa, outbox, bakery, BEN.email, "manager"))
        for _ in range(2):
            answer = accept(ben, lower)
            assert (answer.status, answer.json["role"]) == (200, "manager")
        assert {each["role"]: each["state"] for each in list_invitations(rosa, bakery)} == {
            "manager": "accepted",
            "viewer": "withdrawn",
        }

    def test_member_accepting_higher_role_gets_it(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        higher = invite_and_get_token(rosa, outbox, bakery, BEN.email, "manager")
        accept(ben, invite_and_get_token(rosa, outbox, bakery, BEN.email, "viewer"))
        assert accept(ben, higher).json["role"] == "manager"
        assert get_roles(rosa, bakery)[BEN.user_id] == "manager"

    def test_accepted_invitation_cannot_be_withdrawn(self, rosa: Client, bakery: str, outbox: Outbox) -> None:
        add_member(rosa, outbox, bakery, BEN, "viewer")
        (invitation,) = list_invitations(rosa, bakery)
        path = f"{BUSINESSES}/{bakery}/invitations/{invitation['id']}"
        assert get_refusal(rosa.delete(path)) == (409, "invitationUsed")

    def test_business_has_at_most_fifty_members(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox, stored: Mapping[str, Any]
    ) -> None:
        table = stored[BUSINESSES_TABLE]
        details = table.get_item(Key={"business_id": bakery, "item": "details"})["Item"]
        own = table.get_item(Key={"business_id": bakery, "item": f"member#{ROSA.user_id}"})["Item"]
        others = [f"person-{number}" for number in range(48)]
        everybody = json.loads(details["roles"]) | dict.fromkeys(others, "viewer")
        with table.batch_writer() as batch:
            batch.put_item(Item=details | {"roles": json.dumps(everybody)})
            for other in others:
                content = own["content"].replace(ROSA.user_id, other)
                copied = {"item": f"member#{other}", "member_id": other, "content": content}
                batch.put_item(Item=own | copied)
        higher = invite_and_get_token(rosa, outbox, bakery, BEN.email, "owner")
        accept(ben, invite_and_get_token(rosa, outbox, bakery, BEN.email))
        assert len(get_roles(rosa, bakery)) == 50
        eva = register(rosa, EVA)
        assert get_refusal(accept(eva, invite_and_get_token(rosa, outbox, bakery, EVA.email))) == (
            409,
            "tooManyMembers",
        )
        assert accept(ben, higher).status == 200

    def test_used_invitation_is_refused_for_others(
        self, client: Client, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        accept(ben, token)
        for person in (ANOTHER_BEN, EVA):
            assert get_refusal(accept(register(client, person), token)) == (409, "invitationUsed")
        assert len(get_roles(rosa, bakery)) == 2

    def test_only_verified_invited_address_can_accept(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        for person in (EVA, UNVERIFIED_BEN):
            answer = accept(register(client, person), token)
            assert get_refusal(answer) == (409, "invitationForAnotherAddress")
        assert list(get_roles(rosa, bakery)) == [ROSA.user_id]

    def test_unregistered_person_cannot_accept(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        assert get_refusal(accept(client.acting_as(BEN), token)) == (409, "notRegistered")
        assert accept(register(client, BEN), token).status == 200

    def test_expired_invitation_is_refused(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox, stored: Mapping[str, Any]
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        expire(stored, bakery)
        assert get_refusal(accept(ben, token)) == (409, "invitationExpired")
        assert list_invitations(rosa, bakery)[0]["state"] == "expired"
        expire(stored, bakery, timedelta(days=23, seconds=5))
        assert list_invitations(rosa, bakery) == []
        assert get_refusal(accept(ben, token)) == (404, "invitationNotFound")

    def test_removed_member_cannot_reuse_invitation(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        accept(ben, token)
        rosa.delete(f"{BUSINESSES}/{bakery}/members/{BEN.user_id}")
        assert get_refusal(accept(ben, token)) == (409, "invitationUsed")
        assert accept(ben, invite_and_get_token(rosa, outbox, bakery, BEN.email)).status == 200

    @pytest.mark.parametrize("change", ["removed", "demoted"])
    def test_invitation_of_former_owner_is_void(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox, change: str
    ) -> None:
        ben = add_member(rosa, outbox, bakery, BEN, "owner")
        bens = invite_and_get_token(ben, outbox, bakery, EVA.email, "owner")
        rosas = invite_and_get_token(rosa, outbox, bakery, EVA.email, "viewer")
        path = f"{BUSINESSES}/{bakery}/members/{BEN.user_id}"
        answer = rosa.delete(path) if change == "removed" else rosa.put(path, {"role": "manager"})
        assert answer.status == 200
        eva = register(client, EVA)
        assert get_refusal(accept(eva, bens)) == (409, "invitationWithdrawn")
        assert accept(eva, rosas).json["role"] == "viewer"

    def test_invitation_of_removed_business_is_404(
        self, rosa: Client, bakery: str, ben: Client, outbox: Outbox
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        rosa.delete(f"{BUSINESSES}/{bakery}")
        assert get_refusal(accept(ben, token)) == (404, "invitationNotFound")


@pytest.mark.proof
class TestParallelCalls:
    def test_parallel_acceptances_of_fifty_people_add_one_member(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox
    ) -> None:
        people = [register(client, replace(BEN, subject=f"subject {number}")) for number in range(50)]
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        answers = call_at_once(people, lambda person: accept(person, token))
        assert sorted(answer.status for answer in answers) == [200, *[409] * 49]
        assert {answer.json["code"] for answer in answers if answer.status == 409} == {"invitationUsed"}
        assert len(get_roles(rosa, bakery)) == 2

    def test_parallel_invitations_do_not_exceed_twenty(
        self, rosa: Client, bakery: str, outbox: Outbox
    ) -> None:
        for number in range(17):
            invite_and_get_token(rosa, outbox, bakery, f"p{number}@example.com")
        addresses = [f"q{number}@example.com" for number in range(8)]
        answers = call_at_once(addresses, lambda address: invite(rosa, bakery, address))
        made = [answer for answer in answers if answer.status == 201]
        assert {answer.status for answer in answers} <= {201, 409}
        assert len(list_invitations(rosa, bakery)) == 17 + len(made) <= 20
        assert len(outbox.mail) == 17 + len(made)
