"""Wiring: the Lambda handler of the gateway's authorizer for signed-in people."""

import time
from typing import Any

from functions.authorizer.gateway import allow_caller, id_token_of
from functions.authorizer.settings import Settings
from functions.authorizer.shapes import shape_of
from functions.authorizer.tokens import TokenVerifier
from portal.observability import make_logger
from portal.settings import environment
from portal.tokens.decision import Authorizer, keys_of
from portal.tokens.gateway import Event, access_token_of

_settings = Settings.from_environment(environment())
_logger = make_logger()
_verifier = TokenVerifier(
    issuer=_settings.source.issuer,
    shape=shape_of(_settings),
    keys=keys_of(_settings.source, _logger),
    now=time.time,
)


def _judge(event: Event) -> dict[str, Any]:
    caller = _verifier.caller(access_token_of(event), id_token_of(event))
    return allow_caller(caller, event["methodArn"])


handler = Authorizer(_judge, _logger).decide
