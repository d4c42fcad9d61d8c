"""Search criteria of support staff: facts that a caller states on the telephone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from domains.people import names
from domains.people.person import Person
from domains.people.tokens import PREFIX_LENGTHS, make_email_value
from portal.errors import Conflict, InvalidRequest, Problem
from portal.language import LANGUAGES, Text
from portal.values import has_extension, normalize_phone_number, parse_email_address

EARLIEST_BIRTH_YEAR = 1900
LATEST_BIRTH_YEAR = 2100
MIN_CRITERIA = 2
BEGINNING = "*"
"""Sign after the first letters of a last name whose rest is not known."""

_MIN_BEGINNING = min(PREFIX_LENGTHS)

# Most helpful first.
_NAMES_OF_CRITERIA: Mapping[str, Text] = {
    "last_name": Text(en="the last name", es="el apellido"),
    "first_name": Text(en="the first name", es="el nombre"),
    "birth_year": Text(en="the year of birth", es="el año de nacimiento"),
    "email": Text(en="the full email address", es="el correo electrónico completo"),
    "phone": Text(en="the mobile number", es="el número de celular"),
}
_TOO_FEW = Text(
    en="Enter at least two fields, or a full email address or mobile number. Add {missing}.",
    es="Busque con al menos dos datos, o con un correo electrónico completo o un número de celular. "
    "Agregue {missing}.",
)
_NO_LETTER = Text(en="Enter at least one letter.", es="Escriba al menos una letra.")
_SHORT_BEGINNING = Text(
    en="Enter at least three letters before the asterisk.",
    es="Escriba al menos tres letras antes del asterisco.",
)
_WRONG_EMAIL = Text(
    en="Enter a full email address, such as rosa@example.com.",
    es="Escriba un correo electrónico completo, por ejemplo rosa@example.com.",
)
_WRONG_PHONE = Text(
    en="Enter a US telephone number with area code, such as 602-555-0123.",
    es="Escriba un número de teléfono de EE. UU. con código de área, como 602-555-0123.",
)
_EXTENSION = Text(
    en="You can’t search by a number with an extension. Enter the person’s mobile number.",
    es="No se puede buscar por un número con extensión. Escriba el número de celular de la persona.",
)
_WRONG_YEAR = Text(
    en="Enter a year of four digits, such as 1984.", es="Escriba un año de cuatro cifras, por ejemplo 1984."
)


class TooManyPeople(Conflict):
    """More people match than a search can read."""

    code = "tooManyPeople"
    text = Text(
        en="Too many people match. Add {missing}, and search again.",
        es="Podría tratarse de demasiadas personas. Agregue {missing} y busque de nuevo.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCriteria:
    """Known facts about a person; None if unknown."""

    first_name: str | None = None  # any of the person's first names, or a nickname
    # A surname of the person, or all of them, or their first letters and `BEGINNING`.
    last_name: str | None = None
    birth_year: int | None = None
    email: str | None = None  # complete address
    phone: str | None = None  # complete number, in any common notation

    def check_criteria(self) -> "PersonCriteria":
        """Return the criteria normalized and validated for a search."""
        first_name, last_name, email, phone = (
            each.strip() if each and each.strip() else None
            for each in (self.first_name, self.last_name, self.email, self.phone)
        )
        problems = []
        if first_name and not names.extract_letters(first_name):
            problems.append(Problem("firstName", _NO_LETTER))
        if last_name and not names.extract_letters(last_name):
            problems.append(Problem("lastName", _NO_LETTER))
        elif (
            last_name
            and last_name.endswith(BEGINNING)
            and len(names.extract_letters(last_name)) < _MIN_BEGINNING
        ):
            problems.append(Problem("lastName", _SHORT_BEGINNING))
        if self.birth_year is not None and not EARLIEST_BIRTH_YEAR <= self.birth_year <= LATEST_BIRTH_YEAR:
            problems.append(Problem("birthYear", _WRONG_YEAR))
        if email and (email := parse_email_address(email)) is None:
            problems.append(Problem("email", _WRONG_EMAIL))
        if phone and has_extension(phone):
            problems.append(Problem("phone", _EXTENSION))
        elif phone and (phone := normalize_phone_number(phone)) is None:
            problems.append(Problem("phone", _WRONG_PHONE))
        if problems:
            raise InvalidRequest(*problems)
        checked = replace(self, first_name=first_name, last_name=last_name, email=email, phone=phone)
        count = sum(getattr(checked, name) is not None for name in _NAMES_OF_CRITERIA)
        if not (email or phone) and count < MIN_CRITERIA:
            raise InvalidRequest(Problem("", _TOO_FEW.format(missing=list_names(checked.list_missing()))))
        return checked

    def list_missing(self) -> list[str]:
        """Return the missing criteria; the first letters of a last name do not count."""
        return [
            name
            for name in _NAMES_OF_CRITERIA
            if getattr(self, name) is None or (name == "last_name" and self.beginning is not None)
        ]

    @property
    def beginning(self) -> str | None:
        """First letters of the last name, if only these are known."""
        if self.last_name is None or not self.last_name.endswith(BEGINNING):
            return None
        return names.extract_letters(self.last_name)

    def fits_person(self, person: Person) -> bool:
        """Tell if a person matches the criteria.

        Last names may just sound alike; with a year of birth, each name may have another letter.
        """
        return (
            (self.birth_year is None or self.birth_year == person.birth_year)
            and (self.email is None or make_email_value(self.email) in map(make_email_value, person.emails))
            and (self.phone is None or self.phone in person.phones)
            and (self.first_name is None or self._fits_first_name(person))
            and (self.is_spelled_like(person) or (self.beginning is None and self._is_similar(person)))
        )

    def is_spelled_like(self, person: Person) -> bool:
        """Tell if a person's last name matches by spelling, not only by sound.

        Either side may lack one of two surnames, and their order does not matter.
        """
        if self.last_name is None:
            return True
        if self.beginning is not None:
            return any(
                each.startswith(self.beginning) for each in names.list_last_names(person.legal_last_name)
            )
        surnames, person_surnames = (
            set(names.list_surnames(self.last_name)),
            set(names.list_surnames(person.legal_last_name)),
        )
        is_whole = names.extract_letters(self.last_name) in names.list_last_names(person.legal_last_name)
        return is_whole or surnames <= person_surnames or person_surnames <= surnames

    def _is_similar(self, person: Person) -> bool:
        letters = names.extract_letters(self.last_name or "")
        sound = names.get_sound(letters)
        return any(
            (bool(sound) and sound == names.get_sound(each)) or self._is_one_letter_apart(letters, each)
            for each in names.list_last_names(person.legal_last_name)
        )

    def _fits_first_name(self, person: Person) -> bool:
        """Tell if the given first names are among the person's, or the reverse."""
        words = names.list_first_words(self.first_name or "")
        # A person with one name is found by it as a first name, too.
        for name in (person.legal_first_name or person.legal_last_name, person.preferred_name or ""):
            person_words = names.list_first_words(name)
            if person_words and (
                self._is_each_among(words, person_words) or self._is_each_among(person_words, words)
            ):
                return True
        return False

    def _is_each_among(self, some: Iterable[str], others: Iterable[str]) -> bool:
        others = list(others)
        return all(
            any(names.is_related(one, other) or self._is_one_letter_apart(one, other) for other in others)
            for one in some
        )

    def _is_one_letter_apart(self, one: str, other: str) -> bool:
        return self.birth_year is not None and names.is_one_letter_apart(one, other)


def list_names(criteria: Iterable[str]) -> Text:
    """Format the names of criteria as alternatives in each language."""
    shown = [_NAMES_OF_CRITERIA[name] for name in criteria] or [
        Text(en="another email address or mobile number", es="otro correo electrónico o número de celular")
    ]
    conjunctions = Text(en=" or ", es=" o ")
    wordings = {}
    for language in LANGUAGES:
        *most, last = (each.in_language(language) for each in shown)
        wordings[language] = f"{', '.join(most)}{conjunctions.in_language(language)}{last}" if most else last
    return Text(**wordings)
