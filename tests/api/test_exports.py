"""A copy of a person's data has every value of the data map that concerns them, once, and nothing else."""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import boto3
import pytest

from domains.exports.archive import NotAnExport, verify_archive, write_archive
from domains.exports.collecting import Collector, Record
from domains.reference.data_map import ItemKind, TableMap, get_data_map
from portal.types import derive_id
from tests.api.support import get_table_name

NORA, BUSINESS, APPLICATION, MESSAGE, OTHER = (derive_id("tests", name) for name in "nbamo")
AT = datetime(2026, 11, 21, 16, 40, tzinfo=UTC)
KINDS = [
    (table, name, kind)
    for table, described in get_data_map().tables.items()
    for name, kind in described.items.items()
]


def make_collector() -> Collector:
    tables = {name: get_table_name(name) for name in get_data_map().tables}
    return Collector(boto3.client("dynamodb"), tables, get_data_map())


def make_key(table: str, described: TableMap, kind: ItemKind, person: str) -> dict[str, str]:
    """Return the key of an item of a kind that belongs to a person."""
    ids = {"{person}": person, "{business}": BUSINESS, "{application}": APPLICATION, "{thread}": MESSAGE}
    values = []
    for pattern in kind.key:
        for name, value in ids.items():
            pattern = pattern.replace(name, value)
        values.append(pattern.replace("{id}", MESSAGE).replace("{number}", "0000000001").replace("*", "x"))
    return dict(zip(described.keys, values, strict=True))


def plant(stored: Mapping[str, Any], person: str) -> dict[tuple[str, str, str], str]:
    """Store an item of each kind; return the planted values by table, kind, and attribute."""
    planted = {}
    for table, name, kind in KINDS:
        described = get_data_map().tables[table]
        item: dict[str, Any] = make_key(table, described, kind, person)
        if (table, name) == ("ApplicationsTable", "removedDraft"):
            continue  # it replaces the application
        for attribute in kind.names - item.keys():
            value = f"planted {person} {table} {name} {attribute}"
            planted[table, name, attribute] = value
            item[attribute] = json.dumps([value]) if attribute in kind.json_texts else value
        # They lead from the person to a business, and from there to its applications.
        for given, value in (("business_id", BUSINESS), ("member_id", person)):
            if planted.pop((table, name, given), None):
                item[given] = value
        for index in ("due_at", "expires_at", "remove_at"):
            item.pop(index, None)
        stored[get_table_name(table)].put_item(Item=item)
    return planted


def read_files(archive: bytes) -> Mapping[str, str]:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return {name: files.read(name).decode() for name in files.namelist()}


def write_copy(records: Iterator[Record] | list[Record]) -> bytes:
    output = io.BytesIO()
    write_archive(output, records, get_data_map(), AT)
    return output.getvalue()


@pytest.mark.unmapped
def test_every_planted_value_is_in_copy_once(stored: Mapping[str, Any]) -> None:
    planted = plant(stored, NORA)
    plant_others = [
        value
        for (table, name, attribute), value in planted.items()
        if attribute in _get_kind(table, name).others
    ]
    text = "".join(
        content
        for name, content in read_files(write_copy(make_collector().collect_records(NORA))).items()
        if name.endswith(".json")
    )
    for (table, name, attribute), value in planted.items():
        kind = _get_kind(table, name)
        expected = 1 if kind.has_copy and attribute in kind.shown else 0
        assert text.count(f'"{value}"') == expected, (table, name, attribute)
    assert plant_others
    assert text.count('"p•••"') == len(plant_others)


@pytest.mark.unmapped
def test_copy_has_nothing_of_another_person(stored: Mapping[str, Any]) -> None:
    plant(stored, OTHER)
    assert list(make_collector().collect_records(NORA)) == []


@pytest.mark.unmapped
def test_records_in_several_pages_are_all_in_copy(stored: Mapping[str, Any]) -> None:
    kind = _get_kind("TransactionsTable", "transaction")
    records = [
        Record("TransactionsTable", "transaction", kind, {}, {"id": f"{n}", "description": "=1+1 <b>"})
        for n in range(1001)
    ]
    files = read_files(write_copy(records))
    folder = "data/transactions/TransactionsTable-transaction"
    assert [len(json.loads(files[f"{folder}.json"])), files[f"{folder}.csv"].count("\n")] == [1001, 1002]
    assert [files[f"{folder}-{number}.html"].count("<dl>") for number in (1, 2, 3)] == [500, 500, 1]
    assert "'=1+1 <b>" in files[f"{folder}.csv"]
    assert "&lt;b&gt;" in files[f"{folder}-1.html"]
    assert "<b>" not in files[f"{folder}-1.html"]


def test_pages_show_values_for_people_in_both_languages() -> None:
    kind = _get_kind("MessagesTable", "message")
    values = {"subject": {"en": "Water", "es": "Agua"}, "accepts_replies": True, "attachments": []}
    values["sent_at"] = "2026-11-28T16:30:00.000000+0000"
    files = read_files(write_copy([Record("MessagesTable", "message", kind, {}, values)]))
    page = files["data/messages/MessagesTable-message-1.html"]
    for text in ("Water", "Agua", "Yes · <span lang='es'>Sí</span>", "2026-11-28 16:30 UTC", "Asunto"):
        assert text in page
    assert "Messages · <span lang='es'>Mensajes</span></a>: 1" in files["index.html"]


def change_file(archive: bytes, name: str, content: bytes | None) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as before, zipfile.ZipFile(output, "w") as after:
        for each in {*before.namelist(), name}:
            if each != name:
                after.writestr(each, before.read(each))
            elif content is not None:
                after.writestr(each, content)
    return output.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("index.html", b"changed"),
        ("index.html", None),
        ("more.txt", b"added"),
        ("manifest.json", None),
        ("manifest.json", b"[]"),
    ],
)
def test_changed_copy_is_refused(name: str, content: bytes | None) -> None:
    archive = write_copy([])
    assert verify_archive(io.BytesIO(archive))["madeAt"] == "2026-11-21T16:40:00+00:00"
    with pytest.raises(NotAnExport):
        verify_archive(io.BytesIO(change_file(archive, name, content)))


def test_file_that_is_no_archive_is_refused() -> None:
    with pytest.raises(NotAnExport):
        verify_archive(io.BytesIO(b"no ZIP file"))


def _get_kind(table: str, name: str) -> ItemKind:
    return get_data_map().tables[table].items[name]
