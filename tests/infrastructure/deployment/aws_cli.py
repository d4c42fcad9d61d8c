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
    sys.stdout.write("\n".join(map("\t".join, found)) if is_text else json.dumps(found, default=str))
    return 0


def to_method(operation: str) -> str:
    return operation.replace("-", "_")


def parse(options: list[str]) -> dict[str, Any]:
    """Return options as parameters of an operation: `--stack-name x` is `StackName`."""
    names = ["".join(part.capitalize() for part in name[2:].split("-")) for name in options[::2]]
    return dict(zip(names, options[1::2], strict=True))


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
