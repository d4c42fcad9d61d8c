"""Names are compared without spelling variants; near matches are refused."""

from datetime import date

import pytest

from domains.accounts.same_person import is_same_person, make_canonical_identity
from domains.agencies.protocol import MatchedPerson

BORN = date(1984, 5, 17)


def make_person(first: str, last: str, born: date = BORN) -> MatchedPerson:
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
        (("Rosa", "Delgado"), ("Ro\u200bsa\u00a0", "\u2068Delgado\u2069")),
        (("علی\u200cرضا", "رضایی"), ("علیرضا", "رضایی")),
        (("Núria", "Gal·la"), ("NURIA", "GALLA")),
        (("Ben", "Whitehorse Jr"), ("Ben", "Whitehorse")),
        (("Ben", "WHITEHORSE, JR."), ("Ben", "Whitehorse Jr.")),
        (("Ben", "Whitehorse III"), ("Ben", "Whitehorse 3rd")),
        (("Ben Jr", "Whitehorse"), ("Ben", "Whitehorse Junior")),
        (("Ben", "García López Sr"), ("Ben", "López García")),
        (("Ben", "Whitehorse Snr"), ("Ben", "Whitehorse Sr.")),
        (("Đức", "Đặng"), ("DUC", "DANG")),
        (("Łukasz", "Kowalski"), ("LUKASZ", "KOWALSKI")),
        (("Søren", "Dahl"), ("SOREN", "DAHL")),
        (("Søren", "Dahl"), ("SOEREN", "DAHL")),
        (("Þór", "Guðmundsson"), ("THOR", "GUDMUNDSSON")),
        (("Işıl", "Yıldız"), ("ISIL", "YILDIZ")),
        (("İbrahim", "Işık"), ("IBRAHIM", "ISIK")),
        (("Ħal", "Ċikku"), ("HAL", "CIKKU")),
        (("Anna", "Müller"), ("ANNA", "MUELLER")),
        (("Anna", "Müller"), ("ANNA", "MULLER")),
        (("Åse", "Bjørnsen"), ("AASE", "BJOERNSEN")),
        (("Jürgen", "Strauß"), ("JUERGEN", "STRAUSS")),
        (("Cœur", "Æsop"), ("COEUR", "AESOP")),
        (("Ŋuyen", "Ŧoll"), ("NUYEN", "TOLL")),
        (("Hastiin", "Bitłʼíí"), ("HASTIIN", "BITLII")),
        (("Ana", "Peña Ñuñez"), ("ANA", "PENA NUNEZ")),
        (("Mª Carmen", "Ruiz"), ("MARIA CARMEN", "RUIZ")),
        (("M.ª Carmen", "Ruiz"), ("MARÍA CARMEN", "RUIZ")),
        (("Ma. Guadalupe", "Ruiz"), ("MARIA GUADALUPE", "RUIZ")),
        (("Mª", "Ruiz"), ("MARIA", "RUIZ")),
        (("Ma Elena", "Ruiz"), ("MARIA ELENA", "RUIZ")),
    ],
)
def test_matching_names_are_the_same_person(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert is_same_person(make_person(*one), make_person(*other))
    assert is_same_person(make_person(*other), make_person(*one))
    assert make_canonical_identity(make_person(*one)) == make_canonical_identity(make_person(*other))


@pytest.mark.parametrize(
    ("recorded", "registered"),
    [
        (("BEN ALLEN", "WHITEHORSE"), ("Ben", "Whitehorse")),
        (("BEN ALLEN", "WHITEHORSE JR"), ("Ben", "Whitehorse")),
        (("BEN,ALLEN", "WHITEHORSE"), ("Ben", "Whitehorse")),
        (("BEN ALLEN JR", "WHITEHORSE"), ("Ben", "Whitehorse Jr")),
        (("MARY ANN LOUISE", "SMITH"), ("Maryann", "Smith")),
        (("MARYANN LOUISE", "SMITH"), ("Mary Ann", "Smith")),
        (("MARÍA JOSÉ DE LOS ÁNGELES", "PEÑA"), ("María José", "Peña")),
        (("JEAN-PIERRE LOUIS", "ROY"), ("Jean Pierre", "Roy")),
        (("J R ROBERT", "SMITH"), ("J.R.", "Smith")),
        (("ROSA MARÍA", "LÓPEZ GARCÍA"), ("Rosa", "García-López")),
    ],
)
def test_registered_first_name_may_be_a_prefix(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    assert is_same_person(make_person(*recorded), make_person(*registered))
    assert make_canonical_identity(make_person(*recorded)) == make_canonical_identity(
        make_person(*registered)
    )
    assert not is_same_person(make_person(f"X {recorded[0]}", recorded[1]), make_person(*registered))


@pytest.mark.parametrize(
    ("recorded", "registered"),
    [
        (("BEN", "WHITEHORSE"), ("Ben Allen", "Whitehorse")),
        (("BENJAMIN", "WHITEHORSE"), ("Ben", "Whitehorse")),
        (("ALLEN BEN", "WHITEHORSE"), ("Ben", "Whitehorse")),
        (("BEN ALLEN", "WHITEHORSE"), ("Allen", "Whitehorse")),
        (("BEN ALLEN", "WHITEHORSE"), ("B", "Whitehorse")),
        (("BEN ALLEN", "WHITEHORSE"), ("Ben A", "Whitehorse")),
        (("JEAN-PIERRE", "ROY"), ("Jean", "Roy")),
        (("BEN", "WHITEHORSE JR"), ("Ben", "Whitehorse Sr")),
        (("BEN JR", "WHITEHORSE"), ("Ben", "Whitehorse III")),
        (("BEN", "JR"), ("Ben", "Sr")),
    ],
)
def test_different_first_name_or_suffix_does_not_match(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    assert not is_same_person(make_person(*recorded), make_person(*registered))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Rosa", "Delgado"), ("Rose", "Delgado")),
        (("Rosa", "Delgado"), ("R.", "Delgado")),
        (("Rosa", "Delgado"), ("Rosa", "Delgada")),
        (("Rosa", "Delgado"), ("Delgado", "Rosa")),
        (("Rosa", "Delgado"), ("Rosa", "Delgado Ruiz")),
        (("Ana", "Pina"), ("Ana", "Peña")),
        (("Anna", "Muller"), ("Anna", "Mueller")),
        (("Ma", "Ruiz"), ("Maria", "Ruiz")),
        (("Rosa María", "Delgado"), ("María Rosa", "Delgado")),
        (("Rosa", "García López"), ("Rosa", "García Lopes")),
        (("Sean", "O'Brien"), ("Sean", "Brien")),
        (("Андрей", "Иванов"), ("Андреи", "Иванов")),
        (("はな", "かとう"), ("はな", "がとう")),
        (("-", "-"), ("-", "-")),
        (("", ""), ("", "")),
        (("FNU", "LNU"), ("FNU", "LNU")),
        (("", "Delgado"), ("Rosa", "Delgado")),
        (("FNU", "Delgado"), ("Rosa", "Delgado")),
    ],
)
def test_different_names_do_not_match(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert not is_same_person(make_person(*one), make_person(*other))
    assert not is_same_person(make_person(*other), make_person(*one))


@pytest.mark.parametrize("registered", [("", "Sukarno"), ("Sukarno", "Sukarno"), ("FNU", "Sukarno")])
@pytest.mark.parametrize(
    "recorded",
    [
        ("", "SUKARNO"),
        ("SUKARNO", ""),
        ("FNU", "SUKARNO"),
        ("SUKARNO", "LNU"),
        ("NFN", "SUKARNO"),
        ("-", "SUKARNO"),
        ("SUKARNO", "SUKARNO"),
    ],
)
def test_document_of_person_with_one_name_matches(
    recorded: tuple[str, str], registered: tuple[str, str]
) -> None:
    document, registration = make_person(*recorded), make_person(*registered)
    assert is_same_person(document, registration)
    assert make_canonical_identity(document) == make_canonical_identity(registration)
    assert not is_same_person(make_person("AHMAD", "SUKARNO"), make_person("", "Sukarno"))


@pytest.mark.parametrize(
    ("recorded", "registered"),
    [
        (("RAVI", "KUMAR"), ("Ravi", "s/o Kumar")),
        (("RAVI", "S O KUMAR"), ("Ravi", "s/o Kumar")),
        (("", "RAVI S/O KUMAR"), ("", "Ravi s/o Kumar")),
        (("", "RAVI KUMAR"), ("", "Ravi S/O Kumar")),
        (("PRIYA", "D O RAMAN"), ("Priya", "d/o Raman")),
        (("ANAND", "A/L MUTHU"), ("Anand", "a/l Muthu")),
        (("ANAND", "MUTHU"), ("Anand", "A/L Muthu")),
        (("DEVI", "A/P SAMY"), ("Devi", "a/p Samy")),
        (("LILY NMN", "CHEE"), ("Lily", "Chee")),
    ],
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
