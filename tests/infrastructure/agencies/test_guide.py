"""The agency of docs/add-an-agency.md, run as the guide says."""

import json
import os
import re
import runpy
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from domains.accounts.same_person import is_same_person
from domains.agencies.catalog import Offer
from domains.agencies.manifest import Manifest
from domains.agencies.protocol import MatchedPerson
from domains.messages.message import InboxMessage
from functions.agencyinbound.contract import ApplicationStatusRequest, MessagePostRequest
from functions.agencyinbound.message_html import ELEMENTS
from functions.agencyinbound.message_rules import deliver_message
from functions.agencyinbound.message_texts import MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, MAX_TAGS
from infrastructure.operations.agencies.__main__ import main
from infrastructure.operations.agencies.caller import Caller, make_call
from infrastructure.operations.agencies.checking import read_manifest
from infrastructure.operations.agencies.documents import parse_document
from infrastructure.sandbox.files import make_file
from tests.cases import read_cases
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, wait_until
from tests.infrastructure.ports import find_free_port

CASES = read_cases(__file__)

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "add-an-agency.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs/examples"
SECRET = "made-by-add-and-shown-once"


def list_blocks(kind):
    """List the blocks of code of a kind that the guide shows."""
    return re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)


ROSA = [
    *("--person", "legalFirstName=Rosa"),
    *("--person", "legalLastName=Delgado"),
    *("--person", "dateOfBirth=1984-05-17"),
]


def wait_for(port):
    caller = Caller()
    wait_until(lambda: caller.send(make_call("GET", f"http://localhost:{port}/portal/health")).status)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Provide the manifest of the guide for a free port, and its server."""
    port = find_free_port()
    manifest = tmp_path_factory.mktemp("guide") / "town-library.yaml"
    text = (EXAMPLE / "town-library.yaml").read_text(encoding="utf-8")
    manifest.write_text(text.replace("localhost:8090", f"localhost:{port}"), encoding="utf-8")
    environment = {**os.environ, "AGENCY_SIGNING_SECRET": SECRET}
    server = subprocess.Popen([sys.executable, EXAMPLE / "town_library.py", str(port)], env=environment)
    wait_for(port)
    yield manifest
    server.terminate()
    server.wait(timeout=ENOUGH_SECONDS)


def test_guide_shows_the_tested_files():
    blocks = re.findall(r"```(?:yaml|python)\n(.*?)```", GUIDE, re.DOTALL)
    for name in ("town-library.yaml", "town_library.py"):
        assert f"docs/examples/{name}" in GUIDE
    manifest = (EXAMPLE / "town-library.yaml").read_text(encoding="utf-8")
    assert any(block.strip() and block.strip() in manifest for block in blocks)
    server = (EXAMPLE / "town_library.py").read_text(encoding="utf-8")
    assert any(block.strip() and block.strip() in server for block in blocks)


def test_guide_agency_conforms(library, monkeypatch, capsys):
    assert main(["check", str(library), "--network", "any"]) == 0
    monkeypatch.setenv("AGENCY_SIGNING_SECRET", SECRET)
    identity = ["--identity", "cardNumber=20451", "--identity", "dateOfBirth=1984-05-17"]
    assert main(["test", str(library), *identity, *ROSA, "--replies"]) == 0
    assert "38 passed, 0 failed, 0 skipped." in capsys.readouterr().out


@pytest.mark.parametrize(("card", "registered"), CASES["example_compares_people_like_the_portal"])
def test_example_compares_people_like_the_portal(monkeypatch, card, registered):
    monkeypatch.setenv("AGENCY_SIGNING_SECRET", SECRET)
    monkeypatch.setattr(sys, "argv", ["town_library.py", "0"])
    is_holder = runpy.run_path(str(EXAMPLE / "town_library.py"))["is_holder"]
    born = date(1984, 5, 17)
    record, person = (
        MatchedPerson(legal_first_name=first, legal_last_name=last, date_of_birth=born)
        for first, last in (card, registered)
    )
    as_kept = {"firstName": card[0], "lastName": card[1], "dateOfBirth": str(born)}
    asked = person.model_dump(mode="json", by_alias=True)
    assert is_holder(as_kept, asked) == is_same_person(record, person)


def test_checks_without_a_person_still_run(library, monkeypatch, capsys):
    monkeypatch.setenv("AGENCY_SIGNING_SECRET", SECRET)
    assert main(["test", str(library)]) == 0
    assert "0 failed, 1 skipped." in capsys.readouterr().out


def test_people_can_be_read_from_a_file(library, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("AGENCY_SIGNING_SECRET", SECRET)
    people = tmp_path / "people.yaml"
    person = "person: {legalFirstName: Rosa, legalLastName: Delgado, dateOfBirth: '1984-05-17'}"
    for number, result, said in (("20451", 0, "0 failed"), ("20452", 1, "it found nobody")):
        identity = f"identity: {{cardNumber: '{number}', dateOfBirth: '1984-05-17'}}"
        people.write_text(f"town-library-card:\n  {identity}\n  {person}\n")
        assert main(["test", str(library), "--people", str(people)]) == result
        assert said in capsys.readouterr().out
    people.write_text("town-library-card: {cardNumber: 20451}\n")
    assert main(["test", str(library), "--people", str(people)]) == 1
    assert "service ids are expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--identity", "cardNumber"], "name=value"),
        (["--identity", "cardNumber=1", "--person", "name=Rosa"], "--person legalFirstName=…"),
        (["--identity", "cardNumber=1", "--service", "town-library-room"], "--service town-library-card"),
    ],
)
def test_typing_mistake_is_explained(library, monkeypatch, capsys, arguments, message):
    monkeypatch.setenv("AGENCY_SIGNING_SECRET", SECRET)
    assert main(["test", str(library), *arguments]) == 1
    assert message in capsys.readouterr().err


def test_wrong_secret_fails(library, monkeypatch, capsys):
    monkeypatch.setenv("AGENCY_SIGNING_SECRET", "another")
    assert main(["test", str(library)]) == 1
    assert "it answered 401" in capsys.readouterr().out


def make_offer():
    manifest = Manifest.model_validate(
        parse_document((EXAMPLE / "town-library.yaml").read_text(encoding="utf-8")).content
    )
    return Offer(manifest.agency, manifest.services[0], is_available=True)


def draft_message(posted: str, now: datetime) -> InboxMessage:
    """Return a message as the portal stores it; an invalid message fails the test."""
    return deliver_message(MessagePostRequest.model_validate_json(posted), make_offer(), now)


def test_guide_requests_are_accepted():
    person, message, status = list_blocks("json")
    read = MatchedPerson.model_validate_json(person)
    assert json.loads(person) == read.model_dump(mode="json", by_alias=True)
    now = datetime.fromisoformat(json.loads(message)["message"]["sentAt"])
    assert draft_message(message, now).action is not None
    reported = ApplicationStatusRequest.model_validate_json(status).status
    assert reported.respond_by is not None
    assert reported.note is not None


def test_guide_form_and_accounts_are_valid(tmp_path):
    manifest = (EXAMPLE / "town-library.yaml").read_text(encoding="utf-8")
    parts = [block for block in list_blocks("yaml") if block.startswith("    ")]
    file = tmp_path / "town-library.yaml"
    file.write_text(f"{manifest.rstrip()}\n{''.join(parts)}", encoding="utf-8")
    (service,) = read_manifest(file, "any").services
    assert [form.id for form in service.application_forms] == ["town-library-card-reading-room"]
    assert service.accounts is not None


def test_guide_names_all_elements_and_limits():
    for element in ELEMENTS:
        assert re.search(rf"\b{element}\b", GUIDE)
    for limit in (MAX_SUBJECT_LENGTH, MAX_BODY_LENGTH, MAX_TAGS):
        assert f"{limit:,}" in GUIDE


def test_example_sends_a_message_with_a_file(portal, tmp_path):
    notice = tmp_path / "Notice.pdf"
    notice.write_bytes(make_file("pdf", "Notice").content)
    environment = {
        **os.environ,
        "PORTAL": portal.origin,
        "ISSUER": portal.origin,
        "AGENCY_CLIENT_ID": "agency-town-library",
        "AGENCY_CLIENT_SECRET": SECRET,
    }
    done = subprocess.run(
        [sys.executable, EXAMPLE / "send_message.py", notice],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert (done.returncode, done.stdout) == (0, "delivered\n"), done.stderr
    (posted,) = portal.messages
    assert [attachment.id for attachment in posted.message.attachments] == ["0"]
    assert portal.uploads["0"].name == "Notice.pdf"
    assert draft_message(posted.model_dump_json(by_alias=True), datetime.now(UTC))
