"""Businesses and members with parallel changes and lost replies."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest

from domains.businesses.businesses_table import BusinessesTable, BusinessItem
from functions.businesses.repository import BusinessesRepository
from portal.dynamo import write_together
from tests.api.businesses_support import (
    BAKERY,
    BEN,
    BUSINESSES,
    EVA,
    PLAN,
    accept,
    add,
    add_bakery,
    add_member,
    call_at_once,
    copy,
    get_roles,
    get_token,
    invite,
    invite_and_get_token,
)
from tests.api.conftest import Outbox
from tests.api.lost_replies import lose_reply
from tests.api.profile_support import ROSA, register
from tests.api.support import APPLICATIONS_TABLE, BUSINESSES_TABLE, Answer, Client, Person

pytestmark = pytest.mark.proof


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


@pytest.fixture
def bakery(rosa: Client) -> str:
    return add_bakery(rosa)


@pytest.fixture
def ben(rosa: Client, outbox: Outbox, bakery: str) -> Client:
    """Return the client of Ben, a second owner."""
    return add_member(rosa, outbox, bakery, BEN, "owner")


def get_member_path(bakery: Any, person: Any) -> str:
    return f"{BUSINESSES}/{bakery}/members/{person.user_id}"


class TestLimit:
    def test_parallel_adds_do_not_exceed_fifty(
        self, rosa: Client, bakery: str, stored: Mapping[str, Any]
    ) -> None:
        copy(stored[BUSINESSES_TABLE], bakery, 44)
        answers = call_at_once(range(50), lambda number: add(rosa, f"key-at-once-{number:02d}"))
        refused = [answer.json["code"] for answer in answers if answer.status == 409]
        assert [answer.status for answer in answers].count(201) == 5
        assert len(refused) == 45
        assert set(refused) <= {"tooManyBusinesses", "othersAdded"}
        assert len(rosa.get(BUSINESSES).json["items"]) == 50
        assert add(rosa, "key-of-one-more").json["code"] == "tooManyBusinesses"


class TestStaleReads:
    """DynamoDB queries may mix items from before and after a transaction."""

    def seen_once(self, monkeypatch: Any, change: Any) -> None:
        query = BusinessItem.query

        def half(*arguments: Any, **named: Any) -> Any:
            monkeypatch.setattr(BusinessItem, "query", query)
            return change(list(query(*arguments, **named)))

        monkeypatch.setattr(BusinessItem, "query", half)

    def test_member_missing_from_stale_read_is_kept(
        self, rosa: Client, ben: Client, bakery: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.seen_once(
            monkeypatch,
            lambda items: [item for item in items if item.member_id != BEN.user_id],
        )
        assert invite(rosa, bakery, EVA.email).status == 201
        assert BEN.user_id in get_roles(rosa, bakery)

    def test_stale_read_does_not_accept_withdrawn_invitation(
        self,
        client: Client,
        rosa: Client,
        ben: Client,
        bakery: str,
        outbox: Outbox,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        eva = register(client, EVA)
        token = invite_and_get_token(ben, outbox, bakery, EVA.email, "owner")

        def is_evas(item: Any) -> Any:
            return item.item.startswith("invitation#") and EVA.email in item.content

        before = [item for item in BusinessItem.query(bakery, consistent_read=True) if is_evas(item)]
        assert rosa.delete(get_member_path(bakery, BEN)).status == 200
        self.seen_once(monkeypatch, lambda items: [*(item for item in items if not is_evas(item)), *before])
        assert accept(eva, token).json["code"] == "invitationWithdrawn"
        assert EVA.user_id not in get_roles(rosa, bakery)


class TestLastOwner:
    @pytest.mark.parametrize("round", range(5))
    def test_parallel_leaving_of_two_owners_keeps_one(
        self, rosa: Client, ben: Client, bakery: str, round: int
    ) -> None:
        answers = call_at_once(
            [(rosa, ROSA), (ben, BEN)], lambda each: each[0].delete(get_member_path(bakery, each[1]))
        )
        assert sorted(answer.status for answer in answers) == [200, 409]
        assert {answer.json["code"] for answer in answers if answer.status == 409} == {"lastOwner"}
        left = rosa if answers[0].status == 409 else ben
        assert list(get_roles(left, bakery).values()) == ["owner"]

    @pytest.mark.parametrize("round", range(5))
    def test_parallel_mutual_demotions_keep_one_owner(
        self, rosa: Client, ben: Client, bakery: str, round: int
    ) -> None:
        answers = call_at_once(
            [(rosa, BEN), (ben, ROSA)],
            lambda each: each[0].put(get_member_path(bakery, each[1]), {"role": "viewer"}),
        )
        assert sorted(answer.status for answer in answers) == [200, 403]
        assert sorted(get_roles(rosa, bakery).values()) == ["owner", "viewer"]

    def test_parallel_stepping_down_of_ten_owners_keeps_one(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox
    ) -> None:
        people = [Person(email=f"p{number}@example.com") for number in range(9)]
        owners = [(add_member(rosa, outbox, bakery, person, "owner"), person) for person in people]
        owners.append((rosa, ROSA))
        # Repeat calls that report too many parallel changes.
        for _ in range(10):
            call_at_once(
                owners, lambda each: each[0].put(get_member_path(bakery, each[1]), {"role": "viewer"})
            )
        assert sorted(get_roles(rosa, bakery).values()) == ["owner", *["viewer"] * 9]


class TestParallelCalls:
    def test_parallel_identical_adds_create_one_business(self, rosa: Client) -> None:
        answers = call_at_once([rosa] * 20, add)
        assert sorted(answer.status for answer in answers) == [*[200] * 19, 201]
        assert len(rosa.get(BUSINESSES).json["items"]) == 1

    def test_parallel_changes_of_same_revision_keep_one(self, rosa: Client, bakery: str) -> None:
        names = [f"Name {number}" for number in range(10)]
        path = f"{BUSINESSES}/{bakery}"
        answers = call_at_once(names, lambda name: rosa.put(path, BAKERY | {"name": name, "revision": 1}))
        assert sorted(answer.status for answer in answers) == [200, *[409] * 9]
        kept = next(answer.json["name"] for answer in answers if answer.status == 200)
        assert rosa.get(path).json["name"] == kept

    @pytest.mark.parametrize("round", range(5))
    def test_parallel_application_and_removal_allow_only_one(
        self, rosa: Client, bakery: str, stored: Mapping[str, Any], round: int
    ) -> None:
        table = BusinessesTable(BUSINESSES_TABLE)

        def begin() -> Answer | bool:
            begun = write_together(lambda transaction: table.still_there(transaction, bakery))
            if begun:
                application = {"application_id": "a" * 26, "item": "application", "business_id": bakery}
                stored[APPLICATIONS_TABLE].put_item(Item=application)
            return begun

        calls: list[Callable[[], Any]] = [begin, lambda: rosa.delete(f"{BUSINESSES}/{bakery}")]
        begun, removal = call_at_once(calls, lambda call: call())
        assert (begun, removal.status) in ((True, 409), (False, 200))

    def test_removed_business_gets_no_member_in_parallel(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox, stored: Mapping[str, Any]
    ) -> None:
        ben = register(client, BEN)
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        calls: list[Callable[[], Answer]] = [
            lambda: accept(ben, token),
            lambda: rosa.delete(f"{BUSINESSES}/{bakery}"),
        ]
        accepted, removal = call_at_once(calls, lambda call: call())
        assert removal.status == 200
        assert accepted.status in (200, 404)
        assert ben.get(BUSINESSES).json == {"items": []}
        kinds = {item["item"].partition("#")[0] for item in stored[BUSINESSES_TABLE].scan()["Items"]}
        assert kinds <= {"removed", "invitation", "sent", "added"}


def repeat_call(call: Callable[[], Answer]) -> Answer:
    """Repeat a request until it is answered, and return the answer."""
    answer = call()
    while answer.status >= 500:
        answer = call()
    return answer


PLACES = range(7)


class TestLostReplies:
    """Each DynamoDB call loses its reply in turn: once, or also on the SDK's retry."""

    @pytest.mark.parametrize("also_again", [False, True])
    @pytest.mark.parametrize("place", PLACES)
    def test_add_succeeds_after_lost_reply(self, rosa: Client, place: int, also_again: bool) -> None:
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: add(rosa))
        assert answer.status in (200, 201)
        assert rosa.get(BUSINESSES).json["items"] == [answer.json]

    @pytest.mark.parametrize("also_again", [False, True])
    @pytest.mark.parametrize("place", PLACES)
    def test_change_succeeds_after_lost_reply(
        self, rosa: Client, bakery: str, place: int, also_again: bool
    ) -> None:
        requested = BAKERY | {"name": "Other", "revision": 1}
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: rosa.put(f"{BUSINESSES}/{bakery}", requested))
        assert (answer.status, answer.json["revision"]) == (200, 2)

    @pytest.mark.parametrize("also_again", [False, True])
    @pytest.mark.parametrize("place", PLACES)
    def test_removal_succeeds_after_lost_reply(
        self, rosa: Client, bakery: str, place: int, also_again: bool
    ) -> None:
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: rosa.delete(f"{BUSINESSES}/{bakery}"))
        assert answer.status == 200
        assert rosa.get(BUSINESSES).json == {"items": []}

    @pytest.mark.parametrize("also_again", [False, True])
    @pytest.mark.parametrize("place", PLACES)
    def test_role_change_succeeds_after_lost_reply(
        self, rosa: Client, ben: Client, bakery: str, place: int, also_again: bool
    ) -> None:
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: rosa.put(get_member_path(bakery, BEN), {"role": "viewer"}))
        assert (answer.status, answer.json["role"]) == (200, "viewer")

    @pytest.mark.parametrize("also_again", [False, True])
    @pytest.mark.parametrize("place", PLACES)
    def test_leaving_succeeds_after_lost_reply(
        self, rosa: Client, ben: Client, bakery: str, place: int, also_again: bool
    ) -> None:
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: ben.delete(get_member_path(bakery, BEN)))
        assert answer.status == 200
        assert list(get_roles(rosa, bakery)) == [ROSA.user_id]

    @pytest.mark.parametrize("place", PLACES)
    def test_invitation_with_lost_reply_sends_one_valid_email(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox, place: int
    ) -> None:
        with lose_reply(place, also_again=False):
            assert invite(rosa, bakery, EVA.email).status == 201
        (letter,) = outbox.mail
        assert accept(register(client, EVA), get_token(letter.text)).status == 200

    @pytest.mark.parametrize("place", PLACES)
    def test_repeated_invitation_after_failure_sends_valid_email(
        self,
        client: Client,
        rosa: Client,
        bakery: str,
        outbox: Outbox,
        place: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("functions.businesses.team.MAX_SENDING_TIME", timedelta(seconds=-1))
        with lose_reply(place, also_again=True):
            answer = repeat_call(lambda: invite(rosa, bakery, EVA.email))
        assert answer.status in (200, 201)
        assert accept(register(client, EVA), get_token(outbox.mail[-1].text)).status == 200

    @pytest.mark.parametrize("also_again", [False, True])
    @pytest.mark.parametrize("place", PLACES)
    def test_acceptance_succeeds_after_lost_reply(
        self, client: Client, rosa: Client, bakery: str, outbox: Outbox, place: int, also_again: bool
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        ben = register(client, BEN)
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: accept(ben, token))
        assert (answer.status, answer.json["role"]) == (200, "manager")
        assert get_roles(rosa, bakery) == {ROSA.user_id: "owner", BEN.user_id: "manager"}

    @pytest.mark.parametrize("also_again", [False, True])
    @pytest.mark.parametrize("place", PLACES)
    def test_plan_changes_succeed_after_lost_reply(self, rosa: Client, place: int, also_again: bool) -> None:
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: rosa.put(PLAN, {"answers": {"name": "N"}, "revision": 0}))
        assert (answer.status, answer.json["revision"]) == (200, 1)
        with lose_reply(place, also_again=also_again):
            answer = repeat_call(lambda: rosa.delete(PLAN))
        assert (answer.status, answer.json["revision"]) == (200, 2)


def test_lost_reply_tests_cover_every_call(client: Client, rosa: Client, outbox: Outbox) -> None:
    """Test the longest request, an invitation; if it grows, `PLACES` must grow too."""
    bakery = add_bakery(rosa)
    with lose_reply(1000, also_again=False) as calls:
        invite(rosa, bakery, EVA.email)
    assert len(calls.ids) <= len(PLACES)


def test_removed_invitation_is_not_marked_as_mailed(
    rosa: Client, bakery: str, outbox: Outbox, stored: Mapping[str, Any]
) -> None:
    invite_and_get_token(rosa, outbox, bakery, EVA.email)
    repository = BusinessesRepository(BUSINESSES_TABLE, APPLICATIONS_TABLE)
    team = repository.team(bakery)
    assert team is not None
    (invitation,) = team.invitations
    assert repository.save_team(team, team.without_invitation(invitation.id))
    repository.mark_mailed(invitation)
    assert repository.team(bakery).invitations == ()
