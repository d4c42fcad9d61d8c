"""Businesses and their members: every route, for every role."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.api.businesses_support import (
    BAKERY,
    BEN,
    BUSINESSES,
    EVA,
    STRANGER,
    add,
    add_bakery,
    add_member,
    copy,
    get_refusal,
    get_roles,
    invite_and_get_token,
    use_clock,
)
from tests.api.clock import Clock
from tests.api.conftest import Outbox
from tests.api.profile_support import ROSA, register
from tests.api.shared_setup import run_once
from tests.api.support import APPLICATIONS_TABLE, BUSINESSES_TABLE, UNKNOWN_ID, AgencyCaller, Client, Person

NO_BUSINESS = (404, "businessNotFound")
NO_ROLE = (403, "roleNotAllowed")


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


@pytest.fixture
def bakery(rosa: Client) -> str:
    return run_once("bakery", lambda: add_bakery(rosa))


@pytest.fixture
def actors(client: Client, outbox: Outbox, rosa: Client, bakery: Any) -> dict[str, Any]:
    """Return the clients of Rosa, who owns the bakery, and of people with the named roles."""

    def join() -> None:
        add_member(rosa, outbox, bakery, BEN, "manager")
        add_member(rosa, outbox, bakery, EVA, "viewer")

    run_once("joined", join)
    return {
        "owner": rosa,
        "manager": rosa.acting_as(BEN),
        "viewer": rosa.acting_as(EVA),
        "stranger": register(client, STRANGER),
        "unregistered": client.acting_as(Person(email="nora@example.com")),
        "agency": client.acting_as(AgencyCaller("adot-mvd")),
        "nobody": client.acting_as(None),
    }


class TestAdding:
    def test_person_adding_business_becomes_owner(self, rosa: Client) -> None:
        answer = add(rosa, name="  Desert   Bakery ")
        assert answer.status == 201
        business = answer.json
        assert business | BAKERY == business
        assert (business["role"], business["revision"]) == ("owner", 1)
        assert rosa.get(BUSINESSES).json == {"items": [business]}

    def test_repeated_add_returns_same_business(self, rosa: Client) -> None:
        first, again = add(rosa), add(rosa)
        assert (again.status, again.json) == (200, first.json)
        assert get_refusal(add(rosa, countyId="gila")) == (409, "idempotencyKeyReused")
        assert len(rosa.get(BUSINESSES).json["items"]) == 1

    def test_repeated_add_returns_changed_business(self, rosa: Client, bakery: str) -> None:
        changed = rosa.put(f"{BUSINESSES}/{bakery}", BAKERY | {"revision": 1, "name": "Other"}).json
        again = add(rosa, name="Desert  Bakery")
        assert (again.status, again.json) == (200, changed)

    @pytest.mark.parametrize("name", ["desert bakery", "The Desert-Bakery, L.L.C."])
    def test_same_name_is_refused_until_allowed(self, rosa: Client, bakery: str, name: str) -> None:
        for _ in range(2):
            refused = add(rosa, "key-00002", name=name, allowSameName=False)
            assert get_refusal(refused) == (409, "businessAlreadyAdded")
            assert (refused.json["businessId"], refused.json["businessName"]) == (bakery, "Desert Bakery")
        assert add(rosa, "key-00002", name=name).status == 201
        repeated = add(rosa, "key-00002", name=name, allowSameName=False)
        assert (repeated.status, repeated.json["name"]) == (200, name)

    @pytest.mark.parametrize("changed", [{"entityType": "corporation"}, {"name": "Desert Bakers"}])
    def test_other_kind_or_name_is_added(self, rosa: Client, bakery: str, changed: Any) -> None:
        assert add(rosa, "key-00002", allowSameName=False, **changed).status == 201

    def test_same_name_of_other_person_is_added(self, client: Client, bakery: str) -> None:
        assert add(register(client, BEN), allowSameName=False).status == 201

    def test_same_key_of_other_person_adds_other_business(self, client: Client, bakery: str) -> None:
        assert add_bakery(register(client, BEN)) != bakery

    def test_key_does_not_readmit_former_owner(self, rosa: Client, outbox: Outbox, bakery: Any) -> None:
        add_member(rosa, outbox, bakery, BEN, "owner")
        assert rosa.delete(f"{BUSINESSES}/{bakery}/members/{ROSA.user_id}").status == 200
        assert get_refusal(add(rosa)) == (409, "idempotencyKeyReused")

    def test_unregistered_person_cannot_add_business(self, client: Client) -> None:
        assert get_refusal(add(client.acting_as(STRANGER))) == (409, "notRegistered")

    def test_late_repeat_does_not_restore_removed_business(self, rosa: Client, bakery: str) -> None:
        assert rosa.delete(f"{BUSINESSES}/{bakery}").status == 200
        assert get_refusal(add(rosa)) == (409, "idempotencyKeyReused")
        assert rosa.get(BUSINESSES).json == {"items": []}

    def test_key_is_free_one_day_after_removal(
        self, client: Client, rosa: Client, bakery: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = Clock()
        use_clock(monkeypatch, clock)
        rosa = client.acting_as(ROSA)
        rosa.delete(f"{BUSINESSES}/{bakery}")
        clock.advance(days=1, seconds=-1)
        assert get_refusal(add(rosa)) == (409, "idempotencyKeyReused")
        clock.advance(seconds=1)
        assert add_bakery(rosa) == bakery

    def test_missing_key_is_refused(self, rosa: Client) -> None:
        assert "Idempotency-Key" in rosa.post(BUSINESSES, BAKERY).problems()

    def test_person_has_at_most_fifty_businesses(
        self, rosa: Client, stored: Mapping[str, Any], bakery: Any
    ) -> None:
        copy(stored[BUSINESSES_TABLE], bakery, 48)
        assert add(rosa, "key-of-the-last").status == 201
        assert len(rosa.get(BUSINESSES).json["items"]) == 50
        assert get_refusal(add(rosa, "key-of-one-more")) == (409, "tooManyBusinesses")
        assert add(rosa).status == 200

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("name", ""),
            ("name", "   "),
            ("name", "!!!"),
            ("name", "a" * 201),
            ("name", "\u202e\u200b"),
            ("name", None),
            ("name", 7),
            ("countyId", ""),
            ("countyId", "orange"),
            ("countyId", "p" * 41),
            ("entityType", "tradeName"),
            ("entityType", ""),
        ],
    )
    def test_invalid_field_is_refused(self, rosa: Client, bakery: str, field: Any, value: Any) -> None:
        assert list(add(rosa, "key-00002", **{field: value}).problems()) == [field]
        change = rosa.put(f"{BUSINESSES}/{bakery}", BAKERY | {"revision": 1, field: value})
        assert list(change.problems()) == [field]


class TestSeeing:
    def test_members_are_listed_with_owners_first(self, actors: dict[str, Any], bakery: str) -> None:
        seen = actors["viewer"].get(f"{BUSINESSES}/{bakery}").json
        assert [(each["name"], each["role"], each["isYou"]) for each in seen["members"]] == [
            ("Rosa Delgado", "owner", False),
            ("Rosa Delgado", "manager", False),
            ("Rosa Delgado", "viewer", True),
        ]
        assert seen["role"] == "viewer"

    def test_only_owners_see_invitations(self, actors: Any, outbox: Outbox, bakery: Any) -> None:
        invite_and_get_token(actors["owner"], outbox, bakery, "someone@example.com")
        seen = {
            name: actors[name].get(f"{BUSINESSES}/{bakery}").json for name in ("owner", "manager", "viewer")
        }
        assert len(seen["owner"]["invitations"]) == 3
        assert seen["manager"]["invitations"] == seen["viewer"]["invitations"] == []
        assert "someone@example.com" not in actors["manager"].get(f"{BUSINESSES}/{bakery}").text

    def test_businesses_are_listed_by_name_with_role(
        self, rosa: Client, outbox: Outbox, client: Client, bakery: Any
    ) -> None:
        ben = add_member(rosa, outbox, bakery, BEN, "viewer")
        add_bakery(ben, "key-00002", name="zebra LLC")
        add_bakery(ben, name="Ábacus LLC")
        items = ben.get(BUSINESSES).json["items"]
        assert [(each["name"], each["role"]) for each in items] == [
            ("Ábacus LLC", "owner"),
            ("Desert Bakery", "viewer"),
            ("zebra LLC", "owner"),
        ]


STATUSES = ("owner", "manager", "viewer", "stranger", "unregistered", "agency", "nobody")
MEMBERS_ONLY = (200, 200, 200, 404, 404, 401, 401)
CHANGERS_ONLY = (200, 200, 403, 404, 404, 401, 401)
OWNERS_ONLY = (200, 403, 403, 404, 404, 401, 401)
OF_BUSINESS = [
    ("GET", "", None, MEMBERS_ONLY),
    ("PUT", "", BAKERY | {"name": "Other", "revision": 1}, CHANGERS_ONLY),
    ("DELETE", "", None, OWNERS_ONLY),
    ("PUT", f"/members/{ROSA.user_id}", {"role": "owner"}, OWNERS_ONLY),
    ("DELETE", f"/members/{UNKNOWN_ID}", None, (404, 403, 403, 404, 404, 401, 401)),
    (
        "POST",
        "/invitations",
        {"email": "someone@example.com", "role": "viewer"},
        (201, 403, 403, 404, 404, 401, 401),
    ),
    ("DELETE", f"/invitations/{UNKNOWN_ID}", None, (404, 403, 403, 404, 404, 401, 401)),
]


class TestPermissions:
    @pytest.mark.parametrize(
        ("method", "path", "body", "actor", "status"),
        [
            pytest.param(method, path, body, actor, status, id=f"{method} {path or '/'} by {actor}")
            for method, path, body, statuses in OF_BUSINESS
            for actor, status in zip(STATUSES, statuses, strict=True)
        ],
    )
    def test_each_role_gets_expected_status(
        self,
        actors: dict[str, Any],
        stored: Mapping[str, Any],
        bakery: str,
        method: Any,
        path: Any,
        body: Any,
        actor: Any,
        status: Any,
    ) -> None:
        before = stored[BUSINESSES_TABLE].scan()["Items"]
        answer = actors[actor].call(method, f"{BUSINESSES}/{bakery}{path}", body)
        assert answer.status == status, answer
        if status == 403:
            assert answer.json["code"] == "roleNotAllowed"
        if status == 404 and actor != "owner":
            assert answer.json["code"] == "businessNotFound"
        if status >= 400:
            assert stored[BUSINESSES_TABLE].scan()["Items"] == before

    @pytest.mark.parametrize("business_id", [UNKNOWN_ID, "a" * 26, "%00", "a%2Fb", "x" * 3000, "..", "é"])
    def test_unknown_business_is_404(self, rosa: Client, business_id: Any) -> None:
        path = f"{BUSINESSES}/{business_id}"
        assert get_refusal(rosa.get(path)) == NO_BUSINESS
        assert get_refusal(rosa.put(path, BAKERY | {"revision": 1})) == NO_BUSINESS
        assert get_refusal(rosa.delete(path)) == NO_BUSINESS
        assert get_refusal(rosa.delete(f"{path}/members/{ROSA.user_id}")) == NO_BUSINESS


class TestChanging:
    def test_parallel_change_of_same_revision_is_refused(self, actors: dict[str, Any], bakery: str) -> None:
        path = f"{BUSINESSES}/{bakery}"
        requested = BAKERY | {"revision": 1}
        assert actors["owner"].put(path, requested | {"name": "First"}).json["revision"] == 2
        answer = actors["manager"].put(path, requested | {"name": "Second"})
        assert get_refusal(answer) == (409, "businessChanged")
        again = actors["owner"].put(path, requested | {"name": "First"})
        assert (again.status, again.json["revision"]) == (200, 2)
        assert actors["viewer"].get(path).json["name"] == "First"

    def test_member_change_keeps_business_revision(self, actors: Any, bakery: Any) -> None:
        actors["owner"].put(f"{BUSINESSES}/{bakery}/members/{EVA.user_id}", {"role": "manager"})
        answer = actors["owner"].put(f"{BUSINESSES}/{bakery}", BAKERY | {"revision": 1, "name": "N"})
        assert answer.status == 200
        assert get_roles(actors["owner"], bakery)[EVA.user_id] == "manager"

    @pytest.mark.parametrize("revision", [-1, 0, 2, 10**30, "1", 1.5, None])
    def test_wrong_revision_is_refused(self, rosa: Client, bakery: str, revision: object) -> None:
        answer = rosa.put(f"{BUSINESSES}/{bakery}", BAKERY | {"revision": revision, "name": "Other"})
        assert answer.status in (400, 409)
        assert rosa.get(f"{BUSINESSES}/{bakery}").json["name"] == "Desert Bakery"


class TestMembers:
    def path(self, bakery: Any, person: Any) -> str:
        return f"{BUSINESSES}/{bakery}/members/{person.user_id}"

    def test_changed_role_applies_at_once(self, actors: dict[str, Any], bakery: str) -> None:
        answer = actors["owner"].put(self.path(bakery, EVA), {"role": "manager"})
        assert (answer.json["role"], answer.json["isYou"]) == ("manager", False)
        requested = BAKERY | {"revision": 1}
        assert actors["viewer"].put(f"{BUSINESSES}/{bakery}", requested).status == 200
        assert actors["viewer"].get(BUSINESSES).json["items"][0]["role"] == "manager"

    def test_unchanged_role_writes_nothing(
        self, actors: dict[str, Any], stored: Mapping[str, Any], bakery: str
    ) -> None:
        before = stored[BUSINESSES_TABLE].scan()["Items"]
        assert actors["owner"].put(self.path(bakery, EVA), {"role": "viewer"}).json["role"] == "viewer"
        assert stored[BUSINESSES_TABLE].scan()["Items"] == before

    @pytest.mark.parametrize("role", ["", "admin", "Owner", None, 1])
    def test_invalid_role_is_refused(
        self, actors: dict[str, Any], bakery: str, role: str | int | None
    ) -> None:
        assert list(actors["owner"].put(self.path(bakery, EVA), {"role": role}).problems()) == ["role"]

    def test_member_can_leave_and_loses_access_at_once(self, actors: dict[str, Any], bakery: str) -> None:
        for name, person in (("manager", BEN), ("viewer", EVA)):
            for _ in range(2):
                answer = actors[name].delete(self.path(bakery, person))
                assert (answer.status, answer.json) == (200, {"id": person.user_id, "outcome": "removed"})
            assert get_refusal(actors[name].get(f"{BUSINESSES}/{bakery}")) == NO_BUSINESS
            assert actors[name].get(BUSINESSES).json == {"items": []}

    def test_former_member_cannot_remove_members(self, actors: dict[str, Any], bakery: str) -> None:
        actors["manager"].delete(self.path(bakery, BEN))
        assert get_refusal(actors["manager"].delete(self.path(bakery, EVA))) == NO_BUSINESS

    def test_only_owner_removes_other_members(self, actors: Any, bakery: Any) -> None:
        assert get_refusal(actors["manager"].delete(self.path(bakery, EVA))) == NO_ROLE
        assert [actors["owner"].delete(self.path(bakery, EVA)).status for _ in range(2)] == [200, 200]
        assert list(get_roles(actors["owner"], bakery)) == [ROSA.user_id, BEN.user_id]
        assert get_refusal(actors["viewer"].get(f"{BUSINESSES}/{bakery}")) == NO_BUSINESS

    def test_last_owner_cannot_leave_or_step_down(self, actors: Any, bakery: Any) -> None:
        own = self.path(bakery, ROSA)
        assert get_refusal(actors["owner"].delete(own)) == (409, "lastOwner")
        assert get_refusal(actors["owner"].put(own, {"role": "viewer"})) == (409, "lastOwner")
        actors["owner"].put(self.path(bakery, BEN), {"role": "owner"})
        assert actors["owner"].delete(own).status == 200
        assert get_roles(actors["manager"], bakery) == {BEN.user_id: "owner", EVA.user_id: "viewer"}

    def test_owner_leaves_business_with_application_to_other_owner(
        self, actors: Any, stored: Mapping[str, Any], bakery: Any
    ) -> None:
        application = {"application_id": "a" * 26, "item": "application", "business_id": bakery}
        stored[APPLICATIONS_TABLE].put_item(Item=application)
        own = self.path(bakery, ROSA)
        assert get_refusal(actors["owner"].delete(f"{BUSINESSES}/{bakery}")) == (
            409,
            "businessHasApplications",
        )
        assert get_refusal(actors["owner"].delete(own)) == (409, "lastOwner")
        actors["owner"].put(self.path(bakery, BEN), {"role": "owner"})
        assert actors["owner"].delete(own).status == 200
        assert actors["owner"].get(BUSINESSES).json == {"items": []}
        assert get_roles(actors["manager"], bakery) == {BEN.user_id: "owner", EVA.user_id: "viewer"}

    def test_unknown_member_is_404(self, rosa: Client, bakery: str) -> None:
        path = self.path(bakery, STRANGER)
        assert get_refusal(rosa.put(path, {"role": "owner"})) == (404, "memberNotFound")
        assert get_refusal(rosa.delete(path)) == (404, "memberNotFound")


class TestRemoving:
    def test_removed_business_leaves_only_tombstones(
        self, actors: Any, outbox: Outbox, stored: Mapping[str, Any], bakery: Any
    ) -> None:
        invite_and_get_token(actors["owner"], outbox, bakery, "someone@example.com")
        for _ in range(2):
            answer = actors["owner"].delete(f"{BUSINESSES}/{bakery}")
            assert (answer.status, answer.json) == (200, {"id": bakery, "outcome": "removed"})
        for name in ("owner", "manager", "viewer"):
            assert actors[name].get(BUSINESSES).json == {"items": []}
        assert get_refusal(actors["manager"].delete(f"{BUSINESSES}/{bakery}")) == NO_BUSINESS
        items = stored[BUSINESSES_TABLE].scan()["Items"]
        # DynamoDB removes the two accepted invitations when they expire.
        left = sorted(item["item"].partition("#")[0] for item in items if item["business_id"] == bakery)
        assert left == ["invitation", "invitation", "removed"]
        assert "someone@example.com" not in str(items)
        assert all("remove_at" in item for item in items)

    def test_removed_business_is_404_after_one_day(
        self, client: Client, bakery: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = Clock()
        use_clock(monkeypatch, clock)
        rosa = client.acting_as(ROSA)
        rosa.delete(f"{BUSINESSES}/{bakery}")
        clock.advance(days=1, seconds=-1)
        assert rosa.delete(f"{BUSINESSES}/{bakery}").status == 200
        clock.advance(seconds=1)
        assert get_refusal(rosa.delete(f"{BUSINESSES}/{bakery}")) == NO_BUSINESS

    def test_business_with_application_cannot_be_removed(
        self, rosa: Client, stored: Mapping[str, Any], bakery: str
    ) -> None:
        application = {"application_id": "a" * 26, "item": "application", "business_id": bakery}
        stored[APPLICATIONS_TABLE].put_item(Item=application)
        assert get_refusal(rosa.delete(f"{BUSINESSES}/{bakery}")) == (409, "businessHasApplications")
        stored[APPLICATIONS_TABLE].put_item(Item=application | {"business_id": "b" * 26})
        assert rosa.delete(f"{BUSINESSES}/{bakery}").status == 200


def test_logs_contain_no_person_or_business_data(
    output: Callable[[], str], actors: Any, outbox: Outbox, bakery: Any
) -> None:
    token = invite_and_get_token(actors["owner"], outbox, bakery, "someone@example.com")
    actors["owner"].get(f"{BUSINESSES}/{bakery}")
    written = output()
    assert '"route":"POST /api/businessapplications/businesses/{id}/invitations"' in written
    for secret in ("someone@example.com", "Desert Bakery", "Rosa Delgado", token, token.rpartition(".")[2]):
        assert secret not in written
