"""The intrinsic functions of CloudFormation, over one template.

Written here and not taken from moto, because the response headers of `web.yaml`, the routes of the HTTP
API and the environment of each function need resolving as well, and moto resolves only inside resources
that it can create. A function that is not known here is an error, never a silent pass.
"""

import base64
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from infrastructure.local.errors import CannotStart

NO_VALUE = object()
"""Value of `!Ref AWS::NoValue`; the key or list entry that has it is left out."""

_VARIABLE = re.compile(r"\$\{(!?)([^}]*)\}")
_DYNAMIC_REFERENCE = re.compile(r"\{\{resolve:([a-z-]+):([^}]+)\}\}")


class TemplateError(CannotStart):
    """A template has a value that cannot be resolved."""


class Resolver:
    """Resolves the values of one template with given parameters."""

    def __init__(
        self,
        template: Mapping[str, Any],
        references: Mapping[str, Any],
        *,
        resource: Callable[[str], str],
        attribute: Callable[[str, str], Any],
        dynamic: Callable[[str, str], str],
    ) -> None:
        """Prepare to resolve.

        Args:
            template: plain CloudFormation, parsed.
            references: what `Ref` gives for each parameter and pseudo parameter.
            resource: what `Ref` gives for the logical id of a resource.
            attribute: what `Fn::GetAtt` gives for a logical id and an attribute.
            dynamic: the value of a dynamic reference, given the service and the rest of it.
        """
        self._conditions = template.get("Conditions", {})
        self._mappings = template.get("Mappings", {})
        self._resources = template.get("Resources", {})
        self._references = references
        self._resource = resource
        self._attribute = attribute
        self._dynamic = dynamic
        self._functions: dict[str, Callable[[Any], Any]] = {
            "Ref": self._resolve_ref,
            "Condition": self.evaluate_condition,
            "Fn::GetAtt": self._resolve_get_att,
            "Fn::Sub": self._resolve_sub,
            "Fn::If": self._resolve_if,
            "Fn::Join": self._resolve_join,
            "Fn::Split": self._resolve_split,
            "Fn::Select": self._resolve_select,
            "Fn::FindInMap": self._resolve_find_in_map,
            "Fn::Base64": lambda value: base64.b64encode(self.resolve(value).encode()).decode(),
            "Fn::ToJsonString": lambda value: json.dumps(self.resolve(value)),
            "Fn::Equals": self._resolve_equals,
            "Fn::And": lambda values: all(self.resolve(value) for value in values),
            "Fn::Or": lambda values: any(self.resolve(value) for value in values),
            "Fn::Not": lambda values: not self.resolve(values[0]),
        }

    def resolve(self, value: Any) -> Any:
        """Return the value with every intrinsic function and dynamic reference in it replaced."""
        if isinstance(value, str):
            return _DYNAMIC_REFERENCE.sub(lambda match: self._dynamic(match[1], match[2]), value)
        if isinstance(value, list):
            entries = (self.resolve(entry) for entry in value)
            return [entry for entry in entries if entry is not NO_VALUE]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            (name, argument), *_ = value.items()
            if name in self._functions and (name != "Condition" or isinstance(argument, str)):
                return self._resolve_again(self._functions[name](argument))
            if name.startswith("Fn::"):
                raise TemplateError(f"{name} is not known to the local cloud")
        entries_by_key = {key: self.resolve(entry) for key, entry in value.items()}
        return {key: entry for key, entry in entries_by_key.items() if entry is not NO_VALUE}

    def evaluate_condition(self, name: str) -> bool:
        """Evaluate a condition of the template."""
        if name not in self._conditions:
            raise TemplateError(f"There is no condition {name}")
        return bool(self.resolve(self._conditions[name]))

    def _resolve_again(self, result: Any) -> Any:
        # A parameter or a joined string may itself hold a dynamic reference.
        return self.resolve(result) if isinstance(result, str) else result

    def _resolve_ref(self, name: str) -> Any:
        if name == "AWS::NoValue":
            return NO_VALUE
        if name in self._references:
            return self._references[name]
        if name in self._resources:
            return self._resource(name)
        raise TemplateError(f"!Ref {name}: there is no such parameter or resource")

    def _resolve_get_att(self, argument: str | list[str]) -> Any:
        parts = argument.split(".", 1) if isinstance(argument, str) else argument
        name, attribute = parts[0], self.resolve(parts[1])
        if name not in self._resources:
            raise TemplateError(f"!GetAtt {name}.{attribute}: there is no such resource")
        return self._attribute(name, attribute)

    def _resolve_sub(self, argument: str | list[Any]) -> str:
        text, variables = (argument, {}) if isinstance(argument, str) else argument

        def value(match: re.Match[str]) -> str:
            literal, name = match[1], match[2].strip()
            if literal:
                return "${" + name + "}"
            if name in variables:
                return _require_text(self.resolve(variables[name]))
            return _require_text(self._resolve_get_att(name) if "." in name else self._resolve_ref(name))

        return _VARIABLE.sub(value, text)

    def _resolve_if(self, argument: list[Any]) -> Any:
        name, then, otherwise = argument
        return self.resolve(then if self.evaluate_condition(name) else otherwise)

    def _resolve_join(self, argument: list[Any]) -> str:
        separator, entries = argument
        return str(separator).join(_require_text(entry) for entry in self.resolve(entries))

    def _resolve_split(self, argument: list[Any]) -> list[str]:
        separator, text = argument
        return str(self.resolve(text)).split(separator)

    def _resolve_select(self, argument: list[Any]) -> Any:
        index, entries = argument
        return self.resolve(entries)[int(self.resolve(index))]

    def _resolve_find_in_map(self, argument: list[Any]) -> Any:
        name, first, second = (self.resolve(part) for part in argument[:3])
        try:
            return self._mappings[name][first][second]
        except KeyError:
            raise TemplateError(f"!FindInMap [{name}, {first}, {second}]: there is no such entry") from None

    def _resolve_equals(self, argument: list[Any]) -> bool:
        left, right = (self.resolve(side) for side in argument)
        return _require_text(left) == _require_text(right)


def _require_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)
