"""Settings of a stage's next deployment: its profile in samconfig.toml and the defaults of template.yaml."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from infrastructure.operations.portals import read_profile
from infrastructure.settings import REPOSITORY
from infrastructure.stacks.transform import read

# RFC 2606 keeps them for examples.
_PLACEHOLDERS = (".example", ".invalid")


@dataclass(frozen=True, slots=True)
class Deployment:
    """Next deployment of a stage."""

    stage: str
    stack: str
    region: str
    overrides: Mapping[str, str]
    parameters: Mapping[str, str]
    template: Mapping[str, Any]
    names_folder: Path = REPOSITORY / "functions"

    @property
    def host(self) -> str:
        return urlsplit(self.parameters["PortalOrigin"]).hostname or ""

    @property
    def uses_cognito(self) -> bool:
        return self.parameters["IdentityProvider"] == "cognito"

    @property
    def names_snapshot(self) -> Path:
        return self.names_folder / self.parameters["NamesSnapshot"]

    @property
    def mail_domain(self) -> str:
        return self.parameters["MailSender"].rpartition("@")[2]

    def read_feature_plan(self) -> str:
        pool = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]["UserPool"]
        _is_protected, plus, plain = pool["Properties"]["UserPoolTier"]["Fn::If"]
        return str(plus if self.parameters["SignInProtection"] == "plus" else plain)

    def count_reserved_concurrency(self) -> int:
        if self.parameters.get("ReserveConcurrency") != "true":
            return 0
        conditions = [
            resource["Properties"]["ReservedConcurrentExecutions"]["Fn::If"]
            for resource in self.template["Resources"].values()
            if "ReservedConcurrentExecutions" in resource.get("Properties", {})
        ]
        return sum(
            int(self.parameters[reserved["Ref"]]) if isinstance(reserved, Mapping) else int(reserved)
            for _, reserved, _ in conditions
        )


def read_deployment(stage: str) -> Deployment:
    """Return the next deployment of a stage."""
    profile = read_profile(stage)
    where, deploy = profile["global"]["parameters"], profile["deploy"]["parameters"]
    return make_deployment(
        stage,
        where["stack_name"],
        where["region"],
        parse_overrides(deploy.get("parameter_overrides", ())),
        read(REPOSITORY / "template.yaml"),
    )


def make_deployment(
    stage: str, stack: str, region: str, overrides: Mapping[str, str], template: Mapping[str, Any]
) -> Deployment:
    """Return a deployment with defaults of the template."""
    defaults = {name: str(each.get("Default", "")) for name, each in template["Parameters"].items()}
    return Deployment(stage, stack, region, overrides, defaults | dict(overrides), template)


def parse_overrides(written: str | Sequence[str]) -> dict[str, str]:
    """Return parameter overrides of samconfig.toml, which are a list or one string."""
    pairs = shlex.split(written) if isinstance(written, str) else written
    return {name: value.strip("\"'") for name, _, value in (pair.partition("=") for pair in pairs)}


def is_placeholder(domain: str) -> bool:
    """Tell if a domain is that of an example."""
    return domain.endswith(_PLACEHOLDERS)
