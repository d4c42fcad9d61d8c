"""Accounts at agencies: passwords are passed on and leave no trace."""

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from functions.businessagency.repository import AgencyAccountsRepository
from tests.api.agency_accounts_support import (
    AGENCIES,
    NAME,
    PASSWORD,
    USER,
    AccountAgency,
    AccountsWorld,
    make_manifest_with_accounts,
)
from tests.api.agency_support import AGENCY, make_manifest, run_agency
from tests.api.faults import lose_reply
from tests.api.profile_support import ROSA, register
from tests.api.support import AGENCY_ACCOUNTS_TABLE, Answer, Client, Person

BEN = Person(email="ben@example.com", name="Ben Whitehorse")
NEWCOMER = Person(email="nora@example.com")
NEW_PASSWORD = "eight javelinas at dusk"
WRONG = "not the right one at all"
REGISTRATION = {"userName": "rosa.new", "email": "rosa@example.com", "password": NEW_PASSWORD}
CREDENTIALS = {"userName": NAME, "password": PASSWORD}


@pytest.fixture
def agency() -> Iterator[Any]:
    with run_agency(AccountAgency()) as agency:
        yield agency


@pytest.fixture
def world(client: Client, agency: Any) -> AccountsWorld:
    world = AccountsWorld(client, agency)
    world.register(make_manifest_with_accounts(agency.endpoint))
    register(client)
    register(client, BEN)
    return world


@pytest.fixture
def rosa(world: AccountsWorld) -> Any:
    return world.with_accounts(ROSA)


@pytest.fixture
def ben(world: AccountsWorld) -> Any:
    return world.with_accounts(BEN)


def link(client: Client, **changes: Any) -> Answer:
    return client.post(f"{USER}/link", CREDENTIALS | changes)


def get_outcome(answer: Any) -> tuple[Any, ...]:
    return answer.status, answer.json.get("code") if isinstance(answer.json, dict) else None


def get_state(client: Client) -> Any:
    return client.get(USER).json["state"]


class TestSeeing:
    def test_agency_with_accounts_is_listed_with_requirements(self, rosa: Any) -> None:
        (item,) = rosa.get(AGENCIES).json["items"]
        assert item == {
            "id": AGENCY,
            "agencyName": "Test Agency",
            "systemName": "Test account",
            "state": "notLinked",
            "userName": None,
            "linkedAt": None,
            "canRegister": True,
            "userNameHelp": "The name of your account",
            "passwordHelp": "At least 12 characters",
            "passwordMinLength": 12,
            "passwordMaxLength": 64,
        }
        assert rosa.get(USER).json == item

    def test_agency_texts_are_in_request_language(self, rosa: Any) -> None:
        assert rosa.sending(accept_language="es").get(USER).json["systemName"] == "Test account (es)"

    def test_agency_without_accounts_is_404(self, world: AccountsWorld, rosa: Any) -> None:
        world.register(make_manifest(world.agency.endpoint, agency="plain-agency"))
        world.passes(minutes=2)
        assert [item["id"] for item in rosa.get(AGENCIES).json["items"]] == [AGENCY]
        assert get_outcome(rosa.get(f"{AGENCIES}/plain-agency/user")) == (404, "agencyNotFound")

    def test_agency_that_dropped_accounts_allows_only_unlinking(
        self, world: AccountsWorld, rosa: Any, ben: Any
    ) -> None:
        assert link(rosa).status == 200
        world.register(make_manifest(world.agency.endpoint, id=f"{AGENCY}-other"))
        world.passes(minutes=2)
        assert [item["id"] for item in rosa.get(AGENCIES).json["items"]] == [AGENCY]
        assert ben.get(AGENCIES).json["items"] == []
        assert get_outcome(link(ben)) == (404, "agencyNotFound")
        assert rosa.delete(USER).json["state"] == "notLinked"


class TestLinking:
    def test_correct_credentials_link_account(self, world: AccountsWorld, rosa: Any, agency: Any) -> None:
        answer = link(rosa, userName=f"  {NAME} ")
        assert answer.status == 200, answer.text
        assert answer.json["state"] == "linked"
        assert answer.json["userName"] == NAME
        assert answer.json["linkedAt"] == world.now.isoformat().replace("+00:00", "Z")
        assert rosa.get(USER).json == answer.json
        (call,) = agency.calls
        assert call.name == "account-link"
        assert call.is_signed
        assert call.body == {"serviceId": f"{AGENCY}-vehicles", **CREDENTIALS}

    @pytest.mark.parametrize("wrong", [{"password": WRONG}, {"userName": "nobody"}])
    def test_wrong_credentials_get_identical_answers(self, rosa: Any, wrong: dict[str, Any]) -> None:
        right_name_wrong_password = link(rosa, password=WRONG)
        answer = link(rosa, **wrong)
        assert get_outcome(answer) == (409, "credentialsRefused")
        assert (answer.text, answer.headers) == (
            right_name_wrong_password.text,
            right_name_wrong_password.headers,
        )
        assert get_state(rosa) == "notLinked"

    def test_second_account_is_refused_until_unlink(self, rosa: Any, agency: Any) -> None:
        agency.accounts["other"] = ("account-9", PASSWORD)
        link(rosa)
        assert get_outcome(link(rosa, userName="other")) == (409, "alreadyLinked")
        assert agency.names() == ["account-link"], "the agency is not asked"
        rosa.delete(USER)
        assert link(rosa, userName="other").json["userName"] == "other"

    @pytest.mark.proof
    def test_parallel_links_store_one_account(self, world: AccountsWorld, agency: Any) -> None:
        agency.accounts["other"] = ("account-9", PASSWORD)
        barrier = Barrier(2)
        agency.before_answer = lambda _: barrier.wait(5)
        clients = [world.with_accounts(ROSA) for _ in range(2)]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda each, name: link(each, userName=name), clients, [NAME, "other"]))
        assert sorted(get_outcome(answer)[0] for answer in answers) == [200, 409]
        reported = next(answer.json["userName"] for answer in answers if answer.status == 200)
        assert clients[0].get(USER).json["userName"] == reported

    def test_unregistered_person_cannot_link_or_register(self, world: AccountsWorld) -> None:
        assert get_outcome(link(world.with_accounts(NEWCOMER))) == (409, "notRegistered")
        assert get_outcome(world.with_accounts(NEWCOMER).post(f"{USER}/register", REGISTRATION)) == (
            409,
            "notRegistered",
        )

    @pytest.mark.parametrize("mode", ["error", "malformed", "refused", "redirect", "unauthorised"])
    def test_unavailable_agency_links_nothing(
        self, rosa: Any, agency: Any, stored: Mapping[str, Any], mode: str
    ) -> None:
        agency.mode = mode
        assert get_outcome(link(rosa)) == (503, "agencyUnavailable")
        assert get_state(rosa) == "notLinked"
        attempts = stored[AGENCY_ACCOUNTS_TABLE].scan()["Items"]
        # An unavailable agency locks no account.
        assert [json.loads(each["content"])["calls"] for each in attempts] == [[], []]

    @pytest.mark.parametrize(
        "answer", [{"outcome": "done"}, {"outcome": "userNameTaken"}, {"outcome": "yes"}]
    )
    def test_invalid_agency_answer_links_nothing(
        self, rosa: Any, agency: Any, monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any]
    ) -> None:
        monkeypatch.setattr(agency, "answer", lambda *_: (200, answer))
        assert get_outcome(link(rosa)) == (503, "agencyUnavailable")
        assert get_state(rosa) == "notLinked"

    @pytest.mark.parametrize("place", range(10))
    @pytest.mark.parametrize("also_again", [False, True])
    def test_lost_table_reply_keeps_link_consistent(self, rosa: Any, place: int, also_again: bool) -> None:
        with lose_reply(place, also_again=also_again):
            answer = link(rosa)
        if answer.status == 200:
            assert get_state(rosa) == "linked"
        else:
            assert also_again, answer.text
            again = link(rosa)
            assert again.status == 200 or again.json["code"] == "alreadyLinked"
            assert get_state(rosa) == "linked"


class TestRegistering:
    def test_new_account_is_created_and_linked(self, rosa: Any, agency: Any) -> None:
        answer = rosa.post(f"{USER}/register", REGISTRATION | {"email": " rosa@Example.com "})
        assert answer.status == 201, answer.text
        assert (answer.json["state"], answer.json["userName"]) == ("linked", "rosa.new")
        assert agency.calls[0].body == REGISTRATION | {"serviceId": f"{AGENCY}-vehicles"}

    def test_taken_user_name_is_reported_at_field(self, rosa: Any) -> None:
        problems = rosa.post(f"{USER}/register", REGISTRATION | {"userName": NAME}).problems()
        assert list(problems) == ["userName"]
        assert "link it" in problems["userName"][0]

    def test_refused_password_is_reported_at_field(self, rosa: Any, agency: Any) -> None:
        name = "a name of many letters"
        problems = rosa.post(f"{USER}/register", REGISTRATION | {"userName": name, "password": name.upper()})
        assert list(problems.problems()) == ["password"]
        assert agency.names() == ["account-registration"]

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"userName": "   "}, "userName"),
            ({"userName": "x" * 101}, "userName"),
            ({"email": "rosa"}, "email"),
            ({"email": "rosa@example\n.com"}, "email"),
            ({"password": "eleven char"}, "password"),
            ({"password": "x" * 65}, "password"),
            ({"password": "x" * 10_000}, "password"),
            ({"password": ""}, "password"),
            ({"password": 12345678901234}, "password"),
            ({"remember": True}, "remember"),
        ],
    )
    def test_invalid_registration_is_refused_before_agency_call(
        self, rosa: Any, agency: Any, stored: Mapping[str, Any], wrong: dict[str, Any], field: str
    ) -> None:
        answer = rosa.post(f"{USER}/register", REGISTRATION | wrong)
        assert list(answer.problems()) == [field]
        assert agency.calls == []
        assert stored[AGENCY_ACCOUNTS_TABLE].scan()["Items"] == []

    @pytest.mark.parametrize("language", ["en", "es"])
    def test_password_length_error_names_agency_limits(self, rosa: Any, language: str) -> None:
        answer = rosa.sending(accept_language=language).post(
            f"{USER}/register", REGISTRATION | {"password": "short"}
        )
        (message,) = answer.problems()["password"]
        assert "12" in message
        assert "64" in message

    def test_registration_at_agency_without_sign_up_is_refused(self, world: AccountsWorld, rosa: Any) -> None:
        world.register(make_manifest_with_accounts(world.agency.endpoint, canRegister=False))
        world.passes(minutes=2)
        assert get_outcome(rosa.post(f"{USER}/register", REGISTRATION)) == (409, "registrationClosed")
        assert rosa.get(USER).json["canRegister"] is False

    def test_account_with_lost_reply_can_be_linked(
        self, rosa: Any, agency: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answer = agency.answer
        monkeypatch.setattr(agency, "answer", lambda name, body: (answer(name, body), (500, {}))[1])
        assert get_outcome(rosa.post(f"{USER}/register", REGISTRATION)) == (503, "agencyUnavailable")
        assert get_state(rosa) == "notLinked"
        monkeypatch.setattr(agency, "answer", answer)
        assert link(rosa, userName="rosa.new", password=NEW_PASSWORD).status == 200


class TestUnlinking:
    def test_unlink_removes_account_and_notifies_agency(self, rosa: Any, agency: Any) -> None:
        link(rosa)
        answer = rosa.delete(USER)
        assert (answer.status, answer.json["state"], answer.json["userName"]) == (200, "notLinked", None)
        assert agency.calls[-1].name == "account-unlink"
        assert agency.calls[-1].body["reference"] == "account-1"

    def test_unlink_works_when_agency_is_unavailable(self, rosa: Any, agency: Any) -> None:
        link(rosa)
        agency.mode = "error"
        assert rosa.delete(USER).json["state"] == "notLinked"
        assert get_state(rosa) == "notLinked"


class TestPasswords:
    def test_password_change_with_current_password_succeeds(self, rosa: Any, agency: Any) -> None:
        link(rosa)
        answer = rosa.post(f"{USER}/password", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        assert (answer.status, answer.json["state"]) == (200, "linked")
        assert agency.accounts[NAME] == ("account-1", NEW_PASSWORD)

    def test_wrong_current_password_is_refused(self, rosa: Any, agency: Any) -> None:
        link(rosa)
        answer = rosa.post(f"{USER}/password", {"currentPassword": WRONG, "newPassword": NEW_PASSWORD})
        assert get_outcome(answer) == (409, "credentialsRefused")
        assert agency.accounts[NAME] == ("account-1", PASSWORD)

    @pytest.mark.parametrize("new", ["short", NAME.upper(), "x" * 65, "x" * 10_000])
    def test_invalid_new_password_is_reported_at_field(self, rosa: Any, new: str) -> None:
        link(rosa)
        answer = rosa.post(f"{USER}/password", {"currentPassword": PASSWORD, "newPassword": new})
        assert list(answer.problems()) == ["newPassword"]

    def test_password_change_without_account_is_refused(self, rosa: Any, agency: Any) -> None:
        answer = rosa.post(f"{USER}/password", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        assert get_outcome(answer) == (409, "notLinked")
        assert agency.calls == []

    @pytest.mark.parametrize("name", [NAME, "nobody"])
    def test_password_reset_answer_is_same_for_all_user_names(
        self, rosa: Any, agency: Any, name: Any
    ) -> None:
        answer = rosa.post(f"{USER}/forgot-password", {"userName": f" {name}"})
        assert (answer.status, answer.json) == (202, {"outcome": "asked"})
        assert agency.calls[0].body["userName"] == name


class TestLimits:
    def test_five_failures_lock_for_one_hour(self, world: AccountsWorld, rosa: Any, agency: Any) -> None:
        for _ in range(5):
            assert link(rosa, password=WRONG).status == 409
            world.passes(minutes=1)
        locked = link(rosa)
        assert get_outcome(locked) == (429, "tooManyAttempts")
        assert locked.headers["retry-after"] == str(55 * 60)
        assert len(agency.calls) == 5
        world.passes(seconds=55 * 60 - 1)
        assert link(rosa).headers["retry-after"] == "1"
        world.passes(seconds=1)
        assert link(rosa).status == 200

    def test_ten_successful_attempts_lock(self, world: AccountsWorld, rosa: Any) -> None:
        for _ in range(10):
            assert link(rosa).status == 200
            rosa.delete(USER)
            world.passes(minutes=1)
        locked = link(rosa)
        assert get_outcome(locked) == (429, "tooManyAttempts")
        assert locked.headers["retry-after"] == str(50 * 60)

    def test_taken_user_names_count_as_failures(self, rosa: Any) -> None:
        for _ in range(5):
            assert rosa.post(f"{USER}/register", REGISTRATION | {"userName": NAME}).status == 400
        assert rosa.post(f"{USER}/register", REGISTRATION).status == 429

    def test_password_changes_share_limit_with_linking(self, rosa: Any) -> None:
        link(rosa)
        for _ in range(5):
            rosa.post(f"{USER}/password", {"currentPassword": WRONG, "newPassword": NEW_PASSWORD})
        right = rosa.post(f"{USER}/password", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        assert get_outcome(right) == (429, "tooManyAttempts")

    def test_password_reset_has_separate_limit(self, rosa: Any) -> None:
        for _ in range(5):
            assert link(rosa, password=WRONG).status == 409
        for _ in range(5):
            assert rosa.post(f"{USER}/forgot-password", {"userName": NAME}).status == 202
        assert rosa.post(f"{USER}/forgot-password", {"userName": NAME}).status == 429

    def test_limit_is_per_person_and_agency(self, world: AccountsWorld, rosa: Any, ben: Any) -> None:
        other = "other-agency"
        world.register(make_manifest_with_accounts(world.agency.endpoint, other))
        world.passes(minutes=2)
        for _ in range(6):
            link(rosa, password=WRONG)
        assert link(rosa).status == 429
        assert link(ben).status == 200
        assert rosa.post(f"{AGENCIES}/{other}/user/link", CREDENTIALS).status == 200

    def test_guesses_per_user_name_are_limited_across_accounts(
        self, world: AccountsWorld, agency: Any
    ) -> None:
        strangers = [Person(f"stranger{number}@example.com") for number in range(4)]
        spellings = [NAME, NAME.upper(), f" {NAME} ", NAME]
        answers = []
        for person, spelling in zip(strangers, spellings, strict=True):
            register(world.client, person)
            client = world.with_accounts(person)
            answers += [link(client, userName=spelling, password=WRONG) for _ in range(4)]
        assert [get_outcome(answer) for answer in answers] == (
            [(409, "credentialsRefused")] * 10 + [(429, "tooManyAttempts")] * 6
        )
        assert len(agency.calls) == 10
        world.passes(hours=1)
        assert link(world.with_accounts(strangers[0])).status == 200

    @pytest.mark.proof
    def test_parallel_guesses_reach_agency_five_times(self, world: AccountsWorld, agency: Any) -> None:
        clients = [world.with_accounts(ROSA) for _ in range(20)]
        with ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda each: link(each, password=WRONG), clients))
        assert sorted(get_outcome(answer) for answer in answers) == (
            [(409, "credentialsRefused")] * 5 + [(429, "tooManyAttempts")] * 15
        )
        assert len(agency.calls) == 5
        assert {answer.headers["retry-after"] for answer in answers if answer.status == 429} == {"3600"}

    def test_attempts_have_expiry_time(
        self, world: AccountsWorld, rosa: Any, stored: Mapping[str, Any]
    ) -> None:
        link(rosa, password=WRONG)
        items = stored[AGENCY_ACCOUNTS_TABLE].scan()["Items"]
        assert [item["remove_at"] for item in items] == [int(world.now.timestamp()) + 7200] * 2


class TestSecrecy:
    def test_passwords_are_absent_from_logs_answers_and_tables(
        self, rosa: Any, agency: Any, log_of: Any, stored: Mapping[str, Any]
    ) -> None:
        log = log_of(rosa, "businessagency")
        wanted = [PASSWORD, NEW_PASSWORD, WRONG]
        answers = [
            link(rosa, password=WRONG),
            link(rosa),
            rosa.post(f"{USER}/password", {"currentPassword": WRONG, "newPassword": NEW_PASSWORD}),
            rosa.post(f"{USER}/password", {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}),
            rosa.post(f"{USER}/password", {"currentPassword": WRONG, "newPassword": WRONG * 20}),
            rosa.delete(USER),
            rosa.post(f"{USER}/register", REGISTRATION),
            rosa.post(f"{USER}/register", {**REGISTRATION, "extra": WRONG}),
        ]
        agency.mode = "error"
        answers.append(link(rosa, password=WRONG))
        agency.mode = "malformed"
        answers.append(rosa.post(f"{USER}/password", {"currentPassword": PASSWORD, "newPassword": WRONG}))
        logged = log()
        assert logged.count("agency call") >= 6, "what is looked for would be here"
        kept = str([table.scan()["Items"] for table in stored.values()])
        assert NAME not in logged
        for password in wanted:
            assert all(password not in answer.text for answer in answers)
            assert password not in logged
            assert password not in kept

    def test_traceback_contains_no_password(self, world: AccountsWorld, log_of: Any) -> None:
        class Broken(AgencyAccountsRepository):
            def link_account(self, *arguments: Any) -> Any:
                raise RuntimeError(f"broken with {arguments}")

        rosa = world.with_accounts(ROSA, repository=Broken(AGENCY_ACCOUNTS_TABLE))
        log = log_of(rosa, "businessagency")
        assert link(rosa).status == 500
        logged = log()
        assert "broken with" in logged
        assert PASSWORD not in logged
