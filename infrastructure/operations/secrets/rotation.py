"""Takes a secret of a stage through the steps of its rotation.

A step is a version in Secrets Manager, and is deployed by the parameter of the stack that has its id. The
versions say which step is next. A tag of the secret keeps the moment at which its second step was deployed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from domains.accounts.sending_limits import RULES
from domains.assurance.slots import FAILURE_WINDOW
from domains.chat.tokens import LIFETIME as CHAT_LIFETIME
from infrastructure.operations.portals import CommandStopped, Unreachable
from infrastructure.operations.secrets.steps import Step, find_step, make_next
from portal.secrets import RotatingSecret, UnusableSecret

_LENGTH = 48
_DEPLOYED_TAG = "saguaro:deployed"
_STEADY = {"CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE", "IMPORT_COMPLETE"}
_WRITTEN, _BEFORE = "AWSCURRENT", "AWSPREVIOUS"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of secret."""

    use: str  # use of what the secret makes, for the operator
    wait: timedelta  # time between the deployment of the new value and the end of the old one
    loss: str  # effect of dropping the old value too early
    # True if things made with the old value stay in use without an end, so that dropping it is a decision.
    lasts: bool = False


KINDS: Mapping[str, Kind] = {
    # The deployment itself waits until CloudFront sends the new value everywhere.
    "OriginSecret": Kind("header of CloudFront", timedelta(0), "calls through CloudFront are refused"),
    # Longer than a list stays open.
    "PagingSecret": Kind("page tokens", timedelta(days=1), "open lists start again from their first page"),
    # 15 U.S.C. 7704(a)(3)(A)(ii): a link to unsubscribe works for at least 30 days.
    "UnsubscribeSecret": Kind(
        "unsubscribe links", timedelta(days=30), "links of earlier emails lead to the sign-in"
    ),
    "DocumentSecret": Kind(
        "hashes of documents, names and birth dates",
        FAILURE_WINDOW,
        "documents that nobody showed since the rotation began can be shown for another account",
        lasts=True,
    ),
    "SendingSecret": Kind(
        "limits of messages",
        max(rule.to_destination.within for rule in RULES.values()),
        "the limits start from 0",
    ),
    "ChatSecret": Kind("chat tokens", CHAT_LIFETIME, "open conversations end"),
    "PeopleSecret": Kind("search tokens of people", timedelta(0), "support staff find nobody"),
}
"""The secrets of template.yaml by their logical ids."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a secret in Secrets Manager."""

    id: str
    secret: RotatingSecret


@dataclass(frozen=True, slots=True)
class Rotation:
    """The rotation of one secret of a stage."""

    name: str
    stack: str
    command: str
    session: Any
    clock: Callable[[], datetime]
    has_all_tokens: Callable[[], bool]

    def take_next_step(self, *, is_begun: bool = False, is_forced: bool = False) -> str:
        """Write the next step, if the step before it is deployed, and return what the operator does next."""
        stack = self._describe_stack()
        arn = self._get_arn()
        newest = self._read(arn, _WRITTEN)
        before = self._read(arn, _BEFORE)
        if newest is None:
            raise Unreachable(f"{self.name} has no value yet: deploy the stack first.")
        deployed = stack["parameters"].get(f"{self.name}Version")
        if deployed is None:
            raise Unreachable(f"The stack {self.stack} has no parameter {self.name}Version: deploy it first.")
        if deployed != newest.id and (deployed or before is not None):
            raise CommandStopped(
                f"The newest step of {self.name} is not deployed yet.\n{self._explain(newest)}"
            )
        step = find_step(newest.secret, before.secret if before else None)
        if step is Step.SETTLED and not is_begun:
            return f"No rotation of {self.name} is under way. `{self.command} --begin` begins one."
        self._refuse_early_step(step, arn, newest.id, stack["updated"], is_forced=is_forced)
        written = self._write(arn, make_next(newest.secret, step, self._make_value()))
        return f"{self._describe_next(step)}\n{self._explain(written)}"

    def _refuse_early_step(
        self, step: Step, arn: str, version: str, updated: datetime, *, is_forced: bool
    ) -> None:
        kind = KINDS[self.name]
        if step is Step.ANNOUNCED and self.name == "PeopleSecret" and not self.has_all_tokens():
            raise CommandStopped(
                "Not everybody has search tokens of the new key yet. Run `npm run people -- rebuild` for this"
                f" stage, then `{self.command}`."
            )
        if step is not Step.REPLACED or is_forced:
            return
        since = self._get_deployed_since(arn, version, updated)
        if kind.lasts:
            raise CommandStopped(
                f"{self.name} is replaced: the new value is in use. Let the old one be accepted: without it, "
                f"{kind.loss}. If you need to end it all the same, or to begin another rotation, "
                f"run `{self.command} --drop-previous` after {_format(since + kind.wait)}."
            )
        if self.clock() < since + kind.wait:
            raise CommandStopped(
                f"The old value of {self.name} may still be in use ({kind.use}). Run `{self.command}` again "
                f"after {_format(since + kind.wait)}. With `--drop-previous` it ends now, and {kind.loss}."
            )

    def _describe_next(self, step: Step) -> str:
        match step:
            case Step.SETTLED:
                return f"Step 1 of 3: {self.name} has a new value, which is accepted and not used yet."
            case Step.ANNOUNCED:
                return f"Step 2 of 3: the new value of {self.name} is used, and the old one is accepted."
            case Step.REPLACED:
                return f"Step 3 of 3: the old value of {self.name} is no longer accepted."

    def _explain(self, version: Version) -> str:
        is_last = not version.secret.previous
        lines = [
            f"Put {self.name}Version={version.id} into parameter_overrides of the stage in samconfig.toml.",
            "Deploy.",
        ]
        if self.name == "PeopleSecret":
            lines.append("Run `npm run people -- rebuild` for this stage.")
        lines.append("Then the rotation is over." if is_last else f"Run `{self.command}` again.")
        return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))

    def _describe_stack(self) -> dict[str, Any]:
        cloudformation = self.session.client("cloudformation")
        (stack,) = cloudformation.describe_stacks(StackName=self.stack)["Stacks"]
        if stack["StackStatus"] not in _STEADY:
            raise Unreachable(
                f"The stack {self.stack} is in state {stack['StackStatus']}. Finish its deployment first."
            )
        return {
            "parameters": {
                each["ParameterKey"]: each["ParameterValue"] for each in stack.get("Parameters", ())
            },
            "updated": stack.get("LastUpdatedTime") or stack["CreationTime"],
        }

    def _get_arn(self) -> str:
        cloudformation = self.session.client("cloudformation")
        described = cloudformation.describe_stack_resource(StackName=self.stack, LogicalResourceId=self.name)
        return str(described["StackResourceDetail"]["PhysicalResourceId"])

    def _read(self, arn: str, stage: str) -> Version | None:
        client = self._secrets
        try:
            read = client.get_secret_value(SecretId=arn, VersionStage=stage)
        except client.exceptions.ResourceNotFoundException:
            return None
        try:
            return Version(read["VersionId"], RotatingSecret.from_text(read["SecretString"]))
        except UnusableSecret as error:
            if stage == _BEFORE:
                # A version from before this format, which no step goes back to.
                return None
            raise Unreachable(f"{self.name}: {error}") from None

    @property
    def _secrets(self) -> Any:
        return self.session.client("secretsmanager")

    def _make_value(self) -> str:
        made = self._secrets.get_random_password(PasswordLength=_LENGTH, ExcludePunctuation=True)
        return str(made["RandomPassword"])

    def _write(self, arn: str, secret: RotatingSecret) -> Version:
        written = self._secrets.put_secret_value(SecretId=arn, SecretString=secret.to_text())
        return Version(written["VersionId"], secret)

    def _get_deployed_since(self, arn: str, version: str, updated: datetime) -> datetime:
        """Return when a version was deployed; later deployments do not extend the wait."""
        client = self._secrets
        tags = {each["Key"]: each["Value"] for each in client.describe_secret(SecretId=arn).get("Tags", ())}
        known, _, moment = tags.get(_DEPLOYED_TAG, "").partition(" ")
        if known == version:
            return datetime.fromisoformat(moment)
        value = f"{version} {updated.isoformat()}"
        client.tag_resource(SecretId=arn, Tags=[{"Key": _DEPLOYED_TAG, "Value": value}])
        return updated


def _format(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
