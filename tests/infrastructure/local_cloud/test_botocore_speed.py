"""Sessions share what the AWS SDK knows of services."""

import json
from pathlib import Path

import pytest
from botocore import useragent
from botocore.loaders import JSONFileLoader, Loader
from botocore.session import Session

from infrastructure.local import botocore_speed


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JSONFileLoader, "load_file", JSONFileLoader.load_file)
    monkeypatch.setattr(Loader, "list_available_services", Loader.list_available_services)
    monkeypatch.setattr(
        useragent, "sanitize_user_agent_string_component", useragent.sanitize_user_agent_string_component
    )
    monkeypatch.setattr(botocore_speed, "_kept", {})
    monkeypatch.setattr(botocore_speed, "_kept_services", {})
    botocore_speed.install()
    botocore_speed.install()


def test_two_sessions_read_a_description_once() -> None:
    first, second = (Session().get_component("data_loader").load_data("endpoints") for _ in range(2))

    assert first["partitions"]
    assert first is second


def test_a_client_of_a_session_works_like_another() -> None:
    operations = [
        Session()
        .create_client(
            "ssm", region_name="us-east-1", aws_access_key_id="local", aws_secret_access_key="local"
        )
        .meta.service_model.operation_names
        for _ in range(2)
    ]

    assert "GetParameter" in operations[0]
    assert operations[0] == operations[1]


def test_a_file_that_is_missing_is_looked_for_again(tmp_path: Path) -> None:
    loader = JSONFileLoader()
    assert loader.load_file(str(tmp_path / "one")) is None
    (tmp_path / "one.json").write_text(json.dumps({"a": 1}))

    assert loader.load_file(str(tmp_path / "one")) == {"a": 1}


def test_two_sessions_look_for_services_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (Session().get_component("data_loader") for _ in range(2))
    known = first.list_available_services("service-2")
    assert {"dynamodb", "s3"} <= set(known)
    monkeypatch.setattr(JSONFileLoader, "exists", lambda *_: pytest.fail("looked again"))

    assert second.list_available_services("service-2") == known


def test_services_are_those_of_the_type_and_of_the_folders(tmp_path: Path) -> None:
    (tmp_path / "toys" / "2026-01-01").mkdir(parents=True)
    (tmp_path / "toys" / "2026-01-01" / "service-2.json").write_text("{}")
    usual, wider = Loader(), Loader(extra_search_paths=[str(tmp_path)])

    assert "toys" not in usual.list_available_services("service-2")
    assert "toys" in wider.list_available_services("service-2")
    assert "toys" not in wider.list_available_services("paginators-1")
