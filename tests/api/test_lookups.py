"""Public lists: complete, with their source, and cacheable."""

from typing import Any

import pytest

from tests.api.support import Client

COUNTIES = "/api/lookups/counties"
LISTS = {
    COUNTIES: 15,
    "/api/lookups/municipalities": 91,
    "/api/lookups/countries": 249,
    "/api/lookups/jurisdictions/us": 59,
    "/api/businessapplications/lookups/businesscharactercategories": 56,
}


@pytest.mark.parametrize(("path", "count"), LISTS.items())
def test_list_is_complete_and_names_source(client: Client, path: Any, count: Any) -> None:
    answer = client.get(path)
    assert answer.status == 200
    assert len(answer.json["items"]) == count
    assert answer.json["asOf"] == "2026-11-21"
    assert answer.json["source"]
    assert answer.json["credit"]
    assert answer.json["confidence"] in ("verified", "general")
    assert answer.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize("path", LISTS)
def test_each_item_has_unique_key_and_name(client: Client, path: str) -> None:
    items = client.get(path).json["items"]
    keys = {item.get("id") or item["code"] for item in items}
    assert len(keys) == len(items)
    assert all(item["name"] for item in items)


@pytest.mark.parametrize("path", LISTS)
def test_unchanged_list_is_304(client: Client, path: str) -> None:
    first = client.get(path)
    again = client.sending(if_none_match=first.headers["etag"]).get(path)
    assert (again.status, again.text) == (304, "")
    assert again.headers["etag"] == first.headers["etag"]
    assert client.sending(if_none_match='"another"').get(path).status == 200


def test_unconfirmed_list_is_marked(client: Client) -> None:
    path = "/api/businessapplications/lookups/businesscharactercategories"
    answer = client.get(path).json
    assert answer["confidence"] == "general"
    assert "not confirmed" in answer["source"]


def test_business_categories_are_sorted_by_name_in_the_language_of_the_caller(client: Client) -> None:
    path = "/api/businessapplications/lookups/businesscharactercategories"
    english = [item["name"] for item in client.get(path).json["items"]]
    assert english[:2] + english[36:40] == [
        "Accounting", "Advertising", "Veterinary Medicine/Animal Care", "Other",
        "Agricultural", "Animal Husbandry",
    ]  # fmt: skip
    spanish = client.sending(accept_language="es").get(path)
    names = [item["name"] for item in spanish.json["items"]]
    assert names[:4] + names[36:39] == [
        "Agricultura", "Arquitectura", "Atención médica", "Banca y finanzas",
        "Ventas al por menor", "Otra", "Agrícola",
    ]  # fmt: skip
    assert {item["id"] for item in spanish.json["items"]} == {
        str(each) for each in (*range(1, 39), *range(101, 119))
    }
    assert "Accept-Language" in spanish.headers["vary"]


def test_municipality_counties_exist_in_county_list(client: Client) -> None:
    known = {county["id"] for county in client.get(COUNTIES).json["items"]}
    for place in client.get("/api/lookups/municipalities").json["items"]:
        assert place["countyIds"], place
        assert set(place["countyIds"]) <= known, place


def test_jurisdictions_distinguish_military_areas(client: Client) -> None:
    items = client.get("/api/lookups/jurisdictions/us").json["items"]
    kinds = [item["kind"] for item in items]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "state": 50,
        "district": 1,
        "territory": 5,
        "military": 3,
    }
    assert {item["kind"] for item in items if item["fips"] is None} == {"military"}
