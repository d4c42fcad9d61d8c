"""MID: trusted issuers, revoked signers, and documents of one account."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from domains.accounts.account_table import TRANSFERS, Transfer
from domains.assurance.enhanced_authentication import MID
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.trust_list import TrustList
from infrastructure.sandbox.wallet.issue import Certified, make_revocation_list
from portal.secrets import RotatingSecret
from portal.tables import Table
from tests.api.authentication_support import (
    ATTEMPTS,
    LOCKED_OUT,
    MAX_FAILURES,
    NOW,
    STATUS,
    list_subjects,
)
from tests.api.mobile_id_fixtures import BEN, issuers, rosa, service, world
from tests.api.mobile_id_support import MobileIdWorld, Publisher, get_code, get_result, run_publisher
from tests.api.profile_support import ROSA, register
from tests.api.support import AUTHENTICATION_TABLE, USERS_TABLE, Answer, Client, Person
from tests.rotation import HALVES, STEPS
from tests.unit.mobile_license.certificates import make_root

__all__ = ["issuers", "rosa", "service", "world"]


class TestRevokedSigners:
    def show(self, world: MobileIdWorld, client: Client, signer: Certified) -> Answer:
        begun = world.begin(client)
        return world.complete(client, begun, world.present_signed_by(begun, signer))

    def test_revoked_signer_is_refused(self, world: MobileIdWorld, rosa: Client, issuers: Publisher) -> None:
        stolen, other = world.new_signer(), world.new_signer()
        issuers.revoked = (stolen.certificate.serial_number,)
        assert get_result(self.show(world, rosa, stolen)) == ("failed", "licenseRevoked")
        assert get_result(self.show(world, rosa, other)) == ("verified", None)

    def test_revocations_are_fetched_once_per_day(
        self, world: MobileIdWorld, rosa: Client, issuers: Publisher
    ) -> None:
        signer = world.new_signer()
        for hours, asked in ((0, 1), (23, 1), (2, 2)):
            world.world.now += timedelta(hours=hours)
            assert get_result(self.show(world, rosa, signer)) == ("verified", None)
            assert issuers.revocations_asked == asked

    def test_revocations_are_remembered_when_issuer_is_unavailable(
        self, world: MobileIdWorld, rosa: Client, issuers: Publisher
    ) -> None:
        signer = world.new_signer()
        issuers.revoked = (signer.certificate.serial_number,)
        self.show(world, rosa, signer)
        world.world.now += timedelta(days=2)
        issuers.revocations = b"no list"
        assert get_result(self.show(world, rosa, signer)) == ("failed", "licenseRevoked")

    @pytest.mark.parametrize("answer", [b"no list", "of a stranger", "overdue"])
    def test_missing_revocation_list_uses_no_try(
        self, world: MobileIdWorld, rosa: Client, issuers: Publisher, answer: Any
    ) -> None:
        root = issuers.authority.root
        lists = {
            "of a stranger": make_revocation_list(make_root(NOW), [], NOW),
            "overdue": make_revocation_list(root, [], NOW, days=-1),
        }
        issuers.revocations = lists.get(answer, answer)
        signer = world.new_signer()
        for _ in range(MAX_FAILURES + 1):
            assert get_code(self.show(world, rosa, signer)) == (503, "identityServiceUnavailable")
        assert rosa.get(STATUS).json["isAuthenticated"] is False

    def test_overdue_revocation_list_is_not_used(
        self, world: MobileIdWorld, rosa: Client, issuers: Publisher
    ) -> None:
        signer = world.new_signer()
        self.show(world, rosa, signer)
        world.world.now += timedelta(days=8)
        issuers.revocations = b"no list"
        assert get_code(self.show(world, rosa, signer)) == (503, "identityServiceUnavailable")


class TestOneDocumentOneAccount:
    def test_second_account_is_refused_and_first_is_notified(
        self, world: MobileIdWorld, rosa: Client
    ) -> None:
        assert get_result(world.step_up(rosa)) == ("verified", None)
        stranger = world.acting_as(BEN)
        assert get_result(world.step_up(stranger)) == ("failed", "documentInUse")
        assert stranger.get(STATUS).json["isAuthenticated"] is False
        assert "You proved who you are" not in list_subjects(stranger)
        reported = "Your license was used for another account"
        assert (list_subjects(rosa).count(reported), list_subjects(stranger).count(reported)) == (1, 0)

    def test_refusal_counts_as_try(self, world: MobileIdWorld, rosa: Client) -> None:
        world.step_up(rosa)
        stranger = world.acting_as(BEN)
        for _ in range(MAX_FAILURES):
            assert get_result(world.step_up(stranger)) == ("failed", "documentInUse")
        assert stranger.get(LOCKED_OUT).json["isLockedOut"] is True

    def test_same_account_can_use_license_in_other_session(self, world: MobileIdWorld, rosa: Client) -> None:
        world.step_up(rosa)
        later = world.acting_as(replace(ROSA, session="session-2"))
        assert get_result(world.step_up(later)) == ("verified", None)

    def test_parallel_accounts_get_one_proof(self, world: MobileIdWorld, rosa: Client) -> None:
        stranger = world.acting_as(BEN)
        begun = world.begin(stranger)
        wallet = world.present(begun)
        find = AuthenticationRepository.get_document_owner

        def find_and_prove(repository: AuthenticationRepository, document_hash: str) -> Any:
            found = find(repository, document_hash)
            with mock.patch.object(AuthenticationRepository, "get_document_owner", find):
                assert get_result(world.step_up(rosa)) == ("verified", None)
            return found

        with mock.patch.object(AuthenticationRepository, "get_document_owner", find_and_prove):
            assert get_code(world.complete(stranger, begun, wallet)) == (409, "attemptUsed")
        assert stranger.get(STATUS).json["isAuthenticated"] is False

    def test_document_moves_with_linked_account(self, world: MobileIdWorld, rosa: Client) -> None:
        world.step_up(rosa)
        second, third = Person("second@example.com"), Person("third@example.com")
        for earlier, later in ((ROSA, second), (second, third)):
            Table(USERS_TABLE, TRANSFERS).put(Transfer(later.user_id, NOW), user_id=earlier.user_id)
        register(rosa, second)
        register(rosa, third)
        assert get_result(world.step_up(world.acting_as(third))) == ("verified", None)
        assert get_result(world.step_up(world.acting_as(second))) == ("failed", "documentInUse")


class TestRotatedDocumentSecret:
    """A document belongs to one account in every step of a rotation, whichever function has which step."""

    @pytest.mark.parametrize(("one", "other"), HALVES)
    def test_document_known_to_one_function_is_refused_by_another(
        self, world: MobileIdWorld, one: RotatingSecret, other: RotatingSecret
    ) -> None:
        world.document_secret = one
        assert get_result(world.step_up(world.acting_as(ROSA))) == ("verified", None)
        world.document_secret = other
        assert get_result(world.step_up(world.acting_as(BEN))) == ("failed", "documentInUse")
        assert get_result(world.step_up(world.acting_as(ROSA))) == ("verified", None)

    @pytest.mark.parametrize(("one", "other"), HALVES)
    def test_two_functions_at_once_give_one_proof(
        self, world: MobileIdWorld, one: RotatingSecret, other: RotatingSecret
    ) -> None:
        world.document_secret = one
        rosa = world.acting_as(ROSA)
        world.document_secret = other
        stranger = world.acting_as(BEN)
        begun = world.begin(stranger)
        wallet = world.present(begun)
        save = AuthenticationRepository.save_success

        def prove_and_save(*arguments: Any) -> bool:
            with mock.patch.object(AuthenticationRepository, "save_success", save):
                assert get_result(world.step_up(rosa)) == ("verified", None)
                return save(*arguments)

        with mock.patch.object(AuthenticationRepository, "save_success", prove_and_save):
            assert get_code(world.complete(stranger, begun, wallet)) == (409, "attemptUsed")
        assert stranger.get(STATUS).json["isAuthenticated"] is False

    @pytest.mark.parametrize("step", STEPS[1:-1])
    def test_document_of_the_old_secret_is_refused_until_it_ends(
        self, world: MobileIdWorld, step: RotatingSecret
    ) -> None:
        world.document_secret = STEPS[0]
        world.step_up(world.acting_as(ROSA))
        world.document_secret = step
        assert get_result(world.step_up(world.acting_as(BEN))) == ("failed", "documentInUse")

    @pytest.mark.parametrize("step", STEPS[1:-1])
    def test_document_used_in_between_is_refused_after_the_end(
        self, world: MobileIdWorld, step: RotatingSecret
    ) -> None:
        for secret in (STEPS[0], step):
            world.document_secret = secret
            world.step_up(world.acting_as(ROSA))
        world.document_secret = STEPS[-1]
        assert get_result(world.step_up(world.acting_as(BEN))) == ("failed", "documentInUse")
        assert get_result(world.step_up(world.acting_as(ROSA))) == ("verified", None)


class TestTrustedIssuers:
    def test_trusted_issuers_are_fetched_once_per_day(self, world: MobileIdWorld, issuers: Publisher) -> None:
        for hours in (0, 23):
            world.world.now = NOW + timedelta(hours=hours)
            world.begin(world.acting_as(ROSA))
        assert issuers.asked == 1
        world.world.now = issuers.now = NOW + timedelta(hours=25)
        world.begin(world.acting_as(ROSA))
        assert issuers.asked == 2
        assert world.ages == [
            (timedelta(0), None),
            (timedelta(hours=23), None),
            (timedelta(0), None),
        ]

    def test_last_good_list_is_used_when_publisher_is_unavailable(
        self, world: MobileIdWorld, issuers: Publisher
    ) -> None:
        world.begin(world.acting_as(ROSA))
        issuers.status = 503
        world.world.now = NOW + timedelta(days=3)
        rosa = world.acting_as(ROSA)
        assert get_result(world.step_up(rosa)) == ("verified", None)
        assert world.ages[-1] == (timedelta(days=3), "status 503")
        assert issuers.asked == 2, "tried again for each call"
        world.world.now += timedelta(minutes=6)
        world.begin(rosa)
        assert issuers.asked == 3

    def test_list_of_unknown_signer_is_refused(
        self, world: MobileIdWorld, issuers: Publisher, tmp_path: Path
    ) -> None:
        world.begin(world.acting_as(ROSA))
        with run_publisher(tmp_path / "other", NOW) as other:
            issuers.document = other.authority.make_vical(NOW + timedelta(days=2))
        world.world.now = NOW + timedelta(days=2)
        assert get_result(world.step_up(world.acting_as(ROSA))) == ("verified", None)
        assert world.ages[-1] == (timedelta(days=2), "signerUnknown")

    def test_older_list_is_refused(self, world: MobileIdWorld, issuers: Publisher) -> None:
        world.begin(world.acting_as(ROSA))
        issuers.document = issuers.authority.make_vical(NOW - timedelta(days=1))
        world.world.now = NOW + timedelta(days=2)
        world.begin(world.acting_as(ROSA))
        assert world.ages[-1] == (timedelta(days=2), "older")

    def test_missing_trusted_issuers_refuse_attempt(
        self, world: MobileIdWorld, rosa: Client, issuers: Publisher
    ) -> None:
        issuers.status = 404
        answer = rosa.post(ATTEMPTS, {"typeId": MID, "purpose": "account", "returnTo": "/"})
        assert get_code(answer) == (503, "identityServiceUnavailable")

    def test_sandbox_issuers_are_refused_by_government_portal(self, world: MobileIdWorld) -> None:
        rosa = world.acting_as(ROSA, kind="government")
        answer = rosa.post(ATTEMPTS, {"typeId": MID, "purpose": "account", "returnTo": "/"})
        assert get_code(answer) == (503, "identityServiceUnavailable")

    def test_altered_stored_list_is_fetched_again(self, world: MobileIdWorld, issuers: Publisher) -> None:
        world.begin(world.acting_as(ROSA))
        repository = AuthenticationRepository(AUTHENTICATION_TABLE)
        kept = repository.get_trust_list()
        assert kept is not None
        spoiled = kept.document[:-1] + bytes([kept.document[-1] ^ 1])
        assert repository.save_trust_list(TrustList(spoiled, kept.fetched_at, kept.revision + 1))
        world.begin(world.acting_as(ROSA))
        assert issuers.asked == 2
