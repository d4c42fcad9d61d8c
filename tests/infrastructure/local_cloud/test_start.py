"""`python -m infrastructure.demo`: from start to stop, with the real templates, functions and provider."""

import http.client
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from infrastructure.demo.portal import answer_agencies
from infrastructure.sandbox.agencies import SandboxAgencies, SandboxSettings
from infrastructure.sandbox.demonstration import Demonstration
from infrastructure.sandbox.identity_provider import SAMPLE_PEOPLE
from infrastructure.settings import REPOSITORY
from tests.infrastructure.local_cloud.fakes import PROCESS_SECONDS, wait_until
from tests.infrastructure.local_cloud.running_portal import (
    ENVIRONMENT,
    PORT,
    Portal,
    run,
    start,
)
from tests.infrastructure.ports import find_free_port
from transparency_log.checkpoints import LogKey, read_checkpoint
from transparency_log.hashes import EMPTY_ROOT


def test_all_parts_answer(portal: Portal) -> None:
    status, configuration = portal.call("GET", "/configuration/")

    assert status == 200
    assert configuration["security"]["oidcConfiguration"]["authority"] == f"http://localhost:{PORT + 1}"
    assert portal.call("GET", "/api/Lookups/Counties/")[0] == 200
    assert portal.call("GET", "/docs")[0] == 200
    assert portal.call("GET", "/api/users") == (401, {"message": "Unauthorized"})
    assert portal.call("GET", "/api/profile/%2e%2e") == (404, {"message": "Not Found"})


def test_readiness_delay_beyond_five_seconds_is_refused() -> None:
    result = run("start", "--readiness-delay", "5001")

    assert result.returncode == 2
    assert "between 0 and 5000" in result.stderr


@pytest.mark.parametrize("email", [person.email for person in SAMPLE_PEOPLE])
def test_sample_people_have_their_registration_state(portal: Portal, email: str) -> None:
    tokens = portal.tokens(email)
    is_new = email == "new@example.com"

    status, registration = portal.call("GET", "/api/users/registered", tokens)
    assert (status, registration.get("isRegistered")) == (200, not is_new), registration
    assert portal.call("GET", "/api/profile/completed", tokens) == (
        200,
        {"isCompleted": not is_new, "unverified": []},
    )


def make_sandbox(portal: Portal) -> SandboxAgencies:
    """Return the agencies of the running sandbox, without a server of their own."""
    secrets = json.loads((portal.data / "state.json").read_text())["secrets"]
    return SandboxAgencies(
        SandboxSettings(
            portal.port + 3,
            f"http://localhost:{portal.port}",
            f"http://localhost:{portal.port + 1}",
            secret=secrets.__getitem__,
        )
    )


def get_connections(portal: Portal, email: str) -> dict[str, Any]:
    tokens = portal.tokens(email)
    paths = ("/api/subscriptions", "/api/transactions", "/api/profile/addresses")
    answers = [
        portal.call("GET", f"{path}?limit=100" if path == "/api/transactions" else path, tokens)
        for path in paths
    ]
    assert [status for status, _ in answers] == [200, 200, 200], answers
    return {path: content["items"] for path, (_, content) in zip(paths, answers, strict=True)}


@pytest.mark.parametrize("email", ["resident@example.com", "business@example.com"])
def test_sample_people_are_connected(portal: Portal, email: str) -> None:
    stored = get_connections(portal, email)

    requested = make_sandbox(portal).outgoing.list_sample_connections()[email]
    identities = [entry for card in stored["/api/subscriptions"] for entry in card["identities"]]
    services = [card["agencyServiceId"] for card in stored["/api/subscriptions"]]
    assert services == list(dict.fromkeys(service for service, _ in requested))
    assert len(identities) == len(requested)
    assert {entry["status"] for entry in identities} == {"connected"}
    assert 20 <= len(stored["/api/transactions"]) <= 30
    days = sorted(transaction["occurredOn"] for transaction in stored["/api/transactions"])
    assert date.fromisoformat(days[-1]) - date.fromisoformat(days[0]) > timedelta(days=500)
    assert len(stored["/api/profile/addresses"]) == 2
    assert [address["isPrimary"] for address in stored["/api/profile/addresses"]] == [True, False]


def test_cards_of_sample_people_have_data(portal: Portal) -> None:
    tokens = portal.tokens("resident@example.com")
    for card in get_connections(portal, "resident@example.com")["/api/subscriptions"]:
        for identity in card["identities"]:
            path = f"/api/subscriptions/identities/{identity['id']}/servicedata"
            status, data = portal.call("GET", path, tokens)
            assert (status, data.get("stale")) == (200, False), data
            assert data["fields"]


def list_messages(portal: Portal, email: str) -> list[dict[str, Any]]:
    """Return all messages of agencies to a person."""
    tokens = portal.tokens(email)
    path = "/api/agency/messages"
    _, agencies = portal.call("GET", f"{path}/agencies", tokens)
    services = [service for agency in agencies["items"] for service in agency["services"]]
    return [
        message
        for service in services
        for group in portal.call("GET", f"{path}/service/{service['agencyServiceId']}", tokens)[1]["groups"]
        for message in group["messages"]
    ]


@pytest.mark.parametrize("email", ["resident@example.com", "business@example.com"])
def test_sample_people_have_read_and_unread_messages(portal: Portal, email: str) -> None:
    stored = list_messages(portal, email)
    assert 8 <= len(stored) <= 15
    assert sum(message["isRead"] for message in stored) == len(
        make_sandbox(portal).outgoing.list_read_messages()[email]
    )
    assert {message["hasAttachments"] for message in stored} == {True, False}
    assert {message["priority"] for message in stored} == {"high", "normal"}


def get_business(portal: Portal) -> list[Any]:
    """Return the businesses, applications and linked account of Ben Whitehorse."""
    tokens = portal.tokens("business@example.com")
    root = "/api/businessapplications"
    return [
        portal.call("GET", f"{root}/{path}", tokens)
        for path in ("businesses", "applications", "businessagency/azcc/user")
    ]


def test_sample_business_has_applications_in_three_states(portal: Portal) -> None:
    (_, businesses), (_, applications), (_, account) = get_business(portal)

    assert [each["role"] for each in businesses["items"]] == ["owner"]
    states = {each["formId"]: (each["state"], each["nextActor"]) for each in applications["items"]}
    assert states == {
        "azcc-entity-llc-articles": ("submitted", "agency"),
        "azsos-trade-names-registration": ("needsInformation", "applicant"),
        "azdor-tpt-licence": ("draft", "applicant"),
    }
    assert [each["isDelivered"] for each in applications["items"] if each["submittedAt"]] == [True, True]
    assert (account["state"], account["userName"]) == ("linked", "benwhitehorse")


def run_names(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    module = "infrastructure.sandbox.names" if "generate" in arguments else "infrastructure.operations.names"
    command = [sys.executable, "-m", module, "--to", str(path), *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY, env=ENVIRONMENT, capture_output=True, text=True, timeout=PROCESS_SECONDS
    )


def test_generated_register_matches_sample_data_and_agencies(portal: Portal, tmp_path: Path) -> None:
    path = tmp_path / "names.sqlite"
    assert run_names(path, "generate", "10").returncode == 0
    result = run_names(path, "verify", "--data", str(portal.data))
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.search(r"records of companies +2\n +differences +0\n", result.stdout)


def test_repeated_samples_change_nothing(portal: Portal) -> None:
    def read() -> list[Any]:
        tokens = portal.tokens("resident@example.com")
        paths = ("/api/users", "/api/profile/termsandconditions", "/api/profile/contactpreferences")
        people = ("resident@example.com", "business@example.com")
        return [
            [portal.call("GET", path, tokens) for path in paths],
            [get_connections(portal, email) for email in people],
            [list_messages(portal, email) for email in people],
            get_business(portal),
        ]

    before = read()
    demonstration = Demonstration(answer_agencies(portal.send), portal.tokens)
    demonstration.register_people()
    demonstration.connect_people(make_sandbox(portal).outgoing)
    assert read() == before


def test_sandbox_answers_on_its_port(portal: Portal) -> None:
    connection = http.client.HTTPConnection("localhost", portal.port + 3, timeout=30)
    connection.request("GET", "/switches")
    switches = json.loads(connection.getresponse().read())
    connection.close()

    assert set(switches.values()) == {"normal"}
    assert len(switches) >= 5


def switch(portal: Portal, agency: str, mode: str) -> None:
    connection = http.client.HTTPConnection("localhost", portal.port + 3, timeout=30)
    content = json.dumps({"mode": mode})
    connection.request("POST", f"/switches/{agency}", content, {"Content-Type": "application/json"})
    assert connection.getresponse().status == 200
    connection.close()


def test_hanging_agency_does_not_delay_other_cards(portal: Portal) -> None:
    tokens = portal.tokens("business@example.com")
    _, content = portal.call("GET", "/api/subscriptions", tokens)
    identities = {card["agencyServiceId"]: card["identities"][0]["id"] for card in content["items"]}

    def load(service: str) -> tuple[int, float]:
        path = f"/api/subscriptions/identities/{identities[service]}/servicedata"
        status, _ = portal.call("GET", path, tokens)
        return status, time.monotonic()

    switch(portal, "adot-mvd", "hanging")
    with ThreadPoolExecutor(len(identities)) as pool:
        hanging = pool.submit(load, "adot-mvd-vehicle")
        others = list(pool.map(load, identities.keys() - {"adot-mvd-vehicle"}))
        status, ended = hanging.result()
    switch(portal, "adot-mvd", "normal")

    assert status == 503
    assert {other for other, _ in others} == {200}
    assert max(moment for _, moment in others) < ended


def test_schedule_runs_at_once(portal: Portal) -> None:
    status, content = portal.local("/local/schedule/MaintenanceFunction")

    assert (status, content["answer"]["isComplete"]) == (200, True)
    assert portal.local("/local/schedule/UsersFunction")[0] == 404
    assert portal.call("POST", "/local/schedule/MaintenanceFunction")[0] in (403, 404)


def test_sealed_access_log_is_public(portal: Portal) -> None:
    assert portal.local("/local/schedule/AccessLogSealerFunction")[0] == 200
    address = "/.well-known/access-log"
    key = LogKey.from_text(portal.call("GET", f"{address}/public-key")[1].decode())
    assert key.name == f"localhost:{portal.port}{address}"
    checkpoint = read_checkpoint(portal.call("GET", f"{address}/checkpoint")[1].decode(), key)
    assert (checkpoint.size, checkpoint.root) == (0, EMPTY_ROOT)
    assert portal.call("GET", f"{address}/tile/0/000")[0] == 403
    verified = subprocess.run(
        [sys.executable, "-m", "infrastructure.operations.access_log", "--data", str(portal.data)],
        cwd=REPOSITORY,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    assert "differences" in verified.stdout


def find_message(portal: Portal, to: str, subject: str) -> dict[str, Any] | None:
    """Return the newest message to an address with this beginning of the subject."""
    connection = http.client.HTTPConnection("127.0.0.1", portal.port + 1, timeout=30)
    connection.request("GET", f"/outbox.json?to={to}")
    messages = json.loads(connection.getresponse().read())["messages"]
    connection.close()
    return next((message for message in messages if message["subject"].startswith(subject)), None)


def test_notice_can_be_followed_to_its_end(portal: Portal) -> None:
    person = "business@example.com"
    tokens = portal.tokens(person)
    status, sent = portal.call("POST", "/api/profile/contactpreferences/test", tokens, {"channel": "email"})
    assert status == 202, sent

    def states() -> list[str]:
        _, message = portal.call("GET", f"/api/messages/{sent['messageId']}", tokens)
        return [step["state"] for delivery in message["deliveries"] for step in delivery["steps"]]

    wait_until(lambda: "delivered" in states())
    assert states() == ["sending", "accepted", "delivered"]
    mail = find_message(portal, person, "Your test by email")
    assert mail is not None
    assert portal.local(f"/local/outbox/{mail['id']}/events", {"event": "Complaint"})[0] == 200
    assert wait_until(lambda: "complained" in states())

    def statuses() -> list[str]:
        _, preferences = portal.call("GET", "/api/profile/contactpreferences", tokens)
        return [address["status"] for address in preferences["addresses"]]

    # The step of the message is saved before the address.
    assert wait_until(lambda: statuses() == ["complained"])


def test_token_for_an_unknown_account_is_refused(portal: Portal) -> None:
    result = run("token", "nobody@example.com", "--data", str(portal.data))

    assert (result.returncode, result.stdout) == (1, "")
    assert "no such account" in result.stderr


def test_data_is_locked_while_running(portal: Portal) -> None:
    reset = run("reset", "--data", str(portal.data))
    second = run("start", "--port", str(find_free_port()), "--data", str(portal.data))

    for result in (reset, second):
        assert result.returncode == 1
        assert f"running at http://localhost:{PORT} " in result.stderr
    assert portal.call("GET", "/configuration")[0] == 200


@pytest.mark.parametrize("offset", [0, 1, 2, 3])
def test_all_four_ports_are_checked(tmp_path: Path, offset: int) -> None:
    first = find_free_port()
    with socket.socket() as other:
        # A connection of an earlier test may still wait for its last packets there.
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", first + offset))
        other.listen()
        result = run("start", "--port", str(first), "--data", str(tmp_path))

    assert result.returncode == 1
    assert f"Port {first + offset}," in result.stderr


def test_data_and_tokens_survive_a_kill_and_a_port_change(prepared: Callable[[], Path]) -> None:
    portal = start(prepared(), find_free_port())
    try:
        tokens = portal.tokens("new@example.com")
        registration = {
            "legalFirstName": "Nora",
            "legalLastName": "Nuevo",
            "dateOfBirth": "1999-09-09",
            "countyId": "pima",
            "language": "es",
        }
        status, answer = portal.call("POST", "/api/users/register", tokens, registration)
        assert (status, answer["isRegistered"]) == (201, True)
        stored = get_connections(portal, "resident@example.com")
        wait_until(lambda: "Nuevo" in (portal.data / "state.json").read_text())
    finally:
        portal.kill()

    again = start(portal.data, find_free_port())
    try:
        rosa = again.tokens("resident@example.com")
        assert again.call("GET", "/api/users/registered", rosa)[1]["isRegistered"] is True
        assert again.call("GET", "/api/users/registered", tokens)[1]["isRegistered"] is True
        assert get_connections(again, "resident@example.com") == stored
        license = {
            "agencyServiceId": "azgfd-licence",
            "identity": {"departmentId": "100234567", "dateOfBirth": "1984-05-17"},
        }
        # Signed with the secret that the agency and the portal have had since the first start.
        status, connected = again.call("POST", "/api/subscriptions/agencyservice", rosa, license)
        assert status == 201, connected
    finally:
        output = again.stop()

    assert again.process.returncode == 0
    assert "Stopped; everything is saved." in output
    assert "Traceback" not in output


def test_reset_removes_only_portal_data(tmp_path: Path) -> None:
    for name in ("state.json", "identity.sqlite3", "identity.sqlite3-wal", "homework.txt"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "objects").mkdir()
    (tmp_path / "objects" / "content").write_text("a file of a message")

    result = run("reset", "--data", str(tmp_path))

    assert result.returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["homework.txt"]
    assert run("reset", "--data", str(tmp_path / "none")).returncode == 0


def test_damaged_state_is_reported_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("damaged")

    result = run("start", "--port", str(find_free_port()), "--data", str(tmp_path))

    assert result.returncode == 1
    assert "npm run reset" in result.stderr
    assert "Traceback" not in result.stderr


def test_token_command_requires_a_running_portal(tmp_path: Path) -> None:
    result = run("token", "new@example.com", "--data", str(tmp_path), "--port", str(find_free_port()))

    assert result.returncode == 1
    assert "npm start" in result.stderr
