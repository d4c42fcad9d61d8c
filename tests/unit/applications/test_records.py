"""Answers with parts: addresses, and lists of people."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.applications.form_rules import clean_answers, complete_answers
from domains.reference.data import get_municipality_list, get_zip_code_list, list_navajo_chapters
from portal.errors import InvalidRequest
from tests.cases import read_cases
from tests.unit.applications.test_form_rules import list_problems, make_form_with, make_question

CASES = read_cases(__file__)

ADDRESS = {"line1": "401 N 1st St", "city": "Phoenix", "state": "AZ", "zip": "85004"}
ROLES = [{"value": value, "label": {"en": value, "es": value}} for value in ("member", "manager")]
PERSON = {"name": "Ana Peña", "role": "member", "address": ADDRESS}

ADDRESS_FORM = make_form_with(make_question("agent", "address", allowsPoBox=False))
BOX_FORM = make_form_with(make_question("agent", "address", allowsOtherStates=True))
PEOPLE_FORM = make_form_with(make_question("members", "people", choices=ROLES, hasAddress=True))
NAMES_FORM = make_form_with(make_question("members", "people", minimum=2, maximum=3))


def write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def list_address_problems(**changes: str) -> dict[Any, Any]:
    answers = {"agent": write(ADDRESS | changes)}
    return list_problems(complete_answers, ADDRESS_FORM, clean_answers(ADDRESS_FORM, answers), ())


def list_people_problems(*people: Any) -> dict[Any, Any]:
    kept = clean_answers(PEOPLE_FORM, {"members": write(people)})
    return list_problems(complete_answers, PEOPLE_FORM, kept, ())


class TestAddress:
    def test_agency_gets_compact_json(self) -> None:
        typed = json.dumps({"zip": " 850041234 ", "city": "Phoenix", "line2": "", "line1": " 401  N 1st St"})
        kept = clean_answers(ADDRESS_FORM, {"agent": typed})
        assert kept == {"agent": '{"line1":"401 N 1st St","city":"Phoenix","zip":"850041234"}'}
        assert complete_answers(ADDRESS_FORM, kept, ()) == {"agent": write(ADDRESS | {"zip": "85004-1234"})}

    @pytest.mark.parametrize(("changes", "path"), CASES["bad_part_is_named"])
    def test_bad_part_is_named(self, changes: Any, path: str) -> None:
        found = list_address_problems(**changes)
        assert f"answers.agent.{path}" in found
        assert all(each.en.startswith("agent: ") for each in found.values())
        assert all(each.es.startswith("agent (es): ") for each in found.values())

    def test_message_names_sign_and_remedy(self) -> None:
        message = list_address_problems(line1="Street 12 <b>")["answers.agent.line1"]
        assert message.en == "agent: write the street address without “<”."
        message = list_address_problems(zip="90210")["answers.agent.zip"]
        assert message.en == "agent: the ZIP code 90210 does not belong to AZ. Correct one of the two."

    @pytest.mark.parametrize("changes", CASES["real_addresses_are_accepted"])
    def test_real_addresses_are_accepted(self, changes: Any) -> None:
        address = write(ADDRESS | changes)
        assert complete_answers(ADDRESS_FORM, clean_answers(ADDRESS_FORM, {"agent": address}), ())

    def test_every_listed_place_is_accepted_as_city(self) -> None:
        places = [each.name for each in get_municipality_list().items]
        for chapter in list_navajo_chapters():
            places += chapter.name, *chapter.other_names
        for served in get_zip_code_list().items:
            places += served.place, *served.other_names
        for place in places:
            answers = {"agent": write(ADDRESS | {"city": place})}
            assert complete_answers(ADDRESS_FORM, answers, ()) == answers

    @pytest.mark.parametrize(
        ("city", "state", "zip_code"),
        [
            ("Oljato", "AZ", "84536"),
            ("Lupton", "AZ", "87301"),
            ("Colorado City", "AZ", "84784"),
            ("Navajo Mountain", "UT", "86044"),
            ("Tse Bonito", "NM", "86515"),
        ],
    )
    def test_zip_code_across_border_is_accepted(self, city: str, state: str, zip_code: str) -> None:
        address = write(ADDRESS | {"city": city, "state": state, "zip": zip_code})
        assert complete_answers(BOX_FORM, {"agent": address}, ()) == {"agent": address}

    def test_form_can_allow_boxes_and_other_states(self) -> None:
        box = write({"line1": "PO Box 12", "city": "Los Angeles", "state": "CA", "zip": "90012"})
        assert complete_answers(BOX_FORM, {"agent": box}, ()) == {"agent": box}
        wrong = write(ADDRESS | {"state": "CA"})
        assert list(list_problems(complete_answers, BOX_FORM, {"agent": wrong}, ())) == ["answers.agent.zip"]

    def test_blank_address_is_missing(self) -> None:
        assert clean_answers(ADDRESS_FORM, {"agent": '{"city":" "}'}) == {}

    @pytest.mark.parametrize(
        "typed",
        [*CASES["unreadable_answer_is_refused"], "[" * 40_000, "1" * 40_000],
    )
    def test_unreadable_answer_is_refused(self, typed: str) -> None:
        assert list(list_problems(clean_answers, ADDRESS_FORM, {"agent": typed})) == ["answers.agent"]

    def test_long_part_is_refused(self) -> None:
        long = write(ADDRESS | {"line1": "x" * 101, "city": "x" * 60})
        assert list(list_problems(clean_answers, ADDRESS_FORM, {"agent": long})) == ["answers.agent.line1"]


class TestPeople:
    def test_agency_gets_every_person(self) -> None:
        people = write([PERSON, PERSON | {"name": "Sam Ortiz", "role": "manager"}])
        assert complete_answers(PEOPLE_FORM, clean_answers(PEOPLE_FORM, {"members": people}), ()) == {
            "members": people
        }

    def test_largest_list_is_accepted_and_the_next_person_refused(self) -> None:
        long = {"line1": "1 " + "W" * 98, "line2": "W" * 100, "city": "W" * 60, "state": "AZ"}
        person = {"name": "ñ" * 120, "role": "member", "address": long | {"zip": "85004-1234"}}
        fitting = {"members": write([person] * 50)}
        assert len(fitting["members"]) < 40_000
        assert complete_answers(PEOPLE_FORM, clean_answers(PEOPLE_FORM, fitting), ()) == fitting
        found = list_problems(clean_answers, PEOPLE_FORM, {"members": write([PERSON] * 51)})
        assert found["answers.members"].en == "members: list at most 50 people."

    def test_number_of_people_is_limited(self) -> None:
        one = {"members": '[{"name":"Ana"}]'}
        assert clean_answers(NAMES_FORM, one) == one
        found = list_problems(complete_answers, NAMES_FORM, one, ())
        assert found["answers.members"].en == "members: add at least 2 people."
        four = {"members": write([{"name": "Ana"}] * 4)}
        assert list(list_problems(clean_answers, NAMES_FORM, four)) == ["answers.members"]

    def test_blank_person_is_kept_in_a_draft_and_refused_on_submission(self) -> None:
        found = list_people_problems(PERSON, {})
        assert list(found) == [
            f"answers.members.1.{part}"
            for part in ("name", "role", "address.line1", "address.city", "address.zip")
        ]
        assert found["answers.members.1.name"].en == (
            "members: person 2: enter the name, or remove this person."
        )

    @pytest.mark.parametrize(
        ("changes", "path"),
        [
            ({"name": "<b>Ana</b>"}, "name"),
            ({"name": "12"}, "name"),
            ({"role": "owner"}, "role"),
            ({"address": ADDRESS | {"zip": "90210"}}, "address.zip"),
        ],
    )
    def test_bad_part_is_named(self, changes: Any, path: str) -> None:
        assert list(list_people_problems(PERSON | changes)) == [f"answers.members.0.{path}"]

    @pytest.mark.parametrize(
        "typed", ["{}", "Ana Peña", "[1]", '[{"nick":"x"}]', '[{"address":"x"}]', '[{"name":{}}]']
    )
    def test_unreadable_answer_is_refused(self, typed: str) -> None:
        assert list(list_problems(clean_answers, PEOPLE_FORM, {"members": typed})) == ["answers.members"]

    def test_blank_list_is_missing(self) -> None:
        assert clean_answers(PEOPLE_FORM, {"members": "[{},{}]"}) == {}


_texts = st.text(max_size=12)
_addresses = st.fixed_dictionaries({}, optional=dict.fromkeys(("line1", "city", "zip"), _texts))


@given(st.lists(st.fixed_dictionaries({}, optional={"name": _texts, "address": _addresses}), max_size=3))
def test_saving_is_idempotent(people: Any) -> None:
    try:
        kept = clean_answers(PEOPLE_FORM, {"members": json.dumps(people)})
    except InvalidRequest:
        return
    assert clean_answers(PEOPLE_FORM, kept) == kept
