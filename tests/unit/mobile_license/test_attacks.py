"""Attacks by a wallet or an intermediary, each refused with its code on every way."""

from datetime import date

import pytest

from mobile_license.device_response import MAX_BYTES, verify
from mobile_license.refusal import Refused
from tests.unit.mobile_license.attack_cases import CASES
from tests.unit.mobile_license.sessions import NOW, ROSA, WAYS, get_trusted, run_exchange

ATTACKS = {name: case for name, case in CASES.items() if case.refusal is not None}
ACCEPTED = {name: case for name, case in CASES.items() if case.refusal is None}


@pytest.mark.parametrize("way", WAYS)
def test_honest_answer_is_accepted(way: str) -> None:
    license_ = run_exchange(WAYS[way])
    assert (license_.given_name, license_.family_name) == (ROSA.given_name, ROSA.family_name)
    assert license_.birth_date == date(1984, 5, 17)
    assert license_.document_number == "D00000001"
    assert (license_.issuer_country, license_.issuer_state) == ("US", "US-AZ")
    assert license_.issuing_jurisdiction == "US-AZ"
    assert license_.issuer_name == "Saguaro sandbox, not a government issuer"


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("way", WAYS)
def test_attack_is_refused(way: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        run_exchange(WAYS[way], ATTACKS[name])
    assert refused.value.code == ATTACKS[name].refusal


@pytest.mark.parametrize("name", ACCEPTED)
def test_good_variant_is_accepted(name: str) -> None:
    assert run_exchange(WAYS["unsigned"], ACCEPTED[name])


def test_response_without_end_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        verify(bytes(MAX_BYTES + 1), b"\xf6", get_trusted(), NOW)
    assert refused.value.code == "tooLarge"


def test_log_of_a_license_has_no_personal_data() -> None:
    written = repr(run_exchange(WAYS["unsigned"])) + str(run_exchange(WAYS["unsigned"]))
    assert "Saguaro sandbox" in written
    for secret in (ROSA.given_name, ROSA.family_name, ROSA.document_number, "1984"):
        assert secret not in written


@pytest.mark.parametrize("name", ["tampered", "nameIsLong", "elementTwice"])
def test_log_of_a_refusal_has_no_personal_data(name: str) -> None:
    with pytest.raises(Refused) as refused:
        run_exchange(WAYS["unsigned"], ATTACKS[name])
    assert str(refused.value) == ATTACKS[name].refusal
    assert refused.value.__cause__ is None
