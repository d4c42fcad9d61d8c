"""Search tokens of people: keyed hashes, truncated so that many people share each.

A token is HMAC-SHA-256(key, field ‖ context ‖ value), truncated to 20 bits. In a table of a million people, a
surname's token has about one unrelated holder, so that it reveals no name. Searches must compare the accounts
of the holders.

Source of the length: measurement with the distribution of surnames. 20 bits give five false matches for each
surname in a state of 7.5 million; AWS truncates its beacons for the same reason.
"""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from domains.people import names
from domains.people.person import Person
from portal.secrets import RotatingSecret

TOKEN_BITS = 20

_CONTEXT = "find people"
_KEY_ID_BITS = 32
_HEX_BITS = 4
_SEPARATOR = "\n"


class Field(StrEnum):
    """The kind of a token; several names mean a pair or three.

    The sound of a last name is that of `names.get_sound`, its initial that of `names.simplify`, and a first
    name is the root of `names.get_root`.
    """

    EMAIL = "email"
    PHONE = "phone"
    LAST_NAME = "last"
    LAST_NAME_5 = "last5"
    LAST_NAME_3 = "last3"
    LAST_NAME_SOUND = "sound"
    FIRST_NAME = "first"
    BIRTH_YEAR = "year"
    LAST_AND_FIRST_NAME = "last+first"
    SOUND_AND_FIRST_NAME = "sound+first"
    LAST_NAME_AND_BIRTH_YEAR = "last+year"
    INITIAL_FIRST_NAME_AND_BIRTH_YEAR = "initial+first+year"


PREFIX_LENGTHS = {5: Field.LAST_NAME_5, 3: Field.LAST_NAME_3}
"""Lengths of last-name prefixes that have tokens, the longest first."""


@dataclass(frozen=True, slots=True)
class Value:
    """A field and its value, in an account or a search."""

    field: Field
    parts: tuple[str, ...]

    @classmethod
    def from_parts(cls, field: Field, *parts: str) -> "Value":
        """Return a value of one part, or of several."""
        return cls(field, parts)


class TokenKey:
    """A key of the token hash.

    Attributes:
        id: id in the tokens of the key, derived from the key.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self.id = self._hash("key", bits=_KEY_ID_BITS)

    def get_token(self, value: Value) -> str:
        """Return the token of a value, such as `last#1f00ab12#0c3d5`."""
        return f"{value.field}#{self.id}#{self._hash(value.field, _CONTEXT, *value.parts)}"

    def get_tokens(self, values: Sequence[Value]) -> set[str]:
        return {self.get_token(value) for value in values}

    def _hash(self, *parts: str, bits: int = TOKEN_BITS) -> str:
        # Parts have no line breaks, so the joined text is unambiguous.
        digest = hmac.digest(self._secret, _SEPARATOR.join(parts).encode(), "sha256")
        return digest.hex()[: bits // _HEX_BITS]


class TokenKeys:
    """The keys in the secret: one, or two during a rotation.

    Tokens are written with both keys and read with the current one. So a key becomes the current one only
    after `npm run people -- rebuild` gave everybody its tokens.
    """

    def __init__(self, secret: RotatingSecret) -> None:
        self.written = tuple(TokenKey(each) for each in secret.accepted)
        self.read = self.written[0]

    def compute_tokens(self, person: Person) -> set[str]:
        """Return a person's tokens for all keys."""
        values = list(list_values(person))
        return {token for key in self.written for token in key.get_tokens(values)}


def list_values(person: Person) -> Iterator[Value]:
    """Yield the searchable values of a person."""
    last_names = names.list_last_names(person.legal_last_name)
    sounds = [each for each in dict.fromkeys(map(names.get_sound, last_names)) if each]
    first_names = names.list_roots(
        names.list_first_words(person.legal_first_name or person.legal_last_name)
        + names.list_first_words(person.preferred_name or "")
    )
    year = str(person.birth_year)
    for email in person.emails:
        yield make_email_value(email)
    for phone in person.phones:
        yield Value.from_parts(Field.PHONE, phone)
    for first_name in first_names:
        yield Value.from_parts(Field.FIRST_NAME, first_name)
    yield Value.from_parts(Field.BIRTH_YEAR, year)
    for last_name in last_names:
        yield Value.from_parts(Field.LAST_NAME, last_name)
        yield Value.from_parts(Field.LAST_NAME_AND_BIRTH_YEAR, last_name, year)
        for length, field in PREFIX_LENGTHS.items():
            if len(last_name) >= length:
                yield Value.from_parts(field, last_name[:length])
        for first_name in first_names:
            yield Value.from_parts(Field.LAST_AND_FIRST_NAME, last_name, first_name)
    for initial in sorted({names.simplify(last_name)[:1] for last_name in last_names}):
        for first_name in first_names:
            yield Value.from_parts(Field.INITIAL_FIRST_NAME_AND_BIRTH_YEAR, initial, first_name, year)
    for sound in sounds:
        yield Value.from_parts(Field.LAST_NAME_SOUND, sound)
        for first_name in first_names:
            yield Value.from_parts(Field.SOUND_AND_FIRST_NAME, sound, first_name)


def make_email_value(email: str) -> Value:
    """Return the value of an email address, ignoring case."""
    return Value.from_parts(Field.EMAIL, email.casefold())
