"""`npm run agency -- add`, `list` and `test` as a person sees them."""

import boto3
import pytest

from infrastructure.operations.agencies import __main__ as command
from tests.infrastructure.ports import find_free_port


@pytest.fixture
def portal(registry, monkeypatch):
    """Provide a running portal with an empty catalog."""
    monkeypatch.setattr(command, "open_registry", lambda _options: registry)
    return registry


@pytest.fixture
def file(tmp_path, manifest_text):
    path = tmp_path / "library.yaml"
    path.write_text(manifest_text, encoding="utf-8")
    return path


def test_secrets_are_shown_once(portal, file, capsys):
    assert command.main(["add", str(file)]) == 0
    first = capsys.readouterr().out
    secret = portal.get_secret("town-library")
    assert f"Signing secret town-library: {secret}" in first
    assert len(secret) >= 43
    (parameter,) = boto3.client("ssm").describe_parameters()["Parameters"]
    assert parameter["Type"] == "SecureString"
    before = portal.list_agencies()
    assert "Client secret: generated" in first
    assert command.main(["add", str(file)]) == 0
    again = capsys.readouterr().out
    assert "registered like this already" in again
    assert secret not in again
    assert "Client secret" not in again
    assert portal.list_agencies() == before


def test_withdrawn_service_is_reported_and_listed(portal, file, capsys, manifest_text):
    command.main(["add", str(file)])
    file.write_text(manifest_text.replace("id: town-library-card", "id: town-library-pass"), encoding="utf-8")
    assert command.main(["add", str(file)]) == 0
    assert "town-library-card is not offered any more" in capsys.readouterr().out
    assert command.main(["list"]) == 0
    listed = capsys.readouterr().out
    assert "town-library: Town Library (municipality), registered 20" in listed
    assert "town-library-pass " in listed
    assert "at library.example.gov" in listed
    assert "not offered any more" in listed


def test_faulty_manifest_is_not_registered(portal, file, capsys, manifest_text):
    file.write_text(manifest_text.replace("kind: list", "kind: video"), encoding="utf-8")
    assert command.main(["add", str(file)]) == 1
    assert "→" in capsys.readouterr().err
    assert portal.list_agencies() == []


def test_empty_catalog_points_to_the_guide(portal, capsys):
    assert command.main(["list"]) == 0
    assert "docs/add-an-agency.md" in capsys.readouterr().out


def test_endpoint_is_tested_by_its_manifest(portal, file, capsys, manifest_text):
    endpoint = f"http://localhost:{find_free_port()}/portal"
    file.write_text(manifest_text.replace("https://library.example.gov/portal", endpoint), encoding="utf-8")
    command.main(["add", str(file)])
    assert command.main(["test", f"{endpoint}/"]) == 1
    assert "no answer" in capsys.readouterr().out
    assert command.main(["test", "http://localhost:1/other"]) == 1
    assert "No registered agency has the endpoint" in capsys.readouterr().err


def test_account_password_comes_from_the_environment(file, capsys, monkeypatch):
    monkeypatch.setenv(command.SECRET_VARIABLE, "secret")
    monkeypatch.delenv(command.PASSWORD_VARIABLE, raising=False)
    assert command.main(["test", str(file), "--account", "rosa"]) == 1
    assert "AGENCY_ACCOUNT_PASSWORD" in capsys.readouterr().err
