"""Replacement of a verified address: permission by code or enhanced authentication, and notices."""

from dataclasses import replace

import pytest

from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID, AuthenticationStatus, TypeId
from functions.profile.repository import ProfileRepository
from portal.types import get_utc_now
from tests.api.conftest import Outbox
from tests.api.faults import let_others_write_first
from tests.api.profile_support import (
    CONFIRMATION,
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    TEST,
    VERIFICATION,
    enter_code,
    get_code,
    make_preferences,
    register,
)
from tests.api.support import Answer, Client, Person, save_status

NUMBER = "+16025550123"
OTHER_NUMBER = "+16025550199"
BEFORE = {"email": ROSA.email, "text": NUMBER}
AFTER = {"email": OTHER_ADDRESS, "text": OTHER_NUMBER}
MASKED = {"email": ("r•••@example.com", "r•••@work.example"), "text": ("•••-•••-0123", "•••-•••-0199")}
# Text messages stay in the alphabet of GSM.
WRITTEN = MASKED | {"text": ("***-***-0123", "***-***-0199")}
CHANNELS = ("email", "text")

channels = pytest.mark.parametrize("channel", CHANNELS)


@pytest.fixture
def rosa(client: Client, outbox: Outbox) -> Client:
    """Return the client of Rosa, with a requested new email address and number, and an empty outbox."""
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences(number=NUMBER))
    assert enter_code(rosa, outbox, "text").status == 200
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, OTHER_NUMBER))
    outbox.clear()
    return rosa


def get_addresses_in_force(client: Client) -> dict[str, str]:
    return {each["channel"]: each["address"] for each in client.get(PREFERENCES).json["addresses"]}


def get_needs(client: Client, channel: str) -> list[str] | None:
    """Return the missing steps of the change of a channel, or None without a change."""
    changes = client.get(PREFERENCES).json["changes"]
    found: list[list[str]] = [each["needs"] for each in changes if each["channel"] == channel]
    return found[0] if found else None


def list_sent(outbox: Outbox, channel: str) -> list[tuple[str, str]]:
    """List the sent messages that contain no code."""
    if channel == "text":
        return [(number, text) for number, text in outbox.text_messages if "code" not in text]
    return [(mail.address, mail.text) for mail in outbox.mail if "code" not in mail.subject]


def prove(person: Person, type_id: TypeId = EID) -> None:
    """Authenticate a person's session."""
    principal = person.principal
    save_status(
        principal.user_id,
        AuthenticationStatus(principal.session_id, type_id, get_utc_now(), "https://identity.example"),
    )


def allow_by_proof(client: Client, channel: str, change_to: str | None = None) -> Answer:
    asked = {"channel": channel, "address": "current", "changeTo": change_to or AFTER[channel]}
    return client.post(CONFIRMATION, asked)


@channels
def test_change_without_permission_waits(rosa: Client, outbox: Outbox, channel: str) -> None:
    assert get_needs(rosa, channel) == ["permission", "code"]
    assert enter_code(rosa, outbox, channel).status == 200
    assert get_needs(rosa, channel) == ["permission"]
    assert get_addresses_in_force(rosa) == BEFORE
    assert rosa.post(TEST, {"channel": channel}).json["sentTo"] == MASKED[channel][0]
    assert list_sent(outbox, channel) == []
    again = rosa.post(VERIFICATION, {"channel": channel})
    assert (again.status, again.json["code"]) == (409, "alreadyVerified")


@channels
@pytest.mark.parametrize("order", [("current", "new"), ("new", "current")])
def test_codes_from_both_addresses_apply_change(
    rosa: Client, outbox: Outbox, channel: str, order: tuple[str, str]
) -> None:
    assert enter_code(rosa, outbox, channel, order[0]).json["changes"] != []
    changed = enter_code(rosa, outbox, channel, order[1])
    assert get_addresses_in_force(rosa)[channel] == AFTER[channel]
    assert get_needs(rosa, channel) is None
    assert all(each["isVerified"] for each in changed.json["addresses"])
    messages = list_sent(outbox, channel)
    assert [address for address, _ in messages] == [BEFORE[channel], AFTER[channel]]
    for _, text in messages:
        assert all(masked in text for masked in WRITTEN[channel])
    rosa.put(
        PREFERENCES,
        make_preferences(get_addresses_in_force(rosa)["email"], get_addresses_in_force(rosa)["text"]),
    )
    assert len(list_sent(outbox, channel)) == 2


@channels
def test_code_for_current_address_goes_to_current_address(rosa: Client, outbox: Outbox, channel: str) -> None:
    sent = rosa.post(VERIFICATION, {"channel": channel, "address": "current"})
    assert (sent.status, sent.json["sentTo"]) == (202, MASKED[channel][0])
    received = [(mail.address, mail.text) for mail in outbox.mail] + outbox.text_messages
    ((address, text),) = received
    assert address == BEFORE[channel]
    assert WRITTEN[channel][1] in text


@channels
def test_enhanced_authentication_replaces_current_code(rosa: Client, outbox: Outbox, channel: str) -> None:
    refused = allow_by_proof(rosa, channel)
    assert (refused.status, refused.json["code"]) == (403, "enhancedAuthenticationRequired")
    enter_code(rosa, outbox, channel)
    prove(ROSA)
    assert allow_by_proof(rosa, channel).status == 200
    assert get_addresses_in_force(rosa)[channel] == AFTER[channel]
    assert [address for address, _ in list_sent(outbox, channel)] == [BEFORE[channel], AFTER[channel]]


def test_proven_session_needs_only_new_address_code(rosa: Client, outbox: Outbox) -> None:
    prove(ROSA)
    enter_code(rosa, outbox)
    assert get_addresses_in_force(rosa)["email"] == OTHER_ADDRESS


@pytest.mark.parametrize(
    ("person", "type_id"), [(ROSA, CREDIT_BUREAU), (replace(ROSA, session="session-2"), EID)]
)
def test_signal_or_proof_of_other_session_allows_no_change(
    rosa: Client, outbox: Outbox, person: Person, type_id: TypeId
) -> None:
    prove(person, type_id)
    enter_code(rosa, outbox)
    refused = allow_by_proof(rosa, "email")
    assert (refused.status, refused.json["code"]) == (403, "enhancedAuthenticationRequired")
    assert get_addresses_in_force(rosa)["email"] == ROSA.email
    assert get_needs(rosa, "email") == ["permission"]


def test_proof_allows_only_named_change(rosa: Client) -> None:
    prove(ROSA)
    refused = allow_by_proof(rosa, "email", "eve@example.com")
    assert (refused.status, refused.json["code"]) == (409, "addressChanged")
    assert get_needs(rosa, "email") == ["permission", "code"]


@channels
def test_code_allows_only_requested_change(rosa: Client, outbox: Outbox, channel: str) -> None:
    rosa.post(VERIFICATION, {"channel": channel, "address": "current"})
    code = get_code(outbox.mail[-1].text if channel == "email" else outbox.text_messages[-1][1])
    rosa.put(PREFERENCES, make_preferences("eve@example.com", "602-555-0177"))
    refused = rosa.post(CONFIRMATION, {"channel": channel, "address": "current", "code": code})
    assert (refused.status, refused.json["code"]) == (409, "addressChanged")
    assert get_needs(rosa, channel) == ["permission", "code"]


def test_permission_ends_with_change(rosa: Client, outbox: Outbox) -> None:
    enter_code(rosa, outbox, address="current")
    again = rosa.post(VERIFICATION, {"channel": "email", "address": "current"})
    assert (again.status, again.json["code"]) == (409, "changeAlreadyAllowed")
    rosa.put(PREFERENCES, make_preferences("eve@example.com", OTHER_NUMBER))
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, OTHER_NUMBER))
    assert get_needs(rosa, "email") == ["permission", "code"]


@channels
def test_code_of_new_address_fails_for_current_address(rosa: Client, outbox: Outbox, channel: str) -> None:
    rosa.post(VERIFICATION, {"channel": channel})
    code = get_code(outbox.mail[-1].text if channel == "email" else outbox.text_messages[-1][1])
    refused = rosa.post(CONFIRMATION, {"channel": channel, "address": "current", "code": code})
    assert list(refused.problems()) == ["code"]


@pytest.mark.parametrize("address", ["current", "new"])
def test_confirmation_without_code_is_refused(rosa: Client, address: str) -> None:
    answer = rosa.post(CONFIRMATION, {"channel": "email", "address": address})
    assert list(answer.problems()) == ["code"]


def test_address_without_pending_change_gets_no_code(client: Client, outbox: Outbox) -> None:
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences())
    answer = rosa.post(VERIFICATION, {"channel": "email", "address": "current"})
    assert list(answer.problems()) == ["channel"]
    assert outbox.mail == []


def test_saving_current_number_cancels_change(rosa: Client) -> None:
    saved = rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, NUMBER)).json
    assert [each["channel"] for each in saved["changes"]] == ["email"]
    assert saved["addresses"][1]["isVerified"] is True


def test_unverified_number_is_replaced_at_once(client: Client) -> None:
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences(number=NUMBER))
    saved = rosa.put(PREFERENCES, make_preferences(number=OTHER_NUMBER)).json
    assert (saved["addresses"][1]["address"], saved["changes"]) == (OTHER_NUMBER, [])


def test_verified_number_is_removed_by_its_own_code(rosa: Client, outbox: Outbox) -> None:
    saved = rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS)).json
    assert [each["channel"] for each in saved["addresses"]] == ["email", "text"]
    assert get_needs(rosa, "text") == ["permission"]
    assert rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS)).json["changes"] == saved["changes"]
    assert list_sent(outbox, "text") == []
    assert rosa.post(VERIFICATION, {"channel": "text"}).json["code"] == "alreadyVerified"
    answer = enter_code(rosa, outbox, "text", "current")
    assert "code to remove this number" in outbox.text_messages[0][1]
    assert [each["channel"] for each in answer.json["addresses"] + answer.json["changes"]] == [
        "email",
        "email",
    ]
    ((number, text),) = list_sent(outbox, "text")
    assert number == NUMBER
    assert "no longer go to ***-***-0123" in text


def test_verified_number_is_removed_by_proof(rosa: Client) -> None:
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
    asked = {"channel": "text", "address": "current", "changeTo": ""}
    refused = rosa.post(CONFIRMATION, asked)
    assert (refused.status, refused.json["code"]) == (403, "enhancedAuthenticationRequired")
    prove(ROSA)
    assert rosa.post(CONFIRMATION, asked).status == 200
    assert get_addresses_in_force(rosa).keys() == {"email"}


def test_empty_change_allows_no_other_number(rosa: Client) -> None:
    prove(ROSA)
    refused = rosa.post(CONFIRMATION, {"channel": "text", "address": "current", "changeTo": ""})
    assert (refused.status, refused.json["code"]) == (409, "addressChanged")


def test_removing_and_adding_does_not_replace_a_verified_number(rosa: Client, outbox: Outbox) -> None:
    """Four calls with a stolen session: remove, add another, ask for a code, confirm."""
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, OTHER_NUMBER))
    assert enter_code(rosa, outbox, "text").status == 200
    assert get_addresses_in_force(rosa)["text"] == NUMBER
    assert get_needs(rosa, "text") == ["permission"]


def test_unverified_number_is_removed_at_once(client: Client) -> None:
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences(number=NUMBER))
    saved = rosa.put(PREFERENCES, make_preferences()).json
    assert ([each["channel"] for each in saved["addresses"]], saved["changes"]) == (["email"], [])


@pytest.mark.parametrize("order", [("current", "new"), ("new", "current")])
def test_parallel_codes_apply_change_with_one_notice_each(
    rosa: Client, outbox: Outbox, monkeypatch: pytest.MonkeyPatch, order: tuple[str, str]
) -> None:
    codes = {}
    for address in order:
        rosa.post(VERIFICATION, {"channel": "email", "address": address})
        codes[address] = {"channel": "email", "address": address, "code": get_code(outbox.mail[-1].text)}
    others = [lambda: rosa.post(CONFIRMATION, codes[order[0]])]
    let_others_write_first(monkeypatch, ProfileRepository, ["save_contact_preferences"], others)
    assert rosa.post(CONFIRMATION, codes[order[1]]).status == 200
    assert get_addresses_in_force(rosa)["email"] == OTHER_ADDRESS
    assert [address for address, _ in list_sent(outbox, "email")] == [ROSA.email, OTHER_ADDRESS]


def test_sign_in_address_needs_permission_but_no_code(rosa: Client, outbox: Outbox) -> None:
    enter_code(rosa, outbox, address="current")
    enter_code(rosa, outbox)
    saved = rosa.put(PREFERENCES, make_preferences(ROSA.email, NUMBER)).json
    assert saved["addresses"][0]["address"] == OTHER_ADDRESS
    assert get_needs(rosa, "email") == ["permission"]


@pytest.mark.parametrize("channel", CHANNELS)
def test_notices_are_in_preferred_language(rosa: Client, outbox: Outbox, channel: str) -> None:
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, OTHER_NUMBER, "es"))
    outbox.clear()
    enter_code(rosa, outbox, channel)
    enter_code(rosa, outbox, channel, "current")
    sent = [mail.text for mail in outbox.mail] + [text for _, text in outbox.text_messages]
    assert len(sent) == 4
    assert all("código" in text or "codigo" in text or "contraseña" in text for text in sent)
