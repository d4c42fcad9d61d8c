"""Names are compared without spelling variants; near matches are refused."""

from datetime import date

import pytest

from domains.accounts.same_person import is_same_person, make_canonical_identity
from domains.agencies.protocol import MatchedPerson
from tests.cases import read_cases

CASES = read_cases(__file__)

BORN = date(1984, 5, 17)


def make_person(first: str, last: str, born: date = BORN) -> MatchedPerson:
    return MatchedPerson(legal_first_name=first, legal_last_name=last, date_of_birth=born)


@pytest.mark.parametrize(("one", "other"), CASES["matching_names_are_the_same_person"])
def test_matching_names_are_the_same_person(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert is_same_person(make_person(*one), make_person(*other))
    assert is_same_person(make_person(*other), make_person(*one))
    assert make_canonical_identity(make_person(*one)) == make_canonical_identity(make_person(*other))


@pytest.mark.parametrize(("recorded", "registered"), CASES["registered_first_name_may_be_a_prefix"])
def test_registered_first_name_may_be_a_prefix(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    assert is_same_person(make_person(*recorded), make_person(*registered))
    assert make_canonical_identity(make_person(*recorded)) == make_canonical_identity(
        make_person(*registered)
    )
    assert not is_same_person(make_person(f"X {recorded[0]}", recorded[1]), make_person(*registered))


@pytest.mark.parametrize(("recorded", "registered"), CASES["different_first_name_or_suffix_does_not_match"])
def test_different_first_name_or_suffix_does_not_match(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    assert not is_same_person(make_person(*recorded), make_person(*registered))


@pytest.mark.parametrize(("one", "other"), CASES["different_names_do_not_match"])
def test_different_names_do_not_match(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert not is_same_person(make_person(*one), make_person(*other))
    assert not is_same_person(make_person(*other), make_person(*one))


@pytest.mark.parametrize("registered", [("", "Sukarno"), ("Sukarno", "Sukarno"), ("FNU", "Sukarno")])
@pytest.mark.parametrize("recorded", CASES["document_of_person_with_one_name_matches: recorded"])
def test_document_of_person_with_one_name_matches(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    document, registration = make_person(*recorded), make_person(*registered)
    assert is_same_person(document, registration)
    assert make_canonical_identity(document) == make_canonical_identity(registration)
    assert not is_same_person(make_person("AHMAD", "SUKARNO"), make_person("", "Sukarno"))


@pytest.mark.parametrize(
    ("recorded", "registered"), CASES["marks_of_parents_and_placeholders_may_be_missing"]
)
def test_marks_of_parents_and_placeholders_may_be_missing(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    document, registration = make_person(*recorded), make_person(*registered)
    assert is_same_person(document, registration)
    assert make_canonical_identity(document) == make_canonical_identity(registration)


@pytest.mark.parametrize(
    ("recorded", "registered"),
    [
        (("RAVI", "KUMAR"), ("Ravi", "Kumaran")),
        (("ANAND A L", "MUTHU"), ("Anand Al", "Muthu Raj")),
        (("LAL", "MUTHU"), ("Al", "Muthu")),
        (("SO", "KUMAR"), ("", "Kumar")),
    ],
)
def test_letters_of_parents_marks_within_names_count(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    assert not is_same_person(make_person(*recorded), make_person(*registered))


@pytest.mark.parametrize("born", [date(1984, 5, 18), date(1985, 5, 17), date(1984, 4, 17)])
def test_date_of_birth_must_match_exactly(born: date) -> None:
    assert not is_same_person(make_person("Rosa", "Delgado"), make_person("Rosa", "Delgado", born))
