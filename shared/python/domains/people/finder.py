"""Search for people by personal data, in at most six DynamoDB calls and without scans.

A search reads the holders of a token, then their accounts, and drops accounts that do not match, because many
people share a token. If a token has too many holders, a second token narrows them down; if that is not
enough, the search asks for another criterion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from domains.accounts.account_table import MAX_LISTED_ACCOUNTS, AccountRepository
from domains.people import names
from domains.people.criteria import PersonCriteria, TooManyPeople, list_names
from domains.people.people_table import FoundIds, PeopleTable
from domains.people.person import FoundPerson, Person, make_found_person, make_person
from domains.people.tokens import PREFIX_LENGTHS, Field, TokenKeys, Value, make_email_value

MAX_CALLS = 6
MAX_IDS = 200
MAX_CANDIDATES = 50
"""Number of accounts read, of which one call reads `MAX_LISTED_ACCOUNTS`."""
MAX_RESULTS = 20

_MAX_IDS_OF_TOKEN = MAX_IDS // 2
_CALLS_OF_A_LOOK = 2


@dataclass(frozen=True, slots=True)
class FoundPeople:
    """The result of a search."""

    # People, first those whose last name matches by spelling, then the others; each sorted by name, year, and
    # id.
    items: Sequence[FoundPerson]
    is_truncated: bool  # true if there are more than `MAX_RESULTS`


@dataclass(slots=True)
class _Search:
    """A search with its remaining read budget."""

    criteria: PersonCriteria
    calls: int = MAX_CALLS
    ids: int = MAX_IDS
    candidates: int = MAX_CANDIDATES


_Match = tuple[Person, FoundPerson]


@dataclass(frozen=True, slots=True)
class PeopleFinder:
    """Finds people."""

    tokens: PeopleTable
    accounts: AccountRepository
    keys: TokenKeys = field(repr=False)
    terms_version: str  # version of the terms in force

    def find_people(self, criteria: PersonCriteria) -> FoundPeople:
        """Find the people who fit all criteria.

        At most `MAX_CALLS` calls read at most `MAX_IDS` ids and `MAX_CANDIDATES` accounts. Last names are
        searched by spelling, then by each of several surnames, then by sound, and with a year of birth, with
        another letter in the first or last name, until there is a result or no call is left.

        Raises:
            TooManyPeople: too many people could match; says which criteria to add.
        """
        search = _Search(criteria.check_criteria())
        matches: list[_Match] = []
        for values in list_searches(search.criteria):
            if matches or search.calls < _CALLS_OF_A_LOOK:
                break
            matches = self._list_matches(search, self._find_candidates(search, values))
        matches.sort(key=lambda match: _get_sort_key(search.criteria, *match))
        people = [person for _, person in matches]
        return FoundPeople(people[:MAX_RESULTS], is_truncated=len(people) > MAX_RESULTS)

    def _find_candidates(self, search: _Search, values: Sequence[Value]) -> list[str]:
        """Find the holders of the first token; read the others only if it has too many."""
        candidates: set[str] | None = None
        for value in values:
            # Reserve a call for the accounts.
            if search.calls < _CALLS_OF_A_LOOK:
                break
            holders = self._list_user_ids(search, value)
            if holders.is_complete:
                ids = set(holders.user_ids)
                candidates = ids if candidates is None else candidates & ids
                if len(candidates) <= min(MAX_LISTED_ACCOUNTS, search.candidates):
                    return sorted(candidates)
        raise TooManyPeople(missing=list_names(search.criteria.list_missing()))

    def _list_user_ids(self, search: _Search, value: Value) -> FoundIds:
        limit = min(search.ids, _MAX_IDS_OF_TOKEN)
        if not limit:
            return FoundIds((), is_complete=False)
        holders = self.tokens.list_user_ids(self.keys.read.get_token(value), limit)
        search.calls -= 1
        search.ids -= len(holders.user_ids)
        return holders

    def _list_matches(self, search: _Search, candidates: Sequence[str]) -> list[_Match]:
        """Return the candidates whose accounts match the criteria."""
        if not candidates:
            return []
        search.calls -= 1
        search.candidates -= len(candidates)
        matches = []
        for user_id, account in self.accounts.list_accounts(candidates).items():
            person = make_person(account)
            if person is not None and search.criteria.fits_person(person):
                matches.append((person, make_found_person(user_id, account, self.terms_version)))
        return matches


def list_searches(criteria: PersonCriteria) -> Iterator[list[Value]]:
    """Yield the searches to try until there is a result.

    Each search is a list of tokens that a match must all have, rarest first.
    """
    first_names = _list_first_names(criteria)
    year = [Value.from_parts(Field.BIRTH_YEAR, str(criteria.birth_year))] if criteria.birth_year else []
    if criteria.email or criteria.phone:
        yield [*_list_addresses(criteria), *_list_singles(first_names), *year]
    elif criteria.beginning is not None:
        yield [_make_beginning(criteria.beginning), *_list_singles(first_names), *year]
    elif criteria.last_name is None:
        yield [*_list_singles(first_names), *year]
    else:
        yield from _list_searches_by_last_name(criteria.last_name, first_names, year)


def _list_searches_by_last_name(
    last_name: str, first_names: Sequence[str], year: Sequence[Value]
) -> Iterator[list[Value]]:
    letters = names.extract_letters(last_name)
    for each in dict.fromkeys([letters, *names.list_surnames(last_name)]):
        of_year = [Value.from_parts(Field.LAST_NAME_AND_BIRTH_YEAR, each, *value.parts) for value in year]
        for first_name in first_names:
            yield [Value.from_parts(Field.LAST_AND_FIRST_NAME, each, first_name), *of_year]
        if not first_names:
            yield of_year
    if sound := names.get_sound(letters):
        for first_name in first_names:
            yield [Value.from_parts(Field.SOUND_AND_FIRST_NAME, sound, first_name), *year]
        if not first_names:
            yield [Value.from_parts(Field.LAST_NAME_SOUND, sound), *year]
    for value in year:
        for first_name in first_names[:1]:
            initial = names.simplify(letters)[:1]
            yield [Value.from_parts(Field.LAST_NAME_AND_BIRTH_YEAR, letters, *value.parts)]
            yield [
                Value.from_parts(Field.INITIAL_FIRST_NAME_AND_BIRTH_YEAR, initial, first_name, *value.parts)
            ]


def _list_first_names(criteria: PersonCriteria) -> list[str]:
    """List the search keys of a first name: the first of several names, then all of them joined."""
    words = names.list_first_words(criteria.first_name or "")
    return list(dict.fromkeys(names.get_root(word) for word in (words[0], words[-1]))) if words else []


def _list_singles(first_names: Sequence[str]) -> list[Value]:
    return [Value.from_parts(Field.FIRST_NAME, first_name) for first_name in first_names[:1]]


def _list_addresses(criteria: PersonCriteria) -> list[Value]:
    phone = [Value.from_parts(Field.PHONE, criteria.phone)] if criteria.phone else []
    email = [make_email_value(criteria.email)] if criteria.email else []
    return [*email, *phone]


def _make_beginning(typed: str) -> Value:
    length = next(each for each in PREFIX_LENGTHS if len(typed) >= each)
    return Value.from_parts(PREFIX_LENGTHS[length], typed[:length])


def _get_sort_key(criteria: PersonCriteria, person: Person, result: FoundPerson) -> tuple[object, ...]:
    return (
        not criteria.is_spelled_like(person),
        names.extract_letters(person.legal_last_name),
        names.extract_letters(person.legal_first_name),
        person.birth_year,
        result.user_id,
    )
