"""Everyday words that find services."""

import pytest

from domains.agencies.catalog import Offer
from domains.agencies.search_words import join_search_words
from domains.reference.everyday_words import list_words
from infrastructure.sandbox.manifest_files import list_manifests

WORDS_BY_SERVICE = {
    service.id: join_search_words(Offer(manifest.agency, service, True))
    for manifest in list_manifests()
    for service in manifest.services
}


@pytest.mark.parametrize(
    ("text", "service_id"),
    [
        ("dmv", "adot-mvd-vehicle"),
        ("plates", "adot-mvd-vehicle"),
        ("carro", "adot-mvd-vehicle"),
        ("placas", "adot-mvd-vehicle"),
        ("taxes", "azdor-income-tax-refund"),
        ("taxes", "county-treasurers-property-tax"),
        ("food stamps", "azdes-benefits"),
        ("license sales", "azdor-tpt"),
        ("articles of organization", "azcc-entity"),
    ],
)
def test_everyday_words_find_service(text: str, service_id: str) -> None:
    found = {
        id for id, words in WORDS_BY_SERVICE.items() if all(f" {word}" in words for word in list_words(text))
    }
    assert service_id in found
    assert len(found) <= 4
