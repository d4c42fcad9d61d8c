"""`npm run export -- make | verify`: the copy of a person's data, and its checks."""

import zipfile
from pathlib import Path

import boto3
import pytest

from domains.reference.data_map import get_data_map
from infrastructure.operations import export as command
from portal.types import derive_id
from tests.api.support import get_table_definitions, get_table_name
from tests.infrastructure.conftest import StandInPortal

NORA, NOBODY = derive_id("tests", "nora"), derive_id("tests", "nobody")


@pytest.fixture
def nora(aws: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the id of a person with a registration."""
    dynamodb = boto3.client("dynamodb")
    for definition in get_table_definitions().values():
        dynamodb.create_table(**definition)
    dynamodb.put_item(
        TableName="users",
        Item={
            "user_id": {"S": NORA},
            "item": {"S": "registration"},
            "content": {"S": '{"legal_first_name": "NORA", "linked_from": null}'},
        },
    )
    tables = {name: get_table_name(name) for name in get_data_map().tables}
    monkeypatch.setattr(command, "open_portal", lambda _options: StandInPortal(tables=tables))
    return NORA


def test_copy_is_written_and_verified(nora: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nora.zip"
    assert command.main(["make", nora, str(file)]) == 0
    assert command.main(["verify", str(file)]) == 0
    assert "complete and unchanged since" in capsys.readouterr().out
    with zipfile.ZipFile(file) as archive:
        assert "NORA" in archive.read("data/registration/UsersTable-registration-1.html").decode()


def test_changed_copy_is_reported(nora: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nora.zip"
    command.main(["make", nora, str(file)])
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("more.txt", "added")
    assert command.main(["verify", str(file)]) == 1
    assert "does not have exactly the files that its manifest lists" in capsys.readouterr().err


def test_existing_file_is_kept(nora: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nora.zip"
    file.write_text("kept")
    assert command.main(["make", nora, str(file)]) == 1
    assert file.read_text() == "kept"
    assert "exists already" in capsys.readouterr().err


def test_account_without_records_leaves_no_file(
    nora: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nobody.zip"
    assert command.main(["make", NOBODY, str(file)]) == 1
    assert not file.exists()
    assert "holds nothing about this account number" in capsys.readouterr().err


@pytest.mark.parametrize("person", ["", "rosa@example.com", "../x"])
def test_wrong_account_number_is_refused(
    person: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["make", person, str(tmp_path / "x.zip")]) == 1
    assert "PERSON is an account number" in capsys.readouterr().err


def test_missing_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["verify", str(tmp_path / "missing.zip")]) == 1
    assert "There is no file" in capsys.readouterr().err
