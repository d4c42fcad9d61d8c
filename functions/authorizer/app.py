"""Wiring: the Lambda handler of the gateway's authorizer for signed-in people."""

import time
from dataclasses import replace
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit, single_metric

from functions.authorizer.access import AccessReader, AccessUnknownError, parse_credentials
from functions.authorizer.settings import Settings
from functions.authorizer.shapes import get_shape
from functions.authorizer.tokens import TokenVerifier
from portal.observability import make_logger
from portal.principal import Caller, StaffFault
from portal.settings import get_environment
from portal.tokens.decision import Authorizer, get_keys
from portal.tokens.gateway import Event, allow, get_access_token, get_id_token
from portal.types import get_utc_now

_settings = Settings.from_environment(get_environment())
_logger = make_logger()
_verifier = TokenVerifier(
    issuer=_settings.source.issuer,
    shape=get_shape(_settings),
    keys=get_keys(_settings.source, _logger),
    now=time.time,
)
_access = AccessReader(_settings.users, parse_credentials(get_environment()), now=get_utc_now)


def _judge(event: Event) -> dict[str, Any]:
    principal, expires_at = _verifier.caller(get_access_token(event), get_id_token(event))
    if principal.staff_fault:
        _report_fault(principal.user_id, principal.staff_fault)
    principal = replace(principal, accepted_terms=_get_accepted_terms(principal.user_id))
    # Allow the whole API: the functions check roles and terms by route.
    return allow(principal.user_id, event["methodArn"], "*", Caller(principal, expires_at=expires_at))


def _report_fault(user_id: str, fault: StaffFault) -> None:
    _logger.warning("staff groups refused", extra={"fault": fault, "subject": user_id})
    with single_metric(name="StaffGroupsRefused", unit=MetricUnit.Count, value=1):
        pass


def _get_accepted_terms(user_id: str) -> str:
    try:
        return _access.accepted_terms(user_id)
    except AccessUnknownError as error:
        # The functions check again unless the answer is yes, so this locks nobody out.
        _logger.warning("The users table did not answer", extra={"fault": str(error)})
        return ""


handler = Authorizer(_judge, _logger).decide
