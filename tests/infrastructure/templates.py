"""The templates as CloudFormation sees them: transformed once, and kept for every process and every run."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

from infrastructure.checks.resolved_templates import ResolvedTemplate, resolve_templates
from infrastructure.local.intrinsics import Resolver
from infrastructure.settings import REPOSITORY
from infrastructure.stacks import transform

_BY = hashlib.sha256(Path(transform.__file__).read_bytes()).hexdigest()[:16]
_CACHE = REPOSITORY / ".local" / "cache" / "templates" / _BY
_plain = transform.KeptTemplates(_CACHE / "plain")
_with_parameters = transform.KeptTemplates(_CACHE / "with-parameters")


def get_transformed(path: Path, parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return the same as `transform` of infrastructure.local, once it has gone through JSON."""
    kept = _with_parameters if parameters else _plain
    return kept(path, parameters)


@cache
def list_routes() -> Mapping[str, Mapping[str, str]]:
    """Return the name of the authorizer, `NONE` for public, by path and method of the API."""
    api = get_transformed(REPOSITORY / "template.yaml", {})["Resources"]["PortalApi"]
    return {
        path: {
            method.upper(): next(iter(operation["security"][0])) for method, operation in operations.items()
        }
        for path, operations in api["Properties"]["Body"]["paths"].items()
    }


@cache
def get_resolved() -> tuple[ResolvedTemplate, ...]:
    """Return all templates resolved, template.yaml first, as a deployment with every parameter has them."""
    return tuple(resolve_templates(REPOSITORY / "template.yaml"))


def list_refusals(parameters: Mapping[str, str]) -> list[str]:
    """Return the messages with which the template's rules refuse a deployment with these parameters."""
    template = transform.read(REPOSITORY / "template.yaml")
    defaults = {name: each.get("Default", "") for name, each in template["Parameters"].items()}
    unused = Mock(side_effect=AssertionError("A rule of a template cannot refer to resources"))
    resolver = Resolver(
        template, {**defaults, **parameters}, resource=unused, attribute=unused, dynamic=unused
    )
    return [
        assertion["AssertDescription"]
        for rule in template["Rules"].values()
        if resolver.resolve(rule.get("RuleCondition", True))
        for assertion in rule["Assertions"]
        if not resolver.resolve(assertion["Assert"])
    ]
