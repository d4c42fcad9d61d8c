"""Reserved names: one holder at a time, exact end, and effects on search and check."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any
from urllib.parse import urlencode

import pytest
from botocore.exceptions import ReadTimeoutError

from domains.names.names_table import NamesTable
from domains.state.time import ARIZONA
from portal.language import write_day
from portal.tables import Table
from tests.api.businesses_support import call_at_once
from tests.api.faults import throttle_calls
from tests.api.profile_support import ROSA, register
from tests.api.support import RESERVATIONS_TABLE, Answer, Client, Person

PATH = "/api/businessapplications/businessnames/reservations"


SEARCH = "/api/businessapplications/businessnames/search"


CHECK = "/api/businessapplications/businessnames/searchreservation"


NAME = "Velvetine Cactus LLC"


BEN = Person(email="ben@example.com", name="Ben Whitehorse")


TERM = timedelta(days=120)


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


@pytest.fixture
def ben(client: Client) -> Client:
    return register(client, BEN)


def reserve(client: Client, name: Any = NAME, entity_type: str = "llc") -> Answer:
    return client.post(PATH, {"name": name, "entityType": entity_type})


def reserve_name(client: Client, name: Any = NAME, entity_type: str = "llc") -> Any:
    answer = reserve(client, name, entity_type)
    assert answer.status == 201, answer
    return answer.json


def get_conflict(answer: Any) -> Any:
    assert answer.status == 409, answer
    return answer.json["code"]


def check(client: Client, name: Any = NAME, entity_type: str = "llc") -> Any:
    return client.get(f"{CHECK}?{urlencode({'name': name, 'entityType': entity_type})}").json


def find_names(client: Client, name: Any, **more: Any) -> Any:
    answer = client.get(f"{SEARCH}?{urlencode({'name': name} | more)}")
    assert answer.status == 200, answer
    return answer.json


class TestReserving:
    def test_reservation_has_end_date_and_fee(self, rosa: Client) -> None:
        taken = reserve_name(rosa, "  Velvetine   Cactus LLC ")
        assert (taken["name"], taken["key"], taken["status"]) == (NAME, "VELVETINECACTUS", "active")
        begins, ends = (datetime.fromisoformat(taken[name]) for name in ("reservedAt", "expiresAt"))
        assert ends - begins == TERM
        assert not taken["isRenewable"]
        assert taken["fee"] == {
            "amount": 1000,
            "status": "confirmed",
            "expedited": 3500,
            "expeditedStatus": "notConfirmed",
            "agency": "Arizona Corporation Commission",
            "source": "A.R.S. 29-3213(A)(9), 10-122(A)(3)",
            "sourceUrl": "https://www.azleg.gov/ars/29/03213.htm",
        }
        assert check(rosa, "Velvetine Agave LLC")["reservationFee"] == taken["fee"]
        spanish = rosa.sending(accept_language="es")
        fee = taken["fee"] | {"agency": "Comisión de Corporaciones de Arizona"}
        assert check(spanish, "Velvetine Agave LLC")["reservationFee"] == fee
        assert spanish.get(PATH).json["items"][0]["fee"] == fee

    def test_repeated_reservation_returns_same_reservation(self, rosa: Client) -> None:
        taken = reserve_name(rosa)
        again = reserve(rosa, "VELVETINE-CACTUS, L.L.C.")
        assert (again.status, again.json) == (200, taken)
        assert rosa.get(PATH).json == {"items": [taken]}

    def test_name_reserved_by_other_person_is_refused(self, rosa: Client, ben: Client) -> None:
        reserve_name(rosa)
        assert get_conflict(reserve(ben, "The Velvetine Cactus, LLC")) == "nameReserved"
        assert ben.get(PATH).json == {"items": []}

    def test_taken_or_reviewable_name_is_refused(self, rosa: Client) -> None:
        assert get_conflict(reserve(rosa, "Quarzolith Lantern Works, LLC")) == "nameUnavailable"
        assert get_conflict(reserve(rosa, "Velvetine Cactus Bank LLC")) == "nameNeedsReview"

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("Velvetine Cactus", "The name must contain one of"),
            ("Velvetine Cactus LP", "is for another entity type"),
            ("LLC", "This name has only endings"),
            ("!!!", "This name has only symbols"),
            (f"Velvetine {'a' * 107} LLC", "The register keeps only 120 characters"),
        ],
    )
    def test_name_error_is_reported_at_name(self, rosa: Client, name: str, why: str) -> None:
        problems = reserve(rosa, name).problems()
        assert list(problems) == ["name"]
        assert why in problems["name"][0]

    def test_entity_type_without_reservation_is_refused(self, rosa: Client) -> None:
        for entity_type in ("tradeName", "llp"):
            problems = reserve(rosa, "Velvetine Cactus LLP", entity_type).problems()
            assert list(problems) == ["entityType"]

    def test_unknown_fee_is_omitted(self, rosa: Client) -> None:
        fee = reserve_name(rosa, "Velvetine Cactus LP", "lp")["fee"]
        assert (fee["amount"], fee["status"], fee["expedited"]) == (None, "unknown", None)
        assert fee["source"] == "A.R.S. 29-303"

    def test_unregistered_person_cannot_reserve(self, client: Client) -> None:
        assert get_conflict(reserve(client.acting_as(ROSA))) == "notRegistered"

    @pytest.mark.parametrize("name", ["", "   ", "!!!", "\x00", "a" * 201])
    def test_empty_name_is_refused(self, rosa: Client, name: str) -> None:
        assert list(reserve(rosa, name).problems()) == ["name"]
        assert rosa.get(PATH).json == {"items": []}

    @pytest.mark.parametrize(
        ("first", "second"),
        [("Plan A Zorro LLC", "Plan Zorro LLC"), ("Zorro Café LLC", "Zorro Cafe LLC")],
    )
    def test_possibly_equal_name_needs_review_until_release(
        self, rosa: Client, ben: Client, first: str, second: str
    ) -> None:
        for name, other in ((first, second), (second, first)):
            taken = reserve_name(ben, name)
            judged = check(rosa, other)
            assert (judged["verdict"], judged["conflicts"]) == ("needsReview", [])
            assert judged["uncertain"] == [{"id": taken["id"], "name": name, "status": "reserved"}]
            assert judged["reasons"][0]["code"] == "nameMayBeTaken"
            assert get_conflict(reserve(rosa, other)) == "nameNeedsReview"
            assert ben.delete(f"{PATH}/{taken['id']}").status == 200
            assert check(rosa, other)["verdict"] == "available"

    @pytest.mark.proof
    def test_parallel_reservations_of_same_name_keep_one(self, client: Client) -> None:
        people = [register(client, Person(email=f"p{number}@example.com")) for number in range(50)]
        barrier = Barrier(50, timeout=30)

        def run(person: Any) -> Answer:
            barrier.wait()
            return reserve(person)

        with ThreadPoolExecutor(50) as threads:
            answers = list(threads.map(run, people))
        assert sorted(answer.status for answer in answers) == [201, *[409] * 49]
        assert {answer.json["code"] for answer in answers if answer.status == 409} == {"nameReserved"}
        assert sum(len(person.get(PATH).json["items"]) for person in people) == 1


class TestTrouble:
    def test_throttled_table_is_503_with_retry_time(self, rosa: Client) -> None:
        with throttle_calls(1, 0):
            for answer in (
                reserve(rosa),
                rosa.get(f"{CHECK}?{urlencode({'name': NAME, 'entityType': 'llc'})}"),
            ):
                assert (answer.status, answer.json["code"]) == (503, "storageUnavailable")
                assert answer.headers["retry-after"] == "5"
        assert reserve(rosa).status == 201

    def test_search_without_reservations_works_when_throttled(self, rosa: Client) -> None:
        search = f"{SEARCH}?{urlencode({'name': 'Desert'})}"
        usual = rosa.get(search).json
        assert usual["hasReservations"] is True
        with throttle_calls(1, 0):
            answer = rosa.get(search)
        assert answer.status == 200
        assert answer.json["hasReservations"] is False
        assert answer.json["items"] == usual["items"]
        assert answer.json["items"] != []


class TestLimit:
    """A person holds at most three names."""

    def words(self, count: Any) -> list[str]:
        return [f"Velvetine {chr(65 + number // 26)}{chr(65 + number % 26)}o LLC" for number in range(count)]

    def test_person_holds_at_most_three_reservations(self, rosa: Client, ben: Client) -> None:
        *names, other = self.words(4)
        taken = [reserve_name(rosa, name) for name in names]
        assert get_conflict(reserve(rosa, other)) == "tooManyReservations"
        assert reserve(rosa, names[0]).status == 200
        assert get_conflict(reserve(rosa, "Quarzolith Lantern Works, LLC")) == "nameUnavailable"
        reserve_name(ben, other)
        rosa.delete(f"{PATH}/{taken[0]['id']}")
        reserve_name(rosa, names[0])
        # Released names are also listed, unless all of this happened within one second.
        statuses = [each["status"] for each in rosa.get(PATH).json["items"]]
        assert statuses.count("active") == 3

    def test_parallel_reservations_do_not_exceed_three(self, rosa: Client) -> None:
        names = self.words(51)
        reserve_name(rosa, names[0])
        answers = call_at_once(names[1:], lambda name: reserve(rosa, name))
        assert [answer.status for answer in answers].count(201) == 2
        refused = {answer.json["code"] for answer in answers if answer.status != 201}
        assert refused <= {"tooManyReservations", "othersReserved"}
        statuses = [each["status"] for each in rosa.get(PATH).json["items"]]
        assert statuses == ["active"] * 3

    def test_reservations_missing_from_stale_list_are_counted(
        self, rosa: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        names = self.words(4)
        reserve_name(rosa, names[0])
        shown = Table.query
        first = rosa.get(PATH).json["items"][0]["id"]

        def late(*arguments: Any, **options: Any) -> list[Any]:
            return [
                item for item in shown(*arguments, **options) if item.get("reservation_id", first) == first
            ]

        monkeypatch.setattr(Table, "query", late)
        reserve_name(rosa, names[1])
        reserve_name(rosa, names[2])
        assert get_conflict(reserve(rosa, names[3])) == "tooManyReservations"


class TestPublicSearch:
    def test_reserved_name_is_found_at_once(self, client: Client, rosa: Client) -> None:
        assert check(client)["verdict"] == "available"
        taken = reserve_name(rosa)
        answer = check(client)
        assert answer["verdict"] == "unavailable"
        assert answer["conflicts"] == [{"id": taken["id"], "name": NAME, "status": "reserved"}]
        page = find_names(client, "velvetine c")
        assert [(each["name"], each["status"]) for each in page["items"]] == [(NAME, "reserved")]
        assert page["total"] == 1
        assert find_names(client, "velvetine", status="active")["items"] == []
        assert find_names(client, "velvetine", city="Tucson")["items"] == []
        assert find_names(client, "velvetine", entityType="lp")["items"] == []

    def test_released_name_is_free_at_once(self, client: Client, rosa: Client, ben: Client) -> None:
        taken = reserve_name(rosa)
        assert rosa.delete(f"{PATH}/{taken['id']}").json["status"] == "givenUp"
        assert check(client)["verdict"] == "available"
        assert find_names(client, "velvetine")["items"] == []
        assert reserve_name(ben)["id"] != taken["id"]


class TestOwnReservations:
    def test_second_release_changes_nothing(self, rosa: Client) -> None:
        taken = reserve_name(rosa)
        first = rosa.delete(f"{PATH}/{taken['id']}").json
        assert rosa.delete(f"{PATH}/{taken['id']}").json == first
        assert rosa.get(PATH).json == {"items": [first]}

    def test_ended_reservation_expires_after_one_year(self, rosa: Client, stored: Mapping[str, Any]) -> None:
        taken = reserve_name(rosa)
        assert rosa.delete(f"{PATH}/{taken['id']}").status == 200
        ended = datetime.fromisoformat(rosa.get(PATH).json["items"][0]["givenUpAt"])
        items = stored[RESERVATIONS_TABLE].scan()["Items"]
        kept = [item for item in items if item["partition"].startswith(("name#", "holder#"))]
        remove_at = {int(item["remove_at"]) for item in kept}
        assert remove_at == {int((ended + timedelta(days=366)).timestamp())}

    def test_reservation_of_other_person_is_404(self, rosa: Client, ben: Client) -> None:
        taken = reserve_name(rosa)
        assert ben.delete(f"{PATH}/{taken['id']}").status == 404
        renewal = {"expiresAt": taken["expiresAt"]}
        assert ben.post(f"{PATH}/{taken['id']}/renewal", renewal).status == 404
        assert rosa.get(PATH).json["items"][0]["status"] == "active"

    def test_repeated_release_keeps_name_of_later_holder(
        self, client: Client, rosa: Client, ben: Client
    ) -> None:
        taken = reserve_name(rosa)
        rosa.delete(f"{PATH}/{taken['id']}")
        reserve_name(ben)
        rosa.delete(f"{PATH}/{taken['id']}")
        assert check(client)["verdict"] == "unavailable"

    def test_corporation_reservation_is_renewed_once(self, rosa: Client) -> None:
        taken = reserve_name(rosa, "Velvetine Cactus Inc.", "corporation")
        assert taken["isRenewable"]
        renewal = {"expiresAt": taken["expiresAt"]}
        answers = [rosa.post(f"{PATH}/{taken['id']}/renewal", renewal) for _ in range(2)]
        ends = datetime.fromisoformat(taken["expiresAt"]) + TERM
        assert [datetime.fromisoformat(answer.json["expiresAt"]) for answer in answers] == [ends, ends]

    def test_renewal_for_second_term_ahead_is_refused(self, rosa: Client) -> None:
        taken = reserve_name(rosa, "Velvetine Cactus Inc.", "corporation")
        path = f"{PATH}/{taken['id']}/renewal"
        renewed = rosa.post(path, {"expiresAt": taken["expiresAt"]}).json
        assert not renewed["isRenewable"]
        again = {"expiresAt": renewed["expiresAt"]}
        assert get_conflict(rosa.post(path, again)) == "notRenewable"
        reported = rosa.sending(accept_language="es").post(path, again).json["message"]
        day = write_day(datetime.fromisoformat(taken["expiresAt"]).astimezone(ARIZONA).date()).es
        assert reported == (
            f"Esta reserva ya se renovó por otro período. Puede renovarla de nuevo desde el {day}."
        )
        assert rosa.get(PATH).json["items"] == [renewed]

    @pytest.mark.parametrize("other", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
    def test_renewal_of_unknown_term_is_refused(self, rosa: Client, other: str) -> None:
        taken = reserve_name(rosa, "Velvetine Cactus Inc.", "corporation")
        assert get_conflict(rosa.post(f"{PATH}/{taken['id']}/renewal", {"expiresAt": other})) == (
            "reservationChanged"
        )

    def test_llc_reservation_is_not_renewable(self, rosa: Client) -> None:
        taken = reserve_name(rosa)
        answer = rosa.post(f"{PATH}/{taken['id']}/renewal", {"expiresAt": taken["expiresAt"]})
        assert get_conflict(answer) == "notRenewable"


class TestLostReplies:
    def test_repeat_after_lost_reply_returns_reservation(
        self, rosa: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = NamesTable.reserve_name

        def write_and_lose(repository: Any, *arguments: Any) -> None:
            write(repository, *arguments)
            raise ReadTimeoutError(endpoint_url="https://dynamodb")

        with monkeypatch.context() as patch:
            patch.setattr(NamesTable, "reserve_name", write_and_lose)
            assert reserve(rosa).status == 503
        answer = reserve(rosa)
        assert answer.status == 200
        assert rosa.get(PATH).json == {"items": [answer.json]}
