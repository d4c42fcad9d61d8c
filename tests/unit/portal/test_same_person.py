"""Names compare without what is written now one way and now another; what is nearly right is wrong."""

from datetime import date

import pytest

from portal.agencies.protocol import MatchedPerson
from portal.same_person import canonical_identity, is_same_person

BORN = date(1984, 5, 17)


def person(first: str, last: str, born: date = BORN) -> MatchedPerson:
    return MatchedPerson(legal_first_name=first, legal_last_name=last, date_of_birth=born)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Rosa", "Delgado"), ("ROSA", "delgado")),
        (("María José", "Peña"), ("MARIA JOSE", "PENA")),
        (("María José", "Peña"), ("MARI\u0301A JOSE\u0301", "PEN\u0303A")),
        (("María-José", "García-López"), ("Maria Jose", "Garcia Lopez")),
        (("Mary Ann", "Smith"), ("Maryann", "Smith")),
        (("Rosa", "García López"), ("Rosa", "López García")),
        (("Rosa", "García-López"), ("Rosa", "López García")),
        (("Ana", "de la Cruz García"), ("Ana", "García De La Cruz")),
        (("Sean", "O'Brien"), ("Sean", "OBRIEN")),
        (("Sean", "O’Brien"), ("Sean", "O Brien")),
        (("Keola", "Kaʻahumanu"), ("Keola", "Kaahumanu")),
        (("J. R.", "Smith"), ("JR", "Smith")),
        (("Hans", "Groß"), ("HANS", "GROSS")),
        (("Анна", "Иванова"), ("АННА", "ИВАНОВА")),
        (("Rosa", "  Delgado "), ("Rosa", "Delgado")),
    ],
)
def test_is_the_same(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert is_same_person(person(*one), person(*other))
    assert is_same_person(person(*other), person(*one))
    assert canonical_identity(person(*one)) == canonical_identity(person(*other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Rosa", "Delgado"), ("Rose", "Delgado")),
        (("Rosa", "Delgado"), ("R.", "Delgado")),
        (("Rosa", "Delgado"), ("Rosa", "Delgada")),
        (("Rosa", "Delgado"), ("Delgado", "Rosa")),
        (("Rosa", "Delgado"), ("Rosa María", "Delgado")),
        (("Rosa", "Delgado"), ("Rosa", "Delgado Ruiz")),
        (("Rosa María", "Delgado"), ("María Rosa", "Delgado")),
        (("Rosa", "García López"), ("Rosa", "García Lopes")),
        (("Sean", "O'Brien"), ("Sean", "Brien")),
        (("Андрей", "Иванов"), ("Андреи", "Иванов")),
        (("はな", "かとう"), ("はな", "がとう")),
        (("-", "-"), ("-", "-")),
        (("", "Delgado"), ("", "Delgado")),
        (("Rosa", ""), ("Rosa", "")),
    ],
)
def test_is_somebody_else(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert not is_same_person(person(*one), person(*other))
    assert not is_same_person(person(*other), person(*one))


@pytest.mark.parametrize("born", [date(1984, 5, 18), date(1985, 5, 17), date(1984, 4, 17)])
def test_the_day_of_birth_is_exact(born: date) -> None:
    assert not is_same_person(person("Rosa", "Delgado"), person("Rosa", "Delgado", born))
