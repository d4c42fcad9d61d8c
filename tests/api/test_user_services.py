"""Support staff: views and changes, notices to the person, and complete logging."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args
from unittest import mock

import pytest

from domains.accesslog.access_log_table import AccessLogTable
from domains.accesslog.record import Purpose, get_staff_number
from domains.accounts.account import Account
from domains.accounts.account_table import AccountRepository
from functions.userservices.reach import PARTS
from functions.userservices.texts import PURPOSES
from portal.principal import ROLES
from tests.api.agency_support import AGENCY, World, connect
from tests.api.messages_support import deliver, make_agency_message
from tests.api.profile_support import OTHER_ADDRESS, PREFERENCES, ROSA, make_preferences, register
from tests.api.support import (
    UNKNOWN_ID,
    Answer,
    Client,
    Person,
)
from tests.api.user_services_fixtures import BEN, GRACE, MINE, desk, rosa, world
from tests.api.user_services_support import (
    DOWN,
    SAM,
    Desk,
    add_delivery,
    fail_tries,
    list_lines,
    make_desk,
    make_tokens,
)

__all__ = ["desk", "rosa", "world"]

BLOCKS = ("", "contact", "connections", "applications", "locks")


ADA = Person("ada@example.com", groups=("admin",), second_factor=True)


OTHER_AGENCY = replace(GRACE, email="omar@example.com", agency_id="other-agency")


RENEWAL = make_agency_message(ROSA, "renewal")


CALLS: Mapping[str, Callable[[Desk, Person], Answer]] = {
    "identity": lambda desk, person: desk.person(person),
    "contact": lambda desk, person: desk.person(person, "contact"),
    "connections": lambda desk, person: desk.person(person, "connections"),
    "applications": lambda desk, person: desk.person(person, "applications"),
    "allow": lambda desk, person: desk.allow(person),
    "resend": lambda desk, person: desk.resend(person, RENEWAL.id),
    "locks": lambda desk, person: desk.person(person, "locks"),
    "lift": lambda desk, person: desk.lift(person),
    "reload": lambda desk, person: desk.reload(person),
    "clear": lambda desk, person: desk.clear(person),
    "restore": lambda desk, person: desk.restore(person),
}


OF_PORTAL_SUPPORT = {"contact", "allow", "resend", "locks", "lift"}


CHANGES = {"allow", "resend", "lift", "reload", "clear", "restore"}


def prepare(world: World, rosa: Client) -> None:
    """Prepare data for every call."""
    connect(rosa)
    fail_tries(world, ROSA)
    deliver(RENEWAL)
    add_delivery(ROSA, RENEWAL.id, "failed", world.now)
    for address in (ROSA.email, OTHER_ADDRESS):
        assert rosa.put(PREFERENCES, make_preferences(address)).status == 200


def make_every_call(desk: Desk, person: Person) -> Iterator[Any]:
    """Call every route about a person."""
    for call in CALLS.values():
        yield call(desk, person)


class TestAccess:
    def test_person_sees_staff_purpose_and_fields(self, desk: Desk, rosa: Client) -> None:
        assert desk.person(ROSA, "locks").status == 200
        page = rosa.get(MINE).json
        assert page == {
            "items": [
                {
                    "number": 1,
                    "at": "2026-11-20T18:30:00Z",
                    "staffNumber": get_staff_number(SAM.user_id),
                    "agency": None,
                    "role": "support",
                    "purpose": "resident-asked",
                    "caseNumber": "C-1042",
                    "kind": "view",
                    "call": "GET /api/users/{id}/locks",
                    "fields": ["locks"],
                    "resultCount": 1,
                    "proof": None,
                }
            ],
            "isLogReadable": True,
            "nextToken": None,
        }

    def test_every_call_is_logged_for_person(self, desk: Desk, rosa: Client, world: World) -> None:
        prepare(world, rosa)
        assert [answer.status for answer in make_every_call(desk, ROSA)] == [200] * len(CALLS)
        calls = [item["call"] for item in rosa.get(MINE).json["items"]]
        assert len(calls) == len(set(calls)) == len(CALLS)

    def test_access_log_has_no_data_of_person(self, desk: Desk, stored: Mapping[str, Any]) -> None:
        for part in ("", "contact"):
            assert desk.person(ROSA, part).status == 200
        lines = list_lines(stored)
        assert lines
        for shown in ("Delgado", "Pima", "1988", ROSA.email, "r•••@example.com"):
            assert shown not in str(lines)

    def test_access_pages_have_personal_tokens(self, desk: Desk, rosa: Client) -> None:
        for block in BLOCKS:
            desk.person(ROSA, block)
            desk.world.passes(seconds=1)
        first = rosa.get(f"{MINE}?limit=3").json
        rest = rosa.get(f"{MINE}?limit=3&nextToken={first['nextToken']}").json
        assert (len(first["items"]), len(rest["items"]), rest["nextToken"]) == (3, 2, None)
        other = desk.world.acting_as(BEN).get(f"{MINE}?nextToken={first['nextToken']}")
        assert list(other.problems()) == ["nextToken"]

    def test_accesses_to_other_people_are_hidden(self, desk: Desk) -> None:
        desk.person(ROSA)
        assert desk.world.acting_as(BEN).get(MINE).json["items"] == []

    @pytest.mark.parametrize(
        "fault",
        [
            {"attribute": "add_records", "side_effect": DOWN},
            {"attribute": "get_last_number", "side_effect": DOWN},
            {"attribute": "add_records", "return_value": False},
        ],
        ids=["write refused", "read refused", "number always taken"],
    )
    def test_failed_access_log_prevents_every_call(
        self, world: World, desk: Desk, stored: Mapping[str, Any], rosa: Client, fault: dict[str, Any]
    ) -> None:
        prepare(world, rosa)
        before = {name: table.scan()["Items"] for name, table in stored.items()}
        with mock.patch.object(AccessLogTable, **fault):
            for answer in make_every_call(desk, ROSA):
                assert (answer.status, answer.json["code"]) == (503, "accessNotRecorded")
                assert set(answer.json) == {"code", "message", "wordings", "requestId", "parameters"}
        assert {name: table.scan()["Items"] for name, table in stored.items()} == before


class TestPermissions:
    @pytest.mark.parametrize("header", ["purpose", "case_number"])
    def test_missing_purpose_or_case_number_is_refused(
        self, desk: Desk, stored: Mapping[str, Any], header: str
    ) -> None:
        for answer in make_every_call(desk.sending(**{header: None}), ROSA):
            assert list(answer.problems()) == [header.replace("_", "-")]
        assert list_lines(stored) == []

    def test_unknown_purpose_is_refused(self, desk: Desk) -> None:
        assert list(desk.sending(purpose="curiosity").person(ROSA).problems()) == ["purpose"]

    @pytest.mark.parametrize("staff", [SAM, ADA], ids=["support", "admin"])
    def test_both_roles_need_second_factor(self, world: World, staff: Person) -> None:
        if staff is ADA:
            register(world.client, staff)
        desk = make_desk(world, staff)
        assert desk.person(ROSA).status == 200
        for answer in make_every_call(desk.acting_as(replace(staff, second_factor=False)), ROSA):
            assert (answer.status, answer.json["code"]) == (403, "secondFactorRequired")

    @pytest.mark.parametrize("groups", [(), ("government",)])
    def test_other_groups_are_refused(self, desk: Desk, groups: Any, stored: Mapping[str, Any]) -> None:
        for answer in make_every_call(desk.acting_as(replace(SAM, groups=groups)), ROSA):
            assert (answer.status, answer.json["code"]) == (403, "noAccess")
        assert list_lines(stored) == []

    def test_own_record_is_refused(self, desk: Desk, stored: Mapping[str, Any]) -> None:
        for answer in make_every_call(desk.acting_as(replace(SAM, groups=ROLES)), SAM):
            assert (answer.status, answer.json["code"]) == (403, "ownRecord")
        assert list_lines(stored) == []

    @pytest.mark.parametrize("call", CALLS)
    @pytest.mark.parametrize("staff", ["support", "own agency", "other agency"])
    def test_each_call_is_limited_to_responsible_staff(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any], call: str, staff: str
    ) -> None:
        member = {"support": SAM, "own agency": GRACE, "other agency": OTHER_AGENCY}[staff]
        if member is not SAM:
            register(world.client, member)
        prepare(world, rosa)
        if call == "restore":
            assert desk.clear(ROSA).status == 200
        logged = len(list_lines(stored))
        answer = CALLS[call](desk.acting_as(member), ROSA)
        if staff == "support" or (staff == "own agency" and call not in OF_PORTAL_SUPPORT):
            assert answer.status == 200
            assert len(list_lines(stored)) == logged + 2
        else:
            assert (answer.status, answer.json["code"]) == (403, "notYourCase")
            assert len(list_lines(stored)) == logged

    def test_response_time_does_not_reveal_found_people(self, world: World, rosa: Client) -> None:
        register(world.client, GRACE)
        make_tokens(ROSA)
        moment = [0.0]
        waits: list[float] = []

        def work(self: AccountRepository, user_id: str) -> Account:
            moment[0] += 0.1
            return get_account(self, user_id)

        get_account = AccountRepository.get_account
        desk = make_desk(world, GRACE, monotonic=lambda: moment[0], sleep=waits.append)
        support = make_desk(world, monotonic=lambda: moment[0], sleep=waits.append)
        with mock.patch.object(AccountRepository, "get_account", work):
            assert desk.person(ROSA).status == 403
            assert desk.person(Person("nobody@example.com")).status == 403
            assert desk.search(email=ROSA.email).json["items"] == []
            assert desk.search(email="nobody@example.com").json["items"] == []
            assert support.person(Person("nobody@example.com")).status == 403
            assert len(support.search(email=ROSA.email).json["items"]) == 1
        assert waits == pytest.approx([0.3, 0.3, 0.4, 0.4])

    @pytest.mark.parametrize("call", CALLS)
    @pytest.mark.parametrize("purpose", get_args(Purpose))
    def test_each_purpose_allows_only_named_calls(
        self,
        world: World,
        desk: Desk,
        rosa: Client,
        stored: Mapping[str, Any],
        call: str,
        purpose: Purpose,
    ) -> None:
        prepare(world, rosa)
        if call == "restore":
            assert desk.clear(ROSA).status == 200
        before = {name: table.scan()["Items"] for name, table in stored.items()}
        answer = CALLS[call](desk.sending(purpose=purpose), ROSA)
        if purpose in ("resident-asked", "complaint") or call not in CHANGES:
            assert answer.status == 200
        else:
            assert (answer.status, answer.json["code"]) == (403, "purposeChangesNothing")
            assert PURPOSES[purpose].en in answer.json["message"]
            assert {name: table.scan()["Items"] for name, table in stored.items()} == before

    def test_person_lists_available_parts(self, world: World, desk: Desk, rosa: Client) -> None:
        register(world.client, GRACE)
        connect(rosa)
        looks = ["identity", "connections", "applications"]
        agency = desk.acting_as(GRACE)
        assert agency.person(ROSA).json["parts"] == [*looks, "reload", "clear", "restore"]
        assert agency.sending(purpose="quality-check").person(ROSA).json["parts"] == looks
        assert desk.person(ROSA).json["parts"] == list(PARTS)

    def test_agency_sees_no_account_details(self, world: World, desk: Desk, rosa: Client) -> None:
        register(world.client, GRACE)
        connect(rosa)
        make_tokens(ROSA)
        agency = desk.acting_as(GRACE)
        person = agency.person(ROSA).json
        account = (
            "registeredAt",
            "linkedAtRegistration",
            "state",
            "acceptedTerms",
            "currentTerms",
            "terms",
        )
        assert {person[each] for each in account} == {None}
        assert person["displayName"] == "Rosa Delgado"
        (found,) = agency.search(lastName="Delgado", firstName="Rosa").json["items"]
        assert found["state"] is None
        shown = [access["fields"] for access in rosa.get(MINE).json["items"]]
        assert shown == [["birthYear", "county", "email", "name"]] * 2

    def test_missing_and_foreign_people_get_same_answer(self, world: World, desk: Desk) -> None:
        nobody = Person("nobody@example.com")
        register(world.client, GRACE)
        for staff, person in ((SAM, nobody), (GRACE, nobody), (GRACE, ROSA)):
            answers = list(make_every_call(desk.acting_as(staff), person))
            assert {(each.status, each.json["code"]) for each in answers} == {(403, "notYourCase")}
            assert len({each.json["message"] for each in answers}) == 1

    def test_agency_sees_only_own_cards(self, world: World, desk: Desk, rosa: Client) -> None:
        register(world.client, GRACE)
        connect(rosa)
        cards = desk.acting_as(GRACE).person(ROSA, "connections").json["items"]
        assert [card["serviceName"] for card in cards] == ["Vehicles"]
        assert rosa.get(MINE).json["items"][0]["agency"] == AGENCY


def test_unknown_id_is_refused(desk: Desk) -> None:
    assert desk.client.get(f"/api/users/{UNKNOWN_ID}").json["code"] == "notYourCase"
