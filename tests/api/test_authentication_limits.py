"""Enhanced authentication: locks after failures, and tries that count from the start."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any
from unittest import mock

import pytest

from domains.assurance.enhanced_authentication import CREDIT_BUREAU
from domains.assurance.slots import TryLimit
from functions.authentication.attempt import ProviderJudgment
from functions.authentication.eid import ElectronicIdentity
from functions.authentication.provider import AuthenticationProviderUnavailable, Provider
from functions.authentication.service import EnabledType
from tests.api.authentication_fixtures import BEN, LATER, rosa, service, world
from tests.api.authentication_support import (
    ATTEMPTS,
    EID_ATTEMPT,
    LOCKED_OUT,
    MAX_FAILURES,
    NOT_AUTHENTICATED,
    STATUS,
    TYPES,
    AsksAtOnce,
    fail,
    get_code,
    list_subjects,
)
from tests.api.profile_support import ROSA
from tests.api.support import (
    Answer,
    Client,
)

__all__ = ["rosa", "service", "world"]


OTHER = {"given_name": "Ben", "family_name": "Whitehorse", "birthdate": "1971-11-02"}


class TestLocks:
    def test_five_failures_lock_for_one_day(self, world: Any, rosa: Client) -> None:
        for number in range(MAX_FAILURES):
            assert rosa.get(LOCKED_OUT).json["isLockedOut"] is False, number
            fail(world, rosa)
            world.now += timedelta(minutes=1)
        until = "2026-11-24T18:30:00Z"
        assert rosa.get(LOCKED_OUT).json == {
            "isLockedOut": True,
            "until": until,
            "reason": "tooManyFailures",
        }
        types = {each["typeId"]: each for each in rosa.get(TYPES).json["items"]}
        assert [types[type_id]["lockedUntil"] for type_id in (1, 2, 3, 4)] == [None, None, until, None]
        refused = rosa.post(ATTEMPTS, EID_ATTEMPT)
        assert get_code(refused) == (429, "authenticationTypeLocked")
        assert refused.headers["retry-after"] == str(24 * 3600 - 5 * 60)
        world.now = datetime.fromisoformat(until)
        assert rosa.get(LOCKED_OUT).json["isLockedOut"] is False
        assert world.step_up(rosa).json["state"] == "verified"

    def test_success_clears_failures(self, world: Any, rosa: Client) -> None:
        for _ in range(MAX_FAILURES - 1):
            fail(world, rosa)
        assert world.step_up(rosa).json["state"] == "verified"
        for _ in range(MAX_FAILURES - 1):
            fail(world, rosa)
        assert rosa.get(LOCKED_OUT).json["isLockedOut"] is False

    def test_lock_applies_to_all_sessions_of_person_only(self, world: Any, rosa: Client) -> None:
        for _ in range(MAX_FAILURES):
            fail(world, rosa)
        assert world.acting_as(LATER).post(ATTEMPTS, EID_ATTEMPT).status == 429
        assert world.acting_as(BEN).post(ATTEMPTS, EID_ATTEMPT).status == 201

    def test_attempt_begun_before_lock_is_refused_after_lock(self, world: Any, rosa: Client) -> None:
        early = world.begin(rosa)
        answer = world.service.answer(early["redirectUrl"])
        for _ in range(MAX_FAILURES):
            fail(world, rosa)
        before = world.service.asked.count("token")
        assert get_code(world.complete(rosa, early, answer)) == (429, "authenticationTypeLocked")
        assert world.service.asked.count("token") == before

    @pytest.mark.proof
    def test_parallel_failures_reach_service_five_times(self, world: Any, rosa: Client) -> None:
        begun = [world.begin(rosa) for _ in range(50)]
        answers = [world.service.answer(each["redirectUrl"], OTHER) for each in begun]
        # Call several sandboxes: each handles a single event at a time, as deployed.
        sandboxes = [world.acting_as(ROSA) for _ in range(50)]
        barrier = Barrier(50, timeout=30)

        def run(number: int) -> int:
            barrier.wait()
            return world.complete(sandboxes[number], begun[number], answers[number]).status

        with ThreadPoolExecutor(50) as threads:
            statuses = list(threads.map(run, range(50)))
        assert set(statuses) <= {200, 409, 429}
        assert 1 <= statuses.count(200) == world.service.asked.count("token") <= MAX_FAILURES

    def test_parallel_failures_send_single_message(self, world: Any, rosa: Client) -> None:
        begun = [world.begin(rosa) for _ in range(MAX_FAILURES)]
        answers = [world.service.answer(each["redirectUrl"], OTHER) for each in begun]
        sandboxes = [world.acting_as(ROSA) for _ in begun]
        all_slots_are_taken = Barrier(MAX_FAILURES, timeout=30)

        judge = ElectronicIdentity.judge_answer

        def wait_and_judge(*arguments: Any) -> ProviderJudgment:
            all_slots_are_taken.wait()
            return judge(*arguments)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ElectronicIdentity, "judge_answer", wait_and_judge)
            with ThreadPoolExecutor(MAX_FAILURES) as threads:
                list(threads.map(world.complete, sandboxes, begun, answers))
        assert list_subjects(rosa).count("A way to prove who you are is locked") == 1

    def test_interrupted_judgment_counts_as_try(self, world: Any, rosa: Client) -> None:
        class Killed(BaseException):
            pass

        def die(*_: Any) -> Any:
            raise Killed

        for _ in range(MAX_FAILURES):
            begun = world.begin(rosa)
            answer = world.service.answer(begun["redirectUrl"])
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(ElectronicIdentity, "judge_answer", die)
                with pytest.raises(Killed):
                    world.complete(rosa, begun, answer)
        assert rosa.get(LOCKED_OUT).json["isLockedOut"] is True


class TestSlotTakenAtStart:
    LIMIT = TryLimit(max_failures=3, free_failures=2, wait=timedelta(seconds=30))

    def asking(self, world: Any, provider: Provider) -> Client:
        kind = EnabledType(lambda: provider, self.LIMIT, takes_slot_at_beginning=True)
        client: Client = world.acting_as(ROSA, enabled={CREDIT_BUREAU: kind})
        return client

    def begin(self, client: Client) -> Answer:
        return client.post(ATTEMPTS, EID_ATTEMPT | {"typeId": CREDIT_BUREAU})

    def test_try_counts_without_answer(self, world: Any, rosa: Client) -> None:
        provider = AsksAtOnce(None)
        client = self.asking(world, provider)
        assert [self.begin(client).status for _ in range(3)] == [201, 201, 429]
        assert provider.begun == 2

    def test_next_try_waits_and_last_try_locks(self, world: Any, rosa: Client) -> None:
        client = self.asking(world, AsksAtOnce("wrongPerson"))
        self.begin(client)
        self.begin(client)
        refused = self.begin(client)
        assert (refused.status, refused.headers["retry-after"]) == (429, "30")
        locked = "A way to prove who you are is locked"
        assert locked not in list_subjects(rosa)
        world.now += timedelta(seconds=30)
        assert self.begin(client).status == 201
        assert list_subjects(rosa).count(locked) == 1

    def test_answer_takes_no_second_slot(self, world: Any, rosa: Client) -> None:
        client = self.asking(world, AsksAtOnce(None))
        begun = self.begin(client).json
        path = f"{ATTEMPTS}/{begun['attemptId']}/completion"
        body = {"quiz": {"answers": [{"questionId": "1", "choiceId": "1"}]}}
        assert client.post(path, body).json["reason"] == "answerRefused"
        assert self.begin(client).status == 201

    def test_refusal_at_start_is_shown_in_attempt(self, world: Any, rosa: Client) -> None:
        client = self.asking(world, AsksAtOnce("wrongPerson"))
        attempt = client.get(f"{ATTEMPTS}/{self.begin(client).json['attemptId']}").json
        assert (attempt["state"], attempt["reason"]) == ("failed", "wrongPerson")

    def test_slot_is_returned_when_provider_is_unavailable(self, world: Any, rosa: Client) -> None:
        client = self.asking(world, AsksAtOnce(AuthenticationProviderUnavailable("away")))
        assert [self.begin(client).status for _ in range(4)] == [503] * 4

    def test_attempt_without_provider_status_is_503(self, world: Any, rosa: Client) -> None:
        client = self.asking(world, AsksAtOnce(None))
        answer = client.get(f"{ATTEMPTS}/{self.begin(client).json['attemptId']}")
        assert get_code(answer) == (503, "identityServiceUnavailable")


class TestMessages:
    def test_success_leaves_receipt(self, world: Any, rosa: Client) -> None:
        world.step_up(rosa)
        assert "You proved who you are" in list_subjects(rosa)

    def test_failures_send_message_only_when_locked(self, world: Any, rosa: Client) -> None:
        locked = "A way to prove who you are is locked"
        for _ in range(MAX_FAILURES - 1):
            fail(world, rosa)
        assert locked not in list_subjects(rosa)
        fail(world, rosa)
        assert list_subjects(rosa).count(locked) == 1

    def test_failed_receipt_stores_no_status(self, world: Any, rosa: Client) -> None:
        with mock.patch("functions.authentication.repository.write_together", side_effect=TimeoutError):
            assert world.step_up(rosa).status == 500
        assert rosa.get(STATUS).json == NOT_AUTHENTICATED
        assert "You proved who you are" not in list_subjects(rosa)
