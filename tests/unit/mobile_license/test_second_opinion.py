"""The same answers, read by an independent verifier: openvc-core.

Differences are listed with their reasons: openvc-core reads any document of ISO/IEC 18013-5 and leaves checks
to its caller; this verifier reads driver's licenses for one purpose and checks them itself.
"""

import pytest
from openvc.errors import OpenvcError
from openvc.mdoc import verify_device_response

from infrastructure.sandbox.wallet.cases import Case
from infrastructure.sandbox.wallet.issue import Certified
from infrastructure.sandbox.wallet.present import make_device_response
from infrastructure.sandbox.wallet.requests import read_request
from mobile_license import openid4vp
from mobile_license.device_response import DOCUMENT_TYPE, verify
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import Refused
from mobile_license.trust import make_trusted_issuers
from tests.cases import read_cases
from tests.unit.mobile_license.attack_cases import CASES
from tests.unit.mobile_license.certificates import RootRecipe, make_root
from tests.unit.mobile_license.sessions import NONCE, NOW, ORIGIN, ROSA

# Like a government's, because theirs refuses the sandbox's for its mark.
ROOT = make_root(NOW, RootRecipe(is_sandbox=False))
WE_ALONE_REFUSE = read_cases(__file__)["we alone refuse"]
THEY_ALONE_REFUSE = {"p521": "they know P-256 and P-384; ISO/IEC 18013-5 has P-521 too"}


def make_case_answer(case: Case, root: Certified) -> tuple[bytes, bytes]:
    """Return a device response, and the transcript that goes with it."""
    data = openid4vp.make_dc_api_request(NONCE, EphemeralKey.generate())
    session = read_request({"protocol": openid4vp.UNSIGNED_PROTOCOL, "data": data}, ORIGIN)
    return make_device_response(session, ROSA, root, NOW, case), session.transcript(None, None)


def is_accepted_by_openvc(response: bytes, transcript: bytes, root: Certified) -> bool:
    try:
        verify_device_response(
            response,
            trust_anchors=[root.certificate],
            session_transcript=transcript,
            now=NOW,
            leeway_s=0,
            expected_doc_type=DOCUMENT_TYPE,
        )
    except OpenvcError:
        return False
    return True


def is_accepted_here(response: bytes, transcript: bytes, root: Certified) -> bool:
    try:
        verify(response, transcript, make_trusted_issuers([root.certificate]), NOW)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", CASES)
def test_both_implementations_agree_or_differ_as_listed(name: str) -> None:
    response, transcript = make_case_answer(CASES[name], ROOT)
    ours, theirs = (
        is_accepted_here(response, transcript, ROOT),
        is_accepted_by_openvc(response, transcript, ROOT),
    )
    assert (ours, theirs) == (
        name not in WE_ALONE_REFUSE and CASES[name].refusal is None,
        name not in THEY_ALONE_REFUSE and (CASES[name].refusal is None or name in WE_ALONE_REFUSE),
    )


def test_other_implementation_refuses_the_sandbox() -> None:
    root = make_root(NOW)
    assert not is_accepted_by_openvc(*make_case_answer(CASES["honest"], root), root)
