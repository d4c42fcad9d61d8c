"""The templates with every intrinsic function replaced by a value, each at its longest.

AWS judges values, and cfn-lint does not add up `Fn::Join` and `Fn::Sub`. Every conditional resource is
present, and `Fn::If` gives the longer of its branches, so that no figure is smaller than in a deployment.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from infrastructure.local.intrinsics import NO_VALUE, Resolver
from infrastructure.stacks.transform import read, transform

ACCOUNT_ID = "123456789012"
REGION = "us-east-1"
NESTED = ("AWS::Serverless::Application", "AWS::CloudFormation::Stack")
STACK_NAME = "saguaro-production-of-the-state-az"
"""A name of 34 characters, the most that docs/deploy.md allows."""

_RANDOM_LENGTH = 13
_MAX_NAME_LENGTHS = {
    "AWS::IAM::Role": 64,
    "AWS::Lambda::Function": 64,
    "AWS::S3::Bucket": 63,
    "AWS::SES::ConfigurationSet": 64,
}
"""CloudFormation shortens names that it makes up to these."""
_MAX_NAME_LENGTH = 255
_UUID = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
_SECRET = json.dumps({"current": "c" * 80, "previous": "p" * 80})
"""A secret during its rotation, which makes it longest."""
_FILLED_IN = {
    "AccessLogFormerKey": f"arn:aws:kms:{REGION}:{ACCOUNT_ID}:key/{_UUID}",
    "AccessLogWitness": "keeper.of.checkpoints@auditor.az.example.gov",
    "AgencyHosts": ",".join(f"services-{number}.agency.az.example.gov" for number in range(20)),
    "AlarmMail": "portal-on-call@az.example.gov",
    "AlarmMailBackup": "portal-managers@az.example.gov",
    "AlarmPage": "https://events.pagerduty.com/integration/0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d/enqueue",
    "ChatDomain": "https://directline.botframework.com/v3/directline",
    "CreditBureauUrl": "https://identity-questions.bureau.example/v1/questions",
    "EidClientId": "7f0c2d4e-9a1b-4c3d-8e5f-6a7b8c9d0e1f",
    "EidIssuer": "https://identity.sandbox.example.gov/realms/arizona",
    "ExternalAudience": "7f0c2d4e-9a1b-4c3d-8e5f-6a7b8c9d0e1f",
    "ExternalAuthority": "https://arizonaidentity.b2clogin.com/arizonaidentity.onmicrosoft.com",
    "ExternalIssuer": "https://arizonaidentity.b2clogin.com/7f0c2d4e-9a1b-4c3d-8e5f-6a7b8c9d0e1f/v2.0/",
    "ExternalJwksUri": (
        "https://arizonaidentity.b2clogin.com/arizonaidentity.onmicrosoft.com/discovery/v2.0/keys"
        "?p=b2c_1_sign_up_sign_in"
    ),
    "FaceCameraUrl": "https://camera.portal.az.example.gov/liveness",
    "FaceRegion": REGION,
    "IdentityScopes": "openid profile offline_access https://portal.services.az.example.gov/api/access",
    "MailSender": "no-reply@notifications.portal.az.example.gov",
    "MidIssuers": "arizona",
    "MidTrustListUrl": "https://vical.dts.aamva.example.org/vical/vc/vc-2026-11-29-1764374400000",
    "OriginSecretVersion": _UUID,
    "PeopleSecretVersion": _UUID,
    "PortalCertificateArn": f"arn:aws:acm:{REGION}:{ACCOUNT_ID}:certificate/{_UUID}",
    "PortalOrigin": "https://portal.services.az.example.gov",
    "ResetPasswordPolicy": "B2C_1_reset_password",
    "SecondFactorAcrValues": "urn:az.example.gov:assurance:second-factor",
    "SignUpSignInPolicy": "B2C_1_sign_up_sign_in",
    "UncancellableApiEndpoints": "users/link,profile/contactpreferences,businessapplications/submit",
    "WebAclArn": f"arn:aws:wafv2:{REGION}:{ACCOUNT_ID}:global/webacl/saguaro/{_UUID}",
}
"""Values of parameters that are empty or placeholders in the template, about as long as real ones."""

_ARNS = {
    "AWS::ApiGatewayV2::Api": "apigateway:{region}::/apis/{name}",
    "AWS::CloudFormation::Stack": "cloudformation:{region}:{account}:stack/{name}/{uuid}",
    "AWS::CloudTrail::Trail": "cloudtrail:{region}:{account}:trail/{name}",
    "AWS::Cognito::UserPool": "cognito-idp:{region}:{account}:userpool/{region}_AbCdEfGhI",
    "AWS::DynamoDB::Table": "dynamodb:{region}:{account}:table/{name}",
    "AWS::Events::Rule": "events:{region}:{account}:rule/{name}",
    "AWS::IAM::Role": "iam::{account}:role/{name}",
    "AWS::KMS::Key": "kms:{region}:{account}:key/{uuid}",
    "AWS::Lambda::Function": "lambda:{region}:{account}:function:{name}",
    "AWS::Lambda::LayerVersion": "lambda:{region}:{account}:layer:{name}:1",
    "AWS::Logs::DeliveryDestination": "logs:{region}:{account}:delivery-destination:{name}",
    "AWS::Logs::LogGroup": "logs:{region}:{account}:log-group:{name}:*",
    "AWS::S3::Bucket": "s3:::{name}",
    "AWS::SNS::Topic": "sns:{region}:{account}:{name}",
    "AWS::SQS::Queue": "sqs:{region}:{account}:{name}",
    "AWS::SecretsManager::Secret": "secretsmanager:{region}:{account}:secret:{name}-AbCdEf",
    "AWS::WAFv2::WebACL": "wafv2:{region}:{account}:global/webacl/{name}/{uuid}",
}
_REFERS_TO_ARN = (
    "AWS::CloudFormation::Stack",
    "AWS::Lambda::LayerVersion",
    "AWS::SNS::Topic",
    "AWS::SecretsManager::Secret",
)
_REFERS_TO_UUID = (
    "AWS::CloudFront::CachePolicy",
    "AWS::CloudFront::OriginRequestPolicy",
    "AWS::CloudFront::ResponseHeadersPolicy",
    "AWS::KMS::Key",
)
_NAMES = ("BucketName", "LogGroupName", "Name", "RoleName", "TrailName", "UserPoolName")


@dataclass(frozen=True)
class ResolvedTemplate:
    """A template of the portal."""

    name: str  # of its file, without the suffix
    written: Mapping[str, Any]  # transformed into plain CloudFormation
    resolved: Mapping[str, Any]  # the same without functions, conditions, parameters and mappings
    size: int  # of what is uploaded, in bytes
    physical_names: Mapping[str, str] = field(default_factory=dict)  # of the resources, by their places

    def list_resources(self, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """List the logical ids and resolved properties of the resources of a type."""
        for name, resource in self.resolved["Resources"].items():
            if resource["Type"] == kind:
                yield f"{self.name}.{name}", resource.get("Properties", {})


class _LongestValues(Resolver):
    """Resolves `Fn::If` to the longer branch."""

    def _resolve_if(self, argument: list[Any]) -> Any:
        branches = [self.resolve(branch) for branch in argument[1:]]
        return max(branches, key=lambda branch: -1 if branch is NO_VALUE else len(json.dumps(branch)))


class _Stack:
    """A stack that would be made from a template, with those nested in it."""

    def __init__(self, path: Path, given: Mapping[str, Any], name: str) -> None:
        self._path = path
        self._name = name
        source = read(path)
        self._plain = transform(path, {})
        self._locations = {
            logical_id: path.parent / resource["Properties"]["Location"]
            for logical_id, resource in source["Resources"].items()
            if resource["Type"] in NESTED
        }
        self._nested: dict[str, _Stack] = {}
        parameters = {
            parameter: given.get(parameter, _FILLED_IN.get(parameter, _get_default(declared)))
            for parameter, declared in self._plain.get("Parameters", {}).items()
        }
        references = {
            "AWS::AccountId": ACCOUNT_ID,
            "AWS::Region": REGION,
            "AWS::Partition": "aws",
            "AWS::URLSuffix": "amazonaws.com",
            "AWS::StackName": name,
            "AWS::StackId": _make_arn("AWS::CloudFormation::Stack", name),
            **parameters,
        }
        self._resolver = _LongestValues(
            self._plain,
            references,
            resource=self._get_reference,
            attribute=self._get_attribute,
            dynamic=lambda _service, _reference: _SECRET,
        )

    def list_templates(self) -> Iterator[ResolvedTemplate]:
        """List this template and those nested in it."""
        resources = {
            name: {
                "Type": resource["Type"],
                "Properties": self._resolver.resolve(resource.get("Properties", {})),
                **{
                    key: resource[key] for key in ("DeletionPolicy", "UpdateReplacePolicy") if key in resource
                },
            }
            for name, resource in self._plain["Resources"].items()
        }
        yield ResolvedTemplate(
            self._path.stem,
            self._plain,
            {"AWSTemplateFormatVersion": "2010-09-09", "Resources": resources},
            len(json.dumps(self._plain).encode()),
            {f"{self._path.stem}.{name}": self._get_name(name) for name in self._plain["Resources"]},
        )
        for logical_id in self._locations:
            yield from self._get_nested(logical_id).list_templates()

    def get_output(self, name: str) -> Any:
        """Return the value of an output."""
        return self._resolver.resolve(self._plain["Outputs"][name]["Value"])

    def _get_nested(self, logical_id: str) -> "_Stack":
        if logical_id not in self._nested:
            properties = self._plain["Resources"][logical_id]["Properties"]
            self._nested[logical_id] = _Stack(
                self._locations[logical_id],
                self._resolver.resolve(properties.get("Parameters", {})),
                f"{self._name}-{logical_id}-{_make_suffix(logical_id)}",
            )
        return self._nested[logical_id]

    def _get_name(self, logical_id: str) -> str:
        properties = self._plain["Resources"][logical_id].get("Properties", {})
        for key in _NAMES:
            if key in properties:
                return str(self._resolver.resolve(properties[key]))
        kind = self._plain["Resources"][logical_id]["Type"]
        length = _MAX_NAME_LENGTHS.get(kind, _MAX_NAME_LENGTH) - _RANDOM_LENGTH - 1
        return f"{self._name}-{logical_id}"[:length] + f"-{_make_suffix(logical_id)}"

    def _get_reference(self, logical_id: str) -> str:
        kind = self._plain["Resources"][logical_id]["Type"]
        name = self._get_name(logical_id)
        if kind in _REFERS_TO_ARN:
            return _make_arn(kind, name)
        if kind in _REFERS_TO_UUID:
            return _UUID
        if kind == "AWS::SQS::Queue":
            return f"https://sqs.{REGION}.amazonaws.com/{ACCOUNT_ID}/{name}"
        if kind == "AWS::Cognito::UserPool":
            return f"{REGION}_AbCdEfGhI"
        if kind == "AWS::Cognito::UserPoolDomain":
            return str(self._resolver.resolve(self._plain["Resources"][logical_id]["Properties"]["Domain"]))
        if kind == "AWS::S3::Bucket":
            return name.lower()
        short = {
            "AWS::ApiGatewayV2::Api": "a1b2c3d4e5",
            "AWS::CloudFront::Distribution": "E1A2B3C4D5E6F7",
            "AWS::CloudFront::OriginAccessControl": "E1A2B3C4D5E6F7",
            "AWS::Cognito::UserPoolClient": "1a2b3c4d5e6f7g8h9i0j1k2l3m",
        }
        return short.get(kind, name)

    def _get_attribute(self, logical_id: str, attribute: str) -> Any:
        kind = self._plain["Resources"][logical_id]["Type"]
        if attribute.startswith("Outputs."):
            return self._get_nested(logical_id).get_output(attribute.removeprefix("Outputs."))
        name = self._get_reference(logical_id) if kind == "AWS::S3::Bucket" else self._get_name(logical_id)
        arn = _make_arn(kind, name)
        values = {
            "ApiEndpoint": f"https://a1b2c3d4e5.execute-api.{REGION}.amazonaws.com",
            "DomainName": "d1a2b3c4d5e6f7.cloudfront.net",
            "FunctionMetadata.FunctionARN": f"arn:aws:cloudfront::{ACCOUNT_ID}:function/{name}",
            "MalwareProtectionPlanId": "a1b2c3d4e5f6a7b8c9d0",
            "ProviderURL": f"https://cognito-idp.{REGION}.amazonaws.com/{REGION}_AbCdEfGhI",
            "QueueName": name,
            "RegionalDomainName": f"{name}.s3.{REGION}.amazonaws.com",
            "StreamArn": f"{arn}/stream/2026-11-29T12:00:00.000",
            "TopicName": name,
        }
        return arn if attribute.endswith("Arn") and attribute != "StreamArn" else values[attribute]


def _make_suffix(logical_id: str) -> str:
    return hashlib.sha256(logical_id.encode()).hexdigest()[:_RANDOM_LENGTH].upper()


def _get_default(declared: Mapping[str, Any]) -> Any:
    return declared.get("Default", declared.get("AllowedValues", ("",))[0])


def _make_arn(kind: str, name: str) -> str:
    path = _ARNS.get(kind, "service:{region}:{account}:{name}")
    return "arn:aws:" + path.format(account=ACCOUNT_ID, name=name, region=REGION, uuid=_UUID)


def resolve_templates(
    root: Path, stack_name: str = STACK_NAME, parameters: Mapping[str, Any] = MappingProxyType({})
) -> list[ResolvedTemplate]:
    """Resolve a template and those nested in it, as a stack of the given name would."""
    return list(_Stack(root, parameters, stack_name).list_templates())


def list_resources(
    templates: Iterable[ResolvedTemplate], kind: str
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """List the places and resolved properties of the resources of a type in all templates."""
    for template in templates:
        yield from template.list_resources(kind)


def get_physical_names(templates: Iterable[ResolvedTemplate]) -> Mapping[str, str]:
    """Return the names that the resources get, by their places."""
    return {place: name for template in templates for place, name in template.physical_names.items()}


def count_dynamic_references(template: ResolvedTemplate) -> int:
    """Count `{{resolve:…}}` in a template as CloudFormation gets it."""
    return len(re.findall(r"\{\{resolve:", json.dumps(template.written)))


def find_values(value: Any, key: str) -> Iterator[Any]:
    """Yield what stands under a key, at any depth."""
    if isinstance(value, dict):
        for name, entry in value.items():
            if name == key:
                yield entry
            yield from find_values(entry, key)
    elif isinstance(value, list):
        for entry in value:
            yield from find_values(entry, key)
