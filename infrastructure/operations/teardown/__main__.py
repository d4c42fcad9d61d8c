"""Remove a stage for trying, with all of its data: `npm run teardown -- --stage dev`.

CloudFormation keeps tables, buckets, user pool, keys and a secret when a stack is deleted. Here they are
deleted after it. A stage with `DeletionProtection=true`, and prod, are refused. The parameters in
`/saguaro/STAGE/` stay, because all stacks of a stage share them; the command names them.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from botocore.exceptions import ClientError

from infrastructure.operations.portals import CommandStopped, open_stage_portal, run_command

STAGES = ("dev", "test")

_STACK = "AWS::CloudFormation::Stack"
_KEY_WAITING_DAYS = 7
_ABSENT = {"ResourceNotFoundException", "NoSuchBucket", "404", "NotFoundException"}
_PENDING_DELETION = {"PendingDeletion", "PendingReplicaDeletion"}
# AWS services deliver logs for a moment after the stack is gone, so an emptied bucket can have objects again.
_EMPTYING_TRIES = 5
_PARAMETERS_AT_ONCE = 10  # SSM's limit


class Kept(NamedTuple):
    """A resource that outlives its stack: its type in CloudFormation and its physical id."""

    type: str
    name: str

    def __str__(self) -> str:
        return f"{self.type.rpartition('::')[2]} {self.name}"


def _list_kept(session: Any, stack: str) -> Iterator[Kept]:
    """List the resources of a stack, and of those nested in it, that a deletion would leave."""
    pages = session.client("cloudformation").get_paginator("list_stack_resources")
    for page in pages.paginate(StackName=stack):
        for each in page["StackResourceSummaries"]:
            name = each.get("PhysicalResourceId")
            if name and each["ResourceType"] == _STACK:
                yield from _list_kept(session, name)
            elif name and each["ResourceType"] in _DELETIONS:
                yield Kept(each["ResourceType"], name)


def _is_protected(session: Any, each: Kept) -> bool:
    try:
        return each.type in _PROTECTIONS and _PROTECTIONS[each.type](session, each.name)
    except ClientError as error:
        if _get_code(error) in _ABSENT:
            return False
        raise


def _list_parameters(session: Any, stage: str) -> list[str]:
    """List the names of the secrets of a stage, which no stack deletes."""
    pages = session.client("ssm").get_paginator("get_parameters_by_path")
    found = pages.paginate(Path=f"/saguaro/{stage}/", Recursive=True)
    return sorted(each["Name"] for page in found for each in page["Parameters"])


def _delete_stack(session: Any, stack: str) -> None:
    cloudformation = session.client("cloudformation")
    (described,) = cloudformation.describe_stacks(StackName=stack)["Stacks"]
    cloudformation.delete_stack(StackName=stack)
    cloudformation.get_waiter("stack_delete_complete").wait(StackName=described["StackId"])


def _delete_kept(session: Any, each: Kept) -> str:
    """Delete a resource, and return why it could not be; empty when it is gone."""
    try:
        return _DELETIONS[each.type](session, each.name) or ""
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
    for tries_left in reversed(range(_EMPTYING_TRIES)):
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
            if _get_code(error) != "BucketNotEmpty" or not tries_left:
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
    session, stack = portal.session, portal.stack
    kept = list(_list_kept(session, stack))
    if protected := [f"  {each}" for each in kept if _is_protected(session, each)]:
        refusal = "These are protected. Deploy with DeletionProtection=false first."
        raise CommandStopped("\n".join([refusal, *protected]))
    parameters = _list_parameters(session, options.stage)
    print(f"The stack {stack} and all data of it will be deleted:")
    for each in kept:
        print(f"  {each}")
    typed = options.confirm or input(f"Type {stack} to go on: ")
    if typed != stack:
        raise CommandStopped("Nothing was deleted.")
    _delete_stack(session, stack)
    left = [(each, reason) for each in kept if (reason := _delete_kept(session, each))]
    for each, reason in left:
        print(f"{each} is left: {reason}", file=sys.stderr)
    print(f"Deleted the stack {stack} and {len(kept) - len(left)} resources that it kept.")
    _print_parameters(options.stage, parameters, session.region_name)
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
