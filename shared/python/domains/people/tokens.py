"""Tokens of people in the token table: keyed hashes, cut so short that many people share each of them.

A token is HMAC-SHA-256(key, field ‖ context ‖ value), cut to 20 bits: in a table of a million people, each
token of a surname has one more person than those of that surname, and nobody reads a name out of it. Whoever
finds somebody by tokens has to compare the record itself.

Source of the length: measured on surnames as they are spread, at 20 bits five false people for each surname
of a state of 7.5 million; AWS calls such hashes beacons and truncates them for the same reason.
"""

import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel

from domains.people import names
from domains.people.person import Person

TOKEN_BITS = 20

_CONTEXT = "find people"
_KEY_ID_BITS = 32
_HEX_BITS = 4
_SEPARATOR = "\n"


class Field(StrEnum):
    """Kind of a token; two names stand for a pair."""

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


PREFIX_LENGTHS = {5: Field.LAST_NAME_5, 3: Field.LAST_NAME_3}
"""Lengths of last-name prefixes that have tokens, the longest first."""


@dataclass(frozen=True, slots=True)
class Value:
    """A field and what somebody has in it, or is looked for by."""

    field: Field
    parts: tuple[str, ...]

    @classmethod
    def of(cls, field: Field, *parts: str) -> "Value":
        """Return a value of one part, or of two for a pair."""
        return cls(field, parts)


class UnusableKeys(ValueError):
    """The secret is not what `TokenKeys` reads."""


class TokenKey:
    """Key of the token hash.

    Attributes:
        id: tells tokens of two keys apart; follows from the key, so that it needs no number of its own.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self.id = self._hash("key", bits=_KEY_ID_BITS)

    def token(self, value: Value) -> str:
        """Return the token of a value, such as `last#1f00ab12#0c3d5`."""
        return f"{value.field}#{self.id}#{self._hash(value.field, _CONTEXT, *value.parts)}"

    def tokens(self, values: Sequence[Value]) -> set[str]:
        """Return the tokens of several values."""
        return {self.token(value) for value in values}

    def _hash(self, *parts: str, bits: int = TOKEN_BITS) -> str:
        # No part has a line break, so that no two lists of parts are one text.
        digest = hmac.digest(self._secret, _SEPARATOR.join(parts).encode(), "sha256")
        return digest.hex()[: bits // _HEX_BITS]


class _Secret(BaseModel):
    current: str
    previous: str = ""


class TokenKeys:
    """The keys of the secret: one, or two while a rotation lasts.

    Then everybody has the tokens of the previous key, and not everybody those of the current one. So tokens
    are written with both and read with the previous one, until it is taken out of the secret.
    """

    def __init__(self, secret: str) -> None:
        """Read the secret.

        Args:
            secret: `{"current": "…"}`, with `"previous": "…"` during a rotation.

        Raises:
            UnusableKeys: it is something else.
        """
        try:
            read = _Secret.model_validate(json.loads(secret))
        except ValueError:
            # Without the error itself, which would quote the secret.
            raise UnusableKeys(
                "The keys of tokens have to be JSON with current and perhaps previous"
            ) from None
        self.written = tuple(TokenKey(each) for each in (read.current, read.previous) if each)
        if not read.current or len({key.id for key in self.written}) != len(self.written):
            raise UnusableKeys("A current key is needed, and another one than the previous")
        self.read = self.written[-1]

    def compute_tokens(self, person: Person) -> set[str]:
        """Return the tokens that somebody has, of each key."""
        values = list(list_values(person))
        return {token for key in self.written for token in key.tokens(values)}


def list_values(person: Person) -> Iterator[Value]:
    """Yield the values by which a person can be found."""
    last_names = names.list_last_names(person.legal_last_name)
    sounds = [each for each in dict.fromkeys(map(names.sound, last_names)) if each]
    first_names = names.roots(
        names.list_first_words(person.legal_first_name) + names.list_first_words(person.preferred_name or "")
    )
    year = str(person.birth_year)
    for email in person.emails:
        yield make_email_value(email)
    for phone in person.phones:
        yield Value.of(Field.PHONE, phone)
    for first_name in first_names:
        yield Value.of(Field.FIRST_NAME, first_name)
    yield Value.of(Field.BIRTH_YEAR, year)
    for last_name in last_names:
        yield Value.of(Field.LAST_NAME, last_name)
        yield Value.of(Field.LAST_NAME_AND_BIRTH_YEAR, last_name, year)
        for length, field in PREFIX_LENGTHS.items():
            if len(last_name) >= length:
                yield Value.of(field, last_name[:length])
        for first_name in first_names:
            yield Value.of(Field.LAST_AND_FIRST_NAME, last_name, first_name)
    for sound in sounds:
        yield Value.of(Field.LAST_NAME_SOUND, sound)
        for first_name in first_names:
            yield Value.of(Field.SOUND_AND_FIRST_NAME, sound, first_name)


def make_email_value(email: str) -> Value:
    """Return an e-mail address; case makes no difference."""
    return Value.of(Field.EMAIL, email.casefold())
