"""Companies of agencies' records compared with the register of business names."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from domains.names.index_writer import Name
from domains.names.key import get_key
from domains.names.snapshot import Snapshot
from infrastructure.operations.comparison import Figures, Item
from infrastructure.operations.names.agency_records import (
    CompanyService,
    compare_agencies,
    count_connections,
    list_company_services,
)
from infrastructure.operations.names.build import build
from infrastructure.operations.portals import Unreachable
from infrastructure.sandbox.agencies import SandboxAgencies
from infrastructure.sandbox.names.sample_companies import list_sample_companies
from tests.infrastructure.agencies.sandbox_support import make_secret

AS_OF = date(2026, 11, 21)
ENTITY = ("azcc-entity", "e-5d20b8")
SUPPLIER = ("azcc-entity", "e-71f3c9")
CONTRACTOR = ("azroc-licence", "l-b18820")
CONNECTIONS = {ENTITY: 2, CONTRACTOR: 1, ("adot-mvd-vehicle", "v-8f31c6"): 1}
ROWS = {company.row.name: company.row for company in list_sample_companies()}
BUILDER = ROWS["Whitehorse Building LLC"]

Compare = Callable[..., Figures]


def get_signing_secret(credentials: str) -> str:
    return make_secret(f"agencies/{credentials}/signing")


@pytest.fixture
def services(sandbox: SandboxAgencies) -> Iterator[list[CompanyService]]:
    manifests = [agency.manifest for agency in sandbox.agencies.values()]
    services = list_company_services(manifests, get_signing_secret)
    yield services
    # Other tests of the same sandbox count its connections.
    for service in services:
        sandbox.agencies[service.agency_id].switch("normal")
        for service_id, reference in (ENTITY, SUPPLIER, CONTRACTOR):
            if service_id == service.service.id:
                service._post("disconnect", {"reference": reference})


@pytest.fixture
def compare(services: list[CompanyService], tmp_path: Path) -> Compare:
    """Return the comparison with a register of the sample companies, after changes by name."""

    def run(
        changed: dict[str, Name | None] | None = None,
        connections: dict[tuple[str, str], int] = CONNECTIONS,
        approved: frozenset[str] = frozenset(),
        as_of: date = AS_OF,
    ) -> Figures:
        rows = [row for row in (ROWS | (changed or {})).values() if row is not None]
        build(rows, tmp_path / "names.sqlite", as_of, "tests")
        snapshot = Snapshot(tmp_path / "names.sqlite")
        return compare_agencies(services, connections, snapshot, lambda: approved)

    return run


def list_lines(figures: Figures) -> list[str]:
    return [str(each) for each in figures.differences]


def test_register_is_as_agencies_show_it(compare: Compare) -> None:
    figures = compare()
    assert list_lines(figures) == []
    assert figures.counts["records of companies"] == 2


def test_company_without_row_is_named(compare: Compare) -> None:
    assert list_lines(compare({BUILDER.name: None})) == [
        "azcc-entity 23104478: it shows Whitehorse Building LLC, and the register does not have it under this"
        " name",
        "azroc-licence: it shows Whitehorse Building LLC, and the register does not have it",
    ]


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"id": "23104479"}, "it shows {name}, and the register has this name as 23104479"),
        ({"status": "dissolved"}, "{name}: it shows the status active, and the register has dissolved"),
        ({"entity_type": "pllc"}, "{name}: it shows the type llc, and the register has pllc"),
        (
            {"formed_on": date(2015, 4, 14)},
            "{name}: it shows the day of formation 2015-04-13, and the register has 2015-04-14",
        ),
    ],
)
def test_company_unlike_its_row_is_named(compare: Compare, changed: dict[str, Any], line: str) -> None:
    figures = compare({BUILDER.name: replace(BUILDER, **changed)})
    assert list_lines(figures) == [f"azcc-entity 23104478: {line.format(name=BUILDER.name)}"]


def test_name_with_other_ending_is_named(compare: Compare) -> None:
    other = replace(BUILDER, name="Whitehorse Building, L.L.C.")
    assert list_lines(compare({BUILDER.name: other})) == [
        "azcc-entity 23104478: Whitehorse Building, L.L.C.: it shows the name Whitehorse Building LLC,"
        " and the register has Whitehorse Building, L.L.C."
    ]


def test_company_approved_through_portal_is_no_difference(compare: Compare) -> None:
    approved = frozenset({get_key(BUILDER.name)})
    assert list_lines(compare({BUILDER.name: None}, approved=approved)) == []


def test_company_formed_after_the_snapshot_is_no_difference(compare: Compare) -> None:
    before = BUILDER.formed_on - timedelta(days=1)
    connections = {ENTITY: 1}
    assert list_lines(compare({BUILDER.name: None}, connections, as_of=before)) == []


@pytest.fixture
def revoked(sandbox: SandboxAgencies) -> Iterator[None]:
    sandbox.agencies["azcc"].revoke(SUPPLIER[1])
    yield
    sandbox.agencies["azcc"].restore(SUPPLIER[1])


def test_revoked_record_is_left_out(compare: Compare, revoked: None) -> None:
    connections = {SUPPLIER: 1}
    figures = compare({"Whitehorse Supply, Inc.": None}, connections)
    assert (figures.counts["records of companies"], figures.differences) == (0, [])


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("error", "it answered 500"),
        ("wrongPerson", "it answered about another record"),
        ("html", "the content type is text/html"),
    ],
)
def test_agency_without_usable_answer_is_named(
    compare: Compare, sandbox: SandboxAgencies, mode: str, reason: str
) -> None:
    sandbox.agencies["azroc"].switch(mode)
    assert list_lines(compare()) == [f"azroc-licence: it could not be asked: {reason}"]


def test_missing_signing_secret_stops_the_comparison(sandbox: SandboxAgencies) -> None:
    manifests = [agency.manifest for agency in sandbox.agencies.values()]
    with pytest.raises(Unreachable, match="azcc-entity has no signing secret"):
        list_company_services(manifests, lambda _: None)


def make_item(owner: str, reference: str, status: str = "connected") -> Item:
    identity = {"reference": {"S": reference}, "status": {"S": status}}
    return {
        "owner": {"S": owner},
        "item": {"S": "subscription#azcc-entity"},
        "service_id": {"S": "azcc-entity"},
        "identities": {"M": {"1": {"M": identity}}},
    }


def test_connected_people_are_counted_by_record() -> None:
    items = [
        make_item("ben", "e-5d20b8"),
        make_item("rosa", "e-5d20b8"),
        make_item("nora", "e-5d20b8", "revoked"),
        {"owner": {"S": "ben"}, "item": {"S": "data#1"}},
    ]
    assert count_connections(iter(items)) == {ENTITY: 2}
