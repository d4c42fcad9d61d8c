"""Intrinsic functions resolve as in CloudFormation."""

from typing import Any

import pytest

from infrastructure.local.intrinsics import Resolver, TemplateError

TEMPLATE = {
    "Conditions": {
        "IsProd": {"Fn::Equals": [{"Ref": "Stage"}, "prod"]},
        "IsNotProd": {"Fn::Not": [{"Condition": "IsProd"}]},
        "Both": {"Fn::And": [{"Condition": "IsProd"}, {"Condition": "IsNotProd"}]},
        "Either": {"Fn::Or": [{"Condition": "IsProd"}, {"Condition": "IsNotProd"}]},
    },
    "Mappings": {"Days": {"dev": {"Logs": 7}}},
    "Resources": {"Table": {"Type": "AWS::DynamoDB::Table"}},
}


@pytest.fixture
def resolver() -> Resolver:
    return Resolver(
        TEMPLATE,
        {"Stage": "dev", "AWS::Region": "us-east-1", "Names": ["a", "b"], "Secret": "{{resolve:vault:x:y}}"},
        resource=lambda name: f"ref-{name}",
        attribute=lambda name, attribute: f"{name}/{attribute}",
        dynamic=lambda service, reference: f"<{service} {reference}>",
    )


@pytest.mark.parametrize(
    ("value", "resolved"),
    [
        ("plain", "plain"),
        (7, 7),
        ({"Ref": "Stage"}, "dev"),
        ({"Ref": "Table"}, "ref-Table"),
        ({"Fn::GetAtt": ["Table", "Arn"]}, "Table/Arn"),
        ({"Fn::GetAtt": "Table.Stream.Arn"}, "Table/Stream.Arn"),
        ({"Fn::Sub": "${AWS::Region}-${Stage}-${Table}-${Table.Arn}"}, "us-east-1-dev-ref-Table-Table/Arn"),
        ({"Fn::Sub": "${!Literal} ${Stage}"}, "${Literal} dev"),
        ({"Fn::Sub": ["${It}/${Stage}", {"It": {"Ref": "Table"}}]}, "ref-Table/dev"),
        ({"Fn::Join": [",", {"Ref": "Names"}]}, "a,b"),
        ({"Fn::Join": ["", ["a", {"Ref": "AWS::NoValue"}, "b"]]}, "ab"),
        ({"Fn::Select": [1, {"Fn::Split": ["@", "a@b"]}]}, "b"),
        ({"Fn::FindInMap": ["Days", {"Ref": "Stage"}, "Logs"]}, 7),
        ({"Fn::If": ["IsProd", 1, 2]}, 2),
        ({"Fn::If": ["Either", 1, 2]}, 1),
        ({"Fn::If": ["Both", 1, 2]}, 2),
        ({"Fn::Base64": "a"}, "YQ=="),
        ({"Fn::ToJsonString": {"a": {"Ref": "Stage"}}}, '{"a": "dev"}'),
        ({"a": {"Fn::If": ["IsProd", 1, {"Ref": "AWS::NoValue"}]}, "b": 1}, {"b": 1}),
        ("{{resolve:vault:x:y}}!", "<vault x:y>!"),
        ({"Ref": "Secret"}, "<vault x:y>"),
        (
            {"Condition": {"StringEquals": {"a": {"Ref": "Stage"}}}},
            {"Condition": {"StringEquals": {"a": "dev"}}},
        ),
    ],
)
def test_intrinsic_function_is_resolved(resolver: Resolver, value: Any, resolved: Any) -> None:
    assert resolver.resolve(value) == resolved


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": "Nothing"},
        {"Fn::GetAtt": ["Nothing", "Arn"]},
        {"Fn::Sub": "${Nothing}"},
        {"Fn::If": ["Nothing", 1, 2]},
        {"Fn::FindInMap": ["Days", "prod", "Logs"]},
        {"Fn::Cidr": ["10.0.0.0/16", 1]},
    ],
)
def test_unknown_reference_is_an_error(resolver: Resolver, value: Any) -> None:
    with pytest.raises(TemplateError):
        resolver.resolve(value)
