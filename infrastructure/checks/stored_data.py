"""Compares what keeps data in the templates with that of the last release.

A change that makes CloudFormation replace or remove a table, an index, a key, a bucket or a user pool is a
successful deployment that leaves an empty one. `infrastructure/stacks/released.json` has what was released;
after a release, write it again: `python -m infrastructure.checks.stored_data --record`. Ask what an earlier
commit would lose before deploying it: `python -m infrastructure.checks.stored_data --back-to COMMIT`.

Source: the CloudFormation template reference, "Update requires: Replacement", of each type; for a secret also
`GenerateSecretString`, whose change generates a new value for the same secret.
"""

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from infrastructure.stacks.transform import read

REPOSITORY = Path(__file__).parents[2]
RELEASED = REPOSITORY / "infrastructure/stacks/released.json"

_FIXED = {
    "AWS::CloudFormation::Stack": (),
    "AWS::Cognito::UserPool": ("AliasAttributes", "UsernameAttributes", "UsernameConfiguration"),
    "AWS::DynamoDB::Table": ("KeySchema", "LocalSecondaryIndexes", "TableName"),
    "AWS::KMS::Key": ("KeySpec", "KeyUsage", "MultiRegion"),
    "AWS::S3::Bucket": ("BucketName",),
    "AWS::SecretsManager::Secret": ("Name", "GenerateSecretString"),
    "AWS::Serverless::Application": (),
}
"""Properties whose change replaces a resource, by the types that keep data or hold those that do."""
_NESTED = ("AWS::Serverless::Application", "AWS::CloudFormation::Stack")

Stored = Mapping[str, Mapping[str, Any]]
"""Type and fixed properties of each resource, by its place such as `Data/UsersTable`."""


def describe_stored_data(root: Path) -> Stored:
    """Return what keeps data in a template and in those nested in it."""
    return dict(_describe(root, ""))


def _describe(path: Path, place: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for logical_id, resource in read(path)["Resources"].items():
        kind, properties = resource["Type"], resource.get("Properties", {})
        if kind not in _FIXED:
            continue
        fixed = {name: properties[name] for name in _FIXED[kind] if name in properties}
        if kind == "AWS::DynamoDB::Table":
            fixed |= _describe_attributes(properties)
        yield f"{place}{logical_id}", {"Type": kind, **fixed}
        if kind in _NESTED:
            yield from _describe(path.parent / properties["Location"], f"{place}{logical_id}/")


def _describe_attributes(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the types of the table's keys, and the keys of its global indexes, which can only be added."""
    types = {each["AttributeName"]: each["AttributeType"] for each in properties["AttributeDefinitions"]}
    keys = [each["AttributeName"] for each in properties["KeySchema"]]
    return {
        "KeyTypes": {name: types[name] for name in keys},
        "GlobalIndexes": {
            index["IndexName"]: [
                [each["AttributeName"], each["KeyType"], types.get(each["AttributeName"])]
                for each in index["KeySchema"]
            ]
            for index in properties.get("GlobalSecondaryIndexes", ())
        },
    }


def find_losses(released: Stored, current: Stored) -> list[str]:
    """Return what a deployment over the release would replace or remove; additions are fine."""
    return [
        f"{place}: {loss}"
        for place, before in released.items()
        for loss in _find_losses(before, current.get(place))
    ]


def _find_losses(before: Mapping[str, Any], after: Mapping[str, Any] | None) -> Iterator[str]:
    if after is None:
        yield "the last release has it; here it is missing, or in another stack"
        return
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if name == "GlobalIndexes":
            lost = [index for index, keys in (old or {}).items() if (new or {}).get(index) != keys]
            if lost:
                yield f"the indexes {', '.join(lost)} would be removed or made again; add one by another name"
        elif name == "GenerateSecretString" and old != new:
            yield f"a change of {name} makes another value; the last release has {json.dumps(old)}"
        elif old != new:
            yield f"a change of {name} replaces it with an empty one; the last release has {json.dumps(old)}"


def check_stored_data() -> str:
    """Return the losses over the last release, a line for each."""
    released = json.loads(RELEASED.read_text(encoding="utf-8"))
    return "\n".join(find_losses(released, describe_stored_data(REPOSITORY / "template.yaml")))


def find_losses_of_going_back(commit: str) -> list[str]:
    """Return what a deployment of an earlier commit over this one would replace or remove.

    Raises:
        CalledProcessError: git knows no such commit.
    """
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", commit, "template.yaml", "infrastructure/stacks"],
            cwd=REPOSITORY,
            check=True,
            capture_output=True,
        ).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        earlier = describe_stored_data(Path(folder, "template.yaml"))
    return find_losses(describe_stored_data(REPOSITORY / "template.yaml"), earlier)


def main(arguments: list[str]) -> int:
    """Compare, or record the release, and return the exit code: 1 when something would be lost."""
    if len(arguments) == 2 and arguments[0] == "--back-to":
        try:
            losses = find_losses_of_going_back(arguments[1])
        except subprocess.CalledProcessError as error:
            print(error.stderr.decode().strip(), file=sys.stderr)
            return 2
        print("\n".join(losses) or "Nothing would be lost.")
        return 1 if losses else 0
    if arguments == ["--record"]:
        stored = describe_stored_data(REPOSITORY / "template.yaml")
        RELEASED.write_text(f"{json.dumps(stored, indent=2, sort_keys=True)}\n", encoding="utf-8")
        return 0
    findings = check_stored_data()
    print(findings or "Nothing would be lost.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
