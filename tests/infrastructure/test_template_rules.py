"""Each rule finds its violation, and none in a valid template."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from cfnlint.rules import CloudFormationLintRule, Rules
from cfnlint.template import Template

from infrastructure.checks.check import HERE, check_house_rules
from infrastructure.stacks.transform import transform
from tests.cases import read_cases

CASES = read_cases(__file__)

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


def replace_parts(replacements: Mapping[str, str]) -> str:
    """Return the valid template with other parts."""
    text = SOUND
    for old, new in replacements.items():
        assert old in text
        text = text.replace(old, new)
    return text


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


def test_valid_template_has_no_findings(rules: list[CloudFormationLintRule], tmp_path: Path) -> None:
    assert len(rules) == 5
    assert list_findings(rules, transform_plain(SOUND, tmp_path)) == []


def test_check_runs_the_rules(tmp_path: Path) -> None:
    template = transform_plain(replace_parts({"SSEEnabled: true": "SSEEnabled: false"}), tmp_path)
    assert "data: E9104 Table is not encrypted" in check_house_rules({"data": template})


GET = ", Method: GET, Path: '/names/{nameId}'"
STATEMENT = "        - Statement:"
ROLE = "arn:aws:iam::123456789012:role/r"
FULL_ACCESS = "!Sub arn:${AWS::Partition}:iam::aws:policy/AmazonS3FullAccess"
REASON = "comment: Nobody sends it events that could get lost"
FAULTS: Mapping[str, Sequence[tuple[str, Mapping[str, str]]]] = CASES["faults"]
"""Messages of each rule, and the replacements in the valid template that bring them about."""


@pytest.mark.parametrize(
    ("rule", "message", "replacements"),
    [(rule, message, changes) for rule, rows in FAULTS.items() for message, changes in rows],
)
def test_rule_finds_its_violation(
    rules: list[CloudFormationLintRule],
    rule: str,
    message: str,
    replacements: Mapping[str, str],
    tmp_path: Path,
) -> None:
    template = transform_plain(replace_parts(replacements), tmp_path)
    own = [text for found, text in list_findings(rules, template) if found == rule]
    assert any(re.search(message, text) for text in own), own


def test_skipped_checks_have_a_reason() -> None:
    configuration = (HERE / "checkov.yaml").read_text(encoding="utf-8")
    waived = yaml.safe_load(configuration)["skip-check"]
    reasons = re.findall(r"^  - (CKV\w+) # (.{20,})$", configuration, re.MULTILINE)
    assert [check for check, _ in reasons] == waived
