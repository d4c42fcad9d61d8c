"""The search for people: by their details, with few reads, and without wrong results."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.accounts.account_table import MAX_LISTED_ACCOUNTS
from domains.people import names
from domains.people.criteria import PersonCriteria, TooManyPeople
from domains.people.finder import MAX_CALLS, MAX_CANDIDATES, MAX_IDS, MAX_RESULTS, FoundPeople
from portal.errors import InvalidRequest
from tests.cases import read_cases
from tests.unit.people.people_support import KEYS, Stored, make_account, make_finder

CASES = read_cases(__file__)


@pytest.fixture
def stored() -> Stored:
    """Return Rosa and people who must not be found in a search for her."""
    stored = Stored(KEYS)
    stored.add("rosa", make_account(number="+16025550123", contact_email="rosa@work.example"))
    stored.add("ben", make_account("Ben", "Whitehorse", "1971-11-02", "ben@example.com"))
    stored.add("maria", make_account("María Elena", "García López", "1990-01-01", "me@example.com"))
    stored.add("bill", make_account("William Henry", "O'Brien", "1955-03-03", "bill@example.com"))
    stored.add("cruz", make_account("José", "De la Cruz", "1948-12-31", "", preferred_name="Pepe"))
    return stored


def list_ids(found: FoundPeople) -> list[str]:
    return [person.user_id for person in found.items]


def find(stored: Stored, **criteria: str | int) -> list[str]:
    stored.calls = stored.ids = stored.read_accounts = 0
    found = make_finder(stored).find_people(PersonCriteria(**criteria))  # type: ignore[arg-type]
    assert stored.calls <= MAX_CALLS
    assert stored.ids <= MAX_IDS
    assert stored.read_accounts <= MAX_CANDIDATES
    return list_ids(found)


class TestSearch:
    @pytest.mark.parametrize("criteria", CASES["own_details_find_the_person"])
    def test_own_details_find_the_person(self, stored: Stored, criteria: dict[str, str | int]) -> None:
        assert find(stored, **criteria) == ["rosa"]

    @pytest.mark.parametrize(("first_name", "last_name", "user_id"), CASES["similar_names_find_the_person"])
    def test_similar_names_find_the_person(
        self, stored: Stored, first_name: str, last_name: str, user_id: str
    ) -> None:
        assert find(stored, first_name=first_name, last_name=last_name) == [user_id]

    @pytest.mark.parametrize("criteria", CASES["wrong_details_find_no_person"])
    def test_wrong_details_find_no_person(self, stored: Stored, criteria: dict[str, str | int]) -> None:
        assert find(stored, **criteria) == []


@pytest.mark.parametrize(
    ("first_name", "last_name"),
    [
        *(("Rosa", "Delgato"), ("Rosa", "Degado"), ("Rosa", "Dlegado"), ("Rosa", "Delgadoh")),
        *(("Rosa", "Delgade"), ("Rota", "Delgado"), ("Rossa", "Delgado")),
    ],
)
def test_person_is_found_despite_a_wrong_letter_with_birth_year(
    stored: Stored, first_name: str, last_name: str
) -> None:
    assert find(stored, first_name=first_name, last_name=last_name, birth_year=1984) == ["rosa"]
    assert find(stored, first_name=first_name, last_name=last_name, birth_year=1985) == []


def test_two_wrong_letters_find_no_person(stored: Stored) -> None:
    assert find(stored, first_name="Rosa", last_name="Salgato", birth_year=1984) == []
    assert find(stored, first_name="Rita", last_name="Delgado", birth_year=1984) == []


@pytest.mark.parametrize(("registered", "typed"), [("Müller", "Mueller"), ("Müller", "Muller")])
def test_umlauts_are_found_by_both_spellings(stored: Stored, registered: str, typed: str) -> None:
    stored.add("anna", make_account("Anna", registered, email="anna@example.com"))
    assert find(stored, first_name="Anna", last_name=typed) == ["anna"]


def test_list_shows_the_person(stored: Stored) -> None:
    (person,) = make_finder(stored).find_people(PersonCriteria(email="rosa@example.com")).items
    assert (person.display_name, person.legal_first_name, person.legal_last_name) == (
        "Rosa Delgado",
        "ROSA",
        "DELGADO",
    )
    assert (person.email, person.county_id, person.birth_year) == ("rosa@work.example", "pima", 1984)
    assert person.state == "active"


@pytest.mark.parametrize(
    ("accepted_terms", "number", "state"),
    [(None, "+16025550123", "termsNotAccepted"), ("2026-10-01", None, "contactPreferencesMissing")],
)
def test_list_shows_the_pending_step(accepted_terms: str | None, number: str | None, state: str) -> None:
    stored = Stored(KEYS)
    stored.add("rosa", make_account(number=number, accepted_terms=accepted_terms))
    (person,) = make_finder(stored).find_people(PersonCriteria(email="rosa@example.com")).items
    assert person.state == state


def test_person_with_equal_tokens_is_filtered_out(stored: Stored) -> None:
    stored.give("ben", "rosa")
    assert find(stored, first_name="Rosa", last_name="Delgado") == ["rosa"]
    assert find(stored, email="rosa@example.com") == ["rosa"]
    assert find(stored, phone="602-555-0123") == ["rosa"]
    assert stored.read_accounts == 2


def test_deleted_person_is_filtered_out(stored: Stored) -> None:
    del stored.accounts["rosa"]
    assert find(stored, first_name="Rosa", last_name="Delgado") == []


def test_similar_sound_is_used_only_without_an_exact_match(stored: Stored) -> None:
    stored.add("other", make_account(last_name="Dellgado", email="other@example.com"))
    assert find(stored, first_name="Rosa", last_name="Delgado") == ["rosa"]
    assert find(stored, first_name="Rosa", last_name="Dellgado") == ["other"]
    assert find(stored, first_name="Rosa", last_name="Dalgado") == ["rosa", "other"]


class TestOrder:
    def test_order_is_stable_with_exact_spelling_first(self, stored: Stored) -> None:
        stored.add("c", make_account(last_name="Delgado Ruiz", email="shared@example.com"))
        stored.add("b", make_account("Ana", "Delgado", email="shared@example.com"))
        stored.add("a", make_account("Ana", "Dellgado", email="shared@example.com"))
        assert find(stored, email="shared@example.com", last_name="Delgado") == ["b", "c", "a"]

    def test_list_ends_after_twenty(self) -> None:
        stored = Stored(KEYS)
        for number in range(MAX_RESULTS + 1):
            stored.add(f"rosa-{number:02}", make_account(email=f"rosa{number}@example.com"))
        found = make_finder(stored).find_people(PersonCriteria(first_name="Rosa", last_name="Delgado"))
        assert list_ids(found) == [f"rosa-{number:02}" for number in range(MAX_RESULTS)]
        assert found.is_truncated
        del stored.accounts["rosa-00"]
        assert (
            not make_finder(stored)
            .find_people(PersonCriteria(first_name="Rosa", last_name="Delgado"))
            .is_truncated
        )


class TestTooManyPeople:
    @pytest.fixture
    def many(self) -> Stored:
        """More people of one name than are read, born in different years."""
        stored = Stored(KEYS)
        for number in range(3 * MAX_LISTED_ACCOUNTS):
            born = f"{1950 + number % 5}-01-01"
            stored.add(f"rosa-{number:03}", make_account(born=born, email=f"rosa{number}@example.com"))
        return stored

    def test_another_criterion_is_requested(self, many: Stored) -> None:
        with pytest.raises(TooManyPeople) as caught:
            find(many, first_name="Rosa", last_name="Delgado")
        assert "Add the year of birth, the full email address or the mobile number" in caught.value.message.en
        assert "Agregue el año de nacimiento" in caught.value.message.es
        assert (many.calls, many.read_accounts) == (1, 0)

    def test_another_criterion_narrows_the_list(self, many: Stored) -> None:
        found = find(many, first_name="Rosa", last_name="Delgado", birth_year=1950)
        assert found == [f"rosa-{number:03}" for number in range(0, 3 * MAX_LISTED_ACCOUNTS, 5)]
        assert many.calls == 3
        assert many.read_accounts <= MAX_LISTED_ACCOUNTS
        assert find(many, email="rosa7@example.com") == ["rosa-007"]

    def test_partial_list_does_not_narrow(self, many: Stored) -> None:
        for number in range(MAX_IDS):
            email, born = f"ana{number}@example.com", "1950-01-01"
            many.add(f"ana-{number:03}", make_account("Ana", "Ruiz", born, email))
        with pytest.raises(TooManyPeople):
            find(many, first_name="Ana", birth_year=1950)
        # All of this name are known, and it does not matter that not all of the year are.
        many.add("zoe", make_account("Zoe", "Ruiz", "1950-01-01", "zoe@example.com"))
        assert find(many, first_name="Zoe", birth_year=1950) == ["zoe"]

    def test_total_of_read_accounts_is_limited(self) -> None:
        stored = Stored(KEYS)
        for number in range(30):
            email = f"rosa{number}@example.com"
            stored.add(f"rosa-{number:02}", make_account("Rosa", "Whitehorse", email=email))
            # Simulate equal hashes of another name.
            stored.accounts[f"rosa-{number:02}"] = make_account("Rosa", "Begay", email=email)
        stored.add("sounding", make_account("Rosa", "Whitehorrse"))
        # No person has the name; similar sounds fit into one call, but are too many for a search.
        with pytest.raises(TooManyPeople):
            find(stored, first_name="Rosa", last_name="Whitehorse")
        assert stored.read_accounts == 30

    def test_two_partial_lists_find_too_many(self) -> None:
        stored = Stored(KEYS)
        for number in range(MAX_IDS):
            # The parts of the lists that are read have no person in common.
            stored.add(f"a-{number:03}", make_account("Zoe", "Ruiz", "1950-01-01", f"z{number}@example.com"))
            stored.add(f"b-{number:03}", make_account("Ana", "Ruiz", "1950-01-01", f"a{number}@example.com"))
        with pytest.raises(TooManyPeople):
            find(stored, first_name="Ana", birth_year=1950)

    def test_advice_is_given_with_all_criteria(self) -> None:
        stored = Stored(KEYS)
        for number in range(MAX_IDS):
            stored.add(f"rosa-{number:03}", make_account(number="+16025550123"))
        with pytest.raises(TooManyPeople, match="tooManyPeople") as caught:
            find(
                stored,
                first_name="Rosa",
                last_name="Delgado",
                birth_year=1984,
                email="rosa@example.com",
                phone="602-555-0123",
            )
        assert "another email address" in caught.value.message.en
        assert stored.ids <= MAX_IDS


class TestMissingCriteria:
    @pytest.mark.parametrize(
        ("criteria", "helps"),
        [
            ({}, "the last name, the first name, the year of birth"),
            ({"first_name": "Rosa"}, "the last name, the year of birth"),
            ({"last_name": " ", "first_name": "Rosa"}, "the last name"),
            ({"last_name": "Delgado"}, "the first name"),
            ({"birth_year": 1984}, "the last name, the first name"),
        ],
    )
    def test_missing_criteria_are_suggested(
        self, stored: Stored, criteria: dict[str, str], helps: str
    ) -> None:
        with pytest.raises(InvalidRequest) as caught:
            find(stored, **criteria)
        (problem,) = caught.value.problems
        assert f"Add {helps}" in problem.message.en
        assert stored.calls == 0

    @pytest.mark.parametrize(("criteria", "field"), CASES["unusable_criterion_is_named"])
    def test_unusable_criterion_is_named(
        self, stored: Stored, criteria: dict[str, str | int], field: str
    ) -> None:
        with pytest.raises(InvalidRequest) as caught:
            find(stored, **criteria)
        assert [problem.property_name for problem in caught.value.problems] == [field]

    def test_number_with_extension_gets_its_own_message(self, stored: Stored) -> None:
        with pytest.raises(InvalidRequest) as caught:
            find(stored, phone="602-555-0123 ext. 4")
        (problem,) = caught.value.problems
        assert "extension" in problem.message.en
        assert "extensión" in problem.message.es


ALPHABET = "abcdeñoáß'- "
PEOPLE = st.lists(
    st.tuples(
        st.text(alphabet=ALPHABET, min_size=1, max_size=12).filter(names.extract_letters),
        st.text(alphabet=ALPHABET, min_size=1, max_size=20).filter(names.extract_letters),
        st.integers(1930, 1935),
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None)
@given(PEOPLE, st.data())
def test_person_is_found_by_own_record(people: list[tuple[str, str, int]], data: st.DataObject) -> None:
    stored = Stored(KEYS)
    for number, (first_name, last_name, year) in enumerate(people):
        email = f"p{number}@example.com"
        stored.add(str(number), make_account(first_name, last_name, f"{year}-06-01", email))
    wanted = data.draw(st.integers(0, len(people) - 1))
    first_name, last_name, year = people[wanted]
    assert str(wanted) in find(stored, first_name=first_name, last_name=last_name)
    assert str(wanted) in find(stored, last_name=last_name.upper(), birth_year=year)
    assert find(stored, email=f"P{wanted}@EXAMPLE.com", birth_year=year) == [str(wanted)]


@settings(deadline=None)
@given(PEOPLE, PEOPLE)
def test_found_person_matches_the_criteria(
    people: list[tuple[str, str, int]], searches: list[tuple[str, str, int]]
) -> None:
    stored = Stored(KEYS)
    for number, (first_name, last_name, year) in enumerate(people):
        stored.add(str(number), make_account(first_name, last_name, f"{year}-06-01", ""))
    # Simulate equal hashes.
    for user_ids in stored.has.values():
        user_ids.update(stored.accounts)
    for first_name, last_name, year in searches:
        for user_id in find(stored, first_name=first_name, last_name=last_name, birth_year=year):
            criteria = PersonCriteria(first_name=first_name, last_name=last_name, birth_year=year)
            found_first, found_last, found_year = people[int(user_id)]
            assert criteria.birth_year == found_year
            assert set(names.list_roots(names.list_first_words(first_name))) & set(
                names.list_roots(names.list_first_words(found_first))
            )
            assert set(map(names.get_sound, names.list_last_names(last_name))) & set(
                map(names.get_sound, names.list_last_names(found_last))
            )
