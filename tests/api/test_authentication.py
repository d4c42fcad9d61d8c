"""Enhanced authentication: attempts, limits and status, with EID and a real identity service."""

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from unittest import mock
from urllib.parse import parse_qsl, urlsplit

import pytest
from typing_extensions import override

from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID
from domains.assurance.slots import TryLimit
from functions.authentication.attempt import ProviderJudgment
from functions.authentication.eid import ElectronicIdentity
from functions.authentication.service import EnabledType
from tests.api.authentication_fixtures import BEN, LATER, rosa, service, world
from tests.api.authentication_support import (
    ASSURANCE,
    ATTEMPTS,
    EID_ATTEMPT,
    END,
    LOCKED_OUT,
    MAX_FAILURES,
    NOT_AUTHENTICATED,
    NOW,
    REGISTERED,
    STATUS,
    TYPES,
    AsksAtOnce,
    fail,
    get_code,
    list_subjects,
)
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    AUTHENTICATION_TABLE,
    TRIES_TABLE,
    Client,
    Person,
)

__all__ = ["rosa", "service", "world"]


class TestSteppingUp:
    def test_matching_person_is_authenticated(self, world: Any, rosa: Client) -> None:
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED
        begun = world.begin(rosa, purpose="reveal", returnTo="/dashboard?card=1")
        assert begun["mode"] == "redirect"
        completed = world.complete(rosa, begun, world.service.answer(begun["redirectUrl"]))
        assert completed.json == {
            "attemptId": begun["attemptId"],
            "typeId": EID,
            "purpose": "reveal",
            "returnTo": "/dashboard?card=1",
            "requests": [],
            "walletLink": None,
            "quiz": None,
            "liveness": None,
            "state": "verified",
            "reason": None,
            "expiresAt": "2026-11-23T18:40:00Z",
        }
        assert rosa.get(STATUS).json == {
            "isAuthenticated": True,
            "enhancedAuthenticationType": "Electronic ID (EID)",
            "enhancedAuthenticationTypeId": EID,
            "verifiedAt": "2026-11-23T18:30:00Z",
            "expiresAt": "2026-11-23T19:30:00Z",
            "assurance": "proof",
        }
        assert rosa.get(f"{ATTEMPTS}/{begun['attemptId']}").json == completed.json

    def test_authorization_request_follows_protocol(self, world: Any, rosa: Client) -> None:
        query = dict(parse_qsl(urlsplit(world.begin(rosa)["redirectUrl"]).query))
        assert query | {"state": "", "nonce": "", "code_challenge": ""} == {
            "response_type": "code",
            "client_id": "portal-eid",
            "redirect_uri": "https://portal.example/enhancedauthentication/eid/response",
            "scope": "openid profile",
            "acr_values": ASSURANCE,
            "state": "",
            "nonce": "",
            "code_challenge": "",
            "code_challenge_method": "S256",
            "prompt": "select_account",
            "ui_locales": "en",
        }

    def test_status_expires_after_one_hour(self, world: Any, rosa: Client) -> None:
        world.step_up(rosa)
        world.now += timedelta(minutes=59, seconds=59)
        assert rosa.get(STATUS).json["isAuthenticated"]
        world.now += timedelta(seconds=1)
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED

    def test_other_session_of_same_person_is_not_authenticated(self, world: Any, rosa: Client) -> None:
        world.step_up(rosa)
        assert world.acting_as(LATER).get(STATUS).json == NOT_AUTHENTICATED

    def test_sign_out_ends_status_and_returns_logout_url(self, world: Any, rosa: Client) -> None:
        world.step_up(rosa)
        ended = rosa.delete(END)
        address = urlsplit(ended.json["logoutUrl"])
        assert f"{address.scheme}://{address.netloc}/eid" == world.service.issuer
        query = dict(parse_qsl(address.query))
        assert query["client_id"] == "portal-eid"
        back = "https://portal.example/enhancedauthentication/eid?action=loggedout"
        assert query["post_logout_redirect_uri"] == back
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED

    def test_sign_out_works_when_service_is_unavailable(self, world: Any, rosa: Client) -> None:
        world.step_up(rosa)
        fresh = world.acting_as(ROSA)
        with world.service.refusing():
            assert fresh.delete(END).json == {"isAuthenticated": False, "logoutUrl": None}
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED


class TestFailures:
    @pytest.mark.parametrize(
        ("mode", "reason"),
        [
            ("wrongPerson", "wrongPerson"),
            ("expired", "answerRefused"),
            ("wrongSignature", "answerRefused"),
            ("wrongNonce", "answerRefused"),
            ("lowAssurance", "assuranceTooLow"),
        ],
    )
    def test_misbehaving_service_authenticates_no_person(
        self, world: Any, rosa: Client, mode: str, reason: str
    ) -> None:
        world.service.switch(mode)
        failed = world.step_up(rosa).json
        assert (failed["state"], failed["reason"]) == ("failed", reason)
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED

    @pytest.mark.parametrize(
        "claims",
        [
            {"given_name": "", "family_name": "Sukarno"},
            {"given_name": "Sukarno", "family_name": ""},
            {"given_name": "FNU", "family_name": "SUKARNO"},
            {"given_name": "SUKARNO", "family_name": "LNU"},
            {"given_name": "Sukarno", "family_name": "Sukarno"},
        ],
    )
    def test_person_with_one_name_is_verified(
        self, world: Any, client: Client, claims: dict[str, str]
    ) -> None:
        person = Person(email="sukarno@example.com", name="Sukarno")
        register(client, person, legalFirstName=None, legalLastName="Sukarno")
        sukarno = world.acting_as(person)
        assert world.step_up(sukarno, REGISTERED | claims).json["state"] == "verified"

    def test_invented_code_is_refused(self, world: Any, rosa: Client) -> None:
        begun = world.begin(rosa)
        state = dict(parse_qsl(urlsplit(begun["redirectUrl"]).query))["state"]
        failed = world.complete(rosa, begun, {"state": state, "code": "made-up"}).json
        assert (failed["state"], failed["reason"]) == ("failed", "answerRefused")

    def test_code_of_other_attempt_is_refused(self, world: Any, rosa: Client) -> None:
        first, second = world.begin(rosa), world.begin(rosa)
        stolen = world.service.answer(first["redirectUrl"])["code"]
        state = dict(parse_qsl(urlsplit(second["redirectUrl"]).query))["state"]
        failed = world.complete(rosa, second, {"state": state, "code": stolen}).json
        assert (failed["state"], failed["reason"]) == ("failed", "answerRefused")

    def test_canceled_attempts_do_not_count_as_failures(self, world: Any, rosa: Client) -> None:
        for _ in range(MAX_FAILURES + 1):
            begun = world.begin(rosa)
            answer = world.service.answer(begun["redirectUrl"], choice="cancel")
            assert world.complete(rosa, begun, answer).json["state"] == "canceled"
        assert world.step_up(rosa).json["state"] == "verified"

    def test_service_failures_do_not_count(self, world: Any, rosa: Client) -> None:
        for _ in range(MAX_FAILURES + 1):
            world.service.switch("normal")
            begun = world.begin(rosa)
            answer = world.service.answer(begun["redirectUrl"])
            world.service.switch("error")
            assert get_code(world.complete(rosa, begun, answer)) == (503, "identityServiceUnavailable")
            assert rosa.get(f"{ATTEMPTS}/{begun['attemptId']}").json["state"] == "unavailable"
        world.service.switch("normal")
        assert world.step_up(rosa).json["state"] == "verified"

    @pytest.mark.parametrize("error", ["server_error", "temporarily_unavailable"])
    def test_service_error_is_503(self, world: Any, rosa: Client, error: str) -> None:
        begun = world.begin(rosa)
        state = dict(parse_qsl(urlsplit(begun["redirectUrl"]).query))["state"]
        answer = world.complete(rosa, begun, {"state": state, "error": error})
        assert get_code(answer) == (503, "identityServiceUnavailable")

    def test_begin_without_service_configuration_is_503(self, world: Any, rosa: Client) -> None:
        world.service.issuer = "http://localhost:9/eid"
        answer = world.acting_as(ROSA).post(ATTEMPTS, EID_ATTEMPT)
        assert get_code(answer) == (503, "identityServiceUnavailable")


class TestAttemptOwnership:
    @pytest.mark.parametrize("other", [BEN, LATER], ids=["another person", "another session"])
    def test_attempt_of_other_person_is_404(self, world: Any, rosa: Client, other: Person) -> None:
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"])
        stranger = world.acting_as(other)
        assert get_code(stranger.get(f"{ATTEMPTS}/{begun['attemptId']}")) == (404, "attemptNotFound")
        assert get_code(world.complete(stranger, begun, answer)) == (404, "attemptNotFound")
        assert stranger.get(STATUS).json == NOT_AUTHENTICATED
        assert world.complete(rosa, begun, answer).json["state"] == "verified"

    def test_answer_with_wrong_state_is_refused(self, world: Any, rosa: Client) -> None:
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"])
        for state in ("", "x", "é" * 43, answer["state"][:-1] + "!"):
            refused = world.complete(rosa, begun, answer | {"state": state})
            assert get_code(refused) == (404, "attemptNotFound")
        assert world.complete(rosa, begun, answer).json["state"] == "verified"

    def test_attempt_expires_after_ten_minutes(self, world: Any, rosa: Client) -> None:
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"])
        world.now += timedelta(minutes=10)
        assert get_code(world.complete(rosa, begun, answer)) == (404, "attemptNotFound")

    def test_second_answer_is_refused_and_logged(self, world: Any, rosa: Client, log_of: Any) -> None:
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"])
        world.complete(rosa, begun, answer)
        log = log_of(rosa, "authentication")
        assert get_code(world.complete(rosa, begun, answer)) == (409, "attemptUsed")
        assert '"outcome":"usedAgain"' in log()

    def test_parallel_equal_answers_are_judged_once(self, world: Any, rosa: Client) -> None:
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"])
        barrier = Barrier(20, timeout=30)

        def run(_: int) -> int:
            barrier.wait()
            return world.complete(rosa, begun, answer).status

        with ThreadPoolExecutor(20) as threads:
            assert sorted(threads.map(run, range(20))) == [200, *[409] * 19]
        assert world.service.asked.count("token") == 1


class TestEnding:
    def test_open_attempt_is_canceled_by_sign_out(self, world: Any, rosa: Client) -> None:
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"])
        assert rosa.delete(END).status == 200
        assert rosa.get(f"{ATTEMPTS}/{begun['attemptId']}").json["state"] == "canceled"
        assert get_code(world.complete(rosa, begun, answer)) == (409, "attemptUsed")
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED

    def test_attempt_in_judgment_is_void_after_sign_out(self, world: Any, rosa: Client) -> None:
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"])
        judge = ElectronicIdentity.judge_answer

        def end_and_judge(*arguments: Any) -> ProviderJudgment:
            assert rosa.delete(END).status == 200
            return judge(*arguments)

        with mock.patch.object(ElectronicIdentity, "judge_answer", end_and_judge):
            assert get_code(world.complete(rosa, begun, answer)) == (409, "attemptUsed")
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED
        assert "You proved who you are" not in list_subjects(rosa)

    def test_sign_out_leaves_attempt_of_other_session(self, world: Any, rosa: Client) -> None:
        later = world.acting_as(LATER)
        begun = world.begin(later)
        answer = world.service.answer(begun["redirectUrl"])
        assert rosa.delete(END).status == 200
        assert world.complete(later, begun, answer).json["state"] == "verified"


def test_signal_does_not_replace_proof(world: Any, rosa: Client) -> None:
    class Passes(AsksAtOnce):
        @override
        def judge_answer(self, *_: Any) -> ProviderJudgment:
            return ProviderJudgment(None, "")

    world.step_up(rosa)
    kind = EnabledType(lambda: Passes(None), TryLimit(3), takes_slot_at_beginning=True)
    client = world.acting_as(ROSA, enabled={CREDIT_BUREAU: kind})
    begun = client.post(ATTEMPTS, EID_ATTEMPT | {"typeId": CREDIT_BUREAU}).json
    quiz = {"quiz": {"answers": [{"questionId": "1", "choiceId": "1"}]}}
    assert client.post(f"{ATTEMPTS}/{begun['attemptId']}/completion", quiz).json["state"] == "verified"
    status = rosa.get(STATUS).json
    assert (status["assurance"], status["enhancedAuthenticationTypeId"]) == ("proof", EID)


class TestStorage:
    def test_logs_and_tables_contain_no_personal_data(
        self, world: Any, rosa: Client, stored: Mapping[str, Any], log_of: Any
    ) -> None:
        log = log_of(rosa, "authentication")
        canary = REGISTERED | {"given_name": "Canaryname", "birthdate": "1901-02-03"}
        begun = world.begin(rosa)
        answer = world.service.answer(begun["redirectUrl"], canary)
        world.complete(rosa, begun, answer)
        world.step_up(rosa)
        kept = [stored[table].scan()["Items"] for table in (AUTHENTICATION_TABLE, TRIES_TABLE)]
        written = log() + json.dumps(kept, default=str)
        for secret in ("anaryname", "1901-02-03", "elgado", "1988-04-02", answer["code"]):
            assert secret not in written, secret

    def test_stored_items_have_expiry_time(self, world: Any, rosa: Client, stored: Mapping[str, Any]) -> None:
        world.step_up(rosa)
        fail(world, rosa)
        items = stored[AUTHENTICATION_TABLE].scan()["Items"]
        ends = {
            item["item"].partition("#")[0]: int(item["expires_at"]) - int(NOW.timestamp()) for item in items
        }
        assert ends == {"attempt": 10 * 60, "status": 60 * 60}
        (tries,) = stored[TRIES_TABLE].scan()["Items"]
        assert int(tries["expires_at"]) - int(NOW.timestamp()) == 24 * 60 * 60


class TestBadInput:
    @pytest.mark.parametrize(
        "path",
        ["https://evil.example", "//evil.example", "/\\evil", "dashboard", "", "/a\\b", "/a\nb"],
    )
    def test_foreign_return_address_is_refused(self, rosa: Client, path: str) -> None:
        answer = rosa.post(ATTEMPTS, EID_ATTEMPT | {"returnTo": path})
        assert list(answer.problems()) == ["returnTo"]

    @pytest.mark.parametrize("change", [{"typeId": 5}, {"typeId": "3"}, {"purpose": "fun"}, {"more": 1}])
    def test_unknown_field_or_value_is_refused(self, rosa: Client, change: Any) -> None:
        assert list(rosa.post(ATTEMPTS, EID_ATTEMPT | change).problems()) == list(change)

    @pytest.mark.parametrize("type_id", [1, 2, 4])
    def test_disabled_type_is_refused(self, rosa: Client, type_id: int) -> None:
        answer = rosa.post(ATTEMPTS, EID_ATTEMPT | {"typeId": type_id})
        assert get_code(answer) == (409, "authenticationTypeNotEnabled")

    def test_unregistered_person_cannot_begin(self, world: Any) -> None:
        stranger = world.acting_as(Person(email="nobody@example.com"))
        assert get_code(stranger.post(ATTEMPTS, EID_ATTEMPT)) == (409, "notRegistered")

    def test_token_without_session_cannot_begin(self, world: Any) -> None:
        client = world.acting_as(Person(email=ROSA.email, session=""))
        assert get_code(client.post(ATTEMPTS, EID_ATTEMPT)) == (409, "sessionUnknown")
        assert client.get(STATUS).json == NOT_AUTHENTICATED

    def test_types_match_specification(self, rosa: Client) -> None:
        items = rosa.get(TYPES).json["items"]
        assert [(each["typeId"], each["isEnabled"], each["assurance"]) for each in items] == [
            (1, False, "proof"),
            (2, False, "signal"),
            (3, True, "proof"),
            (4, False, "proof"),
        ]
        assert [each["maxTries"] for each in items] == [None, None, MAX_FAILURES, None]
        assert items[2]["logoutPath"] == "/enhancedauthentication/eid?action=logout"


def test_portal_without_types_locks_no_account(client: Client) -> None:
    acting = register(client)
    nothing: Callable[[str], Any] = lambda path: acting.get(path).json  # noqa: E731
    assert nothing(LOCKED_OUT) == {"isLockedOut": False, "until": None, "reason": None}
    assert not any(each["isEnabled"] for each in nothing(TYPES)["items"])
    assert NOW.year == 2026
