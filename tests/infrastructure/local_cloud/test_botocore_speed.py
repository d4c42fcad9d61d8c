"""Sessions share the service descriptions of the AWS SDK."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from botocore import useragent
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.config import Config
from botocore.loaders import JSONFileLoader, Loader
from botocore.session import Session

from infrastructure.local import botocore_speed


class Unread(BytesIO):
    """The unread part of an answer."""

    def stream(self) -> list[bytes]:
        return [self.read()]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JSONFileLoader, "load_file", JSONFileLoader.load_file)
    monkeypatch.setattr(Loader, "list_available_services", Loader.list_available_services)
    monkeypatch.setattr(
        useragent, "sanitize_user_agent_string_component", useragent.sanitize_user_agent_string_component
    )
    monkeypatch.setattr(useragent.UserAgentString, "to_string", useragent.UserAgentString.to_string)
    monkeypatch.setattr(botocore_speed, "_kept", {})
    monkeypatch.setattr(botocore_speed, "_kept_services", {})
    botocore_speed.install()
    botocore_speed.install()


def test_two_sessions_read_a_description_once() -> None:
    first, second = (Session().get_component("data_loader").load_data("endpoints") for _ in range(2))

    assert first["partitions"]
    assert first is second


def test_sessions_have_the_same_operations() -> None:
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


def test_missing_file_is_looked_up_again(tmp_path: Path) -> None:
    loader = JSONFileLoader()
    assert loader.load_file(str(tmp_path / "one")) is None
    (tmp_path / "one.json").write_text(json.dumps({"a": 1}))

    assert loader.load_file(str(tmp_path / "one")) == {"a": 1}


def test_two_sessions_look_up_services_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (Session().get_component("data_loader") for _ in range(2))
    known = first.list_available_services("service-2")
    assert {"dynamodb", "s3"} <= set(known)
    monkeypatch.setattr(JSONFileLoader, "exists", lambda *_: pytest.fail("looked again"))

    assert second.list_available_services("service-2") == known


def test_user_agent_has_client_and_features() -> None:
    def sent_by(**config: str) -> list[str]:
        client = session.create_client(
            "dynamodb",
            region_name="us-east-1",
            aws_access_key_id="local",
            aws_secret_access_key="local",
            config=Config(**config),
        )
        sent: list[str] = []

        def keep(request: AWSPreparedRequest, **_: object) -> AWSResponse:
            # The order of the features is undefined.
            words = str(request.headers["User-Agent"], "ascii").split()
            sent.append(" ".join("".join(sorted(word)) for word in words))
            return AWSResponse(request.url, 200, {}, Unread(b"{}"))

        client.meta.events.register("before-send.dynamodb", keep)
        for operation in (
            client.list_tables,
            client.list_tables,
            client.get_paginator("list_tables").paginate,
        ):
            list(operation())
        return sent

    session = Session()
    fast = [sent_by(user_agent_extra="one"), sent_by(user_agent_extra="other"), sent_by()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(useragent.UserAgentString, "to_string", botocore_speed._user_agent)
        assert fast == [sent_by(user_agent_extra="one"), sent_by(user_agent_extra="other"), sent_by()]
    one, other, neither = fast
    assert not set(one) & set(other) | set(other) & set(neither)
    assert one[0] != one[2]


def test_services_depend_on_type_and_folders(tmp_path: Path) -> None:
    (tmp_path / "toys" / "2026-01-01").mkdir(parents=True)
    (tmp_path / "toys" / "2026-01-01" / "service-2.json").write_text("{}")
    usual, wider = Loader(), Loader(extra_search_paths=[str(tmp_path)])

    assert "toys" not in usual.list_available_services("service-2")
    assert "toys" in wider.list_available_services("service-2")
    assert "toys" not in wider.list_available_services("paginators-1")
