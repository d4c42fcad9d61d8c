"""Policies of a deployer: complete, without data, and small enough for IAM."""

import json
import re

import pytest

from infrastructure.checks.deployer_policy import (
    MAX_CHARACTERS,
    build_policies,
    check_deployer_policy,
    count_characters,
    is_allowed,
    read_policies,
)
from infrastructure.checks.resolved_templates import ResolvedTemplate

POLICIES = read_policies()


def test_each_policy_fits_into_a_managed_policy() -> None:
    assert len(POLICIES) <= 10
    assert max(map(count_characters, POLICIES.values())) <= MAX_CHARACTERS


@pytest.mark.parametrize(
    "action",
    [
        "cloudformation:CreateChangeSet",
        "cloudfront:CreateDistribution",
        "cloudtrail:PutEventSelectors",
        "dynamodb:CreateTable",
        "iam:PassRole",
        "lambda:CreateFunction",
        "logs:PutMetricFilter",
        "wafv2:CreateWebACL",
    ],
)
def test_needed_action_is_allowed(action: str) -> None:
    assert is_allowed(POLICIES.values(), action)


@pytest.mark.parametrize(
    "action",
    ["dynamodb:GetItem", "dynamodb:Scan", "kms:Sign", "iam:CreateUser", "iam:PutUserPolicy", "ses:SendEmail"],
)
def test_data_and_people_are_out_of_reach(action: str) -> None:
    assert not is_allowed(POLICIES.values(), action)


def test_actions_have_the_form_of_iam() -> None:
    actions = re.findall(r'"([a-z0-9-]+:[^"]+)"', json.dumps(list(POLICIES.values())))
    assert len(actions) > 300
    assert [each for each in actions if not re.fullmatch(r"[a-z0-9-]+:[A-Z][A-Za-z]+", each)] == []


def test_new_type_makes_the_files_out_of_date() -> None:
    resources = {"Queue": {"Type": "AWS::SQS::Queue"}, "Table": {"Type": "AWS::DynamoDB::Table"}}
    template = ResolvedTemplate("stack", {}, {"Resources": resources}, 0)
    assert "out of date" in check_deployer_policy([template])
    policies = build_policies([template]).values()
    assert is_allowed(policies, "sqs:CreateQueue")
    assert not is_allowed(policies, "sns:CreateTopic")
