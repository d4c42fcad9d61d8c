"""Search over agencies, services, forms and help for people who work for the state."""

from dataclasses import replace
from typing import Any, get_args
from unittest import mock
from urllib.parse import urlencode

import pytest

from domains.agencies.catalog import CatalogUnavailable
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.manifest import Manifest
from domains.assurance.enhanced_authentication import ASSURANCES, AuthenticationStatus, TypeId
from domains.search.passages import PassageType
from infrastructure.operations.agencies.registry import Registry, register
from portal.types import get_utc_now
from tests.api.records_support import LICENSES, MANIFESTS, MVD, PASSES, register_agencies
from tests.api.support import AGENCIES_TABLE, Client, Person, renew_apps, save_status

GRACE = Person("grace@example.com", groups=("government",), second_factor=True)
SEARCH = "/api/governmentsearch"


@pytest.fixture
def grace(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the client of Grace, with a function that has an empty catalog cache."""
    renew_apps(monkeypatch, "governmentsearch")
    register_agencies()
    return client.acting_as(GRACE)


def search(client: Client, q: str, **more: str) -> Any:
    answer = client.get(f"{SEARCH}?{urlencode({'q': q, **more})}")
    assert answer.status == 200, answer.text
    return answer.json


def count_types(reply: Any) -> dict[PassageType, int]:
    return {each["type"]: each["count"] for each in reply["facets"]}


@pytest.mark.parametrize("group", ["government", "support", "admin"])
def test_staff_search_requires_second_factor(grace: Client, group: str) -> None:
    person = replace(GRACE, groups=(group,))
    assert search(grace.acting_as(person), "vehicle")["items"]
    refused = grace.acting_as(replace(person, second_factor=False)).get(f"{SEARCH}?q=vehicle")
    assert (refused.status, refused.json["code"]) == (403, "secondFactorRequired")


@pytest.mark.parametrize("type_id", ASSURANCES)
@pytest.mark.parametrize("passkey_id", [None, "p1"], ids=["shown", "passkey"])
def test_session_proof_is_no_second_factor(grace: Client, type_id: TypeId, passkey_id: str | None) -> None:
    person = replace(GRACE, second_factor=False)
    status = AuthenticationStatus(person.session_id, type_id, get_utc_now(), "issuer", passkey_id=passkey_id)
    save_status(person.user_id, status)
    refused = grace.acting_as(person).get(f"{SEARCH}?q=vehicle")
    assert (refused.status, refused.json["code"]) == (403, "secondFactorRequired")


def test_residents_and_agencies_cannot_search(grace: Client) -> None:
    for groups in ((), ("agency-adot-mvd",)):
        refused = grace.acting_as(replace(GRACE, groups=groups)).get(f"{SEARCH}?q=vehicle")
        assert (refused.status, refused.json["code"]) == (403, "noAccess")


def test_service_is_found_in_both_languages(grace: Client) -> None:
    for q in ("annual pass", "pase anual", "PÁSE"):
        (found,) = search(grace, q, type="service")["items"]
        assert found == {
            "type": "service",
            "title": "Annual pass",
            "summary": "State Parks: Annual pass",
            "href": f"/services/{PASSES}",
        }
    spanish = grace.sending(accept_language="es")
    assert search(spanish, "annual pass", type="service")["items"][0]["title"] == "Pase anual"


def test_counts_cover_all_types(grace: Client) -> None:
    everything = search(grace, "vehicle")
    assert tuple(count_types(everything)) == get_args(PassageType)
    agencies = search(grace, "vehicle", type="agency")
    assert count_types(agencies) == count_types(everything)
    assert {each["type"] for each in agencies["items"]} == {"agency"}
    assert agencies["items"][0]["href"] == "/services?by=agency&q=Motor+Vehicle+Division"


@pytest.mark.parametrize("q", ["driv lic", "DRIVER licen", "drivers lisence"])
def test_beginnings_of_words_and_misspellings_find_a_service(grace: Client, q: str) -> None:
    assert search(grace, q, type="service")["items"][0]["href"] == f"/services/{LICENSES}"


def test_search_is_public_and_cacheable(grace: Client) -> None:
    answer = grace.acting_as(None).get("/api/search?q=annual+pass")
    assert (answer.status, answer.headers["cache-control"]) == (200, "public, max-age=300")
    assert answer.json["items"][0]["href"] == f"/services/{PASSES}"
    offices = grace.acting_as(None).get("/api/search?q=passport").json["items"]
    assert offices[0]["type"] == "elsewhere"


def test_help_links_to_page_in_caller_language(grace: Client) -> None:
    found = search(grace, "pages for staff", type="help")["items"][0]
    assert found["href"] == "/help/en/staff.html"
    spanish = search(grace.sending(accept_language="es"), "pages for staff", type="help")
    assert spanish["items"][0]["href"] == "/help/es/staff.html"


@pytest.mark.parametrize("q", ["license food", "a FOOD permit", "licencia de comida", "permiso restaurante"])
def test_everyday_words_find_fee(grace: Client, q: str) -> None:
    found = search(grace, q, type="fee")["items"]
    assert "County food establishment permit + plan review" in [each["title"] for each in found]
    assert {each["href"] for each in found} == {"/businessapplications/plan/costestimator"}


def test_fee_has_the_agency_in_the_language_of_the_caller(grace: Client) -> None:
    spanish = grace.sending(accept_language="es")
    found = search(spanish, "acta constitutiva corporación comercial", type="fee")["items"]
    assert "Pregunte a la agencia: Comisión de Corporaciones de Arizona." in found[0]["summary"]


@pytest.mark.parametrize("q", ["dmv", "DMV plates", "placas"])
def test_everyday_words_find_the_motor_vehicle_division(grace: Client, q: str) -> None:
    assert any(each["href"].startswith("/services") for each in search(grace, q)["items"])


def test_service_removed_by_agency_is_not_found(grace: Client) -> None:
    (manifest,) = [each for each in MANIFESTS if each.agency.id == MVD]
    rest = [each for each in manifest.services if each.id != LICENSES]
    register(
        Manifest.model_validate(manifest.model_dump(by_alias=True) | {"services": rest}),
        Registry(AGENCIES_TABLE, "/saguaro/dev/agencies/", None),
    )
    assert search(grace, "driver", type="service")["items"] == []


def test_pages_list_each_item_once_and_match_query(grace: Client) -> None:
    first = search(grace, "you", type="help")
    assert len(first["items"]) == 20
    rest = search(grace, "you", type="help", nextToken=first["nextToken"])
    hrefs = [each["href"] for each in first["items"] + rest["items"]]
    assert len(set(hrefs)) == len(hrefs) == count_types(first)["help"]
    assert rest["nextToken"] is None
    other = grace.get(f"{SEARCH}?{urlencode({'q': 'your', 'nextToken': first['nextToken']})}")
    assert (other.status, other.json[0]["propertyName"]) == (400, "nextToken")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ({}, "q"),
        ({"q": "a"}, "q"),
        ({"q": " a "}, "q"),
        ({"q": "a" * 101}, "q"),
        ({"q": "pass", "type": "person"}, "type"),
        ({"q": "pass", "nextToken": "20"}, "nextToken"),
    ],
)
def test_invalid_query_is_reported(grace: Client, query: dict[str, str], name: str) -> None:
    answer = grace.get(f"{SEARCH}?{urlencode(query)}")
    assert (answer.status, answer.json[0]["propertyName"]) == (400, name)


@pytest.mark.parametrize(
    "q", ["<script>alert(1)</script>", "=cmd|'/c calc'!A0", "%00%0a", "../../etc", "(.*)+$"]
)
def test_markup_and_patterns_are_plain_words(grace: Client, q: str) -> None:
    assert search(grace, q, type="service")["items"] == []


def test_unavailable_catalog_is_503(grace: Client) -> None:
    with mock.patch.object(CatalogTable, "list_entries", side_effect=CatalogUnavailable):
        answer = grace.get(f"{SEARCH}?q=vehicle")
    assert (answer.status, answer.json["code"]) == (503, "catalogueUnavailable")
