"""Passkeys: created after a proof, and used to renew it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from fido2.webauthn import AuthenticatorData

from domains.assurance.enhanced_authentication import EID
from domains.assurance.slots import PASSKEY_TRY_LIMIT
from functions.authentication.passkeys import MAX_PASSKEYS
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.webauthn import RelyingParty
from tests.api.authentication_fixtures import BEN, LATER, service, world
from tests.api.authentication_support import (
    ATTEMPTS,
    EID_ATTEMPT,
    END,
    NOW,
    STATUS,
    AuthenticationWorld,
    get_code,
    list_subjects,
)
from tests.api.passkey_support import Device
from tests.api.profile_support import ROSA
from tests.api.profile_support import use_clock as use_profile_clock
from tests.api.support import AUTHENTICATION_TABLE, Answer, Client

__all__ = ["service", "world"]

DETAILS = "/api/profile/details"
PASSKEYS = "/api/authentication/passkeys"

PRESENT = AuthenticatorData.FLAG.UP


@pytest.fixture
def rosa(world: AuthenticationWorld) -> Client:
    """Return the client of Rosa, who is authenticated."""
    rosa = world.acting_as(ROSA)
    assert world.step_up(rosa).json["state"] == "verified"
    return rosa


@pytest.fixture
def device() -> Device:
    return Device()


def begin(client: Client) -> Any:
    answer = client.post(PASSKEYS)
    assert answer.status == 201, answer
    return answer.json


def complete(client: Client, begun: Any, creation: Any, name: str = "My phone") -> Answer:
    return client.post(f"{PASSKEYS}/{begun['passkeyId']}/completion", {"name": name, "creation": creation})


def add(client: Client, device: Device, name: str = "My phone") -> Any:
    begun = begin(client)
    answer = complete(client, begun, device.make(begun["options"]), name)
    assert answer.status == 200, answer
    return answer.json["items"][-1]


def ask(client: Client, **changes: Any) -> Any:
    answer = client.post(ATTEMPTS, EID_ATTEMPT | {"usesPasskey": True} | changes)
    assert answer.status == 201, answer
    return answer.json


def send(client: Client, begun: Any, passkey: Any) -> Answer:
    return client.post(f"{ATTEMPTS}/{begun['attemptId']}/completion", {"passkey": passkey})


def touch(client: Client, device: Device, **how: Any) -> Answer:
    begun = ask(client)
    return send(client, begun, device.touch(begun["passkeyOptions"], **how))


class TestAdding:
    def test_added_passkey_replaces_session_proof(self, rosa: Client, device: Device) -> None:
        added = add(rosa, device)
        assert added | {"passkeyId": ""} == {
            "passkeyId": "",
            "name": "My phone",
            "typeId": EID,
            "type": "Electronic ID (EID)",
            "createdAt": "2026-11-23T18:30:00Z",
            "lastUsedAt": None,
            "expiresAt": "2027-05-22T18:30:00Z",
        }
        assert rosa.get(PASSKEYS).json["items"] == [added]
        assert "A passkey was added to your account" in list_subjects(rosa)

    def test_creation_options_require_verification_and_hide_user_id(self, rosa: Client) -> None:
        options = begin(rosa)["options"]
        assert options["rp"]["id"] == "portal.example"
        assert options["authenticatorSelection"]["userVerification"] == "required"
        assert ROSA.user_id not in options["user"]["id"]

    def test_passkey_without_proof_is_refused(self, world: AuthenticationWorld) -> None:
        answer = world.acting_as(ROSA).post(PASSKEYS)
        assert get_code(answer) == (403, "enhancedAuthenticationRequired")
        assert answer.json["types"] == [EID]

    def test_expired_proof_cannot_add_passkey(self, world: AuthenticationWorld, rosa: Client) -> None:
        world.now += timedelta(hours=1)
        assert get_code(rosa.post(PASSKEYS)) == (403, "enhancedAuthenticationRequired")

    def test_passkey_proof_cannot_add_other_passkey(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        add(rosa, device)
        later = world.acting_as(LATER)
        assert touch(later, device).json["state"] == "verified"
        assert later.get(PASSKEYS).json["canAdd"] is False
        assert get_code(later.post(PASSKEYS)) == (403, "enhancedAuthenticationRequired")

    def test_repeated_creation_changes_nothing(self, rosa: Client, device: Device) -> None:
        begun = begin(rosa)
        creation = device.make(begun["options"])
        first = complete(rosa, begun, creation)
        assert complete(rosa, begun, creation).json == first.json

    def test_existing_passkeys_are_excluded(self, rosa: Client, device: Device) -> None:
        add(rosa, device)
        (excluded,) = begin(rosa)["options"]["excludeCredentials"]
        assert excluded["type"] == "public-key"

    @pytest.mark.parametrize(
        "how",
        [
            {"origin": "https://portal.example.evil.example"},
            {"origin": "http://portal.example"},
            {"flags": PRESENT},
        ],
        ids=["another origin", "no https", "nobody verified"],
    )
    def test_manipulated_creation_is_refused(self, rosa: Client, device: Device, how: Any) -> None:
        begun = begin(rosa)
        refused = complete(rosa, begun, device.make(begun["options"], **how))
        assert get_code(refused) == (409, "passkeyRefused")
        assert rosa.get(PASSKEYS).json["items"] == []

    def test_creation_for_other_challenge_is_refused(self, rosa: Client, device: Device) -> None:
        creation = device.make(begin(rosa)["options"])
        assert get_code(complete(rosa, begin(rosa), creation)) == (409, "passkeyRefused")

    def test_other_session_cannot_complete_creation(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        begun = begin(rosa)
        for other in (LATER, BEN):
            answer = complete(world.acting_as(other), begun, device.make(begun["options"]))
            assert get_code(answer) == (404, "passkeyNotFound")

    def test_creation_expires_after_ten_minutes(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        begun = begin(rosa)
        world.now += timedelta(minutes=10)
        assert get_code(complete(rosa, begun, device.make(begun["options"]))) == (404, "passkeyNotFound")

    def test_person_has_at_most_ten_passkeys(self, rosa: Client) -> None:
        for _ in range(MAX_PASSKEYS):
            add(rosa, Device())
        assert get_code(rosa.post(PASSKEYS)) == (409, "passkeyLimitReached")
        assert rosa.get(PASSKEYS).json["canAdd"] is False


class TestTouching:
    def test_passkey_renews_proof_in_other_session(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        add(rosa, device)
        world.now += timedelta(days=1)
        later = world.acting_as(LATER)
        assert later.get(STATUS).json["isAuthenticated"] is False
        begun = ask(later)
        assert begun["mode"] == "passkey"
        done = send(later, begun, device.touch(begun["passkeyOptions"]))
        assert (done.json["state"], done.json["reason"]) == ("verified", None)
        status = later.get(STATUS).json
        assert (status["enhancedAuthenticationTypeId"], status["assurance"]) == (EID, "proof")
        assert status["expiresAt"] == "2026-11-24T19:30:00Z"
        assert later.get(PASSKEYS).json["items"][0]["lastUsedAt"] == "2026-11-24T18:30:00Z"
        assert list_subjects(later)[0] == "You proved who you are"

    def test_passkey_expires_after_180_days(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        add(rosa, device)
        world.now = NOW + timedelta(days=180)
        later = world.acting_as(LATER)
        assert later.get(PASSKEYS).json["items"] == []
        refused = later.post(ATTEMPTS, EID_ATTEMPT | {"usesPasskey": True})
        assert get_code(refused) == (404, "passkeyNotFound")

    def test_passkey_expiring_during_attempt_is_refused(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        add(rosa, device)
        world.now = NOW + timedelta(days=180, minutes=-1)
        later = world.acting_as(LATER)
        begun = ask(later)
        world.now = NOW + timedelta(days=180)
        assert send(later, begun, device.touch(begun["passkeyOptions"])).json["state"] == "failed"

    @pytest.mark.parametrize(
        "how",
        [{"origin": "https://evil.example"}, {"flags": PRESENT}, {"cross_origin": True}],
        ids=["another origin", "nobody verified", "inside a frame"],
    )
    def test_manipulated_assertion_is_refused(self, rosa: Client, device: Device, how: Any) -> None:
        add(rosa, device)
        rosa.delete(END)
        refused = touch(rosa, device, **how)
        assert (refused.json["state"], refused.json["reason"]) == ("failed", "answerRefused")
        assert rosa.get(STATUS).json["isAuthenticated"] is False

    def test_other_device_is_refused(self, rosa: Client, device: Device) -> None:
        add(rosa, device)
        stranger = Device(credential_id=device.credential_id)
        assert touch(rosa, stranger).json["state"] == "failed"

    def test_passkey_of_other_person_is_refused(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        add(rosa, device)
        ben = world.acting_as(BEN)
        who_ben_is = {"given_name": "ROSA", "family_name": "Delgado", "birthdate": "1988-04-02"}
        assert world.step_up(ben, who_ben_is).json["state"] == "verified"
        add(ben, Device())
        assert touch(ben, device).json["state"] == "failed"

    def test_assertion_works_once_and_for_own_attempt(self, rosa: Client, device: Device) -> None:
        add(rosa, device)
        first, second = ask(rosa), ask(rosa)
        touched = device.touch(first["passkeyOptions"])
        assert send(rosa, second, touched).json["state"] == "failed"
        assert send(rosa, first, touched).json["state"] == "verified"
        assert get_code(send(rosa, first, touched)) == (409, "attemptUsed")

    def test_device_without_counter_is_accepted(self, rosa: Client) -> None:
        device = Device(uses=0)
        add(rosa, device)
        for _ in range(2):
            device.uses = -1
            assert touch(rosa, device).json["state"] == "verified"

    def test_copied_passkey_is_ended(self, rosa: Client, device: Device) -> None:
        add(rosa, device)
        copy = replace(device)
        for _ in range(2):
            assert touch(rosa, device).json["state"] == "verified"
        assert touch(rosa, copy).json["state"] == "failed"
        assert rosa.get(PASSKEYS).json["items"] == []
        assert "We ended one of your passkeys" in list_subjects(rosa)

    def test_too_many_failures_lock_only_passkeys(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        add(rosa, device)
        for _ in range(PASSKEY_TRY_LIMIT.max_failures):
            assert touch(rosa, device, flags=PRESENT).json["state"] == "failed"
        refused = rosa.post(ATTEMPTS, EID_ATTEMPT | {"usesPasskey": True})
        assert get_code(refused) == (429, "authenticationTypeLocked")
        assert world.step_up(rosa).json["state"] == "verified"
        assert "A way to prove who you are is locked" in list_subjects(rosa)

    def test_declined_attempts_do_not_count_as_failures(self, rosa: Client, device: Device) -> None:
        add(rosa, device)
        for _ in range(PASSKEY_TRY_LIMIT.max_failures + 1):
            assert send(rosa, ask(rosa), {"error": "declined"}).json["state"] == "canceled"


class TestKeeping:
    def test_passkey_can_be_renamed(self, rosa: Client, device: Device) -> None:
        added = add(rosa, device)
        renamed = rosa.call("PATCH", f"{PASSKEYS}/{added['passkeyId']}", {"name": "  My blue key "})
        assert renamed.json["items"] == [added | {"name": "My blue key"}]

    def test_removed_passkey_is_useless(self, rosa: Client, device: Device) -> None:
        added = add(rosa, device)
        begun = ask(rosa)
        path = f"{PASSKEYS}/{added['passkeyId']}"
        assert rosa.delete(path).json == {"items": [], "canAdd": True}
        assert get_code(rosa.delete(path)) == (404, "passkeyNotFound")
        touched = device.touch(begun["passkeyOptions"])
        assert get_code(send(rosa, begun, touched)) == (409, "attemptUsed")

    def test_removed_passkey_ends_proofs_in_every_session(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        added = add(rosa, device)
        later = world.acting_as(LATER)
        touch(later, device)
        assert later.get(STATUS).json["isAuthenticated"] is True
        rosa.delete(f"{PASSKEYS}/{added['passkeyId']}")
        assert later.get(STATUS).json["isAuthenticated"] is False
        assert rosa.get(STATUS).json["isAuthenticated"] is True

    def test_second_removal_completes_interrupted_removal(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        path = f"{PASSKEYS}/{add(rosa, device)['passkeyId']}"
        later = world.acting_as(LATER)
        touch(later, device)
        with mock.patch.object(AuthenticationRepository, "cancel_attempts", side_effect=TimeoutError):
            assert rosa.delete(path).status == 500
        assert get_code(rosa.delete(path)) == (404, "passkeyNotFound")
        assert later.get(STATUS).json["isAuthenticated"] is False

    def test_passkey_removed_during_judgment_is_refused(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        path = f"{PASSKEYS}/{add(rosa, device)['passkeyId']}"
        later = world.acting_as(LATER)
        begun = ask(later)
        read = RelyingParty.read_request

        def remove_and_read(*arguments: Any) -> Any:
            assert rosa.delete(path).status == 200
            return read(*arguments)

        with mock.patch.object(RelyingParty, "read_request", remove_and_read):
            answer = send(later, begun, device.touch(begun["passkeyOptions"]))
        assert get_code(answer) == (409, "attemptUsed")
        assert later.get(STATUS).json["isAuthenticated"] is False

    @pytest.mark.parametrize("end", ["sign out", "time", "another proof"])
    def test_creation_begun_before_proof_ended_is_refused(
        self, world: AuthenticationWorld, rosa: Client, device: Device, end: str
    ) -> None:
        world.now += timedelta(minutes=55)
        begun = begin(rosa)
        if end == "time":
            world.now += timedelta(minutes=5)
        else:
            rosa.delete(END)
        if end == "another proof":
            world.step_up(rosa)
        answer = complete(rosa, begun, device.make(begun["options"]))
        assert get_code(answer) == (404, "passkeyNotFound")
        assert rosa.get(PASSKEYS).json["items"] == []

    def test_passkey_is_not_stored_when_proof_ends_in_parallel(self, rosa: Client, device: Device) -> None:
        begun = begin(rosa)
        read = RelyingParty.read_creation

        def end_and_read(*arguments: Any) -> Any:
            assert rosa.delete(END).status == 200
            return read(*arguments)

        with mock.patch.object(RelyingParty, "read_creation", end_and_read):
            answer = complete(rosa, begun, device.make(begun["options"]))
        assert get_code(answer) == (409, "passkeysChanged")
        assert rosa.get(PASSKEYS).json["items"] == []

    def test_passkey_of_other_person_is_hidden_and_protected(
        self, world: AuthenticationWorld, rosa: Client, device: Device
    ) -> None:
        path = f"{PASSKEYS}/{add(rosa, device)['passkeyId']}"
        ben = world.acting_as(BEN)
        assert ben.get(PASSKEYS).json == {"items": [], "canAdd": False}
        assert get_code(ben.call("PATCH", path, {"name": "Mine"})) == (404, "passkeyNotFound")
        assert get_code(ben.delete(path)) == (404, "passkeyNotFound")
        assert len(rosa.get(PASSKEYS).json["items"]) == 1

    def test_stored_passkeys_have_expiry_time(
        self, rosa: Client, device: Device, stored: Mapping[str, Any]
    ) -> None:
        add(rosa, device)
        (item,) = [
            each for each in stored[AUTHENTICATION_TABLE].scan()["Items"] if each["item"] == "passkeys"
        ]
        assert int(item["expires_at"]) == int((NOW + timedelta(days=180)).timestamp())


def test_corrected_name_ends_proof_and_passkeys(
    rosa: Client, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_profile_clock(monkeypatch, lambda: NOW)
    begun = begin(rosa)
    assert len(complete(rosa, begun, device.make(begun["options"])).json["items"]) == 1
    seen = rosa.get(DETAILS).json
    fields = ("legalFirstName", "preferredName", "dateOfBirth", "countyId", "revision")
    changed = {name: seen[name] for name in fields} | {"legalLastName": "Ruiz"}
    monkeypatch.setattr(
        "domains.assurance.enhanced_authentication.AssuranceGate.require_assurance", mock.Mock()
    )
    answer = rosa.put(DETAILS, changed)
    assert (answer.status, answer.json["identityChange"]) == (200, "free")
    assert (rosa.get(PASSKEYS).json["items"], rosa.get(STATUS).json["isAuthenticated"]) == ([], False)
