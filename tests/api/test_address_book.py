"""The address book: add, change, remove, make primary."""

from typing import Any

import pytest

from tests.api.address_book_support import BOOK, HOME, add, added, address, primaries
from tests.api.profile_support import ROSA, register
from tests.api.support import AgencyCaller, Client, Person

BEN = Person(email="ben@example.com", name="Ben Whitehorse")


@pytest.fixture
def rosa(client: Client) -> Client:
    """Rosa, registered."""
    return register(client)


class TestAdding:
    def test_an_address_is_kept_tidied_and_told_as_it_is_kept(self, rosa: Client) -> None:
        answer = add(
            rosa,
            "first-address",
            label="  ",
            recipient="  Rosa   Delgado ",
            line2="Apt  4",
            city="Cafe\u0301 Springs",
            state="az",
            zip4="0123",
            phone="(602) 555-0123",
        )
        assert answer.status == 201
        told = answer.json
        assert told.pop("changedAt").endswith("Z")
        assert len(told.pop("id")) == 26
        assert told == HOME | {
            "label": None,
            "line2": "Apt 4",
            "city": "Café Springs",
            "zip4": "0123",
            "phone": "+16025550123",
            "isPrimary": True,
        }
        assert rosa.get(BOOK).json["items"] == [answer.json]

    def test_optional_fields_may_be_left_out(self, rosa: Client) -> None:
        needed = ("type", "recipient", "line1", "city", "state", "zip")
        body = {name: HOME[name] for name in needed}
        answer = rosa.sending(idempotency_key="only-what-is-needed").post(BOOK, body)
        assert answer.status == 201
        assert answer.json["country"] == "US"

    def test_the_first_is_primary_and_the_others_follow_by_age(self, rosa: Client) -> None:
        ids = [added(rosa, number) for number in range(3)]
        listed = rosa.get(BOOK).json["items"]
        assert [each["id"] for each in listed] == ids
        assert [each["isPrimary"] for each in listed] == [True, False, False]

    def test_the_same_again_is_one_address_and_the_same_answer(self, rosa: Client) -> None:
        first, again = add(rosa, "the-same-key"), add(rosa, "the-same-key")
        assert (first.status, again.status) == (201, 200)
        assert first.json == again.json
        assert len(rosa.get(BOOK).json["items"]) == 1

    def test_the_same_once_tidied_is_the_same(self, rosa: Client) -> None:
        add(rosa, "the-same-key")
        assert add(rosa, "the-same-key", city=" Tucson ", state="az").status == 200

    def test_the_same_again_is_the_same_when_it_was_changed_meanwhile(self, rosa: Client) -> None:
        first = add(rosa, "the-same-key")
        rosa.put(f"{BOOK}/{first.json['id']}", address(city="Mesa"))
        again = add(rosa, "the-same-key")
        assert (again.status, again.json["city"]) == (200, "Mesa")

    def test_the_same_key_with_another_address_is_refused(self, rosa: Client) -> None:
        add(rosa, "the-same-key")
        answer = add(rosa, "the-same-key", city="Mesa")
        assert (answer.status, answer.json["code"]) == (409, "idempotencyKeyReused")
        assert [each["city"] for each in rosa.get(BOOK).json["items"]] == ["Tucson"]

    def test_the_key_of_an_address_that_was_removed_adds_nothing(self, rosa: Client) -> None:
        rosa.delete(f"{BOOK}/{add(rosa, 'the-same-key').json['id']}")
        answer = add(rosa, "the-same-key")
        assert (answer.status, answer.json["code"]) == (409, "idempotencyKeyReused")
        assert rosa.get(BOOK).json == {"items": []}

    def test_two_people_may_use_the_same_key(self, client: Client) -> None:
        ids = [add(register(client, person), "the-same-key").json["id"] for person in (ROSA, BEN)]
        assert len(set(ids)) == 2

    @pytest.mark.parametrize("key", [None, "", "short", "x" * 65, "no spaces here"])
    def test_without_a_usable_key_nothing_is_added(self, rosa: Client, key: str | None) -> None:
        answer = rosa.sending(idempotency_key=key).post(BOOK, HOME)
        assert list(answer.problems()) == ["Idempotency-Key"]
        assert rosa.get(BOOK).json == {"items": []}

    def test_there_are_at_most_fifty(self, rosa: Client) -> None:
        ids = [added(rosa, number) for number in range(50)]
        answer = add(rosa, "one-too-many")
        assert (answer.status, answer.json["code"]) == (409, "addressBookFull")
        assert add(rosa, "address-0003", line1="3 Ocotillo Way").status == 200
        rosa.delete(f"{BOOK}/{ids[7]}")
        assert add(rosa, "one-too-many").status == 201


class TestRules:
    @pytest.mark.parametrize(
        ("changes", "names"),
        [
            ({"recipient": "  "}, {"recipient"}),
            ({"recipient": "—"}, {"recipient"}),
            ({"line1": "\u202e"}, {"line1"}),
            ({"state": "ZZ"}, {"state"}),
            ({"state": "A"}, {"state"}),
            ({"state": "ΑΖ"}, {"state"}),
            ({"zip": "8570"}, {"zip"}),
            ({"zip": "8570a"}, {"zip"}),
            ({"zip": "8570²"}, {"zip"}),
            ({"zip4": "12 4"}, {"zip4"}),
            ({"phone": "555-0123"}, {"phone"}),
            ({"phone": "911-555-0123"}, {"phone"}),
            ({"country": "MX"}, {"country"}),
            ({"type": "castle"}, {"type"}),
            ({"recipient": None}, {"recipient"}),
            ({"line1": "x" * 101}, {"line1"}),
            ({"isPrimary": True}, {"isPrimary"}),
            ({"recipient": "", "zip": ""}, {"recipient", "zip"}),
            (
                {"recipient": " ", "state": "ZZ", "zip": "abcde", "phone": "1"},
                {"recipient", "state", "zip", "phone"},
            ),
        ],
    )
    def test_each_fault_is_told_at_its_field(
        self, rosa: Client, changes: dict[str, Any], names: set[str]
    ) -> None:
        problems = add(rosa, "an-address", **changes)
        assert set(problems.problems()) == names
        assert {each["applicationSection"] for each in problems.json} == {"addressBook"}
        assert rosa.get(BOOK).json == {"items": []}

    def test_faults_are_told_in_spanish(self, rosa: Client) -> None:
        answer = add(rosa.sending(accept_language="es"), "an-address", zip="8570x")
        assert answer.problems() == {"zip": ["Escriba un código postal de cinco dígitos, por ejemplo 85001."]}

    @pytest.mark.parametrize("state", ["DC", "PR", "GU", "AE"])
    def test_district_territories_and_armed_forces_are_accepted(self, rosa: Client, state: str) -> None:
        assert add(rosa, "an-address", state=state).status == 201

    def test_markup_is_kept_as_the_text_it_is(self, rosa: Client) -> None:
        assert add(rosa, "an-address", recipient="<b>R&D</b>").json["recipient"] == "<b>R&D</b>"


class TestChanging:
    def test_the_details_are_replaced_and_place_and_primacy_stay(self, rosa: Client) -> None:
        first, second = added(rosa, 1), added(rosa, 2)
        answer = rosa.put(f"{BOOK}/{first}", address(city="Mesa", type="business"))
        assert (answer.status, answer.json["city"], answer.json["isPrimary"]) == (200, "Mesa", True)
        assert [each["id"] for each in rosa.get(BOOK).json["items"]] == [first, second]

    def test_nothing_changes_by_the_same_details(self, rosa: Client) -> None:
        first = add(rosa, "an-address").json
        assert rosa.put(f"{BOOK}/{first['id']}", HOME).json == first

    def test_the_rules_are_those_of_adding(self, rosa: Client) -> None:
        first = added(rosa, 1)
        assert set(rosa.put(f"{BOOK}/{first}", address(zip="x", state="ZZ")).problems()) == {"zip", "state"}


class TestPrimary:
    def test_another_becomes_primary_and_stands_first(self, rosa: Client) -> None:
        ids = [added(rosa, number) for number in range(3)]
        answer = rosa.put(f"{BOOK}/{ids[2]}/primary", {})
        assert answer.status == 200
        assert [each["id"] for each in answer.json["items"]] == [ids[2], ids[0], ids[1]]
        assert primaries(rosa) == [ids[2]]
        assert rosa.put(f"{BOOK}/{ids[2]}/primary", {}).json == answer.json

    def test_removing_the_primary_makes_the_oldest_primary(self, rosa: Client) -> None:
        ids = [added(rosa, number) for number in range(3)]
        rosa.put(f"{BOOK}/{ids[2]}/primary", {})
        answer = rosa.delete(f"{BOOK}/{ids[2]}")
        assert answer.status == 200
        assert [each["id"] for each in answer.json["items"]] == ids[:2]
        assert primaries(rosa) == [ids[0]]

    def test_after_the_last_the_next_one_added_is_primary(self, rosa: Client) -> None:
        rosa.delete(f"{BOOK}/{added(rosa, 1)}")
        assert primaries(rosa) == []
        assert primaries(rosa) == [] == rosa.get(BOOK).json["items"]
        assert added(rosa, 2) in primaries(rosa)


class TestRemoving:
    def test_removing_again_is_answered_alike(self, rosa: Client) -> None:
        first, _ = added(rosa, 1), added(rosa, 2)
        assert rosa.delete(f"{BOOK}/{first}").json == rosa.delete(f"{BOOK}/{first}").json

    def test_a_removed_address_cannot_be_changed(self, rosa: Client) -> None:
        first = added(rosa, 1)
        rosa.delete(f"{BOOK}/{first}")
        assert rosa.put(f"{BOOK}/{first}", HOME).status == 404
        assert rosa.put(f"{BOOK}/{first}/primary", {}).status == 404


class TestOthers:
    @pytest.mark.parametrize(
        ("method", "path", "body"), [("PUT", "", HOME), ("DELETE", "", None), ("PUT", "/primary", {})]
    )
    def test_another_persons_address_is_not_found(
        self, rosa: Client, method: str, path: str, body: object
    ) -> None:
        mine = added(rosa, 1)
        ben = register(rosa, BEN)
        answer = ben.call(method, f"{BOOK}/{mine}{path}", body)
        assert (answer.status, answer.json["code"]) == (404, "addressNotFound")
        assert ben.get(BOOK).json == {"items": []}
        assert primaries(rosa) == [mine]

    def test_whoever_is_not_registered_has_no_address_book(self, client: Client) -> None:
        nora = client.acting_as(ROSA)
        for answer in (nora.get(BOOK), add(nora, "an-address")):
            assert (answer.status, answer.json["code"]) == (409, "notRegistered")

    def test_an_agency_reads_nobodys(self, client: Client) -> None:
        assert client.acting_as(AgencyCaller("adot-mvd")).get(BOOK).status == 401


def test_no_log_line_holds_an_address(rosa: Client, output: Any) -> None:
    add(rosa, "an-address", line1="777 Secret Garden", phone="602-555-0199")
    add(rosa, "other-address", line1="777 Secret Garden", zip="x")
    assert "Secret" not in output()
    assert "5550199" not in output()
