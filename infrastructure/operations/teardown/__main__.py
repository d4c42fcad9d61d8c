"""Remove a stage for trying, with all of its data: `npm run teardown -- --stage dev`.

CloudFormation keeps tables, buckets, user pool and keys when a stack is deleted. Here they are deleted after
it. A stage with `DeletionProtection=true`, and prod, are refused.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError

from infrastructure.operations.portals import Unreachable, open_stage_portal
from infrastructure.operations.reports import run_command

STAGES = ("dev", "test")

_STACK = "AWS::CloudFormation::Stack"
_KEY_WAITING_DAYS = 7
_ABSENT = {"ResourceNotFoundException", "NoSuchBucket", "404", "NotFoundException"}


@dataclass(frozen=True, slots=True)
class Kept:
    """A resource that outlives its stack.

    Attributes:
        type: of CloudFormation.
        name: physical id.
    """

    type: str
    name: str

    def __str__(self) -> str:
        return f"{self.type.rpartition('::')[2]} {self.name}"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage in AWS.

    Attributes:
        session: of boto3.
    """

    stack: str
    session: Any

    def list_kept(self) -> list[Kept]:
        """List the resources of the stack, and of those nested in it, that a deletion would leave."""
        return list(self._list_kept(self.stack))

    def _list_kept(self, stack: str) -> Iterator[Kept]:
        pages = self.session.client("cloudformation").get_paginator("list_stack_resources")
        for page in pages.paginate(StackName=stack):
            for each in page["StackResourceSummaries"]:
                name = each.get("PhysicalResourceId")
                if name and each["ResourceType"] == _STACK:
                    yield from self._list_kept(name)
                elif name and each["ResourceType"] in _DELETIONS:
                    yield Kept(each["ResourceType"], name)

    def find_protected(self, kept: list[Kept]) -> list[Kept]:
        """Return the tables that are protected from deletion."""
        dynamodb = self.session.client("dynamodb")
        return [
            each
            for each in kept
            if each.type == "AWS::DynamoDB::Table"
            and dynamodb.describe_table(TableName=each.name)["Table"].get("DeletionProtectionEnabled")
        ]

    def delete_stack(self) -> None:
        """Delete the stack and wait until it is gone.

        Raises:
            WaiterError: something of it could not be deleted.
        """
        cloudformation = self.session.client("cloudformation")
        (described,) = cloudformation.describe_stacks(StackName=self.stack)["Stacks"]
        cloudformation.delete_stack(StackName=self.stack)
        cloudformation.get_waiter("stack_delete_complete").wait(StackName=described["StackId"])

    def delete_kept(self, each: Kept) -> str:
        """Delete a resource, and return why it could not be; empty when it is gone."""
        try:
            _DELETIONS[each.type](self.session, each.name)
        except ClientError as error:
            if error.response["Error"]["Code"] not in _ABSENT:
                return str(error)
        return ""


def _delete_table(session: Any, name: str) -> None:
    session.client("dynamodb").delete_table(TableName=name)


def _delete_bucket(session: Any, name: str) -> None:
    s3 = session.client("s3")
    for page in s3.get_paginator("list_object_versions").paginate(Bucket=name):
        for each in [*page.get("Versions", ()), *page.get("DeleteMarkers", ())]:
            s3.delete_object(Bucket=name, Key=each["Key"], VersionId=each["VersionId"])
    s3.delete_bucket(Bucket=name)


def _delete_user_pool(session: Any, name: str) -> None:
    session.client("cognito-idp").delete_user_pool(UserPoolId=name)


def _delete_key(session: Any, name: str) -> None:
    session.client("kms").schedule_key_deletion(KeyId=name, PendingWindowInDays=_KEY_WAITING_DAYS)


_DELETIONS = {
    "AWS::DynamoDB::Table": _delete_table,
    "AWS::S3::Bucket": _delete_bucket,
    "AWS::Cognito::UserPool": _delete_user_pool,
    "AWS::KMS::Key": _delete_key,
}


def main(arguments: list[str] | None = None) -> int:
    """Remove a stage and return the exit code: 1 when it is refused, or something of it is left."""
    parser = argparse.ArgumentParser(
        prog="npm run teardown --", description="Remove a stage for trying, with all of its data."
    )
    parser.add_argument("--stage", choices=STAGES, required=True, help="prod is removed by hand")
    parser.add_argument("--confirm", metavar="STACK", help="the name of the stack, instead of typing it")
    options = parser.parse_args(arguments)
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    portal = open_stage_portal(options.stage)
    stage = Stage(portal.stack, portal.session)
    kept = stage.list_kept()
    if protected := stage.find_protected(kept):
        raise Unreachable(
            f"{len(protected)} tables are protected. Deploy with DeletionProtection=false first."
        )
    print(f"The stack {stage.stack} and all data of it will be deleted:")
    for each in kept:
        print(f"  {each}")
    typed = options.confirm or input(f"Type {stage.stack} to go on: ")
    if typed != stage.stack:
        raise Unreachable("Nothing was deleted.")
    stage.delete_stack()
    left = [(each, reason) for each in kept if (reason := stage.delete_kept(each))]
    for each, reason in left:
        print(f"{each} is left: {reason}", file=sys.stderr)
    print(f"Deleted the stack {stage.stack} and {len(kept) - len(left)} resources that it kept.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
