"""Business names routes: search by beginning, part and similarity; verdicts; hostile input."""

import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from botocore.client import BaseClient

from tests.api.names_support import search
from tests.api.profile_support import register
from tests.api.support import NAMES_SNAPSHOT, Client

SEARCH = "/api/businessapplications/businessnames/search"


CHECK = "/api/businessapplications/businessnames/searchreservation"


RESERVATIONS = "/api/businessapplications/businessnames/reservations"


LIMIT_SECONDS = 2


MAX_KEY_LENGTH = 1024


HOSTILE = {
    "quote": '"',
    "quotes": '"" OR "',
    "star": "*",
    "near": "NEAR(a b, 2)",
    "column": "text: a",
    "minus": "a - b ^c",
    "sql": "'; DROP TABLE names; --",
    "NUL": "a\x00b",
    "10 KB": "a" * 10_240,
    "200 letters": "ab" * 100,
    "200 words": "a " * 100,
    "64 different words": " ".join(f"{first}{second}" for first in "abcdefgh" for second in "aeiklors"),
    "quotes in words": 'qu"arz "o OR "lith"*',
    "emoji": "🌵",
    "emoji in words": "🌵 cactus 👩‍👩‍👧",
    "one letter": "a",
    "one letter of two bytes": "ñ",
    "only a designator": "LLC",
    "only an article": "the",
    "only marks": "!!!",
    "half a character": "\ud83c",
    "mixed scripts": "Sаguaro Δesert",
    "Chinese": "沙漠商店有限公司",
    "sign of the filters": "§s§active",
    "right to left": "\u202eCLL",
    "blank": "   ",
    "empty": "",
    "percent": "%_%",
}


def list_names(answer: Any) -> list[Any]:
    assert answer.status == 200, answer.text
    return [item["name"] for item in answer.json["items"]]


def check(client: Client, name: Any, entity_type: str = "llc") -> Any:
    answer = client.get(f"{CHECK}?{urlencode({'name': name, 'entityType': entity_type})}")
    assert answer.status == 200, answer.text
    return answer.json


def list_codes(checked: Any) -> list[Any]:
    return [reason["code"] for reason in checked["reasons"]]


class TestSearch:
    def test_partial_name_finds_business_while_typing(self, client: Client) -> None:
        for length in range(4, len("quarzolith lan")):
            found = search(client, "quarzolith lan"[:length], mode="asYouType")
            assert "Quarzolith Lantern Works LLC" in list_names(found)

    def test_names_starting_with_word_come_first(self, client: Client) -> None:
        answer = search(client, "quarz").json
        assert [(each["name"], each["matched"]) for each in answer["items"][:3]] == [
            ("The Quarzolith Group, Inc.", "beginning"),
            ("Quarzolith Lantern Works LLC", "beginning"),
            ("Moonlit Quarzolith LLC", "words"),
        ]

    def test_part_across_words_is_found(self, client: Client) -> None:
        assert list_names(search(client, "lithlant", mode="contains")) == ["Quarzolith Lantern Works LLC"]

    @pytest.mark.parametrize(
        "typed",
        [
            "Kwarsoleth Lantirn Werks",
            "quarzolithlanternwerks",
            "Quarzo Lith Lantern Works Inc",
            "lanturn kwarzolith",
            "Kwarzolith",
        ],
    )
    def test_name_is_found_by_sound(self, client: Client, typed: str) -> None:
        found = search(client, typed, mode="soundsLike")
        assert "Quarzolith Lantern Works LLC" in list_names(found)
        assert {item["matched"] for item in found.json["items"]} == {"soundsLike"}
        assert found.json["total"] == len(list_names(found))

    def test_name_in_other_script_matches_by_spelling(self, client: Client) -> None:
        assert list_names(search(client, "沙漠商店", mode="soundsLike")) == ["沙漠商店 LLC"]
        assert list_names(search(client, "沙漠商人", mode="soundsLike")) == []

    def test_sound_matches_follow_similar_spelling(self, client: Client) -> None:
        found = search(client, "Kwarsoleth Lantirn Werks").json["items"]
        assert [(each["name"], each["matched"]) for each in found] == [
            ("Quarzolith Lantern Works LLC", "soundsLike")
        ]

    def test_accents_numerals_and_ampersands_are_ignored(self, client: Client) -> None:
        assert list_names(search(client, "nandubay cafe")) == ["Ñandúbay Café LLC"]
        assert list_names(search(client, "bramblewick and co seven")) == ["Bramblewick & Co. 7 LLC"]

    def test_item_shows_register_data(self, client: Client) -> None:
        (item,) = search(client, "quarz moon").json["items"]
        assert item == {
            "id": "T3",
            "name": "Moonlit Quarzolith LLC",
            "entityType": "llc",
            "status": "dissolved",
            "city": "Tucson",
            "county": "pima",
            "formedOn": "2020-02-03",
            "matched": "words",
        }

    @pytest.mark.parametrize("mode", ["asYouType", "contains", "similar", "soundsLike"])
    @pytest.mark.parametrize(
        ("narrowing", "count"),
        [
            ({}, 3),
            ({"status": "dissolved"}, 1),
            ({"entityType": "corporation"}, 1),
            ({"city": "tucson"}, 3),
            ({"city": "Yuma"}, 0),
            ({"status": "dissolved", "entityType": "corporation"}, 0),
        ],
    )
    def test_filters_narrow_search(
        self, client: Client, mode: str, narrowing: dict[str, Any], count: int
    ) -> None:
        found = search(client, "quarzolith", mode=mode, **narrowing)
        wanted = count if mode != "similar" else min(count, len(list_names(found)))
        assert len([name for name in list_names(found) if "Quarzolith" in name]) == wanted
        assert mode == "similar" or found.json["total"] == count

    @pytest.mark.parametrize("mode", [None, "similar", "soundsLike"])
    def test_truncated_results_are_marked(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, mode: str | None
    ) -> None:
        requested = {"mode": mode} if mode else {}
        monkeypatch.setattr("functions.businessnames.service.PAGE_SIZE", 5)
        found = search(client, "fammily", **requested).json
        assert (found["total"], found["isTotalFloor"], found["nextToken"]) == (5, True, None)
        assert not search(client, "Quarzolth Lantern Works", **requested).json["isTotalFloor"]

    def test_page_token_of_other_search_is_refused(self, client: Client) -> None:
        token = search(client, "l").json["nextToken"]
        for more in ({"mode": "contains"}, {"status": "active"}):
            assert "nextToken" in search(client, "lan", nextToken=token, **more).problems()
        assert "nextToken" in search(client, "l", nextToken="made up").problems()

    def test_too_short_part_is_refused(self, client: Client) -> None:
        assert "name" in search(client, "ab", mode="contains").problems()
        assert "name" in search(client, "ab", mode="similar").problems()
        assert "name" in search(client, "ab", mode="soundsLike").problems()

    @pytest.mark.parametrize("city", [" Tucson ", "Tucson.", "TUCSON", "Túcson"])
    @pytest.mark.parametrize("mode", ["asYouType", "contains", "soundsLike"])
    def test_city_spelling_is_normalized(self, client: Client, mode: str, city: str) -> None:
        assert search(client, "quarzolith", mode=mode, city=city).json["total"] == 3
        assert search(client, "quarzolith", mode=mode, city="Tucso").json["total"] == 0

    @pytest.mark.parametrize("typed", ["§s§active", "§c§TUCSON", "§s§dissolved"])
    @pytest.mark.parametrize("mode", [None, "asYouType", "similar", "soundsLike"])
    def test_filter_values_do_not_match_as_name_words(
        self, client: Client, typed: str, mode: str | None
    ) -> None:
        assert list_names(search(client, typed, **({"mode": mode} if mode else {}))) == []

    def test_each_page_has_same_total(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("functions.businessnames.service.PAGE_SIZE", 5)
        requested = {"name": "Laaax LLC", "entityType": "llc"}
        assert register(client).post(RESERVATIONS, requested).status == 201
        page = search(client, "la", mode="asYouType").json
        pages = [page]
        while page["nextToken"]:
            page = search(client, "la", mode="asYouType", nextToken=page["nextToken"]).json
            pages.append(page)
        found = [item["name"] for page in pages for item in page["items"]]
        assert len(pages) > 1
        assert found.count("Laaax LLC") == 1
        assert {page["total"] for page in pages} == {len(found)}

    def test_unchanged_search_answer_is_304(self, client: Client) -> None:
        answer = search(client, "quarz")
        assert answer.headers["cache-control"] == "public, no-cache"
        again = client.sending(if_none_match=answer.headers["etag"])
        assert search(again, "quarz").status == 304


class TestCheck:
    def test_free_name_is_available_and_not_reserved(self, client: Client) -> None:
        checked = check(client, "Wholly Unheard Works LLC")
        assert checked["verdict"] == "available"
        assert list_codes(checked) == ["notReserved", "noTrademarkRight"]
        assert checked["key"] == "WHOLLYUNHEARDWORKS"
        assert checked["asOf"] == "2026-11-21"

    def test_taken_name_is_unavailable_with_suggestions(self, client: Client) -> None:
        checked = check(client, "A Quarzolith Lantern, Works L.L.C.")
        assert checked["verdict"] == "unavailable"
        assert list_codes(checked) == ["nameTaken", "noTrademarkRight"]
        assert [each["id"] for each in checked["conflicts"]] == ["T1"]
        assert checked["suggestions"]
        for suggested in checked["suggestions"]:
            assert check(client, suggested)["verdict"] == "available"

    def test_each_word_is_explained(self, client: Client) -> None:
        checked = check(client, "The Lantern & 7 LLC")
        reported = {word["written"]: (word["outcome"], word["counted"]) for word in checked["words"]}
        assert reported == {
            "The": ("ignored", ""),
            "Lantern": ("kept", "LANTERN"),
            "&": ("replaced", "AND"),
            "7": ("replaced", "SEVEN"),
            "LLC": ("ignored", ""),
        }
        rules = [rule for word in checked["words"] for rule in word["rules"]]
        assert [rule["ruleId"] for rule in rules] == ["ign-6", "ign-4", "ign-5", "ign-1"]
        assert all(rule["text"] and rule["source"] for rule in rules)

    def test_similar_name_is_listed_without_blocking(self, client: Client) -> None:
        checked = check(client, "Quarzolith Lanterns Work LLC")
        assert (checked["verdict"], checked["conflicts"]) == ("available", [])
        assert [each["id"] for each in checked["close"]] == ["T1"]
        assert "closeNames" in list_codes(checked)

    def test_reason_names_word_and_source(self, client: Client) -> None:
        checked = check(client, "First Bank LLC")
        assert checked["verdict"] == "needsReview"
        (reason,) = [each for each in checked["reasons"] if each["code"] == "wordNeedsApproval"]
        assert reason["word"] == "BANK"
        assert reason["source"]

    @pytest.mark.parametrize("name", ["LLC LLC", "Inc LLC", "Company LLC", "The LLC", "Co & Co LLC", "A LLC"])
    def test_name_of_endings_alone_is_refused_with_advice(self, client: Client, name: str) -> None:
        checked = check(client, name)
        (reason,) = [each for each in checked["reasons"] if each["code"] == "onlyDesignator"]
        assert (checked["verdict"], checked["suggestions"]) == ("unavailable", [])
        assert "Put a name before the ending" in reason["text"]
        (reason,) = [
            each
            for each in check(client.sending(accept_language="es"), name)["reasons"]
            if each["code"] == "onlyDesignator"
        ]
        assert "Ponga un nombre antes de la terminación" in reason["text"]

    def test_sources_of_rules_are_named_in_request_language(self, client: Client) -> None:
        checked = check(client.sending(accept_language="es"), "The Lantern & 7 LLC")
        sources = {rule["source"] for word in checked["words"] for rule in word["rules"]}
        sources |= {reason["source"] for reason in checked["reasons"]} - {None}
        guideline = "Comisión de Corporaciones de Arizona, guía sobre nombres distinguibles"
        assert guideline in sources
        assert not any("Arizona Corporation Commission" in source for source in sources)

    def test_missing_designator_is_suggested(self, client: Client) -> None:
        checked = check(client, "Wholly Unheard Works")
        assert (checked["verdict"], list_codes(checked)[0]) == ("unavailable", "designatorMissing")
        assert checked["suggestions"][0] == "Wholly Unheard Works LLC"

    @pytest.mark.parametrize(
        "name", ["Quarzolith Lantern Works,LLC", "Quarzolith Lantern Works-L.L.C. & Co."]
    )
    def test_designator_without_space_keeps_words_in_suggestions(self, client: Client, name: str) -> None:
        suggestions = check(client, name)["suggestions"]
        assert len(suggestions) == 3
        assert all("Quarzolith Lantern Works" in suggested for suggested in suggestions)

    @pytest.mark.parametrize("name", ["Trust,LLC", "Bank-LLC", "Zunto Bank L. L. C.", "!!!", "LLC"])
    def test_hopeless_name_gets_no_suggestions(self, client: Client, name: str) -> None:
        assert check(client, name)["suggestions"] == []

    @pytest.mark.parametrize(
        ("name", "suggested"),
        [
            ("Zunto,Inc,LLC", "Zunto LLC"),
            ("Cactus & Co LLC LLC", "Cactus LLC"),
            ("Zunto and - Inc.", "Zunto LLC"),
            ("7-Zunto's", "7-Zunto's LLC"),
            ("The-Zunto,Inc", "ZUNTO LLC"),
            ("Plan A Inc.", "Plan A LLC"),
        ],
    )
    def test_separator_before_designator_is_removed(self, client: Client, name: str, suggested: str) -> None:
        assert check(client, name)["suggestions"][0] == suggested

    def test_verdict_is_not_cached(self, client: Client) -> None:
        answer = client.get(f"{CHECK}?{urlencode({'name': 'A LLC', 'entityType': 'llc'})}")
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_hostile_input_is_answered_in_time(client: Client, name: Any) -> None:
    modes = ("asYouType", "contains", "similar", "soundsLike")
    queries = [{}, {"city": '"'}, *({"mode": mode} for mode in modes)]
    paths = [f"{SEARCH}?{urlencode({'name': name} | more, errors='surrogatepass')}" for more in queries]
    paths.append(f"{CHECK}?{urlencode({'name': name, 'entityType': 'llc'}, errors='surrogatepass')}")
    for path in paths:
        started = time.process_time()
        assert client.get(path).status in (200, 400), path
        assert time.process_time() - started < LIMIT_SECONDS


class TestTooManyHolds:
    """More names are reserved and filed than a function searches."""

    @pytest.fixture(autouse=True)
    def limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("domains.names.current_holds.MAX_LISTED", 0)

    def test_check_and_search_say_that_reservations_may_be_missing(self, client: Client) -> None:
        before = check(client, "Velvetine Cactus LLC")
        assert (before["verdict"], before["hasReservations"]) == ("available", True)
        name = {"name": "Velvetine Cactus LLC", "entityType": "llc"}
        taken = register(client).post(RESERVATIONS, name)
        assert taken.status == 201
        checked = check(client, "The Velvetine Cactus, LLC")
        assert (checked["verdict"], checked["hasReservations"]) == ("unavailable", False)
        assert [each["id"] for each in checked["conflicts"]] == [taken.json["id"]]
        assert checked["suggestions"] == []
        found = search(client, "quarz").json
        assert (found["hasReservations"], len(found["items"])) == (False, 3)


@pytest.fixture
def longest(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Measure the longest key sent to DynamoDB in bytes; moto does not limit it."""
    seen, real = [0], BaseClient._make_api_call

    def texts(value: Any) -> Iterator[Any]:
        if isinstance(value, dict):
            for each in value.values():
                yield from texts(each)
        elif isinstance(value, list):
            for each in value:
                yield from texts(each)
        elif isinstance(value, str):
            yield value

    def recorded(self: Any, operation: Any, kwargs: Any, *more: Any) -> Any:
        for part in ("Key", "RequestItems", "ExpressionAttributeValues"):
            seen.extend(len(text.encode()) for text in texts(kwargs.get(part, {})))
        return real(self, operation, kwargs, *more)

    monkeypatch.setattr(BaseClient, "_make_api_call", recorded)
    return lambda: max(seen)


@pytest.mark.parametrize(
    "name", ["777777777 " * 12, "\ufdfa" * 100, "\u3300" * 200], ids=["numerals", "ligatures", "squared"]
)
@pytest.mark.parametrize("path", [CHECK, SEARCH])
def test_query_keys_stay_within_dynamodb_limit(
    client: Client, longest: Callable[..., Any], name: str, path: str
) -> None:
    requested = {"name": name} | ({"entityType": "llc"} if path == CHECK else {})
    assert client.get(f"{path}?{urlencode(requested)}").status == 200
    assert longest() <= MAX_KEY_LENGTH


@pytest.mark.parametrize("path", [SEARCH, CHECK])
def test_missing_name_is_refused(client: Client, path: str) -> None:
    assert client.get(path).status == 400


def test_damaged_snapshot_keeps_last_good_snapshot(client: Client) -> None:
    assert check(client, "Moonlit Quarzolith LLC")["verdict"] == "unavailable"
    good = NAMES_SNAPSHOT.read_bytes()
    try:
        put(good[: len(good) // 2])
        assert check(client, "Moonlit Quarzolith LLC")["verdict"] == "unavailable"
    finally:
        put(good)


def put(content: Any) -> None:
    other = NAMES_SNAPSHOT.with_suffix(".other")
    other.write_bytes(content)
    other.replace(NAMES_SNAPSHOT)
