"""Remove a stage for trying, with all of its data: `npm run teardown -- --stage dev`.

CloudFormation keeps tables, buckets, user pool, keys and a secret when a stack is deleted. Here they are
deleted after it. A stage with `DeletionProtection=true`, and prod, are refused. The parameters in
`/saguaro/STAGE/` stay, because all stacks of a stage share them; the command names them.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError

from infrastructure.operations.portals import Unreachable, open_stage_portal, run_command

STAGES = ("dev", "test")

_STACK = "AWS::CloudFormation::Stack"
_KEY_WAITING_DAYS = 7
_ABSENT = {"ResourceNotFoundException", "NoSuchBucket", "404", "NotFoundException"}
_PENDING_DELETION = {"PendingDeletion", "PendingReplicaDeletion"}
# AWS services deliver logs for a moment after the stack is gone, so an emptied bucket can have objects again.
_EMPTYING_TRIES = 5
_PARAMETERS_AT_ONCE = 10  # SSM's limit


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
        """Return the resources that are protected from deletion."""
        return [each for each in kept if each.type in _PROTECTIONS and self._is_protected(each)]

    def _is_protected(self, each: Kept) -> bool:
        try:
            return _PROTECTIONS[each.type](self.session, each.name)
        except ClientError as error:
            if _get_code(error) in _ABSENT:
                return False
            raise

    def list_parameters(self, stage: str) -> list[str]:
        """List the names of the secrets of a stage, which no stack deletes."""
        pages = self.session.client("ssm").get_paginator("get_parameters_by_path")
        found = pages.paginate(Path=f"/saguaro/{stage}/", Recursive=True)
        return sorted(each["Name"] for page in found for each in page["Parameters"])

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
            return _DELETIONS[each.type](self.session, each.name) or ""
        except ClientError as error:
            return "" if _get_code(error) in _ABSENT else str(error)


def _get_code(error: ClientError) -> str:
    return str(error.response["Error"]["Code"])


def _is_table_protected(session: Any, name: str) -> bool:
    table = session.client("dynamodb").describe_table(TableName=name)["Table"]
    return bool(table.get("DeletionProtectionEnabled"))


def _is_user_pool_protected(session: Any, name: str) -> bool:
    pool = session.client("cognito-idp").describe_user_pool(UserPoolId=name)["UserPool"]
    return bool(pool.get("DeletionProtection") == "ACTIVE")


_PROTECTIONS = {
    "AWS::DynamoDB::Table": _is_table_protected,
    "AWS::Cognito::UserPool": _is_user_pool_protected,
}


def _delete_table(session: Any, name: str) -> None:
    dynamodb = session.client("dynamodb")
    try:
        dynamodb.delete_table(TableName=name)
    except dynamodb.exceptions.ResourceInUseException:
        if dynamodb.describe_table(TableName=name)["Table"]["TableStatus"] != "DELETING":
            raise


def _delete_bucket(session: Any, name: str) -> str:
    """Delete a bucket, and return why it could not be; empty when it is gone."""
    s3 = session.client("s3")
    for last_try in (*[False] * (_EMPTYING_TRIES - 1), True):
        if refused := _empty_bucket(s3, name):
            reasons = "; ".join(sorted({each["Message"] for each in refused}))
            return (
                f"versions of objects that cannot be deleted yet: {len(refused):,} ({reasons}). Locked ones "
                "can be when their time is over: empty and delete the bucket then, in the console of S3"
            )
        try:
            s3.delete_bucket(Bucket=name)
            break
        except ClientError as error:
            if _get_code(error) != "BucketNotEmpty" or last_try:
                raise
    return ""


def _empty_bucket(s3: Any, name: str) -> list[dict[str, Any]]:
    """Delete all versions of all objects, and return the errors of those that S3 did not delete."""
    refused: list[dict[str, Any]] = []
    for page in s3.get_paginator("list_object_versions").paginate(Bucket=name):
        versions = [
            {"Key": each["Key"], "VersionId": each["VersionId"]}
            for each in [*page.get("Versions", ()), *page.get("DeleteMarkers", ())]
        ]
        if versions:
            answer = s3.delete_objects(Bucket=name, Delete={"Objects": versions, "Quiet": True})
            refused += answer.get("Errors", ())
    return refused


def _delete_user_pool(session: Any, name: str) -> None:
    session.client("cognito-idp").delete_user_pool(UserPoolId=name)


def _delete_key(session: Any, name: str) -> None:
    kms = session.client("kms")
    try:
        kms.schedule_key_deletion(KeyId=name, PendingWindowInDays=_KEY_WAITING_DAYS)
    except kms.exceptions.KMSInvalidStateException:
        # The stack itself schedules the deletion of keys that it does not keep.
        if kms.describe_key(KeyId=name)["KeyMetadata"]["KeyState"] not in _PENDING_DELETION:
            raise


def _delete_secret(session: Any, name: str) -> None:
    # Of those that the stack deleted, Secrets Manager says nothing.
    session.client("secretsmanager").delete_secret(SecretId=name, ForceDeleteWithoutRecovery=True)


_DELETIONS: Mapping[str, Callable[[Any, str], str | None]] = {
    "AWS::DynamoDB::Table": _delete_table,
    "AWS::S3::Bucket": _delete_bucket,
    "AWS::Cognito::UserPool": _delete_user_pool,
    "AWS::KMS::Key": _delete_key,
    "AWS::SecretsManager::Secret": _delete_secret,
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
            "\n".join(
                [
                    "These are protected. Deploy with DeletionProtection=false first.",
                    *(f"  {each}" for each in protected),
                ]
            )
        )
    parameters = stage.list_parameters(options.stage)
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
    _print_parameters(options.stage, parameters, portal.session.region_name)
    return 1 if left else 0


def _print_parameters(stage: str, names: Sequence[str], region: str) -> None:
    """Print which secrets stay, and the commands that delete them."""
    if not names:
        return
    print(f"These parameters of the stage stay, because all stacks of {stage} share them:")
    for name in names:
        print(f"  {name}")
    print("If no other stack of the stage is left, delete them:")
    for start in range(0, len(names), _PARAMETERS_AT_ONCE):
        portion = " ".join(names[start : start + _PARAMETERS_AT_ONCE])
        print(f"  aws ssm delete-parameters --region {region} --names {portion}")


if __name__ == "__main__":
    sys.exit(main())
