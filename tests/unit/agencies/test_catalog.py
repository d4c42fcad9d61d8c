from typing import Any

import pytest

from domains.agencies.catalog import Catalog, CatalogEntry, CatalogUnavailable, localize
from tests.api.agency_support import make_manifest

MANIFEST = make_manifest("https://agency.example/")
WRITTEN = MANIFEST.model_dump_json(by_alias=True)


class Source:
    def __init__(self, *entries: Any) -> None:
        self.stored = list(entries)
        self.reads = 0
        self.failure = None

    def list_entries(self) -> Any:
        self.reads += 1
        if self.failure:
            raise self.failure
        return iter(self.stored)


class Time:
    now = 0.0

    def __call__(self) -> Any:
        return self.now


def make_catalog(*entries: Any) -> tuple[Any, ...]:
    source, time = Source(*entries), Time()
    return Catalog(source, time), source, time


def test_catalog_is_read_once_a_minute() -> None:
    read, source, time = make_catalog(CatalogEntry("test-agency", WRITTEN, "1", "[]"))
    for time.now in (0, 30, 59.9):
        assert len(read.get_offers().list_available()) == 2
    assert source.reads == 1
    time.now = 60
    read.get_offers()
    assert source.reads == 2


def test_unchanged_manifest_is_not_parsed_again() -> None:
    read, source, time = make_catalog(CatalogEntry("test-agency", WRITTEN, "1", "[]"))
    first = read.get_offers().get_offer("test-agency-news")
    time.now = 60
    assert read.get_offers().get_offer("test-agency-news") is first
    source.stored = [CatalogEntry("test-agency", WRITTEN, "2", "[]")]
    time.now = 120
    assert read.get_offers().get_offer("test-agency-news") is not first


def test_removed_agency_disappears() -> None:
    read, source, time = make_catalog(CatalogEntry("test-agency", WRITTEN, "1", "[]"))
    assert read.get_offers().list_agency_ids() == ["test-agency"]
    source.stored = []
    time.now = 60
    assert read.get_offers().list_agency_ids() == []


def test_withdrawn_service_is_found_but_unavailable() -> None:
    withdrawn = f"[{MANIFEST.services[1].model_dump_json(by_alias=True)}]"
    only_one = MANIFEST.model_copy(update={"services": MANIFEST.services[:1]}).model_dump_json(by_alias=True)
    read, _, _ = make_catalog(CatalogEntry("test-agency", only_one, "1", withdrawn))
    assert [offer.service.id for offer in read.get_offers().list_available()] == ["test-agency-vehicles"]
    assert read.get_offers().get_offer("test-agency-news").is_available is False


def test_broken_manifest_does_not_hide_other_agencies() -> None:
    read, _, _ = make_catalog(
        CatalogEntry("broken", '{"manifestVersion": 2}', "1", "[]"),
        CatalogEntry("test-agency", WRITTEN, "1", "[]"),
    )
    assert read.get_offers().list_agency_ids() == ["test-agency"]


def test_last_catalog_is_used_while_the_table_fails() -> None:
    read, source, time = make_catalog(CatalogEntry("test-agency", WRITTEN, "1", "[]"))
    read.get_offers()
    source.failure = CatalogUnavailable()
    time.now = 60
    assert read.get_offers().list_agency_ids() == ["test-agency"]


def test_unread_catalog_raises_an_error() -> None:
    read, source, _ = make_catalog()
    source.failure = CatalogUnavailable()
    with pytest.raises(CatalogUnavailable):
        read.get_offers()


def test_localized_text_has_both_languages() -> None:
    name = MANIFEST.agency.name
    assert (localize(name, "en"), localize(name, "es")) == ("Test Agency", "Test Agency (es)")
