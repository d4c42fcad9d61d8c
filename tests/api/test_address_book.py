"""The address book: add, change, remove, make primary."""

from typing import Any

import pytest

from tests.api.address_book_support import (
    BOOK,
    HOME,
    add_address,
    add_numbered_address,
    list_primary_ids,
    make_address,
)
from tests.api.profile_support import ROSA, register
from tests.api.support import Client, Person

BEN = Person(email="ben@example.com", name="Ben Whitehorse")


@pytest.fixture
def rosa(client: Client) -> Client:
    """Return the client of Rosa, who is registered."""
    return register(client)


class TestAdding:
    def test_added_address_is_normalized_and_returned(self, rosa: Client) -> None:
        answer = add_address(
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
        reported = answer.json
        assert reported.pop("changedAt").endswith("Z")
        assert len(reported.pop("id")) == 26
        assert reported == HOME | {
            "label": None,
            "line2": "Apt 4",
            "city": "Café Springs",
            "zip4": "0123",
            "phone": "+16025550123",
            "isPrimary": True,
        }
        assert rosa.get(BOOK).json["items"] == [answer.json]

    @pytest.mark.parametrize(
        ("name", "typed", "kept"),
        [
            ("recipient", "Ben O‘Brien", "Ben O'Brien"),
            ("recipient", "Ana López–Ruiz", "Ana López-Ruiz"),
            ("recipient", "Lilinoe Kaʻahumanu", "Lilinoe Kaʻahumanu"),
            ("line1", "12‑1/2 N Elm St", "12-1/2 N Elm St"),
            ("line1", "12½ N Elm St", "12 1/2 N Elm St"),
            ("line1", "１２ N Elm St，#3", "12 N Elm St,#3"),
            ("line2", "¾ Rear", "3/4 Rear"),
            ("recipient", "8½ Bakery", "8½ Bakery"),
            ("line2", "Apt 4—B", "Apt 4-B"),
            ("city", "Oljato−Monument Valley", "Oljato-Monument Valley"),
            ("label", "Mom’s house", "Mom's house"),
            ("zip", "８５７０１", "85701"),
        ],
    )
    def test_signs_are_folded_and_letters_kept(self, rosa: Client, name: str, typed: str, kept: str) -> None:
        answer = add_address(rosa, "an-address", **{name: typed})
        assert (answer.status, answer.json[name]) == (201, kept)
        assert rosa.get(BOOK).json["items"][0][name] == kept

    def test_line_that_grows_beyond_limit_is_refused(self, rosa: Client) -> None:
        assert add_address(rosa, "an-address", line1="½" + "x" * 97).status == 201
        longer = add_address(rosa, "another-address", line1="½" + "x" * 98, line2="½" * 26)
        assert set(longer.problems()) == {"line1", "line2"}

    def test_phone_with_extension_gets_its_own_message(self, rosa: Client) -> None:
        refused = add_address(rosa, "an-address", phone="602-555-0123 ext. 4")
        assert refused.problems()["phone"] == [
            "Enter the telephone number without its extension, such as 602-555-0123."
        ]

    def test_optional_fields_may_be_omitted(self, rosa: Client) -> None:
        needed = ("type", "recipient", "line1", "city", "state", "zip")
        body = {name: HOME[name] for name in needed}
        answer = rosa.sending(idempotency_key="only-what-is-needed").post(BOOK, body)
        assert answer.status == 201
        assert answer.json["country"] == "US"

    def test_first_address_is_primary_and_others_follow_by_age(self, rosa: Client) -> None:
        ids = [add_numbered_address(rosa, number) for number in range(3)]
        listed = rosa.get(BOOK).json["items"]
        assert [each["id"] for each in listed] == ids
        assert [each["isPrimary"] for each in listed] == [True, False, False]

    def test_repeated_add_returns_same_address(self, rosa: Client) -> None:
        first, again = add_address(rosa, "the-same-key"), add_address(rosa, "the-same-key")
        assert (first.status, again.status) == (201, 200)
        assert first.json == again.json
        assert len(rosa.get(BOOK).json["items"]) == 1

    def test_repeated_add_is_compared_after_normalizing(self, rosa: Client) -> None:
        add_address(rosa, "the-same-key")
        assert add_address(rosa, "the-same-key", city=" Tucson ", state="az").status == 200

    def test_repeated_add_returns_changed_address(self, rosa: Client) -> None:
        first = add_address(rosa, "the-same-key")
        rosa.put(f"{BOOK}/{first.json['id']}", make_address(city="Mesa"))
        again = add_address(rosa, "the-same-key")
        assert (again.status, again.json["city"]) == (200, "Mesa")

    def test_reused_key_with_different_address_is_refused(self, rosa: Client) -> None:
        add_address(rosa, "the-same-key")
        answer = add_address(rosa, "the-same-key", city="Mesa")
        assert (answer.status, answer.json["code"]) == (409, "idempotencyKeyReused")
        assert [each["city"] for each in rosa.get(BOOK).json["items"]] == ["Tucson"]

    def test_key_of_removed_address_is_refused(self, rosa: Client) -> None:
        rosa.delete(f"{BOOK}/{add_address(rosa, 'the-same-key').json['id']}")
        answer = add_address(rosa, "the-same-key")
        assert (answer.status, answer.json["code"]) == (409, "idempotencyKeyReused")
        assert rosa.get(BOOK).json == {"items": []}

    def test_same_key_works_for_two_people(self, client: Client) -> None:
        ids = [add_address(register(client, person), "the-same-key").json["id"] for person in (ROSA, BEN)]
        assert len(set(ids)) == 2

    @pytest.mark.parametrize("key", [None, "", "short", "x" * 65, "no spaces here"])
    def test_invalid_idempotency_key_is_refused(self, rosa: Client, key: str | None) -> None:
        answer = rosa.sending(idempotency_key=key).post(BOOK, HOME)
        assert list(answer.problems()) == ["Idempotency-Key"]
        assert rosa.get(BOOK).json == {"items": []}

    def test_address_book_holds_at_most_fifty(self, rosa: Client) -> None:
        ids = [add_numbered_address(rosa, number) for number in range(50)]
        answer = add_address(rosa, "one-too-many")
        assert (answer.status, answer.json["code"]) == (409, "addressBookFull")
        assert add_address(rosa, "address-0003", line1="3 Ocotillo Way").status == 200
        rosa.delete(f"{BOOK}/{ids[7]}")
        assert add_address(rosa, "one-too-many").status == 201


class TestRules:
    @pytest.mark.parametrize(
        ("changes", "names"),
        [
            ({"recipient": "  "}, {"recipient"}),
            ({"recipient": "—"}, {"recipient"}),
            ({"state": "ZZ"}, {"state"}),
            ({"state": "ΑΖ"}, {"state"}),
            ({"zip": "8570"}, {"zip"}),
            ({"zip": "8570²"}, {"zip"}),
            ({"zip4": "12 4"}, {"zip4"}),
            ({"phone": "555-0123"}, {"phone"}),
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
    def test_each_invalid_field_is_reported(
        self, rosa: Client, changes: dict[str, Any], names: set[str]
    ) -> None:
        problems = add_address(rosa, "an-address", **changes)
        assert set(problems.problems()) == names
        assert {each["applicationSection"] for each in problems.json} == {"addressBook"}
        assert rosa.get(BOOK).json == {"items": []}

    def test_errors_are_reported_in_spanish(self, rosa: Client) -> None:
        answer = add_address(rosa.sending(accept_language="es"), "an-address", zip="8570x")
        assert answer.problems() == {"zip": ["Escriba un código postal de cinco dígitos, por ejemplo 85001."]}

    @pytest.mark.parametrize("state", ["DC", "PR", "GU", "AE"])
    def test_district_territories_and_military_states_are_accepted(self, rosa: Client, state: str) -> None:
        assert add_address(rosa, "an-address", state=state).status == 201

    def test_markup_is_stored_as_text(self, rosa: Client) -> None:
        assert add_address(rosa, "an-address", recipient="<b>R&D</b>").json["recipient"] == "<b>R&D</b>"


class TestChanging:
    def test_update_keeps_position_and_primary(self, rosa: Client) -> None:
        first, second = add_numbered_address(rosa, 1), add_numbered_address(rosa, 2)
        answer = rosa.put(f"{BOOK}/{first}", make_address(city="Mesa", type="business"))
        assert (answer.status, answer.json["city"], answer.json["isPrimary"]) == (200, "Mesa", True)
        assert [each["id"] for each in rosa.get(BOOK).json["items"]] == [first, second]

    def test_update_with_same_details_changes_nothing(self, rosa: Client) -> None:
        first = add_address(rosa, "an-address").json
        assert rosa.put(f"{BOOK}/{first['id']}", HOME).json == first

    def test_update_is_validated_like_add(self, rosa: Client) -> None:
        first = add_numbered_address(rosa, 1)
        assert set(rosa.put(f"{BOOK}/{first}", make_address(zip="x", state="ZZ")).problems()) == {
            "zip",
            "state",
        }


class TestPrimary:
    def test_new_primary_address_is_listed_first(self, rosa: Client) -> None:
        ids = [add_numbered_address(rosa, number) for number in range(3)]
        answer = rosa.put(f"{BOOK}/{ids[2]}/primary", {})
        assert answer.status == 200
        assert [each["id"] for each in answer.json["items"]] == [ids[2], ids[0], ids[1]]
        assert list_primary_ids(rosa) == [ids[2]]
        assert rosa.put(f"{BOOK}/{ids[2]}/primary", {}).json == answer.json

    def test_removing_primary_makes_oldest_primary(self, rosa: Client) -> None:
        ids = [add_numbered_address(rosa, number) for number in range(3)]
        rosa.put(f"{BOOK}/{ids[2]}/primary", {})
        answer = rosa.delete(f"{BOOK}/{ids[2]}")
        assert answer.status == 200
        assert [each["id"] for each in answer.json["items"]] == ids[:2]
        assert list_primary_ids(rosa) == [ids[0]]

    def test_first_address_after_emptying_is_primary(self, rosa: Client) -> None:
        rosa.delete(f"{BOOK}/{add_numbered_address(rosa, 1)}")
        assert list_primary_ids(rosa) == []
        assert list_primary_ids(rosa) == [] == rosa.get(BOOK).json["items"]
        assert add_numbered_address(rosa, 2) in list_primary_ids(rosa)


class TestRemoving:
    def test_second_removal_gets_same_answer(self, rosa: Client) -> None:
        first, _ = add_numbered_address(rosa, 1), add_numbered_address(rosa, 2)
        assert rosa.delete(f"{BOOK}/{first}").json == rosa.delete(f"{BOOK}/{first}").json

    def test_removed_address_cannot_be_changed(self, rosa: Client) -> None:
        first = add_numbered_address(rosa, 1)
        rosa.delete(f"{BOOK}/{first}")
        assert rosa.put(f"{BOOK}/{first}", HOME).status == 404
        assert rosa.put(f"{BOOK}/{first}/primary", {}).status == 404


class TestOthers:
    @pytest.mark.parametrize(
        ("method", "path", "body"), [("PUT", "", HOME), ("DELETE", "", None), ("PUT", "/primary", {})]
    )
    def test_other_persons_address_is_404(self, rosa: Client, method: str, path: str, body: object) -> None:
        mine = add_numbered_address(rosa, 1)
        ben = register(rosa, BEN)
        answer = ben.call(method, f"{BOOK}/{mine}{path}", body)
        assert (answer.status, answer.json["code"]) == (404, "addressNotFound")
        assert ben.get(BOOK).json == {"items": []}
        assert list_primary_ids(rosa) == [mine]


def test_logs_contain_no_address(rosa: Client, output: Any) -> None:
    add_address(rosa, "an-address", line1="777 Secret Garden", phone="602-555-0199")
    add_address(rosa, "other-address", line1="777 Secret Garden", zip="x")
    assert "Secret" not in output()
    assert "5550199" not in output()
