"""The public list of services."""

import pytest

from domains.agencies.manifest import Manifest
from infrastructure.operations.agencies.registry import Registry, register
from tests.api.records_support import MANIFESTS, MVD, register_agencies
from tests.api.support import AGENCIES_TABLE, Client, renew_apps

SERVICES = "/api/lookups/services"
GUIDANCE = {
    "steps": [{"en": "Open", "es": "Abra"}, {"en": "Pay", "es": "Pague"}],
    "bring": [{"en": "Your plate", "es": "Su placa"}],
    "fees": [
        {
            "label": {"en": "Title", "es": "Título"},
            "amount": "4.00",
            "source": "https://azdot.gov/title",
            "checkedOn": "2026-11-01",
        }
    ],
    "where": {"en": "Online", "es": "En línea"},
    "link": "https://azdot.gov/title",
    "checkedOn": "2026-11-01",
    "keywords": {"en": "sticker", "es": "engomado"},
}


@pytest.fixture(autouse=True)
def _agencies(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    renew_apps(monkeypatch, "services")
    register_agencies()


def test_services_are_public_and_cacheable(client: Client) -> None:
    answer = client.get(SERVICES)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "public, max-age=300"
    names = [each["name"] for each in answer.json["items"]]
    assert names == sorted(names)
    assert "Annual pass" in names
    spanish = client.sending(accept_language="es").get(SERVICES)
    assert "Pase anual" in [each["name"] for each in spanish.json["items"]]


def test_public_list_has_every_service_of_every_agency(client: Client) -> None:
    listed = {each["id"] for each in client.acting_as(None).get(SERVICES).json["items"]}
    assert listed == {service.id for manifest in MANIFESTS for service in manifest.services}


def test_public_list_has_guidance_in_caller_language(client: Client) -> None:
    (manifest,) = [each for each in MANIFESTS if each.agency.id == MVD]
    content = manifest.model_dump(mode="json", by_alias=True)
    service, other = content["services"][:2]
    service["guidance"] = {"phone": "602-555-0100"}
    url = "https://portal.azdot.gov/renew"
    label = {"en": "Renew", "es": "Renovar"}
    content["agency"]["hosts"] = ["portal.azdot.gov"]
    service["actions"] = [
        {"id": "renew", "label": label, "url": url, "assurance": "proof", "guidance": GUIDANCE}
    ]
    other["guidance"] = None
    register(Manifest.model_validate(content), Registry(AGENCIES_TABLE, "/saguaro/dev/agencies/", None))

    answer = client.acting_as(None).sending(accept_language="es").get(SERVICES)
    replies = {each["id"]: each for each in answer.json["items"]}
    reply = replies[service["id"]]
    assert reply["guidance"]["phone"] == "602-555-0100"
    assert reply["guidance"]["link"] is reply["guidance"]["checkedOn"] is reply["guidance"]["time"] is None
    assert replies[other["id"]]["guidance"] is None
    (action,) = reply["actions"]
    assert (action["id"], action["label"], action["needsProof"]) == ("renew", "Renovar", True)
    assert action["guidance"] == {
        "steps": ["Abra", "Pague"],
        "bring": ["Su placa"],
        "fees": [
            {
                "label": "Título",
                "amount": "4.00",
                "status": "confirmed",
                "sourceUrl": "https://azdot.gov/title",
                "checkedOn": "2026-11-01",
            }
        ],
        "time": None,
        "where": "En línea",
        "phone": None,
        "link": "https://azdot.gov/title",
        "checkedOn": "2026-11-01",
    }
    # The way into the agency is for connected people alone, and the words for the search are never shown.
    assert "url" not in action
    assert url not in answer.text
    assert "engomado" not in answer.text
