"""Businesses, members and plans with parallel writes between read and write."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from domains.businesses.businesses_table import BusinessesTable, BusinessItem
from functions.businesses.plans_repository import PlansRepository
from functions.businesses.repository import BusinessesRepository
from portal.dynamo import write_together
from portal.updates import MAX_WRITE_ATTEMPTS
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
    get_member_path,
    get_refusal,
    get_roles,
    invite,
    invite_and_get_token,
    use_clock,
)
from tests.api.clock import Clock
from tests.api.conftest import Outbox
from tests.api.faults import let_others_write_first
from tests.api.profile_support import ROSA, register
from tests.api.support import APPLICATIONS_TABLE, BUSINESSES_TABLE, Answer, Client

WRITES = ("add", "change_business", "save_team", "remove")
Overtake = Callable[..., None]


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


@pytest.fixture
def overtake(monkeypatch: pytest.MonkeyPatch) -> Overtake:
    """Return a function that runs parallel calls before the next writes of the call under test."""
    return lambda *others: let_others_write_first(monkeypatch, BusinessesRepository, WRITES, others)


@pytest.fixture
def late_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the index of members empty, as before it is updated."""
    monkeypatch.setattr(BusinessItem.by_member, "query", lambda *_: iter(()))


class TestAdding:
    @pytest.fixture(autouse=True)
    def limit_of_three(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Lower the limit of fifty, which test_businesses.py tests."""
        monkeypatch.setattr("functions.businesses.business_service.MAX_BUSINESSES", 3)

    def test_parallel_add_counts_toward_limit(self, rosa: Client, overtake: Overtake) -> None:
        add_bakery(rosa, "key-00001")
        add_bakery(rosa, "key-00002")
        overtake(lambda: add_bakery(rosa, "key-of-another-tab"))
        assert get_refusal(add(rosa, "key-of-one-more")) == (409, "tooManyBusinesses")
        assert len(rosa.get(BUSINESSES).json["items"]) == 3

    def test_parallel_add_of_same_name_is_refused(self, rosa: Client, overtake: Overtake) -> None:
        overtake(lambda: add_bakery(rosa, "key-of-another-tab"))
        refused = add(rosa, "key-00001", allowSameName=False)
        assert get_refusal(refused) == (409, "businessAlreadyAdded")

    def test_businesses_missing_from_index_count_toward_limit(self, rosa: Client, late_index: None) -> None:
        for number in range(3):
            add_bakery(rosa, f"key-0000{number}")
        assert get_refusal(add(rosa, "key-of-one-more")) == (409, "tooManyBusinesses")

    def test_removed_business_in_stale_index_frees_place(self, rosa: Client, late_index: None) -> None:
        first, *_ = [add_bakery(rosa, f"key-0000{number}") for number in range(3)]
        assert rosa.delete(f"{BUSINESSES}/{first}").status == 200
        assert add(rosa, "key-of-one-more").status == 201

    def test_parallel_identical_adds_create_one_business(self, rosa: Client, overtake: Overtake) -> None:
        overtake(lambda: add(rosa))
        assert add(rosa).status == 200
        assert len(rosa.get(BUSINESSES).json["items"]) == 1

    def test_identical_add_between_two_reads_is_the_same_business(
        self, rosa: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        others = (lambda: add(rosa, allowSameName=False),)
        let_others_write_first(monkeypatch, BusinessesRepository, ("get_added",), others)
        assert add(rosa, allowSameName=False).status == 200
        assert len(rosa.get(BUSINESSES).json["items"]) == 1

    def test_five_lost_races_on_add_are_conflict(
        self, rosa: Client, overtake: Overtake, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.businesses.business_service.MAX_BUSINESSES", 50)
        keys = [f"key-of-others-{number}" for number in range(MAX_WRITE_ATTEMPTS)]
        overtake(*(lambda key=key: add_bakery(rosa, key) for key in keys))
        assert get_refusal(add(rosa, "key-of-one-more")) == (409, "othersAdded")
        assert add(rosa, "key-of-one-more").status == 201


class TestChanging:
    def test_change_after_parallel_demotion_is_refused(
        self, rosa: Client, outbox: Outbox, bakery: str, overtake: Overtake
    ) -> None:
        ben = add_member(rosa, outbox, bakery, BEN, "manager")
        overtake(lambda: rosa.put(get_member_path(bakery, BEN), {"role": "viewer"}))
        answer = ben.put(f"{BUSINESSES}/{bakery}", BAKERY | {"name": "N", "revision": 1})
        assert get_refusal(answer) == (403, "roleNotAllowed")
        assert rosa.get(f"{BUSINESSES}/{bakery}").json["name"] == "Desert Bakery"

    def test_parallel_change_of_same_revision_is_conflict(
        self, rosa: Client, bakery: str, overtake: Overtake
    ) -> None:
        path = f"{BUSINESSES}/{bakery}"
        overtake(lambda: rosa.put(path, BAKERY | {"name": "Other", "revision": 1}))
        assert rosa.put(path, BAKERY | {"name": "N", "revision": 1}).status == 409
        assert rosa.get(path).json["name"] == "Other"


class TestRemoving:
    def test_parallel_application_blocks_removal_for_index_delay(
        self,
        client: Client,
        bakery: str,
        overtake: Overtake,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        clock = Clock()
        use_clock(monkeypatch, clock)
        rosa = client.acting_as(ROSA)
        table = BusinessesTable(BUSINESSES_TABLE, clock)
        overtake(lambda: write_together(lambda transaction: table.require_business(transaction, bakery)))
        path = f"{BUSINESSES}/{bakery}"
        assert get_refusal(rosa.delete(path)) == (409, "businessHasApplications")
        clock.advance(seconds=59)
        assert get_refusal(rosa.delete(path)) == (409, "businessHasApplications")
        clock.advance(seconds=1)
        assert rosa.delete(path).status == 200
        assert not write_together(lambda transaction: table.require_business(transaction, bakery))

    @pytest.mark.parametrize("is_removed_first", [False, True])
    def test_business_removed_in_parallel_gets_no_member(
        self,
        client: Client,
        rosa: Client,
        outbox: Outbox,
        bakery: str,
        overtake: Overtake,
        stored: Mapping[str, Any],
        is_removed_first: bool,
    ) -> None:
        ben = register(client, BEN)
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        calls = (lambda: rosa.delete(f"{BUSINESSES}/{bakery}")), (lambda: accept(ben, token))
        others: list[Answer] = []
        overtake(lambda: others.append(calls[not is_removed_first]()))
        own = calls[is_removed_first]()
        assert [own.status, others[0].status] == ([404, 200] if is_removed_first else [200, 200])
        assert ben.get(BUSINESSES).json == {"items": []}
        kinds = {item["item"].partition("#")[0] for item in stored[BUSINESSES_TABLE].scan()["Items"]}
        assert kinds <= {"removed", "invitation", "sent", "added"}

    def test_removal_after_parallel_demotion_is_refused(
        self, client: Client, rosa: Client, outbox: Outbox, bakery: str, overtake: Overtake
    ) -> None:
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email, "owner")
        ben = register(client, BEN)
        overtake(
            lambda: accept(ben, token),
            lambda: ben.put(get_member_path(bakery, ROSA), {"role": "viewer"}),
        )
        assert get_refusal(rosa.delete(f"{BUSINESSES}/{bakery}")) == (403, "roleNotAllowed")
        assert get_roles(ben, bakery) == {ROSA.user_id: "viewer", BEN.user_id: "owner"}


class TestMembers:
    def test_second_of_two_owners_cannot_step_down(
        self, rosa: Client, ben: Client, bakery: str, overtake: Overtake
    ) -> None:
        overtake(lambda: ben.put(get_member_path(bakery, BEN), {"role": "viewer"}))
        assert get_refusal(rosa.put(get_member_path(bakery, ROSA), {"role": "viewer"})) == (409, "lastOwner")
        assert get_roles(rosa, bakery) == {ROSA.user_id: "owner", BEN.user_id: "viewer"}

    def test_second_of_two_mutual_demotions_is_refused(
        self, rosa: Client, ben: Client, bakery: str, overtake: Overtake
    ) -> None:
        overtake(lambda: ben.put(get_member_path(bakery, ROSA), {"role": "viewer"}))
        assert get_refusal(rosa.put(get_member_path(bakery, BEN), {"role": "viewer"})) == (
            403,
            "roleNotAllowed",
        )
        assert get_roles(rosa, bakery) == {ROSA.user_id: "viewer", BEN.user_id: "owner"}

    def test_second_of_two_owners_cannot_leave(
        self, rosa: Client, ben: Client, bakery: str, overtake: Overtake
    ) -> None:
        overtake(lambda: ben.delete(get_member_path(bakery, BEN)))
        assert get_refusal(rosa.delete(get_member_path(bakery, ROSA))) == (409, "lastOwner")
        assert get_roles(rosa, bakery) == {ROSA.user_id: "owner"}

    def test_five_lost_races_on_role_change_are_conflict(
        self, rosa: Client, outbox: Outbox, ben: Client, bakery: str, overtake: Overtake
    ) -> None:
        add_member(rosa, outbox, bakery, EVA, "viewer")

        def turn() -> Answer:
            role = "viewer" if get_roles(rosa, bakery)[BEN.user_id] == "owner" else "owner"
            return rosa.put(get_member_path(bakery, BEN), {"role": role})

        overtake(*[turn] * MAX_WRITE_ATTEMPTS)
        assert get_refusal(rosa.put(get_member_path(bakery, EVA), {"role": "manager"})) == (
            409,
            "businessChanged",
        )
        assert get_roles(rosa, bakery)[EVA.user_id] == "viewer"


class TestInvitations:
    def test_parallel_identical_invitations_send_one_email(
        self, rosa: Client, outbox: Outbox, bakery: str, overtake: Overtake
    ) -> None:
        overtake(lambda: invite(rosa, bakery, BEN.email))
        assert invite(rosa, bakery, BEN.email).status == 200
        assert len(outbox.mail) == 1

    def test_invitation_withdrawn_in_parallel_is_refused(
        self, client: Client, rosa: Client, outbox: Outbox, bakery: str, overtake: Overtake
    ) -> None:
        ben = register(client, BEN)
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        (invitation,) = rosa.get(f"{BUSINESSES}/{bakery}").json["invitations"]
        overtake(lambda: rosa.delete(f"{BUSINESSES}/{bakery}/invitations/{invitation['id']}"))
        assert get_refusal(accept(ben, token)) == (409, "invitationWithdrawn")
        assert get_roles(rosa, bakery) == {ROSA.user_id: "owner"}

    def test_invitation_accepted_in_parallel_cannot_be_withdrawn(
        self, client: Client, rosa: Client, outbox: Outbox, bakery: str, overtake: Overtake
    ) -> None:
        ben = register(client, BEN)
        token = invite_and_get_token(rosa, outbox, bakery, BEN.email)
        (invitation,) = rosa.get(f"{BUSINESSES}/{bakery}").json["invitations"]
        overtake(lambda: accept(ben, token))
        answer = rosa.delete(f"{BUSINESSES}/{bakery}/invitations/{invitation['id']}")
        assert get_refusal(answer) == (409, "invitationUsed")


class TestStaleReads:
    """DynamoDB queries may mix items from before and after a transaction."""

    def mix_next_read(self, monkeypatch: Any, change: Any) -> None:
        query = BusinessItem.query

        def half(*arguments: Any, **named: Any) -> Any:
            monkeypatch.setattr(BusinessItem, "query", query)
            return change(list(query(*arguments, **named)))

        monkeypatch.setattr(BusinessItem, "query", half)

    def test_member_missing_from_stale_read_is_kept(
        self, rosa: Client, ben: Client, bakery: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.mix_next_read(
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
        self.mix_next_read(
            monkeypatch, lambda items: [*(item for item in items if not is_evas(item)), *before]
        )
        assert accept(eva, token).json["code"] == "invitationWithdrawn"
        assert EVA.user_id not in get_roles(rosa, bakery)


class TestPlan:
    @pytest.fixture
    def overtake(self, monkeypatch: pytest.MonkeyPatch) -> Overtake:
        return lambda *others: let_others_write_first(monkeypatch, PlansRepository, ["save_plan"], others)

    def save(self, rosa: Client, revision: int, name: str = "N") -> Answer:
        return rosa.put(PLAN, {"answers": {"name": name}, "revision": revision})

    def test_different_plan_saved_in_parallel_is_conflict(self, rosa: Client, overtake: Overtake) -> None:
        overtake(lambda: self.save(rosa, 0, "Other"))
        assert get_refusal(self.save(rosa, 0)) == (409, "planChanged")
        assert rosa.get(PLAN).json["answers"]["name"] == "Other"

    def test_same_plan_saved_in_parallel_is_saved_once(self, rosa: Client, overtake: Overtake) -> None:
        overtake(lambda: self.save(rosa, 0))
        assert self.save(rosa, 0).json["revision"] == 1

    def test_plan_saved_in_parallel_is_deleted(self, rosa: Client, overtake: Overtake) -> None:
        self.save(rosa, 0)
        overtake(lambda: self.save(rosa, 1, "Other"))
        forgotten = rosa.delete(PLAN).json
        assert (forgotten["answers"], forgotten["revision"]) == (None, 3)

    def test_five_lost_races_on_plan_deletion_are_conflict(self, rosa: Client, overtake: Overtake) -> None:
        self.save(rosa, 0)

        def again() -> Answer:
            return self.save(rosa, rosa.get(PLAN).json["revision"])

        overtake(*[again] * MAX_WRITE_ATTEMPTS)
        assert get_refusal(rosa.delete(PLAN)) == (409, "planChanged")
        assert rosa.delete(PLAN).status == 200


def test_removed_invitation_is_not_marked_as_mailed(
    rosa: Client, bakery: str, outbox: Outbox, stored: Mapping[str, Any]
) -> None:
    invite_and_get_token(rosa, outbox, bakery, EVA.email)
    repository = BusinessesRepository(BUSINESSES_TABLE, APPLICATIONS_TABLE)
    team = repository.get_team(bakery)
    assert team is not None
    (invitation,) = team.invitations
    assert repository.save_team(team, team.without_invitation(invitation.id))
    repository.mark_mailed(invitation)
    assert repository.get_team(bakery).invitations == ()
