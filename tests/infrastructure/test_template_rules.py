"""Each rule of the house finds what it is for, and finds nothing in a sound template."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from cfnlint.rules import CloudFormationLintRule, Rules
from cfnlint.template import Template

from infrastructure.checks.check import HERE, house_rules
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
    DeletionPolicy: Retain
    UpdateReplacePolicy: Retain
    Properties:
      BillingMode: PAY_PER_REQUEST
      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
      SSESpecification: {SSEEnabled: true}
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
"""


def replaced(*pairs: tuple[str, str]) -> Callable[[], str]:
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


def plain(template: str, folder: Path) -> dict[str, Any]:
    written = folder / "template.yaml"
    written.write_text(template, encoding="utf-8")
    return transform(written, {})


def findings(rules: list[CloudFormationLintRule], template: dict[str, Any]) -> list[tuple[str, str]]:
    cfn = Template("template.yaml", template, ["us-east-1"])
    return [(rule.id, match.message) for rule in rules for match in rule.match(cfn)]


def test_valid_template_has_no_findings(rules, tmp_path):
    assert len(rules) == 5
    assert findings(rules, plain(SOUND, tmp_path)) == []


def test_check_runs_the_rules(tmp_path):
    template = plain(replaced(("SSEEnabled: true", "SSEEnabled: false"))(), tmp_path)
    assert "data: E9104 Table is not encrypted" in house_rules({"data": template})


@pytest.mark.parametrize(
    ("template", "rule", "message"),
    [
        (
            replaced((", Path: '/names/{nameId}', PayloadFormatVersion: '1.0'", ", Path: '/names/{nameId}'")),
            "E9101",
            "payload format 2.0",
        ),
        (replaced(("/names/{nameId}", "/Names/{nameId}")), "E9101", "not in lower case"),
        (replaced(("/names/{nameId}", "/names/{rest+}")), "E9101", "takes any path"),
        (replaced(("/names/{nameId}", "/names/{nameId}/")), "E9101", "ends with a slash"),
        (replaced(("Method: GET\n", "Method: ANY\n")), "E9101", "takes any method"),
        (replaced((", Method: GET, Path: '/names/{nameId}'", "")), "E9101", r"\$default takes any path"),
        (
            replaced(("DefaultAuthorizer: Tokens", ""), ("Auth: {Authorizer: NONE}", "")),
            "E9101",
            "neither an authorizer nor an explicit NONE",
        ),
        (
            replaced(("LogGroup: !Ref NamesLogs", "LogFormat: JSON")),
            "E9102",
            "NamesFunction refers to no log group",
        ),
        (replaced(("LogGroup: !Ref NamesLogs", "LogGroup: !Ref CheckLogs")), "E9102", "of its own"),
        (
            replaced(("    Properties: {RetentionInDays: 30}\n  Table", "  Table")),
            "E9102",
            "no RetentionInDays",
        ),
        (replaced(("[dynamodb:GetItem]", "['dynamodb:*']")), "E9103", r"allows dynamodb:\*"),
        (replaced(("Action: [dynamodb:GetItem]", "NotAction: [s3:GetObject]")), "E9103", "but NotAction"),
        (replaced(("!GetAtt Table.Arn", "'*'")), "E9103", "on every resource"),
        (
            replaced(
                ("Action: [dynamodb:GetItem]", "Action: [rekognition:CompareFaces, rekognition:SearchFaces]"),
                ("!GetAtt Table.Arn", "'*'"),
            ),
            "E9103",
            "on every resource",
        ),
        (replaced(("Action: sns:Publish", "Action: sqs:SendMessage")), "E9103", "but NotResource"),
        (
            replaced(("        - Statement:", "        - AmazonDynamoDBFullAccess\n        - Statement:")),
            "E9103",
            "managed policy",
        ),
        (
            replaced(
                (
                    "      Handler: names.app",
                    "      Handler: names.app\n      Role: arn:aws:iam::123456789012:role/r",
                )
            ),
            "E9103",
            "NamesFunction has no role of its own",
        ),
        (
            replaced(("PointInTimeRecoveryEnabled: true", "PointInTimeRecoveryEnabled: false")),
            "E9104",
            "recovery",
        ),
        (replaced(("SSEEnabled: true", "SSEEnabled: false")), "E9104", "not encrypted"),
        (replaced(("    DeletionPolicy: Retain\n", "")), "E9104", "set DeletionPolicy"),
        (
            replaced(("UpdateReplacePolicy: Retain", "UpdateReplacePolicy: Delete")),
            "E9104",
            "set UpdateReplacePolicy",
        ),
        (
            replaced((", comment: Nobody sends it events that could get lost", "")),
            "E9105",
            "waives CKV_AWS_116 without a reason",
        ),
        (
            replaced(("comment: Nobody sends it events that could get lost", "comment: TODO")),
            "E9105",
            "reason",
        ),
        (
            replaced(
                ("      checkov:", "      cfn-lint: {config: {ignore_checks: [W3005]}}\n      checkov:")
            ),
            "E9105",
            "waives a rule of cfn-lint",
        ),
    ],
)
def test_rule_finds_its_violation(rules, template, rule, message, tmp_path):
    own = [text for found, text in findings(rules, plain(template(), tmp_path)) if found == rule]
    assert any(re.search(message, text) for text in own), own


def test_skipped_checks_have_a_reason():
    configuration = (HERE / "checkov.yaml").read_text(encoding="utf-8")
    waived = yaml.safe_load(configuration)["skip-check"]
    reasons = re.findall(r"^  - (CKV\w+) # (.{20,})$", configuration, re.MULTILINE)
    assert [check for check, _ in reasons] == waived
