"""Search tokens of people over moto: the stream function's writes, and the search results."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any
from unittest import mock

import pytest

from domains.accounts.account_table import REGISTRATION_KEY, AccountRepository
from domains.people import people_table
from domains.people.criteria import PersonCriteria
from domains.people.finder import MAX_CALLS, PeopleFinder
from domains.people.people_table import PeopleTable, TokensChangedMeanwhile
from domains.people.person import make_person
from domains.people.tokens import TokenKeys
from domains.people.wiring import PeopleSettings, make_people_finder
from portal.secrets import RotatingSecret
from portal.updates import MAX_WRITE_ATTEMPTS
from tests.api.messages_support import record_dynamodb_calls
from tests.api.profile_support import PREFERENCES, ROSA, make_preferences, register
from tests.api.support import (
    PEOPLE_TOKEN_KEYS,
    PEOPLE_TOKENS_TABLE,
    USERS_TABLE,
    Client,
    Person,
    invoke,
)
from tests.lambda_context import Context
from tests.rotation import STEPS

NUMBER = "+16025550123"


def make_changes(*user_ids: str) -> list[dict[str, Any]]:
    """Return stream records, which contain only keys."""
    return [
        {
            "eventName": "MODIFY",
            "dynamodb": {
                "Keys": {"user_id": {"S": user_id}, "item": {"S": REGISTRATION_KEY}},
                "SequenceNumber": f"{number}",
            },
        }
        for number, user_id in enumerate(user_ids)
    ]


def follow(*user_ids: str) -> list[str]:
    """Handle the records and return those to be retried."""
    answer = invoke("peopletokens", {"Records": make_changes(*user_ids)}, Context())
    return [each["itemIdentifier"] for each in answer["batchItemFailures"]]


def verify(*user_ids: str, repair: bool = False, seen: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    people = [{"userId": user_id, "tokens": list(seen)} for user_id in user_ids]
    answer = invoke("peopletokens", {"people": people, "repair": repair}, Context())
    assert answer["notCompared"] == []
    found: list[dict[str, Any]] = answer["differences"]
    return found


def make_finder(secret: str = PEOPLE_TOKEN_KEYS) -> PeopleFinder:
    return make_people_finder(
        PeopleSettings(
            users_table=USERS_TABLE,
            people_tokens_table=PEOPLE_TOKENS_TABLE,
            people_token_keys=RotatingSecret.from_text(secret),
        )
    )


def find_people(secret: str = PEOPLE_TOKEN_KEYS, **criteria: Any) -> list[str]:
    return [person.user_id for person in make_finder(secret).find_people(PersonCriteria(**criteria)).items]


def list_rows(stored: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Return the tokens of all people, without the lists of tokens."""
    items = stored[PEOPLE_TOKENS_TABLE].scan()["Items"]
    return {(item["token"], item["user_id"]) for item in items if not item["token"].startswith("person#")}


def read_lists(stored: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Return the tokens according to the stored lists."""
    items = stored[PEOPLE_TOKENS_TABLE].scan()["Items"]
    return {
        (token, item["user_id"])
        for item in items
        if item["token"] == f"person#{item['user_id']}"
        for token in item["tokens"]
    }


def list_expected(user_id: str, secret: str = PEOPLE_TOKEN_KEYS) -> set[tuple[str, str]]:
    """Return the expected tokens of a person."""
    person = make_person(AccountRepository(USERS_TABLE).get_account(user_id))
    return (
        {(token, user_id) for token in TokenKeys(RotatingSecret.from_text(secret)).compute_tokens(person)}
        if person
        else set()
    )


@pytest.fixture
def rosa(client: Client) -> Client:
    """Return the client of Rosa, whose registration was handled."""
    acting = register(client)
    assert follow(ROSA.user_id) == []
    return acting


@pytest.fixture
def calls() -> Iterator[list[dict[str, Any]]]:
    """Return the DynamoDB calls from now on."""
    with record_dynamodb_calls() as made:
        yield made


def list_operations(calls: list[dict[str, Any]]) -> list[str]:
    return [call["operation"] for call in calls]


class TestFollowing:
    def test_registered_person_can_be_found(self, rosa: Client, stored: Mapping[str, Any]) -> None:
        del rosa
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)
        assert find_people(first_name="Rosa", last_name="Delgado") == [ROSA.user_id]
        assert find_people(last_name="Dellgado", first_name="Rosa") == [ROSA.user_id]
        assert find_people(last_name="Delgado", birth_year=1988) == [ROSA.user_id]
        assert find_people(email=ROSA.email) == [ROSA.user_id]

    def test_contact_address_changes_are_indexed(self, rosa: Client, stored: Mapping[str, Any]) -> None:
        assert rosa.put(PREFERENCES, make_preferences(number=NUMBER)).status == 200
        assert find_people(phone=NUMBER) == []
        assert follow(ROSA.user_id) == []
        assert find_people(phone="602-555-0123") == [ROSA.user_id]
        assert rosa.put(PREFERENCES, make_preferences()).status == 200
        assert follow(ROSA.user_id) == []
        assert find_people(phone="602-555-0123") == []
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)

    def test_changed_name_replaces_former_name(self, rosa: Client, stored: Mapping[str, Any]) -> None:
        seen = rosa.get("/api/profile/details").json
        fields = ("legalFirstName", "preferredName", "dateOfBirth", "countyId", "revision")
        changed = {name: seen[name] for name in fields} | {"legalLastName": "Whitehorse"}
        assert rosa.put("/api/profile/details", changed).status == 200
        assert follow(ROSA.user_id) == []
        assert find_people(first_name="Rosa", last_name="Whitehorse") == [ROSA.user_id]
        assert find_people(first_name="Rosa", last_name="Delgado") == []
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)

    def test_removed_account_leaves_no_tokens(
        self, rosa: Client, stored: Mapping[str, Any], table: Any
    ) -> None:
        del rosa
        table.delete_item(Key={"user_id": ROSA.user_id, "item": REGISTRATION_KEY})
        assert follow(ROSA.user_id) == []
        assert stored[PEOPLE_TOKENS_TABLE].scan()["Items"] == []

    def test_repeated_event_writes_nothing(self, rosa: Client, calls: list[dict[str, Any]]) -> None:
        del rosa
        calls.clear()
        assert follow(ROSA.user_id, ROSA.user_id) == []
        assert list_operations(calls) == ["GetItem", "Query"]

    def test_failed_event_is_retried_without_blocking_others(
        self, client: Client, output: Callable[[], str], stored: Mapping[str, Any]
    ) -> None:
        ben = Person(email="ben@example.com", name="Ben Whitehorse")
        register(client)
        register(client, ben)
        get_account = AccountRepository.get_account

        def failing(repository: AccountRepository, user_id: str) -> Any:
            if user_id == ROSA.user_id:
                raise RuntimeError(f"{ROSA.email} cannot be read")
            return get_account(repository, user_id)

        with mock.patch.object(AccountRepository, "get_account", failing):
            assert follow(ROSA.user_id, ben.user_id, ROSA.user_id) == ["0", "2"]
        assert list_rows(stored) == list_expected(ben.user_id)
        assert ROSA.email not in output()
        assert follow(ROSA.user_id, ben.user_id, ROSA.user_id) == []
        assert list_rows(stored) == list_expected(ben.user_id) | list_expected(ROSA.user_id)

    def test_event_without_time_is_retried(self, client: Client) -> None:
        register(client)
        answer = invoke("peopletokens", {"Records": make_changes(ROSA.user_id)}, Context(4_999))
        assert answer == {"batchItemFailures": [{"itemIdentifier": "0"}]}
        compared = invoke(
            "peopletokens",
            {"people": [{"userId": ROSA.user_id, "tokens": []}], "repair": True},
            Context(4_999),
        )
        assert compared == {"differences": [], "notCompared": [ROSA.user_id]}


class TestParallelWriters:
    def test_stale_parallel_writer_leaves_current_tokens(
        self, client: Client, stored: Mapping[str, Any]
    ) -> None:
        acting = register(client)
        people = PeopleTable(PEOPLE_TOKENS_TABLE)
        keys = TokenKeys(RotatingSecret.from_text(PEOPLE_TOKEN_KEYS))
        accounts = AccountRepository(USERS_TABLE)
        slow_reads = []

        def read_before_the_other_wrote() -> set[str]:
            person = make_person(accounts.get_account(ROSA.user_id))
            assert person is not None
            slow_reads.append(person)
            if len(slow_reads) == 1:
                assert acting.put(PREFERENCES, make_preferences(number=NUMBER)).status == 200
                assert follow(ROSA.user_id) == []
            return keys.compute_tokens(person)

        people.replace_tokens(ROSA.user_id, read_before_the_other_wrote)
        assert len(slow_reads) == 2
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)

    def test_parallel_writers_leave_current_tokens(self, client: Client, stored: Mapping[str, Any]) -> None:
        register(client)

        def again(_: int) -> None:
            # A writer that loses too often is retried by the stream.
            while follow(ROSA.user_id):
                pass

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(again, range(8)))
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)

    def test_writer_losing_every_race_gives_up(self, client: Client) -> None:
        register(client)
        people = PeopleTable(PEOPLE_TOKENS_TABLE)
        with (
            mock.patch.object(people_table, "write_together", return_value=False) as write,
            pytest.raises(TokensChangedMeanwhile),
        ):
            people.replace_tokens(ROSA.user_id, lambda: {"a"})
        assert write.call_count == MAX_WRITE_ATTEMPTS

    def test_large_change_uses_several_transactions(self, stored: Mapping[str, Any]) -> None:
        people = PeopleTable(PEOPLE_TOKENS_TABLE)
        first, second = ({f"{name}{number}" for number in range(150)} for name in "ab")
        people.replace_tokens("rosa", lambda: first)
        assert list_rows(stored) == read_lists(stored) == {(token, "rosa") for token in first}
        people.replace_tokens("rosa", lambda: second)
        assert list_rows(stored) == read_lists(stored) == {(token, "rosa") for token in second}
        people.replace_tokens("rosa", set)
        assert stored[PEOPLE_TOKENS_TABLE].scan()["Items"] == []


class TestComparing:
    def test_reports_no_difference_for_current_tokens(self, rosa: Client) -> None:
        del rosa
        assert verify(ROSA.user_id, "nobody") == []

    def test_counts_missing_tokens(self, client: Client, stored: Mapping[str, Any]) -> None:
        register(client)
        number = len(list_expected(ROSA.user_id))
        difference = {"userId": ROSA.user_id, "missing": number, "leftOver": 0}
        assert verify(ROSA.user_id) == [difference]
        assert list_rows(stored) == set()
        assert verify(ROSA.user_id, repair=True) == [difference]
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)
        assert verify(ROSA.user_id) == []

    def test_finds_listed_tokens_without_rows(self, rosa: Client, stored: Mapping[str, Any]) -> None:
        del rosa
        lost = sorted(list_expected(ROSA.user_id))[0]
        stored[PEOPLE_TOKENS_TABLE].delete_item(Key={"token": lost[0], "user_id": lost[1]})
        assert verify(ROSA.user_id, repair=True) == [{"userId": ROSA.user_id, "missing": 1, "leftOver": 0}]
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)

    def test_removes_unlisted_tokens(self, rosa: Client, stored: Mapping[str, Any]) -> None:
        del rosa
        stored[PEOPLE_TOKENS_TABLE].put_item(Item={"token": "stray", "user_id": ROSA.user_id})
        stored[PEOPLE_TOKENS_TABLE].put_item(Item={"token": "stray", "user_id": "nobody"})
        differences = verify(ROSA.user_id, "nobody", repair=True, seen=("stray",))
        assert differences == [
            {"userId": ROSA.user_id, "missing": 0, "leftOver": 1},
            {"userId": "nobody", "missing": 0, "leftOver": 1},
        ]
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id)
        assert verify(ROSA.user_id, "nobody", seen=("stray",)) == []


class TestRotation:
    search: Mapping[str, Any] = {"first_name": "Rosa", "last_name": "Delgado"}

    @staticmethod
    def _write(secret: RotatingSecret) -> None:
        """Give a person the tokens that a function with this secret writes."""
        person = make_person(AccountRepository(USERS_TABLE).get_account(ROSA.user_id))
        assert person is not None
        people = PeopleTable(PEOPLE_TOKENS_TABLE)
        people.replace_tokens(ROSA.user_id, lambda: TokenKeys(secret).compute_tokens(person))

    @pytest.mark.parametrize(("before", "after"), list(pairwise(STEPS)))
    def test_person_is_found_while_half_of_the_functions_are_updated(
        self, rosa: Client, before: RotatingSecret, after: RotatingSecret
    ) -> None:
        """`people rebuild` ran with the step before, and the account may change meanwhile."""
        del rosa
        self._write(before)
        for writer in (before, after):
            self._write(writer)
            for reader in (before, after):
                assert find_people(reader.to_text(), **self.search) == [ROSA.user_id]

    def test_rotation_leaves_tokens_of_the_new_key_alone(
        self, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        del rosa
        for step in STEPS:
            self._write(step)
        assert list_rows(stored) == read_lists(stored) == list_expected(ROSA.user_id, STEPS[-1].to_text())


@pytest.mark.parametrize(
    "criteria",
    [
        {"first_name": "Rosa", "last_name": "Delgado"},
        {"first_name": "Rosa", "last_name": "Dellgado", "birth_year": 1988},
        {"last_name": "Ruiz Delgado", "birth_year": 1988},
        {"first_name": "Rosa", "birth_year": 1988},
        {"first_name": "Rosa", "last_name": "Del*"},
        {"email": ROSA.email, "last_name": "Delgado"},
    ],
)
def test_search_takes_four_calls_without_scan(
    rosa: Client, calls: list[dict[str, Any]], criteria: Any
) -> None:
    del rosa
    calls.clear()
    assert find_people(**criteria) == [ROSA.user_id]
    assert len(calls) <= MAX_CALLS
    assert set(list_operations(calls)) == {"Query", "BatchGetItem"}


def test_table_contains_no_personal_values(rosa: Client, stored: Mapping[str, Any]) -> None:
    del rosa
    written = str(stored[PEOPLE_TOKENS_TABLE].scan()["Items"]).lower()
    assert ROSA.user_id in written
    for value in ("delgado", "rosa@", "1988", "dalgad"):
        assert value not in written
