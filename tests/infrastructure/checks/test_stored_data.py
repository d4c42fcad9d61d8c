"""The check of stored data refuses changes that would replace or remove it, and lets others pass."""

import shutil
import subprocess
from pathlib import Path

import pytest

from infrastructure.checks.stored_data import (
    check_stored_data,
    describe_stored_data,
    find_losses,
    find_losses_of_going_back,
    main,
)
from tests.cases import read_cases

CASES = read_cases(__file__)

REPOSITORY = Path(__file__).parents[3]
STACKS = "infrastructure/stacks"
USERS = "Data/UsersTable"
USERS_KEY = "- {AttributeName: user_id, KeyType: HASH}\n        - {AttributeName: item, KeyType: RANGE}"
GLOBAL_INDEX = """      GlobalSecondaryIndexes:
        # Finds earlier registrations of an address without copying what they hold.
        - IndexName: by_email
          KeySchema: [{AttributeName: email_key, KeyType: HASH}]
          Projection: {ProjectionType: KEYS_ONLY}
"""
NEW_INDEX = """        - IndexName: by_item
          KeySchema: [{AttributeName: item, KeyType: HASH}]
          Projection: {ProjectionType: KEYS_ONLY}
"""
NEW_TABLE = """  NewTable:
    Type: AWS::DynamoDB::Table
    Properties:
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]

  UsersTable:
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a copy of the templates."""
    (tmp_path / STACKS).mkdir(parents=True)
    for file in (REPOSITORY / STACKS).glob("*.yaml"):
        shutil.copy(file, tmp_path / STACKS)
    return Path(shutil.copy(REPOSITORY / "template.yaml", tmp_path))


def find_losses_after(root: Path, file: str, old: str, new: str) -> list[str]:
    """Return the losses when a file of the templates is changed once."""
    before = describe_stored_data(root)
    path = root.parent / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return find_losses(before, describe_stored_data(root))


@pytest.mark.parametrize(("file", "old", "new", "place"), CASES["change_that_loses_data_is_refused"])
def test_change_that_loses_data_is_refused(root: Path, file: str, old: str, new: str, place: str) -> None:
    losses = find_losses_after(root, file, old, new)
    assert [each for each in losses if each.startswith(f"{place}:")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  UsersTable:\n", NEW_TABLE),
        ("        - IndexName: by_email\n", f"{NEW_INDEX}        - IndexName: by_email\n"),
        ("BillingMode: PAY_PER_REQUEST", "BillingMode: PROVISIONED"),
    ],
)
def test_addition_is_fine(root: Path, old: str, new: str) -> None:
    assert find_losses_after(root, f"{STACKS}/data.yaml", old, new) == []


def test_templates_keep_the_data_of_the_last_release() -> None:
    assert check_stored_data() == ""


def test_earlier_commit_without_a_table_would_lose_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = root.parent
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder)]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "release"]):
        subprocess.run([*git, *command], check=True)
    monkeypatch.setattr("infrastructure.checks.stored_data.REPOSITORY", folder)
    assert find_losses_of_going_back("HEAD") == []
    data = folder / STACKS / "data.yaml"
    text = data.read_text(encoding="utf-8")
    data.write_text(text.replace("  UsersTable:\n", NEW_TABLE, 1), encoding="utf-8")
    (loss,) = find_losses_of_going_back("HEAD")
    assert loss.startswith("Data/NewTable: ")
    assert main(["--back-to", "no-such-commit"]) == 2
