"""Each rule finds its violation, and none in a valid template."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from cfnlint.rules import CloudFormationLintRule, Rules
from cfnlint.template import Template

from infrastructure.checks.check import HERE, check_house_rules
from infrastructure.stacks.transform import transform

SOUND = """
AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Resources:
  Api:
    Type: AWS::Serverless::HttpApi
    Properties:
      Auth:
        DefaultAuthorizer: Tokens
        Authorizers:
          Tokens:
            FunctionArn: !GetAtt CheckFunction.Arn
            AuthorizerPayloadFormatVersion: '1.0'
            Identity: {Headers: [Authorization]}
  CheckFunction:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: s3://bucket/check.zip
      Handler: check.handler
      Runtime: python3.13
      LoggingConfig: {LogGroup: !Ref CheckLogs}
  CheckLogs:
    Type: AWS::Logs::LogGroup
    Properties: {RetentionInDays: 30}
  NamesFunction:
    Type: AWS::Serverless::Function
    Metadata:
      checkov: {skip: [{id: CKV_AWS_116, comment: Nobody sends it events that could get lost}]}
    Properties:
      CodeUri: s3://bucket/names.zip
      Handler: names.app
      Runtime: python3.13
      LoggingConfig: {LogGroup: !Ref NamesLogs}
      Policies:
        - Statement:
            - {Effect: Allow, Action: [dynamodb:GetItem], Resource: !GetAtt Table.Arn}
            - {Effect: Allow, Action: sns:Publish, NotResource: 'arn:aws:sns:*:*:*'}
      Events:
        Get:
          Type: HttpApi
          Properties: {ApiId: !Ref Api, Method: GET, Path: '/names/{nameId}', PayloadFormatVersion: '1.0'}
        List:
          Type: HttpApi
          Properties:
            Auth: {Authorizer: NONE}
            ApiId: !Ref Api
            Method: GET
            Path: /names
            PayloadFormatVersion: '1.0'
  NamesLogs:
    Type: AWS::Logs::LogGroup
    Properties: {RetentionInDays: 30}
  Table:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: RetainExceptOnCreate
    UpdateReplacePolicy: Retain
    Properties:
      BillingMode: PAY_PER_REQUEST
      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
      SSESpecification: {SSEEnabled: true}
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
"""


def make_replaced(*pairs: tuple[str, str]) -> Callable[[], str]:
    def template() -> str:
        text = SOUND
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        return text

    return template


@pytest.fixture(scope="module")
def rules() -> list[CloudFormationLintRule]:
    return list(Rules.create_from_directory(str(HERE / "rules")).data.values())


def transform_plain(template: str, folder: Path) -> dict[str, Any]:
    written = folder / "template.yaml"
    written.write_text(template, encoding="utf-8")
    return transform(written, {})


def list_findings(rules: list[CloudFormationLintRule], template: dict[str, Any]) -> list[tuple[str, str]]:
    cfn = Template("template.yaml", template, ["us-east-1"])
    return [(rule.id, match.message) for rule in rules for match in rule.match(cfn)]


def test_valid_template_has_no_findings(rules, tmp_path):
    assert len(rules) == 5
    assert list_findings(rules, transform_plain(SOUND, tmp_path)) == []


def test_check_runs_the_rules(tmp_path):
    template = transform_plain(make_replaced(("SSEEnabled: true", "SSEEnabled: false"))(), tmp_path)
    assert "data: E9104 Table is not encrypted" in check_house_rules({"data": template})


@pytest.mark.parametrize(
    ("template", "rule", "message"),
    [
        (
            make_replaced(
                (", Path: '/names/{nameId}', PayloadFormatVersion: '1.0'", ", Path: '/names/{nameId}'")
            ),
            "E9101",
            "payload format 2.0",
        ),
        (make_replaced(("/names/{nameId}", "/Names/{nameId}")), "E9101", "not in lower case"),
        (make_replaced(("/names/{nameId}", "/names/{rest+}")), "E9101", "takes any path"),
        (make_replaced(("/names/{nameId}", "/names/{nameId}/")), "E9101", "ends with a slash"),
        (make_replaced(("Method: GET\n", "Method: ANY\n")), "E9101", "takes any method"),
        (make_replaced((", Method: GET, Path: '/names/{nameId}'", "")), "E9101", r"\$default takes any path"),
        (
            make_replaced(("DefaultAuthorizer: Tokens", ""), ("Auth: {Authorizer: NONE}", "")),
            "E9101",
            "neither an authorizer nor an explicit NONE",
        ),
        (
            make_replaced(("LogGroup: !Ref NamesLogs", "LogFormat: JSON")),
            "E9102",
            "NamesFunction refers to no log group",
        ),
        (make_replaced(("LogGroup: !Ref NamesLogs", "LogGroup: !Ref CheckLogs")), "E9102", "of its own"),
        (
            make_replaced(("    Properties: {RetentionInDays: 30}\n  Table", "  Table")),
            "E9102",
            "no RetentionInDays",
        ),
        (make_replaced(("[dynamodb:GetItem]", "['dynamodb:*']")), "E9103", r"allows dynamodb:\*"),
        (
            make_replaced(("Action: [dynamodb:GetItem]", "NotAction: [s3:GetObject]")),
            "E9103",
            "but NotAction",
        ),
        (make_replaced(("!GetAtt Table.Arn", "'*'")), "E9103", "on every resource"),
        (
            make_replaced(
                ("Action: [dynamodb:GetItem]", "Action: [rekognition:CompareFaces, rekognition:SearchFaces]"),
                ("!GetAtt Table.Arn", "'*'"),
            ),
            "E9103",
            "on every resource",
        ),
        (make_replaced(("Action: sns:Publish", "Action: sqs:SendMessage")), "E9103", "but NotResource"),
        (
            make_replaced(
                ("        - Statement:", "        - AmazonDynamoDBFullAccess\n        - Statement:")
            ),
            "E9103",
            "managed policy",
        ),
        (
            make_replaced(
                (
                    "        - Statement:",
                    "        - !Sub arn:${AWS::Partition}:iam::aws:policy/AmazonS3FullAccess\n"
                    "        - Statement:",
                )
            ),
            "E9103",
            "managed policy",
        ),
        (
            make_replaced(
                (
                    "      Handler: names.app",
                    "      Handler: names.app\n      Role: arn:aws:iam::123456789012:role/r",
                )
            ),
            "E9103",
            "NamesFunction has no role of its own",
        ),
        (
            make_replaced(("PointInTimeRecoveryEnabled: true", "PointInTimeRecoveryEnabled: false")),
            "E9104",
            "recovery",
        ),
        (make_replaced(("SSEEnabled: true", "SSEEnabled: false")), "E9104", "not encrypted"),
        (make_replaced(("    DeletionPolicy: RetainExceptOnCreate\n", "")), "E9104", "set DeletionPolicy"),
        (make_replaced(("RetainExceptOnCreate", "Retain")), "E9104", "set DeletionPolicy"),
        (
            make_replaced(("UpdateReplacePolicy: Retain", "UpdateReplacePolicy: Delete")),
            "E9104",
            "set UpdateReplacePolicy",
        ),
        (
            make_replaced((", comment: Nobody sends it events that could get lost", "")),
            "E9105",
            "waives CKV_AWS_116 without a reason",
        ),
        (
            make_replaced(("comment: Nobody sends it events that could get lost", "comment: TODO")),
            "E9105",
            "reason",
        ),
        (
            make_replaced(
                ("      checkov:", "      cfn-lint: {config: {ignore_checks: [W3005]}}\n      checkov:")
            ),
            "E9105",
            "waives a rule of cfn-lint",
        ),
    ],
)
def test_rule_finds_its_violation(rules, template, rule, message, tmp_path):
    own = [
        text for found, text in list_findings(rules, transform_plain(template(), tmp_path)) if found == rule
    ]
    assert any(re.search(message, text) for text in own), own


def test_skipped_checks_have_a_reason():
    configuration = (HERE / "checkov.yaml").read_text(encoding="utf-8")
    waived = yaml.safe_load(configuration)["skip-check"]
    reasons = re.findall(r"^  - (CKV\w+) # (.{20,})$", configuration, re.MULTILINE)
    assert [check for check, _ in reasons] == waived
