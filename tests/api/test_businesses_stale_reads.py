"""Businesses with indexes and reads that are behind the writes."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from domains.businesses.businesses_table import BusinessesTable
from functions.businesses.repository import BusinessesRepository
from portal.tables import Table, write_together
from tests.api.businesses_support import (
    BAKERY,
    BEN,
    BUSINESSES,
    EVA,
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
from tests.api.faults import let_others_write_first, show_stale_index
from tests.api.profile_support import ROSA, register
from tests.api.support import APPLICATIONS_TABLE, BUSINESSES_TABLE, Client

WRITES = ("add_business", "change_business", "save_team", "remove_business")
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
    show_stale_index(monkeypatch, "by_member")


class TestAdding:
    @pytest.fixture(autouse=True)
    def limit_of_three(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Lower the limit of fifty, which test_businesses.py tests."""
        monkeypatch.setattr("functions.businesses.business_service.MAX_BUSINESSES", 3)

    def test_businesses_missing_from_index_count_toward_limit(self, rosa: Client, late_index: None) -> None:
        for number in range(3):
            add_bakery(rosa, f"key-0000{number}")
        assert get_refusal(add(rosa, "key-of-one-more")) == (409, "tooManyBusinesses")

    def test_removed_business_in_stale_index_frees_place(self, rosa: Client, late_index: None) -> None:
        first, *_ = [add_bakery(rosa, f"key-0000{number}") for number in range(3)]
        assert rosa.delete(f"{BUSINESSES}/{first}").status == 200
        assert add(rosa, "key-of-one-more").status == 201


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
        overtake(lambda: write_together([table.require_business(bakery)]))
        path = f"{BUSINESSES}/{bakery}"
        assert get_refusal(rosa.delete(path)) == (409, "businessHasApplications")
        clock.advance(seconds=59)
        assert get_refusal(rosa.delete(path)) == (409, "businessHasApplications")
        clock.advance(seconds=1)
        assert rosa.delete(path).status == 200
        assert not write_together([table.require_business(bakery)])


def test_change_after_parallel_demotion_is_refused(
    rosa: Client, outbox: Outbox, bakery: str, overtake: Overtake
) -> None:
    ben = add_member(rosa, outbox, bakery, BEN, "manager")
    overtake(lambda: rosa.put(get_member_path(bakery, BEN), {"role": "viewer"}))
    answer = ben.put(f"{BUSINESSES}/{bakery}", BAKERY | {"name": "N", "revision": 1})
    assert get_refusal(answer) == (403, "roleNotAllowed")
    assert rosa.get(f"{BUSINESSES}/{bakery}").json["name"] == "Desert Bakery"


def test_identical_add_between_two_reads_is_the_same_business(
    rosa: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = (lambda: add(rosa, allowSameName=False),)
    let_others_write_first(monkeypatch, BusinessesRepository, ("get_added",), others)
    assert add(rosa, allowSameName=False).status == 200
    assert len(rosa.get(BUSINESSES).json["items"]) == 1


class TestStaleReads:
    """DynamoDB queries may mix items from before and after a transaction."""

    def mix_next_read(self, monkeypatch: Any, change: Any) -> None:
        query = Table.query

        def half(*arguments: Any, **named: Any) -> Any:
            monkeypatch.setattr(Table, "query", query)
            return change(list(query(*arguments, **named)))

        monkeypatch.setattr(Table, "query", half)

    def test_member_missing_from_stale_read_is_kept(
        self, rosa: Client, ben: Client, bakery: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.mix_next_read(
            monkeypatch,
            lambda items: [item for item in items if item.get("member_id") != BEN.user_id],
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
            return item["item"].startswith("invitation#") and EVA.email in item["content"]

        before = [item for item in BusinessesTable(BUSINESSES_TABLE).list_items(bakery) if is_evas(item)]
        assert rosa.delete(get_member_path(bakery, BEN)).status == 200
        self.mix_next_read(
            monkeypatch, lambda items: [*(item for item in items if not is_evas(item)), *before]
        )
        assert accept(eva, token).json["code"] == "invitationWithdrawn"
        assert EVA.user_id not in get_roles(rosa, bakery)


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
