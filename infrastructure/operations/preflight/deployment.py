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

_MAIL_IDENTITY = ":identity/"
# RFC 2606 keeps them for examples.
_PLACEHOLDERS = (".example", ".invalid")


@dataclass(frozen=True, slots=True)
class Deployment:
    """Next deployment of a stage.

    Attributes:
        stack: the name of its stack.
        overrides: parameters of the profile.
        parameters: of the template, with defaults for those that the profile leaves out.
        template: as `transform.read` returns it.
        names_folder: folder of the functions, which holds the file of business names.
    """

    stage: str
    stack: str
    region: str
    overrides: Mapping[str, str]
    parameters: Mapping[str, str]
    template: Mapping[str, Any]
    names_folder: Path = REPOSITORY / "functions"

    @property
    def host(self) -> str:
        """The host of PortalOrigin."""
        return urlsplit(self.parameters["PortalOrigin"]).hostname or ""

    @property
    def uses_cognito(self) -> bool:
        """Tell if the stack makes a user pool."""
        return self.parameters["IdentityProvider"] == "cognito"

    @property
    def names_snapshot(self) -> Path:
        """The file of business names."""
        return self.names_folder / self.parameters["NamesSnapshot"]

    @property
    def mail_domain(self) -> str:
        """The domain of MailSender."""
        return self.parameters["MailSender"].rpartition("@")[2]

    def list_mail_identities(self) -> list[str]:
        """List the identities of SES from which every function that sends mail may send; `*` is any."""
        allowed = [
            {self._fill_in(text.rpartition(_MAIL_IDENTITY)[2]) for text in self._list_texts(each)}
            for each in _list_statements(self.template, "Mail")
        ]
        return sorted(set.intersection(*allowed)) if allowed else []

    def may_send_from(self, identity: str) -> bool:
        """Tell if the template allows functions to send from an identity of SES."""
        return not {"*", identity}.isdisjoint(self.list_mail_identities())

    def _list_texts(self, statement: Mapping[str, Any]) -> list[str]:
        """List the resources of a statement that are identities of SES, with the template's variables."""
        resources = statement["Resource"]
        written = [self._choose(each) for each in (resources if isinstance(resources, list) else [resources])]
        texts = [each["Fn::Sub"] for each in written if "Fn::Sub" in each]
        flat = [each if isinstance(each, str) else each[0] for each in texts]
        return [each for each in flat if _MAIL_IDENTITY in each]

    def _choose(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the branch of an `Fn::If` about the stage, or the value itself."""
        if "Fn::If" not in value:
            return value
        condition, in_prod, elsewhere = value["Fn::If"]
        if condition != "IsProd":
            raise ValueError(f"a permission depends on the condition {condition}")
        chosen: Mapping[str, Any] = in_prod if self.stage == "prod" else elsewhere
        return chosen

    def _fill_in(self, text: str) -> str:
        return text.replace("${Domain}", self.mail_domain).replace(
            "${MailSender}", self.parameters["MailSender"]
        )

    def read_feature_plan(self) -> str:
        """Return the feature plan of the stage's user pool."""
        pool = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]["UserPool"]
        _is_protected, plus, plain = pool["Properties"]["UserPoolTier"]["Fn::If"]
        return str(plus if self.parameters["SignInProtection"] == "plus" else plain)

    def _read_number(self, value: Any) -> int:
        """Return a number or that of a parameter; 0 for anything else."""
        if isinstance(value, Mapping) and value.get("Ref") in self.parameters:
            return int(self.parameters[value["Ref"]])
        return value if isinstance(value, int) else 0

    def count_reserved_concurrency(self) -> int:
        """Return the number of concurrent executions that the template reserves."""
        is_reserved = self.parameters.get("ReserveConcurrency") == "true"
        total = 0
        for resource in self.template["Resources"].values():
            value = resource.get("Properties", {}).get("ReservedConcurrentExecutions", 0)
            if isinstance(value, int):
                total += value
            elif is_reserved:
                total += sum(self._read_number(each) for each in value["Fn::If"])
        return total


def _list_statements(value: Any, sid: str) -> list[Mapping[str, Any]]:
    """List the statements of policies with a Sid, anywhere in a template."""
    if isinstance(value, list):
        return [found for each in value for found in _list_statements(each, sid)]
    if not isinstance(value, dict):
        return []
    if value.get("Sid") == sid:
        return [value]
    return [found for each in value.values() for found in _list_statements(each, sid)]


def read_deployment(stage: str) -> Deployment:
    """Return the next deployment of a stage.

    Args:
        stage: one of `portals.STAGES`.
    """
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
