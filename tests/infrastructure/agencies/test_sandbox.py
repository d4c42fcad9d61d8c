"""The sandbox's records and manifests, pages, switches, and answers to the portal."""

import re
import threading
import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest

from domains.agencies.catalog import Offer
from domains.agencies.protocol import ServiceDataAnswer
from domains.agencies.values import read_record
from functions.subscriptions.cards import list_action_links
from functions.subscriptions.identity_rules import check_identity
from infrastructure.sandbox.agencies.agency import MODES
from infrastructure.sandbox.fees import compute_renewal_fees, compute_vehicle_license_tax
from infrastructure.sandbox.manifest_files import list_manifests
from infrastructure.sandbox.samples import ROSA, SAMPLE_OWNERS, Owner, make_records
from tests.infrastructure.agencies.sandbox_support import Sandbox, run_sandbox
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS

MANIFESTS = list_manifests()
SERVICES = {service.id: service for manifest in MANIFESTS for service in manifest.services}
DAYS = [date(2026, 1, 1), date(2026, 5, 1), date(2026, 11, 21), date(2028, 2, 29)]
LICENSE = {"serviceId": "azroc-licence", "reference": "l-b18820"}


@pytest.fixture(scope="module")
def running() -> Iterator[Sandbox]:
    # The portal's port is closed.
    with run_sandbox("http://localhost:2") as running:
        yield running


@pytest.fixture
def box(running: Sandbox) -> Iterator[Sandbox]:
    yield running
    for agency in running.agencies.agencies.values():
        agency.switch("normal")


def dump_person(owner: Owner, **changes: Any) -> Any:
    return owner.person.model_copy(update=changes).model_dump(mode="json", by_alias=True)


class TestData:
    # Source of the check values: the facts of the service, MSRP 30,000.
    @pytest.mark.parametrize(("year", "tax"), [(1, "504.00"), (2, "435.67"), (3, "364.87")])
    def test_vehicle_license_tax_matches_the_check_values(self, year: int, tax: str) -> None:
        assert compute_vehicle_license_tax(30_000, year) == Decimal(tax)
        assert compute_renewal_fees(30_000, year) == Decimal(tax) + Decimal("9.50")

    @pytest.mark.parametrize("today", DAYS)
    def test_records_match_their_manifests_on_any_day(self, today: date) -> None:
        records = list(make_records(today))
        for record in records:
            service = SERVICES[record.service_id]
            assert check_identity(service.identity_fields, record.typed) == record.typed
            fields = record.fields(today)
            answer = ServiceDataAnswer(
                reference=record.reference, as_of="2026-01-01T00:00:00Z", fields=fields
            )
            assert read_record(service, record.reference, answer, answer.as_of).values
            assert fields.keys() == {field.name for field in service.display_fields}
        assert len({record.reference for record in records}) == len(records)
        asking = {service.id for service in SERVICES.values() if service.identity_fields}
        assert {record.service_id for record in records} == asking

    def test_field_examples_are_not_real_values(self) -> None:
        examples = {field.example for service in SERVICES.values() for field in service.identity_fields}
        for record in make_records(DAYS[0]):
            values = {value for several in record.identity.values() for value in several}
            person = {record.owner.person.date_of_birth.isoformat(), *record.owner.name.split()}
            assert not (values | person) & examples, record.reference

    def test_each_service_field_and_action_is_explained(self) -> None:
        for service in SERVICES.values():
            for field in service.identity_fields:
                assert field.prompt, field.name
                assert field.prompt.en.startswith(("Enter ", "Choose ")), field.prompt.en
                assert field.prompt.es.startswith(("Escriba ", "Elija ")), field.prompt.es
            for guidance in (service.guidance, *(action.guidance for action in service.actions)):
                assert guidance, service.id
                assert guidance.steps and guidance.where and guidance.link and guidance.keywords

    def test_social_security_numbers_are_sensitive(self) -> None:
        fields = [field for service in SERVICES.values() for field in service.identity_fields]
        sensitive = {field.name for field in fields if field.is_sensitive}
        assert sensitive == {field.name for field in fields if "Social Security" in field.label.en} != set()

    def test_links_do_not_contain_identity_numbers(self) -> None:
        agencies = {s.id: manifest.agency for manifest in MANIFESTS for s in manifest.services}
        for record in make_records(DAYS[2]):
            service = SERVICES[record.service_id]
            answer = ServiceDataAnswer(
                reference=record.reference, as_of="2026-01-01T00:00:00Z", fields=record.fields(DAYS[2])
            )
            shown = read_record(service, record.reference, answer, answer.as_of)
            numbers = [value for several in record.identity.values() for value in several]
            numbers += [v for v in shown.values.values() if isinstance(v, str) and re.search(r"\d", v)]
            links = list_action_links(Offer(agencies[service.id], service, True), shown, "any")
            assert links
            for link in links:
                query = urlsplit(link.url).path + urlsplit(link.url).query
                assert not [number for number in numbers if number in query], link.url

    def test_manifests_follow_the_port(self) -> None:
        for manifest in list_manifests("http://localhost:9999"):
            assert "8083" not in manifest.model_dump_json()
            assert all(urlsplit(service.endpoint).port == 9999 for service in manifest.services)


class TestPages:
    def test_home_page_shows_sample_values_and_switches(self, box: Sandbox) -> None:
        answer = box.get("/")
        assert "script" not in answer.headers["Content-Security-Policy"].replace("default-src 'none'", "")
        assert answer.headers["Referrer-Policy"] == "same-origin", "else a browser's forms have no origin"
        page = answer.text
        assert not re.search(r"<script|\son\w+=|\sstyle=", page)
        for owner in SAMPLE_OWNERS:
            assert f"{owner.email}, born {owner.person.date_of_birth}" in page
        for record in make_records(date.today()):
            for field in SERVICES[record.service_id].identity_fields:
                value = record.typed[field.name]
                names = [choice.label.en for choice in field.choices if choice.value == value]
                assert f"<code>{(names or [value])[0]}</code>" in page
        assert page.count('name="mode"') == len(MODES) * len(MANIFESTS)
        assert page.count('aria-pressed="true"') == len(MANIFESTS)
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        assert re.findall(r'href="/([a-z-]+)/accounts"', page) == ["azcc"]
        assert set(re.findall(r'href="/([a-z-]+)/applications"', page)) == {"azcc", "azsos", "azdor"}

    def test_every_link_and_style_of_a_page_is_served(self, box: Sandbox) -> None:
        found = set(re.findall(r'(?:href|src)="(/[^"#]*)"', box.get("/").text))
        assert found > {"/eid", "/creditbureau", "/face", "/provider/style.css", "/azcc/messages"}
        found.add("/fonts/source-sans-pro-regular.woff2")
        # Without a portal that has a wallet there is none.
        assert [each for each in found if box.get(each).status_code != 200] == ["/wallet"]

    @pytest.mark.parametrize("path", ["/nothing", "/fonts/nothing", "/azcc/pages/nothing", "/azsos/accounts"])
    def test_other_path_is_not_found(self, box: Sandbox, path: str) -> None:
        answer = box.get(path)
        assert (answer.status_code, "There is no such page" in answer.text) == (404, True)

    def test_actions_lead_to_pages(self, box: Sandbox) -> None:
        for agency in box.agencies.agencies.values():
            for action in (each for service in agency.manifest.services for each in service.actions):
                path = urlsplit(re.sub(r"{\w+}", "%3Cb%3E", action.url))
                page = box.get(f"{path.path}?{path.query}").text
                assert action.label.en in page
                assert "<b>" not in page

    def test_foreign_page_can_change_and_reach_nothing(self, box: Sandbox) -> None:
        for origin in ("https://evil.example.com", "null", "http://localhost:1"):
            for path in ("/switches/adot-mvd", "/messages/azroc", "/applications/azcc/app-1", "/eid/switch"):
                assert box.submit(path, {"mode": "error"}, Origin=origin).status_code == 403
        assert box.get("/", Host="evil.example.com").status_code == 400
        assert box.get("/switches").json()["adot-mvd"] == "normal"


class TestSwitches:
    def test_switch_is_set_by_program_and_form(self, box: Sandbox) -> None:
        assert box.post("/switches/adot-mvd", mode="slow").json() == {"mode": "slow"}
        assert box.get("/switches").json()["adot-mvd"] == "slow"
        answer = box.submit("/switches/adot-mvd", {"mode": "normal"}, Origin=box.address)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/#adot-mvd")
        assert box.get("/switches").json()["adot-mvd"] == "normal"
        assert box.post("/switches/adot-mvd", mode="upside-down").status_code == 400
        assert box.post("/switches/nobody", mode="slow").status_code == 404

    @pytest.mark.parametrize("path", ["/eid", "/creditbureau", "/face"])
    def test_switch_of_a_service_is_set_and_shown(self, box: Sandbox, path: str) -> None:
        modes = re.findall(r'name="mode" value="(\w+)"', box.get(path).text)
        assert len(modes) >= 4
        for mode in [*modes, "normal"]:
            assert box.submit(f"{path}/switch", {"mode": mode}).status_code == 303
            pressed = re.findall(r'value="(\w+)" title="[^"]+" aria-pressed="true"', box.get(path).text)
            assert pressed == [mode]
        assert box.submit(f"{path}/switch", {"mode": "friendly"}).status_code == 400

    def test_hanging_agency_does_not_block_the_shutdown(self) -> None:
        with run_sandbox("http://localhost:2") as box:
            box.post("/switches/azroc", mode="hanging")
            asking = threading.Thread(target=lambda: box.call("azroc", "disconnect", **LICENSE))
            asking.start()
            time.sleep(0.3)
        # The call would hang for a minute.
        asking.join(ENOUGH_SECONDS)
        assert not asking.is_alive()


class TestRecords:
    def test_failed_button_shows_an_alert(self, box: Sandbox) -> None:
        record = "/records/azroc/l-b18820"
        assert box.post(f"{record}/transaction").status_code == 502
        assert box.submit(f"{record}/revocation").status_code == 303
        page = box.get("/").text
        assert 'role="alert"' in page
        assert "Let it be found again" in page
        assert 'role="alert"' not in box.get("/").text
        assert box.call("azroc", "service-data", **LICENSE, accounts=1).status == 410
        assert box.submit(f"{record}/restoration").status_code == 303
        assert box.call("azroc", "service-data", **LICENSE, accounts=1).status == 200
        assert box.submit(f"{record}/somersault").status_code == 404

    def test_copied_record_has_its_own_number_and_owner(self, box: Sandbox) -> None:
        path = "/records/azsos/s-71b0d2/copy"
        another = box.post(path).json()
        assert re.fullmatch(r"D\d{8}", another["identity"]["licenceOrLastFour"])
        assert "Rosa Delgado, Pima: there is another record like it." in box.get("/").text
        elena = {"legalFirstName": "Elena", "legalLastName": "Ochoa", "dateOfBirth": "1988-03-09"}
        elenas = box.post(path, person=elena).json()
        assert (elenas["identity"]["dateOfBirth"], elenas["identity"]["lastName"]) == ("1988-03-09", "Ochoa")

        def match(record: Any, person: Any) -> Any:
            asked = {"serviceId": "azsos-voter", "identity": record["identity"], "person": person}
            return box.call("azsos", "match", **asked).parse_json()

        assert match(another, dump_person(ROSA))["reference"] == another["reference"] != "s-71b0d2"
        assert match(elenas, elena)["label"] == "Elena Ochoa, Pima"
        assert match(elenas, dump_person(ROSA))["matched"] is False
        assert box.post(path, person={"legalFirstName": "Elena"}).status_code == 400
