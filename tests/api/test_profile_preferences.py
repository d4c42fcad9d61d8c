"""Reading and saving contact preferences."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import boto3
import pytest

from tests.api.clock import Clock
from tests.api.conftest import Outbox
from tests.api.profile_support import (
    CONFIRMATION,
    KINDS,
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    TEST,
    VERIFICATION,
    confirm_email,
    get_code,
    make_preferences,
    register,
    use_clock,
)
from tests.api.support import Client, Person

USABLE = {"status": "usable", "statusAt": None}

Change = Callable[[dict[str, Any]], object]


def get_pending_email(saved: dict[str, Any]) -> str:
    """Return the pending email address."""
    (change,) = saved["changes"]
    return str(change["address"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_defaults_are_proposed_before_first_save(client: Client, language: str) -> None:
    answer = register(client, language=language).get(PREFERENCES)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json == {
        "language": language,
        "addresses": [
            {"channel": "email", "address": ROSA.email, "isVerified": True, "verifiedAt": None} | USABLE
        ],
        "notices": [
            {
                "kind": kind,
                "channels": [] if kind == "news" else ["email"],
                "isRequired": kind == "security",
            }
            for kind in KINDS
        ],
        "emailFrequency": "immediate",
        "quietHours": None,
        "savedAt": None,
        "changes": [],
    }


@pytest.mark.parametrize("number", ["(602) 555-0123", "602-555-0123", "+1 602 555 0123"])
def test_saved_preferences_are_returned(client: Client, outbox: Outbox, number: str) -> None:
    rosa = register(client)
    answer = rosa.put(
        PREFERENCES, make_preferences(number=number, language="es", reminders=["text"], news=[])
    )
    assert answer.status == 200
    saved = answer.json
    email, text = saved["addresses"]
    assert saved["language"] == "es"
    assert (email["address"], email["isVerified"], email["verifiedAt"]) == (
        ROSA.email,
        True,
        saved["savedAt"],
    )
    assert text == (
        {"channel": "text", "address": "+16025550123", "isVerified": False, "verifiedAt": None} | USABLE
    )
    assert {notice["kind"]: notice["channels"] for notice in saved["notices"]} == {
        "security": ["email"],
        "accountActivity": ["email"],
        "agencyMessages": ["email"],
        "reminders": ["text"],
        "news": [],
    }
    assert rosa.get(PREFERENCES).json == saved
    assert outbox.mail == []


def test_unverified_sign_in_address_is_not_verified(client: Client) -> None:
    unsure = register(client, replace(ROSA, email_verified=False))
    for answer in (unsure.get(PREFERENCES), unsure.put(PREFERENCES, make_preferences())):
        (address,) = answer.json["addresses"]
        assert address["isVerified"] is False


def test_missing_sign_in_address_is_not_proposed(client: Client) -> None:
    nobody = register(client, Person(email="", email_verified=False))
    assert nobody.get(PREFERENCES).json["addresses"] == []


def test_sign_in_address_is_matched_in_any_case(client: Client) -> None:
    (address,) = register(client).put(PREFERENCES, make_preferences("Rosa@EXAMPLE.com")).json["addresses"]
    assert address["isVerified"] is True


def test_sign_in_address_stays_verified_after_change(client: Client) -> None:
    rosa = register(client, replace(ROSA, subject="rosa"))
    saved = rosa.put(PREFERENCES, make_preferences()).json
    moved = rosa.acting_as(Person(email="rosa@new.example", subject="rosa"))
    assert moved.get(PREFERENCES).json == saved


def test_address_is_verified_after_later_sign_in(
    client: Client,
) -> None:
    unsure = register(client, replace(ROSA, email_verified=False))
    unsure.put(PREFERENCES, make_preferences())
    rosa = client.acting_as(ROSA)
    (address,) = rosa.get(PREFERENCES).json["addresses"]
    assert address["isVerified"] is False
    assert rosa.post(VERIFICATION, {"channel": "email"}).status == 202
    saved = rosa.put(PREFERENCES, make_preferences()).json
    assert [(each["isVerified"], each["verifiedAt"]) for each in saved["addresses"]] == [
        (True, saved["savedAt"])
    ]


def test_later_verified_address_is_notified_when_replaced(client: Client, outbox: Outbox) -> None:
    register(client, replace(ROSA, email_verified=False)).put(PREFERENCES, make_preferences())
    outbox.clear()
    client.acting_as(ROSA).put(PREFERENCES, make_preferences(OTHER_ADDRESS))
    assert ROSA.email in [mail.address for mail in outbox.mail]


def test_repeated_save_keeps_address_and_other_address_waits(client: Client, outbox: Outbox) -> None:
    rosa = register(client)
    first = rosa.put(PREFERENCES, make_preferences()).json["addresses"]
    assert rosa.put(PREFERENCES, make_preferences(language="es")).json["addresses"] == first
    changed = rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS)).json
    assert (changed["addresses"], get_pending_email(changed)) == (first, OTHER_ADDRESS)
    assert rosa.get(PREFERENCES).json == changed
    notice, welcome = outbox.mail
    assert (notice.address, welcome.address) == (ROSA.email, OTHER_ADDRESS)
    assert "r•••@work.example cuando se confirme esa dirección" in notice.text
    assert OTHER_ADDRESS not in notice.text


def test_first_different_address_notifies_both(client: Client, outbox: Outbox) -> None:
    register(client, language="es").put(PREFERENCES, make_preferences(OTHER_ADDRESS))
    notice, welcome = outbox.mail
    assert (notice.address, welcome.address) == (ROSA.email, OTHER_ADDRESS)
    assert "contraseña" in notice.text
    assert "ask for a code" in welcome.text


class TestAddressEmails:
    """Each asked change warns the proven address; changes and welcomes are limited."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def rosa(self, client: Client, outbox: Outbox, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Client:
        """Return the client of Rosa, who saved another address than her sign-in one; empty outbox."""
        rosa = register(client)
        use_clock(monkeypatch, clock)
        rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
        outbox.clear()
        return rosa

    def test_unverified_address_gets_no_replacement_notice(
        self, rosa: Client, outbox: Outbox, clock: Clock
    ) -> None:
        clock.advance(minutes=1)
        rosa.put(PREFERENCES, make_preferences("rosa@third.example"))
        assert [mail.address for mail in outbox.mail] == [ROSA.email, "rosa@third.example"]

    def test_return_to_sign_in_address_sends_no_email(
        self, rosa: Client, outbox: Outbox, clock: Clock
    ) -> None:
        clock.advance(hours=1)
        (address,) = rosa.put(PREFERENCES, make_preferences()).json["addresses"]
        assert address["isVerified"] is True
        assert outbox.mail == []

    def test_each_change_warns_and_sixth_of_a_day_is_refused(
        self, rosa: Client, outbox: Outbox, clock: Clock
    ) -> None:
        """Fifteen times "another address, back again" would bury a real warning under others."""
        statuses = []
        for number in range(15):
            clock.advance(seconds=1)
            statuses.append(rosa.put(PREFERENCES, make_preferences(f"victim{number}@example.org")).status)
            assert rosa.put(PREFERENCES, make_preferences()).status == 200
        # The fixture asked for the first one.
        assert statuses == [200] * 4 + [429] * 11
        warnings = [mail for mail in outbox.mail if mail.address == ROSA.email]
        assert len(warnings) == 4
        refused = rosa.put(PREFERENCES, make_preferences("victim@example.org"))
        assert (refused.status, refused.json["code"]) == (429, "tooManyAddressChanges")
        assert rosa.get(PREFERENCES).json["changes"] == []
        clock.advance(days=1)
        assert rosa.put(PREFERENCES, make_preferences("victim@example.org")).status == 200

    def test_strangers_get_one_welcome_a_day_and_three_from_an_account(
        self, rosa: Client, outbox: Outbox, clock: Clock
    ) -> None:
        for number in range(4):
            rosa.put(PREFERENCES, make_preferences(f"victim{number % 3}@example.org"))
        welcomed = [mail.address for mail in outbox.mail if mail.address != ROSA.email]
        # The fixture's address had the first one.
        assert welcomed == ["victim0@example.org", "victim1@example.org"]

    def test_address_is_saved_when_email_fails(self, client: Client, clock: Clock) -> None:
        nobody = Person(email="", email_verified=False, subject="nobody")
        unsure = register(client, nobody)
        unsure.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
        clock.advance(hours=1)
        ses = boto3.client("ses")
        ses.delete_identity(Identity="portal.example")
        answer = unsure.put(PREFERENCES, make_preferences("rosa@third.example"))
        ses.verify_domain_identity(Domain="portal.example")
        assert (answer.status, answer.json["addresses"][0]["address"]) == (200, "rosa@third.example")


class TestNewEmailAddress:
    """A new address takes effect after confirmation; until then notices go to the current one."""

    @pytest.fixture
    def rosa(self, client: Client, outbox: Outbox) -> Client:
        """Return the client of Rosa, with her sign-in address and a requested other one; empty outbox."""
        rosa = register(client)
        rosa.put(PREFERENCES, make_preferences())
        rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
        outbox.clear()
        return rosa

    def test_new_address_applies_after_confirmation(self, rosa: Client, outbox: Outbox) -> None:
        answer = confirm_email(rosa, outbox)
        assert [mail.address for mail in outbox.mail[:2]] == [ROSA.email, OTHER_ADDRESS]
        (address,) = answer.json["addresses"]
        assert (address["address"], address["isVerified"]) == (OTHER_ADDRESS, True)
        assert answer.json["changes"] == []
        assert rosa.get(PREFERENCES).json == answer.json
        assert rosa.post(VERIFICATION, {"channel": "email"}).json["code"] == "alreadyVerified"

    def test_channel_test_goes_to_current_address(self, rosa: Client) -> None:
        assert rosa.post(TEST, {"channel": "email"}).json["sentTo"] == "r•••@example.com"

    def test_saving_current_address_cancels_change(self, rosa: Client, outbox: Outbox) -> None:
        rosa.post(VERIFICATION, {"channel": "email"})
        saved = rosa.put(PREFERENCES, make_preferences()).json
        assert (saved["addresses"][0]["address"], saved["changes"]) == (ROSA.email, [])
        code = get_code(outbox.mail[-1].text)
        refused = rosa.post(CONFIRMATION, {"channel": "email", "code": code})
        assert (refused.status, refused.json["code"]) == (409, "addressChanged")

    def test_other_preferences_keep_address_waiting(self, rosa: Client, outbox: Outbox) -> None:
        saved = rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, language="es")).json
        assert (saved["addresses"][0]["address"], get_pending_email(saved)) == (ROSA.email, OTHER_ADDRESS)
        assert outbox.mail == []

    @pytest.mark.parametrize("spelled", ["ROSA@work.example", "Rosa@Work.Example"])
    def test_different_case_keeps_address_waiting(self, rosa: Client, outbox: Outbox, spelled: str) -> None:
        rosa.post(VERIFICATION, {"channel": "email"})
        code = get_code(outbox.mail[-1].text)
        outbox.clear()
        assert get_pending_email(rosa.put(PREFERENCES, make_preferences(spelled)).json) == OTHER_ADDRESS
        assert outbox.mail == []
        assert rosa.post(CONFIRMATION, {"channel": "email", "code": code}).status == 200

    def test_notice_to_current_address_is_in_chosen_language(self, rosa: Client, outbox: Outbox) -> None:
        rosa.put(PREFERENCES, make_preferences(language="es"))
        outbox.clear()
        rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, language="es"))
        assert "cuando se confirme esa dirección" in outbox.mail[0].text


@pytest.mark.parametrize("spelled", ["ROSA@example.com", "Rosa@EXAMPLE.com"])
def test_change_of_case_is_no_change(client: Client, outbox: Outbox, stored: Any, spelled: str) -> None:
    rosa = register(client)
    before = rosa.put(PREFERENCES, make_preferences()).json
    after = rosa.put(PREFERENCES, make_preferences(spelled)).json
    assert after == before | {"savedAt": after["savedAt"]}
    assert outbox.mail == []
    assert [item["type"] for item in stored["messages"].scan()["Items"]] == ["welcome"]


def test_unproven_address_is_replaced_at_once(client: Client) -> None:
    unsure = register(client, replace(ROSA, email_verified=False))
    unsure.put(PREFERENCES, make_preferences())
    saved = unsure.put(PREFERENCES, make_preferences(OTHER_ADDRESS)).json
    assert (saved["addresses"][0]["address"], saved["changes"]) == (OTHER_ADDRESS, [])


@pytest.mark.parametrize(
    ("number", "english", "spanish"),
    [
        ("800-555-0123", "Toll-free", "número gratuito"),
        ("900-555-0123", "premium-rate", "tarifa especial"),
        ("604-555-0123", "other countries", "otro país"),
        ("911-555-0123", "US mobile number", "celular de EE. UU."),
        ("602-555-0123 x204", "extension", "extensión"),
    ],
)
def test_non_mobile_or_foreign_number_is_reported(
    client: Client, number: str, english: str, spanish: str
) -> None:
    rosa = register(client)
    for language, words in (("en", english), ("es", spanish)):
        answer = rosa.sending(accept_language=language).put(PREFERENCES, make_preferences(number=number))
        (message,) = answer.problems()["addresses.1.address"]
        assert words in message
    assert rosa.get(PREFERENCES).json["savedAt"] is None


@pytest.mark.parametrize(
    "pasted",
    [
        "mailto:ana@example.org?subject=x",
        "Ana Peña <ana@example.org>",
        "ana@example.org.",
        "“ana@example.org”",
        "ana＠example．org",
        "ana\u200b@example.org",
    ],
)
def test_pasted_contacts_are_saved_as_addresses(client: Client, pasted: str) -> None:
    unsure = register(client, replace(ROSA, email_verified=False))
    number = "Phone: +1 (602) 555‑0123."
    saved = unsure.put(PREFERENCES, make_preferences(pasted, number)).json
    assert [each["address"] for each in saved["addresses"]] == ["ana@example.org", "+16025550123"]


@pytest.mark.parametrize(
    "pasted", ["ana@example.org, ben@example.org", "peña@example.org", "ana@@example.org"]
)
def test_text_without_one_email_address_is_refused(client: Client, pasted: str) -> None:
    refused = register(client).put(PREFERENCES, make_preferences(pasted))
    assert "one email address" in refused.problems()["addresses.0.address"][0]


def test_preferences_are_separate_per_person(client: Client) -> None:
    register(client).put(PREFERENCES, make_preferences(language="es"))
    other = register(client, Person(email="ben@example.com"))
    assert other.get(PREFERENCES).json["addresses"][0]["address"] == "ben@example.com"
    assert other.get(PREFERENCES).json["savedAt"] is None


@pytest.mark.parametrize(
    ("change", "property_name"),
    [
        (lambda body: body.pop("language"), "language"),
        (lambda body: body.update(language="fr"), "language"),
        (lambda body: body.pop("addresses"), "addresses"),
        (lambda body: body.update(addresses="rosa@example.com"), "addresses"),
        (lambda body: body.update(addresses=[]), "addresses"),
        (lambda body: body["addresses"].extend(body["addresses"] * 2), "addresses"),
        (lambda body: body["addresses"][0].update(channel="fax"), "addresses.0.channel"),
        (lambda body: body["addresses"][0].update(address=""), "addresses.0.address"),
        (lambda body: body["addresses"][0].update(address="a" * 250 + "@b.co"), "addresses.0.address"),
        (lambda body: body["addresses"].append({"channel": "text"}), "addresses.1.address"),
        (
            lambda body: body["addresses"].append({"channel": "text", "address": "+44 20 7946 0958"}),
            "addresses.1.address",
        ),
        (lambda body: body.pop("notices"), "notices"),
        (lambda body: body["notices"][2].update(kind="gossip"), "notices.2.kind"),
        (lambda body: body["notices"][3].update(channels=["fax"]), "notices.3.channels.0"),
        (lambda body: body["notices"][3].update(isRequired=False), "notices.3.isRequired"),
        (lambda body: body.update(savedAt=None), "savedAt"),
    ],
)
def test_invalid_value_is_reported_at_field(client: Client, change: Change, property_name: str) -> None:
    body = make_preferences()
    change(body)
    rosa = register(client)
    english = rosa.put(PREFERENCES, body)
    spanish = rosa.sending(accept_language="es").put(PREFERENCES, body)
    assert property_name in english.problems()
    assert {problem["applicationSection"] for problem in english.json} == {"contactPreferences"}
    assert spanish.problems().keys() == english.problems().keys()
    assert spanish.problems()[property_name] != english.problems()[property_name]
    assert rosa.get(PREFERENCES).json["savedAt"] is None
