"""Verification of an address by a code that was sent to it."""

import hashlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import boto3
import pytest

from tests.api.conftest import Outbox
from tests.api.messages_support import run_meanwhile
from tests.api.profile_support import (
    COMPLETED,
    CONFIRMATION,
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    VERIFICATION,
    get_code,
    make_preferences,
    register,
)
from tests.api.support import Client, Person

NUMBER = "+16025550123"


CHANNELS = ("email", "text")


@pytest.fixture
def rosa(client: Client, outbox: Outbox) -> Client:
    """Return the client of Rosa, with an unverified address and number; empty outbox."""
    acting = register(client, replace(ROSA, email_verified=False))
    assert acting.put(PREFERENCES, make_preferences(OTHER_ADDRESS, NUMBER)).status == 200
    outbox.clear()
    return acting


@pytest.fixture
def mail_service(client: Client) -> Iterator[Any]:
    """Return the SES client, so that a test can remove the sender."""
    ses = boto3.client("ses")
    yield ses
    ses.verify_domain_identity(Domain="portal.example")


def get_sent_code(outbox: Outbox, channel: str) -> str:
    """Return the code in the last message of a channel."""
    return get_code(outbox.mail[-1].text if channel == "email" else outbox.text_messages[-1][1])


def make_wrong_code(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def confirm(client: Client, channel: str, code: str) -> Any:
    return client.post(CONFIRMATION, {"channel": channel, "code": code})


def get_states(client: Client) -> dict[str, bool]:
    """Return the verification state of each address."""
    saved = client.get(PREFERENCES).json
    return {address["channel"]: address["isVerified"] for address in saved["addresses"]}


def make_code_older(table: Any, channel: str, seconds: int, person: Person = ROSA) -> None:
    """Move a code back in time."""
    table.update_item(
        Key={"user_id": person.user_id, "item": f"code#contact-{channel}"},
        UpdateExpression="SET sent_at = sent_at - :age, expires_at = expires_at - :age",
        ExpressionAttributeValues={":age": seconds},
    )


def store_failures(table: Any, channel: str, number: int) -> None:
    """Store a number of wrong codes of Rosa since her last correct one."""
    table.update_item(
        Key={"user_id": ROSA.user_id, "item": f"failedcodes#contact-{channel}"},
        UpdateExpression="SET failures = :number, kind = :kind",
        ExpressionAttributeValues={":number": number, ":kind": "failedcodes"},
    )


@pytest.mark.parametrize(
    ("channel", "to", "masked"),
    [("email", OTHER_ADDRESS, "r•••@work.example"), ("text", NUMBER, "•••-•••-0123")],
)
def test_received_code_verifies_address(
    rosa: Client, outbox: Outbox, channel: str, to: str, masked: str
) -> None:
    sent = rosa.post(VERIFICATION, {"channel": channel})
    assert sent.status == 202
    assert sent.json["channel"] == channel
    assert sent.json["sentTo"] == masked
    assert sent.json["expiresAt"].endswith("Z")
    received = [mail.address for mail in outbox.mail] + [number for number, _ in outbox.text_messages]
    assert received == [to]

    saved_at = rosa.get(PREFERENCES).json["savedAt"]
    answer = confirm(rosa, channel, get_sent_code(outbox, channel))
    assert answer.status == 200
    assert answer.json["savedAt"] == saved_at
    assert answer.json == rosa.get(PREFERENCES).json
    assert get_states(rosa) == {"email": channel == "email", "text": channel == "text"}
    assert rosa.get(COMPLETED).json["unverified"] == [each for each in CHANNELS if each != channel]


@pytest.mark.parametrize("channel", CHANNELS)
def test_code_message_is_in_chosen_language(rosa: Client, outbox: Outbox, channel: str) -> None:
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, NUMBER, "es"))
    rosa.sending(accept_language="en").post(VERIFICATION, {"channel": channel})
    text = outbox.mail[0].text if channel == "email" else outbox.text_messages[0][1]
    assert "Vence en 10 minutos" in text
    assert [mail.subject for mail in outbox.mail] in ([], ["Su código de Saguaro"])


def test_saving_same_address_keeps_verification(rosa: Client, outbox: Outbox) -> None:
    rosa.post(VERIFICATION, {"channel": "email"})
    verified = confirm(rosa, "email", get_sent_code(outbox, "email")).json["addresses"]
    saved = rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, "602.555.0123", "es"))
    assert saved.json["addresses"] == verified


def test_replaced_verified_address_is_notified(rosa: Client, outbox: Outbox) -> None:
    rosa.post(VERIFICATION, {"channel": "email"})
    confirm(rosa, "email", get_sent_code(outbox, "email"))
    outbox.clear()
    rosa.put(PREFERENCES, make_preferences(ROSA.email))
    # The warning, and the welcome to the new address.
    assert [mail.address for mail in outbox.mail] == [OTHER_ADDRESS, ROSA.email]


@pytest.mark.parametrize("channel", CHANNELS)
def test_five_wrong_tries_invalidate_code(rosa: Client, outbox: Outbox, channel: str) -> None:
    rosa.post(VERIFICATION, {"channel": channel})
    code = get_sent_code(outbox, channel)
    for _ in range(5):
        assert list(confirm(rosa, channel, make_wrong_code(code)).problems()) == ["code"]
    assert list(confirm(rosa, channel, code).problems()) == ["code"]
    assert get_states(rosa) == {"email": False, "text": False}


@pytest.mark.parametrize(("language", "word"), [("en", "Too many wrong codes"), ("es", "demasiadas veces")])
def test_hundred_wrong_codes_stop_new_codes(
    rosa: Client, outbox: Outbox, table: Any, language: str, word: str
) -> None:
    rosa.post(VERIFICATION, {"channel": "email"})
    store_failures(table, "email", 97)
    make_code_older(table, "email", 61)
    rosa.post(VERIFICATION, {"channel": "email"})
    code = get_sent_code(outbox, "email")
    for _ in range(3):
        assert confirm(rosa, "email", make_wrong_code(code)).status == 400
    assert confirm(rosa, "email", code).status == 400
    make_code_older(table, "email", 61)
    answer = rosa.sending(accept_language=language).post(VERIFICATION, {"channel": "email"})
    assert answer.status == 409
    assert answer.json["code"] == "tooManyWrongCodes"
    assert word in answer.json["message"]
    assert rosa.post(VERIFICATION, {"channel": "text"}).status == 202


def test_correct_code_clears_wrong_count(rosa: Client, outbox: Outbox, table: Any) -> None:
    rosa.post(VERIFICATION, {"channel": "email"})
    store_failures(table, "email", 99)
    code = get_sent_code(outbox, "email")
    assert confirm(rosa, "email", make_wrong_code(code)).status == 400
    assert confirm(rosa, "email", code).status == 200
    rosa.put(PREFERENCES, make_preferences("rosa@third.example", NUMBER))
    assert rosa.post(VERIFICATION, {"channel": "email"}).status == 202


def test_expired_code_is_refused(rosa: Client, outbox: Outbox, table: Any) -> None:
    rosa.post(VERIFICATION, {"channel": "email"})
    make_code_older(table, "email", 601)
    assert list(confirm(rosa, "email", get_sent_code(outbox, "email")).problems()) == ["code"]


def test_code_works_once(rosa: Client, outbox: Outbox) -> None:
    rosa.post(VERIFICATION, {"channel": "text"})
    code = get_sent_code(outbox, "text")
    assert confirm(rosa, "text", code).status == 200
    assert list(confirm(rosa, "text", code).problems()) == ["code"]
    assert get_states(rosa)["text"]


def test_code_works_once_for_parallel_calls(rosa: Client, outbox: Outbox) -> None:
    rosa.post(VERIFICATION, {"channel": "text"})
    code = get_sent_code(outbox, "text")
    statuses = []
    with run_meanwhile("UpdateItem", lambda: statuses.append(confirm(rosa, "text", code).status)):
        statuses.append(confirm(rosa, "text", code).status)
    assert statuses == [200, 400]


def test_code_is_valid_for_own_channel_and_person(rosa: Client, outbox: Outbox, client: Client) -> None:
    rosa.post(VERIFICATION, {"channel": "text"})
    code = get_sent_code(outbox, "text")
    stranger = register(client, Person(email="eve@example.com"))
    stranger.put(PREFERENCES, make_preferences("eve@example.com", NUMBER))
    assert confirm(stranger, "text", code).status == 400
    assert confirm(rosa, "email", code).status == 400
    assert confirm(rosa, "text", code).status == 200


@pytest.mark.parametrize(("language", "word"), [("en", "Ask for a new code"), ("es", "Pida un código nuevo")])
def test_code_does_not_verify_changed_address(rosa: Client, outbox: Outbox, language: str, word: str) -> None:
    rosa.post(VERIFICATION, {"channel": "email"})
    code = get_sent_code(outbox, "email")
    rosa.put(PREFERENCES, make_preferences("rosa@third.example", NUMBER))
    answer = confirm(rosa.sending(accept_language=language), "email", code)
    assert answer.status == 409
    assert answer.json["code"] == "addressChanged"
    assert word in answer.json["message"]
    assert get_states(rosa) == {"email": False, "text": False}


def test_code_does_not_verify_removed_number(rosa: Client, outbox: Outbox) -> None:
    rosa.post(VERIFICATION, {"channel": "text"})
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
    answer = confirm(rosa, "text", get_sent_code(outbox, "text"))
    assert (answer.status, answer.json["code"]) == (409, "addressChanged")


def test_second_code_within_one_minute_is_refused(rosa: Client, outbox: Outbox) -> None:
    rosa.post(VERIFICATION, {"channel": "email"})
    again = rosa.sending(accept_language="es").post(VERIFICATION, {"channel": "email"})
    assert again.status == 429
    assert again.json["code"] == "codeAlreadySent"
    assert "Espere" in again.json["message"]
    assert 0 < int(again.headers["retry-after"]) <= 60
    assert len(outbox.mail) == 1
    assert confirm(rosa, "email", get_sent_code(outbox, "email")).status == 200


def test_failed_code_is_withdrawn(rosa: Client, outbox: Outbox, table: Any, mail_service: Any) -> None:
    mail_service.delete_identity(Identity="portal.example")
    answer = rosa.sending(accept_language="es").post(VERIFICATION, {"channel": "email"})
    assert answer.status == 503
    assert answer.json["code"] == "messageNotSent"
    assert "No se pudo enviar" in answer.json["message"]
    assert outbox.mail == []
    assert not [item for item in table.scan()["Items"] if item["item"].startswith("code#")]
    mail_service.verify_domain_identity(Domain="portal.example")
    assert rosa.post(VERIFICATION, {"channel": "email"}).status == 202


def test_address_is_not_replaced_when_notice_fails(client: Client, mail_service: Any) -> None:
    rosa = register(client)
    before = rosa.put(PREFERENCES, make_preferences()).json
    mail_service.delete_identity(Identity="portal.example")
    answer = rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
    assert answer.status == 503
    assert answer.json["code"] == "messageNotSent"
    assert rosa.get(PREFERENCES).json == before


def test_verified_address_gets_no_code(client: Client, outbox: Outbox) -> None:
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences())
    answer = rosa.post(VERIFICATION, {"channel": "email"})
    assert answer.status == 409
    assert answer.json["code"] == "alreadyVerified"
    assert outbox.mail == []


@pytest.mark.parametrize("channel", CHANNELS)
def test_unsaved_address_gets_no_code(client: Client, outbox: Outbox, channel: str) -> None:
    unsure = register(client, replace(ROSA, email_verified=False))
    assert list(unsure.post(VERIFICATION, {"channel": channel}).problems()) == ["channel"]
    assert outbox.mail == []
    assert outbox.text_messages == []


@pytest.mark.parametrize(
    ("path", "body", "property_name"),
    [
        (VERIFICATION, {}, "channel"),
        (VERIFICATION, {"channel": "fax"}, "channel"),
        (VERIFICATION, {"channel": "email", "address": "victim@example.org"}, "address"),
        (CONFIRMATION, {"channel": "email"}, "code"),
        (CONFIRMATION, {"code": "123456"}, "channel"),
        (CONFIRMATION, {"channel": "email", "code": 123456}, "code"),
        (CONFIRMATION, {"channel": "email", "code": "12345"}, "code"),
        (CONFIRMATION, {"channel": "email", "code": "１２３４５６"}, "code"),
        (CONFIRMATION, {"channel": "email", "code": "123456", "isVerified": True}, "isVerified"),
    ],
)
def test_invalid_request_is_reported_at_field(
    rosa: Client, outbox: Outbox, path: str, body: object, property_name: str
) -> None:
    answer = rosa.post(path, body)
    assert list(answer.problems()) == [property_name]
    assert {problem["applicationSection"] for problem in answer.json} == {"contactPreferences"}
    spanish = rosa.sending(accept_language="es").post(path, body).problems()
    assert spanish[property_name] != answer.problems()[property_name]
    assert outbox.mail == []


@pytest.mark.parametrize("channel", CHANNELS)
def test_only_hash_of_code_is_stored(rosa: Client, outbox: Outbox, table: Any, channel: str) -> None:
    rosa.post(VERIFICATION, {"channel": channel})
    (item,) = [item for item in table.scan()["Items"] if item["item"].startswith("code#")]
    code = get_sent_code(outbox, channel)
    bound_to = "\n".join([ROSA.user_id, item["item"].removeprefix("code#"), code])
    assert item["code_hash"] == hashlib.sha256(bound_to.encode()).hexdigest()
    assert code not in {str(value) for value in item.values()}
    assert int(item["expires_at"]) - int(time.time()) <= 600


def test_logs_contain_no_address_number_or_code(
    client: Client, outbox: Outbox, output: Callable[[], str]
) -> None:
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences("not an address", "12"))
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, "(602) 555-0123"))
    codes = []
    for channel in CHANNELS:
        rosa.post(VERIFICATION, {"channel": channel})
        codes.append(get_sent_code(outbox, channel))
        confirm(rosa, channel, make_wrong_code(codes[-1]))
        assert confirm(rosa, channel, codes[-1]).status == 200
    rosa.put(PREFERENCES, make_preferences("rosa@third.example"))
    logged = output()
    assert logged.count('"route":"PUT /api/profile/contactpreferences"') >= 3
    for private in ("@", "6025550123", "555-0123", "Rosa", "ROSA", "not an address"):
        assert private not in logged
    for code in codes:
        assert not re.search(rf"(?<![0-9.]){code}(?![0-9])", logged)
