"""Facts about the sample people that more than one record, message, or license states."""

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from domains.reference.data import get_zip_code_list
from infrastructure.sandbox.demonstration import list_addresses
from infrastructure.sandbox.identity_provider import SAMPLE_PEOPLE
from infrastructure.sandbox.samples import (
    SAMPLE_MESSAGES,
    SAMPLE_OWNERS,
    Record,
    SampleMessage,
    make_records,
    read_data,
)
from infrastructure.sandbox.wallet.authority import find_holder

TODAY = date(2026, 11, 21)
RECORDS = {record.reference: record for record in make_records(TODAY)}
AMOUNT = re.compile(r"\$([0-9,]+\.[0-9]{2})")
TABLE = re.compile(r"<table>.*</table>", re.DOTALL)


def get_id(message: SampleMessage) -> str:
    return f"{message.reference}-{message.type}-{message.days_ago}"


def list_amounts(text: str) -> list[Decimal]:
    return [Decimal(amount.replace(",", "")) for amount in AMOUNT.findall(text)]


def list_amounts_of_record(record: Record) -> set[Decimal]:
    values = [*record.fields(TODAY).values(), *(payment.amount for payment in record.payments)]
    return {
        Decimal(value)
        for value in values
        if isinstance(value, str) and re.fullmatch(r"[0-9]+\.[0-9]{2}", value)
    }


def list_texts(message: SampleMessage) -> list[Mapping[str, str]]:
    return [message.subject, message.body, *([message.label] if message.label else [])]


@pytest.mark.parametrize("message", SAMPLE_MESSAGES, ids=get_id)
def test_amounts_of_message_are_those_of_its_record(message: SampleMessage) -> None:
    known = list_amounts_of_record(RECORDS[message.reference])
    for texts in list_texts(message):
        for text in texts.values():
            for table in TABLE.findall(text):
                assert sum(list_amounts(table)) in known
            assert set(list_amounts(TABLE.sub("", text))) <= known


@pytest.mark.parametrize(
    "message", [each for each in SAMPLE_MESSAGES if each.type == "PAYMENT_RECEIVED"], ids=get_id
)
def test_received_payment_is_in_payments_of_its_record(message: SampleMessage) -> None:
    assert message.days_ago in {payment.days_ago for payment in RECORDS[message.reference].payments}


# Types of messages that hold only while a field of the card has a value.
STATES = {"EMISSIONS_DUE": ("emissions", "REQUIRED"), "INSURANCE_LAPSE": ("insurance", "LAPSED")}


@pytest.mark.parametrize("message", [each for each in SAMPLE_MESSAGES if each.type in STATES], ids=get_id)
def test_message_about_state_agrees_with_card(message: SampleMessage) -> None:
    field, value = STATES[message.type]
    assert RECORDS[message.reference].fields(TODAY)[field] == value


def test_owners_are_accounts_of_identity_provider() -> None:
    accounts = {person.email: (person.given_name, person.family_name) for person in SAMPLE_PEOPLE}
    for owner in SAMPLE_OWNERS:
        assert owner.email is not None
        names = owner.person.legal_first_name, owner.person.legal_last_name
        assert accounts[owner.email] == names


@pytest.mark.parametrize(
    "record",
    [each for each in RECORDS.values() if each.service_id == "adot-mvd-credential"],
    ids=lambda each: each.reference,
)
def test_license_in_wallet_has_number_of_card(record: Record) -> None:
    assert (
        find_holder(record.owner).document_number == record.whole["number"] == record.typed["licenceNumber"]
    )


@pytest.mark.parametrize("email", read_data("demonstration.yaml")["addresses"])
def test_home_is_in_registered_county(email: str) -> None:
    (home,) = [each for each in list_addresses(email) if each["type"] == "home"]
    (code,) = [each for each in get_zip_code_list().items if each.code == home["zip"]]
    assert code.county_id == read_data("demonstration.yaml")["registrations"][email]["countyId"]
    assert code.place == home["city"]
