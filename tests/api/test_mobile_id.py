"""MID: the function with sandbox wallets, and the list of trusted issuers."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, timedelta
from typing import Any

import cbor2
import pytest

from domains.assurance.enhanced_authentication import MID, AuthenticationStatus, Credential
from functions.authentication.repository import AuthenticationRepository
from infrastructure.sandbox.wallet.issue import Holder
from infrastructure.sandbox.wallet.present import present_to_link
from mobile_license.base64url import from_base64url
from mobile_license.device_response import NAMESPACE
from portal.routes import FORM
from tests.api.authentication_support import (
    ATTEMPTS,
    END,
    LOCKED_OUT,
    MAX_FAILURES,
    NOW,
    STATUS,
)
from tests.api.mobile_id_fixtures import BEN, issuers, rosa, service, world
from tests.api.mobile_id_support import (
    ROSA_HOLDS,
    MobileIdWorld,
    get_code,
    get_result,
)
from tests.api.profile_support import ROSA, register
from tests.api.support import AUTHENTICATION_TABLE, Client, Person
from tests.unit.mobile_license.attack_cases import CASES

__all__ = ["issuers", "rosa", "service", "world"]


PROTOCOLS = ("openid4vp-v1-signed", "openid4vp-v1-unsigned", "org-iso-mdoc")


# The verifier's own tests cover every case; these cover one case for each check.
REFUSED = ("stolen", "replay", "otherOrigin", "tampered", "expired", "noKeyUsage", "unknownIssuer", "cut")


class TestLicense:
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_license_of_same_person_authenticates(
        self, world: MobileIdWorld, rosa: Client, protocol: str
    ) -> None:
        begun = world.begin(rosa)
        assert (begun["mode"], begun["redirectUrl"]) == ("wallet", None)
        assert [each["protocol"] for each in begun["requests"]] == list(PROTOCOLS)
        completed = world.complete(rosa, begun, world.present(begun, protocol))
        assert get_result(completed) == ("verified", None)
        assert completed.json["requests"] == []
        status = rosa.get(STATUS).json
        assert (status["enhancedAuthenticationTypeId"], status["assurance"]) == (MID, "proof")
        assert status["expiresAt"] == "2026-11-23T19:30:00Z"

    @pytest.mark.parametrize(
        ("given", "family", "outcome"),
        [
            ("", "SUKARNO", ("verified", None)),
            ("SUKARNO", " ", ("verified", None)),
            ("FNU", "SUKARNO", ("verified", None)),
            ("AHMAD", "SUKARNO", ("failed", "wrongPerson")),
            ("", "AHMAD SUKARNO", ("failed", "wrongPerson")),
        ],
    )
    def test_license_of_a_person_with_one_name(
        self, world: MobileIdWorld, client: Client, given: str, family: str, outcome: tuple[str, str | None]
    ) -> None:
        person = Person(email="sukarno@example.com", name="Sukarno")
        register(client, person, legalFirstName=None, legalLastName="Sukarno")
        sukarno = world.acting_as(person)
        holder = Holder(given, family, ROSA_HOLDS.birth_date, ROSA_HOLDS.document_number)
        assert get_result(world.step_up(sukarno, holder=holder)) == outcome

    def test_license_of_other_person_is_refused(self, world: MobileIdWorld, rosa: Client) -> None:
        assert get_result(world.step_up(rosa, case="wrongPerson")) == ("failed", "wrongPerson")
        assert rosa.get(STATUS).json["isAuthenticated"] is False

    def test_declined_requests_do_not_count_as_failures(self, world: MobileIdWorld, rosa: Client) -> None:
        for _ in range(MAX_FAILURES + 1):
            declined = {"protocol": PROTOCOLS[0], "data": {"error": "declined"}}
            assert get_result(world.complete(rosa, world.begin(rosa), declined)) == ("canceled", None)

    def test_too_many_failures_lock(self, world: MobileIdWorld, rosa: Client) -> None:
        for _ in range(MAX_FAILURES):
            assert get_result(world.step_up(rosa, case="stolen")) == ("failed", "answerRefused")
        assert rosa.get(LOCKED_OUT).json["isLockedOut"] is True
        assert get_code(rosa.post(ATTEMPTS, {"typeId": MID, "purpose": "account", "returnTo": "/"})) == (
            429,
            "authenticationTypeLocked",
        )

    def test_actionable_reason_is_reported(self, world: MobileIdWorld, rosa: Client) -> None:
        assert get_result(world.step_up(rosa, case="expired")) == ("failed", "licenseExpired")
        assert get_result(world.step_up(rosa, case="unknownIssuer")) == ("failed", "issuerUnknown")


@pytest.mark.parametrize("case", REFUSED)
def test_each_attack_is_refused(world: MobileIdWorld, rosa: Client, log_of: Any, case: str) -> None:
    log = log_of(rosa, "authentication")
    assert world.step_up(rosa, case=case).json["state"] == "failed"
    assert rosa.get(STATUS).json["isAuthenticated"] is False
    lines = [json.loads(line) for line in log().splitlines() if '"enhanced authentication"' in line]
    assert [line["reason"] for line in lines if line["outcome"] == "failed"] == [CASES[case].refusal]


class TestBinding:
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_answer_for_other_attempt_is_refused(
        self, world: MobileIdWorld, rosa: Client, protocol: str
    ) -> None:
        first, second = world.begin(rosa), world.begin(rosa)
        shown = world.present(first, protocol)
        assert get_result(world.complete(rosa, second, shown)) == ("failed", "answerRefused")
        assert get_result(world.complete(rosa, first, shown)) == ("verified", None)

    def test_second_use_is_refused_and_logged(self, world: MobileIdWorld, rosa: Client, log_of: Any) -> None:
        log = log_of(rosa, "authentication")
        begun = world.begin(rosa)
        shown = world.present(begun)
        world.complete(rosa, begun, shown)
        assert get_code(world.complete(rosa, begun, shown)) == (409, "attemptUsed")
        assert '"usedAgain"' in log()

    def test_attempt_of_other_person_is_404(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        ben = world.acting_as(BEN)
        assert get_code(ben.get(f"{ATTEMPTS}/{begun['attemptId']}")) == (404, "attemptNotFound")
        assert get_code(world.complete(ben, begun, world.present(begun))) == (404, "attemptNotFound")

    def test_answer_of_other_protocol_is_refused(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        shown = world.present(begun, "org-iso-mdoc") | {"protocol": "openid4vp-v1-unsigned"}
        assert get_result(world.complete(rosa, begun, shown)) == ("failed", "answerRefused")

    @pytest.mark.parametrize("response", ["x", "a.b.c.d.e", "A" * 100_000])
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_malformed_answer_is_refused(
        self, world: MobileIdWorld, rosa: Client, protocol: str, response: str
    ) -> None:
        shown = {"protocol": protocol, "data": {"response": response}}
        assert get_result(world.complete(rosa, world.begin(rosa), shown)) == ("failed", "answerRefused")

    def test_identity_service_answer_is_404(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        path = f"{ATTEMPTS}/{begun['attemptId']}/completion"
        assert get_code(rosa.post(path, {"redirect": {"state": "x", "code": "y"}})) == (
            404,
            "attemptNotFound",
        )


def get_stored_status() -> AuthenticationStatus:
    repository = AuthenticationRepository(AUTHENTICATION_TABLE)
    status = repository.get_status(ROSA.user_id, ROSA.session_id)
    assert status is not None
    return status


def list_requested_elements(request: Mapping[str, Any]) -> set[str]:
    """Return the elements that a request names."""
    if request["protocol"] == "org-iso-mdoc":
        device_request = cbor2.loads(from_base64url(request["data"]["deviceRequest"], 10_000))
        (document,) = device_request["docRequests"]
        return set(cbor2.loads(document["itemsRequest"].value)["nameSpaces"][NAMESPACE])
    data = request["data"]
    if request["protocol"] == "openid4vp-v1-signed":
        data = json.loads(from_base64url(data["request"].split(".")[1], 10_000))
    (credential,) = data["dcql_query"]["credentials"]
    return {claim["path"][1] for claim in credential["claims"]}


def test_wallet_request_names_five_elements(world: MobileIdWorld, rosa: Client) -> None:
    wanted = {"family_name", "given_name", "birth_date", "document_number", "issuing_jurisdiction"}
    assert [list_requested_elements(request) for request in world.begin(rosa)["requests"]] == [wanted] * 3


class TestUnsignedRequests:
    @pytest.fixture
    def rosa(self, world: MobileIdWorld) -> Client:
        world.signs = False
        return world.acting_as(ROSA)

    def test_requests_are_unsigned_and_have_no_wallet_link(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        assert [each["protocol"] for each in begun["requests"]] == ["openid4vp-v1-unsigned", "org-iso-mdoc"]
        assert begun["walletLink"] is None

    @pytest.mark.parametrize("protocol", PROTOCOLS[1:])
    def test_license_is_accepted(self, world: MobileIdWorld, rosa: Client, protocol: str) -> None:
        assert get_result(world.step_up(rosa, protocol=protocol)) == ("verified", None)


class TestAnotherDevice:
    """A phone that scanned the QR code, without authentication."""

    def result(self, client: Client, begun: Any) -> tuple[str, str | None]:
        return get_result(client.get(f"{ATTEMPTS}/{begun['attemptId']}"))

    def test_license_from_phone_completes_waiting_attempt(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        answer = world.post_from_phone(rosa, begun)
        assert (answer.status, answer.json) == (200, {})
        assert self.result(rosa, begun) == ("verified", None)
        assert rosa.get(STATUS).json["assurance"] == "proof"

    def test_license_after_sign_out_is_refused(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        assert rosa.delete(END).status == 200
        said = world.scanned(begun)
        assert rosa.acting_as(None).get(said["address"]).status == 409
        assert self.result(rosa, begun) == ("canceled", None)
        assert rosa.get(STATUS).json["isAuthenticated"] is False

    def test_phone_gets_no_outcome(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        answer = world.post_from_phone(rosa, begun, holder=Holder("Ben", "Other", NOW.date(), "D1"))
        assert (answer.status, answer.json) == (200, {})
        assert self.result(rosa, begun) == ("failed", "wrongPerson")

    @pytest.mark.parametrize("case", REFUSED)
    def test_manipulated_answer_is_refused(self, world: MobileIdWorld, rosa: Client, case: str) -> None:
        begun = world.begin(rosa)
        assert world.post_from_phone(rosa, begun, case).status == 200
        assert self.result(rosa, begun)[0] == "failed"
        assert rosa.get(STATUS).json["isAuthenticated"] is False

    def test_request_is_signed_and_matches_link(self, world: MobileIdWorld, rosa: Client) -> None:
        said = world.scanned(world.begin(rosa))
        answer = rosa.acting_as(None).get(said["address"])
        assert answer.headers["content-type"] == "application/oauth-authz-req+jwt"
        assert answer.headers["cache-control"] == "no-store"
        payload = json.loads(from_base64url(answer.text.split(".")[1], 10_000))
        assert (payload["client_id"], payload["response_uri"]) == (said["client_id"], said["request_uri"])
        assert payload["response_mode"] == "direct_post.jwt"

    def test_request_contains_no_personal_data(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        said = world.scanned(begun)
        payload = from_base64url(rosa.acting_as(None).get(said["address"]).text.split(".")[1], 10_000)
        for private in (ROSA.user_id, ROSA.email, "Rosa", "ROSA", "Delgado"):
            assert private not in said["request_uri"]
            assert private.encode() not in payload

    def test_request_address_is_lower_case(self, world: MobileIdWorld, rosa: Client) -> None:
        # The edge forwards every address in this form.
        address = world.scanned(world.begin(rosa))["address"]
        assert address == address.lower()

    def test_declined_request_cancels_attempt(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        phone = rosa.acting_as(None).sending(content_type=FORM)
        assert phone.post(world.scanned(begun)["address"], "error=access_denied&state=x").status == 200
        assert self.result(rosa, begun) == ("canceled", None)

    def test_second_answer_is_refused(self, world: MobileIdWorld, rosa: Client) -> None:
        begun = world.begin(rosa)
        said, phone = world.scanned(begun), rosa.acting_as(None)
        world.post_from_phone(rosa, begun)
        assert get_code(phone.get(said["address"])) == (409, "attemptUsed")
        again = phone.sending(content_type=FORM).post(said["address"], "response=x")
        assert get_code(again) == (409, "attemptUsed")

    def test_unknown_handle_is_404(self, world: MobileIdWorld, rosa: Client) -> None:
        world.begin(rosa)
        phone = rosa.acting_as(None)
        path = f"/api/authentication/walletrequests/{'A' * 43}"
        assert get_code(phone.get(path)) == (404, "attemptNotFound")
        posted = phone.sending(content_type=FORM).post(path, "response=x")
        assert get_code(posted) == (404, "attemptNotFound")

    def test_request_expires_after_ten_minutes(self, world: MobileIdWorld, rosa: Client) -> None:
        said = world.scanned(world.begin(rosa))
        world.world.now += timedelta(minutes=10)
        assert get_code(rosa.acting_as(None).get(said["address"])) == (404, "attemptNotFound")

    def test_answer_for_other_attempt_is_refused_on_phone(self, world: MobileIdWorld, rosa: Client) -> None:
        first, second = world.begin(rosa), world.begin(rosa)
        phone, said = rosa.acting_as(None), world.scanned(first)
        asked = phone.get(said["address"]).text
        _, form = present_to_link(
            asked, said["client_id"], ROSA_HOLDS, world.publisher.authority, world.world.now.astimezone(UTC)
        )
        phone.sending(content_type=FORM).post(world.scanned(second)["address"], form)
        assert self.result(rosa, second) == ("failed", "answerRefused")
        assert self.result(rosa, first) == ("pending", None)

    @pytest.mark.parametrize("form", ["state=x", "response=", "response=a&response=b", ""])
    def test_empty_answer_uses_no_try(self, world: MobileIdWorld, rosa: Client, form: str) -> None:
        begun = world.begin(rosa)
        phone = rosa.acting_as(None).sending(content_type=FORM)
        assert phone.post(world.scanned(begun)["address"], form).status == 400
        assert self.result(rosa, begun) == ("pending", None)


class TestStorage:
    def test_status_expires_with_document(self, world: MobileIdWorld, rosa: Client) -> None:
        world.step_up(rosa)
        status = get_stored_status()
        assert status.credential is not None
        assert status.expires_at == status.verified_at + timedelta(hours=1) < status.credential.expires_at
        soon = Credential(status.verified_at + timedelta(minutes=5), "")
        assert replace(status, credential=soon).expires_at == soon.expires_at

    def test_license_data_is_not_stored_or_logged(
        self, world: MobileIdWorld, rosa: Client, stored: Mapping[str, Any], log_of: Any
    ) -> None:
        log = log_of(rosa, "authentication")
        world.step_up(rosa)
        world.step_up(rosa, case="wrongPerson")
        written = log() + json.dumps(stored[AUTHENTICATION_TABLE].scan()["Items"], default=str)
        for secret in (ROSA_HOLDS.document_number, "1988-04-02", "elgado", "ELGADO", "omebody"):
            assert secret not in written, secret

    def test_document_hash_is_stable_and_unique(self, world: MobileIdWorld, rosa: Client) -> None:
        codes = []
        for number in ("D01234567", "D01234567", "D07654321"):
            holder = Holder("ROSA", "Delgado", ROSA_HOLDS.birth_date, number)
            world.step_up(rosa, holder=holder)
            credential = get_stored_status().credential
            assert credential is not None
            codes.append(credential.document_hash)
        assert codes[0] == codes[1] != codes[2]
