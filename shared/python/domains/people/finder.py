"""Finds people by what they say of themselves, in at most four calls of DynamoDB and never by a scan.

A search reads who has a token, then the accounts of those, and lets nobody out whose account does not say the
same: many people share a token. Where more people have it than can be read, a second token narrows them down,
and where that is not enough, the search asks for another criterion.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from domains.accounts.account import Account
from domains.accounts.account_table import MAX_LISTED_ACCOUNTS
from domains.people import names
from domains.people.criteria import PersonCriteria, TooManyPeople, listed
from domains.people.people_table import FoundIds
from domains.people.person import FoundPerson, Person, make_found_person, make_person
from domains.people.tokens import PREFIX_LENGTHS, Field, TokenKeys, Value, make_email_value

MAX_CALLS = 4
MAX_IDS = 200
MAX_CANDIDATES = 50
"""Number of accounts read, of which one call reads `MAX_LISTED_ACCOUNTS`."""
MAX_RESULTS = 20

_MAX_IDS_OF_TOKEN = MAX_IDS // 2
_CALLS_OF_A_LOOK = 2


class Tokens(Protocol):
    """Store of the holders of tokens; see `domains.people.people_table`."""

    def list_user_ids(self, token: str, limit: int) -> FoundIds: ...


class Accounts(Protocol):
    """Store of accounts; see `domains.accounts.account_table`."""

    def list_accounts(self, user_ids: Collection[str]) -> Mapping[str, Account]: ...


@dataclass(frozen=True, slots=True)
class FoundPeople:
    """The people found.

    Attributes:
        items: those whose last name is spelled as it was said before those where it sounds the same, then by
            name, year and id.
        is_truncated: whether there are more than `MAX_RESULTS`.
    """

    items: Sequence[FoundPerson]
    is_truncated: bool


@dataclass(slots=True)
class _Search:
    """Search with its remaining read budget."""

    criteria: PersonCriteria
    calls: int = MAX_CALLS
    ids: int = MAX_IDS
    candidates: int = MAX_CANDIDATES


_Match = tuple[Person, FoundPerson]


@dataclass(frozen=True, slots=True)
class PeopleFinder:
    """Finds people.

    Attributes:
        terms_version: the version of the terms now in force.
    """

    tokens: Tokens
    accounts: Accounts
    keys: TokenKeys = field(repr=False)
    terms_version: str

    def find(self, criteria: PersonCriteria) -> FoundPeople:
        """Find the people who fit all criteria.

        At most `MAX_CALLS` calls read at most `MAX_IDS` ids and `MAX_CANDIDATES` accounts. A last name is
        looked for as it is spelled, then each surname of several, then by its sound, until somebody is found
        or no calls are left.

        Raises:
            InvalidRequest: the criteria cannot be searched by, or are too few; says which would help.
            TooManyPeople: more people could be meant than are read; says what to add.
        """
        search = _Search(criteria.checked())
        matches: list[_Match] = []
        for values in looks(search.criteria):
            if matches or search.calls < _CALLS_OF_A_LOOK:
                break
            matches = self._matches(search, self._find_candidates(search, values))
        matches.sort(key=lambda match: _order(search.criteria, *match))
        found = [person for _, person in matches]
        return FoundPeople(found[:MAX_RESULTS], is_truncated=len(found) > MAX_RESULTS)

    def _find_candidates(self, search: _Search, values: Sequence[Value]) -> list[str]:
        """Find the holders of the first of some tokens; the others are read only where those are too many."""
        candidates: set[str] | None = None
        for value in values:
            # One call stays for the accounts.
            if search.calls < _CALLS_OF_A_LOOK:
                break
            found = self._list_user_ids(search, value)
            if found.is_complete:
                ids = set(found.user_ids)
                candidates = ids if candidates is None else candidates & ids
                if len(candidates) <= min(MAX_LISTED_ACCOUNTS, search.candidates):
                    return sorted(candidates)
        raise TooManyPeople(missing=listed(search.criteria.missing()))

    def _list_user_ids(self, search: _Search, value: Value) -> FoundIds:
        limit = min(search.ids, _MAX_IDS_OF_TOKEN)
        if not limit:
            return FoundIds((), is_complete=False)
        found = self.tokens.list_user_ids(self.keys.read.token(value), limit)
        search.calls -= 1
        search.ids -= len(found.user_ids)
        return found

    def _matches(self, search: _Search, candidates: Sequence[str]) -> list[_Match]:
        """Return the candidates whose accounts say the same as the criteria."""
        if not candidates:
            return []
        search.calls -= 1
        search.candidates -= len(candidates)
        matches = []
        for user_id, account in self.accounts.list_accounts(candidates).items():
            person = make_person(account)
            if person is not None and search.criteria.fits(person):
                matches.append((person, make_found_person(user_id, account, self.terms_version)))
        return matches


def looks(criteria: PersonCriteria) -> Iterator[list[Value]]:
    """Yield searches to try, one after the other until somebody is found.

    Each look is a list of tokens: everybody who is meant has all of them, the first ones are had by fewest.
    """
    first_names = _list_first_names(criteria)
    year = [Value.of(Field.BIRTH_YEAR, str(criteria.birth_year))] if criteria.birth_year else []
    if criteria.email or criteria.phone:
        yield [*_list_addresses(criteria), *_list_singles(first_names), *year]
    elif criteria.beginning is not None:
        yield [_make_beginning(criteria.beginning), *_list_singles(first_names), *year]
    elif criteria.last_name is None:
        yield [*_list_singles(first_names), *year]
    else:
        yield from _looks_by_last_name(criteria.last_name, first_names, year)


def _looks_by_last_name(
    last_name: str, first_names: Sequence[str], year: Sequence[Value]
) -> Iterator[list[Value]]:
    whole = names.letters(last_name)
    for each in dict.fromkeys([whole, *names.list_surnames(last_name)]):
        of_year = [Value.of(Field.LAST_NAME_AND_BIRTH_YEAR, each, *value.parts) for value in year]
        for first_name in first_names:
            yield [Value.of(Field.LAST_AND_FIRST_NAME, each, first_name), *of_year]
        if not first_names:
            yield of_year
    if sound := names.sound(whole):
        for first_name in first_names:
            yield [Value.of(Field.SOUND_AND_FIRST_NAME, sound, first_name), *year]
        if not first_names:
            yield [Value.of(Field.LAST_NAME_SOUND, sound), *year]


def _list_first_names(criteria: PersonCriteria) -> list[str]:
    """Under what a first name is looked for: the first of several, then all of them as one."""
    words = names.list_first_words(criteria.first_name or "")
    return list(dict.fromkeys(names.root(word) for word in (words[0], words[-1]))) if words else []


def _list_singles(first_names: Sequence[str]) -> list[Value]:
    return [Value.of(Field.FIRST_NAME, first_name) for first_name in first_names[:1]]


def _list_addresses(criteria: PersonCriteria) -> list[Value]:
    phone = [Value.of(Field.PHONE, criteria.phone)] if criteria.phone else []
    email = [make_email_value(criteria.email)] if criteria.email else []
    return [*email, *phone]


def _make_beginning(typed: str) -> Value:
    length = next(each for each in PREFIX_LENGTHS if len(typed) >= each)
    return Value.of(PREFIX_LENGTHS[length], typed[:length])


def _order(criteria: PersonCriteria, person: Person, found: FoundPerson) -> tuple[object, ...]:
    return (
        not criteria.is_spelled_like(person),
        names.letters(person.legal_last_name),
        names.letters(person.legal_first_name),
        person.birth_year,
        found.user_id,
    )
