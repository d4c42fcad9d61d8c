"""The sandbox's pages, switches and own calls to the portal."""

import json
import re
import threading
import time
import urllib.error
import urllib.request
from datetime import UTC, date, datetime
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from domains.agencies.catalog import Offer
from domains.agencies.protocol import ServiceDataAnswer
from domains.agencies.values import read_record
from functions.agencyinbound.contract import InboundContext, TransactionPostRequest
from functions.subscriptions.cards import list_action_links
from functions.subscriptions.identity_rules import check_identity
from infrastructure.local.http import make_json_response
from infrastructure.operations.agencies.caller import Caller, make_call, sign_call
from infrastructure.sandbox.agencies import (
    MODES,
    InboundFailed,
    SandboxAgencies,
    SandboxSettings,
    list_manifests,
)
from infrastructure.sandbox.agencies.fees import compute_renewal_fees, compute_vehicle_license_tax
from infrastructure.sandbox.agencies.sample_records import NORA, ROSA, SAMPLE_OWNERS, make_records
from infrastructure.sandbox.agencies.signatures import SignatureRefused, SignedCall, Verifier
from tests.infrastructure.agencies.conftest import make_secret
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, wait_until
from tests.infrastructure.ports import find_free_port


@pytest.fixture
def address(sandbox_port, sandbox):
    return f"http://localhost:{sandbox_port}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def ask(url, body=None, **headers):
    """Return status, headers and text of the answer; a call with a body is a POST."""
    request = urllib.request.Request(  # noqa: S310 -- the sandbox's address
        url, body, {name.replace("_", "-"): value for name, value in headers.items()}
    )
    try:
        with _opener.open(request, timeout=ENOUGH_SECONDS) as answer:
            return answer.status, answer.headers, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def switch(address, agency, mode):
    return ask(
        f"{address}/switches/{agency}", json.dumps({"mode": mode}).encode(), Content_Type="application/json"
    )


# Source of the check values: the facts of the service, MSRP 30,000.
@pytest.mark.parametrize(("year", "tax"), [(1, "504.00"), (2, "435.67"), (3, "364.87")])
def test_vehicle_license_tax_matches_the_check_values(year, tax):
    assert compute_vehicle_license_tax(30_000, year) == Decimal(tax)
    assert compute_renewal_fees(30_000, year) == Decimal(tax) + Decimal("9.50")


@pytest.mark.parametrize("today", [date(2026, 1, 1), date(2026, 5, 1), date(2026, 11, 21), date(2028, 2, 29)])
def test_records_match_their_manifests_on_any_day(today):
    services = {service.id: service for manifest in list_manifests() for service in manifest.services}
    references = set()
    for record in make_records(today):
        service = services[record.service_id]
        assert check_identity(service.identity_fields, record.typed) == record.typed
        answer = ServiceDataAnswer(
            reference=record.reference, as_of="2026-01-01T00:00:00Z", fields=record.fields(today)
        )
        values = read_record(service, record.reference, answer, answer.as_of).values
        assert values
        assert record.fields(today).keys() == {field.name for field in service.display_fields}
        references.add(record.reference)
    assert len(references) == len(list(make_records(today)))


def test_sample_people_have_cards_and_services_have_records():
    sandbox = SandboxAgencies(SandboxSettings(1, "http://localhost:2", "http://localhost:3", make_secret))
    connections = sandbox.outgoing.list_sample_connections()
    assert connections.keys() == {"resident@example.com", "business@example.com"}
    rosas = [service for service, _ in connections["resident@example.com"]]
    assert len(rosas) == 6
    assert rosas.count("adot-mvd-vehicle") == 2
    stored = {record.service_id for record in make_records(date(2026, 11, 21))}
    asking = {s.id for m in list_manifests() for s in m.services if s.identity_fields}
    assert stored == asking


def test_field_examples_are_not_real_values():
    examples = {
        field.example: f"{service.id}.{field.name}"
        for manifest in list_manifests()
        for service in manifest.services
        for field in service.identity_fields
    }
    for record in make_records(date.today()):
        values = [value for several in record.identity.values() for value in several]
        days_and_names = [record.owner.person.date_of_birth.isoformat(), *record.owner.name.split()]
        for value in [*values, *days_and_names]:
            assert value not in examples, f"{examples[value]}: {record.reference} has {value}"


def test_fields_have_their_own_prompt():
    for manifest in list_manifests():
        for service in manifest.services:
            for field in service.identity_fields:
                assert field.prompt, f"{service.id}.{field.name}"
                assert field.prompt.en.startswith(("Enter ", "Choose ")), field.prompt.en
                assert field.prompt.es.startswith(("Escriba ", "Elija ")), field.prompt.es


def test_each_service_and_action_tells_how_to_do_it():
    for manifest in list_manifests():
        for service in manifest.services:
            guided = {service.id: service.guidance} | {each.id: each.guidance for each in service.actions}
            for place, guidance in guided.items():
                assert guidance, (service.id, place)
                assert guidance.steps and guidance.where and guidance.link and guidance.keywords


def test_social_security_numbers_are_sensitive():
    sensitive = {
        field.name
        for manifest in list_manifests()
        for service in manifest.services
        for field in service.identity_fields
        if field.is_sensitive
    }
    named = {
        field.name
        for manifest in list_manifests()
        for service in manifest.services
        for field in service.identity_fields
        if "Social Security" in field.label.en
    }
    assert sensitive == named != set()


def find_manifest(service):
    return next(manifest for manifest in list_manifests() if service in manifest.services)


def test_links_do_not_contain_identity_numbers():
    services = {service.id: service for manifest in list_manifests() for service in manifest.services}
    for record in make_records(date.today()):
        service = services[record.service_id]
        answer = ServiceDataAnswer(
            reference=record.reference, as_of="2026-01-01T00:00:00Z", fields=record.fields(date.today())
        )
        shown = read_record(service, record.reference, answer, answer.as_of)
        numbers = [value for several in record.identity.values() for value in several]
        numbers += [
            value for value in shown.values.values() if isinstance(value, str) and re.search(r"\d", value)
        ]
        links = list_action_links(Offer(find_manifest(service).agency, service, True), shown, "any")
        assert links
        for link in links:
            query = urlsplit(link.url).path + urlsplit(link.url).query
            assert not [number for number in numbers if number in query], link.url


def test_early_voter_cannot_join_the_list_again(sandbox):
    asked = {"serviceId": "azsos-voter", "reference": "s-71b0d2", "accounts": 1}
    answer = call(sandbox, "azsos", "service-data", asked).parse_json()
    assert answer["fields"]["earlyVotingList"] == "ON_LIST"
    assert answer["actions"] == ["update-registration"]


def dump_person(owner, **changes):
    return owner.person.model_copy(update=changes).model_dump(mode="json", by_alias=True)


def test_record_of_another_person_looks_missing(sandbox):
    identity = {"customerNumber": "D01234567", "vinOrPlate": "SGR4TR"}

    def answer_to(person, **values):
        asked = {"serviceId": "adot-mvd-vehicle", "identity": identity | values, "person": person}
        answer = call(sandbox, "adot-mvd", "match", asked)
        return answer.status, answer.content_type, answer.body

    not_there = answer_to(dump_person(ROSA), vinOrPlate="NOSUCH1")
    assert json.loads(not_there[2])["matched"] is False
    assert json.loads(answer_to(dump_person(ROSA))[2])["reference"] == "v-8f31c6"
    assert json.loads(answer_to(dump_person(ROSA, legal_last_name="DELGADÓ"))[2])["matched"] is True
    for another in (
        dump_person(NORA),
        dump_person(ROSA, legal_first_name="Rose"),
        dump_person(ROSA, date_of_birth=date(1984, 5, 18)),
    ):
        assert answer_to(another) == not_there


def test_person_is_required_where_the_manifest_says_so(sandbox):
    identity = {"customerNumber": "D01234567", "vinOrPlate": "SGR4TR"}
    asked = {"serviceId": "adot-mvd-vehicle", "identity": identity, "person": None}
    assert call(sandbox, "adot-mvd", "match", asked).status == 400
    identity = {"entityId": "23104478", "zip": "85004"}
    asked = {"serviceId": "azcc-entity", "identity": identity, "person": None}
    assert call(sandbox, "azcc", "match", asked).parse_json()["reference"] == "e-5d20b8"


def test_page_shows_the_number_of_connected_accounts(sandbox, address):
    asked = {"serviceId": "azroc-licence", "reference": "l-b18820", "accounts": 2}
    assert call(sandbox, "azroc", "service-data", asked).status == 200
    assert "2 accounts" in ask(f"{address}/")[2]
    call(sandbox, "azroc", "disconnect", {"serviceId": "azroc-licence", "reference": "l-b18820"})
    assert "2 accounts" not in ask(f"{address}/")[2]


def test_manifests_follow_the_port():
    for manifest in list_manifests("http://localhost:9999"):
        assert "8083" not in manifest.model_dump_json()
        assert all(urlsplit(service.endpoint).port == 9999 for service in manifest.services)


def test_home_page_shows_sample_values_and_switches(address, sandbox):
    status, headers, page = ask(f"{address}/")
    assert status == 200
    assert "script" not in headers["Content-Security-Policy"].replace("default-src 'none'", "")
    assert headers["Referrer-Policy"] == "same-origin", "without it a browser's forms have no origin"
    assert "<script" not in page
    assert not re.search(r"\son\w+=|\sstyle=", page)
    for owner in SAMPLE_OWNERS:
        assert owner.name in page
        assert f"{owner.email}, born {owner.person.date_of_birth}" in page
    fields = {field.name: field for m in list_manifests() for s in m.services for field in s.identity_fields}
    for record in make_records(date.today()):
        for name, value in record.typed.items():
            names = [choice.label.en for choice in fields[name].choices if choice.value == value]
            assert f"<code>{(names or [value])[0]}</code>" in page
    assert page.count('name="mode"') == len(MODES) * len(sandbox.agencies)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count('aria-pressed="true"') == len(sandbox.agencies)


@pytest.mark.parametrize(
    "name",
    ["static/style.css", "static/sandbox.css", "static/saguaro.svg", "fonts/source-sans-pro-regular.woff2"],
)
def test_static_file_is_served(address, name):
    assert ask(f"{address}/{name}")[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "static/../server.py",
        "static/server.py",
        "fonts/..%2fx",
        "adot-mvd",
        "adot-mvd/pages/x",
        "switches/x",
    ],
)
def test_other_path_is_not_found(address, path):
    assert ask(f"{address}/{path}")[0] == 404


def test_actions_lead_to_pages(address, sandbox):
    for agency in sandbox.agencies.values():
        for service in agency.manifest.services:
            for action in service.actions:
                status, _, page = ask(re.sub(r"{\w+}", "%3Cb%3E", action.url))
                assert status == 200
                assert action.label.en in page
                assert "<b>" not in page


def test_switch_is_set_by_program_and_form(address):
    assert switch(address, "adot-mvd", "slow")[0] == 200
    assert json.loads(ask(f"{address}/switches/adot-mvd")[2]) == {"mode": "slow"}
    status, headers, _ = ask(
        f"{address}/switches/adot-mvd",
        b"mode=normal",
        Origin=address,
        Content_Type="application/x-www-form-urlencoded",
    )
    assert (status, headers["Location"]) == (303, "/#adot-mvd")
    assert json.loads(ask(f"{address}/switches")[2])["adot-mvd"] == "normal"
    assert switch(address, "adot-mvd", "upside-down")[0] == 400
    assert ask(f"{address}/switches/adot-mvd", b"{", Content_Type="application/json")[0] == 400
    assert switch(address, "nobody", "slow")[0] == 404


def test_foreign_page_cannot_set_a_switch(address):
    for origin in ("https://evil.example.com", "null", "http://localhost:1"):
        assert ask(f"{address}/switches/adot-mvd", b"mode=error", Origin=origin)[0] == 403
    assert ask(f"{address}/", Host="evil.example.com")[0] == 421
    assert json.loads(ask(f"{address}/switches/adot-mvd")[2]) == {"mode": "normal"}


def call(sandbox, agency_id, name, content):
    agency = sandbox.agencies[agency_id]
    endpoint = agency.manifest.services[0].endpoint
    made = make_call("POST", f"{endpoint}/{name}", content)
    return Caller().send(sign_call(made, agency_id, make_secret(f"agencies/{agency_id}/signing").encode()))


ADDRESS = {
    "recipient": "Rosa Delgado", "line1": "9 New St", "line2": None, "city": "Tucson", "state": "AZ",
    "zip": "85701", "zip4": None, "country": "US",
}  # fmt: skip


def test_address_is_accepted_where_the_manifest_says_so(sandbox, address):
    content = {"serviceId": "adot-mvd-vehicle", "reference": "v-8f31c6", "address": ADDRESS}
    assert call(sandbox, "adot-mvd", "address", content).status == 204
    assert "9 New St" in ask(f"{address}/")[2]
    content = {"serviceId": "azgfd-licence", "reference": "g-6612ad", "address": ADDRESS}
    assert call(sandbox, "azgfd", "address", content).status == 409
    content = {"serviceId": "azgfd-licence", "reference": "nobody", "address": ADDRESS}
    assert call(sandbox, "azgfd", "address", content).status == 410


def test_reference_of_another_service_is_gone(sandbox):
    asked = {"serviceId": "adot-mvd-credential", "reference": "v-8f31c6", "accounts": 1}
    assert call(sandbox, "adot-mvd", "service-data", asked).status == 410


def test_wrong_person_switch_returns_another_record(sandbox):
    sandbox.agencies["adot-mvd"].switch("wrongPerson")
    asked = {"serviceId": "adot-mvd-vehicle", "reference": "v-8f31c6", "accounts": 1}
    answer = call(sandbox, "adot-mvd", "service-data", asked).parse_json()
    assert answer["reference"] != "v-8f31c6"
    assert answer["fields"]["plate"] == "WHB1CO"


def test_hanging_agency_does_not_block_the_shutdown():
    port = find_free_port()
    sandbox = SandboxAgencies(SandboxSettings(port, "http://localhost:2", "http://localhost:3", make_secret))
    sandbox.start()
    agency = sandbox.agencies["azroc"]
    agency.switch("hanging")
    answers = []
    asking = threading.Thread(
        target=lambda: answers.append(
            call(sandbox, "azroc", "disconnect", {"serviceId": "a", "reference": "b"})
        )
    )
    asking.start()
    wait_until(lambda: agency._calls == 1)
    sandbox.stop()
    # The call would hang for a minute.
    asking.join(ENOUGH_SECONDS)
    assert not asking.is_alive()


def test_expired_nonces_are_forgotten():
    now = [0.0]
    key = b"secret of the agency"
    verifier = Verifier({"azroc": key}, now=lambda: now[0])
    made = sign_call(make_call("GET", "http://localhost:1/azroc/health"), "azroc", key)
    verifier.check(SignedCall(made.method, made.url, made.headers), b"", "azroc")
    with pytest.raises(SignatureRefused, match="before"):
        verifier.check(SignedCall(made.method, made.url, made.headers), b"", "azroc")
    now[0] = time.time() + 1000
    other = sign_call(make_call("GET", "http://localhost:1/azroc/health"), "azroc", key)
    verifier.check(SignedCall(other.method, other.url, other.headers), b"", "azroc")
    assert len(verifier._seen) == 1


@pytest.fixture
def provider():
    """Return an identity provider that issues client tokens, and the list of its requests."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            asked.append((self.headers["Authorization"], parse_qs(body)))
            answer = json.dumps({"access_token": f"token-{len(asked)}", "expires_in": 900}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://localhost:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def test_sample_transactions_are_accepted(provider):
    issuer, asked = provider
    sandbox = SandboxAgencies(SandboxSettings(1, "http://localhost:2", issuer, make_secret))
    posted = []
    hosts = [host for agency in sandbox.agencies.values() for host in agency.manifest.agency.hosts]
    context = InboundContext(datetime.now(UTC), hosts)

    def portal(request):
        assert request.path == "/api/agency-inbound/transactions"
        content = TransactionPostRequest.model_validate_json(request.body, strict=True, context=context)
        posted.append((request.header("Authorization"), content))
        return make_json_response(200, {"outcome": "stored"})

    sandbox.outgoing.post_sample_transactions(portal)
    assert len(posted) >= 10
    ids = [content.transaction.id for _, content in posted]
    assert len(set(ids)) == len(ids)
    assert {content.transaction.type for _, content in posted} == {
        "payment",
        "renewal",
        "filing",
        "change",
        "document",
    }
    assert {content.transaction.status for _, content in posted} >= {"completed", "failed", "refunded"}
    assert all(token.startswith("Bearer token-") for token, _ in posted)
    scopes = [form["scope"][0] for _, form in asked]
    assert len(scopes) == len(set(scopes)), "a token is used until it ends"
    for _, form in asked:
        assert form["grant_type"] == ["client_credentials"]
        assert form["scope"][0].startswith("agency-inbound/")


def test_portal_refusal_is_reported(provider):
    issuer, _ = provider
    sandbox = SandboxAgencies(SandboxSettings(1, "http://localhost:2", issuer, make_secret))
    with pytest.raises(InboundFailed, match="404"):
        sandbox.outgoing.post_sample_transactions(lambda _: make_json_response(404, {"code": "notConnected"}))


def test_failed_button_shows_an_alert(sandbox, address):
    record = f"{address}/records/azroc/l-b18820"
    assert ask(f"{record}/transaction", b"", Content_Type="application/json")[0] == 502
    assert ask(f"{record}/revocation", b"")[0] == 303
    assert 'role="alert"' in ask(f"{address}/")[2]
    assert "Let it be found again" in ask(f"{address}/")[2]
    asked = {"serviceId": "azroc-licence", "reference": "l-b18820", "accounts": 1}
    assert call(sandbox, "azroc", "service-data", asked).status == 410
    assert ask(f"{record}/restoration", b"")[0] == 303
    assert call(sandbox, "azroc", "service-data", asked).status == 200
    assert ask(f"{record}/somersault", b"")[0] == 404


def test_copied_record_is_found_by_its_own_number(sandbox, address):
    voter = {"licenceOrLastFour": "D01234567", "dateOfBirth": "1984-05-17", "lastName": "Delgado"}
    path = f"{address}/records/azsos/s-71b0d2/copy"
    status, _, body = ask(path, b"{}", Content_Type="application/json")
    another = json.loads(body)
    assert status == 200
    assert another["identity"].keys() == voter.keys()
    assert re.fullmatch(r"D\d{8}", another["identity"]["licenceOrLastFour"])

    def found(identity):
        asked = {"serviceId": "azsos-voter", "identity": identity, "person": dump_person(ROSA)}
        return json.loads(call(sandbox, "azsos", "match", asked).body)["reference"]

    assert found(voter) == "s-71b0d2"
    assert found(another["identity"]) == another["reference"] != "s-71b0d2"
    assert "Rosa Delgado, Pima: there is another record like it." in ask(f"{address}/")[2]


def test_copied_record_can_have_another_owner(sandbox, address):
    elena = {"legalFirstName": "Elena", "legalLastName": "Ochoa", "dateOfBirth": "1988-03-09"}
    path = f"{address}/records/azsos/s-71b0d2/copy"
    body = json.dumps({"person": elena}).encode()
    another = json.loads(ask(path, body, Content_Type="application/json")[2])
    assert another["identity"]["dateOfBirth"] == "1988-03-09"
    assert another["identity"]["lastName"] == "Ochoa"
    asked = {"serviceId": "azsos-voter", "identity": another["identity"]}
    found = call(sandbox, "azsos", "match", {**asked, "person": elena}).parse_json()
    assert (found["reference"], found["label"]) == (another["reference"], "Elena Ochoa, Pima")
    assert (
        call(sandbox, "azsos", "match", {**asked, "person": dump_person(ROSA)}).parse_json()["matched"]
        is False
    )
    body = json.dumps({"person": {"legalFirstName": "Elena"}}).encode()
    assert ask(path, body, Content_Type="application/json")[0] == 400
