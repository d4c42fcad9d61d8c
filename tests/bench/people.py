"""Searches for people among many made ones: calls of DynamoDB, ids read, own CPU time, false candidates.

A stand-in answers what PynamoDB asks of DynamoDB, with the items that DynamoDB would have; its own time is
left out. Names are spread as in a census: few are frequent, and most are rare.
"""

import random
import statistics
import time
from array import array
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import accumulate
from typing import Any
from unittest import mock

from _bench import Figure, PortalPlace, run
from botocore.client import BaseClient

from domains.accounts.account import ContactAddress, ContactPreferences, Registration
from domains.accounts.account_table import (
    ACCESS_KEY,
    CONTACT_PREFERENCES,
    CONTACT_PREFERENCES_KEY,
    REGISTRATION_KEY,
    REGISTRATIONS,
    AccountRepository,
)
from domains.people import names
from domains.people.criteria import PersonCriteria, TooManyPeople
from domains.people.finder import MAX_CALLS, MAX_CANDIDATES, MAX_IDS, PeopleFinder, list_searches
from domains.people.people_table import PeopleTable
from domains.people.person import Person
from domains.people.tokens import Field, TokenKeys, Value, list_values
from domains.reference.data import get_nickname_list, get_terms_catalog
from portal.items import encode_item
from portal.secrets import RotatingSecret

GOAL_OF_SEARCH, GOAL_OF_SURNAME = 50, 6
KEYS = TokenKeys(RotatingSecret.from_text('{"current": "measured"}'))
TERMS = get_terms_catalog().current.version
SAVED = datetime(2026, 11, 21, tzinfo=UTC)
LAST_NAMES, FIRST_NAMES, YEARS = 50_000, 3_000, range(1936, 2011)
# So that the most frequent last name is that of one in a hundred (Smith, 1990 US Census: 1.0 %).
FLATTENED = 8
TWO_SURNAMES = 0.2
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvwyz"


@dataclass(frozen=True)
class Sizes:
    """The sizes of the populations and the number of searches."""

    people: Sequence[int]
    searches: int


def made_names(count: int, seed: int, syllables: range) -> list[str]:
    """Return invented names without repetitions."""
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        parts = (
            chance.choice(CONSONANTS) + chance.choice(VOWELS) + chance.choice(["", "", *CONSONANTS[:12]])
            for _ in range(chance.choice(syllables))
        )
        found["".join(parts)] = None
    return list(found)


class Population:
    """Invented people by number; their details depend on the number and the seed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._last = made_names(LAST_NAMES, 1, range(2, 5))
        known = [each.name for each in get_nickname_list().items]
        self._first = [*known, *made_names(FIRST_NAMES - len(known), 2, range(2, 4))]
        chance = random.Random(count)
        self._last_of = self._drawn(chance, LAST_NAMES)
        self._second_of = self._drawn(chance, LAST_NAMES)
        self._first_of = self._drawn(chance, FIRST_NAMES)
        self._year_of = array("H", chance.choices(YEARS, k=count))
        self._has_two = bytearray(chance.random() < TWO_SURNAMES for _ in range(count))

    def _drawn(self, chance: random.Random, size: int) -> "array[int]":
        weights = list(accumulate(1 / (rank + FLATTENED) for rank in range(size)))
        return array("I", (bisect(weights, chance.random() * weights[-1]) for _ in range(self.count)))

    def person(self, number: int) -> Person:
        last_name = self._last[self._last_of[number]]
        if self._has_two[number]:
            last_name += f" {self._last[self._second_of[number]]}"
        exchange = 212 + number // 10_000 % 99
        area = 480 if number < 990_000 else 602
        return Person(
            legal_first_name=self._first[self._first_of[number]].upper(),
            legal_last_name=last_name.upper(),
            preferred_name=None,
            birth_year=self._year_of[number],
            emails=(f"person{number}@example.com",),
            phones=(f"+1{area}{exchange}{number % 10_000:04}",),
        )


def items_of(user_id: str, person: Person) -> dict[str, dict[str, Any]]:
    """Return the items of an account, by range key, as DynamoDB answers them."""
    registration = Registration(
        legal_first_name=person.legal_first_name,
        legal_last_name=person.legal_last_name,
        preferred_name=None,
        display_name=f"{person.legal_first_name} {person.legal_last_name}".title(),
        date_of_birth=date(person.birth_year, 5, 17),
        county_id="pima",
        language="en",
        email=person.emails[0],
        registered_at=SAVED,
    )
    preferences = ContactPreferences(
        language="en",
        addresses=(
            ContactAddress("email", person.emails[0], SAVED),
            ContactAddress("text", person.phones[0], SAVED),
        ),
        notices={"security": ("email",), "agencyMessages": ("email", "text")},
        saved_at=SAVED,
        revision=1,
    )
    access = {"user_id": {"S": user_id}, "item": {"S": ACCESS_KEY}, "accepted_terms": {"S": TERMS}}
    return {
        REGISTRATION_KEY: encode_item(REGISTRATIONS.make_item(registration, user_id=user_id)),
        CONTACT_PREFERENCES_KEY: encode_item(CONTACT_PREFERENCES.make_item(preferences, user_id=user_id)),
        ACCESS_KEY: access,
    }


@dataclass
class StandIn:
    """A stand-in for DynamoDB that counts calls and measures its own time."""

    population: Population
    has: Mapping[str, Sequence[int]]
    calls: int = 0
    ids: int = 0
    accounts: int = 0
    seconds: float = 0.0

    def answer(self, _client: Any, operation: str, parameters: Mapping[str, Any]) -> Any:
        began = time.thread_time()
        self.calls += 1
        answered = {"Query": self._query, "BatchGetItem": self._batch_get}[operation](parameters)
        self.seconds += time.thread_time() - began
        return answered

    def _query(self, parameters: Mapping[str, Any]) -> Any:
        (token,) = (each["S"] for each in parameters["ExpressionAttributeValues"].values())
        found, limit = self.has.get(token, ()), parameters["Limit"]
        items = [{"token": {"S": token}, "user_id": {"S": f"{each:08}"}} for each in found[:limit]]
        self.ids += len(items)
        more = {"LastEvaluatedKey": items[-1]} if len(items) == limit else {}
        return {"Items": items, "Count": len(items), "ScannedCount": len(items), **more}

    def _batch_get(self, parameters: Mapping[str, Any]) -> Any:
        ((table, request),) = parameters["RequestItems"].items()
        user_ids = {each["user_id"]["S"] for each in request["Keys"]}
        self.accounts += len(user_ids)
        items = [
            item
            for user_id in sorted(user_ids)
            for item in items_of(user_id, self.population.person(int(user_id))).values()
        ]
        return {"Responses": {table: items}, "UnprocessedKeys": {}}


@dataclass
class Measured:
    """The cost of the searches of one kind."""

    calls: list[int] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    accounts: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)


def misspelled(last_name: str, chance: random.Random) -> str:
    """Return a name with one letter twice."""
    place = chance.randrange(1, len(last_name))
    return last_name[:place] + last_name[place - 1] + last_name[place:]


def searches_for(person: Person, chance: random.Random) -> dict[str, PersonCriteria]:
    """Return the searches for a person, by the details that are known."""
    first, last, year = person.legal_first_name, person.legal_last_name, person.birth_year
    return {
        "last and first name": PersonCriteria(last_name=last, first_name=first),
        "with the year of birth": PersonCriteria(last_name=last, first_name=first, birth_year=year),
        "last name and year of birth": PersonCriteria(last_name=last, birth_year=year),
        "last name with a mistake": PersonCriteria(last_name=misspelled(last, chance), first_name=first),
        "email address": PersonCriteria(email=person.emails[0]),
        "mobile number": PersonCriteria(phone=person.phones[0]),
    }


def postings(population: Population, wanted: set[str]) -> Mapping[str, Sequence[int]]:
    """Return the people of the given tokens, by number; other tokens are never queried."""
    has: dict[str, array[int]] = defaultdict(lambda: array("I"))
    key = KEYS.read
    for number in range(population.count):
        for token in key.get_tokens(list(list_values(population.person(number)))):
            if token in wanted:
                has[token].append(number)
    return has


def false_candidates(
    population: Population, has: Mapping[str, Sequence[int]], last_names: set[str]
) -> list[int]:
    """Count, for each surname, the people with its token and another name."""
    return [
        sum(
            last_name not in names.list_last_names(population.person(number).legal_last_name)
            for number in has[KEYS.read.get_token(Value.from_parts(Field.LAST_NAME, last_name))]
        )
        for last_name in sorted(last_names)
    ]


def measured(
    finder: PeopleFinder, stand_in: StandIn, criteria: PersonCriteria, number: int, to: Measured
) -> None:
    """Search once."""
    stand_in.calls = stand_in.ids = stand_in.accounts = 0
    stand_in.seconds = 0.0
    began = time.thread_time()
    try:
        found = finder.find_people(criteria)
        is_found = f"{number:08}" in [each.user_id for each in found.items]
        outcome = "found" if is_found or found.is_truncated else "not found"
    except TooManyPeople:
        outcome = "asks for more"
    to.milliseconds.append((time.thread_time() - began - stand_in.seconds) * 1000)
    to.calls.append(stand_in.calls)
    to.ids.append(stand_in.ids)
    to.accounts.append(stand_in.accounts)
    to.outcomes[outcome] += 1


def measure_population(count: int, searches: int) -> Iterator[Figure]:
    """Every kind of search among so many people."""
    population, chance = Population(count), random.Random(3)
    numbers = chance.sample(range(count), searches)
    asked = [(number, searches_for(population.person(number), chance)) for number in numbers]
    surnames = {names.list_last_names(population.person(number).legal_last_name)[-1] for number in numbers}
    values = {
        value
        for _, kinds in asked
        for criteria in kinds.values()
        for look in list_searches(criteria.check_criteria())
        for value in look
    }
    values |= {Value.from_parts(Field.LAST_NAME, surname) for surname in surnames}
    began = time.process_time()
    has = postings(population, KEYS.read.get_tokens(list(values)))
    microseconds = (time.process_time() - began) / count * 1e6

    table = f"Among {count:,} made people"
    finder = PeopleFinder(
        tokens=PeopleTable("tokens"), accounts=AccountRepository("users"), keys=KEYS, terms_version=TERMS
    )
    stand_in = StandIn(population, has)

    def answer(client: Any, operation: str, parameters: Mapping[str, Any]) -> Any:
        return stand_in.answer(client, operation, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", answer):
        # The first read of an account creates its reader.
        finder.find_people(asked[0][1]["email address"])
        for kind in asked[0][1]:
            figures = Measured()
            for number, kinds in asked:
                measured(finder, stand_in, kinds[kind], number, figures)
            p95 = statistics.quantiles(figures.milliseconds, n=100)[94]
            yield Figure(table, kind, "calls", max(figures.calls), at_most=MAX_CALLS)
            yield Figure(table, kind, "ids", max(figures.ids), at_most=MAX_IDS)
            yield Figure(table, kind, "accounts", max(figures.accounts), at_most=MAX_CANDIDATES)
            yield Figure(table, kind, "own CPU p95", p95, "ms", at_most=GOAL_OF_SEARCH)
            for outcome in ("found", "asks for more", "not found"):
                yield Figure(table, kind, outcome, 100 * figures.outcomes[outcome] / searches, "%")

    others = false_candidates(population, has, surnames)
    table = f"Tokens of {count:,} made people"
    yield Figure(
        table, "false candidates of a surname", "mean", statistics.mean(others), at_most=GOAL_OF_SURNAME
    )
    yield Figure(table, "false candidates of a surname", "median", statistics.median(others))
    yield Figure(table, "all tokens of a person, CPU", "mean", microseconds, "µs")


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Measure each population."""
    for count in sizes.people:
        yield from measure_population(count, sizes.searches)


if __name__ == "__main__":
    run(
        measure,
        full=Sizes(people=(100_000, 1_000_000), searches=1_000),
        small=Sizes(people=(300,), searches=20),
    )
