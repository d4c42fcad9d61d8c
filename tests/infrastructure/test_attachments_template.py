"""The rules of attachments.yaml for the files of messages."""

from pathlib import Path

import pytest

from domains.messages.attachments import SCAN_TAG, UPLOAD_TIME
from infrastructure.stacks.transform import read

REPOSITORY = Path(__file__).parents[2]
TEMPLATE = read(REPOSITORY / "infrastructure/stacks/attachments.yaml")
RESOURCES = TEMPLATE["Resources"]
ROOT = read(REPOSITORY / "template.yaml")


def list_statements(policy):
    """Return the statements by name, conditional ones too."""
    found = [each["Fn::If"][1] if "Fn::If" in each else each for each in policy["Statement"]]
    return {statement["Sid"]: statement for statement in found}


def test_bucket_is_private_and_retained():
    bucket = RESOURCES["AttachmentsBucket"]
    assert set(bucket["Properties"]["PublicAccessBlockConfiguration"].values()) == {True}
    assert (bucket["DeletionPolicy"], bucket["UpdateReplacePolicy"]) == ("RetainExceptOnCreate", "Retain")
    policy = list_statements(RESOURCES["AttachmentsBucketPolicy"]["Properties"]["PolicyDocument"])
    assert {statement["Effect"] for statement in policy.values()} == {"Deny"}


def test_only_incoming_files_expire():
    rules = RESOURCES["AttachmentsBucket"]["Properties"]["LifecycleConfiguration"]["Rules"]
    expiring = {rule["Prefix"]: rule.get("ExpirationInDays") for rule in rules}
    assert expiring == {"incoming/": 1, "kept/": None}
    assert UPLOAD_TIME.days < 1


def test_removed_files_are_gone_after_35_days():
    rules = RESOURCES["AttachmentsBucket"]["Properties"]["LifecycleConfiguration"]["Rules"]
    days = {rule["Prefix"]: rule["NoncurrentVersionExpiration"]["NoncurrentDays"] for rule in rules}
    assert days == {"incoming/": 1, "kept/": 35}


def test_kept_files_are_scanned_and_only_the_scan_sets_tags():
    plan = RESOURCES["Scan"]["Properties"]
    assert plan["ProtectedResource"]["S3Bucket"]["ObjectPrefixes"] == ["kept/"]
    assert plan["Actions"] == {"Tagging": {"Status": "ENABLED"}}
    assert SCAN_TAG.startswith("GuardDuty")
    policy = list_statements(RESOURCES["AttachmentsBucketPolicy"]["Properties"]["PolicyDocument"])
    tagging = policy["ResultsOfTheScan"]
    assert {"s3:PutObjectTagging", "s3:PutObjectVersionTagging"} <= set(tagging["Action"])
    assert tagging["Condition"] == {"ArnNotEquals": {"aws:PrincipalArn": {"Fn::GetAtt": ["ScanRole", "Arn"]}}}


def test_scan_resources_are_conditional():
    conditional = {name for name, resource in RESOURCES.items() if resource.get("Condition") == "IsScanned"}
    assert conditional == {"Scan", "ScanRole"}


@pytest.mark.parametrize("function", ["MessagesFunction", "AgencyMessagesFunction", "AgencyInboundFunction"])
def test_functions_may_not_tag_or_delete_files(function):
    allowed = {
        action
        for policy in ROOT["Resources"][function]["Properties"]["Policies"]
        for statement in policy["Statement"]
        for action in ([statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"])
        if action.startswith("s3:")
    }
    assert allowed
    assert allowed <= {"s3:GetObject", "s3:GetObjectTagging", "s3:PutObject"}
