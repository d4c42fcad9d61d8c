"""Contact preferences and the verification of addresses."""

from dataclasses import replace

import pytest

from functions.profile.preferences import KnownAddress, ShownPreferences
from portal.account import Channel
from portal.errors import Conflict, InvalidRequest, Unavailable
from tests.unit.profile.support import (
    EMAIL,
    NUMBER,
    ROSA,
    UNVERIFIED_ROSA,
    Bench,
    registration,
    wishes,
)

OTHER = "rosa@work.example"
FIRST_CODE = "123456"


def address(preferences: ShownPreferences, channel: Channel = "email") -> KnownAddress:
    return next(known for known in preferences.state.addresses if known.channel == channel)


def refusal_code(action: object, *arguments: object) -> str:
    with pytest.raises(Conflict) as refused:
        action(*arguments)  # type: ignore[operator]
    return refused.value.code


@pytest.fixture
def with_other_address(bench: Bench) -> Bench:
    """Rosa saved an address that is not the one she signs in with; the mail about it was seen."""
    bench.service.save_preferences(ROSA, wishes(OTHER, NUMBER))
    bench.outbox.emails.clear()
    return bench


def test_before_the_first_saving_the_portal_proposes(bench: Bench) -> None:
    bench.repository.accounts[ROSA.user_id] = replace(bench.account, registration=registration("es"))
    proposed = bench.service.read_preferences(ROSA).state
    assert proposed.language == "es"
    assert proposed.addresses == (KnownAddress("email", EMAIL, True, None),)
    assert proposed.notices == {
        "security": ("email",),
        "accountActivity": ("email",),
        "agencyMessages": ("email",),
        "reminders": ("email",),
        "news": (),
    }
    assert proposed.saved_at is None
    assert bench.account.preferences is None


def test_nothing_is_proposed_where_the_provider_gave_no_address(bench: Bench) -> None:
    assert (
        bench.service.read_preferences(replace(ROSA, email="", is_email_verified=False)).state.addresses == ()
    )


def test_an_address_that_the_provider_did_not_verify_is_not_verified(bench: Bench) -> None:
    assert not address(bench.service.read_preferences(UNVERIFIED_ROSA)).is_verified
    assert not address(bench.service.save_preferences(UNVERIFIED_ROSA, wishes())).is_verified


def test_whoever_is_not_registered_has_no_preferences(bench: Bench) -> None:
    bench.repository.accounts.clear()
    service = bench.service
    assert refusal_code(service.read_preferences, ROSA) == "notRegistered"
    assert refusal_code(service.save_preferences, ROSA, wishes()) == "notRegistered"
    assert refusal_code(service.send_verification, ROSA, "email") == "notRegistered"
    assert refusal_code(service.confirm_verification, ROSA, "email", FIRST_CODE) == "notRegistered"
    assert bench.outbox.emails == []


def test_saved_preferences_are_read_again(bench: Bench) -> None:
    saved = bench.service.save_preferences(ROSA, wishes(number="602-555-0123", language="es"))
    assert saved.state.language == "es"
    assert saved.state.saved_at == bench.clock.now
    assert address(saved) == KnownAddress("email", EMAIL, True, bench.clock.now)
    assert address(saved, "text") == KnownAddress("text", NUMBER, False, None)
    assert bench.service.read_preferences(ROSA) == saved
    assert bench.outbox.emails == []


def test_the_sign_in_address_is_recognised_in_any_case(bench: Bench) -> None:
    assert address(bench.service.save_preferences(ROSA, wishes("Rosa@EXAMPLE.com"))).is_verified


def test_what_is_unacceptable_is_not_saved(bench: Bench) -> None:
    with pytest.raises(InvalidRequest):
        bench.service.save_preferences(ROSA, wishes("rosa"))
    assert bench.account.preferences is None


def test_saving_the_same_keeps_the_verification(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.service.send_verification(ROSA, "email")
    verified = address(bench.service.confirm_verification(ROSA, "email", FIRST_CODE))
    bench.clock.advance(days=1)
    again = bench.service.save_preferences(ROSA, wishes(OTHER, NUMBER, "es"))
    assert address(again) == verified
    assert verified.is_verified


def test_the_sign_in_address_stays_proven_after_another_sign_in_address(bench: Bench) -> None:
    first = bench.service.save_preferences(ROSA, wishes())
    moved = replace(ROSA, email="rosa@new.example")
    assert address(bench.service.read_preferences(moved)) == address(first)


def test_another_address_loses_the_verification_and_both_are_told(bench: Bench) -> None:
    bench.service.save_preferences(ROSA, wishes(language="es"))
    bench.clock.advance(hours=1)
    changed = bench.service.save_preferences(ROSA, wishes(OTHER))
    assert not address(changed).is_verified
    (old, new) = bench.outbox.emails
    assert old[0] == EMAIL
    assert "r•••@work.example" in old[2]
    assert "contraseña" in old[2]
    assert new[0] == OTHER
    assert "ask for a code" in new[2]


def test_a_first_address_other_than_the_sign_in_address_is_told_to_both(bench: Bench) -> None:
    bench.service.save_preferences(ROSA, wishes(OTHER))
    assert [sent[0] for sent in bench.outbox.emails] == [EMAIL, OTHER]


def test_an_unverified_address_is_not_told_that_it_was_replaced(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.clock.advance(hours=1)
    bench.service.save_preferences(ROSA, wishes("rosa@third.example"))
    assert [sent[0] for sent in bench.outbox.emails] == ["rosa@third.example"]


def test_going_back_to_the_sign_in_address_asks_for_no_verification(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.clock.advance(hours=1)
    assert address(bench.service.save_preferences(ROSA, wishes())).is_verified
    assert bench.outbox.emails == []


def test_strangers_inboxes_cannot_be_flooded_by_saving(with_other_address: Bench) -> None:
    bench = with_other_address
    for number in range(20):
        bench.clock.advance(seconds=2)
        bench.service.save_preferences(ROSA, wishes(f"victim{number}@example.org"))
    assert bench.outbox.emails == []


def test_nothing_is_saved_when_the_old_address_cannot_be_told(bench: Bench) -> None:
    before = bench.service.save_preferences(ROSA, wishes())
    bench.outbox.is_down = True
    with pytest.raises(Unavailable):
        bench.service.save_preferences(ROSA, wishes(OTHER))
    assert bench.service.read_preferences(ROSA) == before


def test_an_address_is_saved_though_it_cannot_be_told_to_verify(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.clock.advance(hours=1)
    bench.outbox.is_down = True
    bench.service.save_preferences(ROSA, wishes("rosa@third.example"))
    assert address(bench.service.read_preferences(ROSA)).address == "rosa@third.example"


def test_of_two_different_savings_at_once_one_is_refused(bench: Bench) -> None:
    bench.service.save_preferences(ROSA, wishes())
    bench.repository.meanwhile = [lambda: bench.service.save_preferences(ROSA, wishes(language="es"))]
    assert refusal_code(bench.service.save_preferences, ROSA, wishes(number=NUMBER)) == "preferencesChanged"
    assert bench.service.read_preferences(ROSA).state.language == "es"


def test_of_two_first_savings_at_once_one_is_refused(bench: Bench) -> None:
    bench.repository.meanwhile = [lambda: bench.service.save_preferences(ROSA, wishes(language="es"))]
    assert refusal_code(bench.service.save_preferences, ROSA, wishes()) == "preferencesChanged"


def test_two_equal_savings_at_once_are_one(bench: Bench) -> None:
    bench.repository.meanwhile = [lambda: bench.service.save_preferences(ROSA, wishes())]
    saved = bench.service.save_preferences(ROSA, wishes())
    assert saved == bench.service.read_preferences(ROSA)
    assert bench.account.preferences is not None
    assert bench.account.preferences.revision == 1


def test_a_code_goes_to_the_email_address_in_the_chosen_language(bench: Bench) -> None:
    bench.service.save_preferences(ROSA, wishes(OTHER, language="es"))
    bench.outbox.emails.clear()
    sent = bench.service.send_verification(ROSA, "email")
    assert (sent.channel, sent.sent_to) == ("email", "r•••@work.example")
    assert (sent.expires_at - bench.clock.now).total_seconds() == 600
    ((to, subject, body),) = bench.outbox.emails
    assert (to, subject) == (OTHER, "Su código de Saguaro")
    assert FIRST_CODE in body
    assert "10 minutos" in body


def test_a_code_goes_to_the_number(with_other_address: Bench) -> None:
    bench = with_other_address
    sent = bench.service.send_verification(ROSA, "text")
    assert sent.sent_to == "•••-•••-0123"
    ((to, text),) = bench.outbox.text_messages
    assert to == NUMBER
    assert FIRST_CODE in text
    assert address(bench.service.confirm_verification(ROSA, "text", FIRST_CODE), "text").is_verified
    assert not address(bench.service.read_preferences(ROSA)).is_verified


@pytest.mark.parametrize("channel", ["email", "text"])
def test_a_code_goes_only_to_a_saved_address(bench: Bench, channel: Channel) -> None:
    with pytest.raises(InvalidRequest) as refused:
        bench.service.send_verification(UNVERIFIED_ROSA, channel)
    assert [problem.property_name for problem in refused.value.problems] == ["channel"]
    assert bench.codes.good == {}


def test_a_verified_address_gets_no_code(bench: Bench) -> None:
    bench.service.save_preferences(ROSA, wishes())
    assert refusal_code(bench.service.send_verification, ROSA, "email") == "alreadyVerified"
    assert bench.outbox.emails == []


def test_a_code_that_could_not_be_sent_is_not_good(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.outbox.is_down = True
    with pytest.raises(Unavailable):
        bench.service.send_verification(ROSA, "email")
    assert bench.codes.good == {}


def test_the_code_verifies_the_address(with_other_address: Bench) -> None:
    bench = with_other_address
    saved_at = bench.service.read_preferences(ROSA).state.saved_at
    bench.service.send_verification(ROSA, "email")
    bench.clock.advance(minutes=3)
    confirmed = bench.service.confirm_verification(ROSA, "email", FIRST_CODE)
    assert address(confirmed) == KnownAddress("email", OTHER, True, bench.clock.now)
    assert confirmed.state.saved_at == saved_at
    assert bench.service.read_preferences(ROSA) == confirmed


def test_a_wrong_code_verifies_nothing(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.service.send_verification(ROSA, "email")
    with pytest.raises(InvalidRequest):
        bench.service.confirm_verification(ROSA, "email", "000000")
    assert not address(bench.service.read_preferences(ROSA)).is_verified


def test_a_code_is_good_for_its_channel_only(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.service.send_verification(ROSA, "email")
    with pytest.raises(InvalidRequest):
        bench.service.confirm_verification(ROSA, "text", FIRST_CODE)


def test_a_code_does_not_verify_an_address_that_it_was_not_sent_to(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.service.send_verification(ROSA, "email")
    bench.service.save_preferences(ROSA, wishes("rosa@third.example"))
    assert refusal_code(bench.service.confirm_verification, ROSA, "email", FIRST_CODE) == "addressChanged"
    assert not address(bench.service.read_preferences(ROSA)).is_verified


def test_a_code_for_a_removed_number_verifies_nothing(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.service.send_verification(ROSA, "text")
    bench.service.save_preferences(ROSA, wishes(OTHER))
    assert refusal_code(bench.service.confirm_verification, ROSA, "text", FIRST_CODE) == "addressChanged"


def test_a_verification_and_a_saving_at_once_are_both_kept(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.service.send_verification(ROSA, "email")
    bench.repository.meanwhile = [lambda: bench.service.save_preferences(ROSA, wishes(OTHER, NUMBER, "es"))]
    confirmed = bench.service.confirm_verification(ROSA, "email", FIRST_CODE)
    assert address(confirmed).is_verified
    assert confirmed.state.language == "es"


def test_a_verification_and_a_change_of_address_at_once_verify_nothing(with_other_address: Bench) -> None:
    bench = with_other_address
    bench.service.send_verification(ROSA, "email")
    bench.repository.meanwhile = [lambda: bench.service.save_preferences(ROSA, wishes("rosa@third.example"))]
    assert refusal_code(bench.service.confirm_verification, ROSA, "email", FIRST_CODE) == "addressChanged"
    assert not address(bench.service.read_preferences(ROSA)).is_verified
