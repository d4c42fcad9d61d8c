"""A company that an agency of the sandbox shows is a name of the register, and nobody else can take it."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from domains.names.key import get_key
from infrastructure.sandbox.manifest_files import list_manifests
from infrastructure.sandbox.names.sample_companies import (
    COMMISSION,
    SampleCompany,
    list_sample_companies,
)
from infrastructure.sandbox.samples import SAMPLE_MESSAGES, Record, make_records
from tests.api.profile_support import register
from tests.api.support import Client
from tests.api.test_reservations import check, find_names, get_conflict, reserve

TODAY = date(2026, 11, 21)
# Display fields with a company's name; other texts are searched for the endings of companies.
COMPANY_FIELDS = {
    (COMMISSION, "name"),
    ("azroc-licence", "holder"),
    ("adot-mvd-vehicle", "lienholder"),
}
MENTION = re.compile(
    r"(?:[A-Z0-9][\w&’'-]*,? )+"
    r"(?:P?\.?L\.?L\.?[CP]\b\.?|(?:Inc|Corp|Ltd)\b\.?"
    r"|(?:Corporation(?! Commission)|Company|Credit Union|Bank)\b)"
)
ENDINGS = re.compile(r",? (LLC|Inc\.)$")


def list_texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from list_texts(each)
        case list() | tuple():
            for each in value:
                yield from list_texts(each)


def list_companies_of_record(record: Record) -> Iterator[str]:
    """Yield the names of companies in display fields, label, and payments."""
    fields = record.fields(TODAY)
    for name, value in fields.items():
        if (record.service_id, name) in COMPANY_FIELDS and value:
            yield value
    texts = [
        *list_texts(fields),
        record.label,
        *(text for each in record.payments for text in (each.en, each.es)),
    ]
    for text in texts:
        yield from MENTION.findall(text)


def list_shown_companies() -> list[str]:
    """Return the names of companies in all records and messages of the sandbox's agencies."""
    found = {name for record in make_records(TODAY) for name in list_companies_of_record(record)}
    for message in SAMPLE_MESSAGES:
        for text in list_texts([dict(message.subject), dict(message.body)]):
            found.update(MENTION.findall(text))
    return sorted(found)


SHOWN = list_shown_companies()


def list_forms(name: str) -> list[tuple[str, str]]:
    """Return spellings of a name that the register does not tell apart from it, with an entity type."""
    bare = ENDINGS.sub("", name)
    return [
        (f"{bare} LLC", "llc"),
        (f"{bare} Inc", "corporation"),
        (f"The {bare}, L.L.C.", "llc"),
        (bare.upper() + " CORP.", "corporation"),
    ]


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


def test_records_name_companies() -> None:
    services = {service.id: service for manifest in list_manifests() for service in manifest.services}
    for service_id, field in COMPANY_FIELDS:
        assert field in {each.name for each in services[service_id].display_fields}
        assert any(
            record.fields(TODAY)[field] for record in make_records(TODAY) if record.service_id == service_id
        )
    assert len(SHOWN) >= len(COMPANY_FIELDS)


def test_each_sample_company_is_shown() -> None:
    assert {company.row.name for company in list_sample_companies()} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_company_of_agency_is_taken_in_every_form(rosa: Client, name: str) -> None:
    for form, entity_type in list_forms(name):
        checked = check(rosa, form, entity_type)
        assert checked["verdict"] == "unavailable", form
        assert [each["name"] for each in checked["conflicts"]] == [name]
        assert get_conflict(reserve(rosa, form, entity_type)) == "nameUnavailable"


@pytest.mark.parametrize("name", SHOWN)
def test_search_finds_company_of_agency(client: Client, name: str) -> None:
    (item,) = [each for each in find_names(client, name)["items"] if each["name"] == name]
    (company,) = [each.row for each in list_sample_companies() if each.row.name == name]
    assert item["status"] == company.status
    assert item["entityType"] == company.entity_type
    assert get_key(item["name"]) == get_key(name)


@pytest.mark.parametrize(
    "company", [each for each in list_sample_companies() if each.identity], ids=lambda each: each.row.id
)
def test_row_is_as_commission_shows_it(company: SampleCompany) -> None:
    records = [record for record in make_records(TODAY) if record.service_id == COMMISSION]
    (record,) = [each for each in records if each.typed == company.identity]
    fields = record.fields(TODAY)
    assert (fields["entityId"], fields["name"]) == (company.row.id, company.row.name)
    assert company.row.city in fields["placeOfBusiness"]


def test_every_record_of_commission_is_a_row() -> None:
    numbers = [
        record.fields(TODAY)["entityId"] for record in make_records(TODAY) if record.service_id == COMMISSION
    ]
    assert sorted(numbers) == sorted(each.row.id for each in list_sample_companies() if each.identity)
