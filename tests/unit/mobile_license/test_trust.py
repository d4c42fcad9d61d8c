"""Trusted issuers; a sandbox is never trusted beside governments."""

import pytest
from cryptography import x509

from infrastructure.sandbox.wallet.cases import HONEST
from infrastructure.sandbox.wallet.issue import Certified, make_revocation_list
from infrastructure.sandbox.wallet.present import make_device_response
from infrastructure.sandbox.wallet.requests import read_request
from mobile_license import openid4vp, transcripts
from mobile_license.device_response import VerifiedLicense, verify
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import ListRefused, Refused
from mobile_license.trust import SANDBOX, TrustedIssuers, make_trusted_issuers
from tests.unit.mobile_license.certificates import RootRecipe, SignerRecipe, make_document_signer, make_root
from tests.unit.mobile_license.sessions import NONCE, NOW, ORIGIN, ROSA


def get_license(root: Certified, trusted: TrustedIssuers, signer: Certified | None = None) -> VerifiedLicense:
    """Return the license of an authority, verified with the given trusted issuers."""
    key = EphemeralKey.generate()
    data = openid4vp.make_dc_api_request(NONCE, key)
    session = read_request({"protocol": openid4vp.UNSIGNED_PROTOCOL, "data": data}, ORIGIN)
    answer = make_device_response(session, ROSA, root, NOW, HONEST, signer)
    return verify(answer, transcripts.make_openid4vp_dc_api(ORIGIN, NONCE, key.thumbprint), trusted, NOW)


def test_government_is_trusted() -> None:
    root = make_root(NOW, RootRecipe(is_sandbox=False))
    assert get_license(root, make_trusted_issuers([root.certificate])).issuer_state == "US-AZ"


def test_sandbox_root_is_not_a_government() -> None:
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([make_root(NOW).certificate])
    assert refused.value.code == "sandbox"


def test_root_of_sandbox_among_governments_is_refused() -> None:
    government = make_root(NOW, RootRecipe(is_sandbox=False)).certificate
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([government, make_root(NOW).certificate])
    assert refused.value.code == "sandbox"


def test_government_root_is_not_a_sandbox() -> None:
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([make_root(NOW, RootRecipe(is_sandbox=False)).certificate], "sandbox")
    assert refused.value.code == "sandbox"


def test_sandbox_mark_is_critical() -> None:
    """So that other verifiers refuse it too."""
    assert make_root(NOW).certificate.extensions.get_extension_for_oid(SANDBOX).critical


def test_signer_certificate_is_not_a_root() -> None:
    root = make_root(NOW, RootRecipe(is_sandbox=False))
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([make_document_signer(root, NOW).certificate])
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("fault", [{"signs_certificates": False}, {"unknown_extension": True}])
def test_unusable_root_is_refused(fault: dict[str, bool]) -> None:
    root = make_root(NOW, RootRecipe(is_sandbox=False, **fault))  # type: ignore[arg-type]
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([root.certificate])
    assert refused.value.code == "malformed"


def test_root_without_a_state_is_not_trusted() -> None:
    root = make_root(NOW, RootRecipe(state=None))
    with pytest.raises(Refused) as refused:
        get_license(root, make_trusted_issuers([root.certificate], "sandbox"))
    assert refused.value.code == "issuerStateMismatch"


@pytest.mark.parametrize("state", ["AZ", "US-AZ", "us-az"])
def test_state_spelling_does_not_matter(state: str) -> None:
    root = make_root(NOW, RootRecipe(state=state))
    assert get_license(root, make_trusted_issuers([root.certificate], "sandbox")).issuer_state == "US-AZ"


def test_expired_root_is_refused() -> None:
    root = make_root(NOW, RootRecipe(days=(-400, -1)))
    with pytest.raises(Refused) as refused:
        get_license(root, make_trusted_issuers([root.certificate], "sandbox"))
    assert refused.value.code == "issuerExpired"


def test_two_roots_of_the_same_name_are_trusted() -> None:
    roots = [make_root(NOW), make_root(NOW)]
    trusted = make_trusted_issuers([root.certificate for root in roots], "sandbox")
    assert all(get_license(root, trusted) for root in roots)


def test_revoked_signer_is_refused() -> None:
    root = make_root(NOW)
    signer, other = make_document_signer(root, NOW), make_document_signer(root, NOW)
    revoked = make_revocation_list(root, [signer.certificate.serial_number], NOW)
    trusted = make_trusted_issuers([root.certificate], "sandbox").with_revoked(revoked, NOW)
    with pytest.raises(Refused) as refused:
        get_license(root, trusted, signer)
    assert refused.value.code == "issuerRevoked"
    assert get_license(root, trusted, other)


def test_license_has_the_revocation_list_of_its_signer() -> None:
    root = make_root(NOW)
    trusted = make_trusted_issuers([root.certificate], "sandbox")
    address = "http://issuer.example.gov/revoked.crl"
    signer = make_document_signer(root, NOW, SignerRecipe(revocation_list=address))
    assert get_license(root, trusted, signer).revocation_lists == (address,)
    assert get_license(root, trusted).revocation_lists == ()


def test_revocations_apply_to_their_issuer_only() -> None:
    root, other = make_root(NOW), make_root(NOW)
    signer = make_document_signer(root, NOW)
    trusted = make_trusted_issuers([root.certificate, other.certificate], "sandbox")
    revoked = make_revocation_list(other, [signer.certificate.serial_number], NOW)
    assert get_license(root, trusted.with_revoked(revoked, NOW), signer)


def test_revocations_by_a_stranger_are_refused() -> None:
    root = make_root(NOW)
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([root.certificate], "sandbox").with_revoked(
            make_revocation_list(make_root(NOW), [1], NOW), NOW
        )
    assert refused.value.code == "signerUnknown"


def test_overdue_revocations_are_refused() -> None:
    root = make_root(NOW)
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([root.certificate], "sandbox").with_revoked(
            make_revocation_list(root, [], NOW, days=-1), NOW
        )
    assert refused.value.code == "signerExpired"


def test_invalid_revocations_are_refused() -> None:
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([make_root(NOW).certificate], "sandbox").with_revoked(b"\x30\x00", NOW)
    assert refused.value.code == "malformed"


def test_sandbox_certificate_survives_serialization() -> None:
    root = make_root(NOW)
    again = Certified.from_pem(root.to_pem())
    assert again.certificate == root.certificate
    assert isinstance(again.certificate, x509.Certificate)
    assert again.key.private_numbers() == root.key.private_numbers()
