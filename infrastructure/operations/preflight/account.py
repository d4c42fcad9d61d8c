"""Reads the AWS account of the shell's credentials."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from botocore.parsers import ResponseParserError

from infrastructure.operations.preflight.problems import NotChecked

CONFIG = Config(connect_timeout=3, read_timeout=10, retries={"mode": "standard", "total_max_attempts": 3})
_NOT_FOUND = {"NoSuchResourceException", "NotFoundException", "ResourceNotFoundException"}
_DENIED = {"AccessDenied", "AccessDeniedException", "AuthorizationError", "UnauthorizedOperation"}


class NotFound(NotChecked):
    """The item does not exist."""


class Account:
    """An AWS account in one region."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.id = ""

    def sign_in(self) -> None:
        try:
            self.id = self._session.client("sts", config=CONFIG).get_caller_identity()["Account"]
        except (BotoCoreError, ClientError, ResponseParserError) as error:
            raise NotChecked(
                f"AWS does not accept the credentials of this shell ({error}). Sign in, for example with "
                "`aws sso login`, or set AWS_PROFILE, and see that `aws sts get-caller-identity` answers."
            ) from None

    def read(
        self, service: str, operation: str, *, region: str | None = None, **parameters: Any
    ) -> Mapping[str, Any]:
        """Call an operation that reads, and return its answer, with the results of all pages."""
        client = self._session.client(service, region_name=region, config=CONFIG)
        try:
            return _call(client, operation, parameters)
        except ClientError as error:
            raise _make_not_checked(client, error) from None
        except BotoCoreError as error:
            raise NotChecked(f"could not be checked: {error}. Try again.") from None
        except ResponseParserError:
            raise NotChecked(
                f"could not be checked: {client.meta.endpoint_url} gave no answer of AWS. Try again, and "
                "look for a proxy that answers instead."
            ) from None

    def find(
        self, service: str, operation: str, *, region: str | None = None, **parameters: Any
    ) -> Mapping[str, Any] | None:
        """Do the same as `read`, but return None if the item does not exist."""
        try:
            return self.read(service, operation, region=region, **parameters)
        except NotFound:
            return None

    @cached_property
    def stacks(self) -> Sequence[Mapping[str, Any]]:
        """All stacks of the account, with nested ones."""
        stacks: Sequence[Mapping[str, Any]] = self.read("cloudformation", "describe_stacks")["Stacks"]
        return stacks


def _call(client: Any, operation: str, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    answer: Mapping[str, Any]
    if client.can_paginate(operation):
        answer = client.get_paginator(operation).paginate(**parameters).build_full_result()
    else:
        answer = getattr(client, operation)(**parameters)
    return answer


def _make_not_checked(client: Any, error: ClientError) -> NotChecked:
    code = error.response["Error"]["Code"]
    permission = f"{client.meta.service_model.signing_name}:{error.operation_name}"
    if code in _NOT_FOUND:
        return NotFound(f"could not be checked: {permission} found nothing. Try again.")
    if code in _DENIED:
        return NotChecked(
            f"could not be checked without the permission {permission}. Add it to the role of this shell."
        )
    return NotChecked(f"could not be checked: {permission} failed with {code}. Try again in a minute.")
