"""The stack as CloudFormation would make it, with templates resolved and resources created on demand.

Resources are made when something refers to them or when `create` walks over them, so that the order of a
template does not matter. What moto cannot make in its own CloudFormation (nested stacks, secrets, HTTP
APIs, CloudFront) is the larger part of these templates; hence this walk and not moto's.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from samtranslator.yaml_helper import yaml_parse

from infrastructure.local.errors import CannotStart
from infrastructure.local.intrinsics import NO_VALUE, Resolver, TemplateError
from infrastructure.local.resource_types import EMULATED, LEFT_OUT
from infrastructure.settings import ACCOUNT_ID, REGION

_STACK_NAME = "portal"
_NESTED = "AWS::CloudFormation::Stack"
_MAX_CONCURRENCY = 16
"""Concurrency of a function that reserves none; enough for several browsers."""

Transform = Callable[[Path, Mapping[str, str]], dict[str, Any]]
"""SAM template and parameters to plain CloudFormation."""


class UnknownResourceType(CannotStart):
    """A template has a resource that is neither emulated nor on the list of omitted types."""


class Services(Protocol):
    """Makes the resources that live outside this process's own modules."""

    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        """Make a resource and return its attributes; `Ref` stands for what `Ref` gives."""

    def get_secret_value(self, arn: str) -> str:
        """Return the current value of a secret, whatever version of it is asked for."""


@dataclass(frozen=True, slots=True)
class FunctionDefinition:
    """A Lambda function as deployed."""

    name: str  # logical id
    arn: str
    handler: str  # dotted path of the module and the name in it
    timeout: int  # in seconds
    memory: int
    environment: Mapping[str, str]  # resolved variables
    concurrency: int = _MAX_CONCURRENCY  # how many events it may work on at the same time


def list_unknown_resources(template: Mapping[str, Any]) -> list[str]:
    """Return the resources of a template whose type is on neither list, as `id (type)`."""
    return [
        f"{name} ({resource['Type']})"
        for name, resource in template.get("Resources", {}).items()
        if resource["Type"] not in EMULATED and resource["Type"] not in LEFT_OUT
    ]


class Stack:
    """Template with its parameters, and the stacks nested in it."""

    def __init__(
        self,
        path: Path,
        parameters: Mapping[str, str],
        services: Services,
        transform: Transform,
        name: str = _STACK_NAME,
    ) -> None:
        """Read and transform a template; nothing is made yet.

        Args:
            path: of the template.
            parameters: those given; the others have the template's defaults.
            services: makes resources outside this process.
            transform: SAM to plain CloudFormation.
            name: of the stack; the names of resources begin with it.
        """
        self._path = path
        self._name = name
        self._services = services
        self._transform = transform
        source = yaml_parse(path.read_text(encoding="utf-8"))
        self._locations = {
            logical_id: resource["Properties"]["Location"]
            for logical_id, resource in source["Resources"].items()
            if resource["Type"] in ("AWS::Serverless::Application", _NESTED)
            and "Location" in resource.get("Properties", {})
        }
        declared = source.get("Parameters", {})
        self._parameters = _make_parameter_values(path, declared, parameters)
        self.template = transform(path, self._parameters)
        if unknown := list_unknown_resources(self.template):
            raise UnknownResourceType(
                f"{path.name}: {', '.join(unknown)}: "
                "add the type to EMULATED or LEFT_OUT in resource_types.py"
            )
        self._resources: Mapping[str, Mapping[str, Any]] = self.template["Resources"]
        self._made: dict[str, Mapping[str, str]] = {}
        self._nested: dict[str, Stack] = {}
        references: dict[str, Any] = {
            "AWS::AccountId": ACCOUNT_ID,
            "AWS::Region": REGION,
            "AWS::Partition": "aws",
            "AWS::URLSuffix": "amazonaws.com",
            "AWS::StackName": name,
            "AWS::StackId": f"arn:aws:cloudformation:{REGION}:{ACCOUNT_ID}:stack/{name}/local",
            **{
                key: _convert_type(declared[key].get("Type", "String"), value)
                for key, value in self._parameters.items()
            },
        }
        self._resolver = Resolver(
            self.template,
            references,
            resource=lambda logical_id: self.get_attribute(logical_id, "Ref"),
            attribute=self.get_attribute,
            dynamic=self._resolve_dynamic_reference,
        )

    def create(self) -> None:
        """Make every emulated resource, in nested stacks too."""
        for logical_id, resource in self._resources.items():
            if self._has_condition(logical_id) and resource["Type"] in EMULATED:
                self.get_attribute(logical_id, "Ref")
                if resource["Type"] == _NESTED:
                    self.get_nested(logical_id).create()

    def get_attribute(self, logical_id: str, attribute: str) -> Any:
        """Return the value of `Fn::GetAtt`, or of `Ref` for `Ref`; makes the resource if needed.

        An attribute of a resource that is left out is a name that says so; something that used one by
        mistake is easy to find.
        """
        if not self._has_condition(logical_id):
            raise TemplateError(f"{self._path.name}: {logical_id} is used but its condition does not hold")
        if attribute.startswith("Outputs."):
            return self.get_nested(logical_id).get_output(attribute.removeprefix("Outputs."))
        if logical_id not in self._made:
            self._made[logical_id] = self._make(logical_id)
        suffix = "" if attribute == "Ref" else f"-{attribute}"
        return self._made[logical_id].get(attribute, f"{self.make_physical_name(logical_id)}{suffix}")

    def get_nested(self, logical_id: str) -> "Stack":
        """Return the stack of a nested template."""
        if logical_id not in self._nested:
            properties = self.get_properties(logical_id)
            self._nested[logical_id] = Stack(
                self._path.parent / self._locations[logical_id],
                {key: _format_text(value) for key, value in properties.get("Parameters", {}).items()},
                self._services,
                self._transform,
                f"{self._name}-{logical_id}",
            )
        return self._nested[logical_id]

    def get_output(self, name: str) -> str:
        """Return the value of an output."""
        output = self.template.get("Outputs", {}).get(name)
        if output is None:
            raise TemplateError(f"{self._path.name}: there is no output {name}")
        return _format_text(self._resolver.resolve(output["Value"]))

    def get_parameter(self, name: str) -> str:
        """Return the value of a parameter."""
        return self._parameters[name]

    def get_properties(self, logical_id: str) -> dict[str, Any]:
        """Return the resolved properties of a resource."""
        resolved: dict[str, Any] = self._resolver.resolve(self._resources[logical_id].get("Properties", {}))
        return resolved

    def list_by_type(self, resource_type: str) -> list[str]:
        """Return the logical ids of the resources of a type whose conditions hold."""
        return [
            logical_id
            for logical_id, resource in self._resources.items()
            if resource["Type"] == resource_type and self._has_condition(logical_id)
        ]

    def list_everywhere(self, resource_type: str) -> list[tuple["Stack", str]]:
        """Return the resources of a type whose conditions hold, nested ones too: stack and logical id."""
        own = [(self, logical_id) for logical_id in self.list_by_type(resource_type)]
        nested = [
            self.get_nested(logical_id).list_everywhere(resource_type)
            for logical_id in self.list_by_type(_NESTED)
        ]
        return own + [found for inner in nested for found in inner]

    def list_functions(self) -> list[FunctionDefinition]:
        """Return the Lambda functions of this template with their environments."""
        return [
            self._make_definition(logical_id) for logical_id in self.list_by_type("AWS::Lambda::Function")
        ]

    def make_physical_name(self, logical_id: str) -> str:
        """Return the name of a resource that the template does not name: the same at every start."""
        return f"{self._name}-{logical_id}"

    def _make_definition(self, logical_id: str) -> FunctionDefinition:
        properties = self.get_properties(logical_id)
        variables = properties.get("Environment", {}).get("Variables", {})
        return FunctionDefinition(
            name=logical_id,
            arn=self.get_attribute(logical_id, "Arn"),
            handler=properties["Handler"],
            timeout=int(properties.get("Timeout", 3)),
            memory=int(properties.get("MemorySize", 128)),
            environment={key: _format_text(value) for key, value in variables.items()},
            concurrency=min(
                _MAX_CONCURRENCY,
                int(properties.get("ReservedConcurrentExecutions", _MAX_CONCURRENCY)),
            ),
        )

    def _has_condition(self, logical_id: str) -> bool:
        condition = self._resources[logical_id].get("Condition")
        return condition is None or self._resolver.evaluate_condition(condition)

    def _make(self, logical_id: str) -> Mapping[str, str]:
        resource_type = self._resources[logical_id]["Type"]
        name = self.make_physical_name(logical_id)
        if resource_type == "AWS::Lambda::Function":
            # Its environment may refer to what refers to it, so nothing is resolved for its name.
            return {"Ref": name, "Arn": f"arn:aws:lambda:{REGION}:{ACCOUNT_ID}:function:{name}"}
        if resource_type in _MADE_BY_SERVICES:
            return self._services.create(resource_type, name, self.get_properties(logical_id))
        return {}

    def _resolve_dynamic_reference(self, service: str, reference: str) -> str:
        if service != "secretsmanager":
            raise TemplateError(f"{{{{resolve:{service}:…}}}} is not known to the local cloud")
        parts = reference.split(":")
        identifier_length = 7 if parts[0] == "arn" else 1
        value = self._services.get_secret_value(":".join(parts[:identifier_length]))
        key = parts[identifier_length + 1] if len(parts) > identifier_length + 1 else ""
        return str(json.loads(value)[key]) if key else value


_MADE_BY_SERVICES = {
    "AWS::DynamoDB::Table",
    "AWS::KMS::Key",
    "AWS::S3::Bucket",
    "AWS::SES::ConfigurationSet",
    "AWS::SNS::Topic",
    "AWS::SQS::Queue",
    "AWS::SecretsManager::Secret",
}


def _make_parameter_values(
    path: Path, declared: Mapping[str, Any], given: Mapping[str, str]
) -> dict[str, str]:
    if unknown := given.keys() - declared.keys():
        raise TemplateError(f"{path.name} has no parameter {', '.join(sorted(unknown))}")
    values = {key: given.get(key, parameter.get("Default", NO_VALUE)) for key, parameter in declared.items()}
    if missing := [key for key, value in values.items() if value is NO_VALUE]:
        raise TemplateError(f"{path.name}: the parameters {', '.join(missing)} have no value")
    return {key: _format_text(value) for key, value in values.items()}


def _convert_type(parameter_type: str, value: str) -> str | list[str]:
    if parameter_type == "CommaDelimitedList" or parameter_type.startswith("List<"):
        return [entry.strip() for entry in value.split(",")] if value else []
    return value


def _format_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(_format_text(entry) for entry in value)
    return str(value)
