"""Lists of issuers: allowed signers and replacement by newer lists."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from infrastructure.sandbox.wallet.issue import Certified, make_vical
from mobile_license.issuer import DOCUMENT_SIGNER
from mobile_license.refusal import ListRefusalCode, ListRefused
from mobile_license.trust import IssuerKind
from mobile_license.vical import MAX_BYTES, Vical, read_vical
from tests.unit.mobile_license.certificates import RootRecipe, make_list_signer, make_root
from tests.unit.mobile_license.sessions import NOW

GOVERNMENT = RootRecipe(is_sandbox=False)
PROVIDER = make_root(NOW, GOVERNMENT)
SIGNER = make_list_signer(PROVIDER, NOW)
ISSUER = make_root(NOW, GOVERNMENT)
DOCUMENT = make_vical([ISSUER], SIGNER, NOW)


def read(
    document: bytes,
    now: datetime = NOW,
    kind: IssuerKind = "government",
    known: Vical | None = None,
    roots: Sequence[Certified] = (PROVIDER,),
) -> Vical:
    return read_vical(document, [root.certificate for root in roots], now, kind, known)


def get_refusal(
    document: bytes,
    now: datetime = NOW,
    kind: IssuerKind = "government",
    known: Vical | None = None,
    roots: Sequence[Certified] = (PROVIDER,),
) -> ListRefusalCode:
    with pytest.raises(ListRefused) as refused:
        read(document, now, kind, known, roots)
    return refused.value.code


def test_list_has_its_issuers() -> None:
    found = read(DOCUMENT)
    assert [issuer.certificate for issuer in found.trusted.issuers] == [ISSUER.certificate]
    assert (found.date, found.issue_id, found.left_out) == (NOW, 1, 0)
    assert found.next_update == NOW + timedelta(days=1)


def test_tagged_list_is_the_same() -> None:
    assert read(cbor2.dumps(cbor2.CBORTag(18, cbor2.loads(DOCUMENT)))).trusted == read(DOCUMENT).trusted


def test_overdue_list_is_still_read() -> None:
    assert read(DOCUMENT, NOW + timedelta(days=30))


def test_signer_below_another_root_is_refused() -> None:
    assert get_refusal(DOCUMENT, roots=(ISSUER,)) == "signerUnknown"


def test_signer_with_a_copied_name_is_refused() -> None:
    stranger = make_root(NOW, GOVERNMENT)
    assert get_refusal(make_vical([ISSUER], make_list_signer(stranger, NOW), NOW)) == "signerUnknown"


def test_signer_with_another_purpose_is_refused() -> None:
    signer = make_list_signer(PROVIDER, NOW, purpose=DOCUMENT_SIGNER)
    assert get_refusal(make_vical([ISSUER], signer, NOW)) == "signerKeyUsage"


def test_signer_without_a_purpose_is_refused() -> None:
    signer = make_list_signer(PROVIDER, NOW, purpose=None)
    assert get_refusal(make_vical([ISSUER], signer, NOW)) == "signerKeyUsage"


def test_signer_with_an_rsa_key_is_refused() -> None:
    signer = make_list_signer(PROVIDER, NOW, is_rsa=True)
    assert get_refusal(make_vical([ISSUER], signer, NOW)) == "malformed"


@pytest.mark.parametrize("certificates", [0, 5])
def test_empty_or_long_certificate_chain_is_refused(certificates: int) -> None:
    sign1 = cbor2.loads(DOCUMENT)
    sign1[1] = {33: [SIGNER.der] * certificates}
    assert get_refusal(cbor2.dumps(sign1)) == "malformed"


def test_detached_list_is_refused() -> None:
    sign1 = cbor2.loads(DOCUMENT)
    sign1[2] = None
    assert get_refusal(cbor2.dumps(sign1)) == "malformed"


def test_expired_signer_is_refused() -> None:
    signer = make_list_signer(PROVIDER, NOW, days=(-400, -1))
    assert get_refusal(make_vical([ISSUER], signer, NOW)) == "signerExpired"


def test_changed_list_is_refused() -> None:
    sign1 = cbor2.loads(DOCUMENT)
    sign1[2] = sign1[2].replace(b"AZ", b"NV")
    assert get_refusal(cbor2.dumps(sign1)) == "signature"


def test_broken_certificate_chain_is_refused() -> None:
    """The chain ends with a trusted certificate that did not sign the first one."""
    stranger = make_list_signer(make_root(NOW, GOVERNMENT), NOW)
    sign1 = cbor2.loads(make_vical([ISSUER], stranger, NOW))
    sign1[1] = {33: [stranger.der, SIGNER.der]}
    assert get_refusal(cbor2.dumps(sign1)) == "signerUnknown"


@pytest.mark.parametrize(
    ("seconds", "issue_id", "code"),
    [(-1, 2, "older"), (0, 0, "older"), (0, 1, None), (0, 2, None), (1, 1, None), (0, None, None)],
)
def test_older_list_is_refused(seconds: int, issue_id: int | None, code: ListRefusalCode | None) -> None:
    document = make_vical([ISSUER], SIGNER, NOW + timedelta(seconds=seconds), issue_id)
    if code is None:
        assert read(document, known=read(DOCUMENT)).issue_id == issue_id
    else:
        assert get_refusal(document, known=read(DOCUMENT)) == code


def test_list_with_a_sandbox_is_refused() -> None:
    assert get_refusal(make_vical([ISSUER, make_root(NOW)], SIGNER, NOW)) == "sandbox"


def test_list_signed_by_a_sandbox_is_refused() -> None:
    sandbox = make_root(NOW)
    document = make_vical([ISSUER], make_list_signer(sandbox, NOW), NOW)
    assert get_refusal(document, roots=(sandbox,)) == "sandbox"


def test_sandbox_and_government_lists_are_separate() -> None:
    sandbox = make_root(NOW)
    document = make_vical([sandbox], make_list_signer(sandbox, NOW), NOW)
    assert read(document, kind="sandbox", roots=(sandbox,)).trusted.kind == "sandbox"
    assert get_refusal(document, roots=(sandbox,)) == "sandbox"
    assert get_refusal(DOCUMENT, kind="sandbox") == "sandbox"


def test_list_of_other_documents_has_no_issuer() -> None:
    assert get_refusal(make_vical([ISSUER], SIGNER, NOW, document_type="org.iso.7367.1.mVRC")) == "noIssuer"


def test_unusable_root_is_left_out() -> None:
    unusable = Certified(SIGNER.key, SIGNER.certificate)
    found = read(make_vical([ISSUER, unusable], SIGNER, NOW))
    assert (len(found.trusted.issuers), found.left_out) == (1, 1)


@pytest.mark.parametrize("document", [b"", b"\xa0", b"\x84\x40\xa0\x40\x40", b"\x81" * 100])
def test_malformed_list_is_refused(document: bytes) -> None:
    assert get_refusal(document) == "malformed"


def test_list_without_end_is_refused() -> None:
    assert get_refusal(bytes(MAX_BYTES + 1)) == "tooLarge"


@given(st.integers(0, len(DOCUMENT) - 1), st.integers(1, 255))
def test_changed_byte_is_refused(place: int, change: int) -> None:
    changed = bytearray(DOCUMENT)
    changed[place] ^= change
    with pytest.raises(ListRefused):
        read(bytes(changed))
