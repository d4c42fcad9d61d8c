"""Credit bureau check: the function with the sandbox bureau."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from threading import Event
from typing import Any

import boto3
import pytest
from starlette.responses import JSONResponse

from domains.agencies.network import NetworkRules
from domains.agencies.protocol import MatchedPerson
from domains.agencies.signatures import ParameterCredentials
from domains.agencies.transport import Transport
from domains.assurance.enhanced_authentication import CREDIT_BUREAU
from domains.assurance.slots import TryLimit
from functions.authentication.credit_bureau import CreditBureau
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.service import EnabledType
from infrastructure.sandbox.credit_bureau import CREDIT_FILES, NONE_OF_THESE, SandboxCreditBureau
from infrastructure.sandbox.samples import ROSA as SAMPLE_ROSA
from infrastructure.sandbox.samples import Owner
from tests.api.authentication_fixtures import BEN, service
from tests.api.authentication_support import (
    ATTEMPTS,
    NOW,
    PORTAL,
    STATUS,
    TYPES,
    AuthenticationWorld,
    IdentityService,
    get_code,
    get_result,
    list_subjects,
)
from tests.api.local_servers import LocalServer, make_recorded_app, run_local_server
from tests.api.profile_support import ROSA, register
from tests.api.support import AUTHENTICATION_TABLE, TELEMETRY, Answer, Client, Person

__all__ = ["service"]

KEY = "names the portal"
KEY_NAME = "/saguaro/test/creditbureau/key"
MAX_FAILURES = 3
QUIZ = {"typeId": CREDIT_BUREAU, "purpose": "account", "returnTo": "/dashboard"}

# Matches the data that `tests.api.profile_support.register` sends.
REGISTERED = MatchedPerson(legal_first_name="ROSA", legal_last_name="Delgado", date_of_birth=date(1988, 4, 2))


@dataclass
class Bureau:
    """Running bureau.

    Attributes:
        asked: method, path and body of each call.
    """

    url: str
    sandbox: SandboxCreditBureau
    server: LocalServer
    asked: list[tuple[str, str]] = field(default_factory=list)

    def switch(self, mode: str) -> None:
        self.sandbox.switch.mode = mode

    def right(self, question_id: str, quiz: Any) -> str:
        """Return the correct choice of a question according to the credit file."""
        (question,) = [each for each in quiz["questions"] if each["questionId"] == question_id]
        known = {choice["text"]: choice["choiceId"] for choice in question["choices"]}
        file = CREDIT_FILES[str(SAMPLE_ROSA.email)]
        return str(known[file.get(question_id, NONE_OF_THESE.en)])


@pytest.fixture
def bureau() -> Iterator[Bureau]:
    with run_local_server() as server:
        stopping = Event()
        people = (Owner(REGISTERED, SAMPLE_ROSA.email),)
        sandbox = SandboxCreditBureau(KEY, PORTAL, people, stopping.wait)
        made = Bureau(f"http://localhost:{server.port}/creditbureau", sandbox, server)
        server.app = make_recorded_app(
            sandbox.routes, lambda request, body: made.asked.append((request.method, body.decode()))
        )
        try:
            yield made
        finally:
            stopping.set()


def store_key(key: str) -> ParameterCredentials:
    """Return a Parameter Store with this key."""
    boto3.client("ssm").put_parameter(Name=KEY_NAME, Value=key, Type="SecureString", Overwrite=True)
    return ParameterCredentials("")


@dataclass
class QuizWorld:
    """World with people who answer a bureau's questions."""

    world: AuthenticationWorld
    bureau: Bureau

    def acting_as(self, person: Person, credentials: ParameterCredentials | None = None) -> Client:
        transport = Transport(NetworkRules("any", "localhost"))
        provider = CreditBureau(self.bureau.url, credentials or store_key(KEY), KEY_NAME, transport)
        kind = EnabledType(lambda: provider, TryLimit(MAX_FAILURES), takes_slot_at_beginning=True)
        recorder = OutcomeRecorder(TELEMETRY)
        return self.world.acting_as(person, enabled={CREDIT_BUREAU: kind}, recorder=recorder)

    def begin(self, client: Client) -> Any:
        """Begin an attempt and return it with the bureau's questions."""
        answer = client.post(ATTEMPTS, QUIZ)
        assert (answer.status, answer.json["mode"]) == (201, "quiz"), answer
        return client.get(f"{ATTEMPTS}/{answer.json['attemptId']}").json

    def answers(self, attempt: Any, wrong: int = 0) -> list[dict[str, str]]:
        """Return the correct answers, except for a number of wrong ones."""
        quiz = attempt["quiz"]
        sent = []
        for place, question in enumerate(quiz["questions"]):
            right = self.bureau.right(question["questionId"], quiz)
            others = [each["choiceId"] for each in question["choices"] if each["choiceId"] != right]
            choice = others[0] if place < wrong else right
            sent.append({"questionId": question["questionId"], "choiceId": choice})
        return sent

    def complete(self, client: Client, attempt: Any, wrong: int = 0) -> Answer:
        path = f"{ATTEMPTS}/{attempt['attemptId']}/completion"
        return client.post(path, {"quiz": {"answers": self.answers(attempt, wrong)}})


@pytest.fixture
def world(client: Client, service: IdentityService, bureau: Bureau) -> QuizWorld:
    world = AuthenticationWorld(client, service)
    register(client)
    register(client, BEN)
    return QuizWorld(world, bureau)


@pytest.fixture
def rosa(world: QuizWorld) -> Client:
    return world.acting_as(ROSA)


class TestAnswering:
    @pytest.mark.parametrize("wrong", [0, 1])
    def test_four_right_answers_are_signal_but_no_proof(
        self, world: QuizWorld, rosa: Client, wrong: int
    ) -> None:
        assert get_result(world.complete(rosa, world.begin(rosa), wrong)) == ("verified", None)
        status = rosa.get(STATUS).json
        assert (status["enhancedAuthenticationTypeId"], status["assurance"]) == (CREDIT_BUREAU, "signal")
        assert "You passed an identity check" in list_subjects(rosa)
        assert "You proved who you are" not in list_subjects(rosa)

    def test_two_wrong_answers_fail(self, world: QuizWorld, rosa: Client) -> None:
        assert get_result(world.complete(rosa, world.begin(rosa), 2)) == ("failed", "wrongAnswers")
        assert rosa.get(STATUS).json["isAuthenticated"] is False

    def test_unanswered_question_is_wrong(self, world: QuizWorld, rosa: Client) -> None:
        attempt = world.begin(rosa)
        path = f"{ATTEMPTS}/{attempt['attemptId']}/completion"
        answer = rosa.post(path, {"quiz": {"answers": world.answers(attempt)[:3]}})
        assert get_result(answer) == ("failed", "wrongAnswers")

    def test_reopened_attempt_shows_same_questions(self, world: QuizWorld, rosa: Client) -> None:
        attempt = world.begin(rosa)
        again = rosa.get(f"{ATTEMPTS}/{attempt['attemptId']}").json
        assert again["quiz"] == attempt["quiz"]
        assert len(attempt["quiz"]["questions"]) == 5

    def test_questions_are_in_request_language(self, world: QuizWorld, rosa: Client) -> None:
        attempt = world.begin(rosa.sending(accept_language="es"))
        assert all(each["text"].startswith("¿") for each in attempt["quiz"]["questions"])

    def test_questions_do_not_repeat_within_one_day(self, world: QuizWorld, rosa: Client) -> None:
        quizzes = [world.begin(rosa)["quiz"]["questions"] for _ in range(MAX_FAILURES)]
        file = CREDIT_FILES[str(SAMPLE_ROSA.email)]
        asked = [[each["questionId"] for each in questions] for questions in quizzes]
        assert len({topic for topics in asked for topic in topics}) == 5 * MAX_FAILURES
        assert [sum(topic not in file for topic in topics) for topics in asked] == [1] * MAX_FAILURES

    def test_attempt_expires_after_five_minutes(self, world: QuizWorld, rosa: Client, bureau: Bureau) -> None:
        bureau.switch("expired")
        assert get_result(world.complete(rosa, world.begin(rosa))) == ("failed", "tooLate")

    def test_answer_of_other_kind_is_404(self, world: QuizWorld, rosa: Client) -> None:
        path = f"{ATTEMPTS}/{world.begin(rosa)['attemptId']}/completion"
        assert get_code(rosa.post(path, {"liveness": {}})) == (404, "attemptNotFound")


class TestRefusals:
    @pytest.mark.parametrize("mode", ["frozen", "thinFile", "noMatch", "deceased"])
    def test_each_unusable_file_state_has_same_reason(
        self, world: QuizWorld, rosa: Client, bureau: Bureau, mode: str, log_of: Any
    ) -> None:
        log = log_of(rosa, "authentication")
        bureau.switch(mode)
        attempt = world.begin(rosa)
        assert (attempt["state"], attempt["reason"]) == ("failed", "creditFileNotUsable")
        assert attempt["quiz"] is None
        assert mode not in log()
        for _ in range(MAX_FAILURES - 1):
            world.begin(rosa)
        assert get_code(rosa.post(ATTEMPTS, QUIZ)) == (429, "authenticationTypeLocked")

    @pytest.mark.parametrize("mode", ["error", "malformed"])
    def test_failing_bureau_uses_no_try(
        self, world: QuizWorld, rosa: Client, bureau: Bureau, mode: str
    ) -> None:
        bureau.switch(mode)
        for _ in range(MAX_FAILURES + 1):
            assert get_code(rosa.post(ATTEMPTS, QUIZ)) == (503, "identityServiceUnavailable")
        bureau.switch("normal")
        assert get_result(world.complete(rosa, world.begin(rosa))) == ("verified", None)

    def test_key_unknown_to_bureau_uses_no_try(self, world: QuizWorld) -> None:
        rosa = world.acting_as(ROSA, store_key("of somebody else"))
        for _ in range(MAX_FAILURES + 1):
            assert get_code(rosa.post(ATTEMPTS, QUIZ)) == (503, "identityServiceUnavailable")
        store_key(KEY)
        assert get_result(world.complete(rosa, world.begin(rosa))) == ("verified", None)

    def test_failure_during_answer_uses_no_try(self, world: QuizWorld, rosa: Client, bureau: Bureau) -> None:
        for _ in range(MAX_FAILURES + 1):
            attempt = world.begin(rosa)
            sent = world.answers(attempt)
            bureau.switch("error")
            path = f"{ATTEMPTS}/{attempt['attemptId']}/completion"
            answer = rosa.post(path, {"quiz": {"answers": sent}})
            assert get_code(answer) == (503, "identityServiceUnavailable")
            bureau.switch("normal")

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda said: said | {"questions": []},
            lambda said: said | {"questions": [said["questions"][0]] * 2},
            lambda said: said | {"questions": [said["questions"][0] | {"choices": []}]},
            lambda said: said | {"questions": [said["questions"][0] | {"text": "x" * 301}]},
            lambda said: said | {"expiresAt": "soon"},
            lambda said: said | {"id": ""},
            lambda said: [said],
        ],
    )
    def test_malformed_quiz_is_refused(
        self, world: QuizWorld, rosa: Client, bureau: Bureau, spoil: Callable[[Any], Any]
    ) -> None:
        attempt = world.begin(rosa)
        quiz = [
            {
                "id": each["questionId"],
                "text": each["text"],
                "choices": [{"id": choice["choiceId"], "text": choice["text"]} for choice in each["choices"]],
            }
            for each in attempt["quiz"]["questions"]
        ]
        said = {"outcome": "quiz", "id": "1", "expiresAt": "2099-01-01T00:00:00+00:00", "questions": quiz}
        bureau.server.app = JSONResponse(spoil(said), 201)
        assert get_code(rosa.post(ATTEMPTS, QUIZ)) == (503, "identityServiceUnavailable")


class TestLimits:
    def test_fourth_quiz_in_one_day_is_refused(self, world: QuizWorld, rosa: Client, bureau: Bureau) -> None:
        for _ in range(MAX_FAILURES):
            world.begin(rosa)
        before = len(bureau.asked)
        assert get_code(rosa.post(ATTEMPTS, QUIZ)) == (429, "authenticationTypeLocked")
        assert len(bureau.asked) == before
        (offered,) = [each for each in rosa.get(TYPES).json["items"] if each["isEnabled"]]
        assert offered["lockedUntil"] == "2026-11-24T18:30:00Z"
        world.world.now = NOW + timedelta(hours=24)
        world.begin(rosa)

    def test_accounts_of_same_person_share_tries(
        self, world: QuizWorld, rosa: Client, bureau: Bureau
    ) -> None:
        stranger = world.acting_as(BEN)
        for _ in range(MAX_FAILURES - 1):
            world.begin(stranger)
        world.begin(rosa)
        before = len(bureau.asked)
        for client in (rosa, stranger):
            assert get_code(client.post(ATTEMPTS, QUIZ)) == (429, "authenticationTypeLocked")
            (offered,) = [each for each in client.get(TYPES).json["items"] if each["isEnabled"]]
            assert offered["lockedUntil"] == "2026-11-24T18:30:00Z"
        assert len(bureau.asked) == before

    def test_lock_notice_names_tries_of_other_accounts(
        self, world: QuizWorld, rosa: Client, bureau: Bureau
    ) -> None:
        bureau.switch("frozen")
        world.begin(world.acting_as(BEN))
        world.begin(rosa)
        world.begin(rosa)
        (locked,) = [
            each for each in rosa.get("/api/messages").json["items"] if "is locked" in each["subject"]
        ]
        body = rosa.get(f"/api/messages/{locked['id']}").json["body"]
        assert "every account with your name and date of birth" in json.dumps(body)

    def test_other_person_is_not_locked(self, world: QuizWorld, rosa: Client, bureau: Bureau) -> None:
        other = Person(email="other@example.com", name="Other")
        registration = {
            "legalFirstName": "Rosa",
            "legalLastName": "Delgado",
            "dateOfBirth": "1988-04-03",
            "countyId": "pima",
            "language": "en",
        }
        assert rosa.acting_as(other).post("/api/users/register", registration).status == 201
        for _ in range(MAX_FAILURES):
            world.begin(rosa)
        assert world.acting_as(other).post(ATTEMPTS, QUIZ).status == 201

    def test_success_clears_shared_tries(self, world: QuizWorld, rosa: Client) -> None:
        world.begin(world.acting_as(BEN))
        assert get_result(world.complete(rosa, world.begin(rosa))) == ("verified", None)
        for _ in range(MAX_FAILURES):
            world.begin(rosa)

    def test_last_quiz_can_be_answered(self, world: QuizWorld, rosa: Client) -> None:
        attempts = [world.begin(rosa) for _ in range(MAX_FAILURES)]
        assert get_result(world.complete(rosa, attempts[-1])) == ("verified", None)
        world.begin(rosa)


class TestRefusedAnswers:
    @pytest.mark.parametrize(
        "spoil",
        [
            lambda sent: [sent[0] | {"questionId": "unknown"}, *sent[1:]],
            lambda sent: [sent[0] | {"choiceId": "99"}, *sent[1:]],
            lambda sent: [*sent, sent[0]],
        ],
        ids=["unknown question", "unknown choice", "question twice"],
    )
    def test_count_as_try(
        self, world: QuizWorld, rosa: Client, spoil: Callable[[list[dict[str, str]]], list[dict[str, str]]]
    ) -> None:
        for _ in range(MAX_FAILURES):
            attempt = world.begin(rosa)
            path = f"{ATTEMPTS}/{attempt['attemptId']}/completion"
            answer = rosa.post(path, {"quiz": {"answers": spoil(world.answers(attempt))}})
            assert get_result(answer) == ("failed", "answerRefused")
        assert get_code(rosa.post(ATTEMPTS, QUIZ)) == (429, "authenticationTypeLocked")

    def test_are_too_late_after_bureau_dropped_quiz(
        self, world: QuizWorld, rosa: Client, bureau: Bureau
    ) -> None:
        for _ in range(MAX_FAILURES):
            attempt = world.begin(rosa)
            sent = world.answers(attempt)
            bureau.sandbox.forget_quizzes()
            path = f"{ATTEMPTS}/{attempt['attemptId']}/completion"
            assert get_result(rosa.post(path, {"quiz": {"answers": sent}})) == ("failed", "tooLate")
        assert get_code(rosa.post(ATTEMPTS, QUIZ)) == (429, "authenticationTypeLocked")


class TestStorage:
    def test_quiz_and_person_are_not_stored_or_logged(
        self, world: QuizWorld, rosa: Client, log_of: Any
    ) -> None:
        log = log_of(rosa, "authentication")
        attempt = world.begin(rosa)
        world.complete(rosa, attempt)
        kept = AuthenticationRepository(AUTHENTICATION_TABLE).get_attempt(ROSA.user_id, attempt["attemptId"])
        assert kept is not None
        assert set(kept.kept) == {"quiz"}
        words = [each["text"] for each in attempt["quiz"]["questions"]]
        words += [choice["text"] for each in attempt["quiz"]["questions"] for choice in each["choices"]]
        # A random id may contain the digits of a year.
        words = [word for word in words if not word.isdigit()]
        written = log() + repr(kept)
        assert [word for word in [*words, "Delgado", "1988-04-02", KEY] if word in written] == []

    def test_bureau_gets_only_name_birth_date_and_language(
        self, world: QuizWorld, rosa: Client, bureau: Bureau
    ) -> None:
        world.begin(rosa)
        sent = json.loads(bureau.asked[0][1])
        assert sent.keys() == {"reference", "firstName", "lastName", "dateOfBirth", "language"}


def test_quiz_of_other_person_is_404(world: QuizWorld, rosa: Client) -> None:
    attempt = world.begin(rosa)
    ben = world.acting_as(BEN)
    assert get_code(ben.get(f"{ATTEMPTS}/{attempt['attemptId']}")) == (404, "attemptNotFound")
    assert get_code(world.complete(ben, attempt)) == (404, "attemptNotFound")
