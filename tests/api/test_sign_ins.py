"""Sign-ins of a person: recording, the list, ending one or all, and the notices about them."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from portal.types import get_utc_now
from tests.api.clock import Clock
from tests.api.profile_support import ACCEPT, DECLINE, PREFERENCES, ROSA, TERMS, register
from tests.api.support import MESSAGES_TABLE, Client, Person, renew_apps

SIGN_INS = "/api/profile/signins"
END = f"{SIGN_INS}/end"
END_ALL = f"{SIGN_INS}/end-all"

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
PHONE = replace(ROSA, session="session-2", second_factor=True)
BEN = Person(email="ben@example.com", name="Ben Ortiz")


def sign_in(client: Client, person: Person = ROSA, user_agent: str = FIREFOX, **headers: str) -> Client:
    """Return the client of a person after the first call of a session."""
    acting = client.acting_as(person).sending(user_agent=user_agent, **headers)
    assert acting.get("/api/users").status == 200
    return acting


def list_sign_ins(client: Client) -> list[dict[str, Any]]:
    answer = client.get(SIGN_INS)
    assert answer.status == 200, answer
    items: list[dict[str, Any]] = answer.json["items"]
    return items


def list_notices(table: Any) -> list[str]:
    """List the types of the notices about sign-ins."""
    kinds = {"newDevice", "signInEnded", "signedOutEverywhere"}
    notices = [item["type"] for item in table.scan()["Items"] if item.get("type") in kinds]
    return sorted(notices)


def test_sign_in_is_listed_with_browser_and_place(client: Client) -> None:
    register(client)
    sign_in(client)
    phone = sign_in(
        client,
        PHONE,
        IPHONE,
        cloudfront_viewer_city="Peor%C3%ADa",
        cloudfront_viewer_country_region_name="Arizona",
        cloudfront_viewer_country="US",
    )
    newest, oldest = list_sign_ins(phone)
    assert datetime.fromisoformat(newest.pop("signedInAt")) >= datetime.fromisoformat(oldest["signedInAt"])
    assert newest == {
        "id": PHONE.session_id,
        "browser": "Safari",
        "system": "iOS",
        "city": "Peoría",
        "region": "Arizona",
        "country": "US",
        "isCurrent": True,
        "hasSecondFactor": True,
        "endedAt": None,
    }
    assert (oldest["browser"], oldest["system"], oldest["city"]) == ("Firefox", "Windows", None)
    assert (oldest["isCurrent"], oldest["hasSecondFactor"]) == (False, False)


def test_sign_in_is_recorded_once_and_without_the_header(client: Client, table: Any) -> None:
    register(client)
    for _ in range(3):
        rosa = sign_in(client)
    assert len(list_sign_ins(rosa)) == 1
    assert "Gecko" not in str(table.scan()["Items"])


def test_unregistered_person_has_no_sign_in(client: Client, table: Any) -> None:
    sign_in(client)
    assert table.scan()["Items"] == []


def test_sign_in_is_listed_for_a_year(client: Client, monkeypatch: pytest.MonkeyPatch, table: Any) -> None:
    register(client)
    sign_in(client)
    clock = Clock(get_utc_now() + timedelta(days=366))
    for group in ("users", "profile"):
        monkeypatch.setattr(f"functions.{group}.wiring.get_utc_now", clock)
    renew_apps(monkeypatch, "users", "profile")
    assert list_sign_ins(client.acting_as(PHONE)) == []
    [stored] = [item for item in table.scan()["Items"] if item["item"] == "signins"]
    assert stored["expires_at"] < clock().timestamp()


def test_only_a_new_device_causes_a_notice(client: Client, stored: Any) -> None:
    register(client)
    sign_in(client)
    assert list_notices(stored[MESSAGES_TABLE]) == []
    sign_in(client, replace(ROSA, session="session-3"))
    assert list_notices(stored[MESSAGES_TABLE]) == []
    for _ in range(2):
        sign_in(client, PHONE, IPHONE)
    assert list_notices(stored[MESSAGES_TABLE]) == ["newDevice"]


def test_ended_sign_in_is_refused(client: Client, stored: Any) -> None:
    register(client)
    phone = sign_in(client, PHONE, IPHONE)
    rosa = sign_in(client)
    for _ in range(2):
        answer = rosa.post(END, {"id": PHONE.session_id})
        assert answer.status == 200
        assert [each["endedAt"] is not None for each in answer.json["items"]] == [False, True]
    assert list_notices(stored[MESSAGES_TABLE]).count("signInEnded") == 1
    assert phone.get("/api/users").status == 401
    assert phone.get(SIGN_INS).status == 401
    # The authorizer of this call did not read the accepted terms, so the function reads them.
    unsure = client.acting_as(replace(PHONE, accepted_terms=""))
    assert unsure.get("/api/profile/addresses").status == 401
    assert rosa.get("/api/users").status == 200


def test_decision_on_the_terms_keeps_the_ended_sessions(client: Client) -> None:
    register(client)
    phone = sign_in(client, PHONE, IPHONE)
    rosa = sign_in(client)
    assert rosa.post(END, {"id": PHONE.session_id}).status == 200
    version = rosa.get(TERMS).json["version"]
    for route in (ACCEPT, DECLINE, ACCEPT):
        assert rosa.put(route, {"version": version}).status == 200
    unsure = client.acting_as(replace(PHONE, accepted_terms=""))
    assert unsure.get("/api/profile/addresses").status == 401
    assert phone.get("/api/users").status == 401


def test_own_sign_in_can_be_ended(client: Client) -> None:
    register(client)
    rosa = sign_in(client)
    assert rosa.post(END, {"id": ROSA.session_id}).status == 200
    assert rosa.get(SIGN_INS).status == 401


@pytest.mark.parametrize("session_id", [PHONE.session_id, "unknown"])
def test_sign_in_of_another_person_is_not_found(client: Client, session_id: str) -> None:
    register(client)
    phone = sign_in(client, PHONE, IPHONE)
    register(client, BEN)
    ben = sign_in(client, BEN)
    answer = ben.post(END, {"id": session_id})
    assert (answer.status, answer.json["code"]) == (404, "signInNotFound")
    assert list_sign_ins(phone)[0]["endedAt"] is None


def test_sign_out_everywhere_refuses_older_sign_ins(client: Client, stored: Any) -> None:
    earlier = get_utc_now().timestamp() - 60
    register(client)
    phone = sign_in(client, replace(PHONE, signed_in_at=earlier), IPHONE)
    rosa = sign_in(client, replace(ROSA, signed_in_at=earlier))
    unlisted = client.acting_as(replace(ROSA, session="unlisted", signed_in_at=earlier))
    answer = rosa.post(END_ALL, {})
    assert answer.status == 200
    assert all(each["endedAt"] for each in answer.json["items"])
    assert "signedOutEverywhere" in list_notices(stored[MESSAGES_TABLE])
    for ended in (phone, rosa, unlisted):
        assert ended.get("/api/users").status == 401
    assert rosa.post(END_ALL, {}).status == 401
    again = sign_in(client, replace(ROSA, session="again", signed_in_at=get_utc_now().timestamp()))
    assert [each["endedAt"] is None for each in list_sign_ins(again)] == [True, False, False]


def test_session_without_an_id_can_sign_out_everywhere(client: Client) -> None:
    register(client)
    nameless = client.acting_as(replace(ROSA, session=""))
    assert nameless.get("/api/users").status == 200
    assert list_sign_ins(nameless) == []
    assert nameless.post(END_ALL, {}).json == {"items": []}
    assert nameless.get(PREFERENCES).status == 200
    assert nameless.get("/api/users").status == 401
