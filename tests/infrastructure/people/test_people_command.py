"""`npm run people -- verify | rebuild`: differences planted by hand are found and put right."""

import threading
from collections.abc import Mapping
from typing import Any

import boto3
import pytest
from aws_lambda_powertools import Logger

from domains.accounts.account import Account
from domains.accounts.account_table import REGISTRATIONS, AccountRepository
from domains.people.people_table import PeopleTable
from domains.people.person import make_person
from domains.people.tokens import TokenKeys
from functions.peopletokens.service import PeopleTokensService
from infrastructure.local import botocore_speed
from infrastructure.operations import comparison
from infrastructure.operations import people as command
from infrastructure.operations.comparison import Figures
from infrastructure.operations.people import FUNCTION, People
from infrastructure.operations.portals import NotTaken
from portal.secrets import RotatingSecret
from portal.tables import Table
from tests.api.support import PEOPLE_TOKEN_KEYS, PEOPLE_TOKENS_TABLE, USERS_TABLE, get_table_definitions
from tests.infrastructure.conftest import StandInPortal
from tests.unit.people.people_support import make_account

ROSA, BEN, GONE = "rosa", "ben", "gone"
ROTATED = TokenKeys(RotatingSecret.from_text('{"current": "another key"}'))


class Portal:
    """Two tables of moto and the function, which takes so many people in a call."""

    def __init__(self, dynamodb: Any) -> None:
        self.dynamodb = dynamodb
        self.keys = TokenKeys(RotatingSecret.from_text(PEOPLE_TOKEN_KEYS))
        self.takes = 100
        self.events: list[Mapping[str, Any]] = []
        self.pauses = 0
        self.people = People(dynamodb, USERS_TABLE, PEOPLE_TOKENS_TABLE, self.invoke, self.pause)
        self.meanwhile: Any = None
        self._lock = threading.Lock()

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        assert function == FUNCTION
        # A transaction of moto copies its tables, and fails if another thread writes meanwhile.
        with self._lock:
            return self._compare(event)

    def _compare(self, event: Mapping[str, Any]) -> Any:
        self.events.append(event)
        service = PeopleTokensService(
            accounts=AccountRepository(USERS_TABLE),
            tokens=PeopleTable(PEOPLE_TOKENS_TABLE),
            keys=self.keys,
            logger=Logger(service="tests"),
        )
        people = {each["userId"]: each["tokens"] for each in event["people"][: self.takes]}
        compared = service.compare_tokens(
            people, is_repaired=event["repair"], remaining_milliseconds=lambda: 60_000
        )
        return {
            "differences": [
                {"userId": user_id, "missing": each.missing, "leftOver": each.left_over}
                for user_id, each in compared.differences.items()
            ],
            "notCompared": [each["userId"] for each in event["people"][self.takes :]],
        }

    def pause(self, _seconds: float) -> None:
        self.pauses += 1
        if self.meanwhile is not None:
            self.meanwhile()

    def register(self, user_id: str, account: Account) -> None:
        assert account.registration is not None
        Table(USERS_TABLE, REGISTRATIONS).put(account.registration, user_id=user_id)

    def remove(self, user_id: str, token: str) -> None:
        self.dynamodb.delete_item(
            TableName=PEOPLE_TOKENS_TABLE, Key={"token": {"S": token}, "user_id": {"S": user_id}}
        )

    def plant(self, user_id: str, token: str) -> None:
        self.dynamodb.put_item(
            TableName=PEOPLE_TOKENS_TABLE, Item={"token": {"S": token}, "user_id": {"S": user_id}}
        )

    def stored(self) -> list[tuple[str, str, list[str]]]:
        """Return the stored rows: token, person, and the contents of a token list."""
        items = self.dynamodb.scan(TableName=PEOPLE_TOKENS_TABLE)["Items"]
        return sorted(
            (each["token"]["S"], each["user_id"]["S"], sorted(each.get("tokens", {"SS": []})["SS"]))
            for each in items
        )


def list_tokens(account: Account, keys: TokenKeys | None = None) -> list[str]:
    person = make_person(account)
    assert person is not None
    return sorted((keys or TokenKeys(RotatingSecret.from_text(PEOPLE_TOKEN_KEYS))).compute_tokens(person))


ACCOUNTS = {ROSA: make_account(), BEN: make_account("Ben", "Whitehorse", "1971-11-02", "ben@example.com")}


@pytest.fixture
def portal(aws: None, monkeypatch: pytest.MonkeyPatch) -> Portal:
    """Return a portal with two people and correct tokens."""
    botocore_speed.install()
    dynamodb = boto3.client("dynamodb")
    for table in (USERS_TABLE, PEOPLE_TOKENS_TABLE):
        dynamodb.create_table(**get_table_definitions()[table])
    portal = Portal(dynamodb)
    AccountRepository(USERS_TABLE)
    for user_id, account in ACCOUNTS.items():
        portal.register(user_id, account)
    portal.people.rebuild()
    portal.events.clear()
    tables = {"UsersTable": USERS_TABLE, "PeopleTokensTable": PEOPLE_TOKENS_TABLE}
    opened = StandInPortal({"dynamodb": dynamodb}, tables, portal.invoke)
    monkeypatch.setattr(command, "open_portal", lambda _options: opened)
    monkeypatch.setattr(command, "_PAUSE_SECONDS", 0)
    return portal


def list_lines(figures: Figures) -> list[str]:
    return [str(each) for each in figures.differences]


def test_rebuilt_tokens_match_all_accounts(portal: Portal) -> None:
    figures = portal.people.verify()
    assert figures.differences == []
    assert figures.counts["people"] == 2
    assert figures.counts["tokens"] == sum(len(list_tokens(account)) for account in ACCOUNTS.values())
    assert portal.pauses == 0


def test_missing_and_extra_tokens_are_found_and_repaired(portal: Portal) -> None:
    before = portal.stored()
    portal.remove(ROSA, list_tokens(ACCOUNTS[ROSA])[0])
    portal.plant(BEN, "stray")
    portal.plant(GONE, "stray")
    expected = ["ben: 0 missing, 1 left over", "gone: 0 missing, 1 left over", "rosa: 1 missing, 0 left over"]
    assert list_lines(portal.people.verify()) == expected
    assert list_lines(portal.people.rebuild()) == expected
    assert portal.stored() == before
    assert portal.people.verify().differences == portal.people.rebuild().differences == []


def test_missing_and_extra_token_lists_are_repaired(portal: Portal) -> None:
    before = portal.stored()
    portal.remove(ROSA, f"person#{ROSA}")
    PeopleTable(PEOPLE_TOKENS_TABLE).replace_tokens(GONE, lambda: {"stray"})
    portal.remove(GONE, "stray")
    assert {each.where for each in portal.people.rebuild().differences} == {ROSA, GONE}
    assert portal.people.verify().differences == []
    assert portal.stored() == before


def test_old_key_leaves_no_tokens(portal: Portal) -> None:
    portal.keys = ROTATED
    assert {each.where for each in portal.people.verify().differences} == {ROSA, BEN}
    portal.people.rebuild()
    tokens = {token for token, _, list_for_person in portal.stored() if not list_for_person}
    assert tokens == {each for account in ACCOUNTS.values() for each in list_tokens(account, ROTATED)}


def test_late_update_is_not_a_difference(portal: Portal) -> None:
    portal.remove(ROSA, list_tokens(ACCOUNTS[ROSA])[0])
    portal.meanwhile = lambda: portal.plant(ROSA, list_tokens(ACCOUNTS[ROSA])[0])
    assert portal.people.verify().differences == []


def test_unfinished_people_are_requested_again(portal: Portal) -> None:
    portal.takes = 1
    portal.plant(ROSA, "stray")
    portal.plant(BEN, "stray")
    assert [each.where for each in portal.people.rebuild().differences] == [BEN, ROSA]
    assert [len(event["people"]) for event in portal.events] == [2, 1]
    portal.takes = 0
    with pytest.raises(NotTaken, match="no time"):
        portal.people.verify()


def test_everybody_is_repaired_when_too_many_differ(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "MAX_SUSPECTS", 1)
    monkeypatch.setattr(comparison, "MAX_LISTED", 1)
    before = portal.stored()
    for user_id in (ROSA, BEN, GONE):
        portal.plant(user_id, "stray")
    assert command.main(["verify"]) == 1
    assert "Not everybody was compared" in capsys.readouterr().err
    assert command.main(["rebuild"]) == 0
    report = capsys.readouterr().out
    assert "people put right                   3" in report
    assert "and 2 more" in report
    assert portal.stored() == before


def test_output_has_figures_and_ids_only(portal: Portal, capsys: pytest.CaptureFixture[str]) -> None:
    portal.plant(ROSA, "stray")
    assert command.main(["verify"]) == 1
    assert "rosa: 0 missing, 1 left over" in capsys.readouterr().out
    assert command.main(["rebuild"]) == 0
    assert command.main(["verify"]) == 0
    said = capsys.readouterr().out
    assert "people who differ                  0" in said
    assert "stray" not in said
