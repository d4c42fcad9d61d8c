"""A stand-in for the AWS command line: `aws SERVICE OPERATION --option value`, with boto3.

It knows the options that docs/deploy.md uses; tests/infrastructure/guides compares them with AWS's models.
"""

import argparse
import json
import mimetypes
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import boto3
import jmespath  # type: ignore[import-untyped]


def main(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    service, operation, *options = arguments
    if (service, operation) == ("s3", "sync"):
        return sync(options)
    client = boto3.client(service)
    if operation == "wait":
        client.get_waiter(to_method(options[0])).wait(**parse(options[1:]))
        return 0
    given = parse(options)
    query, is_text = given.pop("Query", None), given.pop("Output", "json") == "text"
    if (service, operation) == ("cloudfront", "create-invalidation"):
        paths = [given.pop("Paths")]
        given["InvalidationBatch"] = {
            "Paths": {"Quantity": len(paths), "Items": paths},
            "CallerReference": "guide",
        }
    answer = getattr(client, to_method(operation))(**given)
    found = jmespath.search(query, answer) if query else answer
    if is_text:
        sys.stdout.write(found if isinstance(found, str) else "\n".join(map("\t".join, found)))
    else:
        sys.stdout.write(json.dumps(found, default=str))
    return 0


def to_method(operation: str) -> str:
    return operation.replace("-", "_")


LISTS = {"UserAttributes"}
STRUCTURES = {"AuthParameters", "SoftwareTokenMfaSettings"}
NUMBERS = {"PasswordLength"}
"""Parameters that are no text."""


def parse(options: list[str]) -> dict[str, Any]:
    """Return options as parameters of an operation: `--stack-name x` is `StackName`, a flag is true."""
    given: dict[str, list[str]] = {}
    for option in options:
        if option.startswith("--"):
            name = "".join(part.capitalize() for part in option[2:].split("-"))
            given[name] = []
        else:
            given[name].append(option)
    return {name: convert(name, values) for name, values in given.items()}


def convert(name: str, values: list[str]) -> Any:
    """Return the value of a parameter, also in the short form `Name=a,Value=b`."""
    if name in LISTS:
        return [dict(part.split("=", 1) for part in each.split(",")) for each in values]
    if not values:
        return True
    (value,) = values
    if name in STRUCTURES:
        parts = dict(part.split("=", 1) for part in value.split(","))
        return {key: {"true": True, "false": False}.get(part, part) for key, part in parts.items()}
    return int(value) if name in NUMBERS else value


def sync(options: list[str]) -> int:
    """Copy a folder into a bucket."""
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("target")
    parser.add_argument("--exclude", default="")
    parser.add_argument("--cache-control")
    given = parser.parse_args(options)
    bucket, _, prefix = given.target.removeprefix("s3://").partition("/")
    for file in sorted(given.source.rglob("*")):
        name = file.relative_to(given.source).as_posix()
        if file.is_file() and not fnmatch(name, given.exclude):
            boto3.client("s3").put_object(
                Bucket=bucket,
                Key="/".join(filter(None, (prefix, name))),
                Body=file.read_bytes(),
                CacheControl=given.cache_control,
                ContentType=mimetypes.guess_type(name)[0] or "application/octet-stream",
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
