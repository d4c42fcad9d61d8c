"""House rule: Chalice can serve every route of an HTTP API, and each route has an authorizer or a waiver."""

import re
from collections.abc import Iterator
from typing import Any

from cfnlint.rules import CloudFormationLintRule, RuleMatch
from cfnlint.template import Template

METHODS = {"get", "head", "options", "put", "patch", "post", "delete"}


class ApiRoutes(CloudFormationLintRule):
    """Reads the API that the transform made, so that defaults are seen too."""

    id = "E9101"
    shortdesc = "Routes of an HTTP API"
    description = "Payload format 1.0, an explicit lower-case path and method, and an authorizer or NONE"
    tags = ("api",)

    def match(self, cfn: Template) -> list[RuleMatch]:
        """Find faults in the routes of each API."""
        found = []
        for name, api in cfn.get_resources("AWS::ApiGatewayV2::Api").items():
            body = api.get("Properties", {}).get("Body", {})
            authorizers = {"NONE", *body.get("components", {}).get("securitySchemes", {})}
            for path, methods in body.get("paths", {}).items():
                location = ["Resources", name, "Properties", "Body", "paths", path]
                found += [RuleMatch(location, fault) for fault in find_path_faults(path)]
                for method, operation in methods.items():
                    route = f"{method.upper()} {path}"
                    found += [
                        RuleMatch([*location, method], f"{route} {fault}")
                        for fault in find_operation_faults(method, operation, authorizers)
                    ]
        return found


def find_path_faults(path: str) -> Iterator[str]:
    """Find reasons why Chalice, which compares the path of a route literally, would not serve it."""
    literal = re.sub(r"{[^}]*}", "", path)
    if literal != literal.lower():
        yield f"{path} is not in lower case"
    if not path.startswith("/") or "+}" in path:
        yield f"{path} takes any path: write one event for each route"
    if path != "/" and path.endswith("/"):
        yield f"{path} ends with a slash"


def find_operation_faults(method: str, operation: dict[str, Any], authorizers: set[str]) -> Iterator[str]:
    """Find what is missing from one method of a path."""
    if method not in METHODS:
        yield "takes any method: write one event for each route"
    version = operation.get("x-amazon-apigateway-integration", {}).get("payloadFormatVersion")
    if version != "1.0":
        yield f"has payload format {version}: set PayloadFormatVersion '1.0'"
    schemes = {scheme for alternative in operation.get("security", []) for scheme in alternative}
    if len(schemes) != 1 or not schemes <= authorizers:
        yield "has neither an authorizer nor an explicit NONE"
