"""Clocks of issuers that are ahead, for each kind of signature."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from infrastructure.sandbox.wallet.cases import Case
from infrastructure.sandbox.wallet.issue import SealRecipe, make_vical
from mobile_license.clock import CLOCK_TOLERANCE
from mobile_license.refusal import ListRefused, Refused
from mobile_license.vical import read_vical
from portal.tokens.verification import CLOCK_SKEW_SECONDS
from tests.unit.mobile_license.certificates import RootRecipe, make_list_signer, make_root, make_signer_with
from tests.unit.mobile_license.sessions import NOW, WAYS, run_exchange


def verify_seal(days: tuple[float, float, float], signer_from: float = -20) -> object:
    case = Case(None, seal=SealRecipe(days=days), make_signer=make_signer_with(days=(signer_from, 400)))
    return run_exchange(WAYS["unsigned"], case)


def list_from(provider_from: float, signer_from: float) -> object:
    government = RootRecipe(is_sandbox=False)
    provider = make_root(NOW, RootRecipe(is_sandbox=False, days=(provider_from, 3650)))
    signer = make_list_signer(provider, NOW, days=(signer_from, 400))
    document = make_vical([make_root(NOW, government)], signer, NOW)
    return read_vical(document, [provider.certificate], NOW, "government", None)


SIGNED: dict[str, Callable[[float], object]] = {
    "license signed": lambda ahead: verify_seal((ahead, -10, 30)),
    "license valid from": lambda ahead: verify_seal((-10, ahead, 30)),
    "license signed and valid from": lambda ahead: verify_seal((ahead, ahead, 30)),
    "issuer's certificate": lambda ahead: verify_seal((ahead, ahead, 30), signer_from=ahead),
    "list signer's certificate": lambda ahead: list_from(-30, ahead),
    "list provider's certificate": lambda ahead: list_from(ahead, ahead),
}


@pytest.mark.parametrize("signed", SIGNED)
@pytest.mark.parametrize("seconds", [1, 3, 30, 59, 60])
def test_clock_one_minute_ahead_is_accepted(signed: str, seconds: int) -> None:
    assert SIGNED[signed](seconds / 86400)


@pytest.mark.parametrize("signed", SIGNED)
@pytest.mark.parametrize("seconds", [61, 90, 3600])
def test_clock_further_ahead_is_refused(signed: str, seconds: int) -> None:
    with pytest.raises((Refused, ListRefused)):
        SIGNED[signed](seconds / 86400)


def test_tokens_have_the_same_clock_tolerance() -> None:
    assert timedelta(seconds=CLOCK_SKEW_SECONDS) == CLOCK_TOLERANCE
